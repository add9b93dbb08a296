"""Hex lattices in mm: where hexes lie and what their corners are."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from pnp.geometry import Rect

SQRT3 = sqrt(3)


class HexLattice(NamedTuple):
    """Hexes in columns (flat) or rows (pointy); odd columns, or rows, are shifted by half a hex."""

    columns: int
    rows: int
    side: float
    flat: bool = True
    x: float = 0.0
    y: float = 0.0

    @property
    def width(self) -> float:
        """The width of the whole lattice."""
        if self.flat:
            return self.side * (1.5 * self.columns + 0.5)
        return self.side * SQRT3 * (self.columns + (0.5 if self.rows > 1 else 0))

    @property
    def height(self) -> float:
        """The height of the whole lattice."""
        if self.flat:
            return self.side * SQRT3 * (self.rows + (0.5 if self.columns > 1 else 0))
        return self.side * (1.5 * self.rows + 0.5)

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a hex."""
        s = self.side
        if self.flat:
            return self.x + s * (1 + 1.5 * column), self.y + s * SQRT3 * (row + 0.5 + (column % 2) / 2)
        return self.x + s * SQRT3 * (column + 0.5 + (row % 2) / 2), self.y + s * (1 + 1.5 * row)

    def corners(self, column: int, row: int, shrink: float = 0.0) -> list[tuple[float, float]]:
        """Return the six corners, clockwise; flat hexes start at the right, pointy ones at the top."""
        cx, cy = self.centre(column, row)
        return hex_corners(cx, cy, self.side - shrink, self.flat)

    def cell(self, column: int, row: int) -> tuple[Rect, str]:
        """Return the box round a hex, and the shape of the place that it is."""
        cx, cy = self.centre(column, row)
        w, h = (2 * self.side, SQRT3 * self.side) if self.flat else (SQRT3 * self.side, 2 * self.side)
        return Rect(cx - w / 2, cy - h / 2, w, h), "hex" if self.flat else "hex-pointy"

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield every (column, row), row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row


def hex_corners(cx: float, cy: float, side: float, flat: bool = True) -> list[tuple[float, float]]:
    """Return the corners of one hex, clockwise."""
    h, half = side * SQRT3 / 2, side / 2
    if flat:
        return [
            (cx + side, cy),
            (cx + half, cy + h),
            (cx - half, cy + h),
            (cx - side, cy),
            (cx - half, cy - h),
            (cx + half, cy - h),
        ]
    return [
        (cx, cy - side),
        (cx + h, cy - half),
        (cx + h, cy + half),
        (cx, cy + side),
        (cx - h, cy + half),
        (cx - h, cy - half),
    ]


def fit_lattice(columns: int, rows: int, box: Rect, flat: bool, side: float = 0.0) -> HexLattice:
    """Return the lattice that fills a box (or has the given side), centred in it."""
    unit = HexLattice(columns, rows, 1.0, flat)
    size = side or min(box.w / unit.width, box.h / unit.height)
    lattice = HexLattice(columns, rows, size, flat)
    return lattice._replace(x=box.cx - lattice.width / 2, y=box.cy - lattice.height / 2)
