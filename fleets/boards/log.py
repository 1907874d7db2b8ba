"""The log of a battle: one line for each deed, as a story, the newest first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import get_language, gettext

from fleets import battles, disputes, standing
from fleets.battles import Field
from fleets.boards import reads
from fleets.boards.views import NOBODY, LogItem, LogView, Named
from fleets.enums import DisputeState
from fleets.models import Dispute, Line
from hq.viewers import Viewer

SHOWN = 60
REMEMBERED = 2000


def battle_log(viewer: Viewer) -> LogView:
    field = reads.here(viewer)
    if field is None:
        return LogView(battle_id=0, total=0, items=())
    rows = field.battle.lines.select_related("person").defer("actor")
    lines = list(rows.order_by("-number")[:SHOWN])
    oldest = lines[-1].number if lines else 0
    disputed = _disputed(field, oldest)
    taken = standing.gone(list(field.battle.lines.only("number", "retracts")))
    names = tuple(sorted(field.names.items()))
    items = tuple(
        _item(field, line, taken=taken, dispute=disputed.get(line.number), names=names)
        for line in lines
    )
    return LogView(battle_id=field.battle.pk, total=field.battle.number, items=items)


def _disputed(field: Field, oldest: int) -> Mapping[int, Dispute]:
    rows = Dispute.objects.filter(line__battle=field.battle, line__number__gte=oldest)
    return {row.line.number: row for row in rows.select_related("line").order_by("pk")}


def _item(
    field: Field,
    line: Line,
    *,
    taken: frozenset[int],
    dispute: Dispute | None,
    names: tuple[tuple[str, str], ...],
) -> LogItem:
    is_gone = line.number in taken
    is_open = not is_gone and not line.retracts and dispute is None
    return LogItem(
        number=line.number,
        at_ms=line.at,
        who=line.person.name if line.person else "–",
        person_id=line.person_id or 0,
        side=line.side,
        squadron=line.squadron,
        kind=(line.command or {}).get("kind", ""),
        text=_text(field, line, names),
        dice="; ".join(_roll(roll["faces"]) for roll in line.dice),
        retracts=tuple(line.retracts),
        is_gone=is_gone,
        until_ms=line.at + disputes.WINDOW if is_open else 0,
        dispute=Named(slug=dispute.state, name=str(DisputeState(dispute.state).label))
        if dispute is not None
        else NOBODY,
    )


def _roll(faces: Sequence[int]) -> str:
    return " + ".join(str(face) for face in faces)


def _text(field: Field, line: Line, names: tuple[tuple[str, str], ...]) -> str:
    if line.retracts:
        told = gettext("Taken back: %(lines)s. %(reason)s")
        numbers = ", ".join(str(number) for number in line.retracts)
        return (told % {"lines": numbers, "reason": line.reason}).strip()
    key = (str(line.records), get_language() or "", names)
    return told_before(key, lambda: battles.story_of(field, line)) or gettext(
        field.system.title((line.command or {}).get("kind", ""))
    )


Key = tuple[str, str, tuple[tuple[str, str], ...]]
_told: OrderedDict[Key, str] = OrderedDict()


def told_before(key: Key, tell: Callable[[], str]) -> str:
    """Records never change: their words are made once a language and a set of names."""
    if key not in _told:
        _told[key] = tell()
        while len(_told) > REMEMBERED:
            _told.popitem(last=False)
    return _told[key]
