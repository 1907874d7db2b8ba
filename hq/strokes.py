"""What the winner at the Gigantomachy may do once: a stroke, or the ways into the deep Umbra.

Won → named by the winner → worded by a game master; then it stands at that table, even if its
battle is over, and in the chronicle.
"""

from __future__ import annotations

from collections.abc import Collection

from hq import chronicle, journal
from hq.enums import Role, StrokeForm, StrokeState, WaysChoice
from hq.errors import (
    NotAllowedError,
    NotFoundHereError,
    StrokeDoneError,
    StrokeUnnamedError,
    TextUnfitError,
)
from hq.events import StrokeDone, StrokeNamed, StrokeWithdrawn, StrokeWon
from hq.journal import Act
from hq.models import Game, Stroke
from hq.permissions import check_is_master
from hq.viewers import Viewer

LONGEST_TEXT = 500


def win(*, act: Act, form: str, holder: str, table: str, at: int) -> Stroke:
    """Step for outcomes: a side has it; with an empty `holder` the master speaks for the winner.

    `table`: where it was won; the stroke falls on any other map.
    """
    stroke = Stroke.objects.create(game=act.game, form=form, holder=holder, table=table, won_at=at)
    act.record(StrokeWon(stroke=stroke.pk))
    return stroke


def name(*, stroke_id: int, choice: str, by: Viewer, key: str = "") -> Stroke:
    """The winner says where it falls: a captain of that side, or a master for them.

    `choice`: a table's key, for the ways «blockade» or «filter». It may be changed until the
    master has worded it. Raises `StrokeDoneError`, `NotAllowedError`.
    """
    with journal.act("strokes.name", by=by, key=key) as act:
        stroke = _get(act=act, stroke_id=stroke_id)
        is_holder = by.role == Role.CAPTAIN and bool(by.side) and by.side == stroke.holder
        if by.role != Role.MASTER and not is_holder:
            raise NotAllowedError
        if stroke.state == StrokeState.DONE:
            raise StrokeDoneError
        if choice not in choices(act.game, stroke):
            raise NotFoundHereError
        stroke.state, stroke.choice = StrokeState.NAMED, choice
        stroke.named_by_id, stroke.named_at = by.person_id, act.at
        stroke.save(update_fields=["state", "choice", "named_by", "named_at"])
        act.record(StrokeNamed(stroke=stroke.pk))
        return stroke


def word(*, stroke_id: int, text: str, by: Viewer, key: str = "") -> Stroke:
    """The master says what it did; it happens at that moment, once.

    Raises `StrokeUnnamedError`, `StrokeDoneError`, `TextUnfitError`.
    """
    with journal.act("strokes.word", by=by, key=key) as act:
        check_is_master(by)
        stroke = _get(act=act, stroke_id=stroke_id)
        if stroke.state == StrokeState.OPEN:
            raise StrokeUnnamedError
        if stroke.state == StrokeState.DONE:
            raise StrokeDoneError
        words = text.strip()
        if not 0 < len(words) <= LONGEST_TEXT:
            raise TextUnfitError(most=LONGEST_TEXT, letters=len(words))
        stroke.state, stroke.text, stroke.done_at = StrokeState.DONE, {"ru": words}, act.at
        stroke.save(update_fields=["state", "text", "done_at"])
        act.record(StrokeDone(stroke=stroke.pk))
        chronicle.write(act=act, text=stroke.text, theme="stroke", at=act.at)
        return stroke


def withdraw(*, act: Act, strokes: Collection[int]) -> None:
    """Step: the answer that gave them was a slip; what has fallen stays fallen."""
    waiting = Stroke.objects.filter(game=act.game, pk__in=strokes).exclude(state=StrokeState.DONE)
    for stroke in waiting:
        act.record(StrokeWithdrawn(form=stroke.form))
        stroke.delete()


def choices(game: Game, stroke: Stroke) -> tuple[str, ...]:
    """Keys of what the winner may choose from."""
    if stroke.form == StrokeForm.WAYS:
        return tuple(WaysChoice.values)
    return tuple(game.maps.exclude(slug=stroke.table).values_list("slug", flat=True))


def _get(*, act: Act, stroke_id: int) -> Stroke:
    rows = Stroke.objects.select_for_update(of=("self",)).filter(pk=stroke_id, game=act.game)
    stroke = rows.first()
    if stroke is None:
        raise NotFoundHereError
    return stroke
