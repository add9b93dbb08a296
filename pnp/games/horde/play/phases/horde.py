"""Phases 2 and 3: reinforcements, and who may enter, move and act."""

from pnp.games.horde.content.files import ROLES
from pnp.games.horde.play.phases.steps import fall, mourn, seats, step, take_pack, then
from pnp.games.horde.play.state import Table
from pnp.play.state import enforces


@step("powers")
@enforces("hand.draw", "hand.partial", "ending.pack")
def draw_powers(table: Table) -> bool:
    """2.1: fill every hand; a card is due and none is there: defeat."""
    for seat in seats(table):
        horde = table.hordes[seat]
        due = table.content.limits.hand - len(horde.hand)
        if due > 0 and not horde.pack:
            fall(table, seat, "pack", "draw")
        for _ in range(min(due, len(horde.pack))):
            horde.hand.append(take_pack(table, seat))
    return False


@step("people")
@enforces("hand.aval")
def fill_aval(table: Table) -> bool:
    """2.2: fill every Aval zone from the Wit."""
    for seat in seats(table):
        horde = table.hordes[seat]
        while len(horde.aval) < table.content.limits.aval and horde.wit:
            horde.aval.append(horde.wit.pop(0))
        mourn(table, seat)
    return False


@step("horde")
@enforces("horde.order")
def begin_horde(table: Table, seat: int) -> bool:
    """Phase 3 begins: entries, then moves, then actions; phase 4 follows."""
    horde = table.hordes[seat]
    horde.pool = 0
    horde.moved = set()
    horde.entered = 0
    strict = table.content.switches.phase3_order == "strict"
    names = ("enter", "move", "act") if strict else ("mixed",)
    then(table, [*((name, seat) for name in names), ("meet", seat)])
    return False


@step("enter")
@enforces("horde.enter")
def await_entries(table: Table, seat: int) -> bool:
    """3.1: wait while somebody may enter."""
    return bool(entries(table, seat))


@step("move")
@enforces("horde.move")
def await_moves(table: Table, seat: int) -> bool:
    """3.2: wait while somebody may still move."""
    return any(free_moves(table, seat).values())


@step("act")
@enforces("horde.act")
def await_actions(table: Table, seat: int) -> bool:
    """3.3: wait while there is power and somebody who could use it."""
    horde = table.hordes[seat]
    if horde.field and (horde.hand or horde.pool):
        return True
    end_of_power(table, seat)
    return False


@step("mixed")
def await_anything(table: Table, seat: int) -> bool:
    """3.1 to 3.3 in any mixture (a switch)."""
    return bool(entries(table, seat)) or await_moves(table, seat) or await_actions(table, seat)


@step("keep")
def await_keep(table: Table, seat: int) -> bool:
    """Help: wait until one of the cards looked at is kept."""
    return True


@enforces("actions.help")
def looked_at(table: Table, seat: int) -> list[str]:
    """List the cards that Help shows."""
    return table.hordes[seat].pack[: table.content.limits.help_looks_at]


@enforces("power.lost")
def end_of_power(table: Table, seat: int) -> None:
    """Unspent points are lost at the end of a phase."""
    table.hordes[seat].pool = 0


@enforces("horde.enter", "roles.one-each", "roles.one-per-square")
def entries(table: Table, seat: int) -> list[tuple[str, int]]:
    """List who may enter, and where: a role not yet in the field, a free square of the last line."""
    horde = table.hordes[seat]
    if not horde.aval or (table.content.switches.entries_per_turn == "one" and horde.entered):
        return []
    occupied = horde.occupied()
    last = table.content.grid.columns * (table.content.lines - 1)
    free = [square for square in range(last, last + table.content.grid.columns) if not occupied >> square & 1]
    role_of = table.content.role_of
    return [(card, square) for card in horde.aval if role_of(card) not in horde.field for square in free]


@enforces(
    "moves.uninjured",
    "moves.squares",
    "moves.king",
    "moves.queen",
    "moves.jack",
    "moves.ace",
    "moves.inside",
    "roles.one-per-square",
)
def moves_of(table: Table, seat: int, role: str) -> tuple[int, ...]:
    """List where a character may move: nowhere when it is wounded."""
    horde = table.hordes[seat]
    person = horde.field.get(role)
    if person is None or person.wounded:
        return ()
    return table.content.movement.squares(role, person.square, horde.occupied())


def free_moves(table: Table, seat: int) -> dict[str, tuple[int, ...]]:
    """List the moves of step 3.2, by role."""
    horde = table.hordes[seat]
    return {role: moves_of(table, seat, role) for role in ROLES if role in horde.field and role not in horde.moved}
