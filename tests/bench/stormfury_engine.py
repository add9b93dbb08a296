"""How fast storms and team games run on one core."""

from time import perf_counter

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.balance import Options, play_one


def benchmark(content: StormfuryContent, storms: int = 500, games: int = 20) -> dict[str, float]:
    """Return how many storms that nobody fights, and games of a full team of bots, run in a second."""
    experts = content.rules.experts.most
    return {
        "undefended_storms_per_second": storms / _seconds(content, storms, Options(bot="nobody")),
        "team_games_per_second": games / _seconds(content, games, Options(experts=experts)),
    }


def _seconds(content: StormfuryContent, number: int, options: Options) -> float:
    """Return the time that a number of simulated games take."""
    start = perf_counter()
    for seed in range(number):
        play_one(content, seed, options)
    return perf_counter() - start
