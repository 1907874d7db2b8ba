"""The books of a database file, read without Django: for copies, from any thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

POOLS = """
    SELECT game.key, pool.kind, pool.balance, COALESCE(SUM(line.delta), 0)
    FROM hq_pool pool JOIN hq_game game ON game.id = pool.game_id
    LEFT JOIN hq_ledgerline line ON line.pool_id = pool.id
    GROUP BY pool.id HAVING pool.balance <> COALESCE(SUM(line.delta), 0) OR pool.balance < 0
"""
JOURNALS = """
    SELECT game.key, game.seq, COUNT(entry.id), COALESCE(MAX(entry.seq), 0)
    FROM hq_game game LEFT JOIN hq_journalentry entry ON entry.game_id = game.id
    GROUP BY game.id HAVING game.seq <> COUNT(entry.id) OR game.seq <> COALESCE(MAX(entry.seq), 0)
"""


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Balances are sums of their lines and not below zero; journals have no gap."""
    for key, kind, balance, total in connection.execute(POOLS):
        yield f"{key}: the balance of {kind} is {balance}, its lines make {total}"
    for key, seq, count, newest in connection.execute(JOURNALS):
        yield f"{key}: the journal has {count} entries up to {newest}, the day counts {seq}"
