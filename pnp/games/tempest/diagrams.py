"""Small pictures of where something falls: storm actions, beasts, obstacle shapes, final maps.

The squares come from the engine's own areas, so that a new action or another radius is drawn right without
any code. Storms are hatched the way the player draws them (upright for one level, lying for two …), hurt
squares carry a minus, so nothing is told by colour alone.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.draw.drawing import Item, Path, Segment, ellipse, polygon, polyline, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.games.tempest.areas import effect_cells
from pnp.games.tempest.effects import Effect, Fly, Hunt, Hurt, Lightning, Lower, OverArea, Raise, SetAside, Settle
from pnp.games.tempest.files import Beast, FinalMap, Shape, StormAction
from pnp.geometry import Rect

Square = tuple[int, int]

_LEAST_SIDE = 6
"""Squares along the side of the map in a diagram."""
LEAST = 7.0
"""The smallest print, in points."""
_RINGS = 3
"""How many rounds a ring that grows from round to round is shown for."""
_ROOM_FOR_WORDS = 3.4
"""From this square size (mm) on, numbers are written into squares."""


class Scene(NamedTuple):
    """The map of a diagram: its size and who stands where."""

    size: int
    at: Square
    haven: Square
    player: Square
    beast: Square


def scene_for(action: StormAction | Beast) -> Scene:
    """Return a map large enough for the areas of an action, everybody off the edge."""
    radii = [_RINGS if e.radius == "round" else e.radius for e in action.effects if isinstance(e, OverArea)]
    flying = any(isinstance(e, Fly | Settle | Hunt) for e in action.effects)
    hunting = any(isinstance(e, Hunt) for e in action.effects)
    size = max(_LEAST_SIDE + 2 if hunting else _LEAST_SIDE, *(2 * radius + 2 for radius in radii), 0)
    middle = (size // 2, size // 2)
    beside = (size // 2 + 1, size // 2 + 1)
    far = (size - 1, size - 1) if flying else beside
    still = not any(isinstance(e, Settle) for e in action.effects)
    growing = any(isinstance(e, OverArea) and e.radius == "round" for e in action.effects)
    if growing:  # the widest ring in the middle of an odd map
        size, middle = 2 * _RINGS + 1, (_RINGS + 1, _RINGS + 1)
    beast = middle if growing or not still else (2, size // 2) if hunting else middle
    return Scene(size, middle, beside, far, beast)


class Plate:
    """A grid in a box, on which squares are filled, hatched and marked."""

    def __init__(self, painter: Painter, box: Rect, columns: int, rows: int) -> None:
        self.painter = painter
        self.items: list[Item] = []
        self.named: Square | None = None
        self.columns, self.rows = columns, rows
        self.side = min(box.w / columns, box.h / rows)
        self.rect = Rect(
            box.cx - self.side * columns / 2, box.cy - self.side * rows / 2, self.side * columns, self.side * rows
        )
        self.items.append(Path(rectangle(self.rect), fill="#ffffff"))

    def cell(self, square: Square) -> Rect:
        """Return the place of a square, counted from 1."""
        return Rect(
            self.rect.x + (square[0] - 1) * self.side, self.rect.y + (square[1] - 1) * self.side, self.side, self.side
        )

    def fill(self, squares: Iterable[Square], role: str, *, texture: bool = False) -> None:
        """Fill squares with a role; in low-ink the white paper stays and marks say it all."""
        for square in squares:
            cell = self.cell(square)
            self.painter.fill_area(rectangle(cell), cell, role, texture, self.items)

    def hatch(self, square: Square, level: int) -> None:
        """Draw the lines of storm levels: upright, lying, slanting, then a number."""
        hatch(self.painter, self.cell(square), level, self.items)

    def minus(self, square: Square) -> None:
        """Mark a square whose citizens lose health."""
        cell = self.cell(square)
        half = cell.w * 0.24
        self._line(segment(cell.cx - half, cell.cy, cell.cx + half, cell.cy), "danger", max(0.35, cell.w * 0.12))

    def grid(self, width: float = 0.15, role: str = "line") -> None:
        """Draw the lines of the grid over the fills, and its frame."""
        lines: list[Segment] = []
        for i in range(1, self.columns):
            x = self.rect.x + i * self.side
            lines += segment(x, self.rect.y, x, self.rect.bottom)
        for i in range(1, self.rows):
            y = self.rect.y + i * self.side
            lines += segment(self.rect.x, y, self.rect.right, y)
        if lines:
            self._line(tuple(lines), role, width)
        self._line(rectangle(self.rect), "muted", max(0.25, width))

    def frame(self, square: Square, role: str = "ink", width: float | None = None) -> None:
        """Draw a bold frame round a square: the coordinate."""
        cell = self.cell(square)
        self._line(rectangle(cell), role, width or max(0.45, self.side * 0.14))

    def icon(self, name: str, square: Square, role: str = "ink", share: float = 0.86, *, clear: bool = True) -> None:
        """Place an icon on a square, if need be on a patch of paper so that it reads over hatching."""
        cell = self.cell(square)
        side = cell.w * share
        if clear:
            self.items.append(Path(ellipse(cell.cx, cell.cy, side * 0.54), fill="#ffffff"))
        place = Rect(cell.cx - side * 0.43, cell.cy - side * 0.43, side * 0.86, side * 0.86)
        self.items.append(self.painter.icon(name, place, self.painter.style.ink(role)))

    def words(self, text: str, square: Square, role: str = "ink", *, bold: bool = True) -> None:
        """Write into a square, if squares are large enough to read it."""
        if self.side < _ROOM_FOR_WORDS:
            return
        cell = self.cell(square).inset(-0.4)
        style = TextStyle("sans", bold, False, LEAST, max(LEAST, min(16.0, self.side * 1.7)), "center", "middle", 1.0)
        self.painter.set_text(text, style, cell, self.painter.style.ink(role), self.items)

    def arrow(self, start: Square, end: Square, role: str = "storm-ink") -> None:
        """Draw a dashed arrow from square to square."""
        a, b = self.cell(start), self.cell(end)
        length = ((b.cx - a.cx) ** 2 + (b.cy - a.cy) ** 2) ** 0.5
        if not length:
            return
        ux, uy = (b.cx - a.cx) / length, (b.cy - a.cy) / length
        gap, head = self.side * 0.55, max(1.3, self.side * 0.62)
        x0, y0 = a.cx + ux * gap, a.cy + uy * gap
        x1, y1 = b.cx - ux * self.side * 0.12, b.cy - uy * self.side * 0.12
        bx, by = x1 - ux * head, y1 - uy * head
        width = max(0.35, self.side * 0.13)
        ink = self.painter.style.ink(role)
        self.items.append(Path(segment(x0, y0, bx, by), stroke=ink, width=width, dash=(width * 2.4, width * 1.6)))
        wing = head * 0.5
        self.items.append(
            Path(polygon([(x1, y1), (bx - uy * wing, by + ux * wing), (bx + uy * wing, by - ux * wing)]), fill=ink)
        )

    def _line(self, outline: tuple[Segment, ...], role: str, width: float) -> None:
        self.items.append(Path(outline, stroke=self.painter.style.ink(role), width=width))


def hatch(painter: Painter, cell: Rect, level: int, out: list[Item], role: str = "storm-ink") -> None:
    """Draw the lines of a square's storm levels: upright, lying, slanting; beyond that a number says it."""
    ink, width = painter.style.ink(role), min(0.3, max(0.16, cell.w * 0.05))
    shares = (1 / 6, 3 / 6, 5 / 6) if cell.w >= 2.4 else (1 / 4, 3 / 4)
    lines: list[Segment] = []
    if level >= 1:
        for share in shares:
            lines += segment(cell.x + cell.w * share, cell.y, cell.x + cell.w * share, cell.bottom)
    if level >= 2:
        for share in shares:
            lines += segment(cell.x, cell.y + cell.h * share, cell.right, cell.y + cell.h * share)
    if level >= 3:
        for share in (1 / 3, 2 / 3):
            lines += segment(cell.x, cell.y + cell.h * share, cell.x + cell.w * share, cell.y)
            lines += segment(cell.x + cell.w * share, cell.bottom, cell.right, cell.y + cell.h * share)
        lines += segment(cell.x, cell.bottom, cell.right, cell.y)
    if lines:
        out.append(Path(tuple(lines), stroke=ink, width=width))
    if level > 3:
        radius = cell.w * 0.3
        out.append(Path(ellipse(cell.cx, cell.cy, radius), fill="#ffffff"))
        style = TextStyle("sans", True, False, LEAST, max(LEAST, radius * 4), "center", "middle", 1.0)
        painter.set_text(str(level), style, cell.inset(-1.5), painter.style.ink("ink"), out)


