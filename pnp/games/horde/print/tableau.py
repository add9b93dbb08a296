"""Pictures of the set table: where decks, slots and zones lie, for one player and for two."""

from pnp.draw.squares import Squares
from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES
from pnp.games.horde.content.words import Side, TableWords
from pnp.games.horde.print.sketch import Sketch
from pnp.geometry import Rect

_GAP = 0.8


class Places:
    """A grid of card places in a box."""

    def __init__(self, sketch: Sketch, box: Rect, columns: int, rows: int) -> None:
        self.sketch = sketch
        self.board = Squares.fitted(columns, rows, box, square=False)

    def at(self, column: float, row: float, wide: float = 1.0) -> Rect:
        """Return a place by column and row."""
        return self.board.span((column, row), (column + wide - 1, row)).inset(_GAP / 2)

    def place(
        self,
        column: float,
        row: float,
        words: str,
        *,
        mine: bool,
        wide: float = 1.0,
        deck: bool = False,
        down: bool = False,
        empty: bool = False,
        most: float = 8.0,
    ) -> None:
        """Draw a place: decks are thick, face-down cards hatched, empty places dashed."""
        rect = self.at(column, row, wide)
        role = "horde" if mine else "adversity"
        wash = f"{role}-wash"
        if deck:
            self.sketch.box(
                Rect(rect.x + 0.7, rect.y + 0.7, rect.w, rect.h), fill="paper", stroke=role, width=0.3, radius=1
            )
        fill = "paper" if empty else wash
        self.sketch.box(
            rect, fill=fill, stroke=role, width=0.5 if deck else 0.3, radius=1, dash=(1.0, 0.8) if empty else ()
        )
        if not mine:
            self.sketch.box(rect.inset(0.6), stroke=role, width=0.2, radius=0.7, dash=(1.0, 0.8) if empty else ())
        if down:
            self.sketch.box(rect.inset(0.8), fill=role, texture=True, radius=0.6)
            plate = Rect(rect.cx - 2.3, rect.cy - 2, 4.6, 4)
            self.sketch.box(plate, fill="paper", radius=0.8)
            self.sketch.words(words, plate, most, bold=True)
            return
        self.sketch.words(words, rect.inset(0.4), most, least=7.0, bold=not deck and len(words) < 3)


def solo_table(sketch: Sketch, content: HordeContent, words: TableWords, box: Rect) -> None:
    """Draw the table of one player before the first turn, with the order in which slots are filled."""
    columns, lines, names, limits = content.columns, content.lines, content.names, content.limits
    places = Places(sketch, box, len(columns) + 3, lines + 3)
    last = len(columns) + 2
    places.place(1, 0, words.encounters, mine=False, deck=True, most=7.5)
    for number, letter in enumerate(columns):
        filled = number < limits.encounters_at_start
        places.place(2 + number, 0, letter, mine=False, down=filled, empty=not filled, most=9)
    places.place(last, 0, words.their_discards, mine=False, empty=True, most=7.5)
    places.place(0, 1, words.breezes, mine=False, deck=True, most=7.5)
    places.place(0, lines, words.their_discards, mine=False, empty=True, most=7.5)
    for line in range(lines):
        places.place(1, 1 + line, str(line + 1), mine=False, empty=line >= limits.breezes_at_start, most=11)
        for column, letter in enumerate(columns):
            places.place(2 + column, 1 + line, f"{letter}{line + 1}", mine=True, most=8)
    for number in range(limits.aval):
        places.place(2 + number, lines + 1, ROLES[number % len(ROLES)], mine=True, most=9)
    sketch.words(names.aval, places.at(1, lines + 1), 8.5, italic=True, role="horde")
    row = lines + 2
    places.place(2, row, words.wit, mine=True, deck=True, most=7.5)
    places.place(3, row, words.own_discards, mine=True, empty=True, most=7.5)
    places.place(4, row, words.pack, mine=True, deck=True, most=7.5)
    sketch.words(words.hand, places.at(5, row), 8.5, italic=True, role="horde")
    up = places.at(last, 1, 1)
    sketch.arrow(up.cx, up.bottom + up.h * 1.6, up.cx, up.y, "muted", 0.6)
    sketch.upright_words(words.upstream, Rect(up.cx + 1, up.y, 4, up.h * 2.4), 8.0, role="muted")


def competition_table(sketch: Sketch, content: HordeContent, words: TableWords, box: Rect) -> None:
    """Draw two fields side by side before the first turn."""
    left, right, lines = content.columns, content.right_columns, content.lines
    row = left + right
    width = len(row)
    places = Places(sketch, box, width + 4, lines + 3)
    gap = len(left)

    def column(number: int) -> float:
        return 2 + number + (1 if number >= gap else 0)

    places.place(1, 0, words.encounters_sign, mine=False, deck=True, most=8)
    for number, letter in enumerate(row):
        filled = number < content.competition.encounters_at_start
        places.place(column(number), 0, letter, mine=False, down=filled, empty=not filled, most=7.5)
    places.place(width + 3, 0, words.encounters_discards_sign, mine=False, empty=True, most=8)
    places.place(0, 0, words.breezes_sign, mine=False, deck=True, most=8)
    for line in range(lines):
        places.place(1, 1 + line, str(line + 1), mine=False, empty=line >= content.limits.breezes_at_start, most=9)
        for number, letter in enumerate(row):
            places.place(column(number), 1 + line, f"{letter}{line + 1}", mine=True, most=7)
    places.place(0, 1, words.up_card_sign, mine=False, most=8)
    places.place(2 + gap, 1, words.up_card_sign, mine=False, most=8)
    places.place(0, lines, words.breezes_discards_sign, mine=False, empty=True, most=8)
    sides: tuple[tuple[Side, int], ...] = (("left", 2), ("right", 3 + gap))
    for side, start in sides:
        places.place(start, lines + 1, words.aval(side), mine=True, wide=gap, most=8)
        places.place(start, lines + 2, words.own_decks, mine=True, wide=gap, most=8)
