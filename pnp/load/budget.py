"""What a template may cost: steps by the size of what it works on, and a bound on every value that it makes.

Size is counted over the whole tree of a value, keys and shared parts each time they are met, for that is what
comparing, hashing and printing walk through. Twenty characters or three hundred bits count as one value.
"""

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Self

from pnp.context import context, limits, meter
from pnp.limits import MOST_BITS, MOST_PLAY_STEPS, how_to_raise
from pnp.load.values import TemplateFault, check_length_of

NODES_PER_STEP = 4
"""Parts of a template that run for one step."""
_STEPS_PER_CHARACTER = 10
"""What compiling costs, so that thousands of small templates are bounded too."""
_VALUES_PER_STEP = 5
_SMALL_NUMBER = 2**64
_SHORT_TEXT = 100
_FREE = frozenset((bool, float, type(None)))


class Budget:
    """Counts the steps of one rendering, from its start to its end; then the game's own account is settled."""

    def __init__(self) -> None:
        self.left = self._given = min(limits().template_steps, meter().left("game_steps"))

    def __enter__(self) -> Self:
        self._before = _RENDERING.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _RENDERING.reset(self._before)
        meter().spend("game_steps", min(self._given, self._given - self.left))

    def spend(self, steps: int = 1) -> None:
        """Take steps; refuse what is too much."""
        self.left -= steps
        if self.left < 0:
            self._refuse()

    def _refuse(self) -> None:
        most = limits().template_steps
        if self._given < most:
            meter().spend("game_steps", self._given - self.left)
        hint = how_to_raise("template_steps")
        raise TemplateFault("budget", f"the template takes more than {most} steps", hint=hint)


class Allowance(Budget):
    """Steps of a game in progress, which are many and cost the run nothing."""

    used = 0
    """What all games of this process have taken so far."""

    def __init__(self) -> None:
        self.left = self._given = MOST_PLAY_STEPS

    def __exit__(self, *_: object) -> None:
        _RENDERING.reset(self._before)
        Allowance.used += self._given - self.left

    def _refuse(self) -> None:
        raise TemplateFault("budget", f"one move takes more than {MOST_PLAY_STEPS} steps")


_RENDERING: ContextVar[Budget] = ContextVar("pnp.load.budget")


def spend(steps: int = 1) -> None:
    """Take steps of the rendering at hand."""
    _RENDERING.get().spend(steps)


def pay_for(text: str) -> None:
    """Charge a run with compiling a template, once, whether it was the first that needed it or not."""
    compiled = context().compiled
    if text not in compiled:
        meter().spend("game_steps", _STEPS_PER_CHARACTER * len(text))
        compiled.add(text)


def weigh(*values: Any) -> None:
    """Spend steps by the size of values that one operation walks through, whatever is nested in them."""
    for value in values:
        if not _is_small(value):
            budget = _RENDERING.get()
            budget.spend(_size(value, _VALUES_PER_STEP * (budget.left + 1)) // _VALUES_PER_STEP)


def weigh_length(*values: Any) -> None:
    """Spend steps by the length of values whose entries are left alone."""
    for value in values:
        if isinstance(value, (list, tuple, dict)):
            spend(len(value) // _VALUES_PER_STEP)
        elif not isinstance(value, range):
            weigh(value)


def weigh_numbers(left: float, right: float) -> None:
    """Spend steps for an operation on two numbers whose cost may grow with the product of their lengths."""
    if isinstance(left, int) and isinstance(right, int):
        spend((left.bit_length() // 500) * (right.bit_length() // 500) // 4)


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
        spend()
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
