"""A recorded play retold: replayed by the engine, round by round, with the squares struck and the way walked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pnp.draw.faces import FaceFault
from pnp.games.tempest.content.areas import effect_cells
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.effects import OverArea
from pnp.games.tempest.content.files import StormAction
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.choices import (
    Abandon,
    Choices,
    Force,
    GoOn,
    Open,
    PickUp,
    Square,
    Step,
    Storm,
    UsePower,
)
from pnp.games.tempest.play.deal import Scenario
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.mapview import MapView, view_of
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.position import DEAD, NOWHERE, SAVED
from pnp.games.tempest.play.state import STORM_DECKS
from pnp.games.tempest.play.view import DayResult
from pnp.play.state import Illegal

ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
_ICONS = {"diamonds": ":diamond:", "clubs": ":club:"}


@dataclass
class Round:
    """One round: the map after the storm with the way walked on it, and what happened in words."""

    number: int
    view: MapView
    storm: str
    moves: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    card: str = ""


@dataclass
class DayStory:
    """A day of the play: its rounds, and how it ended."""

    title: str
    rounds: list[Round] = field(default_factory=list)
    result: DayResult | None = None
    over: bool = False


def retell(content: TempestContent, scenario: Scenario) -> list[DayStory]:
    """Replay the witness of a scenario; a choice that breaks a rule is a fault."""
    game = new_game(content, scenario.deal)
    witness = scenario.certificate.witness
    stories: dict[str, DayStory] = {}
    tellers: dict[str, _Teller] = {}
    for number, action in enumerate(witness.actions if witness else (), 1):
        day = game.day if isinstance(game, CampaignState) else game
        story = stories.setdefault(day.title, DayStory(day.title))
        teller = tellers.setdefault(day.title, _Teller(day, story))
        teller.before(action)
        try:
            game.apply(action)
        except Illegal as illegal:
            message = f"choice {number} of the witness breaks {illegal.clause}: {illegal}"
            raise FaceFault("witness", message, hint="leave the witness out, or certify the scenario again") from None
        teller.after(action)
    return list(stories.values())


class _Teller:
    """Watches one day and notes what each choice did."""

    def __init__(self, day: DayState, story: DayStory) -> None:
        self.day, self.story, self.words = day, story, day.stage.content.words.solution
        self.places = day.position.places
        self.logged = 0
        self.aside, self.player = NOWHERE, day.position.player
        self.struck: tuple[Square, ...] = ()

    def before(self, choice: Choices) -> None:
        """Note what the choice will change."""
        self.places, self.logged = self.day.position.places, len(self.day.damage)
        if isinstance(choice, Storm):
            self.aside, self.player = self.day.position.aside, self.day.position.player

    def after(self, choice: Choices) -> None:
        """Note what the choice has changed."""
        day = self.day
        if isinstance(choice, Storm):
            self._open_round(choice.deck)
        story = self.story.rounds[-1]
        storm_over = isinstance(choice, Storm | GoOn | Open) or (
            isinstance(choice, UsePower) and day.phase != "move" and not story.card
        )
        if storm_over or not story.card:
            story.view = view_of(day, struck=self.struck, at=story.view.at)
            if day.phase in ("move", "over") and day.turn.card:
                other = STORM_DECKS[1 - STORM_DECKS.index(day.turn.suit)]
                story.card = f"{_ICONS[other]}{card_name(day.turn.card)}"
        if isinstance(choice, Step | Force):
            square = day.stage.board.xy[day.position.player]
            path = story.view.path or (story.view.player,) if story.view.player else ()
            story.view = story.view._replace(path=(*path, square))
        self._say(choice, story)
        self._events(story)
        self.story.result, self.story.over = day.outcome(), day.is_over

    def _open_round(self, suit: str) -> None:
        day = self.day
        turn, xy = day.turn, day.stage.board.xy
        at = xy[turn.at]
        places = [square for square in (self.aside, turn.at) if square != NOWHERE]
        action = day.stage.content.storm[turn.rank]
        self.struck = struck_squares(day, action, places, self.player, day.round)
        where = f"{at[0]},{at[1]}"
        if self.aside != NOWHERE:
            where = self.words.both(f"{xy[self.aside][0]},{xy[self.aside][1]}", where)
        words = self.words.strikes(_ICONS[suit], card_name(turn.rank), action.name, where)
        self.story.rounds.append(Round(day.round, view_of(day, struck=self.struck, at=at), words))

    def _say(self, choice: Choices, story: Round) -> None:
        match choice:
            case Step(to=heading):
                arrow = ARROWS[heading]
                if story.moves and set(story.moves[-1]) <= set(ARROWS.values()):
                    story.moves[-1] += arrow
                else:
                    story.moves.append(arrow)
            case Force(to=heading):
                story.moves.append(self.words.force(ARROWS[heading]))
            case PickUp(citizen=citizen):
                story.moves.append(self.words.take(citizen))
            case Abandon(citizen=citizen):
                story.moves.append(self.words.leave(citizen))
            case Open(at=(x, y)):
                story.moves.append(self.words.clear(f"{x},{y}"))
            case UsePower(of=of, citizen=who, at=at):
                story.moves.append(self.words.power(of, who or "", f"{at[0]},{at[1]}" if at else ""))

    def _events(self, story: Round) -> None:
        """Note health lost, rescues and deaths."""
        day = self.day
        story.events += [f"{label} −{points}" for label, points in health_lost(day, self.logged).items()]
        for i, (was, now) in enumerate(zip(self.places, day.position.places, strict=True)):
            if was != now and now in (SAVED, DEAD):
                story.events.append(f"**{day.stage.labels[i]} {self.words.home if now == SAVED else self.words.dead}**")


def summed(events: Sequence[str]) -> list[str]:
    """Add up the health points that somebody lost in several steps of a round."""
    lost: dict[str, int] = {}
    rest = []
    for event in events:
        label, sign, points = event.partition(" −")
        if sign and points.isdigit():
            lost[label] = lost.get(label, 0) + int(points)
        else:
            rest.append(event)
    return [*(f"{label} −{points}" for label, points in lost.items()), *rest]


def struck_squares(
    day: DayState, action: StormAction, places: Sequence[int], player: int, round_number: int
) -> tuple[Square, ...]:
    """Return the squares that a storm action fell on, laid at each of its places; none when it is the whole map."""
    stage = day.stage
    xy, size = stage.board.xy, stage.board.size
    cells = [
        cell
        for at in places
        for effect in action.effects
        if isinstance(effect, OverArea) and effect.area != "map"
        for cell in effect_cells(effect, size, xy[at], xy[stage.haven], player=xy[player], round_number=round_number)
    ]
    return tuple(dict.fromkeys(cells))


def health_lost(day: DayState, since: int) -> dict[str, int]:
    """Return the health points that everybody lost since an entry of the day's log, by letter."""
    lost: dict[str, int] = {}
    for _, who, points in day.damage[since:]:
        label = day.stage.labels[who]
        lost[label] = lost.get(label, 0) + points
    return lost
