"""How characters walk: the one place where moves of the content become reachable squares.

Engine, bots and the printed movement diagrams all ask this module, so a diagram can never
show a step that the engine refuses.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol

Directions = Literal["orthogonal", "diagonal", "any"]

_ORTHOGONAL = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
DELTAS: Mapping[Directions, tuple[tuple[int, int], ...]] = {
    "orthogonal": _ORTHOGONAL,
    "diagonal": _DIAGONAL,
    "any": _ORTHOGONAL + _DIAGONAL,
}


class MoveRule(Protocol):
    """A role's way of walking, as content states it."""

    @property
    def steps(self) -> int:
        """Return the longest walk."""

    @property
    def directions(self) -> Directions:
        """Return the allowed directions."""

    @property
    def straight(self) -> bool:
        """Return whether turning is forbidden."""

    @property
    def through(self) -> bool:
        """Return whether occupied squares may be crossed."""


class Walk(NamedTuple):
    """A move rule as plain values, for diagrams that ask "what if"."""

    steps: int
    directions: Directions
    straight: bool
    through: bool


class Grid(NamedTuple):
    """A field of squares numbered line by line from the upstream left corner."""

    columns: int
    lines: int

    def step(self, square: int, delta: tuple[int, int]) -> int | None:
        """Return the neighbouring square, or None beyond the edge."""
        line, column = divmod(square, self.columns)
        column += delta[0]
        line += delta[1]
        if 0 <= column < self.columns and 0 <= line < self.lines:
            return line * self.columns + column
        return None


def reach(rule: MoveRule, grid: Grid, start: int, occupied: int) -> dict[int, int]:
    """Return the squares a character may end its move on, each with the fewest steps.

    `occupied` is a bit mask of squares; the start square counts as left behind.
    """
    blocked = occupied & ~(1 << start)
    walk = _straight if rule.straight else _turning
    return walk(rule, grid, start, blocked)


def _straight(rule: MoveRule, grid: Grid, start: int, blocked: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for delta in DELTAS[rule.directions]:
        square = start
        for step in range(1, rule.steps + 1):
            beyond = grid.step(square, delta)
            if beyond is None:
                break
            square = beyond
            if not blocked >> square & 1:
                found[square] = step
            elif not rule.through:
                break
    return found


def _turning(rule: MoveRule, grid: Grid, start: int, blocked: int) -> dict[int, int]:
    seen = {start: 0}
    edge = [start]
    for step in range(1, rule.steps + 1):
        following: list[int] = []
        for square in edge:
            for delta in DELTAS[rule.directions]:
                beyond = grid.step(square, delta)
                if beyond is None or beyond in seen:
                    continue
                if blocked >> beyond & 1 and not rule.through:
                    continue
                seen[beyond] = step
                following.append(beyond)
        edge = following
    return {square: step for square, step in seen.items() if square != start and not blocked >> square & 1}


class Movement:
    """The moves of all roles on one grid, each asked position computed once."""

    __slots__ = ("_known", "grid", "rules")

    def __init__(self, grid: Grid, rules: Mapping[str, MoveRule]) -> None:
        self.grid = grid
        self.rules = dict(rules)
        self._known: dict[tuple[str, int, int], tuple[int, ...]] = {}

    def squares(self, role: str, start: int, occupied: int) -> tuple[int, ...]:
        """Return where a role may move to, in square order."""
        key = (role, start, occupied)
        found = self._known.get(key)
        if found is None:
            found = tuple(sorted(reach(self.rules[role], self.grid, start, occupied)))
            self._known[key] = found
        return found


def mask(squares: Iterable[int]) -> int:
    """Return the bit mask of some squares."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits
