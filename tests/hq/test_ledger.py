from __future__ import annotations

import pytest
from django.db import Error, connection, transaction

from hq import ledger
from hq.enums import PoolKind
from hq.errors import (
    AmountError,
    MoraleNotGivenError,
    NotAllowedError,
    PoolFullError,
    PoolTooLowError,
    ReasonMissingError,
    ResourcesNotGivenError,
)
from hq.models import Game, JournalEntry, LedgerLine, Pool
from tests.factories.days import make_day, make_master, make_volunteer

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

    with pytest.raises(PoolTooLowError) as refusal:
        ledger.correct(kind=PoolKind.ENERGY, delta=-67, note="щит", by=make_master(game))

    assert refusal.value.params == {"pool": PoolKind.ENERGY.label, "missing": 7, "free": 60}
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
