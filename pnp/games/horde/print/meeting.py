"""An example of phase 4 as a picture: the enemies above the field, and who is left below them."""

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.words import ExampleWords
from pnp.games.horde.play.example import MeetTrace, Rows
from pnp.games.horde.print.sketch import Field, Sketch
from pnp.geometry import Rect

_HEAD = 5.0
_ENEMY = 7.4
_ARROW = 8.0
_AVAL = 8.0


class MeetPicture:
    """Draws one trace into a box: before on the left, after on the right."""

    def __init__(self, sketch: Sketch, content: HordeContent, words: ExampleWords, trace: MeetTrace, box: Rect) -> None:
        self.sketch, self.content, self.words, self.trace, self.box = sketch, content, words, trace, box

    def draw(self) -> None:
        """Draw both fields with the enemies above and the zone downstream below."""
        box, trace = self.box, self.trace
        above = _HEAD + _ENEMY
        side = min((box.w - _ARROW) / 2 - Field.LABEL, box.h - above - Field.LABEL - _AVAL)
        wide = side + Field.LABEL
        left = box.cx - (2 * wide + _ARROW) / 2
        self._side(self.words.before, trace.before, trace.aval_before, Rect(left, box.y, wide, box.h))
        y = box.y + above + Field.LABEL + side / 2
        self.sketch.arrow(left + wide + 1.5, y, left + wide + _ARROW - 1.5, y, "muted", 0.6)
        self._side(self.words.after, trace.after, trace.aval_after, Rect(left + wide + _ARROW, box.y, wide, box.h))

    def _side(self, title: str, rows: Rows, aval: Rows, box: Rect) -> None:
        sketch = self.sketch
        sketch.words(
            title, Rect(box.x + Field.LABEL, box.y, box.w - Field.LABEL, _HEAD), 8.5, italic=True, role="muted"
        )
        area = Rect(box.x, box.y + _HEAD + _ENEMY, box.w, box.h - _HEAD - _ENEMY - _AVAL)
        field = Field(sketch, area, self.content.columns, self.content.lines)
        sketch.box(field.rect, fill="horde-wash")
        field.lines_over()
        for column, enemy in enumerate(self.trace.encounters):
            if enemy is not None:
                cell = field.cell(column)
                card = Rect(cell.cx - 2.6, box.y + _HEAD + 0.1, 5.2, _ENEMY - 0.4)
                sketch.box(card, fill="paper", stroke="adversity", width=0.5, radius=0.8)
                sketch.words(enemy[0], card, 10.0, bold=True)
        field.people(rows)
        sketch.words(
            self.content.names.aval,
            Rect(field.rect.x, field.rect.bottom + 0.6, field.rect.w * 0.4, _AVAL - 0.6),
            8.0,
            align="left",
            role="muted",
        )
        for number, role in enumerate(aval):
            sketch.person(role, Rect(field.cell(number + 1).x, field.rect.bottom + 0.6, field.cell(0).w, _AVAL - 0.6))
