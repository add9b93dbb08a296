"""The command line: a few lines a command; this module alone prints and sets exit codes."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from math import isnan
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from pnp import __version__
from pnp.cli_help import Group, ReaderGone, advice, clearer, complete_components, complete_games, examples, sentence
from pnp.diagnostics import (
    CONTROLS,
    EXHAUSTED,
    Diagnostic,
    Problems,
    did_you_mean,
    exhausted,
    on_one_line,
    render,
    tally,
)
from pnp.interrupts import INTERRUPTED, end_at_interrupts, ignore_interrupts
from pnp.limits import LimitReached
from pnp.memory import end_without_memory, is_short_of_memory, quiet_about_memory

OK, WRONG_CONTENT, WRONG_USE = 0, 1, 2
PRINT_ME = "print-me.pdf"


@click.group(
    cls=Group,
    epilog=examples(
        ("pnp build knowledge --paper a4", "print-ready PDFs in output/knowledge/a4"),
        ("pnp scenario tempest --seed 42", "a numbered storm to solve and share"),
        ("pnp new mygame", "a card game of your own in content/mygame"),
        ("pnp build mygame", "the same for your own game"),
    ),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "--version", prog_name="pnp")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Print-and-play games from plain YAML: PDFs to print, a rulebook, scenarios and a balance report."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: list[str] | None = None) -> None:
    """Run the command line; every fault a user can cause ends in a message and an exit code, never in a traceback."""
    try:
        _main(args)
    except Exception as error:
        if not is_short_of_memory(error):
            raise
    # Outside of the handler, whose traceback holds what took the memory.
    command = " ".join(["pnp", *(sys.argv[1:] if args is None else args)])
    end_without_memory(f"for: {on_one_line(command)}", _what_was_written())


def _main(args: list[str] | None) -> None:
    written.clear()
    if args is None:  # a process of its own
        end_at_interrupts(_what_was_written)
        quiet_about_memory()
        _collect_rarely()
        _print_anything()
    try:
        code = cli.main(args, prog_name="pnp", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else OK)
    except click.ClickException as error:
        clearer(error).show()
        more = advice(error)
        if more:
            click.echo(more, err=True)
        sys.exit(WRONG_USE)
    except Problems as problems:
        fail_with_faults(problems.diagnostics, {}, as_json="--json" in (sys.argv[1:] if args is None else args))
    except EXHAUSTED as error:
        if is_short_of_memory(error):
            raise
        fail_with_faults([exhausted(error)], {}, as_json=False)
    except LimitReached as limit:
        fail_with_faults([Diagnostic("error", "size", str(limit), None, limit.hint)], {}, as_json=False)
    except (KeyboardInterrupt, click.Abort):
        click.echo(f"interrupted; {_what_was_written()}", err=True)
        sys.exit(INTERRUPTED)
    except ReaderGone:
        with suppress(OSError):  # what is still to be printed
            sys.stdout.close()
        sys.exit(OK)
    except ImportError as error:
        if (error.name or "pnp").split(".")[0] == "pnp" or is_short_of_memory(error):
            raise
        fail_with(f"a package that pnp needs cannot be loaded: {error}", "pnp doctor says how to get it", as_json=False)
    except OSError as error:
        if is_short_of_memory(error):
            raise
        about = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        fail_with_faults([Diagnostic("error", "system", about)], {}, as_json=False)
    finally:
        if args is None:
            ignore_interrupts()


def _print_anything() -> None:
    """Let no character fail that the terminal's encoding has not."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _collect_rarely() -> None:
    """Collect garbage seldom, and not at the end: a build makes many lasting tuples and hardly a cycle."""
    import atexit
    import gc

    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)


# ------------------------------------------------------------------ options


class _Choice(click.Choice[str]):
    """A choice that names the closest word for a misspelt one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            hint = did_you_mean(str(value), self.choices)
            if hint is None or "mean" in error.message:
                raise
            raise click.BadParameter(f"{error.message} {sentence(hint)}", ctx, param) from None


class _Paper(click.ParamType[Any]):
    """A paper name or size."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from pnp.geometry import PAPERS, parse_paper

        paper = parse_paper(str(value))
        if paper is None:
            hint = did_you_mean(str(value), PAPERS)
            self.fail(
                f"'{value}' is no paper: use {', '.join(PAPERS)} or WxHmm such as 210x297mm. {hint or ''}".strip(),
                param,
                ctx,
            )
        return paper


