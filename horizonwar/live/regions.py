"""The registry of regions: the parts of a page that are pushed as whole states."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from horizonwar.live.hooks import Viewer

EVERYTHING = "*"


@dataclass(frozen=True, kw_only=True)
class Region:
    """One element of a page. Its id is its name, or `name-key` for a keyed region.

    A keyed region stands inside a container region and is rendered alone only on a push: with the
    topic `card` it is touched by `card:12`, key 12. A personal region is rendered for each person
    and touched by `person:<id>` only, whatever its topics. A local region shows what is where the
    viewer is: with the topic `battle` it is touched by `battle:luna` for who is at `luna`.
    """

    name: str
    template: str
    build: Callable[..., object] = field(repr=False)
    topics: frozenset[str]
    boards: frozenset[str]
    personal: bool = False
    keyed: bool = False
    local: bool = False


class Slot(NamedTuple):
    """A place on a page: a region and, for a keyed one, its key."""

    region: Region
    key: int | str | None = None


_registry: dict[str, Region] = {}


def register(*regions: Region) -> None:
    """Enter regions, in the order in which a frame shall carry them. ValueError: name taken."""
    for region in regions:
        if _registry.get(region.name, region) != region:
            raise ValueError(f"Two regions are called {region.name!r}.")
        _registry[region.name] = region


def names() -> list[str]:
    """All regions' names, in the order of registration."""
    return list(_registry)


def for_board(board: str) -> list[Region]:
    """The regions of a board, keyed ones too, in the order of registration."""
    return [region for region in _registry.values() if board in region.boards]


def whole(board: str) -> list[Slot]:
    """All a board shows: keyed regions come inside their containers."""
    return [Slot(region) for region in for_board(board) if not region.keyed]


def touched(board: str, topics: Collection[str], viewer: Viewer) -> list[Slot]:
    """What changes on this viewer's board when these topics are announced."""
    if EVERYTHING in topics:
        return whole(board)
    slots: list[Slot] = []
    for region in for_board(board):
        if region.keyed:
            slots.extend(Slot(region, key) for key in _keys(region, topics))
        elif not _heard(region, viewer).isdisjoint(topics):
            slots.append(Slot(region))
    return slots


def _heard(region: Region, viewer: Viewer) -> frozenset[str]:
    """Topics that touch a region on this viewer's board."""
    if region.personal:
        return frozenset({f"person:{viewer.person_id}"})
    if region.local:
        return frozenset(f"{topic}:{viewer.place}" for topic in region.topics)
    return region.topics


def _keys(region: Region, topics: Collection[str]) -> list[int | str]:
    parts = (topic.partition(":") for topic in topics)
    named = sorted({key for noun, _, key in parts if key and noun in region.topics})
    return [int(key) if key.isdecimal() else key for key in named]
