"""T2 at the tables: what only the master may know of a battle, looked for in all that is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from fleets.models import Battle, SceneThing
from horizonwar.live import regions, render
from hq.enums import Role
from hq.models import Game, Seat
from hq.viewers import BOARDS, Viewer
from tests.factories.battles import duellists, enlist, fight, give, make_war, seat
from tests.factories.days import make_master, make_volunteer
from tests.factories.visitors import sit
from tests.fleets.rules.horizon.table import roster, small

pytestmark = pytest.mark.django_db

CANARY, FOREIGN = "канарейка-реактор", "канарейка-чужая"
PAGES = {
    "table": "/table/at/luna/",
    "hq": "/hq/",
    "screen": "/wall/",
    "master": "/master/",
    "ledger": "/ledger/",
}


@dataclass
class Tables:
    game: Game
    battle: Battle
    viewers: dict[str, Viewer]
    master: Viewer


@pytest.fixture
def tables() -> Tables:
    game = make_war()
    duellists(game)
    thing = {"id": "wc-2", "name": "WC-2", "kind": "station", "secret": CANARY}
    thing |= {"counters": {"корпус": 3}, "text": "Станция"}
    SceneThing.objects.create(game=game, slug="wc-2", table="luna", name="WC-2", thing=thing)
    battle = fight(game, things=["wc-2"])
    other = make_war(key="other")
    enlist(other, roster("red", "spo", small("r1", name=FOREIGN)))
    enlist(other, roster("blue", "of", small("b1")))
    fight(other)
    red = seat(game, "Рита", side="spo")
    give(battle, red, "open-round")
    return Tables(
        game=game,
        battle=battle,
        master=make_master(game),
        viewers={
            "captain": red,
            "captain of another side": seat(game, "Бруно", side="of"),
            "captain of one squadron": seat(game, "Один", side="of", squadron="blue"),
            "scribe": seat(game, "Писарь"),
            "onlooker": seat(game, "Зритель", role=Role.ONLOOKER, table=""),
            "volunteer": make_volunteer(game),
            "screen": seat(game, "", role=Role.SCREEN, table=""),
        },
    )


def sent_to(viewer: Viewer, battle: Battle) -> Iterator[tuple[str, str]]:
    """Everything this seat can get of a battle: (what, text)."""
    client = sit(viewer)
    at = viewer.looking_at("luna")
    for language in ("ru", "en"):
        client.post("/language/", {"language": language})
        for board in BOARDS[viewer.role]:
            for path in (PAGES[board], f"/live/{board}/?table=luna"):
                yield path, client.get(path, follow=True).content.decode()
            for slot in regions.whole(board):
                speaker = replace(at, language=language)
                yield slot.region.name, render.region(slot.region, speaker, oob=True)
        for unit in ("", "r1", "b1", "wc-2"):
            path = f"/table/{battle.pk}/options/"
            yield f"options {unit}", client.get(path, {"unit": unit}).content.decode()
        for command in ({"kind": "scene-done", "thing": "wc-2"}, {"kind": "move", "ship": "r1"}):
            path = f"/table/{battle.pk}/look/"
            answer = client.get(path, {"command": json.dumps(command)})
            yield f"look {command}", answer.content.decode()
            answer = client.post(f"/table/{battle.pk}/act/", {"command": json.dumps(command)})
            assert answer.status_code == 409
            yield f"act {command}", answer.content.decode()
        yield "fallout", client.get(f"/table/{battle.pk}/fallout/1/").content.decode()


WHO = (
    "captain",
    "captain of another side",
    "captain of one squadron",
    "scribe",
    "onlooker",
    "volunteer",
    "screen",
)


@pytest.mark.parametrize("who", WHO)
def test_t2_secret_of_the_scene_reaches_nobody_at_a_table(tables: Tables, who: str):
    told = list(sent_to(tables.viewers[who], tables.battle))

    assert [what for what, text in told if CANARY in text] == []
    assert any("WC-2" in text for _what, text in told)


@pytest.mark.parametrize("who", WHO)
def test_t2_battle_of_another_day_reaches_nobody(tables: Tables, who: str):
    other = Battle.objects.exclude(pk=tables.battle.pk).get()
    viewer = tables.viewers[who]

    told = [*sent_to(viewer, tables.battle), *sent_to_of_another_day(viewer, other)]

    assert [what for what, text in told if FOREIGN in text] == []


def sent_to_of_another_day(viewer: Viewer, other: Battle) -> Iterator[tuple[str, str]]:
    client = sit(viewer)
    for path in (
        f"/table/{other.pk}/options/?unit=r1",
        f"/table/{other.pk}/look/?command={{}}",
        f"/table/{other.pk}/fallout/1/",
    ):
        answer = client.get(path)
        assert answer.status_code == 409, path
        yield path, answer.content.decode()
    for name in ("act", "retract", "dispute"):
        answer = client.post(f"/table/{other.pk}/{name}/", {"command": "{}", "number": 1})
        assert answer.status_code in {409, 422}
        yield name, answer.content.decode()


@pytest.mark.parametrize("who", WHO)
def test_t2_token_of_a_seat_is_seen_by_its_owner_only(tables: Tables, who: str):
    viewer = tables.viewers[who]
    tokens = dict(Seat.objects.values_list("token", "pk"))

    leaks = [
        f"token of seat {pk} in {what}"
        for what, text in sent_to(viewer, tables.battle)
        for token, pk in tokens.items()
        if token in text and pk != viewer.seat_id
    ]

    assert leaks == []


@pytest.mark.parametrize("who", WHO)
def test_t2_code_of_a_table_is_seen_by_masters_only(tables: Tables, who: str):
    codes = set(tables.game.invitations.filter(role=Role.CAPTAIN).values_list("code", flat=True))
    assert codes

    for what, text in sent_to(tables.viewers[who], tables.battle):
        assert not [code for code in codes if code in text], what


def test_t2_secret_of_the_scene_is_told_to_the_master(tables: Tables):
    client = sit(tables.master)

    assert CANARY in client.get("/table/at/luna/").content.decode()
    assert CANARY not in client.get("/master/").content.decode()
