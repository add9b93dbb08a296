"""The calibration sheet: rulers that a fold can be read on, bars to measure, combs at the edges, and how to use them.

A sheet that is folded edge on edge is creased in its true middle, on both sides at once. Where the crease crosses
the printed rulers shows how far each side is off, finer than a ruler laid on by hand.
"""

from pnp.diagnostics import fail
from pnp.draw.drawing import Group, Item, Path, Segment, Text, ellipse, polygon
from pnp.draw.text import TextStyle, fit_text, place_text, simple_line
from pnp.geometry import Matrix, Paper, Rect, Size, shift
from pnp.sheets.printer import ARM, BAR_ACROSS, BAR_DOWN, SIDE_ARM
from pnp.sheets.sheet import Sheet, SheetSet
from pnp.words import CalibrationWords

_INK, _SOFT = "#000000", "#5c6670"
_REACH = 10
"""How many mm a ruler shows to each side of its middle."""
_COMB = 12
_LINE = 0.15


def calibration(paper: Paper, words: CalibrationWords) -> SheetSet:
    """Return both sides of the calibration sheet, or raise that they do not fit the paper."""
    if paper.size.w < BAR_ACROSS + 50 or paper.size.h < BAR_DOWN + 70:
        raise fail("paper", f"the calibration sheet does not fit on {paper.name}", None, "use a4 or letter")
    title = words.title(paper.name.capitalize())
    sheets = (
        _side(paper, "front", words.front_title(title), words.front),
        _side(paper, "back", words.back_title(title), words.back),
    )
    return SheetSet("calibration", title, sheets, 1, 0.0, True, (), ())


def _side(paper: Paper, side: str, title: str, text: str) -> Sheet:
    page = paper.size
    cx, cy = page.w / 2, page.h / 2
    items: list[Item] = [
        Group((*ruler(), _letter("U")), shift(cx, cy - ARM)),
        Group((*ruler(), _letter("L")), shift(cx, cy + ARM)),
        Group((*ruler(upright=True), _letter("S", -12)), shift(cx - SIDE_ARM, cy)),
        *_target(cx, cy),
        simple_line(title, cx, cy - ARM - 26, 15, _INK, bold=True, align="center"),
        *_arrow(cx, cy - ARM - 21),
    ]
    box = Rect(cx - 44, cy - ARM + 12, 88, 70)
    style = TextStyle(least=8, most=10)
    items += place_text(fit_text(text, style, box.w, box.h), style, box, _INK, lambda *_: [])
    if side == "front":
        items += [*_bars(cx, cy), *_combs(page)]
    live = Rect(0, 0, *page)
    return Sheet(page, tuple(items), title, side, live, title)


def ruler(*, upright: bool = False) -> list[Item]:
    """Return a ruler about the origin; what is printed too far right or down is read as a positive number."""
    lines: list[Segment] = [("M", -_REACH, 0.0), ("L", _REACH, 0.0)]
    labels: list[Item] = []
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at = half / 2
        length = 5.0 if half % 10 == 0 else 3.6 if half % 2 == 0 else 2.0
        lines += [("M", at, 0.0), ("L", at, -length)]
        if half % 10 == 0:
            label = "0" if at == 0 else f"{-at:+g}".replace("-", "\u2212")
            x, y = (-6.0, at + 0.9) if upright else (at, -6.0)
            labels.append(simple_line(label, x, y, 8, _INK, bold=at == 0, align="right" if upright else "center"))
    drawn = Path(tuple(lines), stroke=_INK, width=_LINE)
    return [Group((drawn,), Matrix(0, 1, 1, 0, 0, 0)) if upright else drawn, *labels]


def _letter(name: str, x: float = -_REACH - 8, y: float = 0.0) -> Text:
    return simple_line(name, x - 3, y + 1.5, 16, _INK, bold=True, align="center")


def _target(cx: float, cy: float) -> list[Item]:
    cross = (("M", cx - 6, cy), ("L", cx + 6, cy), ("M", cx, cy - 6), ("L", cx, cy + 6))
    return [Path((*ellipse(cx, cy, 4), *cross), stroke=_INK, width=_LINE)]


def _arrow(x: float, y: float) -> list[Item]:
    points = [
        (x, y),
        (x + 4, y + 4),
        (x + 1.5, y + 4),
        (x + 1.5, y + 9),
        (x - 1.5, y + 9),
        (x - 1.5, y + 4),
        (x - 4, y + 4),
    ]
    return [Path(polygon(points), fill=_INK)]


def _bars(cx: float, cy: float) -> list[Item]:
    """Return the two bars whose lengths show how far the printer stretches."""
    x0, x1, y = cx - BAR_ACROSS / 2, cx + BAR_ACROSS / 2, cy + ARM + 16
    x, y0, y1 = cx + SIDE_ARM + 20, cy - BAR_DOWN / 2, cy + BAR_DOWN / 2
    ends = [("M", x0, y - 3), ("L", x0, y + 3), ("M", x1, y - 3), ("L", x1, y + 3)]
    ends += [("M", x - 3, y0), ("L", x + 3, y0), ("M", x - 3, y1), ("L", x + 3, y1)]
    lines = (("M", x0, y), ("L", x1, y), ("M", x, y0), ("L", x, y1), *ends)
    return [
        Path(lines, stroke=_INK, width=_LINE),
        simple_line("A", x0 - 6, y + 1.5, 16, _INK, bold=True, align="center"),
        simple_line(f"{BAR_ACROSS:g} mm", cx, y + 4.5, 9, _INK, align="center"),
        simple_line("D", x, y0 - 5, 16, _INK, bold=True, align="center"),
        simple_line(f"{BAR_DOWN:g} mm", x + 2, cy - 20, 9, _INK),
    ]


def _combs(page: Size) -> list[Item]:
    """Return a staircase of lines at each edge; what the printer cannot reach is missing from it."""
    lines: list[Segment] = []
    labels: list[Item] = []
    step = 5.0
    for n in range(1, _COMB + 1):
        along = (n - (_COMB + 1) / 2) * step
        for x, y, far_x, far_y, dx, dy in (
            (page.w / 2 + along, n, page.w / 2 + along, page.h - n, step * 0.8, 0.0),
            (n, page.h / 2 + along, page.w - n, page.h / 2 + along, 0.0, step * 0.8),
        ):
            for u, v in ((x, y), (far_x, far_y)):
                lines += [("M", u - dx / 2, v - dy / 2), ("L", u + dx / 2, v + dy / 2)]
        label, far = str(n), n + 4.0
        labels += [
            simple_line(label, page.w / 2 + along, far + 1.8, 7, _SOFT, align="center"),
            simple_line(label, page.w / 2 + along, page.h - far, 7, _SOFT, align="center"),
            simple_line(label, far - 1, page.h / 2 + along + 0.9, 7, _SOFT, align="center"),
            simple_line(label, page.w - far + 1, page.h / 2 + along + 0.9, 7, _SOFT, align="center"),
        ]
    return [Path(tuple(lines), stroke=_INK, width=_LINE), *labels]
