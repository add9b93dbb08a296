"""Deals to be checked: scenarios of games with seats, perhaps written by hand, so nothing is taken for granted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pnp.play.checks import Fault


class Seats(Protocol):
    """How many can play."""

    @property
    def fewest(self) -> int:
        """The smallest number of players."""

    @property
    def most(self) -> int:
        """The largest number of players."""


class SeatedOptions(Protocol):
    """Options of a game with seats."""

    @property
    def seats(self) -> Seats:
        """How many can play."""


class SeatedContent(Protocol):
    """Content of a game with seats."""

    @property
    def options(self) -> SeatedOptions:
        """The game's options."""


C = TypeVar("C", bound=SeatedContent)


@dataclass(frozen=True)
class Deal(Generic[C]):
    """A deal to be checked, of any shape, with the content it is for."""

    content: C
    scenario: Any

    def part(self, key: str) -> Any:
        """Return a part of the deal, or None."""
        return self.scenario.get(key) if isinstance(self.scenario, Mapping) else None

    @property
    def players(self) -> int | None:
        """Return the number of players if it is a legal one."""
        seats = self.content.options.seats
        number = self.part("players")
        return number if whole(number) and seats.fewest <= number <= seats.most else None

    def heading_faults(self, game: str, format: int) -> Iterator[Fault]:
        """Yield what is wrong with the keys that every deal begins with."""
        seats = self.content.options.seats
        if self.part("game") != game:
            yield Fault(f"'game' must be {game}", ("game",))
        if not whole(self.part("format")) or self.part("format") != format:
            yield Fault(f"'format' must be {format}", ("format",))
        if not whole(self.part("seed")):
            yield Fault("'seed' must be a whole number", ("seed",))
        if self.players is None:
            yield Fault(f"'players' must be {seats.fewest} to {seats.most}", ("players",))


def whole(value: Any) -> bool:
    """Tell whether a value is a whole number (and not true or false)."""
    return type(value) is int
