"""Phase 4: enemies are revealed and strike."""

from pnp.games.horde.play.phases.steps import destroy, discard_from_pack, step, then
from pnp.games.horde.play.state import Table
from pnp.play.state import enforces


@step("meet")
@enforces("meet.reveal", "competition.own-columns")
def meet(table: Table, seat: int) -> bool:
    """4.1: turn up the Encounters above all occupied columns; then 4.2 column by column."""
    columns = table.content.grid.columns
    first = table.first_column(seat)
    occupied = {person.square % columns for person in table.hordes[seat].field.values()}
    for column in sorted(occupied):
        slot = table.enc[first + column]
        if slot is not None and not slot[1]:
            table.enc[first + column] = (slot[0], True)
            table.tell("reveal", slot=first + column, card=slot[0])
    then(table, [("enemy", seat, column) for column in sorted(occupied)])
    return False


@step("enemy")
@enforces("meet.order", "meet.none", "roles.immunity")
def enemy(table: Table, seat: int, column: int) -> bool:
    """4.2: an enemy strikes the characters below it from line 1 on, except the immune one."""
    slot = table.enc[table.first_column(seat) + column]
    if slot is None:
        return False
    rank = slot[0][0]
    if table.content.enemies[rank].effect == "none":
        return False
    spared = table.content.spared[rank]
    columns = table.content.grid.columns
    struck = sorted(
        (person.square, role)
        for role, person in table.hordes[seat].field.items()
        if person.square % columns == column and role not in spared
    )
    then(table, [("strike", seat, rank, role) for _, role in struck])
    return False


@step("strike")
@enforces("meet.chase", "meet.drain", "meet.devour", "meet.doubles")
def strike(table: Table, seat: int, rank: str, role: str, card: str | None = None) -> bool:
    """Apply an enemy to one character; a choice among doubles in Aval is the player's."""
    person = table.hordes[seat].field[role]
    foe = table.content.enemies[rank]
    doubles = doubles_in_aval(table, seat, role) if foe.effect == "devour" else []
    if card is None and len(doubles) > 1:
        return True
    table.tell("struck", seat=seat, role=role, rank=rank)
    if foe.effect == "wound":
        if person.wounded:
            destroy(table, seat, role, "wound")
        else:
            person.wounded = True
            table.tell("wounded", seat=seat, role=role, cause="enemy")
    elif foe.effect == "drain":
        discard_from_pack(table, seat, foe.cards, "enemy")
    elif doubles:
        lose_reserve(table, seat, card or doubles[0])
    else:
        destroy(table, seat, role, "devour")
    return False


def doubles_in_aval(table: Table, seat: int, role: str) -> list[str]:
    """List the cards of a role in Aval."""
    return [card for card in table.hordes[seat].aval if table.content.role_of(card) == role]


def lose_reserve(table: Table, seat: int, card: str) -> None:
    """Destroy a character in Aval."""
    horde = table.hordes[seat]
    horde.aval.remove(card)
    horde.destroyed.append(card)
    table.tell("reserve-lost", seat=seat, card=card)
