"""The shapes of a report: frozen, in words of one language."""

from __future__ import annotations

from dataclasses import dataclass

from hq.parts import Chapter


@dataclass(frozen=True, kw_only=True)
class StakeTold:
    question: str
    answer: str  # empty: it stayed open


@dataclass(frozen=True, kw_only=True)
class MapTold:
    title: str
    summary: str
    stakes: tuple[StakeTold, ...]


@dataclass(frozen=True, kw_only=True)
class Amount:
    kind: str
    name: str
    amount: int


@dataclass(frozen=True, kw_only=True)
class CardTold:
    """A crisis or a prospect and what became of it. `seconds_left`: when it was voiced or taken."""

    id: int
    number: int
    turn: int
    at_ms: int
    kind: str
    kind_name: str
    map: str
    title: str
    situation: str
    state: str
    state_name: str
    decision: str
    own_way_of: str  # whose idea the way was
    outcome: str  # what came of it, or of time running out
    voiced_by: str
    taken_by: str
    seconds_left: int | None
    cost: tuple[Amount, ...]
    voices: tuple[str, ...]
    asked: int  # how many were asked for their word
    broken: tuple[str, ...]  # choruses that did not hold, and why
    worse: tuple[str, ...]
    chronicle: tuple[str, ...]
    remark: str
    remark_by: str
    is_secret: bool  # the remark is for game masters only


@dataclass(frozen=True, kw_only=True)
class ThemeTold:
    slug: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Point:
    """A pool's balance from this moment of the day on."""

    at_ms: int
    balance: int


@dataclass(frozen=True, kw_only=True)
class PoolTold:
    kind: str
    name: str
    ceiling: int
    start: int
    end: int
    points: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class Moment:
    at_ms: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Keepsake:
    """A souvenir card. `words`: how often this person's word sounded."""

    name: str
    role: str
    words: int
    lines: tuple[str, ...]
    quotes: tuple[str, ...]  # what this person voiced or took


@dataclass(frozen=True, kw_only=True)
class ReportView:
    language: str
    title: str
    date: str
    state: str
    turns: int
    length_ms: int
    people: int
    solved: int
    failed: int
    words: int
    maps: tuple[MapTold, ...]
    cards: tuple[CardTold, ...]
    chapters: tuple[Chapter, ...]
    pools: tuple[PoolTold, ...]
    turns_at: tuple[Moment, ...]
    themes: tuple[ThemeTold, ...]
    keepsakes: tuple[Keepsake, ...]
