"""What a player who counts cards knows: the position, and which cards are still to come.

Policies decide on this alone. It can be read from an engine's view, so no hidden card can slip in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import SUITS
from pnp.games.tempest.content.powers import Power
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, Position, Stage
from pnp.games.tempest.play.state import STATUS, STORM_DECKS
from pnp.play.seeds import Stream

PLACES = {status: place for place, status in STATUS.items()}


class Unseen(NamedTuple):
    """The cards of each suit that are still to come, in no order that means anything."""

    hearts: tuple[int, ...]
    spades: tuple[int, ...]
    diamonds: tuple[int, ...]
    clubs: tuple[int, ...]

    @property
    def storm_decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return diamonds and clubs."""
        return self.diamonds, self.clubs


class Storm(NamedTuple):
    """An open storm card: from which deck (0 diamonds, 1 clubs), its rank and its coordinate."""

    deck: int
    rank: int
    at: int


class Situation(NamedTuple):
    """A moment of decision."""

    stage: Stage
    position: Position
    round: int
    unseen: Unseen

    @property
    def rounds_left(self) -> int:
        """Return how many rounds follow this one."""
        return self.stage.rounds - self.round


class Decks(NamedTuple):
    """A possible order of the cards to come: storm decks, and coordinates as squares."""

    storm: tuple[Sequence[int], Sequence[int]]
    squares: Sequence[int]


def sample_decks(stage: Stage, unseen: Unseen, stream: Stream) -> Decks:
    """Shuffle the unseen cards into an order that may be the true one."""
    xs, ys = stream.shuffled(unseen.hearts), stream.shuffled(unseen.spades)
    at = stage.board.at
    return Decks(
        (stream.shuffled(unseen.diamonds), stream.shuffled(unseen.clubs)),
        [at(x, y) for x, y in zip(xs, ys, strict=True)],
    )


def situation_of(state: DayState) -> Situation:
    """Return the situation of a day in progress; the order of the decks does not pass through."""
    unseen = state.view(0)["unseen"]
    return Situation(state.stage, state.position, state.round, Unseen(*(tuple(unseen[suit]) for suit in SUITS)))


def read_view(content: TempestContent, view: Mapping[str, Any]) -> Situation:
    """Rebuild the situation from a view alone."""
    rows = view["map"]
    ground = board(len(rows))
    beast = next((beast for beast in content.beasts.values() if beast.name == view["beast_name"]), None)
    target: tuple[str, Power] | None = None
    powers: list[tuple[str, Power]] = []
    if view["target"]:
        target = next((one.name, one.power) for one in content.targets.values() if one.name == view["target"])
    for entry in view["powers"]:
        name = entry["of"]
        citizen = content.citizen_named(name)
        blessing = next((one for one in content.blessings.values() if one.name == name), None)
        if citizen is not None:
            powers.append((name, citizen.power))
        elif blessing is not None:
            powers.append((name, blessing.power))
    citizens = view["citizens"]
    stage = Stage(
        content,
        size=len(rows),
        rounds=view["rounds"],
        needed=view["needed"],
        haven=ground.at(*view["haven"]),
        labels=[one["letter"] for one in citizens],
        names=[one["name"] for one in citizens],
        powers=powers,
        target=target,
        beast=beast,
    )
    left = {entry["of"]: entry["left"] for entry in view["powers"]}
    position = Position(
        grid=bytes(WALL if mark == "#" else int(mark) for row in rows for mark in row),
        player=ground.at(*view["player"]),
        places=tuple(ground.at(*one["at"]) if one["status"] == "map" else PLACES[one["status"]] for one in citizens),
        health=tuple(one["health"] for one in citizens),
        uses=tuple(left[held.name] for held in stage.held if held.counter >= 0),
        aside=ground.at(*view["aside"]) if view["aside"] else NOWHERE,
        beast=ground.at(*view["beast"]) if view["beast"] else NOWHERE,
    )
    return Situation(stage, position, view["round"], Unseen(*(tuple(view["unseen"][suit]) for suit in SUITS)))


def open_storm(view: Mapping[str, Any], stage: Stage) -> Storm:
    """Return the storm card that lies open in a view."""
    storm = view["storm"]
    return Storm(STORM_DECKS.index(storm["from"]), storm["card"], stage.board.at(*storm["at"]))
