"""The effects of issue 5, one test a kind: once, after a double seal, a pause and a restart."""

from __future__ import annotations

from typing import Any

import pytest

from hq import choruses, deadlines, decisions, games, turns
from hq.enums import AidState, DispatchState, GrantState, StrokeState
from hq.errors import ChorusOverError, GrantTooHighError
from hq.models import Ability, Aid, Camp, Card, Dispatch, Game, Grant, JournalEntry, Stroke
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    speak,
    text,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

SIDES = [{"slug": "spo", "title": text("СПО")}, {"slug": "of", "title": text("ОФ")}]
LETTER = {
    "slug": "letter",
    "from": text("Адмирал"),
    "to": [{"kind": "hq"}],
    "text": text("Держитесь"),
    "card": "third",
}


def sealed(hand: Hand, *effects: dict[str, Any], **fields: Any) -> Game:
    """A way with these effects is sealed, sealed again, paused, the server restarts."""
    scheduled = {"kind": "release", "card": "fourth", "when": "after", "after_minutes": 30}
    told = {
        "sides": SIDES,
        "camp": {"defence": 4, "support": 1},
        "dispatches": [
            LETTER,
            {**LETTER, "slug": "slow", "card": None, "way": "delayed", "minutes": 20},
        ],
        **fields,
    }
    game = make_day(
        card("first", way("one", effects=list(effects)), minutes=60),
        card("second", way("one", effects=[scheduled])),
        card("third", minutes=120),
        card("fourth"),
        **told,
    )
    crew = make_volunteers(game, 3)
    issue(game, "second")
    speak(call_chorus(game, crew, of="second"), *crew[:2])
    issue(game)
    seal_twice(game, crew)
    turns.pause(reason="чай", by=make_master(game))
    hand.move(minutes=10)
    deadlines.run_due()
    games.renew_epochs()
    turns.resume(by=make_master(game))
    hand.move(seconds=2)
    answer_now(*crew)
    deadlines.run_due()
    game.refresh_from_db()
    return game


def seal_twice(game: Game, crew: list[Viewer]) -> None:
    chorus = call_chorus(game, crew)
    speak(chorus, *crew[:2])
    with pytest.raises(ChorusOverError):
        choruses.seal_for_room(chorus_id=chorus.pk, by=make_master(game))


def happened(game: Game, kind: str) -> int:
    return JournalEntry.objects.filter(game=game, kind=kind).count()


def test_camp_effect_moves_a_level_once_and_stays_within_five(hand: Hand):
    game = sealed(
        hand,
        {"kind": "camp", "measure": "defence", "delta": 3},
        {"kind": "camp", "measure": "support", "delta": -1},
    )

    camp = Camp.objects.get(game=game)
    assert (camp.defence, camp.support) == (5, 0)
    assert happened(game, "camp_changed") == 2


def test_camp_effect_at_the_bound_writes_nothing(hand: Hand):
    game = sealed(
        hand,
        {"kind": "camp", "measure": "support", "delta": -1},
        {"kind": "camp", "measure": "support", "delta": -1},
    )

    assert Camp.objects.get(game=game).support == 0
    assert happened(game, "camp_changed") == 1


def test_command_effect_gives_once(hand: Hand):
    game = sealed(hand, {"kind": "command", "map": "luna", "side": "spo", "points": 1, "rounds": 3})

    grant = Grant.objects.get(game=game)
    assert (grant.table, grant.side, grant.amount, grant.rounds) == ("luna", "spo", 1, 3)
    assert grant.state == GrantState.GIVEN
    assert happened(game, "grant_given") == 1


def test_command_effect_beyond_four_is_refused_before_voicing(hand: Hand):
    give = {"kind": "command", "map": "luna", "points": 2, "rounds": 3}
    more = {"kind": "command", "side": "spo", "points": 1, "rounds": 1}
    game = make_day(
        card("first", way("one", effects=[give])),
        card("second", way("one", cost={"energy": 5}, effects=[more])),
        sides=SIDES,
    )
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    speak(call_chorus(game, crew), *crew[:2])
    back_all(game, crew, of="second")

    chosen = the_way(game, of="second")
    with pytest.raises(GrantTooHighError) as refusal:
        decisions.voice(card_id=chosen.card_id, way_id=chosen.pk, by=crew[0])
    assert refusal.value.params == {"most": 4, "left": 0}
    assert Grant.objects.count() == 1
    assert game.pools.get(kind="energy").balance == 60


