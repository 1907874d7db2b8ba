"""Battles stored by released versions still fold to the state they had (one folder a version)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fleets.rules.horizon import upgrade
from fleets.rules.horizon.records import FACTS
from fleets.rules.horizon.system import SYSTEM

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("v*.json")), ids=lambda path: path.stem)
def test_stored_battles_fold_to_their_state(path):
    for battle in json.loads(path.read_text(encoding="utf-8"))["battles"]:
        state = SYSTEM.decode_state(battle["first"])
        for stored in battle["records"]:
            state = SYSTEM.absorb(state, SYSTEM.decode_record(stored))
        assert state == SYSTEM.decode_state(battle["state"])


def test_the_newest_fixture_has_every_kind_of_record():
    path = FIXTURES / f"v{upgrade.VERSION}.json"
    battles = json.loads(path.read_text(encoding="utf-8"))["battles"]
    assert {stored["kind"] for battle in battles for stored in battle["records"]} == set(FACTS)


def test_every_version_of_the_state_has_a_fixture():
    assert {path.stem for path in FIXTURES.glob("v*.json")} == {
        f"v{version}" for version in range(1, upgrade.VERSION + 1)
    }


def test_steps_lead_up_to_today(monkeypatch):
    monkeypatch.setattr(
        upgrade,
        "RECORD_STEPS",
        {
            ("moved", 0): lambda data: {"kind": "moved", "v": 1, "ship": data["unit"]},
        },
    )
    read = SYSTEM.decode_record({"kind": "moved", "v": 0, "unit": "a1"})
    assert (read.ship, read.v) == ("a1", 1)
    monkeypatch.setattr(
        upgrade, "STATE_STEPS", {0: lambda data: {**data, "version": 1, "round": 7}}
    )
    assert upgrade.state({"version": 0})["round"] == 7
