"""Boxes: rectangles, filled or outlined."""

from pnp.draw.drawing import Item, Path, rectangle
from pnp.draw.faces.frame import EDGE, Frame
from pnp.draw.faces.line import dashes
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.model import BoxPart


def _shape(part: BoxPart, box: Rect) -> str:
    """A square with corners as round as can be is a disc."""
    return "round" if abs(box.w - box.h) < EDGE and part.radius > box.w / 2 - EDGE else "square"


@draws(BoxPart, shapes=True, place_shape=_shape)
def draw_box(painter: Painter, part: BoxPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Fill the box, into the bleed where it touches the edge, and draw its outline."""
    role = frame.text(part.fill, "fill")
    if role:
        area = frame.into_bleed(box)
        painter.fill_area(rectangle(area, part.radius), area, role, part.texture, out)
    if part.stroke:
        stroke = frame.text(part.stroke, "stroke")
        if stroke:
            colour = painter.ink_of(stroke, "stroke")
            out.append(Path(rectangle(box, part.radius), stroke=colour, width=part.width, dash=dashes(part.dash)))
