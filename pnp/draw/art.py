"""Ornaments drawn by rule: the patterns behind covers and card backs."""

from collections.abc import Callable
from math import cos, pi, sin, sqrt

from pnp.draw.colours import WHITE
from pnp.draw.drawing import Group, Item, Outline, Path, Segment, ellipse, polygon, rectangle
from pnp.geometry import Rect


def draw_art(name: str, box: Rect, colour: str, *, light: bool = False) -> list[Item]:
    """Return the named ornament, clipped to its box; in light, with thinner lines that take less ink."""
    items = _ART[name](box, colour)
    if light:
        items = [i._replace(width=i.width * 0.45) if isinstance(i, Path) else i for i in items]
    return [Group(tuple(items), clip=rectangle(box))]


def _waves(box: Rect, colour: str) -> list[Item]:
    """Rows of overlapping arcs, like a sea on an old map."""
    items: list[Item] = []
    r = 5.0
    rows = int(box.h / (r * 0.5)) + 3
    columns = int(box.w / (2 * r)) + 3
    for row in range(rows):
        y = box.y + row * r * 0.5
        shift = r if row % 2 else 0.0
        arcs: list[Segment] = []
        for column in range(columns):
            cx = box.cx + (column - columns // 2) * 2 * r + shift
            for radius in (r * 0.95, r * 0.62, r * 0.3):
                k = radius * 0.5523
                arcs += [
                    ("M", cx - radius, y + r),
                    ("C", cx - radius, y + r - k, cx - k, y + r - radius, cx, y + r - radius),
                    ("C", cx + k, y + r - radius, cx + radius, y + r - k, cx + radius, y + r),
                ]
        items.append(Path(tuple(arcs), stroke=colour, width=0.22))
    return items


def _rays(box: Rect, colour: str) -> list[Item]:
    """Rays from the centre."""
    reach = box.w + box.h
    wedges: list[Segment] = []
    count = 24
    for i in range(count):
        a, b = 2 * pi * i / count, 2 * pi * (i + 0.5) / count
        wedges += polygon(
            [
                (box.cx, box.cy),
                (box.cx + reach * cos(a), box.cy + reach * sin(a)),
                (box.cx + reach * cos(b), box.cy + reach * sin(b)),
            ]
        )
    return [Path(tuple(wedges), stroke=colour, width=0.18)]


def _rings(box: Rect, colour: str) -> list[Item]:
    """Concentric rings."""
    most = sqrt(box.w * box.w + box.h * box.h) / 2
    rings: list[Segment] = []
    radius = 2.0
    while radius < most:
        rings += ellipse(box.cx, box.cy, radius)
        radius += 2.4
    return [Path(tuple(rings), stroke=colour, width=0.2)]


def _gusts(box: Rect, colour: str) -> list[Item]:
    """Long gusts that curl at their ends."""
    items: list[Item] = []
    y, row = box.y + 3, 0
    while y < box.bottom:
        x = box.x - 12 + (row * 17 % 23)
        while x < box.right:
            length = 14 + (row * 7 + int(x)) % 9
            curl: Outline = (
                ("M", x, y),
                ("C", x + length * 0.4, y - 1.2, x + length * 0.7, y + 0.8, x + length, y - 0.6),
                ("C", x + length + 2.4, y - 1.4, x + length + 2.2, y - 4.2, x + length, y - 3.6),
                ("C", x + length - 1.4, y - 3.2, x + length - 0.9, y - 1.7, x + length + 0.3, y - 2.0),
            )
            items.append(Path(curl, stroke=colour, width=0.3, round=True))
            x += length + 9
        y += 5.2
        row += 1
    return items


def _isobars(box: Rect, colour: str) -> list[Item]:
    """Lines of equal pressure around two centres, as on a weather map."""
    items: list[Item] = []
    for cx, cy, turn, sign in ((0.32, 0.36, 0.5, 1), (0.72, 0.7, 1.9, -1)):
        for ring in range(1, 9):
            a = 3.2 * ring * box.w / 60
            x, y = box.x + cx * box.w, box.y + cy * box.h
            points = []
            for step in range(36):
                angle = 2 * pi * step / 36
                radius = a * (1 + 0.16 * sin(2 * angle + turn * ring / 3) + 0.08 * sign * sin(3 * angle + ring))
                points.append((x + radius * cos(angle), y + radius * 0.82 * sin(angle)))
            items.append(Path(_smooth(points), stroke=colour, width=0.22))
    return items


def _smooth(points: list[tuple[float, float]]) -> Outline:
    """Return a closed smooth curve through the points."""
    n = len(points)
    outline: list[Segment] = [("M", *points[0])]
    for i in range(n):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (points[(i + k) % n] for k in (-1, 0, 1, 2))
        outline.append(("C", x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2))
    outline.append(("Z",))
    return tuple(outline)


def _seal(box: Rect, colour: str) -> list[Item]:
    """A wax seal: a scalloped disc with rings, over a ground of fine diagonals."""
    items: list[Item] = []
    r = min(box.w, box.h) * 0.40
    for k, pitch in enumerate((3.2, 3.2)):
        lines: list[Segment] = []
        reach = box.w + box.h
        c = -reach
        while c < reach:
            sign = 1 if k == 0 else -1
            lines += [
                ("M", box.cx - reach, box.cy - sign * reach + c),
                ("L", box.cx + reach, box.cy + sign * reach + c),
            ]
            c += pitch
        items.append(Path(tuple(lines), stroke=colour, width=0.12))
    points = []
    for step in range(72):
        angle = 2 * pi * step / 72
        radius = r * (1 + 0.035 * cos(18 * angle))
        points.append((box.cx + radius * cos(angle), box.cy + radius * sin(angle)))
    items.append(Path(_smooth(points), fill=WHITE, stroke=colour, width=0.6))
    items.append(Path(ellipse(box.cx, box.cy, r * 0.86), stroke=colour, width=0.3))
    items.append(Path(ellipse(box.cx, box.cy, r * 0.80), stroke=colour, width=0.15))
    return items


_ART: dict[str, Callable[[Rect, str], list[Item]]] = {
    "waves": _waves,
    "rays": _rays,
    "rings": _rings,
    "gusts": _gusts,
    "isobars": _isobars,
    "seal": _seal,
}
