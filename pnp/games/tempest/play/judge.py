"""How a counting player judges a position: the chance of each citizen to come home in time and alive.

The numbers here shape the players that measure the game, not the game itself.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum

from pnp.games.tempest.play.distances import Ways
from pnp.games.tempest.play.position import SAVED, WITH, Stage

LONGEST = 80
"""Ways longer than this are as good as endless."""

SLOWEST = 2.0
"""Squares a round when the burden eats the card: forcing forward is always left."""

HAZARD = 1.8
"""Health that a round in the open is reckoned to cost: far more than it does, to play safe."""

WIN_WEIGHT = 5.0
"""What winning the day counts for, beside one for each citizen rescued."""


@lru_cache(maxsize=8192)
def rounds_needed(movement: float, burden: int) -> tuple[float, ...]:
    """Return, for each cost of a way, the rounds it takes with a burden."""
    pace = max(movement - burden, SLOWEST)
    return tuple(cost / pace for cost in range(LONGEST + 1))


@lru_cache(maxsize=1 << 16)
def in_time(rounds: float, left: float) -> float:
    """Return the chance that something that takes so many rounds is done in the rounds left."""
    return _logistic((rounds - left + 0.1) / 2.1) if left > 0 else 0.0


@lru_cache(maxsize=1 << 16)
def survives(points: float) -> float:
    """Return the chance to live with so many health points to spare."""
    return _logistic(-(points - 0.95) / 0.57)


def _logistic(against: float) -> float:
    """Return a chance, rounded so that it is the same where a system's `exp` differs in its last digit."""
    return round(1.0 / (1.0 + exp(min(against, 50.0))), 12)


class Judge:
    """Judges the ends of a turn on one map."""

    def __init__(self, stage: Stage, ways: Ways, rounds_left: int, movement: float) -> None:
        self.stage = stage
        self.left = rounds_left
        self.movement = round(movement * 8) / 8
        self.ways = ways
        self.home = self.ways.costs(stage.haven)
        self.harm = self.ways.harm(stage.haven)
        self.weight = stage.weights[0] if stage.weights else 0
        self.needed = stage.needed
        self._likely: dict[tuple[int, ...], float] = {}

    def on(self, ways: Ways) -> Judge:
        """Return the judge of the same moment on another map."""
        other = Judge(self.stage, ways, self.left, self.movement)
        other._likely = self._likely
        return other

    def value(self, player: int, places: tuple[int, ...], health: tuple[int, ...]) -> float:
        """Return the worth of ending the turn like this."""
        home, harm, likely = self.home, self.harm, self._likely
        with_you = places.count(WITH)
        saved = 0
        chances: list[float] = []
        for place, points in zip(places, health, strict=True):
            if place == WITH:
                key: tuple[int, ...] = (home[player], points - harm[player], with_you)
            elif place > WITH:
                to = self.ways.costs(place)
                key = (to[player], home[place], points - harm[place], with_you)
                if with_you:
                    key = (*key, home[player], to[self.stage.haven])
            else:
                saved += place == SAVED
                continue
            chance = likely.get(key)
            if chance is None:
                chance = likely[key] = self._carried(*key) if place == WITH else self._fetched(*key)
            chances.append(chance)
        return self.worth(saved, chances)

    def worth(self, saved: int, chances: list[float]) -> float:
        """Return the worth of so many rescues, and of the chances for more."""
        return saved + fsum(chances) + WIN_WEIGHT * self._wins(saved, chances)

    def _wins(self, saved: int, chances: list[float]) -> float:
        """Return the chance of enough rescues."""
        missing = self.needed - saved
        if missing <= 0:
            return 1.0
        if missing == 1:
            none = 1.0
            for chance in chances:
                none *= 1.0 - chance
            return 1.0 - none
        counts = [1.0] + [0.0] * len(chances)
        for chance in chances:
            for k in range(len(chances), 0, -1):
                counts[k] = counts[k] * (1 - chance) + counts[k - 1] * chance
            counts[0] *= 1 - chance
        return fsum(counts[missing:])

    def _carried(self, back: int, health: int, with_you: int) -> float:
        """Return the chance that somebody who is with you comes home: so far, with health to spare for the way."""
        if back > LONGEST:
            return 0.0
        return self._chance(rounds_needed(self.movement, with_you * self.weight)[back], health)

    def _fetched(
        self, there: int, back: int, health: int, with_you: int, by_way_of_home: int = 0, detour: int = 0
    ) -> float:
        """Return the chance that somebody on the map comes home, fetched at once or after those who are with you."""
        if there > LONGEST or back > LONGEST:
            return 0.0
        burden = with_you * self.weight
        carried = rounds_needed(self.movement, burden + self.weight)[back]
        rounds = rounds_needed(self.movement, burden)[there] + carried
        if with_you and detour <= LONGEST and by_way_of_home <= LONGEST:
            alone = rounds_needed(self.movement, burden)[by_way_of_home]
            alone += rounds_needed(self.movement, 0)[detour]
            rounds = min(rounds, alone + rounds_needed(self.movement, self.weight)[back])
        return self._chance(rounds, health)

    def _chance(self, rounds: float, health: int) -> float:
        """Return the chance of somebody for whom it takes so many rounds."""
        if not self.left:
            return 0.0
        spare = health - HAZARD * min(rounds, self.left)
        return in_time(rounds, self.left) * survives(spare)
