"""The small interface that every game's engine offers to bots, referee, solver and simulator."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from pnp.play.seeds import Stream

Action = Mapping[str, Any]
"""A choice as it stands in a recorded game, e.g. ``{"do": "step", "to": [3, 2]}``: JSON values only."""

CHANCE = -1
OVER = -2

F = TypeVar("F", bound=Callable[..., Any])


class Illegal(Exception):
    """A refused action: a short code, the rule clause it breaks, and a sentence for people."""

    def __init__(self, code: str, clause: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return Illegal, (self.code, self.clause, self.message)


class State(Protocol):
    """A game in progress."""

    def to_act(self) -> int:
        """Return the seat (from 0) whose choice is awaited, or CHANCE, or OVER."""

    def legal_actions(self) -> list[Action]:
        """List every action the acting seat may take now; an empty list only when over."""

    def apply(self, action: Action) -> None:
        """Carry out an action; raise Illegal and change nothing when a rule forbids it."""

    def chance(self, stream: Stream) -> Action:
        """Draw the action of CHANCE from a stream (only when to_act() is CHANCE)."""

    def result(self) -> Mapping[str, Any]:
        """Return the outcome of a finished game: JSON values, with "scores", one number a seat."""

    def view(self, seat: int) -> Mapping[str, Any]:
        """Return what that seat may know: JSON values, no hidden card."""

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, hidden cards included, as JSON values."""

    def copy(self) -> Self:
        """Return an independent copy."""


class Bot(Protocol):
    """A player: picks an action from what its seat may see."""

    def choose(self, view: Mapping[str, Any], legal: list[Action]) -> Action:
        """Return one of the legal actions."""


class Enforcement(NamedTuple):
    """A piece of code that carries out rule clauses."""

    clauses: tuple[str, ...]
    where: str


ENFORCED: list[Enforcement] = []
"""The steps of all engines that declare which clauses they carry out."""


def enforces(*clauses: str) -> Callable[[F], F]:
    """Declare which rule clauses a function of a game carries out."""

    def register(function: F) -> F:
        ENFORCED.append(Enforcement(clauses, f"{function.__module__}.{function.__qualname__}"))
        return function

    return register
