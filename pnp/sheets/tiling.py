"""Boards and full pages: one sheet where they fit, else tiles with overlap to be joined."""

from math import ceil
from typing import NamedTuple

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Group, Item, Link, Path, Symbol, Text, Use, rectangle
from pnp.draw.fonts import font
from pnp.draw.squares import column_name
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.limits import MOST_TILES
from pnp.sheets.grid import EDGE_CLEARANCE, LABEL_HEIGHT, LABEL_LINE
from pnp.sheets.marks import LABEL_INSET, crop_marks, label_strip, page_label
from pnp.sheets.sheet import Printable, PrintOptions, Sheet, SheetSet
from pnp.words import Words

OVERLAP = 10.0
_LEAST_ROOM = 2 * OVERLAP
_SLACK = 0.02
_CLEAR = 0.7
"""Between a board or page and the label below it."""
_TICK = 2.0
_LEAST_WIDTH = 150.0
"""Of a large sheet made for one board: its label needs as much."""
MAP_INSET = 30.0
"""From the paper's edge to the label of a tile: room for the map of tiles."""
_EPSILON = 1e-6
_HINT = "choose a larger paper or a smaller board"


class Tiles(NamedTuple):
    """How a board is cut into tiles."""

    columns: int
    rows: int
    page: Size
    window: Size
    """The part of the board that one sheet shows."""
    label: str = "foot"
    """Where the page label stands: at the foot, or up the right side where that saves sheets."""


def _foot(lines: int) -> float:
    """Return how far from the paper's edge a label of so many lines reaches."""
    return EDGE_CLEARANCE + LABEL_HEIGHT + (lines - 1) * LABEL_LINE + _CLEAR


def usable(paper: Size, margin: float, *, landscape: bool = False, label: str = "foot", lines: int = 1) -> Size:
    """Return the room for a board on one sheet: the page less its margins and the label's strip."""
    page = paper.turned() if landscape else paper
    strip = max(margin, _foot(lines))
    if label == "side":
        return Size(page.w - margin - strip, page.h - 2 * margin)
    return Size(page.w - 2 * margin, page.h - margin - strip)


def plan_tiles(board: Size, paper: Size, margin: float, lines: int = 1) -> Tiles | None:
    """Return the tiling with the fewest sheets, upright pages winning ties; None if the paper leaves no room."""
    best: Tiles | None = None
    for label, landscape in (("foot", False), ("foot", True), ("side", False), ("side", True)):
        page = paper.turned() if landscape else paper
        room = usable(paper, margin, landscape=landscape, label=label, lines=lines)
        fits = board.w <= room.w + _SLACK and board.h <= room.h + _SLACK
        if min(room) < _LEAST_ROOM and not fits:
            continue
        columns, rows = _tiles_along(board.w, room.w), _tiles_along(board.h, room.h)
        if best is None or columns * rows < best.columns * best.rows:
            window = Size(_window(board.w, columns), _window(board.h, rows))
            best = Tiles(columns, rows, page, window, label)
    return best


def _tiles_along(length: float, room: float) -> int:
    if length <= room + _SLACK:
        return 1
    return ceil((length - OVERLAP) / (room - OVERLAP) - _EPSILON)


def _window(length: float, tiles: int) -> float:
    """Return the equal share of a length that each tile shows, overlap included."""
    return (length + (tiles - 1) * OVERLAP) / tiles


def tile_board(
    printable: Printable, options: PrintOptions, label: str, words: Words, report: Report
) -> SheetSet | None:
    """Lay a board out on as many sheets as it needs."""
    board = printable.size
    paper = options.paper.size
    if options.large_boards:
        foot = max(options.margin, _foot(options.label_lines))
        paper = Size(max(board.w + 2 * options.margin, _LEAST_WIDTH), board.h + options.margin + foot)
    tiles = plan_tiles(board, paper, options.margin, options.label_lines)
    if tiles is None:
        report.error("paper", f"{options.paper.name} leaves no room for '{printable.id}'", None, _HINT)
        return None
    total = tiles.columns * tiles.rows
    if total > MOST_TILES:
        report.error("paper", f"'{printable.id}' would take {total} sheets", None, _HINT)
        return None
    sheets: list[Sheet] = []
    for item in printable.items:
        for _ in range(item.copies):
            for row in range(tiles.rows):
                for column in range(tiles.columns):
                    name = f"{column_name(column)}{row + 1}"
                    shown = printable.title if total == 1 else f"{printable.title} · {words.sheet.tile(name)}"
                    tile = _tile(printable, item.front, tiles, column, row, options, f"{label} · {shown}")
                    sheets.append(tile._replace(blank=words.sheet.empty_back(printable.title)))
    notes = [words.layout.tiles(printable.title, tiles.columns, tiles.rows, OVERLAP)] if total > 1 else []
    return SheetSet(printable.id, printable.title, tuple(sheets), 1, 0.0, False, tuple(notes), (printable,))


