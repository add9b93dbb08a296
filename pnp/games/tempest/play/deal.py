"""A deal of Tempest as its file holds it, and what play showed of it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from pnp.games.tempest.content.files import SUITS
from pnp.games.tempest.play.choices import Choices, Square
from pnp.model import Strict
from pnp.play.deal import Certificate, Deal, Sealed

FINAL = "final"
CAMPAIGN = "campaign"
Role = Literal["map", "target", "blessing", "beast"]
FACE_ROLES: tuple[Role, ...] = ("map", "target", "blessing", "beast")
TARGET_LABEL = "T"


class Decks(Strict):
    """The play decks of a day, top card first."""

    hearts: tuple[int, ...]
    spades: tuple[int, ...]
    diamonds: tuple[int, ...]
    clubs: tuple[int, ...]

    @property
    def suits(self) -> Mapping[str, tuple[int, ...]]:
        """The decks by suit."""
        return dict(zip(SUITS, (self.hearts, self.spades, self.diamonds, self.clubs), strict=True))


class CitizenEntry(Strict, omit_defaults=True):
    """A citizen of a set-up."""

    letter: str
    name: str
    rank: int
    at: Square
    health: int | None = None


class ObstacleEntry(Strict):
    """An obstacle of a set-up: its x, its club (none when the clubs ran out), clubs rejected before."""

    at: Square
    club: int | None
    rejected: tuple[int, ...]
    cells: tuple[Square, ...]


class DayEntry(Strict, omit_defaults=True, kw_only=True):
    """The set-up of a day."""

    day: int
    size: int
    haven: Square
    citizens: tuple[CitizenEntry, ...]
    obstacles: tuple[ObstacleEntry, ...]
    decks: Decks
    discards: tuple[int, ...] = ()


class FinalEntry(Strict):
    """The set-up of the final day: four face cards, and the decks."""

    map: str
    target: str
    blessing: str
    beast: str
    decks: Decks

    @property
    def faces(self) -> Mapping[Role, str]:
        """The face cards by what they choose."""
        return dict(zip(FACE_ROLES, (self.map, self.target, self.blessing, self.beast), strict=True))


class TempestDeal(Deal, frozen=True, kw_only=True):
    """A campaign, or a single day of one."""

    play: str = field(default_factory=lambda: CAMPAIGN)
    """The number of a day, final or campaign; a factory, because it is written even where it is the usual one."""
    variant: str = ""
    earlier: tuple[str, ...] = ()
    """Who appeared on the days before a single one."""
    powers: tuple[str, ...] = ()
    """Whose powers are at hand on a single day."""
    days: tuple[DayEntry, ...] = ()
    final: FinalEntry | None = None

    @property
    def campaign(self) -> bool:
        """Whether all days are played."""
        return self.play == CAMPAIGN


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

    actions: tuple[Choices, ...]
    won: bool = False


class CampaignCertificate(Certificate, frozen=True, kw_only=True):
    """What a scenario carries with it."""

    rating: Rating | None = None
    par: int | None = None
    sheets: tuple[SheetNote, ...] = ()
    witness: Witness | None = None

    @property
    def notes(self) -> Mapping[str, SheetNote]:
        """What is known of each sheet, by its day."""
        return {note.day: note for note in self.sheets}


Scenario = Sealed[TempestDeal, CampaignCertificate]
