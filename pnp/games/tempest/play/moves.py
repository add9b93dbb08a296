"""All the ways to play one turn: from the storm's end to the end of the round.

The search walks through nodes (player, places, health, grid, uses) in rising order of movement
spent, so every node is reached as cheaply as possible. Solver and policies choose among the
ends; `trace` turns an end back into recorded choices.
"""

from __future__ import annotations

from collections.abc import Callable

from pnp.games.tempest.play.choices import Abandon, Choices, Force, PickUp, Step, UsePower
from pnp.games.tempest.play.position import WALL, WITH, Position, Stage, spend
from pnp.games.tempest.play.storm import with_level

Node = tuple[int, tuple[int, ...], tuple[int, ...], bytes, tuple[int, ...]]
"""Player, places, health, grid and uses during a turn."""

Came = dict[Node, tuple[Node, tuple[int, ...]] | None]

STEP, FORCE, PICK, DROP, BREAK, CALM, SOOTHE, TRADE = range(8)


def turn_nodes(
    stage: Stage,
    position: Position,
    card: int,
    *,
    shield: int = 0,
    carry: bool = False,
    barrier: bool = False,
    drops: bool = True,
    spells: bool = True,
    keep: Callable[[Node, int], bool] | None = None,
) -> Came:
    """Return every node that a turn with this movement card can reach, with the way to it.

    `drops` allows leaving people behind anywhere (else only where the turn starts); `spells`
    allows the powers that change squares, used on the square about to be entered. `keep` may
    refuse a node, given the movement spent, and everything that follows from it.
    """
    movement = stage.movement[card]
    start: Node = (position.player, position.places, position.health, position.grid, position.uses)
    came: Came = {start: None}
    best: dict[Node, int] = {start: 0}
    buckets: list[list[Node]] = [[] for _ in range(movement + 1)]
    buckets[0].append(start)
    weight = 0 if carry or not stage.weights else stage.weights[0]
    free_pick = stage.switches.pick_up_without_movement or carry
    neighbours, enter, beast = stage.board.neighbours, stage.enter, position.beast
    cost_of, hurt_of = (stage.flat_cost if barrier else stage.cost), stage.hurt
    first_cost, first_hurt = (stage.flat_cost if barrier else stage.first_cost), stage.first_hurt
    breakers = stage.breakers if spells else ()
    calmers = stage.calmers if spells else ()
    soothing = stage.soothing(card) if spells and position.places[0] == WITH else 0
    trade = stage.trading

    for spent in range(movement + 1):
        costs, hurts = (cost_of, hurt_of) if spent else (first_cost, first_hurt)
        for node in buckets[spent]:  # grows while it is read: picking up and leaving cost nothing
            if best[node] != spent:
                continue
            best[node] = -1
            player, places, health, grid, uses = node
            with_you = places.count(WITH)
            left = movement - spent - weight * with_you
            found: list[tuple[int, Node, tuple[int, ...]]] = []
            for near in neighbours[player]:
                level = grid[near]
                if level == WALL:
                    for counter in breakers:
                        if uses[counter]:
                            opened = (player, places, health, with_level(grid, near, 0), spend(uses, counter))
                            found.append((spent, opened, (BREAK, near, counter)))
                    continue
                cost = costs[level]
                if cost <= left:
                    if with_you:
                        after = enter(near, places, health, hurts[level], shield, beast)
                        found.append((spent + cost, (near, *after, grid, uses), (STEP, near)))
                    else:
                        found.append((spent + cost, (near, places, health, grid, uses), (STEP, near)))
                if level:
                    for counter in calmers:
                        if uses[counter]:
                            calmed = (player, places, health, with_level(grid, near, 0), spend(uses, counter))
                            found.append((spent, calmed, (CALM, near, counter)))
                    if soothing and grid == position.grid:
                        soothed = with_level(grid, near, max(level - soothing, 0))
                        found.append((spent, (player, places, health, soothed, uses), (SOOTHE, near)))
            for i, place in enumerate(places):
                if place == player and (free_pick or left >= weight):
                    picked = (*places[:i], WITH, *places[i + 1 :])
                    found.append((spent, (player, picked, health, grid, uses), (PICK, i)))
                elif place == WITH and (drops or not spent):
                    dropped = (*places[:i], player, *places[i + 1 :])
                    found.append((spent, (player, dropped, health, grid, uses), (DROP, i)))
            if trade and places[0] == WITH and left >= trade.movement and (spent or first_cost is cost_of):
                richer = (health[0] + trade.health, *health[1:])
                found.append((spent + trade.movement, (player, places, richer, grid, uses), (TRADE,)))
            for total, reached, how in found:
                known = best.get(reached)
                if known is None or total < known:
                    best[reached] = total
                    if keep is not None and reached not in came and not keep(reached, total):
                        continue
                    came[reached] = (node, how)
                    buckets[total].append(reached)
    _force(stage, position, came, movement, weight, first_cost, shield, free_pick)
    return came


