from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import Error, connection, transaction

from hq import ledger
from hq.enums import PoolKind
from hq.errors import (
    AmountError,
    GiftCapError,
    LineSpentError,
    LineStaysError,
    LineUndoneError,
    MoraleNotGivenError,
    NotAllowedError,
    NotFoundHereError,
    PoolFullError,
    ReasonMissingError,
    ResourcesNotGivenError,
    TakenTooMuchError,
)
from hq.models import Game, JournalEntry, LedgerLine, Pool
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    way,
)

pytestmark = pytest.mark.django_db


def balance(game: Game, kind: PoolKind) -> int:
    pool = Pool.objects.get(game=game, kind=kind)
    assert pool.balance == sum(pool.lines.values_list("delta", flat=True))
    return pool.balance


def test_new_day_has_opening_lines_for_its_pools():
    game = make_day()

    assert [balance(game, kind) for kind in PoolKind] == [60, 40, 24]
    assert set(LedgerLine.objects.values_list("reason", flat=True)) == {"opening"}


def test_gift_of_energy_adds_a_line_in_the_givers_name():
    game = make_day()
    vera = make_volunteer(game)

    line = ledger.give(kind=PoolKind.ENERGY, amount=5, by=vera)

    assert (line.delta, line.balance_after, line.person_id) == (5, 65, vera.person_id)
    assert balance(game, PoolKind.ENERGY) == 65


def test_gift_of_morale_from_a_personal_pool_is_refused_with_the_reason():
    game = make_day()

    with pytest.raises(MoraleNotGivenError) as refusal:
        ledger.give(kind=PoolKind.MORALE, amount=1, by=make_volunteer(game))

    assert {"БЧС", "BChS"} & set(str(refusal.value).split())
    assert balance(game, PoolKind.MORALE) == 24


def test_gift_of_resources_is_refused():
    game = make_day()

    with pytest.raises(ResourcesNotGivenError):
        ledger.give(kind=PoolKind.RESOURCES, amount=1, by=make_volunteer(game))


@pytest.mark.parametrize("amount", [0, -3, 21])
def test_gift_outside_its_bounds_is_refused(amount: int):
    game = make_day()

    with pytest.raises(AmountError):
        ledger.give(kind=PoolKind.ENERGY, amount=amount, by=make_volunteer(game))

    assert balance(game, PoolKind.ENERGY) == 60


def test_gift_by_a_master_is_refused():
    game = make_day()

    with pytest.raises(NotAllowedError):
        ledger.give(kind=PoolKind.ENERGY, amount=1, by=make_master(game))


def test_correction_needs_a_reason():
    game = make_day()

    with pytest.raises(ReasonMissingError):
        ledger.correct(kind=PoolKind.ENERGY, delta=1, note="  ", by=make_master(game))


def test_correction_of_zero_is_refused():
    game = make_day()

    with pytest.raises(AmountError):
        ledger.correct(kind=PoolKind.ENERGY, delta=0, note="сверка", by=make_master(game))


def test_correction_by_a_volunteer_is_refused():
    game = make_day()

    with pytest.raises(NotAllowedError):
        ledger.correct(kind=PoolKind.ENERGY, delta=9, note="хочу", by=make_volunteer(game))


def test_taking_exactly_all_is_allowed():
    game = make_day()

    ledger.correct(kind=PoolKind.RESOURCES, delta=-40, note="склад сгорел", by=make_master(game))

    assert balance(game, PoolKind.RESOURCES) == 0


def test_taking_more_than_there_is_writes_nothing_and_says_what_is_missing():
    game = make_day()
    lines, entries = LedgerLine.objects.count(), JournalEntry.objects.count()

    with pytest.raises(TakenTooMuchError) as refusal:
        ledger.correct(kind=PoolKind.ENERGY, delta=-67, note="щит", by=make_master(game))

    assert refusal.value.params == {"pool": PoolKind.ENERGY.label, "missing": 7, "free": 60}
    assert "не больше 60" in str(refusal.value)
    assert (LedgerLine.objects.count(), JournalEntry.objects.count()) == (lines, entries)
    assert balance(game, PoolKind.ENERGY) == 60


def test_r2_morale_never_rises_above_its_ceiling():
    game = make_day()

    with pytest.raises(PoolFullError) as refusal:
        ledger.correct(kind=PoolKind.MORALE, delta=7, note="пополнение", by=make_master(game))

    assert refusal.value.params["room"] == 6


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE hq_ledgerline SET delta = 1000",
        "UPDATE hq_ledgerline SET balance_after = 0",
        "DELETE FROM hq_ledgerline",
        "UPDATE hq_pool SET balance = -1",
    ],
)
def test_database_refuses_to_touch_the_books(statement: str):
    make_day()

    with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_orm_cannot_delete_or_change_a_line():
    make_day()

    with pytest.raises(Error), transaction.atomic():
        LedgerLine.objects.all().delete()
    with pytest.raises(Error), transaction.atomic():
        LedgerLine.objects.update(delta=1)


# A cap on gifts


