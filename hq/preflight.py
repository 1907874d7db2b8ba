"""Before the doors open: what is ready, what is not, and what to do about it."""

from __future__ import annotations

import json
import logging
import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from horizonwar import address, catalogues, copies, env, secrets_file
from hq import clock, games, parts, safety, scenario
from hq.enums import CardState, GameState, Role
from hq.models import Game, JournalEntry, Person
from hq.parts import Light, Readiness

logger = logging.getLogger(__name__)

PATIENCE = 2  # seconds for our own server to answer
MEGABYTE = 1024 * 1024
ROOM, LITTLE_ROOM = 1024, 200  # MB free on the disk
HEARD_WITHIN = timedelta(seconds=45)
BACKWARDS = timedelta(minutes=1)

Health = dict[str, Any] | None


def look(game: Game | None, *, health: Health) -> tuple[Readiness, ...]:
    """Every line of the list. `health`: what our server says of itself (`ask`), if it answers.

    What fails to be looked at is a red line of its own, and the others are still there.
    """
    told: list[Readiness] = []
    for each in _lines(game, health):
        try:
            told += each()
        except Exception as error:
            logger.exception("A line of the list before the doors open failed")
            told.append(Readiness(name=_("This list"), light=Light.BAD, text=str(error)))
    return tuple(told)


def ask() -> Health:
    """Our own server by the address that phones are told: does it answer there?"""
    try:
        with urlopen(f"{address.public_url()}/healthz", timeout=PATIENCE) as answer:  # noqa: S310  (our own address)
            told: dict[str, Any] = json.load(answer)
    except (URLError, OSError, ValueError):
        return None
    return told


def _lines(game: Game | None, health: Health) -> Iterator[Callable[[], Iterator[Readiness]]]:
    yield lambda: _server(health)
    yield from (_database, _disk, _clock, _copies, _translations, _password)
    if game is None:
        yield lambda: iter([_line(_("Game day"), Light.BAD, _("There is none: new_game PACK."))])
        return
    for each in (_day, _pack, _doors, _wall, _of_parts):
        yield partial(each, game)


def _of_parts(game: Game) -> Iterator[Readiness]:
    for part in parts.entered():
        yield from part.readiness(game)


def _server(health: Health) -> Iterator[Readiness]:
    url, name = address.public_url(), _("Address for phones")
    if health is None:
        text = _(
            "Nothing answers at %(url)s: is the server running, and does the firewall let phones"
            " in?"
        )
        yield _line(name, Light.BAD, text % {"url": url})
        return
    if "//127." in url:
        text = _("%(url)s is this laptop only: there is no network yet.")
        yield _line(name, Light.BAD, text % {"url": url})
    else:
        yield _line(name, Light.GOOD, url)
    yield _ticker(health)
    yield _layer(str(health["layer"]))


def _ticker(health: dict[str, Any]) -> Readiness:
    name, told = _("Clock of the deadlines"), health["ticker"]
    if told["ok"]:
        return _line(name, Light.GOOD, _("ticks"))
    text = _("It has stood still for %(age)s s: restart the server.")
    return _line(name, Light.BAD, text % {"age": told["age"]})


def _layer(layer: str) -> Readiness:
    name = _("Pushes to phones")
    if layer.startswith("InMemory") and env.number("WEB_WORKERS", 1) > 1:
        return _line(name, Light.BAD, _("Several workers need Redis: set REDIS_URL."))
    return _line(name, Light.GOOD, layer)


def _database() -> Iterator[Readiness]:
    name = _("Database")
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield _line(name, Light.BAD, _("Tables are out of date: manage.py migrate."))
        return
    if connection.vendor != "sqlite":
        yield _line(name, Light.GOOD, connection.vendor)
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        verdict = cursor.fetchone()[0]
    is_well = verdict == "ok"
    yield _line(name, Light.GOOD if is_well else Light.BAD, "SQLite" if is_well else verdict)


def _disk() -> Iterator[Readiness]:
    free = shutil.disk_usage(settings.VAR_DIR).free // MEGABYTE
    light = Light.GOOD if free >= ROOM else Light.WARN if free >= LITTLE_ROOM else Light.BAD
    yield _line(_("Disk"), light, _("%(free)s MB are free") % {"free": free})


