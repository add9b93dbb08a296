"""Fold-up pawns: both sides of a figure on one strip, with feet to glue."""

from pnp.draw.drawing import Drawing, Group, Path, Symbol, Text, Use, rectangle, segment
from pnp.draw.fonts import font
from pnp.geometry import Matrix, Rect, Size, shift

FOOT = 8.0


def standee_size(side: Size) -> Size:
    """Return the size of the strip for a figure of one side's size."""
    return Size(side.w, 2 * side.h + 2 * FOOT)


def standee(front: Drawing, back: Drawing, ink: str) -> Drawing:
    """Return the strip: foot, back upside down, fold, front, foot."""
    w, h = front.size
    size = standee_size(front.size)
    box = Rect(0, 0, w, h)
    upside_down = Use(Symbol(back.items, box), Matrix(-1, 0, 0, -1, w, FOOT + h))
    upright = Use(Symbol(front.items, box), shift(0, FOOT + h))
    folds = tuple(
        Path(segment(0, y, w, y), stroke=ink, width=0.15, dash=(1.2, 0.8)) for y in (FOOT, FOOT + h, FOOT + 2 * h)
    )
    words, text_size = "glue", 7.0
    x = (w - font("sans-italic").width(words) * text_size) / 2
    feet = tuple(Text(x, y, words, "sans-italic", text_size, ink) for y in (FOOT * 0.62, size.h - FOOT * 0.38))
    outline = Path(rectangle(Rect(0, 0, size.w, size.h)), stroke=ink, width=0.2)
    return Drawing(size, (Group((upside_down, upright)), *folds, *feet, outline))
