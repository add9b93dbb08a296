"""The filters that content may use; each pays for the size of what it works on and of what it makes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

from jinja2 import Environment
from jinja2.exceptions import SecurityError
from jinja2.filters import do_round, make_attrgetter
from jinja2.utils import _PassArg

from pnp.limits import MOST_ADDED
from pnp.load.budget import NODES_PER_STEP, made, spend, weigh, weigh_length
from pnp.load.values import TemplateFault, check_length, check_length_of, show

_FILTERS = frozenset(
    (
        "abs",
        "capitalize",
        "count",
        "d",
        "default",
        "dictsort",
        "first",
        "float",
        "groupby",
        "int",
        "items",
        "join",
        "last",
        "length",
        "list",
        "lower",
        "map",
        "max",
        "min",
        "reject",
        "rejectattr",
        "replace",
        "reverse",
        "round",
        "select",
        "selectattr",
        "sort",
        "string",
        "sum",
        "title",
        "trim",
        "unique",
        "upper",
    )
)
_CONSTANT = frozenset(("count", "d", "default", "first", "length"))
"""Filters that take the same time whatever they are given."""
_SHALLOW = frozenset(("items", "last", "list", "map", "reject", "rejectattr", "reverse", "select", "selectattr"))
"""Filters that leave the entries of a list alone; those that come one by one are counted as they come."""
_OF_TEXTS = frozenset(("capitalize", "lower", "string", "title", "trim", "upper"))
"""Filters that turn what they are given into a text."""


def _sized(value: Any) -> Any:
    weigh(value)
    return value


def paid(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter or test that pays for the size of what it is given and what it makes."""
    charge = weigh_length if name in _SHALLOW else weigh

    @wraps(function)
    def paying(*args: Any, **kwargs: Any) -> Any:
        spend()
        if name in _CONSTANT:
            return made(function(*args, **kwargs))
        charge(*args, *kwargs.values())
        if name in _OF_TEXTS:
            args = (show(args[0]), *args[1:])
        result = made(function(*args, **kwargs))
        charge(result)
        return result

    return paying


def _counted(values: Any, nodes_inside: int = 0) -> Iterator[Any]:
    """Yield the entries of a loop; each pays for what stands inside of the loop."""
    if isinstance(values, Mapping):
        weigh_length(values)
        values = list(values)
    steps = 1 + nodes_inside // NODES_PER_STEP
    for value in values:
        spend(steps)
        yield value


def weighed(value: Any) -> str:
    """Write a value that is paid for."""
    weigh(value)
    return show(value)


def _shown(values: Iterable[Any], between: int = 0) -> list[str]:
    """Write values as texts, measured one by one: together they may be beyond all measure."""
    texts: list[str] = []
    length = 0
    for value in values:
        spend()
        texts.append(weighed(value))
        length += len(texts[-1]) + between
        check_length_of(length)
    return texts


def _concatenated(values: Iterable[Any]) -> str:
    return "".join(_shown(values))


def _joined(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    between = str(separator)
    return between.join(_shown((v[attribute] if attribute is not None else v for v in values), len(between)))


def _rounded(value: Any, precision: int = 0, method: str = "common") -> Any:
    if not isinstance(precision, int) or abs(precision) > 15:
        raise TemplateFault("budget", "numbers are rounded to 15 places at most")
    return do_round(value, precision, method)  # type: ignore[arg-type]


def _replaced(text: Any, old: Any, new: Any) -> str:
    source, before, after = show(text), show(old), show(new)
    times = source.count(before)
    check_length_of(len(source) + times * (len(after) - len(before)))
    return source.replace(before, after)


def _summed(environment: Environment, values: Any, attribute: str | int | None = None, start: Any = 0) -> Any:
    """Add values up, each addition bounded like one that is written out."""
    total = start
    of = make_attrgetter(environment, attribute) if attribute is not None else None
    for value in values:
        spend()
        total = added(total, of(value) if of else value)
    return total


_summed.jinja_pass_arg = _PassArg.environment  # type: ignore[attr-defined]


def added(left: Any, right: Any) -> Any:
    """Add two numbers, texts or short lists."""
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return made(left + right)
    if isinstance(left, str) and isinstance(right, str):
        check_length_of(len(left) + len(right))
        return left + right
    if isinstance(left, list) and isinstance(right, list) and len(left) + len(right) <= MOST_ADDED:
        weigh_length(left, right)
        return left + right
    raise SecurityError("only numbers, texts or short lists can be added")


_SMALL_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def in_words(value: Any) -> str:
    """Write a small whole number as a word."""
    if isinstance(value, int) and 0 <= value < len(_SMALL_NUMBERS):
        return _SMALL_NUMBERS[value]
    return show(value)


def plural(count: Any, one: str, many: str | None = None) -> str:
    """Return the word for that many things."""
    return one if count == 1 else (many if many is not None else one + "s")


def percent(share: Any, digits: int = 0) -> str:
    """Write a share of one in percent."""
    if not isinstance(share, (int, float)) or not 0 <= digits <= 15:
        raise TemplateFault("template", "only a number can be written in percent, with up to 15 digits")
    return f"{made(share):.{digits}%}"


def listed(values: Iterable[Any], last: str = "and") -> str:
    """Write a list as in a sentence: a, b and c."""
    items = _shown(values, 6)
    return check_length(", ".join(items[:-1]) + f" {last} " + items[-1] if len(items) > 1 else "".join(items))


_OWN: dict[str, Callable[..., Any]] = {
    "join": _joined,
    "replace": _replaced,
    "round": _rounded,
    "sum": _summed,
    "words": in_words,
    "plural": plural,
    "listed": listed,
    "percent": percent,
}
_OF_THE_GUARD: dict[str, Callable[..., Any]] = {"_counted": _counted, "_concatenated": _concatenated, "_sized": _sized}


def filters_of(known: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the filters that content may use out of those that Jinja has, with pnp's own and the guard's."""
    allowed = {name: function for name, function in known.items() if name in _FILTERS} | _OWN
    return {name: paid(name, function) for name, function in allowed.items()} | _OF_THE_GUARD
