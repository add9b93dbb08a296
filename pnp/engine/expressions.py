"""Expressions of play.yaml: those of the templates, each with its place, worked out from the names of a state."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, Protocol, cast

from pnp.diagnostics import Problems, Span, fail
from pnp.engine.cards import Card
from pnp.load.closures import OfNames
from pnp.load.jinja import Expression
from pnp.load.values import TemplateFault

Names = Mapping[str, Any]
At = Callable[[int, int], Span]
"""Says where in its file some characters of a text stand."""
KNOWN = "_known"
"""The name of what has been worked out of a state; whatever changes it empties this."""
_KEYS = frozenset((int, str, Card))
NOT_THERE = object()
"""What a name means that has no meaning."""


class Ask(Protocol):
    """Something that can be worked out from the names of a state."""

    def __call__(self, names: Names, /) -> Any:
        """Return what it comes to."""


class Ex:
    """An expression with its place; what goes wrong is told there."""

    __slots__ = ("_at", "_value", "text")

    def __init__(self, expression: Expression, at: At) -> None:
        self.text = expression.text
        self._value = expression.value
        self._at = at

    def __call__(self, names: Names, /) -> Any:
        """Return what it comes to."""
        try:
            return self._value(names)
        except TemplateFault as fault:
            raise self.fault(fault.code, fault.message, fault.hint, fault.offset, fault.length) from None

    def fault(self, code: str, message: str, hint: str | None = None, offset: int = 0, length: int = 0) -> Problems:
        """Return a fault at the place of this expression."""
        return fail(code, message, self._at(offset, length or len(self.text)), hint)


def number_of(ask: Ex, names: Names) -> int:
    """Return a whole number, or say that it is none."""
    found = ask(names)
    if isinstance(found, float) and found.is_integer():
        return int(found)
    if isinstance(found, bool) or not isinstance(found, int):
        raise ask.fault("type", f"this must be a whole number, not {_told(found)}")
    return found


def list_of(ask: Ex, names: Names) -> list[Any]:
    """Return a list, or say that it is none."""
    found = ask(names)
    if not isinstance(found, (list, tuple, range)):
        raise ask.fault("type", f"this must be a list, not {_told(found)}")
    return list(found)


def seat_of(ask: Ex, names: Names) -> int:
    """Return a seat, or say that it is none."""
    seat = number_of(ask, names)
    if not 0 <= seat < names["players"]:
        raise ask.fault("seat", f"there is no seat {seat}; seats are 0 to {names['players'] - 1}")
    return seat


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "yes or no"
    if isinstance(value, str):
        return f"the word '{value}'"
    return "nothing" if value is None else "a record" if isinstance(value, dict) else "a list or something else"


# ---------------------------------------------------------------- functions


def function(parameters: Sequence[str], body: Ask) -> OfNames:
    """Return a named expression as what other expressions call; it is worked out once for each state."""

    def of(names: Names, *given: Any) -> Any:
        if len(given) != len(parameters):
            raise TemplateFault("call", f"this value wants to be told {', '.join(parameters)}, not {len(given)} things")
        own = cast(MutableMapping[str, Any], names)  # those of a state, which are nobody else's
        known: dict[Any, Any] = own[KNOWN]
        key = (of, own["me"], *given) if all(type(one) in _KEYS for one in given) else None
        if key in known:
            return known[key]
        before = [(name, own.get(name, NOT_THERE)) for name in parameters]
        own.update(zip(parameters, given, strict=True))
        try:
            found = body(own)
        finally:
            for name, value in before:
                put_back(own, name, value)
        if key is not None:
            known[key] = found
        return found

    return OfNames(of)


def put_back(names: MutableMapping[str, Any], name: str, value: Any) -> None:
    """Give a name the meaning that it had before, or none."""
    if value is NOT_THERE:
        names.pop(name, None)
    else:
        names[name] = value


def list_made(name: str, entries: Ex, where: Ask | None, result: Ask) -> Ask:
    """Return the list of what a result comes to for each entry that counts."""

    def made(names: Names) -> list[Any]:
        own = cast(MutableMapping[str, Any], names)
        found, before = [], own.get(name, NOT_THERE)
        try:
            for entry in list_of(entries, own):
                own[name] = entry
                if where is None or where(own):
                    found.append(result(own))
        finally:
            put_back(own, name, before)
        return found

    return made
