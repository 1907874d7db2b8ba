"""A card written on the spot, in under a minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from hq import cards, journal
from hq.effects import ChronicleEffect, PoolEffect, Wording, dump
from hq.enums import CardKind, DecisionMode, PoolKind, WayKind
from hq.errors import AmountError, CardTitleMissingError, CardUnfinishedError, NotFoundHereError
from hq.events import CardWritten
from hq.journal import Act
from hq.models import Card, GameMap, Way
from hq.permissions import check_is_master, check_not_over, check_runs
from hq.texts import in_language
from hq.viewers import Viewer

LONGEST_MINUTES = 24 * 60
MOST_WAYS = 3
# Keys of cards written on the spot are numbered from 1 in each day.
WRITTEN = "on-the-spot-"
# The ways of a prospect for which nobody wrote any.
ACCEPT = gettext_lazy("Accept")
ACCEPTED = gettext_lazy("The HQ accepted: «%(card)s».")
DECLINE = gettext_lazy("Decline")
DECLINED = gettext_lazy("The HQ declined: «%(card)s».")


@dataclass(frozen=True, kw_only=True)
class WayDraft:
    """A way as a game master writes it on the spot. `line`: for the chronicle; empty: its title."""

    title: str
    cost: Mapping[PoolKind, int] = field(default_factory=dict)
    brings: Mapping[PoolKind, int] = field(default_factory=dict)  # less than zero: takes
    line: str = ""


def write(
    *,
    title: str,
    kind: str = CardKind.CRISIS,
    mode: str = DecisionMode.COLLECTIVE,
    situation: str = "",
    failure: str = "",
    line: str = "",
    map_slug: str = "",
    minutes: int | None = None,
    ways: Sequence[WayDraft] = (),
    at_once: bool = False,
    by: Viewer,
    key: str = "",
) -> Card:
    """A card written on the spot, in Russian: onto the shelf, or `at_once` before the HQ.

    `minutes` to decide; None: until the end of the day. `line`: what the chronicle says when time
    is up (a crisis: else the words of `failure`; a prospect: else nothing). A prospect is always
    collective and can always be declined. What is not written is left to finish, so such a card
    can only lie on the shelf (`CardUnfinishedError`). Raises `CardTitleMissingError`,
    `AmountError`, `NotFoundHereError` for a map of another day.
    """
    with journal.act("writing.write", by=by, key=key) as act:
        check_is_master(by)
        check_not_over(act.game)
        if not title.strip():
            raise CardTitleMissingError
        if minutes is not None and not 1 <= minutes <= LONGEST_MINUTES:
            raise AmountError(most=LONGEST_MINUTES)
        is_crisis = kind == CardKind.CRISIS
        left = _left_to_finish(situation=situation, failure=failure, is_crisis=is_crisis)
        card = Card.objects.create(
            game=act.game,
            map=_find_map(act=act, slug=map_slug),
            slug=_free_slug(act),
            kind=CardKind.CRISIS if is_crisis else CardKind.PROSPECT,
            mode=mode if is_crisis else DecisionMode.COLLECTIVE,
            title={"ru": title.strip()},
            situation=_in_russian(situation),
            how={},
            failure=_in_russian(failure),
            failure_effects=_chronicle(line or (failure if is_crisis else "")),
            planned_turn=max(act.game.turn, 1),
            time_limit=None if minutes is None else minutes * 60,
            unfinished=left,
        )
        _write_ways(card, [way for way in ways if way.title.strip()][:MOST_WAYS])
        act.made["card"] = card.pk
        act.record(CardWritten(card=card.pk))
        if at_once:
            check_runs(act.game)
            if left:
                raise CardUnfinishedError(card=str(card), left=left)
            cards.open_up(act=act, card=card, at=act.at)
        return card


def _left_to_finish(*, situation: str, failure: str, is_crisis: bool) -> str:
    """What a game master still has to write, in their own language; a prospect simply lapses."""
    parts = [(situation, _("what is going on"))]
    if is_crisis:
        parts.append((failure, _("what happens if not")))
    return ", ".join(name for text, name in parts if not text.strip())


def _find_map(*, act: Act, slug: str) -> GameMap | None:
    if not slug:
        return None
    found = GameMap.objects.filter(game=act.game, slug=slug).first()
    if found is None:
        raise NotFoundHereError
    return found


def _free_slug(act: Act) -> str:
    taken = set(
        Card.objects.filter(game=act.game, slug__startswith=WRITTEN).values_list("slug", flat=True)
    )
    number = 1
    while (slug := f"{WRITTEN}{number}") in taken:
        number += 1
    return slug


def _in_russian(text: str) -> dict[str, str]:
    return {"ru": text.strip()} if text.strip() else {}


def _chronicle(line: str) -> list[dict[str, Any]]:
    return dump([ChronicleEffect(text=Wording(ru=line.strip()))]) if line.strip() else []


def _write_ways(card: Card, drafts: Sequence[WayDraft]) -> None:
    """The ways as written; a prospect has one to accept and one to decline in any case."""
    rows = [_way(card, draft, number) for number, draft in enumerate(drafts, start=1)]
    if card.kind == CardKind.PROSPECT:
        if not rows:
            rows.append(_ready(card, WayKind.ACCEPT, ACCEPT, ACCEPTED))
        rows.append(_ready(card, WayKind.DECLINE, DECLINE, DECLINED))
    Way.objects.bulk_create(rows)


def _way(card: Card, draft: WayDraft, number: int) -> Way:
    title = draft.title.strip()
    brings = [
        PoolEffect(pool=pool, delta=amount) for pool, amount in draft.brings.items() if amount
    ]
    return Way(
        card=card,
        slug=f"way-{number}",
        kind=WayKind.ACCEPT if card.kind == CardKind.PROSPECT else WayKind.OVERCOME,
        title={"ru": title},
        outcome=_in_russian(draft.line),
        cost_energy=draft.cost.get(PoolKind.ENERGY, 0),
        cost_resources=draft.cost.get(PoolKind.RESOURCES, 0),
        cost_morale=draft.cost.get(PoolKind.MORALE, 0),
        effects=[*dump(brings), *_chronicle(draft.line or f"{in_language(card.title)}: {title}")],
        order=number,
    )


def _ready(card: Card, kind: WayKind, title: Promise, line: Promise) -> Way:
    """A way that nobody had to write."""
    told = {code: text % {"card": in_language(card.title)} for code, text in _in_all(line).items()}
    return Way(
        card=card,
        slug=kind.value,
        kind=kind,
        title=_in_all(title),
        effects=dump([ChronicleEffect(text=Wording(**told))]),
        order=MOST_WAYS + 1,
    )


def _in_all(words: Promise) -> dict[str, str]:
    """Words of ours in every language of the game."""
    told = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            told[code] = str(words)
    return told
