"""Seeded randomness: every random thing of a scenario has a named stream of its own.

A seed printed on paper must give the same deal on any machine in ten years, so nothing
here depends on Python's `random`. The generator is SplitMix64 over a SHA-256 of the
stream's name; adding a stream never disturbs another one.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_SPAN = 1 << 64


class Stream:
    """A SplitMix64 generator."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        """Return the next 64 random bits."""
        self.state = (self.state + _GOLDEN) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, each equally likely."""
        if n < 1:
            raise ValueError(f"below() needs a positive bound, not {n}")
        limit = _SPAN - _SPAN % n
        while True:
            value = self.next()
            if value < limit:
                return value % n

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle a list in place (Fisher-Yates, from the last place down)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a shuffled copy."""
        copy = list(items)
        self.shuffle(copy)
        return copy

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def uniform(self) -> float:
        """Return a float in [0, 1) with 53 random bits."""
        return (self.next() >> 11) / (1 << 53)


def stream(game: str, seed: int, name: str) -> Stream:
    """Open the named stream of a game's seed."""
    digest = sha256(f"pnp/1/{game}/{seed}/{name}".encode()).digest()
    return Stream(int.from_bytes(digest[:8], "big"))
