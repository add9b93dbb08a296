"""The strokes that all pictures of the Horde share: fields, people, and signs of suits.

Whatever a picture shows was computed elsewhere; here it only gets ink. Nothing is told by colour alone:
people carry letters, wounded ones lie on their side, steps have numbers, adverse things are hatched.
"""

from collections.abc import Sequence

from pnp.draw.drawing import Path
from pnp.draw.pen import LEAST, Pen
from pnp.draw.squares import Squares
from pnp.geometry import Rect

_TALL = 0.72
"""A card's width as a share of its height."""


class Sketch(Pen):
    """A pen that draws characters and signs of suits."""

    def person(self, letter: str, rect: Rect, role: str = "horde") -> None:
        """Draw a character as its card on the table: a small letter lies on its side, wounded."""
        wounded = letter.islower()
        high = min(rect.w, rect.h) * 0.86
        w, h = (high, high * _TALL) if wounded else (high * _TALL, high)
        card = Rect(rect.cx - w / 2, rect.cy - h / 2, w, h)
        self.plate(card, role, 0.55, high * 0.12, (1.1, 0.7) if wounded else ())
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


class Field:
    """A drawn field: squares with letters above and numbers at the left."""

    LABEL = 4.0

    def __init__(self, sketch: Sketch, box: Rect, columns: str, lines: int, *, labels: bool = True) -> None:
        self.sketch = sketch
        label = self.LABEL if labels else 0.0
        area = Rect(box.x + label, box.y + label, box.w - label, box.h - label)
        self.board = Squares.fitted(len(columns), lines, area)
        if labels:
            for column, letter in enumerate(columns):
                sketch.words(letter, self.board.above(column, label), 8.0, role="muted")
            for line in range(lines):
                sketch.words(str(line + 1), self.board.left_of(line, label), 8.0, role="muted")

    @property
    def rect(self) -> Rect:
        """The whole grid."""
        return self.board.rect

    def cell(self, square: int) -> Rect:
        """Return a square's place."""
        return self.board.numbered(square)

    def shade(self, square: int, *, near: bool = True) -> None:
        """Shade a square, a nearer one darker; where ink is to be saved, both a tone lighter."""
        light = "paper" if self.sketch.style.low_ink else "far"
        dark = "far" if self.sketch.style.low_ink else "near"
        self.sketch.box(self.cell(square), fill=dark if near else light)

    def lines_over(self, role: str = "line", width: float = 0.25) -> None:
        """Draw the grid's lines; call it after the shades."""
        self.sketch.items.append(Path(self.board.lines(), stroke=self.sketch.ink(role), width=width))

    def people(self, rows: Sequence[str]) -> None:
        """Put everybody of text rows on the field."""
        for square, mark in enumerate("".join(rows)):
            if mark != ".":
                self.sketch.person(mark, self.cell(square))
