"""The routes through pnp, each readable at a glance: check, build, and what they return."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.context import meter
from pnp.diagnostics import EXHAUSTED, Diagnostic, Problems, Report, fail, one_of
from pnp.geometry import parse_paper
from pnp.limits import LimitReached
from pnp.load.document import read_sources
from pnp.load.game import GameContent, load_game, load_or_raise
from pnp.model import SMALLEST_TEXT
from pnp.printing import KINDS
from pnp.sheets.jobs import JOB_NAMES, SOLUTIONS, Job, JobSummary, PrintFile, plan_files
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet

if TYPE_CHECKING:
    from pnp.draw.faces import Painter
    from pnp.export.pdf import Outlines
    from pnp.rules.compile import Rulebook
    from pnp.sheets.rulebook import PrintedRules


class BuildOrder(NamedTuple):
    """What to build: a game, how to print it, which components (empty: all), and the file format."""

    content: Path
    game: str
    options: PrintOptions
    only: tuple[str, ...]
    format: str
    lenient: bool = False
    """One of several games: a kind of component that it has not is no fault."""
    solutions: bool = False
    """Also what spoils the scenarios, in a file of its own."""


class BuiltFile(NamedTuple):
    """A file that is ready to be written."""

    name: str
    data: bytes
    pages: int
    sheets: int


class Built(NamedTuple):
    """The outcome of one order."""

    game: str
    paper: str
    """The paper, as the folder of the files is called."""
    files: tuple[BuiltFile, ...]
    notes: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    sources: dict[str, str]
    jobs: tuple[JobSummary, ...] = ()


Progress = Callable[[str], None]


def check_game(
    content: Path, name: str, progress: Progress = lambda _: None
) -> tuple[list[Diagnostic], dict[str, str]]:
    """Return all faults of a game, those that only show when it is drawn or its scenarios are tried included."""
    report = Report()
    game = load_game(content, name, report)
    if game is None:
        return report.diagnostics, sources_of(content, name)
    if game.run is not None:
        from pnp.engine.trial import try_out

        progress(f"{name}: playing at random")
        try_out(game.compiled, game.documents["play"].span(("flow",)), report)
    paper = parse_paper("a4")
    assert paper is not None
    try:
        make_sheets(game, PrintOptions(paper), (), report, with_scenarios=True, progress=progress)
    except Problems as problems:
        report.take(problems)
    return report.diagnostics, game.sources


def build(order: BuildOrder, progress: Progress = lambda _: None) -> Built:
    """Take one game from YAML to file contents; raise every fault of the phase that failed."""
    progress(f"{order.game}: reading")
    report = Report()
    game = load_game(order.content, order.game, report)
    if game is None:
        raise Problems(report.diagnostics)
    progress(f"{order.game}: drawing for {order.options.paper.name}")
    made = make_sheets(
        game,
        order.options,
        order.only,
        report,
        with_scenarios=True,
        progress=progress,
        lenient=order.lenient,
        solutions=order.solutions,
    )
    if made is None:
        raise Problems(report.diagnostics)
    progress(f"{order.game}: writing for {order.options.paper.name}")
    try:
        files = tuple(_within_limit(_export(game, made, order)))
    except LimitReached as limit:
        raise fail("size", str(limit), game.documents["game"].span(), limit.hint) from None
    notes = [note for s in made.sets for note in s.notes]
    if order.options.printer is not None:
        notes.append(f"corrected for the printer '{order.options.printer_name}'")
    if order.solutions and not any(f.name.startswith(SOLUTIONS) for f in files):
        notes.append(f"{order.game} has no solutions to print" + (" with these components" if order.only else ""))
    found = tuple(job.summary() for file in made.files for job in file.jobs if not order.only or job.name in order.only)
    diagnostics = tuple(report.diagnostics)
    return Built(order.game, _folder_name(order.options), files, tuple(notes), diagnostics, game.sources, found)


def _folder_name(options: PrintOptions) -> str:
    """Return the name of the folder of a build: its paper, and the shop's standard if it is for one."""
    return f"{options.paper.name}-shop-{options.shop}" if options.shop else options.paper.name


class Made(NamedTuple):
    """A game drawn and laid out: the sheets of the components that were asked for, and the files of print jobs."""

    sets: list[SheetSet]
    """What gets a file of its own."""
    files: tuple[PrintFile, ...]
    """Everything in print jobs, unless only some components were asked for or a shop prints."""
    rules: "PrintedRules | None"
    painter: "Painter"

    def jobs_of(self, names: Sequence[str]) -> list[Job]:
        """Return the print jobs of these names."""
        return [job for file in self.files for job in file.jobs if job.name in names]


