"""Random days: whatever is pressed and however the clock moves, the books and the states hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Phase_
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from horizonwar import clock
from hq import cards, choruses, deadlines, decisions, ledger, people, presence, states, turns
from hq.enums import CardState, ChorusState, Phase, PoolKind
from hq.errors import RefusedError
from hq.models import (
    Card,
    Chorus,
    ChronicleLine,
    Decision,
    Game,
    JournalEntry,
    LedgerLine,
    Person,
    Pool,
    Voice,
)
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    card,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    text,
    way,
)
from tests.factories.hands import Hand

LIVE = (ChorusState.QUEUED, ChorusState.OPEN)
numbers = st.integers(0, 9)


def closure(table: Mapping[str, frozenset[str]]) -> dict[str, set[str]]:
    """What each state may have become after any number of changes."""
    found = {state: {state, *nexts} for state, nexts in table.items()}
    for _ in table:
        found = {
            state: reached.union(*(found[other] for other in reached))
            for state, reached in found.items()
        }
    return found


MAY = {
    Card: ("state", closure(states.CARD)),
    Decision: ("phase", closure(states.PHASE)),
    Chorus: ("state", closure(states.CHORUS)),
    Game: ("state", closure(states.GAME)),
}


def deck() -> list[dict[str, Any]]:
    line = {"kind": "chronicle", "text": text("строка")}
    loss = {"kind": "pool", "pool": "energy", "delta": -30}
    gain = {"kind": "pool", "pool": "morale", "delta": 9}
    return [
        card(
            "c0",
            way("one", cost={"energy": 25, "morale": 3}, effects=[line, loss]),
            way("two", effects=[line]),
            failure_effects=[line, loss],
        ),
        card(
            "c1",
            way("one", cost={"energy": 40, "resources": 10}, effects=[line, gain]),
            way("two", cost={"resources": 31}, effects=[line]),
            minutes=3,
            threshold="majority",
            failure_effects=[line],
        ),
        card(
            "c2",
            way(
                "one",
                cost={"morale": 20},
                effects=[line, {"kind": "release", "card": "c4", "when": "now"}],
            ),
            way(
                "two",
                effects=[
                    line,
                    {"kind": "release", "card": "c4", "when": "after", "after_minutes": 2},
                ],
            ),
            minutes=1,
            failure_effects=[line, {"kind": "release", "card": "c4", "when": "next_turn"}],
        ),
        card(
            "c3",
            way("one", cost={"energy": 1}, effects=[line]),
            way("two", effects=[line]),
            minutes=None,
            until_end=True,
        ),
        card(
            "c4",
            way("one", cost={"energy": 60}, effects=[line]),
            way("two", effects=[line]),
            minutes=2,
            failure_effects=[line],
        ),
    ]


class Day(RuleBasedStateMachine):
    """Presses buttons at random. A refusal must have written nothing."""

    hand: Hand

    @initialize()
    def begin(self) -> None:
        self.transaction = transaction.atomic()
        # As a test's own transaction, so that durable entries may run in it.
        self.transaction._from_testcase = True  # type: ignore[attr-defined]
        self.transaction.__enter__()
        self.hand = Hand()
        clock.now = lambda: self.hand.moment
        self.game = make_day(*deck(), key="day")
        self.crew: list[Viewer] = make_volunteers(self.game, 4)
        self.master = make_master(self.game)
        self.known: dict[Any, str] = {}
        self.look_at_states()

    def teardown(self) -> None:
        if hasattr(self, "transaction"):
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    # Hands

    def press(self, command: Callable[[], object]) -> None:
        before = self.written()
        try:
            command()
        except RefusedError:
            assert self.written() == before

    def written(self) -> tuple[Any, ...]:
        return (
            Game.objects.values_list("seq", "turn", "state", "clock_base").get(),
            LedgerLine.objects.count(),
            Voice.objects.filter(spoken_at__isnull=False).count(),
            tuple(Chorus.objects.values_list("pk", "state")),
            tuple(Decision.objects.values_list("pk", "phase")),
        )

    def someone(self, number: int) -> Viewer:
        return self.crew[number % len(self.crew)]

    def some_card(self, number: int) -> Card:
        return Card.objects.get(slug=f"c{number % 5}")

    def some_chorus(self, number: int) -> int:
        pks = list(Chorus.objects.values_list("pk", flat=True)) or [0]
        return pks[-1 - number % min(3, len(pks))]

    # Commands

    @rule(number=numbers)
    def issue(self, number: int) -> None:
        found = self.some_card(number)
        self.press(lambda: cards.issue(card_id=found.pk, by=self.master))

    @rule(who=numbers, number=numbers, one=st.booleans())
    def back(self, who: int, number: int, one: bool) -> None:
        found = self.some_card(number)
        chosen = found.ways.get(slug="one" if one else "two")
        viewer = self.someone(who)
        self.press(lambda: decisions.back(card_id=found.pk, way_id=chosen.pk, by=viewer))

    @rule(number=numbers, one=st.booleans())
    def all_back(self, number: int, one: bool) -> None:
        for who in range(len(self.crew)):
            self.back(who=who, number=number, one=one)

    @rule(who=numbers, number=numbers, one=st.booleans())
    def voice(self, who: int, number: int, one: bool) -> None:
        found = self.some_card(number)
        chosen = found.ways.get(slug="one" if one else "two")
        viewer = self.someone(who)
        self.press(lambda: decisions.voice(card_id=found.pk, way_id=chosen.pk, by=viewer))

    @rule(number=numbers, one=st.booleans())
    def agree_and_voice(self, number: int, one: bool) -> None:
        """What a real room does: it talks, agrees and voices."""
        self.issue(number=number)
        answer_now(*self.crew)
        self.all_back(number=number, one=one)
        self.voice(who=0, number=number, one=one)

    @rule(who=numbers, number=numbers, beside=st.lists(numbers, max_size=2))
    def speak(self, who: int, number: int, beside: list[int]) -> None:
        chorus_id = self.some_chorus(number)
        named = [self.someone(other).person_id or 0 for other in beside]
        viewer = self.someone(who)
        self.press(lambda: choruses.speak(chorus_id=chorus_id, beside=named, by=viewer))

    @rule(number=numbers)
    def all_speak(self, number: int) -> None:
        for who in range(len(self.crew)):
            self.speak(who=who, number=number, beside=[])

    @rule(who=numbers, number=numbers)
    def hear(self, who: int, number: int) -> None:
        chorus_id, person_id = self.some_chorus(number), self.someone(who).person_id or 0
        self.press(
            lambda: choruses.record_voice(chorus_id=chorus_id, person_id=person_id, by=self.master)
        )

    @rule(number=numbers)
    def seal(self, number: int) -> None:
        chorus_id = self.some_chorus(number)
        self.press(lambda: choruses.seal_for_room(chorus_id=chorus_id, by=self.master))

    @rule(number=numbers)
    def break_off(self, number: int) -> None:
        chorus_id = self.some_chorus(number)
        self.press(lambda: choruses.break_off(chorus_id=chorus_id, reason="так", by=self.master))

    @rule(who=numbers, amount=st.integers(-1, 25))
    def give(self, who: int, amount: int) -> None:
        viewer = self.someone(who)
        self.press(lambda: ledger.give(kind="energy", amount=amount, by=viewer))

    @rule(kind=st.sampled_from(PoolKind), delta=st.integers(-70, 70))
    def correct(self, kind: PoolKind, delta: int) -> None:
        self.press(lambda: ledger.correct(kind=kind, delta=delta, note="учёт", by=self.master))

    @rule(who=numbers, here=st.booleans())
    def mark(self, who: int, here: bool) -> None:
        person_id = self.someone(who).person_id or 0
        self.press(lambda: presence.mark(person_id=person_id, here=here, by=self.master))

    @rule()
    def join(self) -> None:
        if len(self.crew) < 7:
            self.crew.append(make_volunteer(self.game, f"Новый {Person.objects.count()}"))

    @rule(who=numbers)
    def revoke(self, who: int) -> None:
        if len(self.crew) > 3:
            gone = self.crew.pop(who % len(self.crew))
            self.press(lambda: people.revoke(seat_id=gone.seat_id or 0, by=self.master))

    @rule()
    def pause(self) -> None:
        self.press(lambda: turns.pause(reason="чай", by=self.master))

    @rule()
    def resume(self) -> None:
        self.press(lambda: turns.resume(by=self.master))

    @rule()
    def next_turn(self) -> None:
        turn = Game.objects.get().turn + 1
        self.press(lambda: turns.open_next(turn=turn, by=self.master))

    # The clock

    @rule(
        seconds=st.sampled_from((0.5, 1, 5, 13, 19, 20, 21, 21.5, 46, 59, 61, 120, 300, 3600)),
        silent=st.sets(numbers, max_size=3),
    )
    def time_passes(self, seconds: float, silent: set[int]) -> None:
        self.hand.move(seconds=seconds)
        answer_now(*(viewer for n, viewer in enumerate(self.crew) if n not in silent))
        deadlines.run_due()
        before = self.written()
        deadlines.run_due()
        assert self.written() == before

    @rule(seconds=st.sampled_from((1, 10, 100)))
    def nobody_looks(self, seconds: float) -> None:
        self.hand.move(seconds=seconds)

    # What always holds

    @invariant()
    def books_add_up(self) -> None:
        for pool in Pool.objects.annotate(total=Sum("lines__delta")):
            assert pool.balance == (pool.total or 0) >= 0
            assert pool.kind != PoolKind.MORALE or pool.balance <= pool.ceiling

    @invariant()
    def sealed_is_paid_once_and_nothing_else_is(self) -> None:
        for decision in Decision.objects.select_related("way", "card"):
            paid = {
                line.pool.kind: -line.delta
                for line in LedgerLine.objects.filter(reason="way", card=decision.card)
            }
            lines = LedgerLine.objects.filter(reason="way", card=decision.card).count()
            sealed = decision.phase == Phase.SEALED
            cost = decision.way.cost if sealed and decision.way else {}
            assert (paid, lines) == ({kind.value: n for kind, n in cost.items()}, len(cost))
            assert (decision.card.state == CardState.RESOLVED) == sealed
            assert (decision.card.state == CardState.EXPIRED) == (decision.phase == Phase.CLOSED)

    @invariant()
    def every_end_writes_its_line_once(self) -> None:
        ended = Card.objects.filter(state__in=(CardState.RESOLVED, CardState.EXPIRED))
        expected = sum(1 for row in ended if row.slug != "c3" or row.state == CardState.RESOLVED)
        assert ChronicleLine.objects.count() == expected

    @invariant()
    def one_chorus_sounds_and_nobody_waits_for_nothing(self) -> None:
        told = list(Chorus.objects.filter(state__in=LIVE).values_list("state", flat=True))
        assert told.count(ChorusState.OPEN) == (1 if told else 0)
        voiced = Decision.objects.filter(phase__in=(Phase.VOICED, Phase.CHORUS))
        assert set(voiced.values_list("pk", flat=True)) == set(
            Chorus.objects.filter(state__in=LIVE).values_list("decision", flat=True)
        )
        sealed = Chorus.objects.filter(state=ChorusState.SEALED)
        assert sealed.values("decision").distinct().count() == sealed.count()

    @invariant()
    def numbers_have_no_holes(self) -> None:
        seqs = list(JournalEntry.objects.order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, Game.objects.get().seq + 1))

    @invariant()
    def states_change_by_their_tables(self) -> None:
        self.look_at_states()

    def look_at_states(self) -> None:
        for model, (field, may) in MAY.items():
            for pk, state in model.objects.values_list("pk", field):
                old = self.known.get((model, pk), state)
                assert state in may[old], f"{model.__name__} {old} → {state}"
                self.known[model, pk] = state


def run_days(count: int, phases: tuple[Phase_, ...] = tuple(Phase_)) -> None:
    run_state_machine_as_test(
        Day,
        settings=settings(
            max_examples=count,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            phases=phases,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.fixture
def _clock_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", clock.now)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("_clock_put_back")
def test_random_days_keep_their_books():
    run_days(25)


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("_clock_put_back")
def test_random_days_find_a_decision_that_is_paid_twice(monkeypatch: pytest.MonkeyPatch):
    """The twin: a fault of this kind does come up within as many days."""
    pay = ledger.pay

    def pay_twice(**told: Any) -> None:
        pay(**told)
        if all(line.balance_after > 40 for line in LedgerLine.objects.filter(reason="way")):
            pay(**told)

    monkeypatch.setattr(ledger, "pay", pay_twice)

    with pytest.raises(AssertionError):
        run_days(25, (Phase_.generate,))
