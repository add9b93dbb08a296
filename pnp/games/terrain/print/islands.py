"""Islands, Request patterns and measures as pictures: what the engine holds, drawn cell by cell."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import Any

from pnp.draw.drawing import Item, Outline, Path, Segment, ellipse, polygon, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.games.terrain.content.compiled import Award, TerrainContent
from pnp.games.terrain.content.files import ExamplesFile, Measure
from pnp.games.terrain.content.grid import STEPS, cell, point
from pnp.games.terrain.content.grid import rectangle as around
from pnp.games.terrain.content.ground import Ground
from pnp.games.terrain.content.pattern import ANYTHING
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
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent

CENTRED = TextStyle("sans", True, False, 7.0, 9.0, "center", "middle")


class Scene:
    """A piece of the table with cells of one size; cell (0, 0) has its corner at (x, y)."""

    def __init__(
        self, painter: Painter, tiles: Tiles, terrains: Sequence[Terrain], size: float, x: float = 0.0, y: float = 0.0
    ) -> None:
        self.painter, self.tiles, self.terrains = painter, tiles, terrains
        self.size, self.x, self.y = size, x, y
        self.items: list[Item] = []

    def box(self, where: int) -> Rect:
        """Return the square of a cell."""
        x, y = point(where)
        return Rect(self.x + x * self.size, self.y + y * self.size, self.size, self.size)

    def ink(self, role: str) -> str:
        """Return the ink of a role."""
        return self.painter.style.ink(role)

    def ocean(self, cells: Iterable[int]) -> None:
        """Draw empty cells as a faint grid."""
        outline: list[Segment] = []
        for where in cells:
            outline += rectangle(self.box(where))
        if outline:
            self.items.append(Path(tuple(outline), stroke=self.ink("line"), width=0.15, dash=(0.6, 0.6)))

    def tile(self, where: int, terrain: int, turn: int = 0) -> None:
        """Draw one tile."""
        self.items.append(self.tiles.draw(self.painter, self.terrains[terrain], self.box(where), turn))

    def stack(self, where: int, height: int) -> None:
        """Draw the rims of the cards that lie under the uppermost one."""
        for below in range(height - 1, 0, -1):
            box = self.box(where)
            rim = Rect(box.x - 0.8 * below, box.y - 0.8 * below, box.w, box.h)
            self.items.append(Path(rectangle(rim), fill=self.ink("paper"), stroke=self.ink("ink"), width=0.25))

    def card(self, laid: Laid) -> None:
        """Draw a card as it lies."""
        for where, terrain in zip(laid.cells, laid.faces, strict=True):
            self.tile(where, terrain, laid.rot)
        self.items.append(Path(rectangle(self.bounds(laid.cells), 0.4), stroke=self.ink("ink"), width=0.25))

    def island(self, island: Island) -> None:
        """Draw all cards in the order laid."""
        for laid in island.laid:
            self.card(laid)

    def bounds(self, cells: Iterable[int]) -> Rect:
        """Return the rectangle around cells."""
        left, top, right, bottom = around(cells)
        first, last = self.box(cell(left, top)), self.box(cell(right, bottom))
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def mark(self, cells: Iterable[int], role: str = "ink", width: float = 0.8) -> None:
        """Draw a bold line around a set of cells."""
        marked = set(cells)
        self.edges([(where, step) for where in marked for step in STEPS if where + step not in marked], role, width)

    def edges(self, edges: Iterable[tuple[int, int]], role: str = "ink", width: float = 0.8) -> None:
        """Draw bold lines on edges (cell, step to the neighbour), with a light rim so that they show on any ground."""
        lines: list[Segment] = []
        for where, step in edges:
            box = self.box(where)
            lines += {
                STEPS[0]: segment(box.right, box.y, box.right, box.bottom),
                STEPS[1]: segment(box.x, box.bottom, box.right, box.bottom),
                STEPS[2]: segment(box.x, box.y, box.x, box.bottom),
                STEPS[3]: segment(box.x, box.y, box.right, box.y),
            }[step]
        if lines:
            self.items.append(Path(tuple(lines), stroke=self.ink("paper"), width=width * 2.1, round=True))
            self.items.append(Path(tuple(lines), stroke=self.ink(role), width=width, round=True))

    def badge(self, x: float, y: float, text: str, role: str = "ink", radius: float = 2.3) -> None:
        """Draw a small disc with a number or an icon in it."""
        self.items.append(Path(ellipse(x, y, radius), fill=self.ink("paper"), stroke=self.ink(role), width=0.45))
        box = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        self.painter.set_text(text, CENTRED._replace(most=max(7.0, radius * 3.6)), box, self.ink(role), self.items)

    def words(self, text: str, box: Rect, role: str = "ink", *, style: TextStyle = CENTRED) -> None:
        """Set a text."""
        self.painter.set_text(text, style, box, self.ink(role), self.items)


class Artist:
    """What all drawings need: the compiled content, the terrains and the tile symbols."""

    def __init__(self, content: GameContent) -> None:
        self.game = content
        self.content: TerrainContent = content.compiled
        self.terrains: list[dict[str, Any]] = content.names["terrains"]
        self.by_letter = {terrain["id"]: terrain for terrain in self.terrains}
        self.file: ExamplesFile = content.files.examples
        self.tiles = Tiles()

    def scene(self, painter: Painter, size: float, x: float = 0.0, y: float = 0.0) -> Scene:
        """Return an empty piece of the table."""
        return Scene(painter, self.tiles, self.terrains, size, x, y)


def arrow(x0: float, y0: float, x1: float, y1: float, colour: str, width: float = 0.5) -> Iterator[Item]:
    """Draw a straight arrow."""
    length = dist((x0, y0), (x1, y1)) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    head = 2.2
    bx, by = x1 - dx * head, y1 - dy * head
    yield Path(segment(x0, y0, bx, by), stroke=colour, width=width)
    yield Path(polygon([(x1, y1), (bx - dy * 1.1, by + dx * 1.1), (bx + dy * 1.1, by - dx * 1.1)]), fill=colour)


def draw_pattern(
    painter: Painter, tiles: Tiles, terrains: Mapping[str, Terrain], rows: Sequence[str], box: Rect, largest: float
) -> list[Item]:
    """Draw a Request's pattern into a box: tiles, and a question mark where anything goes."""
    columns = max(len(row) for row in rows)
    size = min(largest, box.w / columns, box.h / len(rows))
    x0, y0 = box.cx - columns * size / 2, box.cy - len(rows) * size / 2
    items: list[Item] = []
    frames: list[Segment] = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            place = Rect(x0 + x * size, y0 + y * size, size, size)
            if letter == ANYTHING:
                inner = place.inset(0.5)
                line = painter.style.ink("line")
                items.append(Path(rectangle(inner, 0.8), stroke=line, width=0.25, dash=(1.0, 0.7)))
                style = TextStyle("serif", True, False, 7.0, max(7.0, size * 1.3), "center", "middle")
                painter.set_text("?", style, place, painter.style.ink("muted"), items)
            else:
                items.append(tiles.draw(painter, terrains[letter], place))
                frames += rectangle(place)
    items.append(Path(tuple(frames), stroke=painter.style.ink("ink"), width=0.25))
    return items


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
        box = scene.box(where)
        if len(stack) == tallest:
            scene.mark([where])
        if len(stack) > 1:
            scene.badge(box.right - 1.0, box.bottom - 1.0, str(len(stack)), radius=1.9)


