"""How the command line helps: commands by purpose, examples, hints for misspelt words."""

import click

from pnp.cli.completion import known_games
from pnp.diagnostics import did_you_mean, on_one_line

SECTIONS: dict[str, dict[str, str]] = {
    "To play": {
        "list": "Show the games and what their boxes hold.",
        "build": "Make print-ready PDFs.",
        "play": "Play at the terminal, alone, with others, against bots.",
        "puzzle": "The puzzle of the day, the same for everybody.",
        "scenario": "Make a numbered deal or puzzle, proven by play.",
        "validate": "Check a scenario file against the rules.",
        "referee": "Replay a recorded game and judge every step.",
    },
    "To design": {
        "new": "Start a card game of your own.",
        "copy": "Copy a shipped game to change it.",
        "check": "Show every fault in the content.",
        "rules": "Show the rules as text or data.",
        "balance": "Play many games and measure them.",
        "schema": "Write JSON Schemas for your editor.",
    },
    "To get going": {
        "printer": "Measure your printer, so that builds make up for its errors.",
        "doctor": "Say what is installed, what is missing, how to get it.",
    },
}
"""Every command with its line of help, by what people want."""


def examples(*lines: str | tuple[str, str]) -> str:
    """Return the examples of a command for the end of its help; a pair is a line and what it does."""
    pairs = [(line, "") if isinstance(line, str) else line for line in lines]
    longest = max((len(line) for line, about in pairs if about), default=0)
    shown = [f"  {line.ljust(longest)}   {about}".rstrip() for line, about in pairs]
    return "\b\n" + "\n".join([f"Example{'s' if len(shown) > 1 else ''}:", *shown])


def examples_of(command: click.Command) -> list[str]:
    """Return the examples of a command as they are typed."""
    lines = (command.epilog or "").split("\n")
    return [line.strip().split("   ")[0] for line in lines if line.startswith("  pnp")]


def clearer(error: click.ClickException) -> click.ClickException:
    """Show what was typed on one line; name the one nearest option for a misspelt one, where click lists several."""
    ctx = getattr(error, "ctx", None)
    if not isinstance(error, click.NoSuchOption) or ctx is None:
        return click.UsageError(on_one_line(" ".join(error.format_message().split())), ctx)
    known = [opt for param in ctx.command.get_params(ctx) for opt in param.opts]
    hint = did_you_mean(error.option_name, known) or "See the help for what there is."
    return click.UsageError(on_one_line(f"No such option '{error.option_name}'. {sentence(hint)}"), ctx)


def advice(error: click.ClickException) -> str | None:
    """Return what helps after wrong use: the games there are if one is missing, and an example."""
    ctx = getattr(error, "ctx", None)
    if ctx is None:
        return None
    lines = []
    param = getattr(error, "param", None)
    if isinstance(error, click.MissingParameter) and param is not None and param.name in ("game", "games"):
        lines.append(f"Games: {', '.join(known_games(ctx)) or 'none'}")
    shown = examples_of(ctx.command)
    if shown:
        lines.append(f"Example: {shown[0]}")
    return "\n".join(lines) or None


def sentence(hint: str) -> str:
    """Write a hint with a capital."""
    return hint[0].upper() + hint[1:]
