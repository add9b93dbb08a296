"""Puts names on a map: close to what they name, clear of symbols, roads and each other."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from pnp.draw.faces import FaceFault
from pnp.geometry import Rect, Size

_STEP, _REACH = 0.25, 3.0
"""Places tried: every so many hex sides, out to so many."""

_BESIDE = 2.8
"""How far the middle of a name may be beyond half its size, so that large plates find a place too."""

_NAME_COST, _ROAD_COST = 0.7, 1.0
"""What covering the small name of a hex, or a bit of road, costs, in hex sides of distance."""


class Circle(NamedTuple):
    """A round place that is taken."""

    x: float
    y: float
    r: float

    def gap(self, rect: Rect) -> float:
        """Return how far a rectangle stays away; negative if it does not."""
        dx = max(rect.x - self.x, 0.0, self.x - rect.right)
        dy = max(rect.y - self.y, 0.0, self.y - rect.bottom)
        return hypot(dx, dy) - self.r


class Place(NamedTuple):
    """A name to put down: its size and the circles that it names, the chief one first."""

    id: str
    size: Size
    hexes: tuple[Circle, ...]


class Taken(NamedTuple):
    """What is on the map already: marks that no name may touch, and roads and hex names that should stay clear."""

    marks: tuple[Circle, ...]
    roads: tuple[Circle, ...]
    names: tuple[Rect, ...]


@lru_cache(maxsize=32)
def place_labels(places: tuple[Place, ...], taken: Taken, area: Rect, side: float) -> Mapping[str, Rect]:
    """Return where each name goes; roads and names of hexes are covered only when there is no better place.

    A build draws the same map again and again: for the board, the sheets, the rulebook and every scenario.
    """
    done: dict[str, Rect] = {}
    for place in places:
        done[place.id] = _best(place, taken, area, side, list(done.values()))
    return done


def _best(place: Place, taken: Taken, area: Rect, side: float, others: Sequence[Rect]) -> Rect:
    chief = place.hexes[0]
    reach = (_REACH + 1) * side + place.size.w
    near, roads = (
        [c for c in circles if abs(c.x - chief.x) < reach and abs(c.y - chief.y) < reach]
        for circles in (taken.marks, taken.roads)
    )
    names = [n for n in taken.names if abs(n.cx - chief.x) < reach and abs(n.cy - chief.y) < reach]
    best: tuple[float, Rect] | None = None
    for cost, rect in sorted(_candidates(place, side)):
        if best is not None and cost >= best[0]:
            break
        if not area.contains(rect) or any(c.gap(rect) < 0 for c in near):
            continue
        if any(_touch(rect.inset(-0.1 * side), other) for other in others):
            continue
        covered = _NAME_COST * sum(_touch(rect, n) for n in names) + _ROAD_COST * sum(c.gap(rect) < 0 for c in roads)
        total = cost + covered * side
        if best is None or total < best[0]:
            best = total, rect
    if best is None:
        raise FaceFault("crowded", f"the name of city {place.id} finds no free place on the map", "board")
    return best[1]


def _candidates(place: Place, side: float) -> Iterator[tuple[float, Rect]]:
    """Yield places with their cost: far from the city is dear, above and beside it a little dearer than below."""
    chief, (w, h) = place.hexes[0], place.size
    steps = int(_REACH / _STEP)
    across, along = (max(steps, int((length / 2 / side + _BESIDE) / _STEP)) for length in (w, h))
    for i in range(-across, across + 1):
        for j in range(-along, along + 1):
            x, y = chief.x + i * _STEP * side, chief.y + j * _STEP * side
            rect = Rect(x - w / 2, y - h / 2, w, h)
            gap = min(circle.gap(rect) for circle in place.hexes)
            own = chief.gap(rect)
            lean = 0.12 * abs(x - chief.x) + (0.1 * side if j < 0 else 0.0)
            yield max(0.0, gap) + 0.35 * max(0.0, own) + lean, rect


def _touch(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