def make_sheets(
    game: GameContent,
    options: PrintOptions,
    only: Sequence[str],
    report: Report,
    *,
    with_scenarios: bool = False,
    progress: Progress = lambda _: None,
    lenient: bool = False,
    solutions: bool = False,
) -> Made | None:
    """Draw and lay out a game; note every fault and return None if there was an error."""
    from pnp.draw.faces import FaceFault

    try:
        return _make_sheets(game, options, only, report, with_scenarios, progress, lenient, solutions)
    except FaceFault as fault:  # in what pnp draws itself, such as the build guide
        report.error(fault.code, fault.message, game.documents["game"].span(), fault.hint)
        return None
    except LimitReached as limit:
        report.error("size", str(limit), game.documents["game"].span(), limit.hint)
        return None
    except EXHAUSTED as error:
        report.exhausted(error, game.documents["game"].span())
        return None


def _make_sheets(
    game: GameContent,
    options: PrintOptions,
    only: Sequence[str],
    report: Report,
    with_scenarios: bool,
    progress: Progress,
    lenient: bool,
    solutions: bool,
) -> Made | None:
    from pnp.draw.style import check_distinct, check_inks
    from pnp.sheets.components import ComponentBuilder, check_card_size, make_painter
    from pnp.sheets.layout import check_cutter, lay_out, share_sheets, with_label_room
    from pnp.sheets.places import settle_places
    from pnp.sheets.preflight import preflight

    label = f"{game.game.title} {game.game.version} ({game.hash})"
    painter = make_painter(game, options.style, opaque=options.shop == "x1a")
    options = with_label_room(
        options._replace(font=painter.families["sans"]),
        label,
        [part.title for kind in (game.decks, game.pieces) for part in kind.values()],
        [board.title for board in game.boards.values()],
        game.words.sheet,
    )
    check_card_size(game, options, report)
    check_cutter(options, report)
    check_distinct(game.roles, game.distinct, report, lambda role: game.span("roles", role, key=True))
    check_inks(game.roles, report, lambda role: game.span("roles", role, ("cmyk",)))
    named = tuple(name for name in only if name not in JOB_NAMES)
    everything = len(named) < len(only) or not only
    wanted = select(game, named, report, lenient=lenient) if named or not only else []
    report.place = start = game.documents["game"].span()
    builder = ComponentBuilder(game, painter, options, report)
    whole = everything or _wants_rules(only)
    printables = [p for p in map(builder.build, game.component_ids() if whole else wanted) if p is not None]
    if not report.failed:
        printables = settle_places(game, printables, builder, report, whole=not only)
    rules = _make_rules(game, painter, options, printables, report) if whole and not report.failed else None
    if report.failed:
        return None
    printables = [p for p in printables if _is_for(p, options) or p.id in only]
    drawn = _drawn_by_code(game)
    asked = [
        p for p in printables if p.id in wanted and (not only or p.id in only or p.id not in drawn or p.kind == "board")
    ]
    if rules is not None and rules.quick is not None:
        printables.append(rules.quick)
        asked += [rules.quick] if _wants_rules(only) else []
    _check_labels(game, painter.families, report)
    if report.failed:
        return None
    sets: list[SheetSet] = []
    least_size = min((face.least_size for face in game.faces.values()), default=SMALLEST_TEXT)
    laid = printables if everything else asked
    for group in [[p] for p in laid] if options.one_a_page else share_sheets(laid, options):
        report.place = game.place_of(group[0].id)
        made = lay_out(group, options, label, game.words, report)
        report.place = game.place_of(group[0].id, of_size=False)
        if made is not None:
            meter().spend("pages", len(made.sheets))
            preflight([made], options, report, least_size)
            sets.append(made)
    report.place = start
    if not report.failed:
        builder.note_unsafe()  # last: what is wrong matters more than what lies too near to a cut
    if report.failed:
        return None
    if game.game.scenarios and with_scenarios and (everything or "scenarios" in only):
        sets += _make_scenarios(game, options, report, progress, solutions=solutions)
        if report.failed:
            return None
    sets = _for_printer(game, sets, options, report)
    files: tuple[PrintFile, ...] = ()
    if everything:
        if not options.shop:
            files = _print_files(game, sets, rules, options, painter, label, report)
        if not _jobs_exist(game, only, files, report, lenient=lenient):
            return None
    if only:
        ids = {p.id for p in asked}
        sets = [s for s in sets if ids & {p.id for p in s.printables} or s.id in (*named, *_told(named))]
    if rules is not None:
        [book] = _for_printer(game, [rules.sheets], options, report, "long")
        [small] = _for_printer(game, [rules.booklet], options, report, "short")
        rules = rules._replace(sheets=book, booklet=small) if _wants_rules(only) else None
    return None if report.failed else Made(sets, files, rules, painter)


