"""How fast bot games run on one core."""

from time import perf_counter

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.balance import Options, play_one


def benchmark(content: HordeContent, games: int = 60) -> dict[str, float]:
    """Return how many solo games of the planner, and competitions of two, run in a second."""
    return {
        "planner_games_per_second": games / _seconds(content, games, Options()),
        "competitions_per_second": games / 3 / _seconds(content, games // 3, Options(mode="competition")),
    }


def _seconds(content: HordeContent, number: int, options: Options) -> float:
    start = perf_counter()
    for seed in range(number):
        play_one(content, seed, options)
    return perf_counter() - start
