"""Before the day: what the public page offers, and the list for game masters."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from horizonwar import address
from hq import tables
from hq.boards import fallout, reads
from hq.boards.doors import qr_code
from hq.boards.views import SeatCard, SignUpItem, SignUpOptions, SignUpsView
from hq.models import Game, SignUp
from hq.texts import in_language
from hq.viewers import Viewer


def options(game: Game) -> SignUpOptions:
    """What somebody may choose; nothing of who has signed up."""
    maps = {row.slug: in_language(row.title) for row in game.maps.all()}
    sides = {each["slug"]: in_language(each["title"]) for each in game.settings.get("sides", ())}
    return SignUpOptions(
        tables=tuple(maps.items()),
        sides=tuple(sides.items()),
        squadrons=tuple(
            (one.squadron, " · ".join(filter(None, (one.name, maps.get(one.table, "")))))
            for one in tables.listed(game.pk)
        ),
    )


def signups(viewer: Viewer) -> SignUpsView:
    game = reads.game(viewer)
    rows = SignUp.objects.filter(game=game).select_related("seat__person")
    url = address.public_url() + reverse("sign_up", args=[game.key])
    items = tuple(_item(viewer, row) for row in rows)
    return SignUpsView(
        url=url,
        qr=qr_code(url),
        items=items,
        waiting=sum(not item.is_seated for item in items),
        state=game.state,
    )


def _item(viewer: Viewer, row: SignUp) -> SignUpItem:
    known = fallout.places(viewer)
    where = fallout.place_name(known, table=row.table, side=row.side)
    flies = {one.squadron: one.name for one in _listed(viewer)}
    return SignUpItem(
        id=row.pk,
        name=row.name,
        where=where or _("HQ"),
        squadron=flies.get(row.squadron, row.squadron),
        food=row.food,
        is_seated=row.seat_id is not None,
    )


def _listed(viewer: Viewer) -> tuple[tables.SquadronAt, ...]:
    return viewer.once("squadrons_listed", lambda: tables.listed(viewer.game_id))


def seat_cards(viewer: Viewer) -> tuple[SeatCard, ...]:
    """A card for each seat that was made of the list, with the way to it; revoked ones are gone."""
    rows = SignUp.objects.filter(game_id=viewer.game_id, seat__revoked_at__isnull=True)
    base = address.public_url()
    return tuple(
        SeatCard(
            item=_item(viewer, row),
            person=row.seat.person.name,
            qr=qr_code(base + reverse("restore", args=[row.seat.token])),
            address=(base + reverse("restore", args=[row.seat.token])).partition("://")[2],
        )
        for row in rows.filter(seat__isnull=False).select_related("seat__person")
        if row.seat is not None
    )
