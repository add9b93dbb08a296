"""Small drawings that make empty land look like land: trees, hills, and reeds along the shore.

Where they stand follows from the hex's coordinates alone, so that every print of a map looks the same.
"""

from collections.abc import Iterator

from pnp.draw.drawing import Segment
from pnp.games.stormfury.content.hexes import Hex

_SPOTS = ((-0.42, -0.28), (0.34, -0.44), (0.05, 0.1), (0.5, 0.2), (-0.5, 0.3), (-0.05, -0.52))


def scenery(hex: Hex, at: tuple[float, float], side: float, *, wet: bool) -> Iterator[Segment]:
    """Yield the strokes of one hex's scenery; wet land has reeds."""
    mixed = (hex.q * 73 + hex.r * 151 + hex.q * hex.r * 37) % 97
    first = mixed % len(_SPOTS)
    for k in range(2 + mixed % 2):
        dx, dy = _SPOTS[(first + 2 * k) % len(_SPOTS)]
        drift = ((mixed * (k + 3)) % 7 - 3) * 0.03
        x, y = at[0] + (dx + drift) * side, at[1] + (dy - drift) * side
        kind = "reeds" if wet else "hill" if (mixed + k) % 5 == 0 else "pine" if (mixed + k) % 2 else "tree"
        yield from _DRAW[kind](x, y, side * (0.9 + 0.05 * (mixed % 4)))


def _reeds(x: float, y: float, s: float) -> Iterator[Segment]:
    for dx, lean, height in ((-0.09, -0.05, 0.13), (-0.03, -0.01, 0.2), (0.03, 0.02, 0.17), (0.09, 0.06, 0.12)):
        yield "M", x + dx * s, y
        yield "L", x + (dx + lean) * s, y - height * s
    yield "M", x - 0.17 * s, y
    yield "L", x + 0.17 * s, y


def _tree(x: float, y: float, s: float) -> Iterator[Segment]:
    r, top = 0.11 * s, y - 0.2 * s
    k = r * 0.5523
    yield "M", x, y
    yield "L", x, top + r
    yield "M", x + r, top
    yield "C", x + r, top + k, x + k, top + r, x, top + r
    yield "C", x - k, top + r, x - r, top + k, x - r, top
    yield "C", x - r, top - k, x - k, top - r, x, top - r
    yield "C", x + k, top - r, x + r, top - k, x + r, top
    yield "M", x - 0.07 * s, y
    yield "L", x + 0.07 * s, y


def _pine(x: float, y: float, s: float) -> Iterator[Segment]:
    yield "M", x, y
    yield "L", x, y - 0.06 * s
    yield "M", x - 0.1 * s, y - 0.06 * s
    yield "L", x, y - 0.32 * s
    yield "L", x + 0.1 * s, y - 0.06 * s
    yield "L", x - 0.1 * s, y - 0.06 * s


def _hill(x: float, y: float, s: float) -> Iterator[Segment]:
    yield "M", x - 0.24 * s, y
    yield "C", x - 0.12 * s, y - 0.02 * s, x - 0.1 * s, y - 0.22 * s, x, y - 0.22 * s
    yield "C", x + 0.1 * s, y - 0.22 * s, x + 0.12 * s, y - 0.02 * s, x + 0.24 * s, y
    for dx, top, end in ((0.05, 0.17, 0.08), (0.1, 0.13, 0.04)):
        yield "M", x + dx * s, y - top * s
        yield "L", x + (dx + 0.03) * s, y - end * s


_DRAW = {"reeds": _reeds, "tree": _tree, "pine": _pine, "hill": _hill}
