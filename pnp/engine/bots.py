"""Players of games that run from data: they know what their seat sees, and imagine the rest."""

from pnp.engine.imagine import imagined
from pnp.engine.machine import Program, Running, View
from pnp.play.match import RandomBot
from pnp.play.search import Searcher
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, AnyBot, Choice

_WORLDS = 2
"""How many imagined states a greedy player looks at for each move."""


class GreedyBot:
    """Does what is best at once: by the worth of its place in the game, one step ahead."""

    def __init__(self, program: Program, seat: int, stream: Stream) -> None:
        self._program = program
        self._seat = seat
        self._stream = stream

    def choose(self, view: View, legal: list[Choice]) -> Choice:
        """Return the best choice."""
        if len(legal) == 1:
            return legal[0]
        worlds = [imagined(view, self._stream) for _ in range(_WORLDS)]
        found: list[Choice] = []
        best = 0.0
        for choice in legal:
            worth = sum(self._after(world, choice) for world in worlds)  # whole or simple numbers: exact enough
            if not found or worth > best:
                found, best = [choice], worth
            elif worth == best:
                found.append(choice)
        return self._stream.choice(found)

    def _after(self, world: Running, choice: Choice) -> float:
        state = world.copy()
        state.apply(choice)
        while state.to_act() == CHANCE:
            state.apply(state.chance(self._stream))
        end = self._program.end
        sign = -1 if end.least and end.worth is end.score else 1
        worth = sign * state.worked_out(end.worth, self._seat)
        if state.to_act() != OVER:
            return worth
        result = state.result()
        return worth + (1e6 if self._seat in result["winners"] else -1e6)


def random_bot(_program: Program, _seat: int, stream: Stream) -> AnyBot:
    """Return a player that does anything."""
    return RandomBot(stream)


def searching(budget: int) -> "type[SearchingBot]":
    """Return a player that looks ahead with a budget of imagined games."""
    return type(f"SearchingBot{budget}", (SearchingBot,), {"budget": budget})


class SearchingBot:
    """Looks ahead in imagined games (pnp.play.search)."""

    budget = 200

    def __init__(self, _program: Program, seat: int, stream: Stream) -> None:
        self._searcher = Searcher(seat, self.budget, stream, imagined)

    def choose(self, view: View, legal: list[Choice]) -> Choice:
        """Return the choice that was tried most."""
        choice: Choice = self._searcher.choose(view, legal)
        return choice
