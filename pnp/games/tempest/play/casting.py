"""Using powers: what each kind does to a day in progress, when it may be used, and on what."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.games.tempest.content.powers import (
    Barrier,
    BreakObstacle,
    CalmSquare,
    Carry,
    Heal,
    Power,
    Protect,
    Soothe,
    Trade,
    Ward,
)
from pnp.games.tempest.play.choices import UsePower
from pnp.games.tempest.play.position import WALL, WITH, Held, spend
from pnp.games.tempest.play.state import DayTable
from pnp.games.tempest.play.storm import with_level
from pnp.play.state import Illegal, enforces


class Use(NamedTuple):
    """How a kind of power is used: in which phases, what it does, which choices it leaves."""

    phases: tuple[str, ...]
    clause: str
    carry_out: Callable[[DayTable, Held, UsePower], None]
    choices: Callable[[DayTable, str], list[UsePower]]


@enforces("powers.when", "powers.uses", "powers.timing", "powers.protect", "final.ward")
def use_power(day: DayTable, choice: UsePower) -> None:
    """Use the power that a choice names; refuse one that is not yours, used up or out of place."""
    name = choice.of
    held = next((held for held in day.stage.held if held.name == name), None)
    if held is None:
        raise Illegal("power", "powers.when", f"you do not have a power of {name!r}")
    if held.counter >= 0 and not day.position.uses[held.counter]:
        raise Illegal("used-up", "powers.uses", f"the power of {name} is used up for this day")
    use = USES.get(type(held.power))
    if use is None:
        raise Illegal("always-on", "powers.when", f"the power of {held.name} works by itself")
    if day.phase not in use.phases:
        raise Illegal("not-now", use.clause, f"the power of {held.name} does not fit here: {day.waiting_for}")
    use.carry_out(day, held, choice)
    if held.counter >= 0:
        day.position = day.position._replace(uses=spend(day.position.uses, held.counter))
    if isinstance(held.power, Ward):
        day.draw()


def usable_powers(day: DayTable) -> list[UsePower]:
    """List the powers that can be used now, with every choice they leave."""
    found: list[UsePower] = []
    for held in day.stage.held:
        use = USES.get(type(held.power))
        if use is None or day.phase not in use.phases:
            continue
        if held.counter < 0 or day.position.uses[held.counter]:
            found += use.choices(day, held.name)
    return found


def allowed(check: Callable[[], object]) -> bool:
    """Return whether a check has nothing to refuse."""
    try:
        check()
    except Illegal:
        return False
    return True


def _always(day: DayTable, of: str) -> list[UsePower]:
    """Leave no choice but the use itself."""
    return [UsePower(of)]


def _heal(day: DayTable, held: Held, choice: UsePower) -> None:
    """Heal everyone on the map."""
    day.position = day.stage.healed(day.position, day.stage.heal_amount(held.counter))


def _ward(day: DayTable, held: Held, choice: UsePower) -> None:
    """Cancel the beast's action: nothing happens, and the movement card follows."""


# Squares


def _storming_squares(day: DayTable, of: str) -> list[UsePower]:
    """List the squares that storm."""
    xy = day.stage.board.xy
    return [UsePower(of, at=xy[i]) for i, level in enumerate(day.position.grid) if level not in (0, WALL)]


def _obstacles(day: DayTable, of: str) -> list[UsePower]:
    """List the obstacle squares."""
    return [UsePower(of, at=day.stage.board.xy[square]) for square in day.walls()]


def _storming(day: DayTable, choice: UsePower, clause: str) -> int:
    """Return the storming square a choice names."""
    square = day.square_at(choice.at, clause)
    if day.position.grid[square] in (0, WALL):
        raise Illegal("calm", clause, "there is no storm on that square")
    return square


def _set_level(day: DayTable, square: int, level: int) -> None:
    """Change one square."""
    day.position = day.position._replace(grid=with_level(day.position.grid, square, level))


@enforces("powers.break-obstacle")
def _break_obstacle(day: DayTable, held: Held, choice: UsePower) -> None:
    """Open an obstacle square."""
    square = day.square_at(choice.at, "powers.break-obstacle")
    if day.position.grid[square] != WALL:
        raise Illegal("obstacle", "powers.break-obstacle", "there is no obstacle on that square")
    _set_level(day, square, 0)


@enforces("powers.calm-square")
def _calm_square(day: DayTable, held: Held, choice: UsePower) -> None:
    """Calm a square."""
    _set_level(day, _storming(day, choice, "powers.calm-square"), 0)


# Powers for a round


def _unless_carrying(day: DayTable, of: str) -> list[UsePower]:
    """Leave the use, unless the power works already."""
    return [] if day.turn.carry else [UsePower(of)]


