"""Options that only a game knows: read, refused, listed and completed."""

import re
from typing import TYPE_CHECKING, TypeAlias

import click

from pnp.cli.completion import complete_words
from pnp.cli.help import sentence
from pnp.diagnostics import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from msgspec import Struct

Word: TypeAlias = "str | bool | list[Word]"
Given = dict[str, Word]
"""Options that only a game knows, as they were typed."""

FREE = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": ["-h", "--help"]}
"""How click reads a command that takes options of its game."""


class PlayCommand(click.Command):
    """A command that takes options of its game; the shell completes those too."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete the options of the command and of the game that is named already."""
        from pnp.play.game import find_game

        found = super().shell_complete(ctx, incomplete)
        game = find_game(ctx.params.get("game") or "")
        if game is None or game.play is None or not incomplete.startswith("-"):
            return found
        room = game.play()
        kind: type[Struct] = room.balance.options if self.name == "balance" else room.scenario.options
        own = [f"--{name.replace('_', '-')}" for name in kind.__struct_fields__]
        return [*found, *complete_words(own, incomplete)]


def check_names(ctx: click.Context, game: str, given: Given, kind: "type[Struct]") -> None:
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


def game_options(args: list[str]) -> Given:
    """Turn the options that only a game knows (--experts 4, --level=hard, --clock) into plain values."""
    given: Given = {}
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


def _plain(text: str) -> Word:
    if "," in text:
        return [_plain(part) for part in text.split(",")]
    return text


def suffix_of(given: Given) -> str:
    """Return what tells scenarios of one seed with different options apart, for their file names."""
    words = "".join(f"-{name}" if value is True else f"-{name}-{value}" for name, value in sorted(given.items()))
    return re.sub(r"[^A-Za-z0-9-]+", "-", words)


def show_options_of(kind: "type[Struct]", heading: str) -> None:
    """List the options of a game."""
    from msgspec.inspect import Metadata, StructType, type_info

    from pnp.play.options import choices_of

    click.echo(heading)
    info = type_info(kind)
    assert isinstance(info, StructType)
    for field in info.fields:
        about = (field.type.extra_json_schema if isinstance(field.type, Metadata) else None) or {}
        words = "|".join(map(str, choices_of(field.type)))
        default = field.default if isinstance(field.default, (str, int, float)) and field.default != "" else None
        notes = [words] if words else []
        notes += [f"default: {default}"] if default is not None and default is not False else []
        shown = f"{about.get('description', '')}  [{'; '.join(notes)}]" if notes else about.get("description", "")
        click.echo(f"  --{field.encode_name.replace('_', '-'):<14} {shown}")
