"""What players of The Horde of Upwind choose, and which cards chance draws."""

from typing import ClassVar, Literal

from msgspec import field

from pnp.play.state import Choice


class Enter(Choice, frozen=True, tag="enter"):
    """Place a character of the zone downstream on a square of the last line."""

    clause: ClassVar[str] = "horde.enter"
    card: str
    to: str


class EndEntries(Choice, frozen=True, tag="end-entries"):
    """Let nobody else enter."""

    clause: ClassVar[str] = "horde.enter"
    idle: ClassVar[bool] = True


class Move(Choice, frozen=True, tag="move"):
    """Move a character, once a turn."""

    clause: ClassVar[str] = "horde.move"
    role: str
    to: str


class EndMoves(Choice, frozen=True, tag="end-moves"):
    """Move nobody else."""

    clause: ClassVar[str] = "horde.move"
    idle: ClassVar[bool] = True


class Play(Choice, frozen=True, tag="play"):
    """Play a power card of the hand."""

    clause: ClassVar[str] = "power.whole-cards"
    card: str


class Rest(Choice, frozen=True, tag="rest"):
    """Heal somebody."""

    clause: ClassVar[str] = "actions.rest"
    role: str


class Help(Choice, frozen=True, tag="help"):
    """Look at the top cards of the Pack."""

    clause: ClassVar[str] = "actions.help"


class Keep(Choice, frozen=True, tag="keep"):
    """Take one of the cards looked at."""

    clause: ClassVar[str] = "actions.help"
    card: str


class Provoke(Choice, frozen=True, tag="provoke"):
    """Move somebody once more."""

    clause: ClassVar[str] = "actions.provocation"
    role: str
    to: str


class Attack(Choice, frozen=True, tag="attack"):
    """Discard a face-up Encounter."""

    clause: ClassVar[str] = "actions.attack"
    slot: str


class EndActions(Choice, frozen=True, tag="end-actions"):
    """Act no more; what is left in the pool is lost."""

    clause: ClassVar[str] = "horde.act"
    idle: ClassVar[bool] = True


class Sacrifice(Choice, frozen=True, tag="sacrifice"):
    """Choose the double that is destroyed."""

    clause: ClassVar[str] = "meet.doubles"
    card: str


class Brace(Choice, frozen=True, tag="brace"):
    """Spend power on a line and face its wind."""

    clause: ClassVar[str] = "counter.power"
    line: int
    power: int


class Advance(Choice, frozen=True, tag="advance"):
    """Move a character that has won."""

    clause: ClassVar[str] = "counter.win"
    role: str
    to: str


class Stay(Choice, frozen=True, tag="stay"):
    """Let a character that has won stay where it is."""

    clause: ClassVar[str] = "counter.win"
    role: str


class Dismiss(Choice, frozen=True, tag="dismiss"):
    """Discard a character of the zone downstream."""

    clause: ClassVar[str] = "endturn.aval"
    card: str


class EndDiscards(Choice, frozen=True, tag="end-discards"):
    """Discard nobody else."""

    clause: ClassVar[str] = "endturn.aval"
    idle: ClassVar[bool] = True


class Draw(Choice, frozen=True, tag="draw"):
    """The next card of a shuffled deck."""

    clause: ClassVar[str] = "competition.mixed"
    source: Literal["breezes", "encounters"] = field(name="from")
    card: str


Choices = (
    Enter
    | EndEntries
    | Move
    | EndMoves
    | Play
    | Rest
    | Help
    | Keep
    | Provoke
    | Attack
    | EndActions
    | Sacrifice
    | Brace
    | Advance
    | Stay
    | Dismiss
    | EndDiscards
    | Draw
)
