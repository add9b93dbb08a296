"""Squares, maps and areas: where an effect falls, for the engine and for the printed diagrams alike.

Inside the engine a square is an index, row by row from the top left; outside it is [x, y] from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from pnp.games.tempest.content.effects import Effect, OverArea
from pnp.games.tempest.content.files import Beast, StormAction

Heading = Literal["N", "E", "S", "W"]
DIRECTIONS: Mapping[Heading, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Patch:
    """The squares of an area, also as slices, so that whole rows and columns change at once."""

    __slots__ = ("members", "slices", "squares")

    def __init__(self, squares: tuple[int, ...]) -> None:
        self.squares = squares
        self.members = frozenset(squares)
        self.slices = _as_slices(squares)


def _as_slices(squares: tuple[int, ...]) -> tuple[slice, ...]:
    """Return slices that cover exactly these rising indices: one if evenly spaced, else runs."""
    if len(squares) > 1:
        step = squares[1] - squares[0]
        if squares == tuple(range(squares[0], squares[-1] + 1, step)):
            return (slice(squares[0], squares[-1] + 1, step),)
    runs: list[list[int]] = []
    for square in squares:
        if runs and square == runs[-1][-1] + 1:
            runs[-1].append(square)
        else:
            runs.append([square])
    return tuple(slice(run[0], run[-1] + 1) for run in runs)


class Board:
    """The geometry of a square map."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.squares = size * size
        self.xy = tuple((i % size + 1, i // size + 1) for i in range(self.squares))
        self.towards = tuple(
            {name: self._shift(i, dx, dy) for name, (dx, dy) in DIRECTIONS.items() if self._holds(i, dx, dy)}
            for i in range(self.squares)
        )
        self.neighbours = tuple(tuple(around.values()) for around in self.towards)
        self._patches: dict[tuple[str, int, int, bool], Patch] = {}

    def at(self, x: int, y: int) -> int:
        """Return the index of a coordinate."""
        return (y - 1) * self.size + x - 1

    def _holds(self, square: int, dx: int, dy: int) -> bool:
        """Return whether the shifted square is on the map."""
        x, y = self.xy[square]
        return 1 <= x + dx <= self.size and 1 <= y + dy <= self.size

    def _shift(self, square: int, dx: int, dy: int) -> int:
        """Return the shifted square."""
        x, y = self.xy[square]
        return self.at(x + dx, y + dy)

    def area(self, area: str, radius: int, centre: int, without_centre: bool = False) -> tuple[int, ...]:
        """Return the squares of an area laid around a centre, clipped at the edge, in map order."""
        cx, cy = self.xy[centre]
        half = self.size // 2

        def belongs(x: int, y: int) -> bool:
            dx, dy = abs(x - cx), abs(y - cy)
            if area == "row":
                return dy == 0
            if area == "column":
                return dx == 0
            if area == "cross":
                return dx == 0 or dy == 0
            if area == "quadrant":
                return (x <= half) == (cx <= half) and (y <= half) == (cy <= half)
            if area == "square":
                return max(dx, dy) <= radius
            if area == "ring":
                return max(dx, dy) == radius
            if area == "diamond":
                return dx + dy <= radius
            return area == "map" or dx + dy == 0

        return tuple(i for i, (x, y) in enumerate(self.xy) if belongs(x, y) and not (without_centre and i == centre))

    def patch(self, effect: OverArea, centre: int, round_number: int) -> Patch:
        """Return the squares an effect covers when laid around a centre."""
        radius = round_number if effect.radius == "round" else effect.radius
        key = (effect.area, radius, centre, effect.without_centre)
        found = self._patches.get(key)
        if found is None:
            found = self._patches[key] = Patch(self.area(*key))
        return found

    def reachable(self, start: int, walls: frozenset[int] | set[int]) -> set[int]:
        """Return the squares that can be walked to without crossing an obstacle."""
        seen = {start}
        frontier = [start]
        while frontier:
            for near in self.neighbours[frontier.pop()]:
                if near not in seen and near not in walls:
                    seen.add(near)
                    frontier.append(near)
        return seen


@lru_cache(maxsize=32)
def board(size: int) -> Board:
    """Return the geometry of a map of that size."""
    return Board(size)


def effect_cells(
    effect: Effect,
    size: int,
    at: tuple[int, int],
    haven: tuple[int, int],
    *,
    player: tuple[int, int] | None = None,
    beast: tuple[int, int] | None = None,
    round_number: int = 1,
) -> list[tuple[int, int]]:
    """Return the squares one effect falls on; an effect without an area falls on the coordinate."""
    ground = board(size)
    if not isinstance(effect, OverArea):
        return [at]
    centre = {"coordinate": at, "haven": haven, "player": player or at, "beast": beast or at}[effect.around]
    radius = round_number if effect.radius == "round" else effect.radius
    squares = ground.area(effect.area, radius, ground.at(*centre), effect.without_centre)
    return [ground.xy[square] for square in squares]


def area_cells(
    action: StormAction | Beast,
    size: int,
    at: Sequence[int],
    haven: Sequence[int],
    *,
    round_number: int = 1,
) -> list[list[tuple[int, int]]]:
    """Return, effect by effect, the squares an action falls on: what a diagram of it shows.

    A square listed by two effects is struck twice. Areas around the player or the beast are laid
    around the coordinate. The rules still spare some squares (Safe Haven and obstacles never storm).
    """
    return [
        effect_cells(effect, size, (at[0], at[1]), (haven[0], haven[1]), round_number=round_number)
        for effect in action.effects
    ]
