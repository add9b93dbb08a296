"""Imposition: pieces in rows and columns on sheets, with backs that land behind their fronts.

Where a back goes follows from one rule: turn the sheet over (or fold it) and the back's
points must meet the front's points, mirrored left to right as one turns a card over. So a
back's place is flip ∘ front ∘ mirror, whatever the paper, the turn and the way of flipping.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.diagnostics import Report
from pnp.draw.drawing import Group, Item, Outline, Symbol, Use, rectangle
from pnp.geometry import Matrix, Rect, Size, quarter_turn, shift
from pnp.sheets.cuts import cut_outline, moved
from pnp.sheets.cutters import cutter_margin, registration_marks
from pnp.sheets.grid import EDGE_CLEARANCE, FOLDS, MARK_GAP, MARK_LONGEST, MARK_SHORTEST, Room, label_room
from pnp.sheets.marks import crop_marks, fold_line, label_strip, page_label, trim_lines
from pnp.sheets.packing import HALO, Block, DoesNotFit, Layout, Page, Piece, Pool, plan
from pnp.sheets.sheet import HOME_BLEED, Printable, PrintOptions, Sheet, SheetSet
from pnp.words import LayoutWords, SheetWords, Words

_LOOSE_GAP = 2.0
_EPSILON = 1e-6


class _Cell(NamedTuple):
    """A piece on the page: where it lies, how it is turned, and how far it may bleed to each side."""

    rect: Rect
    turned: bool
    piece: Piece
    room: Rect
    """The trimmed piece with its bleed."""


def impose(
    printables: Sequence[Printable], options: PrintOptions, label: str, words: Words, report: Report
) -> SheetSet | None:
    """Lay out components that share their sheets; note a fault if a piece does not fit the paper."""
    try:
        layouts = lay_pieces(printables, options)
    except DoesNotFit as fault:
        w, h = fault.printable.size
        folded = " folded in half" if options.backs == "gutterfold" and fault.printable.two_sided else ""
        margin = _room(options, options.backs).margin
        marks = f" that the marks of a {options.cutter} need" if options.cutter else ""
        report.error(
            "paper",
            f"'{fault.printable.id}' ({w:g} × {h:g} mm) does not fit on {options.paper.name}{folded} with "
            f"margins of {margin:g} mm{marks}",
            None,
            "choose a larger paper or a smaller margin" if margin <= options.margin else "choose a larger paper",
        )
        return None
    shown = printables[0] if len(printables) == 1 else None
    total = _count(layouts)
    sheets: list[Sheet] = []
    number = 0
    for room, layout in layouts:
        for page in layout.pages:
            number += 1
            title = _title(page, words.sheet)
            text = f"{label} · {title} · {words.sheet.count(number, total)}"
            sheets += _draw_page(page, room, options, text, title, words.sheet)
    first = layouts[0][1].grids[0]
    return SheetSet(
        shown.id if shown else printables[0].group,
        shown.title if shown else " + ".join(p.title for p in printables),
        tuple(sheets),
        first.capacity if shown else 0,
        max(first.bleed),
        any(s.side == "back" for s in sheets),
        tuple(_notes(printables, options, layouts, words.layout)),
        tuple(printables),
    )


def lay_pieces(printables: Sequence[Printable], options: PrintOptions) -> list[tuple[Room, Layout]]:
    """Plan the pages of components that share their sheets; what is not folded has its own where that takes no more."""
    pieces = [Piece(p, item) for p in printables for item in p.items for _ in range(item.copies)]
    if options.backs == "none":
        pieces = [face for piece in pieces for face in _faces(piece)]
    backed = [p for p in pieces if p.item.back is not None]
    if options.backs != "gutterfold" or not backed:
        return [_planned(pieces, options, options.backs if backed else "none")]
    plain = [p for p in pieces if p.item.back is None]
    flat, pawns = (
        [p for p in pieces if (p.printable.kind == "standees" and p.item.back is None) == pawn]
        for pawn in (False, True)
    )  # pawns are folded themselves, so not of two layers
    apart = [_folded(backed, options), *([_planned(plain, options, "none")] if plain else [])]
    try:
        together = [_folded(flat, options)]
        together += [_planned(pawns, options, "none")] if pawns else []
    except DoesNotFit:
        return apart
    return min(apart, together, key=_count)


def _faces(piece: Piece) -> Iterator[Piece]:
    """Yield what is printed of a piece without a back: its front, and a back that players need as a second face."""
    front, back = piece.item.front, piece.item.back
    for face in (front, back) if back is not None and piece.printable.content_backs else (front,):
        yield piece._replace(item=piece.item._replace(front=face, back=None))


def _planned(pieces: Sequence[Piece], options: PrintOptions, backs: str) -> tuple[Room, Layout]:
    room = _room(options, backs)
    return room, plan(_pools(pieces), room, options.bleed)


def _folded(pieces: Sequence[Piece], options: PrintOptions) -> tuple[Room, Layout]:
    """Fold across or along the page, whichever takes fewer sheets."""
    found: list[tuple[Room, Layout]] = []
    for backs in FOLDS:
        try:
            found.append(_planned(pieces, options, backs))
        except DoesNotFit as fault:
            if backs == FOLDS[-1] and not found:
                raise fault
    return min(found, key=lambda planned: len(planned[1].pages))


def _room(options: PrintOptions, backs: str) -> Room:
    """Return what a sheet leaves: where marks are drawn, they need their length between pieces and clear edge."""
    marks = 0.0 if options.marks == "none" else EDGE_CLEARANCE + MARK_GAP + MARK_SHORTEST
    if options.cutter is not None:
        marks = cutter_margin(options.label_lines)
    return Room(options.paper.size, max(options.margin, marks), label_room(options.label_lines), backs)


def _pools(pieces: Sequence[Piece]) -> list[Pool]:
    """Gather pieces that are alike for the knife: of one size, cut edge to edge or one by one."""
    pools: dict[tuple[Size, float, float], list[Piece]] = {}
    for piece in pieces:
        printable = piece.printable
        cards = printable.kind == "cards"
        loose = not cards and (printable.shape != "square" or printable.kind == "standees")
        gap = _LOOSE_GAP if loose else 0.0
        pools.setdefault((printable.size, gap, printable.bleed if cards else 0.0), []).append(piece)
    return [Pool(*key, tuple(wanted)) for key, wanted in pools.items()]


def _title(page: Page, words: SheetWords) -> str:
    """Name what lies on a page: one component, or the first of several and how many more there are."""
    first, *more = dict.fromkeys(piece.printable.title for block in page.blocks for piece in block.pieces)
    return words.more(first, len(more)) if more else first


def _draw_page(page: Page, room: Room, options: PrintOptions, text: str, title: str, words: SheetWords) -> list[Sheet]:
    paper = room.paper
    front = _Side(page, options, paper, UPRIGHT)
    flip = _flip(room, options)
    backed = [c for c in front.cells if c.piece.item.back is not None]
    fronts = [_placed(c.piece.item.front, _front_matrix(c), c.room, c) for c in front.cells]
    live = Rect(0, 0, *paper).inset(options.margin)
    blank = words.empty_back(title)
    sheet = Sheet(paper, (), text, "single", live, title, front.trims(), _most_bleed(page), front.cuts(), blank)
    label, behind_label = (
        page_label(line, paper, page.label_side, most=options.label_lines, family=options.font)
        for line in (text, f"{text} · {words.back}")
    )
    if flip is None or not backed:
        return [sheet._replace(items=(*fronts, *front.marks(), *label))]
    back = _Side(page, options, paper, flip)
    backs = [_placed(c.piece.item.back, _back_matrix(c, flip), _flipped(c.room, flip), c) for c in backed]
    if room.folded:
        folding = fold_line(paper, max(options.margin, EDGE_CLEARANCE), along=room.backs == "fold-along")
        items = (*fronts, *backs, *front.marks(), *back.marks(), folding, *label)
        return [sheet._replace(items=items, trims=front.trims() + back.trims(), cuts=front.cuts() + back.cuts())]
    dx, dy = options.back_offset
    behind = sheet._replace(
        items=(*backs, *back.marks(), *behind_label),
        label=f"{text} · {words.back}",
        side="back",
        live=live._replace(x=live.x + dx, y=live.y + dy),
        trims=back.trims(),
        cuts=back.cuts(),
    )
    return [sheet._replace(items=(*fronts, *front.marks(), *label), side="front"), behind]


def _most_bleed(page: Page) -> float:
    """Return how far any piece of a page bleeds at most."""
    return max(max(*block.grid.bleed, *block.outer) if block.most else 0.0 for block in page.blocks)


def _cells(block: Block) -> Iterator[_Cell]:
    """Yield where each piece of a block lies; beside an empty place it may bleed as at the block's edge."""
    grid, count = block.grid, len(block.pieces)
    for i, piece in enumerate(block.pieces):
        row, column = divmod(i, block.columns)
        rect = Rect(block.x + column * grid.pitch.w, block.y + row * grid.pitch.h, *grid.cell)
        inner, outer = grid.bleed, block.outer
        left = outer.w if column == 0 else inner.w
        top = outer.h if row == 0 else inner.h
        right = outer.w if column == block.columns - 1 else inner.w if i + 1 < count else max(inner.w, outer.w)
        bottom = outer.h if row == block.rows - 1 else inner.h if i + block.columns < count else max(inner.h, outer.h)
        shown = Rect(rect.x - left, rect.y - top, rect.w + left + right, rect.h + top + bottom)
        yield _Cell(rect, grid.turned, piece, shown)


