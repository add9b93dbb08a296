"""The commands that start a game and look after the installation: new, copy, schema, doctor. Loaded when called."""

import sys
from pathlib import Path

import click

from pnp.cli import OK, WRONG_CONTENT, cli, fail_with, json_option, print_json, save, written
from pnp.cli_help import complete_games, examples
from pnp.diagnostics import one_of

_TO = click.option(
    "--to", type=click.Path(path_type=Path), default=Path("content"), show_default=True, help="Folder of games."
)


@cli.command(epilog=examples("pnp new mygame", 'pnp new orchard --title "The Orchard"'))
@click.argument("name")
@click.option("--title", help="The title as people write it.")
@_TO
def new(name: str, title: str | None, to: Path) -> None:
    """Start a card game of your own: a small complete game as YAML in content/NAME."""
    from pnp.scaffold import scaffold

    folder = scaffold(to, name, title, written.append)
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


@cli.command(epilog=examples("pnp doctor", "pnp doctor --json"))
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="Where you want to build."
)
@json_option
def doctor(out: Path, as_json: bool) -> None:
    """Say what is installed, what is missing and how to get it."""
    from pnp.doctor import BROKEN, examine, verdict

    findings = examine(out)
    broken = any(f.state == BROKEN for f in findings)
    if as_json:
        print_json({"well": not broken, "findings": [f._asdict() for f in findings]})
    else:
        for finding in findings:
            click.echo(f"{finding.state:<8} {finding.what:<24} {finding.found}")
            if finding.remedy:
                click.echo(f"{'':<33} {finding.remedy}")
        click.echo(verdict(findings))
    sys.exit(WRONG_CONTENT if broken else OK)
