"""The pools over time as a drawing: an inline SVG whose looks are classes of the style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.safestring import SafeString, mark_safe

from hq.reports.views import Moment, PoolTold, ReportView

WIDTH, BAND, GAP = 480, 92, 26
LEFT, RIGHT, TOP, BOTTOM = 6, 40, 18, 20
HOUR = 3_600_000
TICKS = (600_000, 1_200_000, 1_800_000, HOUR, 2 * HOUR, 4 * HOUR)


def draw(report: ReportView, *, label: str) -> SafeString:
    """A band for each pool, each on its own scale, over one axis of game time."""
    end = max([report.length_ms, 1, *(p.at_ms for pool in report.pools for p in pool.points)])
    foot = TOP + len(report.pools) * (BAND + GAP) - GAP
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "plot",
            "viewBox": f"0 0 {WIDTH} {foot + BOTTOM}",
            "role": "img",
            "aria-label": label,
        },
    )
    _turns(svg, report.turns_at, end, foot)
    for number, pool in enumerate(report.pools):
        _band(svg, pool, end, TOP + number * (BAND + GAP))
    _hours(svg, end, foot)
    return mark_safe(tostring(svg, encoding="unicode"))  # noqa: S308  built as XML, texts escaped


def _x(at_ms: int, end: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * at_ms / end, 1)


def _band(svg: Element, pool: PoolTold, end: int, top: int) -> None:
    most = max(pool.ceiling, *(point.balance for point in pool.points))

    def y(balance: int) -> float:
        return round(top + BAND * (1 - balance / most), 1)

    group = SubElement(svg, "g", {"class": "plot-pool", "data-kind": pool.kind})
    _line(group, "plot-base", (LEFT, WIDTH - RIGHT), (y(0), y(0)))
    _line(group, "plot-ceiling", (LEFT, WIDTH - RIGHT), (y(pool.ceiling), y(pool.ceiling)))
    first, *later = pool.points
    path = f"M{_x(first.at_ms, end)} {y(first.balance)}" + "".join(
        f"H{_x(point.at_ms, end)}V{y(point.balance)}" for point in later
    )
    area = f"{path}V{y(0)}H{_x(first.at_ms, end)}Z"
    SubElement(group, "path", {"class": "plot-area", "d": area})
    SubElement(group, "path", {"class": "plot-line", "d": path})
    _text(group, "plot-name", LEFT, top - 5, f"{pool.name}: {pool.start} → {pool.end}")
    _text(group, "plot-scale", WIDTH - RIGHT + 5, y(pool.ceiling) + 4, str(pool.ceiling))
    if abs(y(pool.end) - y(pool.ceiling)) > 14:
        _text(group, "plot-end", WIDTH - RIGHT + 5, y(pool.end) + 4, str(pool.end))


def _turns(svg: Element, turns: Iterable[Moment], end: int, foot: int) -> None:
    for moment in turns:
        x = _x(moment.at_ms, end)
        mark = SubElement(svg, "g", {"class": "plot-turn"})
        SubElement(mark, "title").text = moment.name
        _line(mark, "plot-turn-line", (x, x), (TOP, foot))


def _hours(svg: Element, end: int, foot: int) -> None:
    """Times of the day below, at most eight of them."""
    step = next((tick for tick in TICKS if end / tick <= 8), TICKS[-1])
    for at in range(0, end + 1, step):
        words = f"{at // HOUR}:{at // 60_000 % 60:02}"
        _text(svg, "plot-hour", _x(at, end), foot + 15, words)


def _line(into: Element, name: str, xs: tuple[float, float], ys: tuple[float, float]) -> None:
    places = {"x1": xs[0], "x2": xs[1], "y1": ys[0], "y2": ys[1]}
    SubElement(into, "line", {"class": name, **{key: str(at) for key, at in places.items()}})


def _text(into: Element, name: str, x: float, y: float, words: str) -> None:
    SubElement(into, "text", {"class": name, "x": str(x), "y": str(y)}).text = words
