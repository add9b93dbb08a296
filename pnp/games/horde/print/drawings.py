"""The drawings that faces and rules may name: diagrams on cards, and figures that the engine has played.

Every one is drawn from values of `figures`, which asks the engine; nothing about moves, formations or
winds is decided here.
"""

from collections.abc import Callable

from pnp.draw.drawing import Item
from pnp.draw.faces import GameDrawing, Painter
from pnp.draw.squares import Squares
from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES
from pnp.games.horde.content.tables import RED_SUITS
from pnp.games.horde.content.words import Words
from pnp.games.horde.play.example import first_turn, meet_trace
from pnp.games.horde.print import figures
from pnp.games.horde.print.counterwind import WindStory
from pnp.games.horde.print.meeting import MeetPicture
from pnp.games.horde.print.sketch import Field, Sketch
from pnp.games.horde.print.tableau import competition_table, solo_table
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.load.values import Names


def drawings(content: GameContent) -> dict[str, GameDrawing]:
    """Return the game's drawings by name; traces are played only when a drawing is asked for."""
    own = Pictures(content)
    compiled: HordeContent = content.compiled
    found: dict[str, GameDrawing] = {
        "movement": lambda painter, names, box: own.movement(painter, names["card"]["role"], box),
        "formation": lambda painter, names, box: own.formation(painter, names["card"]["suit"], box),
        "formations": own.formations,
        "squares": own.squares,
        "set-up": own.set_up,
        "competition-table": own.competition,
        "first-field": own.first_field,
        "first-wind": own.first_wind,
    }
    for role in ROLES:
        found[f"movement-{role}"] = _with(own.movement, role)
    for suit in compiled.formations:
        found[f"formation-{suit}"] = _with(own.formation, suit)
    for name in compiled.move_examples:
        found[f"move-{name}"] = _with(own.move, name)
    for name in compiled.formation_examples:
        found[f"check-{name}"] = _with(own.check, name)
    for name in compiled.meet_examples:
        found[f"meet-{name}"] = _with(own.meet, name)
    for name in compiled.wind_examples:
        found[f"wind-{name}"] = _with(own.wind, name)
    return found


def _with(draw: Callable[[Painter, str, Rect], list[Item]], name: str) -> GameDrawing:
    """Return a drawing that always shows the same thing."""
    return lambda painter, names, box: draw(painter, name, box)


