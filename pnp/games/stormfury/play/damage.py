"""The damage step: what a storm does to the spaces and roads under it."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.play.state import Table
from pnp.games.stormfury.play.storm import Loss
from pnp.play.state import enforces

Effect = Literal["absorbed", "lost", "people", "flooded", "held"]


class Hit(Struct, frozen=True):
    """One thing that the storm did to a target."""

    target: str
    """Space or road id."""
    effect: Effect
    """Held is a road dammed at both ends."""
    damage: int


def strike(content: StormfuryContent, table: Table, struck: int) -> list[Hit]:
    """Resolve the damage to everything struck, all at the same time, and move the damage marker."""
    hits = [*_strike_spaces(content, table, struck), *_strike_roads(content, table, struck)]
    _add_damage(content, table, hits)
    return hits


@enforces(
    "hurricane.infrastructure",
    "hurricane.people",
    "hurricane.one-chit",
    "hurricane.empty-centre",
    "hurricane.every-turn",
)
def _strike_spaces(content: StormfuryContent, table: Table, struck: int) -> Iterator[Hit]:
    """Hit population centres and infrastructure."""
    spaces = content.board.spaces
    for number in content.board.targets(struck & ~table.lost & ((1 << len(spaces)) - 1)):
        space = spaces[number]
        if space.centre and table.populations[space.city] == 0:
            continue
        if table.forts[number]:
            table.forts[number] -= 1
            table.fort_supply += 1
            yield Hit(space.id, "absorbed", 0)
            continue
        table.lost |= 1 << number
        if space.centre:
            people = table.populations[space.city]
            table.populations[space.city] = 0
            yield Hit(space.id, "people", people)
        else:
            yield Hit(space.id, "lost", 1)


@enforces("hurricane.roads", "hurricane.single-dam")
def _strike_roads(content: StormfuryContent, table: Table, struck: int) -> Iterator[Hit]:
    """Hit roads that are not flooded yet."""
    for number in content.board.targets((struck >> len(content.board.spaces)) & ~table.flooded):
        road = content.board.roads[number]
        if table.dammed(content, number):
            yield Hit(road.id, "held", 0)
            continue
        table.flooded |= 1 << number
        for site in content.road_sites[number]:
            # A chit that guards a whole city stays for the city's other roads.
            if table.dams >> site & 1 and _guards_one_end(content):
                table.dams ^= 1 << site
                table.dam_supply += 1
        yield Hit(road.id, "flooded", 1)


def _guards_one_end(content: StormfuryContent) -> bool:
    """Tell whether a dam chit guards one road end rather than a city."""
    return content.rules.switches.dams == "road_end"


@enforces("hurricane.track", "end.overwhelmed")
def _add_damage(content: StormfuryContent, table: Table, hits: list[Hit]) -> None:
    """Count the damage on the track; its last space ends the game."""
    before = table.losses
    table.losses = Loss(
        before.infrastructure + sum(hit.damage for hit in hits if hit.effect == "lost"),
        before.people + sum(hit.damage for hit in hits if hit.effect == "people"),
        before.roads + sum(hit.damage for hit in hits if hit.effect == "flooded"),
    )
    last = content.rules.overwhelmed_at
    table.damage = min(last, table.damage + sum(hit.damage for hit in hits))
    if table.damage == last:
        table.phase, table.ending = "over", "overwhelmed"
