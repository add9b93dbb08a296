"""A recorded play retold: replayed by the engine, round by round, with the squares struck and the way walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.draw.faces import FaceFault
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.certified import witness_actions
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.happened import health_lost, struck_squares
from pnp.games.tempest.play.mapview import MapView, Square, view_of
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.position import DEAD, NOWHERE, SAVED
from pnp.games.tempest.play.state import STORM_DECKS
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
    result: Mapping[str, Any] = field(default_factory=dict)
    over: bool = False


def retell(content: TempestContent, scenario: Mapping[str, Any]) -> list[DayStory]:
    """Replay the witness of a scenario; a choice that breaks a rule is a fault."""
    game = new_game(content, scenario)
    stories: dict[str, DayStory] = {}
    tellers: dict[str, _Teller] = {}
    for number, action in enumerate(witness_actions(scenario), 1):
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

    def before(self, action: Mapping[str, Any]) -> None:
        """Note what the choice will change."""
        self.places, self.logged = self.day.position.places, len(self.day.damage)
        if action.get("do") == "storm":
            self.aside, self.player = self.day.position.aside, self.day.position.player

    def after(self, action: Mapping[str, Any]) -> None:
        """Note what the choice has changed."""
        day, verb = self.day, action["do"]
        if verb == "storm":
            self._open_round(str(action["from"]))
        story = self.story.rounds[-1]
        storm_over = verb in ("storm", "go-on", "free") or (verb == "power" and day.phase != "move" and not story.card)
        if storm_over or not story.card:
            story.view = view_of(day, struck=self.struck, at=story.view.at)
            if day.phase in ("move", "over") and day.turn.card:
                other = STORM_DECKS[1 - STORM_DECKS.index(day.turn.suit)]
                story.card = f"{_ICONS[other]}{card_name(day.turn.card)}"
        if verb in ("step", "force"):
            square = day.stage.board.xy[day.position.player]
            path = story.view.path or (story.view.player,) if story.view.player else ()
            story.view = story.view._replace(path=(*path, square))
        self._say(action, story)
        self._events(story)
        self.story.result, self.story.over = day.result(), day.is_over

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

    def _say(self, action: Mapping[str, Any], story: Round) -> None:
        verb = action["do"]
        if verb == "step":
            arrow = ARROWS[action["to"]]
            if story.moves and set(story.moves[-1]) <= set(ARROWS.values()):
                story.moves[-1] += arrow
            else:
                story.moves.append(arrow)
        elif verb == "force":
            story.moves.append(self.words.force(ARROWS[action["to"]]))
        elif verb == "pick-up":
            story.moves.append(self.words.take(action["citizen"]))
        elif verb == "abandon":
            story.moves.append(self.words.leave(action["citizen"]))
        elif verb == "free":
            story.moves.append(self.words.open(f"{action['at'][0]},{action['at'][1]}"))
        elif verb == "power":
            story.moves.append(self._power(action))

    def _power(self, action: Mapping[str, Any]) -> str:
        at = f"{action['at'][0]},{action['at'][1]}" if "at" in action else ""
        return self.words.power(str(action["of"]), str(action.get("citizen", "")), at)

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