# --- storm actions and beasts -------------------------------------------------------------------


def action_diagram(painter: Painter, action: StormAction | Beast, box: Rect) -> list[Item]:
    """Draw where an action falls and what it does there."""
    scene = scene_for(action)
    plate = Plate(painter, box, scene.size, scene.size)
    growing = [e for e in action.effects if isinstance(e, OverArea) and e.radius == "round"]
    levels = _levels(action.effects, scene)
    hurt = {cell: e.damage for e in action.effects if isinstance(e, Hurt) for cell in _hurt_cells(e, scene)}
    struck = {cell: e.damage for e in action.effects if isinstance(e, Lightning) for cell in _cells(e, scene)}
    if growing:
        _rings(plate, growing, scene)
    else:
        for cell, level in levels.items():
            if level > 0 and not painter.style.low_ink:
                plate.fill([cell], f"storm-{min(level, 3)}")
            elif level < 0:
                plate.fill([cell], "calm", texture=True)
    if not painter.style.low_ink:
        plate.fill(hurt, "hurt")
        plate.fill(struck, "bolt")
    if not growing:
        plate.grid()
    for cell, level in levels.items():
        if level > 0 and not growing:
            plate.hatch(cell, level)
    for cell in hurt:
        plate.minus(cell)
    for cell in struck:
        plate.icon("lightning", cell, share=0.95, clear=False)
    if _uses_coordinate(action.effects):
        plate.named = scene.at
    if plate.side >= _ROOM_FOR_WORDS and not growing:
        _amounts(plate, levels, hurt)
    _people(plate, action, scene)
    return plate.items


