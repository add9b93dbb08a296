"""What Awards look at."""

from typing import NamedTuple

from pnp.games.terrain.content.files import Measure

OF_A_TERRAIN: frozenset[Measure] = frozenset({"visible-tiles", "largest-group"})
"""Measures that look at one terrain."""


class Ground(NamedTuple):
    """What a measure has to know about terrains: the one it looks at, and which are land."""

    terrain: int | None
    lands: frozenset[int]
