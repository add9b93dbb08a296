"""A face within a face."""

from pnp.draw.drawing import Item
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.model import FacePart


@draws(FacePart, varies=True)
def draw_face(painter: Painter, part: FacePart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the other face into the box."""
    painter.nested(part.face, box, frame.names, frame, out)
