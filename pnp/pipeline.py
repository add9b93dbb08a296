"""The routes through pnp, each readable at a glance: check, build, and what they return."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Report, one_of
from pnp.geometry import parse_paper
from pnp.load.game import GameContent, load_game, load_or_raise
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet

KINDS = ("cards", "boards", "pieces", "rulebook", "guide")


class BuildOrder(NamedTuple):
    """What to build: a game, how to print it, which components (empty: all), and the file format."""

    content: Path
    game: str
    options: PrintOptions
    only: tuple[str, ...]
    format: str


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
    files: tuple[BuiltFile, ...]
    notes: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    sources: dict[str, str]


Progress = Callable[[str], None]


def check_game(content: Path, name: str) -> tuple[list[Diagnostic], dict[str, str]]:
    """Return all faults of a game, those that only show when it is drawn included."""
    report = Report()
    game = load_game(content, name, report)
    if game is None:
        return report.diagnostics, _sources(content, name)
    paper = parse_paper("a4")
    assert paper is not None
    make_sheets(game, PrintOptions(paper), (), report)
    return report.diagnostics, game.sources


def build(order: BuildOrder, progress: Progress = lambda _: None) -> Built:
    """Take one game from YAML to file contents; raise every fault of the phase that failed."""
    progress(f"{order.game}: reading")
    report = Report()
    game = load_game(order.content, order.game, report)
    if game is None:
        raise Problems(report.diagnostics)
    progress(f"{order.game}: drawing for {order.options.paper.name}")
    sets, chosen = make_sheets(game, order.options, order.only, report)
    report.raise_if_failed()
    progress(f"{order.game}: writing for {order.options.paper.name}")
    files = tuple(_export(game, sets, chosen, order))
    notes = tuple(note for s in chosen for note in s.notes)
    return Built(order.game, order.options.paper.name, files, notes, tuple(report.diagnostics), game.sources)


def make_sheets(
    game: GameContent, options: PrintOptions, only: Sequence[str], report: Report
) -> tuple[list[SheetSet], list[SheetSet]]:
    """Draw and lay out a game: all sheet sets for the combined file, and those that were asked for."""
    from pnp.draw.style import check_distinct
    from pnp.sheets.components import ComponentBuilder, make_painter
    from pnp.sheets.preflight import preflight

    check_distinct(game.roles, game.distinct, report, lambda role: game.span("roles", role, key=True))
    painter = make_painter(game, options.style)
    wanted = select(game, only, report)
    builder = ComponentBuilder(game, painter, options, report)
    printables = [p for p in map(builder.build, wanted) if p is not None]
    if report.failed:
        return [], []
    label = f"{game.game.title} {game.game.version} ({game.hash})"
    sets = [s for s in (lay_out(group, options, label, report) for group in _groups(printables)) if s is not None]
    preflight(sets, options, report)
    if report.failed:
        return [], []
    if not only:
        from pnp.sheets.guide import build_guide

        return [build_guide(game.game, sets, options, painter, label), *sets], sets
    return [], sets


def select(game: GameContent, only: Sequence[str], report: Report) -> list[str]:
    """Return the components that were asked for, by name or by kind, in the manifest's order."""
    if not only:
        return game.component_ids()
    by_kind: dict[str, Iterable[str]] = {"cards": game.decks, "boards": game.boards, "pieces": game.pieces}
    known = [*game.component_ids(), *KINDS]
    chosen: set[str] = set()
    for name in only:
        if name in by_kind:
            chosen |= set(by_kind[name])
        elif name in game.component_ids():
            chosen.add(name)
        elif name not in KINDS:
            report.error("component", f"'{game.id}' has no component '{name}'", None, one_of(name, known))
    return [name for name in game.component_ids() if name in chosen]


def _groups(printables: Sequence[Printable]) -> list[list[Printable]]:
    groups: dict[str, list[Printable]] = {}
    for printable in printables:
        groups.setdefault(printable.group, []).append(printable)
    return list(groups.values())


def lay_out(group: list[Printable], options: PrintOptions, label: str, report: Report) -> SheetSet | None:
    """Put the components of one group on sheets."""
    from pnp.sheets.impose import impose
    from pnp.sheets.tiling import full_pages, tile_board

    first = group[0]
    if first.kind == "board":
        return tile_board(first, options, label, report)
    if first.kind == "page":
        return full_pages(first, options, label)
    return impose(group, options, label, report)


def _export(game: GameContent, combined: list[SheetSet], sets: list[SheetSet], order: BuildOrder) -> Iterator[BuiltFile]:
    if order.format == "svg":
        from pnp.export.svg import sheet_svg

        for sheet_set in sets:
            for i, sheet in enumerate(sheet_set.sheets, 1):
                yield BuiltFile(f"{sheet_set.id}-{i:02d}.svg", sheet_svg(sheet), 1, int(sheet.side != "back"))
        return
    from pnp.export.sheets import combined_pdf, component_pdf, info_of

    for sheet_set in sets:
        info = info_of(game.game, sheet_set.title, order.options, game.hash)
        pdf = component_pdf(sheet_set, info)
        yield BuiltFile(f"{sheet_set.id}.pdf", pdf, len(sheet_set.sheets), sheet_set.paper_count)
    if combined:
        info = info_of(game.game, "print-me", order.options, game.hash)
        pdf = combined_pdf(combined, info, order.options)
        pages = sum(len(s.sheets) for s in combined)
        yield BuiltFile("print-me.pdf", pdf, pages, sum(s.paper_count for s in combined))


def load(content: Path, name: str) -> GameContent:
    """Load a game or raise its faults."""
    return load_or_raise(content, name)


def _sources(content: Path, name: str) -> dict[str, str]:
    """Return the texts of a game's files that can be read, for showing faults in them."""
    folder = content / name
    texts = {}
    for path in sorted(folder.glob("*.y*ml")) if folder.is_dir() else []:
        try:
            texts[path.as_posix()] = path.read_bytes()[: 4 * 1024 * 1024].decode("utf-8-sig", errors="replace")
        except OSError:
            continue
    return texts


sources_of = _sources
