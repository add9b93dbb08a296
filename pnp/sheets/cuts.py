"""The lines to cut along: rectangles, round corners, discs and hexes, as they lie on the page."""

from pnp.draw.drawing import Outline, Segment, ellipse, polygon, rectangle
from pnp.draw.hexes import SQRT3, hex_corners
from pnp.geometry import Matrix, Rect, Size


def cut_outline(shape: str, size: Size, *, corners: float = 0.0, inset: float = 0.0) -> Outline:
    """Return the edge of a piece of that shape and size, measured from its corner, or a line just within it."""
    if shape == "round":
        return ellipse(size.w / 2, size.h / 2, size.w / 2 - inset, size.h / 2 - inset)
    if shape == "hex":
        return polygon(hex_corners(size.w / 2, size.h / 2, min(size.w / 2, size.h / SQRT3) - inset))
    return rectangle(Rect(0, 0, *size).inset(inset), corners)


def moved(outline: Outline, matrix: Matrix) -> Outline:
    """Return an outline as it lies after a map; rectangles must stay upright, as they do by quarter turns."""
    return tuple(_moved(segment, matrix) for segment in outline)


def _moved(segment: Segment, matrix: Matrix) -> Segment:
    kind, *numbers = segment
    values = [float(v) for v in numbers]
    if kind == "R":
        x, y, w, h = values
        (x0, y0), (x1, y1) = matrix.apply(x, y), matrix.apply(x + w, y + h)
        return ("R", min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
    points = [matrix.apply(values[i], values[i + 1]) for i in range(0, len(values), 2)]
    return (kind, *(v for point in points for v in point))
