"""The reference sheet: everything that players with two poker decks look up, on one page.

Its rows of panels are written in print.yaml; here they only find their places.
"""

from collections.abc import Iterator
from math import fsum

from pnp.draw.drawing import Drawing, Item
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.flow import Block, Heading, Paragraph, Row, Table, draw_stack, stack_height
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.games.horde.content.files import Panel, PrintFile
from pnp.games.horde.content.words import Words
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent
from pnp.load.template import compile_text
from pnp.load.values import TemplateFault
from pnp.rules.markup import ListBlock, Para, parse_blocks
from pnp.rules.pages import look_of

_GAP = 6.0
_SIZES = (9.5, 9.25, 9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5)


def reference_sheet(content: GameContent, painter: Painter, canvas: Canvas) -> Printable:
    """Return the sheet, in the largest print that fits the page."""
    size = canvas.upright
    for points in _SIZES:
        sheet = _Sheet(content, painter, size, points)
        if sheet.height <= size.h or points == _SIZES[-1]:
            break
    if sheet.height > size.h:
        raise FaceFault(
            "overflow",
            f"the reference sheet is {sheet.height - size.h:.0f} mm too high for {canvas.paper}",
            "reference",
        )
    words: Words = content.files.words
    item = print_item(Drawing(size, tuple(sheet.draw())), label=words.reference.name)
    return Printable("reference", words.reference.name, "page", size, (item,), group="reference")


class _Sheet:
    """The rows of panels at one size of print."""

    def __init__(self, content: GameContent, painter: Painter, size: Size, points: float) -> None:
        self.content, self.painter, self.size, self.points = content, painter, size, points
        self.look = look_of(painter)._replace(accent=painter.style.ink("wit"))
        print_: PrintFile = content.files.print
        self.rows = [[(panel, self._blocks(panel)) for panel in row] for row in print_.reference]
        words: Words = content.files.words
        self.title = Heading(words.reference.title, self.look, 0)
        self.title_high = self.title.height(size.w) + 1.0

    @property
    def height(self) -> float:
        """The height that everything needs."""
        return self.title_high + fsum(self._row_height(row) for row in self.rows) + _GAP * 0.5 * (len(self.rows) - 1)

    def draw(self) -> Iterator[Item]:
        """Draw title and rows; room to spare goes between the rows."""
        yield from self.title.draw(0, 0, self.size.w)
        spare = min(6.0, (self.size.h - self.height) / max(1, len(self.rows) - 1))
        y = self.title_high
        for row in self.rows:
            for x, width, blocks in self._places(row):
                yield from draw_stack(blocks, x, y, width)
            y += self._row_height(row) + _GAP * 0.5 + spare

    def _row_height(self, row: list[tuple[Panel, list[Block]]]) -> float:
        return max(stack_height(blocks, width) for _, width, blocks in self._places(row))

    def _places(self, row: list[tuple[Panel, list[Block]]]) -> Iterator[tuple[float, float, list[Block]]]:
        room = self.size.w - _GAP * (len(row) - 1)
        shares = fsum(panel.share for panel, _ in row)
        x = 0.0
        for panel, blocks in row:
            width = room * panel.share / shares
            yield x, width, blocks
            x += width + _GAP

    def _blocks(self, panel: Panel) -> list[Block]:
        blocks: list[Block] = [Heading(self._fill(panel.title), self.look, 1)]
        if panel.pictures:
            side = panel.picture_height
            cells = []
            for picture in panel.pictures:
                draw = self.painter.drawings.get(picture.drawing)
                if draw is None:
                    raise FaceFault(
                        "drawing", f"the reference sheet names no drawing: '{picture.drawing}'", "reference"
                    )
                items = draw(self.painter, self.content.names, Rect(0, 0, side, side))
                cells.append((Drawing(Size(side, side), tuple(items)), self._fill(picture.caption)))
            blocks.append(Row(cells, self.look, cell=Size((self.size.w - 12) / len(cells) - 3, side), before=1.5))
        blocks += self._text(self._fill(panel.text))
        return blocks

    def _text(self, text: str) -> Iterator[Block]:
        for block in parse_blocks(text):
            if isinstance(block, Para):
                yield Paragraph(block.text, self.look, size=self.points, before=1.2)
            elif isinstance(block, ListBlock):
                for item in block.items:
                    yield Paragraph(item, self.look, size=self.points, indent=4.0, lead="•", before=0.7)
            elif block.rows:
                yield Table(block.rows, self.look, head=block.head, size=self.points, before=1.2)

    def _fill(self, text: str) -> str:
        try:
            return compile_text(text).render(self.content.names)
        except TemplateFault as fault:
            raise FaceFault(fault.code, f"reference sheet: {fault.message}", "reference", hint=fault.hint) from None
