"""The people of a benchmark: a day with cards on the table and a session for every phone."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any, Self

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User

from hq import cards, games, people, scenario, turns
from hq.enums import Role
from hq.models import Card, Game, Person, Seat
from hq.viewers import ACTIVE_SEAT, SEATS, Viewer

PACK = "voina-gorizonta"
OPEN_CARDS = 3
LONG = 6 * 60 * 60  # seconds a card stays open: longer than any benchmark


@dataclass(frozen=True, kw_only=True)
class Crew:
    """Session keys, and the card with its ways that everybody votes about."""

    card: int
    ways: list[int]
    volunteers: list[str]
    master: str
    screen: str

    @classmethod
    def parse(cls, said: str) -> Self:
        return cls(**json.loads(said))


def main(volunteers: str) -> None:
    """Print a crew of so many volunteers as JSON, for the process that drives the benchmark."""
    sys.stdout.write(json.dumps(asdict(gather(int(volunteers)))))


def gather(volunteers: int) -> Crew:
    """Open a day of the bundled pack, put cards on the table, seat everybody by the usual doors.

    All are marked as here, so that nobody comes or goes while a push is measured.
    """
    game = games.create(pack=scenario.read(scenario.find(PACK)), key="bench")
    user = User.objects.create(username="bench", is_staff=True)
    master = people.seat_master(game=game, user=user)
    by = Viewer.of_seat(master, language=settings.LANGUAGE_CODE)
    turns.start(by=by)
    deck = Card.objects.filter(game=game).order_by("pk")
    deck.update(time_limit=LONG)
    shown = [cards.issue(card_id=card.pk, by=by) for card in deck[:OPEN_CARDS]]
    seats = [_join(game, Role.VOLUNTEER, f"Волонтёр {number:03}") for number in range(volunteers)]
    Person.objects.filter(game=game).exclude(user=user).update(marked_here=True)
    return Crew(
        card=shown[0].pk,
        ways=list(shown[0].ways.values_list("pk", flat=True))[:2],
        volunteers=[_session(seat) for seat in seats],
        master=_session(master, user),
        screen=_session(_join(game, Role.SCREEN, "")),
    )


def _join(game: Game, role: Role, name: str) -> Seat:
    door = games.door(game, role)
    assert door is not None  # noqa: S101  (every day has these doors)
    return people.join(invitation=door, name=name)


def _session(seat: Seat, user: User | None = None) -> str:
    """The key of a session that holds this seat, as if its person had come in."""
    held: dict[str, Any] = {SEATS: [seat.pk], ACTIVE_SEAT: seat.pk}
    if user is not None:
        held |= {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[-1],
            HASH_SESSION_KEY: user.get_session_auth_hash(),
        }
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session.update(held)
    session.save()
    return str(session.session_key)
