"""The build guide: the print jobs, the tools, how to cut and fold, and a checklist of the box."""

from collections.abc import Iterator, Sequence

from pnp.diagnostics import fail
from pnp.draw.drawing import Drawing, Group, Item, Path, Text, rectangle
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Break, Heading, Look, Overfull, Paragraph, Row, Table, flow
from pnp.draw.fonts import font
from pnp.draw.outlines import pictured
from pnp.draw.squares import column_name
from pnp.geometry import Rect, Size
from pnp.model import Game
from pnp.rules.pages import look_of
from pnp.sheets.guide_pictures import SIZE, picture
from pnp.sheets.jobs import EXTRAS, PRINT_ME, JobSummary, PrintFile
from pnp.sheets.marks import page_label
from pnp.sheets.sheet import Printable, PrintOptions, Sheet, SheetSet, document_sides
from pnp.sheets.tiling import OVERLAP, plan_tiles

PAGES = 2
"""How many pages a guide has as a rule."""

_CHECKLIST_CELLS = (Size(40, 34), Size(34, 28), Size(29, 23), Size(23, 17))
"""Sizes of the checklist's pictures; the first with which the guide stays on its pages is taken."""

_PAPERS = {"plain": "plain", "card": "card", "shop": "a print shop's"}


def guide_of(title: str, sheets: Sequence[Sheet]) -> SheetSet:
    """Return pages as a build guide."""
    return SheetSet("build-guide", title, tuple(sheets), 1, 0.0, len(sheets) > 1, (), ())


def unwritten_guide(pages: int, options: PrintOptions) -> SheetSet:
    """Return a guide of so many pages with nothing to read on them yet, to count pages with."""
    size = options.paper.size
    page = Sheet(size, (Group(()),), "", "single", Rect(0, 0, *size), "Build guide")
    return guide_of("Build guide", [page._replace(side=side) for side in document_sides(pages)])


def build_guide(
    game: Game, files: Sequence[PrintFile], options: PrintOptions, painter: Painter, label: str, notes: Sequence[str]
) -> SheetSet:
    """Return the guide's pages for the files to print."""
    look = look_of(painter)
    paper = options.paper.size
    margin = max(options.margin, 14.0)
    area = Rect(margin, margin, paper.w - 2 * margin, paper.h - 2 * margin - 4)
    guide = _Guide(game, files, options, look, notes)
    try:
        tries = (flow(list(guide.blocks(cell)), [area]) for cell in _CHECKLIST_CELLS)
        pages = next((made for made in tries if len(made) <= PAGES), None)
        pages = pages or flow(list(guide.blocks(_CHECKLIST_CELLS[0])), [area])
    except Overfull:
        hint = "choose a larger paper, or single components with --only"
        raise fail("paper", f"the build guide does not fit on {options.paper.name}", None, hint) from None
    live = Rect(0, 0, *paper).inset(options.margin)
    sheets = []
    for number, (items, side) in enumerate(zip(pages, document_sides(len(pages)), strict=True), 1):
        text = f"{label} · Build guide · {number} of {len(pages)}"
        sheets.append(Sheet(paper, (*items, *page_label(text, paper)), text, side, live, "Build guide"))
    return guide_of("Build guide", sheets)


