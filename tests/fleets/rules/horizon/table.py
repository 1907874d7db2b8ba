"""Plain builders for tests: ships, squadrons, battles at a given phase, bots with a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from fleets import tables
from fleets.rules.base import MASTER, Actor, Option, RollAnswer, RollRequest
from fleets.rules.horizon import intents as i
from fleets.rules.horizon import ladder, view
from fleets.rules.horizon.ladder import Dice
from fleets.rules.horizon.records import Fact
from fleets.rules.horizon.setup import Setup
from fleets.rules.horizon.ships import Gun, Profile
from fleets.rules.horizon.squadrons import Roster
from fleets.rules.horizon.state import SceneObject, State, with_ship, with_squadron
from fleets.rules.horizon.system import SYSTEM
from fleets.rules.horizon.tables import Tables
from fleets.rules.horizon.terms import Arc, ShipType
from fleets.rules.kit import codec
from fleets.rules.kit.dice import ScriptedRolls

TABLES: Tables = tables.default("horizon")

ARCS = {"": Arc.FRONT, "R": Arc.REAR, "T": Arc.TURRET, "E": Arc.ENHANCED}


def d(written: str) -> Dice:
    return ladder.parse(written)


def guns(*written: str) -> tuple[Gun, ...]:
    """Guns as on a card: «2d8», «2d6T»."""
    made = []
    for number, text in enumerate(written, start=1):
        letter = text[-1] if text[-1] in "RTE" else ""
        made.append(Gun(id=f"g{number}", dice=d(text.removesuffix(letter)), arc=ARCS[letter]))
    return tuple(made)


def small(id_: str, *upgrades: str, **changes: Any) -> Profile:
    base = Profile(
        id=id_,
        name=changes.pop("name", id_),
        type=ShipType.SMALL,
        speed=3,
        defence=d("2d6"),
        guns=guns("2d8"),
        piloting=d("2d8"),
        upgrades=upgrades,
    )
    return replace(base, **changes)


def medium(id_: str, *upgrades: str, **changes: Any) -> Profile:
    base = Profile(
        id=id_,
        name=id_,
        type=ShipType.MEDIUM,
        speed=2,
        defence=d("2d8"),
        guns=guns("2d8", "2d8T"),
        piloting=d("2d8"),
        upgrades=upgrades,
    )
    return replace(base, **changes)


def large(id_: str, *upgrades: str, **changes: Any) -> Profile:
    base = Profile(
        id=id_,
        name=id_,
        type=ShipType.LARGE,
        speed=1,
        defence=d("2d10"),
        guns=guns("2d8", "2d8T", "2d10R"),
        piloting=d("2d6"),
        upgrades=upgrades,
    )
    return replace(base, **changes)


def roster(id_: str, side: str, *ships: Profile, **changes: Any) -> Roster:
    changes.setdefault("commander", ships[0].id if ships else None)
    return Roster(id=id_, name=id_, side=side, ships=ships, **changes)


def battle(
    *rosters: Roster,
    scene: Sequence[SceneObject] = (),
    rounds: int | None = None,
    tables_: Tables = TABLES,
    **changes: Any,
) -> State:
    sides = tuple(dict.fromkeys(r.side for r in rosters))
    given = Setup(sides=sides, rosters=rosters, scene=tuple(scene), rounds=rounds, **changes)
    return SYSTEM.open(given, tables_)


def duel(a: Profile | None = None, b: Profile | None = None, **changes: Any) -> State:
    """One ship a side: a1 of red against b1 of blue."""
    return battle(
        roster("red", "reds", a or small("a1")),
        roster("blue", "blues", b or small("b1")),
        **changes,
    )


def play(state: State, command: i.Intent, *dice: tuple[int, ...]) -> State:
    """Carry out a legal command with these dice, all of which must be used."""
    return told(state, command, *dice)[0]


def told(state: State, command: i.Intent, *dice: tuple[int, ...]) -> tuple[State, tuple[Fact, ...]]:
    """The state after a legal command, and its records."""
    refusal = SYSTEM.check(state, command, MASTER)
    assert refusal is None, refusal
    rolls = ScriptedRolls(dice)
    outcome = SYSTEM.apply(state, command, rolls)
    assert not rolls.left, f"dice not used: {rolls.left}"
    return outcome.state, outcome.records


def refused(state: State, command: i.Intent, actor: Actor = MASTER) -> str:
    """The code of the refusal of an illegal command."""
    refusal = SYSTEM.check(state, command, actor)
    assert refusal is not None, "this is legal"
    return refusal.code


def of(records: Iterable[Fact], cls: type[Any]) -> list[Any]:
    return [record for record in records if isinstance(record, cls)]


LOW_TO_HIGH = ((1, 1), (6, 6), (6, 5), (5, 5), (5, 4), (4, 4))


def at_movement(state: State, first: str = "") -> State:
    """To the movement phase; `first` is the group that moves first (lowest initiative)."""
    state = play(state, i.OpenRound())
    groups = sorted(state.due, key=lambda group: group != first)
    for group, faces in zip(groups, LOW_TO_HIGH, strict=False):
        squadron = next(s for s in state.squadrons.values() if s.group == group)
        state = play(state, i.RollInitiative(squadron=squadron.id), faces)
    return state


def at_shooting(state: State, last: str = "") -> State:
    """To the shooting phase, everybody having moved once; `last` shoots last."""
    state = at_movement(state, first=last)
    while state.phase == "movement":
        squadron = state.moving
        ship = next(
            s
            for s in state.ships.values()
            if s.active
            and not s.moved
            and state.squadrons[s.squadron].group == state.turn
            and squadron in (None, s.squadron)
        )
        state = play(state, i.Move(ship=ship.id))
        state = play(state, i.FinishActivation(ship=ship.id))
    return state


def at_maintenance(state: State) -> State:
    """To the maintenance phase, everybody evading."""
    state = at_shooting(state)
    while state.phase == "shooting":
        ship = next(
            s
            for s in state.ships.values()
            if s.active
            and not s.acted
            and s.docked_to is None
            and state.squadrons[s.squadron].group == state.turn
        )
        state = play(state, i.Evade(ship=ship.id))
    return state


def tweak(state: State, ship: str, **changes: Any) -> State:
    """Lay tokens on a ship."""
    return with_ship(state, replace(state.ships[ship], **changes))


def tweak_squadron(state: State, squadron: str, **changes: Any) -> State:
    return with_squadron(state, replace(state.squadrons[squadron], **changes))


# --- bots ----------------------------------------------------------------------------------


def seeded(seed: int) -> random.Random:
    """Chance that can be had again."""
    return random.Random(seed)  # noqa: S311  the same seed, the same battle


class SeededRolls:
    """Dice of a seeded generator: the same seed, the same battle."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def roll(self, request: RollRequest) -> RollAnswer:
        return RollAnswer(tuple(self._chance.randint(1, sides) for sides in request.sides))


