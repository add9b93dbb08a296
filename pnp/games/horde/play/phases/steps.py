"""How steps are run, and how Hordes fall: the ground under all phases.

A step is a small function over the table. It returns True when it has to wait for a choice
(of a player or of chance) and then has changed nothing; the steps that follow are pushed
on the table's agenda.
"""

from collections.abc import Callable, Iterable

from pnp.games.horde.play.state import Step, Table
from pnp.play.state import enforces

STEPS: dict[str, Callable[..., bool]] = {}


def step(name: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Register a step under the name it has on the agenda."""

    def register(function: Callable[..., bool]) -> Callable[..., bool]:
        STEPS[name] = function
        return function

    return register


def run(table: Table) -> None:
    """Carry out steps until a choice is needed or the game is over."""
    agenda = table.agenda
    while agenda and table.status is None:
        following = agenda.pop()
        if STEPS[following[0]](table, *following[1:]):  # type: ignore[index]
            agenda.append(following)
            return
        _settle(table)


def then(table: Table, steps: Iterable[Step]) -> None:
    """Put steps before everything else on the agenda, the first one next."""
    table.agenda.extend(reversed(list(steps)))


def seats(table: Table) -> range:
    """Return the seats from left to right."""
    return range(len(table.hordes))


@enforces("ending.pack", "ending.gone", "competition.out")
def fall(table: Table, seat: int, why: str, cause: str) -> None:
    """Put a Horde out of the game: its Pack (or its people) ran out."""
    if table.hordes[seat].out is None:
        table.hordes[seat].out = why
        table.tell("defeat", seat=seat, why=why, cause=cause)
    if table.mode == "solo":
        table.status = f"loss:{why}"


@enforces("competition.out")
def _settle(table: Table) -> None:
    """End a competition as soon as somebody is out and the step is over for everybody."""
    if table.mode != "competition" or table.status is not None:
        return
    waiting = bool(table.agenda) and table.agenda[-1][0] == "formation"
    if not waiting and any(horde.out for horde in table.hordes):
        table.status = "end"


@enforces("ending.gone")
def mourn(table: Table, seat: int) -> None:
    """Check whether anybody of a Horde is left."""
    horde = table.hordes[seat]
    if not horde.field and not horde.aval and not horde.wit:
        fall(table, seat, "horde", "gone")


def destroy(table: Table, seat: int, role: str, cause: str) -> None:
    """Take a character of the field out of the game."""
    horde = table.hordes[seat]
    person = horde.field.pop(role)
    horde.destroyed.append(person.card)
    table.tell("destroyed", seat=seat, role=role, card=person.card, at=person.square, cause=cause)
    mourn(table, seat)


@enforces("ending.forced-discard", "ending.pack")
def discard_from_pack(table: Table, seat: int, count: int, cause: str) -> None:
    """Discard cards one by one from the top of the Pack; an impossible one is the defeat."""
    horde = table.hordes[seat]
    for number in range(count):
        if not horde.pack:
            if number == 0 or table.content.switches.forced_discard == "every-card":
                fall(table, seat, "pack", cause)
            return
        card = take_pack(table, seat)
        horde.pack_discard.append(card)
        table.tell("drained", seat=seat, card=card, cause=cause)


def take_pack(table: Table, seat: int) -> str:
    """Take the top card of a Pack."""
    horde = table.hordes[seat]
    horde.pack_seen = max(0, horde.pack_seen - 1)
    return horde.pack.pop(0)
