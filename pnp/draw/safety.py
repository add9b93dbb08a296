"""What lies too near to the edge where a piece is cut: hands and printers are off by a millimetre or two.

Text, icons and pictures keep clear of every edge. Shapes may touch an edge, where they run into the bleed, or
run from near one edge to near the opposite one, as bands and frames do: they lose nothing that matters.
"""

from collections.abc import Iterable, Iterator, Set

from pnp.draw.drawing import Group, Image, Item, Path, Symbol, Text, Use
from pnp.draw.fonts import font
from pnp.geometry import PT_PER_MM, Matrix, Rect, Size

_TOUCHES = 0.05
_SLACK = 0.05
_CAPITAL, _DESCENDER = 0.66, 0.2
"""Heights of letters as shares of the size."""
_LOW_LETTERS = frozenset("gjpqyQ,;()|/§")
_PICTURE_EDGE = 3.0
"""Icons have this much air around them in their symbols."""


class SafeZone:
    """Finds what matters in drawn parts and measures how near it comes to an edge."""

    def __init__(self, icons: Set[int], art: Set[int] = frozenset()) -> None:
        self._icons = icons
        """Identities of the symbols that are icons."""
        self._art = art
        """Identities of the symbols that are pictures."""
        self._known: dict[int, tuple[Symbol, tuple[Rect, ...]]] = {}

    def breach(self, items: Iterable[Item], size: Size, safe: float, *, shapes: bool) -> float | None:
        """Return how far from an edge the nearest thing ends that should keep `safe` mm, or None if all do."""
        kept = list(items)
        nearest = [min(_gaps(rect, size)) for rect in self._matter(kept)]
        loose = [*(_extent(kept) if shapes else ()), *_pictures(kept, self._art)]
        nearest += [gap for rect in loose for gap in _one_sided(rect, size, safe)]
        least = min(nearest, default=safe)
        return least if least < safe - _SLACK else None

    def _matter(self, items: Iterable[Item]) -> Iterator[Rect]:
        """Yield the rectangles of all texts and icons."""
        for item in items:
            if isinstance(item, Text):
                points = item.size / PT_PER_MM
                low = _DESCENDER if _LOW_LETTERS.intersection(item.text) else 0.0
                width = font(item.font).width(item.text) * item.size
                yield Rect(item.x, item.y - _CAPITAL * points, width, (_CAPITAL + low) * points)
            elif isinstance(item, Group):
                for rect in self._matter(item.items):
                    yield _mapped(rect, item.matrix) if item.matrix else rect
            elif isinstance(item, Use):
                for rect in self._inside(item.symbol):
                    yield _mapped(rect, item.matrix)

    def _inside(self, symbol: Symbol) -> tuple[Rect, ...]:
        if id(symbol) in self._icons:
            return (symbol.box.inset(_PICTURE_EDGE),)
        known = self._known.get(id(symbol))
        if known is None:
            known = self._known[id(symbol)] = (symbol, tuple(self._matter(symbol.items)))
        return known[1]


def _gaps(rect: Rect, size: Size) -> tuple[float, float, float, float]:
    return rect.x, rect.y, size.w - rect.right, size.h - rect.bottom


def _one_sided(rect: Rect, size: Size, safe: float) -> Iterator[float]:
    """Yield gaps to edges that a shape nears without touching them or running to the opposite edge as well."""
    left, top, right, bottom = _gaps(rect, size)
    for gap, opposite in ((left, right), (right, left), (top, bottom), (bottom, top)):
        if gap > _TOUCHES and opposite >= safe:
            yield gap


def _extent(items: Iterable[Item], matrix: Matrix | None = None) -> Iterator[Rect]:
    """Yield the rectangle that each path covers, without the width of its line."""
    for item in items:
        if isinstance(item, Group):
            both = matrix.after(item.matrix) if matrix and item.matrix else item.matrix or matrix
            yield from _extent(item.items, both)
        elif isinstance(item, Path):
            points: list[tuple[float, float]] = []
            for kind, *numbers in item.outline:
                values = [float(v) for v in numbers]
                if kind == "R":
                    x, y, w, h = values
                    points += [(x, y), (x + w, y + h)]
                else:
                    points += zip(values[::2], values[1::2], strict=True)
            moved = [matrix.apply(*p) for p in points] if matrix else points
            if moved:
                yield _around(moved)


def _pictures(items: Iterable[Item], art: Set[int]) -> Iterator[Rect]:
    """Yield the rectangles of pictures as they are shown."""
    for item in items:
        if isinstance(item, Image):
            yield item.rect
        elif isinstance(item, Use) and id(item.symbol) in art:
            yield _mapped(item.symbol.box, item.matrix)
        elif isinstance(item, Group):
            for rect in _pictures(item.items, art):
                if item.clip and len(item.clip) == 1:
                    _, x, y, w, h = item.clip[0]
                    yield Rect(float(x), float(y), float(w), float(h))
                else:
                    yield _mapped(rect, item.matrix) if item.matrix else rect


def _mapped(rect: Rect, matrix: Matrix) -> Rect:
    return _around([matrix.apply(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)])


def _around(points: list[tuple[float, float]]) -> Rect:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