class _Guide:
    """Says what to do with the files of one build."""

    def __init__(
        self, game: Game, files: Sequence[PrintFile], options: PrintOptions, look: Look, notes: Sequence[str]
    ) -> None:
        self.game, self.files, self.options, self.look, self.notes = game, files, options, look, notes
        self.jobs = [job.summary() for file in files for job in file.jobs]
        sets = {id(part.made): part.made for file in files for job in file.jobs for part in job.parts}
        self.printables = [p for made in sets.values() for p in made.printables]
        self.standard = [p for p in self.printables if not p.optional]
        self.kinds = {p.kind for p in self.printables}
        self.folded = options.backs == "gutterfold" and any(p.two_sided for p in self.printables)
        self.tiled = [p for p in self.printables if p.kind == "board" and _tile_count(p, options) > 1]
        self.shapes = {p.shape for p in self.printables if p.kind == "chits"}

    def blocks(self, cell: Size) -> Iterator[Block]:
        """Yield the guide with pictures of a size in its checklist."""
        look = self.look
        yield Heading(f"{self.game.title}: build guide", look, 0)
        yield Paragraph(
            f"**One standard game takes {self._sheets(PRINT_ME)} sheets of {_paper_word(self.options)} paper** and "
            f"about {_minutes(self.standard)} minutes of cutting. Print, cut, tick off the list at the end, play.",
            look,
            size=10.5,
            before=2,
        )
        yield from self._printing()
        yield Break()
        yield Heading("2  Cut, fold and glue", look, 1)
        yield Paragraph(f"**Tools:** {self._tools()}.", look, size=9.5, before=1.2)
        shown = [(picture(name, look), words) for name, words in self._crafts()]
        shown += [a for p in self.tiled if (a := _assembly(p, self.options)) is not None]
        if shown:
            yield Row(shown, look, cell=SIZE)
        if "page" in self.kinds:
            yield self._step("**Sheets** on plain paper: nothing to cut, unless the sheet itself says so.")
        yield Heading("3  Check the box", look, 1)
        yield Row([_checklist_cell(p) for p in self.standard], look, cell=cell)
        optional = [p for p in self.printables if p.optional]
        if optional:
            listed = ",  ".join(f":checkbox: {_counted(p)}" for p in optional)
            yield Paragraph(f"**If you printed extras:**  {listed}", look, size=8.5)

    # ------------------------------------------------------------ print

    def _printing(self) -> Iterator[Block]:
        look = self.look
        yield Heading("1  Print", look, 1)
        yield self._step(
            "Each line below is **one print job**: put in the paper, choose its pages and sides, print. “Card” is "
            "stiff paper of 200 g/m² or more. A job in a file of its own: "
            f"*pnp build {self.game.id} --only {self.jobs[0].name}*."
        )
        yield self._step(
            "Print at **100 %** (“actual size”), never “fit to page”. The bar at the foot of every sheet is exactly "
            "50 mm, or 2 inches, long: measure it on the first page."
        )
        if any(job.two_sided for job in self.jobs):
            edge = "long" if self.options.backs == "duplex-long" else "short"
            yield self._step(
                f"Two-sided means **flipped on the {edge} edge**. If backs sit a little off, measure the shift in mm "
                "and build again with --back-offset X,Y."
            )
        elif self.folded:
            yield self._step("Everything is printed on one side; card sheets are folded to get their backs.")
        else:
            yield self._step("Everything is printed on one side. The rules may have two if your printer can.")
        for file, words in ((PRINT_ME, "one standard game"), (EXTRAS, "only what you like: every line is optional")):
            jobs = [job for job in self.jobs if job.file == file]
            if jobs:
                head = f"**{file}.pdf**: {words}, {_sheets(self._sheets(file))}"
                yield Paragraph(head, look, size=9.5, before=2.4, keep_with_next=True)
                rows = [["Job", "Pages", "Paper", "Sides", "Sheets", "What"], *map(self._row, jobs)]
                yield Table(rows, look, shares=(0.2, 0.1, 0.09, 0.08, 0.08, 0.45), before=1.0)
        if self.notes:
            told = "; ".join(dict.fromkeys(self.notes))
            yield Paragraph(f"Layout: {told}.", look, size=8, colour=look.muted)

    def _sheets(self, file: str) -> int:
        return sum(job.sheets for job in self.jobs if job.file == file)

    def _row(self, job: JobSummary) -> list[str]:
        pages = str(job.first) if job.first == job.last else f"{job.first}–{job.last}"
        blank = f", {job.blanks} blank" if job.blanks else ""
        sides = "two" if job.two_sided else "one, folded" if self.folded and job.backed else "one"
        return [f"**{job.name}**", pages + blank, _PAPERS[job.stock], sides, str(job.sheets), ", ".join(job.what)]

    # ------------------------------------------------------------ craft

    def _tools(self) -> str:
        tools = []
        if self.kinds & {"cards", "chits", "standees", "board"}:
            tools.append("a steel ruler, a sharp knife and a mat to cut on")
        if self.shapes & {"round", "hex"} or "standees" in self.kinds:
            tools.append("scissors")
        if self.kinds & {"chits", "standees"} or self.tiled or self.folded:
            tools.append("a glue stick")
        if "chits" in self.kinds:
            tools.append("card of 1 to 2 mm for chits")
        if "standees" in self.kinds:
            tools.append("a little card for the feet of pawns")
        if self.options.backs == "none" and any(p.two_sided for p in self.printables):
            tools.append("sleeves with opaque backs")
        return ", ".join(tools) or "none"

    def _crafts(self) -> Iterator[tuple[str, str]]:
        """Yield what is to be done: a drawing's name and the words below it."""
        if self.folded:
            yield "folding", "**Backs:** fold at the dashed line, print outside; glue, press, let dry, then cut."
        if "cards" in self.kinds:
            yield "cutting", "**Cards:** cut from mark to mark, all the way across; then the strips."
        elif "square" in self.shapes:
            yield "cutting", "**Square pieces:** their rows touch; one cut serves two rows."
        if self.options.backs == "none" and any(p.two_sided for p in self.printables):
            yield "sleeving", "**Backs:** put each card into an opaque sleeve, an old card behind it."
        if self.shapes & {"round", "hex"}:
            yield "rounding", "**Round and hex pieces:** glue the sheet on card, cut along the outline."
        if "standees" in self.kinds:
            yield (
                "standing",
                "**Pawns:** fold in the middle, glue the halves, bend the feet, glue them on card cut to their size.",
            )
        if self.tiled:
            yield (
                "joining",
                f"**Boards of several sheets:** trim right and lower edges, overlap {OVERLAP:g} mm up to ticks; glue.",
            )

    def _step(self, text: str) -> Paragraph:
        return Paragraph(text, self.look, size=9.5, indent=4.5, lead="•", before=1.2)