def _force(
    stage: Stage,
    position: Position,
    came: Came,
    movement: int,
    weight: int,
    first_cost: tuple[int, ...],
    shield: int,
    free_pick: bool,
) -> None:
    """Add what forcing forward reaches, wherever the card itself does not reach as well.

    Where picking up takes movement it is free after forcing, so then even a step that the card allows may be forced.
    """
    only_stuck = stage.switches.force == "when-stuck"
    player = position.player
    at_start = [node for node in came if node[0] == player and node[3] == position.grid and _untouched(came, node)]
    for node in at_start:
        _, places, health, grid, uses = node
        left = movement - weight * places.count(WITH)
        ways = [near for near in stage.board.neighbours[player] if grid[near] != WALL]
        if only_stuck and any(first_cost[grid[near]] <= left for near in ways):
            continue
        for near in ways:
            if free_pick and first_cost[grid[near]] <= left:
                continue
            damage = stage.first_hurt[grid[near]] + stage.switches.force_damage
            after = stage.enter(near, places, health, damage, shield, position.beast)
            seen: set[Node] = set()
            waiting: list[tuple[Node, tuple[int, ...]]] = [((near, *after, grid, uses), ())]
            while waiting:
                one, met = waiting.pop()
                if one in seen or (free_pick and one in came):
                    continue
                seen.add(one)
                if one not in came:
                    came[one] = (node, (FORCE, near, *met))
                for i, place in enumerate(one[1]):
                    if place in (near, WITH):
                        there = WITH if place == near else near
                        other = (*one[1][:i], there, *one[1][i + 1 :])
                        waiting.append(((near, other, *one[2:]), (*met, i if place == near else ~i)))


def _untouched(came: Came, node: Node) -> bool:
    """Return whether a node was reached without using the card."""
    way = came[node]
    while way is not None:
        if way[1][0] in (STEP, TRADE):
            return False
        way = came[way[0]]
    return True


def trace(stage: Stage, came: Came, node: Node) -> list[Choices]:
    """Return the recorded choices that lead to a node; soothing comes before the first step."""
    hows: list[tuple[Node, tuple[int, ...]]] = []
    way = came[node]
    while way is not None:
        hows.append(way)
        way = came[way[0]]
    hows.reverse()
    actions: list[Choices] = []
    for before, how in hows:
        kind = how[0]
        if kind in (STEP, FORCE):
            heading = next(name for name, square in stage.board.towards[before[0]].items() if square == how[1])
            actions.append(Step(heading) if kind == STEP else Force(heading))
            actions += [_meeting(stage, i if i >= 0 else ~i, taken=i >= 0) for i in how[2:]]
        elif kind in (PICK, DROP):
            actions.append(_meeting(stage, how[1], taken=kind == PICK))
        elif kind == TRADE:
            actions.append(UsePower(stage.names[0]))
        elif kind == SOOTHE:
            actions.insert(0, UsePower(stage.names[0], at=stage.board.xy[how[1]]))
        else:
            holder = next(held.name for held in stage.held if held.counter == how[2])
            actions.append(UsePower(holder, at=stage.board.xy[how[1]]))
    return actions


def _meeting(stage: Stage, i: int, *, taken: bool) -> PickUp | Abandon:
    """Return the choice to take somebody along, or to leave them."""
    return PickUp(stage.labels[i]) if taken else Abandon(stage.labels[i])
