"""The hurricane pieces: rings whose outer edge is exactly the border of the hexes they stand for.

Inside the ring the card is cut away, so that chits and symbols stay in sight; three spokes hold a hub
with a hole over the centre hex. All inner cuts are straight.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from pnp.draw.drawing import Item, Outline, Path, ellipse, polygon
from pnp.draw.faces import Painter
from pnp.draw.hexes import HexBoard, Point, borders
from pnp.draw.text import TextStyle
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.hexes import Hex, disc
from pnp.geometry import Rect, Size

_BAND, _SPOKE, _HUB, _HOLE = 0.36, 0.24, 0.6, 0.3
"""Width of the band and of a spoke, half the width of the hub, radius of its hole; in hex sides."""

_STEP = 3.0
"""How far apart the places are that packing tries, in mm."""

_CENTRE = Hex(0, 0)
_DIRECTIONS = tuple((cos(pi / 6 * i), sin(pi / 6 * i)) for i in range(12))
"""Two rings are apart if one of these directions parts them: their hulls have no other sides."""


class Ring(NamedTuple):
    """A hurricane piece on the page."""

    name: str
    radius: int
    side: float
    cx: float = 0.0
    cy: float = 0.0

    @property
    def size(self) -> Size:
        """The box that the piece needs."""
        return Size(self.side * (3 * self.radius + 2), self.side * sqrt(3) * (2 * self.radius + 1))

    def outer(self) -> list[Point]:
        """Return the outer cut: the border of the hexes covered."""
        (line,) = borders(set(disc(_CENTRE, self.radius)))
        return [*map(HexBoard.about(self.cx, self.cy, self.side).page, line[:-1])]

    def windows(self) -> list[list[Point]]:
        """Return the three cuts inside the ring, between spokes."""
        reach = (1.5 * self.radius + 0.5 - _BAND) * self.side
        return [self._window(reach, _HUB * self.side, _SPOKE / 2 * self.side, 2 * pi / 3 * i) for i in range(3)]

    def _window(self, reach: float, hub: float, spoke: float, turn: float) -> list[Point]:
        """One window: along a spoke, round two corners, back along the next spoke and round the hub."""
        far, near = reach / cos(pi / 6), hub / cos(pi / 6)
        shape = [
            (reach, spoke),
            _polar(far, pi / 6),
            _polar(far, pi / 2),
            _turned((reach, -spoke), 2 * pi / 3),
            _turned((hub, -spoke), 2 * pi / 3),
            _polar(near, pi / 2),
            _polar(near, pi / 6),
            (hub, spoke),
        ]
        return [(self.cx + x, self.cy + y) for x, y in (_turned(p, turn) for p in shape)]

    def hole(self) -> Outline:
        """Return the hole over the centre hex."""
        return ellipse(self.cx, self.cy, _HOLE * self.side)

    def touches(self, box: Rect) -> bool:
        """Tell whether the box round the piece meets another box."""
        w, h = self.size
        x, y = self.cx - w / 2, self.cy - h / 2
        return x < box.right - 1e-6 and box.x < x + w - 1e-6 and y < box.bottom - 1e-6 and box.y < y + h - 1e-6

    def clear_of(self, other: "Ring", gap: float) -> bool:
        """Tell whether two pieces keep apart."""
        dx, dy = other.cx - self.cx, other.cy - self.cy
        reaches = zip(_DIRECTIONS, _reaches(self.radius), _reaches(other.radius), strict=True)
        return any(dx * x + dy * y >= a * self.side + b * other.side + gap for (x, y), a, b in reaches)


@cache
def _reaches(radius: int) -> tuple[float, ...]:
    """Return how far a piece reaches in each direction, in hex sides; its corner hexes decide."""

    def reach(x: float, y: float) -> float:
        far = max(x * cos(pi / 6 + pi / 3 * i) + y * sin(pi / 6 + pi / 3 * i) for i in range(6))
        near = max(x * cos(pi / 3 * i) + y * sin(pi / 3 * i) for i in range(6))
        return radius * sqrt(3) * far + near

    return tuple(reach(x, y) for x, y in _DIRECTIONS)


def _polar(radius: float, angle: float) -> Point:
    return radius * cos(angle), radius * sin(angle)


def _turned(point: Point, angle: float) -> Point:
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def pieces(content: StormfuryContent, side: float) -> list[Ring]:
    """Return the hurricane pieces for hexes of a side, the largest first."""
    rings = [Ring(name, piece.radius, side) for name, piece in content.storm.storm_pieces.items()]
    return sorted(rings, key=lambda ring: -ring.radius)


def pack(rings: Sequence[Ring], area: Rect, keep_out: Sequence[Rect]) -> list[Ring] | None:
    """Return the pieces placed in an area, one after the other wherever they fit first; None if one does not.

    They are put as far apart as the area allows; at worst they all but touch.
    """
    for gap in (4.0, 2.0, 1.0, 0.3):
        placed: list[Ring] = []
        for ring in rings:
            spots = (s for s in _spots(ring, area) if not any(map(s.touches, keep_out)))
            spot = next((s for s in spots if all(s.clear_of(other, gap) for other in placed)), None)
            if spot is not None:
                placed.append(spot)
        if len(placed) == len(rings):
            return placed
    return None


def _spots(ring: Ring, area: Rect) -> Iterator[Ring]:
    """Yield a piece at every place of an area, row by row, the edges included."""
    w, h = ring.size
    xs = _stops(area.x + w / 2, area.right - w / 2)
    for y in _stops(area.y + h / 2, area.bottom - h / 2):
        for x in xs:
            yield ring._replace(cx=x, cy=y)


def _stops(first: float, last: float) -> list[float]:
    if last < first - 1e-6:
        return []
    count = int(max(0.0, last - first) / _STEP)
    return [*(first + i * _STEP for i in range(count + 1)), max(first, last)]


def draw_ring(content: StormfuryContent, painter: Painter, ring: Ring) -> list[Item]:
    """Return a piece with its cuts."""
    style = painter.style
    items: list[Item] = []
    ink, cut = style.ink("storm"), style.ink("muted")
    outer = polygon(ring.outer())
    w, h = ring.size
    painter.fill_area(outer, Rect(ring.cx - w / 2, ring.cy - h / 2, w, h), "storm", True, items)
    items.append(Path(outer, stroke=ink, width=0.4))
    for window in ring.windows():
        items.append(Path(polygon(window), fill=style.paper, stroke=cut, width=0.2, dash=(1.2, 0.7)))
    items.append(Path(ring.hole(), fill=style.paper, stroke=cut, width=0.2, dash=(1.2, 0.7)))
    items += _words(content, painter, ring)
    return items


def _words(content: StormfuryContent, painter: Painter, ring: Ring) -> list[Item]:
    """The piece's name and categories, on the hexes at its top and its foot."""
    categories = [str(row.category) for row in content.storm.categories if row.piece == ring.name]
    words = f"{ring.name}\n**{' '.join(categories)}**"
    out: list[Item] = []
    s, ground = ring.side, painter.style.flat("storm")
    for sign in (-1, 1):
        near, far = (ring.cy + sign * s * (sqrt(3) * ring.radius + share) for share in (0.22, 0.8))
        wide, narrow = 0.78 * s, 0.5 * s
        cap = [(ring.cx - wide, near), (ring.cx + wide, near), (ring.cx + narrow, far), (ring.cx - narrow, far)]
        out.append(Path(polygon(cap), fill=ground))
        style = TextStyle("sans", False, False, 7.0, max(7.0, 0.64 * s), "center", "middle", 1.0)
        place = Rect(ring.cx - wide, min(near, far) - 0.02 * s, 2 * wide, 0.62 * s)
        painter.set_text(words, style, place, painter.style.ink("on-storm"), out)
    return out
