"""The commands of play: scenario, validate, referee, balance. Loaded only when one of them is called."""

import re
import sys
from pathlib import Path
from typing import Any

import click

from pnp.cli import (
    OK,
    WRONG_CONTENT,
    choice,
    cli,
    content_option,
    fail_with_faults,
    json_option,
    limit_option,
    paper_type,
    print_json,
    progress_line,
)
from pnp.diagnostics import Diagnostic, Problems, render, tally

_FREE = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": ["-h", "--help"]}


def game_options(args: list[str]) -> dict[str, Any]:
    """Turn the options that only a game knows (--experts 4, --level=hard, --clock) into plain values."""
    given: dict[str, Any] = {}
    waiting: str | None = None
    for arg in args:
        if arg.startswith("--"):
            if waiting is not None:
                given[waiting] = True
            name, equals, value = arg[2:].partition("=")
            waiting = name.replace("-", "_")
            if equals:
                given[waiting], waiting = _plain(value), None
        elif waiting is not None:
            given[waiting], waiting = _plain(arg), None
        else:
            raise click.UsageError(f"unexpected argument '{arg}'")
    if waiting is not None:
        given[waiting] = True
    return given


def _plain(text: str) -> Any:
    if "," in text:
        return [_plain(part) for part in text.split(",")]
    return text


def _suffix(given: dict[str, Any]) -> str:
    """Return what tells scenarios of one seed with different options apart, for their file names."""
    words = "".join(f"-{name}" if value is True else f"-{name}-{value}" for name, value in sorted(given.items()))
    return re.sub(r"[^A-Za-z0-9-]+", "-", words)


def _show_options(kind: type[Any], heading: str) -> None:
    from msgspec.inspect import type_info

    click.echo(heading)
    info: Any = type_info(kind)
    for field in info.fields:
        about = getattr(field.type, "extra_json_schema", None) or {}
        shown = about.get("description", "")
        default = "" if field.required else f"  [default: {field.default}]"
        click.echo(f"  --{field.encode_name.replace('_', '-'):<14} {shown}{default}")


