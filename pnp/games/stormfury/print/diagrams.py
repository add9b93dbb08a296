"""Diagrams on cards: how a hurricane card moves the storm, and what a resource card costs and builds."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.draw.arrows import arrow_head, direction
from pnp.draw.colours import darker, mix
from pnp.draw.drawing import Item, Path, ellipse, polygon, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.hexes import HexBoard, Point
from pnp.draw.style import Style
from pnp.draw.text import MM_PER_PT, simple_line
from pnp.games.stormfury.content.compiled import StormCard, StormfuryContent
from pnp.games.stormfury.content.files import PrintFile, ResourceCard
from pnp.games.stormfury.content.hexes import Hex, disc, distance, walk
from pnp.games.stormfury.content.words import FigureWords
from pnp.geometry import Rect

_LEAST_PATCH = 2
_START = Hex(0, 0)


def patch_radius(content: StormfuryContent) -> int:
    """Return how many hexes round the start a card must show, so that all cards show as many."""
    reached = (distance(_START, hex) for card in content.cards for hex in walk(_START, card.steps))
    return max(_LEAST_PATCH, *reached)


class MovePatch:
    """The patch of hexes on a hurricane card, fitted into a box."""

    def __init__(self, content: StormfuryContent, painter: Painter, box: Rect) -> None:
        self.painter, self.style = painter, painter.style
        self.radius = patch_radius(content)
        self.grid = HexBoard.showing(self.radius, box)
        self.side = self.grid.side

    def draw(self, card: StormCard) -> list[Item]:
        """Return the patch with start hex, arrows and green end hex."""
        return [*self._ground(card), *self._end(card.end), *self._start(), *self._arrows(card), *self._eye(card)]

    def _ground(self, card: StormCard) -> Iterator[Item]:
        role = "sea" if card.deck == "ocean" else "land"
        paper = self.style.paper
        fill = paper if self.style.low_ink else mix(self.style.flat(role), paper, 0.45)
        shape = [s for hex in disc(_START, self.radius) for s in self.grid.outline(hex)]
        yield Path(tuple(shape), fill=fill, stroke=self.style.pale("coast", 0.55), width=max(0.12, 0.04 * self.side))

    def _end(self, end: Hex) -> list[Item]:
        items: list[Item] = []
        outline = self.grid.outline(end)
        self.painter.fill_area(outline, self.grid.box(end, 2.0), "end-hex", self.side > 2.5, items)
        edge = darker(self.style.ink("end-hex"), 0.35)
        items.append(Path(outline, stroke=edge, width=0.14 * self.side, round=True))
        return items

    def _start(self) -> Iterator[Item]:
        dots = (0.01, 0.26 * self.side)
        ink = self.style.ink("ink")
        yield Path(self.grid.outline(_START, 0.8), stroke=ink, width=0.13 * self.side, dash=dots, round=True)

    def _arrows(self, card: StormCard) -> Iterator[Item]:
        places = [self.grid.at(hex) for hex in walk(_START, card.steps)]
        ink = self.style.ink("storm")
        for start, end in pairwise(places):
            yield from _step(start, end, self.side, ink, self.style.paper)

    def _eye(self, card: StormCard) -> Iterator[Item]:
        """The storm itself, where the card leaves it; on a card without a move in the start hex."""
        cx, cy = self.grid.at(card.end)
        half = (0.62 if card.steps else 0.7) * self.side
        if not card.steps:
            yield Path(ellipse(cx, cy, half * 0.95), fill=self.style.paper)
            yield self.painter.icon(
                "hurricane", Rect(cx - half * 0.8, cy - half * 0.8, 1.6 * half, 1.6 * half), self.style.ink("storm")
            )


def _step(start: Point, end: Point, side: float, ink: str, ground: str) -> Iterator[Item]:
    """Yield an arrow between the middles of neighbouring hexes, edged in the colour of the ground."""
    ux, uy = direction(start, end)
    a = (start[0] + ux * 0.28 * side, start[1] + uy * 0.28 * side)
    tip = (end[0] + ux * 0.22 * side, end[1] + uy * 0.22 * side)
    head, neck = arrow_head(a, tip, 0.62 * side, 0.42 * side)
    shaft = segment(*a, *neck)
    yield Path(shaft, stroke=ground, width=0.46 * side, round=True)
    yield Path(head, fill=ground, stroke=ground, width=0.2 * side, round=True)
    yield Path(shaft, stroke=ink, width=0.28 * side, round=True)
    yield Path(head, fill=ink)


def piece_sign(style: Style, grid: HexBoard, radius: int, width: float) -> list[Item]:
    """Return a hurricane piece as a sign: its border, and the hex of its eye."""
    ink = style.ink("storm")
    outline = grid.border(disc(_START, radius))
    return [Path(outline, fill=style.paper, stroke=ink, width=width), Path(grid.outline(_START), fill=ink)]


class Recipe:
    """What a resource card costs and builds, in small cards and chits."""

    def __init__(
        self, content: StormfuryContent, look: PrintFile, painter: Painter, words: FigureWords, box: Rect
    ) -> None:
        self.content, self.look, self.painter, self.words, self.box = content, look, painter, words, box
        self.style = painter.style

    def draw(self, id: str, card: ResourceCard) -> list[Item]:
        """Return the diagram of a card."""
        if card.kind == "supply":
            side = min(self.box.w, self.box.h) * 0.98
            place = Rect(self.box.cx - side / 2, self.box.cy - side / 2, side, side)
            return [
                self.painter.icon(
                    self.look.resource_look[id].icon, place, self.style.ink(self.look.resource_look[id].role)
                )
            ]
        if card.kind == "evacuate":
            return self._line([("card", "")] * card.discards, [("person", "people")])
        paid = [("card", supply) for supply, number in card.pay.items() for _ in range(number)]
        return self._line(paid, [("chit", "fort" if card.kind == "fortify" else "dam")] * card.places)

    def _line(self, paid: Sequence[tuple[str, str]], built: Sequence[tuple[str, str]]) -> list[Item]:
        """Payment, an arrow, and what it brings, side by side."""
        count = len(paid) + len(built)
        unit = min(self.box.h * 0.52, self.box.w / (count * 1.16 + 0.75))
        gap, wide = unit * 0.16, unit * 0.75
        x = self.box.cx - (count * (unit + gap) - gap + wide) / 2
        items: list[Item] = []
        for kind, what in paid:
            items += self._thing(kind, what, Rect(x, self.box.cy - unit * 0.65, unit, unit * 1.3))
            x += unit + gap
        items += self._arrow(x - gap * 0.5, wide - gap * 0.2)
        x += wide
        for kind, what in built:
            items += self._thing(kind, what, Rect(x, self.box.cy - unit / 2, unit, unit))
            x += unit + gap
        return items

    def _arrow(self, x: float, width: float) -> list[Item]:
        y, ink, h = self.box.cy, self.style.ink("muted"), width * 0.28
        shaft = (("M", x + width * 0.1, y), ("L", x + width * 0.6, y))
        head = polygon([(x + width * 0.95, y), (x + width * 0.5, y - h), (x + width * 0.5, y + h)])
        return [Path(shaft, stroke=ink, width=width * 0.14), Path(head, fill=ink)]

    def _thing(self, kind: str, what: str, box: Rect) -> list[Item]:
        if kind == "card":
            return self._card(what, box)
        role = what
        icon = {"fort": "fortify", "dam": "dam", "people": "evacuate"}[what]
        if kind == "person":
            return [self.painter.icon(icon, box, self.style.ink(role))]
        items: list[Item] = []
        self.painter.fill_area(rectangle(box, box.w * 0.1), box, role, False, items)
        items.append(Path(rectangle(box.inset(box.w * 0.07), box.w * 0.06), fill=self.style.paper))
        items.append(self.painter.icon(icon, box.inset(box.w * 0.15), self.style.ink(role)))
        return items

    def _card(self, supply: str, box: Rect) -> list[Item]:
        """A small card to pay with; one without a name stands for any card."""
        ink = self.style.ink("muted")
        items: list[Item] = [Path(rectangle(box, box.w * 0.12), fill=self.style.paper, stroke=ink, width=0.3)]
        if supply:
            look = self.look.resource_look[supply]
            items.append(
                self.painter.icon(
                    look.icon,
                    Rect(box.x + box.w * 0.12, box.cy - box.w * 0.38, box.w * 0.76, box.w * 0.76),
                    self.style.ink(look.role),
                )
            )
        else:
            size = max(7.0, box.w * 1.3)
            items.append(
                simple_line(
                    self.words.any_card,
                    box.cx,
                    box.cy + size * 0.32 * MM_PER_PT,
                    size,
                    ink,
                    italic=True,
                    align="center",
                )
            )
        return items
