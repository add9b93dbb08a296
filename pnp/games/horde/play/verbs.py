"""What every choice does: it is carried out, or refused with the rule that it breaks."""

from typing import NamedTuple

from pnp.games.horde.content.compiled import HordeContent
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
from pnp.games.horde.play.state import Person, Table
from pnp.play.state import Illegal, enforces
from pnp.play.verbs import Verbs

CHANCE_STEPS = ("breeze", "up", "encounter")
"""Steps that wait only for the outcome of a draw from a shuffled deck."""

STEP_CLAUSES = {
    "enter": "horde.enter",
    "move": "horde.move",
    "act": "horde.act",
    "mixed": "horde.order",
    "keep": "actions.help",
    "strike": "meet.doubles",
    "brace": "counter.power",
    "advance": "counter.win",
    "trim": "endturn.aval",
    "breeze": "competition.mixed",
    "up": "competition.mixed",
    "encounter": "wind.reshuffle",
}
"""Step → the clause that says what is to be done in it."""


class Acting(NamedTuple):
    """The table, and the seat whose choice is carried out."""

    table: Table
    seat: int


VERBS: Verbs[Acting] = Verbs(STEP_CLAUSES)


@enforces("horde.order")
def apply(table: Table, choice: Choices) -> None:
    """Carry out a choice and go on to the next one; a refused one leaves the table as it was."""
    if not table.agenda or table.status is not None:
        raise Illegal("over", "turn.phases", "the game is over")
    current = str(table.agenda[-1][0])
    seat = 0 if current in CHANCE_STEPS else int(table.agenda[-1][1])
    VERBS.apply(Acting(table, seat), current, choice)
    phases.run(table)


def _role(table: Table, seat: int, role: str, clause: str) -> Person:
    person = table.hordes[seat].field.get(role)
    if person is None:
        raise Illegal("absent", clause, f"{_named(table.content, role)} is not in the field")
    return person


def _named(content: HordeContent, role: object) -> str:
    return next((name for letter, name in content.names.roles.items() if letter == role), repr(role))


def _square(table: Table, seat: int, name: str) -> int:
    square = table.content.square_at(name, seat)
    if square is None:
        raise Illegal("square", "moves.inside", f"{name!r} is no square of this field")
    return square


# --- 3.1 and 3.2: entering and moving -----------------------------------------------------------


@VERBS.take(Enter, "enter", "mixed")
@enforces("horde.enter", "roles.one-each", "roles.one-per-square")
def _enter(at: Acting, choice: Enter) -> None:
    table, seat = at
    horde = table.hordes[seat]
    content = table.content
    card = choice.card
    if card not in horde.aval:
        raise Illegal("card", "horde.enter", f"{card!r} is not in {content.names.aval}")
    if content.switches.entries_per_turn == "one" and horde.entered:
        raise Illegal("entries", "horde.enter", "only one character may enter in a turn")
    role = content.role_of(card)
    if role in horde.field:
        raise Illegal("role", "roles.one-each", f"a {_named(content, role)} is in the field already")
    square = _square(table, seat, choice.to)
    if square // content.grid.columns != content.lines - 1:
        raise Illegal("line", "horde.enter", f"characters enter on line {content.lines}")
    if horde.occupied() >> square & 1:
        raise Illegal("occupied", "roles.one-per-square", f"{choice.to} is occupied")
    horde.aval.remove(card)
    horde.field[role] = Person(card, square)
    horde.entered += 1
    table.tell("enter", seat=seat, role=role, to=square)


def _walk(table: Table, seat: int, role: str, to: str) -> None:
    """Move a character, or say which rule forbids it."""
    content = table.content
    person = table.hordes[seat].field[role]
    square = _square(table, seat, to)
    if person.wounded:
        raise Illegal("wounded", "moves.uninjured", f"the {_named(content, role)} is wounded and cannot move")
    occupied = table.hordes[seat].occupied()
    if occupied >> square & 1:
        raise Illegal("occupied", "roles.one-per-square", f"{to} is occupied")
    if square not in content.movement.squares(role, person.square, occupied):
        here = content.square_name(person.square, seat)
        raise Illegal(
            "unreachable",
            "moves.squares",
            f"the {_named(content, role)} cannot get from {here} to {to}",
        )
    table.tell("move", seat=seat, role=role, start=person.square, to=square)
    person.square = square


