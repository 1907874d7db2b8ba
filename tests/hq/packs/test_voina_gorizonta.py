"""The bundled pack: clean, whole in both languages, a deck for six turns and four maps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from hq import games, scenario
from hq.effects import ChronicleEffect, PoolEffect, ReleaseEffect, Wording
from hq.enums import CardKind, CardState, DecisionMode, PoolKind, Threshold, WayKind, When
from hq.scenario import Pack
from hq.scenario.schema import CardEntry, WayEntry
from tests.hq.packs.day import TURNS, core

CRISES = 24
PROSPECTS = 12
CORE_A_TURN = (2, 3)
MINUTES = {DecisionMode.COLLECTIVE: (8, 20), DecisionMode.PERSONAL: (5, 10)}
RESERVE = re.compile(r"Резерв, от (\d+) человек")
BREATH = (19, 60)  # words
SITUATION = (60, 120)  # words
THEMES = {
    "refugees",
    "tuatha",
    "adlinga",
    "von-neumann",
    "retinue",
    "umbra",
    "chapels",
    "caerns",
    "regatta",
    "moscow-underground",
    "factions",
    "characters",
    "stroke",
    "camp",
    "vargo",
    "vivo",
    "tranch",
    "prime",
    "moon",
}


def crises(pack: Pack) -> list[CardEntry]:
    return [card for card in pack.cards if card.kind == CardKind.CRISIS]


def prospects(pack: Pack) -> list[CardEntry]:
    return [card for card in pack.cards if card.kind == CardKind.PROSPECT]


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


def test_deck_covers_all_turns_and_maps(pack: Pack):
    everywhere = {entry.slug for entry in pack.maps} | {None}

    assert len(crises(pack)) >= CRISES
    assert len(prospects(pack)) >= PROSPECTS
    for cards in (crises(pack), prospects(pack)):
        assert {card.map for card in cards} == everywhere
        assert {card.turn for card in cards} == set(range(1, TURNS + 1))


def test_core_is_for_five_and_the_rest_a_reserve_by_headcount(pack: Pack):
    a_turn = Counter(card.turn for card in core(pack))
    told = {card.slug: headcount_told(card) for card in pack.cards}

    assert {
        turn for turn, count in a_turn.items() if CORE_A_TURN[0] <= count <= CORE_A_TURN[1]
    } == {*range(1, TURNS + 1)}
    assert told == {card.slug: card.headcount for card in pack.cards}


def headcount_told(card: CardEntry) -> int | None:
    """What the note says to the game master: 0 for the core, None when it says nothing."""
    note = card.master_note.ru if card.master_note else ""
    reserve = RESERVE.match(note)
    if reserve:
        return int(reserve[1])
    return 0 if note.startswith("Ядро.") else None


def test_core_has_a_crisis_and_a_letter_each_turn(pack: Pack):
    kinds = {(card.turn, card.kind) for card in core(pack)}

    assert kinds == {(turn, kind) for turn in range(1, TURNS + 1) for kind in CardKind}


def test_decisions_are_taken_in_every_manner(pack: Pack):
    thresholds = Counter(card.threshold for card in crises(pack))

    assert set(thresholds) == set(Threshold)
    assert sum(card.mode == DecisionMode.PERSONAL for card in crises(pack)) >= 3
    assert sum(card.until_end for card in crises(pack)) >= 3
    for card in pack.cards:
        shortest, longest = MINUTES[card.mode]
        assert card.until_end or shortest <= (card.minutes or 0) <= longest, card.slug


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
    ends = [
        effects
        for card in pack.cards
        for effects in card.all_effects()
        if effects or card.kind == CardKind.CRISIS
    ]
    lines = [[effect for effect in end if isinstance(effect, ChronicleEffect)] for end in ends]

    assert all(len(end) == 1 for end in lines)
    assert all(line.theme for end in lines for line in end)
    assert len({line.text.ru for end in lines for line in end}) == len(lines)
    assert {line.theme for end in lines for line in end} >= THEMES


def test_every_failure_hurts(pack: Pack):
    for card in crises(pack):
        losses = [effect.delta for effect in card.failure_effects if isinstance(effect, PoolEffect)]
        assert losses, card.slug
        assert max(losses) < 0, card.slug


# Prospects.


def test_prospect_is_a_letter_with_an_answer_each_way_and_nothing_lost_by_silence(pack: Pack):
    for card in prospects(pack):
        assert {way.kind for way in card.ways} == {WayKind.ACCEPT, WayKind.DECLINE}, card.slug
        assert all(has_line(way) for way in card.ways), card.slug
        assert card.failure_effects == (), card.slug
        assert card.failure is not None, card.slug


def test_accepting_brings_and_declining_changes_no_pool(pack: Pack):
    for card in prospects(pack):
        for way in card.ways:
            gains = [effect for effect in way.effects if isinstance(effect, PoolEffect)]
            assert bool(gains) == (way.kind == WayKind.ACCEPT), (card.slug, way.slug)
            assert way.cost.by_kind() == {} or way.kind == WayKind.ACCEPT, (card.slug, way.slug)


def test_prospect_seldom_brings_morale(pack: Pack):
    kinds = Counter(
        kind for card in prospects(pack) for kind in {effect.pool for effect in pool_effects(card)}
    )

    assert kinds[PoolKind.MORALE] == 1
    assert kinds[PoolKind.ENERGY] >= 4
    assert kinds[PoolKind.RESOURCES] >= 4


def pool_effects(card: CardEntry) -> list[PoolEffect]:
    return [
        effect
        for effects in card.all_effects()
        for effect in effects
        if isinstance(effect, PoolEffect)
    ]


def has_line(way: WayEntry) -> bool:
    return any(isinstance(effect, ChronicleEffect) for effect in way.effects)


# Texts.


def parts(card: CardEntry) -> Iterator[tuple[str, Wording | None]]:
    yield from (("how", card.how), ("failure", card.failure))
    if card.kind == CardKind.CRISIS:
        yield "worse", card.worse
    yield "master_note", card.master_note
    for way in card.ways:
        yield from ((f"{way.slug}.text", way.text), (f"{way.slug}.outcome", way.outcome))


def words(text: Wording | None) -> int:
    return len([word for word in (text.ru if text else "").split() if word.strip("–.,:«»")])


def test_texts_can_be_read_aloud_in_one_breath_each(pack: Pack):
    lengths = {(card.slug, name): words(text) for card in pack.cards for name, text in parts(card)}
    situations = {card.slug: words(card.situation) for card in pack.cards}

    assert {key: n for key, n in lengths.items() if not BREATH[0] <= n <= BREATH[1]} == {}
    assert {key: n for key, n in situations.items() if not SITUATION[0] <= n <= SITUATION[1]} == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_makes_a_day_with_all_its_cards_on_the_shelf(pack: Pack):
    game = games.create(pack=pack, key="day")

    assert game.cards.filter(state=CardState.SHELF).count() == len(pack.cards)
    assert {pool.kind: pool.balance for pool in game.pools.all()} == starts(pack)


# Costs.


def starts(pack: Pack) -> dict[PoolKind, int]:
    return {kind: pool.start for kind, pool in pack.pools.by_kind().items()}


def test_each_crisis_has_ways_that_bite_differently_and_can_be_paid_at_the_start(pack: Pack):
    pools = starts(pack)
    for card in crises(pack):
        costs = [way.cost.by_kind() for way in card.ways]
        assert 2 <= len(card.ways) <= 4, card.slug
        assert all(costs), card.slug
        assert all(cost[kind] <= pools[kind] for cost in costs for kind in cost), card.slug
        dearest = {max(cost, key=lambda kind: cost[kind] / pools[kind]) for cost in costs}
        assert len(dearest) >= 2, card.slug
