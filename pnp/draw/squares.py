"""Boards of squares in mm: where each square lies, the lines between them, and the names of columns."""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple, Self

from pnp.draw.drawing import Outline, Segment, segment
from pnp.geometry import Rect


class Squares(NamedTuple):
    """Cells of one size in rows and columns, counted from 0; the corner of the first one lies at (x, y)."""

    columns: int
    rows: int
    w: float
    h: float
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def fitted(cls, columns: int, rows: int, box: Rect, *, square: bool = True, most: float = inf) -> Self:
        """Return the largest board in the middle of a box, with cells up to a size, or one that fills the box."""
        w, h = box.w / columns, box.h / rows
        if square:
            w = h = min(most, w, h)
        return cls(columns, rows, w, h, box.cx - w * columns / 2, box.cy - h * rows / 2)

    @property
    def rect(self) -> Rect:
        """The whole board."""
        return Rect(self.x, self.y, self.columns * self.w, self.rows * self.h)

    def cell(self, column: float, row: float) -> Rect:
        """Return the place of a cell."""
        return Rect(self.x + column * self.w, self.y + row * self.h, self.w, self.h)

    def numbered(self, number: int) -> Rect:
        """Return the place of a cell counted from 0 along the rows."""
        row, column = divmod(number, self.columns)
        return self.cell(column, row)

    def span(self, first: tuple[float, float], last: tuple[float, float]) -> Rect:
        """Return the rectangle from one cell to another that lies to the right of it, below it, or both."""
        a, b = self.cell(*first), self.cell(*last)
        return Rect(a.x, a.y, b.right - a.x, b.bottom - a.y)

    def side(self, column: int, row: int, dx: int, dy: int) -> Outline:
        """Return the line between a cell and its neighbour that lies (dx, dy) away."""
        cell = self.cell(column, row)
        if dx:
            x = cell.right if dx > 0 else cell.x
            return segment(x, cell.y, x, cell.bottom)
        y = cell.bottom if dy > 0 else cell.y
        return segment(cell.x, y, cell.right, y)

    def above(self, column: int, high: float) -> Rect:
        """Return the place above a column, for its name."""
        return Rect(self.x + column * self.w, self.y - high, self.w, high)

    def left_of(self, row: int, wide: float) -> Rect:
        """Return the place to the left of a row, for its name."""
        return Rect(self.x - wide, self.y + row * self.h, wide, self.h)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield every (column, row), row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row

    def lines(self) -> Outline:
        """Return all lines of the grid, first those down the page."""
        rect, lines = self.rect, list[Segment]()
        for column in range(self.columns + 1):
            x = self.x + column * self.w
            lines += segment(x, rect.y, x, rect.bottom)
        for row in range(self.rows + 1):
            y = self.y + row * self.h
            lines += segment(rect.x, y, rect.right, y)
        return tuple(lines)


def column_name(index: int) -> str:
    """Return A, B … Z, AA, AB … for 0, 1 …"""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name
