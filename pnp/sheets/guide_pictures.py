"""The build guide's drawings: how to cut, fold, stand up and join, as lines that need hardly any ink."""

from collections.abc import Callable
from math import cos, radians, sin

from pnp.draw.drawing import Drawing, Item, Outline, Path, Segment, Text, ellipse, polygon, polyline, rectangle, segment
from pnp.draw.flow import Look
from pnp.draw.fonts import font
from pnp.draw.outlines import pictured
from pnp.draw.text import MM_PER_PT
from pnp.geometry import Rect, Size
from pnp.words import PictureWords

SIZE = Size(54, 32)
"""Size of every drawing in mm."""

_PAPER = "#ffffff"
_DASH = (1.4, 0.9)


class _Pen:
    """Collects the items of one drawing."""

    def __init__(self, look: Look, words: PictureWords) -> None:
        self.look, self.words = look, words
        self.items: list[Item] = []

    def line(self, *points: tuple[float, float], width: float = 0.3, dash: bool = False, accent: bool = False) -> None:
        ink = self.look.accent if accent else self.look.ink
        self.items.append(Path(polyline(points), stroke=ink, width=width, dash=_DASH if dash else (), round=not dash))

    def shape(self, outline: Outline, fill: str = _PAPER, width: float = 0.3, *, accent: bool = False) -> None:
        ink = self.look.accent if accent else self.look.ink
        self.items.append(Path(outline, fill=fill, stroke=ink, width=width))

    def box(self, x: float, y: float, w: float, h: float, fill: str = _PAPER, width: float = 0.3) -> None:
        self.shape(rectangle(Rect(x, y, w, h)), fill, width)

    def arrow(self, *points: tuple[float, float]) -> None:
        """Draw a line with a head at its end."""
        self.line(*points, width=0.5, accent=True)
        (x0, y0), (x1, y1) = points[-2:]
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        wings = [(x1 - 2 * ux + s * uy, y1 - 2 * uy - s * ux) for s in (1.0, -1.0)]
        self.items.append(Path(polygon([(x1, y1), *wings]), fill=self.look.accent))

    def word(self, text: str, x: float, y: float, size: float = 8.0, *, accent: bool = False) -> None:
        """Set a word centred on a point."""
        face, ink = "sans-bold", self.look.accent if accent else self.look.ink
        left = x - font(face).width(text) * size / 2
        self.items.append(Text(left, y + 0.34 * size * MM_PER_PT, text, face, size, ink))

    def number(self, text: str, x: float, y: float) -> None:
        """Set a step's number on a disc."""
        self.shape(ellipse(x, y, 2.2), accent=True)
        self.word(text, x, y, accent=True)

    def icon(self, name: str, x: float, y: float, size: float) -> None:
        self.items += self.look.icon(name, Rect(x, y, size, size), self.look.ink)

    def drawing(self) -> Drawing:
        """Return what was drawn."""
        return Drawing(SIZE, tuple(self.items))


def cutting(pen: _Pen) -> None:
    """Cards: cut all the way along one direction with knife and ruler, then the strips."""
    pen.box(1, 2, 25, 28)
    for column in range(3):
        for row in range(3):
            pen.box(4.5 + column * 6, 6 + row * 7, 6, 7, pen.look.shade, 0.15)
    marks: list[Segment] = []
    for x in (4.5, 10.5, 16.5, 22.5):
        marks += [*segment(x, 2.8, x, 5.2), *segment(x, 27.8, x, 29.4)]
    for y in (6, 13, 20, 27):
        marks += [*segment(1.6, y, 3.7, y), *segment(23.3, y, 25.4, y)]
    pen.items.append(Path(tuple(marks), stroke=pen.look.ink, width=0.2))
    pen.box(10.5, 0.6, 3.6, 30.8, _PAPER)
    pen.items.append(Path(_ticks(10.5, 2, 30), stroke=pen.look.ink, width=0.15))
    pen.arrow((9.6, 1.5), (9.6, 30.5))
    pen.number("1", 6.8, 16.5)
    for row in range(3):
        pen.box(33, 4 + row * 8.6, 18, 7, pen.look.shade, 0.3)
        pen.line((39, 4 + row * 8.6), (39, 11 + row * 8.6), width=0.15)
        pen.line((45, 4 + row * 8.6), (45, 11 + row * 8.6), width=0.15)
    pen.arrow((39, 1.5), (39, 30.5))
    pen.number("2", 35.8, 16.1)


def _ticks(x: float, top: float, bottom: float) -> Outline:
    """Return the scale of a ruler."""
    lines: list[Segment] = []
    for n in range(int((bottom - top) / 1.4) + 1):
        lines += segment(x, top + n * 1.4, x + (1.6 if n % 5 == 0 else 0.9), top + n * 1.4)
    return tuple(lines)


