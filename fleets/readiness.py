"""What the tables still lack before the doors open."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count
from django.utils.translation import gettext as _

from fleets.models import Squadron
from hq.models import Game
from hq.parts import Light, Readiness


def of(game: Game) -> Iterator[Readiness]:
    """A table is ready with squadrons of two sides."""
    rows = Squadron.objects.filter(game=game, retired=False).exclude(table="").order_by("table")
    found = {
        row["table"]: row
        for row in rows.values("table").annotate(
            sides=Count("side", distinct=True), squadrons=Count("pk")
        )
    }
    for each in game.maps.all():
        told = found.get(each.slug, {"sides": 0, "squadrons": 0})
        is_ready = told["sides"] >= 2
        text = _("squadrons: %(squadrons)s, sides: %(sides)s") % told
        yield Readiness(
            name=_("Table «%(map)s»") % {"map": each},
            light=Light.GOOD if is_ready else Light.WARN,
            text=text if is_ready else _("%(told)s: two sides are needed") % {"told": text},
        )
