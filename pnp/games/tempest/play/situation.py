"""What a player who counts cards knows: the position, and which cards are still to come.

Policies decide on this alone. It can be read from an engine's view, so no hidden card can slip in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.powers import Power
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, Position, Stage
from pnp.games.tempest.play.state import STATUS, STORM_DECKS
from pnp.games.tempest.play.view import View
from pnp.play.seeds import Stream

_LEVELS = {ord("#"): chr(WALL), **{ord(str(level)): chr(level) for level in range(10)}}

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
    return Situation(state.stage, state.position, state.round, unseen_of(state.view(0)))


def unseen_of(view: View) -> Unseen:
    """Return the cards that are still to come."""
    unseen = view.unseen
    return Unseen(unseen.hearts, unseen.spades, unseen.diamonds, unseen.clubs)


@lru_cache(maxsize=64)
def _stage(
    content: TempestContent,
    day: tuple[int, int, int, int],
    people: tuple[tuple[str, str], ...],
    lenders: tuple[str, ...],
    target_name: str | None,
    beast_name: str | None,
) -> Stage:
    """Return what is fixed on a day, by size, rounds, rescues needed and Safe Haven, and by names."""
    size, rounds, needed, haven = day
    beast = next((beast for beast in content.beasts.values() if beast.name == beast_name), None)
    target: tuple[str, Power] | None = None
    if target_name:
        target = next((one.name, one.power) for one in content.targets.values() if one.name == target_name)
    powers: list[tuple[str, Power]] = []
    for name in lenders:
        citizen = content.citizen_named(name)
        blessing = next((one for one in content.blessings.values() if one.name == name), None)
        if citizen is not None:
            powers.append((name, citizen.power))
        elif blessing is not None:
            powers.append((name, blessing.power))
    return Stage(
        content,
        size=size,
        rounds=rounds,
        needed=needed,
        haven=haven,
        labels=[letter for letter, _ in people],
        names=[name for _, name in people],
        powers=powers,
        target=target,
        beast=beast,
    )


def read_view(content: TempestContent, view: View) -> Situation:
    """Rebuild the situation from a view alone."""
    ground = board(len(view.map))
    stage = _stage(
        content,
        (len(view.map), view.rounds, view.needed, ground.at(*view.haven)),
        tuple((one.letter, one.name) for one in view.citizens),
        tuple(power.of for power in view.powers),
        view.target,
        view.beast_name,
    )
    left = {power.of: power.left for power in view.powers}
    position = Position(
        grid=b"".join(row.translate(_LEVELS).encode("latin-1") for row in view.map),
        player=ground.at(*view.player),
        places=tuple(
            PLACES[one.status] if one.status != "map" or one.at is None else ground.at(*one.at) for one in view.citizens
        ),
        health=tuple(one.health for one in view.citizens),
        uses=tuple(left[held.name] or 0 for held in stage.held if held.counter >= 0),
        aside=ground.at(*view.aside) if view.aside else NOWHERE,
        beast=ground.at(*view.beast) if view.beast else NOWHERE,
    )
    return Situation(stage, position, view.round, unseen_of(view))


def open_storm(view: View, stage: Stage) -> Storm:
    """Return the storm card that lies open in a view."""
    storm = view.storm
    assert storm is not None, "no storm card lies open"
    return Storm(STORM_DECKS.index(storm.deck), storm.card, stage.board.at(*storm.at))
