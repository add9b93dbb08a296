"""A Counterwind example as a picture: the field before and after, and what happened line by line.

The story is the engine's trace. Here it becomes short sentences and two small fields.
"""

from collections.abc import Iterator

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.words import ExampleWords
from pnp.games.horde.play.example import LineTrace, Rows, WindTest, WindTrace
from pnp.games.horde.print.sketch import Field, Sketch
from pnp.geometry import Rect

_WIND = 7.0
_HEAD = 5.0
_ARROW = 8.0


class WindStory:
    """Draws one trace into a box: fields above, lines of text below."""

    def __init__(self, sketch: Sketch, content: HordeContent, words: ExampleWords, trace: WindTrace, box: Rect) -> None:
        self.sketch, self.content, self.words, self.trace, self.box = sketch, content, words, trace, box

    def draw(self) -> None:
        """Draw before, after and the story."""
        box, lines = self.box, self.story()
        text_high = 4.3 * len(lines)
        field = min((box.w - 2 * (_WIND + Field.LABEL) - _ARROW) / 2, box.h - _HEAD - text_high - Field.LABEL - 2)
        wide = field + _WIND + Field.LABEL
        left = box.cx - (2 * wide + _ARROW) / 2
        top = box.y
        self._side(self.words.before, self.trace.before, Rect(left, top, wide, field + _HEAD + Field.LABEL))
        x = left + wide
        y = top + _HEAD + Field.LABEL + field / 2
        self.sketch.arrow(x + 1.5, y, x + _ARROW - 1.5, y, "muted", 0.6)
        self._side(self.words.after, self.trace.after, Rect(x + _ARROW, top, wide, field + _HEAD + Field.LABEL))
        y = top + _HEAD + Field.LABEL + field + 2
        for line in lines:
            self.sketch.words(line, Rect(box.x, y, box.w, 4.3), 8.0, align="left")
            y += 4.3

    def _side(self, title: str, rows: Rows, box: Rect) -> None:
        sketch = self.sketch
        place = Rect(box.x + _WIND, box.y, box.w - _WIND, _HEAD)
        sketch.words(title, place, 8.5, italic=True, role="muted")
        field = Field(
            sketch,
            Rect(box.x + _WIND, box.y + _HEAD, box.w - _WIND, box.h - _HEAD),
            self.content.columns,
            self.content.lines,
        )
        sketch.box(field.rect, fill="horde-wash")
        field.lines_over()
        for line, breeze in enumerate(self.trace.breezes):
            if breeze is not None:
                cell = field.cell(line * self.content.grid.columns)
                high = min(7.2, cell.h - 0.6)
                card = Rect(box.x + 0.2, cell.cy - high / 2, 5.2, high)
                sketch.box(card, fill="paper", stroke="adversity", width=0.5, radius=0.8)
                sketch.words(str(self.content.value[breeze]), card, 10.0, bold=True)
        field.people(rows)

    def story(self) -> list[str]:
        """Return what happened, a sentence for every character that was tested."""
        return [words for line in self.trace.lines for words in self._line(line)]

    def _line(self, line: LineTrace) -> Iterator[str]:
        for number, test in enumerate(line.tests):
            wind = line.wind if number == 0 else None
            name, outcome = self._name(test.role), self._outcome(line, test)
            yield self.words.test(line.line, wind, name, test.total, line.power, outcome)
        for role, to in line.back.items():
            if all(test.role != role for test in line.tests):
                yield self.words.pushed(line.line, self._name(role), to)
        if line.support:
            yield self.words.support(line.line)

    def _outcome(self, line: LineTrace, test: WindTest) -> str:
        went = {"fails": line.back, "wins": line.moves}.get(test.outcome, {})
        return self.words.outcome(test.outcome, abs(test.margin), went.get(test.role, ""))

    def _name(self, role: str) -> str:
        return self.content.names.roles[role]  # type: ignore[index]
