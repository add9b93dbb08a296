"""Pictures as data: movement diagrams, formations and worked examples, all computed by the engine.

Nothing here is drawn, and nothing is asserted: a diagram asks the same `reach` that the engine
moves by, and an example is a game of a few steps that the engine plays. Whoever draws cards,
boards and rulebook takes these values.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES, WindExample
from pnp.games.horde.content.moves import Grid, Walk, reach
from pnp.games.horde.play import phases
from pnp.games.horde.play.choices import Advance, Brace, Move, Play, Stay
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.example import Rows, WindTrace, draw_field, drawn_horde, meet_trace, wind_told
from pnp.games.horde.play.state import Event


class MoveTrace(NamedTuple):
    """Where a character may go in a drawn situation."""

    role: str
    rows: Rows
    start: str
    reachable: dict[str, int]
    """Square → fewest steps."""
    blocked: tuple[str, ...]
    """Squares it could reach if nobody stood in its way."""


class FormationTrace(NamedTuple):
    """Whether a drawn formation complies, and who stands where."""

    suit: str
    rows: Rows
    compliant: bool
    in_place: dict[str, bool]
    wanted: dict[str, tuple[str, ...]]


# --- diagrams -----------------------------------------------------------------------------------


def movement_diagram(content: HordeContent, role: str) -> tuple[tuple[str, ...], ...]:
    """Return a role's moves on an open field, the role in the middle.

    A number is the fewest steps, a star marks squares that may be flown over, `x` squares that
    only a forbidden turn would reach; other squares are empty strings.
    """
    rule = content.roles[role].move
    side = 2 * rule.steps + 1
    grid = Grid(side, side)
    centre = side * side // 2
    walked = reach(rule, grid, centre, 0)
    turning = reach(Walk(rule.steps, rule.directions, False, rule.through), grid, centre, 0)
    marks = {square: "x" for square in turning if square not in walked}
    for square, steps in walked.items():
        marks[square] = f"{steps}*" if rule.through and steps < rule.steps else str(steps)
    marks[centre] = role
    return tuple(tuple(marks.get(line * side + column, "") for column in range(side)) for line in range(side))


def formation_rows(content: HordeContent, suit: str) -> Rows:
    """Return the squares of a suit's formation as drawn in the content."""
    return tuple(content.formations[suit].rows)


def square_uses(content: HordeContent, seat: int = 0) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return, for every square of a seat's field, the (suit, role) pairs of formations that use it."""
    squares = range(content.grid.columns * content.lines)
    return {
        content.square_name(square, seat): tuple(
            (suit, role) for suit, wanted in content.wanted.items() for role in ROLES if square in wanted[role]
        )
        for square in squares
    }


# --- examples -----------------------------------------------------------------------------------


def move_trace(content: HordeContent, name: str) -> MoveTrace:
    """Ask the engine where the character of a movement example may go."""
    example = content.move_examples[name]
    state = HordeState.at(content, {"hordes": [drawn_horde(content, example.rows)], "agenda": [["move", 0]]})
    person = state.hordes[0].field[example.role]
    rule = content.roles[example.role].move
    steps = reach(rule, content.grid, person.square, state.hordes[0].occupied())
    reachable = {
        choice.to: steps[content.square_at(choice.to) or 0]
        for choice in state.legal_actions()
        if isinstance(choice, Move) and choice.role == example.role
    }
    open_field = (content.square_name(square) for square in reach(rule, content.grid, person.square, 0))
    return MoveTrace(
        example.role,
        tuple(example.rows),
        content.square_name(person.square),
        reachable,
        tuple(sorted(set(open_field) - set(reachable))),
    )


def formation_trace(content: HordeContent, name: str) -> FormationTrace:
    """Ask the engine whether a formation example complies."""
    example = content.formation_examples[name]
    up = next(card for card in content.pip_cards if card.endswith(example.suit))
    state = HordeState.at(content, {"hordes": [drawn_horde(content, example.rows)], "up": [up]})
    wanted = content.wanted[example.suit]
    field = state.hordes[0].field
    return FormationTrace(
        example.suit,
        tuple(example.rows),
        phases.complies(state, 0),
        {role: role in field and field[role].square in wanted[role] for role in ROLES},
        {role: tuple(content.square_name(square) for square in sorted(wanted[role])) for role in ROLES},
    )


def wind_trace(content: HordeContent, name: str) -> WindTrace:
    """Let the engine play a Counterwind example and return what happened line by line."""
    example = content.wind_examples[name]
    # Somebody waits in the Wit, so that losing the last character of an example is no defeat.
    own = drawn_horde(content, example.rows) | {"hand": list(example.hand), "wit": [content.court_cards[-1]]}
    lines = [["brace", 0, line] for line in range(content.lines)]
    log: list[Event] = []
    state = HordeState.at(
        content,
        {
            "slots": {str(number): card for number, card in enumerate(example.breezes, 1)},
            "hordes": [own],
            "agenda": [["counterwind"], *lines, ["lull"]],
        },
        log=log,
    )
    _play(state, example)
    return wind_told(content, tuple(example.rows), draw_field(state, 0), example.breezes, example.hand, log)


def figures(content: HordeContent) -> dict[str, object]:
    """Return every computed figure by the name that rule clauses call it by."""
    found: dict[str, object] = {}
    found.update({f"movement-{role}": movement_diagram(content, role) for role in ROLES})
    found.update({f"formation-{suit}": formation_rows(content, suit) for suit in content.formations})
    found.update({f"move-{name}": move_trace(content, name) for name in content.move_examples})
    found.update({f"check-{name}": formation_trace(content, name) for name in content.formation_examples})
    found.update({f"wind-{name}": wind_trace(content, name) for name in content.wind_examples})
    found.update({f"meet-{name}": meet_trace(content, name) for name in content.meet_examples})
    found["squares"] = square_uses(content)
    return found


def _play(state: HordeState, example: WindExample) -> None:
    """Do what an example says; power 0 and no move where it is silent."""
    by_line = {entry.line: entry for entry in example.lines}
    moves: Mapping[str, str] = {}
    while state.to_act() == 0:
        step = state.agenda[-1]
        if step[0] == "brace":
            line = int(step[2]) + 1
            entry = by_line.get(line)
            for card in entry.play if entry else ():
                state.apply(Play(card))
            moves = {str(role): to for role, to in entry.moves.items()} if entry else {}
            state.apply(Brace(line, entry.power if entry else 0))
        elif step[2] in moves:
            state.apply(Advance(str(step[2]), moves[str(step[2])]))
        else:
            state.apply(Stay(str(step[2])))