def _for_printer(
    game: GameContent, made: Sequence[SheetSet], options: PrintOptions, report: Report, flip: str | None = None
) -> list[SheetSet]:
    """Make up for the errors of the printer that was chosen, on every sheet."""
    if options.printer is None:
        return list(made)
    from pnp.sheets.printer import correct, flip_of

    return correct(made, options, flip or flip_of(options.backs), game.words.layout, report)


def _told(only: Sequence[str]) -> tuple[str, ...]:
    """Return the sets that come with scenarios if these are asked for."""
    return (SOLUTIONS,) if "scenarios" in only else ()


def _is_for(printable: Printable, options: PrintOptions) -> bool:
    """Say whether a component goes with the card size that was chosen."""
    return not (printable.card_size and options.card_size) or printable.card_size == options.card_size


def _print_files(
    game: GameContent,
    sets: Sequence[SheetSet],
    rules: "PrintedRules | None",
    options: PrintOptions,
    painter: "Painter",
    label: str,
    report: Report,
) -> tuple[PrintFile, ...]:
    """Put all sheets into jobs, with a build guide in front whose page numbers are true."""
    from pnp.sheets import guide
    from pnp.sheets.rulebook import document_for

    open_sets = [s for s in sets if not s.secret]
    if rules is not None:
        books = [document_for(options, part) for part in rules.parts]
        open_sets = [*_for_printer(game, books, options, report), *open_sets]
    notes = [note for s in open_sets for note in s.notes]
    written = guide.unwritten_guide(guide.PAGES, options, game.words)
    while True:
        pages = len(written.sheets)
        files = plan_files([written, *open_sets], options)
        written = guide.build_guide(game, files, options, painter, label, notes)
        if len(written.sheets) <= pages:
            break
    return plan_files([*_for_printer(game, [document_for(options, written)], options, report), *open_sets], options)


def _jobs_exist(
    game: GameContent, only: Sequence[str], files: Sequence[PrintFile], report: Report, *, lenient: bool
) -> bool:
    """Note jobs that were asked for but that this game has not."""
    known = [job.name for file in files for job in file.jobs]
    for name in only:
        if name in JOB_NAMES and name not in known and not lenient:
            report.error("job", f"'{game.id}' has no print job '{name}'", None, f"its jobs are {', '.join(known)}")
    return not report.failed


def _check_labels(game: GameContent, families: Mapping[str, str], report: Report) -> None:
    """Note letters of titles and of the version, which stand on every sheet, that the font lacks."""
    from pnp.draw.elsewhere import where_letters_are
    from pnp.draw.text import TextStyle, missing_glyphs

    start, sans = game.documents["game"], families["sans"]
    labels = [(game.game.title, start.span(("title",))), (game.game.version, start.span(("version",)))]
    labels += [(title, game.place_of(name, of_size=False)) for name, title in game.titles().items()]
    for text, place in labels:
        for letter in missing_glyphs(text, sans):
            message = f"the sans font, which labels are set in, has no glyph for '{letter}' (U+{ord(letter):04X})"
            report.error("glyph", message, place, where_letters_are([letter], TextStyle(sans), families))


def _make_scenarios(
    game: GameContent, options: PrintOptions, report: Report, progress: Progress, *, solutions: bool
) -> Iterator[SheetSet]:
    """Yield the sheets of the scenarios that game.yaml orders, and apart from them what spoils them if it is wanted."""
    from pnp.export.cache import ScenarioCache
    from pnp.play.orders import ordered_scenarios
    from pnp.sheets.scenarios import scenario_sets

    found = ordered_scenarios(game, ScenarioCache(), report, progress)
    made = scenario_sets(game, found, options, solutions=solutions)
    for name, title, sets in (
        ("scenarios", game.words.sheet.scenarios, [s for s in made if not s.secret]),
        (SOLUTIONS, game.words.sheet.solutions, [s for s in made if s.secret]),
    ):
        sheets = tuple(sheet for s in sets for sheet in s.sheets)
        printables = tuple(p._replace(optional=True) for s in sets for p in s.printables)
        if sheets:
            yield SheetSet(name, title, sheets, 1, 0.0, any(s.two_sided for s in sets), (), printables)