def test_gifts_of_one_person_stop_at_the_days_cap_and_say_what_is_left():
    game = make_day()
    vera, timur = make_volunteer(game), make_volunteer(game, "Тимур")
    ledger.give(kind=PoolKind.ENERGY, amount=7, by=vera)

    with pytest.raises(GiftCapError) as refusal:
        ledger.give(kind=PoolKind.ENERGY, amount=4, by=vera)
    assert refusal.value.params == {"most": 10, "given": 7, "left": 3}

    ledger.give(kind=PoolKind.ENERGY, amount=3, by=vera)
    ledger.give(kind=PoolKind.ENERGY, amount=10, by=timur)
    assert balance(game, PoolKind.ENERGY) == 80


def test_cap_of_gifts_is_data_of_the_pack():
    game = make_day(settings={"gift_daily": 2})

    with pytest.raises(AmountError) as refusal:
        ledger.give(kind=PoolKind.ENERGY, amount=3, by=make_volunteer(game))

    assert refusal.value.params == {"most": 2}


def test_undone_gift_does_not_count_against_the_cap():
    game = make_day()
    vera = make_volunteer(game)
    gift = ledger.give(kind=PoolKind.ENERGY, amount=10, by=vera)

    ledger.reverse(line_id=gift.pk, reason="ошиблась", by=make_master(game))

    ledger.give(kind=PoolKind.ENERGY, amount=10, by=vera)
    assert balance(game, PoolKind.ENERGY) == 70


# Undo


def test_undo_is_a_counter_entry_and_both_lines_stay():
    game = make_day()
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))

    undo = ledger.reverse(line_id=gift.pk, reason="  не туда ", by=make_master(game))

    assert (undo.delta, undo.balance_after, undo.reverses_id) == (-5, 60, gift.pk)
    assert (undo.reason, undo.params) == ("undo", {"note": "не туда"})
    assert LedgerLine.objects.filter(pk=gift.pk, delta=5).exists()
    assert balance(game, PoolKind.ENERGY) == 60


def test_payment_for_a_way_is_undone_with_its_card():
    game = make_day(card("first", way("one", cost={"resources": 6})))
    crew = make_volunteers(game, 2)
    issue(game)
    speak(call_chorus(game, crew), *crew)
    paid = LedgerLine.objects.get(reason="way")

    undo = ledger.reverse(line_id=paid.pk, reason="мастер ошибся", by=make_master(game))

    assert (undo.delta, undo.card) == (6, paid.card)
    assert balance(game, PoolKind.RESOURCES) == 40


def test_line_is_undone_once():
    game = make_day()
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))
    undo = ledger.reverse(line_id=gift.pk, reason="раз", by=make_master(game))

    with pytest.raises(LineUndoneError):
        ledger.reverse(line_id=gift.pk, reason="два", by=make_master(game))
    with pytest.raises(LineStaysError):
        ledger.reverse(line_id=undo.pk, reason="назад", by=make_master(game))

    assert balance(game, PoolKind.ENERGY) == 60


def test_opening_line_stays():
    game = make_day()
    opening = LedgerLine.objects.filter(game=game, reason="opening").first()
    assert opening is not None

    with pytest.raises(LineStaysError):
        ledger.reverse(line_id=opening.pk, reason="так", by=make_master(game))


def test_undo_below_zero_is_refused_with_what_is_missing():
    game = make_day()
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=make_volunteer(game))
    ledger.correct(kind=PoolKind.ENERGY, delta=-63, note="пожар", by=make_master(game))

    with pytest.raises(LineSpentError) as refusal:
        ledger.reverse(line_id=gift.pk, reason="не туда", by=make_master(game))

    assert refusal.value.params == {"pool": PoolKind.ENERGY.label, "missing": 3, "free": 2}
    assert "Сначала поправьте пул" in str(refusal.value)
    assert not LedgerLine.objects.filter(reason="undo").exists()


def test_undo_above_the_ceiling_of_morale_is_refused():
    game = make_day()
    loss = ledger.correct(kind=PoolKind.MORALE, delta=-4, note="потери", by=make_master(game))
    ledger.correct(kind=PoolKind.MORALE, delta=10, note="смена", by=make_master(game))

    with pytest.raises(PoolFullError):
        ledger.reverse(line_id=loss.pk, reason="нашлись", by=make_master(game))


def test_undo_needs_a_master_a_reason_and_a_line_of_this_day():
    game, other = make_day(), make_day(key="other")
    vera = make_volunteer(game)
    gift = ledger.give(kind=PoolKind.ENERGY, amount=5, by=vera)

    with pytest.raises(NotAllowedError):
        ledger.reverse(line_id=gift.pk, reason="моё", by=vera)
    with pytest.raises(ReasonMissingError):
        ledger.reverse(line_id=gift.pk, reason=" ", by=make_master(game))
    with pytest.raises(NotFoundHereError):
        ledger.reverse(line_id=gift.pk, reason="чужое", by=make_master(other))


# The check from outside


def test_books_that_agree_pass_the_check(capsys):
    make_day()

    call_command("check_ledger")

    assert "day" in capsys.readouterr().out


def test_r15_books_that_differ_fail_the_check_and_are_named(capsys):
    game = make_day()
    Pool.objects.filter(game=game, kind=PoolKind.ENERGY).update(balance=61)

    with pytest.raises(SystemExit) as end:
        call_command("check_ledger", "day")

    assert end.value.code == 1
    told = capsys.readouterr().out
    assert "61" in told
    assert "60" in told


def test_check_of_a_day_that_is_not_there_fails():
    with pytest.raises(CommandError, match="nowhere"):
        call_command("check_ledger", "nowhere")
