"""How Awards compare islands: what each measure counts, named as in awards.yaml.

Where tiles, edges or squares are counted there is a function that finds them; the engine only needs their
number, the pictures on the Award cards and in the rulebook mark them.
"""

from collections.abc import Callable, Mapping

from pnp.games.terrain.content.files import Measure
from pnp.games.terrain.content.grid import STEPS, rectangle
from pnp.games.terrain.content.ground import Ground
from pnp.games.terrain.play.island import Island
from pnp.play.state import enforces


def visible_cells(island: Island, ground: Ground) -> list[int]:
    """Find the visible tiles of a terrain."""
    return [where for where, terrain in island.tiles.items() if terrain == ground.terrain]


def group_cells(island: Island, ground: Ground) -> list[int]:
    """Find the largest group of a terrain joined by edges."""
    left = set(visible_cells(island, ground))
    largest: list[int] = []
    while left:
        group = [left.pop()]
        for where in group:
            for step in STEPS:
                if where + step in left:
                    left.remove(where + step)
                    group.append(where + step)
        largest = max(largest, group, key=len)
    return largest


def run_cells(island: Island, ground: Ground) -> list[int]:
    """Find the longest straight line of land tiles."""
    land = _land_cells(island, ground)
    longest: list[int] = []
    for step in STEPS[:2]:
        for where in land:
            if where - step not in land:
                run = [where]
                while run[-1] + step in land:
                    run.append(run[-1] + step)
                longest = max(longest, run, key=len)
    return longest


def coast_edges(island: Island, ground: Ground) -> list[tuple[int, int]]:
    """Find the edges (cell, step) where a land tile meets printed water or open ocean."""
    land = _land_cells(island, ground)
    return [(where, step) for where in land for step in STEPS if where + step not in land]


def heartland_cells(island: Island, ground: Ground) -> list[int]:
    """Find the land tiles with land on all four sides."""
    land = _land_cells(island, ground)
    return [where for where in land if all(where + step in land for step in STEPS)]


def mosaic_corners(island: Island, ground: Ground) -> list[int]:
    """Find the squares of 2 by 2 visible tiles that are all different, each by its upper left cell."""
    east, south, *_ = STEPS
    tiles = island.tiles
    squares: list[int] = []
    for where in tiles:
        corners = (where, where + east, where + south, where + east + south)
        if len({tiles[corner] for corner in corners if corner in tiles}) == len(corners):
            squares.append(where)
    return squares


def rarest_cells(island: Island, ground: Ground) -> list[int]:
    """Find the tiles of the land that is seen least."""
    by_land: dict[int, list[int]] = {land: [] for land in sorted(ground.lands)}
    for where, terrain in island.tiles.items():
        if terrain in by_land:
            by_land[terrain].append(where)
    return min(by_land.values(), key=len)


def rectangle_sides(island: Island, ground: Ground) -> int:
    """Return width plus height of the rectangle around all cards."""
    width, height = sides(island)
    return width + height


def rectangle_area(island: Island, ground: Ground) -> int:
    """Return width times height of the rectangle around all cards."""
    width, height = sides(island)
    return width * height


def tallest_stack(island: Island, ground: Ground) -> int:
    """Return the most cards on one cell."""
    return max((len(stack) for stack in island.stacks.values()), default=0)


def sides(island: Island) -> tuple[int, int]:
    """Return width and height of the rectangle around all cards."""
    if not island.stacks:
        return 0, 0
    left, top, right, bottom = rectangle(island.stacks)
    return right - left + 1, bottom - top + 1


def _land_cells(island: Island, ground: Ground) -> set[int]:
    """Return the cells that show land."""
    return {where for where, terrain in island.tiles.items() if terrain in ground.lands}


MEASURES: Mapping[Measure, Callable[[Island, Ground], int]] = {
    "visible-tiles": lambda island, ground: len(visible_cells(island, ground)),
    "largest-group": lambda island, ground: len(group_cells(island, ground)),
    "longest-run": lambda island, ground: len(run_cells(island, ground)),
    "rectangle-sides": rectangle_sides,
    "rectangle-area": rectangle_area,
    "tallest-stack": tallest_stack,
    "coast": lambda island, ground: len(coast_edges(island, ground)),
    "heartland": lambda island, ground: len(heartland_cells(island, ground)),
    "mosaic": lambda island, ground: len(mosaic_corners(island, ground)),
    "rarest-land": lambda island, ground: len(rarest_cells(island, ground)),
}


@enforces("awards.measures")
def measure(name: Measure, island: Island, ground: Ground) -> int:
    """Measure an island."""
    return MEASURES[name](island, ground)


@enforces("awards.majority")
def single_best(values: list[int], best: str) -> int | None:
    """Return the one seat with the best value; None for a tie or when the best is nothing at all."""
    top = min(values) if best == "smallest" else max(values)
    if top == 0 or values.count(top) != 1:
        return None
    return values.index(top)
