"""Crop marks, fold lines, the scale bar and the page label."""

import re
from collections.abc import Iterable
from functools import cache

from pnp.draw.drawing import Group, Item, Path, Segment, Symbol, Text, Use
from pnp.draw.fonts import font
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.sheets.grid import EDGE_CLEARANCE, LABEL_EDGE, LABEL_HEIGHT, MARK_GAP, MARK_LONGEST

MARK_WIDTH = 0.2
MARK_COLOUR = "#000000"
_LABEL_SIZE = 7.0
_PAGE_NUMBER = re.compile(r" · \d+ of \d+\b.*")
_LABEL_INSET = 10.0
_LABEL_CLEARANCE = 0.6
_BAR_MM, _BAR_INCH = 50.0, 50.8


def crop_marks(
    xs: Iterable[float], ys: Iterable[float], block: Rect, page: Size, label: Rect | None = None
) -> Path | None:
    """Return margin-only marks for vertical cuts at xs and horizontal cuts at ys around a block (bleed included).

    Marks that would run into the page label's strip end before it.
    """
    keep_out = label.inset(-_LABEL_CLEARANCE) if label else Rect(page.w, page.h, 0, 0)
    lines: list[Segment] = []
    left, right = _stretch(block.x, page.w - block.right)
    top, bottom = _stretch(block.y, page.h - block.bottom)
    for x in xs:
        if top:
            lines += [("M", x, block.y - MARK_GAP), ("L", x, block.y - MARK_GAP - top)]
        end = block.bottom + MARK_GAP + bottom
        if keep_out.x <= x <= keep_out.right and block.bottom < keep_out.y:
            end = min(end, keep_out.y)
        if bottom and end > block.bottom + MARK_GAP:
            lines += [("M", x, block.bottom + MARK_GAP), ("L", x, end)]
    for y in ys:
        if left:
            lines += [("M", block.x - MARK_GAP, y), ("L", block.x - MARK_GAP - left, y)]
        end = block.right + MARK_GAP + right
        if keep_out.y <= y <= keep_out.bottom and block.right < keep_out.x:
            end = min(end, keep_out.x)
        if right and end > block.right + MARK_GAP:
            lines += [("M", block.right + MARK_GAP, y), ("L", end, y)]
    return Path(tuple(lines), stroke=MARK_COLOUR, width=MARK_WIDTH) if lines else None


def _stretch(before: float, after: float) -> tuple[float, float]:
    """Return how long marks may be on two opposite sides without nearing the page's edge."""
    lengths = [min(MARK_LONGEST, room - MARK_GAP - EDGE_CLEARANCE) for room in (before, after)]
    return (lengths[0] if lengths[0] > 0.5 else 0.0), (lengths[1] if lengths[1] > 0.5 else 0.0)


def trim_lines(cells: Iterable[Rect]) -> Path:
    """Return thin lines on the edges of every piece, for cutting with scissors."""
    return Path(tuple(("R", *cell) for cell in cells), stroke="#8c8c8c", width=0.15)


def fold_line(x0: float, x1: float, y: float) -> Path:
    """Return the dashed line to fold along."""
    return Path((("M", x0, y), ("L", x1, y)), stroke=MARK_COLOUR, width=MARK_WIDTH, dash=(3, 1.5))


def label_strip(page: Size, side: str = "foot", inset: float = _LABEL_INSET) -> Rect:
    """Return the strip of the page that its label takes."""
    if side == "foot":
        return Rect(inset, page.h - LABEL_EDGE - LABEL_HEIGHT, page.w - 2 * inset, LABEL_HEIGHT)
    return Rect(page.w - LABEL_EDGE - LABEL_HEIGHT, inset, LABEL_HEIGHT, page.h - 2 * inset)


def page_label(text: str, page: Size, side: str = "foot", inset: float = _LABEL_INSET) -> list[Item]:
    """Return the page label and the scale bar, along the foot or up the right side of the page."""
    length = (page.w if side == "foot" else page.h) - 2 * inset
    items = _label_items(text, length)
    if side == "foot":
        return [Group(tuple(items), Matrix(1, 0, 0, 1, inset, page.h - LABEL_EDGE - LABEL_HEIGHT))]
    return [Group(tuple(items), Matrix(0, -1, 1, 0, page.w - LABEL_EDGE - LABEL_HEIGHT, page.h - inset))]


def _label_items(text: str, length: float) -> list[Item]:
    """Draw label and bar into a strip of the given length, starting at the origin."""
    face = font("sans")
    size = _LABEL_SIZE
    room = length - _BAR_INCH - 22
    number = _PAGE_NUMBER.search(text)
    name, end = (text[: number.start()], number[0]) if number else (text, "")
    while face.width(name + end) * size > room and len(name) > 4:
        name = name[:-2].rstrip(" ·…") + "…"
    shown = name + end
    baseline = LABEL_HEIGHT - 0.9
    bar = Use(_scale_bar(), shift(length - _BAR_INCH, baseline + 0.3))
    return [Text(0, baseline, shown, "sans", size, "#444444"), bar]


@cache
def _scale_bar() -> Symbol:
    """Draw the bar from the origin to the right, once for all pages."""
    ticks: list[Segment] = [("M", 0.0, 0.0), ("L", _BAR_INCH, 0.0)]
    for i in range(6):
        ticks += [("M", i * 10, 0.0), ("L", i * 10, -1.6 if i in (0, 5) else -0.9)]
    for i in range(3):
        ticks += [("M", i * 25.4, 0.0), ("L", i * 25.4, 1.2 if i in (0, 2) else 0.7)]
    face, size = font("sans"), _LABEL_SIZE
    words = "50 mm / 2 in at 100 %"
    left = -1.2 - face.width("100 %") * size
    items: list[Item] = [
        Path(tuple(ticks), stroke="#444444", width=0.15),
        Text(left, -0.3, "100 %", "sans", size, "#444444"),
        Text(11, -1.0, words.split(" at ", maxsplit=1)[0], "sans", size, "#444444"),
    ]
    return Symbol(items, Rect(left - 1, -5, _BAR_INCH - left + 2, 8))
