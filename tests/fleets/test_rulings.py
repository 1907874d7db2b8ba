"""Rulings and own figures: confirmed or changed for the day, in force from the next battle on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleets import battles, rulings, tables
from fleets.errors import NoSuchRulingError, TablesFaultyError
from fleets.models import Battle, HouseRules
from fleets.rules import horizon
from hq.errors import NotAllowedError
from tests.factories.battles import duellists, fight, make_war, seat
from tests.factories.days import make_master

pytestmark = pytest.mark.django_db

SOURCES = Path(horizon.__file__).parent / "SOURCES.md"


def tables_of(battle):
    fresh = Battle.objects.get(pk=battle.pk)
    return battles.field_of(fresh, fresh.game).state.tables


@pytest.fixture
def war():
    game = make_war()
    duellists(game)
    return game


def test_every_ruling_of_the_sources_can_be_confirmed():
    written = set(re.findall(r"^\| (H-\d+) \|", SOURCES.read_text(encoding="utf-8"), re.MULTILINE))

    assert {ruling.number for ruling in rulings.of("horizon")} == written


@pytest.mark.parametrize(
    ("number", "choice"),
    [(ruling.number, choice) for ruling in rulings.of("horizon") for choice in ruling.choices],
    ids=lambda value: value if isinstance(value, str) else value.slug,
)
def test_every_choice_fits_the_tables_and_is_told_in_both_languages(number, choice):
    built = tables.load("horizon", dict(choice.changes))

    assert (built == tables.default("horizon")) == (not choice.changes)
    assert set(choice.title) == {"ru", "en"}


def test_ruling_waits_until_it_is_confirmed(war):
    first = rulings.listed(war.pk, "horizon")[0]
    assert (first.number, first.chosen, first.confirmed) == ("H-1", "out", False)

    rulings.confirm(system="horizon", number="H-1", by=make_master(war))

    first = rulings.listed(war.pk, "horizon")[0]
    assert (first.chosen, first.confirmed) == ("out", True)


def test_h1_seven_may_be_no_effect_from_the_next_battle_on(war):
    before = fight(war)
    rulings.confirm(system="horizon", number="H-1", choice="none", by=make_master(war))
    assert tables_of(before).hits[7].outcome == "out"
    Battle.objects.update(status="closed", closed_at=1)

    assert tables_of(fight(war)).hits[7].outcome == "none"


def test_own_figures_lie_over_the_rulings(war):
    master = make_master(war)
    rulings.confirm(system="horizon", number="H-11", choice="two", by=master)
    rulings.change(
        system="horizon", overrides={"figures": {"command_points": {"value": 3}}}, by=master
    )

    figures = tables_of(fight(war)).figures

    assert figures["collision_hit_rolls"].value == 2
    assert figures["command_points"].value == 3


@pytest.mark.parametrize("overrides", [{"figures": {"command_points": {"value": "x"}}}, [1], "x"])
def test_figures_that_do_not_fit_change_nothing(war, overrides):
    with pytest.raises(TablesFaultyError):
        rulings.change(system="horizon", overrides=overrides, by=make_master(war))

    assert not HouseRules.objects.exists()


@pytest.mark.parametrize(("number", "choice"), [("H-99", ""), ("H-1", "maybe")])
def test_unknown_ruling_is_refused(war, number, choice):
    with pytest.raises(NoSuchRulingError):
        rulings.confirm(system="horizon", number=number, choice=choice, by=make_master(war))


def test_rulings_are_the_masters(war):
    red = seat(war, "Рита")

    with pytest.raises(NotAllowedError):
        rulings.confirm(system="horizon", number="H-1", by=red)
    with pytest.raises(NotAllowedError):
        rulings.change(system="horizon", overrides={}, by=red)


def test_system_without_rulings_lists_none(war):
    assert rulings.listed(war.pk, "no-such-system") == ()