def _rectangle(scene: Scene, island: Island) -> None:
    """Draw the rectangle around all cards with its sides."""
    bounds = scene.bounds(island.stacks)
    left, top, right, bottom = around(island.stacks)
    outline: Outline = rectangle(bounds.inset(-0.6))
    scene.items.append(Path(outline, stroke=scene.ink("ink"), width=0.6, dash=(1.6, 1.0)))
    scene.badge(bounds.cx, bounds.bottom + 0.6, str(right - left + 1), radius=2.0)
    scene.badge(bounds.right + 0.6, bounds.cy, str(bottom - top + 1), radius=2.0)


def value_of(content: TerrainContent, island: Island, award: str) -> int:
    """Return what an island is worth by an Award's measure."""
    card = content.awards[award]
    return measure(card.measure, island, card.ground)


def fitted(cells: Iterable[int], box: Rect, largest: float, edge: float = 0.0) -> tuple[float, float, float]:
    """Return cell size and corner of cell (0, 0) so that all cells stand centred in a box."""
    left, top, right, bottom = around(cells)
    columns, rows = right - left + 1, bottom - top + 1
    room = Size(box.w - 2 * edge, box.h - 2 * edge)
    size = min(largest, room.w / columns, room.h / rows)
    return size, box.cx - (left + columns / 2) * size, box.cy - (top + rows / 2) * size
