"""The map as a drawing on graph paper: for sheets, rulebook figures and solutions.

MapFrame says where a square lies on the page; draw_map draws a MapView in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, sin
from typing import NamedTuple

from pnp.draw.colours import mix
from pnp.draw.drawing import Group, Item, Path, Segment, ellipse, polygon, polyline, rectangle
from pnp.draw.faces import Painter
from pnp.draw.fonts import font
from pnp.draw.text import MM_PER_PT, simple_line
from pnp.games.tempest.play.choices import Square
from pnp.games.tempest.play.mapview import MapView, view_of, view_of_day, view_of_final
from pnp.geometry import Rect

__all__ = [
    "TICK",
    "MapFrame",
    "MapView",
    "draw_map",
    "frame_of",
    "tick_box",
    "view_of",
    "view_of_day",
    "view_of_final",
]

TICK = 7.0
"""Room along the edge of a map whose coordinates are boxes to cross off, in mm."""

_WHITE = "#ffffff"
_LEAST_TEXT = 7.0
_LARGEST_LETTER = 6.6
"""Height of a citizen's letter on large squares, in mm: the rest is for the pencil."""

_ROOM_FOR_PAWN = 7.0
"""On smaller squares the letters of those with you stand for you as well."""

_STROKES = 4
"""Pencil lines across a square, for each direction."""


class MapFrame(NamedTuple):
    """Where a map lies: its squares, and the room for coordinates above and to the left."""

    x: float
    y: float
    square: float
    size: int
    edge: float

    @property
    def ground(self) -> Rect:
        """The squares without the coordinates."""
        return Rect(self.x + self.edge, self.y + self.edge, self.square * self.size, self.square * self.size)

    @property
    def box(self) -> Rect:
        """The squares with the coordinates."""
        side = self.edge + self.square * self.size
        return Rect(self.x, self.y, side, side)

    def cell(self, square: Square) -> Rect:
        """Return where a square lies."""
        return Rect(
            self.x + self.edge + (square[0] - 1) * self.square,
            self.y + self.edge + (square[1] - 1) * self.square,
            self.square,
            self.square,
        )

    def heart(self, x: int) -> Rect:
        """Return the place of a column's number."""
        return Rect(self.x + self.edge + (x - 1) * self.square, self.y, self.square, self.edge)

    def spade(self, y: int) -> Rect:
        """Return the place of a row's number."""
        return Rect(self.x, self.y + self.edge + (y - 1) * self.square, self.edge, self.square)


def frame_of(size: int, box: Rect, *, ticks: bool = False, coordinates: bool = True) -> MapFrame:
    """Return the largest map of that size in a box, at its top left."""
    side = min(box.w, box.h)
    edge = 0.0
    if coordinates:
        edge = TICK if ticks else min(6.0, max(3.4, side * 0.06))
    return MapFrame(box.x, box.y, (side - edge) / size, size, edge)


def draw_map(
    painter: Painter, view: MapView, box: Rect, *, ticks: bool = False, coordinates: bool = True
) -> list[Item]:
    """Return a map, as large as the box allows; with ticks, coordinates are boxes to cross off."""
    frame = frame_of(view.size, box, ticks=ticks, coordinates=coordinates)
    return MapArtist(painter, view, frame).draw(ticks=ticks)


