"""The small interface that every game's engine offers to bots, referee, solver and simulator."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct

from pnp.play.seeds import Stream


class Choice(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """A choice as a player makes it; in a recorded game it reads e.g. ``{do: step, to: [3, 2]}``."""

    clause: ClassVar[str] = ""
    """The rule that is cited when a choice of this kind is written wrongly."""
    secret: ClassVar[bool] = False
    """Other seats do not see what was chosen."""
    idle: ClassVar[bool] = False
    """Nothing is done by it; a record may say so where nothing was asked."""


Action = Mapping[str, Any]

CHANCE = -1
OVER = -2

F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")
V_co = TypeVar("V_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Illegal(Exception):
    """A refused action: a short code, the rule clause it breaks, and a sentence for people."""

    def __init__(self, code: str, clause: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return Illegal, (self.code, self.clause, self.message)


class State(Protocol[A, V_co]):
    """A game in progress: A are its choices, V_co is what a seat sees."""

    def to_act(self) -> int:
        """Return the seat (from 0) whose choice is awaited, or CHANCE, or OVER."""

    def legal_actions(self) -> list[A]:
        """List every action the acting seat may take now; an empty list only when over."""

    def apply(self, action: A) -> None:
        """Carry out an action; raise Illegal and change nothing when a rule forbids it."""

    def chance(self, stream: Stream) -> A:
        """Draw the action of CHANCE from a stream (only when to_act() is CHANCE)."""

    def result(self) -> Mapping[str, Any]:
        """Return the outcome of a finished game: JSON values, with "scores", one number a seat."""

    def view(self, seat: int) -> V_co:
        """Return what that seat may know, no hidden card."""

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, hidden cards included, as JSON values."""

    def copy(self) -> Self:
        """Return an independent copy."""


AnyState = State[Any, Any]


class Bot(Protocol[A, V_contra]):
    """A player: picks an action from what its seat may see."""

    def choose(self, view: V_contra, legal: list[A]) -> A:
        """Return one of the legal actions."""


AnyBot = Bot[Any, Any]


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
