"""Fold-up pawns: both sides of a figure on one strip, with feet to glue."""

from pnp.draw.drawing import Drawing, Group, Path, Symbol, Text, Use, rectangle, segment
from pnp.draw.fonts import font
from pnp.geometry import Matrix, Rect, Size, shift

FOOT = 8.0
"""How far each foot reaches out at most."""


def foot(side: Size) -> float:
    """Return how far each foot reaches out: half the width, so that the base is square and stands firm."""
    return min(FOOT, side.w / 2)


def standee_size(side: Size) -> Size:
    """Return the size of the strip for a figure of one side's size."""
    return Size(side.w, 2 * side.h + 2 * foot(side))


def standee_base(side: Size) -> Size:
    """Return what a figure stands on: its two feet, bent outwards."""
    return Size(side.w, 2 * foot(side))


def standee(front: Drawing, back: Drawing, ink: str) -> Drawing:
    """Return the strip: foot, back upside down, fold, front, foot."""
    w, h = front.size
    size, reach = standee_size(front.size), foot(front.size)
    box = Rect(0, 0, w, h)
    upside_down = Use(Symbol(back.items, box), Matrix(-1, 0, 0, -1, w, reach + h))
    upright = Use(Symbol(front.items, box), shift(0, reach + h))
    folds = tuple(
        Path(segment(0, y, w, y), stroke=ink, width=0.15, dash=(1.2, 0.8)) for y in (reach, reach + h, reach + 2 * h)
    )
    words, text_size = "glue", 7.0
    x = (w - font("sans-italic").width(words) * text_size) / 2
    feet = tuple(Text(x, y, words, "sans-italic", text_size, ink) for y in (reach * 0.62, size.h - reach * 0.38))
    outline = Path(rectangle(Rect(0, 0, size.w, size.h)), stroke=ink, width=0.2)
    return Drawing(size, (Group((upside_down, upright)), *folds, *feet, outline))
