"""The commands of play: scenario, validate, referee, balance. Loaded only when one of them is called."""

import json
import re
import sys
from math import isfinite
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
    for_printer,
    json_option,
    limit_option,
    paper_type,
    print_json,
    printer_option,
    progress_line,
    save,
)
from pnp.cli_help import complete_games, complete_words, examples, sentence
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, fail, render, tally

_FREE = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": ["-h", "--help"]}


class PlayCommand(click.Command):
    """A command that takes options of its game; the shell completes those too."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Complete the options of the command and of the game that is named already."""
        from pnp.play.game import find_game

        found = super().shell_complete(ctx, incomplete)
        game = find_game(ctx.params.get("game") or "")
        if game is None or game.play is None or not incomplete.startswith("-"):
            return found
        room = game.play()
        kind: type[Any] = room.balance.options if self.name == "balance" else room.scenario.options
        own = [f"--{name.replace('_', '-')}" for name in kind.__struct_fields__]
        return [*found, *complete_words(own, incomplete)]


def check_names(ctx: click.Context, game: str, given: dict[str, Any], kind: type[Any]) -> None:
    """Refuse options that neither the command nor the game knows."""
    own: tuple[str, ...] = kind.__struct_fields__
    for name in given:
        if name in own:
            continue
        known = [f"--{field.replace('_', '-')}" for field in own]
        known += [opt for param in ctx.command.params for opt in param.opts if opt.startswith("--")]
        shown = f"--{name.replace('_', '-')}"
        close = did_you_mean(shown, known)
        hint = sentence(close) if close else f"See: pnp {ctx.info_name} {game} --options"
        raise click.UsageError(f"No such option '{shown}'. {hint}", ctx)


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


def _ready_to_write(out: Path) -> None:
    """Refuse a folder that cannot be written before a long search, rather than after it; finish what was cut short."""
    from pnp.export.files import finish_below
    from pnp.export.places import why_not_writable

    finish_below(out)
    reason = why_not_writable(out)
    if reason is not None:
        raise fail("write", f"cannot write to {out}: {reason}", None, "choose a folder you may write to with --out")


def _suffix(given: dict[str, Any]) -> str:
    """Return what tells scenarios of one seed with different options apart, for their file names."""
    words = "".join(f"-{name}" if value is True else f"-{name}-{value}" for name, value in sorted(given.items()))
    return re.sub(r"[^A-Za-z0-9-]+", "-", words)


def _show_options(kind: type[Any], heading: str) -> None:
    from msgspec.inspect import type_info

    from pnp.play.options import choices_of

    click.echo(heading)
    info: Any = type_info(kind)
    for field in info.fields:
        about = getattr(field.type, "extra_json_schema", None) or {}
        words = "|".join(map(str, choices_of(field.type)))
        default = field.default if isinstance(field.default, (str, int, float)) and field.default != "" else None
        notes = [words] if words else []
        notes += [f"default: {default}"] if default is not None and default is not False else []
        shown = f"{about.get('description', '')}  [{'; '.join(notes)}]" if notes else about.get("description", "")
        click.echo(f"  --{field.encode_name.replace('_', '-'):<14} {shown}")


