"""Another address of the laptop: everyone is told once, a game master takes note."""

from __future__ import annotations

from typing import Any

import pytest

from horizonwar import address
from hq import addresses, deadlines
from hq.boards import doors
from hq.errors import NotAllowedError
from hq.models import Game, JournalEntry
from tests.factories.days import make_day, make_master, make_volunteer

pytestmark = pytest.mark.django_db

FIRST, SECOND, THIRD = (f"http://192.168.1.{last}:8000" for last in (7, 8, 9))


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    told = {"url": FIRST}
    monkeypatch.setattr(address, "public_url", lambda: told["url"])
    return told


def tick(network: dict[str, str], *urls: str) -> None:
    for url in urls:
        network["url"] = url
        deadlines.run_due()


def changes() -> list[dict[str, Any]]:
    return [entry.params for entry in JournalEntry.objects.filter(kind="address_changed")]


def test_first_address_is_no_change(network: dict[str, str]):
    make_day()
    tick(network, FIRST, FIRST)

    assert changes() == []
    assert Game.objects.get().address == FIRST


def test_change_is_told_once_with_both_addresses(network: dict[str, str]):
    game = make_day()
    tick(network, FIRST, SECOND, SECOND, SECOND)

    assert changes() == [{"before": FIRST, "now": SECOND}]
    entry = JournalEntry.objects.get(kind="address_changed")
    assert "invitations" in entry.topics
    shown = doors.address_told(make_master(game))
    assert (shown.before, shown.now) == ("192.168.1.7:8000", "192.168.1.8:8000")


def test_codes_lead_to_the_new_address(network: dict[str, str]):
    game = make_day()
    tick(network, FIRST, SECOND)

    assert all(door.url.startswith(SECOND) for door in doors.joins(make_master(game)).joins)


def test_lost_network_is_no_new_address(network: dict[str, str]):
    make_day()
    tick(network, FIRST, "http://127.0.0.1:8000", FIRST)

    assert changes() == []


def test_another_port_is_no_new_address(network: dict[str, str]):
    """A ticker in a process of its own knows no port; two of them must not argue."""
    make_day()
    tick(network, FIRST, FIRST.replace("8000", "9000"), FIRST)

    assert changes() == []


def test_strip_keeps_the_oldest_address_until_it_is_noted(network: dict[str, str]):
    game = make_day()
    tick(network, FIRST, SECOND, THIRD)
    master = make_master(game)
    assert doors.address_told(master).before == "192.168.1.7:8000"

    addresses.acknowledge(by=master)
    addresses.acknowledge(by=master)

    assert doors.address_told(master).before == ""
    assert JournalEntry.objects.filter(kind="address_noted").count() == 1


def test_only_a_master_takes_note(network: dict[str, str]):
    game = make_day()
    tick(network, FIRST, SECOND)

    with pytest.raises(NotAllowedError):
        addresses.acknowledge(by=make_volunteer(game))


def test_every_day_of_the_server_is_told(network: dict[str, str]):
    make_day()
    make_day(key="other")
    tick(network, FIRST, SECOND)

    assert len(changes()) == 2


def test_idle_second_writes_nothing_and_asks_once_for_all_days(
    network: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    make_day()
    make_day(key="other")
    tick(network, FIRST)
    asked: list[str] = []
    monkeypatch.setattr(address, "public_url", lambda: asked.append("") or FIRST)
    seqs = list(Game.objects.values_list("seq", flat=True))

    deadlines.run_due()

    assert len(asked) == 1
    assert list(Game.objects.values_list("seq", flat=True)) == seqs
