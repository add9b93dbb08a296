"""Outlines of sets of hexes, in hex sides: what coast lines, city limits and storm pieces are cut from.

A corner of a hex grid belongs to three hexes, so a border never crosses itself: each corner on it
has exactly one way on, and borders can be followed without asking.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot, sqrt

from pnp.draw.drawing import Outline, Segment
from pnp.games.stormfury.content.hexes import DIRECTIONS, Hex, Spot, edge

Corner = tuple[int, int]
Line = list[Spot]


def corner(spot: Spot) -> Corner:
    """Return whole numbers that name a corner of the grid, whichever hex it was reached from."""
    return round(2 * spot.x), round(spot.y * 2 / sqrt(3))


def borders(hexes: Collection[Hex]) -> list[Line]:
    """Return the closed borders of a set of hexes: clockwise round it, the other way round holes in it."""
    return [line[:-1] for line in _chained((hex, side) for hex, side in _sides(hexes))]


def shared_borders(inside: Collection[Hex], outside: Collection[Hex]) -> list[Line]:
    """Return the lines along which two sets of hexes touch; a closed one ends where it began."""
    return _chained((hex, side) for hex, side in _sides(inside) if hex.step(side) in outside)


def _sides(hexes: Collection[Hex]) -> Iterator[tuple[Hex, str]]:
    """Yield the sides of hexes that face hexes outside the set."""
    return ((hex, side) for hex in hexes for side in DIRECTIONS if hex.step(side) not in hexes)


def _chained(sides: Iterable[tuple[Hex, str]]) -> list[Line]:
    """Join sides end to end into lines."""
    onward: dict[Corner, tuple[Spot, Spot]] = {}
    reached: set[Corner] = set()
    for hex, side in sides:
        a, b = edge(hex, side)
        onward[corner(a)] = a, b
        reached.add(corner(b))
    starts = [at for at in onward if at not in reached]
    lines = []
    while onward:
        at = starts.pop() if starts else next(iter(onward))
        line = [onward[at][0]]
        while at in onward:
            _, end = onward.pop(at)
            line.append(end)
            at = corner(end)
        lines.append(line)
    return lines


def rounded(points: Sequence[tuple[float, float]], radius: float, *, closed: bool) -> Outline:
    """Return a line through points with its corners rounded."""
    if closed and corner_equal(points[0], points[-1]):
        points = points[:-1]
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


def corner_equal(a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Tell whether two points are the same but for rounding."""
    return hypot(a[0] - b[0], a[1] - b[1]) < 1e-6


def _towards(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    """Return the point a length from start on the way to end, at most half way."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    share = min(0.5, by / length) if length else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
