"""T6: the tables of states know every state, and the drawing is theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from hq import states
from hq.enums import CardState, ChorusState, GameState, Judgement, Phase
from hq.management.commands import state_diagram
from hq.models import Card, Chorus, Decision, Game, Way

TABLES = [
    (states.GAME, GameState, Game, "state"),
    (states.CARD, CardState, Card, "state"),
    (states.PHASE, Phase, Decision, "phase"),
    (states.CHORUS, ChorusState, Chorus, "state"),
    (states.JUDGEMENT, Judgement, Way, "judgement"),
]


@pytest.mark.parametrize(("table", "kinds", "model", "field"), TABLES)
def test_t6_table_covers_every_state_and_names_no_other(table, kinds, model, field):
    assert set(table) == set(kinds.values)
    assert set().union(*table.values()) <= set(kinds.values)
    assert dict(model._meta.get_field(field).choices).keys() == set(table)


@pytest.mark.parametrize(("table", "kinds", "model", "field"), TABLES)
def test_t6_every_state_can_be_reached_from_the_first(table, kinds, model, field):
    reached, waiting = set(), [next(iter(kinds)).value]
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            waiting.extend(table[state])

    assert reached == set(table)


def test_t6_drawing_equals_the_tables(root: Path):
    drawn = (root / "docs" / "states.md").read_text(encoding="utf-8")

    assert drawn == state_diagram.draw()
    call_command("state_diagram", check=True)


def test_t6_changed_table_is_noticed(monkeypatch):
    monkeypatch.setattr(state_diagram, "TABLES", state_diagram.TABLES[:1])

    with pytest.raises(CommandError):
        call_command("state_diagram", check=True)


def test_t6_drawing_can_be_printed(capsys):
    call_command("state_diagram", print=True)

    assert capsys.readouterr().out == state_diagram.draw()


def test_may_become():
    assert states.may_become(states.CARD, CardState.OPEN, CardState.EXPIRED)
    assert not states.may_become(states.CARD, CardState.EXPIRED, CardState.OPEN)
