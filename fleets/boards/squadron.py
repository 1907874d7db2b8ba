"""The cards of the own squadrons; whoever is of no side sees those of the whole table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from fleets import words
from fleets.boards import battle, reads
from fleets.boards.views import OwnSquadron, SquadronsView
from hq.viewers import Viewer

# What is a system's own: a module with `cards`, `commander`, `traits`, `parts`, `fates`.
CARDS = {"horizon": "fleets.boards.horizon"}


def squadron(viewer: Viewer) -> SquadronsView:
    field = reads.here(viewer)
    if field is None:
        return SquadronsView(battle_id=0, number=0, system="", squadrons=())
    system, state = field.system, field.seen_by(viewer)
    summary = system.summary(state)
    known = words.names(summary, reads.side_names(viewer))
    own: Any = import_module(CARDS[field.battle.system])
    return SquadronsView(
        battle_id=field.battle.pk,
        number=field.battle.number,
        system=field.battle.system,
        squadrons=tuple(
            OwnSquadron(
                squadron=each,
                commander=own.commander(state, each.slug),
                traits=own.traits(system, state, each.slug),
                cards=own.cards(system, state, each, known),
            )
            for each in battle.squadrons(viewer, system, summary, known)
            if viewer.side in {"", each.side.slug}
        ),
    )


def parts(system: str, state: Any) -> Mapping[tuple[str, str], str]:
    """Names of what a unit carries and a command may choose, by unit and id of the part."""
    own: Any = import_module(CARDS[system])
    found: Mapping[tuple[str, str], str] = own.parts(state)
    return found
