"""Ways that a game master has a say in: deeds, and volunteers' own ideas («свой путь», R-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from textwrap import shorten

from hq import cards, decisions, journal
from hq.effects import ChronicleEffect, Effect, PoolEffect, Wording, dump
from hq.enums import CardKind, CardState, Judgement, PoolKind, WayKind
from hq.errors import (
    AlreadyVoicedError,
    CardClosedError,
    NotFoundHereError,
    NotJudgedError,
    OwnWayEmptyError,
    OwnWaysTooManyError,
    ReasonMissingError,
    WayJudgedError,
)
from hq.events import JudgementTakenBack, WayJudged, WayWritten
from hq.journal import Act
from hq.models import Card, Way
from hq.permissions import check_is_master, check_is_volunteer, check_not_over
from hq.texts import in_language
from hq.viewers import Viewer

TITLE_LETTERS = 60  # what stands on buttons and in the chorus; the whole text stands below it
LAST = 1000  # own ways stand after those of the scenario, in the order they were written


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a game master makes of an own way: price, risk in per cent, what it brings."""

    cost: Mapping[PoolKind, int] = field(default_factory=dict)
    chance: int = 0
    gains: Mapping[PoolKind, int] = field(default_factory=dict)
    result: str = ""  # for the card and the chronicle; empty: the way's own words


def write(*, card_id: int, text: str, by: Viewer, key: str = "") -> Way:
    """Bring a way of one's own to an open card; everybody sees it wait for the game master.

    Talking needs no clock: it works during a pause too. Raises `OwnWayEmptyError` for no text or
    too long a one, `OwnWaysTooManyError`, `CardClosedError`, `TooLateError`.
    """
    with journal.act("ways.write", by=by, key=key) as act:
        person_id = check_is_volunteer(by)
        check_not_over(act.game)
        words = " ".join(text.split())
        if not 0 < len(words) <= act.figures.own_way_letters:
            raise OwnWayEmptyError(most=act.figures.own_way_letters, letters=len(words))
        decision, _way = decisions.get_open(act=act, card_id=card_id, way_id=None)
        card = decision.card
        _check_few_wait(act=act, card=card, person_id=person_id)
        title = shorten(words, TITLE_LETTERS, placeholder="…")
        way = Way.objects.create(
            card=card,
            slug=f"own-{act.seq}",
            kind=WayKind.ACCEPT if card.kind == CardKind.PROSPECT else WayKind.OVERCOME,
            title={by.language: title},
            text={by.language: words} if title != words else {},
            author_id=person_id,
            judgement=Judgement.AWAITING,
            order=LAST,
        )
        act.record(WayWritten(card=card.pk, way=way.pk, seers=cards.seers(act.game.pk)))
        return way


def let_pass(*, way_id: int, by: Viewer, terms: Terms | None = None, key: str = "") -> Way:
    """The game master agrees: the deed is done, or the own way stands with these terms.

    A way of the scenario keeps its own price. Raises `WayJudgedError` for the second judgement,
    `CardClosedError`.
    """
    with journal.act("ways.let_pass", by=by, key=key) as act:
        way = _get_waiting(act=act, way_id=way_id)
        if way.author_id is not None:
            _set_terms(way, terms or Terms())
        way.judgement = Judgement.PASSED
        way.save()
        _tell(act=act, way=way, voided=())
        return way


def refuse(*, way_id: int, word: str, by: Viewer, key: str = "") -> Way:
    """The game master refuses, with a word for everyone; ballots for the way are void."""
    with journal.act("ways.refuse", by=by, key=key) as act:
        way = _get_waiting(act=act, way_id=way_id)
        if not word.strip():
            raise ReasonMissingError
        way.judgement, way.word = Judgement.REFUSED, word.strip()[:200]
        way.save(update_fields=["judgement", "word"])
        _tell(act=act, way=way, voided=cards.void(way))
        return way


def take_back(*, way_id: int, by: Viewer, key: str = "") -> Way:
    """A judgement was a slip: the way waits again, as before it. Ballots for an own way are void.

    Raises `NotJudgedError` for a way that waits or failed by chance, `AlreadyVoicedError` once it
    is voiced, `CardClosedError`.
    """
    with journal.act("ways.take_back", by=by, key=key) as act:
        way = _get_of_open_card(act=act, way_id=way_id)
        if way.judgement not in {Judgement.PASSED, Judgement.REFUSED}:
            raise NotJudgedError(way=str(way), state=way.get_judgement_display())
        if way.card.decision.way_id == way.pk:
            raise AlreadyVoicedError(way=str(way))
        way.judgement, way.word = Judgement.AWAITING, ""
        if way.author_id is not None:
            _set_terms(way, Terms())
            way.effects = []
        way.save()
        voided = cards.void(way) if way.author_id is not None else ()
        seers = cards.seers(act.game.pk)
        act.record(JudgementTakenBack(card=way.card_id, way=way.pk, voided=voided, seers=seers))
        return way


def _check_few_wait(*, act: Act, card: Card, person_id: int) -> None:
    waiting = Way.objects.filter(
        card=card, author_id=person_id, judgement=Judgement.AWAITING
    ).count()
    if waiting >= act.figures.own_ways_waiting:
        raise OwnWaysTooManyError(waiting=waiting)


def _get_waiting(*, act: Act, way_id: int) -> Way:
    """A way of an open card that waits for its judgement; only for game masters."""
    way = _get_of_open_card(act=act, way_id=way_id)
    if way.judgement != Judgement.AWAITING:
        raise WayJudgedError(way=str(way), state=way.get_judgement_display())
    return way


def _get_of_open_card(*, act: Act, way_id: int) -> Way:
    check_is_master(act.by)
    check_not_over(act.game)
    way = (
        Way.objects.select_related("card__decision", "author")
        .filter(pk=way_id, card__game=act.game)
        .exclude(card__state__in=(CardState.SHELF, CardState.SCHEDULED))
        .first()
    )
    if way is None:
        raise NotFoundHereError
    if way.card.state != CardState.OPEN:
        raise CardClosedError(card=str(way.card), state=way.card.get_state_display())
    return way


def _set_terms(way: Way, terms: Terms) -> None:
    way.cost_energy = terms.cost.get(PoolKind.ENERGY, 0)
    way.cost_resources = terms.cost.get(PoolKind.RESOURCES, 0)
    way.cost_morale = terms.cost.get(PoolKind.MORALE, 0)
    way.refusal_chance = terms.chance
    result = terms.result.strip()
    way.outcome = {"ru": result} if result else {}
    way.effects = dump(_effects(way, terms.gains, result))


def _effects(way: Way, gains: Mapping[PoolKind, int], result: str) -> list[Effect]:
    """What it brings, and its line in the chronicle: what the HQ thought of is not forgotten."""
    brought: list[Effect] = [
        PoolEffect(pool=kind, delta=amount) for kind, amount in gains.items() if amount
    ]
    words = result or in_language(way.text or way.title, "ru")
    name = f" ({way.author})" if way.author else ""
    return [*brought, ChronicleEffect(text=Wording(ru=f"{words}{name}"))]


def _tell(*, act: Act, way: Way, voided: tuple[int, ...]) -> None:
    act.record(
        WayJudged(
            card=way.card_id,
            way=way.pk,
            passed=way.judgement == Judgement.PASSED,
            word=way.word,
            voided=voided,
            seers=cards.seers(act.game.pk),
        )
    )
