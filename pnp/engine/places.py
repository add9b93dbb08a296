"""The cells of boards: their names, who is beside whom, straight lines and distances."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple

from pnp.draw.squares import column_name
from pnp.model_play import Places

Cell = tuple[int, int]
_SQUARE = ((1, 0), (0, 1))
_SLANTED = ((1, 1), (-1, 1))
_HEX = ((1, 0), (0, 1), (-1, 1))


class Drawn(NamedTuple):
    """A grid or hexes as text rows, one letter a cell; a space is none."""

    rows: Sequence[str]
    hexes: bool = False
    flat: bool = False


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell as boards print it: A1 in the upper left corner."""
    return f"{column_name(column)}{row + 1}"


class Map:
    """The places of one board."""

    def __init__(self, spec: Places, drawn: "Drawn | None" = None) -> None:
        self.near: dict[str, list[str]] = {}
        self.ground: dict[str, str] = {}
        """Place → its letter on the board."""
        self._ways: list[list[list[str]]] = []
        if spec.names is not None:
            self._named(spec.names)
            return
        if drawn is None:
            columns, rows = spec.grid or spec.hexes or (1, 1)
            drawn = Drawn(["." * columns] * rows, hexes=spec.hexes is not None)
        cells = [(x, y) for y, row in enumerate(drawn.rows) for x, letter in enumerate(row) if letter != " "]
        self.ground = {cell_name(x, y): drawn.rows[y][x] for x, y in cells}
        if not drawn.hexes:
            self._cells({(x, y): cell_name(x, y) for x, y in cells}, _SQUARE, _SLANTED)
        elif drawn.flat:  # every other column is shifted down by half a hex
            self._cells({(x, y - x // 2): cell_name(x, y) for x, y in cells}, _HEX)
        else:
            self._cells({(x - y // 2, y): cell_name(x, y) for x, y in cells}, _HEX)

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

    def groups(self, places: Sequence[str]) -> list[list[str]]:
        """Return those of places that are together without a gap, each a list."""
        left, found = dict.fromkeys(places), []
        while left:
            group = [next(iter(left))]
            del left[group[0]]
            for here in group:
                for beside in self.near[here]:
                    if beside in left:
                        del left[beside]
                        group.append(beside)
            found.append(group)
        return found

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

    def _cells(self, cells: Mapping[Cell, str], ways: Sequence[Cell], aslant: Sequence[Cell] = ()) -> None:
        """Take cells by their coordinates; lines also go aslant, where neighbours do not."""
        both = [*ways, *((-x, -y) for x, y in ways)]
        self.near = {
            name: [cells[x + dx, y + dy] for dx, dy in both if (x + dx, y + dy) in cells]
            for (x, y), name in cells.items()
        }
        self._ways = [list(_lines(cells, *way)) for way in (*ways, *aslant)]

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
