"""Phase 1: winds go down, enemies go right, the Up-card is shown."""

from pnp.games.horde.play.phases.steps import step, then
from pnp.games.horde.play.state import Table
from pnp.play.state import enforces


@step("shift")
@enforces("wind.shift")
def shift_breezes(table: Table) -> bool:
    """1.1: the last Breeze leaves, the others go down one slot, a new one comes to slot 1."""
    leaving = table.slots[-1]
    if leaving is not None:
        table.breeze_discard.append(leaving)
    table.slots[1:] = table.slots[:-1]
    table.slots[0] = None
    then(table, [("breeze", 0), ("calm",)])
    return False


@step("breeze")
@enforces("wind.shift", "endturn.sweep", "competition.mixed")
def fill_breeze(table: Table, slot: int, card: str | None = None) -> bool:
    """Lay the next Breeze into a slot, as long as the deck lasts."""
    if not table.breezes:
        return False
    card = take_next(table.breezes, table.breezes_mixed, card)
    if card is None:
        return True
    table.slots[slot] = card
    table.tell("breeze", slot=slot + 1, card=card)
    return False


@step("calm")
@enforces("wind.victory", "competition.ending")
def look_for_calm(table: Table) -> bool:
    """Deck and column empty: the winds are overcome."""
    if not table.breezes and not any(table.slots):
        table.status = "win" if table.mode == "solo" else "end"
        table.tell("calm")
    return False


@step("up")
@enforces(
    "wind.up-card",
    "wind.up-card-stays",
    "wind.up-card-empty",
    "competition.up-cards",
    "competition.few-up-cards",
)
def turn_up_card(table: Table, seat: int, card: str | None = None) -> bool:
    """1.2: show the Up-card; alone it stays on the deck, for two each takes one."""
    if not table.breezes:
        borrowed = [number for number in reversed(range(len(table.slots))) if table.slots[number] is not None]
        before = sum(1 for other in table.up[:seat] if other not in table.up_taken)
        table.up[seat] = table.slots[borrowed[min(before, len(borrowed) - 1)]]
    elif table.mode == "solo":
        table.up[seat] = table.breezes[0]
    else:
        card = take_next(table.breezes, table.breezes_mixed, card)
        if card is None:
            return True
        table.up[seat] = card
        table.up_taken.append(card)
    table.tell("up-card", seat=seat, card=table.up[seat])
    return False


@step("row")
@enforces("wind.encounters", "competition.row")
def shift_encounters(table: Table) -> bool:
    """1.3: the last Encounter leaves, the others go right one slot, a new one comes to slot A."""
    leaving = table.enc[-1]
    if leaving is not None:
        table.enc_discard.append(leaving[0])
    table.enc[1:] = table.enc[:-1]
    table.enc[0] = None
    then(table, [("encounter", 0)])
    return False


@step("encounter")
@enforces("wind.reshuffle", "wind.encounters", "actions.replacement")
def fill_encounter(table: Table, slot: int, card: str | None = None) -> bool:
    """Lay the next Encounter face down; an empty deck is made anew from the discards."""
    if not table.enc_deck and table.enc_discard:
        table.enc_deck, table.enc_discard = table.enc_discard, []
        table.enc_mixed = table.reshuffle == "shuffle"
    if not table.enc_deck:
        return False
    card = take_next(table.enc_deck, table.enc_mixed, card)
    if card is None:
        return True
    table.enc[slot] = (card, False)
    return False


def take_next(deck: list[str], mixed: bool, drawn: str | None) -> str | None:
    """Take the top card; of a mixed deck the one that chance drew, or None while chance is still awaited."""
    if not mixed:
        return deck.pop(0)
    if drawn is not None:
        deck.remove(drawn)
    return drawn
