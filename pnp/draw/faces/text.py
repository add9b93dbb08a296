"""Texts with light markup, set as large as they fit within their range."""

from pnp.draw.drawing import Item, Text
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
        start = len(out)
        painter.set_text(text, _style(part), box, colour, out, fixed="{" not in part.text)
        _check_size(part, box, frame.least_size, out[start:])


def _check_size(part: TextPart, box: Rect, least: float, items: list[Item]) -> None:
    """Refuse a text that is too small to read: its own size if that is, else what is written, for it shrank."""
    size = min((item.size for item in items if isinstance(item, Text)), default=least)
    if size > least - 0.01:
        return
    shown = next(item.text for item in items if isinstance(item, Text))
    message = f"'{shown[:30]}' is set in {size:.3g} pt, less than {least:g}"
    most = max(part.size) if isinstance(part.size, list) else part.size
    way = "enlarge it" if most < least else f"shorten it, or enlarge its box of {box.w:.4g} × {box.h:.4g} mm"
    hint = f"{way}; for small print, 'least_size: {size:.3g}' in the face allows it"
    raise FaceFault("small", message, "size", hint=hint, blame_record=most >= least and "{" in part.text)


def _style(part: TextPart) -> TextStyle:
    sizes = part.size if isinstance(part.size, list) else [part.size, part.size]
    if len(sizes) != 2 or not 3 <= min(sizes) <= max(sizes) <= 400:
        raise FaceFault("range", "'size' is one size, or [least, most], from 3 to 400 points", "size")
    return TextStyle(part.font, part.bold, part.italic, min(sizes), max(sizes), part.align, part.valign, part.leading)
