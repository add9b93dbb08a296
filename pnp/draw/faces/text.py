"""Texts with light markup, set as large as they fit within their range."""

from pnp.draw.drawing import Item
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.draw.text import TextStyle
from pnp.geometry import Rect
from pnp.model import TextPart


@draws(TextPart)
def draw_text(painter: Painter, part: TextPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Set the text, unless nothing is left of it."""
    text = frame.text(part.text, "text")
    if text.strip():
        colour = painter.ink(part.colour, frame, "colour")
        painter.set_text(text, _style(part), box, colour, out, fixed="{" not in part.text)


def _style(part: TextPart) -> TextStyle:
    sizes = part.size if isinstance(part.size, list) else [part.size, part.size]
    if len(sizes) != 2 or not 3 <= min(sizes) <= max(sizes) <= 400:
        raise FaceFault("range", "'size' is one size, or [least, most], from 3 to 400 points", "size")
    return TextStyle(part.font, part.bold, part.italic, min(sizes), max(sizes), part.align, part.valign, part.leading)
