"""The bundled pack: clean, whole in both languages, a deck for six turns and four maps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from hq import games, scenario
from hq.effects import ChronicleEffect, Effect, PoolEffect, ReleaseEffect, Wording
from hq.enums import (
    CardKind,
    CardState,
    DecisionMode,
    PoolKind,
    Tally,
    Threshold,
    Trigger,
    WayKind,
    When,
)
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
        assert {card.turn for card in cards} == {*range(TURNS + 1)}


def test_core_is_for_five_and_the_rest_a_reserve_by_headcount(pack: Pack):
    a_turn = Counter(card.turn for card in core(pack) if card.turn)
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
    return 0 if note.startswith("Ждёт ставки" if card.turn == 0 else "Ядро.") else None


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


def test_card_on_no_turn_waits_for_an_answer_to_a_stake(pack: Pack):
    waiting = {card.slug for card in pack.cards if card.turn == 0}

    assert len(waiting) >= 3
    assert waiting <= {
        effect.card for effect in answered(pack) if isinstance(effect, ReleaseEffect)
    }


def test_answers_to_stakes_move_every_pool_both_ways(pack: Pack):
    moved = {
        (effect.pool, effect.delta > 0)
        for effect in answered(pack)
        if isinstance(effect, PoolEffect)
    }

    assert moved == {(kind, sign) for kind in PoolKind for sign in (True, False)}


def answered(pack: Pack) -> list[Effect]:
    return [
        effect
        for entry in pack.maps
        for stake in entry.stakes
        for answer in stake.answers
        for effect in answer.effects
    ]


def test_what_makes_a_crisis_worse_is_data_with_its_own_words(pack: Pack):
    told = [worse for card in crises(pack) for worse in card.aggravations]

    assert all(card.aggravations for card in crises(pack))
    assert {worse.trigger for worse in told} == set(Trigger)
    assert all(worse.text for worse in told)
    assert any(worse.cost_percent > 100 for worse in told)
    assert any(worse.minutes_less for worse in told)
    assert any(worse.releases for worse in told)


def test_worse_by_time_comes_after_a_sensible_talk_and_before_the_deadline(pack: Pack):
    for card in crises(pack):
        for worse in card.aggravations:
            after = worse.after_minutes
            if after is not None and card.minutes is not None:
                assert card.minutes / 2 <= after < card.minutes - worse.minutes_less, card.slug
            assert worse.minutes_less <= (card.minutes or 0) / 3, card.slug


def test_some_ways_ask_for_a_deed_and_none_is_the_only_one(pack: Pack):
    asking = [card for card in pack.cards if any(way.deed for way in card.ways)]

    assert len(asking) >= 5
    assert {card.kind for card in asking} == set(CardKind)
    assert all(sum(way.deed is None for way in card.ways) >= 2 for card in asking)


def test_a_hidden_tally_says_why(pack: Pack):
    hidden = [card for card in pack.cards if card.tally != Tally.OPEN]

    assert {card.tally for card in hidden} == {Tally.BLIND, Tally.UNTIL_VOTED}
    assert all(
        re.search("голос|втёмную|каждый решает сам", card.how.ru if card.how else "", re.IGNORECASE)
        for card in hidden
    )


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

    assert kinds[PoolKind.MORALE] <= len(prospects(pack)) / 4
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
