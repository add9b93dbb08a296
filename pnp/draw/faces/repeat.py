"""Parts drawn once for each entry of a list."""

from pnp.draw.drawing import Group, Item
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.geometry import Rect, Size, shift
from pnp.model import RepeatPart


@draws(RepeatPart, varies=True)
def draw_repeat(painter: Painter, part: RepeatPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the parts round by round, each time a step further."""
    dx = frame.length(part.step[0], box.w, "step")
    dy = frame.length(part.step[1], box.h, "step")
    for i, names in enumerate(frame.rounds(part.each)):
        inner: list[Item] = []
        within = frame.within(Size(box.w, box.h), names)
        for j, child in enumerate(part.parts):
            try:
                painter.part(child, within, inner)
            except FaceFault as fault:
                if not fault.face:
                    fault.path = ("parts", j, *fault.path)
                raise
        out.append(Group(tuple(inner), shift(box.x + i * dx, box.y + i * dy)))
