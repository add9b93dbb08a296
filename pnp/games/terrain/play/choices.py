"""What players of Terrain Storm choose."""

from typing import Annotated, ClassVar

from msgspec import Meta

from pnp.play.notation import Seat
from pnp.play.state import Choice

Cell = tuple[int, int]
Rot = Annotated[int, Meta(ge=0, le=3)]


class Place(Choice, frozen=True, tag="place"):
    """Lay a card of the hand: the cell of its first tile, and where the second one lies."""

    clause: ClassVar[str] = "turn.choose"
    secret: ClassVar[bool] = True
    card: int
    cell: Cell
    rot: Rot


class Storm(Choice, frozen=True, tag="storm"):
    """Lay double water in place of a card of the island, which goes elsewhere."""

    clause: ClassVar[str] = "storm.option"
    secret: ClassVar[bool] = True
    card: int
    lift: int
    cell: Cell
    rot: Rot


class Claim(Choice, frozen=True, tag="claim"):
    """Take a Request that the island fulfils."""

    clause: ClassVar[str] = "requests.match"
    request: str


class Call(Choice, frozen=True, tag="call"):
    """In casual play: a seat is the first to call a Request."""

    clause: ClassVar[str] = "variants.call"
    seat: Seat
    request: str


class Silence(Choice, frozen=True, tag="silence"):
    """In casual play: nobody calls anything more."""

    clause: ClassVar[str] = "variants.call"
    idle: ClassVar[bool] = True


Choices = Place | Storm | Claim | Call | Silence
