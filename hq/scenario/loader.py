"""Writes a pack that was read whole into a game day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from hq import effects, journal
from hq.effects import Wording
from hq.enums import DispatchState, GameState, Judgement, PoolKind
from hq.models import (
    Ability,
    Address,
    Aggravation,
    Camp,
    Card,
    Dispatch,
    Game,
    GameMap,
    Pool,
    Price,
    Stake,
    Way,
)
from hq.scenario.places import Fault, PackError
from hq.scenario.schema import (
    AbilityEntry,
    AggravationEntry,
    CampEntry,
    CardEntry,
    DispatchEntry,
    MapEntry,
    Pack,
    WayEntry,
)
from hq.viewers import Viewer

Json = dict[str, object]


def build(pack: Pack, game: Game) -> None:
    """Step: the rows of a new day, in the caller's transaction.

    Pools are made empty; their opening lines belong to the ledger (`pack.pools`). The figures the
    pack sets, and its sides, go into `game.settings`.
    """
    sides = [{"slug": side.slug, "title": stored(side.title)} for side in pack.sides]
    game.settings = {**game.settings, **pack.settings.given(), "sides": sides}
    game.save(update_fields=["settings"])
    maps = build_maps(pack.maps, game)
    Pool.objects.bulk_create(
        Pool(game=game, kind=kind, ceiling=pool.ceiling)
        for kind, pool in pack.pools.by_kind().items()
    )
    Price.objects.bulk_create(
        Price(
            game=game,
            slug=price.slug,
            title=stored(price.title),
            resources=price.resources,
            order=order,
        )
        for order, price in enumerate(pack.prices)
    )
    build_cards(pack.cards, game, maps)
    build_camp(pack.camp, pack.abilities, game)
    build_dispatches(pack.dispatches, game)
    load_sections(pack, game)


def load_sections(pack: Pack, game: Game) -> tuple[str, ...]:
    """Step: what other parts read from their files beside the pack; the slugs of what is new."""
    return tuple(slug for section in pack.sections for slug in section.load(game))


def add_cards(pack: Pack, *, game_key: str) -> tuple[str, ...]:
    """Give a day that has not started the cards of the pack it lacks, found by their keys.

    What other parts have beside the pack (squadrons) is added in the same way. Returns the keys
    of all that is new. Raises `PackError` with every reason why it cannot be done;
    then nothing is written.
    """
    found = Game.objects.filter(key=game_key).first()
    if found is None:
        message = _("There is no game day “%(game)s” here.")
        raise PackError([Fault(0, "", message % {"game": game_key})])
    with journal.act("add_cards", by=Viewer.clock(found.pk)) as act:
        check_can_add(act.game)
        known = set(act.game.cards.values_list("slug", flat=True))
        maps = {entry.slug: entry for entry in act.game.maps.all()}
        lacking = {index: card for index, card in enumerate(pack.cards) if card.slug not in known}
        check_maps(pack, lacking, maps)
        build_cards(lacking.values(), act.game, maps)
        others = load_sections(pack, act.game)
    return (*(card.slug for card in lacking.values()), *others)


def check_can_add(game: Game) -> None:
    """Once a day runs its masters hold the deck in their hands."""
    if game.state != GameState.BEFORE:
        message = _("The day “%(game)s” has started: its deck stays as it is.")
        raise PackError([Fault(0, "", message % {"game": game.key})])


def check_maps(pack: Pack, cards: Mapping[int, CardEntry], maps: Mapping[str, GameMap]) -> None:
    message = _("The day has no map “%(map)s”.")
    faults = [
        pack.place.fault(message % {"map": card.map}, "cards", index, "map")
        for index, card in cards.items()
        if card.map is not None and card.map not in maps
    ]
    if faults:
        raise PackError(faults)


def build_maps(entries: Iterable[MapEntry], game: Game) -> dict[str, GameMap]:
    maps = {}
    for order, entry in enumerate(entries):
        maps[entry.slug] = game_map = GameMap.objects.create(
            game=game,
            slug=entry.slug,
            title=stored(entry.title),
            summary=stored(entry.summary),
            order=order,
        )
        Stake.objects.bulk_create(
            Stake(
                map=game_map,
                slug=stake.slug,
                question=stored(stake.question),
                answers=[
                    {
                        "slug": answer.slug,
                        "title": stored(answer.title),
                        "effects": effects.dump(answer.effects),
                    }
                    for answer in stake.answers
                ],
                order=number,
            )
            for number, stake in enumerate(entry.stakes)
        )
    return maps


def build_cards(entries: Iterable[CardEntry], game: Game, maps: Mapping[str, GameMap]) -> None:
    for entry in entries:
        card = Card.objects.create(
            game=game,
            map=maps[entry.map] if entry.map else None,
            slug=entry.slug,
            kind=entry.kind,
            mode=entry.mode,
            threshold=entry.threshold,
            tally=entry.tally,
            title=stored(entry.title),
            situation=stored(entry.situation),
            how=stored(entry.how),
            failure=stored(entry.failure),
            worse=stored(entry.worse),
            master_note=stored(entry.master_note),
            headcount=entry.headcount,
            unfinished=entry.unfinished,
            planned_turn=entry.turn,
            time_limit=entry.minutes * 60 if entry.minutes else None,
            failure_effects=effects.dump(entry.failure_effects),
        )
        Way.objects.bulk_create(
            build_way(way, card=card, order=order) for order, way in enumerate(entry.ways)
        )
        Aggravation.objects.bulk_create(
            build_aggravation(worse, card=card, order=order)
            for order, worse in enumerate(entry.aggravations)
        )


def build_camp(camp: CampEntry | None, abilities: Iterable[AbilityEntry], game: Game) -> None:
    if camp is not None:
        title = stored(camp.title)
        Camp.objects.create(game=game, title=title, defence=camp.defence, support=camp.support)
    Ability.objects.bulk_create(
        Ability(
            game=game,
            slug=entry.slug,
            title=stored(entry.title),
            text=stored(entry.text),
            mode=entry.mode,
            defence=entry.needs.defence,
            support=entry.needs.support,
            people=entry.needs.people,
            cost_energy=entry.cost.energy,
            cost_resources=entry.cost.resources,
            cost_morale=entry.cost.morale,
            effects=effects.dump(entry.effects),
            uses=entry.uses,
            order=order,
        )
        for order, entry in enumerate(abilities)
    )


def build_dispatches(entries: Iterable[DispatchEntry], game: Game) -> None:
    """Those with a minute of the day are on their way from the start, by the game's clock."""
    cards = dict(Card.objects.filter(game=game).values_list("slug", "pk"))
    for order, entry in enumerate(entries):
        at = None if entry.at_minutes is None else entry.at_minutes + (entry.minutes or 0)
        dispatch = Dispatch.objects.create(
            game=game,
            slug=entry.slug,
            state=DispatchState.SHELF if at is None else DispatchState.DELAYED,
            way=entry.way,
            sender=stored(entry.sender),
            text=stored(entry.text),
            card_id=cards[entry.card] if entry.card else None,
            minutes=entry.minutes or 0,
            due_at=None if at is None else at * 60_000,
            order=order,
        )
        Address.objects.bulk_create(
            Address(dispatch=dispatch, kind=place.kind, key=place.key) for place in entry.to
        )


