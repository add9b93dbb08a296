"""The command puzzle: the sheet of the day."""

from datetime import date, datetime

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import print_json
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, json_option, limit_option


@cli.command(
    epilog=examples(
        ("pnp puzzle", "today's, and how to print or play it"),
        ("pnp puzzle --date 2026-12-24", "that of another day"),
    )
)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("--date", "day", type=click.DateTime(["%Y-%m-%d"]), help="Another day than today.")
@content_option
@limit_option
@json_option
def puzzle(game: str | None, day: datetime | None, content: str | None, as_json: bool) -> None:
    """Tell the puzzle of the day: the same for everybody, for the date is its seed."""
    from pnp.load.glimpse import has_puzzles
    from pnp.load.library import content_folder, game_names
    from pnp.pipeline_play import open_game
    from pnp.play.puzzle import puzzle_of

    folder = content_folder(content, game)
    if game is None:
        game = next((name for name in game_names(folder) if has_puzzles(folder, name)), None)
        if game is None:
            raise click.UsageError("no game here has puzzles: name one", click.get_current_context())
    play = open_game(folder, game)
    today = puzzle_of(play, day_of(day))
    options = "".join(f" --{name} {value}" for name, value in today.options.items())
    if as_json:
        print_json({"game": game, **today.told()})
        return
    known = ", ".join(filter(None, [today.rating, f"par {today.par:g}" if today.par is not None else ""]))
    click.echo(f"{play.game.game.title} of {today.day.isoformat()}: seed {today.scenario.seed}{options}; {known}")
    click.echo(f"  play it    pnp play {game} --puzzle {today.day.isoformat()}")
    click.echo(f"  print it   pnp scenario {game} --seed {today.scenario.seed}{options}")


def day_of(given: datetime | None) -> date:
    """Return the day that was asked for, else today."""
    return given.date() if given is not None else date.today()
