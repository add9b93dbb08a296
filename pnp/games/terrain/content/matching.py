"""Does an island show the pattern of a Request, and how near is it?

`fulfils` answers the referee: it anchors a pattern at the land that the island shows least, so only a few
positions are tried. `Outlook` answers a bot that weighs hundreds of placements a turn: it counts once how
many cells match for every position of every open Request, and then only looks at positions that two tiles
can change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.games.terrain.content.grid import cell
from pnp.play.state import enforces

ANYTHING = "?"
MOST_TURNS = 8

Wanted = tuple[int, int, int]
"""A wanted cell of a pattern: dx, dy, terrain."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A Request's pattern in every position it may be turned to."""

    turns: tuple[tuple[Wanted, ...], ...]
    anchored: Mapping[int, tuple[tuple[tuple[int, int], ...], ...]]
    """Land → each turn as (step from that land's first cell, terrain) of all other wanted cells."""

    @property
    def size(self) -> int:
        """Return how many cells are wanted."""
        return len(self.turns[0])


@enforces("requests.turn")
def compile_pattern(
    rows: Sequence[str], letters: Mapping[str, int], lands: Sequence[int], *, turn: bool, mirror: bool
) -> Pattern:
    """Prepare a pattern drawn as text rows for matching."""
    drawn = [
        (x, y, letters[letter]) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != ANYTHING
    ]
    variants = [drawn, [(-x, y, terrain) for x, y, terrain in drawn]] if mirror else [drawn]
    turns: list[tuple[Wanted, ...]] = []
    for variant in variants:
        wanted = variant
        for _ in range(4 if turn else 1):
            shifted = _at_origin(wanted)
            if shifted not in turns:
                turns.append(shifted)
            wanted = [(-y, x, terrain) for x, y, terrain in wanted]
    used = {terrain for _, _, terrain in drawn}
    return Pattern(
        turns=tuple(turns),
        anchored={land: tuple(_anchor(wanted, land) for wanted in turns) for land in lands if land in used},
    )


def _at_origin(wanted: Iterable[Wanted]) -> tuple[Wanted, ...]:
    """Shift wanted cells to the corner and sort them, so that equal turns compare equal."""
    cells = list(wanted)
    left = min(x for x, _, _ in cells)
    top = min(y for _, y, _ in cells)
    return tuple(sorted((x - left, y - top, terrain) for x, y, terrain in cells))


def _anchor(wanted: Sequence[Wanted], land: int) -> tuple[tuple[int, int], ...]:
    """Express a turn relative to its first cell of the given land."""
    x0, y0, _ = next(each for each in wanted if each[2] == land)
    return tuple((cell(x - x0, y - y0), terrain) for x, y, terrain in wanted if (x, y) != (x0, y0))


def cells_by_terrain(tiles: Mapping[int, int]) -> dict[int, list[int]]:
    """Group the visible tiles of an island by terrain."""
    groups: dict[int, list[int]] = {}
    for where, terrain in tiles.items():
        groups.setdefault(terrain, []).append(where)
    return groups


@enforces("requests.match", "requests.ocean", "requests.anything")
def fulfils(pattern: Pattern, tiles: Mapping[int, int], groups: Mapping[int, Sequence[int]], water: int) -> bool:
    """Tell whether some position and turn of a pattern matches; open ocean is water."""
    land = min(pattern.anchored, key=lambda each: len(groups.get(each, ())))
    look = tiles.get
    for where in groups.get(land, ()):
        for turn in pattern.anchored[land]:
            for step, terrain in turn:
                if look(where + step, water) != terrain:
                    break
            else:
                return True
    return False


def positions(pattern: Pattern, tiles: Mapping[int, int], water: int) -> Iterator[tuple[int, ...]]:
    """Yield the wanted cells of every position and turn that matches, for people who want to see where."""
    for turn in pattern.turns:
        x0, y0, anchor = next(wanted for wanted in turn if wanted[2] != water)
        for where, terrain in tiles.items():
            if terrain == anchor:
                cells = tuple(where + cell(x - x0, y - y0) for x, y, _ in turn)
                wanted = (terrain for _, _, terrain in turn)
                if all(tiles.get(at, water) == want for at, want in zip(cells, wanted, strict=True)):
                    yield cells


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
