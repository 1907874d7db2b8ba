"""Regions into HTML: one region, the regions of a page, a frame."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from horizonwar import clock
from horizonwar.live import hooks, regions, shared
from horizonwar.live.hooks import Position, Viewer
from horizonwar.live.regions import Region, Slot

logger = logging.getLogger(__name__)

NOTHING = mark_safe("")


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a page shell needs: the regions by name and the position they were read at."""

    epoch: str
    seq: int
    now: int
    regions: Mapping[str, SafeString]


def region(
    region: Region, viewer: Viewer, *, key: int | str | None = None, oob: bool = False
) -> SafeString:
    """One region as this viewer sees it; a keyed one whose thing is gone is empty."""
    with translation.override(viewer.language):
        built = region.build(viewer, key) if region.keyed else region.build(viewer)
        if built is None:
            return NOTHING
        html = get_template(region.template).render({"region": built, "oob": oob})
    return mark_safe(html)  # noqa: S308  (a template's own output)


def page(viewer: Viewer, board: str, position: Position | None = None) -> Page:
    """The first load: the position is read before the regions, so it never promises too much.

    Who has read the position already, before anything a region shows, hands it in.
    """
    position = position or hooks.position(viewer.game_id)
    parts = {
        slot.region.name: _loaded(slot.region, viewer, board, position)
        for slot in regions.whole(board)
    }
    return Page(epoch=position.epoch, seq=position.seq, now=now_ms(), regions=parts)


def frame(viewer: Viewer, board: str, position: Position | None = None) -> str:
    """The whole board as one frame, for whoever missed something; `position` as for a page."""
    position = position or hooks.position(viewer.game_id)
    parts = [
        _loaded(slot.region, viewer, board, position, oob=True) for slot in regions.whole(board)
    ]
    return label(position, since=0) + "".join(parts)


def _loaded(
    of: Region, viewer: Viewer, board: str, position: Position, *, oob: bool = False
) -> SafeString:
    """A region of a whole board; what its audience shares is made once for all who load now."""
    if of.personal:
        return region(of, viewer, oob=oob)
    key = (of.name, viewer.audience(board), oob)
    return shared.html(key, position, lambda: region(of, viewer, oob=oob))


def label(position: Position, *, since: int) -> SafeString:
    """The frame's number: `since` is the last seq this socket was told, 0 on a whole board."""
    return format_html(
        '<i id="live-seq" hx-swap-oob="true" hidden data-epoch="{}" data-since="{}" data-seq="{}"'
        ' data-now="{}"></i>\n',
        position.epoch,
        since,
        position.seq,
        now_ms(),
    )


def now_ms() -> int:
    """The server's clock in milliseconds since 1970, by which phones correct theirs."""
    return clock.epoch_ms(clock.now())


class Share(NamedTuple):
    """Sockets with an equal share get the same bytes."""

    audience: tuple[object, ...]
    person_id: int | None
    slots: frozenset[Slot]


@dataclass
class Batch:
    """One rendering for many sockets: each (region, key, audience) is built once.

    A region that fails is logged and left out; the others go on.
    """

    viewers: Mapping[Share, Viewer]
    positions: dict[int, Position] = field(default_factory=dict)
    bodies: dict[Share, str] = field(default_factory=dict)
    renders: int = 0
    failures: int = 0
    _pieces: dict[Hashable, SafeString] = field(default_factory=dict)
    _notes: dict[int, dict[str, Any]] = field(default_factory=dict)

    def render(self, shares: Iterable[Share]) -> None:
        """Read the positions, then build. Runs in one thread, outside a transaction."""
        for viewer in self.viewers.values():
            if viewer.game_id not in self.positions:
                self.positions[viewer.game_id] = hooks.position(viewer.game_id)
        for share in shares:
            unnoted = self.viewers[share]
            viewer = unnoted.noting(self._notes.setdefault(unnoted.game_id, {}))
            self.bodies[share] = "".join(
                self._piece(slot, share, viewer) for slot in _in_order(share.slots)
            )

    def _piece(self, slot: Slot, share: Share, viewer: Viewer) -> SafeString:
        person_id = share.person_id if slot.region.personal else None
        memo = (slot.region.name, slot.key, share.audience, person_id)
        if memo not in self._pieces:
            self.renders += 1
            try:
                self._pieces[memo] = region(slot.region, viewer, key=slot.key, oob=True)
            except Exception:
                self.failures += 1
                logger.exception("Region %s failed for %s", slot.region.name, share.audience)
                self._pieces[memo] = NOTHING
        return self._pieces[memo]


def _in_order(slots: Iterable[Slot]) -> list[Slot]:
    """The order of registration, so that a container goes before what it holds."""
    order = {name: place for place, name in enumerate(regions.names())}
    return sorted(slots, key=lambda slot: (order[slot.region.name], str(slot.key)))
