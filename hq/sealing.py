"""Sealing: a decision holds. Paying, effects and the chronicle are one act with it (R-3.7)."""

from __future__ import annotations

from hq import aggravations, cards, ledger, outcomes, pins
from hq.chances import Roll
from hq.enums import CardState, Judgement, Phase
from hq.events import ChanceRolled, Event
from hq.journal import Act
from hq.models import Card, Decision, Way


def seal(*, act: Act, decision: Decision, way: Way, told: Event, roll: Roll) -> bool:
    """Step: the way is paid whole and holds, with all that comes of it; `told` is recorded.

    A way with a chance of refusal is thrown for with `roll` (1 to 100). False when it failed:
    paid all the same, struck out, and the decision is not made (R-8). The caller has locked the
    decision and seen to it that the pools cover the cost; its taker stands in the row already.
    """
    card = decision.card
    if not _works(act=act, card=card, way=way, roll=roll):
        ledger.pay(act=act, cost=way.cost, card=card)
        aggravations.try_failed(act=act, card=card, way=way)
        return False
    Decision.objects.filter(pk=decision.pk).update(
        phase=Phase.SEALED, way=way, taken_by=decision.taken_by_id, sealed_at=act.at
    )
    Card.objects.filter(pk=card.pk).update(state=CardState.RESOLVED, closed_at=act.at)
    ledger.pay(act=act, cost=way.cost, card=card)
    pins.let_go(act=act, card_id=card.pk)
    act.record(told)
    outcomes.carry_out(act=act, card=card, effects=way.effects, at=act.at)
    aggravations.way_sealed(act=act, card=card, way=way)
    return True


def _works(*, act: Act, card: Card, way: Way, roll: Roll) -> bool:
    """Throw for a way that may be refused; every throw is on record."""
    if not way.refusal_chance:
        return True
    rolled = roll()
    failed = rolled <= way.refusal_chance
    voided: tuple[int, ...] = ()
    seers = cards.seers(act.game.pk)
    if failed:
        Way.objects.filter(pk=way.pk).update(judgement=Judgement.FAILED)
        voided = cards.void(way)
    act.record(
        ChanceRolled(
            card=card.pk,
            way=way.pk,
            chance=way.refusal_chance,
            rolled=rolled,
            failed=failed,
            voided=voided,
            seers=seers,
        )
    )
    return not failed
