from __future__ import annotations

from typing import Any

import pytest

from hq import exchange, ledger
from hq.enums import PoolKind, Role
from hq.errors import (
    AmountError,
    ExchangeOneWayError,
    NotAllowedError,
    NotFoundHereError,
    PoolTooLowError,
)
from hq.models import Game, Pool, Price
from hq.words import reason
from tests.contracts.demo import seated
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

pytestmark = pytest.mark.django_db

PRICES = [
    {"slug": "cheque", "title": text("чек"), "resources": 1},
    {"slug": "crate", "title": text("ящик"), "resources": 3},
]


def make_market(*deck: dict[str, Any], **fields: Any) -> Game:
    return make_day(*deck, prices=PRICES, **fields)


def price(game: Game, slug: str = "crate") -> int:
    return Price.objects.get(game=game, slug=slug).pk


def resources(game: Game) -> int:
    return Pool.objects.get(game=game, kind=PoolKind.RESOURCES).balance


def test_r1_resources_buy_things_at_the_list_price():
    game = make_market()
    vera = make_volunteer(game)

    line = exchange.buy(price_id=price(game), count=4, by=vera)

    assert (line.delta, line.balance_after, line.person_id) == (-12, 28, vera.person_id)
    assert line.reason == "exchange"
    assert "4 × ящик" in reason(line.reason, line.params)


def test_r1_master_buys_too_and_undoes_a_purchase():
    game = make_market()
    master = make_master(game)
    line = exchange.buy(price_id=price(game), count=1, by=master)

    ledger.reverse(line_id=line.pk, reason="передумали", by=master)

    assert resources(game) == 40


def test_r1_what_is_promised_buys_nothing():
    game = make_market(card("first", way("one", cost={"resources": 35})))
    crew = make_volunteers(game, 2)
    issue(game)
    call_chorus(game, crew)

    with pytest.raises(PoolTooLowError) as refusal:
        exchange.buy(price_id=price(game), count=2, by=crew[0])

    assert refusal.value.params == {"pool": PoolKind.RESOURCES.label, "missing": 1, "free": 5}
    assert resources(game) == 40


@pytest.mark.parametrize("count", [0, -1, 100])
def test_count_outside_its_bounds_is_refused(count: int):
    game = make_market()

    with pytest.raises(AmountError):
        exchange.buy(price_id=price(game), count=count, by=make_volunteer(game))


def test_price_of_another_day_and_a_wall_are_refused():
    game, other = make_market(), make_market(key="other")
    with pytest.raises(NotFoundHereError):
        exchange.buy(price_id=price(other), count=1, by=make_volunteer(game))
    wall = seated(game, Role.SCREEN, "WALLAA")
    with pytest.raises(NotAllowedError):
        exchange.buy(price_id=price(game), count=1, by=wall)


def test_r1_way_back_is_off_unless_the_pack_says_so():
    game = make_market()
    with pytest.raises(ExchangeOneWayError):
        exchange.turn_back(price_id=price(game), count=1, by=make_volunteer(game))

    open_game = make_market(key="open", settings={"exchange_back": True})
    line = exchange.turn_back(price_id=price(open_game), count=2, by=make_volunteer(open_game))

    assert (line.delta, line.reason, resources(open_game)) == (6, "exchange_back", 46)
