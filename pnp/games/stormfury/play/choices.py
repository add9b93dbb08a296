"""What experts of Project Stormfury choose, and what the cards say that are dealt at the table."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from pnp.games.stormfury.content.compiled import Site
from pnp.play.notation import Seat
from pnp.play.state import Choice

Cards = tuple[str, ...]


class Place(Choice, frozen=True, tag="place"):
    """Put the own token into a city, before the first turn."""

    clause: ClassVar[str] = "setup.place"
    city: str


class Forecast(Choice, frozen=True, tag="forecast"):
    """The hurricane cards of a forecast dealt at the table."""

    clause: ClassVar[str] = "forecast.deal"
    cards: Cards


class Draw(Choice, frozen=True, tag="draw", rename={"source": "from"}):
    """Draw a card: the top one of the deck, or one of the open pile."""

    clause: ClassVar[str] = "turn.draw"
    source: Literal["deck", "pile"]
    card: str | None = None


class Reshuffle(Choice, frozen=True, tag="reshuffle"):
    """The shuffled discards as the new deck, from the top."""

    clause: ClassVar[str] = "turn.reshuffle"
    order: Cards


class Lay(Choice, frozen=True, tag="lay"):
    """Lay cards just drawn on the open pile."""

    clause: ClassVar[str] = "roles.relief"
    cards: Cards


class DrawMore(Choice, frozen=True, tag="draw_more"):
    """Draw more cards instead of playing recipes."""

    clause: ClassVar[str] = "turn.play-or-draw"


class Fortify(Choice, frozen=True, tag="fortify"):
    """Play a Fortify card: a chit on every space that is named, on one that is named twice two."""

    clause: ClassVar[str] = "turn.fortify"
    card: str
    pay: Cards
    on: tuple[str, ...]


class Dam(Choice, frozen=True, tag="dam"):
    """Play a Dam card: chits at road ends or, by the switch, in cities."""

    clause: ClassVar[str] = "turn.dam"
    card: str
    pay: Cards
    at: tuple[Site, ...]


class Evacuate(Choice, frozen=True, kw_only=True, tag="evacuate"):
    """Bring people out of the city, with a card or by a power."""

    clause: ClassVar[str] = "turn.evacuate"
    card: str | None = None
    people: Annotated[int, Meta(ge=1)]
    pay: Cards


class Move(Choice, frozen=True, tag="move"):
    """Travel along a road."""

    clause: ClassVar[str] = "turn.move"
    to: str


class Trade(Choice, frozen=True, tag="trade", rename={"partner": "with"}):
    """Swap cards with the expert of another seat in the same city."""

    clause: ClassVar[str] = "turn.trade"
    partner: Seat
    give: Cards
    get: Cards


class End(Choice, frozen=True, tag="end"):
    """End the turn and discard what is over the limit."""

    clause: ClassVar[str] = "turn.end"
    discard: Cards = ()


class Flip(Choice, frozen=True, tag="flip"):
    """The cards of the forecast flipped at the table, in their order."""

    clause: ClassVar[str] = "hurricane.flip"
    cards: Cards


Choices = Place | Forecast | Draw | Reshuffle | Lay | DrawMore | Fortify | Dam | Evacuate | Move | Trade | End | Flip