class MapArtist:
    """Draws one map, layer by layer."""

    def __init__(self, painter: Painter, view: MapView, frame: MapFrame) -> None:
        self.painter, self.view, self.frame = painter, view, frame
        self.ink = painter.style.ink("ink")
        self.heavy = frame.square >= 9

    def draw(self, *, ticks: bool = False) -> list[Item]:
        """Return all layers."""
        items: list[Item] = [Path(rectangle(self.frame.ground), fill=_WHITE)]
        self._struck(items)
        self._levels(items)
        self._grid(items)
        self._walls(items)
        if self.frame.edge:
            self._coordinates(ticks, items)
        self._path(items)
        self._marks(items)
        self._target_ring(items)
        return items

    # ------------------------------------------------------------ ground

    def _grid(self, out: list[Item]) -> None:
        """Graph paper: fine lines, the middle of the map a little stronger, a frame around."""
        ground, square, size = self.frame.ground, self.frame.square, self.view.size
        line = self.painter.style.ink("line")
        inner: list[Segment] = []
        for i in range(1, size):
            x, y = ground.x + i * square, ground.y + i * square
            inner += [("M", x, ground.y), ("L", x, ground.bottom), ("M", ground.x, y), ("L", ground.right, y)]
        out.append(Path(tuple(inner), stroke=line, width=0.2 if self.heavy else 0.15))
        half = size // 2 * square
        cx, cy = ground.x + half, ground.y + half
        middle: tuple[Segment, ...] = (
            ("M", cx, ground.y),
            ("L", cx, ground.bottom),
            ("M", ground.x, cy),
            ("L", ground.right, cy),
        )
        out.append(Path(middle, stroke=line, width=0.55 if self.heavy else 0.3))
        out.append(Path(rectangle(ground), stroke=self.ink, width=0.6 if self.heavy else 0.35))

    def _struck(self, out: list[Item]) -> None:
        for square in self.view.struck:
            cell = self.frame.cell(square)
            out.append(Path(rectangle(cell), fill=_tint(self.painter)))

    def _levels(self, out: list[Item]) -> None:
        """Pencil lines: upright for level 1, lying as well for 2, slanted as well for 3."""
        ink = self.painter.style.ink("storm-ink")
        width = 0.32 if self.heavy else 0.2
        for square, level in self.view.levels.items():
            cell = self.frame.cell(square)
            marks = [s for count, strokes in enumerate(_DIRECTIONS, 1) if level >= count for s in strokes(cell)]
            out.append(Group((Path(tuple(marks), stroke=ink, width=width, round=True),), clip=rectangle(cell)))
            if level > len(_DIRECTIONS):
                _letter(str(level), cell, self.frame.square * 0.5, ink, out, disc=True)

    def _walls(self, out: list[Item]) -> None:
        """Hatched squares with one outline around each shape, and an x where the coordinate was."""
        walls = set(self.view.walls)
        if not walls:
            return
        ink = self.painter.style.ink("block")
        hatch: list[Segment] = []
        outline: list[Segment] = []
        pitch = self.frame.square / max(4, round(self.frame.square / 1.9))
        for square in self.view.walls:
            cell = self.frame.cell(square)
            hatch += _slanted(cell, pitch)
            x, y = square
            for near, ends in (
                ((x, y - 1), (cell.x, cell.y, cell.right, cell.y)),
                ((x, y + 1), (cell.x, cell.bottom, cell.right, cell.bottom)),
                ((x - 1, y), (cell.x, cell.y, cell.x, cell.bottom)),
                ((x + 1, y), (cell.right, cell.y, cell.right, cell.bottom)),
            ):
                if near not in walls:
                    outline += [("M", *ends[:2]), ("L", *ends[2:])]
        out.append(Path(tuple(hatch), stroke=ink, width=0.42 if self.heavy else 0.25))
        out.append(Path(tuple(outline), stroke=self.ink, width=0.75 if self.heavy else 0.4, round=True))
        for square in self.view.crosses:
            if square in walls:
                self._cross(self.frame.cell(square), out)

    def _cross(self, cell: Rect, out: list[Item]) -> None:
        r = min(cell.w * 0.15, 2.0)
        out.append(Path(ellipse(cell.cx, cell.cy, r * 1.6), fill=_WHITE))
        lines: tuple[Segment, ...] = (
            ("M", cell.cx - r, cell.cy - r),
            ("L", cell.cx + r, cell.cy + r),
            ("M", cell.cx - r, cell.cy + r),
            ("L", cell.cx + r, cell.cy - r),
        )
        out.append(Path(lines, stroke=self.ink, width=max(0.3, r * 0.3), round=True))

    # ------------------------------------------------------- coordinates

    def _coordinates(self, ticks: bool, out: list[Item]) -> None:
        """Hearts across the top, spades down the side; the corner says which is which."""
        frame, style = self.frame, self.painter.style
        named = self.view.ranks or self.view.size
        red, black = style.ink("suit-red"), style.ink("suit-black")
        for number in range(1, self.view.size + 1):
            for place, ink in ((frame.heart(number), red), (frame.spade(number), black)):
                if number > named:
                    _letter("–", place, 2.6, style.ink("muted"), out)
                elif ticks:
                    self._tick(number, place, ink, out)
                else:
                    _letter(str(number), place, min(frame.edge, frame.square) * 0.72, ink, out, bold=self.heavy)
        side = frame.edge * 0.5
        out.append(self.painter.icon("heart", Rect(frame.x + frame.edge - side * 1.06, frame.y, side, side), red))
        out.append(self.painter.icon("spade", Rect(frame.x, frame.y + frame.edge - side * 1.06, side, side), black))

    def _tick(self, number: int, place: Rect, ink: str, out: list[Item]) -> None:
        side = TICK - 1.0
        upright = place.h > place.w
        x = place.x if upright else place.cx - side / 2
        y = place.cy - side / 2 if upright else place.y
        out += tick_box(str(number), Rect(x, y, side, side), ink)

    # ------------------------------------------------------------- marks

    def _marks(self, out: list[Item]) -> None:
        """Put the star, letters and tokens on their squares; several on one square share it."""
        for square, kinds in self._standing().items():
            places = _shared(self.frame.cell(square), len(kinds), home=kinds[0][0] in _HOMES)
            for (kind, what), place in zip(kinds, places, strict=True):
                self._mark(kind, what, place, out)

    def _standing(self) -> dict[Square, list[tuple[str, str]]]:
        view = self.view
        standing: dict[Square, list[tuple[str, str]]] = {}

        def put(square: Square | None, kind: str, what: str = "") -> None:
            if square is not None:
                standing.setdefault(square, []).append((kind, what))

        put(view.haven, "end" if view.final else "star")
        put(view.start, "start")
        for letter, square in view.people:
            put(square, "person", letter)
        put(view.beast, "beast", view.beast_icon)
        put(view.player, "player", "".join(view.party))
        return standing

    def _mark(self, kind: str, what: str, place: Rect, out: list[Item]) -> None:
        style, side = self.painter.style, min(place.w, place.h)
        if kind == "star":
            ink = style.ink("haven-line")
            inner = _middle(place, side * 0.74)
            out.append(Path(_star(inner.inset(-side * 0.06)), fill=_WHITE))
            fill = None if style.low_ink else style.ink("haven")
            out.append(Path(_star(inner), fill=fill, stroke=ink, width=max(0.25, side * 0.035), round=True))
        elif kind in ("start", "end"):
            self._flag("S" if kind == "start" else "E", place, out, strong=kind == "end")
        elif kind == "person":
            _letter(what, place, min(side * 0.62, _LARGEST_LETTER), self.ink, out, disc=True, ring=self.ink)
        elif kind == "beast":
            if what:
                inner = _middle(place, side * 0.86)
                out.append(Path(ellipse(inner.cx, inner.cy, inner.w * 0.5), fill=_WHITE))
                out.append(self.painter.icon(what, inner, style.ink("danger")))
            else:
                _letter("B", place, side * 0.62, style.ink("danger"), out, disc=True, ring=style.ink("danger"))
        else:
            self._player(what, place, out)

    def _flag(self, letter: str, place: Rect, out: list[Item], *, strong: bool) -> None:
        side = min(place.w, place.h)
        inner = _middle(place, side * 0.78)
        ink = self.painter.style.ink("haven-line")
        out.append(Path(rectangle(inner, side * 0.12), fill=_WHITE, stroke=ink, width=max(0.25, side * 0.035)))
        if strong:
            out.append(Path(rectangle(inner.inset(side * 0.07), side * 0.08), stroke=ink, width=0.2))
        _letter(letter, place, side * 0.6, self.ink, out)

    def _player(self, party: str, place: Rect, out: list[Item]) -> None:
        side = min(place.w, place.h)
        inner = _middle(place, side * 0.8)
        accent = self.painter.style.ink("accent")
        if party and side < _ROOM_FOR_PAWN:
            _letter(party, place, side * 0.6, accent, out, disc=True, ring=accent)
            return
        out.append(Path(ellipse(inner.cx, inner.cy, inner.w * 0.52), fill=_WHITE, stroke=accent, width=side * 0.04))
        if not party:
            out.append(self.painter.icon("pawn", inner.inset(side * 0.1), accent))
            return
        pawn = Rect(inner.x, inner.y + inner.h * 0.18, inner.w * 0.5, inner.h * 0.64)
        out.append(self.painter.icon("pawn", pawn, accent))
        half = Rect(inner.x + inner.w * 0.42, inner.y, inner.w * 0.56, inner.h)
        size = max(_LEAST_TEXT * MM_PER_PT, side * 0.5 / max(1.0, len(party) * 0.72))
        _letter(party, half, size, self.ink, out)

    # -------------------------------------------------------------- play

    def _path(self, out: list[Item]) -> None:
        """The way walked as an arrow; each step keeps a little to its right, so that ways there and back differ."""
        if len(self.view.path) < 2:
            return
        points = self._way(self.frame.square * 0.1)
        (ax, ay), (bx, by) = points[-2:]
        turn, head = atan2(by - ay, bx - ax), min(3.4, max(1.5, self.frame.square * 0.3))
        short = -self.frame.square * 0.4 if self.view.path[-1] in self._standing() else head * 0.3
        tip = (bx + cos(turn) * short, by + sin(turn) * short)
        back = (tip[0] - cos(turn) * head, tip[1] - sin(turn) * head)
        points[-1] = (tip[0] - cos(turn) * head * 0.7, tip[1] - sin(turn) * head * 0.7)
        wing = head * 0.5
        arrow = polygon(
            [
                tip,
                (back[0] - sin(turn) * wing, back[1] + cos(turn) * wing),
                (back[0] + sin(turn) * wing, back[1] - cos(turn) * wing),
            ]
        )
        ink, width = self.painter.style.ink("danger"), min(0.9, max(0.4, self.frame.square * 0.07))
        out.append(Path(polyline(points), stroke=_WHITE, width=width * 2.2, round=True))
        out.append(Path(polyline(points), stroke=ink, width=width, round=True))
        out.append(Path(arrow, fill=ink))

    def _way(self, aside: float) -> list[tuple[float, float]]:
        """Return the corners of the way, each step moved aside to its right."""
        cells = [self.frame.cell(square) for square in self.view.path]
        shifts = []
        for (x0, y0), (x1, y1) in zip(self.view.path, self.view.path[1:], strict=False):
            reach = max(1.0, float(abs(x1 - x0) + abs(y1 - y0)))
            shifts.append((-(y1 - y0) / reach * aside, (x1 - x0) / reach * aside))
        points = [(cells[0].cx + shifts[0][0], cells[0].cy + shifts[0][1])]
        for cell, (ax, ay), (bx, by) in zip(cells[1:-1], shifts[:-1], shifts[1:], strict=True):
            if (ax, ay) == (bx, by):
                continue
            if (ax, ay) == (-bx, -by):
                points += [(cell.cx + ax, cell.cy + ay), (cell.cx + bx, cell.cy + by)]
            else:
                points.append((cell.cx + ax + bx, cell.cy + ay + by))
        points.append((cells[-1].cx + shifts[-1][0], cells[-1].cy + shifts[-1][1]))
        return points

    def _target_ring(self, out: list[Item]) -> None:
        """A ring in the corner of the square that the cards named."""
        if self.view.at is None:
            return
        cell = self.frame.cell(self.view.at)
        ink = self.painter.style.ink("storm-ink")
        out.append(Path(rectangle(cell.inset(cell.w * 0.06)), stroke=ink, width=max(0.4, cell.w * 0.07)))


