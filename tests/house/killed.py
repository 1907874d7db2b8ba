"""Twenty kills in the middle of writes, for `test_kill.py`: prints what was found as JSON.

The parent loads Django once and forks the hands that write: each child is a server's process as
the database sees it, killed −9 at some moment, and the next one goes on from what lies on the disk.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sqlite3
import sys
import threading
from contextlib import closing
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

from horizonwar import copies  # noqa: E402
from hq import audit, decisions, ledger, presence  # noqa: E402
from hq.errors import RefusedError  # noqa: E402
from hq.models import Card  # noqa: E402
from tests.factories.days import (  # noqa: E402
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    way,
)

KILLS, HANDS, CARDS = 20, 4, 30

PAID_TWICE = """
    SELECT card.slug FROM hq_card card JOIN hq_decision decision ON decision.card_id = card.id
    LEFT JOIN hq_ledgerline line ON line.card_id = card.id AND line.reason = 'way'
    GROUP BY card.id HAVING COUNT(line.id) <> (decision.phase = 'sealed')
"""


def prepare() -> tuple[list[Any], Any, list[int]]:
    call_command("migrate", verbosity=0)
    deck = [
        card(f"c{number}", way("one", cost={"energy": 1}), mode="personal", minutes=600)
        for number in range(CARDS)
    ]
    pools = {"energy": {"start": 500, "ceiling": 900}}
    game = make_day(*deck, pools=pools, settings={"gift_daily": 10_000})
    crew, master = make_volunteers(game, HANDS), make_master(game)
    for number in range(CARDS):
        issue(game, f"c{number}")
    return crew, master, list(Card.objects.order_by("pk").values_list("pk", flat=True))


def write(hand: int, crew: list[Any], master: Any, cards: list[int], pipe: int) -> None:
    """Gifts, marks and decisions without end; every answer is told to the parent with its key."""
    while True:
        key = secrets.token_hex(8)
        try:
            match secrets.randbelow(3):
                case 0:
                    ledger.give(kind="energy", amount=1, by=crew[hand], key=key)
                case 1:
                    here = bool(secrets.randbelow(2))
                    who = crew[hand].person_id
                    presence.mark(person_id=who, here=here, by=master, key=key)
                case _:
                    pk = secrets.choice(cards)
                    way_id = Card.objects.get(pk=pk).ways.get().pk
                    decisions.take(card_id=pk, way_id=way_id, by=crew[hand], key=key)
        except RefusedError:
            continue
        os.write(pipe, f"{key}\n".encode())


def child(crew: list[Any], master: Any, cards: list[int], pipe: int) -> None:
    for hand in range(HANDS):
        threading.Thread(target=write, args=(hand, crew, master, cards, pipe)).start()
    signal.pause()


def one_kill(crew: list[Any], master: Any, cards: list[int]) -> list[str]:
    """Fork, let some answers come, kill −9. The keys that were answered."""
    connections.close_all()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        child(crew, master, cards, writing)
    os.close(writing)
    with os.fdopen(reading) as answers:
        told = [answers.readline().strip() for _ in range(3 + secrets.randbelow(12))]
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        told += [line.strip() for line in answers if line.endswith("\n")]
    return told


def found(answered: list[str], tokens: set[str]) -> dict[str, list[str]]:
    with closing(sqlite3.connect(copies.database() or "")) as base:
        known = {key for (key,) in base.execute("SELECT key FROM hq_command")}
        seats = {token for (token,) in base.execute("SELECT token FROM hq_seat")}
        return {
            "books": list(audit.faults(base)),
            "pages": copies.verdict(base),
            "paid otherwise than once": [slug for (slug,) in base.execute(PAID_TWICE)],
            "answered and lost": [key for key in answered if key not in known],
            "seats lost": sorted(tokens - seats),
        }


def main() -> None:
    crew, master, cards = prepare()
    tokens = {viewer.token for viewer in (*crew, master)}
    wrong: list[dict[str, list[str]]] = []
    answered: list[str] = []
    for _ in range(KILLS):
        answered += one_kill(crew, master, cards)
        wrong += [told] if any((told := found(answered, tokens)).values()) else []
    json.dump({"answered": len(answered), "wrong": wrong}, sys.stdout)


if __name__ == "__main__":
    main()
