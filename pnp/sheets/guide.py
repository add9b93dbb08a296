"""The build guide: what to print on which paper, how to cut and fold, and a checklist of the box."""

from collections.abc import Iterator, Sequence

from pnp.diagnostics import fail
from pnp.draw.drawing import Drawing, Item, Path, Text, rectangle
from pnp.draw.faces import Painter, column_name
from pnp.draw.flow import Block, Figure, Heading, Look, Overfull, Paragraph, Row, Table, flow
from pnp.draw.fonts import font
from pnp.geometry import Rect, Size
from pnp.model import Game
from pnp.rules.pages import look_of
from pnp.sheets.marks import page_label
from pnp.sheets.sheet import Printable, PrintOptions, Sheet, SheetSet
from pnp.sheets.tiling import OVERLAP, plan_tiles

_CHECKLIST_CELLS = (Size(40, 34), Size(34, 28), Size(29, 23))
"""Sizes of the checklist's pictures; the first with which the guide stays on one page is taken."""


def build_guide(
    game: Game,
    sets: Sequence[SheetSet],
    options: PrintOptions,
    painter: Painter,
    label: str,
    extra: Sequence[tuple[str, str]] = (),
) -> SheetSet:
    """Return the guide's pages for the sheets that were made."""
    look = look_of(painter)
    paper = options.paper.size
    margin = max(options.margin, 14.0)
    area = Rect(margin, margin, paper.w - 2 * margin, paper.h - 2 * margin - 4)
    try:
        guides = (flow(_blocks(game, sets, options, look, extra, cell), [area]) for cell in _CHECKLIST_CELLS)
        pages = next((guide for guide in guides if len(guide) == 1), None)
        pages = pages or flow(_blocks(game, sets, options, look, extra, _CHECKLIST_CELLS[0]), [area])
    except Overfull:
        hint = "choose a larger paper, or single components with --only"
        raise fail("paper", f"the build guide does not fit on {options.paper.name}", None, hint) from None
    live = Rect(0, 0, *paper).inset(options.margin)
    sheets = []
    for number, items in enumerate(pages, 1):
        text = f"{label} · Build guide · {number} of {len(pages)}"
        sheets.append(Sheet(paper, (*items, *page_label(text, paper)), text, "single", live, "Build guide"))
    return SheetSet("build-guide", "Build guide", tuple(sheets), 1, 0.0, False, (), ())


def _blocks(
    game: Game,
    sets: Sequence[SheetSet],
    options: PrintOptions,
    look: Look,
    extra: Sequence[tuple[str, str]],
    cell: Size,
) -> Iterator[Block]:
    printables = [p for s in sets for p in s.printables]
    sheets = sum(s.paper_count for s in sets)
    yield Heading(f"{game.title}: build guide", look, 0)
    yield Paragraph(
        f"{sheets} sheets of {_paper_word(options)} paper, about {_minutes(printables)} minutes of cutting. "
        "Print first, then cut, then tick off the list at the end.", look, size=10.5, before=2,
    )  # fmt: skip
    yield Heading("1  Print", look, 1)
    for text in _print_steps(sets, options):
        yield _step(text, look)
    yield Table(
        [["File", "What", "Sheets", "Sides", "Paper"], *(_print_row(s, options) for s in sets), *_extra_rows(extra)],
        look,
    )
    notes = [note for s in sets for note in s.notes]
    if notes:
        yield Paragraph("Layout: " + "; ".join(dict.fromkeys(notes)) + ".", look, size=8.5, colour=look.muted)
    yield Heading("2  Cut, fold and glue", look, 1)
    for text in _craft_steps(sets, options):
        yield _step(text, look)
    for printable in printables:
        figure = _assembly(printable, options, look)
        if figure is not None:
            yield figure
    yield Heading("3  Check the box", look, 1)
    boxed = [p for s in sets if s.id != "scenarios" for p in s.printables]
    yield Row([_checklist_cell(p, look) for p in boxed], look, cell=cell)


def _step(text: str, look: Look) -> Paragraph:
    return Paragraph(text, look, size=9.5, indent=4.5, lead="•", before=1.2)


def _paper_word(options: PrintOptions) -> str:
    return options.paper.name.upper() if len(options.paper.name) == 2 else options.paper.name.capitalize()


def _minutes(printables: Sequence[Printable]) -> int:
    cards = sum(p.total for p in printables if p.kind == "cards")
    chits = sum(p.total for p in printables if p.kind in ("chits", "standees"))
    boards = sum(p.total for p in printables if p.kind == "board")
    return max(5, round((cards * 0.22 + chits * 0.4 + boards * 3) / 5) * 5)


