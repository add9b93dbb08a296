"""The drawings that faces and rules may name: diagrams on cards, and figures for the rulebook."""

from pnp.draw.drawing import Item
from pnp.draw.faces import GameDrawing, Painter
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.print.diagrams import action_diagram, final_map_diagram, line_diagram, shape_diagram
from pnp.games.tempest.print.figures import Figures
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.load.values import Names


def drawings(content: GameContent) -> dict[str, GameDrawing]:
    """Return the game's drawings by name."""
    own, figures = Pictures(content), Figures(content)
    found: dict[str, GameDrawing] = {
        "coordinate": own.coordinate,
        "storm": own.storm,
        "shape": own.shape,
        "beast": own.beast,
        "final-map": own.final_map,
        "card-meanings": figures.card_meanings,
        "set-up": figures.set_up,
        "obstacle-shapes": figures.obstacle_shapes,
        "storm-areas": figures.storm_areas,
        "storm-levels": figures.storm_levels,
        "quadrants": figures.quadrants,
        "final-maps": figures.final_maps,
        "beasts": figures.beasts,
        "variant-maps": figures.variant_maps,
    }
    for number in range(1, len(figures.content.example.rounds) + 1):
        found[f"example-{number}"] = _round(figures, number)
    return found


def _round(figures: Figures, number: int) -> GameDrawing:
    """Return the drawing of one round of the example."""
    return lambda painter, names, box: figures.example_round(painter, number, box)


class Pictures:
    """Draws what the engine's areas say."""

    def __init__(self, content: GameContent) -> None:
        self.content: TempestContent = content.compiled
        offsets = [o for shape in self.content.shapes.values() for o in shape.offsets]
        self.widest = max((max(abs(dx), abs(dy)) for dx, dy in offsets), default=0) * 2 + 1

    @property
    def largest(self) -> int:
        """The highest coordinate that any day names."""
        return max(self.content.final.ranks, *(day.ranks for day in self.content.days))

    def coordinate(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The column or row that a heart or spade names, on the largest map."""
        card = names["card"]
        return line_diagram(painter, self.largest, card["rank"], box, column=card["axis"] == "x")

    def storm(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The storm action of a card."""
        return action_diagram(painter, self.content.storm[names["card"]["rank"]], box)

    def shape(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The obstacle shape of a card."""
        return shape_diagram(painter, self.content.shapes[names["card"]["rank"]], box, self.widest)

    def beast(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The beast of a face card."""
        return action_diagram(painter, self.content.beasts[names["card"]["face"]], box)

    def final_map(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The map of a face card."""
        return final_map_diagram(painter, self.content.maps[names["card"]["face"]], box)
