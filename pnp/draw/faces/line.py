"""Lines through points of a box."""

from collections.abc import Sequence
from math import fsum

from pnp.draw.drawing import Item, Path, polyline
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect
from pnp.model import LinePart


@draws(LinePart, shapes=True)
def draw_line(painter: Painter, part: LinePart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the line with round ends."""
    points = [
        (box.x + frame.length(x, box.w, "points"), box.y + frame.length(y, box.h, "points")) for x, y in part.points
    ]
    colour = painter.ink(part.stroke, frame, "stroke")
    out.append(Path(polyline(points), stroke=colour, width=part.width, dash=dashes(part.dash), round=True))


def dashes(dash: Sequence[float]) -> tuple[float, ...]:
    """Return the dashes of a line, which no printer draws if all are nothing."""
    if dash and (min(dash) < 0 or fsum(dash) < 0.05):
        raise FaceFault("range", "'dash' needs lengths of 0 mm or more, not all of them 0", "dash")
    return tuple(dash)
