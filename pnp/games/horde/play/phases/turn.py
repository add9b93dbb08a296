"""The frame of a turn: the order of its phases, and phase 6 that ends it."""

from pnp.games.horde.play.phases.steps import discard_from_pack, seats, step, then
from pnp.games.horde.play.state import Table
from pnp.play.state import enforces


@step("turn")
@enforces("turn.phases")
def begin_turn(table: Table) -> bool:
    """Start the next turn."""
    table.turn += 1
    table.up = [None] * len(table.hordes)
    table.tell("turn", number=table.turn)
    then(
        table,
        [
            ("shift",),
            *(("up", seat) for seat in seats(table)),
            ("row",),
            ("powers",),
            ("people",),
            ("blocks",),
        ],
    )
    return False


@step("blocks")
@enforces("turn.phases", "competition.order", "competition.lines")
def plan_blocks(table: Table) -> bool:
    """Put phases 3 to 6 on the agenda; the higher Up-card acts first, a tie goes to the left."""
    value = table.content.value
    order = sorted(seats(table), key=lambda seat: -value[table.up[seat] or ""])
    lines = range(table.content.lines)
    then(
        table,
        [
            *(("horde", seat) for seat in order),
            ("counterwind",),
            *(("brace", seat, line) for line in lines for seat in seats(table)),
            ("lull",),
            *(("formation", seat) for seat in seats(table)),
            *(("trim", seat) for seat in seats(table)),
            *((("mix",),) if table.mode == "competition" else ()),
            ("turn",),
        ],
    )
    return False


@enforces("formations.comply", "formations.squares")
def complies(table: Table, seat: int) -> bool:
    """Return whether all four roles stand on squares that the Up-card's suit gives them."""
    horde = table.hordes[seat]
    up = table.up[seat]
    if up is None:
        return False
    wanted = table.content.wanted[up[-1]]
    return all(role in horde.field and horde.field[role].square in squares for role, squares in wanted.items())


@step("formation")
@enforces("endturn.check", "endturn.sweep", "endturn.miss", "competition.compliant")
def check_formation(table: Table, seat: int) -> bool:
    """6.1: a compliant formation drives the winds away, another one costs cards of the Pack."""
    content = table.content
    compliant = complies(table, seat)
    table.tell("formation", seat=seat, compliant=compliant)
    if not compliant:
        discard_from_pack(table, seat, content.limits.missed_formation, "formation")
    elif table.mode == "competition":
        then(table, [("shift",)] * content.competition.shifts_when_compliant)
    else:
        table.breeze_discard.extend(card for card in reversed(table.slots) if card is not None)
        table.slots = [None] * content.lines
        then(table, [("breeze", slot) for slot in reversed(range(content.limits.sweep_refill))])
    return False


@step("trim")
@enforces("endturn.aval")
def await_trim(table: Table, seat: int) -> bool:
    """6.2: wait for discards from Aval, forced ones first."""
    return bool(table.hordes[seat].aval)


@step("mix")
@enforces("competition.mixed")
def mix_back(table: Table) -> bool:
    """Competition: Up-cards and discarded Encounters are shuffled back, so no order is known."""
    order = {card: place for place, card in enumerate(table.content.pip_cards + table.content.court_cards)}
    table.breezes = sorted(table.breezes + table.up_taken, key=order.__getitem__)
    table.breezes_mixed = True
    table.up_taken = []
    table.enc_deck = sorted(table.enc_deck + table.enc_discard, key=order.__getitem__)
    table.enc_discard = []
    table.enc_mixed = True
    return False
