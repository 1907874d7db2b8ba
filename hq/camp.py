"""The camp «Виктория» and what it lets the HQ do (R-4)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from hq import journal, ledger, motions, outcomes, presence
from hq.effects import AbilityEffect
from hq.enums import DecisionMode, Measure
from hq.errors import (
    AbilityLockedError,
    AbilityUsedUpError,
    AwayError,
    MotionRunsError,
    NotFoundHereError,
    ReasonMissingError,
    StepUnfitError,
)
from hq.events import AbilityAsked, AbilityUsed, CampChanged
from hq.journal import Act
from hq.models import Ability, Camp
from hq.models.camp import HIGHEST
from hq.permissions import check_is_master, check_is_volunteer, check_not_over, check_runs
from hq.texts import in_all_languages
from hq.viewers import Viewer


@dataclass(frozen=True, kw_only=True)
class Lacks:
    """What an ability still lacks: levels of the camp and people in the HQ; zeros when nothing."""

    defence: int = 0
    support: int = 0
    people: int = 0

    def __bool__(self) -> bool:
        return bool(self.defence or self.support or self.people)


def correct(*, measure: str, delta: int, note: str, by: Viewer, key: str = "") -> Camp:
    """A game master moves a level of the camp by a step or more, with a reason for the journal.

    Raises `ReasonMissingError`, `StepUnfitError` beyond 0 and 5.
    """
    with journal.act("camp.correct", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not note.strip():
            raise ReasonMissingError
        camp = of(act)
        level = getattr(camp, Measure(measure).value) + delta
        if delta == 0 or not 0 <= level <= HIGHEST:
            raise StepUnfitError(most=HIGHEST)
        _move(act=act, camp=camp, measure=Measure(measure), delta=delta, note=note.strip()[:200])
        return camp


def move_what_fits(*, act: Act, measure: str, delta: int) -> None:
    """Step for outcomes: no lower than 0, no higher than 5."""
    camp = of(act)
    level = getattr(camp, Measure(measure).value)
    fitting = max(0, min(HIGHEST, level + delta)) - level
    if fitting:
        _move(act=act, camp=camp, measure=Measure(measure), delta=fitting, note="")


def use(*, ability_id: int, by: Viewer, key: str = "") -> Ability:
    """A volunteer uses an ability: a personal one at once and in their own name, paid at once.

    A collective one is put to the HQ's vote: a card comes up, paid and done when it is sealed.
    Raises `AbilityLockedError` with what is missing, `AbilityUsedUpError`, `MotionRunsError`,
    `PoolTooLowError`, `AwayError`, and what an effect would be refused for (before paying).
    """
    with journal.act("camp.use", by=by, key=key) as act:
        person_id = check_is_volunteer(by)
        check_runs(act.game)
        here = presence.present(act.game.pk, figures=act.figures, moment=act.moment)
        if not here.filter(pk=person_id).exists():
            raise AwayError
        ability = (
            Ability.objects.select_for_update(of=("self",))
            .filter(pk=ability_id, game=act.game)
            .select_related("motion")
            .first()
        )
        if ability is None:
            raise NotFoundHereError
        _check_can_be_used(act=act, ability=ability, people=here.count())
        if ability.mode == DecisionMode.COLLECTIVE:
            _ask(act=act, ability=ability)
        else:
            pay(act=act, ability=ability)
            take_effect(act=act, ability=ability)
        return ability


def lacks(ability: Ability, *, camp: Camp | None, people: int) -> Lacks:
    """What stands between the HQ and this ability."""
    defence, support = (camp.defence, camp.support) if camp else (0, 0)
    return Lacks(
        defence=max(0, ability.defence - defence),
        support=max(0, ability.support - support),
        people=max(0, ability.people - people),
    )


def pay(*, act: Act, ability: Ability) -> None:
    """Step: its price, whole, pools in locking order. Raises `PoolTooLowError`."""
    ledger.check_covers(game_id=act.game.pk, cost=ability.cost)
    for kind, amount in ability.cost.items():
        ledger.move(
            act=act,
            kind=kind,
            delta=-amount,
            reason="ability",
            params={"ability": ability.title},
        )


def take_effect(*, act: Act, ability: Ability) -> None:
    """Step: one use less, and what it brings. A vote that came too late brings nothing."""
    if ability.used >= ability.uses:
        return
    ability.used += 1
    ability.last_by_id, ability.last_at = act.by.person_id, act.at
    ability.save(update_fields=["used", "last_by", "last_at"])
    act.record(AbilityUsed(ability=ability.pk))
    outcomes.carry_out(act=act, card=None, effects=ability.effects, at=act.at)


def of(act: Act) -> Camp:
    """The camp of the day, made on first need."""
    camp, _is_new = Camp.objects.get_or_create(game=act.game)
    return camp


def _check_can_be_used(*, act: Act, ability: Ability, people: int) -> None:
    if ability.used >= ability.uses:
        raise AbilityUsedUpError(ability=str(ability))
    if motions.is_open(ability.motion):
        raise MotionRunsError(card=str(ability.motion))
    missing = lacks(ability, camp=Camp.objects.filter(game=act.game).first(), people=people)
    if missing:
        raise AbilityLockedError(
            ability=str(ability),
            defence=missing.defence,
            support=missing.support,
            people=missing.people,
        )
    ledger.check_covers(game_id=act.game.pk, cost=ability.cost)
    outcomes.check_can(act=act, effects=ability.effects)


def _ask(*, act: Act, ability: Ability) -> None:
    ability.motion = motions.put(
        act=act,
        title=in_all_languages(gettext_noop("Shall we: %(ability)s?"), ability=ability.title),
        situation=ability.text or ability.title,
        how=in_all_languages(
            gettext_noop("Say yes or no together. It is paid when the word is given.")
        ),
        accept=in_all_languages(gettext_noop("Yes: %(ability)s"), ability=ability.title),
        decline=in_all_languages(gettext_noop("Not now")),
        cost=ability.cost,
        effect=AbilityEffect(ability=ability.slug),
    )
    ability.save(update_fields=["motion"])
    act.record(AbilityAsked(ability=ability.pk, card=ability.motion.pk))


def _move(*, act: Act, camp: Camp, measure: Measure, delta: int, note: str) -> None:
    level = getattr(camp, measure.value) + delta
    setattr(camp, measure.value, level)
    camp.save(update_fields=[measure.value])
    act.record(CampChanged(measure=measure.value, delta=delta, level=level, note=note))