WEIGHTS = {
    "fire-gun": 12,
    "fire-torpedo": 6,
    "drop-mine": 6,
    "move": 3,
    "finish-activation": 3,
    "end-round": 3,
    "evade": 1,
    "collision-alert": 1,
}
NEVER = ("advance-phase", "end-battle", "reopen", "scene-count")


def pick(options: Sequence[Option], chance: random.Random) -> i.Intent | None:
    """A random legal command of the options."""
    legal = [option for option in options if option.legal and option.kind not in NEVER]
    if not legal:
        return None
    weights = [WEIGHTS.get(option.kind, 2) for option in legal]
    option = chance.choices(legal, weights)[0]
    fields = dict(option.fields)
    for choice in option.choices:
        if choice.many:
            count = chance.randint(1, min(3, len(choice.values)))
            fields[choice.field] = chance.sample(choice.values, count)
        else:
            fields[choice.field] = chance.choice(choice.values)
    return SYSTEM.decode_command({"kind": option.kind, **fields})


def with_answers(state: State, command: i.Intent, chance: random.Random) -> i.Intent:
    """Sometimes say yes to what is asked before a roll."""
    for _ in range(2):
        asked = SYSTEM.asks(state, command)
        if not asked or chance.random() < 0.6:
            return command
        ask = chance.choice(asked)
        command = replace(command, **{ask.field: ask.value})
    return command


def bot(state: State, chance: random.Random) -> i.Intent:
    """A legal command of somebody the battle waits for: a random ship of theirs, if it can."""
    waited_for = [a.squadron for a in view.awaits(state) if a.squadron is not None]
    ships = [name for squadron in waited_for for name in state.squadrons[squadron].ships]
    chance.shuffle(ships)
    for ship in ships if state.phase in ("movement", "shooting") and not state.hits else ():
        command = pick(SYSTEM.options(state, MASTER, ship), chance)
        if command is not None:
            return with_answers(state, command, chance)
    command = pick(SYSTEM.options(state, MASTER), chance)
    assert command is not None, "nobody may do anything"
    return with_answers(state, command, chance)


def fleet(id_: str, side: str, count: int = 8) -> Roster:
    """A squadron with something of everything, one of eight aboard of the carrier."""
    kinds = (
        small(f"{id_}0", "torpedoes", "shields", "stealth"),
        small(f"{id_}1", "decoy", "ram", guns=guns("2d6", "2d6T")),
        small(f"{id_}2", "agile", "torpedoes", piloting=d("2d10")),
        small(f"{id_}3", "targeting-computer", "decoy"),
        medium(f"{id_}4", "mining-charges", "transport", "repair"),
        medium(f"{id_}5", "stealth", "repair", "shields"),
        large(f"{id_}6", "carrier", "mining-charges", "torpedoes"),
        small(f"{id_}7"),
    )
    aboard = ((f"{id_}7", f"{id_}6"),) if count == 8 else ()
    return roster(id_, side, *kinds[:count], traits=("tactician",), aboard=aboard)


def stored(value: Any) -> Any:
    """Through real JSON and back to plain values."""
    return json.loads(json.dumps(codec.encode(value), ensure_ascii=False))
