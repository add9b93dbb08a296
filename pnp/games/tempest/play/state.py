"""A day in progress: what lies on the table, what has been done in this round, and what a player may read of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from pnp.games.tempest.content.compiled import GAME
from pnp.games.tempest.content.files import SUITS
from pnp.games.tempest.play.choices import Square, StormSuit
from pnp.games.tempest.play.position import DEAD, NOWHERE, SAVED, WALL, WITH, Log, Position, Stage
from pnp.games.tempest.play.view import (
    DayResult,
    Movement,
    OpenStorm,
    Phase,
    SeenCitizen,
    SeenPower,
    SeenTurn,
    Status,
    Unseen,
    View,
)
from pnp.play.deal import plain
from pnp.play.state import Illegal, enforces

STORM_DECKS: tuple[StormSuit, StormSuit] = ("diamonds", "clubs")

ON_THE_WAY = "storm on the way"
FORCING = "forcing forward"
"""Causes of damage that no storm action or beast is to blame for."""

STATUS: Mapping[int, Status] = {WITH: "with", SAVED: "rescued", DEAD: "dead"}


@dataclass(slots=True)
class Turn:
    """What is true for the round in progress only."""

    suit: StormSuit = "diamonds"
    rank: int = 0
    at: int = NOWHERE
    card: int = 0
    movement: int = 0
    spent: int = 0
    stepped: bool = False
    forced: bool = False
    traded: bool = False
    carry: bool = False
    barrier: bool = False
    escorted: bool = False
    """Whether the target was with you when the movement card was drawn."""
    soothed: bool = False
    shield: int = 0


_WAITING: Mapping[Phase, str] = {
    "deck": "first choose the deck for the storm",
    "brace": "the storm card lies open; go on, or protect somebody",
    "ward": "the beast is about to act; go on, or ward it off",
    "free": "you are walled in; choose an obstacle to remove",
    "move": "it is your turn to move",
    "over": "the day is over",
}


class DayTable:
    """One day: what is fixed, where everything stands, and the round in progress."""

    def __init__(self, stage: Stage, position: Position, decks: Mapping[str, Sequence[int]], title: str = "") -> None:
        self.stage = stage
        self.position = position
        self.decks = {suit: tuple(decks[suit]) for suit in SUITS}
        self.title = title
        self.round = 1
        self.phase: Phase = "deck"
        self.turn = Turn()
        self.damage: Log = []

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.turn = replace(self.turn)
        other.damage = list(self.damage)
        return other

    @property
    def waiting_for(self) -> str:
        """Return in words what the game is waiting for."""
        return _WAITING[self.phase]

    @property
    def is_over(self) -> bool:
        """Return whether the day has ended."""
        return self.phase == "over"

    @enforces("day.won", "final.won", "contest.score")
    def outcome(self) -> DayResult:
        """Return how the day ended, or stands."""
        places, labels = self.position.places, self.stage.labels
        rescued = tuple(label for label, place in zip(labels, places, strict=True) if place == SAVED)
        health = sum(points for points, place in zip(self.position.health, places, strict=True) if place == SAVED)
        rounds = min(self.round, self.stage.rounds)
        return DayResult(
            won=len(rescued) >= self.stage.needed,
            rescued=rescued,
            dead=tuple(label for label, place in zip(labels, places, strict=True) if place == DEAD),
            left_behind=sum(place >= WITH for place in places),
            health=health,
            rounds=rounds,
            damage=self._damage_by_cause(),
            deaths={labels[i]: cause for cause, i, _ in self.damage if places[i] == DEAD},  # the last cause stands
            scores=(len(rescued),),
            standing=(len(rescued), health, -rounds),
        )

    def result(self) -> Mapping[str, Any]:
        """Return how the day ended, as JSON values."""
        found: Mapping[str, Any] = plain(self.outcome())
        return found

    def _damage_by_cause(self) -> dict[str, int]:
        """Return the health points lost to each cause."""
        total: dict[str, int] = {}
        for cause, _, points in self.damage:
            total[cause] = total.get(cause, 0) + points
        return total

    @enforces("setup.play-decks")
    def view(self, seat: int) -> View:
        """Return what a player who counts cards knows: everything but the order of the decks."""
        stage, position, turn = self.stage, self.position, self.turn
        xy = stage.board.xy
        storm = OpenStorm(turn.suit, turn.rank, xy[turn.at]) if self.phase not in ("deck", "over") else None
        hearts, spades, diamonds, clubs = (tuple(sorted(self._unseen(suit))) for suit in SUITS)
        return View(
            game=GAME,
            day=self.title,
            phase=self.phase,
            round=self.round,
            rounds=stage.rounds,
            needed=stage.needed,
            haven=xy[stage.haven],
            player=xy[position.player],
            map=self._map_rows(),
            citizens=tuple(self._citizen(i, place) for i, place in enumerate(position.places)),
            powers=tuple(
                SeenPower(held.name, position.uses[held.counter] if held.counter >= 0 else None) for held in stage.held
            ),
            aside=None if position.aside == NOWHERE else xy[position.aside],
            beast=None if position.beast == NOWHERE else xy[position.beast],
            beast_name=stage.beast.name if stage.beast else None,
            target=stage.names[0] if stage.has_target else None,
            unseen=Unseen(hearts, spades, diamonds, clubs),
            storm=storm,
            movement=Movement(turn.card, self.left) if self.phase in ("move", "over") else None,
            turn=SeenTurn(
                spent=turn.spent,
                stepped=turn.stepped,
                forced=turn.forced,
                traded=turn.traded,
                carry=turn.carry,
                barrier=turn.barrier,
                escorted=turn.escorted,
                soothed=turn.soothed,
                protected=tuple(label for i, label in enumerate(stage.labels) if turn.shield >> i & 1),
            ),
        )

    def _citizen(self, i: int, place: int) -> SeenCitizen:
        """Return what is seen of a citizen."""
        stage, position = self.stage, self.position
        at = None if place < WITH else stage.board.xy[position.player if place == WITH else place]
        return SeenCitizen(stage.labels[i], stage.names[i], position.health[i], STATUS.get(place, "map"), at)

    def _map_rows(self) -> tuple[str, ...]:
        """Return the map as text: # for an obstacle, else the storm level."""
        marks = "".join("#" if level == WALL else str(level) for level in self.position.grid)
        size = self.stage.board.size
        return tuple(marks[start : start + size] for start in range(0, len(marks), size))

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, with the order of the decks."""
        return {**plain(self.view(0)), "decks": {suit: list(cards) for suit, cards in self.decks.items()}}

    # What the player can read off the sheet

    @property
    @enforces("move.movement", "citizens.penalty", "powers.carry")
    def left(self) -> int:
        """Return the movement left: the card, less what was spent, less the burden of those with you."""
        turn = self.turn
        if turn.forced:
            return 0
        burden = 0 if turn.carry else self.stage.burden(self.position.places)
        return turn.movement - turn.spent - burden

    @enforces("move.storm-cost", "powers.first-step", "final.barrier")
    def cost(self, square: int) -> int:
        """Return the movement it takes to enter an open square now."""
        level = self.position.grid[square]
        stage, turn = self.stage, self.turn
        if turn.barrier:
            return stage.flat_cost[level]
        return stage.cost[level] if turn.stepped else stage.first_cost[level]

    def walls(self) -> list[int]:
        """List the obstacle squares."""
        return [square for square, level in enumerate(self.position.grid) if level == WALL]

    def _unseen(self, suit: str) -> tuple[int, ...]:
        """Return the cards of a suit that have not been drawn, in order."""
        drawn = self.round - (1 if self.phase == "deck" else 0)
        if suit in STORM_DECKS and suit != self.turn.suit and self.phase in ("brace", "ward", "free"):
            drawn -= 1
        return self.decks[suit][drawn:]

    def citizen_named(self, label: str | None, clause: str) -> int:
        """Return the number of a citizen by letter."""
        if label not in self.stage.labels:
            known = ", ".join(self.stage.labels)
            raise Illegal("citizen", clause, f"'citizen' is one of {known}, not {label!r}")
        return self.stage.labels.index(label)

    def square_at(self, at: Square | None, clause: str) -> int:
        """Return the square at a coordinate."""
        if at is None or not all(1 <= part <= self.stage.board.size for part in at):
            raise Illegal("off-map", clause, "'at' is a square [x, y] of the map")
        return self.stage.board.at(*at)

    @enforces("round.movement-card", "final.soothe")
    def draw(self) -> None:
        """Draw the movement card from the deck that the storm left alone."""
        other = STORM_DECKS[1 - STORM_DECKS.index(self.turn.suit)]
        self.turn.card = self.decks[other][self.round - 1]
        self.turn.movement = self.stage.movement[self.turn.card]
        self.turn.escorted = self.stage.has_target and self.position.places[0] == WITH
        self.phase = "move"
