"""The strokes that all pictures of the Horde share: fields, people, winds, crosses and short words.

Whatever a picture shows was computed elsewhere; here it only gets ink. Nothing is told by colour alone:
people carry letters, wounded ones lie on their side, steps have numbers, adverse things are hatched.
"""

from collections.abc import Sequence
from math import dist

from pnp.draw.drawing import Group, Item, Path, ellipse, polygon, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.geometry import Matrix, Rect

LEAST = 7.0
"""The smallest print, in points."""
_TALL = 0.72
"""A card's width as a share of its height."""


class Sketch:
    """Draws into a list of items with one painter."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.style = painter.style
        self.items: list[Item] = []

    def ink(self, role: str) -> str:
        """Return the ink of a palette role."""
        return self.style.ink(role)

    def words(
        self,
        text: str,
        box: Rect,
        most: float = 9.0,
        *,
        least: float = LEAST,
        bold: bool = False,
        italic: bool = False,
        family: str = "sans",
        align: str = "center",
        valign: str = "middle",
        role: str = "ink",
        leading: float = 1.12,
    ) -> None:
        """Set a text into a box, as large as fits."""
        style = TextStyle(family, bold, italic, min(least, most), most, align, valign, leading)
        self.painter.set_text(text, style, box, self.ink(role), self.items)

    def upright_words(
        self, text: str, box: Rect, most: float = 8.0, *, role: str = "ink", bold: bool = False, down: bool = False
    ) -> None:
        """Set a text along the height of a narrow box, read from below, or from above where `down`."""
        inner = Sketch(self.painter)
        inner.words(text, Rect(0, 0, box.h, box.w), most, role=role, bold=bold)
        turn = Matrix(0, 1, -1, 0, box.right, box.y) if down else Matrix(0, -1, 1, 0, box.x, box.bottom)
        self.items.append(Group(tuple(inner.items), turn))

    def box(
        self,
        rect: Rect,
        *,
        fill: str = "",
        stroke: str = "",
        width: float = 0.25,
        radius: float = 0.0,
        texture: bool = False,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a rectangle."""
        outline = rectangle(rect, radius)
        if fill:
            self.painter.fill_area(outline, rect, fill, texture, self.items)
        if stroke:
            self.items.append(Path(outline, stroke=self.ink(stroke), width=width, dash=dash))

    def icon(self, name: str, rect: Rect, role: str = "ink") -> None:
        """Place an icon."""
        self.items.append(self.painter.icon(name, rect, self.ink(role)))

    def cross(self, rect: Rect, role: str = "muted", width: float = 0.4) -> None:
        """Draw a small cross in the middle of a box."""
        r = min(rect.w, rect.h) * 0.2
        lines = (
            *segment(rect.cx - r, rect.cy - r, rect.cx + r, rect.cy + r),
            *segment(rect.cx - r, rect.cy + r, rect.cx + r, rect.cy - r),
        )
        self.items.append(Path(lines, stroke=self.ink(role), width=width, round=True))

    def arrow(self, x0: float, y0: float, x1: float, y1: float, role: str = "ink", width: float = 0.5) -> None:
        """Draw a straight arrow."""
        length = dist((x0, y0), (x1, y1))
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        head = min(2.0, length * 0.4)
        bx, by = x1 - ux * head, y1 - uy * head
        colour = self.ink(role)
        self.items.append(Path(segment(x0, y0, bx, by), stroke=colour, width=width))
        side = head * 0.45
        corners = [(x1, y1), (bx - uy * side, by + ux * side), (bx + uy * side, by - ux * side)]
        self.items.append(Path(polygon(corners), fill=colour))

    def person(self, letter: str, rect: Rect, role: str = "horde") -> None:
        """Draw a character as its card on the table: a small letter lies on its side, wounded."""
        wounded = letter.islower()
        high = min(rect.w, rect.h) * 0.86
        w, h = (high, high * _TALL) if wounded else (high * _TALL, high)
        card = Rect(rect.cx - w / 2, rect.cy - h / 2, w, h)
        self.items.append(
            Path(
                rectangle(card, high * 0.12),
                fill="#ffffff",
                stroke=self.ink(role),
                width=0.55,
                dash=(1.1, 0.7) if wounded else (),
            )
        )
        size = max(LEAST, min(16.0, high * 1.75))
        self.words(letter.upper(), rect, size, bold=True)

    def uses(self, uses: Sequence[tuple[str, str, str]], rect: Rect, align: str = "left") -> None:
        """Draw signs of suits, each with a letter behind it: (icon, ink role, letter), as large as the box is high."""
        side, gap = rect.h * 0.78, rect.h * 0.42
        size = max(LEAST, rect.h * 2.2)
        pitch = side + rect.h * 0.8 + gap
        width = len(uses) * pitch - gap
        x = rect.x if align == "left" else rect.right - width if align == "right" else rect.cx - width / 2
        for icon, role, letter in uses:
            self.icon(icon, Rect(x, rect.cy - side / 2, side, side), role)
            place = Rect(x + side + rect.h * 0.08, rect.y - 1, rect.h * 0.9, rect.h + 2)
            self.words(letter, place, size, bold=True, align="left")
            x += pitch

    def disc(self, text: str, cx: float, cy: float, radius: float, role: str = "ink") -> None:
        """Draw a disc with a short text."""
        self.items.append(Path(ellipse(cx, cy, radius), fill="#ffffff", stroke=self.ink(role), width=0.35))
        self.words(text, Rect(cx - radius, cy - radius, 2 * radius, 2 * radius), max(LEAST, radius * 3.2), bold=True)