class _Side:
    """What stands on one side of a page beside the pieces: their trims, cuts and marks."""

    def __init__(self, page: Page, options: PrintOptions, paper: Size, flip: Matrix) -> None:
        self.page, self.options, self.paper, self.flip = page, options, paper, flip
        self.blocks = [list(_cells(block)) for block in page.blocks]
        self.cells = [cell for block in self.blocks for cell in block]

    def trims(self) -> tuple[Rect, ...]:
        """Return where every piece is cut, those included that have nothing on this side."""
        return tuple(_flipped(c.rect, self.flip) for c in self.cells)

    def cuts(self) -> tuple[Outline, ...]:
        """Return the line to cut along for each piece."""
        return tuple(self._outlines(self.cells))

    def _outlines(self, block: list[_Cell]) -> Iterator[Outline]:
        for cell in block:
            printable = cell.piece.printable
            corners = self.options.corners if printable.kind == "cards" else 0.0
            outline = cut_outline(printable.shape, printable.size, corners=corners)
            yield moved(outline, self.flip.after(_front_matrix(cell)))

    def marks(self) -> list[Item]:
        """Return crop marks around blocks that are cut in rows and lines to cut along, or the marks of a cutter."""
        if self.options.cutter is not None:
            shown = self.flip == UPRIGHT
            return registration_marks(self.options.cutter, self.paper, self.options.label_lines) if shown else []
        if self.options.marks == "none":
            return []
        items: list[Item] = []
        strip = label_strip(self.paper, self.page.label_side, lines=self.options.label_lines)
        longest = MARK_LONGEST if len(self.blocks) == 1 else HALO - MARK_GAP
        for block, cells in zip(self.page.blocks, self.blocks, strict=True):
            rounded = self.options.corners > 0 and cells[0].piece.printable.kind == "cards"
            if rounded or (self.options.marks == "full" and not block.grid.gap):
                items.append(trim_lines(self._outlines(cells)))
            unprinted = self.flip != UPRIGHT and all(c.piece.item.back is None for c in cells)
            if block.grid.gap or unprinted:
                continue
            rects = [_flipped(c.rect, self.flip) for c in cells]
            xs = sorted({round(v, 4) for r in rects for v in (r.x, r.right)})
            ys = sorted({round(v, 4) for r in rects for v in (r.y, r.bottom)})
            w, h = block.outer if block.most else (0.0, 0.0)
            around = Rect(xs[0] - w, ys[0] - h, xs[-1] - xs[0] + 2 * w, ys[-1] - ys[0] + 2 * h)
            path = crop_marks(xs, ys, around, self.paper, strip, longest)
            if path:
                items.append(path)
        return items


