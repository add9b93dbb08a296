"""Stormfury's components that follow from the map: boards, hurricane pieces, and the kit for the compact board.

Their sizes come from the number of hexes and from the paper, so that a designer who adds a column or a
row of hexes still gets a board whose pieces fit.
"""

from collections.abc import Callable
from math import floor, sqrt

from pnp.draw.drawing import Drawing, Item
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.games.stormfury.chart import Chart, map_size
from pnp.games.stormfury.files import PrintFile
from pnp.games.stormfury.labels import CrowdedMap
from pnp.games.stormfury.panel import Panel
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent

FRAME = 1.0
"""Room round the map for its frame, in mm."""


def board_drawing(content: GameContent, painter: Painter, side: float) -> Drawing:
    """Return the board with hexes of a side: map and panel."""
    compiled, print_ = content.compiled, print_file(content)
    inner = map_size(compiled, side)
    width = print_.board_print.panel * side / print_.board_print.hex_side
    chart = Chart(compiled, painter, side, FRAME, FRAME)
    chart.sea_name = print_.board_print.sea
    place = Rect(inner.w + 2 * FRAME, FRAME, width - FRAME, inner.h)
    try:
        items: list[Item] = [*chart.printed(), *Panel(chart, content.game, place).draw()]
    except CrowdedMap as crowded:
        raise FaceFault("crowded", f"the name of city {crowded} finds no free place on the map", "board") from None
    return Drawing(Size(inner.w + 2 * FRAME + width, inner.h + 2 * FRAME), tuple(items))


def print_file(content: GameContent) -> PrintFile:
    """Return the content of print.yaml."""
    file: PrintFile = content.parts["print"]
    return file


def full_side(content: GameContent) -> float:
    """Return the hex side of the full board."""
    return print_file(content).board_print.hex_side


def compact_side(content: GameContent, canvas: Canvas) -> float:
    """Return the largest hex side at which the board is one upright page high."""
    rows = map_size(content.compiled, 1.0).h
    side = floor((canvas.upright.h - 2 * FRAME) / rows * 20) / 20
    return min(side, full_side(content))


def _board(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    drawing = board_drawing(content, painter, full_side(content))
    return Printable("board", "Board", "board", drawing.size, (print_item(drawing, label="Board"),), group="board")


COMPONENTS: dict[str, Callable[[GameContent, Painter, Canvas], Printable]] = {"board": _board}
