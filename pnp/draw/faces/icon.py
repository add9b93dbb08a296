"""Icons, one to a part."""

from pnp.draw.drawing import Item
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.model import IconPart


@draws(IconPart)
def draw_icon(painter: Painter, part: IconPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Place the icon, if the record names one."""
    name = frame.text(part.icon, "icon")
    if name:
        out.append(painter.icon(name, box, painter.ink(part.colour, frame, "colour")))
