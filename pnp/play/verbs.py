"""Which choices each phase of a game takes, and the code that carries them out."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from pnp.play.state import Choice, Illegal

S = TypeVar("S")
X = TypeVar("X", bound=Choice)


def verb_of(choice: Choice | type[Choice]) -> str:
    """Return the verb of a choice as it is written in a recorded game."""
    return str(choice.__struct_config__.tag)


class Verbs(Generic[S]):
    """The choices of one game by phase; anything else is refused with the rule about that phase."""

    def __init__(self, clauses: Mapping[str, str]) -> None:
        """Take the phases with the rule that each is about."""
        self._clauses = clauses
        self._takes: dict[tuple[str, type[Choice]], Callable[[S, Any], None]] = {}

    def take(self, kind: type[X], *phases: str) -> Callable[[Callable[[S, X], None]], Callable[[S, X], None]]:
        """Let a method carry out a kind of choice during phases."""
        unknown = [phase for phase in phases if phase not in self._clauses]
        assert phases and not unknown, f"no such phase: {unknown}"

        def register(method: Callable[[S, X], None]) -> Callable[[S, X], None]:
            for phase in phases:
                self._takes[phase, kind] = method
            return method

        return register

    def during(self, phase: str) -> list[str]:
        """Return the verbs that a phase takes."""
        return [verb_of(kind) for when, kind in self._takes if when == phase]

    def apply(self, state: S, phase: str, choice: Choice) -> None:
        """Carry out a choice."""
        method = self._takes.get((phase, type(choice)))
        if method is None:
            message = f"now it is time to {' or to '.join(self.during(phase))}, not to {verb_of(choice)}"
            raise Illegal("not-now", self._clauses[phase], message)
        method(state, choice)
