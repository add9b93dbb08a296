"""The exact solver for sealed decks: how many can be rescued at most, and a play that proves it.

Both storm decks lose a card every round, so with the order known each round offers two storms and
the turns after them. A narrow search by rounds usually finds a play; what it does not find, a full
search refutes: it cuts off hopeless positions (see `outlook`) and positions no healthier than one
that failed before in the same round. Where the budget ends first, a wide search by rounds that keeps
unlike positions looks once more, with as large a budget, and the answer is "at least".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pnp.games.tempest.content.effects import Fly, Lightning, Lower, SetAside
from pnp.games.tempest.content.powers import card_matches
from pnp.games.tempest.play.choices import Choices, End, GoOn, Open, Storm, StormSuit, UsePower
from pnp.games.tempest.play.distances import FAR, Ways
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.moves import Came, Node, trace, turn_nodes
from pnp.games.tempest.play.outlook import Outlook, reach
from pnp.games.tempest.play.position import SAVED, WALL, WITH, Position, Stage, spend
from pnp.games.tempest.play.state import STORM_DECKS
from pnp.games.tempest.play.storm import beast_acts, strike, walled_in, with_level

Actions = list[Choices]

Ground = tuple[bytes, int, tuple[int, ...], tuple[int, ...], int, int]
"""A position but for the health: grid, player, places, uses, aside, beast."""

BEAMS = ((8, False), (8, True), (32, True))
"""The narrow searches: how many positions of each round are kept, and whether powers are used."""

WIDE_BEAMS = ((128, 1), (128, 4), (400, 4))
"""The wide searches: how many positions of each round are kept, and how many with everybody on the same squares."""

KEPT_OUTLOOKS = 20000
"""Grids whose distances are remembered before the memory is cleared."""


class OutOfBudget(Exception):
    """The search used up what it was given."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found: rescues, whether more is impossible, and the play."""

    rescued: int
    exact: bool
    witness: Actions
    nodes: int


class Option(NamedTuple):
    """A way to play one round: what it is worth, where it ends and how it goes."""

    worth: float
    after: Position
    opening: Actions
    came: Came
    node: Node


class Way(NamedTuple):
    """A chain of rounds."""

    before: Way | None
    option: Option


def solve(state: DayState, budget: int, *, enough: int = 0) -> Solution:
    """Find the most rescues for a day that has not begun, examining at most `budget` nodes.

    With `enough` the search is content with that many and proves nothing beyond.
    """
    search = Search(state.stage, state.decks, budget)
    everyone = sum(place >= WITH or place == SAVED for place in state.position.places)
    aim = min(enough or everyone, everyone)
    best: Actions = []
    rescued = state.position.places.count(SAVED)
    proven = False
    try:
        for width, powers in BEAMS:
            if powers and width == BEAMS[0][0] and not state.stage.full_uses:
                continue
            for goal in range(aim, rescued, -1):
                found = search.beam(state.position, goal, width, powers)
                if found:
                    best, rescued = found
                    break
        while rescued < aim and not proven:
            found = search.everywhere(state.position, rescued + 1)
            if found:
                best, rescued = found
            else:
                proven = True
    except OutOfBudget:
        search.budget += budget
        try:
            while rescued < aim:
                wide = (search.beam(state.position, rescued + 1, width, True, alike) for width, alike in WIDE_BEAMS)
                best, rescued = next(found for found in wide if found)
        except (OutOfBudget, StopIteration):
            pass
    exact = rescued == everyone or (proven and not search.picks_squares)
    return Solution(rescued, exact, best, search.nodes)


def _unlike(ways: Sequence[Way], alike: int) -> list[Way]:
    """Return ways in their order, but only so many that have everybody on the same squares."""
    count: dict[tuple[int, tuple[int, ...]], int] = {}
    kept: list[Way] = []
    for way in ways:
        squares = (way.option.after.player, way.option.after.places)
        count[squares] = count.get(squares, 0) + 1
        if count[squares] <= alike:
            kept.append(way)
    return kept