def test_command_effect_of_a_failure_gives_what_fits(hand: Hand):
    give = {"kind": "command", "map": "luna", "points": 2, "rounds": 3}
    game = make_day(card("first", failure_effects=[{**give, "points": 1}, give]), sides=SIDES)
    issue(game)
    hand.move(minutes=11)
    deadlines.run_due()

    assert [grant.amount for grant in Grant.objects.all()] == [1, 1]


def test_aid_effect_brings_its_stock_once(hand: Hand):
    game = sealed(
        hand,
        {"kind": "aid", "aid": "reroll", "count": 2, "title": text("Скорая"), "mode": "collective"},
    )

    aids = list(Aid.objects.filter(game=game))
    assert len(aids) == 2
    assert all((aid.kind, str(aid), aid.mode) == ("reroll", "Скорая", "collective") for aid in aids)
    assert {aid.state for aid in aids} == {AidState.STOCK}


def test_dispatch_effect_sends_once_and_brings_the_card(hand: Hand):
    game = sealed(hand, {"kind": "dispatch", "dispatch": "letter"})

    assert Dispatch.objects.get(game=game, slug="letter").state == DispatchState.ARRIVED
    assert happened(game, "dispatch_arrived") == 1
    assert Card.objects.get(game=game, slug="third").state == "open"


def test_dispatch_effect_after_a_time_stands_in_a_pause(hand: Hand):
    game = sealed(hand, {"kind": "dispatch", "dispatch": "letter", "after_minutes": 5})

    letter = Dispatch.objects.get(game=game, slug="letter")
    assert letter.state == DispatchState.DELAYED
    hand.move(minutes=5)
    deadlines.run_due()
    deadlines.run_due()
    letter.refresh_from_db()
    assert letter.state == DispatchState.ARRIVED
    assert letter.arrived_at == letter.sent_at + 300_000
    assert happened(game, "dispatch_arrived") == 1


def test_hasten_effect_brings_what_is_on_its_way_nearer(hand: Hand):
    game = sealed(hand, {"kind": "dispatch", "dispatch": "slow"}, {"kind": "hasten", "minutes": 15})

    slow = Dispatch.objects.get(game=game, slug="slow")
    assert slow.due_at == slow.sent_at + 300_000
    assert happened(game, "dispatch_hastened") == 1


def test_look_effect_tells_the_hq_of_the_next_card(hand: Hand):
    game = sealed(hand, {"kind": "look"})

    told = Dispatch.objects.get(game=game, slug="")
    assert told.state == DispatchState.ARRIVED
    assert "Карта fourth" in told.text["ru"]
    assert "Карта fourth (en)" in told.text["en"]
    assert [address.kind for address in told.addresses.all()] == ["hq"]


def test_stroke_effect_gives_one_stroke(hand: Hand):
    game = sealed(hand, {"kind": "stroke", "form": "strike", "side": "spo", "map": "luna"})

    stroke = Stroke.objects.get(game=game)
    assert (stroke.form, stroke.holder, stroke.table) == ("strike", "spo", "luna")
    assert stroke.state == StrokeState.OPEN
    assert happened(game, "stroke_won") == 1


def test_ability_of_a_pack_is_stored_with_all_it_needs(hand: Hand):
    game = make_day(
        abilities=[
            {
                "slug": "field-hospital",
                "title": text("Полевой госпиталь"),
                "mode": "collective",
                "needs": {"defence": 1, "support": 2, "people": 3},
                "cost": {"resources": 4},
                "uses": 2,
                "effects": [{"kind": "aid", "aid": "plus_one"}],
            }
        ]
    )

    ability = Ability.objects.get(game=game)
    assert (ability.defence, ability.support, ability.people, ability.uses) == (1, 2, 3, 2)
    assert ability.cost == {"resources": 4}
