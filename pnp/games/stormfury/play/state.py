"""What lies on the table: the mutable data of a game, how it is copied, and who may see what of it."""

from copy import copy as shallow_copy
from dataclasses import dataclass, field
from typing import Any, Literal

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

    def open_part(self, content: StormfuryContent) -> dict[str, Any]:
        """Return what everybody at the table sees, as JSON values."""
        board = content.board
        return {
            "turn": self.turn,
            "phase": self.phase,
            "seat": self.seat,
            "center": list(board.hexes[self.centre]),
            "category": self.category,
            "forecast": [content.cards[card].id for card in self.forecast],
            "damage": self.damage,
            "losses": self.losses._asdict(),
            "populations": {city.id: self.populations[i] for i, city in enumerate(board.cities)},
            "evacuated": self.evacuated,
            "forts": {board.spaces[i].id: chits for i, chits in enumerate(self.forts) if chits},
            "lost": [board.spaces[i].id for i in board.targets(self.lost)],
            "flooded": [board.roads[i].id for i in board.targets(self.flooded)],
            "dams": [_json(content.dam_sites[i].name) for i in board.targets(self.dams)],
            "supply": {"fortification": self.fort_supply, "dam": self.dam_supply},
            "players": [
                {
                    "role": expert.role,
                    "city": None if expert.city is None else board.cities[expert.city].id,
                    "hand": self.sorted_cards(content, expert.hand),
                }
                for expert in self.experts
            ],
            "pile": self.sorted_cards(content, self.pile),
            "discard": self.sorted_cards(content, self.discards),
            "deck_size": len(self.deck),
            "draws_left": self.draws_left,
            "fresh": list(self.fresh),
            "moves_left": self.moves_left,
            "mode": self.mode,
            "stand_ins_left": self.stand_ins_left,
            "over": self.ending,
        }

    @staticmethod
    def sorted_cards(content: StormfuryContent, cards: list[str]) -> list[str]:
        """Return cards in deck order, so that equal hands look equal."""
        return sorted(cards, key=content.card_rank.__getitem__)


def _json(name: str | tuple[str, str]) -> str | list[str]:
    """Return a dam site's name as a JSON value."""
    return name if isinstance(name, str) else list(name)
