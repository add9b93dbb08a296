"""From sheet sets to files: one PDF a component, the combined print-me.pdf, or one SVG a side."""

from collections.abc import Sequence

from pnp.diagnostics import fail
from pnp.export.pdf import Bookmark, Info, Page, write_pdf
from pnp.model import Game
from pnp.rules.pages import Book
from pnp.sheets.preflight import fonts_embedded
from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet


def info_of(game: Game, what: str, options: PrintOptions, version: str) -> Info:
    """Return what a file of the game says about itself."""
    style = {"colour": "colour", "lowink": "low ink", "grey": "grey"}[options.style]
    return Info(
        f"{game.title}: {what}", game.author, f"{what} for {options.paper.name}, {style}, content {version}",
        f"{game.id}, print and play, {options.paper.name}",
    )  # fmt: skip


def component_pdf(sheet_set: SheetSet, info: Info) -> bytes:
    """Return the PDF of one component."""
    pages = [_page(sheet) for sheet in sheet_set.sheets]
    marks = [Bookmark(0, sheet_set.title, 0)]
    marks += [
        Bookmark(1, sheet.label.split(" · ", 1)[-1], i)
        for i, sheet in enumerate(sheet_set.sheets)
        if sheet.side != "back"
    ]
    return _checked(write_pdf(pages, info, marks), sheet_set.id)


def rulebook_pdf(sheet_set: SheetSet, book: Book, info: Info) -> bytes:
    """Return the rulebook with its outline and working links."""
    pages = [Page(sheet.size, sheet.items, "") for sheet in sheet_set.sheets]
    marks = [
        Bookmark(level, title, book.page_of[anchor] - 1, anchor)
        for level, title, anchor in book.outline
        if anchor in book.page_of
    ]
    return _checked(write_pdf(pages, info, marks), "rulebook")


def combined_pdf(sets: Sequence[SheetSet], info: Info, options: PrintOptions) -> bytes:
    """Return everything in one file; with duplex backs, one-sided sheets get an empty back."""
    duplex = options.backs.startswith("duplex") and any(s.two_sided for s in sets)
    pages: list[Page] = []
    marks: list[Bookmark] = []
    for sheet_set in sets:
        marks.append(Bookmark(0, sheet_set.title, len(pages)))
        for sheet in sheet_set.sheets:
            pages.append(_page(sheet))
            if duplex and sheet.side == "single":
                pages.append(Page(sheet.size, (), f"{sheet_set.title}, empty back "))
    return _checked(write_pdf(pages, info, marks), "print-me")


def _page(sheet: Sheet) -> Page:
    return Page(sheet.size, sheet.items, sheet.label.split(" · ", 1)[-1] + " ")


def _checked(pdf: bytes, name: str) -> bytes:
    if not fonts_embedded(pdf):
        raise fail("preflight", f"{name}.pdf would use a font that is not embedded")
    return pdf
