"""The tables of Tempest's sheets: storm actions with their cards, the round log, decks below a fold, set-up cards."""

# ruff: noqa: D102 (what a block's methods do is said once, in draw.flow)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.draw.drawing import Item, Path, rectangle, segment
from pnp.draw.flow import Block
from pnp.games.tempest.content.files import SUITS, Shape, StormAction
from pnp.games.tempest.content.tables import SUIT_LOOKS, card_name
from pnp.games.tempest.print.diagrams import action_diagram, shape_diagram
from pnp.games.tempest.print.graphpaper import tick_box
from pnp.games.tempest.print.sheetblocks import Pen
from pnp.geometry import Rect

DASH = (1.8, 1.2)
SUIT = {suit: (icon, ink) for suit, icon, ink in SUIT_LOOKS}
"""Icon and ink of each suit."""

SUIT_COLUMN = 6.0


class StormLine(NamedTuple):
    """A storm action with its words."""

    action: StormAction
    text: str


class StormTable(Block):
    """The storm actions of a day in two columns: two cards to cross off, where it falls, what it does."""

    _BOX, _HEAD, _PAD = 5.8, 5.0, 1.4
    _GAP = 7.0

    def __init__(self, pen: Pen, actions: Sequence[StormLine], *, columns: int = 2, before: float = 1.0) -> None:
        self.pen, self.actions, self.columns, self.before = pen, actions, columns, before
        self.texts = [pen.words(f"**{one.action.name}.** {_unbroken(one.text)}") for one in actions]
        self.rows = -(-len(actions) // columns)
        self.diagram = 10.0
        self.stretch = 0.0
        """Air added to every row."""

    def _column(self, width: float) -> float:
        return (width - self._GAP * (self.columns - 1)) / self.columns

    def _left(self) -> float:
        return 2 * (self._BOX + 1.0) + self.diagram + 3.4

    def _row_height(self, row: int, width: float) -> float:
        room = self._column(width) - self._left()
        texts = (self.texts[i] for i in range(row, len(self.texts), self.rows))
        return max(self.diagram, *(text.height(room) for text in texts)) + self._PAD + self.stretch

    def height(self, width: float) -> float:
        return self._HEAD + fsum(self._row_height(row, width) for row in range(self.rows))

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        each = self._column(width)
        for column in range(self.columns):
            self._suits(x + column * (each + self._GAP), y, items)
        y += self._HEAD
        for row in range(self.rows):
            high = self._row_height(row, width)
            for column in range(self.columns):
                index = column * self.rows + row
                if index < len(self.actions):
                    self._action(index, Rect(x + column * (each + self._GAP), y, each, high), items)
            y += high
        return items

    def _suits(self, x: float, y: float, out: list[Item]) -> None:
        for i, suit in enumerate(("diamonds", "clubs")):
            icon, ink = SUIT[suit]
            place = Rect(x + i * (self._BOX + 1.0) + 1.2, y + 0.6, self._BOX - 2.4, self._BOX - 2.4)
            out.append(self.pen.painter.icon(icon, place, self.pen.ink(ink)))

    def _action(self, index: int, box: Rect, out: list[Item]) -> None:
        pen, action, text = self.pen, self.actions[index].action, self.texts[index]
        out.append(Path(segment(box.x, box.y, box.right, box.y), stroke=pen.ink("line"), width=0.15))
        middle = box.y + box.h / 2
        for i, suit in enumerate(("diamonds", "clubs")):
            place = Rect(box.x + i * (self._BOX + 1.0), middle - self._BOX / 2, self._BOX, self._BOX)
            out += tick_box(card_name(action.rank), place, pen.ink(SUIT[suit][1]))
        side, left = self.diagram, box.x + 2 * (self._BOX + 1.0) + 1.0
        out += action_diagram(pen.painter, action, Rect(left, middle - side / 2, side, side))
        left = box.x + self._left()
        room = box.right - left
        high = text.height(room)
        out += text.draw(left, middle - high / 2, room)


class RoundLog(Block):
    """A line for every round to note the cards in."""

    _LABEL, _HEAD, _LEAST, _MOST = 15.0, 4.6, 6.0, 8.0

    def __init__(self, pen: Pen, rounds: int, *, before: float = 3.0) -> None:
        self.pen, self.rounds, self.before = pen, rounds, before
        self.rows = (pen.say.panel.storm_card, pen.say.panel.strikes_at, pen.say.panel.your_card)
        self.row = self._LEAST

    def stretch(self, room: float) -> float:
        """Grow by up to so much; return what is left of the room."""
        more = min(self._MOST - self.row, room / len(self.rows))
        self.row += more
        return room - more * len(self.rows)

    def height(self, width: float) -> float:
        return self._HEAD + self.row * len(self.rows)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        pen, items = self.pen, list[Item]()
        line = pen.ink("line")
        pitch = (width - self._LABEL) / self.rounds
        pen.line(pen.say.panel.round, Rect(x, y, self._LABEL, self._HEAD), 8, items, bold=True, colour="storm-deck")
        for number in range(1, self.rounds + 1):
            place = Rect(x + self._LABEL + (number - 1) * pitch, y, pitch, self._HEAD)
            pen.line(str(number), place, 8, items, bold=True, align="center", colour="storm-deck")
        for i, label in enumerate(self.rows):
            top = y + self._HEAD + i * self.row
            pen.line(label, Rect(x, top, self._LABEL, self.row), 7.5, items, colour="muted")
            for number in range(self.rounds):
                place = Rect(x + self._LABEL + number * pitch, top, pitch, self.row)
                items.append(Path(rectangle(place), stroke=line, width=0.2))
        return items


class SealedDecks(Block):
    """The order of the four decks."""

    _ROW = 6.0

    def __init__(self, pen: Pen, decks: Mapping[str, Sequence[int]], *, before: float = 2.4) -> None:
        self.pen, self.decks, self.before = pen, decks, before

    def height(self, width: float) -> float:
        return 2 * self._ROW

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        for i, suit in enumerate(SUITS):
            row, column = divmod(i, 2)
            self._deck(suit, Rect(x + column * width / 2, y + row * self._ROW, width / 2 - 4, self._ROW), items)
        return items

    def _deck(self, suit: str, box: Rect, out: list[Item]) -> None:
        icon, role = SUIT[suit]
        ink = self.pen.ink(role)
        out.append(self.pen.painter.icon(icon, Rect(box.x, box.y + 0.8, 3.8, 3.8), ink))
        cards = self.decks[suit]
        pitch = min(8.0, (box.w - 6) / len(cards))
        for i, rank in enumerate(cards):
            place = Rect(box.x + 6 + i * pitch, box.y + 0.3, pitch - 0.8, self._ROW - 1.0)
            out.append(Path(rectangle(place, 0.7), stroke=self.pen.ink("line"), width=0.2))
            self.pen.line(card_name(rank), place, 9, out, bold=True, align="center", colour=role)


class SetupCards(Block):
    """What diamonds and clubs mean in a set-up, card by card: whom they name, which shape they give."""

    _HEAD, _ROW = 4.6, 4.4

    def __init__(
        self, pen: Pen, ranks: int, names: Mapping[int, str], shapes: Mapping[int, Shape], *, before: float = 3.0
    ) -> None:
        self.pen, self.ranks, self.names, self.shapes, self.before = pen, ranks, names, shapes, before
        reach = max((max(abs(dx), abs(dy)) for shape in shapes.values() for dx, dy in shape.offsets), default=0)
        self.squares = 2 * reach + 1

    def _side(self, width: float) -> float:
        return min(11.0, (width - SUIT_COLUMN) / self.ranks - 1.5)

    def height(self, width: float) -> float:
        return self._HEAD + self._side(width) + 1.0 + 2 * self._ROW

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        pen, items = self.pen, list[Item]()
        pitch, side = (width - SUIT_COLUMN) / self.ranks, self._side(width)
        names = y + self._HEAD + side + 1.0
        for suit, cy in (("clubs", y + self._HEAD + side / 2), ("diamonds", names + self._ROW)):
            icon, ink = SUIT[suit]
            items.append(pen.painter.icon(icon, Rect(x, cy - 1.9, 3.8, 3.8), pen.ink(ink)))
        for rank in range(1, self.ranks + 1):
            left = x + SUIT_COLUMN + (rank - 1) * pitch
            place = Rect(left, y, pitch, self._HEAD)
            pen.line(card_name(rank), place, 9, items, bold=True, align="center", colour="storm-deck")
            if rank in self.shapes:
                box = Rect(left + (pitch - side) / 2, y + self._HEAD, side, side)
                items += shape_diagram(pen.painter, self.shapes[rank], box, self.squares)
            if rank in self.names:
                box = Rect(left, names, pitch, 2 * self._ROW)
                pen.line(self.names[rank], box, 8, items, align="center")
        return items


def _unbroken(text: str) -> str:
    """Keep a number with its sign on the line of the word before it."""
    return text.replace(" +", "\u00a0+").replace(" -", "\u00a0-")
