"""The command scenario: seeded deals and puzzles, checked by the rules and proven by play."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import Progress, counted, fail_with, fail_with_faults, print_json, ready_to_write, save
from pnp.cli.game_options import FREE, PlayCommand, check_names, game_options, show_options_of, suffix_of
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import (
    choice,
    content_option,
    for_printer,
    json_option,
    limit_option,
    paper_type,
    printer_option,
)
from pnp.diagnostics import Diagnostic
from pnp.printing import STYLES

if TYPE_CHECKING:
    from pnp.geometry import Paper
    from pnp.load.game import GameContent
    from pnp.play.scenario import PassedOver, Scenario


@cli.command(
    cls=PlayCommand,
    context_settings=FREE,
    epilog=examples(
        ("pnp scenario knowledge --seed 6 --players 3", "a PDF to print, and the deal as a file"),
        ("pnp scenario stormfury --seed 1 --rating severe --solutions", "with a way to play it"),
        ("pnp scenario stormfury --options", "what only this game knows"),
        ("pnp scenario knowledge --reseed", "good seeds into game.yaml, after numbers have changed"),
    ),
)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="The first seed to try.")
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many scenarios.")
@click.option(
    "--solutions", is_flag=True, help="Also what spoils it, upside down in a file of its own: solutions, sealed decks."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at once.")
@click.option("--format", "file_format", type=choice("pdf", "json", "yaml"), default="pdf", show_default=True)
@click.option("--from", "source", type=click.Path(path_type=Path), help="Print a scenario file again instead.")
@click.option("--reseed", is_flag=True, help="Write a good seed into every order of game.yaml instead.")
@click.option("--paper", type=paper_type, default="a4", show_default=True, help="a4, letter … or WxHmm.")
@click.option("--style", type=choice(*STYLES), default=STYLES[0], show_default=True)
@printer_option
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option("--options", "show_options", is_flag=True, help="List the options that only this game knows.")
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
@click.pass_context
def scenario(
    ctx: click.Context,
    game: str | None,
    seed: int,
    count: int,
    solutions: bool,
    jobs: int,
    file_format: str,
    source: Path | None,
    reseed: bool,
    paper: "Paper",
    style: str,
    printer: str | None,
    out: Path,
    show_options: bool,
    content: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make seeded scenarios that are checked by the rules and proven by play."""
    from pnp.load.library import content_folder
    from pnp.pipeline_play import (
        for_the_printer,
        open_game,
        open_recorded,
        read_record,
        scenario_pdfs,
        scenario_text,
        scenarios,
    )
    from pnp.play.reading import read_scenario
    from pnp.sheets.scenarios import scenario_sets
    from pnp.sheets.sheet import PrintOptions

    given = game_options(ctx.args)
    backs, (corrected, name) = for_printer(printer)
    options = PrintOptions(paper, style=style, backs=backs, printer=corrected, printer_name=name)
    if source is not None:
        document = read_record(source)
        play = open_recorded(document, content)
        read = read_scenario(play, document.data, soft=False)
        if read.scenario is None or read.hard:
            faults = [Diagnostic("error", v.check, v.message, document.span(v.path)) for v in read.hard]
            fail_with_faults(faults, {document.name: document.text}, as_json)
        found = [read.scenario]
        made_with = found[0].seal.content or play.game.hash
        if made_with != play.game.hash and not quiet:
            click.echo(f"{source} was made with other content ({made_with}, now {play.game.hash})", err=True)
    else:
        if game is None:
            raise click.UsageError("name a game, or a file with --from", ctx)
        play = open_game(content_folder(content, game), game)
        if show_options:
            show_options_of(play.scenario.options, f"Options of pnp scenario {game}:")
            return
        check_names(ctx, game, given, play.scenario.options)
        if reseed:
            _reseed(play.game, quiet=quiet, as_json=as_json)
            return
        ready_to_write(out)
        line = Progress(quiet or as_json)
        passed: list[PassedOver] = []

        def on_pass(seed_passed: "PassedOver") -> None:
            passed.append(seed_passed)
            line.show(f"{game}: seed {seed_passed.seed} passed over ({', '.join(seed_passed.reasons)})")

        try:
            found = []
            line.show(f"{game}: trying seed {seed}")
            for made in scenarios(play, seed, count, given, on_pass, jobs):
                found.append(made)
                line.show(f"{game}: {len(found)} of {count}")
        finally:
            line.clear()
        if not quiet and not as_json:
            for one in passed:
                click.echo(f"seed {one.seed} passed over: {', '.join(one.reasons)}", err=True)
    files: dict[str, bytes] = {}
    names = [source.stem] if source is not None else [f"scenario-{s.seed:04d}{suffix_of(given)}" for s in found]
    if file_format == "pdf":
        place = document.span() if source is not None else None
        sets = scenario_sets(play.game, found, options, solutions=solutions, place=place)
        sets, lost = for_the_printer(play.game, sets, options)
        for note in dict.fromkeys(lost) if not quiet else ():
            click.echo(note, err=True)
        name = names[0] if len(names) == 1 else f"{names[0]}-to-{found[-1].seed:04d}"
        files |= dict(scenario_pdfs(play.game, sets, options, name, _seeds(found)))
        if solutions and not any(made.secret for made in sets) and not quiet:
            click.echo(f"{play.game.id} has no solutions to print", err=True)
    if file_format != "pdf" or source is None:
        kind = "json" if file_format == "pdf" else file_format
        files |= {f"{n}.{kind}": scenario_text(s, kind) for n, s in zip(names, found, strict=True)}
    target = out / play.game.id / "scenarios"
    save({target: files})
    if as_json:
        print_json([{"file": (target / n).as_posix(), "bytes": len(d)} for n, d in files.items()])
    elif not quiet:
        for name in files:
            click.echo((target / name).as_posix())


def _reseed(game: "GameContent", *, quiet: bool, as_json: bool) -> None:
    """Write a good seed into every order of a game's own game.yaml; all else in it stays as it is."""
    from pnp.export.cache import ScenarioCache
    from pnp.load.library import SHIPPED, content_folder
    from pnp.play.orders import reseeded

    if not game.game.scenarios:
        fail_with(f"{game.id} orders no scenarios", "list them under 'scenarios' in game.yaml", as_json)
    if game.folder.parent == content_folder(SHIPPED):
        fail_with(f"{game.id} is a shipped game and stays as it is", f"pnp copy {game.id} makes it yours", as_json)
    line = Progress(quiet or as_json)
    try:
        text, changed = reseeded(game, ScenarioCache(), line.show)
    finally:
        line.clear()
    path = game.folder / "game.yaml"
    if changed:
        save({game.folder: {path.name: text.encode()}}, record=False)
    if as_json:
        print_json({"file": path.as_posix(), "changed": changed})
    elif not quiet:
        for one in changed:
            click.echo(one)
        click.echo(f"{path.as_posix()}: {counted(len(changed), 'seed')} changed")


def _seeds(found: "list[Scenario]") -> str:
    """Name scenarios by their seeds, whatever their files are called: the same sheets are the same bytes."""
    first, last = found[0].seed, found[-1].seed
    if first is None:
        return "a set-up of one's own"
    return f"seed {first}" if first == last else f"seeds {first} to {last}"
