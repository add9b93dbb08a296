"""Circles, polygons and paths: filled with a role, or with one that runs over into another, and outlined."""

from math import cos, radians, sin

from pnp.draw.drawing import Gradient, Group, Item, Outline, Path, Shade, ellipse, polygon
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import EDGE, Frame
from pnp.draw.faces.line import dashes
from pnp.draw.faces.painter import Painter, draws
from pnp.draw.svg import SvgFault, parse_path
from pnp.draw.svg.shapes import extent, moved
from pnp.geometry import Matrix, Rect, shift
from pnp.model import CirclePart, PathPart, PolygonPart, ShapedPart


def _disc(_part: CirclePart, box: Rect) -> str:
    return "round" if abs(box.w - box.h) < EDGE else "square"


@draws(CirclePart, shapes=True, place_shape=_disc)
def draw_circle(painter: Painter, part: CirclePart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the ellipse that fills the box."""
    _draw(painter, part, ellipse(box.cx, box.cy, box.w / 2, box.h / 2), frame, out)


@draws(PolygonPart, shapes=True)
def draw_polygon(painter: Painter, part: PolygonPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the shape through its points."""
    points = [
        (box.x + frame.length(x, box.w, "points"), box.y + frame.length(y, box.h, "points")) for x, y in part.points
    ]
    _draw(painter, part, polygon(points), frame, out)


@draws(PathPart, shapes=True)
def draw_path(painter: Painter, part: PathPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the shape that the path data say."""
    try:
        outline = moved(parse_path(frame.text(part.d, "d"), "d"), shift(box.x, box.y))
    except SvgFault as fault:
        raise FaceFault(
            "path", str(fault), "d", hint=fault.hint or "path data look like M 0 0 L 10 0 L 10 8 Z"
        ) from None
    found = extent(outline)
    if found is None:
        return
    around = Rect(found[0], found[1], found[2] - found[0], found[3] - found[1])
    if not Rect(0, 0, *frame.size).contains(around, slack=EDGE):
        message = f"the path reaches outside the face of {frame.size.w:g} × {frame.size.h:g} mm"
        raise FaceFault("outside", message, "d", hint="its numbers are mm from the upper left corner of 'at'")
    _draw(painter, part, outline, frame, out)


def _draw(painter: Painter, part: ShapedPart, outline: Outline, frame: Frame, out: list[Item]) -> None:
    outline = _into_bleed(outline, frame)
    items: list[Item] = []
    role, to, line = (
        frame.text(text, field) for text, field in ((part.fill, "fill"), (part.to, "to"), (part.stroke, "stroke"))
    )
    left, top, right, bottom = extent(outline) or (0.0, 0.0, 0.0, 0.0)
    bounds = Rect(left, top, right - left, bottom - top)
    if role and to and not painter.style.low_ink:
        colours = [painter.fill_of(name, field) for name, field in ((role, "fill"), (to, "to"))]
        items.append(Shade(outline, _across(bounds, part.angle, colours[0], colours[1])))
    elif role:
        painter.fill_area(outline, bounds, role, part.texture, items)
    if line and part.width:
        items.append(Path(outline, stroke=painter.ink_of(line, "stroke"), width=part.width, dash=dashes(part.dash)))
    if part.opacity < 1 and items:
        if painter.opaque:
            hint = "leave out 'opacity', or build with --shop x4"
            raise FaceFault(
                "transparency", "the shape lets through what lies below, which PDF/X-1a forbids", "opacity", hint=hint
            )
        items = [Group(tuple(items), opacity=part.opacity)]
    out += items


def _into_bleed(outline: Outline, frame: Frame) -> Outline:
    """Move the points that lie on the edge of a card out into the bleed."""
    b, (w, h) = frame.bleed, frame.size
    if not b:
        return outline

    def out(value: float, most: float) -> float:
        return value - b if value < EDGE else value + b if value > most - EDGE else value

    return tuple(
        (kind, *(out(float(v), h if i % 2 else w) for i, v in enumerate(numbers))) for kind, *numbers in outline
    )


def _across(bounds: Rect, angle: float, first: str, last: str) -> Gradient:
    """Return the gradient that runs in a direction, from one side of a shape to the other."""
    c, s = round(cos(radians(angle)), 6), round(sin(radians(angle)), 6)
    half = (abs(c) * bounds.w + abs(s) * bounds.h) / 2
    points = (bounds.cx - c * half, bounds.cy - s * half, bounds.cx + c * half, bounds.cy + s * half)
    return Gradient(points, ((0.0, first, 1.0), (1.0, last, 1.0)), Matrix(1, 0, 0, 1, 0, 0))
