"""Terrain Storm's own drawings: what stands on cards, and the figures of the rulebook by name."""

from pnp.draw.drawing import Item
from pnp.draw.faces import GameDrawing, Painter
from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.content.grid import rectangle as around
from pnp.games.terrain.play.example import picture_island
from pnp.games.terrain.print.figures import Figures
from pnp.games.terrain.print.islands import Artist, draw_pattern, fitted, show_measure
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.load.values import Names

_REQUEST_CELL = 13.0
_PICTURE_CELL = 9.0


def drawings(content: GameContent) -> dict[str, GameDrawing]:
    """Return all drawings of the game by name."""
    cards, figures = _Cards(content), Figures(content)
    return {
        "island-tiles": cards.island,
        "request-pattern": cards.request,
        "award-picture": cards.award,
        "terrain-signs": figures.signs,
        "shapes": figures.shapes,
        "table": figures.table,
        "passing": figures.passing,
        "touch": figures.touch,
        "cover": figures.cover,
        "storm": figures.storm,
        "match": figures.match,
        "turned": figures.turned,
        "played": figures.played,
    }


class _Cards(Artist):
    """What stands on cards."""

    def island(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw motifs and signs of both tiles; the ground is the face's, so that it can bleed."""
        size = box.w / 2
        return [
            self.tiles.draw(painter, tile, Rect(box.x + i * size, box.y, size, size), ground=False)
            for i, tile in enumerate(names["island"]["tiles"])
        ]

    def request(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw a Request's pattern."""
        return draw_pattern(painter, self.tiles, self.by_letter, names["request"]["rows"], box, _REQUEST_CELL)

    def award(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw a small island and mark what the Award counts on it."""
        award = self.content.awards[names["award"]["id"]]
        island = picture_island(self.content, self.file.pictures[award.measure], award.ground)
        scene = self.scene(painter, fitted(island.stacks, box, _PICTURE_CELL, 1.5))
        left, top, right, bottom = around(island.stacks)
        sea = (cell(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))
        scene.ocean(where for where in sea if where not in island.stacks)
        for where, terrain in sorted(island.tiles.items()):
            scene.stack(where, len(island.stacks[where]))
            scene.tile(where, terrain)
            scene.box(scene.at(where), stroke="ink", width=0.2)
        show_measure(scene, island, award)
        return scene.items
