"""Building ships and squadrons: limits warn and never block; setting up a battle."""

from __future__ import annotations

import pytest

from fleets.rules.horizon import ladder, ships, squadrons
from fleets.rules.horizon.setup import BadSetupError, Setup
from fleets.rules.horizon.state import SceneObject
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import SceneKind, Status
from fleets.rules.kit import codec
from tests.fleets.rules.horizon.table import (
    TABLES,
    battle,
    d,
    guns,
    large,
    medium,
    roster,
    small,
    stored,
)


def codes(ship):
    return {caution.code for caution in ships.cautions(ship, TABLES)}


@pytest.mark.parametrize(
    ("ship", "code"),
    [
        (small("s", speed=1), "speed-off-limits"),
        (small("s", defence=d("2d8")), "defence-off-type"),
        (large("l", piloting=d("2d10")), "pilot-off-type"),
        (small("s", "laser-disco"), "unknown-upgrade"),
        (small("s", "shields", "decoy", "ram", "agile"), "too-many-upgrades"),
        (small("s", "shields", "decoy", "ram", guns=guns("2d8", "2d8T")), "over-cap"),
        (small("s", printed_cost=(99, 100)), "cost-differs"),
        (small("s", guns=()), "guns-off-limits"),
        (small("s", guns=guns("2d8", "2d8T")), "too-many-guns-of"),
        (small("s", guns=guns("2d10")), "too-many-guns-of"),
        (large("l", guns=guns("2d6")), "too-many-guns-of"),
        (medium("m", guns=guns("2d8", "2d8")), "too-many-guns-facing"),
        (small("s", guns=guns("2d6", "2d6R")), "arc-needs-upgrade"),
        (medium("m", guns=guns("2d6E")), "arc-needs-upgrade"),
        (small("s", guns=guns("2d6T")), "first-gun-not-front"),
    ],
)
def test_h4_limits_of_a_ship_warn(ship, code):
    assert code in codes(ship)


@pytest.mark.parametrize(
    "ship",
    [
        small("s", "shields", "decoy", "ram", speed=2),
        small("s", "tailgunner", guns=guns("2d6", "2d6R"), speed=2),
        small("s", "fully-loaded", "shields", "decoy", "ram", guns=guns("2d6"), speed=2),
        small("s", "hard-point", guns=guns("2d6", "2d6T", "2d6T"), speed=2),
        medium("m"),
        large("l", guns=guns("2d10", "2d10T", "2d10R")),
        small("s", printed_cost=(11, 14)),
    ],
)
def test_h4_a_ship_within_its_limits(ship):
    assert codes(ship) <= ({"cost-differs"} if ship.printed_cost else set())


def test_a_printed_cost_is_always_accepted():
    ship = small("s", printed_cost=(7, 9))
    assert ships.cost_in_force(ship, TABLES) == ships.Cost(base=7, with_pilot=9)
    assert ships.cost(ship, TABLES).base == 11


def squadron_codes(*built, size=None, **changes):
    found = squadrons.cautions(roster("red", "reds", *built, **changes), TABLES, size)
    return {caution.code for owner, caution in found if owner is None}


def test_h4_limits_of_a_squadron_warn():
    four = [small(f"s{n}") for n in range(4)]
    assert squadron_codes(*four) == set()
    assert squadron_codes(*four, size=10) == {"over-size"}
    assert squadron_codes(*four, commander=None) == {"no-commander"}
    assert squadron_codes(*(small(f"s{n}") for n in range(17))) == {"too-many-ships"}
    assert squadron_codes(small("s"), large("l")) == {"too-few-small"}
    rare = [small(f"s{n}", "mining-charges") for n in range(2)]
    assert squadron_codes(*rare) == {"too-many-carry"}
    uncommon = [small(f"s{n}", "stealth") for n in range(4)]
    assert squadron_codes(*uncommon) == {"too-many-carry"}
    assert squadron_codes(*uncommon[:3], small("x", "unheard-of")) == set()


def test_cautions_of_ships_name_the_ship():
    found = squadrons.cautions(roster("red", "reds", small("s", speed=1)), TABLES)
    assert ("s", "speed-off-limits") in {(owner, caution.code) for owner, caution in found}


def test_every_caution_has_its_words():
    for ship in (small("s", "x", speed=9, guns=()), large("l", guns=guns("2d6E", "2d6R", "2d6R"))):
        for caution in ships.cautions(ship, TABLES):
            line = SYSTEM.explain(caution)
            assert line.text % {**line.params, **line.terms, **line.names}


# --- setting up ----------------------------------------------------------------------------


def test_a_setup_is_read_from_its_stored_form():
    given = Setup(
        sides=("reds", "blues"),
        rosters=(roster("red", "reds", small("a1")), roster("blue", "blues", small("b1"))),
        scene=(SceneObject(id="rock", name="rock", kind=SceneKind.ASTEROID),),
        rounds=4,
    )
    assert codec.decode(Setup, stored(given)) == given
    state = SYSTEM.open(stored(given), TABLES)
    assert state == SYSTEM.open(given, TABLES)
    assert state.rounds == 4


def test_ships_may_start_aboard():
    state = battle(
        roster("red", "reds", large("a1", "carrier"), small("a2"), aboard=(("a2", "a1"),))
    )
    assert (state.ships["a2"].status, state.ships["a2"].carrier) == (Status.ABOARD, "a1")


def test_a_bad_setup_lists_every_fault():
    rock = SceneObject(id="a1", name="rock", kind=SceneKind.ASTEROID, side="greens")
    twin_guns = (*guns("2d6"), *guns("2d6"))
    given = Setup(
        sides=("reds",),
        rosters=(
            roster("red", "reds", small("a1"), aboard=(("a1", "a1"),), commander="zz"),
            roster("blue", "blues", small("b1", guns=twin_guns)),
            roster("none", "reds"),
        ),
        scene=(rock,),
    )
    with pytest.raises(BadSetupError) as fault:
        SYSTEM.open(given, TABLES)
    told = str(fault.value)
    for part in (
        "a1: twice",
        "unknown side greens",
        "unknown side blues",
        "commander zz",
        "can't be aboard",
        "two guns of one id",
        "no ships",
    ):
        assert part in told


@pytest.mark.parametrize("written", ["", "d6", "2d", "0d6", "2x6", "2d6+"])
def test_no_dice(written):
    with pytest.raises(ValueError, match="no dice"):
        ladder.parse(written)


@pytest.mark.parametrize("written", ["2d6", "2d12+1", "1d6", "2d4-1", "1d20"])
def test_dice_are_written_as_they_are_read(written):
    assert str(d(written)) == written


def test_dice_off_the_ladder_do_not_shift():
    assert d("1d20").shifted(1) == d("1d20")