def _wants_rules(only: Sequence[str]) -> bool:
    return not only or "rulebook" in only


def _make_rules(
    game: GameContent, painter: "Painter", options: PrintOptions, printables: list[Printable], report: Report
) -> "PrintedRules | None":
    if game.rules is None:
        return None
    from pnp.sheets.rulebook import print_rules

    return print_rules(game, painter, options, printables, report)


def _drawn_by_code(game: GameContent) -> list[str]:
    """List the components that the game's own code draws; which of them are boards shows when they are drawn."""
    return [c for c in game.component_ids() if c not in game.decks and c not in game.boards and c not in game.pieces]


def select(game: GameContent, only: Sequence[str], report: Report, *, lenient: bool = False) -> list[str]:
    """Return the components that were asked for, by name or by kind, in the manifest's order."""
    if not only:
        return game.component_ids()
    boards = [*game.boards, *_drawn_by_code(game)]
    by_kind: dict[str, Iterable[str]] = {"cards": game.decks, "boards": boards, "pieces": game.pieces}
    known = [*game.component_ids(), *KINDS, *JOB_NAMES]
    chosen: set[str] = set()
    for name in only:
        if by_kind.get(name):
            chosen |= set(by_kind[name])
        elif name in by_kind:
            if not lenient:
                report.error("component", f"'{game.id}' has no {name}", None, one_of(name, game.component_ids()))
        elif name in game.component_ids():
            chosen.add(name)
        elif f"{name}s" in by_kind:
            chosen |= set(by_kind[f"{name}s"])
        elif name not in KINDS:
            report.error("component", f"'{game.id}' has no component '{name}'", None, one_of(name, known))
        elif not lenient and not (game.rules if name == "rulebook" else game.game.scenarios):
            report.error("component", f"'{game.id}' has no {name}", None, one_of(name, game.component_ids()))
    return [name for name in game.component_ids() if name in chosen]


def _export(game: GameContent, made: Made, order: BuildOrder) -> Iterator[BuiltFile]:
    if order.options.shop:
        from pnp.export.shops import shop_files

        for name, data, pages, sheets in shop_files(game, made.sets, made.rules, made.painter, order.options):
            yield BuiltFile(name, data, pages, sheets)
        return
    if order.format == "svg":
        from pnp.export.svg import sheet_svg

        for sheet_set in [*made.sets, *([made.rules.sheets] if made.rules else [])]:
            for i, sheet in enumerate(sheet_set.sheets, 1):
                yield BuiltFile(f"{sheet_set.id}-{i:02d}.svg", sheet_svg(sheet), 1, int(sheet.side != "back"))
        for job in made.jobs_of(order.only):
            for i, page in enumerate(job.pages, 1):
                alone = not job.two_sided or i % 2 == 1
                yield BuiltFile(f"{job.name}-{i:02d}.svg", sheet_svg(page), 1, int(alone))
        return
    from pnp.export.pdf import Outlines
    from pnp.export.sheets import component_pdf, component_sides, info_of, print_file_pdf

    outlines = Outlines()
    for sheet_set in made.sets:
        info = info_of(game, sheet_set.title, order.options)
        pdf = component_pdf(sheet_set, info, outlines)
        yield BuiltFile(f"{sheet_set.id}.pdf", pdf, len(component_sides(sheet_set)), sheet_set.paper_count)
        if order.options.cutter is not None:
            yield from _cut_files(sheet_set)
    if made.rules is not None:
        yield from _export_rules(game, made.rules, made.painter, order.options, outlines)
    single = [PrintFile(job.name, (job,)) for job in made.jobs_of(order.only)]
    for file in single if order.only else made.files:
        info = info_of(game, file.name, order.options)
        yield BuiltFile(f"{file.name}.pdf", print_file_pdf(file, info, outlines), len(file.pages), file.sheets)


