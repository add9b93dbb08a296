"""What lies on the table: the mutable data of a game, how it is copied, and who may see what of it."""

from collections.abc import Iterable
from copy import copy as shallow_copy
from dataclasses import dataclass, field
from typing import Literal

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.storm import Loss

Phase = Literal["place", "forecast", "draw", "reshuffle", "act", "flip", "over"]
Mode = Literal["play", "draw"]
Ending = Literal["dissipated", "overwhelmed"]


NO_LOSS = Loss(0, 0, 0)


@dataclass(slots=True)
class Expert:
    """A seat: her role, her city (None before she is placed) and her hand."""

    role: str
    city: int | None
    hand: list[str]


@dataclass(slots=True)
class Table:
    """A game in progress; spaces, roads, dam sites and cities by number, sets as bits."""

    experts: list[Expert]
    centre: int
    category: int
    populations: list[int]
    forts: list[int]
    """Fortification chits on each space."""
    deck: list[str]
    """The resource deck, next card last."""
    fort_supply: int
    dam_supply: int
    dams: int = 0
    lost: int = 0
    """Destroyed spaces."""
    flooded: int = 0
    """Flooded roads."""
    damage: int = 0
    losses: Loss = NO_LOSS
    evacuated: int = 0
    discards: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    turn: int = 0
    phase: Phase = "place"
    seat: int = 0
    forecast: tuple[int, ...] = ()
    draws_left: int = 0
    fresh: list[str] = field(default_factory=list)
    """The cards just drawn, which a relief corps may still lay on the pile."""
    moves_left: int = 0
    mode: Mode | None = None
    stand_ins_left: int = 0
    ending: Ending | None = None

    def copy(self) -> "Table":
        """Return an independent copy."""
        twin = shallow_copy(self)
        twin.experts = [Expert(expert.role, expert.city, expert.hand[:]) for expert in self.experts]
        twin.populations = self.populations[:]
        twin.forts = self.forts[:]
        twin.deck = self.deck[:]
        twin.discards = self.discards[:]
        twin.pile = self.pile[:]
        twin.fresh = self.fresh[:]
        return twin

    def dammed(self, content: StormfuryContent, road: int) -> bool:
        """Tell whether a road is guarded at both ends."""
        first, second = content.road_sites[road]
        return bool(self.dams >> first & 1 and self.dams >> second & 1)

    @staticmethod
    def sorted_cards(content: StormfuryContent, cards: Iterable[str]) -> list[str]:
        """Return cards in deck order, so that equal hands look equal."""
        return sorted(cards, key=content.card_rank.__getitem__)
