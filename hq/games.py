"""A game day from its pack to its end."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from horizonwar.db import durable
from hq import clock, codes, keeping, ledger, people, scenario, turns
from hq.enums import GameState, Role
from hq.errors import DayIsHereError
from hq.journal import Act, closing
from hq.keeping import Document
from hq.models import Game, Invitation
from hq.scenario import Pack
from hq.scenario.loader import stored
from hq.viewers import Viewer

# The doors every day has; what stands on them is their role in the reader's language.
DOORS = (Role.VOLUNTEER, Role.SCREEN, Role.COURIER)
SEATS = ("hq.invitation", "hq.person", "hq.seat", "hq.signup")


def create(*, pack: Pack, key: str, speed: float = 1.0) -> Game:
    """A new day from a checked pack: maps, stakes, cards on the shelf, pools filled, doors open.

    The day is before its start and its clock stands at 0. Only a rehearsal gives it another
    `speed`, and only here: a day never changes it.
    """
    with durable():
        return _made(pack=pack, key=key, speed=speed)


def reset(game: Game, *, pack: Pack, keep_seats: bool) -> Game:
    """The day as its pack begins it, whatever was played or edited in it.

    `keep_seats`: people, their seats and the doors stay, and nobody has to come in anew.
    """
    with durable():
        kept = keeping.select(keeping.of(game.pk), SEATS)
        keeping.delete(game)
        if not keep_seats:
            return _made(pack=pack, key=game.key, speed=game.clock_speed)
        fresh = _made(pack=pack, key=game.key, speed=game.clock_speed, doors=())
        keeping.build(kept, into=fresh)
        fresh.people.update(seen_at=None, marked_here=False, left_at=None, shown_present=False)
        return fresh


def _made(*, pack: Pack, key: str, speed: float, doors: Iterable[Role] = DOORS) -> Game:
    moment = clock.wall()
    game = Game.objects.create(
        key=key,
        pack=pack.slug,
        title=stored(pack.title),
        epoch=codes.epoch(),
        clock_speed=speed,
    )
    act = Act(game=game, by=Viewer.clock(game.pk), moment=moment, at=0)
    scenario.build(pack, game)
    for kind, pool in pack.pools.by_kind().items():
        if pool.start:
            ledger.move(act=act, kind=kind, delta=pool.start, reason="opening")
    for role in doors:
        people.invite(act=act, role=role)
    closing(act)
    return game


def free_key(slug: str) -> str:
    """The slug itself, or with the first number that no day bears yet."""
    taken = set(Game.objects.filter(key__startswith=slug).values_list("key", flat=True))
    number = 1
    while (key := slug if number == 1 else f"{slug}-{number}") in taken:
        number += 1
    return key


def wipe(game: Game) -> None:
    """Delete a day with all that belongs to it; the only way a ledger line ever goes."""
    with durable():
        keeping.delete(game)


def whole(key: str, *, using: str = "default") -> Document | None:
    """Everything of a day at one moment; None where there is no such day."""
    with durable() if using == "default" else transaction.atomic(using=using):
        game = Game.objects.using(using).select_for_update().filter(key=key).first()
        return None if game is None else keeping.of(game.pk, using=using)


def take_in(
    document: Document, *, replace: bool = False, hold: bool = False, login: str = ""
) -> Game:
    """A day from its document, beside the others, under a new epoch. A failure changes nothing.

    `hold`: a clock that runs in it is stopped where the day was last heard of. `login`: the game
    master who does it, for the record.
    Raises `DayIsHereError` where a day of this key is here and is not to be replaced,
    `DayFileError` where its rows contradict each other or those of another day.
    """
    with durable():
        known = Game.objects.select_for_update().filter(key=document.game["key"]).first()
        if known is not None and not replace:
            raise DayIsHereError(key=known.key)
        if known is not None:
            keeping.delete(known)
        game = keeping.build(document)
        if hold:
            _hold(game, login=login)
        return game


def hold_all() -> list[Game]:
    """Every day of a database that was copied while it was played stands (R-51)."""
    with durable():
        running = list(Game.objects.select_for_update().exclude(state=GameState.OVER))
        for game in running:
            _hold(game)
        return running


def _hold(game: Game, *, login: str = "") -> None:
    seat = game.seats.filter(role=Role.MASTER, person__login=login or None).first()
    by = Viewer.of_seat(seat, language="ru") if seat else Viewer.clock(game.pk)
    act = Act(game=game, by=by, moment=clock.wall(), at=0)
    turns.hold(act=act)
    closing(act)


def renew_epochs() -> None:
    """A new epoch for every day, at the start of a server: pages fetch themselves anew."""
    for game in Game.objects.all():
        Game.objects.filter(pk=game.pk).update(epoch=codes.epoch())


def find(key: str = "") -> Game | None:
    """The day of this key; without a key the newest one."""
    games = Game.objects.filter(key=key) if key else Game.objects.order_by("-pk")
    return games.first()


def newest_of(pack: str) -> Game | None:
    """The newest day that was made from this pack."""
    return Game.objects.filter(pack=pack).order_by("-pk").first()


def door(game: Game, role: Role) -> Invitation | None:
    """The open invitation for a role that is bound to no squadron."""
    return game.invitations.filter(role=role, is_open=True, squadron="").first()
