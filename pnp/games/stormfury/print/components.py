"""Stormfury's components that follow from the map: boards, hurricane pieces, and the kit for the compact board.

Their sizes come from the number of hexes and from the paper, so that a designer who adds a column or a
row of hexes still gets a board whose pieces fit.
"""

from collections.abc import Callable, Sequence
from math import floor

from pnp.draw.drawing import Drawing, Held, Item, Path, Symbol, Use
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.printable import Canvas, Footprint, Printable, print_item
from pnp.draw.standees import standee, standee_base
from pnp.draw.text import TextStyle
from pnp.games.stormfury.content.files import BoardHolds, PrintFile
from pnp.games.stormfury.content.words import BoardWords
from pnp.games.stormfury.print.chart import Chart, Spots, map_size
from pnp.games.stormfury.print.panel import Panel
from pnp.games.stormfury.print.rings import draw_ring, pack, pieces
from pnp.geometry import Rect, Size, quarter_turn, shift
from pnp.load.game import GameContent

FRAME = 1.0
"""Room round the map for its frame, in mm."""

_SPARE = 0.6
"""How much larger a pawn's place is than its base, in mm."""

_GAP = 1.5
"""Between pieces to cut out of the compact kit."""


def board_drawing(content: GameContent, painter: Painter, side: float, stands: BoardHolds) -> Drawing:
    """Return the board with hexes of a side: map and panel, and what stands where on it."""
    compiled, print_ = content.compiled, print_file(content)
    inner = map_size(compiled, side)
    width = print_.board_print.panel * side / print_.board_print.hex_side
    chart = Chart(compiled, painter, side, FRAME, FRAME)
    chart.sea_name = print_.board_print.sea
    holds = {name: painter.held(getattr(stands, name), content.names) for name in stands.__struct_fields__}
    chart.spots = _spots(content, holds["city"][0])
    place = Rect(inner.w + 2 * FRAME, FRAME, width - FRAME, inner.h)
    words = board_words(content)
    panel = Panel(chart, content.game.title, words.panel, place)
    items = [*chart.printed(), *chart.places(holds, words.places), *panel.draw()]
    return Drawing(Size(inner.w + 2 * FRAME + width, inner.h + 2 * FRAME), tuple(items))


def _spots(content: GameContent, held: Held) -> Spots:
    """Return room for the pawns that may meet in a city; the check of places tells of pieces that are not there."""
    piece = content.pieces.get(held.piece)
    base = standee_base(Size(*piece.size)) if piece is not None else Size(0, 0)
    return Spots(Size(base.w + _SPARE, base.h + _SPARE), held.number)


def print_file(content: GameContent) -> PrintFile:
    """Return the content of print.yaml."""
    file: PrintFile = content.files.print
    return file


def board_words(content: GameContent) -> BoardWords:
    """Return what is said of the boards."""
    words: BoardWords = content.files.words.board
    return words


_PIECES_WIDE = 16.4
"""So many hex sides wide is a page on which the hurricane pieces lie with the rest of the compact kit."""


def full_side(content: GameContent) -> float:
    """Return the hex side of the full board."""
    return print_file(content).board_print.hex_side


def compact_side(content: GameContent, canvas: Canvas) -> float:
    """Return the largest hex side at which the board is one upright page high and its pieces find room on one."""
    rows = map_size(content.compiled, 1.0).h
    side = min((canvas.upright.h - 2 * FRAME) / rows, canvas.upright.w / _PIECES_WIDE)
    return min(floor(side * 20) / 20, full_side(content))


