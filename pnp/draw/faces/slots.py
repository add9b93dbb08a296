"""Places in rows and columns, each drawn by another face."""

from pnp.draw.drawing import Item
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws, place
from pnp.geometry import Rect
from pnp.model import SlotsPart


@draws(SlotsPart, varies=True, own_places=True)
def draw_slots(painter: Painter, part: SlotsPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw a place for each record, row by row."""
    rounds = frame.rounds(part.each)
    columns = max(1, frame.number(part.columns, "columns", 200))
    rows = max(1, frame.number(part.rows, "rows", 200))
    if len(rounds) > columns * rows:
        raise FaceFault("range", f"{len(rounds)} entries for {columns * rows} places", "each")
    w = (box.w - part.gap * (columns - 1)) / columns
    h = (box.h - part.gap * (rows - 1)) / rows
    for i, names in enumerate(rounds):
        row, column = divmod(i, columns)
        spot = Rect(box.x + column * (w + part.gap), box.y + row * (h + part.gap), w, h)
        painter.nested(part.face, spot, names, frame, out)
        place(part, part.holds, spot, "square", frame._replace(names=names), out)
