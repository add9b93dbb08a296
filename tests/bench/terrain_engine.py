"""How fast greedy games run, and how much of the time goes into matching Requests."""

from collections.abc import Sequence
from time import perf_counter

from pnp.games.terrain.content.compiled import TerrainContent
from pnp.games.terrain.content.files import GAME
from pnp.games.terrain.play import scenario
from pnp.games.terrain.play.bots import GreedyBot, play_out
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.outlook import Outlook
from pnp.play.seeds import Stream, stream


def benchmark(content: TerrainContent, players: int = 3, games: int = 2) -> dict[str, float]:
    """Play greedy games with a stopwatch on the whole and one on all matching."""
    watch = _Stopwatch()
    seconds = 0.0
    for seed in range(games):
        deal = scenario.generate(content, seed, scenario.Options(players=players))
        state = _WatchedState.of_deal(content, deal)
        state.watch = watch
        bots = [_WatchedBot(content, stream(GAME, seed, f"benchmark/{seat}"), watch) for seat in range(players)]
        start = perf_counter()
        play_out(state, bots, stream(GAME, seed, "benchmark/luck"))
        seconds += perf_counter() - start
    return {
        "players": players,
        "games": games,
        "seconds_per_game": seconds / games,
        "games_per_second": games / seconds,
        "matching_share": watch.seconds / seconds,
    }


class _Stopwatch:
    """Adds up the time between enter and exit."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._start = 0.0

    def __enter__(self) -> None:
        self._start = perf_counter()

    def __exit__(self, *error: object) -> None:
        self.seconds += perf_counter() - self._start


class _WatchedState(TerrainState):
    """A game whose claims are timed."""

    watch: _Stopwatch

    def fulfils(self, seat: int, request: str) -> bool:
        """Match a Request against the clock."""
        with self.watch:
            return super().fulfils(seat, request)


class _WatchedBot(GreedyBot):
    """A greedy bot whose matching is timed."""

    def __init__(self, content: TerrainContent, stream: Stream, watch: _Stopwatch) -> None:
        super().__init__(content, stream)
        self._watch = watch

    def outlook(self, island: Island, open_requests: Sequence[str]) -> Outlook:
        """Count against the clock."""
        with self._watch:
            return super().outlook(island, open_requests)

    def rate(self, outlook: Outlook, places: Sequence[Placement], faces: tuple[int, int]) -> list[tuple[int, float]]:
        """Rate against the clock."""
        with self._watch:
            return super().rate(outlook, places, faces)
