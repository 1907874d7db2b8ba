"""What a pack can be played with, but its author should look at once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from hq.effects import AidEffect, ChronicleEffect, Effect, PoolEffect, ReleaseEffect, Wording
from hq.enums import CardKind, DecisionMode, PoolKind, Tally
from hq.scenario.places import Fault, Step
from hq.scenario.schema import CardEntry, Pack

Path = tuple[Step, ...]
Finding = tuple[Path, str]


def warnings(pack: Pack) -> list[Fault]:
    """Cards with no time, texts not written, not translated or without data, costs too high."""
    findings = (
        *cards_without_time(pack),
        *cards_that_never_come(pack),
        *empty_threats(pack),
        *tallies(pack),
        *texts(pack),
        *costs(pack),
    )
    faults = [pack.place.fault(message, *path) for path, message in findings]
    faults += [fault for section in pack.sections for fault in section.warnings()]
    return sorted(faults, key=lambda fault: (fault.file, fault.line))


def cards_without_time(pack: Pack) -> Iterator[Finding]:
    for index, card in enumerate(pack.cards):
        if card.minutes is None and not card.until_end:
            message = _("Neither “minutes” nor “until_end”: the card will stay until the end.")
            yield ("cards", index), message


def cards_that_never_come(pack: Pack) -> Iterator[Finding]:
    """A card on no turn waits for a chain, an answer to a stake or a blunder."""
    released = {effect.card for effect in all_effects(pack) if isinstance(effect, ReleaseEffect)}
    released |= {worse.releases or "" for card in pack.cards for worse in card.aggravations}
    for index, card in enumerate(pack.cards):
        if card.turn == 0 and card.slug not in released:
            message = _("On no turn, and nothing brings it up: no end of a card, no answer.")
            yield ("cards", index, "turn"), message


def all_effects(pack: Pack) -> Iterator[Effect]:
    for card in pack.cards:
        for effects in card.all_effects():
            yield from effects
    for entry in pack.maps:
        for stake in entry.stakes:
            for answer in stake.answers:
                yield from answer.effects


def empty_threats(pack: Pack) -> Iterator[Finding]:
    """A fourth part that names what makes it worse, while nothing would."""
    for index, card in enumerate(pack.cards):
        if card.worse is not None and not card.aggravations:
            message = _("It says what makes it worse, but “aggravations” has nothing that does.")
            yield ("cards", index, "worse"), message


def tallies(pack: Pack) -> Iterator[Finding]:
    """A tally that hides nothing: one volunteer takes a personal card alone."""
    for index, card in enumerate(pack.cards):
        if card.mode == DecisionMode.PERSONAL and card.tally != Tally.OPEN:
            yield ("cards", index, "tally"), _("On a personal card there are no voices to hide.")


def texts(pack: Pack) -> Iterator[Finding]:
    for path, text in all_texts(pack):
        if text is None:
            message = _("The text “%(field)s” is not written yet.")
            yield path, message % {"field": path[-1]}
        elif not text.en.strip():
            yield path, _("No English translation.")


def all_texts(pack: Pack) -> Iterator[tuple[Path, Wording | None]]:
    """Every text a player or a game master reads; None stands for one not written."""
    yield ("title",), pack.title
    yield ("tagline",), pack.tagline
    for index, band in enumerate(pack.settings.morale_bands or ()):
        yield ("settings", "morale_bands", index, "name"), band.name
    for index, theme in enumerate(pack.settings.themes or ()):
        yield ("settings", "themes", index, "title"), theme.title
    for index, side in enumerate(pack.sides):
        yield ("sides", index, "title"), side.title
    for index, price in enumerate(pack.prices):
        yield ("prices", index, "title"), price.title
    yield from map_texts(pack)
    for index, card in enumerate(pack.cards):
        yield from card_texts(card, ("cards", index))
    yield from camp_texts(pack)


def map_texts(pack: Pack) -> Iterator[tuple[Path, Wording | None]]:
    for index, entry in enumerate(pack.maps):
        path: Path = ("maps", index)
        yield (*path, "title"), entry.title
        yield (*path, "summary"), entry.summary
        for number, stake in enumerate(entry.stakes):
            at: Path = (*path, "stakes", number)
            yield (*at, "question"), stake.question
            for answer_number, answer in enumerate(stake.answers):
                answer_at: Path = (*at, "answers", answer_number)
                yield (*answer_at, "title"), answer.title
                yield from effect_texts(answer.effects, (*answer_at, "effects"))


def camp_texts(pack: Pack) -> Iterator[tuple[Path, Wording | None]]:
    """The camp, its abilities, the dispatches."""
    if pack.camp is not None:
        yield ("camp", "title"), pack.camp.title
    for index, ability in enumerate(pack.abilities):
        yield ("abilities", index, "title"), ability.title
        yield ("abilities", index, "text"), ability.text
        yield from effect_texts(ability.effects, ("abilities", index, "effects"))
    for index, dispatch in enumerate(pack.dispatches):
        yield ("dispatches", index, "from"), dispatch.sender
        yield ("dispatches", index, "text"), dispatch.text


def card_texts(card: CardEntry, path: Path) -> Iterator[tuple[Path, Wording | None]]:
    """A prospect can be missed without harm, so it needs neither of the last two parts."""
    yield (*path, "title"), card.title
    yield (*path, "situation"), card.situation
    yield (*path, "how"), card.how
    for name, text in (("failure", card.failure), ("worse", card.worse)):
        if text is not None or card.kind == CardKind.CRISIS:
            yield (*path, name), text
    for index, worse in enumerate(card.aggravations):
        yield (*path, "aggravations", index, "text"), worse.text
    # Only game masters read the note, and not every card needs one.
    if card.master_note is not None:
        yield (*path, "master_note"), card.master_note
    for index, way in enumerate(card.ways):
        at: Path = (*path, "ways", index)
        yield (*at, "title"), way.title
        yield (*at, "text"), way.text
        if way.deed is not None:
            yield (*at, "deed"), way.deed
        yield (*at, "outcome"), way.outcome
        yield from effect_texts(way.effects, (*at, "effects"))
    yield from effect_texts(card.failure_effects, (*path, "failure_effects"))


def effect_texts(effects: Sequence[Effect], path: Path) -> Iterator[tuple[Path, Wording | None]]:
    for index, effect in enumerate(effects):
        if isinstance(effect, ChronicleEffect):
            yield (*path, index, "text"), effect.text
        elif isinstance(effect, AidEffect) and effect.title is not None:
            yield (*path, index, "title"), effect.title


def costs(pack: Pack) -> Iterator[Finding]:
    """Costs above what a pool can ever hold: its start and the best all other cards can bring."""
    for index, card in enumerate(pack.cards):
        for number, way in enumerate(card.ways):
            for kind, amount in way.cost.by_kind().items():
                most = reachable(pack, kind, without=card)
                if amount > most:
                    path: Path = ("cards", index, "ways", number, "cost", kind.value)
                    message = _("The pool can never hold so much: at most %(most)s.")
                    yield path, message % {"most": most}


def reachable(pack: Pack, kind: PoolKind, *, without: CardEntry) -> int:
    pool = pack.pools.by_kind()[kind]
    most = pool.start + sum(best_gain(card, kind) for card in pack.cards if card is not without)
    most += sum(
        max(gain(answer.effects, kind) for answer in stake.answers)
        for entry in pack.maps
        for stake in entry.stakes
    )
    return min(most, pool.ceiling) if kind == PoolKind.MORALE else most


def best_gain(card: CardEntry, kind: PoolKind) -> int:
    """The most that one end of the card can add to a pool."""
    return max(gain(effects, kind) for effects in card.all_effects())


def gain(effects: Sequence[Effect], kind: PoolKind) -> int:
    deltas = (
        effect.delta for effect in effects if isinstance(effect, PoolEffect) and effect.pool == kind
    )
    return max(sum(deltas), 0)
