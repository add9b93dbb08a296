"""Expressions of play.yaml: those of the templates, each with its place, worked out from the names of a state."""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, Protocol, cast

from pnp.diagnostics import Problems, Span, fail
from pnp.load.closures import OfNames
from pnp.load.jinja import Expression
from pnp.load.values import TemplateFault

Names = Mapping[str, Any]
At = Callable[[int, int], Span]
"""Says where in its file some characters of a text stand."""
_NOT_THERE = object()


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
    """Return a named expression as what other expressions call."""

    def of(names: Names, *given: Any) -> Any:
        if len(given) != len(parameters):
            wanted = ", ".join(parameters) or "nothing"
            raise TemplateFault("call", f"this value wants to be told {wanted}, not {len(given)} things")
        with Bound(names, zip(parameters, given, strict=True)):
            return body(names)

    return OfNames(of)


class Bound:
    """Gives names a meaning for a while."""

    __slots__ = ("_before", "_names")

    def __init__(self, names: Names, meant: Any) -> None:
        self._names = cast(MutableMapping[str, Any], names)  # those of a state, which are nobody else's
        self._before = []
        for name, value in meant:
            self._before.append((name, self._names.get(name, _NOT_THERE)))
            self._names[name] = value

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        for name, value in reversed(self._before):
            if value is _NOT_THERE:
                del self._names[name]
            else:
                self._names[name] = value


def list_made(name: str, entries: Ex, where: Ask, result: Ask) -> Ask:
    """Return the list of what a result comes to for each entry that counts."""

    def made(names: Names) -> list[Any]:
        found = []
        for entry in list_of(entries, names):
            with Bound(names, [(name, entry)]):
                if where(names):
                    found.append(result(names))
        return found

    return made
