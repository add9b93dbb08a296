"""Phase 5: lines face their winds; people hold, win, fall back or are lost."""

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.phases.horde import moves_of
from pnp.games.horde.play.phases.steps import destroy, step, then
from pnp.games.horde.play.state import Event, Person, Step, Table
from pnp.play.state import enforces


@step("counterwind")
def begin_counterwind(table: Table) -> bool:
    """Phase 5 begins with empty pools and no Support."""
    for horde in table.hordes:
        horde.pool = 0
        horde.support = 0
    return False


def wind_on(content: HordeContent, card: str | None) -> int | None:
    """Return the strength of a slot's wind, or None where nothing is tested."""
    if card is not None:
        return content.value[card]
    return 0 if content.switches.empty_line == "calm" else None


@enforces("counter.order", "counter.lines")
def on_line(table: Table, seat: int, line: int) -> list[str]:
    """List the roles on a line from the first column on."""
    columns = table.content.grid.columns
    here = [
        (person.square, role) for role, person in table.hordes[seat].field.items() if person.square // columns == line
    ]
    return [role for _, role in sorted(here)]


@step("brace")
@enforces("counter.lines", "counter.no-wind", "competition.lines")
def await_brace(table: Table, seat: int, line: int) -> bool:
    """5.1, 5.2: wait for the power spent on a line with characters and wind."""
    if wind_on(table.content, table.slots[line]) is None or not on_line(table, seat, line):
        return False
    horde = table.hordes[seat]
    if horde.hand or horde.pool:
        return True
    face_wind(table, seat, line, 0)
    return False


@enforces("counter.compare", "counter.support", "counter.order", "counter.tested-once")
def face_wind(table: Table, seat: int, line: int, power: int) -> None:
    """5.3: the power is fixed; test everybody now on the line, then grant Support."""
    content = table.content
    wind = wind_on(content, table.slots[line]) or 0
    here = on_line(table, seat, line)
    tests: list[Step] = [("test", seat, line, role, power) for role in here]
    margins = [content.roles[role].resistance + power - wind for role in here]
    if max(margins) >= content.limits.support_from:
        tests.append(("support", seat))
    then(table, tests)


@step("test")
@enforces("counter.compare", "counter.destroyed", "counter.second-wound", "counter.equal", "counter.win")
def test_character(table: Table, seat: int, line: int, role: str, power: int) -> bool:
    """5.3: compare one character with the wind of its line."""
    content = table.content
    person = table.hordes[seat].field[role]
    wind = wind_on(content, table.slots[line]) or 0
    total = content.roles[role].resistance + power
    margin = total - wind
    fatal = content.limits.destroyed_from
    facts: Event = {"seat": seat, "line": line + 1, "role": role, "wind": wind, "total": total}
    if fatal is not None and margin <= -fatal:
        table.tell("test", **facts, outcome="destroyed")
        destroy(table, seat, role, "wind")
    elif margin < 0:
        if person.wounded and content.switches.second_wound == "destroys":
            table.tell("test", **facts, outcome="destroyed")
            destroy(table, seat, role, "second-wound")
            return False
        if not person.wounded:
            person.wounded = True
            table.tell("wounded", seat=seat, role=role, cause="wind")
        table.tell("test", **facts, outcome="fails")
        retreat(table, seat, person.square)
    elif margin == 0:
        table.tell("test", **facts, outcome="holds")
    else:
        table.tell("test", **facts, outcome="wins")
        then(table, [("advance", seat, role)])
    return False


@enforces("counter.retreat", "counter.chain", "counter.healed")
def retreat(table: Table, seat: int, square: int) -> None:
    """Move whoever stands on a square one line back, pushing the next ones back first."""
    horde = table.hordes[seat]
    behind = square + table.content.grid.columns
    standing = {person.square: role for role, person in horde.field.items()}
    role = standing[square]
    if behind >= table.content.grid.columns * table.content.lines:
        person: Person = horde.field.pop(role)
        horde.aval.append(person.card)
        table.tell("to-aval", seat=seat, role=role, card=person.card)
        return
    if behind in standing:
        retreat(table, seat, behind)
    horde.field[role].square = behind
    table.tell("back", seat=seat, role=role, to=behind)


@step("advance")
@enforces("counter.win", "moves.uninjured")
def await_advance(table: Table, seat: int, role: str) -> bool:
    """A winner may move at once, if unhurt and if there is a way."""
    return bool(moves_of(table, seat, role))


@step("support")
@enforces("counter.support")
def grant_support(table: Table, seat: int) -> bool:
    """5.4: the next card played in this phase counts more."""
    horde = table.hordes[seat]
    horde.support = horde.support + 1 if table.content.switches.support_stacks else 1
    table.tell("support", seat=seat)
    return False


@step("lull")
@enforces("power.lost", "counter.support")
def end_counterwind(table: Table) -> bool:
    """Phase 5 is over: pools and Support are lost."""
    for horde in table.hordes:
        horde.pool = 0
        horde.support = 0
    return False
