"""A motion: something the HQ puts to its own vote, as a card like any other.

It comes up at once, is accepted or declined by the chorus, and lapses with its time.
"""

from __future__ import annotations

from hq import cards, effects
from hq.effects import Effect
from hq.enums import CardKind, CardState, PoolKind, WayKind
from hq.journal import Act
from hq.models import Card, Way
from hq.texts import Text

# Keys of motions are numbered from 1 in each day.
MOTION = "motion-"


def put(
    *,
    act: Act,
    title: Text,
    situation: Text,
    how: Text,
    accept: Text,
    decline: Text,
    cost: dict[PoolKind, int] | None = None,
    effect: Effect,
) -> Card:
    """Step: a card with a way to accept, which has this cost and effect, and one to decline."""
    card = Card.objects.create(
        game=act.game,
        slug=_free_slug(act),
        kind=CardKind.PROSPECT,
        title=dict(title),
        situation=dict(situation),
        how=dict(how),
        failure={},
        planned_turn=max(act.game.turn, 1),
        time_limit=act.figures.motion_window,
    )
    paid = cost or {}
    Way.objects.create(
        card=card,
        slug="accept",
        kind=WayKind.ACCEPT,
        title=dict(accept),
        cost_energy=paid.get(PoolKind.ENERGY, 0),
        cost_resources=paid.get(PoolKind.RESOURCES, 0),
        cost_morale=paid.get(PoolKind.MORALE, 0),
        effects=effects.dump([effect]),
        order=1,
    )
    Way.objects.create(
        card=card, slug="decline", kind=WayKind.DECLINE, title=dict(decline), order=2
    )
    cards.open_up(act=act, card=card, at=act.at)
    act.made["card"] = card.pk
    return card


def is_open(card: Card | None) -> bool:
    return card is not None and card.state == CardState.OPEN


def _free_slug(act: Act) -> str:
    taken = set(
        Card.objects.filter(game=act.game, slug__startswith=MOTION).values_list("slug", flat=True)
    )
    number = 1
    while (slug := f"{MOTION}{number}") in taken:
        number += 1
    return slug
