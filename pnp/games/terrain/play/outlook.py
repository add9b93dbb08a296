"""How near an island is to the open Requests, for a bot that weighs hundreds of placements a turn.

It counts once how many cells match for every position of every open Request, and then only looks at positions that
two tiles can change.
"""

from collections.abc import Mapping, Sequence

from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.content.pattern import MOST_TURNS, Pattern


class Outlook:
    """How near an island is to a few Requests, and how near two new tiles would bring it."""

    def __init__(
        self, tiles: Mapping[int, int], patterns: Sequence[tuple[Pattern, int]], water: int, terrains: int
    ) -> None:
        """Count the matching cells of every position; patterns come with their values."""
        slots = len(patterns)
        self._bits = max(slots - 1, 0).bit_length()
        self._mask = (1 << self._bits) - 1
        self._scale = MOST_TURNS << self._bits
        self._tiles = tiles
        self._water = water
        self._full = [pattern.size for pattern, _ in patterns]
        self._worth = [_worths(pattern.size, value) for pattern, value in patterns]
        self._values = [value for _, value in patterns]
        self._ocean = [sum(t == water for _, _, t in pattern.turns[0]) for pattern, _ in patterns]
        self._steps = self._steps_by_terrain([pattern for pattern, _ in patterns], terrains)
        self._counts = self._count()
        self._near, self._at_near = self._nearest()

    def _steps_by_terrain(self, patterns: Sequence[Pattern], terrains: int) -> list[list[int]]:
        """For each terrain list how to come from a cell's key to the positions that want it there."""
        steps: list[list[int]] = [[] for _ in range(terrains)]
        for slot, pattern in enumerate(patterns):
            for number, turn in enumerate(pattern.turns):
                for x, y, terrain in turn:
                    steps[terrain].append((number << self._bits) + slot - cell(x, y) * self._scale)
        return steps

    def _count(self) -> dict[int, int]:
        """Count matching cells of all positions that touch the island; elsewhere only ocean matches."""
        counts: dict[int, int] = {}
        ocean, mask = self._ocean, self._mask
        for where, terrain in self._tiles.items():
            if terrain == self._water:
                continue
            key = where * self._scale
            for step in self._steps[terrain]:
                position = key + step
                counts[position] = counts.get(position, ocean[position & mask]) + 1
            for step in self._steps[self._water]:
                position = key + step
                counts[position] = counts.get(position, ocean[position & mask]) - 1
        return counts

    def _nearest(self) -> tuple[list[int], list[int]]:
        """For each Request the most matching cells of a position, and how many positions have as many."""
        near = list(self._ocean)
        often = [1 << 30] * len(near)
        for position, count in self._counts.items():
            slot = position & self._mask
            if count > near[slot]:
                near[slot] = count
                often[slot] = 1
            elif count == near[slot]:
                often[slot] += 1
        return near, often

    def after(self, first: int, first_terrain: int, second: int, second_terrain: int) -> tuple[int, float]:
        """Return the value of complete Requests and the worth of the best unfinished one after two tiles."""
        changed: dict[int, int] = {}
        steps, water, get = self._steps, self._water, changed.get
        for where, terrain in ((first, first_terrain), (second, second_terrain)):
            before = self._tiles.get(where, water)
            if before != terrain:
                key = where * self._scale
                for step in steps[terrain]:
                    changed[key + step] = get(key + step, 0) + 1
                for step in steps[before]:
                    changed[key + step] = get(key + step, 0) - 1
        near, often = self._near.copy(), self._at_near.copy()
        best, ocean, mask, counts = self._near, self._ocean, self._mask, self._counts.get
        for position, change in changed.items():
            if change:
                slot = position & mask
                was = counts(position, ocean[slot])
                now = was + change
                if now > near[slot]:
                    near[slot] = now
                elif was == best[slot]:
                    often[slot] -= 1
                elif now == best[slot]:
                    often[slot] += 1
        return self._sum_up(near, often)

    def _sum_up(self, near: Sequence[int], often: Sequence[int]) -> tuple[int, float]:
        """Add up complete Requests and pick the best unfinished one."""
        complete = 0
        unfinished = 0.0
        for slot, count in enumerate(near):
            # When every position that was nearest lost a cell, the next best lacks exactly one more.
            lost = count == self._near[slot] and often[slot] <= 0
            if count - lost == self._full[slot]:
                complete += self._values[slot]
            else:
                unfinished = max(unfinished, self._worth[slot][count - lost])
        return complete, unfinished


def _worths(size: int, value: int) -> list[float]:
    """Return the worth of a Request by matching cells: squared share times value."""
    return [(count / size) * (count / size) * value for count in range(size + 1)]