def _tile(
    printable: Printable, symbol: Symbol, tiles: Tiles, column: int, row: int, options: PrintOptions, text: str
) -> Sheet:
    page, window = tiles.page, tiles.window
    strip = max(options.margin, _foot(options.label_lines)) - options.margin
    left = (page.w - window.w - (strip if tiles.label == "side" else 0.0)) / 2
    top = (page.h - window.h - (strip if tiles.label == "foot" else 0.0)) / 2
    area = Rect(left, top, window.w, window.h)
    x0, y0 = column * (window.w - OVERLAP), row * (window.h - OVERLAP)
    placed = Use(symbol, shift(left - x0, top - y0))
    single = tiles.columns * tiles.rows == 1
    items: list[Item] = [placed if single else Group((placed,), clip=rectangle(area))]
    if options.marks != "none":
        items += _seam_marks(area, tiles, column, row, options.label_lines)
    live = Rect(0, 0, *page).inset(options.margin)
    inset = LABEL_INSET if single else MAP_INSET
    items += page_label(text, page, tiles.label, inset, options.label_lines, options.font)
    if not single:
        items += _tile_map(tiles, column, row)
    return Sheet(page, tuple(items), text, "single", live, printable.title, (area,), 0.0, (rectangle(area),))


def _seam_marks(area: Rect, tiles: Tiles, column: int, row: int, lines: int) -> list[Item]:
    """Marks where to cut, and ticks that show how far the neighbour's edge reaches."""
    strip = label_strip(tiles.page, tiles.label, lines=lines)
    corners = crop_marks((area.x, area.right), (area.y, area.bottom), area, tiles.page, strip)
    seams = [area.x + OVERLAP] if column else [], [area.y + OVERLAP] if row else []
    ticks = crop_marks(*seams, area, tiles.page, strip, _TICK)
    return [*([corners] if corners else []), *([ticks._replace(dash=(0.6, 0.4))] if ticks else [])]


def _tile_map(tiles: Tiles, column: int, row: int) -> list[Item]:
    """A small upright map before the label, at the foot or the right edge, that shows where this tile belongs."""
    page, name = tiles.page, f"{column_name(column)}{row + 1}"
    at_foot = tiles.label == "foot"
    wide, high = (12.0, LABEL_HEIGHT) if at_foot else (LABEL_HEIGHT, 12.0)
    side = min(3.2, wide / tiles.columns, high / tiles.rows)
    w, h = side * tiles.columns, side * tiles.rows
    right, bottom = page.w - EDGE_CLEARANCE, page.h - EDGE_CLEARANCE
    if at_foot:
        x0, y0 = LABEL_INSET, bottom - h
        text = Text(x0 + w + 1.5, bottom - 0.5, name, "sans-bold", 9.0, "#222222")
    else:
        x0, y0 = right - w, page.h - MAP_INSET + 2
        text = Text(right - font("sans-bold").width(name) * 7.0, y0 + h + 3.0, name, "sans-bold", 7.0, "#222222")
    outline = tuple(
        ("R", x0 + c * side, y0 + r * side, side, side) for c in range(tiles.columns) for r in range(tiles.rows)
    )
    here = Path((("R", x0 + column * side, y0 + row * side, side, side),), fill="#444444")
    return [Path(outline, stroke="#444444", width=0.15), here, text]


def upside_down(sheet: Sheet) -> Sheet:
    """Return a side turned by half, for backs of sheets that are flipped over their upper edge.

    Links turn with what they stand on; a place that is led to becomes the head of its page.
    """
    w, h = sheet.size
    turned = Group(tuple(i for i in sheet.items if not isinstance(i, (Link, Anchor))), Matrix(-1, 0, 0, -1, w, h))
    led: list[Item] = []
    for item in sheet.items:
        if isinstance(item, Link):
            rect = item.rect
            led.append(item._replace(rect=Rect(w - rect.right, h - rect.bottom, rect.w, rect.h)))
        elif isinstance(item, Anchor):
            led.append(item._replace(y=0.0))
    return sheet._replace(items=(turned, *led))


def full_pages(printable: Printable, options: PrintOptions, label: str, words: Words) -> SheetSet:
    """Put each item on a page of its own, with its back behind it or, if players need that, on the next page."""
    paper = options.paper.size.turned() if printable.landscape else options.paper.size
    live = Rect(0, 0, *paper).inset(options.margin)
    duplex = options.backs.startswith("duplex")
    turn = (options.backs == "duplex-short") != printable.landscape
    faces: list[tuple[Symbol, str]] = []
    for item in printable.items:
        for _ in range(item.copies):
            behind = item.back if duplex or printable.content_backs else None
            faces.append((item.front, "front" if behind is not None and duplex else "single"))
            if behind is not None:
                faces.append((behind, "back" if duplex else "single"))
    total, number = sum(side != "back" for _, side in faces), 0
    sheets: list[Sheet] = []
    for symbol, side in faces:
        number += side != "back"
        text = f"{label} · {printable.title}" + (f" · {words.sheet.count(number, total)}" if total > 1 else "")
        foot = page_label(text, paper, most=options.label_lines, family=options.font)
        at = shift(options.margin, options.margin)
        blank = words.sheet.empty_back(printable.title)
        sheet = Sheet(paper, (Use(symbol, at), *foot), text, side, live, printable.title, blank=blank)
        sheets.append(upside_down(sheet) if side == "back" and turn else sheet)
    notes = []
    if printable.two_sided and not duplex and printable.content_backs:
        notes = [words.layout.backs_apart(printable.title)]
    two_sided = any(s.side == "back" for s in sheets)
    return SheetSet(printable.id, printable.title, tuple(sheets), 1, 0.0, two_sided, tuple(notes), (printable,))
