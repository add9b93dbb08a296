"""Hex arithmetic for flat-top grids: one place that knows coordinates, so that no game computes them again.

Axial coordinates (q, r) have q growing to the right and r growing down the page. A printed
grid has columns and rows: column q, row r + floor(q / 2), odd columns half a hex lower
("odd-q"). Where hexes lie on a page says `pnp.draw.hexes`.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self


class Hex(NamedTuple):
    """A hex, or the difference of two, in axial coordinates."""

    q: int
    r: int

    def plus(self, other: "Hex") -> "Hex":
        """Return the hex that lies `other` away from this one."""
        return Hex(self.q + other.q, self.r + other.r)

    def minus(self, other: "Hex") -> "Hex":
        """Return the difference to another hex."""
        return Hex(self.q - other.q, self.r - other.r)

    def times(self, factor: int) -> "Hex":
        """Return the difference stretched by a whole factor."""
        return Hex(self.q * factor, self.r * factor)

    def step(self, direction: str) -> "Hex":
        """Return the neighbour in a direction."""
        return self.plus(DIRECTIONS[direction])

    def turned(self, sixths: int) -> "Hex":
        """Return the difference turned clockwise by sixths of a circle."""
        q, r = self
        for _ in range(sixths % 6):
            q, r = -r, q + r
        return Hex(q, r)


DIRECTIONS: dict[str, Hex] = {
    "N": Hex(0, -1),
    "NE": Hex(1, -1),
    "SE": Hex(1, 0),
    "S": Hex(0, 1),
    "SW": Hex(-1, 1),
    "NW": Hex(-1, 0),
}
"""The six directions of a flat-top grid, clockwise from the top of the page."""


class Offset(NamedTuple):
    """A hex by printed column and row, both from 0; odd columns stand half a hex lower."""

    col: int
    row: int

    @classmethod
    def of(cls, hex: Hex) -> Self:
        """Return the column and row of an axial hex."""
        return cls(hex.q, hex.r + hex.q // 2)

    def hex(self) -> Hex:
        """Return the axial hex at this column and row."""
        return Hex(self.col, self.row - self.col // 2)


def hex_name(hex: Hex) -> str:
    """Return the name printed in a hex: column and row in four digits, which no card or road is called by."""
    at = Offset.of(hex)
    return f"{at.col + 1:02}{at.row + 1:02}"


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(centre: Hex) -> Iterator[Hex]:
    """Yield the six neighbours, clockwise from north."""
    return (centre.plus(way) for way in DIRECTIONS.values())


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes at exactly that distance, clockwise from the northernmost."""
    if radius == 0:
        yield centre
        return
    here = centre.plus(DIRECTIONS["N"].times(radius))
    for way in ("SE", "S", "SW", "NW", "N", "NE"):
        for _ in range(radius):
            yield here
            here = here.step(way)


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield the hexes within that distance, from the centre outwards."""
    for distance_out in range(radius + 1):
        yield from ring(centre, distance_out)


def straight(a: Hex, b: Hex) -> list[Hex] | None:
    """Return the hexes from a to b, both included, when they lie in one of the six directions; else None."""
    length = distance(a, b)
    for way in DIRECTIONS.values():
        if a.plus(way.times(length)) == b:
            return [a.plus(way.times(i)) for i in range(length + 1)]
    return None


def direction(a: Hex, b: Hex) -> str | None:
    """Return the name of the direction from a hex to its neighbour, or None when they do not touch."""
    way = b.minus(a)
    return next((name for name, step in DIRECTIONS.items() if step == way), None)


def walk(start: Hex, steps: Iterable[str]) -> list[Hex]:
    """Return every hex of a walk, the start included."""
    path = [start]
    for name in steps:
        path.append(path[-1].step(name))
    return path
