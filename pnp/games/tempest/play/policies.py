"""Players that measure the game: careless, greedy, and sampling (greedy plays out many futures).

They decide on a Situation, never on hidden cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum, sqrt
from typing import NamedTuple, Protocol

from pnp.games.tempest.content.powers import card_matches
from pnp.games.tempest.play.choices import Choices, UsePower
from pnp.games.tempest.play.distances import Ways
from pnp.games.tempest.play.judge import Judge
from pnp.games.tempest.play.moves import Came, Node, trace, turn_nodes
from pnp.games.tempest.play.position import SAVED, WALL, WITH, Position, Stage, spend
from pnp.games.tempest.play.prospects import MARGIN, Grounds, Prospects
from pnp.games.tempest.play.situation import Decks, Situation, Storm, Unseen, sample_decks
from pnp.games.tempest.play.storm import beast_acts, strike, walled_in, with_level
from pnp.play.seeds import Stream

Actions = list[Choices]

HOLD = 0.22
"""What a power that is still unused is worth at the start of a day, to a greedy player."""


class Plan(NamedTuple):
    """How to play a turn: the value hoped for, the position it ends in, and the choices."""

    value: float
    after: Position
    actions: Actions


class Start(NamedTuple):
    """A way to begin a turn: powers declared, the position they leave, and what they lift for this round."""

    actions: Actions
    position: Position
    carry: bool = False
    barrier: bool = False

    @property
    def node(self) -> Node:
        """Return the position as the search of a turn knows it."""
        position = self.position
        return position.player, position.places, position.health, position.grid, position.uses

    def nodes(
        self,
        stage: Stage,
        card: int,
        shield: int,
        *,
        spells: bool = False,
        keep: Callable[[Node, int], bool] | None = None,
    ) -> Came:
        """Return what the turn can reach from here; nobody is left behind on the way."""
        return turn_nodes(
            stage,
            self.position,
            card,
            shield=shield,
            carry=self.carry,
            barrier=self.barrier,
            drops=False,
            spells=spells,
            keep=keep,
        )


class Look(NamedTuple):
    """A way to play a turn, by the node it ends in."""

    value: float
    start: Start
    came: Came
    node: Node


class Policy(Protocol):
    """A way to play."""

    def deck(self, situation: Situation) -> int:
        """Choose the deck of the storm: 0 diamonds, 1 clubs."""

    def brace(self, situation: Situation, storm: Storm) -> int:
        """Choose whom to protect from an open storm card, or -1."""

    def ward(self, situation: Situation, storm: Storm) -> bool:
        """Decide whether to ward off the beast."""

    def free(self, situation: Situation) -> int:
        """Choose an obstacle square to remove when walled in."""

    def turn(self, situation: Situation, storm: Storm, card: int, shield: int) -> Plan:
        """Plan the turn with the movement card drawn."""


def mean(cards: Sequence[int]) -> float:
    """Return the average of some cards, 0 for none."""
    return sum(cards) / len(cards) if cards else 0.0


class Greedy:
    """Counts cards and picks what looks best right after its turn."""

    def __init__(self, *, spells: bool = True) -> None:
        self.spells = spells

    def deck(self, situation: Situation) -> int:
        """Walk with the deck whose cards to come are higher."""
        stage = situation.stage
        diamonds, clubs = (mean([stage.movement[rank] for rank in deck]) for deck in situation.unseen.storm_decks)
        return 0 if clubs >= diamonds else 1

    def judge(self, situation: Situation, grid: bytes) -> Judge:
        """Return the judge for the end of this round on a grid."""
        stage = situation.stage
        means = [mean([stage.movement[rank] for rank in deck]) for deck in situation.unseen.storm_decks]
        return Judge(stage, Ways(stage, grid), situation.rounds_left, max(means) + 0.125)

    def brace(self, situation: Situation, storm: Storm) -> int:
        """Protect somebody when the open storm card would cost more than the power is worth."""
        stage, position = situation.stage, situation.position
        choices = []
        for i in range(-1, len(position.places)):
            if i >= 0 and position.places[i] < WITH:
                continue
            shield = 1 << i if i >= 0 else 0
            after = strike(stage, position, storm.rank, storm.at, situation.round, shield)
            worth = self.judge(situation, after.grid).value(after.player, after.places, after.health)
            choices.append((worth - (self._hold(situation) if i >= 0 else 0.0), -i, i))
        return max(choices)[2]

    def ward(self, situation: Situation, storm: Storm) -> bool:
        """Ward the beast off when its action would cost more than the power is worth."""
        stage, position = situation.stage, situation.position
        after = beast_acts(stage, position, storm.rank, storm.at, situation.round)
        worth = self.judge(situation, after.grid).value(after.player, after.places, after.health)
        now = self.judge(situation, position.grid).value(position.player, position.places, position.health)
        return now - worth > self._hold(situation)

    def free(self, situation: Situation) -> int:
        """Open the square next to the player that is nearest home."""
        stage, position = situation.stage, situation.position
        walls = [near for near in stage.board.neighbours[position.player] if position.grid[near] == WALL]
        hx, hy = stage.board.xy[stage.haven]
        return min(
            walls or [square for square, level in enumerate(position.grid) if level == WALL],
            key=lambda square: abs(stage.board.xy[square][0] - hx) + abs(stage.board.xy[square][1] - hy),
        )

    def _hold(self, situation: Situation) -> float:
        """Return what keeping one use of a power is worth now."""
        return HOLD * situation.rounds_left / situation.stage.rounds

    def turn(self, situation: Situation, storm: Storm, card: int, shield: int) -> Plan:
        """Take the turn that looks best: the first of `plans`, without a look at uses of powers that cannot pay."""
        stage, position = situation.stage, situation.position
        hold, held = self._hold(situation), sum(position.uses)
        judge = self.judge(situation, position.grid)
        best: Look | None = None
        plain: list[tuple[Start, Came]] = []
        for start in self._starts(situation):
            came = start.nodes(stage, card, shield)
            plain.append((start, came))
            for node in came:
                value = judge.value(node[0], node[1], node[2]) - hold * (held - sum(node[4]))
                if best is None or value > best.value:
                    best = Look(value, start, came, node)
        assert best is not None
        if self.spells and stage.changes_squares(position, card):
            best = self._with_spells(situation, card, shield, judge, plain, best)
        _, start, came, node = best
        after = Position(node[3], node[0], node[1], node[2], node[4], start.position.aside, start.position.beast)
        return Plan(best.value, after, [*start.actions, *trace(stage, came, node)])

    def _with_spells(
        self,
        situation: Situation,
        card: int,
        shield: int,
        judge: Judge,
        plain: list[tuple[Start, Came]],
        best: Look,
    ) -> Look:
        """Return the best turn with powers that change squares; what cannot be better than `best` is left out.

        Half of what such powers can gain at most is looked for first: few ways lead there, and often one does.
        """
        hold, held = self._hold(situation), sum(situation.position.uses)
        grounds = Grounds(situation.stage, situation.position, judge, card)
        starts: list[tuple[Start, Came, Prospects, float]] = []
        for start, came in plain:
            prospects = Prospects(
                grounds, start.position, card, shield=shield, carry=start.carry, barrier=start.barrier
            )
            spent = hold * (held - sum(start.position.uses))
            starts.append((start, came, prospects, spent))
        most = max(prospects.most(start.node, 0, hold) - spent for start, _, prospects, spent in starts)
        for floor in ((best.value + most) / 2, best.value):
            if most < floor - MARGIN:
                continue
            found: Look | None = None
            for start, known, prospects, spent in starts:
                keep = partial(prospects.may_pay, floor=floor + spent - MARGIN, hold=hold)
                may_pay = keep(start.node, 0)
                came = start.nodes(situation.stage, card, shield, spells=True, keep=keep) if may_pay else known
                for node in came:
                    player, places, health, grid, uses = node
                    value = grounds.on(grid).judge.value(player, places, health) - hold * (held - sum(uses))
                    if found is None or value > found.value:
                        found = Look(value, start, came, node)
            if found is not None and found.value >= floor:
                return found
        return best

    def plans(self, situation: Situation, card: int, shield: int, count: int) -> list[Plan]:
        """Return the best few turns, best first."""
        stage = situation.stage
        hold = self._hold(situation)
        judges: dict[bytes, Judge] = {}
        found: list[tuple[float, int, Node, Came, Start]] = []
        for start in self._starts(situation):
            came = start.nodes(stage, card, shield, spells=self.spells)
            for node in came:
                player, places, health, grid, uses = node
                judge = judges.get(grid)
                if judge is None:
                    judge = judges[grid] = self.judge(situation, grid)
                value = judge.value(player, places, health)
                if uses != situation.position.uses:
                    value -= hold * (sum(situation.position.uses) - sum(uses))
                found.append((value, len(found), node, came, start))
        best = sorted(found, key=lambda entry: (-entry[0], entry[1]))
        plans: list[Plan] = []
        for value, _, node, came, start in best[: count * 4]:
            after = Position(node[3], node[0], node[1], node[2], node[4], start.position.aside, start.position.beast)
            if all(plan.after != after for plan in plans):
                plans.append(Plan(value, after, [*start.actions, *trace(stage, came, node)]))
            if len(plans) == count:
                break
        return plans

    def _starts(self, situation: Situation) -> list[Start]:
        """List the powers to declare before moving: none, or one of healing, carrying, barrier."""
        stage, position = situation.stage, situation.position
        starts = [Start([], position)]
        for held in stage.held:
            counter = held.counter
            if counter < 0 or not position.uses[counter]:
                continue
            used = position._replace(uses=spend(position.uses, counter))
            action: Actions = [UsePower(held.name)]
            if counter in stage.heals:
                starts.append(Start(action, stage.healed(used, stage.heal_amount(counter))))
            elif counter in stage.carries and any(place == WITH for place in position.places):
                starts.append(Start(action, used, carry=True))
            elif counter in stage.barriers:
                starts.append(Start(action, used, barrier=True))
        return starts


class Playout:
    """Plays a day to its end with an order of cards that a policy does not see."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def play(self, situation: Situation, decks: Decks) -> Position:
        """Play from the start of a round to the end of the day."""
        unseen = situation.unseen
        position = situation.position
        stage = situation.stage
        for i in range(len(decks.squares)):
            if stage.nobody_left(position.places):
                break
            here = Situation(stage, position, situation.round + i, unseen)
            deck = self.policy.deck(here)
            position, unseen = self.play_round(here, decks, i, deck)
        return position

    def play_round(self, situation: Situation, decks: Decks, i: int, deck: int) -> tuple[Position, Unseen]:
        """Play one round with the deck chosen; return where it ends and what is still unseen."""
        stage = situation.stage
        storm = Storm(deck, decks.storm[deck][i], decks.squares[i])
        card = decks.storm[1 - deck][i]
        unseen = _seen(situation.unseen, stage, storm)
        before_card = situation._replace(unseen=unseen)
        position, shield = weather(self.policy, before_card, storm)
        unseen = _without_card(unseen, 1 - deck, card)
        if stage.nobody_left(position.places):
            return position, unseen
        plan = self.policy.turn(Situation(stage, position, situation.round, unseen), storm, card, shield)
        return plan.after, unseen


