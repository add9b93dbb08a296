"""Small pictures of where something falls: storm actions, beasts, obstacle shapes, final maps.

The squares come from the engine's own areas, so that a new action or another radius is drawn right without
any code. Storms are hatched the way the player draws them (upright for one level, lying for two …), hurt
squares carry a minus, so nothing is told by colour alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.drawing import Item, Path, rectangle
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.games.tempest.content.areas import effect_cells
from pnp.games.tempest.content.effects import (
    Effect,
    Fly,
    Hunt,
    Hurt,
    Lightning,
    Lower,
    OverArea,
    Raise,
    SetAside,
    Settle,
)
from pnp.games.tempest.content.files import Beast, FinalMap, Shape, StormAction
from pnp.games.tempest.print.plate import LEAST, ROOM_FOR_WORDS, Plate, Square, block, cross
from pnp.geometry import Rect

_LEAST_SIDE = 6
"""Squares along the side of the map in a diagram."""
_RINGS = 3
"""How many rounds a ring that grows from round to round is shown for."""


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


# --- storm actions and beasts -------------------------------------------------------------------


def action_diagram(painter: Painter, action: StormAction | Beast, box: Rect) -> list[Item]:
    """Draw where an action falls and what it does there."""
    scene = scene_for(action)
    plate = Plate(painter, box, scene.size, scene.size)
    growing = [e for e in action.effects if isinstance(e, OverArea) and e.radius == "round"]
    stages = _stages(action.effects, scene)
    levels = _levels(stages)
    hurt = {cell: e.damage for e, now in stages if isinstance(e, Hurt) for cell in _hurt_cells(e, now)}
    struck = {cell: e.damage for e, now in stages if isinstance(e, Lightning) for cell in _cells(e, now)}
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
    if plate.side >= ROOM_FOR_WORDS and not growing:
        _amounts(plate, levels, hurt)
    _people(plate, action, scene)
    return plate.items


def _stages(effects: Sequence[Effect], scene: Scene) -> list[tuple[Effect, Scene]]:
    """Return each effect with where everybody is by then: a flight takes the player along."""
    stages: list[tuple[Effect, Scene]] = []
    for effect in effects:
        stages.append((effect, scene))
        if isinstance(effect, Fly):
            scene = scene._replace(player=scene.at)
    return stages


def _levels(stages: Sequence[tuple[Effect, Scene]]) -> dict[Square, int]:
    """Return by how much each square rises (or falls, below zero) when all effects have happened."""
    levels: dict[Square, int] = {}
    for effect, scene in stages:
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
