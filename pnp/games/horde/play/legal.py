"""The choices that a seat, or chance, may make now."""

from collections.abc import Callable

from pnp.games.horde.content.files import ROLES
from pnp.games.horde.play import phases
from pnp.games.horde.play.choices import (
    Advance,
    Attack,
    Brace,
    Choices,
    Dismiss,
    Draw,
    EndActions,
    EndDiscards,
    EndEntries,
    EndMoves,
    Enter,
    Help,
    Keep,
    Move,
    Play,
    Provoke,
    Rest,
    Sacrifice,
    Stay,
)
from pnp.games.horde.play.state import Table


def legal(table: Table) -> list[Choices]:
    """List every choice that the game waits for."""
    if not table.agenda or table.status is not None:
        return []
    current = table.agenda[-1]
    return _LISTS[str(current[0])](table, *current[1:])


def _list_enter(table: Table, seat: int) -> list[Choices]:
    name = table.content.square_name
    return [
        *(Enter(card, name(square, seat)) for card, square in phases.entries(table, seat)),
        EndEntries(),
    ]


def _list_move(table: Table, seat: int) -> list[Choices]:
    name = table.content.square_name
    return [
        *(
            Move(role, name(square, seat))
            for role, squares in phases.free_moves(table, seat).items()
            for square in squares
        ),
        EndMoves(),
    ]


def _list_act(table: Table, seat: int) -> list[Choices]:
    content = table.content
    horde = table.hordes[seat]
    name = content.square_name
    actions: list[Choices] = [Play(card) for card in horde.hand]
    present = [role for role in ROLES if role in horde.field]

    def possible(effect: str) -> bool:
        return content.actor[effect] in horde.field and horde.pool >= content.cost[effect]

    if possible("rest"):
        actions += (Rest(role) for role in present if horde.field[role].wounded)
    if possible("help") and horde.pack:
        actions.append(Help())
    if possible("provocation"):
        actions += (
            Provoke(role, name(square, seat)) for role in present for square in phases.moves_of(table, seat, role)
        )
    if possible("attack"):
        letters = content.slot_names(table.mode)
        actions += (
            Attack(letter) for letter, slot in zip(letters, table.enc, strict=True) if slot is not None and slot[1]
        )
    actions.append(EndActions())
    return actions


def _list_mixed(table: Table, seat: int) -> list[Choices]:
    return [*_list_enter(table, seat)[:-1], *_list_move(table, seat)[:-1], *_list_act(table, seat)]


def _list_keep(table: Table, seat: int) -> list[Choices]:
    return [Keep(card) for card in phases.looked_at(table, seat)]


def _list_strike(table: Table, seat: int, rank: str, role: str) -> list[Choices]:
    return [Sacrifice(card) for card in phases.doubles_in_aval(table, seat, role)]


def _list_brace(table: Table, seat: int, line: int) -> list[Choices]:
    horde = table.hordes[seat]
    return [
        *(Play(card) for card in horde.hand),
        *(Brace(line + 1, power) for power in range(horde.pool + 1)),
    ]


def _list_advance(table: Table, seat: int, role: str) -> list[Choices]:
    name = table.content.square_name
    return [
        *(Advance(role, name(square, seat)) for square in phases.moves_of(table, seat, role)),
        Stay(role),
    ]


def _list_trim(table: Table, seat: int) -> list[Choices]:
    aval = table.hordes[seat].aval
    actions: list[Choices] = [Dismiss(card) for card in aval]
    if len(aval) <= table.content.limits.aval:
        actions.append(EndDiscards())
    return actions


def _list_breeze(table: Table, place: int) -> list[Choices]:
    return [Draw("breezes", card) for card in table.breezes]


def _list_encounter(table: Table, place: int) -> list[Choices]:
    return [Draw("encounters", card) for card in table.enc_deck]


_LISTS: dict[str, Callable[..., list[Choices]]] = {
    "enter": _list_enter,
    "move": _list_move,
    "act": _list_act,
    "mixed": _list_mixed,
    "keep": _list_keep,
    "strike": _list_strike,
    "brace": _list_brace,
    "advance": _list_advance,
    "trim": _list_trim,
    "breeze": _list_breeze,
    "up": _list_breeze,
    "encounter": _list_encounter,
}
