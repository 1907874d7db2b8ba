"""The single door: numbers without holes, one-time keys, one announcement, a short road."""

from __future__ import annotations

import pytest

from horizonwar.live import announce as announcing
from hq import decisions, journal, ledger, turns
from hq.errors import NotAllowedError, NotFoundHereError, WayOfAnotherCardError
from hq.events import GameStarted
from hq.models import Command, Game, JournalEntry
from hq.viewers import Viewer
from tests.factories.days import (
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    the_way,
    way,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard(monkeypatch) -> list[dict]:
    messages: list[dict] = []
    monkeypatch.setattr(announcing.hub, "publish", messages.append)
    return messages


def seqs(game: Game) -> list[int]:
    return list(
        JournalEntry.objects.filter(game=game).order_by("seq").values_list("seq", flat=True)
    )


def test_seq_has_no_holes_whatever_is_refused():
    game = make_day(card("first", way("one", cost={"energy": 9})), card("second"))
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    for _ in range(3):
        with pytest.raises(WayOfAnotherCardError):
            decisions.back(
                card_id=the_way(game).card_id, way_id=the_way(game, of="second").pk, by=crew[0]
            )
    speak(call_chorus(game, crew), *crew[:2])

    assert seqs(game) == list(range(1, Game.objects.get().seq + 1))


def test_days_count_for_themselves():
    game, other = make_day(), make_day(key="other")
    make_volunteer(game)

    for day in (game, other):
        day.refresh_from_db()
        assert seqs(day) == list(range(1, day.seq + 1))


def test_ledger_line_carries_the_number_of_its_event():
    game = make_day(card("first", way("one", cost={"energy": 9, "morale": 2})))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)

    events = {
        entry.seq: (entry.params["pool"], entry.params["delta"])
        for entry in JournalEntry.objects.filter(kind="pool_changed")
    }
    assert {line.seq: (line.pool.kind, line.delta) for line in game.ledger.all()} == events


def test_command_without_an_event_leaves_no_trace(heard, django_capture_on_commit_callbacks):
    game = make_day()
    before = Game.objects.get().seq

    with (
        django_capture_on_commit_callbacks(execute=True),
        journal.act("nothing", by=Viewer.clock(game.pk)),
    ):
        pass

    assert Game.objects.get().seq == before
    assert heard == []


def test_events_of_one_act_are_announced_as_one_after_the_commit(
    heard, django_capture_on_commit_callbacks
):
    game = make_day(card("first", way("one", cost={"energy": 9})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, crew[0])
    before = Game.objects.get().seq

    with django_capture_on_commit_callbacks(execute=True):
        speak(chorus, crew[1])
        assert heard == []

    (message,) = heard
    assert (message["since"], message["seq"]) == (before, Game.objects.get().seq)
    assert message["seq"] - message["since"] == 3  # the word, the payment, the seal
    assert message["urgent"]
    assert {"voices", "pools", "chorus", "cards"} <= set(message["topics"])
    assert set(message) == {"type", "game", "since", "seq", "topics", "urgent"}


def test_refusal_announces_nothing(heard, django_capture_on_commit_callbacks):
    game = make_day()
    vera = make_volunteer(game)

    with django_capture_on_commit_callbacks(execute=True), pytest.raises(NotAllowedError):
        turns.pause(reason="так", by=vera)

    assert heard == []


def test_key_is_of_one_person(heard):
    game = make_day()
    crew = make_volunteers(game, 2)
    first = issue(game)
    for viewer in crew:
        decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=viewer, key="same")

    assert Command.objects.count() == 2


def test_repeat_of_a_key_tells_what_the_first_made():
    game = make_day()
    crew = make_volunteers(game, 2)
    first = issue(game)
    back_all(game, crew)
    told = {"card_id": first.pk, "way_id": the_way(game).pk, "by": crew[0], "key": "v" * 22}
    chorus = decisions.voice(**told)

    with pytest.raises(journal.AlreadyDone) as again:
        decisions.voice(**told)

    assert again.value.made == {"chorus": chorus.pk}


def test_key_that_is_too_long_is_still_one_key():
    game = make_day()
    vera = make_volunteer(game)
    ledger.give(kind="energy", amount=1, by=vera, key="x" * 500)

    with pytest.raises(journal.AlreadyDone):
        ledger.give(kind="energy", amount=1, by=vera, key="x" * 500)


def test_day_that_is_gone_is_said_to_be_gone():
    with pytest.raises(NotFoundHereError), journal.act("late", by=Viewer.clock(10**6)):
        pass


def test_position_and_topics_since():
    game = make_day()
    epoch, seq = journal.position(game.pk)
    with journal.act("probe", by=Viewer.clock(game.pk)) as act:
        act.record(GameStarted())
    make_volunteer(game)

    assert journal.position(game.pk) == (epoch, Game.objects.get().seq)
    assert journal.positions() == {game.pk: journal.position(game.pk)}
    assert journal.topics_since(game.pk, seq) == {"clock", "journal", "people", "tally"}
    assert journal.topics_since(game.pk, Game.objects.get().seq) == frozenset()
    assert journal.position(10**6) == ("", 0)


def test_entry_says_who_when_and_as_what():
    game = make_day()
    turns.pause(reason="чай", by=make_master(game))

    entry = JournalEntry.objects.get(kind="game_paused")

    assert (entry.person.name, entry.role, entry.turn) == ("Глеб", "master", 1)
    assert entry.game_time == Game.objects.get().clock_base