UPRIGHT = Matrix(1, 0, 0, 1, 0, 0)


def _front_matrix(cell: _Cell) -> Matrix:
    return quarter_turn(cell.piece.printable.size, 90 if cell.turned else 0, cell.rect.x, cell.rect.y)


def _flip(room: Room, options: PrintOptions) -> Matrix | None:
    """Return how points of the back meet points of the front when the paper is turned or folded."""
    if room.backs == "none":
        return None
    upwards = room.backs in ("duplex-short", "fold-across")
    turn = Matrix(1, 0, 0, -1, 0, room.paper.h) if upwards else Matrix(-1, 0, 0, 1, room.paper.w, 0)
    return turn if room.folded else shift(*options.back_offset).after(turn)


def _back_matrix(cell: _Cell, flip: Matrix) -> Matrix:
    mirror = Matrix(-1, 0, 0, 1, cell.piece.printable.size.w, 0)
    return flip.after(_front_matrix(cell)).after(mirror)


def _flipped(rect: Rect, flip: Matrix) -> Rect:
    (x0, y0), (x1, y1) = flip.apply(rect.x, rect.y), flip.apply(rect.right, rect.bottom)
    return Rect(min(x0, x1), min(y0, y1), rect.w, rect.h)


def _placed(symbol: Symbol | None, matrix: Matrix, room: Rect, cell: _Cell) -> Item:
    """Place a piece, and cut off what would bleed further than there is room."""
    assert symbol is not None
    use = Use(symbol, matrix)
    reach = cell.piece.printable.bleed
    near = min(
        cell.rect.x - cell.room.x,
        cell.rect.y - cell.room.y,
        cell.room.right - cell.rect.right,
        cell.room.bottom - cell.rect.bottom,
    )
    return use if reach <= near + _EPSILON else Group((use,), clip=rectangle(room))


