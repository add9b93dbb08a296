"""Hex maps from text rows."""

from pnp.draw.drawing import Item, Path, Segment, polygon
from pnp.draw.faces.cells import cell_for, fill_cell, mark_cell, text_rows
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import EDGE, Frame
from pnp.draw.faces.painter import Painter, draws, place
from pnp.draw.hexes import fit_lattice
from pnp.draw.squares import column_name
from pnp.draw.text import TextStyle
from pnp.geometry import Rect
from pnp.model import HexesPart

_NAME = TextStyle("sans", False, False, 7.0, 7.0, "center", "middle")


@draws(HexesPart, own_places=True)
def draw_hexes(painter: Painter, part: HexesPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Fill the hexes, draw the lines over them, then what stands in them; a space is no hex."""
    rows = text_rows(part.cells, frame)
    lattice = fit_lattice(max(len(r) for r in rows), len(rows), box, part.flat, part.side)
    if lattice.width > box.w + EDGE or lattice.height > box.h + EDGE:
        raise FaceFault("outside", f"the hexes need {lattice.width:.1f} × {lattice.height:.1f} mm", "side")
    stroke = painter.ink(part.stroke, frame, "stroke")
    lines: list[Segment] = []
    marks: list[Item] = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == " ":
                continue
            outline = polygon(lattice.corners(x, y))
            cx, cy = lattice.centre(x, y)
            half = lattice.side * 0.866
            cell = cell_for(part, letter)
            if cell is not None:
                here = frame.naming({"column": x + 1, "row": y + 1})
                fill_cell(painter, cell, outline, Rect(cx, cy, 0, 0).inset(-lattice.side), here, out)
                mark_cell(painter, cell, Rect(cx, cy, 0, 0).inset(-half * 0.8), here, marks)
                place(part, cell.holds or part.holds, *lattice.cell(x, y), here, marks)
            lines += outline
            if part.names == "cells":
                spot = Rect(cx - half, cy + half * 0.42, 2 * half, half * 0.55)
                painter.set_text(f"{column_name(x)}{y + 1}", _NAME, spot, painter.ink_of("muted", "names"), marks)
    if part.width:
        out.append(Path(tuple(lines), stroke=stroke, width=part.width))
    out += marks
