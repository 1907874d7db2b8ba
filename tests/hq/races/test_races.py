"""Two at once: with the lock one verdict, without it the fault shows (reliability, test 10)."""

from __future__ import annotations

import threading
from functools import partial

import pytest

from horizonwar import clock
from hq import aids, choruses, deadlines, decisions, dispatches, games, journal, ledger, people
from hq.dispatches import Place
from hq.enums import CardState, ChorusState, Phase, PoolKind, Role
from hq.journal import AlreadyDone
from hq.models import (
    Aid,
    Backing,
    Card,
    Chorus,
    ChronicleLine,
    Decision,
    Dispatch,
    Game,
    JournalEntry,
    LedgerLine,
    Person,
    Pool,
    Seat,
    Voice,
)
from tests.factories.days import (
    back_all,
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
from tests.factories.tables import ship, telling
from tests.hq.races.crowd import Meeting, outcomes, run_together

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.timeout(120)]


def pool_adds_up(game: Game, kind: PoolKind) -> bool:
    pool = Pool.objects.get(game=game, kind=kind)
    return pool.balance == sum(pool.lines.values_list("delta", flat=True))


def journal_is_whole(game: Game) -> bool:
    seqs = list(game.journal.order_by("seq").values_list("seq", flat=True))
    return seqs == list(range(1, Game.objects.get(pk=game.pk).seq + 1))


def test_fifteen_spenders_on_a_pool_for_ten(locked: bool, hand: Hand, monkeypatch):
    game = make_day(pools={"energy": {"start": 10, "ceiling": 80}})
    master = make_master(game)
    Meeting(15).before(monkeypatch, Pool, "save")
    spend = partial(ledger.correct, kind="energy", delta=-1, note="расход", by=master)

    answers = run_together([spend] * 15)

    spent = LedgerLine.objects.filter(reason="correction").count()
    if locked:
        assert outcomes(answers) == {"done": 10, "TakenTooMuchError": 5}
        assert (spent, Pool.objects.get(kind="energy").balance) == (10, 0)
        assert pool_adds_up(game, PoolKind.ENERGY)
        assert journal_is_whole(game)
    else:
        assert spent > 10
        assert not pool_adds_up(game, PoolKind.ENERGY)


def test_spenders_without_any_choreography(wipeable: None, hand: Hand):
    for number in range(5):
        game = make_day(key=f"day-{number}", pools={"energy": {"start": 10, "ceiling": 80}})
        master = make_master(game)
        spend = partial(ledger.correct, kind="energy", delta=-1, note="расход", by=master)

        answers = run_together([spend] * 15)

        assert outcomes(answers) == {"done": 10, "TakenTooMuchError": 5}
        assert pool_adds_up(game, PoolKind.ENERGY)
        assert journal_is_whole(game)


