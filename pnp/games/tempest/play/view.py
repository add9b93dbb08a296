"""What a player who counts cards knows: everything but the order of the decks."""

from typing import Literal

from msgspec import Struct

from pnp.games.tempest.play.choices import Square, StormSuit

Phase = Literal["deck", "brace", "ward", "free", "move", "over"]
Status = Literal["map", "with", "rescued", "dead"]


class SeenCitizen(Struct, frozen=True):
    """A citizen, and where they are: with you, on the map, or gone from it."""

    letter: str
    name: str
    health: int
    status: Status
    at: Square | None


class SeenPower(Struct, frozen=True):
    """A power at hand; `left` is None where it is not used up."""

    of: str
    left: int | None


class OpenStorm(Struct, frozen=True, rename={"deck": "from"}):
    """The storm card that lies open."""

    deck: StormSuit
    card: int
    at: Square


class Movement(Struct, frozen=True):
    """The movement card, and what is left of it."""

    card: int
    left: int


class SeenTurn(Struct, frozen=True):
    """What has been done in this round."""

    spent: int
    stepped: bool
    forced: bool
    traded: bool
    carry: bool
    barrier: bool
    escorted: bool
    soothed: bool
    protected: tuple[str, ...]

    @property
    def begun(self) -> bool:
        """Whether movement has been used."""
        return self.stepped or self.forced or self.traded


class Unseen(Struct, frozen=True):
    """The cards of each suit that are still to come, sorted."""

    hearts: tuple[int, ...]
    spades: tuple[int, ...]
    diamonds: tuple[int, ...]
    clubs: tuple[int, ...]


class DayResult(Struct, frozen=True):
    """How a day ended; the score is the number rescued, `standing` breaks ties in a contest."""

    won: bool
    rescued: tuple[str, ...]
    dead: tuple[str, ...]
    left_behind: int
    health: int
    rounds: int
    damage: dict[str, int]
    deaths: dict[str, str]
    scores: tuple[int, ...]
    standing: tuple[int, ...]


class CampaignRecord(Struct, frozen=True):
    """What the campaign sheet says: who was rescued on which day, and how the days ended."""

    rescued: dict[str, int]
    days: tuple[DayResult, ...]


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player sees of a day in progress."""

    game: str
    day: str
    phase: Phase
    round: int
    rounds: int
    needed: int
    haven: Square
    player: Square
    map: tuple[str, ...]
    """Row by row: # for an obstacle, else the storm level."""
    citizens: tuple[SeenCitizen, ...]
    powers: tuple[SeenPower, ...]
    aside: Square | None
    beast: Square | None
    beast_name: str | None
    target: str | None
    unseen: Unseen
    storm: OpenStorm | None = None
    movement: Movement | None = None
    turn: SeenTurn
    campaign: CampaignRecord | None = None
