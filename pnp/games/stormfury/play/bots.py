"""Players for simulations and for empty chairs: idle, random, and the team that measures a storm.

A bot sees only a view and the legal actions. The team bot can also read the open part of a
Table directly, which spares simulations the way through JSON; a test holds both ways equal.
"""

from collections.abc import Callable
from math import fsum
from typing import NamedTuple

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.hexes import Hex
from pnp.games.stormfury.play.choices import Choices, Draw, DrawMore, End, Place
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.outlook import Foresight, Outlook
from pnp.games.stormfury.play.planner import Planner, Situation
from pnp.games.stormfury.play.state import Mode, Phase, Table
from pnp.games.stormfury.play.view import View
from pnp.play.match import drive
from pnp.play.seeds import Stream


class RandomBot:
    """Picks a verb, then an action of that verb, each equally likely."""

    def __init__(self, draw: Stream) -> None:
        self.draw = draw

    def choose(self, _view: object, legal: list[Choices]) -> Choices:
        """Return a random choice; by verb first, or trades would drown everything else."""
        verb = self.draw.choice(list(dict.fromkeys(map(type, legal))))
        return self.draw.choice([choice for choice in legal if type(choice) is verb])


class Scene(NamedTuple):
    """The open part of a game that the team bot looks at."""

    phase: Phase
    turn: int
    seat: int
    mode: Mode | None
    centre: int
    category: int
    forecast: tuple[int, ...]
    swath: bool
    placed: tuple[int | None, ...]
    situation: Situation | None


class TeamBot:
    """The baseline team: one mind for all seats, greedy against imagined storms; it never trades."""

    def __init__(self, content: StormfuryContent, draw: Stream) -> None:
        self.content = content
        self.draw = draw
        self.planner = Planner(content)
        self._foresight: Foresight | None = None
        self._outlook: tuple[int, Outlook] | None = None
        self._planned: tuple[int, int] | None = None
        self._queue: list[Choices] = []

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return the next choice of the turn's plan."""
        action = self.decide(scene_of_view(self.content, view))
        if action not in legal:
            raise ValueError(f"the plan is out of step with the rules: {action}")
        return action

    def decide(self, scene: Scene) -> Choices:
        """Return the next choice in a scene."""
        if scene.phase == "place":
            return Place(self.content.board.cities[self._first_city(scene)].id)
        if scene.phase == "draw":
            return Draw("deck")
        situation = scene.situation
        assert situation is not None
        if scene.mode is None and self._planned != (scene.turn, scene.seat):
            self._planned = (scene.turn, scene.seat)
            self._queue = list(self.planner.plan(situation, self._look(scene)).actions) or [DrawMore()]
        if self._queue:
            return self._queue.pop(0)
        surplus = max(0, len(situation.hand) - self.content.rules.play.hand_limit)
        return End(tuple(self.planner.worst(list(situation.hand), surplus)))

    def _look(self, scene: Scene) -> Outlook:
        """Return the outlook of this turn, imagined once for the whole team."""
        if self._outlook is None or self._outlook[0] != scene.turn:
            if self._foresight is None:
                self._foresight = Foresight(self.content, self.draw, swath=scene.swath)
            outlook = self._foresight.outlook(scene.centre, scene.category, scene.forecast)
            self._outlook = (scene.turn, outlook)
        return self._outlook[1]

    def _first_city(self, scene: Scene) -> int:
        """Return the most endangered city where no colleague stands yet."""
        outlook, board = self._look(scene), self.content.board
        people = self.content.rules.population.usual

        def danger(number: int) -> float:
            city = board.cities[number]
            spaces = fsum(outlook.more_than(space, 0) for space in city.infrastructure)
            roads = fsum(outlook.more_than(len(board.spaces) + road, 0) for road in city.roads)
            # A road counts half for each of the two cities it joins.
            return people * outlook.more_than(city.centre, 0) + spaces + roads / 2

        free = [number for number in range(len(board.cities)) if number not in scene.placed]
        return max(free or range(len(board.cities)), key=danger)


def scene_of_table(content: StormfuryContent, table: Table, *, swath: bool) -> Scene:
    """Read a scene off a table, open information only."""
    expert = table.experts[table.seat] if table.seat < len(table.experts) else None
    situation = None
    if table.phase == "act" and expert is not None and expert.city is not None:
        situation = Situation(
            city=expert.city,
            role=content.roles[expert.role],
            hand=tuple(table.sorted_cards(content, expert.hand)),
            populations=tuple(table.populations),
            forts=tuple(table.forts),
            lost=table.lost,
            flooded=table.flooded,
            dams=table.dams,
            fort_supply=table.fort_supply,
            dam_supply=table.dam_supply,
            moves_left=table.moves_left,
            stand_ins_left=table.stand_ins_left,
        )
    return Scene(
        table.phase,
        table.turn,
        table.seat,
        table.mode,
        table.centre,
        table.category,
        table.forecast,
        swath,
        tuple(one.city for one in table.experts),
        situation,
    )


def scene_of_view(content: StormfuryContent, view: View) -> Scene:
    """Read a scene off a view."""
    board = content.board
    placed = tuple(None if one.city is None else board.city_number[one.city] for one in view.players)
    situation = None
    if view.phase == "act":
        expert, here = view.players[view.seat], placed[view.seat]
        assert here is not None
        situation = Situation(
            city=here,
            role=content.roles[expert.role],
            hand=expert.hand,
            populations=tuple(view.populations[city.id] for city in board.cities),
            forts=tuple(view.forts.get(space.id, 0) for space in board.spaces),
            lost=sum(1 << board.space_number[id] for id in view.lost),
            flooded=sum(1 << board.road_number[id] for id in view.flooded),
            dams=sum(1 << content.dam_site_number[name] for name in view.dams),
            fort_supply=view.supply.fortification,
            dam_supply=view.supply.dam,
            moves_left=view.moves_left,
            stand_ins_left=view.stand_ins_left,
        )
    return Scene(
        view.phase,
        view.turn,
        view.seat,
        view.mode,
        board.number[Hex(*view.center)],
        view.category,
        tuple(content.card_number[card] for card in view.forecast),
        view.footprint == "swath",
        placed,
        situation,
    )


def play_team(
    game: Game, bot: TeamBot, table_luck: Stream, *, watch: Callable[[Choices], object] | None = None
) -> None:
    """Let the team bot play a game to its end by the short way; `watch` is told of every choice."""

    def ask(_seat: int) -> Choices:
        return bot.decide(scene_of_table(game.content, game.table, swath=game.swath))

    drive(game, ask, table_luck, watch=watch)
