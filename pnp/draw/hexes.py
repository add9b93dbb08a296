"""Hexes in mm: lattices of columns and rows, and boards in axial coordinates with the borders round sets of hexes.

On a board q grows to the right and r down the page. A corner belongs to three hexes; whole numbers name it, whichever
hex it was reached from. So a border never crosses itself: each corner on it has exactly one way on.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot, sqrt
from typing import NamedTuple, Self

from pnp.draw.drawing import Outline, Segment, polygon
from pnp.geometry import Rect

SQRT3 = sqrt(3)

Axial = tuple[int, int]
"""A hex of a board: (q, r)."""

Corner = tuple[int, int]
"""A corner of a board: half sides to the right and half heights down from the middle of hex (0, 0)."""

Point = tuple[float, float]

_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""From the middle of a hex, clockwise from the right."""

_WAYS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""To the neighbours of a hex, clockwise from the top; side i lies between the corners i - 2 and i - 1."""


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


class HexBoard(NamedTuple):
    """Flat-top hexes without end; the box round hex (0, 0) has its corner at (x, y)."""

    side: float
    x: float = 0.0
    y: float = 0.0

    @classmethod
    def about(cls, x: float, y: float, side: float) -> Self:
        """Return the board on which hex (0, 0) has its middle at a place."""
        return cls(side, x - side, y - side * SQRT3 / 2)

    @classmethod
    def showing(cls, radius: int, box: Rect) -> Self:
        """Return the largest board on which all hexes so many steps round (0, 0) stand in the middle of a box."""
        side = min(box.w / (3 * radius + 2), box.h / (SQRT3 * (2 * radius + 1)))
        return cls.about(box.cx, box.cy, side)

    def page(self, corner: Corner) -> Point:
        """Return where a corner lies."""
        return self.x + self.side * (1 + corner[0] / 2), self.y + self.side * SQRT3 / 2 * (1 + corner[1])

    def at(self, hex: Axial) -> Point:
        """Return the middle of a hex."""
        return self.page(_middle(hex))

    def corners(self, hex: Axial, share: float = 1.0) -> list[Point]:
        """Return the corners of a hex, perhaps shrunk about its middle."""
        cx, cy = self.at(hex)
        return [(cx + (x - cx) * share, cy + (y - cy) * share) for x, y in map(self.page, corners_of(hex))]

    def outline(self, hex: Axial, share: float = 1.0) -> Outline:
        """Return a hex, perhaps shrunk about its middle."""
        return polygon(self.corners(hex, share))

    def box(self, hex: Axial, width: float, height: float | None = None) -> Rect:
        """Return a box about the middle of a hex, in hex sides."""
        cx, cy = self.at(hex)
        w, h = width * self.side, (width if height is None else height) * self.side
        return Rect(cx - w / 2, cy - h / 2, w, h)

    def bounds(self, hex: Axial) -> Rect:
        """Return the box round a hex."""
        return self.box(hex, 2.0, SQRT3)

    def line(self, corners: Sequence[Corner], radius: float = 0.0) -> Outline:
        """Return a line through corners, closed if it ends where it began; the radius (in hex sides) rounds it."""
        closed = corners[0] == corners[-1]
        places = [self.page(corner) for corner in (corners[:-1] if closed else corners)]
        return _rounded(places, radius * self.side, closed=closed)

    def border(self, hexes: Iterable[Axial], radius: float = 0.0) -> Outline:
        """Return the border of a set of hexes; the radius (in hex sides) rounds its corners."""
        return tuple(segment for line in borders(set(hexes)) for segment in self.line(line, radius))


def _middle(hex: Axial) -> Corner:
    q, r = hex
    return 3 * q, 2 * r + q


def corners_of(hex: Axial) -> list[Corner]:
    """Return the corners of a hex, clockwise from the right."""
    across, down = _middle(hex)
    return [(across + x, down + y) for x, y in _CORNERS]


def borders(hexes: Collection[Axial]) -> list[list[Corner]]:
    """Return the closed borders of a set of hexes: clockwise round it, the other way round holes in it."""
    return _chained((start, end) for start, end, _ in _sides(hexes))


def shared_borders(inside: Collection[Axial], outside: Collection[Axial]) -> list[list[Corner]]:
    """Return the lines along which two sets of hexes touch; a closed one ends where it began."""
    return _chained((start, end) for start, end, beyond in _sides(inside) if beyond in outside)


def _sides(hexes: Collection[Axial]) -> Iterator[tuple[Corner, Corner, Axial]]:
    """Yield the ends of the sides of hexes that face hexes outside the set, and the hexes that they face."""
    for q, r in hexes:
        for i, (dq, dr) in enumerate(_WAYS):
            beyond = (q + dq, r + dr)
            if beyond not in hexes:
                corners = corners_of((q, r))
                yield corners[i - 2], corners[i - 1], beyond


def _chained(sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Join sides end to end into lines."""
    onward = dict(sides)
    reached = set(onward.values())
    starts = [at for at in onward if at not in reached]
    lines = []
    while onward:
        at = starts.pop() if starts else next(iter(onward))
        line = [at]
        while at in onward:
            at = onward.pop(at)
            line.append(at)
        lines.append(line)
    return lines


def _rounded(points: Sequence[Point], radius: float, *, closed: bool) -> Outline:
    """Return a line through points with its corners rounded."""
    count = len(points)
    out: list[Segment] = []
    for i, (x, y) in enumerate(points):
        if not closed and i in (0, count - 1):
            out.append(("L" if out else "M", x, y))
            continue
        ax, ay = _towards((x, y), points[i - 1], radius)
        bx, by = _towards((x, y), points[(i + 1) % count], radius)
        out.append(("L" if out else "M", ax, ay))
        out.append(
            ("C", ax + (x - ax) * 0.55, ay + (y - ay) * 0.55, bx + (x - bx) * 0.55, by + (y - by) * 0.55, bx, by)
        )
    if closed:
        out.append(("Z",))
    return tuple(out)


def _towards(start: Point, end: Point, by: float) -> Point:
    """Return the point a length from start on the way to end, at most half way."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(0.5, by / length) if length else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
