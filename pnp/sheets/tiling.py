"""Boards and full pages: one sheet where they fit, else tiles with overlap to be joined."""

from math import ceil
from typing import NamedTuple

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Group, Item, Link, Path, Segment, Symbol, Text, Use, rectangle
from pnp.draw.faces import column_name
from pnp.draw.fonts import font
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.limits import MOST_TILES
from pnp.sheets.grid import LABEL_EDGE, LABEL_HEIGHT
from pnp.sheets.marks import MARK_COLOUR, MARK_WIDTH, crop_marks, label_strip, page_label
from pnp.sheets.sheet import Printable, PrintOptions, Sheet, SheetSet

OVERLAP = 10.0
_LEAST_ROOM = 2 * OVERLAP
_SLACK = 0.02
_FOOT = LABEL_EDGE + LABEL_HEIGHT + 2.8
_MAP_ROOM = Size(12.0, 4.6)
"""The room for the map of tiles along the label's strip."""
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


def usable(paper: Size, margin: float, *, landscape: bool = False, label: str = "foot") -> Size:
    """Return the room for a board on one sheet: the page less its margins and the label's strip."""
    page = paper.turned() if landscape else paper
    strip = max(margin, _FOOT)
    if label == "side":
        return Size(page.w - margin - strip, page.h - 2 * margin)
    return Size(page.w - 2 * margin, page.h - margin - strip)


def plan_tiles(board: Size, paper: Size, margin: float) -> Tiles | None:
    """Return the tiling with the fewest sheets, upright pages winning ties; None if the paper leaves no room."""
    best: Tiles | None = None
    for label, landscape in (("foot", False), ("foot", True), ("side", False), ("side", True)):
        page = paper.turned() if landscape else paper
        room = usable(paper, margin, landscape=landscape, label=label)
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


def tile_board(printable: Printable, options: PrintOptions, label: str, report: Report) -> SheetSet | None:
    """Lay a board out on as many sheets as it needs."""
    board = printable.size
    paper = options.paper.size
    if options.large_boards:
        paper = Size(board.w + 2 * options.margin, board.h + options.margin + max(options.margin, _FOOT))
    tiles = plan_tiles(board, paper, options.margin)
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
                    sheets.append(_tile(printable, item.front, tiles, column, row, options, label))
    notes = (
        [] if total == 1 else [f"{printable.title}: {tiles.columns} × {tiles.rows} sheets with {OVERLAP:g} mm overlap"]
    )
    return SheetSet(printable.id, printable.title, tuple(sheets), 1, 0.0, False, tuple(notes), (printable,))


def _tile(
    printable: Printable, symbol: Symbol, tiles: Tiles, column: int, row: int, options: PrintOptions, label: str
) -> Sheet:
    page, window = tiles.page, tiles.window
    strip = max(options.margin, _FOOT) - options.margin
    left = (page.w - window.w - (strip if tiles.label == "side" else 0.0)) / 2
    top = (page.h - window.h - (strip if tiles.label == "foot" else 0.0)) / 2
    area = Rect(left, top, window.w, window.h)
    x0, y0 = column * (window.w - OVERLAP), row * (window.h - OVERLAP)
    placed = Use(symbol, shift(left - x0, top - y0))
    single = tiles.columns * tiles.rows == 1
    name = f"{column_name(column)}{row + 1}"
    text = f"{label} · {printable.title}" + ("" if single else f" · tile {name}")
    items: list[Item] = [placed if single else Group((placed,), clip=rectangle(area))]
    if options.marks != "none":
        items += _seam_marks(area, tiles, column, row)
    live = Rect(0, 0, *page).inset(options.margin)
    foot = page if tiles.label == "foot" else page.turned()
    marks = page_label(text, foot, inset=14.0 if single else 30.0)
    items += marks if tiles.label == "foot" else [Group(tuple(marks), Matrix(0, -1, 1, 0, 0, page.h))]
    if not single:
        items += _tile_map(tiles, column, row)
    return Sheet(page, tuple(items), text, "single", live, printable.title)


def _seam_marks(area: Rect, tiles: Tiles, column: int, row: int) -> list[Item]:
    """Marks where to cut, and ticks that show how far the neighbour's edge reaches."""
    items: list[Item] = []
    strip = label_strip(tiles.page, tiles.label)
    corners = crop_marks((area.x, area.right), (area.y, area.bottom), area, tiles.page, strip)
    if corners:
        items.append(corners)
    ticks: list[Segment] = []
    if column > 0:
        x = area.x + OVERLAP
        ticks += [("M", x, area.y - 1), ("L", x, area.y - 3), ("M", x, area.bottom + 1), ("L", x, area.bottom + 3)]
    if row > 0:
        y = area.y + OVERLAP
        ticks += [("M", area.x - 1, y), ("L", area.x - 3, y), ("M", area.right + 1, y), ("L", area.right + 3, y)]
    if ticks:
        items.append(Path(tuple(ticks), stroke=MARK_COLOUR, width=MARK_WIDTH, dash=(0.6, 0.4)))
    return items


def _tile_map(tiles: Tiles, column: int, row: int) -> list[Item]:
    """A small upright map in the label's strip, in the board's proportions: where this tile belongs, and its name."""
    page, name = tiles.page, f"{column_name(column)}{row + 1}"
    size, aside = 9.0, tiles.label == "side"
    assert font("sans-bold").width(name) * size < 14
    room = Size(_MAP_ROOM.h, _MAP_ROOM.w) if aside else _MAP_ROOM
    cell = min(room.w / tiles.columns / tiles.window.w, room.h / tiles.rows / tiles.window.h)
    w, h = cell * tiles.window.w, cell * tiles.window.h
    left, bottom = (page.w - LABEL_EDGE - room.w, page.h - 10.0) if aside else (10.0, page.h - LABEL_EDGE)
    top = bottom - tiles.rows * h
    cells = tuple(("R", left + c * w, top + r * h, w, h) for c in range(tiles.columns) for r in range(tiles.rows))
    here = Path((("R", left + column * w, top + row * h, w, h),), fill="#444444")
    x, y = (left, top - 1.4) if aside else (left + tiles.columns * w + 1.5, bottom - 0.3)
    text = Text(x, y, name, "sans-bold", size, "#222222")
    return [Path(cells, stroke="#444444", width=0.15), here, text]


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


def full_pages(printable: Printable, options: PrintOptions, label: str) -> SheetSet:
    """Put each item on a page of its own, with its back behind it."""
    paper = options.paper.size.turned() if printable.landscape else options.paper.size
    live = Rect(0, 0, *paper).inset(options.margin)
    sheets: list[Sheet] = []
    total = printable.total
    with_backs = options.backs.startswith("duplex")
    turn = (options.backs == "duplex-short") != printable.landscape
    number = 0
    for item in printable.items:
        for _ in range(item.copies):
            number += 1
            text = f"{label} · {printable.title}" + (f" · {number} of {total}" if total > 1 else "")
            has_back = item.back is not None and with_backs
            sides = [(item.front, "front" if has_back else "single")]
            if item.back is not None and has_back:
                sides.append((item.back, "back"))
            for symbol, side in sides:
                at = shift(options.margin, options.margin)
                sheet = Sheet(paper, (Use(symbol, at), *page_label(text, paper)), text, side, live, printable.title)
                sheets.append(upside_down(sheet) if side == "back" and turn else sheet)
    return SheetSet(
        printable.id, printable.title, tuple(sheets), 1, 0.0, any(s.side == "back" for s in sheets), (), (printable,)
    )
