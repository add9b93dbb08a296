"""The outlines of SVG's shapes, in the units of the drawing."""

from pnp.draw.drawing import Outline, Segment, ellipse, polygon, polyline
from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.paths import parse_path
from pnp.draw.svg.tree import Element
from pnp.draw.svg.values import length, numbers
from pnp.geometry import Matrix, Size

SHAPES = frozenset(("circle", "ellipse", "line", "path", "polygon", "polyline", "rect"))


def outline_of(element: Element, view: Size) -> Outline:
    """Return the outline of a shape; one without size has none."""
    if element.tag == "path":
        return parse_path(element.get("d"), "path data")
    if element.tag in ("polygon", "polyline"):
        values = numbers(element.get("points"), "points")
        points = list(zip(values[::2], values[1::2], strict=False))
        return () if len(points) < 2 else polygon(points) if element.tag == "polygon" else polyline(points)
    if element.tag == "line":
        return polyline(
            [(_x(element, "x1", view), _y(element, "y1", view)), (_x(element, "x2", view), _y(element, "y2", view))]
        )
    if element.tag == "rect":
        return _rect(element, view)
    cx, cy = _x(element, "cx", view), _y(element, "cy", view)
    both = (view.w * view.w + view.h * view.h) ** 0.5 / 2**0.5
    if element.tag == "circle":
        r = _size(element, "r", both)
        return ellipse(cx, cy, r) if r > 0 else ()
    rx, ry = _size(element, "rx", view.w), _size(element, "ry", view.h)
    rx, ry = rx if "rx" in element.attributes else ry, ry if "ry" in element.attributes else rx
    return ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else ()


def _x(element: Element, name: str, view: Size) -> float:
    return length(element.get(name, "0") or "0", name, view.w)


def _y(element: Element, name: str, view: Size) -> float:
    return length(element.get(name, "0") or "0", name, view.h)


def _size(element: Element, name: str, whole: float) -> float:
    text = element.get(name)
    value = 0.0 if text in ("", "auto") else length(text, name, whole)
    if value < 0:
        raise SvgFault(f"{name} is negative")
    return value


def _rect(element: Element, view: Size) -> Outline:
    x, y = _x(element, "x", view), _y(element, "y", view)
    w, h = _size(element, "width", view.w), _size(element, "height", view.h)
    if w <= 0 or h <= 0:
        return ()
    said = {name: element.get(name) not in ("", "auto") for name in ("rx", "ry")}
    rx, ry = _size(element, "rx", view.w), _size(element, "ry", view.h)
    rx, ry = min(rx if said["rx"] else ry, w / 2), min(ry if said["ry"] else rx, h / 2)
    if rx <= 0 or ry <= 0:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    kx, ky, r, b = rx * 0.4477, ry * 0.4477, x + w, y + h
    return (
        ("M", x + rx, y),
        ("L", r - rx, y),
        ("C", r - kx, y, r, y + ky, r, y + ry),
        ("L", r, b - ry),
        ("C", r, b - ky, r - kx, b, r - rx, b),
        ("L", x + rx, b),
        ("C", x + kx, b, x, b - ky, x, b - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def moved(outline: Outline, m: Matrix) -> Outline:
    """Return an outline as a map moves it."""
    if m == (1, 0, 0, 1, 0, 0):
        return outline
    made: list[Segment] = []
    for kind, *values in outline:
        n = [float(v) for v in values]
        made.append((kind, *(v for i in range(0, len(n), 2) for v in m.apply(n[i], n[i + 1]))))
    return tuple(made)


def extent(outline: Outline) -> tuple[float, float, float, float] | None:
    """Return left, top, right and bottom of an outline, by the points of its curves and their handles."""
    n = [float(v) for segment in outline for v in segment[1:]]
    return (min(n[::2]), min(n[1::2]), max(n[::2]), max(n[1::2])) if n else None


def area(outline: Outline) -> float:
    """Return the signed area of an outline, its curves taken as straight lines."""
    total, start, at = 0.0, (0.0, 0.0), (0.0, 0.0)
    for segment in (*outline, ("Z",)):
        to = start if segment[0] == "Z" else (float(segment[-2]), float(segment[-1]))
        if segment[0] == "M":
            total += at[0] * start[1] - start[0] * at[1]
            start = to
        else:
            total += at[0] * to[1] - to[0] * at[1]
        at = to
    return total / 2


def reversed_outline(outline: Outline) -> Outline:
    """Return an outline that runs the other way round."""
    made: list[Segment] = []
    for ring in _rings(outline):
        points: list[tuple[float, ...]] = [tuple(float(v) for v in segment[1:]) for segment in ring]
        made.append(("M", *points[-1][-2:]))
        for i in range(len(points) - 1, 0, -1):
            to = points[i - 1][-2:]
            made.append(("L", *to) if len(points[i]) == 2 else ("C", *points[i][2:4], *points[i][:2], *to))
        made.append(("Z",))
    return tuple(made)


def _rings(outline: Outline) -> list[list[Segment]]:
    rings: list[list[Segment]] = []
    closed = False
    for segment in outline:
        if segment[0] == "M" or (closed and segment[0] != "Z"):
            rings.append([segment] if segment[0] == "M" else [rings[-1][0], segment])
        elif segment[0] != "Z":
            rings[-1].append(segment)
        closed = segment[0] == "Z"
    return rings
