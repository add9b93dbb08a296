"""The display list: paths, text, groups, symbols and pictures, in mm with y downwards.

Exporters walk these few kinds and decide nothing; whatever needs thought happens before.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from pnp.geometry import Matrix, Rect, Size

Segment: TypeAlias = tuple[str | float, ...]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("R", x, y, w, h) or ("Z",)."""

Outline: TypeAlias = tuple[Segment, ...]


class Pen(NamedTuple):
    """How a line ends and turns, as SVG says it."""

    cap: str = "butt"
    """butt, round or square."""
    join: str = "miter"
    """miter, round or bevel."""
    miter: float = 4.0
    offset: float = 0.0
    """How far into its dashes it begins."""


class Path(NamedTuple):
    """A shape: filled, stroked or both; colours as #rrggbb."""

    outline: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.2
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    round: bool = False
    pen: Pen | None = None
    """How its line ends and turns where `round` does not say enough."""


class Text(NamedTuple):
    """A run of text that starts at (x, baseline y); size in points."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str
    rtl: bool = False
    """Its letters run from right to left; x is still where it starts on the left."""


class Group(NamedTuple):
    """Items moved, turned or scaled together, and clipped to an outline if one is given."""

    items: "tuple[Item, ...]"
    matrix: Matrix | None = None
    clip: Outline | None = None
    tag: str = ""
    """What it is to a screen reader, where a document is tagged: H1 to H6, P or Figure."""
    alt: str = ""
    """What a figure shows."""
    clip_even_odd: bool = False
    opacity: float = 1.0
    """How much of what lies below it hides, all of its items together."""


class Gradient(NamedTuple):
    """Colours that run into each other along a line, or from one circle to another."""

    points: tuple[float, ...]
    """x1, y1, x2, y2 of a line; or cx, cy, r of the outer circle, then fx, fy, fr of the inner one."""
    stops: tuple[tuple[float, str, float], ...]
    """Where from 0 to 1, in which colour, how opaque."""
    matrix: Matrix
    """From the points to the drawing."""

    @property
    def radial(self) -> bool:
        """Say whether it runs between circles."""
        return len(self.points) == 6

    @property
    def see_through(self) -> bool:
        """Say whether it lets through what lies below."""
        return any(opacity < 1 for _, _, opacity in self.stops)


class Shade(NamedTuple):
    """A shape filled with a gradient."""

    outline: Outline
    gradient: Gradient
    even_odd: bool = False


class Symbol:
    """A drawing used more than once; exporters store it once. Its identity is the object itself."""

    __slots__ = ("box", "items")

    def __init__(self, items: "Iterable[Item]", box: Rect) -> None:
        self.items = tuple(items)
        self.box = box


class Use(NamedTuple):
    """A symbol, placed."""

    symbol: Symbol
    matrix: Matrix


class Image(NamedTuple):
    """A picture file's bytes (PNG or JPEG), placed in a rectangle."""

    data: bytes
    kind: str
    rect: Rect


class Link(NamedTuple):
    """A rectangle that leads to a named place of the document."""

    rect: Rect
    target: str


class Anchor(NamedTuple):
    """A named place that links and bookmarks lead to."""

    name: str
    y: float


class Held(NamedTuple):
    """Pieces that a place holds: a component's id, how many side by side, or stacked."""

    piece: str
    number: int = 1
    stacked: bool = False


class Place(NamedTuple):
    """Where pieces stand: nothing is printed, but preflight measures it. Round and hex places fill their rectangle.

    A drawing by a game's code may leave `holds` empty: the part of the face that names the drawing says it.
    """

    rect: Rect
    holds: tuple[Held, ...] = ()
    shape: str = "square"
    """square, round, hex (a corner to each side) or hex-pointy (a corner above)."""
    name: str = ""
    """What to call it in messages, if its board has several kinds."""
    source: object = None
    """The part of a face that it comes from."""


Item: TypeAlias = Path | Shade | Text | Group | Use | Image | Link | Anchor | Place


class Drawing(NamedTuple):
    """A finished drawing: its size and its items; parts may reach `bleed` mm beyond the size."""

    size: Size
    items: tuple[Item, ...]
    bleed: float = 0.0

    def symbol(self) -> Symbol:
        """Return the drawing as a symbol, to be placed by its trimmed top left corner."""
        return Symbol(self.items, Rect(0, 0, *self.size).inset(-self.bleed))


def hold(items: Iterable[Item], held: tuple[Held, ...], source: object = None) -> list[Item]:
    """Say what the places of a drawing hold that do not say it themselves."""
    return [
        item._replace(holds=held, source=source) if isinstance(item, Place) and not item.holds else item
        for item in items
    ]


def rectangle(rect: Rect, radius: float = 0) -> Outline:
    """Return the outline of a rectangle, with round corners if a radius is given."""
    if radius <= 0:
        return (("R", rect.x, rect.y, rect.w, rect.h),)
    r = min(radius, rect.w / 2, rect.h / 2)
    k = r * 0.4477
    x0, y0, x1, y1 = rect.x, rect.y, rect.right, rect.bottom
    return (
        ("M", x0 + r, y0),
        ("L", x1 - r, y0),
        ("C", x1 - k, y0, x1, y0 + k, x1, y0 + r),
        ("L", x1, y1 - r),
        ("C", x1, y1 - k, x1 - k, y1, x1 - r, y1),
        ("L", x0 + r, y1),
        ("C", x0 + k, y1, x0, y1 - k, x0, y1 - r),
        ("L", x0, y0 + r),
        ("C", x0, y0 + k, x0 + k, y0, x0 + r, y0),
        ("Z",),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Outline:
    """Return the outline of a circle or an upright ellipse."""
    ry = rx if ry is None else ry
    kx, ky = rx * 0.5523, ry * 0.5523
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def polygon(points: Iterable[tuple[float, float]]) -> Outline:
    """Return the closed outline through the points."""
    corners = list(points)
    return (("M", *corners[0]), *(("L", *p) for p in corners[1:]), ("Z",))


def polyline(points: Iterable[tuple[float, float]]) -> Outline:
    """Return the open line through the points."""
    corners = list(points)
    return (("M", *corners[0]), *(("L", *p) for p in corners[1:]))


def segment(x0: float, y0: float, x1: float, y1: float) -> Outline:
    """Return a straight line."""
    return (("M", x0, y0), ("L", x1, y1))


def walk(items: Iterable[Item], seen: set[int] | None = None) -> Iterator[Item]:
    """Yield every item, into groups and (once each) symbols."""
    seen = set() if seen is None else seen
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items, seen)
        elif isinstance(item, Use) and id(item.symbol) not in seen:
            seen.add(id(item.symbol))
            yield from walk(item.symbol.items, seen)


def segments_in(items: Iterable[Item]) -> int:
    """Count the segments, texts and pictures of a drawing, those of its symbols included."""
    total = 0
    for item in items:
        if isinstance(item, (Path, Shade)):
            total += len(item.outline)
        elif isinstance(item, Group):
            total += 1 + segments_in(item.items)
        elif isinstance(item, Use):
            total += 1 + segments_in(item.symbol.items)
        else:
            total += 1
    return total
