"""Imposition: pieces in rows and columns on sheets, with backs that land behind their fronts.

Where a back goes follows from one rule: turn the sheet over (or fold it) and the back's
points must meet the front's points, mirrored left to right as one turns a card over. So a
back's place is flip ∘ front ∘ mirror, whatever the paper, the turn and the way of flipping.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.diagnostics import Report
from pnp.draw.drawing import Item, Symbol, Use
from pnp.geometry import Matrix, Rect, Size, quarter_turn
from pnp.sheets.grid import FOLD_CLEARANCE, LABEL_ROOM, Grid, best_grid
from pnp.sheets.marks import crop_marks, fold_line, label_strip, page_label, trim_lines
from pnp.sheets.sheet import HOME_BLEED, Printable, PrintItem, PrintOptions, Sheet, SheetSet

_BLOCK_GAP = 11.0
_SHELF_EDGE, _SHELF_FOOT = 9.0, 13.0
_EPSILON = 1e-6
_LOOSE_GAP = 2.0


class _Row(NamedTuple):
    """One row of pieces of one component."""

    printable: Printable
    grid: Grid
    items: tuple[PrintItem, ...]


class _PlacedRow(NamedTuple):
    """A row and the trimmed top left corner of its first piece."""

    x: float
    y: float
    row: _Row


class _Cell(NamedTuple):
    """A piece on the page: where it lies and how it is turned."""

    rect: Rect
    turned: bool
    item: PrintItem
    size: Size


def impose(printables: Sequence[Printable], options: PrintOptions, label: str, report: Report) -> SheetSet | None:
    """Lay out components that share their sheets; note a fault if a piece does not fit the paper."""
    paper = options.paper.size
    fold = options.backs == "gutterfold" and any(p.two_sided for p in printables)
    rows: list[_Row] = []
    for printable in printables:
        grid = piece_grid(printable, options, fold=fold)
        if grid is None:
            w, h = printable.size
            report.error(
                "paper", f"'{printable.id}' ({w:g} × {h:g} mm) does not fit on {options.paper.name} with margins of "
                f"{options.margin:g} mm", None, "choose a larger paper or a smaller margin",
            )  # fmt: skip
            return None
        _add_rows(rows, printable, grid)
    pages = list(_pages(rows, paper, options, fold))
    shown = printables[0] if len(printables) == 1 else None
    title = shown.title if shown else " + ".join(p.title for p in printables)
    sheets: list[Sheet] = []
    for number, page in enumerate(pages, 1):
        text = f"{label} · {title} · {number} of {len(pages)}"
        sheets += _draw_page(page, paper, options, text, title, fold)
    first = rows[0].grid
    return SheetSet(
        shown.id if shown else printables[0].group, title, tuple(sheets),
        first.capacity if shown else 0, first.bleed, any(s.side == "back" for s in sheets),
        tuple(_notes(printables, options, fold)), tuple(printables),
    )  # fmt: skip


def piece_grid(printable: Printable, options: PrintOptions, *, fold: bool = False) -> Grid | None:
    """Return the page grid of a component's pieces."""
    paper = options.paper.size
    if printable.kind == "cards":
        return best_grid(printable.size, paper, options.margin, options.bleed, fold=fold)
    loose = printable.shape != "square" or printable.kind == "standees"
    gap = _LOOSE_GAP if loose else 0.0
    return best_grid(printable.size, paper, options.margin, 0.0, gap, fold=fold)


def _add_rows(rows: list[_Row], printable: Printable, grid: Grid) -> None:
    """Add a component's pieces row by row; cards fill up a row that like cards have begun."""
    pieces = [item for item in printable.items for _ in range(item.copies)]
    if rows and printable.kind == rows[-1].printable.kind == "cards":
        last = rows[-1]
        if last.grid == grid and last.printable.size == printable.size and last.printable.bleed == printable.bleed:
            room = grid.columns - len(last.items)
            rows[-1] = last._replace(items=(*last.items, *pieces[:room]))
            pieces = pieces[room:]
    rows += [_Row(printable, grid, tuple(pieces[i : i + grid.columns])) for i in range(0, len(pieces), grid.columns)]


def _pages(rows: list[_Row], paper: Size, options: PrintOptions, fold: bool) -> Iterator[list[_PlacedRow]]:
    """Yield pages as placed rows: one grid where all pieces are alike, else shelves of blocks."""
    grids = {r.grid for r in rows}
    shelf = _Shelf(paper, options, fold)
    if len(grids) > 1 and all(shelf.holds(grid) for grid in grids):
        yield from _shelves(rows, shelf)
        return
    for grid, alike in groupby(rows, key=lambda r: r.grid):
        yield from _grid_pages(grid, list(alike), paper, fold)


