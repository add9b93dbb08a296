"""What a seat sees: the open cards, its own hand, and how many cards lie in every deck."""

from msgspec import Struct

from pnp.games.horde.content.files import Mode

Cards = tuple[str, ...]


class Standing(Struct, frozen=True):
    """A character in the field."""

    card: str
    square: str
    wounded: bool


class HordeView(Struct, frozen=True):
    """What a seat sees of a player's cards."""

    field: dict[str, Standing]
    aval: Cards
    destroyed: Cards
    pack_discard: Cards
    pool: int
    support: int
    moved: Cards
    """Roles that have used their move."""
    entered: int
    out: str | None
    wit_left: int
    pack_left: int
    hand_size: int
    hand: Cards | None = None
    """None: that of another player."""
    pack_top: Cards = ()
    """The cards on top of the Pack that the player has seen."""


class Slot(Struct, frozen=True):
    """An Encounter of the row; face down its card is unknown."""

    card: str | None


class View(Struct, frozen=True):
    """What a seat sees."""

    seat: int
    mode: Mode
    turn: int
    status: str | None
    step: tuple[str | int, ...] | None
    """The step that waits for a choice: its name, then its arguments."""
    slots: tuple[str | None, ...]
    """The Breezes, from the first line on."""
    up: tuple[str | None, ...]
    up_taken: Cards
    breeze_discard: Cards
    breezes_left: int
    enc: tuple[Slot | None, ...]
    enc_discard: Cards
    enc_left: int
    hordes: tuple[HordeView, ...]

    @property
    def own(self) -> HordeView:
        """The seat's own cards."""
        return self.hordes[self.seat]
