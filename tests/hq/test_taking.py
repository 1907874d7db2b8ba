"""R-10: a personal decision, by every way out of it."""

from __future__ import annotations

import pytest

from hq import chances, decisions, ledger, turns
from hq.boards import cards as board
from hq.boards import master
from hq.enums import CardState, Judgement, Phase, PoolKind
from hq.errors import (
    AwayError,
    CardClosedError,
    CollectiveCardError,
    GameNotRunningError,
    NotAllowedError,
    NotFoundHereError,
    PersonalCardError,
    PoolTooLowError,
    TooLateError,
    WayAwaitsError,
    WayOfAnotherCardError,
)
from hq.journal import AlreadyDone
from hq.models import (
    Backing,
    ChronicleLine,
    Decision,
    Game,
    JournalEntry,
    LedgerLine,
    Pool,
    Way,
)
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    text,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db

LINE = {"kind": "chronicle", "text": text("Мост устоял")}
COST = {"energy": 20, "resources": 5, "morale": 3}


def alone(*ways: dict, **fields: object) -> dict:
    """A personal card."""
    own = ways or (way("one", cost=COST, effects=[LINE], outcome=text("Так и стало")), way("two"))
    return card("first", *own, mode="personal", **fields)


def take(game: Game, who: Viewer, slug: str = "one", key: str = "") -> bool:
    chosen = the_way(game, slug)
    return decisions.take(card_id=chosen.card_id, way_id=chosen.pk, by=who, key=key)


def is_untouched(game: Game) -> bool:
    decision = Decision.objects.get(card__game=game, card__slug="first")
    paid = LedgerLine.objects.filter(reason="way").exists()
    return decision.phase == Phase.DELIBERATION and decision.taken_by is None and not paid


def test_r10_taking_seals_pays_and_writes_at_once_in_ones_own_name():
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)

    assert take(game, vera)

    decision = Decision.objects.get()
    assert (decision.phase, decision.taken_by_id) == (Phase.SEALED, vera.person_id)
    assert decision.way == the_way(game)
    assert the_card(game).state == CardState.RESOLVED
    balances = dict(Pool.objects.values_list("kind", "balance"))
    assert balances == {"energy": 40, "resources": 35, "morale": 21}
    assert ChronicleLine.objects.get().text["ru"] == "Мост устоял"


def test_r10_name_stands_on_the_closed_card_and_in_the_journal():
    game = make_day(alone())
    vera, timur = make_volunteers(game, 2)
    issue(game)
    take(game, vera)

    (told,) = board.cards(timur).closed

    assert (told.taken_by, told.voiced_by, told.result) == ("Вера", "", "Так и стало")
    journal = [item.text for item in master.journal(make_master(game)).items]
    assert any("Вера" in line and "Путь one" in line for line in journal)


def test_second_taker_is_told_that_the_card_is_closed():
    game = make_day(alone())
    vera, timur = make_volunteers(game, 2)
    issue(game)
    take(game, vera)

    with pytest.raises(CardClosedError):
        take(game, timur)

    assert Decision.objects.get().taken_by_id == vera.person_id
    assert LedgerLine.objects.filter(reason="way").count() == 3


def test_one_time_key_takes_once():
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)
    take(game, vera, key="k" * 22)

    with pytest.raises(AlreadyDone):
        take(game, vera, key="k" * 22)

    assert JournalEntry.objects.filter(kind="decision_taken").count() == 1


def test_r10_collective_card_is_not_taken_alone():
    game = make_day()
    vera = make_volunteer(game)
    issue(game)

    with pytest.raises(CollectiveCardError):
        take(game, vera)

    assert is_untouched(game)


def test_r10_personal_card_is_neither_backed_nor_voiced():
    game = make_day(alone())
    crew = make_volunteers(game, 2)
    first = issue(game)
    chosen = the_way(game)

    with pytest.raises(PersonalCardError):
        decisions.back(card_id=first.pk, way_id=chosen.pk, by=crew[0])
    with pytest.raises(PersonalCardError):
        decisions.voice(card_id=first.pk, way_id=chosen.pk, by=crew[0])

    assert not Backing.objects.exists()
    assert is_untouched(game)


def test_only_those_present_take(hand: Hand):
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)
    hand.move(seconds=46)

    with pytest.raises(AwayError):
        take(game, vera)

    answer_now(vera)
    assert take(game, vera)


@pytest.mark.parametrize(("after", "counts"), [(0, True), (1, True), (1.001, False)])
def test_r13_taking_around_the_deadline_has_one_verdict(hand: Hand, after: float, counts: bool):
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)
    hand.move(minutes=10, seconds=after)
    answer_now(vera)

    if counts:
        take(game, vera)
    else:
        with pytest.raises(TooLateError):
            take(game, vera)

    assert is_untouched(game) != counts


def test_taking_waits_while_the_clock_stands():
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)
    turns.pause(reason="чай", by=make_master(game))

    with pytest.raises(GameNotRunningError):
        take(game, vera)


def test_what_is_promised_to_a_chorus_is_not_taken():
    game = make_day(alone(), card("second", way("one", cost={"energy": 41})))
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew, of="second")

    with pytest.raises(PoolTooLowError) as refusal:
        take(game, crew[2])

    assert refusal.value.params == {"pool": PoolKind.ENERGY.label, "missing": 1, "free": 19}
    assert is_untouched(game)
    assert ledger.promised(game.pk)[PoolKind.ENERGY] == 41


def test_master_and_strangers_take_nothing():
    game, other = make_day(alone(), card("second")), make_day(alone(), key="other")
    vera = make_volunteer(game)
    first = issue(game)
    issue(game, "second")
    issue(other)

    with pytest.raises(NotAllowedError):
        take(game, make_master(game))
    with pytest.raises(NotFoundHereError):
        take(game, make_volunteer(other))
    with pytest.raises(WayOfAnotherCardError):
        decisions.take(card_id=first.pk, way_id=the_way(game, of="second").pk, by=vera)

    assert is_untouched(game)


def test_deed_of_a_personal_card_is_judged_first():
    game = make_day(alone(way("one", deed=text("Спойте"))))
    vera = make_volunteer(game)
    issue(game)

    with pytest.raises(WayAwaitsError):
        take(game, vera)

    assert is_untouched(game)


def test_r8_risky_way_that_fails_is_paid_and_the_card_stays(monkeypatch: pytest.MonkeyPatch):
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)
    Way.objects.filter(slug="one").update(refusal_chance=25)
    monkeypatch.setattr(chances, "percent", lambda: 25)

    assert not take(game, vera)

    decision = Decision.objects.get()
    assert (decision.phase, decision.taken_by, decision.way) == (Phase.DELIBERATION, None, None)
    assert the_card(game).state == CardState.OPEN
    assert the_way(game).judgement == Judgement.FAILED
    assert Pool.objects.get(kind="energy").balance == 40
    assert not ChronicleLine.objects.exists()
    assert take(game, vera, "two")


def test_personal_card_shows_who_may_take_and_no_votes():
    game = make_day(alone())
    vera = make_volunteer(game)
    issue(game)

    (told,) = board.cards(vera).open

    assert told.is_personal
    assert all(found.can_take and not found.can_back for found in told.ways)
    assert not any(found.is_ready for found in told.ways)
