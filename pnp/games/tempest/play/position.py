"""A day of Tempest in its smallest form: what is fixed (Stage) and what changes (Position).

Engine, solver and policies all work on these, so that a rule is written once. A position is
immutable and hashable; a square is an index into the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.games.tempest.content.areas import Board, board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.effects import Free
from pnp.games.tempest.content.files import Beast
from pnp.games.tempest.content.powers import (
    Barrier,
    BreakObstacle,
    CalmSquare,
    Carry,
    FirstStep,
    Haste,
    Heal,
    Light,
    Power,
    Protect,
    Shelter,
    Soothe,
    SureFooted,
    Trade,
    Ward,
    card_matches,
)
from pnp.play.state import enforces

WALL = 255
NOWHERE = -1

# Places of citizens who are not on a square of their own
WITH, SAVED, DEAD = -1, -2, -3

PlacesHealth = tuple[tuple[int, ...], tuple[int, ...]]
Log = list[tuple[str, int, int]]
"""Damage as it happens: cause, citizen, points."""


class Position(NamedTuple):
    """Everything that changes during a day, between two decisions."""

    grid: bytes
    """Storm level of each square, or WALL."""
    player: int
    places: tuple[int, ...]
    """Square of each citizen, or WITH, SAVED, DEAD."""
    health: tuple[int, ...]
    uses: tuple[int, ...]
    """What is left of each power that is used up."""
    aside: int = NOWHERE
    """Coordinate that waits for the next storm action."""
    beast: int = NOWHERE


class Held(NamedTuple):
    """A power in play: whose it is, and which counter in Position.uses it has (-1: none)."""

    name: str
    power: Power
    counter: int


class Stage:
    """What is fixed for a day: map, home square, who is who, which powers work."""

    def __init__(
        self,
        content: TempestContent,
        *,
        size: int,
        rounds: int,
        haven: int,
        labels: Sequence[str],
        names: Sequence[str],
        powers: Sequence[tuple[str, Power]] = (),
        needed: int = 1,
        target: tuple[str, Power] | None = None,
        beast: Beast | None = None,
    ) -> None:
        self.content = content
        self.switches = content.switches
        self.board: Board = board(size)
        self.rounds = rounds
        self.needed = needed
        self.haven = haven
        self.labels = tuple(labels)
        self.names = tuple(names)
        self.beast = beast
        self.beast_frees = beast is not None and any(isinstance(effect, Free) for effect in beast.effects)
        self.held = _with_counters([*powers, *([target] if target else [])])
        self.has_target = target is not None
        self.target_power = target[1] if target else None
        self.full_uses = tuple(held.power.uses for held in self.held if hasattr(held.power, "uses"))
        weight = 0 if isinstance(self.target_power, Light) else self.switches.citizen_penalty
        self.weights = (weight,) * len(self.labels)
        self.up = _raised(self.switches.max_level)
        self._prepare_steps()
        self._prepare_haste()
        self.heals = self.counters(Heal)
        self.carries = self.counters(Carry)
        self.protects = self.counters(Protect)
        self.barriers = self.counters(Barrier)
        self.wards = self.counters(Ward)
        self.breakers = self.counters(BreakObstacle)
        self.calmers = self.counters(CalmSquare)

    def counters(self, kind: type) -> tuple[int, ...]:
        """Return the counters of the held powers of one kind."""
        return tuple(held.counter for held in self.held if isinstance(held.power, kind))

    @enforces("move.storm-cost", "citizens.damage", "powers.sure-footed", "powers.shelter", "powers.first-step")
    def _prepare_steps(self) -> None:
        """Work out what entering a square costs and hurts, by its level; first squares apart."""
        switches = self.switches
        sure = max((held.power.up_to_level for held in self.held if isinstance(held.power, SureFooted)), default=0)
        safe = max((held.power.up_to_level for held in self.held if isinstance(held.power, Shelter)), default=0)
        levels = range(switches.max_level + 1)
        self.cost = tuple(1 + (switches.level_cost * level if level > sure else 0) for level in levels)
        self.hurt = tuple(switches.entering_damage if level > safe else 0 for level in levels)
        self.landing = tuple(switches.twister_damage if level > safe else 0 for level in levels)
        flat = any(isinstance(held.power, FirstStep) for held in self.held)
        self.first_cost = (1,) * len(levels) if flat else self.cost
        self.first_hurt = (0,) * len(levels) if flat else self.hurt
        self.flat_cost = (1,) * len(levels)

    @enforces("powers.haste")
    def _prepare_haste(self) -> None:
        """Work out the movement that each printed card gives."""
        hastes = [held.power for held in self.held if isinstance(held.power, Haste)]
        highest = max(self.content.storm)
        self.movement = tuple(
            rank + sum(haste.amount for haste in hastes if card_matches(haste.cards, rank))
            for rank in range(highest + 1)
        )

    @enforces("citizens.penalty", "final.light")
    def burden(self, places: tuple[int, ...]) -> int:
        """Return the movement that those with you take away."""
        return sum(weight for weight, place in zip(self.weights, places, strict=True) if place == WITH)

    @enforces("citizens.damage", "citizens.on-the-way", "citizens.death", "citizens.rescue", "final.meeting")
    def enter(
        self,
        square: int,
        places: tuple[int, ...],
        health: tuple[int, ...],
        damage: int,
        shield: int,
        beast: int,
    ) -> PlacesHealth:
        """Move those with you onto a square: damage first, then the beast, then the rescue."""
        if WITH not in places:
            return places, health
        if damage:
            places, health = self.harm(places, health, damage, shield)
        if square == beast and self.beast is not None and self.beast.deadly:
            health = tuple(0 if place == WITH else points for place, points in zip(places, health, strict=True))
            places = tuple(DEAD if place == WITH else place for place in places)
        if square == self.haven:
            places = tuple(SAVED if place == WITH else place for place in places)
        return places, health

    def harm(self, places: tuple[int, ...], health: tuple[int, ...], damage: int, shield: int) -> PlacesHealth:
        """Damage everyone who is with you, except those under a shield."""
        new_places, new_health = list(places), list(health)
        for i, place in enumerate(places):
            if place == WITH and not shield >> i & 1:
                left = health[i] - damage
                new_health[i] = max(left, 0)
                if left <= 0:
                    new_places[i] = DEAD
        return tuple(new_places), tuple(new_health)

    @enforces("powers.heal")
    def healed(self, position: Position, amount: int) -> Position:
        """Give health to everyone who lives and is on the map."""
        cap = None if self.switches.heal_above_start else self.switches.health
        health = tuple(
            points if place < WITH else points + amount if cap is None else max(points, min(cap, points + amount))
            for place, points in zip(position.places, position.health, strict=True)
        )
        return position._replace(health=health)

    def heal_amount(self, counter: int) -> int:
        """Return how much the healing power with that counter gives."""
        return next(held.power.amount for held in self.held if held.counter == counter and isinstance(held.power, Heal))

    @enforces("final.soothe")
    def soothing(self, rank: int) -> int:
        """Return how many levels the target may take from a square on this movement card."""
        power = self.target_power
        return power.by if isinstance(power, Soothe) and card_matches(power.cards, rank) else 0

    def changes_squares(self, position: Position, card: int) -> bool:
        """Return whether a power may change squares in a turn with this card."""
        if any(position.uses[counter] for counter in (*self.breakers, *self.calmers)):
            return True
        return position.places[0] == WITH and bool(self.soothing(card))

    @property
    def trading(self) -> Trade | None:
        """Return the target's trade, if it has one."""
        return self.target_power if isinstance(self.target_power, Trade) else None

    def nobody_left(self, places: tuple[int, ...]) -> bool:
        """Return whether there is nobody left to save."""
        return all(place < WITH for place in places)


def spend(uses: tuple[int, ...], counter: int) -> tuple[int, ...]:
    """Return the counters with one use of a power gone."""
    return (*uses[:counter], uses[counter] - 1, *uses[counter + 1 :])


def _with_counters(powers: list[tuple[str, Power]]) -> tuple[Held, ...]:
    """Number the powers that are used up."""
    held, counter = [], 0
    for name, power in powers:
        counted = hasattr(power, "uses")
        held.append(Held(name, power, counter if counted else -1))
        counter += counted
    return tuple(held)


@lru_cache
def _raised(max_level: int) -> bytes:
    """Return the table that raises every square by one level and leaves full squares and walls."""
    return bytes(min(level + 1, max_level) if level <= max_level else level for level in range(256))
