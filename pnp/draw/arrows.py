"""Arrows: a shaft and a triangle at its end."""

from collections.abc import Iterator
from math import hypot

from pnp.draw.drawing import Item, Outline, Path, polygon, segment

Point = tuple[float, float]


def arrow(
    start: Point,
    end: Point,
    colour: str,
    width: float,
    *,
    head: float = 2.2,
    wing: float = 1.1,
    dash: tuple[float, ...] = (),
) -> Iterator[Item]:
    """Yield a straight arrow whose tip lies at the end; head and wing are length and half the breadth of its tip."""
    tip, neck = arrow_head(start, end, head, wing)
    yield Path(segment(*start, *neck), stroke=colour, width=width, dash=dash)
    yield Path(tip, fill=colour)


def arrow_head(start: Point, tip: Point, head: float, wing: float) -> tuple[Outline, Point]:
    """Return the triangle at the tip of a line, and the middle of its base."""
    ux, uy = direction(start, tip)
    x, y = tip[0] - ux * head, tip[1] - uy * head
    return polygon([tip, (x - uy * wing, y + ux * wing), (x + uy * wing, y - ux * wing)]), (x, y)


def direction(start: Point, end: Point) -> Point:
    """Return the unit vector from one point to another; nothing, if they are the same."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def edged(line: Outline, colour: str, width: float, ground: str, edge: float) -> Iterator[Item]:
    """Yield a line with round corners on a wider one in the colour of the ground, so that it shows on anything."""
    yield Path(line, stroke=ground, width=edge, round=True)
    yield Path(line, stroke=colour, width=width, round=True)
