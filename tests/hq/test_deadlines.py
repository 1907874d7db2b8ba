"""Deadlines, windows and releases: each once, in game time, however late the clock looks."""

from __future__ import annotations

import pytest

from hq import choruses, deadlines, games, ledger, outcomes, turns
from hq.enums import CardState, ChorusState, Phase
from hq.figures import Figures
from hq.models import Card, Chorus, ChronicleLine, Game, JournalEntry, LedgerLine
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
    the_card,
    way,
)
from tests.factories.hands import Hand

pytestmark = pytest.mark.django_db


def line(ru: str) -> dict[str, object]:
    return {"kind": "chronicle", "text": text(ru)}


def states(game: Game) -> dict[str, str]:
    return dict(Card.objects.filter(game=game).values_list("slug", "state"))


def test_three_deadlines_out_of_order_all_close_in_order_of_due_time(hand: Hand):
    game = make_day(
        card("slow", minutes=30, failure_effects=[line("slow")]),
        card("fast", minutes=10, failure_effects=[line("fast")]),
        card("middle", minutes=20, failure_effects=[line("middle")]),
    )
    for slug in ("slow", "fast", "middle"):
        issue(game, slug)
    hand.move(minutes=45)

    deadlines.run_due()

    assert set(states(game).values()) == {CardState.EXPIRED}
    told = [(row.text["ru"], row.game_time) for row in ChronicleLine.objects.order_by("pk")]
    assert told == [("fast", 600_000), ("middle", 1_200_000), ("slow", 1_800_000)]


@pytest.mark.parametrize(
    ("after", "open_still"), [(-1, True), (0, True), (1, True), (1.001, False)]
)
def test_deadline_closes_after_its_grace(hand: Hand, after: float, open_still: bool):
    game = make_day()
    issue(game)
    hand.move(minutes=10, seconds=after)

    deadlines.run_due()

    assert (the_card(game).state == CardState.OPEN) == open_still


def test_expiry_carries_the_due_game_time_however_late(hand: Hand):
    game = make_day(
        card(
            "first",
            failure_effects=[
                line("не успели"),
                {"kind": "pool", "pool": "energy", "delta": -4},
                {"kind": "release", "card": "second", "when": "after", "after_minutes": 5},
                {"kind": "release", "card": "third", "when": "now"},
            ],
        ),
        card("second", minutes=60),
        card("third", minutes=60),
    )
    issue(game)
    hand.move(minutes=40)

    deadlines.run_due()

    first = the_card(game)
    assert (first.state, first.closed_at) == (CardState.EXPIRED, 600_000)
    assert first.decision.phase == Phase.CLOSED
    assert ChronicleLine.objects.get().game_time == 600_000
    assert LedgerLine.objects.get(reason="outcome").game_time == 600_000
    told = JournalEntry.objects.filter(kind__in=("card_expired", "pool_changed"), role="clock")
    assert set(told.exclude(turn=0).values_list("game_time", flat=True)) == {600_000}
    assert the_card(game, "second").issued_at == 900_000
    assert (the_card(game, "third").issued_at, the_card(game, "third").due_at) == (
        600_000,
        4_200_000,
    )
    assert JournalEntry.objects.get(kind="card_expired").params["due_at"] == 600_000


def test_long_sleep_plays_a_chain_of_deadlines_in_its_own_time(hand: Hand):
    """A card released by an expiry may itself be over by the time anybody looks."""
    game = make_day(
        card("first", failure_effects=[{"kind": "release", "card": "second", "when": "now"}]),
        card("second", minutes=10, failure_effects=[line("и вторая")]),
        card("third", minutes=15, failure_effects=[line("третья")]),
    )
    issue(game)
    issue(game, "third")
    hand.move(minutes=60)

    deadlines.run_due()

    told = [(row.text["ru"], row.game_time) for row in ChronicleLine.objects.order_by("pk")]
    assert told == [("третья", 900_000), ("и вторая", 1_200_000)]


def test_prospect_lapses_without_penalty_and_with_its_line(hand: Hand):
    offer = card("first", kind="prospect", failure_effects=[line("Предложение ушло")])
    game = make_day(offer)
    issue(game)
    hand.move(minutes=11)

    deadlines.run_due()

    assert states(game) == {"first": CardState.EXPIRED}
    assert LedgerLine.objects.exclude(reason="opening").count() == 0
    assert ChronicleLine.objects.count() == 1