def _unless_barred(day: DayTable, of: str) -> list[UsePower]:
    """Leave the use, unless the power works already."""
    return [] if day.turn.barrier else [UsePower(of)]


@enforces("powers.carry")
def _carry(day: DayTable, held: Held, choice: UsePower) -> None:
    """Lift the penalty of citizens for this round."""
    if day.turn.carry:
        raise Illegal("active", "powers.carry", "citizens cost no movement this round already")
    day.turn.carry = True


@enforces("final.barrier")
def _barrier(day: DayTable, held: Held, choice: UsePower) -> None:
    """Lift the extra cost of storms for this round."""
    if day.turn.barrier:
        raise Illegal("active", "final.barrier", "storms cost no extra movement this round already")
    day.turn.barrier = True


@enforces("powers.protect")
def _protect(day: DayTable, held: Held, choice: UsePower) -> None:
    """Keep one citizen from all damage of this round."""
    i = day.citizen_named(choice.citizen, "powers.protect")
    if day.position.places[i] < WITH:
        raise Illegal("citizen", "powers.protect", f"{day.stage.labels[i]} is not on the map any more")
    if day.turn.shield >> i & 1:
        raise Illegal("active", "powers.protect", f"{day.stage.labels[i]} is protected already")
    day.turn.shield |= 1 << i


def _unprotected(day: DayTable, of: str) -> list[UsePower]:
    """List whom one may protect."""
    return [
        UsePower(of, citizen=label)
        for i, label in enumerate(day.stage.labels)
        if day.position.places[i] >= WITH and not day.turn.shield >> i & 1
    ]


# Powers of a target


@enforces("final.soothe", "final.target")
def _soothe(day: DayTable, held: Held, choice: UsePower) -> None:
    """Let the target lower one square."""
    square = _storming(day, choice, "final.soothe")
    _check_soothe(day)
    _set_level(day, square, max(day.position.grid[square] - day.stage.soothing(day.turn.card), 0))
    day.turn.soothed = True


def _check_soothe(day: DayTable) -> None:
    """Refuse soothing where the rules do not allow it."""
    if day.position.places[0] != WITH:
        raise Illegal("not-with-you", "final.target", "the target is not with you")
    if not day.turn.escorted:
        raise Illegal("drawn", "final.soothe", "the target was not with you when the movement card was drawn")
    if not day.stage.soothing(day.turn.card):
        raise Illegal("card", "final.soothe", "this movement card does not allow it")
    if day.turn.soothed:
        raise Illegal("used-up", "final.soothe", "only one square for each card")
    if day.turn.stepped:
        raise Illegal("moved", "final.soothe", "only before your first step")


def _soothable(day: DayTable, of: str) -> list[UsePower]:
    """List the squares the target may lower."""
    return _storming_squares(day, of) if allowed(lambda: _check_soothe(day)) else []


@enforces("final.trade", "final.target")
def _trade(day: DayTable, held: Held, choice: UsePower) -> None:
    """Trade movement for the target's health."""
    power = _check_trade(day, held.power)
    day.turn.spent += power.movement
    day.turn.traded = True
    health = day.position.health
    day.position = day.position._replace(health=(health[0] + power.health, *health[1:]))


def _check_trade(day: DayTable, power: Power | None) -> Trade:
    """Refuse trading where the rules do not allow it."""
    if day.position.places[0] != WITH:
        raise Illegal("not-with-you", "final.target", "the target is not with you")
    if day.turn.forced:
        raise Illegal("forced", "final.trade", "not in a round in which you force forward")
    if not isinstance(power, Trade) or day.left < power.movement:
        raise Illegal("movement", "final.trade", "too little movement is left to trade")
    return power


def _tradable(day: DayTable, of: str) -> list[UsePower]:
    """Leave the trade, if there is movement for it."""
    return [UsePower(of)] if allowed(lambda: _check_trade(day, day.stage.target_power)) else []


USES: dict[type, Use] = {
    Heal: Use(("move",), "powers.when", _heal, _always),
    BreakObstacle: Use(("move",), "powers.when", _break_obstacle, _obstacles),
    CalmSquare: Use(("move",), "powers.when", _calm_square, _storming_squares),
    Carry: Use(("move",), "powers.when", _carry, _unless_carrying),
    Barrier: Use(("move",), "powers.when", _barrier, _unless_barred),
    Protect: Use(("brace", "move"), "powers.protect", _protect, _unprotected),
    Ward: Use(("ward",), "final.ward", _ward, _always),
    Soothe: Use(("move",), "powers.when", _soothe, _soothable),
    Trade: Use(("move",), "powers.when", _trade, _tradable),
}
"""How the powers that must be declared are used; the others work by themselves."""
