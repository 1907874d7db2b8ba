"""What a change costs does not depend on how many phones look: the product's own boards and hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial

import pytest
from channels.db import database_sync_to_async
from django.db.backends.utils import CursorWrapper
from django.test import Client

from horizonwar.live import regions
from horizonwar.live.hub import Hub
from horizonwar.testing import Page
from hq import choruses, decisions, ledger, turns
from hq.models import Game, Way
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    back_all,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    the_way,
)
from tests.factories.visitors import sit
from tests.hq.conftest import wipeable  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.live, pytest.mark.slow, pytest.mark.timeout(180)]

CROWD = 50


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Every statement of every connection of this process, by its verb."""
    seen: Counter[str] = Counter()
    execute = CursorWrapper.execute

    def count(cursor: CursorWrapper, sql: str, params: object = None) -> object:
        seen[" ".join(str(sql).split()[:1])] += 1
        return execute(cursor, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", count)
    return seen


@pytest.fixture
async def hub() -> Iterator[Hub]:
    hub = Hub.current()
    yield hub
    await hub.stop()


def make_crowd() -> tuple[Game, list[Viewer], list[str]]:
    game = make_day(*[card(f"c{n}") for n in range(4)])
    crew = [make_volunteer(game, f"Доброволец {n}") for n in range(CROWD)]
    for number in range(3):
        issue(game, f"c{number}")
    game.cards.update(opened_at=1)  # else the first vote on a card costs a little more
    keys = [sit(viewer, Client()).cookies["sessionid"].value for viewer in crew]
    return game, crew, keys


def give(game: Game, crew: list[Viewer]) -> None:
    ledger.give(kind="energy", amount=1, by=crew[0])


def correct(game: Game, crew: list[Viewer]) -> None:
    ledger.correct(kind="morale", delta=-1, note="учёт", by=make_master(game))


def open_a_card(game: Game, crew: list[Viewer]) -> None:
    issue(game, "c3")


def back(game: Game, crew: list[Viewer]) -> None:
    chosen = the_way(game, of="c0")
    decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=crew[0])


def pause(game: Game, crew: list[Viewer]) -> None:
    turns.pause(reason="чай", by=make_master(game))


Change = Callable[[Game, list[Viewer]], None]
CHANGES: tuple[Change, ...] = (give, correct, open_a_card, back, pause)


@pytest.mark.usefixtures("wipeable")
async def test_statements_and_renders_are_equal_for_one_and_fifty_sockets(
    hub: Hub, statements: Counter[str]
):
    game, crew, keys = await database_sync_to_async(make_crowd)()
    costs: dict[int, list[tuple[str, dict[str, int], int]]] = {}
    for count in (1, CROWD):
        await database_sync_to_async(answer_now)(*crew)
        costs[count] = [
            (change.__name__, *await cost_of(change, hub, statements, (game, crew), keys[:count]))
            for change in CHANGES
        ]
        await database_sync_to_async(undo)(game)

    assert costs[1] == costs[CROWD]
    assert all(renders > 0 for _name, _statements, renders in costs[1])


async def cost_of(
    change: Change,
    hub: Hub,
    statements: Counter[str],
    scene: tuple[Game, list[Viewer]],
    keys: list[str],
) -> tuple[dict[str, int], int]:
    """Statements and renders from the command to the last socket's frame."""
    async with AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(Page("hq", cookies={"sessionid": key})) for key in keys
        ]
        statements.clear()
        renders = hub.counts["renders"]
        await database_sync_to_async(change)(*scene)
        frames = [await page.frame(10) for page in pages]
        spent = dict(statements), hub.counts["renders"] - renders

    seqs = {frame.seq for frame in frames}
    assert len(seqs) == 1
    shared = {frame.html for frame in frames[1:] if "me" not in frame.ids}
    assert len(shared) <= 1
    return spent


def undo(game: Game) -> None:
    """Bring the day back to where the first round began."""
    turns.resume(by=make_master(game))
    found = game.cards.get(slug="c3")
    found.decision.delete()
    game.cards.filter(slug="c3").update(state="shelf", issued_at=None, turn=None, due_at=None)
    for backing in game.cards.get(slug="c0").decision.backings.all():
        backing.delete()


def agree(game: Game, crew: list[Viewer], slug: str) -> None:
    answer_now(*crew)
    back_all(game, crew[20:23], of=slug)


@pytest.mark.usefixtures("wipeable")
async def test_opening_a_chorus_takes_one_read_a_personal_region_for_each_who_looks(
    hub: Hub, statements: Counter[str]
):
    """Only what is personal is rendered for each person: their own mark of being in the set."""
    game, crew, keys = await database_sync_to_async(make_crowd)()
    costs = []
    for slug, count in (("c0", 1), ("c1", 11)):
        await database_sync_to_async(agree)(game, crew, slug)
        chosen = await database_sync_to_async(the_way)(game, of=slug)
        voice = partial(voice_way, chosen)
        spent, renders = await cost_of(voice, hub, statements, (game, crew), keys[:count])
        costs.append((sum(spent.values()), renders))
        await database_sync_to_async(break_all)(game)

    own = sum(region.personal for region in regions.for_board("hq"))
    assert costs[1][1] - costs[0][1] == 10 * own
    assert costs[1][0] - costs[0][0] <= 10 * own


def voice_way(chosen: Way, game: Game, crew: list[Viewer]) -> None:
    decisions.voice(card_id=chosen.card_id, way_id=chosen.pk, by=crew[20])


def break_all(game: Game) -> None:
    chorus = game.choruses.get(state="open")
    choruses.break_off(chorus_id=chorus.pk, reason="ещё раз", by=make_master(game))