def _grid_pages(grid: Grid, rows: list[_Row], paper: Size, fold: bool) -> Iterator[list[_PlacedRow]]:
    """Yield pages of pieces that are all alike, centred."""
    block = grid.extent(grid.columns, grid.rows)
    left = (paper.w - block.w) / 2
    top = paper.h / 2 - FOLD_CLEARANCE - grid.bleed - block.h if fold else (paper.h - block.h) / 2
    for i in range(0, len(rows), grid.rows):
        yield [_PlacedRow(left, top + k * grid.pitch.h, row) for k, row in enumerate(rows[i : i + grid.rows])]


class _Shelf(NamedTuple):
    """The part of a page that blocks of unlike pieces may take; the label always stands at the foot."""

    paper: Size
    options: PrintOptions
    fold: bool

    def left(self, grid: Grid) -> float:
        """Return where a block starts: far enough in for marks, or less if its rows need the room."""
        least = self.options.margin + grid.bleed
        most = self.paper.w - least - grid.extent(grid.columns, 1).w
        return max(least, min(_SHELF_EDGE, most))

    def right(self, grid: Grid) -> float:
        """Return how far to the right a block may reach that shares a shelf."""
        return self.paper.w - max(self.options.margin + grid.bleed, _SHELF_EDGE)

    def top(self, grid: Grid) -> float:
        """Return where the first block starts; backs that land at the foot leave room for the label there."""
        mirrored = self.fold or self.options.backs == "duplex-short"
        least = self.options.margin + grid.bleed
        wanted = self._foot(grid) if mirrored else _SHELF_EDGE
        return max(least, min(wanted, self.bottom(grid) - grid.cell.h))

    def bottom(self, grid: Grid) -> float:
        """Return how far down a block may reach."""
        if self.fold:
            return self.paper.h / 2 - FOLD_CLEARANCE - grid.bleed
        return self.paper.h - self._foot(grid)

    def _foot(self, grid: Grid) -> float:
        return max(max(self.options.margin, LABEL_ROOM) + grid.bleed, _SHELF_FOOT)

    def holds(self, grid: Grid) -> bool:
        """Say whether a piece fits above the label."""
        return self.options.margin + grid.bleed + grid.cell.h <= self.bottom(grid) + _EPSILON


def _shelves(rows: list[_Row], shelf: _Shelf) -> Iterator[list[_PlacedRow]]:
    """Put blocks of unlike pieces below each other; a block that is narrow enough stands beside the one before."""
    gap = max(_BLOCK_GAP, 2 * max(r.grid.bleed for r in rows) + _BLOCK_GAP - 2 * HOME_BLEED)
    page: list[_PlacedRow] = []
    right = shelf_top = bottom = 0.0
    footed = [r._replace(grid=r.grid._replace(label_side="foot")) for r in rows]
    for grid, block in groupby(footed, key=lambda r: r.grid):
        alike = list(block)
        width = max(grid.extent(len(r.items), 1).w for r in alike)
        x, y = shelf.left(grid), shelf.top(grid)
        if page:
            beside = right + gap + width <= shelf.right(grid) and shelf_top + grid.cell.h <= shelf.bottom(grid)
            if beside and shelf_top >= y - _EPSILON:
                x, y = right + gap, shelf_top
            else:
                y = shelf_top = bottom + gap
        else:
            shelf_top = y
        for row in alike:
            if page and y + grid.cell.h > shelf.bottom(grid) + _EPSILON:
                yield page
                page, x, bottom = [], shelf.left(grid), 0.0
                y = shelf_top = shelf.top(grid)
            page.append(_PlacedRow(x, y, row))
            bottom = max(bottom, y + grid.cell.h)
            y += grid.pitch.h
        right = x + width
    if page:
        yield page


def _draw_page(
    page: list[_PlacedRow], paper: Size, options: PrintOptions, text: str, title: str, fold: bool
) -> list[Sheet]:
    cells = [cell for placed in page for cell in _cells(placed)]
    fronts: list[Item] = [_place(c.item.front, _front_matrix(c)) for c in cells]
    flip = _flip(paper, options.backs, fold)
    backs: list[Item] = []
    dx, dy = (0.0, 0.0) if fold else options.back_offset
    if flip is not None:
        backs = [_place(c.item.back, _back_matrix(c, flip, dx, dy)) for c in cells if c.item.back is not None]
    marks = _marks(page, cells, paper, options)
    side = _label_side(page)
    live = Rect(0, 0, *paper).inset(options.margin)
    if fold and backs:
        mirrored = _mirror_marks(page, cells, paper, options)
        folding = fold_line(options.margin, paper.w - options.margin, paper.h / 2)
        items = [*fronts, *backs, *marks, *mirrored, folding, *page_label(text, paper, side)]
        return [Sheet(paper, tuple(items), text, "single", live, title)]
    front = Sheet(
        paper, (*fronts, *marks, *page_label(text, paper, side)), text, "front" if backs else "single", live, title
    )
    if not backs:
        return [front]
    back_text = f"{text} · back"
    back_marks = _mirror_marks(page, cells, paper, options)
    moved = live._replace(x=live.x + dx, y=live.y + dy)
    return [
        front,
        Sheet(paper, (*backs, *back_marks, *page_label(back_text, paper, side)), back_text, "back", moved, title),
    ]


