"""A deal of Tempest as its file holds it, and what play showed of it."""

from typing import Any

from msgspec import Struct

from pnp.play.deal import Certificate

FINAL = "final"
CAMPAIGN = "campaign"
FACE_ROLES = ("map", "target", "blessing", "beast")
TARGET_LABEL = "T"


class SheetNote(Struct, frozen=True):
    """What is known of one sheet."""

    day: str
    par: int
    rating: str
    exact: bool = False
    careless: int = 0
    rescued_share: float = 0.0
    won_share: float = 0.0
    games: int = 0

    @property
    def par_words(self) -> str:
        """Return par as it is printed."""
        return str(self.par) if self.exact else f"at least {self.par}"


class Rating(Struct, frozen=True, rename={"kind": "class"}):
    """The rating of all sheets together."""

    kind: str
    rescued_share: float = 0.0


class Witness(Struct, frozen=True):
    """The best play that was found; it may stop where nobody else can be saved."""

    actions: list[dict[str, Any]]
    won: bool = False


class CampaignCertificate(Certificate, frozen=True, kw_only=True):
    """What a scenario carries with it."""

    rating: Rating | None = None
    par: int | None = None
    sheets: list[SheetNote] = []
    witness: Witness | None = None
