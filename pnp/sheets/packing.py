"""Which piece goes on which page: pages full of like pieces first, then what is left over shares pages in blocks."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from pnp.draw.printable import Printable, PrintItem
from pnp.geometry import Rect, Size
from pnp.sheets.grid import Grid, Room, grids, shape_for

HALO = 3.5
"""Around a block that shares its page: room for marks."""
_EPSILON = 1e-6
_MOST_WEIGHED = 12
"""With more kinds of pieces than this, each chooses its bleed by itself."""
_PAGES_IN_HAND = 20


class Piece(NamedTuple):
    """One card or chit to be placed, and the component it belongs to."""

    printable: Printable
    item: PrintItem


class Pool(NamedTuple):
    """Pieces that are alike for the knife, whatever deck they belong to."""

    size: Size
    gap: float
    most: float
    """How far they may bleed at most."""
    pieces: tuple[Piece, ...]


class Block(NamedTuple):
    """Rows and columns of like pieces, by the trimmed corner of the first one."""

    x: float
    y: float
    columns: int
    grid: Grid
    outer: Size
    """Bleed around the block, across and down."""
    most: float
    pieces: tuple[Piece, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return ceil(len(self.pieces) / self.columns)

    @property
    def rect(self) -> Rect:
        """The block from trim to trim."""
        return Rect(self.x, self.y, *self.grid.extent(self.columns, self.rows))


class Page(NamedTuple):
    """One side of paper with its blocks."""

    blocks: tuple[Block, ...]
    label_side: str


class Layout(NamedTuple):
    """Pages, and the grid that each pool of pieces was given."""

    pages: tuple[Page, ...]
    pools: tuple[Pool, ...]
    grids: tuple[Grid, ...]


class DoesNotFit(Exception):
    """A piece is too large for the page."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece.printable.id)
        self.printable = piece.printable


def plan(pools: Sequence[Pool], room: Room, bleed: float | None) -> Layout:
    """Lay all pieces out on as few pages as they need, with the largest bleed that costs no further page."""
    choices = [_choices(pool, room, bleed) for pool in pools]
    chosen = [options[0] for options in choices]
    count: Callable[[], int] = lambda: _count(pools, chosen, room)  # noqa: E731 - asked again after each choice
    together = len(pools) <= _MOST_WEIGHED
    fewest = count() if together else 0
    for i, (pool, options) in enumerate(zip(pools, choices, strict=True)):
        alone = ceil(len(pool.pieces) / options[0].capacity)
        for grid in reversed(options[1:]):
            if not together and ceil(len(pool.pieces) / grid.capacity) > alone:
                continue
            chosen[i] = grid
            if not together or count() <= fewest:
                break
            chosen[i] = options[0]
    return Layout(tuple(_pages(pools, chosen, room)), tuple(pools), tuple(chosen))


def _choices(pool: Pool, room: Room, bleed: float | None) -> list[Grid]:
    given = min(bleed, pool.most) if bleed is not None else None if pool.most else 0.0
    options = grids(pool.size, room, given, pool.most, pool.gap)
    if not options:
        raise DoesNotFit(pool.pieces[0])
    return options


def _pages(pools: Sequence[Pool], chosen: Sequence[Grid], room: Room) -> list[Page]:
    """Return the pages that are full of like pieces, then those that are shared."""
    full = [page for pool, grid in zip(pools, chosen, strict=True) for page in _full_pages(pool, grid, room)]
    return full + _shared(_left_over(pools, chosen), room)


def _count(pools: Sequence[Pool], chosen: Sequence[Grid], room: Room) -> int:
    """Return how many pages there would be; full ones need not be laid out for that."""
    full = sum(_full(pool, grid) for pool, grid in zip(pools, chosen, strict=True))
    return full + len(_shared(_left_over(pools, chosen), room))


def _full(pool: Pool, grid: Grid) -> int:
    """Return how many pages are full of like pieces; the last page of a pool may be shared."""
    return (len(pool.pieces) - 1) // grid.capacity


def _full_pages(pool: Pool, grid: Grid, room: Room) -> Iterator[Page]:
    """Yield full pages of a pool: all are laid out as the first one."""
    size, full = grid.capacity, _full(pool, grid)
    if full:
        first = _grid_page(pool, grid, pool.pieces[:size], room)
        for i in range(0, full * size, size):
            yield first._replace(blocks=(first.blocks[0]._replace(pieces=pool.pieces[i : i + size]),))


def _left_over(pools: Sequence[Pool], chosen: Sequence[Grid]) -> list[tuple[Pool, Grid, tuple[Piece, ...]]]:
    return [
        (pool, grid, pool.pieces[_full(pool, grid) * grid.capacity :]) for pool, grid in zip(pools, chosen, strict=True)
    ]


