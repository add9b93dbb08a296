"""What a turn can be worth at most: lets the greedy player leave out uses of powers that cannot pay.

Most ways to play a turn differ only in the squares that powers change. What they may gain is bounded here by distances
on which as many squares count as calm and open as there are uses of powers left. What a bound refuses is worse than
what is known already, with all that follows from it; so the turn found is the one that the whole search finds, by the
same way (`Greedy.plans` is the plain way, and a test holds both to the same turns).
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.tempest.play.distances import FAR, Ways
from pnp.games.tempest.play.judge import HAZARD, LONGEST, Judge, in_time, rounds_needed, survives
from pnp.games.tempest.play.moves import Node
from pnp.games.tempest.play.position import SAVED, WALL, WITH, Position, Stage

MARGIN = 1e-9
"""Bounds are sums of rounded chances; what is this near counts as equal."""

Layers = list[list[int]]
"""Distances from each square to a goal, where 0, 1, 2 … more squares may be changed by powers."""


class Ground:
    """One map of a turn, and how far things are on it, now and after further changes by powers."""

    __slots__ = ("harm", "home", "judge", "kind", "to", "ways")

    def __init__(self, judge: Judge, ways: Ways, home: Layers, harm: Layers, to: dict[int, Layers], kind: int) -> None:
        self.judge, self.ways = judge, ways
        self.home, self.harm, self.to = home, harm, to
        self.kind = kind
        """The same for maps on which everything is equally far."""


class Grounds:
    """The maps that powers may leave in a turn, each known by how it differs from another."""

    def __init__(self, stage: Stage, position: Position, judge: Judge, card: int) -> None:
        self.stage, self.start = stage, position.grid
        self.soothing = bool(stage.soothing(card)) and position.places[0] == WITH
        calms = sum(position.uses[counter] for counter in stage.calmers)
        breaks = sum(position.uses[counter] for counter in stage.breakers)
        self.spells = calms + breaks
        calm = bool(calms or self.soothing)
        self.changeable = [bool(breaks) if level == WALL else calm and level > 0 for level in position.grid]
        ways, count, haven = judge.ways, self.spells + self.soothing, stage.haven
        goals = {position.player if place == WITH else place for place in position.places if place >= WITH}
        start = Ground(
            judge,
            ways,
            self._layers(ways, ways.costs(haven), ways.entry, 1, count),
            self._layers(ways, ways.harm(haven), ways.hurt, 0, count),
            {goal: self._layers(ways, ways.costs(goal), ways.entry, 1, count) for goal in goals},
            0,
        )
        self.known = {position.grid: start}

    def _layers(self, ways: Ways, plain: list[int], price: Sequence[int], least: int, count: int) -> Layers:
        """Return the distances to a goal with up to so many squares changed, at the least price of a square."""
        layers = [plain]
        changeable = [square for square, yes in enumerate(self.changeable) if yes]
        for _ in range(count):
            before = layers[-1]
            total = list(before)
            self._spread(ways, total, price, [(square, before[square] + least) for square in changeable])
            layers.append(total)
        return layers

    def _spread(self, ways: Ways, total: list[int], price: Sequence[int], sources: list[tuple[int, int]]) -> list[int]:
        """Lower distances from squares that are entered at a new total; return the squares that came nearer."""
        neighbours, entry, nearer = ways.neighbours, ways.entry, []
        frontier: dict[int, list[int]] = {}
        for square, onward in sources:
            if onward < FAR:
                for near in neighbours[square]:
                    if onward < total[near]:
                        total[near] = onward
                        frontier.setdefault(onward, []).append(near)
        while frontier:
            distance = min(frontier)
            squares = frontier.pop(distance)
            for square in squares:
                if total[square] != distance:
                    continue
                nearer.append(square)
                if entry[square] >= FAR:
                    continue
                onward = distance + price[square]
                for near in neighbours[square]:
                    if onward < total[near]:
                        total[near] = onward
                        if onward == distance:
                            squares.append(near)
                        else:
                            frontier.setdefault(onward, []).append(near)
        return nearer

    def on(self, grid: bytes) -> Ground:
        """Return what is known of a map that powers have left."""
        found = self.known.get(grid)
        if found is None:
            square, before = self._last_change(grid)
            found = self.known[grid] = self._changed(self.on(before), square, grid[square])
        return found

    def before(self, grid: bytes) -> Ground | None:
        """Return the map before one of the changes, if this one is new and that one is known."""
        return None if grid in self.known else self.known.get(self._last_change(grid)[1])

    def _last_change(self, grid: bytes) -> tuple[int, bytes]:
        """Return the last square that differs from the start, and the map without that change."""
        start = self.start
        square = next(i for i in range(len(grid) - 1, -1, -1) if grid[i] != start[i])
        return square, grid[:square] + start[square : square + 1] + grid[square + 1 :]

    def _changed(self, before: Ground, square: int, level: int) -> Ground:
        """Return a map with one more square changed; distances that stay are shared."""
        stage = self.stage
        cost, hurt = stage.cost[level], stage.hurt[level]
        ways = before.ways.changed(square, cost, hurt)
        home = self._lowered(ways, before.home, ways.entry, 1, square, cost)
        harm = self._lowered(ways, before.harm, ways.hurt, 0, square, hurt)
        to = {goal: self._lowered(ways, layers, ways.entry, 1, square, cost) for goal, layers in before.to.items()}
        same_now = home[0] is before.home[0] and harm[0] is before.harm[0]
        same_now = same_now and all(layers[0] is before.to[goal][0] for goal, layers in to.items())
        for goal, layers in to.items():
            ways.know(goal, layers[0])
        ways.know(stage.haven, home[0], harm[0])
        same = home is before.home and harm is before.harm and all(to[goal] is before.to[goal] for goal in to)
        kind = before.kind if same else len(self.known)
        judge = before.judge if same_now else before.judge.on(ways)
        return Ground(judge, ways, home, harm, to, kind)

    def _lowered(self, ways: Ways, layers: Layers, price: Sequence[int], least: int, changed: int, cost: int) -> Layers:
        """Return distances where one square has become cheaper to enter; the same ones where nothing came nearer."""
        lowered: Layers = []
        nearer: list[int] = []
        for count, before in enumerate(layers[:-1]):
            sources = [(changed, before[changed] + cost)]
            if nearer:
                last = lowered[count - 1]
                sources += [(square, last[square] + least) for square in nearer if self.changeable[square]]
            total = before
            if any(onward < before[near] for square, onward in sources for near in ways.neighbours[square]):
                total = list(before)
                nearer = self._spread(ways, total, price, sources)
            else:
                nearer = []
            lowered.append(total)
        return layers if all(a is b for a, b in zip(lowered, layers, strict=False)) else lowered


class Prospects:
    """Upper bounds for all that may follow from a node of a turn, on any map that powers may leave."""

    def __init__(
        self, grounds: Grounds, position: Position, card: int, *, shield: int, carry: bool, barrier: bool
    ) -> None:
        stage = grounds.stage
        self.stage, self.grounds, self.judge, self.shield = stage, grounds, grounds.on(grounds.start).judge, shield
        self.movement = stage.movement[card]
        self.weight = 0 if carry or not stage.weights else stage.weights[0]
        self.barrier = barrier
        self.dearest = max(stage.cost)
        self.first_bonus = 0 if stage.first_cost is stage.cost else self.dearest - 1
        self.first_harm = 0 if stage.first_hurt is stage.hurt else max(stage.hurt)
        self.uses = sum(position.uses)
        self.chances: dict[tuple[int, int, float], float] = {}
        self.worths: dict[tuple[int, int, int, tuple[int, ...], tuple[int, ...], int], float] = {}

    def most(self, node: Node, spent: int, hold: float) -> float:
        """Return what a node, and all that may follow from it in this turn, can be worth at most, less powers spent."""
        player, places, health, grid, uses = node
        ground, used, free = self.grounds.on(grid), self.uses - sum(uses), self._free(grid)
        return max(
            self._worth(ground, player, spent, places, health, more + free) - hold * (used + more)
            for more in range(self.grounds.spells - used + 1)
        )

    def _free(self, grid: bytes) -> int:
        """Return how many squares may still be changed for nothing."""
        return int(self.grounds.soothing and grid == self.grounds.start)

    def may_pay(self, node: Node, spent: int, floor: float, hold: float) -> bool:
        """Say whether a node, or what may follow from it in this turn, can be worth so much, powers spent counted."""
        player, places, health, grid, uses = node
        used = self.uses - sum(uses)
        more = self.grounds.spells - used
        before = self.grounds.before(grid)
        if before is not None and not self._pays(before, player, spent, places, health, used, more, 1, floor, hold):
            return False
        ground, free = self.grounds.on(grid), self._free(grid)
        return self._pays(ground, player, spent, places, health, used, more, free, floor, hold)

    def _pays(
        self,
        ground: Ground,
        player: int,
        spent: int,
        places: tuple[int, ...],
        health: tuple[int, ...],
        used: int,
        more: int,
        free: int,
        floor: float,
        hold: float,
    ) -> bool:
        """Say whether up to so many more uses may bring that much; fewer of them never bring more, holding aside."""
        for one in range(more, -1, -1):
            worth = self._worth(ground, player, spent, places, health, one + free) - hold * used
            if worth < floor:
                return False
            if worth - hold * one >= floor:
                return True
        return False

    def _worth(
        self, ground: Ground, player: int, spent: int, places: tuple[int, ...], health: tuple[int, ...], layer: int
    ) -> float:
        """Return what a node can be worth at most with so many more squares changed."""
        key = (ground.kind, player, spent, places, health, layer)
        known = self.worths.get(key)
        if known is None:
            known = self.worths[key] = self._bound(ground, player, spent, places, health, layer)
        return known

    def _bound(
        self, ground: Ground, player: int, spent: int, places: tuple[int, ...], health: tuple[int, ...], layer: int
    ) -> float:
        home, harm = ground.home[min(layer, len(ground.home) - 1)], ground.harm[min(layer, len(ground.harm) - 1)]
        walk = self._progress(player, spent, places, home)
        saved = 0
        chances: list[float] = []
        for i, place in enumerate(places):
            if place < WITH:
                saved += place == SAVED
                continue
            spare: float = health[i] - harm[player if place == WITH else place]
            if self.shield >> i & 1:
                spare = FAR
            if not spent:
                spare += self.first_harm
            if place == WITH:
                chances.append(self._carried(i, home[player], walk, spare))
                continue
            to = ground.to[place]
            there, back = to[min(layer, len(to) - 1)][player], home[place]
            chance = self._chance(max(there - walk, 0), back, spare)
            if there <= walk:
                chance = max(chance, self._carried(i, back, max(walk - there - self.weight, 0), spare))
            chances.append(chance)
        return self.judge.worth(saved, chances)

    def _carried(self, i: int, back: int, walk: int, spare: float) -> float:
        """Return the chance of somebody who is taken along by so much of the way home, or traded for, at most."""
        trade = self.stage.trading if i == 0 else None
        if trade is None or not walk:
            return 1.0 if back <= walk and spare > 0 else self._chance(0, max(back - walk, 0), spare)
        return max(
            1.0
            if back <= walk - trades * trade.movement and spare + trades * trade.health > 0
            else self._chance(0, max(back - walk + trades * trade.movement, 0), spare + trades * trade.health)
            for trades in range(walk // trade.movement + 1)
        )

    def _progress(self, player: int, spent: int, places: tuple[int, ...], home: list[int]) -> int:
        """Return by how much the rest of the turn may shorten a way at most."""
        dear = self.dearest if self.barrier else 1
        left = self.movement - spent
        if not spent:
            return max(left * dear + self.first_bonus, self.dearest)  # forcing moves by one square whatever it costs
        burdened = left - self.weight * places.count(WITH)
        if home[player] > burdened * dear:
            left = burdened
        return max(left * dear, 0)

    def _chance(self, there: int, back: int, spare: float) -> float:
        """Return the chance of somebody who is that far away, and that far from home, at most."""
        known = self.chances.get((there, back, spare))
        if known is None:
            known = self.chances[there, back, spare] = self._likely(there, back, spare)
        return known

    def _likely(self, there: int, back: int, spare: float) -> float:
        judge = self.judge
        if not judge.left or there > LONGEST or back > LONGEST:
            return 0.0
        rounds = rounds_needed(judge.movement, 0)[there] + rounds_needed(judge.movement, judge.weight)[back]
        return in_time(rounds, judge.left) * survives(spare - HAZARD * min(rounds, judge.left))