# ---------------------------------------------------------------- small shapes


def tick_box(text: str, box: Rect, ink: str) -> list[Item]:
    """Return a box to cross off, with what it stands for."""
    items: list[Item] = [Path(rectangle(box, 0.8), fill=_WHITE, stroke=ink, width=0.25)]
    _letter(text, box, min(box.w, box.h) * 0.62, ink, items)
    return items


def _letter(
    text: str,
    place: Rect,
    high: float,
    ink: str,
    out: list[Item],
    *,
    disc: bool = False,
    ring: str | None = None,
    bold: bool = True,
) -> None:
    """Set a letter or number in the middle of a place, about `high` mm high with its line, never below 7 pt."""
    size = max(_LEAST_TEXT, high / MM_PER_PT)
    if disc:
        r = size * MM_PER_PT * 0.62
        wide = max(r, font("sans-bold").width(text) * size * 0.5 + r * 0.35)
        out.append(Path(ellipse(place.cx, place.cy, wide, r), fill=_WHITE, stroke=ring, width=max(0.25, high * 0.04)))
    baseline = place.cy + 0.33 * size * MM_PER_PT
    out.append(simple_line(text, place.cx, baseline, size, ink, bold=bold, align="center"))


def _middle(place: Rect, side: float) -> Rect:
    """Return a square in the middle of a place."""
    return Rect(place.cx - side / 2, place.cy - side / 2, side, side)


