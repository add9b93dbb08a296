"""What storm cards and beasts do to a position: each known effect, once, for every action."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.tempest.content.effects import (
    Effect,
    Fly,
    Hunt,
    Hurt,
    Lightning,
    Lower,
    OverArea,
    Raise,
    SetAside,
    Settle,
)
from pnp.games.tempest.content.powers import card_matches
from pnp.games.tempest.play.position import DEAD, NOWHERE, WALL, WITH, Log, Position, Stage
from pnp.play.state import enforces


@enforces("storm.table", "storm.set-aside", "storm.wildcard-twice", "storm.wildcard-last", "round.coordinates")
def strike(
    stage: Stage,
    position: Position,
    rank: int,
    at: int,
    round_number: int,
    shield: int = 0,
    log: Log | None = None,
) -> Position:
    """Carry out a storm card: first at a coordinate set aside, then at its own."""
    action = stage.content.storm[rank]
    aside = position.aside
    if isinstance(action.effects[0], SetAside):
        return position._replace(aside=NOWHERE if aside != NOWHERE else at)
    if aside != NOWHERE:
        position = position._replace(aside=NOWHERE)
        position = carry_out(stage, position, action.effects, action.name, aside, round_number, shield, log)
    return carry_out(stage, position, action.effects, action.name, at, round_number, shield, log)


@enforces("final.order", "final.beast", "final.rings", "final.wyvern")
def beast_acts(
    stage: Stage,
    position: Position,
    rank: int,
    at: int,
    round_number: int,
    shield: int = 0,
    log: Log | None = None,
) -> Position:
    """Carry out the beast's action for a storm card at a coordinate."""
    beast = stage.beast
    if beast is None or not card_matches(beast.when, rank):
        return position
    return carry_out(stage, position, beast.effects, beast.name, at, round_number, shield, log)


def carry_out(
    stage: Stage,
    position: Position,
    effects: Sequence[Effect],
    cause: str,
    at: int,
    round_number: int,
    shield: int,
    log: Log | None,
) -> Position:
    """Carry out effects in order."""
    for effect in effects:
        if isinstance(effect, Raise):
            position = _raise(stage, position, effect, at, round_number, cause, shield, log)
        elif isinstance(effect, Hurt):
            position = _hurt(stage, position, effect, at, round_number, cause, shield, log)
        elif isinstance(effect, Lightning):
            for square in _squares(stage, position, effect, at, round_number):
                position = lightning(stage, position, square, effect.damage, cause, shield, log)
        elif isinstance(effect, Fly):
            position = _fly(stage, position, at, cause, shield, log)
        elif isinstance(effect, Lower):
            position = _lower(stage, position, effect, at, round_number)
        elif isinstance(effect, Hunt):
            position = _hunt(stage, position, effect, cause, log)
        elif isinstance(effect, Settle):
            position = position._replace(beast=at)
    return position


def _centre(stage: Stage, position: Position, effect: OverArea, at: int) -> int:
    """Return the square an area is laid around."""
    if effect.around == "coordinate":
        return at
    if effect.around == "haven":
        return stage.haven
    return position.player if effect.around == "player" else position.beast


def _squares(stage: Stage, position: Position, effect: OverArea, at: int, round_number: int) -> tuple[int, ...]:
    """Return the squares of an effect's area."""
    return stage.board.patch(effect, _centre(stage, position, effect, at), round_number).squares


def _damage(position: Position, hits: list[int], amount: int, cause: str, shield: int, log: Log | None) -> Position:
    """Take health from citizens, except those under a shield; who has none left dies."""
    places, health = list(position.places), list(position.health)
    for i in hits:
        if shield >> i & 1 or places[i] == DEAD:
            continue
        if log is not None:
            log.append((cause, i, min(amount, health[i])))
        health[i] = max(health[i] - amount, 0)
        if health[i] == 0:
            places[i] = DEAD
    return position._replace(places=tuple(places), health=tuple(health))


@enforces("storm.levels", "storm.rising", "storm.full", "storm.raise", "storm.hail", "storm.quadrant")
def _raise(
    stage: Stage,
    position: Position,
    effect: Raise,
    at: int,
    round_number: int,
    cause: str,
    shield: int,
    log: Log | None,
) -> Position:
    """Raise levels; each level gained hurts the citizens in the square."""
    patch = stage.board.patch(effect, _centre(stage, position, effect, at), round_number)
    members, haven, switches = patch.members, stage.haven, stage.switches
    hurting = switches.max_level + (1 if switches.full_square_hurts else 0)
    for _ in range(effect.by):
        player, grid = position.player, position.grid
        hits = []
        if switches.gain_damage:
            for i, place in enumerate(position.places):
                square = player if place == WITH else place
                if square in members and square != haven and grid[square] < hurting:
                    hits.append(i)
        levels = bytearray(grid)
        for piece in patch.slices:
            levels[piece] = levels[piece].translate(stage.up)
        levels[haven] = grid[haven]
        position = position._replace(grid=bytes(levels))
        if hits:
            position = _damage(position, hits, switches.gain_damage, cause, shield, log)
    return position


