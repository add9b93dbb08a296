"""A deal of The Horde of Upwind, and what bots make of it."""

from typing import Annotated, Literal

from msgspec import Meta

from pnp.games.horde.content.files import Mode
from pnp.games.horde.play.choices import Choices
from pnp.model import Strict
from pnp.play.deal import Certificate, Deal, Sealed

Cards = tuple[str, ...]
Slots = dict[str, str | None]


class DealtHorde(Strict):
    """A player's cards, each deck from the top."""

    pack: Cards
    aval: Cards
    wit: Cards


class Start(Strict):
    """What lies in the slots before the first turn."""

    encounter_slots: Slots
    breeze_slots: Slots


class HordeDeal(Deal, frozen=True, kw_only=True):
    """The decks from the top, and what lies open at the start."""

    mode: Mode
    hordes: tuple[DealtHorde, ...]
    encounters: Cards
    breezes: Cards
    start: Start
    reshuffle: Literal["flip", "shuffle"]

    @property
    def alone(self) -> bool:
        """Say whether one plays alone."""
        return self.mode == "solo"


class Rating(Strict, kw_only=True):
    """What bots make of a deal."""

    win_share: float
    stars: Annotated[int, Meta(ge=0, le=9)] | None = None
    games: int = 0
    bot: str = ""
    noise: float = 0


class Witness(Strict):
    """A recorded game that wins."""

    actions: tuple[Choices, ...]
    bot_seed: int = 0
    turns: int = 0


class DealCertificate(Certificate, frozen=True, kw_only=True):
    """What a deal carries with it."""

    rating: Rating | None = None
    witness: Witness | None = None


Scenario = Sealed[HordeDeal, DealCertificate]
