"""The drawings that faces and rules may name; each is made from what the engine plays with."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from pnp.draw.colours import mix
from pnp.draw.drawing import Drawing, Item, Path, Place, rectangle
from pnp.draw.faces import GameDrawing, Painter
from pnp.draw.hexes import HexBoard
from pnp.draw.text import MM_PER_PT, TextStyle, simple_line
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import PrintFile
from pnp.games.stormfury.content.words import FigureWords, Words
from pnp.games.stormfury.print.diagrams import MovePatch, Recipe, piece_sign
from pnp.games.stormfury.print.figures import Figures
from pnp.games.stormfury.print.heatmap import heat_map
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.load.values import Names


def drawings(content: GameContent) -> dict[str, GameDrawing]:
    """Return the game's drawings by name."""
    own = _Drawings(content.compiled, content.files.print, content.files.words)
    first, figures = (
        Figures(content.compiled, content.files.print, content.files.words.pictures, content.names[told])
        for told in ("first", "example")
    )
    return {
        "storm-move": own.storm_move,
        "recipe": own.recipe,
        "piece-size": own.piece_size,
        "damage-track": own.damage_track,
        "coast-figure": _drawn_once(figures.coast),
        "city-figure": _drawn_once(figures.city),
        "moves-figure": _drawn_once(figures.moves),
        "set-up-figure": _drawn_once(figures.set_up),
        "first-before": _drawn_once(first.before),
        "example-before": _drawn_once(figures.before),
        "example-after": _drawn_once(figures.after),
    }


def balance_figures(content: GameContent, painter: Painter, summary: Mapping[str, Any]) -> list[tuple[Drawing, str]]:
    """Return the pictures of the balance report."""
    words: FigureWords = content.files.words.pictures
    return [(heat_map(content, painter, summary), words.heat_map)]


def _drawn_once(draw: GameDrawing) -> GameDrawing:
    """Keep a figure that does not depend on a record: a rulebook is set several times."""
    known: dict[tuple[int, Rect], list[Item]] = {}

    def drawn(painter: Painter, names: Names, box: Rect) -> list[Item]:
        key = (id(painter), box)
        if key not in known:
            known[key] = draw(painter, names, box)
        return known[key]

    return drawn


class _Drawings:
    """Drawings on cards and on the storm mat."""

    def __init__(self, content: StormfuryContent, look: PrintFile, words: Words) -> None:
        self.content, self.look, self.words = content, look, words

    def storm_move(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The patch of hexes of the hurricane card `card`."""
        card = self.content.cards[self.content.card_number[names["card"]["id"]]]
        return MovePatch(self.content, painter, box).draw(card)

    def recipe(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """What the resource card `card` costs and builds."""
        id = names["card"]["id"]
        return Recipe(self.content, self.look, painter, self.words.pictures, box).draw(
            id, self.content.resource_cards[id]
        )

    def piece_size(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The hurricane piece of the category `row`, all drawn to one scale."""
        pieces = self.content.storm.storm_pieces
        widest = max(piece.radius for piece in pieces.values())
        grid = HexBoard.showing(widest, box)
        return piece_sign(painter.style, grid, pieces[names["row"]["piece"]].radius, 0.35)

    def damage_track(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The damage track in two rows; under the spaces of each verdict stands what it is called."""
        track = _Track(painter, box, self.content.rules.overwhelmed_at, self.words.board.places.damage_track)
        verdicts = self._verdicts()
        items: list[Item] = []
        for level, (title, first, last) in enumerate(verdicts):
            items += track.verdict(title, first, last, level / (len(verdicts) - 1))
        return items

    def _verdicts(self) -> list[tuple[str, int, int]]:
        """Each verdict with its first and last space, the overwhelming end included."""
        rules = self.content.rules
        starts = [*(verdict.least for verdict in rules.verdicts), rules.overwhelmed_at]
        spans = zip(rules.verdicts, starts, starts[1:], strict=False)
        return [
            *((verdict.title, first, after - 1) for verdict, first, after in spans),
            (rules.overwhelmed_title, rules.overwhelmed_at, rules.overwhelmed_at),
        ]


class _Track:
    """The damage track: spaces in two rows, verdicts in a strip below each row."""

    _STRIP, _GAP = 4.2, 0.8

    def __init__(self, painter: Painter, box: Rect, last: int, place: str) -> None:
        self.place = place
        self.painter, self.style, self.box, self.last = painter, painter.style, box, last
        self.columns = ceil((last + 1) / 2)
        self.w = box.w / self.columns
        self.pitch = (box.h + self._GAP) / 2
        self.h = self.pitch - self._GAP - self._STRIP

    def verdict(self, title: str, first: int, last: int, level: float) -> list[Item]:
        """Return the spaces of one verdict, and its name under those of each row."""
        items: list[Item] = []
        ink = self.style.ink("damage")
        paper = self.style.paper
        fill = paper if self.style.low_ink else mix(paper, ink, 0.05 + 0.4 * level)
        for row in range(first // self.columns, last // self.columns + 1):
            a, b = max(first, row * self.columns), min(last, (row + 1) * self.columns - 1)
            for space in range(a, b + 1):
                items += self._space(self._place(space), space, fill)
            left, right = self._place(a), self._place(b)
            strip = Rect(left.x, left.bottom, right.right - left.x, self._STRIP)
            items.append(Path(rectangle(strip), fill=paper, stroke=ink, width=0.25))
            style = TextStyle("sans", True, False, 7.0, 8.5, "center", "middle", 1.0)
            self.painter.set_text(title, style, strip, self.style.ink("ink"), items)
        return items

    def _place(self, space: int) -> Rect:
        row, column = divmod(space, self.columns)
        return Rect(self.box.x + column * self.w, self.box.y + row * self.pitch, self.w, self.h)

    def _space(self, place: Rect, space: int, fill: str) -> list[Item]:
        size = 14.0
        baseline = place.cy + 0.34 * size * MM_PER_PT
        return [
            Place(place, name=self.place),
            Path(rectangle(place), fill=fill, stroke=self.style.ink("damage"), width=0.25),
            simple_line(
                str(space), place.cx, baseline, size, self.style.ink("ink"), family="serif", bold=True, align="center"
            ),
        ]
