"""What a template may cost: steps by the size of what it works on, and a bound on every value that it makes.

Size is counted over the whole tree of a value, keys and shared parts each time they are met, for that is what
comparing, hashing and printing walk through. Twenty characters or three hundred bits count as one value.
"""

from collections.abc import Iterator
from typing import Any

from pnp.limits import LIMITS, METER, MOST_BITS, how_to_raise
from pnp.load.values import TemplateFault, check_length_of

NODES_PER_STEP = 4
"""Parts of a template that run for one step."""
_VALUES_PER_STEP = 5
_SMALL_NUMBER = 2**64
_SHORT_TEXT = 100
_FREE = frozenset((bool, float, type(None)))


class _Budget:
    """Counts the steps of one rendering; the game's own account is settled at its end."""

    def __init__(self) -> None:
        self.left = 0
        self._given = 0

    def start(self) -> None:
        """Give one rendering what it may take."""
        self.left = self._given = min(LIMITS.template_steps, METER.left("game_steps"))

    def spend(self, steps: int = 1) -> None:
        """Take steps; refuse what is too much."""
        self.left -= steps
        if self.left < 0:
            if self._given < LIMITS.template_steps:
                METER.spend("game_steps", self._given - self.left)
            raise TemplateFault(
                "budget",
                f"the template takes more than {LIMITS.template_steps} steps",
                hint=how_to_raise("template_steps"),
            )

    def settle(self) -> None:
        """Charge the game with what the rendering took."""
        METER.spend("game_steps", min(self._given, self._given - self.left))


BUDGET = _Budget()


def weigh(*values: Any) -> None:
    """Spend steps by the size of values that one operation walks through, whatever is nested in them."""
    for value in values:
        if not _is_small(value):
            BUDGET.spend(_size(value, _VALUES_PER_STEP * (BUDGET.left + 1)) // _VALUES_PER_STEP)


def weigh_length(*values: Any) -> None:
    """Spend steps by the length of values whose entries are left alone."""
    for value in values:
        if isinstance(value, (list, tuple, dict)):
            BUDGET.spend(len(value) // _VALUES_PER_STEP)
        elif not isinstance(value, range):
            weigh(value)


def weigh_numbers(left: float, right: float) -> None:
    """Spend steps for an operation on two numbers whose cost may grow with the product of their lengths."""
    if isinstance(left, int) and isinstance(right, int):
        BUDGET.spend((left.bit_length() // 500) * (right.bit_length() // 500) // 4)


def made(value: Any) -> Any:
    """Return a value that an operation made, unless it is too large; what comes one by one is counted so."""
    if isinstance(value, int):
        if not -_SMALL_NUMBER < value < _SMALL_NUMBER and value.bit_length() > MOST_BITS:
            raise TemplateFault("budget", f"a number grows beyond {MOST_BITS} binary digits")
    elif isinstance(value, str):
        check_length_of(len(value))
    elif isinstance(value, Iterator):
        return _metered(value)
    return value


def _metered(values: Iterator[Any]) -> Iterator[Any]:
    for value in values:
        BUDGET.spend()
        weigh(value)
        yield value


def _is_small(value: Any) -> bool:
    kind = type(value)
    if kind in _FREE:
        return True
    if kind is str:
        return len(value) <= _SHORT_TEXT
    return kind is int and -_SMALL_NUMBER < value < _SMALL_NUMBER


def _size(value: Any, most: int) -> int:
    """Count the values in a value, and stop soon after there are too many."""
    total, waiting = 0, [value]
    while waiting and total <= most:
        found = waiting.pop()
        kind = type(found)
        if kind in _FREE:
            continue
        if kind is str:
            total += len(found) // 20
        elif kind is int:
            total += found.bit_length() // 300
        elif isinstance(found, range):
            total += len(found)
        elif isinstance(found, dict):
            total += len(found)
            waiting.extend(found)
            waiting.extend(found.values())
        elif isinstance(found, (list, tuple)):
            total += len(found)
            waiting.extend(found)
    return total
