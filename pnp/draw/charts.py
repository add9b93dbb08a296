"""Plots for reports: bars with their confidence intervals, and histograms."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.drawing import Drawing, Item, Path, Segment, Text, rectangle, segment
from pnp.draw.fonts import font
from pnp.geometry import Rect, Size

_LABEL = 8.0
_ROW = 5.4


class Bar(NamedTuple):
    """One bar: its name, its value, and the interval around it."""

    name: str
    value: float
    low: float
    high: float


class ChartLook(NamedTuple):
    """The inks of a plot."""

    ink: str
    muted: str
    line: str
    bar: str


def bar_chart(bars: Sequence[Bar], look: ChartLook, width: float, *, percent: bool) -> Drawing:
    """Return horizontal bars with whiskers; percentages run from 0 to at most 100."""
    names = font("sans")
    label_width = min(width * 0.42, max(names.width(b.name) for b in bars) * _LABEL + 3)
    top = max(max(b.high, b.value) for b in bars)
    bottom = min([0.0, *(min(b.low, b.value) for b in bars)])
    ticks = _ticks(bottom, min(1.0, top) if percent else top)
    low, high = min(bottom, ticks[0]), max(ticks[-1], top)
    span = (high - low) or 1.0
    plot = Rect(label_width, 2, width - label_width - 8, len(bars) * _ROW)

    def x_of(value: float) -> float:
        return plot.x + (value - low) / span * plot.w

    items: list[Item] = []
    grid: list[Segment] = []
    for tick in ticks:
        grid += segment(x_of(tick), plot.y, x_of(tick), plot.bottom + 1)
        text = _tick_text(tick, percent)
        items.append(Text(x_of(tick) - names.width(text) * 7 / 2, plot.bottom + 4, text, "sans", 7.0, look.muted))
    items.append(Path(tuple(grid), stroke=look.line, width=0.12))
    for i, bar in enumerate(bars):
        y = plot.y + i * _ROW
        left, right = sorted((x_of(0.0 if low <= 0 <= high else low), x_of(bar.value)))
        items.append(Path(rectangle(Rect(left, y + 1, max(0.1, right - left), _ROW - 2)), fill=look.bar))
        middle = y + _ROW / 2
        whisker = (
            *segment(x_of(bar.low), middle, x_of(bar.high), middle),
            *segment(x_of(bar.low), middle - 0.8, x_of(bar.low), middle + 0.8),
            *segment(x_of(bar.high), middle - 0.8, x_of(bar.high), middle + 0.8),
        )
        items.append(Path(whisker, stroke=look.ink, width=0.25))
        name = _shortened(bar.name, label_width - 2)
        items.append(
            Text(label_width - 2 - names.width(name) * _LABEL, y + _ROW * 0.68, name, "sans", _LABEL, look.ink)
        )
    return Drawing(Size(width, plot.bottom + 6), tuple(items))


def histogram(counts: Sequence[tuple[str, int]], look: ChartLook, width: float, height: float = 34.0) -> Drawing:
    """Return columns of counts over whole numbers; numbers between that never occurred stay empty."""
    by_number = {int(name): count for name, count in counts}
    least, most = min(by_number), max(by_number)
    columns = list(range(least, most + 1))
    plot = Rect(10, 2, width - 12, height - 8)
    step = plot.w / len(columns)
    tallest = max(by_number.values())
    names = font("sans")
    items: list[Item] = []
    bars: list[Segment] = []
    every = max(1, -(-len(columns) // max(1, int(plot.w / 9))))
    for i, number in enumerate(columns):
        count = by_number.get(number, 0)
        h = plot.h * count / tallest
        if count:
            bars += rectangle(Rect(plot.x + i * step + step * 0.08, plot.bottom - h, step * 0.84, h))
        if number % every == 0:
            text = str(number)
            x = plot.x + (i + 0.5) * step - names.width(text) * 7 / 2
            items.append(Text(x, plot.bottom + 3.4, text, "sans", 7.0, look.muted))
    items.append(Path(tuple(bars), fill=look.bar))
    items.append(Path(segment(plot.x, plot.bottom, plot.right, plot.bottom), stroke=look.ink, width=0.2))
    text = str(tallest)
    items.append(Text(plot.x - 1.5 - names.width(text) * 7, plot.y + 2, text, "sans", 7.0, look.muted))
    return Drawing(Size(width, height), tuple(items))


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round values from low to beyond high."""
    span = (high - low) or 1.0
    magnitude = 10.0 ** len(str(int(span))) / 10 if span >= 1 else 0.1
    while span / magnitude < 2:
        magnitude /= 10
    step = next(s * magnitude for s in (1, 2, 5, 10, 20, 50) if span / (s * magnitude) <= 6)
    first = int(low / step) - (1 if low < 0 else 0)
    ticks = [round((first + i) * step, 10) for i in range(60)]
    return [t for i, t in enumerate(ticks) if t <= high + 1e-9 or (i and ticks[i - 1] < high - 1e-9)]


def _tick_text(value: float, percent: bool) -> str:
    return f"{value * 100:.0f} %" if percent else f"{value:g}"


def _shortened(text: str, room: float) -> str:
    face = font("sans")
    while face.width(text) * _LABEL > room and len(text) > 3:
        text = text[:-2].rstrip() + "…"
    return text
