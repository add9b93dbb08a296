"""The referee: replays a recorded game step by step and refuses the first step that breaks a rule."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.scenario import Playable
from pnp.play.state import CHANCE, OVER, AnyState, Illegal


class Refusal(NamedTuple):
    """The first illegal step: its number (from 1), the move as it was written, the clause it breaks and why."""

    step: int
    action: Any
    code: str
    clause: str
    message: str


class Replay(NamedTuple):
    """A replayed game: the state at its end, the number of legal steps, and the refusal if there was one."""

    state: AnyState
    steps: int
    refusal: Refusal | None

    @property
    def over(self) -> bool:
        """Say whether the game reached its end."""
        return self.state.to_act() == OVER


def replay(
    play: Playable,
    deal: Any,
    moves: Sequence[Any],
    watch: Callable[[int, AnyState], None] = lambda step, state: None,
) -> Replay:
    """Replay moves, read from a file or typed; `watch` sees the start as step 0 and every state after it."""
    state = play.new_game(deal)
    watch(0, state)
    for number, move in enumerate(moves, 1):
        try:
            action = read_choice(play.scenario.actions, move)
            if state.to_act() == OVER:
                raise Illegal("over", "", "the game is already over")
            state.apply(action)
        except Illegal as illegal:
            refusal = Refusal(number, plain(move), illegal.code, illegal.clause, illegal.message)
            return Replay(state, number - 1, refusal)
        watch(number, state)
    return Replay(state, len(moves), None)


def who_acts(state: AnyState) -> str:
    """Say whose choice is awaited."""
    seat = state.to_act()
    return {OVER: "nobody (the game is over)", CHANCE: "chance"}.get(seat, f"seat {seat + 1}")
