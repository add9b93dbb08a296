"""The rules of a game on paper: rulebook pages, booklet and quick-reference cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.context import meter
from pnp.diagnostics import Report, one_of
from pnp.draw.drawing import Anchor, Drawing, Item, Link, Symbol, segments_in
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.flow import Overfull
from pnp.draw.outlines import pictured
from pnp.draw.style import UnknownRole
from pnp.geometry import CARD_SIZES, Rect, Size
from pnp.limits import LimitReached
from pnp.load.game import GameContent
from pnp.rules.compile import Rulebook, RuledClause, compile_rules
from pnp.rules.pages import Book, BookPage, FigureMaker, set_book, without_dead_links
from pnp.rules.quick import has_quick, quick_sides
from pnp.sheets.booklet import booklet, half_page
from pnp.sheets.sheet import Printable, PrintItem, PrintOptions, Sheet, SheetSet, document_sides
from pnp.sheets.tiling import upside_down
from pnp.words import Words

_NARROWEST_PAGE = 100.0
"""Rulebooks are set for pages from A6; a booklet's pages are half of the paper."""


class PrintedRules(NamedTuple):
    """Everything that a game's rules become on paper."""

    rulebook: Rulebook
    book: Book
    sheets: SheetSet
    """The whole book, for the screen."""
    parts: tuple[SheetSet, ...]
    """The book as it is printed with a game: what one needs at the table, and apart from it the rulings."""
    booklet: SheetSet
    quick: Printable | None
    figure: FigureMaker


def print_rules(
    game: GameContent, painter: Painter, options: PrintOptions, printables: list[Printable], report: Report
) -> PrintedRules | None:
    """Compile and set a game's rules; note faults and return None where that fails or there are none."""
    rulebook = compile_rules(game, report)
    _check_needs(game, {p.id: p for p in printables}, report)
    if rulebook is None or report.failed:
        return None
    assert game.rules_document is not None
    rules = game.rules_document.span()
    pictures = [_picture(p) for p in printables]
    figures = Figures(game, painter, printables)
    try:
        book = set_book(rulebook, painter, options.paper.size, pictures, figures.draw)
        meter().spend("pages", len(book.pages))
        small = set_book(rulebook, painter, half_page(options.paper), pictures, figures.draw)
        quick = _quick(game, rulebook, painter, options, report)
    except FaceFault as fault:
        if fault.code == "overflow" and half_page(options.paper).w < _NARROWEST_PAGE:
            message = f"the rulebook and its booklet do not fit on {options.paper.name}: {fault.message}"
            report.error("paper", message, rules, "choose a larger paper, or single components with --only")
            return None
        span = game.span("faces", fault.face) or rules
        report.error(fault.code, f"rulebook: {fault.message}", span, fault.hint)
        return None
    except Overfull as fault:
        report.error("overflow", f"rulebook: {fault}", rules, "make the figure or the box smaller")
        return None
    except LimitReached as limit:
        report.error("size", f"rulebook: {limit}", rules, limit.hint)
        return None
    except UnknownRole as fault:
        report.error("role", f"rulebook: no palette has the role '{fault}'", rules, one_of(str(fault), game.roles))
        return None
    title = game.words.book.title(game.game.title)
    pages = [_without_links(page.items) for page in small.pages[: small.standard]]
    return PrintedRules(
        rulebook,
        book,
        _sheets("rulebook", game.words.book.name, book.pages, 1, title, game.words),
        tuple(_for_the_table(book, title, game.words)),
        booklet(title, pages, options.paper, game.words.sheet),
        quick,
        figures.draw,
    )


def _check_needs(game: GameContent, printables: Mapping[str, Printable], report: Report) -> None:
    """Note rules that need a component which is not there, or which a standard game has not."""
    assert game.rules is not None
    assert game.rules_document is not None
    for c, chapter in enumerate(game.rules.chapters):
        for k, clause in enumerate(chapter.clauses):
            for n, need in enumerate(clause.needs):
                names = [need] if isinstance(need, str) else need
                span = game.rules_document.span(("chapters", c, "clauses", k, "needs", n))
                unknown = [name for name in names if name not in game.game.components]
                for name in unknown:
                    known = game.component_ids()
                    report.error("reference", f"{clause.id}: there is no component '{name}'", span, one_of(name, known))
                if not unknown and all(name in printables and printables[name].optional for name in names):
                    shown = " and ".join(f"'{name}'" for name in names)
                    hint = "a component that a rule needs is no optional one; or leave it out of needs"
                    report.error("needs", f"{clause.id} needs {shown}, but a standard game has none", span, hint)


