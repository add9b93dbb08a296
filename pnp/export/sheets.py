"""From sheet sets to files: one PDF a component, the combined print-me.pdf, or one SVG a side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import fail
from pnp.export.pdf import Bookmark, Info, Page, write_pdf
from pnp.model import Game
from pnp.sheets.preflight import fonts_embedded
from pnp.sheets.printer import flip_of
from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet

if TYPE_CHECKING:
    from pnp.rules.pages import Book


def info_of(game: Game, what: str, options: PrintOptions, version: str) -> Info:
    """Return what a file of the game says about itself."""
    style = {"colour": "colour", "lowink": "low ink", "grey": "grey"}[options.style]
    return Info(
        f"{game.title}: {what}", game.author, f"{what} for {options.paper.name}, {style}, content {version}",
        f"{game.id}, print and play, {options.paper.name}", game.language, flip_of(options.backs),
    )  # fmt: skip


def component_pdf(sheet_set: SheetSet, info: Info) -> bytes:
    """Return the PDF of one component."""
    sides = component_sides(sheet_set)
    marks = [Bookmark(0, sheet_set.title, 0)]
    marks += [Bookmark(1, side.label.split(" · ", 1)[-1], i) for i, side in enumerate(sides) if side.side != "back"]
    info = info._replace(duplex=info.duplex if sheet_set.two_sided else "none")
    return _checked(write_pdf([_page(side) for side in sides], info, marks), sheet_set.id)


def component_sides(sheet_set: SheetSet) -> list[Sheet]:
    """List the pages of a component's file: one-sided sheets among two-sided ones get an empty back."""
    sides = sheet_set.sides(duplex=sheet_set.two_sided)
    return sides[:-1] if not sides[-1].items else sides


def combined_sides(sets: Sequence[SheetSet], options: PrintOptions) -> list[Sheet]:
    """List the pages of the combined file: with duplex backs, one-sided sheets get an empty back."""
    return [side for sheet_set in sets for side in sheet_set.sides(duplex=is_two_sided(sets, options))]


def is_two_sided(sets: Sequence[SheetSet], options: PrintOptions) -> bool:
    """Say whether a file of these sets is printed on both sides of the paper."""
    return options.backs.startswith("duplex") and any(s.two_sided for s in sets)


def rulebook_pdf(sheet_set: SheetSet, book: "Book", info: Info) -> bytes:
    """Return the rulebook with its outline and working links."""
    pages = [Page(sheet.size, sheet.items, "") for sheet in sheet_set.sheets]
    marks = [
        Bookmark(level, title, book.page_of[anchor] - 1, anchor)
        for level, title, anchor in book.outline
        if anchor in book.page_of
    ]
    return _checked(write_pdf(pages, info._replace(duplex="long"), marks), "rulebook")


def combined_pdf(sets: Sequence[SheetSet], info: Info, options: PrintOptions) -> bytes:
    """Return everything in one file; with duplex backs, one-sided sheets get an empty back."""
    sides = combined_sides(sets, options)
    first = {id(sheet_set.sheets[0]): sheet_set.title for sheet_set in sets}
    marks = [Bookmark(0, first[id(side)], i) for i, side in enumerate(sides) if id(side) in first]
    info = info._replace(duplex=info.duplex if is_two_sided(sets, options) else "none")
    return _checked(write_pdf([_page(side) for side in sides], info, marks), "print-me")


def _page(sheet: Sheet) -> Page:
    return Page(sheet.size, sheet.items, sheet.label.split(" · ", 1)[-1] + " ")


def _checked(pdf: bytes, name: str) -> bytes:
    if not fonts_embedded(pdf):
        raise fail("preflight", f"{name}.pdf would use a font that is not embedded")
    return pdf