def _lower(stage: Stage, position: Position, effect: Lower, at: int, round_number: int) -> Position:
    """Lower levels; obstacles stay."""
    levels = bytearray(position.grid)
    for square in _squares(stage, position, effect, at, round_number):
        if levels[square] != WALL:
            levels[square] = max(levels[square] - effect.by, 0)
    return position._replace(grid=bytes(levels))


@enforces("storm.hurt", "storm.apart")
def _hurt(
    stage: Stage,
    position: Position,
    effect: Hurt,
    at: int,
    round_number: int,
    cause: str,
    shield: int,
    log: Log | None,
) -> Position:
    """Hurt citizens in the area."""
    members = stage.board.patch(effect, _centre(stage, position, effect, at), round_number).members
    hits = [
        i
        for i, place in enumerate(position.places)
        if place >= WITH
        and (position.player if place == WITH else place) in members
        and (effect.whom == "everyone" or (effect.whom == "with-you") == (place == WITH))
    ]
    return _damage(position, hits, effect.damage, cause, shield, log) if hits else position


@enforces(
    "storm.lightning",
    "storm.lightning-square",
    "storm.lightning-branches",
    "storm.lightning-spares",
    "storm.new-obstacle",
    "storm.walled-in-days",
    "final.beast-lightning",
)
def lightning(
    stage: Stage, position: Position, square: int, damage: int, cause: str, shield: int, log: Log | None
) -> Position:
    """Strike one square: citizens are hurt, else an obstacle goes, else one arises."""
    player, grid = position.player, position.grid
    hits = [i for i, place in enumerate(position.places) if place == square or (place == WITH and player == square)]
    if hits:
        return _damage(position, hits, damage, cause, shield, log)
    if grid[square] == WALL:
        return position._replace(grid=with_level(grid, square, 0))
    spares = stage.switches.lightning_spares
    if (square == stage.haven and "haven" in spares) or (square == player and "player" in spares):
        return position
    if square == position.beast and stage.beast is not None and not stage.beast.airborne:
        return position
    return position._replace(grid=with_level(grid, square, WALL))


@enforces("storm.fly", "powers.twister")
def _fly(stage: Stage, position: Position, at: int, cause: str, shield: int, log: Log | None) -> Position:
    """Fly the player and those with them to the coordinate."""
    level = position.grid[at]
    if at == position.player or level == WALL:
        return position
    places, health = position.places, position.health
    damage = stage.landing[level]
    if at == stage.haven and not stage.switches.twister_rescues:
        return position._replace(player=at)
    places, health = stage.enter(at, places, health, damage, shield, position.beast)
    if log is not None:
        log_losses(log, cause, position.health, health)
    return position._replace(player=at, places=places, health=health)


@enforces("final.hunt")
def _hunt(stage: Stage, position: Position, effect: Hunt, cause: str, log: Log | None) -> Position:
    """Move the beast towards the target, square by square along the longer axis."""
    place = position.places[0]
    if place < WITH:
        return position
    goal = position.player if place == WITH else place
    board, beast = stage.board, position.beast
    level = position.grid[beast]
    grid = position.grid
    for _ in range((0 if level == WALL else level) + effect.extra):
        if beast == goal:
            break
        (bx, by), (gx, gy) = board.xy[beast], board.xy[goal]
        if abs(gx - bx) >= abs(gy - by):
            beast = board.towards[beast]["E" if gx > bx else "W"]
        else:
            beast = board.towards[beast]["S" if gy > by else "N"]
        if grid[beast] == WALL:
            grid = with_level(grid, beast, 0)
    position = position._replace(beast=beast, grid=grid)
    if beast == goal and stage.beast is not None and stage.beast.deadly:
        if log is not None:
            log.append((cause, 0, position.health[0]))
        position = position._replace(places=(DEAD, *position.places[1:]), health=(0, *position.health[1:]))
    return position


@enforces("final.walled-in")
def walled_in(stage: Stage, position: Position) -> bool:
    """Return whether no open square is next to the player."""
    return all(position.grid[near] == WALL for near in stage.board.neighbours[position.player])


def with_level(grid: bytes, square: int, level: int) -> bytes:
    """Return the grid with one square changed."""
    return grid[:square] + bytes((level,)) + grid[square + 1 :]


def log_losses(log: Log, cause: str, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Note what everybody lost between two moments."""
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if new < old:
            log.append((cause, i, old - new))
