"""The choices of a game: which actions are legal at each step, and what they do.

An action is a small mapping such as ``{"do": "enter", "card": "KD", "to": "B4"}``. A refused one
names the rule clause it breaks and leaves the table as it was.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.files import ROLES
from pnp.games.horde.play import phases
from pnp.games.horde.play.state import Person, Table
from pnp.play.state import Action, Illegal, enforces

CHANCE_STEPS = ("breeze", "up", "encounter")
"""Steps that wait only for the outcome of a draw from a shuffled deck."""

Handler = Callable[[Table, int, Action], None]


class Verb(NamedTuple):
    """A kind of action: where it belongs, its keys, and how it is done."""

    steps: tuple[str, ...]
    keys: frozenset[str]
    clause: str
    do: Handler


VERBS: dict[str, Verb] = {}

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


def verb(name: str, clause: str, steps: tuple[str, ...], *keys: str) -> Callable[[Handler], Handler]:
    """Register the handler of an action."""

    def register(handler: Handler) -> Handler:
        VERBS[name] = Verb(steps, frozenset(("do", *keys)), clause, handler)
        return handler

    return register


@enforces("horde.order")
def apply(table: Table, action: Action) -> None:
    """Check an action's form and step, do it, and go on to the next choice."""
    if not table.agenda or table.status is not None:
        raise Illegal("over", "turn.phases", "the game is over")
    current = str(table.agenda[-1][0])
    name = action.get("do") if isinstance(action, Mapping) else None
    known = VERBS.get(name) if isinstance(name, str) else None
    if known is None:
        raise Illegal("unknown", STEP_CLAUSES[current], f"there is no action {name!r}")
    if current not in known.steps:
        raise Illegal("step", known.clause, f"{name!r} is not possible now: the game waits for {_waits(table)}")
    if set(action) != known.keys:
        wanted = ", ".join(sorted(known.keys - {"do"})) or "nothing else"
        raise Illegal("form", known.clause, f"{name!r} takes: {wanted}")
    seat = 0 if current in CHANCE_STEPS else int(table.agenda[-1][1])
    known.do(table, seat, action)
    phases.run(table)


def _waits(table: Table) -> str:
    words = {
        "enter": "entries (3.1)",
        "move": "moves (3.2)",
        "act": "actions (3.3)",
        "mixed": "phase 3",
        "keep": "the card kept by Help",
        "strike": "the character given up in Aval (4.2)",
        "brace": "the power spent on a line (5.2)",
        "advance": "the move of a winner (5.3)",
        "trim": "discards from Aval (6.2)",
    }
    return words.get(str(table.agenda[-1][0]), "a card drawn by chance")


def legal(table: Table) -> list[Action]:
    """List every action of the seat (or chance) that the game waits for."""
    if not table.agenda or table.status is not None:
        return []
    current = table.agenda[-1]
    return _LISTS[str(current[0])](table, *current[1:])


def _role(table: Table, seat: int, action: Action, clause: str) -> Person:
    role = action["role"]
    person = table.hordes[seat].field.get(role) if isinstance(role, str) else None
    if person is None:
        raise Illegal("absent", clause, f"{_named(table.content, role)} is not in the field")
    return person


def _named(content: HordeContent, role: object) -> str:
    return next((name for letter, name in content.names.roles.items() if letter == role), repr(role))


def _square(table: Table, seat: int, action: Action) -> int:
    square = table.content.square_at(action["to"], seat)
    if square is None:
        raise Illegal("square", "moves.inside", f"{action['to']!r} is no square of this field")
    return square


# --- 3.1 and 3.2: entering and moving -----------------------------------------------------------


