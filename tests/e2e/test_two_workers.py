"""A club's set-up on real screens: PostgreSQL, Redis, two workers; every phone hears, once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest
from playwright.sync_api import Browser
from psycopg import sql
from websockets.sync.client import ClientConnection, connect

from horizonwar.testing import Frame
from tests.e2e.crew import DESKTOP, PHONE, WALL, Device
from tests.e2e.house import House, prepare, wait_for
from tests.e2e.test_hands_off import Desk
from tests.horizonwar.serving import redis_server

# Not `e2e`: it belongs to the stage that has a PostgreSQL.
pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(240)]

SOCKETS = 12  # so many that the kernel gives some of them to either worker


class Club(House):
    """Its rows lie on the server of DATABASE_URL."""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.more["DATABASE_URL"]) as database:
            return database.execute(query.replace("?", "%s"), values).fetchall()


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own, dropped at the end."""
    server = os.environ.get("DATABASE_URL", "")
    if not server:
        pytest.skip("needs DATABASE_URL; start.py gives it one in its last stage")
    name = f"two_workers_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def club(tmp_path: Path, database: str) -> Iterator[Club]:
    with redis_server() as (_process, redis):
        more = {"DATABASE_URL": database, "REDIS_URL": redis}
        prepare(tmp_path / "plan", **more)
        built = Club(tmp_path / "house", plan=tmp_path / "plan", workers=2, **more)
        built.open()
        yield built
        built.close()
        assert built.faults() == []


def test_changes_reach_all_and_what_is_due_happens_once(club: Club, browser: Browser):
    crew = [Device(club, browser, name, PHONE) for name in ("Вера", "Тимур")]
    wall, master = Device(club, browser, "стена", WALL), Device(club, browser, "Глеб", DESKTOP)
    for device in crew:
        device.join()
    wall.become_wall()
    master.become_master()
    desk = Desk(club)
    desk.post("/master/start/")
    with ExitStack() as held:
        wires = [held.enter_context(socket_of(crew[0])) for _ in range(SOCKETS)]
        check_both_workers_hold_some(club, len(wires) + 4)
        cards = [issue(club, desk, number) for number in range(3)]
        seq = club.one("SELECT seq FROM hq_game")
        for wire in wires:
            wait_for(lambda wire=wire: heard(wire) >= seq, seconds=10, what=f"seq {seq}")
    for card in cards:
        for device in crew:
            device.page.wait_for_selector(f"#card-{card}[data-card-state=open]")
        desk.post(f"/master/cards/{card}/now/")

    for card in cards:
        for device in crew:
            device.page.wait_for_selector(f"#card-{card}[data-card-state=expired]")
    seq = club.one("SELECT seq FROM hq_game")
    for device in (*crew, wall, master):
        wait_for(lambda device=device: device.seq() >= seq, seconds=10, what=device.name)
        assert device.complaints == []
    check_all_fell_due_once(club, cards)
    desk.client.close()


def issue(club: Club, desk: Desk, number: int) -> int:
    card = club.one(
        "SELECT id FROM hq_card WHERE planned_turn = 1 AND kind = 'crisis' ORDER BY id"
        " LIMIT 1 OFFSET ?",
        number,
    )
    assert desk.post(f"/master/cards/{card}/issue/").status_code == 204
    return int(card)


def socket_of(device: Device) -> ClientConnection:
    """One more socket of this phone's board, without a page around it."""
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in device.context.cookies())
    address = device.house.url.replace("http", "ws") + "/ws/hq/"
    return connect(address, origin=device.house.url, additional_headers={"Cookie": cookies})


def heard(wire: ClientConnection) -> int:
    """The seq of the next frame, 0 if it does not come soon."""
    try:
        message = str(wire.recv(timeout=2))
    except TimeoutError:
        return 0
    return Frame.parse(message).seq if "live-seq" in message else 0


def check_both_workers_hold_some(club: Club, total: int) -> None:
    """Whoever answers holds some of the sockets and not all: so does the other."""
    live = httpx.get(f"{club.url}/healthz", timeout=5).json()["live"]
    assert 0 < live["sockets"] < total


def check_all_fell_due_once(club: Club, cards: list[int]) -> None:
    for card in cards:
        told = "SELECT count(*) FROM hq_journalentry WHERE kind = ? AND params->>'card' = ?"
        assert club.one(told, "card_expired", str(card)) == 1
        assert club.one("SELECT count(*) FROM hq_chronicleline WHERE card_id = ?", card) == 1
    seqs = [row[0] for row in club.rows("SELECT seq FROM hq_journalentry ORDER BY seq")]
    assert seqs == list(range(1, len(seqs) + 1))
    assert (
        club.rows(
            "SELECT p.id FROM hq_pool p JOIN hq_ledgerline l ON l.pool_id = p.id"
            " GROUP BY p.id HAVING p.balance <> sum(l.delta)"
        )
        == []
    )
