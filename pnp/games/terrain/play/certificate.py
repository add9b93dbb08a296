"""Bot games: one played to its end, and the few that tell whether a deal is fair."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from statistics import fmean
from typing import Any, NamedTuple

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.play.bots import BOTS, TerrainBot
from pnp.games.terrain.play.engine import TerrainState, written
from pnp.play.seeds import Stream, stream
from pnp.play.state import CHANCE, OVER

GAME = "terrain"


def play_out(state: TerrainState, bots: Sequence[TerrainBot], luck: Stream) -> None:
    """Play a game to its end; each bot gets its own island, its own hand and the open Requests only."""
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            state.apply(state.chance(luck))
        elif state.claiming:
            state.apply(bots[seat].claim(state.legal_actions()))
        else:
            player = state.players[seat]
            state.apply(written(bots[seat].move(player.island, player.hand, state.open_requests)))


def make_bots(content: TerrainContent, kind: str, players: int, seed: int, name: str) -> list[TerrainBot]:
    """Seat one bot of a kind on every seat, each with a random stream of its own."""
    return [BOTS[kind](content, stream(GAME, seed, f"{name}/{seat}")) for seat in range(players)]


class Trials(NamedTuple):
    """What some bot games of one deal gave, by seat."""

    games: int
    wins: tuple[float, ...]
    """Shared victories count in parts."""
    mean_scores: tuple[float, ...]
    requests_each: float
    awards_left: float


def try_deal(content: TerrainContent, scenario: Mapping[str, Any]) -> Trials:
    """Play the trial games of a deal with greedy bots (once for each deal, then from memory)."""
    used = ("seed", "hands", "requests", "awards", "extra_awards")
    return _try_deal(content, json.dumps({key: scenario[key] for key in used if key in scenario}))


@lru_cache(maxsize=32)
def _try_deal(content: TerrainContent, text: str) -> Trials:
    scenario = json.loads(text)
    number = scenario.get("seed", 0)
    games = content.options.good_deal.test_games
    ends: list[TerrainState] = []
    for game in range(games):
        state = TerrainState.of_deal(content, scenario)
        bots = make_bots(content, "greedy", len(state.players), number, f"trial/{game}")
        play_out(state, bots, stream(GAME, number, f"trial/{game}/luck"))
        ends.append(state)
    results = [state.result() for state in ends]
    seats = range(len(ends[0].players))
    return Trials(
        games=games,
        wins=tuple(
            fsum(1 / len(result["winners"]) for result in results if seat in result["winners"]) for seat in seats
        ),
        mean_scores=tuple(fmean(result["scores"][seat] for result in results) for seat in seats),
        requests_each=fmean(len(taken) for result in results for taken in result["requests"]),
        awards_left=fmean(len(state.open_awards) for state in ends),
    )
