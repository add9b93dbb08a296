"""Islands, Request patterns and measures as pictures: what the engine holds, drawn cell by cell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.draw.arrows import edged
from pnp.draw.drawing import Item, Path, Segment, rectangle
from pnp.draw.faces import Painter
from pnp.draw.pen import Pen
from pnp.draw.squares import Squares
from pnp.draw.text import TextStyle
from pnp.games.terrain.content.compiled import Award, TerrainContent
from pnp.games.terrain.content.files import ExamplesFile, Measure
from pnp.games.terrain.content.grid import STEPS, point
from pnp.games.terrain.content.grid import rectangle as around
from pnp.games.terrain.content.ground import Ground
from pnp.games.terrain.content.pattern import ANYTHING
from pnp.games.terrain.content.words import Words
from pnp.games.terrain.play.island import Island, Laid
from pnp.games.terrain.play.measures import (
    coast_edges,
    group_cells,
    heartland_cells,
    measure,
    mosaic_corners,
    rarest_cells,
    run_cells,
    visible_cells,
)
from pnp.games.terrain.print.art import Terrain, Tiles
from pnp.geometry import Rect
from pnp.load.game import GameContent

CENTRED = TextStyle("sans", True, False, 7.0, 9.0, "center", "middle")
NO_BOARD = Squares(0, 0, 1.0, 1.0)


class Scene(Pen):
    """A piece of the table, drawn on a board of cells."""

    def __init__(self, painter: Painter, tiles: Tiles, terrains: Sequence[Terrain], board: Squares) -> None:
        super().__init__(painter)
        self.tiles, self.terrains, self.board = tiles, terrains, board

    def at(self, where: int) -> Rect:
        """Return the square of a cell."""
        return self.board.cell(*point(where))

    def ocean(self, cells: Iterable[int]) -> None:
        """Draw empty cells as a faint grid."""
        outline = tuple(line for where in cells for line in rectangle(self.at(where)))
        if outline:
            self.items.append(Path(outline, stroke=self.ink("line"), width=0.15, dash=(0.6, 0.6)))

    def tile(self, where: int, terrain: int, turn: int = 0) -> None:
        """Draw one tile."""
        self.items.append(self.tiles.draw(self.painter, self.terrains[terrain], self.at(where), turn))

    def stack(self, where: int, height: int) -> None:
        """Draw the rims of the cards that lie under the uppermost one."""
        for below in range(height - 1, 0, -1):
            box = self.at(where)
            rim = Rect(box.x - 0.8 * below, box.y - 0.8 * below, box.w, box.h)
            self.plate(rim, "ink")

    def card(self, laid: Laid) -> None:
        """Draw a card as it lies."""
        for where, terrain in zip(laid.cells, laid.faces, strict=True):
            self.tile(where, terrain, laid.rot)
        self.box(self.bounds(laid.cells), stroke="ink", radius=0.4)

    def island(self, island: Island) -> None:
        """Draw all cards in the order laid."""
        for laid in island.laid:
            self.card(laid)

    def bounds(self, cells: Iterable[int]) -> Rect:
        """Return the rectangle around cells."""
        left, top, right, bottom = around(cells)
        return self.board.span((left, top), (right, bottom))

    def mark(self, cells: Iterable[int], role: str = "ink", width: float = 0.8) -> None:
        """Draw a bold line around a set of cells."""
        marked = set(cells)
        self.edges([(where, step) for where in marked for step in STEPS if where + step not in marked], role, width)

    def edges(self, edges: Iterable[tuple[int, int]], role: str = "ink", width: float = 0.8) -> None:
        """Draw bold lines on edges (cell, step to the neighbour), with a light rim so that they show on any ground."""
        sides = [self.board.side(*point(where), *point(step)) for where, step in edges]
        if sides:
            lines = tuple(line for side in sides for line in side)
            self.items += edged(lines, self.ink(role), width, self.style.paper, width * 2.1)


class Artist:
    """What all drawings need: the compiled content, the terrains and the tile symbols."""

    def __init__(self, content: GameContent) -> None:
        self.game = content
        self.content: TerrainContent = content.compiled
        self.terrains: list[dict[str, Any]] = content.names["terrains"]
        self.by_letter = {terrain["id"]: terrain for terrain in self.terrains}
        self.file: ExamplesFile = content.files.examples
        self.said: Words = content.files.words
        self.tiles = Tiles()

    def scene(self, painter: Painter, board: Squares = NO_BOARD) -> Scene:
        """Return an empty piece of the table."""
        return Scene(painter, self.tiles, self.terrains, board)


def draw_pattern(
    painter: Painter, tiles: Tiles, terrains: Mapping[str, Terrain], rows: Sequence[str], box: Rect, largest: float
) -> list[Item]:
    """Draw a Request's pattern into a box: tiles, and a question mark where anything goes."""
    board = Squares.fitted(max(len(row) for row in rows), len(rows), box, most=largest)
    pen = Pen(painter)
    frames: list[Segment] = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            place = board.cell(x, y)
            if letter == ANYTHING:
                pen.box(place.inset(0.5), stroke="line", radius=0.8, dash=(1.0, 0.7))
                pen.words("?", place, max(7.0, board.w * 1.3), family="serif", bold=True, role="muted")
            else:
                pen.items.append(tiles.draw(painter, terrains[letter], place))
                frames += rectangle(place)
    pen.items.append(Path(tuple(frames), stroke=pen.ink("ink"), width=0.25))
    return pen.items


