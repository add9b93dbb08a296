"""Stacking a deck without seeing a card: sorted first, then dealt twice onto piles.

Any deck of up to k × k cards gets any order by two deals onto k piles, as a sorting machine would do it. The lists
of piles tell nobody anything at a glance, and the cards need no marks on their backs.
"""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple


class Deals(NamedTuple):
    """The pile for each card, from the top of the deck, in the first and in the second deal."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    @property
    def piles(self) -> int:
        """How many piles there are at most."""
        return max(*self.first, *self.second)


def deals_for(sorted_deck: Sequence[str], wanted: Sequence[str]) -> Deals:
    """Return the deals that bring a sorted deck into an order, both with the top card first."""
    size = ceil(sqrt(len(wanted)))
    place = {card: number for number, card in enumerate(wanted)}
    first = tuple(size - place[card] % size for card in sorted_deck)
    between = gather(sorted_deck, first)
    return Deals(first, tuple(place[card] // size + 1 for card in between))


def gather(deck: Sequence[str], piles: Sequence[int]) -> list[str]:
    """Deal a deck from the top, face down, onto piles; put them on each other, the first pile on top."""
    laid: dict[int, list[str]] = {}
    for card, pile in zip(deck, piles, strict=True):
        laid.setdefault(pile, []).insert(0, card)
    return [card for pile in sorted(laid) for card in laid[pile]]