def _grid_page(pool: Pool, grid: Grid, pieces: tuple[Piece, ...], room: Room) -> Page:
    """Put like pieces in the middle of a page; what room is left around them they may bleed into."""
    x, y = grid.corner(room)
    area = room.area(grid.label_side)
    whole = grid.extent(grid.columns, grid.rows)
    spare_x = min(x - area.x, area.right - x - whole.w)
    spare_y = min(y - area.y, area.bottom - y - whole.h)
    outer = Size(*(max(b, min(pool.most, s)) for b, s in zip(grid.bleed, (spare_x, spare_y), strict=True)))
    return Page((Block(x, y, grid.columns, grid, outer, pool.most, pieces),), grid.label_side)


class _Open:
    """A shared page while it fills: its blocks and the rectangles that are still free, room for marks included."""

    def __init__(self, area: Rect) -> None:
        self.blocks: list[tuple[Pool, Block]] = []
        self.free = [area.inset(-HALO)]


class _Fit(NamedTuple):
    """A block that could go into a free rectangle of a page."""

    merit: tuple[float, ...]
    page: _Open
    free: Rect
    grid: Grid
    columns: int
    rows: int
    outer: Size


def _shared(left: Sequence[tuple[Pool, Grid, tuple[Piece, ...]]], room: Room) -> list[Page]:
    """Put what is left of all pools on common pages, large pieces first."""
    area = room.area("foot")
    pages: list[_Open] = []
    alone: list[Page] = []
    for pool, grid, pieces in sorted(left, key=lambda part: -part[0].size.w * part[0].size.h):
        rest = pieces
        while rest:
            fit = _best_fit(pool, grid, len(rest), pages[-_PAGES_IN_HAND:])
            if fit is None:
                fresh = _Open(area)
                fit = _best_fit(pool, grid, len(rest), [fresh])
                if fit is None or fit.columns * fit.rows < len(rest):
                    alone.append(_grid_page(pool, grid, rest, room))
                    break
                pages.append(fresh)
            taken = rest[: fit.columns * fit.rows]
            rest = rest[len(taken) :]
            _place(pool, fit, taken)
    return alone + [_closed(page, left, room) for page in pages]


def _best_fit(pool: Pool, grid: Grid, count: int, pages: Sequence[_Open]) -> _Fit | None:
    """Return the place that takes most of the pieces and wastes least; as they lie rather than turned."""
    best: _Fit | None = None
    for number, page in enumerate(pages):
        for free in page.free:
            for turned in (False, True):
                cell = grid.cell.turned() if turned else grid.cell
                way = grid._replace(cell=cell, turned=grid.turned != turned)
                for outer in dict.fromkeys((Size(pool.most, pool.most), grid.bleed)):
                    columns = _fitting(free.w, way.cell.w, way.pitch.w, outer.w)
                    rows = _fitting(free.h, way.cell.h, way.pitch.h, outer.h)
                    if columns < 1 or rows < 1:
                        continue
                    taken = min(count, columns * rows)
                    c, r = shape_for(taken, columns, rows, cell) if taken == count else (columns, rows)
                    waste = free.w * free.h - c * r * cell.w * cell.h
                    merit = (-taken, number, waste, turned, -outer.w - outer.h)
                    if best is None or merit < best.merit:
                        best = _Fit(merit, page, free, way, c, r, outer)
    return best


def _fitting(room: float, cell: float, pitch: float, outer: float) -> int:
    return floor((room - 2 * (outer + HALO) - cell) / pitch + 1 + _EPSILON)


def _place(pool: Pool, fit: _Fit, pieces: tuple[Piece, ...]) -> None:
    """Put a block into the corner of its free rectangle and split what is left of that."""
    free, outer = fit.free, fit.outer
    block = Block(free.x + HALO + outer.w, free.y + HALO + outer.h, fit.columns, fit.grid, outer, pool.most, pieces)
    fit.page.blocks.append((pool, block))
    w, h = block.rect.w + 2 * (outer.w + HALO), block.rect.h + 2 * (outer.h + HALO)
    fit.page.free.remove(free)
    beside, below = free.w - w, free.h - h
    if beside * free.h > below * free.w:
        parts = [Rect(free.x + w, free.y, beside, free.h), Rect(free.x, free.y + h, w, below)]
    else:
        parts = [Rect(free.x, free.y + h, free.w, below), Rect(free.x + w, free.y, beside, h)]
    fit.page.free += [part for part in parts if min(part.w, part.h) > 2 * HALO]


def _closed(page: _Open, left: Sequence[tuple[Pool, Grid, tuple[Piece, ...]]], room: Room) -> Page:
    """Return a finished page; a block that has stayed alone stands where its grid puts it."""
    if len(page.blocks) == 1:
        pool, block = page.blocks[0]
        grid = next(grid for own, grid, _ in left if own is pool)
        if len(block.pieces) <= grid.capacity:
            return _grid_page(pool, grid, block.pieces, room)
    return Page(tuple(block for _, block in page.blocks), "foot")
