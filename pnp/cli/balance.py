"""The command balance: a game measured by playing it, and what a change did to the figures."""

import json
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import Progress, print_json, ready_to_write, save
from pnp.cli.game_options import FREE, PlayCommand, check_names, game_options, show_options_of
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, json_option, limit_option, paper_type

if TYPE_CHECKING:
    from pnp.geometry import Paper
    from pnp.play.compare import BalanceFile


@cli.command(
    cls=PlayCommand,
    context_settings=FREE,
    epilog=examples(
        "pnp balance stormfury --games 300 --experts 4",
        ("pnp balance stormfury --options", "what only this game knows"),
        ("pnp balance stormfury --experts 4 --compare old/stormfury/balance/balance.json", "see what a change did"),
    ),
)
@click.argument("game", shell_complete=complete_games)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="The first seed.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at once.")
@click.option("--paper", type=paper_type, default="a4", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option("--options", "show_options", is_flag=True, help="List the options that only this game knows.")
@click.option(
    "--compare", metavar="FILE", type=click.Path(path_type=Path), help="An earlier balance.json: show what has changed."
)
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
@click.pass_context
def balance(
    ctx: click.Context,
    game: str,
    games: int,
    seed: int,
    jobs: int,
    paper: "Paper",
    out: Path,
    show_options: bool,
    compare: Path | None,
    content: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure a game by playing it: figures with confidence intervals, plots in a report."""
    from pnp.export.report import report_json, report_pdf, report_rows
    from pnp.load.library import content_folder
    from pnp.pipeline_play import measure, open_game, read_report

    play = open_game(content_folder(content, game), game)
    kind = play.balance.options
    given = game_options(ctx.args)
    if show_options:
        show_options_of(kind, f"Options of pnp balance {game}:")
        return
    check_names(ctx, game, given, kind)
    earlier = read_report(compare, game).data if compare is not None else None
    ready_to_write(out)
    line = Progress(quiet or as_json)
    try:
        measured = measure(play, seed, games, given, jobs, lambda n, of: line.show(f"{game}: game {n} of {of}"))
    finally:
        line.clear()
    data = report_json(measured)
    target = out / game / "balance"
    save({target: {"balance.json": data, "balance.pdf": report_pdf(measured, paper)}})
    if earlier is not None:
        _show_comparison(earlier, json.loads(data), quiet, as_json)
    elif as_json:
        click.echo(data.decode(), nl=False)
    elif not quiet:
        for label, value in report_rows(measured.summary, measured.game.words.report):
            click.echo(f"{label:<52} {value}")
    if not quiet and not as_json:
        click.echo(f"wrote {(target / 'balance.pdf').as_posix()} and balance.json")


def _show_comparison(before: "BalanceFile", after: "BalanceFile", quiet: bool, as_json: bool) -> None:
    """Show which figures have moved beyond doubt; runs that were measured differently are no fair comparison."""
    from pnp.export.report import report_changes
    from pnp.load.words import shared_words
    from pnp.play.compare import compare, only_in_one

    changes = compare(before["figures"], after["figures"])
    sure = [change for change in changes if change.sure]
    apart = [" · ".join(path) for path in only_in_one(before["figures"], after["figures"])]
    keys = ("content", "games", "options")
    if as_json:
        print_json(
            {
                "before": {**dict.fromkeys(keys), **{k: v for k, v in before.items() if k in keys}},
                "after": {k: v for k, v in after.items() if k in keys},
                "only_in_one": apart,
                "changes": [{**c._asdict(), "errors": _finite(c.errors), "sure": c.sure} for c in changes],
            }
        )
        return
    if quiet:
        return
    if before.get("options") != after["options"]:
        click.echo(f"note: measured with other options: {before.get('options')} → {after['options']}", err=True)
    elif before.get("content") == after["content"]:
        click.echo("note: both reports are about the same content, so only chance differs", err=True)
    if apart:
        click.echo(f"note: {len(apart)} figures stand only in one of the reports, such as {apart[0]}", err=True)
    for label, value in report_changes(sure, shared_words().report):
        click.echo(f"{label:<52} {value}")
    click.echo(
        f"{len(sure)} of {len(changes)} figures moved beyond doubt, "
        f"from {before.get('games')} games before to {after['games']} after"
    )


def _finite(number: float | None) -> float | None:
    return number if number is None or isfinite(number) else None
