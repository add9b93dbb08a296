"""What the shell offers when somebody presses Tab: games, components, the options of a game."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from pnp.printing import KINDS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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

    names = dict.fromkeys((*KINDS, *JOB_NAMES))
    known = known_games(ctx)
    # Click leaves arguments where they were when the option at the end still lacks its value.
    named = ctx.params.get("games") or [word for word in ctx.args if word in known]
    for game in named or known:
        names |= dict.fromkeys(component_names(content_folder(ctx.params.get("content"), game), game))
    taken = before.split(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last) and name not in taken]


def complete_words(names: Iterable[str], incomplete: str) -> "list[CompletionItem]":
    """Return completion items for words."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
