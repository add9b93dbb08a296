"""The rulebook's worked example, played by the engine; an example that breaks a rule is a fault of the content."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import StormAction
from pnp.games.tempest.play.choices import Choices, Square
from pnp.games.tempest.play.deal import DayEntry, TempestDeal
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.position import NOWHERE
from pnp.games.tempest.play.story import health_lost, struck_squares
from pnp.load.schema import explain
from pnp.model import ContentFault
from pnp.play.choices import read_choice
from pnp.play.state import Illegal

_HINT = "the example is replayed with the rules as they are now: mend its set-up or its actions"


class BrokenExample(Exception):
    """What is wrong with the example, and where in it."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


class PlayedRound(NamedTuple):
    """One round of the example as the engine played it."""

    number: int
    state: DayState
    """The day when the round is over."""
    suit: str
    """The deck that the storm drew from."""
    action: StormAction
    at: Square
    card: int
    """The movement card."""
    struck: tuple[Square, ...]
    way: tuple[Square, ...]
    """The squares the player was on, from the first."""
    lost: Mapping[str, int]
    """Health lost in this round, by letter."""


def play_example(content: TempestContent) -> Iterator[PlayedRound]:
    """Replay the example round by round; BrokenExample where the engine refuses a choice."""
    example = content.example
    state = opened(content)
    for index, one in enumerate(example.rounds):
        if state.is_over:
            raise BrokenExample("the day is over before this round", "rounds", index)
        yield _round(content, state, index, one.actions)
    if not state.is_over:
        raise BrokenExample(f"the day is not over after round {len(example.rounds)}", "rounds")


def example_deal(content: TempestContent) -> TempestDeal:
    """Return the deal of the example."""
    return msgspec.convert(content.example.scenario, TempestDeal)


def opening(content: TempestContent) -> DayEntry:
    """Return the day's set-up of the example."""
    return example_deal(content).days[0]


def opened(content: TempestContent) -> DayState:
    """Open the example's day."""
    state = new_game(content, example_deal(content))
    if not isinstance(state, DayState):
        raise BrokenExample("the example shows one day: 'play' must be its number", "scenario", "play")
    return state


def _round(content: TempestContent, state: DayState, index: int, actions: Sequence[object]) -> PlayedRound:
    """Carry out one round's choices and note what they show."""
    xy = state.stage.board.xy
    number, before, logged = state.round, state.position, len(state.damage)
    way: list[int] = [before.player]
    suit, rank, at, card = "", 0, 0, 0
    for j, action in enumerate(actions):
        if state.is_over or state.round != number:
            raise BrokenExample("the round is over before this choice", "rounds", index, "actions", j)
        try:
            state.apply(read_choice(Choices, action))
        except Illegal as refused:
            message = f"round {number}: {refused.message} (rule {refused.clause})"
            raise BrokenExample(message, "rounds", index, "actions", j) from None
        if state.turn.rank:
            suit, rank, at, card = state.turn.suit, state.turn.rank, state.turn.at, state.turn.card or card
        if state.position.player != way[-1]:
            way.append(state.position.player)
    if not state.is_over and state.round == number:
        raise BrokenExample(f"round {number} has no end", "rounds", index, "actions")
    places = [square for square in (before.aside, at) if square != NOWHERE]
    struck = struck_squares(state, content.storm[rank], places, before.player, number)
    lost = health_lost(state, logged)
    walked = tuple(xy[square] for square in way)
    return PlayedRound(number, state.copy(), suit, content.storm[rank], xy[at], card, struck, walked, lost)


def check_example(content: TempestContent) -> Iterator[ContentFault]:
    """Yield what is wrong with the example: a set-up that is not valid, or a choice that the engine refuses."""
    from pnp.games.tempest.play.checks import CHECKS, Subject  # heavy, and needs the engine

    faults = [(path, message) for path, _, _, message, _ in explain(content.example.scenario, TempestDeal)]
    for path, message in faults:
        yield ContentFault("example", ("example_game", "scenario", *path), "example", message, _HINT)
    if faults:
        return
    violations = CHECKS.run(Subject(content, example_deal(content)), soft=False)
    for found in violations:
        message = f"the set-up of the example breaks {found.check}: {found.message}"
        yield ContentFault("example", ("example_game", "scenario", *found.path), "example", message, _HINT)
    if violations:
        return
    try:
        for _ in play_example(content):
            pass
    except BrokenExample as broken:
        yield ContentFault("example", ("example_game", *broken.path), "example", str(broken), _HINT)
