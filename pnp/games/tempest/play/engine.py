"""The referee's engine: a day as a state that takes one choice at a time and refuses illegal ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.games.tempest.content.areas import Heading
from pnp.games.tempest.content.powers import card_matches
from pnp.games.tempest.play.casting import allowed, usable_powers, use_power
from pnp.games.tempest.play.choices import (
    Abandon,
    Choices,
    End,
    Force,
    GoOn,
    Open,
    PickUp,
    Step,
    Storm,
    UsePower,
)
from pnp.games.tempest.play.position import (
    WALL,
    WITH,
    Position,
    Stage,
)
from pnp.games.tempest.play.state import FORCING, ON_THE_WAY, STORM_DECKS, DayTable, Turn
from pnp.games.tempest.play.storm import beast_acts, log_losses, strike, walled_in, with_level
from pnp.play.seeds import Stream
from pnp.play.state import OVER, Illegal, enforces
from pnp.play.verbs import Verbs

VERBS = Verbs["DayState"](
    {
        "deck": "round.deck",
        "brace": "round.order",
        "ward": "final.order",
        "free": "final.walled-in",
        "move": "round.order",
    }
)


class DayState(DayTable):
    """One day, from the first storm card to the last step."""

    def __init__(self, stage: Stage, position: Position, decks: Mapping[str, Sequence[int]], title: str = "") -> None:
        super().__init__(stage, position, decks, title)
        self._end_if_nobody_left()

    # The interface of a game in progress

    def to_act(self) -> int:
        """Return the player's seat, or OVER."""
        return OVER if self.phase == "over" else 0

    def chance(self, stream: Stream) -> Choices:
        """Nothing is left to chance: the decks are laid out before play."""
        raise ValueError("Tempest has no chance decisions: its decks are fixed by the scenario")

    @enforces("round.order")
    def apply(self, action: Choices) -> None:
        """Carry out a choice; refuse it with the rule it breaks."""
        if self.phase == "over":
            raise Illegal("over", "day.end", self.waiting_for)
        VERBS.apply(self, self.phase, action)

    def legal_actions(self) -> list[Choices]:
        """List every choice the player has now."""
        match self.phase:
            case "over":
                return []
            case "deck":
                return [Storm(suit) for suit in STORM_DECKS]
            case "free":
                return [Open(self.stage.board.xy[wall]) for wall in self.walls()]
            case "brace" | "ward":
                return [GoOn(), *usable_powers(self)]
            case "move":
                return [*self._walks(), *self._meetings(), *usable_powers(self), End()]

    @VERBS.take(Storm, "deck")
    @enforces("round.deck", "round.coordinates")
    def _storm(self, choice: Storm) -> None:
        """Reveal the storm card of the chosen deck and its coordinate."""
        suit = choice.deck
        i = self.round - 1
        at = self.stage.board.at(self.decks["hearts"][i], self.decks["spades"][i])
        self.turn = Turn(suit=suit, rank=self.decks[suit][i], at=at)
        if any(self.position.uses[counter] for counter in self.stage.protects):
            self.phase = "brace"
        else:
            self._weather()

    @VERBS.take(GoOn, "brace", "ward")
    def _go_on(self, _: GoOn) -> None:
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

    @VERBS.take(Open, "free")
    @enforces("final.walled-in")
    def _free(self, choice: Open) -> None:
        """Remove one obstacle square of the player's choice."""
        square = self.square_at(choice.at, "final.walled-in")
        if self.position.grid[square] != WALL:
            raise Illegal("obstacle", "final.walled-in", "there is no obstacle on that square")
        self.position = self.position._replace(grid=with_level(self.position.grid, square, 0))
        self.draw()

    # Moving

    def _ahead(self, heading: Heading) -> int:
        """Return the square in a direction; refuse the edge and obstacles."""
        square = self.stage.board.towards[self.position.player].get(heading)
        if square is None:
            raise Illegal("off-map", "move.steps", "that step leaves the map")
        if self.position.grid[square] == WALL:
            raise Illegal("obstacle", "move.steps", "an obstacle is in the way")
        return square

    @VERBS.take(Step, "move")
    @enforces("move.steps", "move.movement", "move.force")
    def _step(self, choice: Step) -> None:
        """Take one step with the card."""
        square = self._ahead(choice.to)
        if self.turn.forced:
            raise Illegal("forced", "move.force", "you forced forward instead of using the card")
        cost = self.cost(square)
        if cost > self.left:
            raise Illegal(
                "movement", "move.movement", f"the step costs {cost}, and {max(self.left, 0)} movement is left"
            )
        self.turn.spent += cost
        self._enter(square, 0, ON_THE_WAY)

    @VERBS.take(Force, "move")
    @enforces("move.force")
    def _force(self, choice: Force) -> None:
        """Force forward: one square instead of the card."""
        square = self._ahead(choice.to)
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

    @VERBS.take(PickUp, "move")
    @enforces("citizens.pick-up", "citizens.pick-up-anytime")
    def _pick_up(self, choice: PickUp) -> None:
        """Take somebody on your square along."""
        i = self.citizen_named(choice.citizen, choice.clause)
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

    @VERBS.take(Abandon, "move")
    @enforces("citizens.abandon")
    def _abandon(self, choice: Abandon) -> None:
        """Leave somebody on your square."""
        i = self.citizen_named(choice.citizen, choice.clause)
        if self.position.places[i] != WITH:
            raise Illegal("not-with-you", "citizens.abandon", f"{self.stage.labels[i]} is not with you")
        self._place(i, self.position.player)

    def _place(self, i: int, place: int) -> None:
        """Put one citizen somewhere."""
        places = self.position.places
        self.position = self.position._replace(places=(*places[:i], place, *places[i + 1 :]))

    # Powers

    @VERBS.take(UsePower, "brace", "ward", "move")
    def _power(self, choice: UsePower) -> None:
        """Use a power."""
        use_power(self, choice)

    # End of round and day

    @VERBS.take(End, "move")
    @enforces("move.end", "day.end")
    def _end(self, _: End) -> None:
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

    def _walks(self) -> list[Choices]:
        """List steps and forced steps."""
        walks: list[Choices] = []
        open_ways = [
            (heading, square)
            for heading, square in self.stage.board.towards[self.position.player].items()
            if self.position.grid[square] != WALL
        ]
        if not self.turn.forced:
            walks += [Step(heading) for heading, square in open_ways if self.cost(square) <= self.left]
        if allowed(self._check_force):
            walks += [Force(heading) for heading, _ in open_ways]
        return walks

    def _meetings(self) -> list[Choices]:
        """List who can be picked up or left behind."""
        found: list[Choices] = []
        for i, place in enumerate(self.position.places):
            if place == self.position.player and self._may_pick_up(i):
                found.append(PickUp(self.stage.labels[i]))
            elif place == WITH:
                found.append(Abandon(self.stage.labels[i]))
        return found
