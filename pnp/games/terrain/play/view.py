"""What lies open on the table, and what a seat sees besides."""

from msgspec import Struct

from pnp.games.terrain.play.choices import Cell, Place, Storm


class Laid(Struct, frozen=True):
    """A card on an island."""

    card: int
    cell: Cell
    rot: int


class Table(Struct, frozen=True):
    """Everything that lies open."""

    round: int
    turn: int
    lead: int
    to_act: int
    claiming: bool
    chosen: tuple[bool, ...]
    hand_sizes: tuple[int, ...]
    open_requests: tuple[str, ...]
    requests_left: int
    open_awards: tuple[str, ...]
    awards_left: int
    islands: tuple[tuple[Laid, ...], ...]
    requests: tuple[tuple[str, ...], ...]
    awards: tuple[tuple[str, ...], ...]


class View(Struct, frozen=True):
    """What a seat sees."""

    table: Table
    seat: int
    hand: tuple[int, ...]
    move: Place | Storm | None
    """The one that this seat has chosen, until all have."""
