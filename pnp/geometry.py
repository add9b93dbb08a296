"""Lengths in millimetres, y downwards: points, rectangles, papers and card sizes."""

import re
from typing import NamedTuple, Self

PT_PER_MM = 72 / 25.4


class Size(NamedTuple):
    """Width and height in mm."""

    w: float
    h: float

    def turned(self) -> "Size":
        """Return the size after a quarter turn."""
        return Size(self.h, self.w)


class Rect(NamedTuple):
    """A rectangle by its top left corner and its size, in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The x of the centre."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The y of the centre."""
        return self.y + self.h / 2

    def inset(self, by: float) -> "Rect":
        """Return the rectangle shrunk (or grown, if negative) on all four sides."""
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def contains(self, other: "Rect", slack: float = 0.01) -> bool:
        """Say whether the other rectangle lies within this one."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


class Matrix(NamedTuple):
    """An affine map (x, y) → (a x + c y + e, b x + d y + f), as in PDF and SVG."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Map a point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def after(self, first: Self) -> "Matrix":
        """Return the map that does `first`, then this one."""
        a, b = self.a * first.a + self.c * first.b, self.b * first.a + self.d * first.b
        c, d = self.a * first.c + self.c * first.d, self.b * first.c + self.d * first.d
        e, f = self.apply(first.e, first.f)
        return Matrix(a, b, c, d, e, f)

    def inverse(self) -> "Matrix":
        """Return the map that undoes this one."""
        det = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


def shift(x: float, y: float) -> Matrix:
    """Return the map that moves by (x, y)."""
    return Matrix(1, 0, 0, 1, x, y)


def scale_at(x: float, y: float, factor: float) -> Matrix:
    """Return the map that scales about the origin, then moves by (x, y)."""
    return Matrix(factor, 0, 0, factor, x, y)


_QUARTERS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}


def quarter_turn(box: Size, degrees: int, x: float, y: float) -> Matrix:
    """Return the map that turns a box clockwise by quarter turns and puts its top left corner at (x, y)."""
    a, b, c, d = _QUARTERS[degrees % 360]
    corners = [(a * u + c * v, b * u + d * v) for u in (0.0, box.w) for v in (0.0, box.h)]
    return Matrix(a, b, c, d, x - min(p[0] for p in corners), y - min(p[1] for p in corners))


PAPERS: dict[str, Size] = {
    "a4": Size(210, 297),
    "letter": Size(215.9, 279.4),
    "a3": Size(297, 420),
    "tabloid": Size(279.4, 431.8),
    "legal": Size(215.9, 355.6),
    "a5": Size(148, 210),
    "half-letter": Size(139.7, 215.9),
    "a6": Size(105, 148),
    "a2": Size(420, 594),
    "a1": Size(594, 841),
    "a0": Size(841, 1189),
}

CARD_SIZES: dict[str, Size] = {
    "poker": Size(63.5, 88.9),
    "tcg": Size(63, 88),
    "bridge": Size(57.15, 88.9),
    "mini": Size(44.5, 63.5),
    "mini-euro": Size(44, 67),
    "euro": Size(59, 92),
    "tarot": Size(69.9, 120.7),
    "square": Size(70, 70),
    "a6": PAPERS["a6"],
}

_CUSTOM = re.compile(r"(\d{2,4}(?:\.\d+)?)x(\d{2,4}(?:\.\d+)?)mm")
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 3000.0


class Paper(NamedTuple):
    """A sheet of paper, upright: its name and size."""

    name: str
    size: Size


def parse_paper(name: str) -> Paper | None:
    """Return the paper of that name (``a4``, ``letter`` …, or ``210x297mm``), or None."""
    key = name.strip().lower()
    if key in PAPERS:
        return Paper(key, PAPERS[key])
    match = _CUSTOM.fullmatch(key)
    if not match:
        return None
    short, long = sorted((float(match[1]), float(match[2])))
    if short < SMALLEST_PAPER or long > LARGEST_PAPER:
        return None
    return Paper(key, Size(short, long))