def _cells(placed: _PlacedRow) -> Iterator[_Cell]:
    row, grid = placed.row, placed.row.grid
    for i, item in enumerate(row.items):
        rect = Rect(placed.x + i * grid.pitch.w, placed.y, grid.cell.w, grid.cell.h)
        yield _Cell(rect, grid.turned, item, row.printable.size)


def _front_matrix(cell: _Cell) -> Matrix:
    return quarter_turn(cell.size, 90 if cell.turned else 0, cell.rect.x, cell.rect.y)


def _flip(paper: Size, backs: str, fold: bool) -> Matrix | None:
    """Return how points of the back meet points of the front when the paper is turned or folded."""
    if backs == "none":
        return None
    if fold or backs == "duplex-short":
        return Matrix(1, 0, 0, -1, 0, paper.h)
    return Matrix(-1, 0, 0, 1, paper.w, 0)


def _back_matrix(cell: _Cell, flip: Matrix, dx: float, dy: float) -> Matrix:
    mirror = Matrix(-1, 0, 0, 1, cell.size.w, 0)
    placed = flip.after(_front_matrix(cell)).after(mirror)
    return placed._replace(e=placed.e + dx, f=placed.f + dy)


def _place(symbol: Symbol | None, matrix: Matrix) -> Use:
    assert symbol is not None
    return Use(symbol, matrix)


def _blocks(page: list[_PlacedRow], cells: list[_Cell]) -> list[tuple[_Row, list[_Cell]]]:
    """Group the cells of a page by component."""
    blocks: list[tuple[_Row, list[_Cell]]] = []
    at = 0
    for placed in page:
        row = placed.row
        taken = cells[at : at + len(row.items)]
        at += len(row.items)
        if blocks and blocks[-1][0].grid == row.grid:
            blocks[-1][1].extend(taken)
        else:
            blocks.append((row, list(taken)))
    return blocks


def _marks(page: list[_PlacedRow], cells: list[_Cell], paper: Size, options: PrintOptions) -> list[Item]:
    if options.marks == "none":
        return []
    items: list[Item] = []
    label = label_strip(paper, _label_side(page))
    for row, block in _blocks(page, cells):
        if row.grid.gap:
            continue
        path = _block_marks([c.rect for c in block], row.grid.bleed, paper, label)
        if path:
            items.append(path)
        if options.marks == "full":
            items.append(trim_lines(c.rect for c in block))
    return items


def _label_side(page: list[_PlacedRow]) -> str:
    return "foot" if len({p.row.grid for p in page}) > 1 else page[0].row.grid.label_side


def _block_marks(rects: list[Rect], bleed: float, paper: Size, label: Rect) -> Item | None:
    xs = sorted({round(v, 4) for r in rects for v in (r.x, r.right)})
    ys = sorted({round(v, 4) for r in rects for v in (r.y, r.bottom)})
    block = Rect(xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0]).inset(-bleed)
    return crop_marks(xs, ys, block, paper, label)


def _mirror_marks(page: list[_PlacedRow], cells: list[_Cell], paper: Size, options: PrintOptions) -> list[Item]:
    """Return the marks of the back: those of the front, seen through the paper."""
    flip = _flip(paper, options.backs, options.backs == "gutterfold")
    assert flip is not None
    dx, dy = (0.0, 0.0) if options.backs == "gutterfold" else options.back_offset
    mirrored = []
    for c in cells:
        x0, y0 = flip.apply(c.rect.x, c.rect.y)
        x1, y1 = flip.apply(c.rect.right, c.rect.bottom)
        rect = Rect(min(x0, x1) + dx, min(y0, y1) + dy, c.rect.w, c.rect.h)
        mirrored.append(c._replace(rect=rect))
    return _marks(page, mirrored, paper, options)


def _notes(printables: Sequence[Printable], options: PrintOptions, fold: bool) -> Iterator[str]:
    for printable in printables:
        grid = piece_grid(printable, options, fold=fold)
        if printable.kind != "cards" or grid is None:
            continue
        if options.bleed is None and grid.bleed < HOME_BLEED:
            yield f"{printable.title}: {grid.capacity} per sheet, bleed {grid.bleed:g} mm (all that the paper leaves)"
        else:
            yield f"{printable.title}: {grid.capacity} per sheet, bleed {grid.bleed:g} mm"
