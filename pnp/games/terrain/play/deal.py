"""A deal of Terrain Storm, and what bots make of it."""

from typing import Annotated

from msgspec import Meta

from pnp.model import Strict
from pnp.play.deal import Certificate, Deal, Sealed


class TerrainDeal(Deal, frozen=True, kw_only=True):
    """Hands by round and seat, and both decks from the top."""

    players: int
    rounds: int
    hands: tuple[tuple[tuple[int, ...], ...], ...]
    requests: tuple[str, ...]
    awards: tuple[str, ...]
    extra_awards: int = 0


class Rating(Strict):
    """What bots make of a deal."""

    games: int = 0
    seat_share: Annotated[tuple[float, ...], Meta(max_length=9)] = ()
    mean_scores: Annotated[tuple[float, ...], Meta(max_length=9)] = ()
    mean_score: float | None = None
    requests_each: float = 0
    awards_left: float = 0
    interesting: bool = False


class DealCertificate(Certificate, frozen=True, kw_only=True):
    """What a deal carries with it."""

    rating: Rating | None = None


Scenario = Sealed[TerrainDeal, DealCertificate]