@verb("enter", "horde.enter", ("enter", "mixed"), "card", "to")
@enforces("horde.enter", "roles.one-each", "roles.one-per-square")
def _enter(table: Table, seat: int, action: Action) -> None:
    horde = table.hordes[seat]
    content = table.content
    card = action["card"]
    if card not in horde.aval:
        raise Illegal("card", "horde.enter", f"{card!r} is not in {content.names.aval}")
    if content.switches.entries_per_turn == "one" and horde.entered:
        raise Illegal("entries", "horde.enter", "only one character may enter in a turn")
    role = content.role_of(card)
    if role in horde.field:
        raise Illegal("role", "roles.one-each", f"a {_named(content, role)} is in the field already")
    square = _square(table, seat, action)
    if square // content.grid.columns != content.lines - 1:
        raise Illegal("line", "horde.enter", f"characters enter on line {content.lines}")
    if horde.occupied() >> square & 1:
        raise Illegal("occupied", "roles.one-per-square", f"{action['to']} is occupied")
    horde.aval.remove(card)
    horde.field[role] = Person(card, square)
    horde.entered += 1
    table.tell("enter", seat=seat, role=role, to=square)


def _walk(table: Table, seat: int, role: str, action: Action) -> None:
    """Move a character, or say which rule forbids it."""
    content = table.content
    person = table.hordes[seat].field[role]
    square = _square(table, seat, action)
    if person.wounded:
        raise Illegal("wounded", "moves.uninjured", f"the {_named(content, role)} is wounded and cannot move")
    occupied = table.hordes[seat].occupied()
    if occupied >> square & 1:
        raise Illegal("occupied", "roles.one-per-square", f"{action['to']} is occupied")
    if square not in content.movement.squares(role, person.square, occupied):
        here = content.square_name(person.square, seat)
        raise Illegal(
            "unreachable",
            "moves.squares",
            f"the {_named(content, role)} cannot get from {here} to {action['to']}",
        )
    table.tell("move", seat=seat, role=role, start=person.square, to=square)
    person.square = square


@verb("move", "horde.move", ("move", "mixed"), "role", "to")
@enforces("horde.move", "moves.squares")
def _move(table: Table, seat: int, action: Action) -> None:
    _role(table, seat, action, "horde.move")
    role = action["role"]
    if role in table.hordes[seat].moved:
        raise Illegal("again", "horde.move", f"the {_named(table.content, role)} has moved already")
    _walk(table, seat, role, action)
    table.hordes[seat].moved.add(role)


def _end_step(table: Table, seat: int, action: Action) -> None:
    table.agenda.pop()


verb("end-entries", "horde.enter", ("enter",))(_end_step)
verb("end-moves", "horde.move", ("move",))(_end_step)


# --- 3.3: power and actions ---------------------------------------------------------------------


@verb("play", "power.whole-cards", ("act", "mixed", "brace"), "card")
@enforces("power.whole-cards", "power.pool", "counter.support")
def _play(table: Table, seat: int, action: Action) -> None:
    horde = table.hordes[seat]
    card = action["card"]
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


@verb("rest", "actions.rest", ("act", "mixed"), "role")
@enforces("actions.rest")
def _rest(table: Table, seat: int, action: Action) -> None:
    cost = _afford(table, seat, "rest")
    person = _role(table, seat, action, "actions.rest")
    if not person.wounded:
        raise Illegal("unhurt", "actions.rest", f"the {_named(table.content, action['role'])} is not wounded")
    table.hordes[seat].pool -= cost
    person.wounded = False
    table.tell("rest", seat=seat, role=action["role"])


@verb("help", "actions.help", ("act", "mixed"))
@enforces("actions.help", "actions.help-empty")
def _help(table: Table, seat: int, action: Action) -> None:
    horde = table.hordes[seat]
    cost = _afford(table, seat, "help")
    if not horde.pack:
        raise Illegal("empty", "actions.help-empty", f"the {table.content.names.pack} is empty")
    horde.pool -= cost
    horde.pack_seen = max(horde.pack_seen, min(table.content.limits.help_looks_at, len(horde.pack)))
    table.tell("help", seat=seat)
    phases.then(table, [("keep", seat)])


def _looked_at(table: Table, seat: int) -> list[str]:
    return table.hordes[seat].pack[: table.content.limits.help_looks_at]


@verb("keep", "actions.help", ("keep",), "card")
@enforces("actions.help")
def _keep(table: Table, seat: int, action: Action) -> None:
    horde = table.hordes[seat]
    if action["card"] not in _looked_at(table, seat):
        raise Illegal("card", "actions.help", f"{action['card']!r} is not one of the cards looked at")
    table.agenda.pop()
    horde.pack.remove(action["card"])
    horde.pack_seen -= 1
    horde.hand.append(action["card"])