def _print_steps(sets: Sequence[SheetSet], options: PrintOptions) -> Iterator[str]:
    yield (
        "Print at **100 %** (“actual size”), never “fit to page”. The bar at the foot of every sheet is exactly 50 mm, "
        "or 2 inches, long: measure it on the first page."
    )
    if options.backs.startswith("duplex") and any(s.two_sided for s in sets):
        edge = "long" if options.backs == "duplex-long" else "short"
        yield (
            f"**print-me.pdf** holds everything in order. Print it two-sided, **flipped on the {edge} edge**; sheets "
            "without backs are followed by an empty page so that fronts and backs stay together."
        )
        yield "If backs sit a little off, measure the shift in mm and build again with --back-offset X,Y."
    elif options.backs == "gutterfold":
        yield (
            "Everything is printed one-sided. Fold card sheets along the dashed line with the printed sides out, glue, "
            "let dry, then cut."
        )
    else:
        yield "Everything is printed one-sided; put the cards into sleeves with opaque backs."


def _print_row(sheet_set: SheetSet, options: PrintOptions) -> list[str]:
    kinds = {p.kind for p in sheet_set.printables}
    paper = "card, 200 g or more" if kinds & {"cards", "chits", "standees"} else "plain or card"
    folded = options.backs == "gutterfold" and any(p.two_sided for p in sheet_set.printables)
    sides = "two" if sheet_set.two_sided else "one, folded" if folded else "one"
    counted = [(p.total > 1 and p.kind != "page", p) for p in sheet_set.printables]
    what = ", ".join(f"{p.total} {p.title}" if several else p.title for several, p in counted)
    return [f"{sheet_set.id}.pdf", what, str(sheet_set.paper_count), sides, paper]


def _extra_rows(extra: Sequence[tuple[str, str]]) -> Iterator[list[str]]:
    for name, what in extra:
        yield [name, what, "", "one", "plain"]


def _craft_steps(sets: Sequence[SheetSet], options: PrintOptions) -> Iterator[str]:
    printables = [p for s in sets for p in s.printables]
    kinds = {p.kind for p in printables}
    shapes = {p.shape for p in printables if p.kind == "chits"}
    if "cards" in kinds:
        yield (
            "**Cards:** lay a ruler from mark to mark. Cut all the way across in one direction first, then the strips. "
            "The marks are only in the margins, so nothing is left on the cards."
        )
    if "square" in shapes:
        yield "**Square pieces:** their rows touch, so that one cut serves two rows."
    if shapes & {"round", "hex"}:
        yield "**Round and hex pieces:** glue the sheet on thick card, then cut along the outline or use a punch."
    if "standees" in kinds:
        yield (
            "**Stand-up pawns:** cut along the outline, fold at the dashed line in the middle so that the pictures "
            "show on both sides, fold the feet outwards and glue them on card cut to their size: so they fit their "
            "places on a board."
        )
    tiled = [p for p in printables if p.kind == "board" and _tile_count(p, options) > 1]
    if tiled:
        yield (
            "**Boards of several sheets:** trim the right and the lower edge of each tile at the corner marks. Lay it "
            f"over its right and lower neighbour, up to the dashed ticks ({OVERLAP:g} mm), until the drawing meets, "
            "and glue."
        )
    if "page" in kinds:
        yield "**Sheets:** nothing to cut, unless the sheet itself says so."


def _tile_count(printable: Printable, options: PrintOptions) -> int:
    if options.large_boards:
        return 1
    tiles = plan_tiles(printable.size, options.paper.size, options.margin)
    return tiles.columns * tiles.rows if tiles else 1


def _assembly(printable: Printable, options: PrintOptions, look: Look) -> Figure | None:
    """Draw how a tiled board goes together."""
    if printable.kind != "board" or _tile_count(printable, options) == 1:
        return None
    tiles = plan_tiles(printable.size, options.paper.size, options.margin)
    assert tiles is not None
    w, h = printable.size
    items: list[Item] = [*printable.items[0].front.items]
    step_w, step_h = tiles.window.w - OVERLAP, tiles.window.h - OVERLAP
    size = max(w, h) / 5
    for column in range(tiles.columns):
        for row in range(tiles.rows):
            rect = Rect(column * step_w, row * step_h, tiles.window.w, tiles.window.h)
            items.append(Path(rectangle(rect), stroke="#b3261e", width=max(w, h) / 250))
            name = f"{column_name(column)}{row + 1}"
            x = rect.cx - font("sans-bold").width(name) * size / 2
            items.append(Text(x, rect.cy + size * 0.12, name, "sans-bold", size, "#b3261e"))
    drawing = Drawing(printable.size, tuple(items))
    return Figure(drawing, look, f"How the tiles of “{printable.title}” go together", most=Size(110, 70), frame=True)


def _checklist_cell(printable: Printable, look: Look) -> tuple[Drawing, str]:
    first = printable.items[0]
    drawing = Drawing(printable.size, first.front.items)
    optional = " (optional)" if printable.optional else ""
    return drawing, f":checkbox: {printable.total} × {printable.title}{optional}"


__all__ = ["build_guide", "look_of"]
