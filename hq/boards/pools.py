"""The three dials."""

from __future__ import annotations

from hq import figures
from hq.boards import forecasts, reads
from hq.boards.views import Band, PoolDial, PoolsView
from hq.enums import PoolKind
from hq.figures import Figures
from hq.models import Pool
from hq.texts import in_language
from hq.viewers import Viewer


def pools(viewer: Viewer) -> PoolsView:
    told = figures.of(reads.game(viewer))
    rows, taken = reads.pools(viewer), reads.promised(viewer)
    return PoolsView(
        dials=tuple(
            _dial(*rows[kind], promised=taken[kind], told=told) for kind in PoolKind if kind in rows
        ),
        forecast=forecasts.forecast(viewer),
    )


def _dial(pool: Pool, last_delta: int, *, promised: int, told: Figures) -> PoolDial:
    free = max(0, pool.balance - promised)
    share = share_of(pool.balance, pool.ceiling)
    bands = morale_bands(told) if pool.kind == PoolKind.MORALE else ()
    return PoolDial(
        kind=pool.kind,
        name=pool.get_kind_display(),
        balance=pool.balance,
        promised=promised,
        free=free,
        ceiling=pool.ceiling,
        share=share,
        free_share=share_of(free, pool.ceiling),
        last_delta=last_delta,
        bands=bands,
        band=next((band for band in bands if share >= band.from_share), None),
    )


def share_of(part: int, whole: int) -> int:
    """Per cent of the whole, rounded down, 0 to 100."""
    return min(100, part * 100 // whole) if whole else 0


def morale_bands(told: Figures) -> tuple[Band, ...]:
    """From the best to the worst; each ends where the one above it begins (R-2)."""
    ordered = sorted(told.morale_bands, key=lambda band: -band["from"])
    ends = [100, *(band["from"] for band in ordered)]
    return tuple(
        Band(
            name=in_language(band["name"]),
            level=band["level"],
            from_share=band["from"],
            to_share=end,
        )
        for band, end in zip(ordered, ends, strict=False)
    )
