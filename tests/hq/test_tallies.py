"""Who sees the voices: everyone, who has voted, nobody until a way is voiced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hq import choruses, decisions
from hq.boards import cards as board
from hq.boards import tallies
from hq.boards.views import CardView
from hq.enums import Role
from hq.models import Game, JournalEntry
from hq.viewers import Viewer
from tests.contracts.demo import seated
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    the_card,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def day_of(tally: str) -> tuple[Game, list[Viewer]]:
    game = make_day(card("first", tally=tally), card("second"))
    crew = make_volunteers(game, 3)
    issue(game)
    return game, crew


def voices(told: CardView) -> list[tuple[int, tuple[str, ...]]]:
    return [(way.votes, way.backers) for way in told.ways]


def test_open_tally_is_seen_by_all():
    game, crew = day_of("open")
    back_all(game, crew[:1])

    (told,) = board.cards(crew[2]).open

    assert told.is_tally_shown
    assert voices(told) == [(1, ("Вера",)), (0, ())]
    assert tallies.tallies(crew[0]).cards == ()


@pytest.mark.parametrize("tally", ["until_voted", "blind"])
def test_hidden_tally_is_in_no_shared_region_but_readiness_and_turnout_are(tally: str):
    game, crew = day_of(tally)
    wall = seated(game, Role.SCREEN, "WALLAA")
    back_all(game, crew[:2])

    for told in (
        board.cards(crew[0]).open[0],
        board.card(crew[2], the_card(game).pk),
        board.stage(wall).card,
        board.stage(make_master(game)).card,
    ):
        assert told is not None
        assert not told.is_tally_shown
        assert voices(told) == [(0, ()), (0, ())]
        assert [way.share for way in told.ways] == [0, 0]
        assert (told.voted, told.present) == (2, 3)
        assert [way.is_ready for way in told.ways] == [True, False]


def test_who_has_voted_sees_the_voices_until_taking_the_ballot_back():
    game, crew = day_of("until_voted")
    back_all(game, crew[:2])

    (told,) = tallies.tallies(crew[0]).cards

    assert voices(told) == [(2, ("Вера", "Глафира")), (0, ())]
    assert tallies.tallies(crew[2]).cards == ()
    decisions.back(card_id=the_card(game).pk, way_id=None, by=crew[0])
    assert tallies.tallies(crew[0]).cards == ()


def test_page_and_push_tell_the_same_voices():
    game, crew = day_of("until_voted")
    back_all(game, crew[:2])

    for viewer in crew:
        page = replace(viewer, notes={})
        assert tallies.tallies(page) == tallies.tallies(viewer)


def test_blind_voices_are_not_even_for_those_who_have_voted():
    game, crew = day_of("blind")
    back_all(game, crew)

    assert tallies.tallies(crew[0]).cards == ()


@pytest.mark.parametrize("tally", ["until_voted", "blind"])
def test_voicing_opens_the_tally_and_a_broken_chorus_shuts_it_again(tally: str):
    game, crew = day_of(tally)
    chorus = call_chorus(game, crew)

    (told,) = board.cards(crew[2]).open

    assert told.is_tally_shown
    assert voices(told)[0][0] == 3
    assert tallies.tallies(crew[0]).cards == ()
    choruses.break_off(chorus_id=chorus.pk, reason="нет", by=make_master(game))
    (told,) = board.cards(crew[2]).open
    assert not told.is_tally_shown
    assert bool(tallies.tallies(crew[0]).cards) == (tally == "until_voted")


@pytest.mark.parametrize("tally", ["open", "until_voted", "blind"])
def test_master_sees_all_voices(tally: str):
    game, crew = day_of(tally)
    back_all(game, crew[:2])

    (told,) = tallies.votes(make_master(game)).cards

    assert voices(told) == [(2, ("Вера", "Глафира")), (0, ())]


def test_who_has_voted_is_told_of_every_change(hand: Hand):
    game, crew = day_of("until_voted")
    back_all(game, crew[:1])

    back_all(game, crew[1:2])

    entry = JournalEntry.objects.filter(kind="way_backed").latest("seq")
    assert {f"person:{viewer.person_id}" for viewer in crew[:2]} <= set(entry.topics)
    assert f"person:{crew[2].person_id}" not in entry.topics


def test_open_cards_tell_nobody_but_the_voter():
    game, crew = day_of("open")
    back_all(game, crew[:1])
    back_all(game, crew[1:2])

    entry = JournalEntry.objects.filter(kind="way_backed").latest("seq")
    assert f"person:{crew[0].person_id}" not in entry.topics
    answer_now(*crew)
