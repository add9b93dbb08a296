"""Pips: equal icons in a row or a column."""

from pnp.context import meter
from pnp.draw.drawing import Item
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.limits import MOST_PIPS
from pnp.model import PipsPart


@draws(PipsPart)
def draw_pips(painter: Painter, part: PipsPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the pips in the middle of the box, as large as they fit; those up to `of` are empty."""
    count = frame.number(part.count, "count", MOST_PIPS)
    places = max(count, frame.number(part.of, "of", MOST_PIPS))
    if not places:
        return
    meter().spend("game_drawn", places)
    name = frame.text(part.icon, "icon")
    colour = painter.ink(part.colour, frame, "colour")
    row = part.flow == "row"
    across, along = (box.h, box.w) if row else (box.w, box.h)
    side = min(across, (along - part.gap * (places - 1)) / places)
    if side <= 0:
        raise FaceFault("overflow", f"{places} pips do not fit", "count")
    start = -(places * side + (places - 1) * part.gap) / 2
    for i in range(places):
        offset = start + i * (side + part.gap) + side / 2
        x, y = (box.cx + offset, box.cy) if row else (box.cx, box.cy + offset)
        place = Rect(x - side / 2, y - side / 2, side, side)
        if i < count:
            out.append(painter.icon(name, place, colour))
        elif part.empty:
            out.append(painter.icon(name, place, painter.ink(part.empty, frame, "empty"), empty=True))
