"""A deal of Tempest of Knowledge, and what bots make of it."""

from typing import Annotated

from msgspec import Meta

from pnp.model import Strict
from pnp.play.deal import Certificate, Deal, Sealed


class KnowledgeDeal(Deal, frozen=True, kw_only=True):
    """Colours by seat, libraries from the top by the number of their colour, goals by seat."""

    players: int
    colours: tuple[int, ...]
    neutral: int
    libraries: dict[int, tuple[int, ...]]
    goals: tuple[tuple[int, ...], ...]
    unused_goals: tuple[int, ...]


class Rating(Strict):
    """What bots make of a deal."""

    games: int = 0
    bot: str = ""
    seat_share: Annotated[tuple[float, ...], Meta(max_length=9)] = ()
    median_rounds: float | None = None
    early: float | None = None


class DealCertificate(Certificate, frozen=True, kw_only=True):
    """What a deal carries with it."""

    rating: Rating | None = None


Scenario = Sealed[KnowledgeDeal, DealCertificate]
