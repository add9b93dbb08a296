"""How the command line helps: commands by purpose, examples, hints for misspelt words, completion in the shell."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from pnp.diagnostics import did_you_mean, on_one_line

SECTIONS: dict[str, dict[str, str]] = {
    "To play": {
        "list": "Show the games and what their boxes hold.",
        "build": "Make print-ready PDFs.",
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

_LAZY = {
    **dict.fromkeys(("scenario", "validate", "referee", "balance"), "pnp.cli_play"),
    **dict.fromkeys(("new", "copy", "schema", "doctor"), "pnp.cli_design"),
    "printer": "pnp.cli_printer",
}
"""Commands that live in modules of their own, loaded when they are called."""


class ReaderGone(Exception):
    """Whoever read the output has seen enough, as in `pnp list | head -1`; click would call that a failure."""


class Subgroup(click.Group):
    """Names the nearest command for a misspelt one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, or name the nearest one."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = did_you_mean(args[0], self.list_commands(ctx)) if args else None
            if hint is None or "mean" in error.message:
                raise
            raise click.UsageError(f"{error.message} {sentence(hint)}", ctx) from None


class Group(Subgroup):
    """Shows commands by purpose and loads them late."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a reader that went away is no fault of its."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List all commands in the order of the help."""
        return [name for commands in SECTIONS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; its module is loaded now if need be."""
        if cmd_name in _LAZY and cmd_name not in self.commands:
            import_module(_LAZY[cmd_name])  # registers its commands
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by purpose."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<8}", about) for name, about in commands.items()])


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


# --------------------------------------------------------------- completion


def known_games(ctx: click.Context) -> list[str]:
    """Return the games that a command line may name."""
    from pnp.load.library import SHIPPED, content_folder, game_names

    chosen = ctx.params.get("content")
    folders = [content_folder(chosen)] if chosen else [content_folder(), content_folder(SHIPPED)]
    return sorted({name for folder in folders for name in game_names(folder)})


def complete_games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a game."""
    names = known_games(ctx)
    if ctx.info_name == "build":
        names.append("all")
    taken = ctx.params.get(param.name or "") or ()
    return [name for name in names if name.startswith(incomplete) and name not in taken]


def complete_components(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last of some component names with commas, for the games that are named already."""
    from pnp.load.glimpse import component_names
    from pnp.load.library import content_folder

    before, comma, last = incomplete.rpartition(",")
    from pnp.sheets.jobs import JOB_NAMES

    names = dict.fromkeys(("cards", "boards", "pieces", "rulebook", "scenarios", *JOB_NAMES))
    known = known_games(ctx)
    # Click leaves arguments where they were when the option at the end still lacks its value.
    named = ctx.params.get("games") or [word for word in ctx.args if word in known]
    for game in named or known:
        names |= dict.fromkeys(component_names(content_folder(ctx.params.get("content"), game), game))
    taken = before.split(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last) and name not in taken]


def complete_words(names: Iterable[str], incomplete: str) -> list[Any]:
    """Return completion items for words."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
