"""A page that keeps what it shows, so that it can be held against the truth at any time."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from typing import NamedTuple

import httpx

from hq import bots

LABEL = re.compile(
    r'<i id="live-seq" [^>]*data-epoch="(?P<epoch>[^"]*)" data-since="(?P<since>\d+)"'
    r' data-seq="(?P<seq>\d+)"[^>]*></i>'
)
VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
SWAP = "hx-swap-oob"
MANY = 20  # frames: no more wait to be parsed, so that nobody waits long for the parsing


class Element(NamedTuple):
    """A piece of html: its tag, its attributes, what stands in it. Text is its own tag."""

    tag: str
    attributes: tuple[tuple[str, str | None], ...] = ()
    inside: tuple[Element | str, ...] = ()

    @property
    def id(self) -> str:
        return dict(self.attributes).get("id") or ""

    def swapped(self, other: Element) -> Element:
        """With `other` in the place of the element of the same id, wherever it stands."""
        if self.id == other.id:
            return other
        inside = tuple(
            each if isinstance(each, str) else each.swapped(other) for each in self.inside
        )
        return self if inside == self.inside else self._replace(inside=inside)


class _Reader(HTMLParser):
    """Roots of a piece of html that our own templates made."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[tuple[str, tuple[tuple[str, str | None], ...], list[Element | str]]] = [
            ("", (), [])
        ]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kept = tuple(sorted((pair for pair in attrs if pair[0] != SWAP), key=lambda pair: pair[0]))
        if tag in VOID:
            self.stack[-1][2].append(Element(tag, kept))
        else:
            self.stack.append((tag, kept, []))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in {name for name, *_rest in self.stack[1:]}:
            while True:
                name, attributes, inside = self.stack.pop()
                self.stack[-1][2].append(Element(name, attributes, tuple(inside)))
                if name == tag:
                    return

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.stack[-1][2].append(text)


@lru_cache(maxsize=256)
def parse(html: str) -> tuple[Element, ...]:
    """The elements at the top of a frame's body; many pages are told the same bytes."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return tuple(each for each in reader.stack[0][2] if isinstance(each, Element))


@dataclass(kw_only=True)
class TruePage(bots.Page):
    """What a browser would show: whole boards fetched, frames swapped in."""

    epoch: str = ""
    seq: int = 0
    frames: int = 0
    fetches: int = 0  # whole boards, the first load too
    shown: dict[str, Element] = field(default_factory=dict)
    _waiting: list[str] = field(default_factory=list)  # bodies that are not swapped in yet

    def position(self) -> tuple[str, int]:
        return self.epoch, self.seq

    async def hear(self, message: str) -> None:
        if message.startswith("{"):
            pong = json.loads(message)
            if pong["epoch"] != self.epoch or pong["seq"] > self.seq:
                await self.fetch()
        elif self.take(message):
            self.frames += 1
        else:
            await self.fetch()

    async def fetch(self) -> None:
        """The whole board, as a page that missed something asks for it."""
        self.fetches += 1
        whole = await self.whole()
        label = LABEL.match(whole)
        if label is None:
            raise ValueError(f"{self.board}: not a frame: {whole[:200]!r}")
        if label["epoch"] == self.epoch and int(label["seq"]) < self.seq:
            return  # a push was faster
        self.epoch, self.seq = label["epoch"], int(label["seq"])
        self.shown = {}
        self._waiting = [whole[label.end() :]]

    async def whole(self) -> str:
        """What the board is now. Raises `httpx.HTTPError`."""
        answer = await self.client.get(f"{self.base}/live/{self.board}/")
        return answer.raise_for_status().text

    def take(self, frame: str) -> bool:
        """Swap a pushed frame in. False: something before it is missing."""
        label = LABEL.match(frame)
        if label is None or label["epoch"] != self.epoch or int(label["since"]) > self.seq:
            return False
        self.seq = max(self.seq, int(label["seq"]))
        self._waiting.append(frame[label.end() :])
        if len(self._waiting) >= MANY:
            self.settle()
        return True

    def settle(self) -> dict[str, Element]:
        """The regions as they stand, by id."""
        for body in self._waiting:
            for element in parse(body):
                self._swap(element)
        self._waiting = []
        return self.shown

    def _swap(self, element: Element) -> None:
        """A region takes its own place; a keyed one stands in another, or is gone."""
        if element.id in self.shown or not _is_keyed(element.id):
            self.shown[element.id] = element
        else:
            self.shown = {name: root.swapped(element) for name, root in self.shown.items()}

    async def differences(self, seq: int) -> list[str]:
        """In what this page is not what it should be at `seq`; empty: it is true."""
        told = [] if self.seq == seq else [f"{self.board}: at {self.seq}, the day is at {seq}"]
        try:
            whole = await self.whole()
        except httpx.HTTPError as error:
            return [*told, f"{self.board}: {error!r}"]
        label = LABEL.match(whole)
        fresh = {each.id: each for each in parse(whole[label.end() if label else 0 :])}
        shown = self.settle()
        names = sorted({*fresh, *shown})
        return [
            *told,
            *(
                f"{self.board}: region {name} {_first_difference(shown.get(name), fresh.get(name))}"
                for name in names
                if fresh.get(name) != shown.get(name)
            ),
        ]


def _first_difference(shown: Element | str | None, fresh: Element | str | None) -> str:
    """Where two pieces part, in words."""
    if isinstance(shown, Element) and isinstance(fresh, Element):
        if shown[:2] == fresh[:2] and len(shown.inside) == len(fresh.inside):
            pairs = zip(shown.inside, fresh.inside, strict=True)
            return next((_first_difference(mine, its) for mine, its in pairs if mine != its), "")
        if shown[:2] != fresh[:2]:
            return f"shows <{shown.tag} {shown.attributes}>, fresh <{fresh.tag} {fresh.attributes}>"
    return f"shows {_cut(shown)}, fresh {_cut(fresh)}"


def _cut(piece: Element | str | None) -> str:
    return repr(piece)[:160]


def _is_keyed(name: str) -> bool:
    return name.rpartition("-")[2].isdecimal()
