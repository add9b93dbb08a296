"""The commands of designers: new, copy, check, rules, schema."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import (
    OK,
    WRONG_CONTENT,
    Progress,
    fail_with,
    fail_with_faults,
    print_json,
    save,
    texts_of,
    written,
)
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, json_option, limit_option
from pnp.diagnostics import Diagnostic, Problems, on_one_line, one_of, render, tally

if TYPE_CHECKING:
    from pnp.pipeline import CompiledRules

_TO = click.option(
    "--to", type=click.Path(path_type=Path), default=Path("content"), show_default=True, help="Folder of games."
)


@cli.command(
    epilog=examples(
        "pnp new mygame",
        'pnp new orchard --title "The Orchard"',
        ("pnp new dragons --from cards.csv", "one card for each row, on a plain face made from the columns"),
    )
)
@click.argument("name")
@click.option("--title", help="The title as people write it.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Start from a spreadsheet: .xlsx, .ods, .csv or .tsv.",
)
@click.option("--sheet", default="", help="Which sheet of the workbook; by default the first.")
@_TO
def new(name: str, title: str | None, source: Path | None, sheet: str, to: Path) -> None:
    """Start a card game of your own: a small complete game as YAML in content/NAME."""
    from pnp.scaffold import scaffold, scaffold_from

    if source is None and sheet:
        raise click.UsageError("--sheet says nothing without --from")
    folder = (
        scaffold_from(to, name, title, source, sheet, written.append)
        if source is not None
        else scaffold(to, name, title, written.append)
    )
    click.echo(f"wrote {folder.as_posix()}; try: pnp build {name}{_elsewhere(to)}")


@cli.command(
    epilog=examples(
        ("pnp copy stormfury", "into content/stormfury"),
        ("pnp copy terrain --to variants", "use it with --content variants"),
    )
)
@click.argument("game", shell_complete=complete_games)
@_TO
def copy(game: str, to: Path) -> None:
    """Copy a shipped game to content/GAME, to change its cards, rules and numbers; its engine goes on playing it."""
    from pnp.scaffold import copy_shipped

    folder = copy_shipped(to, game, written.append)
    click.echo(f"wrote {folder.as_posix()}; edit it, then: pnp check {game}{_elsewhere(to)}")


def _elsewhere(to: Path) -> str:
    return "" if to == Path("content") else f" --content {to.as_posix()}"


@cli.command(epilog=examples("pnp schema --out content/schema", "pnp schema --game terrain"))
@click.option("--out", type=click.Path(path_type=Path), help="Folder to write one JSON Schema a file kind into.")
@click.option(
    "--game", metavar="GAME", help="Of the kinds that games add, only those of this one.", shell_complete=complete_games
)
def schema(out: Path | None, game: str | None) -> None:
    """Give editors the JSON Schema of every content file kind."""
    from pnp.load.schemas import all_schemas, games_with_code
    from pnp.scaffold import schema_files

    known = games_with_code()
    if game is not None and game not in known:
        fail_with(f"'{game}' adds no file kinds", one_of(game, known), as_json=False)
    games = [game] if game else known
    if out is None:
        print_json(all_schemas(games))
        return
    files = schema_files(games)
    save({out: files}, record=False)
    click.echo(f"wrote {len(files)} schemas to {out.as_posix()}")


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
    line = Progress(quiet=as_json)
    for name in names:
        diagnostics, texts = check_game(content_folder(content, name), name, line.show)
        found += diagnostics
        sources |= texts
    line.clear()
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
        fail_with_faults(problems.diagnostics, texts_of(folder, game), as_json)
        return
    if compiled.warnings and not as_json:
        click.echo(render(compiled.warnings, texts_of(folder, game)), err=True)
    if show_coverage:
        _show_coverage(compiled, as_json)
    elif as_json:
        print_json(compiled.as_json())
    else:
        click.echo(compiled.as_text(), nl=False)


def _show_coverage(compiled: "CompiledRules", as_json: bool) -> None:
    from pnp.rules.coverage import coverage, gaps

    tests = Path("tests")
    rows = coverage(compiled.rulebook, tests if tests.is_dir() else None, compiled.named)
    found = gaps(compiled.rulebook, compiled.named)
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
