"""The laptop's address in the house's network: when it changes, every QR code is another one."""

from __future__ import annotations

from urllib.parse import urlsplit

from hq import journal
from hq.events import AddressChanged, AddressNoted
from hq.models import Game
from hq.permissions import check_is_master
from hq.viewers import Viewer

# Without a network there is no other address to come to: the last one stays the one told.
NOWHERE = {"127.0.0.1", "localhost", "::1"}


def note(game: Game, *, now: str) -> None:
    """Tell of the address `now` (scheme, host, port) when it leads to another host than before.

    The first address of a day is no change. Ports are left alone: the clock may tick in a process
    of its own, which knows no port.
    """
    host = _host(now)
    if host in NOWHERE or host == _host(game.address):
        return
    with journal.act("addresses.note", by=Viewer.clock(game.pk)) as act:
        told = act.game.address
        if host == _host(told):
            return
        act.game.address = now
        if told:
            act.game.address_before = act.game.address_before or told
            act.record(AddressChanged(before=told, now=now))
        act.game.save(update_fields=["address", "address_before"])


def acknowledge(*, by: Viewer, key: str = "") -> None:
    """A game master has read that the address changed; the strip goes from every console."""
    with journal.act("addresses.acknowledge", by=by, key=key) as act:
        check_is_master(by)
        if act.game.address_before:
            act.game.address_before = ""
            act.game.save(update_fields=["address_before"])
            act.record(AddressNoted(now=act.game.address))


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""
