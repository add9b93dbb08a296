"""Information-set Monte Carlo tree search: a general player that looks ahead over its view alone.

Each round imagines a state that the view allows, walks down one tree that all imagined states share, and plays the
game on at random from where the tree ends. A move is judged by how often it was possible, not by how often its parent
was tried, since another imagined state may forbid it.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, Generic, TypeVar

from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, AnyState

V = TypeVar("V")
_CURIOSITY = 0.7
_LONGEST = 400
"""Moves after which an imagined game is given up and counts as lost by nobody."""


class _Node:
    __slots__ = ("after", "gain", "possible", "tried")

    def __init__(self) -> None:
        self.after: dict[Any, _Node] = {}
        self.gain = 0.0
        self.possible = 0
        self.tried = 0


class Searcher(Generic[V]):
    """A player by a budget of imagined games; `imagine` makes a state of a view and is all that knows the game."""

    def __init__(self, seat: int, budget: int, stream: Stream, imagine: Callable[[V, Stream], AnyState]) -> None:
        self._seat = seat
        self._budget = budget
        self._stream = stream
        self._imagine = imagine

    def choose(self, view: V, legal: Sequence[Any]) -> Any:
        """Return the move that was tried most."""
        if len(legal) == 1:
            return legal[0]
        root = _Node()
        for _ in range(self._budget):
            self._try(root, self._imagine(view, self._stream))
        return max(legal, key=lambda move: root.after[move].tried if move in root.after else -1)

    def _try(self, root: _Node, state: AnyState) -> None:
        node, way = root, []
        while (seat := self._by_chance(state)) != OVER:
            moves = state.legal_actions()
            for move in moves:
                node.after.setdefault(move, _Node()).possible += 1
            new = [move for move in moves if not node.after[move].tried]
            move = self._stream.choice(new) if new else max(moves, key=lambda m: _promise(node.after[m]))
            state.apply(move)
            node = node.after[move]
            way.append((node, seat))
            if new:
                break
        gains = self._played_out(state)
        for node, seat in way:
            node.tried += 1
            node.gain += gains(seat)

    def _played_out(self, state: AnyState) -> Callable[[int], float]:
        """Play on at random; return what each seat gains by the end."""
        for _ in range(_LONGEST):
            if self._by_chance(state) == OVER:
                break
            state.apply(self._stream.choice(state.legal_actions()))
        else:
            return lambda _: 0.5
        result = state.result()
        winners = result.get("winners", ())
        return lambda seat: 1 / len(winners) if seat in winners else 0.0

    def _by_chance(self, state: AnyState) -> int:
        while (seat := state.to_act()) == CHANCE:
            state.apply(state.chance(self._stream))
        return seat


def _promise(node: _Node) -> float:
    return node.gain / node.tried + _CURIOSITY * sqrt(log(node.possible) / node.tried)