def _board(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """The full board."""
    drawing = board_drawing(content, painter, full_side(content), print_file(content).board_holds.full)
    title = board_words(content).full
    return Printable("board", title, "board", drawing.size, (print_item(drawing, label=title),), group="board")


def _compact(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """The board on two upright sheets."""
    drawing = board_drawing(content, painter, compact_side(content, canvas), print_file(content).board_holds.compact)
    title = board_words(content).compact
    item = print_item(drawing, label=title)
    return Printable("board-compact", title, "board", drawing.size, (item,), group="board-compact", optional=True)


def _pieces(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """The three hurricane pieces for the full board on one sheet; the words stand in the corner beside the largest."""
    side, page = full_side(content), canvas.upright
    room = max(30.0, page.w - max(ring.size.w for ring in pieces(content.compiled, side)))
    words = board_words(content)
    note = Rect(page.w - room, 0, room, 52)
    items = [*_instructions(painter, words.about_rings(side), note)]
    items += _rings(content, painter, side, Rect(0, 0, *page), [note])
    item = print_item(Drawing(page, tuple(items)), label=words.rings)
    return Printable("hurricane-pieces", words.rings_sheet, "board", page, (item,), group="hurricane-pieces")


def _compact_kit(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Hurricane pieces, chits, experts and markers for the compact board on one sheet."""
    page, side = canvas.upright, compact_side(content, canvas)
    chit = print_file(content).board_print.compact_chit
    columns = int(page.w / chit / 2) * 2
    rows = [r for block in _chits(content, painter, chit) for r in _rows_of(block, columns)]
    left, top = (page.w - columns * chit) / 2, page.h - len(rows) * chit
    words = board_words(content)
    note = Rect(0, 0, page.w, 10)
    area = Rect(0, 0, page.w, top - 2)
    small = _small_pieces(content, painter)
    block = Rect(0, area.bottom - small.size.h, small.size.w + _GAP, small.size.h)
    items = [*_instructions(painter, words.about_kit(side), note)]
    items += _rings(content, painter, side, area, [note, block])
    items.append(Use(small.symbol(), shift(block.x, block.y)))
    for number, row in enumerate(rows):
        items += [Use(s, shift(left + i * chit, top + number * chit)) for i, s in enumerate(row)]
        cells = tuple(("R", left + i * chit, top + number * chit, chit, chit) for i in range(len(row)))
        items.append(Path(cells, stroke=painter.style.ink("line"), width=0.15))
    item = print_item(Drawing(page, tuple(items)), label=words.kit)
    return Printable(
        "compact-kit",
        words.kit_sheet,
        "board",
        page,
        (item,),
        group="compact-kit",
        optional=True,
        pieces=(Footprint("compact-chits", Size(chit, chit)),),
    )


def _small_pieces(content: GameContent, painter: Painter) -> Drawing:
    """The experts, two strips to a row, lying; below them the markers."""
    ink, names = painter.style.ink("muted"), ("player-tokens", "markers")
    experts, markers = ([(content.pieces[n], r) for r in content.records[n]] for n in names)
    items: list[Item] = []
    wide, y = 0.0, 0.0
    for number, (piece, record) in enumerate(experts):
        front = painter.draw(piece.front, Size(*piece.size), record.names)
        strip = standee(front, front, ink)
        lying = strip.size.turned()
        x = (number % 2) * (lying.w + _GAP)
        items.append(Use(strip.symbol(), quarter_turn(strip.size, 90, x, y)))
        wide = max(wide, x + lying.w)
        y += lying.h + _GAP if number % 2 or number == len(experts) - 1 else 0.0
    x = 0.0
    for piece, record in markers:
        size = Size(*piece.size)
        drawn = painter.draw(piece.front, size, record.names).symbol()
        for _ in range(record.copies):
            items.append(Use(drawn, shift(x, y)))
            items.append(Path((("R", x, y, *size),), stroke=painter.style.ink("line"), width=0.15))
            x += size.w + _GAP
    return Drawing(Size(max(wide, x), y + max((piece.size[1] for piece, _ in markers), default=0.0)), tuple(items))


def _rows_of(symbols: Sequence[Symbol], columns: int) -> list[Sequence[Symbol]]:
    return [symbols[i : i + columns] for i in range(0, len(symbols), columns)]


def _instructions(painter: Painter, words: str, box: Rect) -> list[Item]:
    items: list[Item] = []
    style = TextStyle("sans", False, False, 8.0, 9.5, "left", "top", 1.15)
    painter.set_text(words, style, Rect(box.x + 1, box.y, box.w - 2, box.h - 0.5), painter.style.ink("ink"), items)
    return items


def _rings(content: GameContent, painter: Painter, side: float, area: Rect, keep_out: Sequence[Rect]) -> list[Item]:
    """The hurricane pieces packed into an area, clear of what else is on it."""
    rings = pieces(content.compiled, side)
    placed = pack(rings, area, keep_out)
    if placed is None:
        which = ", ".join(f"{ring.name} with radius {ring.radius}" for ring in rings)
        hint = (
            "give one of storm_pieces in storm.yaml a smaller radius, or board_print in print.yaml a smaller hex_side"
        )
        message = f"the hurricane pieces ({which}) for hexes of {side:g} mm do not fit on one sheet"
        raise FaceFault("overflow", message, "hex_side", hint=hint)
    return [item for ring in placed for item in draw_ring(content.compiled, painter, ring)]


def _chits(content: GameContent, painter: Painter, side: float) -> list[list[Symbol]]:
    """All chits at another size, then both sides of each population token side by side, to be folded."""
    size, names, chits = Size(side, side), content.names, content.compiled.rules.chits
    flat: list[Symbol] = []
    for kind, records in names["chit_kinds"].items():
        drawn = painter.draw("chit", size, {**names, "kind": records[0]}).symbol()
        flat += [drawn] * getattr(chits, kind)
    sides = [painter.draw(face, size, names).symbol() for face in ("people-many", "people-fewer")]
    return [flat, sides * chits.population]


COMPONENTS: dict[str, Callable[[GameContent, Painter, Canvas], Printable]] = {
    "board": _board,
    "board-compact": _compact,
    "hurricane-pieces": _pieces,
    "compact-kit": _compact_kit,
}
