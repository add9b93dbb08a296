"""The referee's engine: a day as a state that takes one choice at a time and refuses illegal ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from pnp.games.tempest.content.areas import DIRECTIONS, area_cells
from pnp.games.tempest.content.compiled import GAME
from pnp.games.tempest.content.files import SUITS
from pnp.games.tempest.content.powers import card_matches
from pnp.games.tempest.play.casting import allowed, usable_powers, use_power
from pnp.games.tempest.play.position import (
    DEAD,
    NOWHERE,
    SAVED,
    WALL,
    WITH,
    Log,
    Position,
    Stage,
)
from pnp.games.tempest.play.storm import beast_acts, log_losses, strike, walled_in, with_level
from pnp.play.seeds import Stream
from pnp.play.state import OVER, Action, Illegal, enforces

__all__ = ["DayState", "area_cells"]

STORM_DECKS = ("diamonds", "clubs")
ON_THE_WAY = "storm on the way"
FORCING = "forcing forward"
"""Causes of damage that no storm action or beast is to blame for."""

STATUS = {WITH: "with", SAVED: "rescued", DEAD: "dead"}


@dataclass(slots=True)
class Turn:
    """What is true for the round in progress only."""

    suit: str = ""
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
    soothed: bool = False
    shield: int = 0


class DayState:
    """One day, from the first storm card to the last step."""

    def __init__(self, stage: Stage, position: Position, decks: Mapping[str, Sequence[int]], title: str = "") -> None:
        self.stage = stage
        self.position = position
        self.decks = {suit: tuple(decks[suit]) for suit in SUITS}
        self.title = title
        self.round = 1
        self.phase = "deck"
        self.turn = Turn()
        self.damage: Log = []
        self._end_if_nobody_left()

    # The interface of a game in progress

    def to_act(self) -> int:
        """Return the player's seat, or OVER."""
        return OVER if self.phase == "over" else 0

    @property
    def waiting_for(self) -> str:
        """Return in words what the game is waiting for."""
        return _WAITING[self.phase]

    @property
    def is_over(self) -> bool:
        """Return whether the day has ended."""
        return self.phase == "over"

    def chance(self, stream: Stream) -> Action:
        """Nothing is left to chance: the decks are laid out before play."""
        raise ValueError("Tempest has no chance decisions: its decks are fixed by the scenario")

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.turn = replace(self.turn)
        other.damage = list(self.damage)
        return other

    @enforces("round.order")
    def apply(self, action: Action) -> None:
        """Carry out a choice; refuse it with the rule it breaks."""
        verb = action.get("do")
        entry = _VERBS.get(verb) if isinstance(verb, str) else None
        if entry is None:
            raise Illegal("verb", "round.order", f"{verb!r} is not something one can do in this game")
        phases, clause, carry_out = entry
        if self.phase not in phases:
            raise Illegal("phase", clause, f"'{verb}' does not fit here: {self.waiting_for}")
        carry_out(self, action)

    def legal_actions(self) -> list[Action]:
        """List every choice the player has now."""
        if self.phase == "over":
            return []
        if self.phase == "deck":
            return [{"do": "storm", "from": suit} for suit in STORM_DECKS]
        if self.phase == "free":
            return [{"do": "free", "at": list(self.stage.board.xy[wall])} for wall in self.walls()]
        if self.phase in ("brace", "ward"):
            return [{"do": "go-on"}, *usable_powers(self)]
        return [*self._walks(), *self._meetings(), *usable_powers(self), {"do": "end"}]

    @enforces("day.won", "final.won", "contest.score")
    def result(self) -> Mapping[str, Any]:
        """Return how the day ended; the score is the number rescued, `standing` breaks ties in a contest."""
        places = self.position.places
        rescued = [label for label, place in zip(self.stage.labels, places, strict=True) if place == SAVED]
        health = sum(points for points, place in zip(self.position.health, places, strict=True) if place == SAVED)
        rounds = min(self.round, self.stage.rounds)
        return {
            "won": len(rescued) >= self.stage.needed,
            "rescued": rescued,
            "dead": [label for label, place in zip(self.stage.labels, places, strict=True) if place == DEAD],
            "left_behind": sum(place >= WITH for place in places),
            "health": health,
            "rounds": rounds,
            "damage": self._damage_by_cause(),
            "deaths": {
                self.stage.labels[i]: cause for cause, i, _ in self.damage if places[i] == DEAD
            },  # the last cause stands
            "scores": [len(rescued)],
            "standing": [len(rescued), health, -rounds],
        }

    def _damage_by_cause(self) -> dict[str, int]:
        """Return the health points lost to each cause."""
        total: dict[str, int] = {}
        for cause, _, points in self.damage:
            total[cause] = total.get(cause, 0) + points
        return total

    @enforces("setup.play-decks")
    def view(self, seat: int) -> Mapping[str, Any]:
        """Return what a player who counts cards knows: everything but the order of the decks."""
        stage, position, turn = self.stage, self.position, self.turn
        xy = stage.board.xy
        seen: dict[str, Any] = {
            "game": GAME,
            "day": self.title,
            "phase": self.phase,
            "round": self.round,
            "rounds": stage.rounds,
            "needed": stage.needed,
            "haven": list(xy[stage.haven]),
            "player": list(xy[position.player]),
            "map": self._map_rows(),
            "citizens": [
                {
                    "letter": stage.labels[i],
                    "name": stage.names[i],
                    "health": position.health[i],
                    "status": STATUS.get(place, "map"),
                    "at": None if place < WITH else list(xy[position.player if place == WITH else place]),
                }
                for i, place in enumerate(position.places)
            ],
            "powers": [
                {"of": held.name, "left": position.uses[held.counter] if held.counter >= 0 else None}
                for held in stage.held
            ],
            "aside": None if position.aside == NOWHERE else list(xy[position.aside]),
            "beast": None if position.beast == NOWHERE else list(xy[position.beast]),
            "beast_name": stage.beast.name if stage.beast else None,
            "target": stage.names[0] if stage.has_target else None,
            "unseen": {suit: sorted(self._unseen(suit)) for suit in SUITS},
        }
        if self.phase not in ("deck", "over"):
            seen["storm"] = {"from": turn.suit, "card": turn.rank, "at": list(xy[turn.at])}
        if self.phase in ("move", "over"):
            seen["movement"] = {"card": turn.card, "left": self.left}
        seen["turn"] = {
            "spent": turn.spent,
            "stepped": turn.stepped,
            "forced": turn.forced,
            "traded": turn.traded,
            "carry": turn.carry,
            "barrier": turn.barrier,
            "soothed": turn.soothed,
            "protected": [label for i, label in enumerate(stage.labels) if turn.shield >> i & 1],
        }
        return seen

    def _map_rows(self) -> list[str]:
        """Return the map as text: # for an obstacle, else the storm level."""
        marks = "".join("#" if level == WALL else str(level) for level in self.position.grid)
        size = self.stage.board.size
        return [marks[start : start + size] for start in range(0, len(marks), size)]

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, with the order of the decks."""
        return {**self.view(0), "decks": {suit: list(cards) for suit, cards in self.decks.items()}}

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

    # Storm

    @enforces("round.deck", "round.coordinates")
    def _storm(self, action: Action) -> None:
        """Reveal the storm card of the chosen deck and its coordinate."""
        suit = action.get("from")
        if suit not in STORM_DECKS:
            raise Illegal("deck", "round.deck", "the storm draws from diamonds or from clubs")
        i = self.round - 1
        at = self.stage.board.at(self.decks["hearts"][i], self.decks["spades"][i])
        self.turn = Turn(suit=suit, rank=self.decks[suit][i], at=at)
        if any(self.position.uses[counter] for counter in self.stage.protects):
            self.phase = "brace"
        else:
            self._weather()

    def _go_on(self, action: Action) -> None:
        """Let the storm, or the beast, have its way."""
        if self.phase == "brace":
            self._weather()
        else:
            self._beast()

    @enforces("round.order", "final.order")
    def _weather(self) -> None:
        """Carry out the storm card, then turn to the beast or to the movement card."""
        turn = self.turn
        self.position = strike(self.stage, self.position, turn.rank, turn.at, self.round, turn.shield, self.damage)
        if self._end_if_nobody_left():
            return
        if self._beast_will_act() and any(self.position.uses[counter] for counter in self.stage.wards):
            self.phase = "ward"
        else:
            self._beast()

    def _beast_will_act(self) -> bool:
        """Return whether this round's storm card rouses the beast."""
        return self.stage.beast is not None and card_matches(self.stage.beast.when, self.turn.rank)

    @enforces("final.order", "final.walled-in")
    def _beast(self) -> None:
        """Carry out the beast's action; a walled-in player may then have to open a square."""
        if self._beast_will_act():
            turn = self.turn
            self.position = beast_acts(
                self.stage, self.position, turn.rank, turn.at, self.round, turn.shield, self.damage
            )
            if self._end_if_nobody_left():
                return
            if self.stage.beast_frees and walled_in(self.stage, self.position):
                self.phase = "free"
                return
        self.draw()

    @enforces("final.walled-in")
    def _free(self, action: Action) -> None:
        """Remove one obstacle square of the player's choice."""
        square = self.square_named(action, "final.walled-in")
        if self.position.grid[square] != WALL:
            raise Illegal("obstacle", "final.walled-in", "there is no obstacle on that square")
        self.position = self.position._replace(grid=with_level(self.position.grid, square, 0))
        self.draw()

    @enforces("round.movement-card")
    def draw(self) -> None:
        """Draw the movement card from the deck that the storm left alone."""
        other = STORM_DECKS[1 - STORM_DECKS.index(self.turn.suit)]
        self.turn.card = self.decks[other][self.round - 1]
        self.turn.movement = self.stage.movement[self.turn.card]
        self.phase = "move"

    # Moving

    def _heading(self, action: Action, clause: str) -> int:
        """Return the square in the named direction; refuse the edge and obstacles."""
        direction = action.get("to")
        if not isinstance(direction, str) or direction not in DIRECTIONS:
            raise Illegal("direction", clause, f"'to' is one of {', '.join(DIRECTIONS)}")
        square = self.stage.board.towards[self.position.player].get(direction)
        if square is None:
            raise Illegal("off-map", "move.steps", "that step leaves the map")
        if self.position.grid[square] == WALL:
            raise Illegal("obstacle", "move.steps", "an obstacle is in the way")
        return square

    @enforces("move.steps", "move.movement", "move.force")
    def _step(self, action: Action) -> None:
        """Take one step with the card."""
        square = self._heading(action, "move.steps")
        if self.turn.forced:
            raise Illegal("forced", "move.force", "you forced forward instead of using the card")
        cost = self.cost(square)
        if cost > self.left:
            raise Illegal(
                "movement", "move.movement", f"the step costs {cost}, and {max(self.left, 0)} movement is left"
            )
        self.turn.spent += cost
        self._enter(square, 0, ON_THE_WAY)

    @enforces("move.force")
    def _force(self, action: Action) -> None:
        """Force forward: one square instead of the card."""
        square = self._heading(action, "move.force")
        self._check_force()
        self.turn.forced = True
        self._enter(square, self.stage.switches.force_damage, FORCING)

    def _check_force(self) -> None:
        """Refuse forcing where the rules do not allow it."""
        if self.turn.forced:
            raise Illegal("forced", "move.force", "you can force forward only once a round")
        if self.turn.stepped or self.turn.traded:
            raise Illegal("moved", "move.force", "you have used the card already")
        if self.stage.switches.force == "when-stuck" and self._can_step():
            raise Illegal("not-stuck", "move.force", "you can force forward only when the card allows no step")

    def _can_step(self) -> bool:
        """Return whether the card allows a step in any direction."""
        return any(
            self.position.grid[near] != WALL and self.cost(near) <= self.left
            for near in self.stage.board.neighbours[self.position.player]
        )

    @enforces("citizens.passing-haven")
    def _enter(self, square: int, extra: int, cause: str) -> None:
        """Enter a square with everyone who is with you."""
        stage, position, turn = self.stage, self.position, self.turn
        level = position.grid[square]
        damage = (stage.hurt if turn.stepped else stage.first_hurt)[level] + extra
        places, health = stage.enter(square, position.places, position.health, damage, turn.shield, position.beast)
        log_losses(self.damage, cause, position.health, health)
        turn.stepped = True
        self.position = position._replace(player=square, places=places, health=health)
        self._end_if_nobody_left()

    # Citizens

    def citizen_named(self, action: Action, clause: str) -> int:
        """Return the number of the citizen an action names."""
        label = action.get("citizen")
        if label not in self.stage.labels:
            known = ", ".join(self.stage.labels)
            raise Illegal("citizen", clause, f"'citizen' is one of {known}, not {label!r}")
        return self.stage.labels.index(str(label))

    @enforces("citizens.pick-up", "citizens.pick-up-anytime")
    def _pick_up(self, action: Action) -> None:
        """Take somebody on your square along."""
        i = self.citizen_named(action, "citizens.pick-up")
        if self.position.places[i] != self.position.player:
            raise Illegal("nobody", "citizens.pick-up", f"{self.stage.labels[i]} is not on your square to pick up")
        if not self._may_pick_up(i):
            raise Illegal("movement", "citizens.pick-up", "no movement is left to take somebody along")
        self._place(i, WITH)

    @enforces("citizens.pick-up-late")
    def _may_pick_up(self, i: int) -> bool:
        """Return whether the movement left allows taking somebody along."""
        if self.stage.switches.pick_up_without_movement or self.turn.carry or self.turn.forced:
            return True
        return self.left >= self.stage.weights[i]

    @enforces("citizens.abandon")
    def _abandon(self, action: Action) -> None:
        """Leave somebody on your square."""
        i = self.citizen_named(action, "citizens.abandon")
        if self.position.places[i] != WITH:
            raise Illegal("not-with-you", "citizens.abandon", f"{self.stage.labels[i]} is not with you")
        self._place(i, self.position.player)

    def _place(self, i: int, place: int) -> None:
        """Put one citizen somewhere."""
        places = self.position.places
        self.position = self.position._replace(places=(*places[:i], place, *places[i + 1 :]))

    # Powers

    def _power(self, action: Action) -> None:
        """Use a power."""
        use_power(self, action)

    def square_named(self, action: Action, clause: str) -> int:
        """Return the square an action names."""
        at = action.get("at")
        size = self.stage.board.size
        if (
            not isinstance(at, list | tuple)
            or len(at) != 2
            or not all(isinstance(part, int) and 1 <= part <= size for part in at)
        ):
            raise Illegal("off-map", clause, "'at' is a square [x, y] of the map")
        return self.stage.board.at(at[0], at[1])

    # End of round and day

    @enforces("move.end", "day.end")
    def _end(self, action: Action) -> None:
        """End the round; the day ends with the last card."""
        self.round += 1
        self.phase = "deck" if self.round <= self.stage.rounds else "over"
        if self.phase == "deck":
            self.turn = Turn()

    @enforces("day.end")
    def _end_if_nobody_left(self) -> bool:
        """End the day as soon as nobody is left to save."""
        if self.stage.nobody_left(self.position.places):
            self.phase = "over"
        return self.phase == "over"

    # Lists of choices

    def _walks(self) -> list[Action]:
        """List steps and forced steps."""
        walks: list[Action] = []
        open_ways = [
            (direction, square)
            for direction, square in self.stage.board.towards[self.position.player].items()
            if self.position.grid[square] != WALL
        ]
        if not self.turn.forced:
            walks += [
                {"do": "step", "to": direction} for direction, square in open_ways if self.cost(square) <= self.left
            ]
        if allowed(self._check_force):
            walks += [{"do": "force", "to": direction} for direction, _ in open_ways]
        return walks

    def _meetings(self) -> list[Action]:
        """List who can be picked up or left behind."""
        found: list[Action] = []
        for i, place in enumerate(self.position.places):
            if place == self.position.player and self._may_pick_up(i):
                found.append({"do": "pick-up", "citizen": self.stage.labels[i]})
            elif place == WITH:
                found.append({"do": "abandon", "citizen": self.stage.labels[i]})
        return found


_WAITING = {
    "deck": "first choose the deck for the storm",
    "brace": "the storm card lies open; go on, or protect somebody",
    "ward": "the beast is about to act; go on, or ward it off",
    "free": "you are walled in; choose an obstacle to remove",
    "move": "it is your turn to move",
    "over": "the day is over",
}

_VERBS: dict[str, tuple[tuple[str, ...], str, Callable[[DayState, Action], None]]] = {
    "storm": (("deck",), "round.deck", DayState._storm),
    "go-on": (("brace", "ward"), "round.order", DayState._go_on),
    "free": (("free",), "final.walled-in", DayState._free),
    "step": (("move",), "round.order", DayState._step),
    "force": (("move",), "round.order", DayState._force),
    "pick-up": (("move",), "round.order", DayState._pick_up),
    "abandon": (("move",), "round.order", DayState._abandon),
    "power": (("brace", "ward", "move"), "powers.when", DayState._power),
    "end": (("move",), "round.order", DayState._end),
}
