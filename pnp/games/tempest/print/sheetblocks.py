"""Small parts of Tempest's sheets: headings, steps, who is on the map, powers to tick, choices of the final day.

Each is a block that can be measured and drawn; what it says comes from content, never from here.
"""

# ruff: noqa: D102 (what a block's methods do is said once, in draw.flow)

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import NamedTuple

from pnp.draw.drawing import Item, Path, ellipse, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Paragraph, draw_stack, stack_height
from pnp.draw.fonts import font
from pnp.draw.text import TextStyle, simple_line
from pnp.games.tempest.content.words import Words
from pnp.games.tempest.print.graphpaper import MapView, draw_map, tick_box
from pnp.geometry import Rect
from pnp.rules.pages import look_of

WHITE = "#ffffff"
SMALL = 7.0
_TICK = 3.8
_LEAST_HEART = 3.7


class Pen(NamedTuple):
    """What every block draws with: the painter, what there is to say, and the size of running text."""

    painter: Painter
    say: Words
    points: float = 8.0

    def ink(self, role: str) -> str:
        """Return the ink of a role."""
        return self.painter.style.ink(role)

    def words(self, text: str, *, colour: str = "ink", before: float = 0.0, align: str = "left") -> Paragraph:
        """Return running text."""
        return Paragraph(
            text,
            look_of(self.painter),
            size=self.points,
            colour=self.ink(colour),
            before=before,
            leading=1.16,
            align=align,
        )

    def line(
        self,
        text: str,
        box: Rect,
        size: float,
        out: list[Item],
        *,
        bold: bool = False,
        align: str = "left",
        colour: str = "ink",
        family: str = "sans",
        italic: bool = False,
    ) -> None:
        """Set a short text into a box, smaller if need be, never below 7 pt."""
        style = TextStyle(family, bold, italic, SMALL, size, align, "middle", 1.1)
        self.painter.set_text(text, style, box, self.ink(colour), out)


class Title(Block):
    """A heading with a rule under it, and a note at its right end, or below where there is no room."""

    _HIGH, _NOTE = 6.6, 3.6
    _SIZE, _SMALL = 11.0, 7.5

    def __init__(self, pen: Pen, text: str, note: str = "", *, before: float = 3.2) -> None:
        self.pen, self.text, self.note, self.before = pen, text, note, before
        self.keep_with_next = True

    def _beside(self, width: float) -> bool:
        """Say whether heading and note share a line."""
        title = font("serif-bold").width(self.text) * self._SIZE
        return not self.note or title + 3 + font("sans").width(self.note) * self._SMALL <= width

    def height(self, width: float) -> float:
        return self._HIGH + (0.0 if self._beside(width) else self._NOTE)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        role = "storm-deck"
        self.pen.line(self.text, Rect(x, y, width, 5), self._SIZE, items, bold=True, family="serif", colour=role)
        items.append(Path(segment(x, y + 5.3, x + width, y + 5.3), stroke=self.pen.ink(role), width=0.35))
        if self.note:
            beside = self._beside(width)
            place = Rect(x, y + (0.6 if beside else 5.6), width, 4.4)
            align = "right" if beside else "left"
            self.pen.line(self.note, place, self._SMALL, items, align=align, colour="muted")
        return items