def standing(pen: _Pen) -> None:
    """A fold-up pawn: fold in the middle, glue, bend the feet."""
    pen.box(3, 1, 9, 30)
    for y in (5, 16, 27):
        pen.line((3, y), (12, y), width=0.25, dash=True)
    _person(pen, 7.5, 20, 1)
    _person(pen, 7.5, 12, -1)
    pen.arrow(*_bow(14, 16, 6.5, 70, -70))
    pen.number("1", 22.3, 16)
    base, top = 27.0, 6.0
    pen.shape(polygon([(31, top), (31, base), (27.4, base + 2.4), (36.4, base + 2.4), (40, base), (40, top)]))
    pen.line((31, base), (40, base), width=0.25, dash=True)
    _person(pen, 35.5, 16.5, 1)
    pen.shape(polygon([(40, top), (42, top + 0.8), (42, base - 1.2), (40, base)]), pen.look.shade)
    pen.shape(polygon([(42, base - 1.2), (46.2, base - 0.4), (44, base + 1.2), (40, base)]), pen.look.shade)
    pen.arrow((49, 17), (47.2, 24.6))
    pen.number("2", 49.3, 14.2)


def _person(pen: _Pen, x: float, y: float, way: int) -> None:
    """Draw a figure with its middle at a point, upright or upside down."""
    pen.shape(ellipse(x, y - 2.6 * way, 1.3), pen.look.shade, 0.25)
    pen.shape(
        polygon([(x - 0.8, y - 1.2 * way), (x + 0.8, y - 1.2 * way), (x + 2, y + 4 * way), (x - 2, y + 4 * way)]),
        pen.look.shade,
        0.25,
    )


def _bow(x: float, y: float, radius: float, start: float, end: float) -> list[tuple[float, float]]:
    """Return points of a bow round a centre, angles in degrees."""
    angles = [start + (end - start) * n / 12 for n in range(13)]
    return [(x + radius * 0.6 * cos(radians(a)), y + radius * sin(radians(a))) for a in angles]


def joining(pen: _Pen) -> None:
    """Tiles: trim the right and the lower edge, lay the tile over its neighbour up to the ticks, glue."""
    pen.box(2, 4, 22, 23)
    pen.line((19.5, 2.5), (19.5, 28.5), width=0.4, dash=True, accent=True)
    pen.line((0.8, 23), (25.2, 23), width=0.4, dash=True, accent=True)
    pen.word("A1", 10.5, 13.5, 13)
    pen.icon("scissors", 17.7, 27.4, 3.6)
    pen.number("1", 22, 6.6)
    pen.box(36, 5, 17, 21, pen.look.shade)
    pen.word("B1", 46.6, 13.5, 13)
    pen.box(27, 5, 14.5, 19)
    pen.word("A1", 33.2, 13.5, 13)
    for y in (2.6, 26.8):
        pen.line((41.5, y), (41.5, y + 1.8), width=0.3, dash=False)
    pen.arrow((29, 28.6), (40, 28.6))
    pen.number("2", 26.6, 28.6)


def folding(pen: _Pen) -> None:
    """Gutterfold: fold the sheet in the middle, prints outside, glue, press, then cut."""
    pen.box(3, 2, 18, 28)
    for x in (5, 11, 17):
        pen.box(x - 0.5, 5, 5 if x < 17 else 3, 9, pen.look.shade, 0.2)
        pen.box(x - 0.5, 18, 5 if x < 17 else 3, 9, _PAPER, 0.2)
    pen.line((1.5, 16), (22.5, 16), width=0.4, dash=True, accent=True)
    pen.arrow(*_bow(23, 16, 8.5, -60, 60))
    pen.number("1", 30.8, 16)
    pen.shape(polygon([(36, 24), (50, 24), (52, 11), (38, 11)]), pen.look.shade)
    pen.shape(polygon([(36, 24), (50, 24), (51, 22.2), (51.6, 25.6), (36.6, 25.8)]))
    pen.word(pen.words.glue, 44, 17.6, 8)
    pen.number("2", 36, 8.6)


def sleeving(pen: _Pen) -> None:
    """No backs: each print goes into a sleeve, an old playing card behind it."""
    pen.box(5, 4, 15, 21, pen.look.shade)
    pen.box(9, 7, 15, 21)
    pen.word(pen.words.old, 8, 6.6, 7)
    pen.word(pen.words.new, 16.5, 18, 8)
    pen.arrow((26.5, 17), (33, 17))
    pen.box(36, 3, 16, 26, _PAPER, 0.5)
    pen.box(37, 5.5, 14, 22.5, pen.look.shade, 0.2)


def rounding(pen: _Pen) -> None:
    """Round and hex pieces: glue on board first, then cut along the outline."""
    pen.box(3, 8, 20, 16)
    pen.box(2, 6, 20, 16)
    for x, y in ((7, 11), (16.5, 11), (7, 17.6), (16.5, 17.6)):
        pen.shape(ellipse(x, y, 2.9), pen.look.shade, 0.2)
    pen.number("1", 23.4, 25.8)
    pen.arrow((26, 15), (30.5, 15))
    pen.shape(ellipse(42, 15, 8.5), pen.look.shade, 0.5, accent=True)
    pen.icon("scissors", 46.4, 20.2, 6.4)
    pen.number("2", 33, 24.5)


_PICTURES: dict[str, Callable[[_Pen], None]] = {
    "cutting": cutting,
    "folding": folding,
    "sleeving": sleeving,
    "rounding": rounding,
    "standing": standing,
    "joining": joining,
}


def picture(name: str, look: Look, words: PictureWords) -> Drawing:
    """Return a drawing by its name; its words are no words of the page."""
    pen = _Pen(look, words)
    _PICTURES[name](pen)
    return pictured(pen.drawing())
