"""Makes the fixture of the version in force: python -m tests.fleets.rules.horizon.make_fixture

Run it once, before a version is released; a released fixture is never made anew.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from fleets.rules.base import MASTER
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import upgrade
from fleets.rules.horizon.records import FACTS, Fact
from fleets.rules.horizon.state import SceneObject, State
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.terms import Face, Phase, SceneKind, Status, System
from tests.fleets.rules.horizon.table import SeededRolls, battle, bot, fleet, roster, seeded, small
from tests.fleets.rules.horizon.test_properties import SCENE

TARGET = Path(__file__).parent / "fixtures" / f"v{upgrade.VERSION}.json"


def masters_whims(state: State, chance: random.Random) -> list[i.Intent]:
    """What only a master does, so that these records are in the fixture too."""
    ship = chance.choice(list(state.ships.values()))
    return [
        i.GrantBonus(squadron="a", bonus=1, rounds=2),
        i.CorrectPoints(squadron="a", points=3, reason="counted again"),
        i.CorrectShip(ship=ship.id, status=Status.ACTIVE, damage=(System.CREW,), reason="seen"),
        i.Reinforce(roster=roster("late", "reds", small("z0", crew=("Вера", "Глеб")))),
        i.PlaceObject(thing=SceneObject(id="rock2", name="rock", kind=SceneKind.ASTEROID)),
        i.FreeRoll(squadron="a", dice="1d20", text="for luck"),
        i.SceneCount(thing="light", counter="hull", delta=-20),
    ]


def eager(state: State, command: i.Intent) -> i.Intent:
    """Shoot at the rear, so that targets may get away, and let them."""
    if not isinstance(command, i.FireGun) or command.response is not None:
        return command
    command = replace(command, face=Face.REAR)
    asked = [ask for ask in SYSTEM.asks(state, command) if ask.field == "response"]
    return replace(command, response=asked[-1].value) if asked else command


def one_battle(seed: int) -> tuple[State, list[Fact], State]:
    chance = seeded(seed)
    rolls = SeededRolls(chance)
    first = battle(fleet("a", "reds"), fleet("b", "blues", 5), rounds=3, scene=SCENE)
    state, records, reopened = first, [], False
    while True:
        if state.phase is Phase.OVER and settled(state):
            if reopened:
                return first, records, state
            reopened, command = True, i.Reopen(rounds=state.rounds)
        elif chance.random() < 0.05:
            command = chance.choice(masters_whims(state, chance))
        else:
            command = eager(state, bot(state, chance))
        if SYSTEM.check(state, command, MASTER) is None:
            outcome = SYSTEM.apply(state, command, rolls)
            state = outcome.state
            records += outcome.records


def settled(state: State) -> bool:
    return all(
        ship.id in state.survival and state.survival[ship.id].settled
        for ship in state.ships.values()
        if ship.status is Status.OUT
    )


def main() -> None:
    played = [one_battle(seed) for seed in range(60)]
    battles, missing = [], set(FACTS)
    while missing:
        best = max(played, key=lambda one: len(missing & {record.kind for record in one[1]}))
        first, records, state = best
        missing -= {record.kind for record in records}
        battles.append(
            {
                "first": SYSTEM.encode_state(first),
                "records": [SYSTEM.encode_record(record) for record in records],
                "state": SYSTEM.encode_state(state),
            }
        )
    text = json.dumps({"battles": battles}, ensure_ascii=False, sort_keys=True, indent=0)
    TARGET.write_text(text + "\n", encoding="utf-8")
    print(f"{len(battles)} battles in {TARGET}")


if __name__ == "__main__":
    main()
