"""The referee: replays a recorded game step by step and refuses the first step that breaks a rule."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pnp.play.choices import read_choice
from pnp.play.deal import Deal, plain
from pnp.play.notation import write_move
from pnp.play.scenario import Playable
from pnp.play.state import CHANCE, OVER, AnyState, Choice, Illegal


class Refusal(NamedTuple):
    """The first illegal step: its number (from 1), the move as it was written, the clause it breaks and why."""

    step: int
    action: object
    code: str
    clause: str
    message: str


class Note(NamedTuple):
    """Where the referee was lenient: at which step, what was done, and whether it was added or left out."""

    step: int
    move: Choice
    added: bool

    def __str__(self) -> str:
        if self.added:
            return f"before step {self.step}: {write_move(self.move)} was all there was to do, and is filled in"
        return f"step {self.step}: {write_move(self.move)} was not asked for, and changes nothing"


class Replay(NamedTuple):
    """A replayed game: the state at its end, the number of legal steps, and the refusal if there was one."""

    state: AnyState
    steps: int
    refusal: Refusal | None
    notes: list[Note]

    @property
    def over(self) -> bool:
        """Say whether the game reached its end."""
        return self.state.to_act() == OVER


def replay(
    play: Playable,
    deal: Deal,
    moves: Sequence[object],
    watch: Callable[[int, AnyState], None] = lambda step, state: None,
) -> Replay:
    """Replay moves, read from a file or typed; `watch` sees the start as step 0 and every state after it.

    What everybody at a table would take for granted may be left out or said too often: see `Note`.
    """
    state = play.new_game(deal)
    notes: list[Note] = []
    watch(0, state)
    for number, move in enumerate(moves, 1):
        try:
            action = read_choice(play.scenario.actions, move)
            state = _taken(state, action, number, notes)
        except Illegal as illegal:
            refusal = Refusal(number, plain(move), illegal.code, illegal.clause, illegal.message)
            return Replay(state, number - 1, refusal, notes)
        watch(number, state)
    return Replay(state, len(moves), None, notes)


def _taken(state: AnyState, action: Choice, number: int, notes: list[Note]) -> AnyState:
    """Return the state after a choice, with choices before it that were the only ones; Illegal if that is no help."""
    try:
        if state.to_act() == OVER:
            raise Illegal("over", "", "the game is already over")
        state.apply(action)
        return state
    except Illegal as illegal:
        refused = illegal
    ahead = state.copy()
    added: list[Note] = []
    while len(added) < _MOST_ADDED and (move := goes_without_saying(ahead)) is not None:
        ahead.apply(move)
        added.append(Note(number, move, added=True))
        try:
            ahead.apply(action)
        except Illegal:
            continue
        notes += added
        return ahead
    if action.idle and state.to_act() != OVER:
        notes.append(Note(number, action, added=False))
        return state
    raise refused


def goes_without_saying(state: AnyState) -> Choice | None:
    """Return the only choice there is, if it does nothing or ends what its seat does: what follows is another's."""
    seat = state.to_act()
    if seat in (OVER, CHANCE) or len(legal := state.legal_actions()) != 1:
        return None
    only: Choice = legal[0]
    after = state.copy()
    after.apply(only)
    return only if only.idle or after.to_act() != seat else None


_MOST_ADDED = 20
"""How many choices in a row may go without saying."""