class _Millimetres(click.FloatRange):
    """A length within bounds; NaN is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        length = super().convert(value, param, ctx)
        if isnan(length):
            self.fail(f"'{value}' is not a length", param, ctx)
        return length


class _Pair(click.ParamType[Any]):
    """Two lengths in mm, such as 0.5,-0.3."""

    name = "x,y"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"'{value}' is not of the form X,Y in mm", param, ctx)
        if not max(abs(x), abs(y)) <= 20:  # so that NaN is refused too
            self.fail("an offset is at most 20 mm", param, ctx)
        return (x, y)


def _limits(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> None:
    """Raise limits for this run."""
    from pnp.limits import HIGHEST_LIMIT, HIGHEST_LIMITS, LIMITS, Limits

    changed: dict[str, int] = {}
    for value in values:
        name, _, number = value.partition("=")
        if name not in Limits._fields or not re.fullmatch(r"[0-9]{1,40}", number):
            known = ", ".join(f"{k}={v}" for k, v in Limits()._asdict().items())
            hint = did_you_mean(name, Limits._fields) if name not in Limits._fields else None
            if hint:
                raise click.BadParameter(f"there is no limit '{name}'. {sentence(hint)}", ctx, param)
            raise click.BadParameter(f"'{value}' is not of the form NAME=NUMBER; limits are {known}", ctx, param)
        changed[name] = int(number)
        most = HIGHEST_LIMITS.get(name, HIGHEST_LIMIT)
        if changed[name] > most:
            raise click.BadParameter(f"'{name}' can be raised to {most} at most, got {number}", ctx, param)
    if changed:
        LIMITS.set(Limits().raised(changed))


def choice(*words: str) -> click.Choice[str]:
    """Return a choice that helps with misspelt words."""
    return _Choice(list(words))


paper_type = _Paper()

content_option = click.option(
    "--content", metavar="DIR", help="Folder of games; by default ./content, else the shipped games."
)
printer_option = click.option(
    "--printer", metavar="NAME", help="Correct for this printer of yours; by default the one of `pnp printer default`."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
limit_option = click.option(
    "--limit",
    multiple=True,
    metavar="NAME=N",
    callback=_limits,
    expose_value=False,
    help="Raise a safety limit, such as cards=20000.",
)


# ----------------------------------------------------------------- commands


@cli.command("list", epilog=examples("pnp list", "pnp list terrain --cards", "pnp list --json"))
@click.argument("games", nargs=-1, metavar="[GAME…]", shell_complete=complete_games)
@click.option("--cards", "show_cards", is_flag=True, help="Also every card and piece with its copies and values.")
@content_option
@limit_option
@json_option
def list_command(games: tuple[str, ...], show_cards: bool, content: str | None, as_json: bool) -> None:
    """Show the games, their components with counts, players and minutes."""
    from pnp.load.library import SHIPPED, content_folder, game_names
    from pnp.pipeline import load

    folder = content_folder(content)
    names = list(dict.fromkeys(games)) or game_names(folder)
    if not names:
        fail_with(f"there is no game in {folder}", "start one with: pnp new NAME", as_json)
    loaded, faults = [], []
    sources: dict[str, str] = {}
    for name in names:
        try:
            loaded.append(load(content_folder(content, name), name))
        except Problems as problems:
            faults += problems.diagnostics
            sources |= _texts(content_folder(content, name), name)
    if as_json and faults:
        fail_with_faults(faults, sources, as_json)
    if as_json:
        print_json([_describe(game, show_cards) for game in loaded])
        return
    for game in loaded:
        facts = game.game
        click.echo(f"{facts.id:<12} {facts.title} ({facts.people}, {_span(facts.minutes)} minutes, from {facts.age})")
        for component, count in facts.components.items():
            click.echo(f"  {count:>5} × {component:<18} {_component_title(game, component)}")
            for card in _cards(game, component) if show_cards else ():
                values = "; ".join(_plain_values(card))
                click.echo(f"  {card['copies']:>9} × {card['name']}" + (f"  ({values})" if values else ""))
    if faults:
        fail_with_faults(faults, sources, as_json)
    more = [name for name in game_names(content_folder(SHIPPED)) if name not in names]
    if more and not games and content is None:
        click.echo(f"shipped with pnp: {', '.join(more)}")


@cli.command(
    epilog=examples(
        "pnp build knowledge --paper a4",
        "pnp build knowledge --paper letter --style lowink --only cards",
        ("pnp build knowledge --only cards --printer none", "as if no printer of yours was measured"),
        ("pnp build knowledge --shop x4 --only cards", "for a print shop: PDF/X in CMYK, one card a page"),
        ("pnp build knowledge --only cards --cutter silhouette --corners 3", "with cut lines for a craft cutter"),
        ("pnp build all --jobs 2", "every game in ./content, else every shipped one"),
    )
)
@click.argument("games", nargs=-1, required=True, metavar="GAME… | all", shell_complete=complete_games)
@click.option(
    "--paper",
    "papers",
    type=_Paper(),
    multiple=True,
    help="a4, letter, a3, tabloid, legal … or WxHmm; may be repeated.  [default: a4]",
)
@click.option(
    "--backs",
    type=_Choice(["duplex-long", "duplex-short", "gutterfold", "none"]),
    default="duplex-long",
    show_default=True,
)
@click.option("--style", type=_Choice(["colour", "lowink", "grey"]), default="colour", show_default=True)
@click.option(
    "--only",
    metavar="NAMES",
    help="Components, kinds or print jobs, with commas: cards,boards,pieces,rulebook,card-two-sided …",
    shell_complete=complete_components,
)
@click.option("--margin", type=_Millimetres(5, 40), default=8.0, show_default=True, help="Unprinted margin in mm.")
@click.option(
    "--bleed", type=_Millimetres(0, 5), help="Bleed in mm; by default the largest up to 2 that costs no further sheet."
)
@click.option("--marks", type=_Choice(["margin", "full", "none"]), default="margin", show_default=True)
@click.option(
    "--back-offset", type=_Pair(), default=(0.0, 0.0), help="Shift of the backs in mm, for printers that are off."
)
@printer_option
@click.option("--corners", type=_Millimetres(0, 10), default=0.0, help="Outline cards with round corners, in mm.")
@click.option("--cutter", type=_Choice(["silhouette", "cricut"]), help="Print its marks; write cut lines as files.")
@click.option("--large", is_flag=True, help="Boards on one large sheet each, for a print shop.")
@click.option("--shop", type=_Choice(["x4", "x1a"]), help="Files for a print shop: PDF/X-4 or X-1a in CMYK.")
@click.option(
    "--shop-layout",
    type=_Choice(["single", "sheets"]),
    default="single",
    show_default=True,
    help="For the shop: every card on a page of its own, or sheets with marks.",
)
@click.option("--card-size", metavar="NAME", help="Print decks that come in several sizes in this one.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="Where to write."
)
@click.option("--solutions", is_flag=True, help="Also solutions.pdf: what spoils the scenarios, upside down.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes at once.")
@click.option("--format", "file_format", type=_Choice(["pdf", "svg"]), default="pdf", show_default=True)
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
def build(
    games: tuple[str, ...],
    papers: tuple[Any, ...],
    backs: str,
    style: str,
    only: str | None,
    margin: float,
    bleed: float | None,
    marks: str,
    back_offset: tuple[float, float],
    printer: str | None,
    large: bool,
    shop: str | None,
    shop_layout: str,
    card_size: str | None,
    corners: float,
    cutter: str | None,
    out: Path,
    solutions: bool,
    jobs: int,
    file_format: str,
    content: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Build print-ready files for one or more games."""
    from pnp.export.files import finish_below
    from pnp.geometry import parse_paper
    from pnp.load.library import content_folder, game_names
    from pnp.load.printers import NO_PRINTER
    from pnp.pipeline import BuildOrder, Built
    from pnp.sheets.sheet import SHOP_BLEED, PrintOptions
    from pnp.workers import run_orders

    folder = content_folder(content)
    names = game_names(folder) if "all" in games else list(dict.fromkeys(games))
    if not names:
        fail_with(f"there is no game in {folder}", "start one with: pnp new NAME", as_json)
    chosen = tuple(n.strip() for n in only.split(",") if n.strip()) if only else ()
    if shop is not None:
        _check_shop_options(shop_layout, chosen)
        printer, large, bleed = NO_PRINTER, True, SHOP_BLEED if bleed is None else bleed
    elif _typed("shop_layout"):
        raise click.UsageError("--shop-layout goes with --shop")
    backs, corrected = for_printer(printer, backs)
    one = shop is not None and shop_layout == "single"
    orders = [
        BuildOrder(
            content_folder(content, name),
            name,
            PrintOptions(
                paper,
                margin,
                bleed,
                backs,
                marks,
                style,
                back_offset,
                large,
                card_size,
                *corrected,
                shop or "",
                one,
                corners=corners,
                cutter=cutter,
            ),
            chosen,
            file_format,
            lenient=len(names) > 1,
            solutions=solutions,
        )
        for name in names
        for paper in papers or (parse_paper("a4"),)
    ]
    finish_below(out)
    progress = _Progress(quiet or as_json)
    results: list[Built] = []
    try:
        with closing(run_orders(orders, jobs, progress.show)) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome, Built):
                    results.append(outcome)
                else:
                    progress.clear()
                    fail_with_faults(outcome.diagnostics, outcome.sources, as_json)
        results = [result for result in results if result.files]
        if not results:
            fail_with(f"none of these games has {only}", "pnp list shows what there is", as_json)
        folders = {out / r.game / r.paper: {f.name: f.data for f in r.files} for r in results}
        save(folders, clean=not chosen and file_format == "pdf")
    finally:
        progress.clear()
    _report_built(results, out, quiet, as_json)


