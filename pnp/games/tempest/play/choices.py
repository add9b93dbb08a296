"""What a player of Tempest chooses."""

from typing import ClassVar, Literal

from pnp.games.tempest.content.areas import Heading
from pnp.play.state import Choice

Square = tuple[int, int]
StormSuit = Literal["diamonds", "clubs"]


class Storm(Choice, frozen=True, tag="storm", rename={"deck": "from"}):
    """Draw the storm card from one of its two decks."""

    clause: ClassVar[str] = "round.deck"
    deck: StormSuit


class GoOn(Choice, frozen=True, tag="go-on"):
    """Let the storm, or the beast, have its way, though a power could be used."""

    clause: ClassVar[str] = "round.order"
    idle: ClassVar[bool] = True


class Open(Choice, frozen=True, tag="free"):
    """Walled in: remove an obstacle square."""

    clause: ClassVar[str] = "final.walled-in"
    at: Square


class Step(Choice, frozen=True, tag="step"):
    """Take one step with the card."""

    clause: ClassVar[str] = "move.steps"
    to: Heading


class Force(Choice, frozen=True, tag="force"):
    """Force forward: one square instead of the card."""

    clause: ClassVar[str] = "move.force"
    to: Heading


class PickUp(Choice, frozen=True, tag="pick-up"):
    """Take somebody on the same square along."""

    clause: ClassVar[str] = "citizens.pick-up"
    citizen: str


class Abandon(Choice, frozen=True, tag="abandon"):
    """Leave somebody behind."""

    clause: ClassVar[str] = "citizens.abandon"
    citizen: str


class UsePower(Choice, frozen=True, tag="power"):
    """Use the power that somebody lends, on a square or for a citizen where it asks for one."""

    clause: ClassVar[str] = "powers.when"
    of: str
    at: Square | None = None
    citizen: str | None = None


class End(Choice, frozen=True, tag="end"):
    """End the round."""

    clause: ClassVar[str] = "move.end"


Choices = Storm | GoOn | Open | Step | Force | PickUp | Abandon | UsePower | End
