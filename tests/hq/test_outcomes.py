"""Effects of an outcome: each kind, and each once whatever happens around it."""

from __future__ import annotations

from typing import Any

import pytest

from hq import choruses, deadlines, games, turns
from hq.enums import CardState, PoolKind
from hq.errors import ChorusOverError
from hq.models import Card, ChronicleLine, Game, LedgerLine, Pool
from tests.factories.days import (
    answer_now,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    speak,
    text,
    the_card,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def sealed(*effects: dict[str, Any], deck: tuple[dict[str, Any], ...] = ()) -> Game:
    """A day whose first card was just sealed on a way with these effects."""
    game = make_day(card("first", way("one", effects=list(effects))), *deck)
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)
    return game


def balance(game: Game, kind: PoolKind) -> int:
    return Pool.objects.get(game=game, kind=kind).balance


def pool(kind: str, delta: int) -> dict[str, Any]:
    return {"kind": "pool", "pool": kind, "delta": delta}


def release(slug: str, when: str, **more: Any) -> dict[str, Any]:
    return {"kind": "release", "card": slug, "when": when, **more}


@pytest.mark.parametrize(
    ("effect", "after", "asked"),
    [
        (pool("energy", 15), 75, None),
        (pool("energy", -15), 45, None),
        (pool("energy", 500), 560, None),
        (pool("energy", -500), 0, -500),
        (pool("morale", 3), 27, None),
        (pool("morale", 50), 30, 50),
        (pool("morale", -50), 0, -50),
    ],
)
def test_pool_effect_up_down_and_no_further_than_fits(effect, after, asked):
    game = sealed(effect)

    line = LedgerLine.objects.get(reason="outcome")

    assert balance(game, PoolKind(effect["pool"])) == after
    assert line.balance_after == after
    assert line.params.get("asked") == asked
    assert line.card == the_card(game)


def test_r15_loss_from_an_empty_pool_writes_nothing():
    game = sealed(pool("energy", -500), pool("energy", -1))

    assert LedgerLine.objects.filter(reason="outcome").count() == 1
    assert balance(game, PoolKind.ENERGY) == 0


def test_chronicle_effect_writes_its_line_in_both_languages():
    game = sealed({"kind": "chronicle", "text": text("Регата идёт дальше"), "theme": "regatta"})

    line = ChronicleLine.objects.get(game=game)

    assert line.text == text("Регата идёт дальше")
    assert (line.theme, line.turn, line.card) == ("regatta", 1, the_card(game))


def test_release_now_puts_the_card_before_the_hq():
    game = sealed(release("second", "now"), deck=(card("second"),))

    second = the_card(game, "second")

    assert second.state == CardState.OPEN
    assert second.due_at == second.issued_at + 600_000
    assert second.decision.phase == "deliberation"


def test_release_after_comes_at_its_game_time(hand: Hand):
    game = sealed(release("second", "after", after_minutes=5), deck=(card("second"),))
    assert the_card(game, "second").state == CardState.SCHEDULED

    hand.move(minutes=4, seconds=59)
    deadlines.run_due()
    assert the_card(game, "second").state == CardState.SCHEDULED
    hand.move(seconds=1)
    deadlines.run_due()

    second = the_card(game, "second")
    assert (second.state, second.issued_at) == (CardState.OPEN, 300_000)


def test_release_on_the_next_turn_comes_with_it():
    game = sealed(release("second", "next_turn"), deck=(card("second"),))
    assert the_card(game, "second").state == CardState.SCHEDULED
    deadlines.run_due()
    assert the_card(game, "second").state == CardState.SCHEDULED

    turns.open_next(turn=2, by=make_master(game))

    second = the_card(game, "second")
    assert (second.state, second.turn) == (CardState.OPEN, 2)


def test_release_of_a_card_that_is_already_out_changes_nothing():
    game = make_day(card("first", way("one", effects=[release("second", "now")])), card("second"))
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    before = Card.objects.filter(slug="second").values().get()

    speak(call_chorus(game, crew), *crew)

    assert Card.objects.filter(slug="second").values().get() == before
    assert the_card(game).state == CardState.RESOLVED


def test_chain_of_two_cards_that_release_each_other_ends():
    game = make_day(
        card("first", way("one", effects=[release("second", "now")])),
        card("second", way("one", effects=[release("first", "now")])),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    for slug in ("first", "second"):
        speak(call_chorus(game, crew, of=slug), *crew)

    assert {row.state for row in Card.objects.all()} == {CardState.RESOLVED}


def test_effects_come_in_the_order_of_the_scenario():
    sealed(pool("energy", 1), {"kind": "chronicle", "text": text("а")}, pool("resources", 1))

    told = list(LedgerLine.objects.filter(reason="outcome").values_list("pool__kind", flat=True))

    assert told == ["energy", "resources"]


def everything() -> tuple[dict[str, Any], ...]:
    return (
        pool("energy", 5),
        pool("resources", -5),
        pool("morale", 2),
        {"kind": "chronicle", "text": text("Строка")},
        release("now", "now"),
        release("after", "after", after_minutes=3),
        release("next", "next_turn"),
    )


def happened(game: Game) -> dict[str, Any]:
    return {
        "pools": dict(Pool.objects.filter(game=game).values_list("kind", "balance")),
        "lines": LedgerLine.objects.exclude(reason="opening").count(),
        "chronicle": ChronicleLine.objects.count(),
        "cards": dict(Card.objects.filter(game=game).values_list("slug", "issued_at")),
    }


def test_every_effect_fires_once_after_double_seal_pause_and_restart(hand: Hand):
    deck = (card("now"), card("after"), card("next"))
    game = make_day(card("first", way("one", effects=list(everything()))), *deck)
    crew = make_volunteers(game, 4)
    master = make_master(game)
    issue(game)
    chorus = call_chorus(game, crew)
    speak(chorus, *crew[:3])
    first = happened(game)
    assert first["pools"] == {"energy": 65, "resources": 35, "morale": 26}

    for attempt in (
        lambda: choruses.seal_for_room(chorus_id=chorus.pk, by=master),
        lambda: speak(chorus, crew[3]),
        lambda: choruses.record_voice(chorus_id=chorus.pk, person_id=crew[3].person_id, by=master),
        lambda: choruses.break_off(chorus_id=chorus.pk, reason="поздно", by=master),
    ):
        with pytest.raises(ChorusOverError):
            attempt()
    turns.pause(reason="чай", by=master)
    hand.move(minutes=30)
    turns.resume(by=master)
    answer_now(*crew)
    games.renew_epochs()  # what a restart does
    deadlines.run_due()
    deadlines.run_due()

    assert happened(game) == first

    hand.move(minutes=3)
    turns.open_next(turn=Game.objects.get().turn + 1, by=master)
    deadlines.run_due()
    later = happened(game)
    games.renew_epochs()
    deadlines.run_due()
    turns.open_next(turn=Game.objects.get().turn + 1, by=master)

    assert all(issued is not None for issued in later["cards"].values())
    assert happened(game) == later


def test_every_effect_of_an_expiry_fires_once(hand: Hand):
    deck = (card("now"), card("after"), card("next"))
    game = make_day(card("first", failure_effects=list(everything())), *deck)
    issue(game)
    hand.move(minutes=10, seconds=1.001)

    deadlines.run_due()
    first = happened(game)
    deadlines.run_due()
    turns.pause(reason="чай", by=make_master(game))
    turns.resume(by=make_master(game))
    deadlines.run_due()

    assert first["pools"] == {"energy": 65, "resources": 35, "morale": 26}
    assert (first["lines"], first["chronicle"]) == (3, 1)
    assert happened(game) == first
