"""Two measurements of one game side by side: which figures a change has moved, and which only chance has."""

from collections.abc import Iterator, Mapping
from math import hypot
from typing import NamedTuple, TypedDict, TypeGuard

from pnp.play.stats import Z95

SURE = 3.0
"""Standard errors beyond which a difference is told: among hundreds of figures, chance hardly reaches that far."""

LARGEST = 1e15
"""No count or mean of a game is larger; beyond, arithmetic could fail."""

Figure = Mapping[str, object]
"""A middle value with the interval around it, and what else is known of it."""

_MIDDLES = ("rate", "mean", "difference")


class BalanceFile(TypedDict):
    """What balance.json holds; the keys beside the figures are there since they were first written."""

    game: str
    content: str
    games: int
    options: Mapping[str, object] | None
    figures: Mapping[str, object]


class Change(NamedTuple):
    """A figure before and after; `errors` is their distance in standard errors, None where that cannot be told."""

    path: tuple[str, ...]
    before: Figure
    after: Figure
    errors: float | None

    @property
    def sure(self) -> bool:
        """Say whether chance can be left out."""
        return self.errors is not None and abs(self.errors) >= SURE


def compare(before: Mapping[str, object], after: Mapping[str, object]) -> list[Change]:
    """List every figure that both measurements hold and that can be compared."""
    return list(_compare(before, after, ()))


def only_in_one(before: Mapping[str, object], after: Mapping[str, object]) -> list[tuple[str, ...]]:
    """List the figures that only one of the measurements holds."""
    one, two = dict.fromkeys(_figures(before, ())), dict.fromkeys(_figures(after, ()))
    return [path for path in {**one, **two} if path not in one or path not in two]


def _figures(figures: object, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(figures, Mapping) and middle_of(figures) is None:
        for key, value in figures.items():
            yield from _figures(value, (*path, str(key)))
    elif isinstance(figures, Mapping):
        yield path


def _compare(before: object, after: object, path: tuple[str, ...]) -> Iterator[Change]:
    if isinstance(before, list) and isinstance(after, list):
        before, after = (dict(enumerate(side, 1)) for side in (before, after))
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return
    middle = middle_of(before)
    if middle is not None:
        if middle_of(after) == middle:
            yield Change(path, before, after, _distance(before, after, middle))
        return
    for key, value in before.items():
        if key in after:
            yield from _compare(value, after[key], (*path, str(key)))


def damage(figures: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the place and fault of every figure that cannot be compared, for reports come from files."""
    if isinstance(figures, list):
        figures = dict(enumerate(figures))
    if not isinstance(figures, Mapping):
        return
    plain = [key for key in _MIDDLES if key in figures and not isinstance(figures[key], (Mapping, list))]
    if not plain:
        for key, value in figures.items():
            yield from damage(value, (*path, key))
        return
    for key in (plain[0], "low", "high", *(["n"] if "n" in figures else [])):
        if not _is_number(figures.get(key)):
            yield (*path, key), f"'{key}' of a figure is a number" if key in figures else f"this figure has no '{key}'"
    quartiles = figures.get("quartiles", [])
    if not (isinstance(quartiles, list) and all(q is None or _is_number(q) for q in quartiles)):
        yield (*path, "quartiles"), "'quartiles' of a figure are numbers"


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def middle_of(figure: Figure) -> str | None:
    """Return the key of a figure's middle value, if it has one with an interval around it."""
    numbers = {k for k, v in figure.items() if isinstance(v, (int, float))}
    return next((k for k in _MIDDLES if {k, "low", "high"} <= numbers), None)


def _distance(before: Figure, after: Figure, middle: str) -> float | None:
    """Return how many standard errors lie between two figures; the games need not be paired."""
    if min(_number(before, "n", 2), _number(after, "n", 2)) < 2:
        return None
    error = hypot(*((_number(side, "high") - _number(side, "low")) / 2 / Z95 for side in (before, after)))
    moved = _number(after, middle) - _number(before, middle)
    if error == 0:
        return 0.0 if moved == 0 else float("inf") if moved > 0 else float("-inf")
    return moved / error


def _number(figure: Figure, key: str, usual: float = 0.0) -> float:
    value = figure.get(key, usual)
    return float(value) if isinstance(value, (int, float)) else usual
