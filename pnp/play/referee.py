"""The referee: replays a recorded game step by step and refuses the first step that breaks a rule."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import fail
from pnp.load.document import Document, PathKeys
from pnp.play.scenario import Playable
from pnp.play.state import CHANCE, OVER, Illegal, State


class Refusal(NamedTuple):
    """The first illegal step: its number (from 1), the action, the clause it breaks and why."""

    step: int
    action: Mapping[str, Any]
    code: str
    clause: str
    message: str


class Replay(NamedTuple):
    """A replayed game: the state at its end, the states on the way if asked for, and the refusal if there was one."""

    state: State
    snapshots: list[Mapping[str, Any]]
    steps: int
    refusal: Refusal | None

    @property
    def over(self) -> bool:
        """Say whether the game reached its end."""
        return self.state.to_act() == OVER


def replay(play: Playable, scenario: Mapping[str, Any], moves: Sequence[Any], *, keep: bool = False) -> Replay:
    """Replay moves from the start of a scenario."""
    state = play.new_game(scenario)
    snapshots: list[Mapping[str, Any]] = [state.snapshot()] if keep else []
    for number, action in enumerate(moves, 1):
        if not isinstance(action, Mapping) or not isinstance(action.get("do"), str):
            refusal = Refusal(number, {"do": str(action)}, "form", "", "a move is a mapping with the key 'do'")
            return Replay(state, snapshots, number - 1, refusal)
        if state.to_act() == OVER:
            refusal = Refusal(number, action, "over", "", "the game is already over")
            return Replay(state, snapshots, number - 1, refusal)
        try:
            state.apply(action)
        except Illegal as illegal:
            refusal = Refusal(number, action, illegal.code, illegal.clause, illegal.message)
            return Replay(state, snapshots, number - 1, refusal)
        if keep:
            snapshots.append(state.snapshot())
    return Replay(state, snapshots, len(moves), None)


def who_acts(state: State) -> str:
    """Say whose choice is awaited."""
    seat = state.to_act()
    return {OVER: "nobody (the game is over)", CHANCE: "chance"}.get(seat, f"seat {seat + 1}")


def record_parts(document: Document) -> tuple[PathKeys, Mapping[str, Any], list[Any]]:
    """Return the place of the game's name, the scenario and the moves; a record of another shape is a fault."""
    record = document.data
    if not isinstance(record, Mapping):
        raise fail("record", "a recorded game is a mapping with the keys game, scenario and moves", document.span())
    scenario, moves = record.get("scenario"), record.get("moves")
    if not isinstance(scenario, Mapping):
        raise fail("record", "a recorded game needs 'scenario', a mapping", document.span(("scenario",)))
    if not isinstance(moves, list):
        raise fail("record", "a recorded game needs 'moves', a list", document.span(("moves",)))
    return ("game",) if "game" in record else ("scenario", "game"), scenario, moves