def test_twenty_parallel_casts_of_one_voter(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    Meeting(20).after(monkeypatch, decisions, "_check_in_deliberation")
    casts = [
        partial(decisions.back, card_id=first.pk, way_id=the_way(game, slug).pk, by=vera)
        for slug in ("one", "two") * 10
    ]

    answers = run_together(casts)

    assert Backing.objects.count() == 1  # whatever happens: the database holds this one
    told = JournalEntry.objects.filter(kind="way_backed")
    if locked:
        assert outcomes(answers) == {"done": 20}
        assert told.count() == 20
        assert told.last().params["way"] == Backing.objects.get().way_id
        assert journal_is_whole(game)
    else:
        assert outcomes(answers)["IntegrityError"] > 0  # two events of one number
        assert told.count() < 20


def test_twenty_taps_with_one_key_are_one_cast(wipeable: None, hand: Hand):
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    chosen = the_way(game).pk
    cast = partial(decisions.back, card_id=first.pk, way_id=chosen, by=vera, key="k" * 22)

    answers = run_together([cast] * 20)

    assert outcomes(answers) == {"done": 1, AlreadyDone.__name__: 19}
    assert JournalEntry.objects.filter(kind="way_backed").count() == 1


def test_two_seals_at_once(locked: bool, hand: Hand, monkeypatch):
    effects = [
        {"kind": "pool", "pool": "resources", "delta": -5},
        {"kind": "chronicle", "text": text("Мост стоит")},
    ]
    game = make_day(card("first", way("one", cost={"energy": 7}, effects=effects)))
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    masters = [make_master(game), make_master(game, "olga")]
    Meeting(2).before(monkeypatch, ledger, "shortfall")

    answers = run_together(
        [partial(choruses.seal_for_room, chorus_id=chorus.pk, by=master) for master in masters]
    )

    paid = LedgerLine.objects.filter(reason="way").count()
    if locked:
        assert outcomes(answers) == {"done": 1, "ChorusOverError": 1}
        assert paid == 1
        assert LedgerLine.objects.filter(reason="outcome").count() == 1
        assert ChronicleLine.objects.count() == 1
        assert Pool.objects.get(kind="energy").balance == 53
        assert journal_is_whole(game)
    else:
        assert paid == 2


def test_last_two_voices_at_once_seal_once(locked: bool, hand: Hand, monkeypatch):
    game = make_day(card("first", way("one", cost={"energy": 7})))
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    Meeting(2).before(monkeypatch, choruses, "_seal_when_enough")

    answers = run_together(
        [partial(choruses.speak, chorus_id=chorus.pk, by=viewer) for viewer in crew[:2]]
    )

    assert Voice.objects.filter(spoken_at__isnull=False).count() == 2
    paid = LedgerLine.objects.filter(reason="way").count()
    if locked:
        assert outcomes(answers) == {"done": 2}
        assert paid == 1
        assert Chorus.objects.get().state == ChorusState.SEALED
        assert journal_is_whole(game)
    else:
        assert paid == 2 or outcomes(answers)["done"] < 2


def test_two_voicings_of_one_card_at_once(locked: bool, hand: Hand, monkeypatch):
    game = make_day(card("first", way("one", cost={"energy": 40})))
    crew = make_volunteers(game, 3)
    first = issue(game)
    back_all(game, crew)
    chosen = the_way(game).pk
    Meeting(2).before(monkeypatch, choruses, "call")

    answers = run_together(
        [
            partial(decisions.voice, card_id=first.pk, way_id=chosen, by=viewer)
            for viewer in crew[:2]
        ]
    )

    assert Chorus.objects.count() == 1  # the database holds this one
    if locked:
        assert outcomes(answers) == {"done": 1, "AlreadyVoicedError": 1}
        assert journal_is_whole(game)
    else:
        assert outcomes(answers)["IntegrityError"] == 1  # no refusal in words


def test_two_voicings_of_two_cards_do_not_promise_the_same_energy(
    locked: bool, hand: Hand, monkeypatch
):
    game = make_day(
        card("first", way("one", cost={"energy": 40})),
        card("second", way("one", cost={"energy": 40})),
    )
    crew = make_volunteers(game, 3)
    for slug in ("first", "second"):
        issue(game, slug)
        back_all(game, crew, of=slug)
    Meeting(2).after(monkeypatch, ledger, "check_covers")
    ways = [the_way(game, of=slug) for slug in ("first", "second")]

    answers = run_together(
        [
            partial(decisions.voice, card_id=found.card_id, way_id=found.pk, by=viewer)
            for found, viewer in zip(ways, crew, strict=False)
        ]
    )

    promised = ledger.promised(game.pk)[PoolKind.ENERGY]
    if locked:
        assert outcomes(answers) == {"done": 1, "PoolTooLowError": 1}
        assert promised == 40
        assert set(Decision.objects.values_list("phase", flat=True)) == {
            Phase.CHORUS,
            Phase.DELIBERATION,
        }
    else:
        assert promised == 80  # of 60


def test_two_people_of_one_name_at_the_door(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    door = games.door(game, Role.VOLUNTEER)
    Meeting(2).after(monkeypatch, people, "_clean_name")

    answers = run_together([partial(people.join, invitation=door, name="Вера")] * 2)

    veras = Person.objects.filter(name="Вера").count()
    if locked:
        assert outcomes(answers) == {"done": 1, "NameTakenError": 1}
        assert veras == 1
    else:
        assert veras == 2


def test_double_tap_on_join(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    door = games.door(game, Role.VOLUNTEER)
    Meeting(2).after(monkeypatch, people, "_seat")

    answers = run_together([partial(people.join, invitation=door, name="Вера", key="k" * 22)] * 2)

    assert Seat.objects.filter(role=Role.VOLUNTEER).count() == 1  # the key is unique anyway
    (repeat,) = [answer for answer in answers if isinstance(answer, AlreadyDone)]
    if locked:
        assert repeat.made == {"seat": Seat.objects.get(role=Role.VOLUNTEER).pk}
    else:
        assert repeat.made == {}  # the second tap would not know its own seat


def test_master_who_opens_two_tabs_has_one_seat(wipeable: None, hand: Hand):
    game = make_day()
    user = Seat.objects.get(pk=make_master(game).seat_id).person.user
    Person.objects.filter(user=user).delete()

    answers = run_together([partial(people.seat_master, game=game, user=user)] * 6)

    assert outcomes(answers) == {"done": 6}
    assert Seat.objects.filter(role=Role.MASTER).count() == 1


def test_deadline_against_vote(locked: bool, hand: Hand, monkeypatch):
    """The vote came in time and was checked; then the clock looks, a moment later."""
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    hand.move(minutes=10, seconds=1)
    late = hand.moment.replace(microsecond=5000)
    own = threading.local()
    monkeypatch.setattr(clock, "now", lambda: getattr(own, "moment", hand.moment))
    is_checked, is_expired = threading.Event(), threading.Event()
    check = decisions._check_in_deliberation

    def check_and_dawdle(decision: Decision) -> None:
        check(decision)
        is_checked.set()
        is_expired.wait(1.5)

    monkeypatch.setattr(decisions, "_check_in_deliberation", check_and_dawdle)

    def vote() -> None:
        decisions.back(card_id=first.pk, way_id=the_way(game).pk, by=vera)

    def look() -> None:
        is_checked.wait(10)
        own.moment = late
        deadlines.run_next(game.pk)
        is_expired.set()

    answers = run_together([vote, look])

    assert the_card(game).state == CardState.EXPIRED
    kinds = list(
        JournalEntry.objects.filter(kind__in=("way_backed", "card_expired"))
        .order_by("seq")
        .values_list("kind", flat=True)
    )
    if locked:
        assert outcomes(answers) == {"done": 2}
        assert kinds == ["way_backed", "card_expired"]
        assert journal_is_whole(game)
    else:
        # The vote landed on a card that was over, or its event lost its number to the expiry.
        assert Backing.objects.count() == 1
        assert kinds != ["way_backed", "card_expired"]


def test_word_against_the_end_of_the_window(locked: bool, hand: Hand, monkeypatch):
    game = make_day(card("first", way("one", cost={"energy": 7})))
    crew = make_volunteers(game, 2)
    issue(game)
    chorus = call_chorus(game, crew)
    choruses.speak(chorus_id=chorus.pk, by=crew[0])
    hand.move(seconds=21)
    late = hand.moment.replace(microsecond=5000)
    Person.objects.update(seen_at=hand.moment)
    own = threading.local()
    monkeypatch.setattr(clock, "now", lambda: getattr(own, "moment", hand.moment))
    is_heard, is_broken = threading.Event(), threading.Event()
    find = choruses._get_sounding

    def find_and_dawdle(**told) -> Chorus:
        found = find(**told)
        is_heard.set()
        is_broken.wait(1.5)
        return found

    monkeypatch.setattr(choruses, "_get_sounding", find_and_dawdle)

    def look() -> None:
        is_heard.wait(10)
        own.moment = late
        deadlines.run_next(game.pk)
        is_broken.set()

    answers = run_together([partial(choruses.speak, chorus_id=chorus.pk, by=crew[1]), look])

    kinds = set(JournalEntry.objects.values_list("kind", flat=True))
    if locked:
        assert outcomes(answers) == {"done": 2}
        assert "decision_sealed" in kinds
        assert "chorus_broken" not in kinds
        assert LedgerLine.objects.filter(reason="way").count() == 1
        assert Card.objects.get().state == CardState.RESOLVED
    else:
        assert "chorus_broken" in kinds
        assert Chorus.objects.get().state == ChorusState.SEALED  # broken, and sealed all the same


def test_many_tickers_do_each_due_thing_once(wipeable: None, hand: Hand):
    fate = [{"kind": "chronicle", "text": text("поздно")}]
    game = make_day(*[card(f"c{n}", failure_effects=fate) for n in range(6)])
    for number in range(6):
        issue(game, f"c{number}")
    hand.move(minutes=11)

    answers = run_together([deadlines.run_due] * 4)

    assert outcomes(answers) == {"done": 4}
    assert ChronicleLine.objects.count() == 6
    assert JournalEntry.objects.filter(kind="card_expired").count() == 6
    assert journal_is_whole(game)


def test_courier_and_code_at_once_free_a_dispatch_once(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    vera, master = make_volunteer(game), make_master(game)
    sent = dispatches.write(
        text="!", places=[Place(kind="hq")], way="courier", by=master, card_id=the_card(game).pk
    )
    Meeting(2).before(monkeypatch, Dispatch, "save")

    answers = run_together(
        [
            partial(dispatches.hand_over, dispatch_id=sent.pk, by=master),
            partial(dispatches.open_by_code, code=sent.code, by=vera),
        ]
    )

    told = outcomes(answers)
    is_once = told in ({"done": 1, "CodeWrongError": 1}, {"done": 1, "DispatchGoneError": 1})
    assert is_once == locked


def test_last_aid_goes_to_one_ship(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    crew = make_volunteers(game, 2)
    with telling() as tables:
        tables.ships = [ship("7"), ship("8")]
        with journal.act("outcome", by=make_master(game)) as act:
            aids.bring(act=act, kind="reroll", count=1, title={}, at=0)
        Meeting(2).before(monkeypatch, Aid, "save")

        answers = run_together(
            [
                partial(aids.send, kind="reroll", title="", table="luna", ship=one, by=by)
                for one, by in zip(("7", "8"), crew, strict=True)
            ]
        )

    assert (outcomes(answers) == {"done": 1, "AidGoneError": 1}) == locked


def test_many_tickers_deliver_a_dispatch_once(wipeable: None, hand: Hand):
    game = make_day()
    dispatches.write(
        text="!", places=[Place(kind="hq")], way="delayed", minutes=1, by=make_master(game)
    )
    hand.move(minutes=2)

    answers = run_together([deadlines.run_due] * 6)

    assert outcomes(answers) == {"done": 6}
    assert JournalEntry.objects.filter(kind="dispatch_arrived").count() == 1