def _sheets(number: int) -> str:
    return f"{number} sheet" + ("" if number == 1 else "s")


def _paper_word(options: PrintOptions) -> str:
    return options.paper.name.upper() if len(options.paper.name) == 2 else options.paper.name.capitalize()


def _minutes(printables: Sequence[Printable]) -> int:
    cards = sum(p.total for p in printables if p.kind == "cards")
    chits = sum(p.total for p in printables if p.kind in ("chits", "standees"))
    boards = sum(p.total for p in printables if p.kind == "board")
    return max(5, round((cards * 0.22 + chits * 0.4 + boards * 3) / 5) * 5)


def _tile_count(printable: Printable, options: PrintOptions) -> int:
    if options.large_boards:
        return 1
    tiles = plan_tiles(printable.size, options.paper.size, options.margin)
    return tiles.columns * tiles.rows if tiles else 1


def _assembly(printable: Printable, options: PrintOptions) -> tuple[Drawing, str] | None:
    """Draw how a tiled board goes together."""
    tiles = plan_tiles(printable.size, options.paper.size, options.margin)
    if tiles is None:
        return None
    w, h = printable.size
    items: list[Item] = [*pictured(Drawing(printable.size, printable.items[0].front.items)).items]
    step_w, step_h = tiles.window.w - OVERLAP, tiles.window.h - OVERLAP
    size = max(w, h) / 5
    for column in range(tiles.columns):
        for row in range(tiles.rows):
            rect = Rect(column * step_w, row * step_h, tiles.window.w, tiles.window.h)
            items.append(Path(rectangle(rect), stroke="#b3261e", width=max(w, h) / 250))
            name = f"{column_name(column)}{row + 1}"
            x = rect.cx - font("sans-bold").width(name) * size / 2
            items.append(Text(x, rect.cy + size * 0.12, name, "sans-bold", size, "#b3261e"))
    return Drawing(printable.size, tuple(items)), f"The tiles of “{printable.title}”"


def _checklist_cell(printable: Printable) -> tuple[Drawing, str]:
    first = printable.items[0]
    drawing = pictured(Drawing(printable.size, first.front.items))
    return drawing, f":checkbox: {_counted(printable)}"


def _counted(printable: Printable) -> str:
    if printable.kind != "page":
        return f"{printable.total} × {printable.title}"
    return printable.title + (f" ({printable.total} pages)" if printable.total > 1 else "")
