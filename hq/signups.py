"""Before the day: who means to come, where to, with what; seats made of it at one press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from hq import codes, journal, people, tables, texts
from hq.enums import GameState, Role
from hq.errors import (
    ListUnfitError,
    NotFoundHereError,
    SignedUpError,
    SignUpClosedError,
    SignUpUnfitError,
)
from hq.events import ListBrought, PersonJoined, SignedUp, SignUpStruck
from hq.journal import Act
from hq.lists import MOST_ROWS, Row
from hq.models import Game, GameMap, Person, Seat, SignUp
from hq.permissions import check_is_master
from hq.tables import SquadronAt
from hq.viewers import Viewer

MOST = 500
LONGEST_FOOD = 200
HQ = ("", "hq", "цуп", "штаб")
HEADINGS = ("имя", "name", "имя и фамилия", "позывной")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What somebody chose, in keys or in words: where, which side, which squadron."""

    name: str
    table: str = ""
    side: str = ""
    squadron: str = ""
    food: str = ""


@dataclass(frozen=True, kw_only=True)
class Places:
    """What can be chosen, by key: each with all the words it goes by."""

    tables: Mapping[str, frozenset[str]]
    sides: Mapping[str, frozenset[str]]
    squadrons: Mapping[str, SquadronAt]


def sign_up(*, game_id: int, choice: Choice, key: str = "") -> SignUp:
    """By the day's public page: nobody is known yet. Only before the start.

    Raises `SignUpClosedError`, `SignedUpError` for a name on the list, `SignUpUnfitError`.
    """
    by = Viewer(game_id=game_id, role="door")
    with journal.act("signups.sign_up", by=by, key=key) as act:
        rows = act.game.signups.count()
        if act.game.state != GameState.BEFORE or rows >= MOST:
            raise SignUpClosedError
        fit = _fit(choice, places(act.game))
        if people.likeness(fit.name) in _names(act.game):
            raise SignedUpError(name=fit.name)
        made = _write(act, fit)
        act.record(SignedUp(name=made.name))
        act.made["signup"] = made.pk
        return made


def bring(*, rows: Iterable[Row], by: Viewer, key: str = "") -> int:
    """A whole list, or nothing of it; how many came in.

    Cells: name, HQ or table, side, squadron, food; a line of headings may stand above. Raises
    `ListUnfitError` with every fault and its line.
    """
    with journal.act("signups.bring", by=by, key=key) as act:
        check_is_master(by)
        lines = [row for row in rows if row[1][0].casefold() not in HEADINGS]
        if not lines or len(lines) + act.game.signups.count() > MOST_ROWS:
            fault = _("From 1 to %(most)s people are expected.") % {"most": MOST_ROWS}
            raise ListUnfitError(faults=fault, lines=(fault,))
        faults: list[str] = []
        fit = list(_read(act.game, lines, faults))
        if faults:
            raise ListUnfitError(faults="; ".join(faults), lines=tuple(faults))
        for choice in fit:
            _write(act, choice)
        act.record(ListBrought(count=len(fit)))
        return len(fit)


def strike(*, signup_id: int, by: Viewer, key: str = "") -> None:
    """Off the list; a seat that was made of it stays."""
    with journal.act("signups.strike", by=by, key=key) as act:
        check_is_master(by)
        found = act.game.signups.filter(pk=signup_id).first()
        if found is None:
            raise NotFoundHereError
        act.record(SignUpStruck(name=found.name))
        found.delete()


def seat_all(*, by: Viewer, key: str = "") -> int:
    """A person and a seat for each who has none yet; how many were made."""
    with journal.act("signups.seat_all", by=by, key=key) as act:
        check_is_master(by)
        waiting = list(act.game.signups.filter(seat=None))
        for row in waiting:
            row.seat = _seat(act, row)
            row.save(update_fields=["seat"])
        return len(waiting)


def places(game: Game) -> Places:
    maps = GameMap.objects.filter(game=game)
    sides = game.settings.get("sides", ())
    return Places(
        tables={row.slug: _words(row.slug, row.title) for row in maps},
        sides={side["slug"]: _words(side["slug"], side["title"]) for side in sides},
        squadrons={one.squadron: one for one in tables.listed(game.pk)},
    )


