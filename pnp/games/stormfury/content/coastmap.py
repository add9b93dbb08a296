"""Reads the coast drawn in text rows: marks with their places, so that a fault can point at one of them."""

from collections.abc import Iterator, Mapping
from re import compile as pattern
from typing import NamedTuple

from pnp.games.stormfury.content.files import City, MapFile
from pnp.games.stormfury.content.hexes import Hex, Offset, distance, straight
from pnp.play.state import enforces

LAND = "."
OCEAN = "~"
CENTRE = 0
"""The space number of a population centre; infrastructure spaces count from 1."""

_MARK = pattern(r"\S+")
_CITY_MARK = pattern(r"([A-Z])([1-9][0-9]?)?")


class Mark(NamedTuple):
    """What the picture says about one hex, and where it stands in the text (characters from 1)."""

    text: str
    at: Offset
    character: int

    @property
    def hex(self) -> Hex:
        """Return the hex that the mark describes."""
        return self.at.hex()

    @property
    def ocean(self) -> bool:
        """Tell whether the hex is ocean."""
        return self.text.startswith(OCEAN)

    @property
    def start(self) -> str | None:
        """Return the letter of the start hex here."""
        return self.text[1:] or None if self.ocean else None

    @property
    def space(self) -> tuple[str, int] | None:
        """Return the city letter and the space number (0: population centre) here."""
        found = _CITY_MARK.fullmatch(self.text)
        return (found[1], int(found[2] or CENTRE)) if found else None

    @property
    def place(self) -> str:
        """Say where the mark stands in the picture."""
        return f"row {self.at.row}, column {self.at.col} (character {self.character})"


class MapFault(NamedTuple):
    """A fault of the picture or of an entry beside it: path inside map.yaml, code and words."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None = None


def marks(rows: list[str]) -> Iterator[Mark]:
    """Yield every mark of the picture, row by row."""
    for row, text in enumerate(rows):
        for col, found in enumerate(_MARK.finditer(text)):
            yield Mark(found[0], Offset(col, row), found.start() + 1)


def space_hexes(map_: MapFile) -> dict[tuple[str, int], Hex]:
    """Return city letter and space number → hex, for a picture without faults."""
    return {mark.space: mark.hex for mark in marks(map_.coast_map) if mark.space is not None}


def road_hexes(map_: MapFile, road: str) -> list[Hex]:
    """Return the hexes of a road between its cities, from the first city on, for a picture without faults."""
    places = space_hexes(map_)
    first, second = (places[map_.cities[end].letter, CENTRE] for end in map_.roads[road])
    line = straight(first, second)
    assert line is not None
    return line[1:-1]


def faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield what is wrong with the map; roads are looked at only when rows and cities are right."""
    first = [*_row_faults(map_), *_mark_faults(map_), *_entry_faults(map_)]
    yield from first
    if not first:
        yield from _touch_faults(map_)
        yield from _road_faults(map_)


def _row_faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield rows that are longer or shorter than the first one."""
    width = len(map_.coast_map[0].split())
    for row, text in enumerate(map_.coast_map):
        count = len(text.split())
        if count != width:
            yield MapFault(("coast_map", row), "ragged-row", f"row {row} has {count} hexes, the first row has {width}")


def _mark_faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield marks that mean nothing, or something twice."""
    letters = {city.letter for city in map_.cities.values()}
    seen: dict[str, Mark] = {}
    for mark in marks(map_.coast_map):
        path = ("coast_map", mark.at.row)
        if mark.text in (LAND, OCEAN):
            continue
        if mark.start is not None:
            if mark.start not in map_.starts:
                yield MapFault(path, "unknown-start", f"{mark.place}: no start hex is called {mark.start!r}")
        elif mark.space is None:
            yield MapFault(
                path,
                "unknown-mark",
                f"{mark.place}: {mark.text!r} means nothing here",
                f"land is {LAND}, ocean {OCEAN}, a start hex ~W, a city D, its infrastructure D1",
            )
        elif mark.space[0] not in letters:
            yield MapFault(path, "unknown-city", f"{mark.place}: no city has the letter {mark.space[0]!r}")
        if mark.text in seen:
            yield MapFault(
                path,
                "mark-twice",
                f"{mark.place}: {mark.text!r} stands already in {seen[mark.text].place}",
            )
        seen.setdefault(mark.text, mark)