_NOT_FOR_SHOPS = {
    "printer": "a shop's printer is not yours",
    "back_offset": "a shop's printer is not yours",
    "file_format": "shops take PDF",
    "large": "a shop's boards are large anyway",
    "cutter": "a shop has cutters of its own",
}
_NOT_ON_SINGLE_PAGES = {
    "backs": "a back follows its front; for sheets add --shop-layout sheets",
    "marks": "pages are cut at their TrimBox; for sheets add --shop-layout sheets",
    "corners": "a shop's die rounds corners; for sheets add --shop-layout sheets",
}


def _typed(name: str) -> bool:
    """Say whether the user has typed an option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def _check_shop_options(layout: str, only: Sequence[str]) -> None:
    """Refuse options that mean nothing in files for a shop."""
    from pnp.sheets.jobs import JOB_NAMES

    refused = _NOT_FOR_SHOPS | (_NOT_ON_SINGLE_PAGES if layout == "single" else {})
    for name, reason in refused.items():
        if _typed(name):
            shown = "format" if name == "file_format" else name.replace("_", "-")
            raise click.UsageError(f"--{shown} does not go with --shop: {reason}")
    for name in only:
        if name in JOB_NAMES:
            raise click.UsageError(f"--only {name} does not go with --shop: print jobs are for your own printer")


def for_printer(name: str | None, backs: str = "duplex-long") -> tuple[str, tuple[Any, str]]:
    """Return the backs that suit the user's printer, unless the user chose some, and the printer with its name."""
    from pnp.load.printers import find_printer, printers_source

    try:
        found = find_printer(name)
    except Problems as problems:
        as_json = bool(click.get_current_context().params.get("as_json"))
        fail_with_faults(problems.diagnostics, printers_source(), as_json)
    if found is None:
        return backs, (None, "")
    if not _typed("backs") and backs.startswith("duplex"):
        backs = f"duplex-{found[1].flip}"
    return backs, (found[1], found[0])


