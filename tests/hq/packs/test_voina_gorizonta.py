"""The bundled pack: clean, whole in both languages, and biting without being hopeless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from hq import games, scenario
from hq.effects import ChronicleEffect, PoolEffect, ReleaseEffect, Wording
from hq.enums import CardKind, CardState, DecisionMode, PoolKind, When
from hq.scenario import Pack
from hq.scenario.schema import CardEntry, WayEntry


@pytest.fixture(scope="module")
def pack() -> Pack:
    return scenario.read(scenario.find("voina-gorizonta"))


def test_has_no_faults_and_no_warnings(pack: Pack):
    assert scenario.warnings(pack) == []


def test_has_the_four_maps_of_the_war_with_their_stakes(pack: Pack):
    assert {entry.slug: len(entry.stakes) for entry in pack.maps} == {
        "luna": 2,
        "l4": 3,
        "light-of-reason": 1,
        "gigantomachia": 2,
    }
    assert [side.slug for side in pack.sides] == ["spo", "of", "tranch"]


def test_first_eight_crises_stand_on_three_turns_and_all_maps(pack: Pack):
    crises = [card for card in pack.cards if card.kind == CardKind.CRISIS]

    assert len(crises) >= 8
    assert all(Counter(card.turn for card in crises)[turn] >= 2 for turn in (1, 2, 3))
    assert {card.map for card in crises} == {entry.slug for entry in pack.maps}
    assert all(card.mode == DecisionMode.COLLECTIVE for card in crises)
    assert any(card.until_end for card in crises)
    assert all(card.until_end or 8 <= (card.minutes or 0) <= 20 for card in crises)


def test_chains_use_every_moment_a_card_can_come_up(pack: Pack):
    released = {
        effect.when
        for card in pack.cards
        for effects in card.all_effects()
        for effect in effects
        if isinstance(effect, ReleaseEffect)
    }

    assert released == set(When)


def test_every_end_of_a_card_writes_a_line_of_its_own(pack: Pack):
    lines = [
        [effect.text.ru for effect in effects if isinstance(effect, ChronicleEffect)]
        for card in pack.cards
        for effects in card.all_effects()
    ]

    assert all(len(end) == 1 for end in lines)
    assert len({text for end in lines for text in end}) == len(lines)


def test_every_failure_hurts(pack: Pack):
    for card in pack.cards:
        losses = [effect.delta for effect in card.failure_effects if isinstance(effect, PoolEffect)]
        assert losses, card.slug
        assert max(losses) < 0, card.slug


def parts(card: CardEntry) -> Iterator[tuple[str, Wording | None]]:
    yield from (("how", card.how), ("failure", card.failure), ("worse", card.worse))
    yield "master_note", card.master_note
    for way in card.ways:
        yield from ((f"{way.slug}.text", way.text), (f"{way.slug}.outcome", way.outcome))


def words(text: Wording | None) -> int:
    return len([word for word in (text.ru if text else "").split() if word.strip("–.,:«»")])


def test_texts_can_be_read_aloud_in_one_breath_each(pack: Pack):
    lengths = {(card.slug, name): words(text) for card in pack.cards for name, text in parts(card)}
    situations = {card.slug: words(card.situation) for card in pack.cards}

    assert {key: count for key, count in lengths.items() if not 19 <= count <= 60} == {}
    assert {key: count for key, count in situations.items() if not 60 <= count <= 120} == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_makes_a_day_with_all_its_cards_on_the_shelf(pack: Pack):
    game = games.create(pack=pack, key="day")

    assert game.cards.filter(state=CardState.SHELF).count() == len(pack.cards)
    assert {pool.kind: pool.balance for pool in game.pools.all()} == starts(pack)


# Balance. What an HQ of five can pay with the pools it starts with.


def starts(pack: Pack) -> dict[PoolKind, int]:
    return {kind: pool.start for kind, pool in pack.pools.by_kind().items()}


def is_payable(chosen: tuple[WayEntry, ...], pools: dict[PoolKind, int]) -> bool:
    """Whether all these ways can be paid for, one after another, gains counted."""
    left = Counter(pools)
    for way in chosen:
        left.subtract(way.cost.by_kind())
        if min(left.values()) < 0:
            return False
        for effect in way.effects:
            if isinstance(effect, PoolEffect):
                left[effect.pool] += effect.delta
    return True


def test_each_card_has_two_payable_ways_that_differ_in_what_they_take(pack: Pack):
    pools = starts(pack)
    for card in pack.cards:
        assert 2 <= len(card.ways) <= 4, card.slug
        assert all(is_payable((way,), pools) for way in card.ways), card.slug
        dearest = [max(way.cost.by_kind().items(), key=share_of(pools))[0] for way in card.ways]
        assert len(set(dearest)) >= 2, card.slug


def share_of(pools: dict[PoolKind, int]):
    def share(item: tuple[PoolKind, int]) -> float:
        return item[1] / pools[item[0]]

    return share


@pytest.mark.parametrize("kind", PoolKind)
def test_no_pool_alone_carries_the_deck(pack: Pack, kind: PoolKind):
    pools = starts(pack)
    leaning = tuple(
        max(card.ways, key=lambda way: way.cost.by_kind().get(kind, 0)) for card in pack.cards
    )

    assert not is_payable(leaning, pools)


def test_everything_can_be_overcome_but_not_by_whim(pack: Pack):
    pools = starts(pack)
    choices = list(product(*(card.ways for card in pack.cards)))
    payable = sum(is_payable(chosen, pools) for chosen in choices)

    assert 0.03 < payable / len(choices) < 0.4
