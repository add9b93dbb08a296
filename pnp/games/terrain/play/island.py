"""One player's island: cards in the order laid, what lies on top, and where the next card may go."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.games.terrain.content.grid import STEPS, cell, rectangle
from pnp.play.state import enforces


class Placement(NamedTuple):
    """Where a card lies: the cell of its first tile and the direction of the second one."""

    cell: int
    rot: int

    @property
    def other(self) -> int:
        """Return the cell of the second tile."""
        return self.cell + STEPS[self.rot]


class Laid(NamedTuple):
    """A card on an island."""

    card: int
    faces: tuple[int, int]
    cell: int
    rot: int

    @property
    def cells(self) -> tuple[int, int]:
        """Return the cells of both tiles."""
        return self.cell, self.cell + STEPS[self.rot]


class Island:
    """Cards on the grid; the latest card on a cell is the visible one."""

    __slots__ = ("laid", "stacks", "tiles")

    def __init__(self) -> None:
        self.laid: list[Laid] = []
        self.stacks: dict[int, list[int]] = {}
        self.tiles: dict[int, int] = {}

    def copy(self) -> "Island":
        """Return an independent copy."""
        twin = Island()
        twin.laid = self.laid.copy()
        twin.stacks = {where: stack.copy() for where, stack in self.stacks.items()}
        twin.tiles = self.tiles.copy()
        return twin

    @enforces("placing.stack")
    def lay(self, card: int, faces: tuple[int, int], placement: Placement) -> None:
        """Lay a card; its tiles cover what is there."""
        laid = Laid(card, faces, placement.cell, placement.rot)
        self.laid.append(laid)
        for where, terrain in zip(laid.cells, faces, strict=True):
            self.stacks.setdefault(where, []).append(card)
            self.tiles[where] = terrain

    def lift(self, card: int) -> Laid:
        """Take an uncovered card off the island."""
        laid = self.find(card)
        self.laid.remove(laid)
        for where in laid.cells:
            stack = self.stacks[where]
            stack.pop()
            if stack:
                below = self.find(stack[-1])
                self.tiles[where] = below.faces[below.cells.index(where)]
            else:
                del self.stacks[where], self.tiles[where]
        return laid

    def find(self, card: int) -> Laid:
        """Return a card of this island."""
        return next(each for each in self.laid if each.card == card)

    @enforces("storm.uncovered")
    def uncovered(self) -> list[Laid]:
        """List the cards whose two tiles are both visible."""
        return [each for each in self.laid if all(self.stacks[where][-1] == each.card for where in each.cells)]

    @enforces("placing.touch", "placing.first")
    def touches(self, placement: Placement) -> bool:
        """Tell whether a card would overlap or border the island; the first card may lie anywhere."""
        if not self.stacks:
            return True
        return any(
            where in self.stacks or any(where + step in self.stacks for step in STEPS)
            for where in (placement.cell, placement.other)
        )

    def reach(self) -> set[int]:
        """Return all covered cells and their edge neighbours."""
        return {where + step for where in self.stacks for step in (0, *STEPS)}

    def placements(self) -> list[Placement]:
        """List every legal placement; for an empty island, those at the origin stand for all others."""
        if not self.stacks:
            return [Placement(0, rot) for rot in range(len(STEPS))]
        reach = self.reach()
        found = [Placement(where, rot) for where in sorted(reach) for rot in range(len(STEPS))]
        for where in sorted(reach):
            for rot, step in enumerate(STEPS):
                if where - step not in reach:
                    found.append(Placement(where - step, rot))
        return found

    def around(self) -> Iterator[Placement]:
        """Yield every placement within the island's rectangle and one cell around it."""
        left, top, right, bottom = rectangle(self.stacks)
        window = {cell(x, y) for x in range(left - 1, right + 2) for y in range(top - 1, bottom + 2)}
        for where in sorted(window):
            for rot, step in enumerate(STEPS):
                if where + step in window:
                    yield Placement(where, rot)
