"""Preflight: what a print shop would complain about, found before anything is written."""

from collections.abc import Iterable
from math import fsum, sqrt

from pnp.diagnostics import Report
from pnp.draw.colours import ink
from pnp.draw.drawing import Group, Item, Outline, Path, Text, Use
from pnp.draw.fonts import font
from pnp.draw.style import LARGE_AREA, MOST_FLAT_INK
from pnp.geometry import Matrix, Rect
from pnp.model import SMALLEST_TEXT
from pnp.sheets.sheet import PrintOptions, SheetSet


def preflight(
    sets: Iterable[SheetSet], options: PrintOptions, report: Report, least_size: float = SMALLEST_TEXT
) -> None:
    """Note every sheet that has the wrong size, prints outside its margins, or holds unreadable text."""
    seen: set[tuple[int, int]] = set()
    for sheet_set in sets:
        for sheet in sheet_set.sheets:
            if not options.large_boards and {round(sheet.size.w, 2), round(sheet.size.h, 2)} != {
                round(v, 2) for v in options.paper.size
            }:
                report.error("preflight", f"{sheet.label}: the page is not of the chosen paper's size")
            for item in sheet.items:
                box = _bounds(item)
                if box is not None and not sheet.live.contains(box, slack=0.05):
                    report.error("preflight", f"{sheet.label}: something reaches outside the printable area")
            _walk(sheet.items, 1.0, options, sheet.label, report, seen, least_size)


def _bounds(item: Item) -> Rect | None:
    """Return the box of a placed symbol, or of what is shown of it."""
    if isinstance(item, Group) and item.clip is not None and len(item.clip) == 1:
        _, x, y, w, h = item.clip[0]
        return Rect(float(x), float(y), float(w), float(h))
    if not isinstance(item, Use):
        return None
    box = item.symbol.box
    corners = [item.matrix.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _scale(matrix: Matrix | None) -> float:
    """Return how much a map enlarges what it moves."""
    return sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c)) if matrix else 1.0


def _walk(
    items: Iterable[Item],
    scale: float,
    options: PrintOptions,
    label: str,
    report: Report,
    seen: set[tuple[int, int]],
    least_size: float,
) -> None:
    for item in items:
        if isinstance(item, Text):
            if item.size * scale < least_size - 0.01:
                report.error(
                    "preflight",
                    f"{label}: '{item.text[:30]}' is set in {item.size * scale:.1f} pt, less than {least_size:g}",
                )
            if lacking := font(item.font).missing(item.text):
                shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in lacking[:5])
                report.error("glyph", f"'{item.text[:30]}': the {font(item.font).shown} font has no glyph for {shown}")
        elif isinstance(item, Group):
            _walk(item.items, scale * _scale(item.matrix), options, label, report, seen, least_size)
        elif isinstance(item, Use):
            inner = scale * _scale(item.matrix)
            key = (id(item.symbol), round(inner * 1000))
            if key not in seen:
                seen.add(key)
                _walk(item.symbol.items, inner, options, label, report, seen, least_size)
        elif isinstance(item, Path) and options.style == "lowink" and item.fill is not None:
            area = outline_area(item.outline) * scale * scale
            if area > LARGE_AREA and ink(item.fill) > MOST_FLAT_INK:
                report.error(
                    "preflight", f"{label}: an area of {area:.0f} mm² is filled with more than {MOST_FLAT_INK:.0%} ink"
                )


def outline_area(outline: Outline) -> float:
    """Return the area of the largest ring of an outline, with curves taken as straight lines."""
    largest = 0.0
    ring: list[tuple[float, float]] = []
    for segment in (*outline, ("Z",)):
        kind = segment[0]
        if kind == "R":
            largest = max(largest, abs(float(segment[3]) * float(segment[4])))
            continue
        if kind in "MZ" and ring:  # type: ignore[operator]
            pairs = zip(ring, ring[1:] + ring[:1], strict=True)
            largest = max(largest, abs(fsum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2)
            ring = []
        if kind != "Z":
            ring.append((float(segment[-2]), float(segment[-1])))
    return largest


def fonts_embedded(pdf: bytes) -> bool:
    """Say whether every font of a PDF travels inside it."""
    fonts = pdf.count(b"/Subtype /TrueType") + pdf.count(b"/Subtype /CIDFontType2")
    return pdf.count(b"/FontFile2") >= fonts and b"/Subtype /Type1" not in pdf
