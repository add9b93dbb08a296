"""The endless square grid: a cell is one integer, so that neighbours and patterns are plain additions."""

from collections.abc import Iterable

SPAN = 1 << 16
REACH = 10_000
"""Coordinates run from -REACH to REACH: an endless table, as far as cards are concerned."""

STEPS = (1, SPAN, -1, -SPAN)
"""From the first tile of a card to its second one: east, south, west, north (rot 0 to 3)."""


def cell(x: int, y: int) -> int:
    """Return the cell x to the right and y down."""
    return y * SPAN + x


def point(cell: int) -> tuple[int, int]:
    """Return (x, y) of a cell."""
    y = (cell + SPAN // 2) // SPAN
    return cell - y * SPAN, y


def rectangle(cells: Iterable[int]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the smallest rectangle around one or more cells."""
    points = [point(each) for each in cells]
    columns = [x for x, _ in points]
    rows = [y for _, y in points]
    return min(columns), min(rows), max(columns), max(rows)