def _entry_faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield entries beside the picture that are not drawn, doubled or point nowhere."""
    drawn = {mark.text for mark in marks(map_.coast_map)}
    letters: dict[str, str] = {}
    for id, city in map_.cities.items():
        if city.letter in letters:
            yield MapFault(("cities", id, "letter"), "letter-twice", f"{letters[city.letter]} has this letter already")
        letters.setdefault(city.letter, id)
        yield from _drawn_spaces(id, city, drawn)
    for letter in map_.starts:
        if OCEAN + letter not in drawn:
            yield MapFault(
                ("starts", letter),
                "not-drawn",
                f"start hex {letter} is not in the picture",
                f"write ~{letter}",
            )
    if map_.standard_start not in map_.starts:
        yield MapFault(("standard_start",), "unknown-start", f"{map_.standard_start!r} is not among starts")
    yield from _road_ends(map_.roads, map_.cities)


def _drawn_spaces(id: str, city: City, drawn: set[str]) -> Iterator[MapFault]:
    """Yield spaces of a city that the picture lacks: the centre, or a number left out."""
    path = ("cities", id, "letter")
    if city.letter not in drawn:
        yield MapFault(path, "not-drawn", f"the centre of {city.name} ({city.letter}) is not in the picture")
    numbers = sorted(int(mark[1:]) for mark in drawn if mark[0] == city.letter and mark[1:].isdigit())
    if not numbers:
        yield MapFault(path, "not-drawn", f"{city.name} has no infrastructure ({city.letter}1) in the picture")
    elif numbers != list(range(1, len(numbers) + 1)):
        yield MapFault(path, "number-gap", f"infrastructure of {city.name} is not numbered 1, 2, 3 ...")


def _road_ends(roads: Mapping[str, tuple[str, str]], cities: Mapping[str, City]) -> Iterator[MapFault]:
    """Yield roads to nowhere, to themselves, or between cities already joined."""
    joined: dict[frozenset[str], str] = {}
    for id, ends in roads.items():
        for place, end in enumerate(ends):
            if end not in cities:
                yield MapFault(("roads", id, place), "unknown-city", f"no city has the id {end!r}")
        pair = frozenset(ends)
        if len(pair) == 1:
            yield MapFault(("roads", id), "road-loop", f"road {id} must join two different cities")
        if pair in joined:
            yield MapFault(("roads", id), "road-twice", f"road {joined[pair]} joins these cities already")
        joined.setdefault(pair, id)


@enforces("board.cities")
def _touch_faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield infrastructure that does not touch its city's centre."""
    places = space_hexes(map_)
    names = {city.letter: city.name for city in map_.cities.values()}
    for mark in marks(map_.coast_map):
        if mark.space is not None:
            letter, _ = mark.space
            if distance(mark.hex, places[letter, CENTRE]) > 1:
                yield MapFault(
                    ("coast_map", mark.at.row),
                    "far-infrastructure",
                    f"{mark.place}: {mark.text} does not touch the centre of {names[letter]}",
                )


@enforces("board.roads")
def _road_faults(map_: MapFile) -> Iterator[MapFault]:
    """Yield roads that bend, have no middle hex, or run over something."""
    places = space_hexes(map_)
    picture = {mark.hex: mark for mark in marks(map_.coast_map)}
    taken: dict[Hex, str] = {}
    for id, ends in map_.roads.items():
        first, second = (places[map_.cities[end].letter, CENTRE] for end in ends)
        line = straight(first, second)
        if line is None:
            yield MapFault(("roads", id), "bent-road", f"{' and '.join(ends)} do not lie on a straight hex line")
            continue
        between = line[1:-1]
        if len(between) % 2 == 0:
            yield MapFault(("roads", id), "no-middle-hex", f"road {id} has {len(between)} hexes, so no middle one")
        for hex in between:
            mark = picture[hex]
            if mark.text != LAND:
                yield MapFault(
                    ("coast_map", mark.at.row),
                    "road-blocked",
                    f"{mark.place}: road {id} runs here, but the picture shows {mark.text!r}",
                )
            if hex in taken:
                yield MapFault(("roads", id), "roads-cross", f"{mark.place}: road {taken[hex]} runs here already")
            taken.setdefault(hex, id)