@cli.command(
    context_settings=_FREE,
    epilog="\b\nExamples:\n  pnp scenario tempest --seed 42\n"
    "  pnp scenario stormfury --seed 1 --experts 3 --rating mild\n"
    "  pnp scenario stormfury --options         what only this game knows",
)
@click.argument("game", required=False)
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="The first seed to try.")
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many scenarios.")
@click.option("--solutions", is_flag=True, help="Also print solutions, on pages of their own at the end.")
@click.option("--format", "file_format", type=choice("pdf", "json", "yaml"), default="pdf", show_default=True)
@click.option("--from", "source", type=click.Path(path_type=Path), help="Print a scenario file again instead.")
@click.option("--paper", type=paper_type, default="a4", show_default=True, help="a4, letter … or WxHmm.")
@click.option("--style", type=choice("colour", "lowink", "grey"), default="colour", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option("--options", "show_options", is_flag=True, help="List the options that only this game knows.")
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
@click.pass_context
def scenario(
    ctx: click.Context, game: str | None, seed: int, count: int, solutions: bool, file_format: str, source: Path | None,
    paper: Any, style: str, out: Path, show_options: bool, content: str | None, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Make seeded scenarios that are checked by the rules and proven by play."""
    from pnp.export.files import write_files
    from pnp.load.library import content_folder
    from pnp.pipeline_play import open_game, open_recorded, read_record, scenario_pdf, scenario_text, scenarios
    from pnp.play.certificate import all_violations
    from pnp.sheets.scenarios import scenario_sets
    from pnp.sheets.sheet import PrintOptions

    folder = content_folder(content)
    given = game_options(ctx.args)
    options = PrintOptions(paper, style=style)
    if source is not None:
        document = read_record(source)
        play = open_recorded(document, folder)
        hard = all_violations(play, document.data, soft=False)
        if hard:
            raise Problems([Diagnostic("error", v.check, v.message, document.span(v.path)) for v in hard])
        found = [document.data]
    else:
        if game is None:
            raise click.UsageError("name a game, or a file with --from", ctx)
        play = open_game(folder, game)
        if show_options:
            _show_options(play.scenario.Options, f"Options of pnp scenario {game}:")
            return
        line = progress_line(quiet or as_json)
        passed: list[Any] = []

        def on_pass(seed_passed: Any) -> None:
            passed.append(seed_passed)
            line.show(f"{game}: seed {seed_passed.seed} passed over ({', '.join(seed_passed.reasons)})")

        try:
            found = []
            for made in scenarios(play, seed, count, given, on_pass):
                found.append(made)
                line.show(f"{game}: {len(found)} of {count}")
        finally:
            line.clear()
        if not quiet and not as_json:
            for one in passed:
                click.echo(f"seed {one.seed} passed over: {', '.join(one.reasons)}", err=True)
    files: dict[str, bytes] = {}
    names = [source.stem] if source is not None else [f"scenario-{s['seed']:04d}{_suffix(given)}" for s in found]
    if file_format == "pdf":
        place = document.span() if source is not None else None
        sets = scenario_sets(play.game, found, options, solutions=solutions, place=place)
        name = names[0] if len(names) == 1 else f"{names[0]}-to-{found[-1]['seed']:04d}"
        files[f"{name}.pdf"] = scenario_pdf(play.game, sets, options, name)
    if file_format != "pdf" or source is None:
        kind = "json" if file_format == "pdf" else file_format
        files |= {f"{n}.{kind}": scenario_text(s, kind) for n, s in zip(names, found, strict=True)}
    target = out / play.game.id / "scenarios"
    write_files(target, files)
    if as_json:
        print_json([{"file": (target / n).as_posix(), "bytes": len(d)} for n, d in files.items()])
    elif not quiet:
        for name in files:
            click.echo((target / name).as_posix())


@cli.command(epilog="\b\nExample:\n  pnp validate output/tempest/scenarios/scenario-0042.json")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--soft/--hard-only", default=True, help="Also report what is legal but poor.")
@content_option
@limit_option
@json_option
def validate(files: tuple[Path, ...], soft: bool, content: str | None, as_json: bool) -> None:
    """Check scenario files against every rule of their game."""
    from pnp.load.library import content_folder
    from pnp.pipeline_play import validate as validate_file

    folder = content_folder(content)
    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    for path in files:
        try:
            verdict = validate_file(path, folder, soft=soft)
            found += verdict.diagnostics
            sources[verdict.file] = verdict.source
        except Problems as problems:
            found += problems.diagnostics
    failed = any(d.is_error for d in found)
    if as_json:
        print_json([d.as_json() for d in found])
    else:
        if found:
            click.echo(render(found, sources), err=True)
        click.echo(f"{len(files)} checked: {tally(found)}", err=failed)
    sys.exit(WRONG_CONTENT if failed else OK)


@cli.command(epilog="\b\nExample:\n  pnp referee mygame.yaml --json")
@click.argument("file", type=click.Path(path_type=Path))
@content_option
@limit_option
@json_option
def referee(file: Path, content: str | None, as_json: bool) -> None:
    """Replay a recorded game; the first illegal step is refused with the rule it breaks."""
    from pnp.load.library import content_folder
    from pnp.pipeline_play import Citations, open_recorded, place_of_move, read_record
    from pnp.play.referee import record_parts, replay, who_acts

    folder = content_folder(content)
    document = read_record(file)
    named, scenario_data, moves = record_parts(document)
    play = open_recorded(document, folder, named)
    name = play.game.id
    hard = play.violations(scenario_data, soft=False)
    if hard:
        faults = [Diagnostic("error", v.check, v.message, document.span(("scenario", *v.path))) for v in hard]
        fail_with_faults(faults, {document.name: document.text}, as_json)
    outcome = replay(play, scenario_data, moves, keep=as_json)
    refusal = outcome.refusal
    if as_json:
        print_json(
            {
                "game": name, "steps": outcome.steps, "over": outcome.over, "states": outcome.snapshots,
                "result": outcome.state.result() if outcome.over else None,
                "refusal": refusal._asdict() if refusal else None,
            }
        )  # fmt: skip
    elif refusal is not None:
        rule = f" ({Citations(folder, name).of(refusal.clause)})" if refusal.clause else ""
        message = f"step {refusal.step} is refused: {refusal.message}{rule}"
        span = place_of_move(document, refusal.step)
        click.echo(render([Diagnostic("error", refusal.code, message, span)], {document.name: document.text}), err=True)
    else:
        click.echo(f"{outcome.steps} steps, all legal; to act: {who_acts(outcome.state)}")
        print_json(outcome.state.result() if outcome.over else outcome.state.snapshot())
    sys.exit(WRONG_CONTENT if refusal else OK)


@cli.command(
    context_settings=_FREE,
    epilog="\b\nExamples:\n  pnp balance stormfury --games 300 --experts 4\n  pnp balance stormfury --options",
)
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=200, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="The first seed.")
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes at once.")
@click.option("--paper", type=paper_type, default="a4", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("output"), show_default=True)
@click.option("--options", "show_options", is_flag=True, help="List the options that only this game knows.")
@content_option
@limit_option
@click.option("--quiet", "-q", is_flag=True, help="Print nothing but faults.")
@json_option
@click.pass_context
def balance(
    ctx: click.Context, game: str, games: int, seed: int, jobs: int, paper: Any, out: Path, show_options: bool,
    content: str | None, quiet: bool, as_json: bool,
) -> None:  # fmt: skip
    """Measure a game by playing it: figures with confidence intervals, plots in a report."""
    from pnp.export.files import write_files
    from pnp.export.report import report_json, report_pdf, report_rows
    from pnp.load.game import plugin
    from pnp.load.library import content_folder
    from pnp.pipeline_play import measure, open_game

    play = open_game(content_folder(content), game)
    if show_options:
        module = plugin(game, "balance")
        if module is not None:
            _show_options(module.Options, f"Options of pnp balance {game}:")
        return
    line = progress_line(quiet or as_json)
    try:
        measured = measure(
            play, seed, games, game_options(ctx.args), jobs, lambda n: line.show(f"{game}: game {n} of {games}")
        )
    finally:
        line.clear()
    data = report_json(measured)
    target = out / game / "balance"
    write_files(target, {"balance.json": data, "balance.pdf": report_pdf(measured, paper)})
    if as_json:
        click.echo(data.decode(), nl=False)
    elif not quiet:
        for label, value in report_rows(measured.summary):
            click.echo(f"{label:<52} {value}")
        click.echo(f"wrote {(target / 'balance.pdf').as_posix()} and balance.json")
