"""The commands that judge files of play: validate, referee."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pnp.cli.console import OK, WRONG_CONTENT, counted, print_json
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, json_option, limit_option
from pnp.cli.records import open_record
from pnp.diagnostics import Diagnostic, Problems, render, tally

if TYPE_CHECKING:
    from pnp.play.state import AnyState


@cli.command(epilog=examples("pnp validate output/knowledge/scenarios/scenario-0006-players-3.json"))
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
    rules: dict[str, int] = {}
    for path in files:
        try:
            verdict = validate_file(path, content, soft=soft)
            rules[verdict.game] = verdict.rules
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
        judged = f" by {counted(sum(rules.values()), 'rule')} of {' and '.join(rules)}" if rules else ""
        click.echo(f"{counted(len(files), 'file')} checked{judged}: {tally(found)}", err=failed)
    sys.exit(WRONG_CONTENT if failed else OK)


@cli.command(
    epilog=examples(
        ("pnp referee recorded.yaml --show", "draws the end; --steps draws every step"),
        ("pnp referee recorded.yaml --json", "every state on the way"),
        ("pnp referee output/tempest/scenarios/scenario-0042.json", "the play that proves a scenario"),
    )
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--show/--no-show", "drawn", default=None, help="Draw the state at the end; a terminal gets it unasked.")
@click.option("--steps", is_flag=True, help="Draw the state after every step.")
@content_option
@limit_option
@json_option
def referee(file: Path, drawn: bool | None, steps: bool, content: str | None, as_json: bool) -> None:
    """Replay a recorded game; the first illegal step is refused with the rule it breaks."""
    from pnp.pipeline_play import Citations
    from pnp.play.choices import read_choice
    from pnp.play.notation import write_move
    from pnp.play.referee import replay
    from pnp.play.show import headline, show

    document, record, play, set_up = open_record(file, content, as_json=as_json)
    states: list[Mapping[str, object]] = []

    def watch(step: int, state: "AnyState") -> None:
        if as_json:
            states.append(state.snapshot())
        elif steps:
            line = write_move(read_choice(play.scenario.actions, record.moves[step - 1])) if step else ""
            move = f"Step {step}: {line}" if step else "The start"
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
                "notes": [str(note) for note in outcome.notes],
            }
        )
        sys.exit(WRONG_CONTENT if refusal else OK)
    drawn = drawn if drawn is not None else sys.stdout.isatty()
    for note in outcome.notes:
        click.echo(str(note), err=True)
    if refusal is not None:
        if drawn and not steps:
            click.echo(show(play, outcome.state))
        rule = f" ({Citations(play.game.folder.parent, play.game.id).of(refusal.clause)})" if refusal.clause else ""
        message = f"step {refusal.step} is refused: {refusal.message}{rule}"
        span = document.span((*record.moves_at, refusal.step - 1))
        click.echo(render([Diagnostic("error", refusal.code, message, span)], {document.name: document.text}), err=True)
    else:
        click.echo(f"{counted(outcome.steps, 'step')}, all legal. {headline(play, outcome.state)}")
        if drawn and not steps:
            click.echo(f"\n{show(play, outcome.state)}")
    sys.exit(WRONG_CONTENT if refusal else OK)
