"""Whole games: bots in their seats, and one loop that drives them all."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Bot, State

A = TypeVar("A")
V = TypeVar("V")
C = TypeVar("C")
D = TypeVar("D")
R = TypeVar("R")


class RandomBot(Generic[A]):
    """Does anything that is legal."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, view: object, legal: list[A]) -> A:
        """Return a random choice."""
        return self._stream.choice(legal)


def _always() -> bool:
    return True


def play_out(
    state: State[A, V],
    bots: Sequence[Bot[A, V]],
    luck: Stream,
    *,
    goes_on: Callable[[], bool] = _always,
    watch: Callable[[A], object] | None = None,
) -> bool:
    """Let bots play a game to its end; return False if it was given up before, because it may not go on."""

    def ask(seat: int) -> A:
        return bots[seat].choose(state.view(seat), state.legal_actions())

    return drive(state, ask, luck, goes_on=goes_on, watch=watch)


def drive(
    state: State[A, V],
    ask: Callable[[int], A],
    luck: Stream,
    *,
    goes_on: Callable[[], bool] = _always,
    watch: Callable[[A], object] | None = None,
) -> bool:
    """Ask whoever acts, carry it out, and so on to the end; return False if the game may not go on before."""
    while (seat := state.to_act()) != OVER:
        if not goes_on():
            return False
        action = state.chance(luck) if seat == CHANCE else ask(seat)
        state.apply(action)
        if watch is not None:
            watch(action)
    return True


class _Known(Generic[D]):
    """A deal as a key: equal to any deal that is written the same."""

    __slots__ = ("deal", "text")

    def __init__(self, deal: D) -> None:
        self.deal = deal
        self.text = msgspec.json.encode(deal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


def remembered(play: Callable[[C, D], R]) -> Callable[[C, D], R]:
    """Play the trial games of a deal once: checks and certificate ask one after the other."""

    @lru_cache(maxsize=64)
    def played(content: C, known: _Known[D]) -> R:
        return play(content, known.deal)

    def asked(content: C, deal: D) -> R:
        return played(content, _Known(deal))

    return asked
