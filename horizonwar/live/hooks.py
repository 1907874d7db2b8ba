"""What the push machinery asks of the game: the dotted paths of `settings.LIVE`, with types."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.utils.module_loading import import_string


class Viewer(Protocol):
    """Who looks at a board. Frozen: it is read in several threads and never reloaded."""

    @property
    def game_id(self) -> int: ...
    @property
    def person_id(self) -> int | None: ...
    @property
    def seat_id(self) -> int | None: ...
    @property
    def language(self) -> str: ...
    @property
    def is_revoked(self) -> bool: ...

    @property
    def place(self) -> str:
        """Where the viewer is, for local regions; empty: nowhere in particular."""

    def noting(self, notes: dict[str, Any]) -> Viewer:
        """The same viewer, keeping what it reads of the game in `notes`, for all of one batch."""

    def audience(self, board: str) -> tuple[object, ...]:
        """All who share this key see the same bytes of a shared region; it holds the language."""


class Position(NamedTuple):
    """How far a game has come. Epochs are compared for equality only."""

    epoch: str
    seq: int


def load_viewer(scope: Mapping[str, Any]) -> Viewer | None:
    """The viewer of a socket; None: no seat. PermissionDenied: this board is not theirs."""
    return _call("load_viewer")(scope)  # type: ignore[no-any-return]


def position(game_id: int) -> Position:
    return Position(*_call("position")(game_id))


def positions() -> dict[int, Position]:
    return {game_id: Position(*known) for game_id, known in _call("positions")().items()}


def topics_since(game_id: int, seq: int) -> frozenset[str]:
    return frozenset(_call("topics_since")(game_id, seq))


def run_due() -> None:
    _call("run_due")()


def beat(person_ids: Collection[int]) -> None:
    _call("beat")(person_ids)


def renew_epochs() -> None:
    _call("renew_epochs")()


def copy_check() -> Callable[[sqlite3.Connection], Iterable[str]] | None:
    """What a copy of the database is asked before it counts; a game may have no such question."""
    path = settings.LIVE.get("check_copy")
    return import_string(path) if path else None


def _call(name: str) -> Callable[..., Any]:
    return import_string(settings.LIVE[name])  # type: ignore[no-any-return]
