"""One personal card taken by many at once; one author's ways pressed at once."""

from __future__ import annotations

from functools import partial

import pytest

from hq import decisions, ledger, ways
from hq.models import LedgerLine, Way
from tests.factories.days import (
    card,
    issue,
    make_day,
    make_volunteer,
    make_volunteers,
    the_way,
    way,
)
from tests.factories.hands import Hand
from tests.hq.races.crowd import Meeting, outcomes, run_together

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.timeout(120)]


def test_five_take_one_personal_card(locked: bool, hand: Hand, monkeypatch):
    game = make_day(card("first", way("one", cost={"energy": 7}), mode="personal"))
    crew = make_volunteers(game, 5)
    first = issue(game)
    chosen = the_way(game).pk
    Meeting(5).before(monkeypatch, ledger, "check_covers")

    answers = run_together(
        [partial(decisions.take, card_id=first.pk, way_id=chosen, by=viewer) for viewer in crew]
    )

    paid = LedgerLine.objects.filter(reason="way").count()
    if locked:
        assert outcomes(answers) == {"done": 1, "CardClosedError": 4}
        assert paid == 1
    else:
        assert paid > 1


def test_five_ways_of_one_author_at_once(locked: bool, hand: Hand, monkeypatch):
    game = make_day()
    vera = make_volunteer(game)
    first = issue(game)
    Meeting(5).after(monkeypatch, ways, "_check_few_wait")

    answers = run_together(
        [
            partial(ways.write, card_id=first.pk, text=f"Мысль {number}", by=vera)
            for number in range(5)
        ]
    )

    waiting = Way.objects.filter(author__isnull=False).count()
    if locked:
        assert outcomes(answers) == {"done": 2, "OwnWaysTooManyError": 3}
        assert waiting == 2
    else:
        assert outcomes(answers)["done"] < 5  # ways or events under one number