def _for_the_table(book: Book, title: str, words: Words) -> Iterator[SheetSet]:
    """Yield the pages that one needs at the table, and those of the rulings, which go to the extras."""
    until = book.standard
    near, far = book.pages[:until], book.pages[until:]
    here = {anchor for anchor, page in book.page_of.items() if page <= until}
    yield _sheets("rulebook", words.book.name, tuple(without_dead_links(near, here)), 1, title, words)
    if far:
        pages = tuple(without_dead_links(far, book.page_of.keys() - here))
        yield _sheets("rulings", words.book.rulings, pages, until + 1, title, words)._replace(aside=True)


def _sheets(id: str, name: str, pages: Sequence[BookPage], first: int, title: str, words: Words) -> SheetSet:
    sides = document_sides(len(pages))
    sheets = [
        Sheet(
            page.size,
            page.items,
            f"{title} · {words.sheet.page(number)}",
            side,
            Rect(0, 0, *page.size),
            title,
            blank=words.sheet.empty_back(title),
        )
        for number, (page, side) in enumerate(zip(pages, sides, strict=True), first)
    ]
    return SheetSet(id, name, tuple(sheets), 1, 0.0, len(sheets) > 1, (), ())


def document_for(options: PrintOptions, document: SheetSet) -> SheetSet:
    """Return the pages of a document as they go through the printer together with everything else.

    Where the backs are turned, links would lead to places that have moved, so there are none.
    """
    if options.backs != "duplex-short":
        return document
    plain = (s._replace(items=_without_links(s.items)) for s in document.sheets)
    return document._replace(sheets=tuple(upside_down(s) if s.side == "back" else s for s in plain))


def _without_links(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(item for item in items if not isinstance(item, (Link, Anchor)))


def _picture(printable: Printable) -> tuple[Drawing, str]:
    first = printable.items[0]
    return pictured(Drawing(printable.size, first.front.items)), f"{printable.total} {printable.title}"


def _quick(
    game: GameContent, rulebook: Rulebook, painter: Painter, options: PrintOptions, report: Report
) -> Printable | None:
    assert game.rules is not None
    assert game.rules_document is not None
    card = game.rules.quick_card
    if not card.copies or not has_quick(rulebook):
        return None
    size = CARD_SIZES.get(card.size) if isinstance(card.size, str) else Size(*card.size)
    if size is None:
        span = game.rules_document.span(("quick_card", "size"))
        report.error("size", f"'{card.size}' is not a card size", span, one_of(str(card.size), CARD_SIZES))
        return None
    empty = Printable("quick-reference", rulebook.quick_title, "cards", size, ())
    bleed = options.drawn_bleed
    sides: list[Symbol | None] = [side.symbol() for side in quick_sides(rulebook, painter, size, bleed)]
    if len(sides) % 2:
        sides.append(None)
    items = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert front is not None
        items.append(PrintItem(front, back, card.copies, rulebook.quick_title))
    return empty._replace(items=tuple(items), bleed=bleed, group=card.sheet or "quick-reference", content_backs=True)


class Figures:
    """Draws the figures of clauses by name: boards, cards, pieces, faces, and what the game's own code draws."""

    def __init__(self, game: GameContent, painter: Painter, printables: list[Printable]) -> None:
        self.game, self.painter = game, painter
        self.printables = {p.id: p for p in printables}

    def draw(self, clause: RuledClause) -> Drawing:
        """Return the drawing that a clause names."""
        drawing = self._draw(clause)
        meter().spend("game_drawn", segments_in(drawing.items) // 10)
        return drawing

    def _draw(self, clause: RuledClause) -> Drawing:
        name = clause.figure
        size = Size(*clause.figure_size)
        if name in self.painter.drawings:
            return Drawing(size, tuple(self.painter.game_drawing(name, self.game.names, Rect(0, 0, *size))))
        if name in self.printables:
            printable = self.printables[name]
            items: tuple[Item, ...] = printable.items[0].front.items
            return Drawing(printable.size, items)
        if name in self.game.faces:
            return self.painter.draw(name, size, self.game.names)
        raise FaceFault("figure", f"the drawing '{name}' of rule {clause.number} is not available here")
