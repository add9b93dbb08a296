"""The command list: the games, and what their boxes hold."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypedDict

import click

from pnp.cli.completion import complete_games
from pnp.cli.console import fail_with, fail_with_faults, print_json, texts_of
from pnp.cli.group import cli
from pnp.cli.help import examples
from pnp.cli.options import content_option, json_option, limit_option
from pnp.diagnostics import Problems

if TYPE_CHECKING:
    from pnp.load.game import GameContent


@cli.command("list", epilog=examples("pnp list", "pnp list terrain --cards", "pnp list --json"))
@click.argument("games", nargs=-1, metavar="[GAME…]", shell_complete=complete_games)
@click.option("--cards", "show_cards", is_flag=True, help="Also every card and piece with its copies and values.")
@content_option
@limit_option
@json_option
def list_command(games: tuple[str, ...], show_cards: bool, content: str | None, as_json: bool) -> None:
    """Show the games, their components with counts, players and minutes."""
    from pnp.load.library import SHIPPED, content_folder, game_names
    from pnp.pipeline import load

    folder = content_folder(content)
    names = list(dict.fromkeys(games)) or game_names(folder)
    if not names:
        fail_with(f"there is no game in {folder}", "start one with: pnp new NAME", as_json)
    loaded, faults = [], []
    sources: dict[str, str] = {}
    for name in names:
        try:
            loaded.append(load(content_folder(content, name), name))
        except Problems as problems:
            faults += problems.diagnostics
            sources |= texts_of(content_folder(content, name), name)
    if as_json and faults:
        fail_with_faults(faults, sources, as_json)
    if as_json:
        print_json([_describe(game, show_cards) for game in loaded])
        return
    for game in loaded:
        facts = game.game
        click.echo(f"{facts.id:<12} {facts.title} ({facts.people}, {_span(facts.minutes)} minutes, from {facts.age})")
        for component, count in facts.components.items():
            click.echo(f"  {count:>5} × {component:<18} {_component_title(game, component)}")
            for card in _cards(game, component) if show_cards else ():
                values = "; ".join(_plain_values(card))
                click.echo(f"  {card['copies']:>9} × {card['name']}" + (f"  ({values})" if values else ""))
    if faults:
        fail_with_faults(faults, sources, as_json)
    more = [name for name in game_names(content_folder(SHIPPED)) if name not in names]
    if more and not games and content is None:
        click.echo(f"shipped with pnp: {', '.join(more)}")


class ShownCard(TypedDict):
    """A card or piece, with what its face sees of it."""

    name: str
    copies: int
    values: dict[str, object]


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"


def _component_title(game: "GameContent", component: str) -> str:
    for table in (game.decks, game.boards, game.pieces):
        if component in table:
            return table[component].title
    return component.replace("-", " ").capitalize()


def _cards(game: "GameContent", component: str) -> list["ShownCard"]:
    """Return the records of a deck or a set of pieces, as the faces see them."""
    from pnp.load.records import own_values

    return [
        {"name": record.label, "copies": record.copies, "values": own_values(record, game.names)}
        for record in game.records.get(component, ())
    ]


def _plain_values(card: "ShownCard") -> Iterator[str]:
    """Yield the plain values of a record that its name does not say already, for one line."""
    for owner in card["values"].values():
        for key, value in owner.items() if isinstance(owner, dict) else ():
            entries = value if isinstance(value, (list, tuple)) else [value]
            text = "/".join(map(str, entries))
            if value is True:
                yield key
            elif f" {text} " not in f" {card['name']} " and all(
                isinstance(v, (str, int, float)) and v is not False for v in entries
            ):
                yield f"{key}: {text}"


def _describe(game: "GameContent", show_cards: bool = False) -> dict[str, object]:
    facts = game.game
    return {
        "id": facts.id,
        "title": facts.title,
        "players": facts.players,
        "minutes": facts.minutes,
        "age": facts.age,
        "version": facts.version,
        "hash": game.hash,
        "components": [
            {
                "id": c,
                "title": _component_title(game, c),
                "count": n,
                **({"cards": _cards(game, c)} if show_cards and c in game.records else {}),
            }
            for c, n in facts.components.items()
        ],
    }
