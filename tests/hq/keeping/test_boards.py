"""After a day as in a rehearsal: export, wipe, import, and every board shows what it showed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from hq import games, keeping
from hq.models import Seat
from hq.viewers import Viewer
from tests.contracts.demo import SCRIPT, make_world
from tests.contracts.screens import Memo, Screen, in_languages
from tests.factories.days import make_day
from tests.factories.hands import hold

pytestmark = pytest.mark.django_db

# Where a page names a row: id="card-12", "/cards/12/", data-card="12", "card": 12.
PLACES = (
    re.compile(r"(?<=№ )\d+"),
    re.compile(r'(?<=[a-z]-)\d+(?=[\s"#-])'),
    re.compile(r"(?<=/)\d+(?=/)"),
    re.compile(r'(?<== ")\d+(?=")|(?<=[a-z]=")\d+(?=")'),
    re.compile(r'(?<=": )\d+|(?<=": ")\d+|(?<=[\[,] )\d+|(?<=&quot;: )\d+|(?<=:)\d+(?=["\s])'),
)


# The ships of the demo day are no rows: a toy part tells of them, for one day only.
TOYS = "rescue"


def alike(html: str) -> str:
    """Numbers of rows, wherever a page names one, stand for the place where they first appear."""
    for place in PLACES:
        html = place.sub("№", html)
    return html


def screens(viewer_of: Callable[[str], Viewer], tokens: dict[str, tuple[str, str]]) -> list[Screen]:
    return in_languages(
        [Screen(name, viewer_of(token), board) for name, (token, board) in tokens.items()],
        ("ru", "en"),
    )


def seated(token: str) -> Viewer:
    return Viewer.of_seat(Seat.objects.select_related("person").get(token=token), language="ru")


@pytest.mark.timeout(180)
def test_boards_of_a_day_that_was_carried_over_are_equal(monkeypatch):
    world = make_world(hold(monkeypatch))
    for step in SCRIPT.values():
        step(world)
    tokens = {
        "volunteer": (world.crew[0].token, "hq"),
        "backer": (world.crew[2].token, "hq"),
        "master": (world.master.token, "master"),
        "wall": (world.wall.token, "screen"),
    }
    memo = Memo()
    before = {each.label: each.fresh(memo) for each in screens(seated, tokens)}
    data = keeping.dump(games.whole(world.game.key))
    games.wipe(world.game)
    make_day(key="other")  # so that every number is another one

    game = games.take_in(keeping.read(data))

    memo = Memo()
    after = {each.label: each.fresh(memo) for each in screens(seated, tokens)}
    differing = [
        f"{label}: {region}"
        for label, regions in before.items()
        for region, html in regions.items()
        if region != TOYS and alike(html) != alike(after[label][region])
    ]
    assert differing == []
    assert keeping.dump(games.whole(game.key)) == data
