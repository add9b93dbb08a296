"""Crop marks, fold lines, the scale bar and the page label."""

from collections.abc import Iterable
from functools import cache

from pnp.draw.drawing import Group, Item, Outline, Path, Segment, Symbol, Text, Use, segment
from pnp.draw.fonts import font
from pnp.draw.text import plain_line, plain_width
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.sheets.grid import EDGE_CLEARANCE, LABEL_HEIGHT, LABEL_LINE, MARK_GAP, MARK_LONGEST

MARK_WIDTH = 0.2
MARK_COLOUR = "#000000"
_LABEL_SIZE = 7.0
LABEL_INSET = 10.0
MOST_LABEL_LINES = 3
_LABEL_CLEARANCE = 0.6
_BAR_INCH, _BAR_WORDS = 50.8, 12.0


def crop_marks(
    xs: Iterable[float],
    ys: Iterable[float],
    block: Rect,
    page: Size,
    label: Rect | None = None,
    longest: float = MARK_LONGEST,
) -> Path | None:
    """Return marks outside a block (bleed included) for vertical cuts at xs and horizontal cuts at ys.

    Marks that would run into the page label's strip end before it.
    """
    keep_out = label.inset(-_LABEL_CLEARANCE) if label else Rect(page.w, page.h, 0, 0)
    lines: list[Segment] = []
    left, right = (_stretch(room, longest) for room in (block.x, page.w - block.right))
    top, bottom = (_stretch(room, longest) for room in (block.y, page.h - block.bottom))
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


def _stretch(room: float, longest: float) -> float:
    """Return how long marks may be between a block and the page's edge, which they keep clear of."""
    length = min(longest, room - MARK_GAP - EDGE_CLEARANCE)
    return length if length > 0.5 else 0.0


def trim_lines(outlines: Iterable[Outline]) -> Path:
    """Return thin lines on the edges of pieces, for cutting with scissors."""
    return Path(tuple(s for outline in outlines for s in outline), stroke="#8c8c8c", width=0.15)


def fold_line(page: Size, edge: float, *, along: bool = False) -> Path:
    """Return the dashed line to fold along in the middle of a page, from edge to edge."""
    x, y = page.w / 2, page.h / 2
    ends = segment(x, edge, x, page.h - edge) if along else segment(edge, y, page.w - edge, y)
    return Path(ends, stroke=MARK_COLOUR, width=MARK_WIDTH, dash=(3, 1.5))


def label_strip(page: Size, side: str = "foot", inset: float = LABEL_INSET, lines: int = 1) -> Rect:
    """Return the strip of the page that its label takes."""
    height = LABEL_HEIGHT + (lines - 1) * LABEL_LINE
    if side == "foot":
        return Rect(inset, page.h - EDGE_CLEARANCE - height, page.w - inset - LABEL_INSET, height)
    return Rect(page.w - EDGE_CLEARANCE - height, LABEL_INSET, height, page.h - inset - LABEL_INSET)


class LabelTooLong(Exception):
    """A label does not fit the lines that are kept free for it."""


def label_lines(text: str, length: float, most: int = MOST_LABEL_LINES, family: str = "sans") -> list[str]:
    """Break a label into as few lines as it needs; the last one stands beside the scale bar."""
    for count in range(1, most + 1):
        rooms = [length] * (count - 1) + [length - _BAR_INCH - _BAR_WORDS]
        lines: list[str] = []
        rest = text.split(" ")
        for room in rooms:
            taken = len(rest)
            while taken and plain_width(" ".join(rest[:taken]), family) * _LABEL_SIZE > room:
                taken -= 1
            lines.append(" ".join(rest[:taken]).removeprefix("· ").removesuffix(" ·"))
            rest = rest[taken:]
        if not rest:
            return lines
    raise LabelTooLong(text)


def page_label(
    text: str,
    page: Size,
    side: str = "foot",
    inset: float = LABEL_INSET,
    most: int = MOST_LABEL_LINES,
    family: str = "sans",
) -> list[Item]:
    """Return the page label and the scale bar, along the foot or up the right side of the page.

    What stands before the label, such as the map of tiles, takes the `inset`; it may take `most` lines.
    """
    length = (page.w if side == "foot" else page.h) - inset - LABEL_INSET
    lines = label_lines(text, length, most, family)
    strip = label_strip(page, side, inset, len(lines))
    items = tuple(_label_items(lines, length, family))
    if side == "foot":
        return [Group(items, shift(strip.x, strip.y))]
    return [Group(items, Matrix(0, -1, 1, 0, strip.x, strip.bottom))]


def _label_items(lines: list[str], length: float, family: str) -> list[Item]:
    """Draw label and bar into a strip of the given length, starting at the origin."""
    first = LABEL_HEIGHT - 1.5
    shown: list[Item] = [
        item
        for i, line in enumerate(lines)
        if line
        for item in plain_line(line, 0, first + i * LABEL_LINE, _LABEL_SIZE, "#444444", family)
    ]
    bar = Use(_scale_bar(), shift(length - _BAR_INCH, first + (len(lines) - 1) * LABEL_LINE + 0.3))
    return [*shown, bar]


@cache
def _scale_bar() -> Symbol:
    """Draw the bar from the origin to the right, once for all pages."""
    ticks: list[Segment] = [("M", 0.0, 0.0), ("L", _BAR_INCH, 0.0)]
    for i in range(6):
        ticks += [("M", i * 10, 0.0), ("L", i * 10, -1.6 if i in (0, 5) else -0.9)]
    for i in range(3):
        ticks += [("M", i * 25.4, 0.0), ("L", i * 25.4, 1.2 if i in (0, 2) else 0.7)]
    face, size = font("sans"), _LABEL_SIZE
    left = -1.2 - face.width("100 %") * size
    items: list[Item] = [
        Path(tuple(ticks), stroke="#444444", width=0.15),
        Text(left, -0.3, "100 %", "sans", size, "#444444"),
        Text(11, -1.0, "50 mm / 2 in", "sans", size, "#444444"),
    ]
    return Symbol(items, Rect(left - 1, -5, _BAR_INCH - left + 2, 8))
