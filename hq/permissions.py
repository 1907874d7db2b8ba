"""May this seat do that, in this state of the day? `check_can_…` raises, `can_…` answers."""

from __future__ import annotations

from hq.enums import GameState, Role
from hq.errors import DayOverError, GameNotRunningError, NotAllowedError
from hq.models import Game
from hq.viewers import Viewer


def is_master(by: Viewer) -> bool:
    return by.role == Role.MASTER


def check_is_master(by: Viewer) -> None:
    if not is_master(by):
        raise NotAllowedError


def check_is_volunteer(by: Viewer) -> int:
    """The id of the person behind a volunteer's seat; raises for any other seat."""
    if by.role != Role.VOLUNTEER or by.person_id is None:
        raise NotAllowedError
    return by.person_id


def check_is_of_the_room(by: Viewer) -> None:
    """Game masters and volunteers: those who talk a card over."""
    if not is_master(by):
        check_is_volunteer(by)


def check_runs(game: Game) -> None:
    check_not_over(game)
    if game.state != GameState.RUNNING:
        raise GameNotRunningError


def check_not_over(game: Game) -> None:
    """After the end everything stands until a game master opens the day again."""
    if game.state == GameState.OVER:
        raise DayOverError