def _clock() -> Iterator[Readiness]:
    """It may be wrong by an hour and the day goes on; it must not go back."""
    now = clock.wall()
    newest = JournalEntry.objects.aggregate(at=Max("written_at"))["at"]
    if newest is not None and newest - now > BACKWARDS:
        text = _("It was set back: the journal already knows %(at)s.")
        yield _line(_("Laptop's clock"), Light.BAD, text % {"at": f"{newest:%d.%m %H:%M} UTC"})
    else:
        yield _line(_("Laptop's clock"), Light.GOOD, f"{localtime(now):%d.%m.%Y %H:%M}")


def _copies() -> Iterator[Readiness]:
    name = _("Copies")
    told = copies.last()
    if copies.database() is None:
        text = _("PostgreSQL is copied by its own means: let pg_dump run each few minutes.")
        yield _line(name, Light.LOOK, text)
    elif not copies.are_made():
        yield _line(name, Light.WARN, _("They are switched off (COPY_EVERY=0)."))
    elif told is None:
        yield _line(name, Light.WARN, _("None yet: the server makes one each minute."))
    elif told.fault or told.is_late:
        text = _("The last try failed, or was long ago: %(fault)s") % {"fault": told.fault or "–"}
        yield _line(name, Light.BAD, text)
    else:
        at = safety.last()
        text = _("The last one at %(at)s, checked, %(size)s kB") % {
            "at": f"{localtime(at):%H:%M}" if at else "–",
            "size": -(-told.size // 1024),
        }
        yield _line(name, Light.GOOD, text)


def _translations() -> Iterator[Readiness]:
    stale = [
        source.parent.parent.name
        for source in catalogues.files()
        if source.exists() and not source.with_suffix(".mo").exists()
    ]
    text = _("Not compiled: manage.py compile_translations.") if stale else _("in place")
    yield _line(_("Translations"), Light.BAD if stale else Light.GOOD, text)


def _password() -> Iterator[Readiness]:
    name = _("Game master's login")
    masters = list(User.objects.filter(is_staff=True, is_active=True))
    if not any(user.has_usable_password() for user in masters):
        yield _line(name, Light.BAD, _("There is none: manage.py ensure_master."))
    elif settings.DEBUG:
        yield _line(name, Light.BAD, _("DEBUG is on: it shows strangers too much."))
    else:
        kept = settings.VAR_DIR / "password_master"
        is_kept = kept.exists() and any(
            user.check_password(secrets_file.keep(kept, length=10)) for user in masters
        )
        text = _("the password that was made for this laptop") if is_kept else _("your own")
        yield _line(name, Light.GOOD, text)


def _day(game: Game) -> Iterator[Readiness]:
    light = Light.GOOD if game.state == GameState.BEFORE else Light.WARN
    yield _line(_("Game day"), light, f"{game}: {game.get_state_display()}")


def _pack(game: Game) -> Iterator[Readiness]:
    name = _("Scenario pack")
    unfinished = game.cards.filter(state=CardState.SHELF).exclude(unfinished="").count()
    try:
        scenario.read(scenario.find(game.pack))
    except scenario.PackError as error:
        text = _("%(count)s faults, the first: %(fault)s") % {
            "count": len(error.faults),
            "fault": str(error).splitlines()[0],
        }
        yield _line(name, Light.WARN, text)
        return
    if unfinished:
        text = _("Cards left to finish: %(count)s. They will not come up.") % {"count": unfinished}
        yield _line(name, Light.WARN, text)
    else:
        yield _line(name, Light.GOOD, game.pack)


def _doors(game: Game) -> Iterator[Readiness]:
    for role, name in (
        (Role.VOLUNTEER, _("Volunteers' door")),
        (Role.SCREEN, _("Door of the wall screen")),
    ):
        door = games.door(game, role)
        text = door.code if door else _("No invitation is open: open one in the panel.")
        yield _line(name, Light.GOOD if door else Light.BAD, text)


def _wall(game: Game) -> Iterator[Readiness]:
    heard = Person.objects.filter(
        game=game,
        seats__role=Role.SCREEN,
        seats__revoked_at=None,
        seen_at__gt=clock.wall() - HEARD_WITHIN,
    )
    is_there = heard.exists()
    text = _("on the line") if is_there else _("Not heard of: open its address on the television.")
    yield _line(_("Wall screen"), Light.GOOD if is_there else Light.WARN, text)
    text = _("Press «Sound» on the wall and listen: only you can hear it.")
    yield _line(_("Sound"), Light.LOOK, text)


def _line(name: str, light: Light, text: str) -> Readiness:
    return Readiness(name=name, light=light, text=text)
