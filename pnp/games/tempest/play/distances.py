"""How far things are: the cheapest ways over a storming map, kept for every grid that comes up."""

from __future__ import annotations

from pnp.games.tempest.play.position import WALL, Stage

FAR = 1 << 20


class Ways:
    """Cheapest movement and least damage from every square to a goal, on one grid.

    Squares in `opened` count as open and calm even where an obstacle stands: they may open later.
    """

    __slots__ = ("_costs", "_harm", "dearest", "entry", "hurt", "neighbours")

    def __init__(self, stage: Stage, grid: bytes, opened: frozenset[int] = frozenset(), calm: bool = False) -> None:
        flat = calm
        cost, hurt = stage.cost, stage.hurt
        entry = [FAR if level == WALL else (1 if flat else cost[level]) for level in grid]
        harm = [0 if level == WALL or flat else hurt[level] for level in grid]
        for square in opened:
            if grid[square] == WALL:
                entry[square] = 1
        self.entry = entry
        self.hurt = harm
        self.neighbours = stage.board.neighbours
        self.dearest = max(price for price in entry if price < FAR)
        self._costs: dict[int, list[int]] = {}
        self._harm: dict[int, list[int]] = {}

    def changed(self, square: int, cost: int, hurt: int) -> Ways:
        """Return the ways over the same map with one square opened or calmed; no distance is known yet."""
        other = object.__new__(Ways)
        other.entry, other.hurt = list(self.entry), list(self.hurt)
        other.entry[square], other.hurt[square] = cost, hurt
        other.neighbours, other.dearest = self.neighbours, self.dearest
        other._costs, other._harm = {}, {}
        return other

    def know(self, goal: int, costs: list[int], harm: list[int] | None = None) -> None:
        """Take note of distances that were worked out elsewhere."""
        self._costs[goal] = costs
        if harm is not None:
            self._harm[goal] = harm

    def costs(self, goal: int) -> list[int]:
        """Return the movement it takes from each square to the goal."""
        found = self._costs.get(goal)
        if found is None:
            found = self._costs[goal] = self._spread(goal, self.entry)
        return found

    def harm(self, goal: int) -> list[int]:
        """Return the least damage that somebody takes along from each square to the goal."""
        found = self._harm.get(goal)
        if found is None:
            found = self._harm[goal] = self._spread(goal, self.hurt)
        return found

    def _spread(self, goal: int, price: list[int]) -> list[int]:
        """Spread out from the goal against the direction of walking; prices are small numbers."""
        neighbours, entry = self.neighbours, self.entry
        far = FAR
        total = [far] * len(entry)
        total[goal] = 0
        frontier = {0: [goal]}
        distance = 0
        while frontier:
            squares = frontier.pop(distance, None)
            if squares is not None:
                for square in squares:
                    if total[square] != distance:
                        continue
                    if entry[square] >= far and square != goal:
                        continue
                    onward = distance + price[square] if entry[square] < far else far
                    for near in neighbours[square]:
                        if onward < total[near]:
                            total[near] = onward
                            if onward == distance:
                                squares.append(near)
                            elif onward in frontier:
                                frontier[onward].append(near)
                            else:
                                frontier[onward] = [near]
            distance += 1
        return total
