"""Invitations open doors, seats are places behind them (DESIGN section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Max, Q

from hq import codes, journal, presence, texts
from hq.enums import GameState, Role
from hq.errors import (
    InvitationClosedError,
    NameTakenError,
    NameUnfitError,
    NotFoundHereError,
)
from hq.events import InvitationMade, PersonJoined, SeatFound, SeatRevoked
from hq.journal import Act
from hq.models import Game, Invitation, Person, Seat
from hq.permissions import check_is_master
from hq.viewers import Viewer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LONGEST_NAME = 80
# What makes phones come to another place.
MOVES = ("day_taken_up", "address_changed")


def join(*, invitation: Invitation, name: str, is_another: bool = False, key: str = "") -> Seat:
    """Take a seat through an invitation. The door itself acts: nobody is known yet.

    A name that someone of this day already bears is asked about once (`NameTakenError`);
    `is_another` then tells the two apart by a number. Raises `InvitationClosedError`,
    `NameUnfitError`.
    """
    by = Viewer(game_id=invitation.game_id, role="door")
    with journal.act("people.join", by=by, key=key) as act:
        fresh = Invitation.objects.filter(pk=invitation.pk, is_open=True).first()
        if fresh is None or act.game.state == GameState.OVER:
            raise InvitationClosedError
        if fresh.role == Role.SCREEN:
            clean = fresh.label or "wall"
        else:
            clean = _clean_name(act=act, name=name, is_another=is_another)
        person = Person.objects.create(game=act.game, name=clean, seen_at=act.moment)
        seat = _seat(act=act, person=person, invitation=fresh)
        presence.note(act)
        act.made["seat"] = seat.pk
        return seat


def find_again(*, invitation: Invitation, name: str, key: str = "") -> Seat:
    """Take one's own seat again by name, once the day has moved (R-52).

    Only of somebody whose phone has not answered since: whoever is here keeps their seat. Raises
    `NameTakenError` otherwise.
    """
    by = Viewer(game_id=invitation.game_id, role="door")
    with journal.act("people.find_again", by=by, key=key) as act:
        seat = _lost_seat(act.game, invitation, name)
        if seat is None:
            raise NameTakenError(name=texts.visible(name))
        seat.person.seen_at, seat.person.left_at = act.moment, None
        seat.person.save(update_fields=["seen_at", "left_at"])
        act.record(SeatFound(person=seat.person_id, seat=seat.pk))
        presence.note(act)
        act.made["seat"] = seat.pk
        return seat


def may_find_again(*, invitation: Invitation, name: str) -> bool:
    return _lost_seat(invitation.game, invitation, name) is not None


def _lost_seat(game: Game, invitation: Invitation, name: str) -> Seat | None:
    """The seat of this name behind this door whose phone is silent since the day moved."""
    moved = game.journal.filter(kind__in=MOVES).aggregate(at=Max("written_at"))["at"]
    if moved is None:
        return None
    seats = game.seats.filter(
        Q(person__seen_at=None) | Q(person__seen_at__lt=moved),
        role=invitation.role,
        table=invitation.table,
        side=invitation.side,
        squadron=invitation.squadron,
        revoked_at=None,
    )
    wanted = likeness(texts.visible(name))
    found = seats.select_related("person").order_by("-pk")
    return next((seat for seat in found if likeness(seat.person.name) == wanted), None)


def invite(
    *, act: Act, role: str, label: str = "", table: str = "", side: str = "", squadron: str = ""
) -> Invitation:
    """Step: one more door; a captain's leads to a table, a side of it, a squadron."""
    invitation = Invitation.objects.create(
        game=act.game,
        role=role,
        label=label,
        code=codes.invitation_code(),
        table=table,
        side=side,
        squadron=squadron,
    )
    act.record(InvitationMade(invitation=invitation.pk))
    return invitation


def revoke(*, seat_id: int, by: Viewer, key: str = "") -> Seat:
    """Take a seat back; its sockets close at once and stay closed."""
    with journal.act("people.revoke", by=by, key=key) as act:
        check_is_master(by)
        seat = Seat.objects.filter(pk=seat_id, game=act.game).exclude(role=Role.MASTER).first()
        if seat is None:
            raise NotFoundHereError
        if seat.revoked_at is None:
            seat.revoked_at = act.moment
            seat.save(update_fields=["revoked_at"])
            act.record(SeatRevoked(seat=seat.pk, person=seat.person_id))
            presence.note(act)
        return seat


def seat_master(*, game: Game, user: User, name: str = "") -> Seat:
    """The seat of a logged-in game master in this day, made on first need.

    A day that came from another laptop brings the seats and not the logins: the first login of
    the same name takes its seat again.
    """
    by = Viewer(game_id=game.pk, role="door")
    with journal.act("people.seat_master", by=by) as act:
        _tie(act=act, user=user)
        seat = Seat.objects.filter(game=act.game, person__user=user, role=Role.MASTER).first()
        if seat is None:
            known = name or user.get_full_name() or user.get_username()
            known = told_apart(act=act, name=known[:LONGEST_NAME])
            person = Person.objects.create(
                game=act.game, name=known, user=user, login=user.get_username()
            )
            seat = Seat.objects.create(
                game=act.game,
                person=person,
                role=Role.MASTER,
                token=codes.seat_token(),
                taken_at=act.moment,
            )
        return seat


def _tie(*, act: Act, user: User) -> None:
    loose = Person.objects.filter(game=act.game, user=None, login=user.get_username())
    person = None if act.game.people.filter(user=user).exists() else loose.first()
    if person is not None:
        person.user = user
        person.save(update_fields=["user"])


def _clean_name(*, act: Act, name: str, is_another: bool) -> str:
    clean = texts.visible(name)
    if not clean or len(clean) > LONGEST_NAME or not any(sign.isalnum() for sign in clean):
        raise NameUnfitError
    known = told_apart(act=act, name=clean)
    if known != clean and not is_another:
        raise NameTakenError(name=clean)
    return known


def told_apart(*, act: Act, name: str) -> str:
    """The name itself, or with the first number that nobody of this day bears yet."""
    taken = {likeness(other) for other in act.game.people.values_list("name", flat=True)}
    twin, number = name, 1
    while likeness(twin) in taken:
        number += 1
        twin = _numbered(name, number)
    return twin


def likeness(name: str) -> str:
    """Names with an equal likeness cannot be told apart by ear or eye."""
    return "".join(sign for sign in name.casefold() if sign not in texts.JOINERS)


def _numbered(name: str, number: int) -> str:
    ending = f" {number}"
    return name[: LONGEST_NAME - len(ending)] + ending


def _seat(*, act: Act, person: Person, invitation: Invitation) -> Seat:
    seat = Seat.objects.create(
        game=act.game,
        person=person,
        role=invitation.role,
        side=invitation.side,
        table=invitation.table,
        squadron=invitation.squadron,
        invitation=invitation,
        token=codes.seat_token(),
        taken_at=act.moment,
    )
    act.record(PersonJoined(person=person.pk, name=person.name, seat=seat.pk))
    return seat
