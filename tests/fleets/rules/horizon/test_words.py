"""Every refusal, record and term has its words; words name only what they are given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleets.rules import horizon
from fleets.rules.base import Refusal
from fleets.rules.horizon import labels, log, words
from fleets.rules.horizon import records as r
from fleets.rules.horizon.intents import INTENTS
from fleets.rules.horizon.system import SYSTEM
from tests.fleets.rules.horizon.table import TABLES

SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(Path(horizon.__file__).parent.glob("*.py"))
)
REFUSED = set(re.findall(r'Refusal\(\s*"([a-z0-9-]+)"', SOURCE))
WARNED = set(re.findall(r'Caution\(\s*"([a-z0-9-]+)"', SOURCE))
RECORDS_TOLD = {cls.kind for cls in log._TELL}


def test_every_refusal_and_caution_has_its_sentence():
    assert REFUSED | {"ship-out", "ship-aboard", "no-aid-sent", "aid-may-come"} == set(
        words.REFUSALS
    )
    assert set(words.CAUTIONS) == WARNED


@pytest.mark.parametrize("code", sorted(words.REFUSALS))
def test_a_sentence_ends_and_places_are_named(code):
    text = words.REFUSALS[code]
    assert text.endswith((".", "?"))
    assert "%s" not in text


def test_names_terms_and_the_rest_are_told_apart():
    line = SYSTEM.explain(Refusal("needs-upgrade", {"upgrade": "shields", "ship": "a1"}))
    assert line.names == {"ship": ("a1",)}
    assert line.terms == {"upgrade": "Shields"}
    line = SYSTEM.explain(Refusal("no-points", {"squadron": "red", "need": 2, "have": 1}))
    assert line.params == {"need": 2, "have": 1}
    line = SYSTEM.explain(Refusal("needs-upgrade", {"upgrade": "laser-disco", "ship": "a1"}))
    assert line.params == {"upgrade": "laser-disco"}


def test_tables_hold_no_slug_without_a_word():
    slugs = {*TABLES.upgrades, *TABLES.modifiers, *TABLES.actions, *TABLES.manoeuvres}
    slugs |= {row.name for row in TABLES.survival.values()}
    slugs |= {row.crew for row in TABLES.survival.values()}
    assert slugs <= set(words.TERMS)


def test_only_bookkeeping_has_no_line():
    from fleets.rules.horizon.records import FACTS

    silent = {"turn-passed", "activation-finished", "fire-finished", "hit-rolled"}
    assert set(FACTS) - RECORDS_TOLD == silent


def test_the_registry_knows_the_system():
    from fleets.rules import registry

    assert registry.get("horizon") is SYSTEM
    with pytest.raises(KeyError):
        registry.get("chess")


def test_a_ship_lost_with_its_carrier_is_not_called_by_the_upgrade():
    fate = SYSTEM.tell(r.ShipOut(ship="a1", fatal="carrier"))
    assert fate.terms == {"fatal": "lost with its carrier"}
    lacking = SYSTEM.explain(Refusal("needs-upgrade", {"upgrade": "carrier", "ship": "a1"}))
    assert lacking.terms == {"upgrade": "Carrier"}


def test_every_command_has_a_title_and_every_upgrade_a_name():
    assert set(labels.COMMANDS) == set(INTENTS)
    assert SYSTEM.title("move") == "Move"
    assert SYSTEM.term("shields") == "Shields"
    assert SYSTEM.term("evading") == "evades"
    assert SYSTEM.term("unheard-of") == "unheard-of"
