"""A printer's errors, and how finished sheets make up for them.

A printer lays a page down shifted, turned and stretched about its centre, on each side of the paper a little
differently. Whole sheets are drawn the other way round beforehand, so that they land where they should.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import atan, ceil, cos, degrees, radians, sin
from typing import NamedTuple

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Group, Image, Item, Link, Outline, Path, Shade, Text, Use
from pnp.draw.fonts import font
from pnp.geometry import PT_PER_MM, Matrix, Rect, Size, quarter_turn
from pnp.model import Printer
from pnp.printing import Flip
from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet
from pnp.words import Edge, LayoutWords

ARM, SIDE_ARM = 90.0, 55.0
"""How far from the centre the calibration sheet's upper and lower rulers stand, and the one at the side."""
BAR_ACROSS, BAR_DOWN = 150.0, 200.0
DEFAULT_UNPRINTED = Printer().margin
_SAME = Matrix(1, 0, 0, 1, 0, 0)
_EDGES: tuple[Edge, ...] = ("left", "upper", "right", "lower")


class Readings(NamedTuple):
    """What the calibration sheet showed: where the creases cross its rulers, and how long its bars are."""

    front: tuple[float, float, float]
    """The upper, the lower and the side ruler."""
    back: tuple[float, float, float]
    scale: tuple[float, float]
    """The lengths of the bar across and the bar down."""
    flip: Flip
    margin: float


def printer_of(readings: Readings) -> Printer:
    """Return the printer that shows these readings."""
    scale = readings.scale[0] / BAR_ACROSS, readings.scale[1] / BAR_DOWN
    front, front_angle = _offset(*readings.front, scale)
    back, back_angle = _offset(*readings.back, scale)
    return Printer(
        front=front,
        back=back,
        front_angle=front_angle,
        back_angle=back_angle,
        scale=(round(scale[0], 6), round(scale[1], 6)),
        flip=readings.flip,
        margin=readings.margin,
    )


def _offset(upper: float, lower: float, side: float, scale: tuple[float, float]) -> tuple[tuple[float, float], float]:
    """Return shift and angle of one side of the paper: a crease is where the paper's own middle is."""
    sx, sy = scale
    angle = atan((upper - lower) / (2 * ARM) * sx / sy)
    x = (upper + lower) / 2 * sx * cos(angle)
    y = side * sy * cos(angle) + SIDE_ARM * sx * sin(angle)
    return (round(x, 4), round(y, 4)), round(degrees(angle), 5)


def printed_at(printer: Printer, page: Size, side: str, flip: str) -> Matrix:
    """Return where the printer puts the points of an upright page; for a back, if paper is turned over that edge."""
    is_back = side == "back"
    (dx, dy), turn = (printer.back, printer.back_angle) if is_back else (printer.front, printer.front_angle)
    if is_back and flip != printer.flip:
        dx, dy = -dx, -dy  # the page goes in the other way up than the one that was measured
    (sx, sy), angle = printer.scale, radians(turn)
    a, b, c, d = sx * cos(angle), sx * sin(angle), -sy * sin(angle), sy * cos(angle)
    cx, cy = page.w / 2, page.h / 2
    return Matrix(a, b, c, d, cx + dx - a * cx - c * cy, cy + dy - b * cx - d * cy)


def correct(
    sets: Sequence[SheetSet], options: PrintOptions, flip: str, words: LayoutWords, report: Report
) -> list[SheetSet]:
    """Return sheet sets as they must be sent to the printer; with no printer chosen, as they are."""
    printer = options.printer
    if printer is None:
        return list(sets)
    return [_corrected(sheet_set, printer, options.paper.size, flip, words, report) for sheet_set in sets]


def flip_of(backs: str) -> str:
    """Return the edge over which paper is turned for these backs."""
    return "short" if backs == "duplex-short" else "long"


def _corrected(
    sheet_set: SheetSet, printer: Printer, paper: Size, flip: str, words: LayoutWords, report: Report
) -> SheetSet:
    sheets: list[Sheet] = []
    notes = list(sheet_set.notes)
    for sheet in sheet_set.sheets:
        if sorted(sheet.size) != sorted(paper):
            notes.append(words.not_corrected(sheet.title))
            sheets.append(sheet)
            continue
        turn = quarter_turn(sheet.size, 90, 0, 0) if sheet.size.w > sheet.size.h else _SAME
        upright = sheet.size if turn is _SAME else sheet.size.turned()  # how it would turn a lying page is not known
        matrix = printed_at(printer, upright, sheet.side, flip).inverse().after(turn)
        notes += _check_reach(sheet._replace(size=upright), matrix, printer, words, report)
        sheets.append(sheet._replace(size=upright, items=tuple(_moved(sheet.items, matrix))))
    return sheet_set._replace(sheets=tuple(sheets), notes=tuple(dict.fromkeys(notes)))


