"""The cells of boards: their names, who is beside whom, straight lines and distances."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import count
from string import ascii_lowercase

from pnp.model_play import Places

Cell = tuple[int, int]
_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))
_SLANTED = ((1, 1), (-1, 1))


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell as on a chessboard: a1 in the upper left corner."""
    letters = ascii_lowercase[column % 26]
    return f"{letters * (1 + column // 26)}{row + 1}"


class Map:
    """The places of one board."""

    def __init__(self, spec: Places) -> None:
        self.near: dict[str, list[str]] = {}
        self._ways: list[list[list[str]]] = []
        if spec.grid is not None:
            self._grid(*spec.grid)
        elif spec.hexes is not None:
            self._hexes(*spec.hexes)
        else:
            self._named(spec.names or {})

    @cached_property
    def names(self) -> list[str]:
        """The places in their order."""
        return list(self.near)

    def rows(self, length: int) -> list[list[str]]:
        """Return all straight lines of so many places."""
        lines = [line for way in self._ways for line in way]
        if length < 1:
            return []
        if length == 1:
            return [[name] for name in self.names]
        return [line[start : start + length] for line in lines for start in range(len(line) - length + 1)]

    def far(self, one: str, other: str) -> int | None:
        """Return the steps from place to place."""
        return self._distances(one).get(other)

    def _distances(self, start: str) -> Mapping[str, int]:
        known = self._known.get(start)
        if known is None:
            known = {start: 0}
            waiting = deque([start])
            while waiting:
                here = waiting.popleft()
                for beside in self.near[here]:
                    if beside not in known:
                        known[beside] = known[here] + 1
                        waiting.append(beside)
            self._known[start] = known
        return known

    @cached_property
    def _known(self) -> dict[str, dict[str, int]]:
        return {}

    # ------------------------------------------------------------- kinds

    def _grid(self, columns: int, rows: int) -> None:
        cells = {(x, y): cell_name(x, y) for y in range(rows) for x in range(columns)}
        self.near = {
            name: [cells[x + dx, y + dy] for dx, dy in _SQUARE if (x + dx, y + dy) in cells]
            for (x, y), name in cells.items()
        }
        ways = ((1, 0), (0, 1), *_SLANTED)
        self._ways = [list(_lines(cells, *way)) for way in ways]

    def _hexes(self, columns: int, rows: int) -> None:
        """Lay hexes out in rows, every other one shifted to the right by half a hex."""
        cells = {(x - y // 2, y): cell_name(x, y) for y in range(rows) for x in range(columns)}  # axial coordinates
        ways = ((1, 0), (0, 1), (-1, 1))
        both = [*ways, *((-x, -y) for x, y in ways)]
        self.near = {
            name: [cells[q + dq, r + dr] for dq, dr in both if (q + dq, r + dr) in cells]
            for (q, r), name in cells.items()
        }
        self._ways = [list(_lines(cells, *way)) for way in ways]

    def _named(self, names: Mapping[str, Iterable[str]]) -> None:
        self.near = {name: [] for name in names}
        for name, beside in names.items():
            for other in beside:
                for one, two in ((name, other), (other, name)):
                    if two not in self.near[one]:
                        self.near[one].append(two)


def _lines(cells: Mapping[Cell, str], dx: int, dy: int) -> Iterator[list[str]]:
    """Yield the longest straight lines of one direction."""
    for x, y in cells:
        if (x - dx, y - dy) not in cells:
            length = next(i for i in count() if (x + i * dx, y + i * dy) not in cells)
            yield [cells[x + i * dx, y + i * dy] for i in range(length)]