def _report_built(results: list[Any], out: Path, quiet: bool, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "game": r.game,
                    "paper": r.paper,
                    "folder": (out / r.game / r.paper).as_posix(),
                    "notes": r.notes,
                    "files": [
                        {"name": f.name, "pages": f.pages, "sheets": f.sheets, "bytes": len(f.data)} for f in r.files
                    ],
                    "jobs": [job._asdict() for job in r.jobs],
                    "warnings": [w.as_json() for w in r.warnings],
                }
                for r in results
            ]
        )
        return
    for result in results:
        if result.warnings:
            click.echo(render(result.warnings, result.sources), err=True)
        if quiet:
            continue
        click.echo(f"{(out / result.game / result.paper).as_posix()}/")
        for file in result.files:
            click.echo(
                f"  {file.name:<28} {_count(file.pages, 'page'):>10} "
                f"{_count(file.sheets, 'sheet'):>10} {_size(len(file.data)):>9}"
            )
        for note in dict.fromkeys(result.notes):
            click.echo(f"  {note}")
        _show_jobs(result.jobs)
    if not quiet and any(f.name == PRINT_ME for r in results for f in r.files):
        first = out / results[0].game / results[0].paper / PRINT_ME
        where = first.as_posix() if len(results) == 1 else f"each {PRINT_ME}"
        click.echo(f"next: print {where} at 100 %; its first pages say how")


