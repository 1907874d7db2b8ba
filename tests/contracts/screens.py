"""A screen as a browser keeps it: whole regions by id, swapped as frames come."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from horizonwar.live import regions, render
from horizonwar.live.regions import Slot
from hq.viewers import Viewer

ROOT = re.compile(r"<(?P<tag>[a-z]+)\s+id=\"(?P<id>[^\"]+)\"")


@dataclass
class Memo:
    """What one moment of the day needs to be read and rendered only once, for all screens."""

    reads: dict[str, Any] = field(default_factory=dict)
    pieces: dict[tuple[object, ...], str] = field(default_factory=dict)


@dataclass
class Screen:
    """One viewer at one board. `shown`: the html of each region as this browser has it."""

    label: str
    viewer: Viewer
    board: str
    shown: dict[str, str] = field(default_factory=dict)

    def load(self, memo: Memo) -> None:
        self.shown = self.fresh(memo)

    def fresh(self, memo: Memo) -> dict[str, str]:
        """What a page that is loaded now would show."""
        return {slot.region.name: self._html(slot, memo) for slot in regions.whole(self.board)}

    def swap(self, topics: Collection[str], memo: Memo) -> list[Slot]:
        """Take in a frame for these topics; the slots it carried."""
        slots = regions.touched(self.board, topics, self.viewer)
        for slot in slots:
            html = self._html(slot, memo)
            if not slot.region.keyed:
                self.shown[slot.region.name] = html
            elif html:
                for name, outer in self.shown.items():
                    self.shown[name] = replaced(outer, f"{slot.region.name}-{slot.key}", html)
        return slots

    def _html(self, slot: Slot, memo: Memo) -> str:
        """As the hub does it: one rendering for an audience, personal ones for each person."""
        person = self.viewer.person_id if slot.region.personal else None
        key = (slot, self.viewer.audience(self.board), person)
        if key not in memo.pieces:
            viewer = replace(self.viewer, notes=memo.reads)
            memo.pieces[key] = str(render.region(slot.region, viewer, key=slot.key))
        return memo.pieces[key]


def replaced(outer: str, element_id: str, html: str) -> str:
    """`outer` with the element of this id swapped for `html`; unchanged when it is not in it."""
    found = next((root for root in ROOT.finditer(outer) if root["id"] == element_id), None)
    if found is None:
        return outer
    tags = re.compile(rf"<(/?){found['tag']}\b[^>]*>")
    depth = 0
    for tag in tags.finditer(outer, found.start()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return outer[: found.start()] + html.strip() + outer[tag.end() :]
    raise AssertionError(f"{element_id} is never closed")


def in_languages(screens: Iterable[Screen], languages: Iterable[str]) -> list[Screen]:
    return [
        Screen(
            label=f"{screen.label} {language}",
            viewer=replace(screen.viewer, language=language),
            board=screen.board,
        )
        for screen in screens
        for language in languages
    ]
