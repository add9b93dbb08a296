"""The rulebook as pages: cover, contents, chapters in columns, glossary and credits; rulings on pages of their own."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.draw.art import draw_art
from pnp.draw.drawing import Anchor, Drawing, Group, Item, Link, Path, Text, rectangle, walk
from pnp.draw.faces import Painter
from pnp.draw.families import titles_of_own
from pnp.draw.flow import Block, Boxed, Break, Figure, Heading, Look, Paragraph, Row, Table, flow
from pnp.draw.fonts import font
from pnp.draw.text import TextStyle, plain_line
from pnp.geometry import Rect, Size
from pnp.rules.compile import Rulebook, RuledChapter, RuledClause
from pnp.rules.markup import ListBlock, Para, parse_blocks

FigureMaker = Callable[[RuledClause], Drawing]
_BODY = 9.2
_SMALL = 8.2


class BookPage(NamedTuple):
    """One page of the rulebook."""

    size: Size
    items: tuple[Item, ...]


class Book(NamedTuple):
    """The set rulebook: pages, the page (from 1) of every anchor, and the outline."""

    pages: tuple[BookPage, ...]
    page_of: dict[str, int]
    outline: tuple[tuple[int, str, str], ...]
    """(level, title, anchor)"""
    standard: int
    """How many of the pages one needs at the table; rulings follow on pages of their own."""


def look_of(painter: Painter) -> Look:
    """Return the inks for flowing text in the painter's style."""
    style = painter.style
    return Look(
        style.ink("ink"),
        style.ink("muted"),
        style.ink("line"),
        style.ink("accent"),
        "#eef1f3",
        lambda name, rect, colour: [painter.icon(name, rect, colour, "text")],
        painter.families,
    )


def set_book(
    book: Rulebook, painter: Painter, page: Size, pictures: Sequence[tuple[Drawing, str]], figure: FigureMaker
) -> Book:
    """Set the rulebook for a page size; page numbers of the contents come from a first pass."""
    setter = _Setter(book, painter, page, pictures, figure)
    draft = setter.set({})
    return setter.set(draft.page_of)


