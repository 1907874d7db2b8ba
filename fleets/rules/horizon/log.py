"""The log: one line for a record, none for mere bookkeeping."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fleets.rules.base import Json, Sentence
from fleets.rules.horizon import records as r
from fleets.rules.horizon import words
from fleets.rules.horizon.ladder import Contest

Line = tuple[str, dict[str, Json]]


def tell(record: r.Fact) -> Sentence | None:
    """The line of a record, or None: dice and modifiers stand in the record itself."""
    teller = _TELL.get(type(record))
    if teller is None:
        return None
    key, params = teller(record)
    return words.sentence(words.LINES[key], params)


def _rolled(contest: Contest) -> dict[str, Json]:
    return {"own": contest.own.total, "other": contest.other.total}


def _fields(*names: str) -> Callable[[Any], Line]:
    def line(record: r.Fact) -> Line:
        return record.kind, {name: getattr(record, name) for name in names}

    return line


def _bonus_granted(record: r.BonusGranted) -> Line:
    key = "bonus-for-round" if record.rounds == 1 else record.kind
    return key, {"squadron": record.squadron, "bonus": record.bonus}


def _initiative_rolled(record: r.InitiativeRolled) -> Line:
    return record.kind, {"squadron": record.squadron, "total": record.throw.total}


def _moved(record: r.Moved) -> Line:
    return ("moved-full-thrust" if record.full_thrust else "moved"), {"ship": record.ship}


def _manoeuvred(record: r.Manoeuvred) -> Line:
    params = {"ship": record.ship, "manoeuvre": record.manoeuvre, **_rolled(record.contest)}
    if record.target is None:
        return ("manoeuvred" if record.success else "manoeuvre-failed"), params
    key = "manoeuvred-at" if record.success else "manoeuvre-at-failed"
    return key, {**params, "target": record.target}


def _collision_rolled(record: r.CollisionRolled) -> Line:
    key = "collision-avoided" if record.avoided else "collision"
    return key, {"ship": record.ship, "target": record.target}


def _collision_struck(record: r.CollisionStruck) -> Line:
    key = "collision-struck" if record.hits else "collision-held"
    return key, {"target": record.target, **_rolled(record.contest)}


def _responded(record: r.Responded) -> Line:
    return ("got-away" if record.evaded else "not-got-away"), {
        "ship": record.ship,
        "target": record.target,
        "response": record.response,
        **_rolled(record.contest),
    }


def _fired(record: r.Fired) -> Line:
    return ("fired" if record.hits else "missed"), {
        "ship": record.ship,
        "target": record.target,
        "weapon": record.weapon.value,
        "hits": record.hits,
        **_rolled(record.contest),
    }


def _mine_dropped(record: r.MineDropped) -> Line:
    return record.kind, {"ship": record.ship, "total": record.throw.total}


def _mine_struck(record: r.MineStruck) -> Line:
    key = "mine-struck" if record.hits else "mine-missed"
    return key, {"target": record.target, **_rolled(record.contest)}


def _scanned(record: r.Scanned) -> Line:
    key = "scanned" if record.success else "not-scanned"
    return key, {"ship": record.ship, "target": record.target, **_rolled(record.contest)}


def _hit_settled(record: r.HitSettled) -> Line:
    result = record.rolled + record.shift
    return record.kind, {
        "target": record.target,
        "result": result,
        "outcome": record.outcome.value,
    }


def _reinforced(record: r.Reinforced) -> Line:
    return record.kind, {"name": record.roster.name}


def _object_placed(record: r.ObjectPlaced) -> Line:
    return record.kind, {"name": record.thing.name}


def _freely_rolled(record: r.FreelyRolled) -> Line:
    return record.kind, {
        "text": record.text,
        "total": record.throw.total,
        "dice": str(record.throw.dice),
    }


def _survival_rolled(record: r.SurvivalRolled) -> Line:
    return record.kind, {"ship": record.ship, "total": record.throw.total}


def _survival_settled(record: r.SurvivalSettled) -> Line:
    params: dict[str, Json] = {"ship": record.ship, "name": record.name}
    if not record.hurt:
        return record.kind, params
    hurt = len(record.hurt) if record.hurt[0].startswith("#") else ", ".join(record.hurt)
    return "survival-settled-hurt", {**params, "crew": record.crew, "hurt": hurt, "of": record.of}


_TELL: dict[type[r.Fact], Callable[[Any], Line]] = {
    r.RoundOpened: _fields("round"),
    r.PointsGranted: _fields("squadron", "points"),
    r.BonusGranted: _bonus_granted,
    r.PhaseOpened: _fields("phase"),
    r.InitiativeRolled: _initiative_rolled,
    r.InitiativeTied: _fields("groups"),
    r.OrderSet: _fields("order"),
    r.PointSpent: _fields("squadron", "action"),
    r.RoundEnded: _fields("round"),
    r.BattleEnded: _fields("reason"),
    r.BattleReopened: _fields(),
    r.Moved: _moved,
    r.Manoeuvred: _manoeuvred,
    r.FightersLaunched: _fields("ship", "fighters"),
    r.CollisionRolled: _collision_rolled,
    r.CollisionStruck: _collision_struck,
    r.Responded: _responded,
    r.AttackLost: _fields("ship", "target"),
    r.Fired: _fired,
    r.MineDropped: _mine_dropped,
    r.MineStruck: _mine_struck,
    r.Scanned: _scanned,
    r.Evaded: _fields("ship"),
    r.HitSettled: _hit_settled,
    r.ShipOut: _fields("ship", "fatal"),
    r.Repaired: _fields("ship", "system"),
    r.Regrouped: _fields("squadron"),
    r.SceneCounted: _fields("thing", "counter", "value"),
    r.SceneOut: _fields("thing"),
    r.SceneActed: _fields("thing", "text"),
    r.ShipCorrected: _fields("ship", "reason"),
    r.PointsCorrected: _fields("squadron", "points", "reason"),
    r.Reinforced: _reinforced,
    r.ObjectPlaced: _object_placed,
    r.FreelyRolled: _freely_rolled,
    r.SurvivalRolled: _survival_rolled,
    r.SurvivalAided: _fields("ship", "aid", "result"),
    r.SurvivalSettled: _survival_settled,
}
