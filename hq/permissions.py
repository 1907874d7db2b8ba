"""May this seat do that, in this state of the day? `check_can_…` raises, `can_…` answers."""

from __future__ import annotations

from hq.enums import GameState, Role
from hq.errors import GameNotRunningError, NotAllowedError
from hq.models import Game
from hq.viewers import Viewer


def is_master(by: Viewer) -> bool:
    return by.role == Role.MASTER


def check_is_master(by: Viewer) -> None:
    if not is_master(by):
        raise NotAllowedError


def check_is_volunteer(by: Viewer) -> None:
    if by.role != Role.VOLUNTEER:
        raise NotAllowedError


def check_is_clock_or_master(by: Viewer) -> None:
    if by.role != "clock" and not is_master(by):
        raise NotAllowedError


def check_runs(game: Game) -> None:
    if game.state != GameState.RUNNING:
        raise GameNotRunningError


def check_not_over(game: Game) -> None:
    if game.state == GameState.OVER:
        raise GameNotRunningError
