"""Tile art: a ground, small motifs around it and the terrain's sign in the middle.

Every tile looks the same after a quarter turn, apart from its sign, and motifs keep their distance across tile
edges. So cards may be turned, laid beside and over each other, and the landscape goes on without a seam.
"""

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from pnp.draw.colours import mix
from pnp.draw.drawing import Group, Item, Path, Segment, Symbol, Use, ellipse, polygon, rectangle
from pnp.draw.faces import Painter
from pnp.draw.style import LARGE_AREA
from pnp.games.terrain.content.files import Art
from pnp.geometry import Rect, Size, quarter_turn

_SMALL = 20.0
"""Tiles below this edge (mm) are drawn with fewer motifs and a larger sign."""

Terrain = Mapping[str, Any]
"""A terrain as templates see it: id, name, sign, role, art, land."""


class Ink(NamedTuple):
    """The colours of a tile's motifs; in low-ink they are not filled."""

    line: str
    fill: str | None
    width: float


class Spot(NamedTuple):
    """Where a motif stands: its centre, its radius and which way is up (radians, clockwise)."""

    x: float
    y: float
    r: float
    turn: float

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Return the point that lies so many radii to the right and down, as the motif stands."""
        c, s = cos(self.turn), sin(self.turn)
        return self.x + self.r * (across * c - down * s), self.y + self.r * (across * s + down * c)

    def curve(self, *numbers: float) -> Segment:
        """Return a curve to the third of three points given in radii."""
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return ("C", *(value for pair in pairs for value in self.at(*pair)))


class Tiles:
    """Draws tiles; each terrain becomes one symbol a size, shared by all cards."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[Painter, str, float, bool], Symbol] = {}

    def draw(
        self, painter: Painter, terrain: Terrain, box: Rect, quarter_turns: int = 0, *, ground: bool = True
    ) -> Use:
        """Return a tile that fills a square box; without ground only its motifs and sign."""
        key = (painter, terrain["id"], round(box.w, 3), ground)
        symbol = self._symbols.get(key)
        if symbol is None:
            items = tuple(_tile(painter, terrain, box.w, ground))
            symbol = self._symbols[key] = Symbol(items, Rect(0, 0, box.w, box.w).inset(-0.2))
        return Use(symbol, quarter_turn(Size(box.w, box.w), 90 * quarter_turns, box.x, box.y))


def _tile(painter: Painter, terrain: Terrain, size: float, ground: bool) -> Iterator[Item]:
    role, style = terrain["role"], painter.style
    box = Rect(0, 0, size, size)
    out: list[Item] = []
    if ground:
        painter.fill_area(rectangle(box), box, role, False, out)
    fill = style.fill(role)
    width = max(0.14, (0.22 if style.low_ink else 0.3) * min(1.0, size / 30))
    motif = None if fill.flat is None else mix(fill.flat, fill.pattern_colour, 0.3)
    ink = Ink(fill.pattern_colour, motif, width)
    small = size < _SMALL
    out += _ART[terrain["art"]](size, small, ink)
    out += _sign(painter, terrain, box.inset(size * (0.2 if small else 0.27)))
    yield from out


def _sign(painter: Painter, terrain: Terrain, box: Rect) -> Iterator[Item]:
    """Draw the sign; a large one in low-ink as a bold outline, which is stronger than the motifs around it."""
    style = painter.style
    if not style.low_ink:
        yield painter.icon(terrain["sign"], box, style.ink(f"on-{terrain['role']}"))
        return
    colour = style.ink(terrain["role"])
    drawn = painter.icon(terrain["sign"], box, colour)
    hollow = box.w * box.h > LARGE_AREA
    yield drawn
    if hollow:
        bold = (p._replace(fill=None, width=0.5 * 100 / box.w) for p in drawn.symbol.items if isinstance(p, Path))
        yield Group(tuple(bold), drawn.matrix)


def _ring(size: float, small: bool) -> Iterator[Spot]:
    """Yield the places of motifs around the sign; each side's motifs look outwards."""
    if small:
        for quarter in range(4):
            x, y = _rotated(0.13, 0.13, quarter)
            yield Spot(x * size, y * size, size * 0.095, quarter * pi / 2)
        return
    for quarter in range(4):
        for place in range(3):
            x, y = _rotated((place + 0.5) / 4, 0.5 / 4, quarter)
            yield Spot(x * size, y * size, size * 0.088, quarter * pi / 2)


def _rotated(x: float, y: float, quarters: int) -> tuple[float, float]:
    """Turn a point of the unit square clockwise about its centre."""
    for _ in range(quarters):
        x, y = 1 - y, x
    return x, y