def _moved(items: Iterable[Item], matrix: Matrix) -> Iterator[Item]:
    """Move the items of a page; groups and links stay what they are, for they mean something to readers."""
    for plain, run in groupby(items, key=lambda item: isinstance(item, (Path, Shade, Text, Image))):
        if plain:
            yield Group(tuple(run), matrix)
            continue
        for item in run:
            if isinstance(item, Group):
                yield item._replace(matrix=matrix.after(item.matrix) if item.matrix else matrix)
            elif isinstance(item, Use):
                yield item._replace(matrix=matrix.after(item.matrix))
            elif isinstance(item, Link):
                yield item._replace(rect=_around(matrix.apply(*corner) for corner in _corners(item.rect)))
            elif isinstance(item, Anchor):
                yield item._replace(y=matrix.apply(0, item.y)[1])


def _check_reach(sheet: Sheet, matrix: Matrix, printer: Printer, words: LayoutWords, report: Report) -> list[str]:
    """Note a piece that the correction moves to where the printer cannot print; return what else it may lose."""
    pieces = [item for item in sheet.items if isinstance(item, Use)]
    lost = _too_near(reach(pieces, matrix), sheet.size, printer)
    if lost is not None:
        edge, room = lost
        near = f"within {max(room, 0):.1f} mm of the {edge} edge, where your printer leaves {printer.margin:g} mm free"
        message = f"{sheet.title}: corrected for your printer, a piece comes {near}"
        report.error("printer", message, None, f"add {ceil(10 * (printer.margin - room)) / 10:g} mm to --margin")
    at_the_edge = _too_near(reach(sheet.items, matrix), sheet.size, printer) if lost is None else None
    if at_the_edge is None:
        return []
    edge, room = at_the_edge
    return [words.nearly_lost(sheet.title, f"{max(room, 0):.1f}", edge, printer.margin)]


def _too_near(drawn: Rect | None, page: Size, printer: Printer) -> tuple[Edge, float] | None:
    """Say to which edge something comes nearer than the printer prints, and how many mm are left."""
    if drawn is None:
        return None
    rooms = (drawn.x, drawn.y, page.w - drawn.right, page.h - drawn.bottom)
    edge, room = min(zip(_EDGES, rooms, strict=True), key=lambda pair: pair[1])
    return None if room >= printer.margin - 0.005 else (edge, room)


def reach(items: Iterable[Item], matrix: Matrix = _SAME) -> Rect | None:
    """Return the rectangle that holds everything drawn, or None if nothing is."""
    points = list(_points(items, matrix))
    return _around(points) if points else None


def _points(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[float, float]]:
    """Yield points around all that is drawn, where they are on the page."""
    for item in items:
        inner, box = matrix, None
        if isinstance(item, Path):
            box = _box(item.outline).inset(-item.width / 2 if item.stroke else 0.0)
        elif isinstance(item, Shade):
            box = _box(item.outline)
        elif isinstance(item, Text):
            height = item.size / PT_PER_MM
            box = Rect(item.x, item.y - 0.75 * height, font(item.font).width(item.text) * item.size, height)
        elif isinstance(item, Image):
            box = item.rect
        elif isinstance(item, Use):
            inner, box = matrix.after(item.matrix), item.symbol.box
        elif isinstance(item, Group):
            inner = matrix.after(item.matrix) if item.matrix else matrix
            if item.clip is None:
                yield from _points(item.items, inner)
            else:
                inside = reach(item.items)
                box = _shared(inside, _box(item.clip)) if inside is not None else None
        if box is not None:
            yield from (inner.apply(*corner) for corner in _corners(box))


def _around(points: Iterable[tuple[float, float]]) -> Rect:
    """Return the smallest upright rectangle around some points."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _corners(box: Rect) -> list[tuple[float, float]]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _box(outline: Outline) -> Rect:
    """Return the box of an outline's points, those that steer curves included."""
    points: list[tuple[float, float]] = []
    for kind, *given in outline:
        numbers = [float(n) for n in given]
        if kind == "R":
            x, y, w, h = numbers
            numbers = [x, y, x + w, y + h]
        points += zip(numbers[::2], numbers[1::2], strict=True)
    return _around(points)


def _shared(a: Rect, b: Rect) -> Rect | None:
    """Return what two rectangles have in common."""
    x, y = max(a.x, b.x), max(a.y, b.y)
    w, h = min(a.right, b.right) - x, min(a.bottom, b.bottom) - y
    return Rect(x, y, w, h) if w > 0 and h > 0 else None
