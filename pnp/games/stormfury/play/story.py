"""Tells a recorded game turn by turn, by playing it again: what each expert does and what the storm hits."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.games.stormfury.play.choices import Choices, Draw, DrawMore, End, Flip, Forecast, Reshuffle
from pnp.games.stormfury.play.deal import StormDeal
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.scenario import new_game
from pnp.games.stormfury.play.sentences import Teller

_ROUTINE = (Draw, End, Reshuffle, Forecast, Flip)
"""Choices that every turn has and that need no telling."""


class ToldTurn(NamedTuple):
    """A turn of a recorded game in words."""

    title: str
    lines: list[str]


def told(teller: Teller, deal: StormDeal, choices: Sequence[Choices]) -> Iterator[ToldTurn]:
    """Yield the set-up and every turn of a recorded game."""
    content, words = teller.content, teller.words
    game = new_game(content, deal)
    does: dict[str, list[str]] = {}
    turn = 0
    for choice in choices:
        table = game.table
        name = content.roles[table.experts[table.seat].role].name
        if not isinstance(choice, _ROUTINE):
            does.setdefault(name, []).append(words.idle if isinstance(choice, DrawMore) else teller.action(choice))
        game.apply(choice)
        if game.table.turn != turn or game.table.ending:
            yield ToldTurn(words.turn(turn) if turn else words.before, list(_lines(teller, game, does)))
            does = {}
            turn = game.table.turn


def _lines(teller: Teller, game: Game, does: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a turn's sentences: one for each expert who does something, one for the storm."""
    words = teller.words
    idle = [name for name, phrases in does.items() if phrases == [words.idle]]
    for name, phrases in does.items():
        if name not in idle:
            yield words.expert(name, phrases)
    if idle:
        yield words.experts_idle(idle)
    if game.gusts:
        gust = game.gusts[-1]
        flips = [teller.content.cards[card].id for card in gust.flips]
        yield words.hurricane(flips, gust.category, [teller.hit(hit) for hit in gust.hits])
