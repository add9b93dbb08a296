"""The play area on two lying sheets: the field alone for poker cards, or the whole table for compact ones.

Measures come from print.yaml, the size of the cards from cards.yaml, and what every square says from the
formations the engine checks. A card lies at the foot of its cell, so that the head with the name and the
signs stays in sight.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.draw.drawing import Drawing, Held, Path, Place, segment
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import AreaMeasures, PrintFile
from pnp.games.horde.content.words import Words
from pnp.games.horde.print import figures
from pnp.games.horde.print.drawings import Pictures
from pnp.games.horde.print.sketch import Sketch
from pnp.geometry import CARD_SIZES, Rect, Size
from pnp.load.game import GameContent

_BAR = 1.4
_EDGE = 0.6
_SPARE = 0.6
"""How much larger than a card its place is."""


class Layout(NamedTuple):
    """One play area on one paper: the measures, the card that lies on it, and the seat it is for."""

    measures: AreaMeasures
    card: Size
    words: float
    seat: int
    holds: Mapping[str, tuple[Held, ...]] = {}
    """What lies where; cards of another size than the chosen one lie nowhere."""

    @property
    def whole(self) -> bool:
        """Say whether the whole table is printed."""
        return self.measures.edge_row is not None

    @property
    def edge_column(self) -> float:
        """The width of the column of Breezes; the second field has none."""
        return (self.measures.edge_column or 0.0) if self.seat == 0 else 0.0


def card_size(content: GameContent, name: str) -> Size:
    """Return a card size of the decks in mm."""
    for deck in content.decks.values():
        spec = deck.sizes.get(name)
        if spec is not None:
            return CARD_SIZES[spec] if isinstance(spec, str) else Size(*spec)
    raise FaceFault("card-size", f"play area '{name}': no deck comes in this size", "play_areas")


def layout(content: GameContent, canvas: Canvas, name: str, seat: int = 0) -> Layout:
    """Return the play area for a card size on a paper."""
    print_: PrintFile = content.files.print
    papers = print_.play_areas[name].papers
    columns = len(content.compiled.columns)
    fitting = (m for m in papers.values() if (m.edge_column or 0) + columns * m.column <= canvas.lying.w)
    measures = papers.get(canvas.paper) or next(fitting, next(iter(papers.values())))
    return Layout(measures, card_size(content, name), print_.margin_words, seat)


def play_area(content: GameContent, painter: Painter, canvas: Canvas, name: str, seat: int) -> Printable:
    """Return both sheets of a play area; it is optional unless it belongs to the chosen card size."""
    print_: PrintFile = content.files.print
    default = next(deck.size for deck in content.decks.values() if deck.sizes)
    area = layout(content, canvas, name, seat)
    if name == (canvas.card_size or default):
        names, holds = {**content.names, "seat": seat}, print_.area_holds
        area = area._replace(holds={k: painter.held(getattr(holds, k), names) for k in holds.__struct_fields__})
    sheets = [AreaSheet(content, painter, area, upper=upper).draw() for upper in (True, False)]
    words: Words = content.files.words
    title, right = print_.play_areas[name].title, content.compiled.right_columns
    if seat:
        title = words.area.of_columns(title, right[0], right[-1])
    labels = (words.area.upper, words.area.lower)
    items = tuple(print_item(d, label=label) for d, label in zip(sheets, labels, strict=True))
    optional = seat > 0 or name != (canvas.card_size or default)
    id_ = f"area-{name}" + ("-right" if seat else "")
    size = Size(max(d.size.w for d in sheets), max(d.size.h for d in sheets))
    return Printable(
        id_,
        title,
        "board",
        size,
        items,
        group=id_,
        optional=optional,
        landscape=True,
        card_size=name,
    )


class AreaSheet:
    """Draws one of the two sheets."""

    def __init__(self, content: GameContent, painter: Painter, area: Layout, *, upper: bool) -> None:
        self.content: HordeContent = content.compiled
        spoken: Words = content.files.words
        self.words = spoken.area
        self.sketch = Sketch(painter)
        self.pictures = Pictures(content)
        self.area, self.upper = area, upper
        seam: int = content.files.print.seam_after
        self.lines = range(seam) if upper else range(seam, self.content.lines)
        self.letters = (self.content.columns, self.content.right_columns)[area.seat]
        self.left = area.words
        self.top = area.words if upper else 0.0
        first = self.top + (area.measures.edge_row or 0.0) if upper else 0.0
        self.first_line = first
        self.bottom = first + len(self.lines) * area.measures.line + (0.0 if upper else area.measures.edge_row or 0.0)

    @property
    def size(self) -> Size:
        """The size of the sheet's drawing."""
        wide = self.area.edge_column + len(self.letters) * self.area.measures.column
        return Size(self.left + wide, self.bottom + (0.0 if self.upper else self.area.words))

    def draw(self) -> Drawing:
        """Draw cells, words beside them, and the seam."""
        for number, line in enumerate(self.lines):
            y = self.first_line + number * self.area.measures.line
            for column in range(len(self.letters)):
                self._square(line, column, self._rect(column, y, self.area.measures.line))
            if self.area.edge_column:
                self._breeze(line, Rect(self.left, y, self.area.edge_column, self.area.measures.line))
            self._beside(line, Rect(0, y, self.area.words, self.area.measures.line))
        if self.upper:
            self._head()
        else:
            self._foot()
        self._seam()
        return Drawing(self.size, tuple(self.sketch.items))

    def _rect(self, column: int, y: float, height: float) -> Rect:
        wide = self.area.measures.column
        return Rect(self.left + self.area.edge_column + column * wide, y, wide, height)

    # ------------------------------------------------------------------ cells

    def _cell(self, cell: Rect, what: str, *, mine: bool) -> tuple[Rect, Rect]:
        """Draw a cell and its place for what lies there; return the head above the card and the place."""
        role = "horde" if mine else "adversity"
        card, sketch = self.area.card, self.sketch
        sketch.box(cell, fill=f"{role}-wash")
        sketch.box(Rect(cell.x, cell.y, cell.w, _BAR), fill=role, texture=True)
        sketch.box(cell, stroke=role, width=0.5)
        if not mine:
            sketch.box(cell.inset(0.9), stroke=role, width=0.25)
        w, h = card.w + _SPARE, card.h + _SPARE
        place = Rect(cell.cx - w / 2, cell.bottom - _EDGE - h, w, h)
        sketch.items.append(Place(place, self.area.holds.get(what, ()), name=f"({what.replace('_', ' ')})"))
        sketch.box(place, fill="paper", stroke=role, width=0.3, radius=3, dash=(1.6, 1.2))
        return Rect(cell.x + 1.6, cell.y + _BAR, cell.w - 3.2, place.y - cell.y - _BAR), place

    def _square(self, line: int, column: int, cell: Rect) -> None:
        square = line * self.content.grid.columns + column
        name = self.content.square_name(square, self.area.seat)
        signs = self.pictures.signs(figures.square_uses(self.content, self.area.seat)[name])
        head, place = self._cell(cell, "square", mine=True)
        sketch = self.sketch
        sketch.words(name, head, 12.0, bold=True, family="serif", align="left")
        high = min(3.2, head.h - 0.6)
        sketch.uses(signs, Rect(head.x, head.cy - high / 2, head.w, high), "right")
        middle = Rect(place.x, place.y + place.h * 0.22, place.w, place.h * 0.3)
        sketch.words(name, middle, 54.0, bold=True, family="serif", role="horde-pale")
        high = min(6.0, (place.w - 4) / 7.6)
        sketch.uses(signs, Rect(place.x, place.y + place.h * 0.6, place.w, high), "center")

    def _slot(self, cell: Rect, what: str, title: str, icon: str, note: str, *, mine: bool = False) -> None:
        head, place = self._cell(cell, what, mine=mine)
        role = "horde" if mine else "adversity"
        self.sketch.words(title, head, 11.0, bold=True, family="serif", align="left")
        side = place.w * 0.4
        self.sketch.icon(icon, Rect(place.cx - side / 2, place.y + place.h * 0.2, side, side), f"{role}-pale")
        words = Rect(place.x + 2, place.y + place.h * 0.58, place.w - 4, place.h * 0.3)
        self.sketch.words(note, words, 9.0, role="muted")

    def _breeze(self, line: int, cell: Rect) -> None:
        self._slot(cell, "breeze", self.words.breeze(line + 1), "wind", self.words.blows(line + 1))

    # ------------------------------------------------------- edges of the table

    def _head(self) -> None:
        """The row of Encounters, or arrows to it."""
        strip = Rect(self.left, 0, self.size.w - self.left, self.area.words)
        for column, letter in enumerate(self.letters):
            if self.area.measures.edge_row is None:
                place = self._rect(column, 0, self.area.words)
                self.sketch.words(self.words.encounter_above(letter), place, 8.0, role="adversity", bold=True)
            else:
                cell = self._rect(column, self.top, self.area.measures.edge_row)
                self._slot(cell, "encounter", self.words.encounter(letter), "skull", self.words.meets(letter))
        if self.area.measures.edge_row is None:
            return
        if self.area.edge_column:
            corner = Rect(self.left, self.top, self.area.edge_column, self.area.measures.edge_row)
            note = self.words.encounters_deck_note(self.letters[0])
            self._slot(corner, "encounters_deck", self.words.encounters_deck, "cards", note)
        discards = self.words.encounters_discards(self.letters[-1], self.area.seat == 1)
        self.sketch.words(discards, strip, 8.0, align="right", role="adversity")

    def _foot(self) -> None:
        """The zone downstream, or an arrow to it, and the decks below."""
        names, edge_row = self.content.names, self.area.measures.edge_row
        strip = Rect(self.left, self.bottom, self.size.w - self.left, self.area.words)
        if edge_row is None:
            self.sketch.words(self.words.aval_below, strip, 8.0, role="horde", bold=True)
            return
        y = self.bottom - edge_row
        for column in range(len(self.letters)):
            cell = self._rect(column, y, edge_row)
            self._slot(cell, "aval", names.aval, "players", self.words.waits, mine=True)
        if self.area.edge_column:
            corner = Rect(self.left, y, self.area.edge_column, edge_row)
            title, note = self.words.wit_discards, self.words.destroyed
            self._slot(corner, "wit_discards", title, "nothing", note, mine=True)
        for column, words in enumerate((self.words.wit_deck, self.words.pack_discards, self.words.pack_deck)):
            place = self._rect(column, self.bottom, self.area.words)
            self.sketch.words(words, place, 8.0, role="horde", bold=True)

    def _beside(self, line: int, strip: Rect) -> None:
        """What lies left of a line."""
        words = self._left_of(line)
        if words:
            self.sketch.upright_words(words, strip, 8.0, role="adversity", bold=True)

    def _left_of(self, line: int) -> str:
        if self.area.seat and line == 0:
            return self.words.up_card
        if not self.area.whole:
            return self.words.breeze_beside(line + 1)
        if self.area.seat:
            return ""
        if line == 0:
            return self.words.breezes_deck
        return self.words.breezes_discards if line == self.content.lines - 1 else ""

    def _seam(self) -> None:
        """The line along which both sheets are cut and joined."""
        y = self.bottom if self.upper else 0.0
        inside = min(max(y, 0.15), self.bottom - 0.15)
        line = segment(0, inside, self.size.w, inside)
        self.sketch.items.append(Path(line, stroke=self.sketch.ink("ink"), width=0.3, dash=(3, 1.5)))
        side = self.area.words - 0.8
        top = y - side - 0.6 if self.upper else y + 0.6
        self.sketch.icon("scissors", Rect(0.4, top, side, side))
