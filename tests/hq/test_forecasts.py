"""«If all open crises are paid»: one way a crisis, all three pools together."""

from __future__ import annotations

import pytest

from hq import ledger
from hq.boards import forecasts
from hq.boards.views import ForecastView
from hq.models import Game
from hq.viewers import Viewer
from tests.factories.days import (
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    text,
    way,
)


def told(viewer: Viewer) -> dict[str, tuple[int, int, int, int, int]]:
    """By pool: least, most, taken by the cheapest choice, left, missing."""
    return {
        line.kind: (line.least, line.most, line.taken, line.left, line.missing)
        for line in forecasts.forecast(viewer).lines
    }


def day(*deck: dict, **fields: object) -> tuple[Game, Viewer]:
    """A day with all of these cards open: 60 Energy, 40 Resources, 24 БЧС are there."""
    game = make_day(*deck, **fields)
    for entry in deck:
        issue(game, entry["slug"])
    return game, make_volunteer(game)


def verdict(viewer: Viewer) -> tuple[bool, bool, bool]:
    found: ForecastView = forecasts.forecast(viewer)
    return found.covers, found.covers_any, found.is_exact


pytestmark = pytest.mark.django_db


def test_nothing_open_costs_nothing():
    vera = make_volunteer(make_day())

    found = forecasts.forecast(vera)

    assert (found.cards, found.lines, found.offered) == (0, (), ())
    assert found.covers


def test_one_way_is_chosen_whole_and_not_the_least_of_each_pool():
    _game, vera = day(
        card("first", way("a", cost={"energy": 50}), way("b", cost={"resources": 30})),
        card("second", way("a", cost={"energy": 20}), way("b", cost={"resources": 20})),
    )

    assert told(vera) == {"energy": (0, 70, 20, 40, 0), "resources": (0, 50, 30, 10, 0)}
    assert verdict(vera) == (True, False, True)


def test_no_choice_pays_for_all_though_each_pool_alone_would_do():
    _game, vera = day(
        card("first", way("a", cost={"energy": 50}), way("b", cost={"resources": 30})),
        card("second", way("a", cost={"energy": 50}), way("b", cost={"resources": 30})),
        card("third", way("a", cost={"energy": 50}), way("b", cost={"resources": 30})),
    )

    lines = forecasts.forecast(vera).lines
    assert all(line.least <= line.free for line in lines)
    assert verdict(vera) == (False, False, True)
    assert sum(line.missing for line in lines) == 20  # two of them by Resources: 60 of 40


def test_enough_however_it_is_done():
    _game, vera = day(card("first", way("a", cost={"energy": 5}), way("b", cost={"morale": 2})))

    assert verdict(vera) == (True, True, True)


def test_way_that_another_undercuts_is_never_the_cheapest():
    _game, vera = day(
        card("first", way("a", cost={"energy": 9, "morale": 1}), way("b", cost={"energy": 9}))
    )

    assert told(vera) == {"energy": (9, 9, 9, 51, 0), "morale": (0, 1, 0, 24, 0)}


def test_personal_crises_count_and_prospects_stand_apart():
    offer = (
        way("yes", kind="accept", cost={"energy": 50}),
        way("no", kind="decline"),
    )
    game, vera = day(
        card("solo", way("a", cost={"energy": 20}), mode="personal"),
        card("offer", *offer, kind="prospect"),
    )

    found = forecasts.forecast(vera)

    assert (found.cards, found.prospects) == (1, 1)
    assert told(vera) == {"energy": (20, 20, 20, 40, 0)}
    assert [(each.kind, each.amount, each.missing) for each in found.offered] == [
        ("energy", 50, 10)
    ]
    ledger.correct(kind="energy", delta=15, note="подвезли", by=make_master(game))
    assert forecasts.forecast(vera).offered[0].missing == 0


def test_what_is_promised_already_is_left_out_and_is_not_free():
    game = make_day(card("first", way("one", cost={"energy": 40})), card("second"))
    crew = make_volunteers(game, 2)
    issue(game)
    issue(game, "second")
    call_chorus(game, crew)

    assert told(crew[0]) == {"energy": (0, 7, 0, 20, 0)}


def test_way_that_waits_for_its_price_does_not_count():
    game, vera = day(card("first", way("a", cost={"energy": 4}), way("b", deed=text("Спеть"))))
    game.cards.get().ways.filter(slug="b").update(author=vera.person_id)

    assert told(vera) == {"energy": (4, 4, 4, 56, 0)}


def test_forty_cards_are_reckoned_in_bounded_work():
    ways = [
        way(f"w{n}", cost={"energy": n * n + 1, "resources": 20 - n, "morale": (n * 7) % 5})
        for n in range(4)
    ]
    options = [
        tuple(each["cost"].get(kind, 0) for kind in ("energy", "resources", "morale"))
        for each in ways
    ]
    forty = [[(e + n % 3, r + n % 5, m) for e, r, m in options] for n in range(40)]

    cost, is_exact = forecasts.cheapest(forty, (60, 40, 24))

    assert not is_exact
    assert len(cost) == 3
    few, is_exact = forecasts.cheapest(forty[:3], (60, 40, 24))
    assert is_exact
    assert few == min(
        (
            tuple(map(sum, zip(a, b, c, strict=True)))
            for a in forty[0]
            for b in forty[1]
            for c in forty[2]
        ),
        key=lambda each: forecasts._price(each, (60, 40, 24)),
    )
