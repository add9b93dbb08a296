"""Drawings by a game's own code."""

from pnp.draw.drawing import Item, Place, hold
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.model import DrawingPart


@draws(DrawingPart, varies=True, own_places=True)
def draw_drawing(painter: Painter, part: DrawingPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Let the game draw, and say what the places hold that it drew."""
    drawn = painter.game_drawing(part.drawing, frame.names, box)
    if part.holds:
        if not any(isinstance(item, Place) for item in drawn):
            message = f"the drawing '{part.drawing}' has no places on which pieces could stand"
            raise FaceFault("holds", message, "holds")
        drawn = hold(drawn, frame.held(part.holds), part)
    out += drawn