@VERBS.take(Move, "move", "mixed")
@enforces("horde.move", "moves.squares")
def _move(at: Acting, choice: Move) -> None:
    table, seat = at
    _role(table, seat, choice.role, "horde.move")
    role = choice.role
    if role in table.hordes[seat].moved:
        raise Illegal("again", "horde.move", f"the {_named(table.content, role)} has moved already")
    _walk(table, seat, role, choice.to)
    table.hordes[seat].moved.add(role)


@VERBS.take(EndEntries, "enter")
def _end_entries(at: Acting, choice: EndEntries) -> None:
    at.table.agenda.pop()


@VERBS.take(EndMoves, "move")
def _end_moves(at: Acting, choice: EndMoves) -> None:
    at.table.agenda.pop()


# --- 3.3: power and actions ---------------------------------------------------------------------


@VERBS.take(Play, "act", "mixed", "brace")
@enforces("power.whole-cards", "power.pool", "counter.support")
def _play(at: Acting, choice: Play) -> None:
    table, seat = at
    horde = table.hordes[seat]
    card = choice.card
    if card not in horde.hand:
        raise Illegal("card", "power.whole-cards", f"{card!r} is not in the hand")
    points = table.content.value[card]
    if horde.support:
        horde.support -= 1
        points *= table.content.limits.support_factor
    horde.hand.remove(card)
    horde.pack_discard.append(card)
    horde.pool += points
    table.tell("play", seat=seat, card=card, points=points)


@enforces("actions.actor", "actions.cost", "actions.wounded")
def _afford(table: Table, seat: int, effect: str) -> int:
    """Return an action's cost, or refuse it for want of its actor or of points."""
    content = table.content
    actor = content.actor[effect]
    if actor not in table.hordes[seat].field:
        raise Illegal("actor", "actions.actor", f"this action needs the {_named(content, actor)} in the field")
    cost = content.cost[effect]
    if table.hordes[seat].pool < cost:
        raise Illegal("power", "actions.cost", f"{cost} points are needed, {table.hordes[seat].pool} are in the pool")
    return cost


@VERBS.take(Rest, "act", "mixed")
@enforces("actions.rest")
def _rest(at: Acting, choice: Rest) -> None:
    table, seat = at
    cost = _afford(table, seat, "rest")
    person = _role(table, seat, choice.role, "actions.rest")
    if not person.wounded:
        raise Illegal("unhurt", "actions.rest", f"the {_named(table.content, choice.role)} is not wounded")
    table.hordes[seat].pool -= cost
    person.wounded = False
    table.tell("rest", seat=seat, role=choice.role)


@VERBS.take(Help, "act", "mixed")
@enforces("actions.help", "actions.help-empty")
def _help(at: Acting, choice: Help) -> None:
    table, seat = at
    horde = table.hordes[seat]
    cost = _afford(table, seat, "help")
    if not horde.pack:
        raise Illegal("empty", "actions.help-empty", f"the {table.content.names.pack} is empty")
    horde.pool -= cost
    horde.pack_seen = max(horde.pack_seen, min(table.content.limits.help_looks_at, len(horde.pack)))
    table.tell("help", seat=seat)
    phases.then(table, [("keep", seat)])


@VERBS.take(Keep, "keep")
@enforces("actions.help")
def _keep(at: Acting, choice: Keep) -> None:
    table, seat = at
    horde = table.hordes[seat]
    if choice.card not in phases.looked_at(table, seat):
        raise Illegal("card", "actions.help", f"{choice.card!r} is not one of the cards looked at")
    table.agenda.pop()
    horde.pack.remove(choice.card)
    horde.pack_seen -= 1
    horde.hand.append(choice.card)


@VERBS.take(Provoke, "act", "mixed")
@enforces("actions.provocation", "moves.uninjured")
def _provoke(at: Acting, choice: Provoke) -> None:
    table, seat = at
    cost = _afford(table, seat, "provocation")
    _role(table, seat, choice.role, "actions.provocation")
    _walk(table, seat, choice.role, choice.to)
    table.hordes[seat].pool -= cost
    table.tell("provoke", seat=seat, role=choice.role)


