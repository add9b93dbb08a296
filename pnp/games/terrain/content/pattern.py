"""The patterns of Requests, prepared for matching in every position they may be turned to."""

from collections.abc import Iterable, Mapping, Sequence
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
