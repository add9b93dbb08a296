"""Scenario checks: small named functions, each tied to the rule clauses it enforces."""

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

S = TypeVar("S")

Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """One thing wrong with a scenario, and the place in its file."""

    message: str
    path: Path = ()
    name: str = ""
    """What this fault is called in short, where the name of its check does not say it."""


class Violation(NamedTuple):
    """A fault together with the check that found it."""

    check: str
    name: str
    hard: bool
    clauses: tuple[str, ...]
    message: str
    path: Path


class Check(NamedTuple, Generic[S]):
    """A named check over a scenario."""

    id: str
    name: str
    hard: bool
    clauses: tuple[str, ...]
    run: Callable[[S], Iterable[Fault]]
    parts: tuple[str, ...] = ()

    def violation(self, fault: Fault) -> Violation:
        """Return a fault that this check found."""
        return Violation(self.id, fault.name or self.name, self.hard, self.clauses, fault.message, fault.path)


def seats_fault(players: int, fewest: int, most: int) -> Iterator[Fault]:
    """Yield what is wrong with a number of players."""
    if not fewest <= players <= most:
        yield Fault(f"'players' must be {fewest} to {most}", ("players",))


class CheckList(Generic[S]):
    """The checks of one game, in the order they are declared."""

    def __init__(self) -> None:
        self.checks: list[Check[S]] = []

    def add(
        self, id: str, name: str, *, hard: bool, clauses: tuple[str, ...], parts: tuple[str, ...] = ()
    ) -> Callable[[Callable[[S], Iterable[Fault]]], Callable[[S], Iterable[Fault]]]:
        """Register a check; hard ones make a scenario illegal, soft ones merely poor.

        It answers for the form of the parts named; the first check answers for all others.
        """

        def register(run: Callable[[S], Iterable[Fault]]) -> Callable[[S], Iterable[Fault]]:
            self.checks.append(Check(id, name, hard, clauses, run, parts))
            return run

        return register

    def run(self, scenario: S, *, soft: bool = True) -> list[Violation]:
        """Run every check and return all violations; soft ones only when asked for."""
        return [check.violation(fault) for check in self.checks if soft or check.hard for fault in check.run(scenario)]

    def first(self, scenario: S) -> Violation | None:
        """Return the first violation, if there is any; quicker than to find them all."""
        return next((check.violation(fault) for check in self.checks for fault in check.run(scenario)), None)

    def form(self, fault: Fault) -> Violation:
        """Return a fault of form as a violation of the check that answers for this part."""
        part = fault.path[0] if fault.path else ""
        return next((check for check in self.checks if part in check.parts), self.checks[0]).violation(fault)