# ------------------------------------------------------------ measures

_CELLS: Mapping[Measure, Callable[[Island, Ground], list[int]]] = {
    "visible-tiles": visible_cells,
    "largest-group": group_cells,
    "longest-run": run_cells,
    "heartland": heartland_cells,
    "rarest-land": rarest_cells,
}


def show_measure(scene: Scene, island: Island, award: Award) -> None:
    """Mark on an island what an Award counts."""
    name, ground = award.measure, award.ground
    if name in ("visible-tiles", "rarest-land", "heartland"):
        for where in _CELLS[name](island, ground):
            scene.mark([where])
    elif name in _CELLS:
        scene.mark(_CELLS[name](island, ground))
    elif name == "coast":
        scene.edges(coast_edges(island, ground), width=0.7)
    elif name == "mosaic":
        for where in mosaic_corners(island, ground):
            scene.mark([where, where + STEPS[0], where + STEPS[1], where + STEPS[0] + STEPS[1]])
    elif name == "tallest-stack":
        _stacks(scene, island)
    else:
        _rectangle(scene, island)


def _stacks(scene: Scene, island: Island) -> None:
    """Mark the tallest stack and write every height on it."""
    tallest = max(len(stack) for stack in island.stacks.values())
    for where, stack in island.stacks.items():
        box = scene.at(where)
        if len(stack) == tallest:
            scene.mark([where])
        if len(stack) > 1:
            scene.badge(box.right - 1.0, box.bottom - 1.0, str(len(stack)), radius=1.9)


def _rectangle(scene: Scene, island: Island) -> None:
    """Draw the rectangle around all cards with its sides."""
    bounds = scene.bounds(island.stacks)
    left, top, right, bottom = around(island.stacks)
    scene.box(bounds.inset(-0.6), stroke="ink", width=0.6, dash=(1.6, 1.0))
    scene.badge(bounds.cx, bounds.bottom + 0.6, str(right - left + 1), radius=2.0)
    scene.badge(bounds.right + 0.6, bounds.cy, str(bottom - top + 1), radius=2.0)


def value_of(content: TerrainContent, island: Island, award: str) -> int:
    """Return what an island is worth by an Award's measure."""
    card = content.awards[award]
    return measure(card.measure, island, card.ground)


def fitted(cells: Iterable[int], box: Rect, largest: float, edge: float = 0.0) -> Squares:
    """Return a board on which all cells stand in the middle of a box."""
    left, top, right, bottom = around(cells)
    board = Squares.fitted(right - left + 1, bottom - top + 1, box.inset(edge), most=largest)
    return board._replace(x=board.x - left * board.w, y=board.y - top * board.h)