@verb("provoke", "actions.provocation", ("act", "mixed"), "role", "to")
@enforces("actions.provocation", "moves.uninjured")
def _provoke(table: Table, seat: int, action: Action) -> None:
    cost = _afford(table, seat, "provocation")
    _role(table, seat, action, "actions.provocation")
    _walk(table, seat, action["role"], action)
    table.hordes[seat].pool -= cost
    table.tell("provoke", seat=seat, role=action["role"])


@verb("attack", "actions.attack", ("act", "mixed"), "slot")
@enforces("actions.attack", "actions.replacement", "competition.attack")
def _attack(table: Table, seat: int, action: Action) -> None:
    cost = _afford(table, seat, "attack")
    letters = table.content.slot_names(table.mode)
    name = action["slot"]
    place = letters.find(name) if isinstance(name, str) and len(name) == 1 else -1
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


@verb("end-actions", "horde.act", ("act", "mixed"))
@enforces("power.lost")
def _end_actions(table: Table, seat: int, action: Action) -> None:
    table.agenda.pop()
    phases.end_of_power(table, seat)


# --- phases 4 to 6 ------------------------------------------------------------------------------


@verb("sacrifice", "meet.doubles", ("strike",), "card")
@enforces("meet.doubles")
def _sacrifice(table: Table, seat: int, action: Action) -> None:
    _, _, rank, role = table.agenda[-1]
    if action["card"] not in phases.doubles_in_aval(table, seat, str(role)):
        aval = table.content.names.aval
        raise Illegal("card", "meet.doubles", f"{action['card']!r} is no {_named(table.content, role)} in {aval}")
    table.agenda.pop()
    phases.strike(table, seat, rank, role, action["card"])


@verb("brace", "counter.power", ("brace",), "line", "power")
@enforces("counter.power", "power.pool")
def _brace(table: Table, seat: int, action: Action) -> None:
    line = int(table.agenda[-1][2])
    power = action["power"]
    if action["line"] != line + 1:
        raise Illegal("line", "counter.lines", f"line {line + 1} is to be resolved now")
    if type(power) is not int or not 0 <= power <= table.hordes[seat].pool:
        raise Illegal("power", "counter.power", f"choose from 0 to the {table.hordes[seat].pool} points in the pool")
    table.agenda.pop()
    table.hordes[seat].pool -= power
    table.tell("brace", seat=seat, line=line + 1, power=power)
    phases.face_wind(table, seat, line, power)


def _winner(table: Table, action: Action) -> str:
    role = str(table.agenda[-1][2])
    if action["role"] != role:
        raise Illegal("role", "counter.order", f"it is the {_named(table.content, role)} whose move is to be chosen")
    return role


@verb("advance", "counter.win", ("advance",), "role", "to")
@enforces("counter.win", "counter.winner-line")
def _advance(table: Table, seat: int, action: Action) -> None:
    role = _winner(table, action)
    _walk(table, seat, role, action)
    table.agenda.pop()


@verb("stay", "counter.win", ("advance",), "role")
@enforces("counter.winner-line")
def _stay(table: Table, seat: int, action: Action) -> None:
    _winner(table, action)
    table.agenda.pop()


@verb("dismiss", "endturn.aval", ("trim",), "card")
@enforces("endturn.aval")
def _dismiss(table: Table, seat: int, action: Action) -> None:
    horde = table.hordes[seat]
    if action["card"] not in horde.aval:
        raise Illegal("card", "endturn.aval", f"{action['card']!r} is not in {table.content.names.aval}")
    horde.aval.remove(action["card"])
    horde.destroyed.append(action["card"])
    table.tell("dismiss", seat=seat, card=action["card"])
    phases.mourn(table, seat)


@verb("end-discards", "endturn.aval", ("trim",))
@enforces("endturn.aval")
def _end_discards(table: Table, seat: int, action: Action) -> None:
    most = table.content.limits.aval
    if len(table.hordes[seat].aval) > most:
        raise Illegal("aval", "endturn.aval", f"no more than {most} characters may stay in {table.content.names.aval}")
    table.agenda.pop()


