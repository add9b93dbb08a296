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
from pnp.load.game import GameContent
from pnp.model import Game
from pnp.rules.pages import look_of
from pnp.sheets.guide_pictures import SIZE, picture
from pnp.sheets.jobs import EXTRAS, PRINT_ME, JobSummary, PrintFile
from pnp.sheets.marks import page_label
from pnp.sheets.sheet import Printable, PrintOptions, Sheet, SheetSet, document_sides
from pnp.sheets.tiling import OVERLAP, plan_tiles
from pnp.words import GuideWords, Words

PAGES = 2
"""How many pages a guide has as a rule."""

_CHECKLIST_CELLS = (Size(40, 34), Size(34, 28), Size(29, 23), Size(23, 17))
"""Sizes of the checklist's pictures; the first with which the guide stays on its pages is taken."""


def guide_of(title: str, sheets: Sequence[Sheet]) -> SheetSet:
    """Return pages as a build guide."""
    return SheetSet("build-guide", title, tuple(sheets), 1, 0.0, len(sheets) > 1, (), ())


def unwritten_guide(pages: int, options: PrintOptions, words: Words) -> SheetSet:
    """Return a guide of so many pages with nothing to read on them yet, to count pages with."""
    size = options.paper.size
    title = words.guide.name
    page = Sheet(size, (Group(()),), "", "single", Rect(0, 0, *size), title)
    return guide_of(title, [page._replace(side=side) for side in document_sides(pages)])


def build_guide(
    content: GameContent,
    files: Sequence[PrintFile],
    options: PrintOptions,
    painter: Painter,
    label: str,
    notes: Sequence[str],
) -> SheetSet:
    """Return the guide's pages for the files to print."""
    look = look_of(painter)
    paper = options.paper.size
    margin = max(options.margin, 14.0)
    area = Rect(margin, margin, paper.w - 2 * margin, paper.h - 2 * margin - 4)
    words = content.words
    guide = _Guide(content.game, words.guide, files, options, look, notes)
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
        title = words.guide.name
        text = f"{label} · {title} · {words.sheet.count(number, len(pages))}"
        foot, blank = page_label(text, paper, family=options.font), words.sheet.empty_back(title)
        sheets.append(Sheet(paper, (*items, *foot), text, side, live, title, blank=blank))
    return guide_of(words.guide.name, sheets)


