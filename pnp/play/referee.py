"""The referee: replays a recorded game step by step and refuses the first step that breaks a rule."""

from collections.abc import Callable, Mapping, Sequence
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
    """A replayed game: the state at its end, the number of legal steps, and the refusal if there was one."""

    state: State
    steps: int
    refusal: Refusal | None

    @property
    def over(self) -> bool:
        """Say whether the game reached its end."""
        return self.state.to_act() == OVER


def replay(
    play: Playable,
    scenario: Mapping[str, Any],
    moves: Sequence[Any],
    watch: Callable[[int, State], None] = lambda step, state: None,
) -> Replay:
    """Replay moves from the start of a scenario; `watch` sees the start as step 0 and every state after it."""
    state = play.new_game(scenario)
    watch(0, state)
    for number, action in enumerate(moves, 1):
        if not isinstance(action, Mapping) or not isinstance(action.get("do"), str):
            refusal = Refusal(number, {"do": str(action)}, "form", "", "a move is a mapping with the key 'do'")
            return Replay(state, number - 1, refusal)
        if state.to_act() == OVER:
            return Replay(state, number - 1, Refusal(number, action, "over", "", "the game is already over"))
        try:
            state.apply(action)
        except Illegal as illegal:
            refusal = Refusal(number, action, illegal.code, illegal.clause, illegal.message)
            return Replay(state, number - 1, refusal)
        watch(number, state)
    return Replay(state, len(moves), None)


def who_acts(state: State) -> str:
    """Say whose choice is awaited."""
    seat = state.to_act()
    return {OVER: "nobody (the game is over)", CHANCE: "chance"}.get(seat, f"seat {seat + 1}")


class RecordedGame(NamedTuple):
    """A game as it stands in a file: where it names the game, its set-up (or the seed of one), and the moves."""

    game_at: PathKeys
    scenario: Mapping[str, Any] | None
    seed: int
    options: Mapping[str, Any]
    moves: list[Any]
    set_up_at: PathKeys
    moves_at: PathKeys

    def set_up(self, play: Playable) -> Mapping[str, Any]:
        """Return the set-up; a seed is dealt anew."""
        if self.scenario is not None:
            return self.scenario
        try:
            dealt: Mapping[str, Any] = play.scenario.generate(play.content, self.seed, play.options(self.options))
        except (ValueError, Illegal) as error:
            raise fail("option", str(error)) from None
        return dealt


def recorded_game(document: Document) -> RecordedGame:
    """Read a recorded game: set-up or seed with moves, or a scenario file with its witness."""
    record = document.data
    if not isinstance(record, Mapping):
        raise fail("record", "a recorded game is a mapping with the keys game, scenario and moves", document.span())
    scenario, moves, witness = record.get("scenario"), record.get("moves"), record.get("witness")
    set_up_at: PathKeys = ("scenario",)
    moves_at: PathKeys = ("moves",)
    if scenario is None and moves is None and isinstance(witness, Mapping):
        scenario, moves = record, witness.get("actions")
        set_up_at, moves_at = (), ("witness", "actions")
    if not isinstance(moves, list):
        raise fail("record", "a recorded game needs 'moves', a list of choices", document.span(moves_at))
    seed, options = record.get("seed"), record.get("options", {})
    if scenario is None and (not isinstance(seed, int) or isinstance(seed, bool)):
        hint = "write the set-up under 'scenario', or the number of its seed under 'seed'"
        raise fail("record", "a recorded game needs 'scenario' or 'seed'", document.span(("seed",)), hint)
    if not isinstance(options, Mapping):
        raise fail("record", "'options' is a mapping", document.span(("options",)))
    if scenario is not None and not isinstance(scenario, Mapping):
        raise fail("record", "'scenario' is a mapping, as pnp scenario writes it", document.span(("scenario",)))
    game_at: PathKeys = ("game",) if "game" in record or scenario is None else ("scenario", "game")
    return RecordedGame(game_at, scenario, seed or 0, options, moves, set_up_at, moves_at)
