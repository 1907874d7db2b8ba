"""Squadrons on paper: what a system's rosters look like in files, lines, forms and prints."""

from __future__ import annotations

from importlib import import_module

from fleets.paper.base import Fault, FaultyPaperError, Paper

__all__ = ["Fault", "FaultyPaperError", "Paper", "of", "systems"]

PAPERS = {
    "horizon": "fleets.paper.horizon:PAPER",
}


def of(system: str) -> Paper:
    """The paper of a rule system. Raises KeyError for one that is not registered."""
    module, _, name = PAPERS[system].partition(":")
    paper: Paper = getattr(import_module(module), name)
    return paper


def systems() -> tuple[str, ...]:
    """Keys of the systems whose squadrons can be built."""
    return tuple(PAPERS)