def _show_jobs(jobs: Sequence[Any]) -> None:
    """List the print jobs: what to put into the printer for which pages."""
    for file in dict.fromkeys(job.file for job in jobs):
        inside = [job for job in jobs if job.file == file]
        total = _count(sum(job.sheets for job in inside), "sheet")
        click.echo(f"  print jobs of {file}.pdf, {total}" + (", all optional:" if inside[0].optional else ":"))
        for job in inside:
            blank = f", {_count(job.blanks, 'blank page')}" if job.blanks else ""
            pages = f"page {job.first}" if job.first == job.last else f"pages {job.first}–{job.last}"
            click.echo(f"    {job.name:<22} {pages:<14} {_count(job.sheets, 'sheet'):>9}{blank}")


@cli.command(epilog=examples("pnp check mygame", ("pnp check", "every game in ./content, else every shipped one")))
@click.argument("games", nargs=-1, metavar="[GAME…]", shell_complete=complete_games)
@content_option
@limit_option
@json_option
def check(games: tuple[str, ...], content: str | None, as_json: bool) -> None:
    """Show every fault in the content at once."""
    from pnp.load.library import content_folder, game_names
    from pnp.pipeline import check_game

    folder = content_folder(content)
    names = games or tuple(game_names(folder))
    if not names:
        fail_with(f"there is no game in {folder}", "start one with: pnp new NAME", as_json)
    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    for name in names:
        diagnostics, texts = check_game(content_folder(content, name), name)
        found += diagnostics
        sources |= texts
    failed = any(d.is_error for d in found)
    if as_json:
        print_json([d.as_json() for d in found])
    else:
        if found:
            click.echo(render(found, sources), err=True)
        click.echo(f"{', '.join(map(on_one_line, names))}: {tally(found)}", err=failed)
    sys.exit(WRONG_CONTENT if failed else OK)


@cli.command(epilog=examples("pnp rules knowledge", "pnp rules knowledge --coverage"))
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--coverage",
    "show_coverage",
    is_flag=True,
    help="Which code carries out which clause, and which tests speak of it.",
)
@content_option
@limit_option
@json_option
def rules(game: str, show_coverage: bool, content: str | None, as_json: bool) -> None:
    """Compile the rules of a game and show them as text, data or coverage table."""
    from pnp.load.library import content_folder
    from pnp.pipeline import compile_game_rules

    folder = content_folder(content, game)
    try:
        compiled = compile_game_rules(folder, game)
    except Problems as problems:
        fail_with_faults(problems.diagnostics, _texts(folder, game), as_json)
        return
    if compiled.warnings and not as_json:
        click.echo(render(compiled.warnings, _texts(folder, game)), err=True)
    if show_coverage:
        _show_coverage(compiled, as_json)
    elif as_json:
        print_json(compiled.as_json())
    else:
        click.echo(compiled.as_text(), nl=False)


def _show_coverage(compiled: Any, as_json: bool) -> None:
    from pnp.rules.coverage import coverage, gaps

    tests = Path("tests")
    rows = coverage(compiled.rulebook, tests if tests.is_dir() else None)
    found = gaps(compiled.rulebook)
    if as_json:
        print_json({"clauses": [r._asdict() for r in rows], "gaps": [g._asdict() for g in found]})
    else:
        for row in rows:
            mark = "enforced" if row.enforced else "advice"
            click.echo(
                f"§{row.number:<5} {row.clause:<28} {mark:<9} "
                f"{', '.join(row.code) or '-'} | {', '.join(row.tests) or '-'}"
            )
        for gap in found:
            click.echo(f"gap: clause '{gap.clause}' {gap.message}", err=True)
    sys.exit(WRONG_CONTENT if found else OK)


