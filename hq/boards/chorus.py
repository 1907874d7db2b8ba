"""The ceremony, as everyone sees it and as the game master's desk sees it."""

from __future__ import annotations

from hq import choruses, figures
from hq.boards import reads
from hq.boards.pools import share_of
from hq.boards.views import AmountView, ChorusView, DeskView, DeskVoice, RingView
from hq.enums import ChorusState
from hq.texts import in_language
from hq.viewers import Viewer
from hq.words import verdict

NO_CHORUS = ChorusView(
    id=0,
    state="",
    card_id=0,
    card_title="",
    wording="",
    voiced_by="",
    costs=(),
    opened_ms=0,
    ends_ms=0,
    closed_ms=None,
    verdict="",
    has_failed=False,
    result="",
    queue=(),
)
NO_RING = RingView(id=0, state="", spoken=0, needed=0, size=0, share=0, said=(), waiting=())


def chorus(viewer: Viewer) -> ChorusView:
    shown = reads.shown(viewer)
    if shown is None:
        return NO_CHORUS
    is_sealed = shown.state == ChorusState.SEALED
    return ChorusView(
        id=shown.pk,
        state=shown.state,
        card_id=shown.decision.card_id,
        card_title=in_language(shown.decision.card.title),
        wording=in_language(shown.way.title),
        voiced_by=shown.voiced_by.name if shown.voiced_by else "",
        costs=tuple(
            AmountView(kind=kind.value, name=str(kind.label), amount=amount)
            for kind, amount in shown.way.cost.items()
        ),
        opened_ms=shown.opened_at or 0,
        ends_ms=shown.ends_at or 0,
        closed_ms=shown.closed_at,
        verdict=verdict(shown.verdict, shown.verdict_params),
        has_failed=shown.verdict == "failed",
        result=in_language(shown.way.outcome) if is_sealed else "",
        queue=_queue(viewer),
    )


def ring(viewer: Viewer) -> RingView:
    shown = reads.shown(viewer)
    if shown is None:
        return NO_RING
    voices = reads.voices(viewer, shown)
    size, spoken = choruses.tally(voices)
    needed = figures.of(reads.game(viewer)).voices_needed(size)
    return RingView(
        id=shown.pk,
        state=shown.state,
        spoken=spoken,
        needed=needed,
        size=size,
        share=share_of(spoken, needed),
        said=tuple(v.person.name for v in voices if v.spoken_at is not None),
        waiting=tuple(v.person.name for v in voices if v.spoken_at is None and not v.is_lost),
    )


def desk(viewer: Viewer) -> DeskView:
    sounding = reads.sounding(viewer)
    if sounding is None:
        return DeskView(chorus_id=0, wording="", ends_ms=0, voices=())
    return DeskView(
        chorus_id=sounding.pk,
        wording=in_language(sounding.way.title),
        ends_ms=sounding.ends_at or 0,
        voices=tuple(
            DeskVoice(
                person_id=voice.person_id,
                name=voice.person.name,
                has_spoken=voice.spoken_at is not None,
                is_lost=voice.is_lost,
            )
            for voice in reads.voices(viewer, sounding)
        ),
    )


def _queue(viewer: Viewer) -> tuple[str, ...]:
    waiting = [row for row in reads.choruses(viewer) if row.state == ChorusState.QUEUED]
    return tuple(in_language(row.way.title) for row in waiting)
