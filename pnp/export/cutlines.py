"""Cut lines of a sheet for craft cutters: SVG and DXF in mm, in the very place where the pieces are printed."""

from collections.abc import Iterator

from pnp.draw.drawing import Outline
from pnp.export.svg import path_data
from pnp.sheets.sheet import Sheet

_STEPS = 12
"""Straight lines for a quarter of a round corner or disc: off by less than 0.02 mm."""


def cut_svg(sheet: Sheet) -> bytes:
    """Return the cut lines as SVG paths, one for each piece."""
    w, h = sheet.size
    lines = [f'<path d="{path_data(outline)}"/>' for outline in sheet.cuts]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}">'
    group = '<g fill="none" stroke="#ff0000" stroke-width="0.1">'
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', head, group, *lines, "</g>", "</svg>", ""]).encode()


def cut_dxf(sheet: Sheet) -> bytes:
    """Return the cut lines as closed polylines of a DXF file, version R12, whose y runs upwards."""
    pairs: list[tuple[int, str]] = [(0, "SECTION"), (2, "ENTITIES")]
    for outline in sheet.cuts:
        pairs += [(0, "POLYLINE"), (8, "cut"), (66, "1"), (70, "1")]
        for x, y in corners_of(outline):
            pairs += [(0, "VERTEX"), (8, "cut"), (10, f"{x:.3f}"), (20, f"{sheet.size.h - y:.3f}")]
        pairs += [(0, "SEQEND"), (8, "cut")]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs).encode()


def corners_of(outline: Outline) -> list[tuple[float, float]]:
    """Return the points of an outline with its curves as short straight lines; the last is not the first again."""
    points = list(_points(outline))
    return points[:-1] if len(points) > 1 and _near(points[0], points[-1]) else points


def _near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 1e-6 and abs(a[1] - b[1]) < 1e-6


def _points(outline: Outline) -> Iterator[tuple[float, float]]:
    x0 = y0 = 0.0
    for kind, *numbers in outline:
        values = [float(v) for v in numbers]
        if kind == "R":
            x, y, w, h = values
            yield from ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
        elif kind == "C":
            x1, y1, x2, y2, x3, y3 = values
            for i in range(1, _STEPS + 1):
                t = i / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
            x0, y0 = x3, y3
        elif kind in ("M", "L"):
            x0, y0 = values
            yield x0, y0
