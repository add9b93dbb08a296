"""Does an island show the pattern of a Request?

A pattern is anchored at the land that the island shows least, so only a few positions are tried.
"""

from collections.abc import Iterator, Mapping, Sequence

from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.content.pattern import Pattern
from pnp.play.state import enforces


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
