"""The only way into the push machinery: a tiny message after the commit, no HTML, no secrets."""

from __future__ import annotations

from django.db import transaction

from horizonwar.live import hub


class _Announcement:
    """What one transaction says about one game."""

    def __init__(self, game_id: int, since: int) -> None:
        self.game_id = game_id
        self.since = self.seq = since
        self.topics: set[str] = set()
        self.urgent = False

    def add(self, *, seq: int, topics: frozenset[str], urgent: bool) -> None:
        self.seq = max(self.seq, seq)
        self.topics |= topics
        self.urgent |= urgent

    def send(self) -> None:
        hub.publish(
            {
                "type": "live.changed",
                "game": self.game_id,
                "since": self.since,
                "seq": self.seq,
                "topics": sorted(self.topics),
                "urgent": self.urgent,
            }
        )


def announce(*, game_id: int, seq: int, topics: frozenset[str], urgent: bool) -> None:
    """Tell all boards of the game, after the commit, that event `seq` touched these topics.

    Call inside the transaction, once for each event: several of one transaction travel as one
    message. A failing push never harms the write; the ticker's comparison makes up for it.
    """
    connection = transaction.get_connection()
    depth = set(connection.savepoint_ids)
    for savepoints, sending, *_ in connection.run_on_commit:
        waiting = getattr(sending, "__self__", None)
        if not isinstance(waiting, _Announcement) or waiting.game_id != game_id:
            continue
        if savepoints == depth:
            waiting.add(seq=seq, topics=topics, urgent=urgent)
            return
    announcement = _Announcement(game_id, seq - 1)
    announcement.add(seq=seq, topics=topics, urgent=urgent)
    transaction.on_commit(announcement.send, robust=True)