def _notes(
    printables: Sequence[Printable],
    options: PrintOptions,
    layouts: Sequence[tuple[Room, Layout]],
    words: LayoutWords,
) -> Iterator[str]:
    """Say how cards of each size lie, which bleed they were given, and what the other choice would cost."""
    cards = [
        (pool, grid)
        for _, layout in layouts
        for pool, grid in zip(layout.pools, layout.grids, strict=True)
        if pool.pieces[0].printable.kind == "cards"
    ]
    for pool, grid in cards:
        titles = ", ".join(dict.fromkeys(piece.printable.title for piece in pool.pieces))
        yield words.per_sheet(titles, grid.capacity, _bleed_words(grid.bleed, words))
    if options.backs == "none":
        yield from (words.both_sides(p.title) for p in printables if p.content_backs and p.two_sided)
    pages = _count(layouts)
    if options.bleed is not None:
        other = _pages_with(printables, options, None)
        if cards and other is not None and other < pages:
            yield words.bleed_takes(options.bleed, pages, other)
    elif any(min(grid.bleed) < HOME_BLEED for _, grid in cards):
        other = _pages_with(printables, options, HOME_BLEED)
        if other is None:
            yield words.bleed_does_not_fit(HOME_BLEED)
        else:
            yield words.bleed_would_take(HOME_BLEED, other, pages)


def _bleed_words(bleed: Size, words: LayoutWords) -> str:
    across, down = bleed
    if across == down:
        return words.bleed(across) if across else words.edge_to_edge
    both = words.bleed_across(across) if across else words.edge_across
    return f"{both}, {words.bleed_down(down) if down else words.edge_down}"


def _count(layouts: Sequence[tuple[Room, Layout]]) -> int:
    return sum(len(layout.pages) for _, layout in layouts)


def _pages_with(printables: Sequence[Printable], options: PrintOptions, bleed: float | None) -> int | None:
    """Return how many pages another bleed would take, or None if pieces would not fit at all."""
    drawn = HOME_BLEED if bleed is None else bleed
    try:
        return page_count([p._replace(bleed=drawn) for p in printables], options._replace(bleed=bleed))
    except DoesNotFit:
        return None


def page_count(printables: Sequence[Printable], options: PrintOptions) -> int:
    """Return how many sides with fronts components take that share their sheets."""
    return _count(lay_pieces(printables, options))
