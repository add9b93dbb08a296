"""Bot games: one played to its end, and the few that tell whether a deal is fair."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from statistics import median
from typing import Any, NamedTuple

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play.bots import make_bot
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.play.seeds import Stream, stream
from pnp.play.state import CHANCE, OVER, AnyBot

GAME = "knowledge"


def play_out(state: KnowledgeState, bots: Sequence[AnyBot], luck: Stream, longest: int) -> bool:
    """Play a game to its end; give up and return False after the longest allowed round."""
    while (seat := state.to_act()) != OVER:
        if state.round > longest:
            return False
        if seat == CHANCE:
            state.apply(state.chance(luck))
        else:
            state.apply(bots[seat].choose(state.view(seat), state.legal_actions()))
    return True


def make_bots(content: KnowledgeContent, kind: str, players: int, seed: int, name: str) -> list[AnyBot]:
    """Seat one bot of a kind on every seat, each with a random stream of its own."""
    return [make_bot(content, kind, stream(GAME, seed, f"{name}/{seat}")) for seat in range(players)]


class Trials(NamedTuple):
    """What some bot games of one deal gave."""

    games: int
    wins: tuple[float, ...]
    """By seat; shared victories count in parts."""
    median_rounds: float
    early: float
    """Share of games that ended by the early round."""


def try_deal(content: KnowledgeContent, scenario: Mapping[str, Any]) -> Trials:
    """Play the trial games of a deal with bots (once for each deal, then from memory)."""
    used = ("seed", "colours", "libraries", "goals")
    return _try_deal(content, json.dumps({key: scenario[key] for key in used if key in scenario}))


@lru_cache(maxsize=64)
def _try_deal(content: KnowledgeContent, text: str) -> Trials:
    scenario = json.loads(text)
    seed = scenario.get("seed", 0)
    good = content.options.good_deal
    ends: list[KnowledgeState] = []
    for game in range(good.test_games):
        state = KnowledgeState.of_deal(content, scenario)
        bots = make_bots(content, good.test_bot, len(state.players), seed, f"trial/{game}")
        luck = stream(GAME, seed, f"trial/{game}/luck")
        play_out(state, bots, luck, content.options.measurement.longest_game)
        ends.append(state)
    seats = range(len(ends[0].players))
    return Trials(
        games=len(ends),
        wins=tuple(fsum(1 / len(end.winners) for end in ends if seat in end.winners) for seat in seats),
        median_rounds=median(end.round for end in ends),
        early=sum(end.round <= good.early_round for end in ends) / len(ends),
    )
