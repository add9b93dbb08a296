"""Patterns that stand for a role where colour cannot: thin lines and dots laid over an area."""

from collections.abc import Iterator
from math import ceil, floor

from pnp.draw.drawing import Group, Item, Outline, Path, Segment, ellipse
from pnp.geometry import Rect

_PITCH = 2.0


def textured(outline: Outline, box: Rect, pattern: str, colour: str, width: float = 0.16) -> list[Item]:
    """Return a pattern clipped to an outline whose bounds are `box`."""
    lines, dots = _pattern(pattern, box)
    marks: list[Item] = []
    if lines:
        marks.append(Path(tuple(lines), stroke=colour, width=width))
    if dots:
        marks.append(Path(tuple(dots), fill=colour))
    return [Group(tuple(marks), clip=outline)] if marks else []


def _pattern(name: str, box: Rect) -> tuple[list[Segment], list[Segment]]:
    lines: list[Segment] = []
    dots: list[Segment] = []
    if name in ("rows", "squares"):
        lines += _rows(box, _PITCH)
    if name in ("columns", "squares"):
        lines += _columns(box, _PITCH)
    if name in ("lines", "crosshatch"):
        lines += _slanted(box, 1.0, _PITCH * (1.0 if name == "lines" else 1.5))
    if name in ("lines-back", "crosshatch"):
        lines += _slanted(box, -1.0, _PITCH * (1.0 if name == "lines-back" else 1.5))
    if name == "lines-steep":
        lines += _slanted(box, 2.4, _PITCH * 2.2)
    if name == "dots":
        dots += [s for x, y in _lattice(box, 2.0, 1.7) for s in ellipse(x, y, 0.28)]
    elif name == "waves":
        lines += _waves(box)
    elif name == "bricks":
        lines += _bricks(box)
    elif name == "chevrons":
        lines += _chevrons(box)
    elif name == "scales":
        lines += _scales(box)
    elif name == "sparks":
        for x, y in _lattice(box, 3.4, 2.2):
            lines += [("M", x - 0.6, y), ("L", x + 0.6, y), ("M", x, y - 0.6), ("L", x, y + 0.6)]
    return lines, dots


def _steps(start: float, end: float, pitch: float) -> Iterator[float]:
    """Yield multiples of the pitch, so that patterns of neighbours meet."""
    for i in range(floor(start / pitch), ceil(end / pitch) + 1):
        yield i * pitch


def _rows(box: Rect, pitch: float) -> list[Segment]:
    return [s for y in _steps(box.y, box.bottom, pitch) for s in (("M", box.x, y), ("L", box.right, y))]


def _columns(box: Rect, pitch: float) -> list[Segment]:
    return [s for x in _steps(box.x, box.right, pitch) for s in (("M", x, box.y), ("L", x, box.bottom))]


def _slanted(box: Rect, slope: float, pitch: float) -> list[Segment]:
    """Lines y = slope·x + c, with c at multiples of the pitch."""
    ends = [y - slope * x for x in (box.x, box.right) for y in (box.y, box.bottom)]
    lines: list[Segment] = []
    for c in _steps(min(ends), max(ends), pitch * 1.4):
        lines += [("M", box.x, slope * box.x + c), ("L", box.right, slope * box.right + c)]
    return lines


def _lattice(box: Rect, dx: float, dy: float) -> Iterator[tuple[float, float]]:
    for row, y in enumerate(_steps(box.y, box.bottom, dy)):
        shift = dx / 2 if (row + floor(box.y / dy)) % 2 else 0.0
        for x in _steps(box.x - dx, box.right, dx):
            yield x + shift, y


def _waves(box: Rect) -> list[Segment]:
    lines: list[Segment] = []
    length, height = 4.0, 0.5
    for y in _steps(box.y, box.bottom, 1.8):
        xs = list(_steps(box.x - length, box.right, length))
        lines.append(("M", xs[0], y))
        for x in xs:
            half = x + length / 2
            lines.append(("C", x + 0.7, y - height, half - 0.7, y - height, half, y))
            lines.append(("C", half + 0.7, y + height, x + length - 0.7, y + height, x + length, y))
    return lines


def _bricks(box: Rect) -> list[Segment]:
    lines = _rows(box, 2.2)
    for row, y in enumerate(_steps(box.y, box.bottom, 2.2)):
        shift = 2.4 if (row + floor(box.y / 2.2)) % 2 else 0.0
        for x in _steps(box.x - 4.8, box.right, 4.8):
            lines += [("M", x + shift, y), ("L", x + shift, y + 2.2)]
    return lines


def _chevrons(box: Rect) -> list[Segment]:
    lines: list[Segment] = []
    for y in _steps(box.y - 2, box.bottom + 2, 2.4):
        xs = list(_steps(box.x - 3, box.right, 3.0))
        lines.append(("M", xs[0], y))
        for x in xs:
            lines += [("L", x + 1.5, y - 1.3), ("L", x + 3.0, y)]
    return lines


def _scales(box: Rect) -> list[Segment]:
    lines: list[Segment] = []
    for x, y in _lattice(box, 3.0, 1.6):
        lines += [("M", x, y), ("C", x, y + 1.9, x + 3.0, y + 1.9, x + 3.0, y)]
    return lines