def _shared(cell: Rect, count: int, *, home: bool) -> Sequence[Rect]:
    """Return the places of several marks on one square; on a small one, others stand before the home mark."""
    if count == 1:
        return [cell]
    if home and cell.w < _ROOM_FOR_PAWN:
        near = Rect(cell.x + cell.w * 0.3, cell.y + cell.h * 0.3, cell.w * 0.7, cell.h * 0.7)
        return [cell, *_shared(near, count - 1, home=False)]
    columns = 2 if count <= 4 else 3
    rows = -(-count // columns)
    w, h = cell.w / columns, cell.h / rows
    return [Rect(cell.x + i % columns * w, cell.y + i // columns * h, w, h) for i in range(count)]


def _star(box: Rect) -> tuple[Segment, ...]:
    """Return a five-pointed star in a square box."""
    points = []
    for i in range(10):
        r = box.w * (0.53 if i % 2 == 0 else 0.235)
        angle = -1.5707963 + i * 0.62831853
        points.append((box.cx + r * cos(angle), box.cy + box.w * 0.035 + r * sin(angle)))
    return polygon(points)


def _upright(cell: Rect) -> Iterable[Segment]:
    for i in range(1, _STROKES + 1):
        x = cell.x + cell.w * (i - 0.5) / _STROKES
        yield ("M", x, cell.y + cell.h * 0.06)
        yield ("L", x, cell.bottom - cell.h * 0.06)


def _lying(cell: Rect) -> Iterable[Segment]:
    for i in range(1, _STROKES + 1):
        y = cell.y + cell.h * (i - 0.5) / _STROKES
        yield ("M", cell.x + cell.w * 0.06, y)
        yield ("L", cell.right - cell.w * 0.06, y)


def _rising(cell: Rect) -> Iterable[Segment]:
    for i in (-1, 0, 1):
        shift = i * cell.w * 0.42
        yield ("M", cell.x + shift, cell.bottom)
        yield ("L", cell.right + shift, cell.y)


_HOMES = ("star", "start", "end")
_DIRECTIONS = (_upright, _lying, _rising)


def _slanted(cell: Rect, pitch: float) -> Iterable[Segment]:
    """Yield falling lines across a square, so that those of neighbours meet."""
    count = round(cell.w / pitch)
    for i in range(1, 2 * count):
        reach = i * pitch
        x0, y0 = (cell.x, cell.bottom - reach) if reach <= cell.h else (cell.x + reach - cell.h, cell.y)
        x1, y1 = (cell.x + reach, cell.bottom) if reach <= cell.w else (cell.right, cell.bottom - (reach - cell.w))
        yield ("M", x0, y0)
        yield ("L", x1, y1)


def _tint(painter: Painter) -> str:
    """Return the ground of squares that are struck, pale in every style."""
    return mix(painter.style.ink("storm-ink"), _WHITE, 0.9)
