"""The regions of the HQ's boards: what each shows, what touches it, where it stands."""

from __future__ import annotations

from collections.abc import Callable

from horizonwar.live.regions import Region, register
from hq.boards import (
    books,
    calls,
    camp,
    cards,
    chorus,
    day,
    doors,
    judging,
    master,
    me,
    pools,
    post,
    signals,
    stakes,
    supplies,
    tallies,
)
from hq.enums import Board

HQ = frozenset({Board.HQ.value})
MASTER = frozenset({Board.MASTER.value})
SCREEN = frozenset({Board.SCREEN.value})
LEDGER = frozenset({Board.LEDGER.value})
ALL = HQ | MASTER | SCREEN
COURIER = frozenset({Board.COURIER.value})
# The captains' page belongs to the part that runs battles; what the HQ gives stands there too.
TABLE = frozenset({"table"})


def _region(
    name: str,
    build: Callable[..., object],
    *topics: str,
    boards: frozenset[str],
    personal: bool = False,
    keyed: bool = False,
) -> Region:
    return Region(
        name=name,
        template=f"hq/regions/{name}.html",
        build=build,
        topics=frozenset(topics),
        boards=boards,
        personal=personal,
        keyed=keyed,
    )


REGIONS = (
    _region("title", day.title, "title", boards=ALL),
    _region("clock", day.clock_region, "clock", boards=ALL | COURIER | TABLE),
    _region("banner", day.banner, "clock", boards=ALL | COURIER | TABLE),
    _region("pools", pools.pools, "pools", "cards", "costs", boards=ALL),
    _region("ribbon", cards.ribbon, "cards", "phases", boards=HQ | SCREEN),
    _region("cards", cards.cards, "cards", boards=HQ),
    _region("card", cards.card, "card", boards=HQ, keyed=True),
    _region("stage", cards.stage, "cards", "tally", boards=SCREEN),
    _region("chorus", chorus.chorus, "chorus", boards=HQ | SCREEN),
    _region("ring", chorus.ring, "voices", "chorus", boards=ALL),
    _region("me", me.me, "person", boards=HQ, personal=True),
    _region("tallies", tallies.tallies, "person", boards=HQ, personal=True),
    _region("votes", tallies.votes, "cards", "tally", boards=MASTER),
    _region("judgements", judging.judgements, "cards", "tally", boards=MASTER),
    _region("exchange", books.exchange, "prices", boards=HQ | MASTER),
    _region("people", day.people, "people", boards=HQ),
    _region("roll", master.roll, "people", boards=MASTER),
    _region("chronicle", day.chronicle, "chronicle", boards=ALL),
    _region("maps", day.maps, "stakes", boards=HQ),
    _region("stakes", stakes.stakes, "stakes", "clock", boards=MASTER),
    _region("join", doors.join, "invitations", boards=SCREEN),
    _region("address", doors.address_told, "invitations", boards=MASTER),
    _region("copies", doors.copies, "copies", boards=MASTER),
    _region("copied", doors.copies, "copies", "journal", boards=MASTER),
    _region("signals", signals.signals, "cards", "unseen", boards=MASTER | SCREEN),
    _region("joins", doors.joins, "invitations", boards=MASTER),
    _region("mymaps", day.map_names, "maps", boards=MASTER),
    _region("mapchoice", day.map_names, "maps", boards=MASTER),
    _region("shelf", master.shelf, "cards", "shelf", "clock", boards=MASTER),
    _region("deadlines", master.deadlines, "cards", "phases", boards=MASTER),
    _region("desk", chorus.desk, "chorus", "voices", boards=MASTER),
    _region("pulse", master.pulse, "clock", "people", "cards", boards=MASTER),
    _region("ledger", books.ledger, "pools", "clock", "people", boards=LEDGER),
    _region("journal", master.journal, "journal", boards=MASTER),
    _region(
        "camp", camp.camp, "camp", "people", "pools", "cards", "chorus", "clock", "maps", boards=ALL
    ),
    _region("grants", supplies.grants, "grants", "maps", "people", boards=ALL),
    _region("rescue", supplies.rescue, "rescue", "cards", "maps", "people", "clock", boards=ALL),
    _region("strokes", supplies.strokes, "strokes", "maps", "people", boards=ALL | TABLE),
    _region("supply", supplies.supply, "person", boards=TABLE, personal=True),
    _region("inbox", post.inbox, "person", boards=HQ | MASTER | COURIER | TABLE, personal=True),
    _region("post", post.post, "post", "maps", "people", "shelf", "cards", boards=MASTER),
    _region("satchel", post.satchel, "person", boards=COURIER, personal=True),
    _region("help", calls.help_queue, "help", "maps", "people", boards=MASTER),
    _region("helpline", calls.helpline, "person", boards=HQ | COURIER | TABLE, personal=True),
)

register(*REGIONS)