@cli.command(
    cls=PlayCommand,
    context_settings=_FREE,
    epilog=examples(
        ("pnp scenario knowledge --seed 5 --players 3", "a PDF to print, and the deal as a file"),
        ("pnp scenario stormfury --seed 1 --rating severe --solutions", "with a way to play it"),
        ("pnp scenario stormfury --options", "what only this game knows"),
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
@click.option("--paper", type=paper_type, default="a4", show_default=True, help="a4, letter … or WxHmm.")
@click.option("--style", type=choice("colour", "lowink", "grey"), default="colour", show_default=True)
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
    paper: Any,
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
            _show_options(play.scenario.options, f"Options of pnp scenario {game}:")
            return
        check_names(ctx, game, given, play.scenario.options)
        _ready_to_write(out)
        line = progress_line(quiet or as_json)
        passed: list[Any] = []

        def on_pass(seed_passed: Any) -> None:
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
    names = [source.stem] if source is not None else [f"scenario-{s.seed:04d}{_suffix(given)}" for s in found]
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


def _seeds(found: list[Any]) -> str:
    """Name scenarios by their seeds, whatever their files are called: the same sheets are the same bytes."""
    first, last = found[0].seed, found[-1].seed
    if first is None:
        return "a set-up of one's own"
    return f"seed {first}" if first == last else f"seeds {first} to {last}"


@cli.command(epilog=examples("pnp validate output/knowledge/scenarios/scenario-0005-players-3.json"))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--soft/--hard-only", default=True, help="Also report what is legal but poor.")
@content_option
@limit_option
@json_option
def validate(files: tuple[Path, ...], soft: bool, content: str | None, as_json: bool) -> None:
    """Check scenario files against every rule of their game."""
    from pnp.pipeline_play import validate as validate_file

    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    for path in files:
        try:
            verdict = validate_file(path, content, soft=soft)
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


@cli.command(
    epilog=examples(
        ("pnp referee recorded.yaml --show", "draws the end; --steps draws every step"),
        ("pnp referee recorded.yaml --json", "every state on the way"),
        ("pnp referee output/tempest/scenarios/scenario-0042.json", "the play that proves a scenario"),
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--show", "drawn", is_flag=True, help="Draw the state at the end.")
@click.option("--steps", is_flag=True, help="Draw the state after every step.")
@content_option
@limit_option
@json_option
def referee(file: Path, drawn: bool, steps: bool, content: str | None, as_json: bool) -> None:
    """Replay a recorded game; the first illegal step is refused with the rule it breaks."""
    from pnp.pipeline_play import Citations, open_recorded, read_record
    from pnp.play.recorded import recorded_game
    from pnp.play.referee import replay, who_acts
    from pnp.play.show import show

    document = read_record(file)
    record = recorded_game(document)
    play = open_recorded(document, content, record.game_at)
    set_up, hard = record.set_up(play)
    if hard:
        faults = [Diagnostic("error", v.check, v.message, document.span((*record.set_up_at, *v.path))) for v in hard]
        fail_with_faults(faults, {document.name: document.text}, as_json)
    states: list[Any] = []

    def watch(step: int, state: Any) -> None:
        if as_json:
            states.append(state.snapshot())
        elif steps:
            move = f"Step {step}: {_told(record.moves[step - 1])}" if step else "The start"
            click.echo(f"{move}\n\n{show(play, state)}\n")

    outcome = replay(play, set_up, record.moves, watch)
    refusal = outcome.refusal
    if as_json:
        print_json(
            {
                "game": play.game.id,
                "steps": outcome.steps,
                "over": outcome.over,
                "states": states,
                "result": outcome.state.result() if outcome.over else None,
                "refusal": refusal._asdict() if refusal else None,
            }
        )
    elif refusal is not None:
        if drawn and not steps:
            click.echo(show(play, outcome.state))
        rule = f" ({Citations(play.game.folder.parent, play.game.id).of(refusal.clause)})" if refusal.clause else ""
        message = f"step {refusal.step} is refused: {refusal.message}{rule}"
        span = document.span((*record.moves_at, refusal.step - 1))
        click.echo(render([Diagnostic("error", refusal.code, message, span)], {document.name: document.text}), err=True)
    else:
        click.echo(f"{outcome.steps} steps, all legal; to act: {who_acts(outcome.state)}")
        if drawn or steps:
            click.echo("" if steps else f"\n{show(play, outcome.state)}\n")
        if outcome.over or not (drawn or steps):
            print_json(outcome.state.result() if outcome.over else outcome.state.snapshot())
    sys.exit(WRONG_CONTENT if refusal else OK)


def _told(move: Any) -> str:
    """Write a move as people say it: its verb, then what it names."""
    rest = [" ".join(map(str, v)) if isinstance(v, list) else str(v) for k, v in move.items() if k != "do"]
    return " ".join([str(move["do"]), *rest])


@cli.command(
    cls=PlayCommand,
    context_settings=_FREE,
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
    paper: Any,
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
        _show_options(kind, f"Options of pnp balance {game}:")
        return
    check_names(ctx, game, given, kind)
    earlier = read_report(compare, game).data if compare is not None else None
    _ready_to_write(out)
    line = progress_line(quiet or as_json)
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


def _show_comparison(before: dict[str, Any], after: dict[str, Any], quiet: bool, as_json: bool) -> None:
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
                "before": {k: before.get(k) for k in keys},
                "after": {k: after[k] for k in keys},
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