def _levels(effects: Sequence[Effect], scene: Scene) -> dict[Square, int]:
    """Return by how much each square rises (or falls, below zero) when all effects have happened."""
    levels: dict[Square, int] = {}
    for effect in effects:
        if isinstance(effect, Raise | Lower):
            sign = 1 if isinstance(effect, Raise) else -1
            for cell in _cells(effect, scene):
                levels[cell] = levels.get(cell, 0) + sign * effect.by
    return levels


def _cells(effect: Effect, scene: Scene, round_number: int = 1) -> list[Square]:
    return effect_cells(
        effect, scene.size, scene.at, scene.haven, player=scene.player, beast=scene.beast, round_number=round_number
    )


def _hurt_cells(effect: Hurt, scene: Scene) -> list[Square]:
    """The squares where somebody can be hurt; the player's square stands for those with the player."""
    cells = _cells(effect, scene)
    if effect.whom == "not-with-you":
        return [cell for cell in cells if cell != scene.player]
    if effect.whom == "with-you":
        return [cell for cell in cells if cell == scene.player]
    return cells


def _uses_coordinate(effects: Sequence[Effect]) -> bool:
    """Say whether the coordinate matters."""
    return any(
        isinstance(e, Fly | SetAside | Settle)
        or (isinstance(e, OverArea) and e.around == "coordinate" and e.area != "map")
        for e in effects
    )


