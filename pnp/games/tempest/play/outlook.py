"""Upper bounds for the solver: who can still come home, judged by distance, cards left and health.

Everything here is optimistic on purpose: levels stay as they are now (they never fall by
themselves), the better movement card is always the one to walk with, walls that lightning may
open count as open. If even that is too little, the position is hopeless.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

from pnp.games.tempest.play.distances import FAR, Ways
from pnp.games.tempest.play.position import SAVED, WITH


class Reach:
    """How much walking and carrying some rounds allow at the very most.

    Movement is counted in units. In a round with movement m the unit s can be walked with at most
    m - s people (each costs `weight`); a forced round moves everybody by one square, which counts
    for `dearest` units at most. A turn in progress comes first, with what is left of it.
    """

    __slots__ = ("alone", "carry", "end")

    def __init__(
        self, rounds: Sequence[int], dearest: int, weight: int, people: int, movement: int, spent: int
    ) -> None:
        units: list[list[int]] = [[] for _ in range(people + 1)]
        turns = [(most, 0, dearest) for most in rounds]
        if movement:
            turns.insert(0, (movement, spent, 0 if spent else dearest))
        for most, begin, forced in turns:
            for s in range(begin + 1, max(most, forced) + 1):
                able = people if s <= forced or not weight else max((most - s) // weight, 0)
                for count in range(people + 1):
                    units[count].append(min(count, able))
        self.carry = [_suffix_sums(row) for row in units]
        self.alone = self.carry[1]
        self.end = len(self.alone) - 1

    def carrying(self, times: Sequence[int]) -> int:
        """Return how many units of carrying are possible for people met at these rising times."""
        end = self.end
        total = 0
        for count, since in enumerate(times, start=1):
            if since >= end:
                break
            row = self.carry[count]
            total += row[since] - row[min(times[count], end) if count < len(times) else end]
        return total


def _suffix_sums(row: Sequence[int]) -> list[int]:
    """Return, for each place, the sum from there to the end."""
    sums = [0]
    for value in reversed(row):
        sums.append(sums[-1] + value)
    return sums[::-1]


@lru_cache(maxsize=4096)
def reach(rounds: tuple[int, ...], dearest: int, weight: int, people: int, movement: int = 0, spent: int = 0) -> Reach:
    """Return what some rounds allow, after what is left of a turn before them."""
    return Reach(rounds, dearest, weight, people, movement, spent)


class Outlook:
    """What one grid promises from a round on."""

    __slots__ = ("_to", "harm", "home", "landings", "reach", "walk_home", "ways")

    def __init__(self, ways: Ways, haven: int, landings: frozenset[int], reach: Reach) -> None:
        self.ways = ways
        self.landings = landings
        self.reach = reach
        self.walk_home = ways.costs(haven)
        self.home = self._or_fly(self.walk_home)
        self.harm = self._or_fly(ways.harm(haven))
        self._to: dict[int, list[int]] = {}

    def _or_fly(self, costs: list[int]) -> list[int]:
        """Return costs for those who may be flown to one of the landings first."""
        if not self.landings:
            return costs
        nearest = min(costs[square] for square in self.landings)
        return [min(cost, nearest) for cost in costs]

    def to(self, goal: int) -> list[int]:
        """Return the movement it takes from each square to a goal, flights included."""
        found = self._to.get(goal)
        if found is None:
            found = self._to[goal] = self._or_fly(self.ways.costs(goal))
        return found

    def hopeful(
        self,
        goal: int,
        player: int,
        places: tuple[int, ...],
        health: tuple[int, ...],
        extra: int,
        reach: Reach,
    ) -> bool:
        """Return whether so many rescues are still possible, as far as this bound can see.

        Whatever the plan, those still on the map are met for the first time in some order, each no
        sooner than a walk in that order allows, and can only be carried from then on; the carrying
        of all rounds must suffice to bring everybody home.
        """
        home, harm, alone, end = self.home, self.harm, reach.alone, reach.end
        missing = goal
        able: list[int] = []
        for i, place in enumerate(places):
            if place >= 0:
                there = self.to(place)[player]
                if there < end and alone[there] >= home[place] and harm[place] < health[i] + extra:
                    able.append(place)
            elif place == WITH:
                if alone[0] >= home[player] and harm[player] < health[i] + extra:
                    able.append(WITH)
            elif place == SAVED:
                missing -= 1
        if missing <= 0:
            return True
        if len(able) < missing:
            return False
        if self.landings or missing == 1:
            return True
        if len(able) == missing:
            return self._in_time(player, able, reach)
        return any(self._in_time(player, list(group), reach) for group in combinations(able, missing))

    def _in_time(self, player: int, group: list[int], reach: Reach) -> bool:
        """Return whether the rounds allow enough carrying for a whole group, in some order of meeting."""
        home, alone, end, to = self.home, reach.alone, reach.end, self.ways.costs
        on_map = [place for place in group if place != WITH]
        with_you = len(group) - len(on_map)
        work = with_you * home[player] + sum(home[place] for place in on_map)
        if not on_map:
            return reach.carrying([0] * with_you) >= work
        for order in permutations(on_map):
            at, walked = player, 0
            times = [0] * with_you
            for place in order:
                walked += to(place)[at]
                if walked >= end or alone[walked] < home[place]:
                    break
                at = place
                times.append(walked)
            else:
                if reach.carrying(times) >= work:
                    return True
        return False

    def promise(self, goal: int, player: int, places: tuple[int, ...], health: tuple[int, ...]) -> float:
        """Guess how well a position stands: the shorter the walk and the carrying for the goal, the better."""
        missing = goal - places.count(SAVED)
        able = [(place, health[i]) for i, place in enumerate(places) if place >= WITH]
        return max(
            (self._promise(player, group) for group in combinations(able, min(missing, len(able)))), default=0.0
        ) + 4 * (goal - missing)

    def _promise(self, player: int, group: Sequence[tuple[int, int]]) -> float:
        """Guess how well it stands for one group."""
        home, to = self.walk_home, self.ways.costs
        on_map = [place for place, _ in group if place != WITH]
        with_you = len(group) - len(on_map)
        walk = home[player] if with_you else 0
        if on_map:
            walk = FAR
            for order in permutations(on_map):
                at, length = player, 0
                for place in order:
                    length += to(place)[at]
                    at = place
                walk = min(walk, length + home[at])
        work = with_you * home[player] + sum(home[place] for place in on_map)
        return sum(points for _, points in group) - walk - work
