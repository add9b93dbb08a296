"""What grids and hexes share: text rows, a legend, and cells that are filled and marked."""

from typing import Any

from pnp.context import meter
from pnp.diagnostics import one_of
from pnp.draw.drawing import Item, Outline
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter
from pnp.draw.text import TextStyle
from pnp.geometry import Rect
from pnp.limits import MOST_CELLS
from pnp.model import Cell, GridPart, HexesPart


def text_rows(cells: list[str] | str, frame: Frame) -> list[str]:
    """Return text rows, written out or given by an expression."""
    rows: Any = frame.value(cells, "cells") if isinstance(cells, str) else cells
    if isinstance(rows, str):
        rows = rows.strip("\n").split("\n")
    if not isinstance(rows, (list, tuple)) or not rows or not all(isinstance(r, str) for r in rows):
        raise FaceFault("cells", "'cells' must be a list of text rows", "cells")
    if len(rows) * max(len(r) for r in rows) > MOST_CELLS:
        raise FaceFault("cells", f"more than {MOST_CELLS} cells", "cells")
    meter().spend("game_drawn", 10 * sum(map(len, rows)))
    return list(rows)


def cell_for(part: GridPart | HexesPart, letter: str) -> Cell | None:
    """Return what a letter looks like; a dot or a space may stand for nothing."""
    if letter in part.legend:
        return part.legend[letter]
    if letter in " .":
        return None
    raise FaceFault("legend", f"the letter '{letter}' is not in the legend", "cells", hint=one_of(letter, part.legend))


def fill_cell(painter: Painter, cell: Cell, outline: Outline, bounds: Rect, frame: Frame, out: list[Item]) -> None:
    """Fill a cell with its role."""
    role = frame.text(cell.fill, "legend")
    if role:
        painter.fill_area(outline, bounds, role, cell.texture, out, "legend")


def mark_cell(painter: Painter, cell: Cell, bounds: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the icon and the text of a cell."""
    inner = bounds.inset(bounds.w * 0.16)
    name = frame.text(cell.icon, "legend")
    if name:
        out.append(painter.icon(name, inner, painter.ink(cell.colour, frame, "legend"), "legend"))
    text = frame.text(cell.text, "legend")
    if text:
        size = max(7.0, min(inner.h * 1.8, 28.0))
        style = TextStyle("sans", True, False, 7.0, size, "center", "middle")
        painter.set_text(text, style, inner, painter.ink(cell.colour, frame, "legend"), out, fixed=False)