@VERBS.take(Attack, "act", "mixed")
@enforces("actions.attack", "actions.replacement", "competition.attack")
def _attack(at: Acting, choice: Attack) -> None:
    table, seat = at
    cost = _afford(table, seat, "attack")
    letters = table.content.slot_names(table.mode)
    name = choice.slot
    place = letters.find(name) if len(name) == 1 else -1
    target = table.enc[place] if place >= 0 else None
    if target is None:
        raise Illegal("slot", "actions.attack", f"there is no Encounter in slot {name!r}")
    if not target[1]:
        raise Illegal("hidden", "actions.attack", f"the Encounter in slot {name} is not revealed")
    table.hordes[seat].pool -= cost
    table.enc_discard.append(target[0])
    table.enc[place] = None
    table.tell("attack", seat=seat, slot=place, card=target[0])
    phases.then(table, [("encounter", place)])


@VERBS.take(EndActions, "act", "mixed")
@enforces("power.lost")
def _end_actions(at: Acting, choice: EndActions) -> None:
    table, seat = at
    table.agenda.pop()
    phases.end_of_power(table, seat)


# --- phases 4 to 6 ------------------------------------------------------------------------------


@VERBS.take(Sacrifice, "strike")
@enforces("meet.doubles")
def _sacrifice(at: Acting, choice: Sacrifice) -> None:
    table, seat = at
    _, _, rank, role = table.agenda[-1]
    if choice.card not in phases.doubles_in_aval(table, seat, str(role)):
        aval = table.content.names.aval
        raise Illegal("card", "meet.doubles", f"{choice.card!r} is no {_named(table.content, role)} in {aval}")
    table.agenda.pop()
    phases.strike(table, seat, rank, role, choice.card)


@VERBS.take(Brace, "brace")
@enforces("counter.power", "power.pool")
def _brace(at: Acting, choice: Brace) -> None:
    table, seat = at
    line = int(table.agenda[-1][2])
    power = choice.power
    if choice.line != line + 1:
        raise Illegal("line", "counter.lines", f"line {line + 1} is to be resolved now")
    if not 0 <= power <= table.hordes[seat].pool:
        raise Illegal("power", "counter.power", f"choose from 0 to the {table.hordes[seat].pool} points in the pool")
    table.agenda.pop()
    table.hordes[seat].pool -= power
    table.tell("brace", seat=seat, line=line + 1, power=power)
    phases.face_wind(table, seat, line, power)


def _winner(table: Table, named: str) -> str:
    role = str(table.agenda[-1][2])
    if named != role:
        raise Illegal("role", "counter.order", f"it is the {_named(table.content, role)} whose move is to be chosen")
    return role


@VERBS.take(Advance, "advance")
@enforces("counter.win", "counter.winner-line")
def _advance(at: Acting, choice: Advance) -> None:
    table, seat = at
    role = _winner(table, choice.role)
    _walk(table, seat, role, choice.to)
    table.agenda.pop()


@VERBS.take(Stay, "advance")
@enforces("counter.winner-line")
def _stay(at: Acting, choice: Stay) -> None:
    _winner(at.table, choice.role)
    at.table.agenda.pop()


@VERBS.take(Dismiss, "trim")
@enforces("endturn.aval")
def _dismiss(at: Acting, choice: Dismiss) -> None:
    table, seat = at
    horde = table.hordes[seat]
    if choice.card not in horde.aval:
        raise Illegal("card", "endturn.aval", f"{choice.card!r} is not in {table.content.names.aval}")
    horde.aval.remove(choice.card)
    horde.destroyed.append(choice.card)
    table.tell("dismiss", seat=seat, card=choice.card)
    phases.mourn(table, seat)


@VERBS.take(EndDiscards, "trim")
@enforces("endturn.aval")
def _end_discards(at: Acting, choice: EndDiscards) -> None:
    table, seat = at
    most = table.content.limits.aval
    if len(table.hordes[seat].aval) > most:
        raise Illegal("aval", "endturn.aval", f"no more than {most} characters may stay in {table.content.names.aval}")
    table.agenda.pop()


@VERBS.take(Draw, *CHANCE_STEPS)
@enforces("competition.mixed", "wind.reshuffle")
def _draw(at: Acting, choice: Draw) -> None:
    table = at.table
    name, place = table.agenda[-1]
    source, deck = _chance_deck(table, str(name))
    if choice.source != source or choice.card not in deck:
        raise Illegal("card", STEP_CLAUSES[str(name)], f"{choice.card!r} cannot be drawn from the {source}")
    table.agenda.pop()
    phases.STEPS[str(name)](table, place, choice.card)


def _chance_deck(table: Table, name: str) -> tuple[str, list[str]]:
    return ("encounters", table.enc_deck) if name == "encounter" else ("breezes", table.breezes)
