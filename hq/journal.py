"""The single door: every change is recorded here, and only what is recorded is pushed.

An entry of the domain works inside one `act`: the Game row locked first, the clock read once (at
arrival, before any waiting), the one-time key used up, events numbered, one announcement after
commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError
from django.db.models import Q

from horizonwar.db import durable
from horizonwar.live.announce import announce
from hq import clock, figures
from hq.errors import NotAllowedError, NotFoundHereError
from hq.events import Event
from hq.figures import Figures
from hq.models import Command, Game, JournalEntry
from hq.viewers import Viewer


class AlreadyDone(Exception):  # noqa: N818  not an error: the first answer holds
    """The one-time key was used before; `made` holds the ids of what the first use made."""

    def __init__(self, made: dict[str, Any]) -> None:
        super().__init__(made)
        self.made = made


@dataclass(kw_only=True)
class Act:
    """One command under way. `at`: game time in ms; `moment`: the same on the wall."""

    game: Game
    by: Viewer
    moment: datetime
    at: int
    made: dict[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    @property
    def figures(self) -> Figures:
        return figures.of(self.game)

    @property
    def seq(self) -> int:
        """The number that this act's announcement will carry at least."""
        return self.game.seq + len(self.events) + 1

    def record(self, event: Event) -> None:
        self.events.append(event)


@contextmanager
def act(name: str, *, by: Viewer, key: str = "") -> Iterator[Act]:
    """Open a command: durable transaction, lock, one-time key; journal and announce at its end.

    Raises `AlreadyDone` when this person used `key` before. A refusal inside rolls everything
    back, the key too. Raises `NotAllowedError` for a revoked seat, `NotFoundHereError` when the
    day is gone.
    """
    moment = clock.wall()
    key = key[:64]
    if by.is_revoked:
        raise NotAllowedError
    with _keeping_the_first_answer(by=by, key=key), durable():
        game = Game.objects.select_for_update().filter(pk=by.game_id).first()
        if game is None:
            raise NotFoundHereError
        command = _use_up(game=game, name=name, key=key, by=by, moment=moment)
        current = Act(game=game, by=by, moment=moment, at=clock.game_time(game, moment))
        yield current
        closing(current)
        if command is not None and current.made:
            command.made = current.made
            command.save(update_fields=["made"])


@contextmanager
def _keeping_the_first_answer(*, by: Viewer, key: str) -> Iterator[None]:
    """Turn a second use of a key into `AlreadyDone`, once its transaction is rolled back."""
    try:
        yield
    except _KeyUsedError:
        first = Command.objects.get(Q(person_id=by.person_id), game_id=by.game_id, key=key)
        raise AlreadyDone(first.made) from None


class _KeyUsedError(Exception):
    pass


def _use_up(*, game: Game, name: str, key: str, by: Viewer, moment: datetime) -> Command | None:
    if not key:
        return None
    try:
        return Command.objects.create(
            game=game, person_id=by.person_id, key=key, name=name, written_at=moment
        )
    except IntegrityError:
        raise _KeyUsedError from None


def closing(current: Act) -> None:
    """The end of every act: its events get their numbers and are announced as one."""
    game = current.game
    if not current.events:
        return
    entries = [
        JournalEntry(
            game=game,
            seq=game.seq + number,
            kind=event.kind,
            params=event.params,
            topics=sorted(event.topics),
            person_id=current.by.person_id,
            role=current.by.role,
            turn=game.turn,
            game_time=current.at,
            written_at=current.moment,
        )
        for number, event in enumerate(current.events, start=1)
    ]
    JournalEntry.objects.bulk_create(entries)
    game.seq += len(entries)
    game.save(update_fields=["seq"])
    if current.by.notes is not None:  # what this request had read is out of date
        current.by.notes.clear()
        current.by.notes["position"] = (game.epoch, game.seq)
    for entry, event in zip(entries, current.events, strict=True):
        announce(game_id=game.pk, seq=entry.seq, topics=event.topics, urgent=event.is_urgent)


def position(game_id: int) -> tuple[str, int]:
    """Where the game stands: (epoch, seq). A game that is gone stands nowhere: ("", 0)."""
    return Game.objects.filter(pk=game_id).values_list("epoch", "seq").first() or ("", 0)


def reached(by: Viewer) -> tuple[str, int]:
    """Where this request's command left the game, or where it stands when it changed nothing."""
    return by.once("position", lambda: position(by.game_id))


def positions() -> dict[int, tuple[str, int]]:
    """Where every game of this server stands, for the ticker."""
    rows = Game.objects.values_list("pk", "epoch", "seq")
    return {pk: (epoch, seq) for pk, epoch, seq in rows}


def topics_since(game_id: int, seq: int) -> frozenset[str]:
    """All topics touched after `seq`."""
    lists = JournalEntry.objects.filter(game_id=game_id, seq__gt=seq).values_list(
        "topics", flat=True
    )
    return frozenset(topic for topics in lists for topic in topics)
