"""The set-up of a day as the panel changes it, told to the live boards like any other change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from hq import journal
from hq.events import CardArranged, DayArranged, Event, MapArranged, PersonRenamed, PoolArranged
from hq.journal import Act
from hq.models import Card, Game, GameMap, Person, Pool, Seat
from hq.permissions import check_is_master
from hq.viewers import Viewer


@contextmanager
def saving(*, by: Viewer) -> Iterator[Act]:
    """An act around a save of the panel, whose own view writes the rows (ADR 13)."""
    with journal.act("setup.saving", by=by) as act:
        check_is_master(by)
        yield act


def tell(*, act: Act, changed: Any) -> None:
    """Step: this row, or what belongs to it, was made, changed or removed in the panel."""
    act.record(_EVENTS[type(changed)](act, changed))


def _everybody(act: Act) -> tuple[int, ...]:
    """A name that changes stands on anybody's own regions: in dispatches, with hidden voices."""
    seats = Seat.objects.filter(game=act.game, revoked_at__isnull=True).order_by("person_id")
    return tuple(seats.values_list("person_id", flat=True).distinct())


def _day(act: Act, game: Game) -> Event:
    return DayArranged(seers=_everybody(act), tables=_tables(act))


def _map(act: Act, found: GameMap) -> Event:
    return MapArranged(map=found.pk, seers=_everybody(act), tables=_tables(act))


def _card(act: Act, card: Card) -> Event:
    return CardArranged(card=card.pk)


def _pool(act: Act, pool: Pool) -> Event:
    return PoolArranged(pool=pool.kind)


def _person(act: Act, person: Person) -> Event:
    seers = _everybody(act)
    return PersonRenamed(person=person.pk, seers=seers, tables=_tables(act))


def _tables(act: Act) -> tuple[str, ...]:
    """Every map has its table."""
    return tuple(act.game.maps.order_by("pk").values_list("slug", flat=True))


_EVENTS: Mapping[type[Any], Callable[[Act, Any], Event]] = {
    Game: _day,
    GameMap: _map,
    Card: _card,
    Pool: _pool,
    Person: _person,
}