def test_card_until_the_end_never_expires(hand: Hand):
    game = make_day(card("first", minutes=None, until_end=True, failure_effects=[line("конец")]))
    issue(game)
    hand.move(minutes=24 * 60)

    deadlines.run_due()

    assert states(game) == {"first": CardState.OPEN}
    assert the_card(game).due_at is None


def test_chorus_under_way_holds_its_card_past_the_deadline(hand: Hand):
    game = make_day(card("first", failure_effects=[line("провал")]))
    crew = make_volunteers(game, 2)
    issue(game)
    hand.move(minutes=9, seconds=50)
    chorus = call_chorus(game, crew)
    hand.move(seconds=15)
    answer_now(*crew)
    deadlines.run_due()
    assert states(game) == {"first": CardState.OPEN}

    speak(chorus, *crew)

    assert states(game) == {"first": CardState.RESOLVED}
    assert not ChronicleLine.objects.exists()


def test_chorus_that_breaks_past_the_deadline_lets_the_card_expire(hand: Hand):
    game = make_day(card("first", way("one", cost={"energy": 9}), failure_effects=[line("провал")]))
    crew = make_volunteers(game, 2)
    issue(game)
    hand.move(minutes=9, seconds=50)
    chorus = call_chorus(game, crew)
    hand.move(seconds=32)
    answer_now(*crew)

    deadlines.run_due()

    chorus.refresh_from_db()
    assert chorus.state == ChorusState.BROKEN
    assert states(game) == {"first": CardState.EXPIRED}
    assert the_card(game).closed_at == 600_000
    assert LedgerLine.objects.filter(reason="way").count() == 0


def test_queued_chorus_holds_its_card_too(hand: Hand):
    game = make_day(card("first", minutes=20), card("second", minutes=10))
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    hand.move(minutes=9, seconds=55)
    call_chorus(game, crew)
    second = call_chorus(game, crew, of="second")
    hand.move(seconds=10)
    answer_now(*crew)

    deadlines.run_due()

    second.refresh_from_db()
    assert second.state == ChorusState.QUEUED
    assert states(game)["second"] == CardState.OPEN


def test_pause_of_an_hour_expires_nothing_and_resume_bursts_nothing(hand: Hand):
    game = make_day(card("first"), card("second", minutes=20), card("third"))
    crew = make_volunteers(game, 3)
    master = make_master(game)
    issue(game)
    issue(game, "second")
    hand.move(minutes=4)
    answer_now(*crew)
    back_all(game, crew)
    deadlines.run_due()
    turns.pause(reason="эвакуация", by=master)
    hand.move(minutes=60)
    deadlines.run_due()
    answer_now(*crew)
    turns.resume(by=master)
    entries = JournalEntry.objects.count()

    deadlines.run_due()

    assert states(game)["first"] == states(game)["second"] == CardState.OPEN
    kinds = set(JournalEntry.objects.order_by("pk")[entries:].values_list("kind", flat=True))
    assert kinds <= {"presence_changed"}
    hand.move(minutes=6, seconds=1)
    deadlines.run_due()
    assert states(game)["first"] == CardState.OPEN
    hand.move(seconds=0.001)
    deadlines.run_due()
    assert states(game)["first"] == CardState.EXPIRED
    assert states(game)["second"] == CardState.OPEN


def test_clock_that_stands_does_nothing_that_is_due(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=10, seconds=5)
    turns.pause(reason="свет", by=make_master(game))

    deadlines.run_due()
    assert not deadlines.run_next(game.pk)

    assert the_card(game).state == CardState.OPEN


def test_run_due_twice_does_nothing_twice(hand: Hand):
    game = make_day(card("first", failure_effects=[line("раз")]), card("second"))
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    hand.move(minutes=12)
    answer_now(*crew)
    deadlines.run_due()
    before = JournalEntry.objects.count(), ChronicleLine.objects.count()

    deadlines.run_due()
    deadlines.run_due()

    assert (JournalEntry.objects.count(), ChronicleLine.objects.count()) == before


def test_idle_second_writes_nothing(hand: Hand, django_assert_max_num_queries):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    deadlines.run_due()
    hand.move(seconds=1)
    answer_now(*crew)
    seq = Game.objects.get(pk=game.pk).seq

    with django_assert_max_num_queries(6) as asked:
        deadlines.run_due()

    assert Game.objects.get(pk=game.pk).seq == seq
    assert [q["sql"] for q in asked.captured_queries if not q["sql"].startswith("SELECT")] == []


def test_every_day_of_the_server_is_looked_after(hand: Hand):
    days = [make_day(key="one"), make_day(key="two")]
    for game in days:
        issue(game)
    hand.move(minutes=11)

    deadlines.run_due()

    assert [the_card(game).state for game in days] == [CardState.EXPIRED] * 2


