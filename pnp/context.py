"""What one run carries: the limits that its user allows, and what the game at hand has used of them.

A run is a thread of work: two of them in one process, for two users, know nothing of each other. Whatever else
outlives a run is either code or depends on nothing but what it is asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from pnp.limits import Limits, Meter


class Context:
    """The limits of a run, and what is left of them."""

    def __init__(self, allowed: Limits) -> None:
        self.limits = allowed
        self.meter = Meter(allowed)
        self.compiled: set[str] = set()
        """The templates that this run has paid for, whoever has compiled them."""


_CURRENT: ContextVar[Context] = ContextVar("pnp.context")


def context() -> Context:
    """Return what this run carries; one that nobody has prepared has the usual limits."""
    found = _CURRENT.get(None)
    if found is None:
        found = Context(Limits())
        _CURRENT.set(found)
    return found


def limits() -> Limits:
    """Return the limits of this run."""
    return context().limits


def meter() -> Meter:
    """Return the account of the game at hand."""
    return context().meter


def allow(allowed: Limits) -> None:
    """Go on with other limits, and with an account that nothing is charged to."""
    _CURRENT.set(Context(allowed))


@contextmanager
def run_with(allowed: Limits) -> Iterator[None]:
    """Let a block be a run of its own."""
    before = _CURRENT.set(Context(allowed))
    try:
        yield
    finally:
        _CURRENT.reset(before)
