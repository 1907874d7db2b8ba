"""A card written on the spot, in under a minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from hq import cards, journal
from hq.enums import CardKind, PoolKind
from hq.errors import AmountError, CardTitleMissingError, CardUnfinishedError, NotFoundHereError
from hq.events import CardWritten
from hq.journal import Act
from hq.models import Card, GameMap, Way
from hq.permissions import check_is_master, check_not_over, check_runs
from hq.viewers import Viewer

LONGEST_MINUTES = 24 * 60
MOST_WAYS = 3
# Keys of cards written on the spot are numbered from 1 in each day.
WRITTEN = "on-the-spot-"


@dataclass(frozen=True, kw_only=True)
class WayDraft:
    """A way as a game master writes it on the spot: its title and what it costs."""

    title: str
    cost: Mapping[PoolKind, int] = field(default_factory=dict)


def write(
    *,
    title: str,
    situation: str = "",
    failure: str = "",
    map_slug: str = "",
    minutes: int | None = None,
    ways: Sequence[WayDraft] = (),
    at_once: bool = False,
    by: Viewer,
    key: str = "",
) -> Card:
    """A crisis written on the spot, in Russian: onto the shelf, or `at_once` before the HQ.

    `minutes` to decide; None: until the end of the day. What is not written is left to finish, so
    such a card can only lie on the shelf (`CardUnfinishedError`). Raises `CardTitleMissingError`,
    `AmountError`, `NotFoundHereError` for a map of another day.
    """
    with journal.act("writing.write", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not title.strip():
            raise CardTitleMissingError
        if minutes is not None and not 1 <= minutes <= LONGEST_MINUTES:
            raise AmountError(most=LONGEST_MINUTES)
        left = _left_to_finish(situation=situation, failure=failure)
        card = Card.objects.create(
            game=act.game,
            map=_find_map(act=act, slug=map_slug),
            slug=_free_slug(act),
            kind=CardKind.CRISIS,
            title={"ru": title.strip()},
            situation=_in_russian(situation),
            how={},
            failure=_in_russian(failure),
            planned_turn=max(act.game.turn, 1),
            time_limit=None if minutes is None else minutes * 60,
            unfinished=left,
        )
        _write_ways(card, ways)
        act.made["card"] = card.pk
        act.record(CardWritten(card=card.pk))
        if at_once:
            check_runs(act.game)
            if left:
                raise CardUnfinishedError(card=str(card), left=left)
            cards.open_up(act=act, card=card, at=act.at)
        return card


def _left_to_finish(*, situation: str, failure: str) -> str:
    """What a game master still has to write, in their own language."""
    parts = ((situation, _("what is going on")), (failure, _("what happens if not")))
    return ", ".join(name for text, name in parts if not text.strip())


def _find_map(*, act: Act, slug: str) -> GameMap | None:
    if not slug:
        return None
    found = GameMap.objects.filter(game=act.game, slug=slug).first()
    if found is None:
        raise NotFoundHereError
    return found


def _free_slug(act: Act) -> str:
    taken = set(
        Card.objects.filter(game=act.game, slug__startswith=WRITTEN).values_list("slug", flat=True)
    )
    number = 1
    while (slug := f"{WRITTEN}{number}") in taken:
        number += 1
    return slug


def _in_russian(text: str) -> dict[str, str]:
    return {"ru": text.strip()} if text.strip() else {}


def _write_ways(card: Card, ways: Sequence[WayDraft]) -> None:
    written = [way for way in ways if way.title.strip()][:MOST_WAYS]
    Way.objects.bulk_create(
        Way(
            card=card,
            slug=f"way-{number}",
            title={"ru": way.title.strip()},
            cost_energy=way.cost.get(PoolKind.ENERGY, 0),
            cost_resources=way.cost.get(PoolKind.RESOURCES, 0),
            cost_morale=way.cost.get(PoolKind.MORALE, 0),
            order=number,
        )
        for number, way in enumerate(written, start=1)
    )