def _words(slug: str, title: texts.Text) -> frozenset[str]:
    """Key, titles, and the first letters of a title of several words: «СПО»."""
    initials = ("".join(word[0] for word in text.split()) for text in title.values() if " " in text)
    return frozenset(word.casefold() for word in (slug, *title.values(), *initials) if word)


def _read(game: Game, lines: Iterable[Row], faults: list[str]) -> Iterator[Choice]:
    known, seen = places(game), _names(game)
    for number, cells in lines:
        name, table, side, squadron, food = (*cells, "", "", "", "", "")[:5]
        choice = Choice(name=name, table=table, side=side, squadron=squadron, food=food)
        try:
            fit = _fit(choice, known)
            if people.likeness(fit.name) in seen:
                raise SignedUpError(name=fit.name)  # noqa: TRY301  a fault like the others
        except (SignUpUnfitError, SignedUpError) as fault:
            faults.append(_("line %(line)s: %(fault)s") % {"line": number, "fault": fault})
            continue
        seen.add(people.likeness(fit.name))
        yield fit


def _names(game: Game) -> set[str]:
    return {people.likeness(name) for name in game.signups.values_list("name", flat=True)}


def _fit(choice: Choice, known: Places) -> Choice:
    """The same in keys. A squadron brings its side and its table along."""
    name = texts.visible(choice.name)
    if not 0 < len(name) <= people.LONGEST_NAME or not any(sign.isalnum() for sign in name):
        raise SignUpUnfitError(fault=_("a name of up to 80 letters is needed"))
    if len(choice.food) > LONGEST_FOOD:
        raise SignUpUnfitError(fault=_("the food takes more than 200 letters"))
    table = "" if choice.table.casefold() in HQ else _key(choice.table, known.tables)
    side = _key(choice.side, known.sides)
    flies = _squadron(choice.squadron, known)
    if flies is not None:
        table, side = table or flies.table, side or flies.side
        if side != flies.side or flies.table not in {"", table}:
            fault = _("«%(squadron)s» is of another side or table") % {"squadron": flies.name}
            raise SignUpUnfitError(fault=fault)
    if (side or flies) and not table:
        raise SignUpUnfitError(fault=_("a side goes with a table, the HQ has none"))
    squadron = flies.squadron if flies else ""
    food = texts.visible(choice.food)
    return Choice(name=name, table=table, side=side, squadron=squadron, food=food)


def _key(said: str, known: Mapping[str, frozenset[str]]) -> str:
    wanted = said.strip().casefold()
    found = next((key for key, words in known.items() if wanted in words), "")
    if wanted and not found:
        raise SignUpUnfitError(fault=_("«%(said)s» is not known here") % {"said": said})
    return found


def _squadron(said: str, known: Places) -> SquadronAt | None:
    wanted = said.strip().casefold()
    for one in known.squadrons.values():
        if wanted in {one.squadron.casefold(), one.name.casefold()}:
            return one
    if wanted:
        raise SignUpUnfitError(fault=_("«%(said)s» is not known here") % {"said": said})
    return None


def _write(act: Act, choice: Choice) -> SignUp:
    return SignUp.objects.create(
        game=act.game,
        name=choice.name,
        table=choice.table,
        side=choice.side,
        squadron=choice.squadron,
        food=choice.food,
    )


def _seat(act: Act, row: SignUp) -> Seat:
    """Not taken yet: whoever scans its code takes it."""
    person = Person.objects.create(game=act.game, name=people.told_apart(act=act, name=row.name))
    seat = Seat.objects.create(
        game=act.game,
        person=person,
        role=Role.CAPTAIN if row.table else Role.VOLUNTEER,
        side=row.side,
        table=row.table,
        squadron=row.squadron,
        token=codes.seat_token(),
    )
    act.record(PersonJoined(person=person.pk, name=person.name, seat=seat.pk))
    return seat
