"""Gradients of SVG: their stops, what they take from each other, and where they lie."""

from pnp.draw.drawing import Gradient
from pnp.draw.svg.css import Rule, properties
from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.tree import Element
from pnp.draw.svg.values import CURRENT, colour, length, share, transform
from pnp.geometry import Matrix, Size

_DEEPEST = 8


def gradient_of(
    element: Element,
    ids: dict[str, Element],
    rules: list[Rule],
    view: Size,
    box: tuple[float, float, float, float] | None,
    matrix: Matrix,
    opacity: float,
) -> Gradient | None:
    """Return the gradient of a shape with a bounding box, or None if it paints nothing."""
    chain = [element]
    while (href := chain[-1].get("href")) and len(chain) < _DEEPEST:
        above = ids.get(href[1:])
        if above is None or not above.tag.endswith("Gradient"):
            raise SvgFault(f"there is no gradient '{href[1:][:30]}' in the file")
        chain.append(above)

    def said(name: str, default: str) -> str:
        return next((e.get(name) for e in chain if name in e.attributes), default)

    stops = _stops(next((e for e in chain if any(c.tag == "stop" for c in e.children)), element), rules, opacity)
    if not stops or all(stop[2] <= 0 for stop in stops):
        return None
    if said("spreadMethod", "pad") != "pad":
        raise SvgFault("its spreadMethod is not honoured", "let the gradient reach over the whole shape")
    own = said("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    if own:
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            return None
        matrix = matrix.after(Matrix(box[2] - box[0], 0, 0, box[3] - box[1], box[0], box[1]))
    if text := said("gradientTransform", ""):
        matrix = matrix.after(transform(text))
    across, down = (1.0, 1.0) if own else (view.w, view.h)
    both = 1.0 if own else ((view.w * view.w + view.h * view.h) / 2) ** 0.5
    if element.tag == "linearGradient":
        points = tuple(
            length(said(name, default), name, whole)
            for name, default, whole in (
                ("x1", "0%", across),
                ("y1", "0%", down),
                ("x2", "100%", across),
                ("y2", "0%", down),
            )
        )
        if points[:2] == points[2:]:
            stops = (stops[-1],)
    else:
        cx, cy = length(said("cx", "50%"), "cx", across), length(said("cy", "50%"), "cy", down)
        r, fr = length(said("r", "50%"), "r", both), length(said("fr", "0%"), "fr", both)
        fx = length(said("fx", ""), "fx", across) if said("fx", "") else cx
        fy = length(said("fy", ""), "fy", down) if said("fy", "") else cy
        if r <= 0:
            stops = (stops[-1],)
        away = ((fx - cx) ** 2 + (fy - cy) ** 2) ** 0.5
        if away > 0.99 * r > 0:  # a focus outside of the circle stands on its edge
            fx, fy = cx + (fx - cx) * 0.99 * r / away, cy + (fy - cy) * 0.99 * r / away
        points = (cx, cy, max(r, 1e-6), fx, fy, max(0.0, fr))
    return Gradient(points, stops, matrix)


def _stops(element: Element, rules: list[Rule], opacity: float) -> tuple[tuple[float, str, float], ...]:
    stops: list[tuple[float, str, float]] = []
    for child in element.children:
        if child.tag != "stop":
            continue
        own = properties(child, rules)
        ink, alpha = colour(own.get("stop-color", "#000000"), "stop-color")
        if ink == CURRENT:
            raise SvgFault("a stop takes the colour of its surroundings", "give every stop a colour of its own")
        at = max(share(child.get("offset", "0") or "0", "offset"), stops[-1][0] if stops else 0.0)
        stops.append((at, ink, alpha * share(own.get("stop-opacity", "1"), "stop-opacity") * opacity))
    return tuple(stops)
