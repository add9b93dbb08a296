"""Elliptical arcs as cubic curves, since a drawing knows no arcs."""

from collections.abc import Iterator
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan

Cubic = tuple[float, float, float, float, float, float]


def arc_to_cubics(
    x0: float, y0: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> Iterator[Cubic]:
    """Yield cubic curves for an SVG arc from (x0, y0) to (x, y), by the end-point form of the SVG standard."""
    rx, ry = abs(rx), abs(ry)
    if (x0, y0) == (x, y):
        return
    if rx == 0 or ry == 0:
        yield x0, y0, x, y, x, y
        return
    phi = radians(turn)
    c, s = cos(phi), sin(phi)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = c * dx + s * dy, -s * dx + c * dy
    grow = sqrt(px * px / (rx * rx) + py * py / (ry * ry))
    if grow > 1:
        rx, ry = rx * grow, ry * grow
    under = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    over = (rx * py) ** 2 + (ry * px) ** 2
    k = sqrt(max(0.0, under / over)) * (-1 if large == sweep else 1)
    qx, qy = k * rx * py / ry, -k * ry * px / rx
    cx, cy = c * qx - s * qy + (x0 + x) / 2, s * qx + c * qy + (y0 + y) / 2
    start = _angle(1, 0, (px - qx) / rx, (py - qy) / ry)
    sweep_angle = _angle((px - qx) / rx, (py - qy) / ry, (-px - qx) / rx, (-py - qy) / ry)
    if not sweep and sweep_angle > 0:
        sweep_angle -= 2 * pi
    elif sweep and sweep_angle < 0:
        sweep_angle += 2 * pi
    pieces = max(1, ceil(abs(sweep_angle) / (pi / 2) - 1e-9))
    step = sweep_angle / pieces
    for i in range(pieces):
        yield _piece(cx, cy, rx, ry, c, s, start + i * step, step)


def _piece(cx: float, cy: float, rx: float, ry: float, c: float, s: float, angle: float, step: float) -> Cubic:
    k = 4 / 3 * tan(step / 4)

    def place(u: float, v: float) -> tuple[float, float]:
        return cx + c * rx * u - s * ry * v, cy + s * rx * u + c * ry * v

    a, b = cos(angle), sin(angle)
    e, f = cos(angle + step), sin(angle + step)
    return (*place(a - k * b, b + k * a), *place(e + k * f, f - k * e), *place(e, f))


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    angle = acos(max(-1.0, min(1.0, cosine)))
    return -angle if ux * vy - uy * vx < 0 else angle
