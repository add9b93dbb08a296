"""How many pieces fit on a page, which way round, and with how much bleed between them.

Two cuts a hair apart cannot be made by hand, so cards have at least a millimetre of bleed on
each side or none at all: then they stand edge to edge and share their cuts.
"""

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from pnp.geometry import Rect, Size

EDGE_CLEARANCE = 6.0
"""Printers lose up to 5 mm at the paper's edge: marks, labels and the scale bar keep clear of it."""
MARK_GAP = 1.0
MARK_LONGEST, MARK_SHORTEST = 4.0, 1.0
LABEL_HEIGHT, LABEL_LINE = 3.8, 2.9
"""The label's strip: one line beside the scale bar, and what each further line adds."""
FOLD_CLEARANCE = 5.0
FOLDS = ("fold-across", "fold-along")
LEAST_BLEED = 1.0
_MOST_STEPS = 12
"""So many numbers of the smallest pieces are weighed at most in each direction."""
_EPSILON = 1e-6


def label_room(lines: int) -> float:
    """Return how far from the paper's edge pieces begin where a label of so many lines and marks stand."""
    return EDGE_CLEARANCE + LABEL_HEIGHT + (lines - 1) * LABEL_LINE + 0.6 + MARK_GAP + MARK_SHORTEST


class Room(NamedTuple):
    """What a page leaves for pieces and their outer bleed."""

    paper: Size
    margin: float
    """What pieces keep clear at every edge: the user's margin, or more where marks need it."""
    label: float
    """What they keep clear where the label stands."""
    backs: str
    """How backs find their fronts: duplex-long, duplex-short, none, or a fold that runs across or along the page."""

    @property
    def folded(self) -> bool:
        """Say whether backs lie beyond a fold on the same side."""
        return self.backs in FOLDS

    def area(self, side: str) -> Rect:
        """Return the part of the page that fronts may take with the label at its foot or side.

        Backs lie mirrored, and must not meet the label of their own side.
        """
        left = right = top = bottom = self.margin
        if side == "foot":
            bottom = max(bottom, self.label)
            top = bottom if self.backs in ("duplex-short", "fold-across") else top
        else:
            right = max(right, self.label)
            left = right if self.backs in ("duplex-long", "fold-along") else left
        edge = self.paper.w / 2 - FOLD_CLEARANCE if self.backs == "fold-along" else self.paper.w - right
        foot = self.paper.h / 2 - FOLD_CLEARANCE if self.backs == "fold-across" else self.paper.h - bottom
        return Rect(left, top, edge - left, foot - top)


class Grid(NamedTuple):
    """Rows and columns of equal cells on a page; pieces may be turned in them."""

    columns: int
    rows: int
    turned: bool
    bleed: Size
    """Bleed on each side of a piece, across and down; 0 where pieces stand edge to edge."""
    gap: float
    cell: Size
    label_side: str

    @property
    def pitch(self) -> Size:
        """Distance from one cell to the next."""
        return Size(self.cell.w + max(2 * self.bleed.w, self.gap), self.cell.h + max(2 * self.bleed.h, self.gap))

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

    def corner(self, room: Room) -> tuple[float, float]:
        """Return the trimmed corner of the first cell: the block is centred as far as the label lets it."""
        area, block = room.area(self.label_side), self.extent(self.columns, self.rows)
        x = _between(area.x + self.bleed.w, (room.paper.w - block.w) / 2, area.right - self.bleed.w - block.w)
        y = _between(area.y + self.bleed.h, (room.paper.h - block.h) / 2, area.bottom - self.bleed.h - block.h)
        return x, y


def grids(piece: Size, room: Room, bleed: float | None, most: float, gap: float = 0.0) -> list[Grid]:
    """Return the grids worth a thought, those that hold most first; each further one holds fewer with more bleed.

    A bleed that is given stands everywhere; otherwise each direction takes the largest that its
    rows or columns leave, up to `most` and never less than a hand can cut.
    """
    found: list[Grid] = []
    for turned in (False, True):
        cell = piece.turned() if turned else piece
        for side in ("foot", "side"):
            area = room.area(side)
            across = list(_along(area.w, cell.w, bleed, most, gap))
            down = list(_along(area.h, cell.h, bleed, most, gap))
            found += [Grid(c, r, turned, Size(x, y), gap, cell, side) for c, x in across for r, y in down]
    found.sort(key=lambda g: (-g.capacity, -_worth(g)[0], -_worth(g)[1]))
    better: list[Grid] = []
    for grid in found:
        if not better or _worth(grid) > _worth(better[-1]):
            better.append(grid)
    return better


def _worth(grid: Grid) -> tuple[float, float]:
    """Return how good the bleed of a grid is: in the worse direction first, then in both."""
    x, y = grid.bleed
    return min(x, y), x + y


def _along(room: float, cell: float, bleed: float | None, most: float, gap: float) -> Iterator[tuple[int, float]]:
    """Yield numbers of cells along a direction, most first, each with its bleed, until that is as large as wished."""
    if bleed is not None or gap:
        around = bleed or 0.0
        between = max(2 * around, gap)
        count = floor((room - 2 * around - cell) / (cell + between) + 1 + _EPSILON)
        if count >= 1:
            yield count, around
        return
    yielded = 0
    for count in range(floor(room / cell + _EPSILON), 0, -1):
        spare = floor((room - count * cell) / (2 * count) * 100 + _EPSILON) / 100
        if spare >= LEAST_BLEED or not yielded:
            yield count, min(spare, most) if spare >= LEAST_BLEED else 0.0
            yielded += 1
        if spare >= most or yielded > _MOST_STEPS:
            return


def shape_for(count: int, most_columns: int, most_rows: int, cell: Size) -> tuple[int, int]:
    """Return columns and rows of the block that takes least room for so many pieces, the flatter one if equal."""
    shapes: list[tuple[float, int, int, int]] = []
    for rows in range(1, most_rows + 1):
        columns = ceil(count / rows)
        if columns <= most_columns:
            shapes.append((columns * rows * cell.w * cell.h, rows, columns, rows))
    _, _, columns, rows = min(shapes)
    return columns, rows


def _between(least: float, wanted: float, most: float) -> float:
    return min(max(least, wanted), max(least, most))