class Together(Block):
    """A heading with what belongs under it, added as one."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks, self.before = blocks, blocks[0].before

    def height(self, width: float) -> float:
        return stack_height(self.blocks, width)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        return draw_stack(self.blocks, x, y, width)


class Steps(Block):
    """Numbered steps, in two columns where they have the width of a page."""

    _INDENT, _GAP, _WIDE = 5.0, 7.0, 150.0

    def __init__(self, pen: Pen, steps: Sequence[str], *, before: float = 1.0) -> None:
        self.pen, self.before = pen, before
        self.steps = [pen.words(step) for step in steps]

    def _columns(self, width: float) -> tuple[float, list[Sequence[tuple[int, Paragraph]]]]:
        """Return the width of the words, and the steps of each column."""
        steps = list(enumerate(self.steps, 1))
        if width < self._WIDE:
            return width - self._INDENT, [steps]
        half = -(-len(steps) // 2)
        return (width - self._GAP) / 2 - self._INDENT, [steps[:half], steps[half:]]

    def height(self, width: float) -> float:
        room, columns = self._columns(width)
        return max(fsum(step.height(room) + 0.7 for _, step in column) for column in columns)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        ink = self.pen.ink("storm-deck")
        room, columns = self._columns(width)
        for column in columns:
            top = y
            for number, step in column:
                items.append(Path(ellipse(x + 1.9, top + 1.75, 1.75), stroke=ink, width=0.25))
                items.append(simple_line(str(number), x + 1.9, top + 2.62, SMALL, ink, bold=True, align="center"))
                items += step.draw(x + self._INDENT, top, room)
                top += step.height(room) + 0.7
            x += room + self._INDENT + self._GAP
        return items


class Person(Block):
    """Somebody to rescue: letter, name (or room for it), health to cross out, and the power they lend."""

    _HEAD, _HEALTH, _LEFT = 6.2, 6.4, 9.6
    _TICKS = 29.0
    """Room for the boxes beside the hearts, or beside the name where there are many hearts."""

    def __init__(
        self,
        pen: Pen,
        letter: str,
        name: str,
        health: int,
        text: str = "",
        *,
        spare: int = 0,
        before: float = 2.4,
    ) -> None:
        self.pen, self.letter, self.name, self.health, self.spare = pen, letter, name, health, spare
        self.text = pen.words(text, colour="muted") if text else None
        self.before = before

    def _crowded(self, room: float) -> bool:
        return heart_rows(self.health + self.spare, room - self._TICKS) > 1

    def _health(self, room: float) -> float:
        return self._HEALTH * (heart_rows(self.health + self.spare, room) if self._crowded(room) else 1)

    def height(self, width: float) -> float:
        room = width - self._LEFT
        return self._HEAD + self._health(room) + (self.text.height(room) + 0.4 if self.text else 0.0)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        pen, items = self.pen, list[Item]()
        ink = pen.ink("ink")
        items.append(Path(ellipse(x + 3.9, y + 4.4, 3.7), fill=WHITE, stroke=ink, width=0.35))
        items.append(simple_line(self.letter, x + 3.9, y + 6.3, 15, ink, bold=True, align="center"))
        left, room = x + self._LEFT, width - self._LEFT
        crowded = self._crowded(room)
        ticks = self._ticks(x + width, y if crowded else y + self._HEAD + 0.5, items)
        end = ticks - 1.5 if crowded else x + width
        if self.name:
            pen.line(self.name, Rect(left, y, end - left, 5.2), 12, items, bold=True, family="serif")
        else:
            items.append(Path(segment(left, y + 5.2, end, y + 5.2), stroke=pen.ink("muted"), width=0.2))
        box = Rect(left, y + self._HEAD, room if crowded else room - self._TICKS, self._health(room) - 1.0)
        hearts(pen, self.health, box, items, spare=self.spare)
        if self.text:
            items += self.text.draw(left, y + self._HEAD + self._health(room), room)
        return items

    def _ticks(self, right: float, y: float, out: list[Item]) -> float:
        """Draw a box for being with you and one for being home; return where they begin."""
        for label in (self.pen.say.panel.home, self.pen.say.panel.with_you):
            right -= _TICK
            out.append(Path(rectangle(Rect(right, y + 0.3, _TICK, _TICK), 0.5), stroke=self.pen.ink("ink"), width=0.25))
            right -= font("sans").width(label) * SMALL + 0.8
            out.append(simple_line(label, right, y + 3.1, SMALL, self.pen.ink("muted")))
            right -= 1.6
        return right + 1.6


def heart_rows(count: int, width: float) -> int:
    """Return how many rows so many hearts take."""
    return -(-count // max(1, int((width + 0.01) / _LEAST_HEART)))


def hearts(pen: Pen, count: int, box: Rect, out: list[Item], *, spare: int = 0) -> None:
    """Draw health points as hearts to cross out; dashed ones take what healing may add."""
    rows = heart_rows(count + spare, box.w)
    abreast = -(-(count + spare) // rows)
    pitch, high = min(5.6, box.w / abreast), box.h / rows
    side = min(pitch, 5.6) - 0.5
    ink = pen.ink("danger")
    for i in range(count + spare):
        row, column = divmod(i, abreast)
        place = Rect(box.x + column * pitch, box.y + row * high + (high - side) / 2, side, side)
        if i < count:
            out.append(pen.painter.icon("heart", place, ink, empty=True))
        else:
            ring = ellipse(place.cx, place.cy, place.w / 2 - 0.2)
            out.append(Path(ring, stroke=ink, width=0.2, dash=(0.7, 0.6)))


class PowerLine(Block):
    """A power: a box to tick if it is held, its words, and a box for each use."""

    def __init__(
        self, pen: Pen, name: str, text: str, uses: int = 0, *, held: bool = False, mark: str = "", before: float = 1.3
    ) -> None:
        self.pen, self.uses, self.held, self.mark, self.before = pen, uses, held, mark, before
        self.text = pen.words(f"**{name}.** {text}")

    def _room(self, width: float) -> tuple[float, float]:
        """Return where the words begin, and how wide they may be."""
        left = 0.0 if self.held and not self.mark else _TICK + 1.6
        return left, width - left - (self.uses * (_TICK + 0.8) + 0.8 if self.uses else 0.0)

    def height(self, width: float) -> float:
        return max(_TICK + 0.4, self.text.height(self._room(width)[1]))

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        left, room = self._room(width)
        ink, items = self.pen.ink("ink"), list[Item]()
        if self.mark:
            items.append(simple_line(self.mark, x + _TICK / 2, y + 3.0, 9, ink, bold=True, align="center"))
        elif not self.held:
            items.append(Path(rectangle(Rect(x, y + 0.1, _TICK, _TICK), 0.5), stroke=ink, width=0.3))
        items += self.text.draw(x + left, y, room)
        for i in range(self.uses):
            place = Rect(x + width - (i + 1) * (_TICK + 0.8) + 0.8, y + 0.1, _TICK, _TICK)
            items.append(Path(ellipse(place.cx, place.cy, _TICK / 2), stroke=self.pen.ink("storm-deck"), width=0.3))
        return items


class Choice(Block):
    """One of several that a face card chooses: a box with the face, an icon, name, words, perhaps health and uses."""

    _LEFT = 14.0

    def __init__(
        self,
        pen: Pen,
        face: str,
        icon: str,
        name: str,
        text: str,
        *,
        health: int = 0,
        uses: int = 0,
        chosen: bool = False,
        before: float = 1.6,
    ) -> None:
        self.pen, self.face, self.icon, self.health, self.uses = pen, face, icon, health, uses
        self.chosen, self.before = chosen, before
        self.text = pen.words(f"**{name}.** {text}")

    def _room(self, width: float) -> float:
        return width - self._LEFT - self.uses * (_TICK + 0.8)

    def height(self, width: float) -> float:
        return max(6.4, self.text.height(self._room(width)) + self._hearts(width))

    def _hearts(self, width: float) -> float:
        return 6.0 * heart_rows(self.health, width - self._LEFT) if self.health else 0.0

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        pen, items = self.pen, list[Item]()
        ink = pen.ink("ink")
        box = Rect(x, y + 0.2, 5.4, 5.4)
        items += tick_box(self.face, box, ink)
        if self.chosen:
            items.append(Path(rectangle(box.inset(-0.5), 1.0), stroke=ink, width=0.5))
        items.append(pen.painter.icon(self.icon, Rect(x + 7, y + 0.2, 5.6, 5.6), pen.ink("storm-deck")))
        items += self.text.draw(x + self._LEFT, y, self._room(width))
        for i in range(self.uses):
            cx = x + width - (i + 0.5) * (_TICK + 0.8)
            items.append(Path(ellipse(cx, y + 0.1 + _TICK / 2, _TICK / 2), stroke=pen.ink("storm-deck"), width=0.3))
        if self.health:
            at = y + self.text.height(self._room(width))
            hearts(pen, self.health, Rect(x + self._LEFT, at, width - self._LEFT, self._hearts(width) - 0.4), items)
        return items


class Levels(Block):
    """How storm levels are pencilled in, what entering costs, and what storms do to people."""

    _SIDE, _PITCH, _WIDE = 7.5, 23.0, 110.0

    def __init__(self, pen: Pen, captions: Sequence[str], words: str, *, before: float = 1.2) -> None:
        self.pen, self.captions, self.before = pen, captions, before
        self.words = pen.words(words)

    def _legend(self, width: float) -> float:
        """Return the width of the squares with their captions."""
        return min(width, self._PITCH * len(self.captions))

    def _beside(self, width: float) -> float:
        """Return the width of words beside the squares, 0 where they stand below."""
        return width - self._legend(width) - 5 if width >= self._WIDE else 0.0

    def height(self, width: float) -> float:
        high = self._SIDE + 4.4
        beside = self._beside(width)
        return max(high, self.words.height(beside)) if beside else high + 1.2 + self.words.height(width)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        pitch = self._legend(width) / len(self.captions)
        side = min(self._SIDE, pitch - 1)
        for level, caption in enumerate(self.captions, 1):
            cell = Rect(x + (level - 0.5) * pitch - side / 2, y, side, side)
            view = MapView(1, levels={(1, 1): level})
            items += draw_map(self.pen.painter, view, cell, coordinates=False)
            words = Rect(x + (level - 1) * pitch, cell.bottom + 0.4, pitch, 4)
            self.pen.line(caption, words, 7.5, items, align="center")
        beside = self._beside(width)
        if beside:
            high = self.words.height(beside)
            items += self.words.draw(x + width - beside, y + max(0.0, (self._SIDE + 4.4 - high) / 2), beside)
        else:
            items += self.words.draw(x, y + self._SIDE + 5.6, width)
        return items


class Side(Block):
    """Blocks side by side in columns of equal width."""

    def __init__(self, blocks: Sequence[Block], *, gap: float = 6.0, before: float = 2.0) -> None:
        self.blocks, self.gap, self.before = blocks, gap, before

    def _each(self, width: float) -> float:
        return (width - self.gap * (len(self.blocks) - 1)) / len(self.blocks)

    def height(self, width: float) -> float:
        return max(block.height(self._each(width)) for block in self.blocks)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        each = self._each(width)
        return [item for i, block in enumerate(self.blocks) for item in block.draw(x + i * (each + self.gap), y, each)]


PanelMaker = Callable[[Pen], Sequence[Block]]
"""Makes the blocks of a panel for a size of text."""