def test_fault_in_one_day_does_not_stop_the_clock_of_another(hand: Hand, monkeypatch, caplog):
    broken, sound = make_day(key="broken"), make_day(key="sound")
    for game in (broken, sound):
        issue(game)
    hand.move(minutes=11)
    carry_out = outcomes.carry_out

    def fail(*, act, **told):
        if act.game.key == "broken":
            raise ZeroDivisionError
        carry_out(act=act, **told)

    monkeypatch.setattr(outcomes, "carry_out", fail)

    deadlines.run_due()

    assert the_card(sound).state == CardState.EXPIRED
    assert the_card(broken).state == CardState.OPEN
    assert "broken" in caplog.text


def test_day_that_is_over_is_left_alone(hand: Hand):
    game = make_day()
    issue(game)
    hand.move(minutes=11)
    Game.objects.update(state="over", clock_since=None, clock_base=660_000)

    deadlines.run_due()

    assert the_card(game).state == CardState.OPEN


def test_scheduled_cards_come_in_the_order_of_their_times(hand: Hand):
    releases = [
        {"kind": "release", "card": slug, "when": "after", "after_minutes": minutes}
        for slug, minutes in (("late", 8), ("soon", 3))
    ]
    game = make_day(
        card("first", way("one", effects=releases)),
        card("late"),
        card("soon"),
    )
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)
    hand.move(minutes=20)

    deadlines.run_due()

    order = [
        Card.objects.get(pk=entry.params["card"]).slug
        for entry in JournalEntry.objects.filter(kind="card_issued").order_by("seq")
    ]
    assert order == ["first", "soon", "late"]
    assert the_card(game, "soon").issued_at == 180_000
    assert the_card(game, "soon").state == CardState.EXPIRED  # 3 + 10 minutes are over too
    assert the_card(game, "late").state == CardState.EXPIRED


def test_scheduled_card_waits_while_the_clock_stands(hand: Hand):
    release = {"kind": "release", "card": "second", "when": "after", "after_minutes": 3}
    game = make_day(card("first", way("one", effects=[release])), card("second"))
    crew = make_volunteers(game, 2)
    master = make_master(game)
    issue(game)
    speak(call_chorus(game, crew), *crew)
    hand.move(minutes=2)
    turns.pause(reason="чай", by=master)
    hand.move(minutes=60)
    deadlines.run_due()
    turns.resume(by=master)
    deadlines.run_due()
    assert the_card(game, "second").state == CardState.SCHEDULED

    hand.move(minutes=1)
    deadlines.run_due()

    assert (the_card(game, "second").state, the_card(game, "second").issued_at) == (
        CardState.OPEN,
        180_000,
    )


def test_day_runs_at_its_own_speed(hand: Hand):
    game = make_day()
    Game.objects.update(clock_speed=60.0)
    issue(game)
    hand.move(seconds=10)
    deadlines.run_due()
    assert the_card(game).state == CardState.OPEN
    hand.move(seconds=0.1)

    deadlines.run_due()

    assert the_card(game).state == CardState.EXPIRED


def test_restart_in_the_middle_keeps_every_deadline(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 3)
    issue(game)
    hand.move(minutes=5)
    chorus = call_chorus(game, crew)
    before = list(Card.objects.values_list("slug", "due_at")), chorus.ends_at

    games.renew_epochs()
    deadlines.run_due()

    again = Chorus.objects.get(pk=chorus.pk)
    assert (list(Card.objects.values_list("slug", "due_at")), again.ends_at) == before
    assert again.state == ChorusState.OPEN
    speak(again, *crew[:2])
    assert states(game)["first"] == CardState.RESOLVED


def test_nothing_is_promised_once_all_is_over(hand: Hand):
    game = make_day(card("first", way("one", cost={"energy": 9})))
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)
    hand.move(minutes=30)
    deadlines.run_due()

    assert set(ledger.promised(game.pk).values()) == {0}
    assert not Chorus.objects.filter(state__in=("open", "queued")).exists()


def test_lost_people_are_told_once(hand: Hand):
    game = make_day()
    crew = make_volunteers(game, 4)
    issue(game)
    chorus = call_chorus(game, crew)
    hand.move(seconds=Figures().lost_after + 1)
    answer_now(*crew[:3])
    deadlines.run_due()
    deadlines.run_due()

    assert JournalEntry.objects.filter(kind="seats_lost").count() == 1
    assert choruses.count(chorus) == (3, 0)
