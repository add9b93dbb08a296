"""The command build: print-ready files of one or more games."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.completion import complete_components, complete_games
from pnp.cli.console import Progress, counted, fail_with, fail_with_faults, file_size, print_json, save
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import (
    Millimetres,
    Pair,
    choice,
    content_option,
    for_printer,
    json_option,
    limit_option,
    paper_type,
    printer_option,
    typed,
)
from pnp.diagnostics import render
from pnp.printing import BACKS, CUTTERS, FORMATS, MARKS, SHOP_LAYOUTS, SHOPS, STYLES

if TYPE_CHECKING:
    from pnp.geometry import Paper
    from pnp.pipeline import Built
    from pnp.sheets.jobs import JobSummary

PRINT_ME = "print-me.pdf"


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
    type=paper_type,
    multiple=True,
    help="a4, letter, a3, tabloid, legal … or WxHmm; may be repeated.  [default: a4]",
)
@click.option(
    "--backs",
    type=choice(*BACKS),
    default=BACKS[0],
    show_default=True,
)
@click.option("--style", type=choice(*STYLES), default=STYLES[0], show_default=True)
@click.option(
    "--only",
    metavar="NAMES",
    help="Components, kinds or print jobs, with commas: cards,boards,pieces,rulebook,card-two-sided …",
    shell_complete=complete_components,
)
@click.option("--margin", type=Millimetres(5, 40), default=8.0, show_default=True, help="Unprinted margin in mm.")
@click.option(
    "--bleed", type=Millimetres(0, 5), help="Bleed in mm; by default the largest up to 2 that costs no further sheet."
)
@click.option("--marks", type=choice(*MARKS), default=MARKS[0], show_default=True)
@click.option(
    "--back-offset", type=Pair(), default=(0.0, 0.0), help="Shift of the backs in mm, for printers that are off."
)
@printer_option
@click.option("--corners", type=Millimetres(0, 10), default=0.0, help="Outline cards with round corners, in mm.")
@click.option("--cutter", type=choice(*CUTTERS), help="Print its marks; write cut lines as files.")
@click.option("--large", is_flag=True, help="Boards on one large sheet each, for a print shop.")
@click.option("--shop", type=choice(*SHOPS), help="Files for a print shop: PDF/X-4 or X-1a in CMYK.")
@click.option(
    "--shop-layout",
    type=choice(*SHOP_LAYOUTS),
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
@click.option("--format", "file_format", type=choice(*FORMATS), default=FORMATS[0], show_default=True)
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
def build(
    games: tuple[str, ...],
    papers: tuple["Paper", ...],
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
    from pnp.geometry import PAPERS, Paper
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
    elif typed("shop_layout"):
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
        for paper in papers or (Paper("a4", PAPERS["a4"]),)
    ]
    finish_below(out)
    progress = Progress(quiet or as_json)
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


def _check_shop_options(layout: str, only: Sequence[str]) -> None:
    """Refuse options that mean nothing in files for a shop."""
    from pnp.sheets.jobs import JOB_NAMES

    refused = _NOT_FOR_SHOPS | (_NOT_ON_SINGLE_PAGES if layout == "single" else {})
    for name, reason in refused.items():
        if typed(name):
            shown = "format" if name == "file_format" else name.replace("_", "-")
            raise click.UsageError(f"--{shown} does not go with --shop: {reason}")
    for name in only:
        if name in JOB_NAMES:
            raise click.UsageError(f"--only {name} does not go with --shop: print jobs are for your own printer")


def _report_built(results: "list[Built]", out: Path, quiet: bool, as_json: bool) -> None:
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
                f"  {file.name:<28} {counted(file.pages, 'page'):>10} "
                f"{counted(file.sheets, 'sheet'):>10} {file_size(len(file.data)):>9}"
            )
        for note in dict.fromkeys(result.notes):
            click.echo(f"  {note}")
        _show_jobs(result.jobs)
    if not quiet and any(f.name == PRINT_ME for r in results for f in r.files):
        first = out / results[0].game / results[0].paper / PRINT_ME
        where = first.as_posix() if len(results) == 1 else f"each {PRINT_ME}"
        click.echo(f"next: print {where} at 100 %; its first pages say how")


def _show_jobs(jobs: "Sequence[JobSummary]") -> None:
    """List the print jobs: what to put into the printer for which pages."""
    for file in dict.fromkeys(job.file for job in jobs):
        inside = [job for job in jobs if job.file == file]
        total = counted(sum(job.sheets for job in inside), "sheet")
        click.echo(f"  print jobs of {file}.pdf, {total}" + (", all optional:" if inside[0].optional else ":"))
        for job in inside:
            blank = f", {counted(job.blanks, 'blank page')}" if job.blanks else ""
            pages = f"page {job.first}" if job.first == job.last else f"pages {job.first}–{job.last}"
            click.echo(f"    {job.name:<22} {pages:<14} {counted(job.sheets, 'sheet'):>9}{blank}")
