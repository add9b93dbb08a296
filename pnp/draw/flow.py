"""Flowing pages: headings, paragraphs, lists, tables, figures and boxes set into columns.

The rulebook, the build guide and the balance report are made of these blocks. A block can
be measured, drawn, and perhaps split where a column ends.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from pnp.context import meter
from pnp.draw.drawing import Anchor, Drawing, Group, Item, Link, Path, Symbol, Use, rectangle, segment
from pnp.draw.fonts import ASCENT
from pnp.draw.text import MM_PER_PT, IconMaker, Line, TextStyle, break_lines, place_line
from pnp.geometry import Rect, Size, scale_at, shift


class Look(NamedTuple):
    """The inks and icons that flowing text is drawn with."""

    ink: str
    muted: str
    line: str
    accent: str
    shade: str
    icon: Callable[[str, Rect, str], list[Item]]
    families: Mapping[str, str] = {}
    """Typefaces of the game that take the place of pnp's own."""

    def icon_in(self, colour: str) -> IconMaker:
        """Return the icon maker for text of one colour."""
        return lambda name, rect: self.icon(name, rect, colour)


class Block:
    """Something that takes part of a column."""

    before = 0.0
    """Room above it, in mm, unless it stands at the top."""
    tag = "P"
    """What it is to a screen reader."""
    alt = ""
    """What a figure shows."""
    keep_with_next = False

    def height(self, width: float) -> float:
        """Return how high it is at a width."""
        raise NotImplementedError

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        """Return its items with the top left corner at (x, y)."""
        raise NotImplementedError

    def split(self, width: float, room: float) -> "tuple[Block, Block] | None":
        """Return what fits into the room and the rest, or None if it cannot be split there."""
        return None

    def start(self, width: float) -> float:
        """Return the least height of it that may stand under a heading at the end of a column."""
        return self.height(width)