def _cut_files(sheet_set: SheetSet) -> Iterator[BuiltFile]:
    """Yield the cut lines of sheets of pieces, numbered as the sheets are."""
    from pnp.export.cutlines import cut_dxf, cut_svg
    from pnp.sheets.layout import is_imposed

    fronts = [sheet for sheet in sheet_set.sheets if sheet.side != "back"]
    for number, sheet in enumerate(fronts if is_imposed(sheet_set.printables) else (), 1):
        name = f"{sheet_set.id}-cut-{number:02d}"
        yield BuiltFile(f"{name}.svg", cut_svg(sheet), 0, 0)
        yield BuiltFile(f"{name}.dxf", cut_dxf(sheet), 0, 0)


def _within_limit(files: Iterator[BuiltFile]) -> Iterator[BuiltFile]:
    """Pass files on until they are more than a disk should take."""
    for file in files:
        meter().spend("game_output", len(file.data))
        yield file


def _pdf(sheet_set: SheetSet, pdf: bytes) -> BuiltFile:
    return BuiltFile(f"{sheet_set.id}.pdf", pdf, len(sheet_set.sheets), sheet_set.paper_count)


def _export_rules(
    game: GameContent, rules: "PrintedRules", painter: "Painter", options: PrintOptions, outlines: "Outlines"
) -> Iterator[BuiltFile]:
    from pnp.export.html import rulebook_html
    from pnp.export.sheets import component_pdf, info_of, rulebook_pdf
    from pnp.load.library import templates_folder

    info = info_of(game, game.words.book.name, options)
    yield _pdf(rules.sheets, rulebook_pdf(rules.sheets, rules.book, info, outlines))
    yield _pdf(rules.booklet, component_pdf(rules.booklet, info._replace(duplex="short"), outlines))
    html = rulebook_html(rules.rulebook, painter.icons, rules.figure, templates_folder(), painter.families)
    yield BuiltFile("rulebook.html", html, 1, 0)


class CompiledRules(NamedTuple):
    """A game's rules with the page of every clause."""

    rulebook: "Rulebook"
    pages: dict[str, int]
    warnings: list[Diagnostic]
    named: Mapping[str, Sequence[str]] = {}
    """Clause → places in play.yaml that name it."""

    def as_json(self) -> dict[str, Any]:
        """Return ids, numbers, pages and texts for programs."""
        book = self.rulebook
        return {
            "game": book.game.id,
            "title": book.game.title,
            "version": book.game.version,
            "hash": book.hash,
            "chapters": [
                {
                    "id": c.id,
                    "number": c.number,
                    "title": c.title,
                    "intro": c.intro,
                    "page": self.pages.get(f"chapter-{c.id}"),
                    "clauses": [{**r._asdict(), "page": self.pages.get(f"rule-{r.id}")} for r in c.clauses],
                }
                for c in book.chapters
            ],
            "glossary": [t._asdict() for t in book.glossary],
        }

    def as_text(self) -> str:
        """Return the rules as plain text."""
        lines: list[str] = []
        for chapter in self.rulebook.chapters:
            lines += [f"{chapter.number} {chapter.title}".upper(), ""]
            lines += [chapter.intro, ""] if chapter.intro else []
            for clause in chapter.clauses:
                page = self.pages.get(f"rule-{clause.id}")
                lines += [f"{clause.number} {clause.title}  [{clause.id}, page {page}]", clause.text, ""]
        return without_links("\n".join(lines))


def without_links(text: str) -> str:
    """Return a text of rules with the words of its links only."""
    return re.sub(r"\[\[([^\]|]+)\|[^\]]+\]\]", r"\1", text)


def compile_game_rules(content: Path, name: str) -> CompiledRules:
    """Compile and set a game's rules; raise every fault."""
    report = Report()
    game = load_game(content, name, report)
    if game is None:
        raise Problems(report.diagnostics)
    if game.rules is None:
        raise fail("missing", f"'{name}' has no rules.yaml", None, "write one; see the designer's guide")
    paper = parse_paper("a4")
    assert paper is not None
    made = make_sheets(game, PrintOptions(paper), ("rulebook",), report)
    if made is None or made.rules is None:
        raise Problems(report.diagnostics)
    named = game.compiled.clauses if game.run is not None else {}
    return CompiledRules(made.rules.rulebook, made.rules.book.page_of, report.diagnostics, named)


def load(content: Path, name: str) -> GameContent:
    """Load a game or raise its faults."""
    return load_or_raise(content, name)


def sources_of(content: Path, name: str) -> dict[str, str]:
    """Return the texts of a game's files that can be read, for showing faults in them."""
    return read_sources(content / name)