class Field:
    """A drawn field: squares with letters above and numbers at the left."""

    LABEL = 4.0

    def __init__(self, sketch: Sketch, box: Rect, columns: str, lines: int, *, labels: bool = True) -> None:
        self.sketch, self.columns, self.lines = sketch, columns, lines
        label = self.LABEL if labels else 0.0
        side = min((box.w - label) / len(columns), (box.h - label) / lines)
        self.side = side
        self.x = box.cx - (side * len(columns) + label) / 2 + label
        self.y = box.cy - (side * lines + label) / 2 + label
        if labels:
            for column, letter in enumerate(columns):
                sketch.words(letter, Rect(self.x + column * side, self.y - label, side, label), 8.0, role="muted")
            for line in range(lines):
                sketch.words(str(line + 1), Rect(self.x - label, self.y + line * side, label, side), 8.0, role="muted")

    @property
    def rect(self) -> Rect:
        """The whole grid."""
        return Rect(self.x, self.y, self.side * len(self.columns), self.side * self.lines)

    def cell(self, square: int) -> Rect:
        """Return a square's place."""
        line, column = divmod(square, len(self.columns))
        return Rect(self.x + column * self.side, self.y + line * self.side, self.side, self.side)

    def shade(self, square: int, *, near: bool = True) -> None:
        """Shade a square, a nearer one darker; where ink is to be saved, both a tone lighter."""
        light = "paper" if self.sketch.style.low_ink else "far"
        dark = "far" if self.sketch.style.low_ink else "near"
        self.sketch.box(self.cell(square), fill=dark if near else light)

    def lines_over(self, role: str = "line", width: float = 0.25) -> None:
        """Draw the grid's lines; call it after the shades."""
        rect, parts = self.rect, []
        for column in range(len(self.columns) + 1):
            x = rect.x + column * self.side
            parts += [*segment(x, rect.y, x, rect.bottom)]
        for line in range(self.lines + 1):
            y = rect.y + line * self.side
            parts += [*segment(rect.x, y, rect.right, y)]
        self.sketch.items.append(Path(tuple(parts), stroke=self.sketch.ink(role), width=width))

    def people(self, rows: Sequence[str]) -> None:
        """Put everybody of text rows on the field."""
        for square, mark in enumerate("".join(rows)):
            if mark != ".":
                self.sketch.person(mark, self.cell(square))