def build_aggravation(entry: AggravationEntry, *, card: Card, order: int) -> Aggravation:
    return Aggravation(
        card=card,
        trigger=entry.trigger,
        way_slug=entry.way or "",
        after=None if entry.after_minutes is None else entry.after_minutes * 60,
        text=stored(entry.text),
        cost_percent=entry.cost_percent,
        time_less=entry.minutes_less * 60,
        releases=entry.releases or "",
        secret=entry.secret,
        order=order,
    )


def build_way(entry: WayEntry, *, card: Card, order: int) -> Way:
    cost = entry.cost.by_kind()
    return Way(
        card=card,
        slug=entry.slug,
        kind=entry.kind,
        title=stored(entry.title),
        text=stored(entry.text),
        deed=stored(entry.deed),
        judgement=Judgement.AWAITING if entry.deed else Judgement.NONE,
        outcome=stored(entry.outcome),
        cost_energy=cost.get(PoolKind.ENERGY, 0),
        cost_resources=cost.get(PoolKind.RESOURCES, 0),
        cost_morale=cost.get(PoolKind.MORALE, 0),
        effects=effects.dump(entry.effects),
        order=order,
    )


def stored(text: Wording | None) -> Json:
    """A text as models keep it: empty for one not written, no empty languages."""
    return text.model_dump(exclude_defaults=True) if text else {}