class Search:
    """Search over the rounds of one day with known decks."""

    def __init__(self, stage: Stage, decks: Mapping[str, Sequence[int]], budget: int) -> None:
        self.stage = stage
        self.rounds = stage.rounds
        at = stage.board.at
        self.squares = [at(x, y) for x, y in zip(decks["hearts"], decks["spades"], strict=True)]
        self.cards = [decks[suit] for suit in STORM_DECKS]
        self.budget = budget
        self.nodes = 0
        self.goal = 0
        self.powers = True
        self.failed: list[dict[Ground, list[tuple[int, ...]]]] = []
        self.outlooks: dict[tuple[bytes, int], Outlook] = {}
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Note, for each round, what later rounds can still bring."""
        stage = self.stage
        actions = stage.content.storm
        first_step_free = stage.first_cost != stage.cost
        bonus = max(stage.cost) - 1 if first_step_free else 0
        self.most = [max(stage.movement[deck[r]] for deck in self.cards) + bonus for r in range(self.rounds)]
        self.picks_squares = bool(stage.breakers or stage.calmers or stage.soothing(1) or stage.soothing(2)) or (
            bool(stage.heals) and not stage.switches.heal_above_start
        )
        self.flat = bool(stage.calmers or stage.barriers or stage.soothing(1) or stage.soothing(2)) or any(
            isinstance(effect, Lower) for action in actions.values() for effect in action.effects
        )
        self.first_hurt_free = stage.first_hurt != stage.hurt
        sets_aside = any(isinstance(action.effects[0], SetAside) for action in actions.values())
        openings: list[set[int]] = [set() for _ in range(self.rounds + 1)]
        landings: list[set[int]] = [set() for _ in range(self.rounds + 1)]
        for r in reversed(range(self.rounds)):
            openings[r] |= openings[r + 1]
            landings[r] |= landings[r + 1]
            struck = self.squares[max(r - 1, 0) if sets_aside else r : r + 1]
            for deck in self.cards:
                for effect in actions[deck[r]].effects:
                    if isinstance(effect, Lightning):
                        openings[r].update(struck)
                    elif isinstance(effect, Fly):
                        landings[r].update(struck)
        if stage.beast is not None or stage.breakers:
            openings = [set(range(stage.board.squares))] * (self.rounds + 1)
        self.openings = [frozenset(squares) for squares in openings]
        self.landings = [frozenset(squares) for squares in landings]

    # The two searches

    def beam(
        self, position: Position, goal: int, width: int, powers: bool, alike: int = 0
    ) -> tuple[Actions, int] | None:
        """Keep the most promising positions of each round; people are left behind only where a turn starts.

        With `alike` no more than that many of them have everybody on the same squares.
        """
        self.goal, self.powers = goal, powers
        layer: list[tuple[Position, Way | None]] = [(position, None)]
        for r in range(self.rounds):
            reached: dict[Position, Way] = {}
            for start, way in layer:
                for option in self._options(r, start, drops=False):
                    known = reached.get(option.after)
                    if known is None or option.worth > known.option.worth:
                        reached[option.after] = Way(way, option)
            ranked = sorted(reached.values(), key=lambda way: -way.option.worth)
            best = (_unlike(ranked, alike) if alike else ranked)[:width]
            if best and best[0].option.after.places.count(SAVED) >= goal:
                return self._unwind(best[0]), best[0].option.after.places.count(SAVED)
            layer = [(way.option.after, way) for way in best]
        return None

    def everywhere(self, position: Position, goal: int) -> tuple[Actions, int] | None:
        """Search every play for so many rescues."""
        self.goal, self.powers = goal, True
        self.failed = [{} for _ in range(self.rounds + 1)]
        way = self._deepen(0, position, None)
        return (self._unwind(way), way.option.after.places.count(SAVED)) if way else None

    def _deepen(self, r: int, position: Position, way: Way | None) -> Way | None:
        """Return a chain of rounds that reaches the goal, or None when there is none."""
        if r >= self.rounds:
            return None
        key = (position.grid, position.player, position.places, position.uses, position.aside, position.beast)
        fallen = self.failed[r].setdefault(key, [])
        health = position.health
        if any(all(mine <= theirs for mine, theirs in zip(health, other, strict=True)) for other in fallen):
            return None
        options = sorted(self._options(r, position, drops=True), key=lambda option: -option.worth)
        for option in options:
            onward = Way(way, option)
            if option.after.places.count(SAVED) >= self.goal:
                return onward
            found = self._deepen(r + 1, option.after, onward)
            if found:
                return found
        fallen.append(health)
        return None

    def _unwind(self, way: Way | None) -> Actions:
        """Return the choices along a chain of rounds; the last round is left open, the day may be over."""
        turns: list[Actions] = []
        while way is not None:
            option = way.option
            turns.append([*option.opening, *trace(self.stage, option.came, option.node)])
            way = way.before
        actions: Actions = []
        for turn in reversed(turns):
            actions += [End(), *turn] if actions else turn
        return actions

    # One round

    def _options(self, r: int, position: Position, *, drops: bool) -> Iterator[Option]:
        """Yield the ways to play a round after which the goal is not hopeless."""
        stage = self.stage
        for deck, suit in enumerate(STORM_DECKS):
            rank, card = self.cards[deck][r], self.cards[1 - deck][r]
            for opening, stormed, shield in self._storms(r, position, suit, rank):
                if sum(place >= WITH or place == SAVED for place in stormed.places) < self.goal:
                    continue
                for preparation, ready, carry, barrier in self._preparations(stormed):
                    came = turn_nodes(
                        stage,
                        ready,
                        card,
                        shield=shield,
                        carry=carry,
                        barrier=barrier,
                        drops=drops,
                        spells=self.powers,
                        keep=self._keeper(r, ready, stage.movement[card], shield),
                    )
                    self.nodes += len(came)
                    if self.nodes > self.budget:
                        raise OutOfBudget
                    for node in self._ends(r, came):
                        after = Position(node[3], node[0], node[1], node[2], node[4], ready.aside, ready.beast)
                        worth = self._worth(r + 1, after)
                        if worth is not None:
                            yield Option(worth, after, [*opening, *preparation], came, node)

    def _storms(
        self, r: int, position: Position, suit: StormSuit, rank: int
    ) -> Iterator[tuple[Actions, Position, int]]:
        """Yield what a storm card can lead to: protecting somebody, warding, freeing yourself."""
        stage, at = self.stage, self.squares[r]
        for brace, braced, shield in self._braces(position):
            begun: Actions = [Storm(suit), *brace]
            stormed = strike(stage, braced, rank, at, r + 1, shield)
            roused = stage.beast is not None and card_matches(stage.beast.when, rank)
            if not roused or stage.nobody_left(stormed.places):
                yield begun, stormed, shield
                continue
            wards = [counter for counter in stage.wards if stormed.uses[counter]]
            if wards and self.powers:
                warded = stormed._replace(uses=spend(stormed.uses, wards[0]))
                yield [*begun, UsePower(self._holder(wards[0]))], warded, shield
            if wards:
                begun = [*begun, GoOn()]
            mauled = beast_acts(stage, stormed, rank, at, r + 1, shield)
            if stage.beast_frees and not stage.nobody_left(mauled.places) and walled_in(stage, mauled):
                for square, level in enumerate(mauled.grid):
                    if level == WALL:
                        freed = mauled._replace(grid=with_level(mauled.grid, square, 0))
                        yield [*begun, Open(stage.board.xy[square])], freed, shield
            else:
                yield begun, mauled, shield

    def _braces(self, position: Position) -> Iterator[tuple[Actions, Position, int]]:
        """Yield whom to protect, or nobody, once the storm card is seen."""
        ready = [counter for counter in self.stage.protects if position.uses[counter]]
        if not ready:
            yield [], position, 0
            return
        yield [GoOn()], position, 0
        if not self.powers:
            return
        spent = position._replace(uses=spend(position.uses, ready[0]))
        for i, place in enumerate(position.places):
            if place >= WITH:
                actions: Actions = [UsePower(self._holder(ready[0]), citizen=self.stage.labels[i]), GoOn()]
                yield actions, spent, 1 << i

    def _preparations(self, position: Position) -> Iterator[tuple[Actions, Position, bool, bool]]:
        """Yield the powers that are best declared when the turn begins: healing, carrying, barrier."""
        stage = self.stage
        ways: list[tuple[Actions, Position, bool, bool]] = [([], position, False, False)]
        for counters, kind in ((stage.heals, "heal"), (stage.carries, "carry"), (stage.barriers, "barrier")):
            ready = [counter for counter in counters if position.uses[counter]]
            if not ready or not self.powers:
                continue
            more = []
            for actions, ground, carry, barrier in ways:
                used = ground._replace(uses=spend(ground.uses, ready[0]))
                if kind == "heal":
                    used = stage.healed(used, stage.heal_amount(ready[0]))
                declared = [*actions, UsePower(self._holder(ready[0]))]
                more.append((declared, used, carry or kind == "carry", barrier or kind == "barrier"))
            ways += more
        yield from ways

    def _holder(self, counter: int) -> str:
        """Return whose power a counter belongs to."""
        return next(held.name for held in self.stage.held if held.counter == counter)

    def _ends(self, r: int, came: Came) -> Iterator[Node]:
        """Yield the nodes worth ending a turn on: nobody hurt in vain, everyone on your square taken along.

        Being with you is never worse than standing beside you, unless a twister may come.
        """
        take_along = not self.landings[r + 1] and self.stage.switches.pick_up_without_movement
        healths: dict[tuple[int, tuple[int, ...], bytes, tuple[int, ...]], list[tuple[int, ...]]] = {}
        for player, places, health, grid, uses in came:
            if not (take_along and player in places):
                healths.setdefault((player, places, grid, uses), []).append(health)
        for (player, places, grid, uses), found in healths.items():
            for health in found:
                if len(found) == 1 or not any(
                    other != health and all(a >= b for a, b in zip(other, health, strict=True)) for other in found
                ):
                    yield (player, places, health, grid, uses)

    # What can still be reached

    def _outlook(self, r: int, grid: bytes) -> Outlook:
        """Return what a grid promises from a round on."""
        key = (grid, r)
        found = self.outlooks.get(key)
        if found is None:
            if len(self.outlooks) > KEPT_OUTLOOKS:
                self.outlooks.clear()
            ways = Ways(self.stage, grid, self.openings[r], self.flat)
            later = reach(tuple(self.most[r:]), ways.dearest, self._weight, len(self.stage.labels))
            found = self.outlooks[key] = Outlook(ways, self.stage.haven, self.landings[r], later)
        return found

    @property
    def _weight(self) -> int:
        """Return what each person taken along costs at least."""
        return 0 if self.stage.carries else min(self.stage.weights, default=0)

    def _keeper(self, r: int, position: Position, movement: int, shield: int) -> Callable[[Node, int], bool]:
        """Return a test for nodes inside a turn: is the goal not hopeless from there?"""
        outlook, goal = self._outlook(r + 1, position.grid), self.goal
        later, dearest, people = tuple(self.most[r + 1 :]), outlook.ways.dearest, len(self.stage.labels)
        bonus = self.most[r] - max(self.stage.movement[deck[r]] for deck in self.cards)
        reaches = [
            reach(later, dearest, self._weight, people, movement + bonus, spent) for spent in range(movement + 1)
        ]

        def keep(node: Node, spent: int) -> bool:
            extra = FAR if shield else self._extra(r, node[4])
            return outlook.hopeful(goal, node[0], node[1], node[2], extra, reaches[spent])

        return keep

    def _worth(self, r: int, position: Position) -> float | None:
        """Guess how well a position at the start of a round stands; None if it is hopeless."""
        _, player, places, health, uses, _, _ = position
        if places.count(SAVED) >= self.goal:
            return float(FAR + sum(health))
        if r >= self.rounds:
            return None
        outlook = self._outlook(r, position.grid)
        if not outlook.hopeful(self.goal, player, places, health, self._extra(r, uses), outlook.reach):
            return None
        return outlook.promise(self.goal, player, places, health)

    def _extra(self, r: int, uses: tuple[int, ...]) -> int:
        """Return how much more damage than their health people may stand on the way, thanks to powers."""
        stage = self.stage
        if not stage.held:
            return 0
        if stage.trading is not None or any(uses[counter] for counter in stage.protects):
            return FAR
        extra = sum(uses[counter] * stage.heal_amount(counter) for counter in stage.heals)
        if self.first_hurt_free:
            extra += (self.rounds - r + 1) * max(stage.hurt)
        return extra