class Pictures:
    """Draws what the engine computes."""

    def __init__(self, content: GameContent) -> None:
        self.content: HordeContent = content.compiled
        self.words: Words = content.files.words
        self.suit_icons = {letter: suit.icon for letter, suit in content.files.decks.suits.items()}

    def signs(self, uses: tuple[tuple[str, str], ...]) -> list[tuple[str, str, str]]:
        """Return icon, ink and role letter of the formations that use a square."""
        return [(self.suit_icons[suit], suit_ink(suit), role) for suit, role in uses]

    def movement(self, painter: Painter, role: str, box: Rect) -> list[Item]:
        """A role's moves on an open field; all roles are drawn to one scale."""
        sketch = Sketch(painter)
        rows = figures.movement_diagram(self.content, role)
        most = 2 * max(r.move.steps for r in self.content.roles.values()) + 1
        n = len(rows)
        side = min(box.w / most, box.h / n)
        field = Field(
            sketch, Rect(box.cx - side * n / 2, box.cy - side * n / 2, side * n, side * n), "?" * n, n, labels=False
        )
        marks = [(square, mark) for square, mark in enumerate(mark for row in rows for mark in row) if mark]
        for square, mark in marks:
            if mark[0].isdigit():
                field.shade(square, near=mark[0] == "1")
        field.lines_over()
        for square, mark in marks:
            cell = field.cell(square)
            if mark == "x":
                sketch.cross(cell)
            elif mark == role:
                sketch.box(cell, stroke="horde", width=0.6)
                sketch.words(role, cell, max(7.0, side * 2.2), bold=True)
            else:
                sketch.words(mark.replace("*", "\\*"), cell, max(7.0, side * 1.9))
        return sketch.items

    def formation(self, painter: Painter, suit: str, box: Rect) -> list[Item]:
        """The squares of a suit's formation, line 1 on top."""
        sketch = Sketch(painter)
        rows = figures.formation_rows(self.content, suit)
        label = min(box.w, box.h) > 26
        field = Field(sketch, box, self.content.columns, self.content.lines, labels=label)
        marks = [(square, mark) for square, mark in enumerate("".join(rows)) if mark != "."]
        for square, _ in marks:
            field.shade(square)
        field.lines_over()
        for square, mark in marks:
            sketch.words(mark, field.cell(square), max(7.0, field.board.w * 2.0), bold=True)
        return sketch.items

    def formations(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """All formations, two by two, each under its suit and name."""
        sketch = Sketch(painter)
        head = 6.0
        board = Squares.fitted(2, (len(self.content.formations) + 1) // 2, box, square=False)
        for number, (suit, formation) in enumerate(self.content.formations.items()):
            x, y, w, h = board.numbered(number)
            sketch.icon(self.suit_icons[suit], Rect(x + w / 2 - 10, y + 0.8, head - 1.6, head - 1.6), suit_ink(suit))
            sketch.words(formation.name, Rect(x + w / 2 - 4, y, w / 2 + 2, head), 10.0, bold=True, align="left")
            sketch.items += self.formation(painter, suit, Rect(x, y + head, w, h - head - 1))
        return sketch.items

    def squares(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The field with the name of every square and the formations that use it."""
        sketch = Sketch(painter)
        board = Squares.fitted(len(self.content.columns), self.content.lines, box, square=False)
        for number, (name, uses) in enumerate(figures.square_uses(self.content).items()):
            cell = board.numbered(number)
            sketch.box(cell, fill="horde-wash", stroke="horde", width=0.3)
            sketch.words(
                name, Rect(cell.x + 1, cell.y + 0.5, cell.w - 2, cell.h * 0.5), 11.0, bold=True, family="serif"
            )
            sketch.uses(self.signs(uses), Rect(cell.x + 0.8, cell.y + cell.h * 0.55, cell.w - 1.6, 2.7), "center")
        return sketch.items

    def set_up(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Where everything lies before the first turn."""
        sketch = Sketch(painter)
        solo_table(sketch, self.content, self.words.table, box)
        return sketch.items

    def competition(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Two fields side by side."""
        sketch = Sketch(painter)
        competition_table(sketch, self.content, self.words.table, box)
        return sketch.items

    def move(self, painter: Painter, name: str, box: Rect) -> list[Item]:
        """A movement example: squares the engine allows with their steps, and those that somebody blocks."""
        sketch = Sketch(painter)
        trace = figures.move_trace(self.content, name)
        field = Field(sketch, box, self.content.columns, self.content.lines)
        at = self.content.square_at
        for square, steps in trace.reachable.items():
            field.shade(at(square) or 0, near=steps == 1)
        field.lines_over()
        for square, steps in trace.reachable.items():
            sketch.words(str(steps), field.cell(at(square) or 0), 11.0)
        occupied = {number for number, mark in enumerate("".join(trace.rows)) if mark != "."}
        for square in trace.blocked:
            if (at(square) or 0) not in occupied:
                sketch.cross(field.cell(at(square) or 0), "adversity", 0.6)
        field.people(trace.rows)
        sketch.box(field.cell(at(trace.start) or 0).inset(0.4), stroke="horde", width=0.9)
        return sketch.items

    def check(self, painter: Painter, name: str, box: Rect) -> list[Item]:
        """A formation example: the wanted squares, who stands where, and the verdict of the engine."""
        sketch = Sketch(painter)
        trace = figures.formation_trace(self.content, name)
        field = Field(sketch, Rect(box.x, box.y, box.w * 0.62, box.h), self.content.columns, self.content.lines)
        at = self.content.square_at
        for role, squares in trace.wanted.items():
            for square in squares:
                cell = field.cell(at(square) or 0)
                field.shade(at(square) or 0)
                corner = Rect(cell.x + 0.5, cell.y + 0.4, 3, 3.2)
                sketch.words(role, corner, 7.5, role="muted", align="left", valign="top")
        field.lines_over()
        for number, mark in enumerate("".join(trace.rows)):
            if mark != ".":
                inner = field.cell(number)
                sketch.person(mark, Rect(inner.x + 1.6, inner.y + 1.4, inner.w - 1.8, inner.h - 1.8))
        self._verdict(sketch, trace, Rect(box.x + box.w * 0.66, field.rect.y, box.w * 0.34, field.rect.h))
        return sketch.items

    def _verdict(self, sketch: Sketch, trace: figures.FormationTrace, box: Rect) -> None:
        high = min(6.0, box.h / (1.1 * (len(ROLES) + 2)))
        sketch.icon(self.suit_icons[trace.suit], Rect(box.x, box.y, high, high), suit_ink(trace.suit))
        shape = self.content.formations[trace.suit].name
        sketch.words(shape, Rect(box.x + high + 1, box.y, box.w - high - 1, high), 10.0, bold=True, align="left")
        for number, (role, fine) in enumerate(trace.in_place.items(), 1):
            y = box.y + number * high * 1.1
            sketch.icon(
                "check" if fine else "cross",
                Rect(box.x + 0.6, y + 0.8, high - 1.6, high - 1.6),
                "horde" if fine else "adversity",
            )
            words = Rect(box.x + high + 1, y, box.w - high - 1, high)
            sketch.words(self.content.names.roles[role], words, 8.5, align="left")  # type: ignore[index]
        y = box.y + (len(ROLES) + 1) * high * 1.1
        verdict = self.words.example.complies if trace.compliant else self.words.example.missed
        sketch.words(
            verdict,
            Rect(box.x, y, box.w, high),
            10.0,
            bold=True,
            align="left",
            role="horde" if trace.compliant else "adversity",
        )

    def meet(self, painter: Painter, name: str, box: Rect) -> list[Item]:
        """An example of phase 4 as the engine played it."""
        sketch = Sketch(painter)
        MeetPicture(sketch, self.content, self.words.example, meet_trace(self.content, name), box).draw()
        return sketch.items

    def first_field(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The field of the first game when everybody has acted, over the squares that the Up-card wants."""
        sketch = Sketch(painter)
        turn = first_turn(self.content)
        field = Field(sketch, box, self.content.columns, self.content.lines)
        for squares in self.content.wanted[turn.up[-1]].values():
            for square in squares:
                field.shade(square)
        field.lines_over()
        field.people(turn.rows)
        return sketch.items

    def first_wind(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Phase 5 of the first game."""
        sketch = Sketch(painter)
        WindStory(sketch, self.content, self.words.example, first_turn(self.content).counterwind, box).draw()
        return sketch.items

    def wind(self, painter: Painter, name: str, box: Rect) -> list[Item]:
        """A Counterwind example as the engine played it."""
        sketch = Sketch(painter)
        trace = figures.wind_trace(self.content, name)
        WindStory(sketch, self.content, self.words.example, trace, box).draw()
        return sketch.items


def suit_ink(suit: str) -> str:
    """Return the ink role of a suit."""
    return "suit-red" if suit in RED_SUITS else "suit-black"