@verb("draw", "competition.mixed", CHANCE_STEPS, "from", "card")
@enforces("competition.mixed", "wind.reshuffle")
def _draw(table: Table, seat: int, action: Action) -> None:
    name, place = table.agenda[-1]
    source, deck = _chance_deck(table, str(name))
    if action["from"] != source or action["card"] not in deck:
        raise Illegal("card", STEP_CLAUSES[str(name)], f"{action['card']!r} cannot be drawn from the {source}")
    table.agenda.pop()
    phases.STEPS[str(name)](table, place, action["card"])


def _chance_deck(table: Table, name: str) -> tuple[str, list[str]]:
    return ("encounters", table.enc_deck) if name == "encounter" else ("breezes", table.breezes)


# --- the lists of legal actions -----------------------------------------------------------------


def _list_enter(table: Table, seat: int) -> list[Action]:
    name = table.content.square_name
    return [
        *({"do": "enter", "card": card, "to": name(square, seat)} for card, square in phases.entries(table, seat)),
        {"do": "end-entries"},
    ]


def _list_move(table: Table, seat: int) -> list[Action]:
    name = table.content.square_name
    return [
        *(
            {"do": "move", "role": role, "to": name(square, seat)}
            for role, squares in phases.free_moves(table, seat).items()
            for square in squares
        ),
        {"do": "end-moves"},
    ]


def _list_act(table: Table, seat: int) -> list[Action]:
    content = table.content
    horde = table.hordes[seat]
    name = content.square_name
    actions: list[Action] = [{"do": "play", "card": card} for card in horde.hand]
    present = [role for role in ROLES if role in horde.field]

    def possible(effect: str) -> bool:
        return content.actor[effect] in horde.field and horde.pool >= content.cost[effect]

    if possible("rest"):
        actions += ({"do": "rest", "role": role} for role in present if horde.field[role].wounded)
    if possible("help") and horde.pack:
        actions.append({"do": "help"})
    if possible("provocation"):
        actions += (
            {"do": "provoke", "role": role, "to": name(square, seat)}
            for role in present
            for square in phases.moves_of(table, seat, role)
        )
    if possible("attack"):
        letters = content.slot_names(table.mode)
        actions += (
            {"do": "attack", "slot": letter}
            for letter, slot in zip(letters, table.enc, strict=True)
            if slot is not None and slot[1]
        )
    actions.append({"do": "end-actions"})
    return actions


def _list_mixed(table: Table, seat: int) -> list[Action]:
    return [*_list_enter(table, seat)[:-1], *_list_move(table, seat)[:-1], *_list_act(table, seat)]


def _list_keep(table: Table, seat: int) -> list[Action]:
    return [{"do": "keep", "card": card} for card in _looked_at(table, seat)]


def _list_strike(table: Table, seat: int, rank: str, role: str) -> list[Action]:
    return [{"do": "sacrifice", "card": card} for card in phases.doubles_in_aval(table, seat, role)]


def _list_brace(table: Table, seat: int, line: int) -> list[Action]:
    horde = table.hordes[seat]
    return [
        *({"do": "play", "card": card} for card in horde.hand),
        *({"do": "brace", "line": line + 1, "power": power} for power in range(horde.pool + 1)),
    ]


def _list_advance(table: Table, seat: int, role: str) -> list[Action]:
    name = table.content.square_name
    return [
        *({"do": "advance", "role": role, "to": name(square, seat)} for square in phases.moves_of(table, seat, role)),
        {"do": "stay", "role": role},
    ]


def _list_trim(table: Table, seat: int) -> list[Action]:
    aval = table.hordes[seat].aval
    actions: list[Action] = [{"do": "dismiss", "card": card} for card in aval]
    if len(aval) <= table.content.limits.aval:
        actions.append({"do": "end-discards"})
    return actions


def _list_breeze(table: Table, place: int) -> list[Action]:
    return [{"do": "draw", "from": "breezes", "card": card} for card in table.breezes]


def _list_encounter(table: Table, place: int) -> list[Action]:
    return [{"do": "draw", "from": "encounters", "card": card} for card in table.enc_deck]


_LISTS: dict[str, Callable[..., list[Action]]] = {
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