def _crowns(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Treetops seen from above."""
    lobes = 6
    for spot in _ring(size, small):
        outline: list[Segment] = [("M", *spot.at(0, -0.72))]
        for lobe in range(lobes):
            a, b = 2 * pi * lobe / lobes, 2 * pi * (lobe + 1) / lobes
            x1, y1 = 1.3 * sin(a + 0.12), -1.3 * cos(a + 0.12)
            x2, y2 = 1.3 * sin(b - 0.12), -1.3 * cos(b - 0.12)
            outline.append(spot.curve(x1, y1, x2, y2, 0.72 * sin(b), -0.72 * cos(b)))
        yield Path((*outline, ("Z",)), fill=ink.fill, stroke=ink.line, width=ink.width)
        yield Path(
            (("M", *spot.at(-0.3, 0.1)), spot.curve(-0.3, -0.35, 0.3, -0.35, 0.3, 0.1)),
            stroke=ink.line,
            width=ink.width,
            round=True,
        )


def _peaks(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Peaks with a ridge and a snow line."""
    for spot in _ring(size, small):
        yield Path(
            polygon([spot.at(-1.1, 0.85), spot.at(0, -1.0), spot.at(1.1, 0.85)]),
            fill=ink.fill,
            stroke=ink.line,
            width=ink.width,
            round=True,
        )
        snow = [spot.at(-0.46, -0.2), spot.at(-0.1, 0.1), spot.at(0.12, -0.2), spot.at(0.47, -0.2)]
        yield Path((("M", *snow[0]), *(("L", *p) for p in snow[1:])), stroke=ink.line, width=ink.width, round=True)


def _blossoms(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Flowers, with tufts of grass between them."""
    for number, spot in enumerate(_ring(size, small)):
        if number % 3 == 1 and not small:
            for lean in (-0.75, 0.0, 0.75):
                blade = (("M", *spot.at(lean * 0.25, 0.8)), spot.curve(lean * 0.3, 0.2, lean * 0.8, -0.3, lean, -0.75))
                yield Path(blade, stroke=ink.line, width=ink.width * 1.3, round=True)
            continue
        petals: list[Segment] = []
        for petal in range(5):
            angle = 2 * pi * petal / 5
            petals += ellipse(*spot.at(0.62 * sin(angle), -0.62 * cos(angle)), spot.r * 0.38)
        yield Path(tuple(petals), fill=ink.fill, stroke=ink.line, width=ink.width)
        yield Path(ellipse(*spot.at(0, 0), spot.r * 0.26), fill=ink.line)


def _dunes(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Crescents of sand and a few grains."""
    for spot in _ring(size, small):
        crescent = (
            ("M", *spot.at(-1.15, 0.55)),
            spot.curve(-0.6, -0.75, 0.35, -1.0, 1.15, 0.55),
            spot.curve(0.5, -0.05, -0.35, -0.1, -1.15, 0.55),
            ("Z",),
        )
        yield Path(crescent, fill=ink.fill, stroke=ink.line, width=ink.width, round=True)
        grains = [(-0.55, 0.85), (0.05, 0.6), (0.6, 0.9)]
        yield Path(tuple(s for g in grains for s in ellipse(*spot.at(*g), spot.r * 0.09)), fill=ink.line)


def _roofs(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Hipped roofs seen from above."""
    for spot in _ring(size, small):
        corners = [spot.at(-0.95, -0.7), spot.at(0.95, -0.7), spot.at(0.95, 0.7), spot.at(-0.95, 0.7)]
        yield Path(polygon(corners), fill=ink.fill, stroke=ink.line, width=ink.width)
        left, right = spot.at(-0.35, 0), spot.at(0.35, 0)
        hips: list[Segment] = [("M", *left), ("L", *right)]
        for ridge, corner in ((left, 0), (left, 3), (right, 1), (right, 2)):
            hips += [("M", *ridge), ("L", *corners[corner])]
        yield Path(tuple(hips), stroke=ink.line, width=ink.width)


def _ripples(size: float, small: bool, ink: Ink) -> Iterator[Item]:
    """Rings around the corners, which meet those of the neighbours."""
    radii = (0.14, 0.28) if small else (0.1, 0.2, 0.3, 0.4)
    arcs: list[Segment] = []
    for quarter in range(4):
        x, y = _rotated(0, 0, quarter)
        corner = Spot(x * size, y * size, size, quarter * pi / 2)
        for radius in radii:
            k = radius * 4 / 3 * (sqrt(2) - 1)
            arcs += [("M", *corner.at(radius, 0)), corner.curve(radius, k, k, radius, 0, radius)]
    yield Group((Path(tuple(arcs), stroke=ink.line, width=ink.width),), clip=rectangle(Rect(0, 0, size, size)))


_ART: Mapping[Art, Callable[[float, bool, Ink], Iterator[Item]]] = {
    "crowns": _crowns,
    "peaks": _peaks,
    "blossoms": _blossoms,
    "dunes": _dunes,
    "roofs": _roofs,
    "ripples": _ripples,
}
