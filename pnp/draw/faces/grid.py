"""Squares in rows and columns."""

from pnp.context import meter
from pnp.draw.drawing import Item, Path, rectangle
from pnp.draw.faces.cells import cell_for, fill_cell, mark_cell, text_rows
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws, place
from pnp.draw.squares import Squares, column_name
from pnp.draw.text import TextStyle
from pnp.geometry import Rect
from pnp.model import GridPart

_EDGE_NAMES = 4.0
"""Room for the names of columns and rows, in mm."""


@draws(GridPart, own_places=True)
def draw_grid(painter: Painter, part: GridPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Fill the squares, draw the lines over them, then what stands in them."""
    rows = text_rows(part.cells, frame) if part.cells else []
    height = len(rows) or frame.number(part.rows, "rows", 200)
    width = max((len(r) for r in rows), default=0) or frame.number(part.columns, "columns", 200)
    if part.names == "cells":
        meter().spend("game_drawn", 10 * width * height)
    if not width or not height:
        raise FaceFault("cells", "a grid needs cells, or columns and rows", "cells")
    label = _EDGE_NAMES if part.names == "edges" else 0.0
    area = Rect(box.x + label, box.y + label, box.w - label, box.h - label)
    squares = Squares.fitted(width, height, area, square=part.square)
    marks: list[Item] = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            cell = cell_for(part, letter)
            if cell is not None:
                bounds, here = squares.cell(x, y), frame.naming({"column": x + 1, "row": y + 1})
                fill_cell(painter, cell, rectangle(bounds), bounds, here, out)
                mark_cell(painter, cell, bounds, here, marks)
                place(part, cell.holds or part.holds, bounds, "square", here, marks)
    if part.holds and not rows:
        for x, y in squares.cells():
            here = frame.naming({"column": x + 1, "row": y + 1})
            place(part, part.holds, squares.cell(x, y), "square", here, marks)
    if part.width:
        out.append(Path(squares.lines(), stroke=painter.ink(part.stroke, frame, "stroke"), width=part.width))
    out += marks
    if part.names != "none":
        _names(painter, squares, out, at_edges=part.names == "edges")


def _names(painter: Painter, squares: Squares, out: list[Item], *, at_edges: bool) -> None:
    """Name columns and rows at the edges, or every square in its corner."""
    colour = painter.ink_of("muted", "names")
    if not at_edges:
        corner = TextStyle("sans", False, False, 7.0, 7.0, "left", "top")
        for x, y in squares.cells():
            cell = squares.cell(x, y)
            spot = Rect(cell.x + 0.6, cell.y + 0.3, cell.w, cell.h)
            painter.set_text(f"{column_name(x)}{y + 1}", corner, spot, colour, out)
        return
    middle = TextStyle("sans", False, False, 7.0, 9.0, "center", "middle")
    for x in range(squares.columns):
        painter.set_text(column_name(x), middle, squares.above(x, _EDGE_NAMES), colour, out)
    for y in range(squares.rows):
        painter.set_text(str(y + 1), middle, squares.left_of(y, _EDGE_NAMES), colour, out)
