"""Tells a recorded game turn by turn, by playing it again: what each expert does and what the storm hits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.engine import Game, Gust
from pnp.games.stormfury.play.scenario import new_game
from pnp.games.stormfury.play.sentences import tell, tell_hit
from pnp.play.state import Action

_ROUTINE = ("draw", "end", "reshuffle", "forecast", "flip")
"""Actions that every turn has and that need no telling."""


_MORE = "no recipe, but more cards"


class ToldTurn(NamedTuple):
    """A turn of a recorded game in words."""

    title: str
    lines: list[str]


def told(content: StormfuryContent, scenario: Mapping[str, Any], actions: Sequence[Action]) -> Iterator[ToldTurn]:
    """Yield the set-up and every turn of a recorded game."""
    game = new_game(content, scenario)
    does: dict[str, list[str]] = {}
    turn = 0
    for action in actions:
        table = game.table
        name = content.roles[table.experts[table.seat].role].name
        if action["do"] not in _ROUTINE:
            does.setdefault(name, []).append(_MORE if action["do"] == "draw_more" else tell(content, action))
        game.apply(action)
        if game.table.turn != turn or game.table.ending:
            yield ToldTurn(f"Turn {turn}" if turn else "Before the first turn", list(_lines(content, game, does)))
            does = {}
            turn = game.table.turn


def _lines(content: StormfuryContent, game: Game, does: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a turn's sentences: one for each expert who does something, one for the storm."""
    idle = [name for name, phrases in does.items() if phrases == [_MORE]]
    for name, phrases in does.items():
        if name not in idle:
            yield f"**{name}** {'; '.join(phrases)}."
    if idle:
        yield f"**{', '.join(idle)}:** {_MORE}."
    if game.gusts:
        yield _storm_line(content, game.gusts[-1])


def _storm_line(content: StormfuryContent, gust: Gust) -> str:
    """Return what a hurricane phase did, as a sentence."""
    flips = ", ".join(content.cards[card].id for card in gust.flips)
    state = f"category {gust.category}" if gust.category else "fades away"
    hits = " ".join(tell_hit(content, hit) for hit in gust.hits)
    return f"**Hurricane** {flips}: {state}. {hits}".strip()