def weather(policy: Policy, situation: Situation, storm: Storm) -> tuple[Position, int]:
    """Carry out storm and beast with the policy's decisions; return the position and who is protected."""
    stage, position = situation.stage, situation.position
    shield = 0
    ready = [counter for counter in stage.protects if position.uses[counter]]
    if ready:
        whom = policy.brace(situation, storm)
        if whom >= 0:
            shield = 1 << whom
            position = position._replace(uses=spend(position.uses, ready[0]))
    position = strike(stage, position, storm.rank, storm.at, situation.round, shield)
    if stage.beast is None or stage.nobody_left(position.places):
        return position, shield
    if not card_matches(stage.beast.when, storm.rank):
        return position, shield
    wards = [counter for counter in stage.wards if position.uses[counter]]
    if wards and policy.ward(situation._replace(position=position), storm):
        return position._replace(uses=spend(position.uses, wards[0])), shield
    position = beast_acts(stage, position, storm.rank, storm.at, situation.round, shield)
    if stage.beast_frees and not stage.nobody_left(position.places) and walled_in(stage, position):
        square = policy.free(situation._replace(position=position))
        position = position._replace(grid=with_level(position.grid, square, 0))
    return position, shield


def _seen(unseen: Unseen, stage: Stage, storm: Storm) -> Unseen:
    """Return what is unseen after a storm card and its coordinate are open."""
    x, y = stage.board.xy[storm.at]
    after = Unseen(_without(unseen.hearts, x), _without(unseen.spades, y), unseen.diamonds, unseen.clubs)
    return _without_card(after, storm.deck, storm.rank)


