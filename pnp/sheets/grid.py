"""How many pieces fit on a page, which way round, and with how much bleed."""

from math import floor
from typing import NamedTuple

from pnp.geometry import Size
from pnp.sheets.sheet import HOME_BLEED

MARK_GAP = 1.0
MARK_LONGEST, MARK_SHORTEST = 4.0, 2.0
EDGE_CLEARANCE = 3.0
LABEL_EDGE = 4.5
LABEL_HEIGHT = 3.2
LABEL_ROOM = LABEL_EDGE + LABEL_HEIGHT + 0.6 + MARK_GAP + MARK_SHORTEST
FOLD_CLEARANCE = 5.0
_MOST_DROPPED = 16
"""So many columns or rows of the smallest pieces are given up at most to make room for the label."""
_EPSILON = 1e-6


class Grid(NamedTuple):
    """Rows and columns of equal cells on a page; cells are `pitch` apart and pieces may be turned in them."""

    columns: int
    rows: int
    turned: bool
    bleed: float
    gap: float
    cell: Size
    label_side: str

    @property
    def pitch(self) -> Size:
        """Distance from one cell to the next."""
        between = max(2 * self.bleed, self.gap)
        return Size(self.cell.w + between, self.cell.h + between)

    @property
    def capacity(self) -> int:
        """How many pieces a page holds."""
        return self.columns * self.rows

    def extent(self, columns: int, rows: int) -> Size:
        """Return the size of a block of cells, from trim to trim."""
        pitch = self.pitch
        return Size(
            (columns - 1) * pitch.w + self.cell.w if columns else 0.0,
            (rows - 1) * pitch.h + self.cell.h if rows else 0.0,
        )


def best_grid(
    piece: Size, paper: Size, margin: float, bleed: float | None, gap: float = 0.0, *, fold: bool = False
) -> Grid | None:
    """Return the grid that holds most pieces; None if not even one fits.

    With `bleed` None the number of pieces comes first and the bleed takes what is left, up
    to the usual home bleed; a given bleed is kept and the number of pieces adapts.
    """
    best: Grid | None = None
    for turned in (False, True):
        grid = _grid(piece.turned() if turned else piece, paper, margin, bleed, gap, turned, fold)
        if grid and (best is None or grid.capacity > best.capacity):
            best = grid
    return best


def _grid(
    cell: Size, paper: Size, margin: float, bleed: float | None, gap: float, turned: bool, fold: bool
) -> Grid | None:
    least = bleed if bleed is not None else 0.0
    area_w = paper.w - 2 * margin
    area_h = (paper.h / 2 - margin - FOLD_CLEARANCE) if fold else paper.h - 2 * margin
    between = max(2 * least, gap)
    columns = floor((area_w - 2 * least - cell.w) / (cell.w + between) + 1 + _EPSILON)
    rows = floor((area_h - 2 * least - cell.h) / (cell.h + between) + 1 + _EPSILON)
    fewer = range(1, _MOST_DROPPED)
    options = [(columns, rows), *((columns - n, rows) for n in fewer), *((columns, rows - n) for n in fewer)]
    for c, r in sorted(options, key=lambda o: -o[0] * o[1]):
        if c < 1 or r < 1:
            continue
        side = _label_side(cell, c, r, paper, between, least, fold)
        if side:
            final = least if bleed is not None else _spare_bleed(cell, c, r, paper, margin, gap, side, fold)
            return Grid(c, r, turned, final, gap, cell, side)
    return None


def _rooms(
    cell: Size, columns: int, rows: int, paper: Size, between: float, bleed: float, fold: bool
) -> tuple[float, float]:
    """Return the free room at the side and at the foot of the page."""
    used_w = columns * cell.w + (columns - 1) * between
    used_h = rows * cell.h + (rows - 1) * between
    at_side = (paper.w - used_w) / 2 - bleed
    at_foot = (paper.h / 2 - FOLD_CLEARANCE - used_h - 2 * bleed) if fold else (paper.h - used_h) / 2 - bleed
    return at_side, at_foot


def _label_side(cell: Size, columns: int, rows: int, paper: Size, between: float, bleed: float, fold: bool) -> str:
    at_side, at_foot = _rooms(cell, columns, rows, paper, between, bleed, fold)
    if at_foot >= LABEL_ROOM - _EPSILON:
        return "foot"
    return "side" if at_side >= LABEL_ROOM - _EPSILON else ""


def _spare_bleed(
    cell: Size, columns: int, rows: int, paper: Size, margin: float, gap: float, side: str, fold: bool
) -> float:
    """Return the largest bleed up to the home bleed that leaves margins and label room alone."""
    if gap:
        return 0.0
    foot_room = LABEL_ROOM if side == "foot" else margin
    side_room = LABEL_ROOM if side == "side" else margin
    room_w = paper.w - 2 * max(margin, side_room)
    room_h = paper.h / 2 - max(margin, foot_room) - FOLD_CLEARANCE if fold else paper.h - 2 * max(margin, foot_room)
    spare = min((room_w - columns * cell.w) / (2 * columns), (room_h - rows * cell.h) / (2 * rows))
    return max(0.0, min(HOME_BLEED, floor(spare * 100 + _EPSILON) / 100))
