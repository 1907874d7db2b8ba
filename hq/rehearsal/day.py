"""The day of a rehearsal: the pack as it is, a fast clock, a master with a login."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import Self

from django.contrib.auth.models import User

from hq import codes, games, scenario
from hq.enums import Role
from hq.figures import Figures
from hq.scenario import Pack

KEY = "rehearsal"
LOGIN = "rehearsal"


@dataclass(frozen=True, kw_only=True)
class Doors:
    """How the bots come in."""

    login: str
    password: str
    volunteers: str
    screen: str

    @classmethod
    def parse(cls, said: str) -> Self:
        return cls(**json.loads(said))


def main(path: str, speed: str) -> None:
    """Make the day and print its doors as JSON."""
    sys.stdout.write(json.dumps(asdict(make(path, speed=float(speed)))))


def make(path: str, *, speed: float) -> Doors:
    """A day whose clock will run `speed` times as fast. Raises `PackError`."""
    pack = scenario.read(path)
    game = games.create(pack=at_human_pace(pack, speed=speed), key=KEY, speed=speed)
    password = codes.seat_token()
    User.objects.create_user(LOGIN, password=password, is_staff=True)
    door = dict(game.invitations.values_list("role", "code"))
    return Doors(
        login=LOGIN, password=password, volunteers=door[Role.VOLUNTEER], screen=door[Role.SCREEN]
    )


def at_human_pace(pack: Pack, *, speed: float) -> Pack:
    """R-18: what a machine must manage in time stays as long on the wall as on a real day.

    The window of a chorus and the grace at a deadline are game time, so a fast clock would shrink
    them under the time a push and a press take; they are multiplied by `speed`. Presence is wall
    clock anyway. Deadlines of cards are not touched: thoughts of bots are fast instead.
    """
    usual = Figures()
    own = pack.settings
    return pack.model_copy(
        update={
            "settings": own.model_copy(
                update={
                    "chorus_window": round((own.chorus_window or usual.chorus_window) * speed),
                    "grace": round((usual.grace if own.grace is None else own.grace) * speed),
                }
            )
        }
    )
