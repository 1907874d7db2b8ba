"""The chorus: «И это наше слово!». One sounds at a time; the others queue (R-3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from hq import aggravations, cards, chances, journal, ledger, presence, sealing
from hq.enums import ChorusState, Phase, VoiceWay
from hq.errors import (
    ChorusLateError,
    ChorusOverError,
    ChorusTooSmallError,
    ChorusWaitsError,
    NotFoundHereError,
    NotInChorusError,
    ReasonMissingError,
)
from hq.events import (
    ChorusBroken,
    ChorusOpened,
    DecisionSealed,
    SeatsLost,
    WayVoiced,
    WordGiven,
)
from hq.journal import Act
from hq.models import Chorus, Decision, Person, Voice, Way
from hq.permissions import check_is_master, check_is_volunteer, check_runs
from hq.viewers import Viewer

LIVE = (ChorusState.QUEUED, ChorusState.OPEN)


def call(*, act: Act, decision: Decision, way: Way) -> Chorus:
    """Step: a way was voiced. Its chorus opens at once, or queues behind the one that sounds."""
    here = presence.fresh(act.game.pk, figures=act.figures, moment=act.moment).count()
    if here < act.figures.chorus_minimum:
        raise ChorusTooSmallError(needed=act.figures.chorus_minimum, present=here)
    chorus = Chorus.objects.create(
        game=act.game,
        decision=decision,
        way=way,
        voiced_by_id=act.by.person_id,
        voiced_at=act.at,
        state=ChorusState.QUEUED,
    )
    decision.phase, decision.way = Phase.VOICED, way
    decision.save(update_fields=["phase", "way"])
    act.record(
        WayVoiced(
            card=decision.card_id,
            way=way.pk,
            chorus=chorus.pk,
            open_cards=cards.open_ids(act.game.pk),
            seers=cards.seers(act.game.pk),
        )
    )
    _open_next(act)
    chorus.refresh_from_db()
    return chorus


def speak(*, chorus_id: int, by: Viewer, beside: Collection[int] = (), key: str = "") -> None:
    """Give the word, once; `beside` names people of the set at the same tablet who said it too.

    The voice that completes the needed share seals the decision in the same transaction.
    Saying it twice changes nothing. Raises `ChorusOverError`, `NotInChorusError`.
    """
    with journal.act("choruses.speak", by=by, key=key) as act:
        person_id = check_is_volunteer(by)
        check_runs(act.game)
        chorus = _get_sounding(act=act, chorus_id=chorus_id)
        if person_id not in _people_of(chorus):
            raise NotInChorusError
        _record_words(act=act, chorus=chorus, people=[person_id], how=VoiceWay.TAP)
        _record_words(act=act, chorus=chorus, people=beside, how=VoiceWay.BESIDE)
        _seal_when_enough(act=act, chorus=chorus)


def record_voice(*, chorus_id: int, person_id: int, by: Viewer, key: str = "") -> None:
    """A game master heard this volunteer say it; works for a latecomer too, who joins the set."""
    with journal.act("choruses.record_voice", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        chorus = _get_sounding(act=act, chorus_id=chorus_id)
        if not presence.volunteers(act.game.pk).filter(pk=person_id).exists():
            raise NotFoundHereError
        Voice.objects.get_or_create(chorus=chorus, person_id=person_id)
        _record_words(act=act, chorus=chorus, people=[person_id], how=VoiceWay.EAR)
        _seal_when_enough(act=act, chorus=chorus)


def seal_for_room(*, chorus_id: int, by: Viewer, key: str = "") -> None:
    """A game master heard the shout of the whole room: that is enough."""
    with journal.act("choruses.seal_for_room", by=by, key=key) as act:
        check_is_master(by)
        check_runs(act.game)
        chorus = _get_sounding(act=act, chorus_id=chorus_id)
        _seal(act=act, chorus=chorus, verdict="room")


def break_off(*, chorus_id: int, reason: str, by: Viewer, key: str = "") -> None:
    """A game master breaks a chorus, sounding or queued; nothing is spent."""
    with journal.act("choruses.break_off", by=by, key=key) as act:
        check_is_master(by)
        if not reason.strip():
            raise ReasonMissingError
        chorus = _get_live(act=act, chorus_id=chorus_id)
        _break(act=act, chorus=chorus, verdict="master", params={"reason": reason.strip()[:200]})


def break_all(*, act: Act, verdict: str) -> None:
    """Step: every chorus, sounding or queued, breaks off; none begins to sound after it."""
    live = Chorus.objects.select_for_update(of=("self",)).select_related("decision__card", "way")
    for chorus in live.filter(game=act.game, state__in=LIVE).order_by("pk"):
        _break(act=act, chorus=chorus, verdict=verdict, opens_next=False)


def sounding(game_id: int) -> Chorus | None:
    """The chorus that sounds now."""
    rows = Chorus.objects.select_related("decision__card", "way")
    return rows.filter(game_id=game_id, state=ChorusState.OPEN).first()


def let_go_of_lost_seats(*, act: Act) -> None:
    """Step: phones that fell silent leave the set of the sounding chorus, which may seal it."""
    chorus = _sounding(act)
    if chorus is None:
        return
    lost = lost_people(chorus=chorus, act=act)
    if not lost:
        return
    chorus.voices.filter(person_id__in=lost).update(is_lost=True)
    act.record(SeatsLost(chorus=chorus.pk, people=lost))
    _seal_when_enough(act=act, chorus=chorus)


def lost_people(*, chorus: Chorus, act: Act) -> tuple[int, ...]:
    """Ids of people in the set who have not spoken and whose seat has not answered lately."""
    waiting = chorus.voices.filter(spoken_at__isnull=True, is_lost=False)
    silent = waiting.exclude(
        person__in=presence.answering(act.game.pk, figures=act.figures, moment=act.moment)
    )
    return tuple(silent.order_by("person_id").values_list("person_id", flat=True))


def end_window(*, act: Act) -> bool:
    """Step: break the sounding chorus if its window ran out. True when it did."""
    chorus = _sounding(act)
    if chorus is None or act.at <= (chorus.ends_at or 0) + act.figures.grace:
        return False
    _break(act=act, chorus=chorus, verdict="silence")
    return True


def _sounding(act: Act) -> Chorus | None:
    return (
        Chorus.objects.select_for_update(of=("self",))
        .select_related("decision__card", "way")
        .filter(game=act.game, state=ChorusState.OPEN)
        .first()
    )


def _get_live(*, act: Act, chorus_id: int) -> Chorus:
    chorus = (
        Chorus.objects.select_for_update(of=("self",))
        .select_related("decision__card", "way")
        .filter(pk=chorus_id, game=act.game)
        .first()
    )
    if chorus is None:
        raise NotFoundHereError
    if chorus.state not in {ChorusState.OPEN, ChorusState.QUEUED}:
        raise ChorusOverError(state=chorus.get_state_display())
    return chorus


def _get_sounding(*, act: Act, chorus_id: int) -> Chorus:
    """The chorus, if its window is open at the moment of arrival (1 s of grace)."""
    chorus = _get_live(act=act, chorus_id=chorus_id)
    if chorus.state == ChorusState.QUEUED:
        raise ChorusWaitsError
    if act.at > (chorus.ends_at or 0) + act.figures.grace:
        raise ChorusLateError
    return chorus


def _people_of(chorus: Chorus) -> tuple[int, ...]:
    return tuple(chorus.voices.order_by("person_id").values_list("person_id", flat=True))


def _record_words(*, act: Act, chorus: Chorus, people: Collection[int], how: VoiceWay) -> None:
    """Each voice once: the update takes only rows that have not spoken yet."""
    named = set(people) & set(_people_of(chorus))
    fresh = chorus.voices.filter(person_id__in=named, spoken_at__isnull=True)
    said = tuple(fresh.order_by("person_id").values_list("person_id", flat=True))
    if said:
        chorus.voices.filter(person_id__in=said).update(
            spoken_at=act.at, how=how, recorded_by_id=act.by.person_id, is_lost=False
        )
        act.record(WordGiven(chorus=chorus.pk, people=said, how=how))


def _seal_when_enough(*, act: Act, chorus: Chorus) -> None:
    size, spoken = count(chorus)
    if spoken >= act.figures.voices_needed(size):
        _seal(act=act, chorus=chorus, verdict="voices")


def count(chorus: Chorus) -> tuple[int, int]:
    """(people in the set, of them who have spoken); a seat lost in the window is not in the set."""
    return tally(chorus.voices.all())


def tally(voices: Iterable[Voice]) -> tuple[int, int]:
    """`count` of rows that were read already."""
    held = [voice for voice in voices if not voice.is_lost]
    return len(held), sum(voice.spoken_at is not None for voice in held)


def _seal(*, act: Act, chorus: Chorus, verdict: str) -> None:
    """Sealing and paying are one act: pools that do not cover the cost break the chorus instead."""
    card = chorus.decision.card
    missing = ledger.shortfall(act=act, cost=chorus.way.cost)
    if missing is not None:
        kind, amount, balance = missing
        params = {"pool": kind.value, "missing": amount, "balance": balance}
        _break(act=act, chorus=chorus, verdict="missing", params=params)
        return
    told = DecisionSealed(
        chorus=chorus.pk,
        card=card.pk,
        way=chorus.way_id,
        verdict=verdict,
        people=_people_of(chorus),
        backers=cards.backers(card.pk),
    )
    holds = sealing.seal(
        act=act, decision=chorus.decision, way=chorus.way, told=told, roll=chances.percent
    )
    if not holds:
        _break(act=act, chorus=chorus, verdict="failed")
        return
    _close(act=act, chorus=chorus, state=ChorusState.SEALED, verdict=verdict)
    _open_next(act)


def _break(
    *,
    act: Act,
    chorus: Chorus,
    verdict: str,
    params: dict[str, Any] | None = None,
    opens_next: bool = True,
) -> None:
    _close(act=act, chorus=chorus, state=ChorusState.BROKEN, verdict=verdict, params=params)
    Decision.objects.filter(pk=chorus.decision_id).update(phase=Phase.DELIBERATION, way=None)
    act.record(
        ChorusBroken(
            chorus=chorus.pk,
            card=chorus.decision.card_id,
            verdict=verdict,
            people=_people_of(chorus),
            open_cards=cards.open_ids(act.game.pk),
            seers=cards.seers(act.game.pk),
        )
    )
    # A word that was not held counts as a way tried; one that a game master breaks does not.
    if verdict in {"silence", "missing"}:
        aggravations.try_failed(act=act, card=chorus.decision.card, way=chorus.way)
    if opens_next:
        _open_next(act)


def _close(
    *,
    act: Act,
    chorus: Chorus,
    state: ChorusState,
    verdict: str,
    params: dict[str, Any] | None = None,
) -> None:
    chorus.state, chorus.closed_at = state, act.at
    chorus.verdict, chorus.verdict_params = verdict, params or {}
    chorus.save(update_fields=["state", "closed_at", "verdict", "verdict_params"])


def _open_next(act: Act) -> None:
    """The first in the queue begins to sound, unless one sounds already. Its set is frozen now."""
    if Chorus.objects.filter(game=act.game, state=ChorusState.OPEN).exists():
        return
    chorus = (
        Chorus.objects.select_related("decision__card", "way")
        .filter(game=act.game, state=ChorusState.QUEUED)
        .order_by("pk")
        .first()
    )
    if chorus is None:
        return
    here = presence.fresh(act.game.pk, figures=act.figures, moment=act.moment)
    people = tuple(Person.objects.filter(pk__in=here).order_by("pk").values_list("pk", flat=True))
    chorus.state, chorus.opened_at = ChorusState.OPEN, act.at
    chorus.ends_at = act.at + act.figures.chorus_window * 1000
    chorus.save(update_fields=["state", "opened_at", "ends_at"])
    Voice.objects.bulk_create(Voice(chorus=chorus, person_id=pk) for pk in people)
    Decision.objects.filter(pk=chorus.decision_id).update(phase=Phase.CHORUS)
    act.record(ChorusOpened(chorus=chorus.pk, card=chorus.decision.card_id, people=people))
