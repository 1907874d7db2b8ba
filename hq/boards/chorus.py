"""The ceremony, as everyone sees it and as the game master's desk sees it."""

from __future__ import annotations

from hq import choruses, figures, ledger
from hq.boards.cards import costs
from hq.boards.pools import share_of
from hq.boards.views import ChorusView, DeskView, DeskVoice, RingView
from hq.enums import ChorusState, PoolKind
from hq.models import Chorus, Pool
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
    result="",
    queue=(),
)
NO_RING = RingView(id=0, state="", spoken=0, needed=0, size=0, share=0, said=(), waiting=())


def chorus(viewer: Viewer) -> ChorusView:
    shown = _shown(viewer.game_id)
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
        costs=costs(shown.way.cost, _covered(shown)),
        opened_ms=shown.opened_at or 0,
        ends_ms=shown.ends_at or 0,
        closed_ms=shown.closed_at,
        verdict=verdict(shown.verdict, shown.verdict_params),
        result=in_language(shown.way.outcome) if is_sealed else "",
        queue=_queue(viewer.game_id),
    )


def ring(viewer: Viewer) -> RingView:
    shown = _shown(viewer.game_id)
    if shown is None:
        return NO_RING
    size, spoken = choruses.count(shown)
    needed = figures.of(shown.game).voices_needed(size)
    voices = list(shown.voices.select_related("person").order_by("person__name", "pk"))
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
    sounding = (
        Chorus.objects.filter(game_id=viewer.game_id, state=ChorusState.OPEN)
        .select_related("way")
        .first()
    )
    if sounding is None:
        return DeskView(chorus_id=0, wording="", ends_ms=0, voices=())
    voices = sounding.voices.select_related("person").order_by("person__name", "pk")
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
            for voice in voices
        ),
    )


def _shown(game_id: int) -> Chorus | None:
    """The one that sounds, else the last that ended."""
    rows = Chorus.objects.filter(game_id=game_id).select_related(
        "game", "decision__card", "way", "voiced_by"
    )
    sounding = rows.filter(state=ChorusState.OPEN).first()
    return sounding or rows.exclude(state=ChorusState.QUEUED).order_by("closed_at", "pk").last()


def _queue(game_id: int) -> tuple[str, ...]:
    waiting = Chorus.objects.filter(game_id=game_id, state=ChorusState.QUEUED)
    return tuple(in_language(row.way.title) for row in waiting.select_related("way"))


def _covered(shown: Chorus) -> dict[PoolKind, int]:
    """What is free for this chorus: its own promise is not held against it."""
    balances = dict(Pool.objects.filter(game=shown.game).values_list("kind", "balance"))
    taken = ledger.promised(shown.game_id)
    own = shown.way.cost if shown.state == ChorusState.OPEN else {}
    return {kind: balances.get(kind, 0) - taken[kind] + own.get(kind, 0) for kind in PoolKind}