class _Guide:
    """Says what to do with the files of one build."""

    def __init__(
        self,
        game: Game,
        words: GuideWords,
        files: Sequence[PrintFile],
        options: PrintOptions,
        look: Look,
        notes: Sequence[str],
    ) -> None:
        self.game, self.words, self.files = game, words, files
        self.options, self.look, self.notes = options, look, notes
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
        look, words = self.look, self.words
        yield Heading(words.title(self.game.title), look, 0)
        summary = words.summary(self._sheets(PRINT_ME), _paper_word(self.options), _minutes(self.standard))
        yield Paragraph(summary, look, size=10.5, before=2)
        yield from self._printing()
        yield Break()
        yield Heading(words.making, look, 1)
        yield Paragraph(words.tools_needed(self._tools()), look, size=9.5, before=1.2)
        shown = [(picture(name, look, words.pictures), told) for name, told in self._crafts()]
        shown += [a for p in self.tiled if (a := _assembly(p, self.options, words)) is not None]
        if shown:
            yield Row(shown, look, cell=SIZE)
        if "page" in self.kinds:
            yield self._step(words.plain_sheets)
        yield Heading(words.checking, look, 1)
        yield Row([_checklist_cell(p, words) for p in self.standard], look, cell=cell)
        optional = [p for p in self.printables if p.optional]
        if optional:
            listed = ",  ".join(f":checkbox: {_counted(p, words)}" for p in optional)
            yield Paragraph(words.extras(listed), look, size=8.5)

    # ------------------------------------------------------------ print

    def _printing(self) -> Iterator[Block]:
        look, words = self.look, self.words
        yield Heading(words.printing, look, 1)
        yield self._step(words.jobs(self.game.id, self.jobs[0].name))
        yield self._step(words.scale)
        if any(job.two_sided for job in self.jobs):
            yield self._step(words.two_sided("long" if self.options.backs == "duplex-long" else "short"))
        else:
            yield self._step(words.folded if self.folded else words.one_sided)
        for file, what in ((PRINT_ME, words.standard_game), (EXTRAS, words.only_extras)):
            jobs = [job for job in self.jobs if job.file == file]
            if jobs:
                yield Paragraph(
                    words.file(file, what, self._sheets(file)), look, size=9.5, before=2.4, keep_with_next=True
                )
                heads = words.heads
                head = [heads.job, heads.pages, heads.paper, heads.sides, heads.sheets, heads.what]
                rows = [head, *map(self._row, jobs)]
                yield Table(rows, look, shares=(0.2, 0.1, 0.09, 0.08, 0.08, 0.45), before=1.0)
        if self.notes:
            told = "; ".join(dict.fromkeys(self.notes))
            yield Paragraph(words.layout(told), look, size=8, colour=look.muted)

    def _sheets(self, file: str) -> int:
        return sum(job.sheets for job in self.jobs if job.file == file)

    def _row(self, job: JobSummary) -> list[str]:
        pages = str(job.first) if job.first == job.last else f"{job.first}–{job.last}"
        words = self.words
        pages = words.blanks(pages, job.blanks) if job.blanks else pages
        one = words.sides_folded if self.folded and job.backed else words.sides_one
        papers = {"plain": words.plain, "card": words.card, "shop": words.shop}
        sides = words.sides_two if job.two_sided else one
        return [f"**{job.name}**", pages, papers[job.stock], sides, str(job.sheets), ", ".join(job.what)]

    # ------------------------------------------------------------ craft

    def _tools(self) -> str:
        tools, words = [], self.words.tools
        if self.kinds & {"cards", "chits", "standees", "board"}:
            tools.append(words.knife)
        if self.shapes & {"round", "hex"} or "standees" in self.kinds:
            tools.append(words.scissors)
        if self.kinds & {"chits", "standees"} or self.tiled or self.folded:
            tools.append(words.glue)
        if "chits" in self.kinds:
            tools.append(words.thick_card)
        if "standees" in self.kinds:
            tools.append(words.feet)
        if self.options.backs == "none" and any(p.two_sided for p in self.printables):
            tools.append(words.sleeves)
        return ", ".join(tools) or words.none

    def _crafts(self) -> Iterator[tuple[str, str]]:
        """Yield what is to be done: a drawing's name and the words below it."""
        words = self.words.crafts
        if self.folded:
            yield "folding", words.folding
        if "cards" in self.kinds:
            yield "cutting", words.cards
        elif "square" in self.shapes:
            yield "cutting", words.squares
        if self.options.backs == "none" and any(p.two_sided for p in self.printables):
            yield "sleeving", words.sleeving
        if self.shapes & {"round", "hex"}:
            yield "rounding", words.rounding
        if "standees" in self.kinds:
            yield "standing", words.standing
        if self.tiled:
            yield "joining", words.joining(OVERLAP)

    def _step(self, text: str) -> Paragraph:
        return Paragraph(text, self.look, size=9.5, indent=4.5, lead="•", before=1.2)


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


def _assembly(printable: Printable, options: PrintOptions, words: GuideWords) -> tuple[Drawing, str] | None:
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
    return Drawing(printable.size, tuple(items)), words.assembly(printable.title)


def _checklist_cell(printable: Printable, words: GuideWords) -> tuple[Drawing, str]:
    first = printable.items[0]
    drawing = pictured(Drawing(printable.size, first.front.items))
    return drawing, f":checkbox: {_counted(printable, words)}"


def _counted(printable: Printable, words: GuideWords) -> str:
    if printable.kind != "page":
        return words.pieces(printable.total, printable.title)
    return words.pages(printable.title, printable.total) if printable.total > 1 else printable.title