class Paragraph(Block):
    """Text with light markup."""

    def __init__(
        self,
        text: str,
        look: Look,
        *,
        size: float = 9.5,
        family: str = "sans",
        bold: bool = False,
        italic: bool = False,
        align: str = "left",
        colour: str | None = None,
        before: float = 1.6,
        leading: float = 1.3,
        anchor: str = "",
        keep_with_next: bool = False,
        lines: Sequence[Line] | None = None,
        indent: float = 0.0,
        lead: str = "",
    ) -> None:
        self.text, self.look, self.size = text, look, size
        self.style = TextStyle(look.families.get(family, family), bold, italic, size, size, align, "top", leading)
        self.colour = colour or look.ink
        self.before = before
        self.anchor = anchor
        self.keep_with_next = keep_with_next
        self.indent, self.lead = indent, lead
        self._fixed = list(lines) if lines is not None else None
        self._broken: dict[float, list[Line]] = {}

    def _lines(self, width: float) -> list[Line]:
        """Return the lines at a width; whoever looks for the best fit asks for the same ones many times."""
        if self._fixed is not None:
            return self._fixed
        if width not in self._broken:
            meter().spend("game_drawn", 1 + len(self.text) // 20)
            self._broken[width] = break_lines(self.text, self.style, (width - self.indent) / self.size)
        return self._broken[width]

    def _advance(self) -> float:
        return self.size * self.style.leading * MM_PER_PT

    def height(self, width: float) -> float:
        lines = self._lines(width)
        return (len(lines) + fsum(line.gap for line in lines)) * self._advance()

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = [Anchor(self.anchor, y)] if self.anchor else []
        advance, size = self._advance(), self.size
        half_lead = (self.style.leading - 1) / 2
        icon = self.look.icon_in(self.colour)
        for number, line in enumerate(self._lines(width)):
            y += line.gap * advance
            baseline = y + (ASCENT + half_lead) * size * MM_PER_PT
            left = line.left(x if line.rtl else x + self.indent, width - self.indent, size, self.style.align)
            if number == 0 and self.lead:
                lead = break_lines(self.lead, self.style, 1e6)[0]
                if line.rtl:
                    at = x + width - lead.width * size - (self.indent - 3.2 if self.lead == "•" else 0.0)
                else:
                    at = x + self.indent - (lead.width + 0.9) * size if self.lead != "•" else x + self.indent - 3.2
                items += place_line(lead.pieces, at, baseline, size, self.colour, icon)
            items += place_line(line.pieces, left, baseline, size, self.colour, icon)
            y += advance
        return items

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        lines = self._lines(width)
        fit = int(room / self._advance())
        if len(lines) < 4 or fit < 2 or self.keep_with_next:
            return None
        fit = min(fit, len(lines) - 2)
        first, rest = self._copy(lines[:fit]), self._copy(lines[fit:])
        rest.anchor, rest.lead, rest.before = "", "", 0.0
        return first, rest

    def start(self, width: float) -> float:
        return min(self.height(width), 3 * self._advance())

    def _copy(self, lines: Sequence[Line]) -> "Paragraph":
        s = self.style
        return Paragraph(
            self.text,
            self.look,
            size=self.size,
            family=s.family,
            bold=s.bold,
            italic=s.italic,
            align=s.align,
            colour=self.colour,
            before=self.before,
            leading=s.leading,
            anchor=self.anchor,
            lines=lines,
            indent=self.indent,
            lead=self.lead,
        )


_MARGIN = 2.6
"""How far before a title its sign stands."""


class Heading(Paragraph):
    """A title line, kept with what follows."""

    def __init__(
        self, text: str, look: Look, level: int = 1, *, anchor: str = "", colour: str | None = None, sign: str = ""
    ) -> None:
        """Take the title, and a small sign for the margin before it."""
        size, before = {0: (24.0, 0.0), 1: (16.0, 7.0), 2: (11.0, 4.0), 3: (9.5, 2.6)}[level]
        family = "serif" if level < 2 else "sans"
        super().__init__(
            text,
            look,
            size=size,
            family=family,
            bold=True,
            colour=colour or (look.accent if level < 2 else look.ink),
            before=before,
            leading=1.15,
            anchor=anchor,
            keep_with_next=True,
        )
        self.level = level
        self.tag = f"H{level + 1}"
        self.sign = Paragraph(sign, look, size=size, colour=look.muted, leading=1.15) if sign else None

    def height(self, width: float) -> float:
        return super().height(width) + (1.6 if self.level == 1 else 0.4)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items = super().draw(x, y, width)
        if self.sign is not None:
            items += self.sign.draw(x - _MARGIN, y, _MARGIN)
        if self.level == 1:
            at = y + super().height(width) + 0.6
            items.append(Path(segment(x, at, x + width, at), stroke=self.colour, width=0.4))
        return items


class Table(Block):
    """Rows of cells with light markup; the first row may be a head."""

    _PAD = 1.2

    def __init__(
        self,
        rows: Sequence[Sequence[str]],
        look: Look,
        *,
        head: bool = True,
        size: float = 8.5,
        before: float = 2.2,
        shares: Sequence[float] | None = None,
        least: Sequence[float] | None = None,
    ) -> None:
        self.rows, self.look, self.head, self.size, self.before = [list(r) for r in rows], look, head, size, before
        self._family = look.families.get("sans", "sans")
        columns = max(len(r) for r in rows)
        for row in self.rows:
            row.extend("" for _ in range(columns - len(row)))
        self.shares = list(shares) if shares else self._natural_shares(columns)
        self.least = list(least) if least else [self._longest_word(c) + 2 * self._PAD for c in range(columns)]

    def _longest_word(self, column: int) -> float:
        """Return the width of a column's longest word in mm."""
        widths = [0.0]
        for i, row in enumerate(self.rows):
            style = TextStyle(self._family, self.head and i == 0, False, self.size, self.size)
            widths += [line.width * self.size for line in break_lines(row[column], style, 0.0)]
        return max(widths)

    def _widths(self, width: float) -> list[float]:
        """Share the width out; a column too narrow for its longest word takes what it lacks from the wider ones."""
        widths = [share * width for share in self.shares]
        lacking = fsum(max(0.0, least - w) for least, w in zip(self.least, widths, strict=True))
        spare = fsum(max(0.0, w - least) for least, w in zip(self.least, widths, strict=True))
        if not lacking or lacking > spare:
            return widths
        return [
            least if w <= least else w - (w - least) * lacking / spare
            for least, w in zip(self.least, widths, strict=True)
        ]

    def _natural_shares(self, columns: int) -> list[float]:
        """Give each column room by its longest cell and its longest word."""
        style = TextStyle(self._family, True, False, self.size, self.size)
        wants = []
        for c in range(columns):
            cells = [row[c] for row in self.rows]
            full = max((line.width for cell in cells for line in break_lines(cell, style, 1e6)), default=0.0)
            word = max((line.width for cell in cells for line in break_lines(cell, style, 0.0)), default=0.0)
            wants.append(max(word * 1.15, min(full, 22.0)) + 1.0)
        total = fsum(wants)
        return [w / total for w in wants]

    def _cell(self, text: str, head: bool) -> Paragraph:
        return Paragraph(text, self.look, size=self.size, bold=head, leading=1.22, before=0)

    def _row_height(self, row: Sequence[str], width: float, head: bool) -> float:
        return 2 * self._PAD * 0.8 + max(
            self._cell(cell, head).height(wide - 2 * self._PAD)
            for cell, wide in zip(row, self._widths(width), strict=True)
        )

    def height(self, width: float) -> float:
        return fsum(self._row_height(row, width, self.head and i == 0) for i, row in enumerate(self.rows))

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        for i, row in enumerate(self.rows):
            head = self.head and i == 0
            height = self._row_height(row, width, head)
            if head:
                items.append(Path(rectangle(Rect(x, y, width, height)), fill=self.look.shade))
            left = x
            for cell, wide in zip(row, self._widths(width), strict=True):
                items += self._cell(cell, head).draw(left + self._PAD, y + self._PAD * 0.8, wide - 2 * self._PAD)
                left += wide
            y += height
            items.append(Path(segment(x, y, x + width, y), stroke=self.look.line, width=0.4 if head else 0.15))
        return items

    def _part(self, rows: Sequence[Sequence[str]], before: float) -> "Table":
        """Return some of the rows as a table with the same columns."""
        return Table(
            rows, self.look, head=self.head, size=self.size, before=before, shares=self.shares, least=self.least
        )

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        used, fit = 0.0, 0
        for i, row in enumerate(self.rows):
            used += self._row_height(row, width, self.head and i == 0)
            if used > room:
                break
            fit = i + 1
        least = 3 if self.head else 2
        if fit < least or len(self.rows) - fit < 2 or len(self.rows) < 9:
            return None
        rest = ([self.rows[0]] if self.head else []) + self.rows[fit:]
        return (
            self._part(self.rows[:fit], self.before),
            self._part(rest, 0.0),
        )


class Figure(Block):
    """A drawing, scaled to the width it may take, with a caption."""

    def __init__(
        self,
        drawing: Drawing,
        look: Look,
        caption: str = "",
        *,
        most: Size | None = None,
        before: float = 3.0,
        frame: bool = False,
    ) -> None:
        self.drawing, self.look, self.before, self.frame = drawing, look, before, frame
        self.tag, self.alt = "Figure", caption or "figure"
        self.most = most or Size(1e6, 110.0)
        self.caption = (
            Paragraph(caption, look, size=8.0, italic=True, align="center", colour=look.muted, before=0)
            if caption
            else None
        )

    def _scale(self, width: float) -> float:
        w, h = self.drawing.size
        return min(1.0, width / w, self.most.w / w, self.most.h / h)

    def height(self, width: float) -> float:
        caption = self.caption.height(width) + 1.2 if self.caption else 0.0
        return self.drawing.size.h * self._scale(width) + caption

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        factor = self._scale(width)
        w, h = self.drawing.size.w * factor, self.drawing.size.h * factor
        left = x + (width - w) / 2
        symbol = Symbol(self.drawing.items, Rect(0, 0, *self.drawing.size).inset(-0.5))
        box = Rect(left, y, w, h)
        items: list[Item] = [Group((Use(symbol, scale_at(left, y, factor)),), clip=rectangle(box.inset(-0.3)))]
        if self.frame:
            items.append(Path(rectangle(box), stroke=self.look.line, width=0.2))
        if self.caption:
            items += self.caption.draw(x, y + h + 1.2, width)
        return items


class Row(Block):
    """Drawings side by side, each with a caption, as many to a line as fit."""

    def __init__(self, cells: Sequence[tuple[Drawing, str]], look: Look, *, cell: Size, before: float = 2.0) -> None:
        self.cells, self.look, self.cell, self.before = list(cells), look, cell, before

    _GAP = 3.0

    def _columns(self, width: float) -> int:
        return max(1, int((width + self._GAP) / (self.cell.w + self._GAP)))

    def _figure(self, cell: tuple[Drawing, str]) -> Figure:
        return Figure(cell[0], self.look, cell[1], most=self.cell, before=0)

    def _line_height(self, line: Sequence[tuple[Drawing, str]], width: float) -> float:
        columns = self._columns(width)
        each = (width - self._GAP * (columns - 1)) / columns
        return max(self._figure(cell).height(each) for cell in line) + 2.0

    def _split_lines(self, width: float) -> list[list[tuple[Drawing, str]]]:
        columns = self._columns(width)
        return [self.cells[i : i + columns] for i in range(0, len(self.cells), columns)]

    def height(self, width: float) -> float:
        return fsum(self._line_height(line, width) for line in self._split_lines(width))

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        columns = self._columns(width)
        each = (width - self._GAP * (columns - 1)) / columns
        for line in self._split_lines(width):
            for i, cell in enumerate(line):
                items += self._figure(cell).draw(x + i * (each + self._GAP), y, each)
            y += self._line_height(line, width)
        return items

    def start(self, width: float) -> float:
        return self._line_height(self._split_lines(width)[0], width)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        used, fit = 0.0, 0
        for line in self._split_lines(width):
            used += self._line_height(line, width)
            if used > room:
                break
            fit += len(line)
        if not 0 < fit < len(self.cells):
            return None
        first, rest = self.cells[:fit], self.cells[fit:]
        return Row(first, self.look, cell=self.cell, before=self.before), Row(rest, self.look, cell=self.cell, before=0)


class Boxed(Block):
    """Blocks on a shaded ground with a bar at the left, set apart from the text around."""

    _PAD = 2.6

    def __init__(self, blocks: Sequence[Block], look: Look, *, before: float = 2.6, bar: str | None = None) -> None:
        self.blocks, self.look, self.before = list(blocks), look, before
        self.bar = bar or look.accent

    def height(self, width: float) -> float:
        inner = width - 2 * self._PAD
        return stack_height(self.blocks, inner) + 2 * self._PAD * 0.8

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        height = self.height(width)
        items: list[Item] = [
            Path(rectangle(Rect(x, y, width, height)), fill=self.look.shade),
            Path(rectangle(Rect(x, y, 0.9, height)), fill=self.bar),
        ]
        return items + draw_stack(self.blocks, x + self._PAD, y + self._PAD * 0.8, width - 2 * self._PAD)


class Free(Block):
    """Any items of a known height."""

    def __init__(self, items: Iterable[Item], high: float, before: float = 0.0) -> None:
        self.items, self.high, self.before = tuple(items), high, before

    def height(self, width: float) -> float:
        return self.high

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        return [Group(self.items, shift(x, y))]


class Break(Block):
    """Goes on at the next page (or column)."""

    def __init__(self, page: bool = True) -> None:
        self.page = page

    def height(self, width: float) -> float:
        return 0.0

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        return []


def stack_height(blocks: Sequence[Block], width: float) -> float:
    """Return the height of blocks below each other."""
    return fsum(b.height(width) + (b.before if i else 0.0) for i, b in enumerate(blocks))


def draw_stack(blocks: Sequence[Block], x: float, y: float, width: float) -> list[Item]:
    """Draw blocks below each other."""
    items: list[Item] = []
    for i, block in enumerate(blocks):
        y += block.before if i else 0.0
        items += block.draw(x, y, width)
        y += block.height(width)
    return items


class Overfull(Exception):
    """A block is higher than a whole column."""


def flow(blocks: Iterable[Block], columns: Sequence[Rect], *, tagged: bool = False) -> list[list[Item]]:
    """Set blocks into pages that each have the given columns; return the items of each page, perhaps with tags."""
    return _Flow(columns, tagged=tagged).run(list(blocks))


class _Flow:
    """Fills one column after the other."""

    def __init__(self, columns: Sequence[Rect], *, tagged: bool = False) -> None:
        self.columns, self.tagged = columns, tagged
        self.pages: list[list[Item]] = [[]]
        self.column = 0
        self.y = columns[0].y

    def run(self, blocks: list[Block]) -> list[list[Item]]:
        waiting = blocks[::-1]
        while waiting:
            block = waiting.pop()
            if isinstance(block, Break):
                self._next(page=block.page)
                continue
            rest = self._place(block, waiting)
            if rest is not None:
                waiting.append(rest)
        if not self.pages[-1] and len(self.pages) > 1:
            self.pages.pop()
        return self.pages

    def _place(self, block: Block, after: list[Block]) -> Block | None:
        """Place a block, or the part of it that fits; return what is left."""
        area = self.columns[self.column]
        top = self.y == area.y
        start = self.y + (0.0 if top else block.before)
        height = block.height(area.w)
        needed = height + self._company(block, after, area.w)
        room = area.bottom - start
        if needed <= room + 1e-6:
            self._draw(block, start, height)
            return None
        parts = block.split(area.w, room)
        if parts is not None:
            first, rest = parts
            self._draw(first, start, first.height(area.w))
            self._next()
            return rest
        if top:
            if height > area.h + 1e-6:
                raise Overfull(f"a block is {height:.0f} mm high, a column {area.h:.0f} mm")
            self._draw(block, start, height)
            return None
        self._next()
        return block

    def _company(self, block: Block, after: list[Block], width: float) -> float:
        """Return the room that a heading needs below it for the start of what follows."""
        if not block.keep_with_next or not after:
            return 0.0
        follower = after[-1]
        needed = follower.height(width)
        if not follower.keep_with_next:
            needed = min(needed, follower.start(width))
        return follower.before + needed + self._company(follower, after[:-1], width)

    def _draw(self, block: Block, y: float, height: float) -> None:
        area = self.columns[self.column]
        items = block.draw(area.x, y, area.w)
        if self.tagged:  # links and anchors belong to the page
            shown = tuple(i for i in items if not isinstance(i, (Link, Anchor)))
            items = [i for i in items if isinstance(i, (Link, Anchor))]
            items.append(Group(shown, tag=block.tag, alt=block.alt))
        self.pages[-1] += items
        self.y = y + height

    def _next(self, *, page: bool = False) -> None:
        if not page and self.column + 1 < len(self.columns):
            self.column += 1
        elif self.pages[-1]:
            self.pages.append([])
            self.column = 0
        else:
            self.column = 0
        self.y = self.columns[self.column].y