def _without_card(unseen: Unseen, deck: int, rank: int) -> Unseen:
    """Return the unseen cards without one of a storm deck."""
    if deck == 0:
        return unseen._replace(diamonds=_without(unseen.diamonds, rank))
    return unseen._replace(clubs=_without(unseen.clubs, rank))


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the cards without one of them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


WIN_WORTH = 8.0
"""What winning a day counts for when futures are compared, beside one for each citizen rescued."""


def worth_of(stage: Stage, position: Position) -> float:
    """Return what the end of a day is worth: winning first, then everyone rescued."""
    saved = position.places.count(SAVED)
    return saved + (WIN_WORTH if saved >= stage.needed else 0.0)


class Sampling:
    """Tries promising choices out in many shuffled futures, played on greedily.

    All choices meet the same futures. The greedy choice stands unless another is better by more
    than the samples' own scatter.
    """

    def __init__(self, stream: Stream, *, samples: int = 24, width: int = 6) -> None:
        self.stream = stream
        self.samples = samples
        self.width = width
        self.guide = Greedy()
        self.rollout = Playout(Greedy(spells=False))

    def deck(self, situation: Situation) -> int:
        """Choose the deck with the better futures."""
        stage, unseen = situation.stage, situation.unseen
        if unseen.diamonds == unseen.clubs:
            return 0
        usual = self.guide.deck(situation)
        futures: list[list[float]] = [[], []]
        for _ in range(self.samples):
            decks = sample_decks(stage, unseen, self.stream)
            for i, deck in enumerate((usual, 1 - usual)):
                position, later = self.rollout.play_round(situation, decks, 0, deck)
                futures[i].append(self._future(situation, position, later, decks))
        return usual if _choose(futures) == 0 else 1 - usual

    def _future(self, situation: Situation, position: Position, unseen: Unseen, decks: Decks) -> float:
        """Play on after the first round of an order of cards."""
        stage = situation.stage
        rest = Decks((decks.storm[0][1:], decks.storm[1][1:]), decks.squares[1:])
        onward = Situation(stage, position, situation.round + 1, unseen)
        return worth_of(stage, self.rollout.play(onward, rest))

    def brace(self, situation: Situation, storm: Storm) -> int:
        """Protect as the greedy player does."""
        return self.guide.brace(situation, storm)

    def ward(self, situation: Situation, storm: Storm) -> bool:
        """Ward as the greedy player does."""
        return self.guide.ward(situation, storm)

    def free(self, situation: Situation) -> int:
        """Free as the greedy player does."""
        return self.guide.free(situation)

    def turn(self, situation: Situation, storm: Storm, card: int, shield: int) -> Plan:
        """Play the turn whose futures turn out best."""
        plans = self.guide.plans(situation, card, shield, self.width)
        if len(plans) == 1 or not situation.rounds_left:
            return plans[0]
        futures: list[list[float]] = [[] for _ in plans]
        running = list(range(len(plans)))
        stage = situation.stage
        for n in range(self.samples):
            if n == self.samples // 3:
                leaders = sorted(running[1:], key=lambda i: -fsum(futures[i]))[:2]
                running = [0, *leaders]
            decks = sample_decks(stage, situation.unseen, self.stream)
            for i in running:
                onward = Situation(stage, plans[i].after, situation.round + 1, situation.unseen)
                futures[i].append(worth_of(stage, self.rollout.play(onward, decks)))
        return plans[running[_choose([futures[i] for i in running])]]


def _choose(futures: Sequence[Sequence[float]]) -> int:
    """Return the best series, but the first one unless another beats it beyond the scatter."""
    best, gain = 0, 0.0
    usual = futures[0]
    n = len(usual)
    for i, other in enumerate(futures[1:], start=1):
        margins = [theirs - ours for theirs, ours in zip(other, usual, strict=True)]
        average = fsum(margins) / n
        offs = [margin - average for margin in margins]
        scatter = sqrt(fsum(off * off for off in offs) / n / max(n - 1, 1))
        if average > scatter and average - scatter > gain:
            best, gain = i, average - scatter
    return best