class _Setter:
    """Makes the blocks of a rulebook and sets them into columns."""

    def __init__(
        self, book: Rulebook, painter: Painter, page: Size, pictures: Sequence[tuple[Drawing, str]], figure: FigureMaker
    ) -> None:
        self.book, self.painter, self.page = book, painter, page
        self.pictures, self.figure, self.words = pictures, figure, book.words
        self.look = look_of(painter)._replace(accent=painter.style.ink(book.game.cover.role))
        self.margin = 16.0 if page.w > 170 else 11.0
        self.two_columns = page.w > 170

    def set(self, page_of: dict[str, int]) -> Book:
        body = flow(self._blocks(page_of), self._columns(), tagged=True)
        pages = [BookPage(self.page, tuple(self._cover()))]
        for number, items in enumerate(body, 2):
            pages.append(BookPage(self.page, (*items, *self._footer(number))))
        found: dict[str, int] = {}
        for number, page in enumerate(pages, 1):
            for item in walk(page.items):
                if isinstance(item, Anchor):
                    found.setdefault(item.name, number)
        standard = found["rulings"] - 1 if "rulings" in found else len(pages)
        return Book(tuple(without_dead_links(pages, found)), found, tuple(self._outline()), standard)

    def _columns(self) -> list[Rect]:
        m = self.margin
        height = self.page.h - 2 * m - 5
        if not self.two_columns:
            return [Rect(m, m, self.page.w - 2 * m, height)]
        gap = 8.0
        width = (self.page.w - 2 * m - gap) / 2
        return [Rect(m, m, width, height), Rect(m + width + gap, m, width, height)]

    # ------------------------------------------------------------- cover

    def _cover(self) -> Iterator[Item]:
        game, style, (w, h) = self.book.game, self.painter.style, self.page
        role = game.cover.role
        frame = Rect(10, 10, w - 20, h - 20)
        out: list[Item] = []
        self.painter.fill_area(rectangle(frame, 4), frame, role, False, out)
        line = style.fill(role).pattern_colour
        out.append(Group(tuple(draw_art(game.cover.art, frame, line, light=style.low_ink)), clip=rectangle(frame, 4)))
        plate = Rect(w * 0.13, h * 0.30, w * 0.74, h * 0.34)
        out.append(Path(rectangle(plate, 4), fill="#ffffff", stroke=style.ink(role), width=0.8))
        out.append(Path(rectangle(plate.inset(2), 3), stroke=style.ink(role), width=0.3))
        disc = min(w, h) * 0.2
        badge = Rect(w / 2 - disc / 2, plate.y - disc * 0.72, disc, disc)
        out.append(Path(rectangle(badge, disc / 2), fill="#ffffff", stroke=style.ink(role), width=0.8))
        out.append(self.painter.icon(game.cover.icon, badge.inset(disc * 0.22), style.ink(role)))
        yield from out
        out = []
        centred = TextStyle("serif", True, False, 16, min(34.0, w / 6), "center", "middle", 1.08)
        self.painter.set_text(
            game.title,
            centred,
            Rect(plate.x + 5, plate.y + plate.h * 0.16, plate.w - 10, plate.h * 0.36),
            self.look.ink,
            out,
        )
        yield Group(tuple(out), tag="H1")
        out = []
        if game.tagline:
            tagline = TextStyle("serif", False, True, 9, 13, "center", "middle", 1.2)
            self.painter.set_text(
                game.tagline,
                tagline,
                Rect(plate.x + 8, plate.y + plate.h * 0.53, plate.w - 16, plate.h * 0.2),
                self.look.muted,
                out,
            )
        facts = self.words.facts(self.words.players(*game.players), _span(game.minutes), game.age)
        small = TextStyle("sans", True, False, 7, 11, "center", "middle")
        self.painter.set_text(
            facts, small, Rect(plate.x + 4, plate.y + plate.h * 0.77, plate.w - 8, plate.h * 0.14), style.ink(role), out
        )
        yield Group(tuple(out), tag="P")
        out = []
        label = Rect(w * 0.3, h - 32, w * 0.4, 11)
        out.append(Path(rectangle(label, 5.5), fill="#ffffff", stroke=style.ink(role), width=0.4))
        self.painter.set_text(
            self.words.cover, TextStyle("serif", True, False, 9, 13, "center", "middle"), label, style.ink(role), out
        )
        yield from out

    def _footer(self, number: int) -> list[Item]:
        y = self.page.h - self.margin + 2
        text = self.words.foot(self.book.game.title, self.book.game.version, self.book.hash)
        width = font("sans-bold").width(str(number)) * 9
        return [
            *plain_line(text, self.margin, y, 7.0, self.look.muted, self.painter.families.get("sans", "sans")),
            Text(self.page.w - self.margin - width, y, str(number), "sans-bold", 9.0, self.look.accent),
        ]

    # ------------------------------------------------------------ blocks

    def _blocks(self, page_of: dict[str, int]) -> Iterator[Block]:
        look = self.look
        yield Heading(self.words.contents, look, 1)
        yield self._contents(page_of)
        if self.book.rulings():
            yield Paragraph(self.words.about_dots, look, size=_SMALL, colour=look.muted)
        shown = any(chapter.id == "components" for chapter in self.book.chapters)
        if not shown:
            yield from self._box()
        for chapter in self.book.chapters:
            yield from self._chapter(chapter)
        yield from self._glossary()
        yield from self._credits()
        yield from self._rulings()

    def _contents(self, page_of: dict[str, int]) -> Block:
        lines = [(f"{c.number}", c.title, f"chapter-{c.id}") for c in self.book.chapters]
        if self.book.glossary:
            lines.append(("", self.words.glossary, "glossary"))
        lines.append(("", self.words.credits, "credits"))
        if self.book.rulings():
            lines.append(("", self.words.rulings, "rulings"))
        rows = [[n, f"[[{title}|{anchor}]]", str(page_of.get(anchor, ""))] for n, title, anchor in lines]
        return Table(rows, self.look, head=False, size=_BODY, shares=(0.1, 0.78, 0.12))

    def _box(self) -> Iterator[Block]:
        if self.pictures:
            yield Row(self.pictures, self.look, cell=Size(19, 26))

    def _chapter(self, chapter: RuledChapter) -> Iterator[Block]:
        look = self.look
        yield Heading(f"{chapter.number}  {chapter.title}", look, 1, anchor=f"chapter-{chapter.id}")
        if chapter.intro:
            yield from self._text(chapter.intro, italic=True)
        if chapter.id == "components":
            yield from self._box()
        for clause in chapter.clauses:
            yield from self._clause(clause)

    def _clause(self, clause: RuledClause) -> Iterator[Block]:
        look = self.look
        sign = "" if clause.source == "stated" else "[[•|rulings]]"
        yield Heading(f"{clause.number}  {clause.title}", look, 2, anchor=f"rule-{clause.id}", sign=sign)
        yield from self._text(clause.text)
        if clause.figure:
            yield Figure(self.figure(clause), look, clause.caption, most=Size(400, 95))
        if clause.example:
            inner = [
                Paragraph(f"**{self.words.example}**", look, size=_SMALL, before=0, keep_with_next=True),
                *self._text(clause.example, size=_SMALL),
            ]
            yield Boxed(inner, look)

    def _text(self, text: str, *, size: float = _BODY, italic: bool = False) -> Iterator[Block]:
        look = self.look
        for block in parse_blocks(text):
            if isinstance(block, Para):
                yield Paragraph(block.text, look, size=size, italic=italic)
            elif isinstance(block, ListBlock):
                for number, item in enumerate(block.items, 1):
                    lead = f"{number}." if block.ordered else "•"
                    yield Paragraph(item, look, size=size, indent=4.8, lead=lead, before=0.9)
            elif block.rows:
                yield Table(block.rows, look, head=block.head, size=size - 0.9)

    def _glossary(self) -> Iterator[Block]:
        if not self.book.glossary:
            return
        yield Heading(self.words.glossary, self.look, 1, anchor="glossary")
        for term in self.book.glossary:
            name = term.term[0].upper() + term.term[1:]
            yield Paragraph(
                f"**{name}**  {_joined(term.text)}", self.look, size=_BODY, anchor=f"term-{term.id}", before=1.4
            )

    def _rulings(self) -> Iterator[Block]:
        rulings = self.book.rulings()
        if not rulings:
            return
        look = self.look
        yield Break()
        yield Heading(self.words.rulings, look, 1, anchor="rulings")
        yield Paragraph(self.words.about_rulings, look, size=_BODY, italic=True)
        for clause in rulings:
            tag = f" ({clause.ruling})" if clause.ruling else ""
            word = self.words.designed if clause.source == "designed" else self.words.ruled
            yield Paragraph(
                f"**[[§{clause.number}|rule-{clause.id}]] {clause.title}**{tag}, *{word}.* {_joined(clause.why)}",
                look,
                size=_SMALL,
                before=1.5,
            )

    def _credits(self) -> Iterator[Block]:
        look, game, words = self.look, self.book.game, self.words
        yield Heading(words.credits_and_licence, look, 1, anchor="credits")
        yield Paragraph(words.edition(game.title, game.version, game.author, game.licence), look, size=_SMALL)
        for source in game.sources:
            terms = " ".join(filter(None, (_full_stop(source.licence), source.note)))
            yield Paragraph(words.source(source.title, source.author, terms), look, size=_SMALL)
        own = ", ".join(titles_of_own(self.painter.families))
        made = words.made_in(self.book.hash, own) if own else words.made(self.book.hash)
        yield Paragraph(made, look, size=_SMALL, colour=look.muted)

    def _outline(self) -> Iterator[tuple[int, str, str]]:
        for chapter in self.book.chapters:
            yield 0, f"{chapter.number} {chapter.title}", f"chapter-{chapter.id}"
            for clause in chapter.clauses:
                yield 1, f"{clause.number} {clause.title}", f"rule-{clause.id}"
        if self.book.glossary:
            yield 0, self.words.glossary, "glossary"
        yield 0, self.words.credits_and_licence, "credits"
        if self.book.rulings():
            yield 0, self.words.rulings, "rulings"


def without_dead_links(pages: Iterable[BookPage], anchors: Container[str]) -> Iterator[BookPage]:
    """Return pages without links to what is not among them."""
    for page in pages:
        yield page._replace(items=tuple(i for i in page.items if not isinstance(i, Link) or i.target in anchors))


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"


def _joined(text: str) -> str:
    return " ".join(text.split())


def _full_stop(text: str) -> str:
    words = text[0].upper() + text[1:]
    return words if words.endswith(".") else words + "."