def _people(plate: Plate, action: StormAction | Beast, scene: Scene) -> None:
    """Mark the coordinate and whoever an area lies around."""
    effects = action.effects
    around = {e.around for e in effects if isinstance(e, OverArea) and e.area != "map"}
    spared = any(isinstance(e, Hurt) and e.whom != "everyone" for e in effects)
    if any(isinstance(e, Fly) for e in effects):
        plate.arrow(scene.player, scene.at)
    if plate.named:
        plate.frame(plate.named)
    if "haven" in around:
        plate.icon("star", scene.haven, "gold", share=1.15)
    if "player" in around or spared or any(isinstance(e, Fly) for e in effects):
        plate.icon("pawn", scene.player, share=1.0)
    if any(isinstance(e, SetAside) for e in effects):
        later = plate.cell((scene.at[0] + 1, scene.at[1] + 1))
        side = min(7.5, plate.side * 2.4)  # small enough to be solid in low-ink too
        place = Rect(later.x + plate.side * 0.3, later.y + plate.side * 0.3, side, side)
        plate.items.append(plate.painter.icon("hourglass", place, plate.painter.style.ink("storm-ink")))
    if isinstance(action, Beast):
        _beast(plate, action, scene)


def _beast(plate: Plate, beast: Beast, scene: Scene) -> None:
    """Mark the beast, and the target it hunts straight through an obstacle."""
    place = scene.beast
    if any(isinstance(e, Hunt) for e in beast.effects):
        prey = (scene.size - 1, place[1])
        block(plate.painter, plate.cell((scene.size // 2, place[1])), plate.items)
        plate.arrow((place[0] + 1, place[1]), (prey[0] - 1, prey[1]), "danger")
        plate.icon("crown", prey, share=1.2)
    if not any(isinstance(e, Lightning) for e in beast.effects):  # lightning in the centre says it
        growing = any(isinstance(e, OverArea) and e.radius == "round" for e in beast.effects)
        plate.icon(beast.icon or "skull", place, "danger", share=1.05 if growing and plate.side > 3 else 1.7)


def _rings(plate: Plate, growing: Sequence[OverArea], scene: Scene) -> None:
    """Draw areas that widen with the rounds: nearer rings are raised more often, each bears its first round."""
    first: dict[Square, int] = {}
    for number in range(1, _RINGS + 1):
        for effect in growing:
            if isinstance(effect, Raise | Lower | Hurt | Lightning):
                for cell in _cells(effect, scene, number):
                    first.setdefault(cell, number)
    for cell, number in first.items():
        if not plate.painter.style.low_ink:
            plate.fill([cell], f"storm-{_RINGS + 1 - number}")
    plate.grid()
    for number in range(1, _RINGS + 1):
        reach = Rect(*plate.cell((scene.beast[0] - number, scene.beast[1] - number)))
        whole = Rect(reach.x, reach.y, reach.w * (2 * number + 1), reach.h * (2 * number + 1))
        plate.items.append(
            Path(rectangle(whole), stroke=plate.painter.style.ink("storm-ink"), width=max(0.3, plate.side * 0.1))
        )
        plate.words(str(number), (scene.beast[0], scene.beast[1] - number))


def _amounts(plate: Plate, levels: dict[Square, int], hurt: dict[Square, int]) -> None:
    """Write each amount once, into the last square that has it and nothing else."""
    spare = {plate.named} if plate.named else set()
    for amounts, role in ((levels, "storm-ink"), ({cell: -damage for cell, damage in hurt.items()}, "danger")):
        for amount in sorted(set(amounts.values())):
            cells = [cell for cell, value in amounts.items() if value == amount]
            square = next((cell for cell in reversed(cells) if cell not in spare), cells[-1])
            place = plate.cell(square)
            plate.items.append(Path(rectangle(place.inset(0.1)), fill="#ffffff"))
            plate.words(f"{amount:+d}".replace("-", "−"), square, role)


# --- shapes and maps ----------------------------------------------------------------------------


def shape_diagram(painter: Painter, shape: Shape, box: Rect, squares: int = 0) -> list[Item]:
    """Draw an obstacle shape on graph paper, its x in the middle; `squares` along the side give all one scale."""
    reach = max(max(abs(dx), abs(dy)) for dx, dy in shape.offsets)
    side = max(squares, 2 * reach + 1)
    middle = side // 2 + 1
    plate = Plate(painter, box, side, side)
    plate.grid()
    for dx, dy in shape.offsets:
        block(painter, plate.cell((middle + dx, middle + dy)), plate.items)
    cross(painter, plate.cell((middle, middle)), plate.items)
    return plate.items


def line_diagram(painter: Painter, size: int, number: int, box: Rect, *, column: bool) -> list[Item]:
    """Draw a map with one column or row marked and numbered along that side."""
    edge = 5.0
    side = min(box.w, box.h) - edge
    plate = Plate(painter, Rect(box.x + edge, box.y + edge, side, side), size, size)
    marked = [(number, other) if column else (other, number) for other in range(1, size + 1)]
    plate.fill(marked, "storm-1")
    plate.grid()
    for other in range(1, size + 1):
        cell = plate.cell((other, 1) if column else (1, other))
        place = cell._replace(y=box.y, h=edge - 0.6) if column else cell._replace(x=box.x, w=edge - 0.6)
        ink = painter.style.ink("ink" if other == number else "muted")
        style = TextStyle(
            "sans", other == number, False, LEAST, 9.5 if other == number else LEAST, "center", "middle", 1.0
        )
        painter.set_text(str(other), style, place.inset(-0.4), ink, plate.items)
    ends = plate.cell(marked[0]), plate.cell(marked[-1])
    whole = Rect(ends[0].x, ends[0].y, ends[1].right - ends[0].x, ends[1].bottom - ends[0].y)
    plate.items.append(Path(rectangle(whole), stroke=painter.style.ink("ink"), width=0.6))
    return plate.items


def block(painter: Painter, cell: Rect, out: list[Item]) -> None:
    """Draw one obstacle square: solid, or hatched where ink is to be saved."""
    ink = painter.style.ink("block")
    if not painter.style.low_ink:
        out.append(Path(rectangle(cell), fill=ink, stroke="#ffffff", width=0.2))
        return
    lines: list[Segment] = []
    for share in (1 / 3, 2 / 3):
        lines += segment(cell.x, cell.bottom - cell.h * share, cell.x + cell.w * share, cell.bottom)
        lines += segment(cell.x + cell.w * share, cell.y, cell.right, cell.bottom - cell.h * share)
    lines += segment(cell.x, cell.y, cell.right, cell.bottom)
    out.append(Path(rectangle(cell), fill="#ffffff"))
    out.append(Path(tuple(lines), stroke=ink, width=0.18))
    out.append(Path(rectangle(cell), stroke=ink, width=0.3))


def cross(painter: Painter, cell: Rect, out: list[Item]) -> None:
    """Draw the x of the coordinate, readable on an obstacle."""
    r = cell.w * 0.24
    lines = (
        *polyline([(cell.cx - r, cell.cy - r), (cell.cx + r, cell.cy + r)]),
        *polyline([(cell.cx - r, cell.cy + r), (cell.cx + r, cell.cy - r)]),
    )
    width = max(0.35, cell.w * 0.1)
    if painter.style.low_ink:
        out.append(Path(ellipse(cell.cx, cell.cy, r * 1.7), fill="#ffffff"))
    colour = painter.style.ink("ink") if painter.style.low_ink else "#ffffff"
    out.append(Path(lines, stroke=colour, width=width, round=True))


def final_map_diagram(painter: Painter, drawn: FinalMap, box: Rect) -> list[Item]:
    """Draw a final map in small: obstacles, start, end, target, beast."""
    rows = drawn.drawn
    plate = Plate(painter, box, len(rows[0]), len(rows))
    marks = {(x, y): mark for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1)}
    for square, mark in marks.items():
        if mark == "#":
            block(painter, plate.cell(square), plate.items)
    plate.grid(width=0.1)
    share = 1.0 if plate.side > 3 else 1.5
    for square, mark in marks.items():
        if mark in MAP_ICONS:
            icon, role = MAP_ICONS[mark]
            plate.icon(icon, square, role, share=share)
    return plate.items


MAP_ICONS = {"S": ("pawn", "ink"), "E": ("star", "gold"), "T": ("crown", "ink"), "B": ("skull", "danger")}
