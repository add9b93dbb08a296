"""A storm with its people, experts and cards, and what play showed of it."""

from typing import Literal

from msgspec import Struct

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import DeckName, LevelName
from pnp.games.stormfury.play.choices import Choices
from pnp.model import Strict
from pnp.play.deal import Certificate, Deal, Sealed

ClassName = Literal["mild", "standard", "severe"]
Footprint = Literal["final", "swath"]
Profile = Literal["even", "census"]


class RecordedTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """One turn of a storm."""

    turn: int
    deck: DeckName
    forecast: tuple[str, ...]
    flip: tuple[str, ...]
    center: tuple[int, int]
    category: int
    skipped_steps: int


class StormDeal(Deal, frozen=True, kw_only=True):
    """The whole storm, the people of the cities, the experts by seat, and the resource deck's first pass."""

    players: int
    level: LevelName | None = None
    """None in old files, which knew only the normal one."""
    footprint: Footprint | None = None
    """None: as the level says."""
    start: str
    category: int
    profile: Profile
    populations: dict[str, int]
    roles: tuple[str, ...]
    storm: tuple[RecordedTurn, ...]
    resources: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]

    @property
    def difficulty(self) -> LevelName:
        """The level of difficulty."""
        return self.level or "normal"

    def swath(self, content: StormfuryContent) -> bool:
        """Tell whether the storm also does damage on its way."""
        return (self.footprint or content.level(self.difficulty).footprint) == "swath"

    def people(self, content: StormfuryContent) -> list[int]:
        """Return how many live in each city, by its number."""
        return [self.populations[city.id] for city in content.board.cities]


class Rating(Strict, rename={"kind": "class"}):
    """What the storm does to a coast that nobody prepares, and to one that bots prepare."""

    undefended: int
    bot_median: float
    kind: ClassName | None = None
    bot_min: float = 0
    bot_max: float = 0
    saved: float = 0
    games: int = 0


class Witness(Strict):
    """A recorded game of the simulated team."""

    damage: int
    actions: tuple[Choices, ...]


class StormCertificate(Certificate, frozen=True, kw_only=True):
    """What a scenario carries with it."""

    rating: Rating | None = None
    par: float | None = None
    witness: Witness | None = None


Scenario = Sealed[StormDeal, StormCertificate]
