"""A game of three regions, for a kernel that knows no game. Its rows are a few variables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from django.core.exceptions import PermissionDenied

from horizonwar.live.regions import Region

LIVE = {
    name: f"tests.horizonwar.fake_game.{name}"
    for name in (
        "load_viewer",
        "position",
        "positions",
        "topics_since",
        "run_due",
        "beat",
        "renew_epochs",
    )
}
TEMPLATES = {
    "pools.html": (
        '{% load i18n %}{% get_current_language as said %}<div id="pools"'
        '{% if oob %} hx-swap-oob="true"{% endif %}>{{ region.energy }} {{ region.role }}'
        " {{ said }}</div>"
    ),
    "cards.html": '<div id="cards"{% if oob %} hx-swap-oob="true"{% endif %}>cards</div>',
    "card.html": (
        '<div id="card-{{ region.key }}"{% if oob %} hx-swap-oob="true"{% endif %}>'
        "card {{ region.key }}</div>"
    ),
    "me.html": '<div id="me"{% if oob %} hx-swap-oob="true"{% endif %}>{{ region.person }}</div>',
    "broken.html": '<div id="broken">never</div>',
}


@dataclass(frozen=True, kw_only=True)
class FakeViewer:
    game_id: int = 1
    person_id: int | None = 1
    seat_id: int | None = 1
    language: str = "ru"
    role: str = "volunteer"
    is_revoked: bool = False

    def noting(self, notes: dict[str, Any]) -> FakeViewer:
        return self

    def audience(self, board: str) -> tuple[object, ...]:
        return (self.game_id, board, self.role, "", "", self.language)


@dataclass
class FakeGame:
    epoch: str = "first"
    seq: int = 10
    energy: int = 5
    topics: dict[int, frozenset[str]] = field(default_factory=dict)
    revoked: set[int] = field(default_factory=set)
    builds: Counter[str] = field(default_factory=Counter)
    beats: list[set[int]] = field(default_factory=list)
    due: int = 0
    trouble: Exception | None = None


GAME = FakeGame()


def load_viewer(scope):
    asked = dict(parse_qsl(scope["query_string"].decode()))
    if "seat" not in asked:
        return None
    if asked.get("role") == "stranger":
        raise PermissionDenied
    seat = int(asked["seat"])
    return FakeViewer(
        game_id=int(asked.get("game", 1)),
        person_id=seat,
        seat_id=seat,
        language=asked.get("language", "ru"),
        role=asked.get("role", "volunteer"),
        is_revoked=seat in GAME.revoked,
    )


def position(game_id):
    return GAME.epoch, GAME.seq


def positions():
    return {1: (GAME.epoch, GAME.seq)}


def topics_since(game_id, seq):
    return frozenset().union(*(found for at, found in GAME.topics.items() if at > seq))


def run_due():
    GAME.due += 1
    if GAME.trouble:
        raise GAME.trouble


def beat(person_ids):
    GAME.beats.append(set(person_ids))


def renew_epochs():
    GAME.epoch = "renewed"


def pools(viewer):
    GAME.builds["pools"] += 1
    return {"energy": GAME.energy, "role": viewer.role}


def cards(viewer):
    GAME.builds["cards"] += 1
    return {}


def card(viewer, key):
    GAME.builds["card"] += 1
    return None if key == 404 else {"key": key}


def me(viewer):
    GAME.builds["me"] += 1
    return {"person": viewer.person_id}


def broken(viewer):
    raise ZeroDivisionError


def topics(*words):
    return frozenset(words)


REGIONS = (
    Region(
        name="pools",
        template="pools.html",
        build=pools,
        topics=topics("pools"),
        boards=topics("hq", "master"),
    ),
    Region(
        name="cards",
        template="cards.html",
        build=cards,
        topics=topics("cards"),
        boards=topics("hq"),
    ),
    Region(
        name="card",
        template="card.html",
        build=card,
        topics=topics("card"),
        boards=topics("hq"),
        keyed=True,
    ),
    Region(
        name="me",
        template="me.html",
        build=me,
        topics=frozenset(),
        boards=topics("hq"),
        personal=True,
    ),
)
BROKEN = Region(
    name="broken",
    template="broken.html",
    build=broken,
    topics=topics("pools"),
    boards=topics("hq"),
)


def happens(*words, urgent=False):
    """An event takes place and is announced: the message as it comes out of the layer."""
    GAME.seq += 1
    GAME.topics[GAME.seq] = frozenset(words)
    return {
        "type": "live.changed",
        "game": 1,
        "since": GAME.seq - 1,
        "seq": GAME.seq,
        "topics": sorted(words),
        "urgent": urgent,
    }
