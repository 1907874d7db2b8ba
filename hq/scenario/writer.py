"""A game day as a scenario pack: YAML that reads back and makes an equal day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from ruamel.yaml import YAML

from hq.enums import (
    CardKind,
    DecisionMode,
    DispatchWay,
    PoolKind,
    Tally,
    Threshold,
    WayKind,
)
from hq.models import (
    Ability,
    Aggravation,
    Camp,
    Card,
    Dispatch,
    Game,
    GameMap,
    LedgerLine,
    Stake,
    Way,
)
from hq.scenario.reader import read_text
from hq.scenario.schema import Settings
from hq.texts import in_language

Json = dict[str, Any]
VERSION = "1.0"
WIDTH = 100
MOTION = "motion-"  # what the HQ put to its own vote is the day's, not the scenario's


def write(game: Game) -> tuple[str, tuple[str, ...]]:
    """The day as a pack, and the titles of cards that no pack can hold: they have no way.

    What volunteers brought is theirs and stays out; prices are those that hold now. Raises
    `PackError` when what was written in the panel is nothing that a pack may say.
    """
    cards = list(game.cards.select_related("map").prefetch_related("ways", "aggravations"))
    cards.sort(key=lambda card: card.pk)
    cards = [card for card in cards if not card.slug.startswith(MOTION)]
    kept = [card for card in cards if own_ways_aside(card)]
    left = tuple(in_language(card.title) for card in cards if card not in kept)
    out = StringIO()
    yaml = YAML()
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.dump(_pack(game, kept), out)
    text = out.getvalue()
    read_text(text)
    return text, left


def own_ways_aside(card: Card) -> list[Way]:
    """The ways of the scenario, in their order."""
    ways = [way for way in card.ways.all() if way.author_id is None]
    return [way for way in ways if not way.slug.startswith("own-")]


def _pack(game: Game, cards: Iterable[Card]) -> Json:
    known = {field.alias or name for name, field in Settings.model_fields.items()}
    return _given(
        slug=game.pack,
        version=VERSION,
        title=_text(game.title),
        settings={name: value for name, value in game.settings.items() if name in known},
        sides=[
            {"slug": side["slug"], "title": _text(side["title"])}
            for side in game.settings.get("sides", ())
        ],
        pools=_pools(game),
        prices=[
            {"slug": price.slug, "title": _text(price.title), "resources": price.resources}
            for price in game.prices.order_by("order", "pk")
        ],
        maps=[_map(entry) for entry in game.maps.prefetch_related("stakes")],
        cards=[_card(card) for card in cards],
        camp=_camp(game),
        abilities=[_ability(ability) for ability in game.abilities.order_by("order", "pk")],
        dispatches=[
            _dispatch(dispatch)
            for dispatch in game.dispatches.exclude(slug="").order_by("order", "pk")
        ],
    )


def _camp(game: Game) -> Json:
    """The camp as it stands now."""
    camp = Camp.objects.filter(game=game).first()
    if camp is None:
        return {}
    return _given(title=_text(camp.title), defence=camp.defence, support=camp.support)


def _ability(ability: Ability) -> Json:
    needs = {"defence": ability.defence, "support": ability.support, "people": ability.people}
    return _given(
        slug=ability.slug,
        title=_text(ability.title),
        text=_text(ability.text),
        mode=_unless(ability.mode, DecisionMode.PERSONAL),
        needs={name: level for name, level in needs.items() if level},
        cost={kind.value: amount for kind, amount in ability.cost.items()},
        uses=_unless(ability.uses, 1),
        effects=list(ability.effects),
    )


def _dispatch(dispatch: Dispatch) -> Json:
    """One that nobody sent went, or goes, at a minute of its own."""
    moment = dispatch.due_at if dispatch.arrived_at is None else dispatch.arrived_at
    is_timed = dispatch.sent_at is None and moment is not None
    return _given(
        **{"from": _text(dispatch.sender)},
        slug=dispatch.slug,
        to=[_given(kind=place.kind, key=place.key) for place in dispatch.addresses.all()],
        text=_text(dispatch.text),
        way=_unless(dispatch.way, DispatchWay.AT_ONCE),
        minutes=_unless(dispatch.minutes, 0),
        at_minutes=(moment or 0) // 60_000 - dispatch.minutes if is_timed else None,
        card=dispatch.card.slug if dispatch.card else None,
    )


def _pools(game: Game) -> Json:
    """What each pool held when the day was made, and its ceiling."""
    lines = LedgerLine.objects.filter(game=game, reason="opening")
    starts = dict(lines.values_list("pool__kind", "delta"))
    ceilings = dict(game.pools.values_list("kind", "ceiling"))
    return {
        kind.value: {"start": starts.get(kind, 0), "ceiling": ceilings[kind]} for kind in PoolKind
    }


def _map(entry: GameMap) -> Json:
    return _given(
        slug=entry.slug,
        title=_text(entry.title),
        summary=_text(entry.summary),
        stakes=[_stake(stake) for stake in entry.stakes.all()],
    )


def _stake(stake: Stake) -> Json:
    return {
        "slug": stake.slug,
        "question": _text(stake.question),
        "answers": [
            _given(
                slug=answer["slug"],
                title=_text(answer["title"]),
                effects=list(answer.get("effects", ())),
            )
            for answer in stake.answers
        ],
    }


def _card(card: Card) -> Json:
    return _given(
        slug=card.slug,
        kind=card.kind,
        map=card.map.slug if card.map else None,
        turn=_unless(card.planned_turn, 1),
        mode=_unless(card.mode, DecisionMode.COLLECTIVE),
        threshold=_unless(card.threshold, Threshold.PLURALITY),
        tally=_unless(card.tally, Tally.OPEN),
        headcount=_unless(card.headcount, 0),
        minutes=None if card.time_limit is None else max(1, card.time_limit // 60),
        until_end=card.time_limit is None or None,
        unfinished=card.unfinished,
        title=_text(card.title),
        situation=_text(card.situation),
        how=_text(card.how),
        failure=_text(card.failure),
        worse=_text(card.worse),
        aggravations=[_aggravation(worse) for worse in card.aggravations.all()],
        master_note=_text(card.master_note),
        ways=[_way(way, card) for way in own_ways_aside(card)],
        failure_effects=list(card.failure_effects),
    )


def _aggravation(worse: Aggravation) -> Json:
    return _given(
        trigger=worse.trigger,
        way=worse.way_slug,
        after_minutes=None if worse.after is None else max(1, worse.after // 60),
        secret=worse.secret or None,
        text=_text(worse.text),
        cost_percent=_unless(worse.cost_percent, 100),
        minutes_less=_unless(worse.time_less // 60, 0),
        releases=worse.releases,
    )


def _way(way: Way, card: Card) -> Json:
    """On a crisis every way overcomes it, so only a prospect's ways say their kind."""
    return _given(
        slug=way.slug,
        kind=way.kind if card.kind == CardKind.PROSPECT else _unless(way.kind, WayKind.OVERCOME),
        title=_text(way.title),
        text=_text(way.text),
        deed=_text(way.deed),
        cost={kind.value: amount for kind, amount in way.cost.items()},
        outcome=_text(way.outcome),
        effects=list(way.effects),
    )


def _text(stored: Mapping[str, str]) -> Json:
    """A text as a pack keeps it: Russian is never missing, though a panel may have left it out."""
    written = {language: words for language, words in stored.items() if words.strip()}
    return {"ru": in_language(stored, "ru"), **written} if written else {}


def _unless(value: object, usual: object) -> object:
    """Nothing for what a pack need not say."""
    return None if value == usual else value


def _given(**entries: object) -> Json:
    """Only what says something; 0 and true are said."""
    empty: Sequence[object] = (None, "", [], {})
    return {
        name: str(value) if isinstance(value, str) else value
        for name, value in entries.items()
        if value not in empty
    }
