"""The board in the engine's form: hexes, cities, spaces and roads by number, and what a storm covers.

Targets (things that a storm can hit) are numbered spaces first, then roads; a set of targets
is an integer with one bit each, which keeps a storm's turn to a few machine operations.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pnp.games.stormfury.content.coastmap import CENTRE, marks, road_hexes
from pnp.games.stormfury.content.files import MapFile
from pnp.games.stormfury.content.hexes import DIRECTIONS, Hex, Offset, disc, neighbours
from pnp.play.state import enforces


class Space(NamedTuple):
    """A population centre or an infrastructure space."""

    id: str
    city: int
    hex: Hex
    centre: bool


class RoadLine(NamedTuple):
    """A road: its two cities and its hexes in order from the first."""

    id: str
    ends: tuple[int, int]
    hexes: tuple[Hex, ...]

    @property
    def middle(self) -> Hex:
        """Return the hex that carries the damage chit when the road is flooded."""
        return self.hexes[len(self.hexes) // 2]

    def end_hex(self, city: int) -> Hex:
        """Return the road hex next to a city, where its dam chit lies."""
        return self.hexes[0] if city == self.ends[0] else self.hexes[-1]


class CityPlace(NamedTuple):
    """A city: its spaces and roads by number, and which cities its roads lead to."""

    id: str
    name: str
    centre: int
    infrastructure: tuple[int, ...]
    roads: tuple[int, ...]
    joined: dict[int, int]
    """Neighbouring city → road."""

    @property
    def spaces(self) -> tuple[int, ...]:
        """Return the population centre and the infrastructure spaces."""
        return (self.centre, *self.infrastructure)


@dataclass(frozen=True, slots=True)
class Board:
    """The coast."""

    cols: int
    rows: int
    hexes: tuple[Hex, ...]
    """Row by row; a hex's place here is its number."""
    number: dict[Hex, int]
    ocean: tuple[bool, ...]
    coast: tuple[bool, ...]
    cities: tuple[CityPlace, ...]
    spaces: tuple[Space, ...]
    roads: tuple[RoadLine, ...]
    starts: dict[str, int]
    city_number: dict[str, int]
    space_number: dict[str, int]
    road_number: dict[str, int]
    steps: dict[str, tuple[int, ...]]
    """Direction → for each hex its neighbour, or -1 off the board."""

    def targets(self, bits: int) -> Iterator[int]:
        """Yield the numbers in a set of targets, smallest first."""
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low

    @enforces("hurricane.cover")
    def target_hexes(self) -> Iterator[tuple[int, tuple[Hex, ...]]]:
        """Yield each target's bit and the hexes through which it is hit."""
        for number, space in enumerate(self.spaces):
            yield 1 << number, (space.hex,)
        for number, road in enumerate(self.roads, len(self.spaces)):
            yield 1 << number, road.hexes

    def cover(self, radius: int) -> tuple[int, ...]:
        """Return for every hex the targets that a storm of that radius centred there covers."""
        at: dict[Hex, int] = {}
        for bit, hexes in self.target_hexes():
            for hex in hexes:
                at[hex] = at.get(hex, 0) | bit
        return tuple(_union(at.get(near, 0) for near in disc(hex, radius)) for hex in self.hexes)

    def footprint(self, centre: int, radius: int) -> list[Hex]:
        """Return the hexes on the board under a storm, for drawing."""
        return [hex for hex in disc(self.hexes[centre], radius) if hex in self.number]


def _union(sets: Iterable[int]) -> int:
    """Return the union of sets of targets."""
    bits = 0
    for one in sets:
        bits |= one
    return bits


def compile_board(map_: MapFile) -> Board:
    """Turn a picture without faults into the engine's board."""
    picture = list(marks(map_.coast_map))
    hexes = tuple(mark.hex for mark in picture)
    number = {hex: i for i, hex in enumerate(hexes)}
    ocean = tuple(mark.ocean for mark in picture)
    coast = tuple(
        not wet and any(near in number and ocean[number[near]] for near in neighbours(hex))
        for hex, wet in zip(hexes, ocean, strict=True)
    )
    city_number = {id: i for i, id in enumerate(map_.cities)}
    spaces = tuple(_spaces(map_))
    roads = tuple(
        RoadLine(id, (city_number[a], city_number[b]), tuple(road_hexes(map_, id))) for id, (a, b) in map_.roads.items()
    )
    last = Offset.of(hexes[-1])
    return Board(
        cols=last.col + 1,
        rows=last.row + 1,
        hexes=hexes,
        number=number,
        ocean=ocean,
        coast=coast,
        cities=tuple(_city(map_, id, i, spaces, roads) for id, i in city_number.items()),
        spaces=spaces,
        roads=roads,
        starts={letter: number[mark.hex] for letter in map_.starts for mark in picture if mark.start == letter},
        city_number=city_number,
        space_number={space.id: i for i, space in enumerate(spaces)},
        road_number={road.id: i for i, road in enumerate(roads)},
        steps={way: tuple(number.get(hex.step(way), -1) for hex in hexes) for way in DIRECTIONS},
    )


def _spaces(map_: MapFile) -> Iterator[Space]:
    """Yield every city's spaces: its centre, then its infrastructure."""
    for city_index, (id, city) in enumerate(map_.cities.items()):
        own = sorted(
            (mark.space[1], mark.hex)
            for mark in marks(map_.coast_map)
            if mark.space is not None and mark.space[0] == city.letter
        )
        for space, hex in own:
            name = f"{id}.P" if space == CENTRE else f"{id}.I{space}"
            yield Space(name, city_index, hex, space == CENTRE)


def _city(map_: MapFile, id: str, own: int, spaces: tuple[Space, ...], roads: tuple[RoadLine, ...]) -> CityPlace:
    """Gather what belongs to one city."""
    mine = [(i, space) for i, space in enumerate(spaces) if space.city == own]
    ways = [i for i, road in enumerate(roads) if own in road.ends]
    return CityPlace(
        id=id,
        name=map_.cities[id].name,
        centre=next(i for i, space in mine if space.centre),
        infrastructure=tuple(i for i, space in mine if not space.centre),
        roads=tuple(ways),
        joined={roads[i].ends[roads[i].ends[0] == own]: i for i in ways},
    )
