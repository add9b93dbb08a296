"""From sheet sets to files: one PDF a component, the combined print-me.pdf, or one SVG a side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.diagnostics import fail
from pnp.export.pdf import Bookmark, Info, Outlines, Page, write_pdf
from pnp.load.game import GameContent
from pnp.sheets.jobs import PrintFile
from pnp.sheets.preflight import fonts_embedded
from pnp.sheets.printer import flip_of
from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet

if TYPE_CHECKING:
    from pnp.rules.pages import Book


def info_of(content: GameContent, what: str, options: PrintOptions) -> Info:
    """Return what a file of the game says about itself."""
    game, words = content.game, content.words.file
    style = {"colour": words.colour, "lowink": words.lowink, "grey": words.grey}[options.style]
    return Info(
        words.title(game.title, what),
        game.author,
        words.subject(what, options.paper.name, style, content.hash),
        words.keywords(game.id, options.paper.name),
        game.language,
        flip_of(options.backs),
    )


def component_pdf(sheet_set: SheetSet, info: Info, outlines: Outlines | None = None) -> bytes:
    """Return the PDF of one component."""
    sides = component_sides(sheet_set)
    marks = [Bookmark(0, sheet_set.title, 0)]
    marks += [Bookmark(1, side.label.split(" · ", 1)[-1], i) for i, side in enumerate(sides) if side.side != "back"]
    info = info._replace(duplex=info.duplex if sheet_set.two_sided else "none")
    return _checked(write_pdf([_page(side) for side in sides], info, marks, outlines=outlines), sheet_set.id)


def component_sides(sheet_set: SheetSet) -> list[Sheet]:
    """List the pages of a component's file: one-sided sheets among two-sided ones get an empty back."""
    sides = sheet_set.sides(duplex=sheet_set.two_sided)
    return sides[:-1] if not sides[-1].items else sides


def rulebook_pdf(sheet_set: SheetSet, book: "Book", info: Info, outlines: Outlines | None = None) -> bytes:
    """Return the rulebook with its outline and working links."""
    pages = [Page(sheet.size, sheet.items, "") for sheet in sheet_set.sheets]
    marks = [
        Bookmark(level, title, book.page_of[anchor] - 1, anchor)
        for level, title, anchor in book.outline
        if anchor in book.page_of
    ]
    info = info._replace(duplex="long")
    return _checked(write_pdf(pages, info, marks, tagged=True, outlines=outlines), "rulebook")


def scenario_pdf(sets: Sequence[SheetSet], info: Info) -> bytes:
    """Return the sheets of scenarios as one file."""
    duplex = any(s.two_sided for s in sets)
    sides = [side for sheet_set in sets for side in sheet_set.sides(duplex=duplex)]
    first = {id(sheet_set.sheets[0]): sheet_set.title for sheet_set in sets}
    marks = [Bookmark(0, first[id(side)], i) for i, side in enumerate(sides) if id(side) in first]
    info = info._replace(duplex=info.duplex if duplex else "none")
    return _checked(write_pdf([_page(side) for side in sides], info, marks), "scenario")


def print_file_pdf(file: PrintFile, info: Info, outlines: Outlines | None = None) -> bytes:
    """Return a file of print jobs; its outline names the jobs and what is in them."""
    marks: list[Bookmark] = []
    for job in file.jobs:
        start = job.first - file.jobs[0].first
        marks.append(Bookmark(0, job.name, start))
        places = {id(page): start + i for i, page in enumerate(job.pages)}
        marks += [Bookmark(1, part.made.title, places[id(part.sides[0])]) for part in job.parts]
    sides = {job.two_sided for job in file.jobs}
    duplex = info.duplex if sides == {True} else "none" if sides == {False} else ""
    info = info._replace(duplex=duplex)
    return _checked(write_pdf([_page(page) for page in file.pages], info, marks, outlines=outlines), file.name)


def _page(sheet: Sheet) -> Page:
    return Page(sheet.size, sheet.items, sheet.label.split(" · ", 1)[-1] + " ")


def _checked(pdf: bytes, name: str) -> bytes:
    if not fonts_embedded(pdf):
        raise fail("preflight", f"{name}.pdf would use a font that is not embedded")
    return pdf