# ------------------------------------------------------------------ helpers


def progress_line(quiet: bool) -> "_Progress":
    """Return the progress line of a long command."""
    return _Progress(quiet)


class _Progress:
    """One line on a terminal that is overwritten; nothing when piped or quiet."""

    def __init__(self, quiet: bool) -> None:
        self.live = not quiet and sys.stderr.isatty()
        self.width = 0
        self.columns = get_terminal_size().columns

    def show(self, text: str) -> None:
        text = on_one_line(text)
        if self.live:
            text = text[: self.columns - 1]
            click.echo("\r" + text.ljust(self.width), nl=False, err=True)
            self.width = len(text)

    def clear(self) -> None:
        if self.live and self.width:
            click.echo("\r" + " " * self.width + "\r", nl=False, err=True)
            self.width = 0


written: list[Path] = []
"""The folders that this run has changed, so that the last word about it is true."""


def save(folders: Mapping[Path, Mapping[str, bytes]], *, clean: bool = False, record: bool = True) -> None:
    """Write files into folders, remember where, and tell what became of files of the user's."""
    from pnp.export.files import write_folders

    warnings = write_folders(folders, clean=clean, record=record, written=written.append)
    if warnings:
        click.echo(render(warnings, {}), err=True)


def _what_was_written() -> str:
    if not written:
        return "nothing was written"
    return f"new files are in {', '.join(folder.as_posix() for folder in written)}"


def fail_with_faults(diagnostics: list[Diagnostic], sources: dict[str, str], as_json: bool) -> NoReturn:
    """Show faults and end with the exit code for wrong content."""
    if as_json:
        print_json([d.as_json() for d in diagnostics])
    else:
        click.echo(render(diagnostics, sources), err=True)
        click.echo(f"{tally(diagnostics)}; {_what_was_written()}", err=True)
    sys.exit(WRONG_CONTENT)


def fail_with(message: str, hint: str, as_json: bool) -> None:
    """Show a single fault and end."""
    fail_with_faults([Diagnostic("error", "missing", message, None, hint)], {}, as_json)


def _texts(folder: Path, name: str) -> dict[str, str]:
    from pnp.pipeline import sources_of

    return sources_of(folder, name)


def print_json(value: Any) -> None:
    """Print a value for programs."""
    import json

    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    text = json.dumps(value, indent=1, ensure_ascii=not encoding.lower().startswith("utf"))
    click.echo(CONTROLS.sub(lambda m: f"\\u{ord(m[0]):04x}", text))


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    return f"{number / 1024:.0f} KiB" if number < 1024 * 1024 else f"{number / 1024 / 1024:.1f} MiB"


def _component_title(game: Any, component: str) -> str:
    for table in (game.decks, game.boards, game.pieces):
        if component in table:
            return str(table[component].title)
    return component.replace("-", " ").capitalize()


def _cards(game: Any, component: str) -> list[dict[str, Any]]:
    """Return the records of a deck or a set of pieces, as the faces see them."""
    from pnp.load.records import own_values

    return [
        {"name": record.label, "copies": record.copies, "values": own_values(record, game.names)}
        for record in game.records.get(component, ())
    ]


def _plain_values(card: dict[str, Any]) -> Iterator[str]:
    """Yield the plain values of a record that its name does not say already, for one line."""
    for owner in card["values"].values():
        for key, value in owner.items() if isinstance(owner, dict) else ():
            entries = value if isinstance(value, (list, tuple)) else [value]
            text = "/".join(map(str, entries))
            if value is True:
                yield key
            elif f" {text} " not in f" {card['name']} " and all(
                isinstance(v, (str, int, float)) and v is not False for v in entries
            ):
                yield f"{key}: {text}"


def _describe(game: Any, show_cards: bool = False) -> dict[str, Any]:
    facts = game.game
    return {
        "id": facts.id,
        "title": facts.title,
        "players": facts.players,
        "minutes": facts.minutes,
        "age": facts.age,
        "version": facts.version,
        "hash": game.hash,
        "components": [
            {
                "id": c,
                "title": _component_title(game, c),
                "count": n,
                **({"cards": _cards(game, c)} if show_cards and c in game.records else {}),
            }
            for c, n in facts.components.items()
        ],
    }
