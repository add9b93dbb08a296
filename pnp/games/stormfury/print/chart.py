"""The coast as a map: sea with depth lines, shore, land, roads, cities and start hexes, at any size and in any style.

Everything is drawn from the engine's own board. Terrain goes on a little beyond the outermost hexes, so that
the sheet is filled like a page of an atlas; only hexes with lines round them can be played on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import ceil, hypot, sqrt
from typing import NamedTuple

from pnp.draw.colours import mix
from pnp.draw.drawing import Group, Held, Item, Outline, Path, Segment, ellipse, rectangle, segment
from pnp.draw.drawing import Place as Standing
from pnp.draw.faces import Painter
from pnp.draw.fonts import font
from pnp.draw.hexes import SQRT3, Corner, HexBoard, HexLattice, Point, corners_of, shared_borders
from pnp.draw.text import MM_PER_PT, TextStyle, simple_line
from pnp.games.stormfury.content.board import CityPlace
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.hexes import Hex, Offset, hex_name
from pnp.games.stormfury.content.words import PlaceWords
from pnp.games.stormfury.print.labels import Circle, Place, Taken, place_labels
from pnp.games.stormfury.print.scenery import scenery
from pnp.geometry import Rect, Size

SMALLEST = 7.0
"""Points of the smallest text."""

_DETAILED = 6.0
"""Hexes with shorter sides (mm) carry no names, numbers or places for dams."""

_DEPTHS = (0.24, 0.55, 0.95, 1.45, 2.05, 2.8)
"""Distances of the depth lines from the coast, in hex sides."""

_DAM_PLACE = 1.24
"""Side of a dam's place, in hex sides: the largest square with a little room in the hex."""

_BEYOND = 2
"""How many hexes the terrain goes on beyond the board."""


def map_size(content: StormfuryContent, side: float) -> Size:
    """Return how large the map is with hexes of a side."""
    lattice = HexLattice(content.board.cols, content.board.rows, side)
    return Size(lattice.width, lattice.height)


class Spots(NamedTuple):
    """The places of pawns beside a city's name: how large each is, and how many."""

    each: Size
    number: int

    @property
    def columns(self) -> int:
        """How many stand side by side: as many as behind each other."""
        return ceil(sqrt(self.number))

    @property
    def size(self) -> Size:
        """The size of all together."""
        rows = ceil(self.number / self.columns) if self.number else 0
        return Size(self.each.w * self.columns, self.each.h * rows)


class Chart:
    """The coast at one place and size on the page, in one style."""

    def __init__(
        self, content: StormfuryContent, painter: Painter, side: float, x: float = 0.0, y: float = 0.0
    ) -> None:
        self.content, self.board = content, content.board
        self.painter, self.style = painter, painter.style
        self.side, self.grid = side, HexBoard(side, x, y)
        self.rect = Rect(x, y, *map_size(content, side))
        self.detailed = side >= _DETAILED
        self.view = self.rect
        """The part that is shown; names keep within it."""
        self.busy: Sequence[Hex] = ()
        """Hexes that something will be drawn on later; names keep off them if they can."""
        self.road_ids = False
        """Name the roads of a small chart, too."""
        self.sea_name = ""
        """Small figures go without."""
        self.spots = Spots(Size(0, 0), 0)
        """Places for experts beside the names of cities; small figures go without."""

    @property
    def dam_places(self) -> bool:
        """Tell whether dams lie on road ends, so that these have places for them."""
        return self.content.rules.switches.dams == "road_end"

    # ---------------------------------------------------------------- places

    def at(self, hex: Hex) -> Point:
        """Return the middle of a hex on the page."""
        return self.grid.at(hex)

    def outline(self, hex: Hex, share: float = 1.0) -> Outline:
        """Return a hex, perhaps shrunk about its middle."""
        return self.grid.outline(hex, share)

    def box(self, hex: Hex, width: float, height: float | None = None) -> Rect:
        """Return a box about the middle of a hex, in hex sides."""
        return self.grid.box(hex, width, height)

    def bounds(self, hex: Hex) -> Rect:
        """Return the box round a hex."""
        return self.grid.bounds(hex)

    def border(self, hexes: Iterable[Hex], radius: float = 0.0) -> Outline:
        """Return the border of a set of hexes; the radius (in hex sides) rounds its corners."""
        return self.grid.border(hexes, radius)

    def points(self, size: float) -> float:
        """Return a text size in points that grows with the hexes but stays readable."""
        return max(SMALLEST, size * self.side)

    # ---------------------------------------------------------------- ground

    @cached_property
    def _wide(self) -> tuple[set[Hex], set[Hex]]:
        """Ocean and land, with the hexes beyond the edge that only fill the sheet."""
        board = self.board
        sea: set[Hex] = set()
        land: set[Hex] = set()
        for col in range(-_BEYOND, board.cols + _BEYOND):
            for row in range(-_BEYOND, board.rows + _BEYOND):
                near = Offset(min(max(col, 0), board.cols - 1), min(max(row, 0), board.rows - 1)).hex()
                (sea if board.ocean[board.number[near]] else land).add(Offset(col, row).hex())
        return sea, land

    @cached_property
    def _colours(self) -> tuple[str, str, str, str]:
        """Deep sea, shallow sea, land and sand; in low-ink all are left white."""
        if self.style.low_ink:
            return (self.style.paper,) * 4
        deep, shallow, land, sand = (self.style.flat(role) for role in ("sea", "shoal", "land", "sand"))
        return deep, shallow, land, sand

    @cached_property
    def _lines(self) -> tuple[str, str, str]:
        """Inks of depth lines, sea grid and land grid."""
        deep, _, land, _ = self._colours
        if self.style.low_ink:
            pale = self.style.pale
            return pale("sea", 0.25), pale("sea", 0.5), pale("land", 0.5)
        coast = self.style.ink("coast")
        return mix(deep, coast, 0.22), mix(deep, coast, 0.30), mix(land, coast, 0.28)

    def ground(self) -> list[Item]:
        """Return sea, shore and land with the grid, clipped to the sheet's map."""
        sea, land = self._wide
        deep, _, land_colour, _ = self._colours
        coast = [self.grid.line(line, _COAST_RADIUS) for line in shared_borders(sea, land)]
        waters, lands = self.border(sea, _COAST_RADIUS), self.border(land, _COAST_RADIUS)
        items: list[Item] = [Path(rectangle(self.rect), fill=land_colour)]
        if waters:
            items.append(Path(waters, fill=deep))
        if coast:
            shape: Outline = tuple(s for line in coast for s in line)
            items.append(Group(tuple(self._depths(shape)), clip=waters))
            items.append(Group(tuple(self._shore(shape)), clip=lands))
        items += self._scenery()
        if coast:
            width = max(0.3, 0.036 * self.side)
            items.append(Path(shape, stroke=self.style.ink("coast"), width=width, round=True))
        items += self._sea_name()
        items += self._grid()
        return [Group(tuple(items), clip=rectangle(self.rect))]

    def _depths(self, coast: Outline) -> Iterator[Item]:
        """Bands and lines at growing distances from the coast, the farthest first."""
        deep, shallow, _, _ = self._colours
        line = self._lines[0]
        thin = max(0.12, 0.011 * self.side)
        for step, depth in reversed(list(enumerate(_DEPTHS))):
            share = step / len(_DEPTHS)
            width = 2 * depth * self.side
            yield Path(coast, stroke=mix(line, deep, share * 0.45), width=width + 2 * thin, round=True)
            yield Path(coast, stroke=mix(shallow, deep, share), width=width, round=True)

    def _shore(self, coast: Outline) -> Iterator[Item]:
        """A band of sand along the coast; in low-ink short strokes instead."""
        width = 2 * 0.17 * self.side
        if self.style.low_ink:
            yield Path(coast, stroke=self.style.ink("sand"), width=width, dash=(0.14, max(0.5, 0.075 * self.side)))
        else:
            yield Path(coast, stroke=self._colours[3], width=width, round=True)

    def _scenery(self) -> list[Item]:
        """Trees, hills and reeds in empty land hexes."""
        if self.side < 2.5:
            return []
        _, _, land, _ = self._colours
        style = self.style
        colour = style.pale("scenery", 0.25) if style.low_ink else mix(land, style.ink("scenery"), 0.55)
        taken = self._built
        lines: list[Segment] = []
        for number, hex in enumerate(self.board.hexes):
            if not self.board.ocean[number] and hex not in taken:
                lines += scenery(hex, self.at(hex), self.side, wet=self.board.coast[number])
        return [Path(tuple(lines), stroke=colour, width=max(0.12, 0.017 * self.side), round=True)] if lines else []

    @cached_property
    def _built(self) -> set[Hex]:
        """Hexes of cities and roads."""
        board = self.board
        return {space.hex for space in board.spaces} | {hex for road in board.roads for hex in road.hexes}

    def _sea_name(self) -> list[Item]:
        """The name of the sea, wide and pale over the middle of its hexes."""
        wet = [hex for hex, ocean in zip(self.board.hexes, self.board.ocean, strict=True) if ocean]
        name = self.sea_name
        if not wet or not name:
            return []
        places = [self.at(hex) for hex in wet]
        cx = (min(p[0] for p in places) + max(p[0] for p in places)) / 2
        cy = sorted(p[1] for p in places)[len(places) // 2]
        row = [p[0] for p in places if abs(p[1] - cy) < self.side]
        words = "   ".join(" ".join(word) for word in name.upper().split())
        room = (max(row) - min(row)) * 0.62
        size = min(4.2 * self.side, room / font("serif-italic").width(words))
        colour = mix(self._colours[0], self.style.ink("sea" if self.style.low_ink else "coast"), 0.2)
        baseline = cy + 0.25 * size * MM_PER_PT
        return [simple_line(words, cx, baseline, size, colour, family="serif", italic=True, align="center")]

    def _grid(self) -> list[Item]:
        """The lines round playable hexes: in the colour of the sea, and of the land."""
        _, sea_line, land_line = self._lines
        seen: set[frozenset[Corner]] = set()
        lines: dict[bool, list[Segment]] = {True: [], False: []}
        for number, hex in enumerate(self.board.hexes):
            spots = corners_of(hex)
            for a, b in zip(spots, [*spots[1:], spots[0]], strict=True):
                if frozenset((a, b)) not in seen:
                    seen.add(frozenset((a, b)))
                    lines[self.board.ocean[number]] += segment(*self.grid.page(a), *self.grid.page(b))
        width = max(0.1, 0.012 * self.side)
        return [
            Path(tuple(segments), stroke=colour, width=width)
            for segments, colour in ((lines[True], sea_line), (lines[False], land_line))
            if segments
        ]

    def names(self) -> list[Item]:
        """Return the name of every hex, small at its foot, to the left so that roads miss it."""
        if not self.detailed:
            return []
        items: list[Item] = []
        size = self.points(0.5)
        for number, hex in enumerate(self.board.hexes):
            box = self._name_box(hex)
            if any(_overlap(box, label) for label in self._label_boxes.values()):
                continue
            colour = mix(self.style.ink("muted"), self._ground_of(number), 0.25)
            items.append(simple_line(hex_name(hex), box.x, box.bottom, size, colour))
        return items

    def _ground_of(self, number: int) -> str:
        deep, _, land, _ = self._colours
        return deep if self.board.ocean[number] else land

    def _name_box(self, hex: Hex) -> Rect:
        cx, cy = self.at(hex)
        size = self.points(0.5)
        w, h = font("sans").width("0000") * size, size * MM_PER_PT * 0.7
        return Rect(cx - 0.46 * self.side, cy + SQRT3 / 2 * self.side * 0.95 - h, w, h)

    # ----------------------------------------------------------------- roads

    def roads(self) -> list[Item]:
        """Return all roads with their middle hexes and the places for dams."""
        items: list[Item] = []
        for road in self.board.roads:
            items += self.road_line(*(self.centre_of(end) for end in road.ends))
        for road in self.board.roads:
            if self.detailed and self.dam_places:
                for end in road.ends:
                    items += self.dam_place(road.end_hex(end))
            items += self.middle_mark(road.middle, road.id)
        return items

    def centre_of(self, city: int) -> Hex:
        """Return the population centre of a city."""
        return self.board.spaces[self.board.cities[city].centre].hex

    def road_line(self, start: Hex, end: Hex) -> list[Item]:
        """Return a road between the middles of two hexes."""
        a, b = self.at(start), self.at(end)
        line: Outline = (("M", *a), ("L", *b))
        ink, s = self.style.ink("road"), self.side
        return [
            Path(line, stroke=ink, width=0.2 * s),
            Path(line, stroke=self.style.paper, width=0.145 * s),
            Path(line, stroke=self.style.pale("road", 0.35), width=0.022 * s, dash=(0.13 * s, 0.09 * s)),
        ]

    def middle_mark(self, hex: Hex, road: str) -> list[Item]:
        """Return the mark of a road's middle hex, with the road's id."""
        cx, cy = self.at(hex)
        s, ink = self.side, self.style.ink("road")
        if self.road_ids and not self.detailed:
            size = SMALLEST
            w, h = font("sans-bold").width(road) * size + 1.0, size * MM_PER_PT * 1.05
            plate = Rect(cx - w / 2, cy - h / 2, w, h)
            words = simple_line(road, cx, cy + 0.34 * size * MM_PER_PT, size, ink, bold=True, align="center")
            return [Path(rectangle(plate, h / 3), fill=self.style.paper, stroke=ink, width=0.2), words]
        if not self.detailed:
            return [Path(ellipse(cx, cy, 0.26 * s), fill=self.style.paper, stroke=ink, width=0.06 * s)]
        items: list[Item] = [Path(ellipse(cx, cy, 0.46 * s), fill=self.style.paper, stroke=ink, width=0.035 * s)]
        size = self.points(0.62)
        items.append(simple_line(road, cx, cy + 0.34 * size * MM_PER_PT, size, ink, bold=True, align="center"))
        return items

    def dam_place(self, hex: Hex) -> list[Item]:
        """Return the place for a dam chit on a road end."""
        box = self.box(hex, _DAM_PLACE)
        ink = self.style.ink("dam")
        land = self._colours[2]
        return [
            Path(rectangle(box, 0.1 * self.side), fill=land),
            Path(
                rectangle(box, 0.1 * self.side),
                stroke=ink,
                width=0.022 * self.side,
                dash=(0.085 * self.side, 0.06 * self.side),
            ),
            self.painter.icon("dam", self.box(hex, 0.7), mix(ink, land, 0.35)),
        ]

    # ---------------------------------------------------------------- cities

    def cities(self) -> list[Item]:
        """Return the hexes of all cities, their symbols and limits."""
        items: list[Item] = []
        for city in self.board.cities:
            items += self._city(city)
        return items

    def _city(self, city: CityPlace) -> list[Item]:
        items: list[Item] = []
        board = self.board
        for number in city.spaces:
            space = board.spaces[number]
            items += self.space_ground(space.hex, centre=space.centre)
        for order, number in enumerate(city.infrastructure, 1):
            items += self.works_mark(board.spaces[number].hex, str(order))
        items += self.centre_mark(board.spaces[city.centre].hex)
        limits = self.border((board.spaces[n].hex for n in city.spaces), 0.12)
        return [*items, Path(limits, stroke=self.style.ink("limits"), width=max(0.25, 0.06 * self.side), round=True)]

    def space_ground(self, hex: Hex, *, centre: bool) -> list[Item]:
        """Return the ground of a city's hex."""
        items: list[Item] = []
        role = "town" if centre else "works"
        self.painter.fill_area(self.outline(hex), self.bounds(hex), role, self.detailed, items)
        return items

    def centre_mark(self, hex: Hex) -> list[Item]:
        """Return the mark of a population centre: people on a disc."""
        cx, cy = self.at(hex)
        s, ink = self.side, self.style.ink("people")
        disc_ = Path(ellipse(cx, cy, 0.58 * s), fill=self.style.paper, stroke=ink, width=0.035 * s)
        return [disc_, self.painter.icon("population", self.box(hex, 0.72), ink)]

    def works_mark(self, hex: Hex, order: str = "") -> list[Item]:
        """Return the mark of infrastructure: a plant on a square, with its number in the city."""
        s, ink = self.side, self.style.ink("plant")
        plate = self.box(hex, 0.96)
        items: list[Item] = [
            Path(rectangle(plate, 0.08 * s), fill=self.style.paper, stroke=ink, width=0.035 * s),
            self.painter.icon("infrastructure", self.box(hex, 0.72), ink),
        ]
        if order and self.detailed:
            cx, cy = self.at(hex)
            size = self.points(0.6)
            items.append(simple_line(order, cx, cy - 0.57 * s, size, ink, bold=True, align="center"))
        return items

    # ---------------------------------------------------------------- starts

    def starts(self) -> list[Item]:
        """Return the marks of the start hexes; the standard one has a second ring."""
        items: list[Item] = []
        for letter, number in self.board.starts.items():
            items += self.start_mark(self.board.hexes[number], letter)
        return items

    def start_mark(self, hex: Hex, letter: str) -> list[Item]:
        """Return the mark of a start hex, its letter in the eye of a storm."""
        s, ink = self.side, self.style.ink("storm")
        cx, cy = self.at(hex)
        items: list[Item] = [
            Path(
                ellipse(cx, cy, 0.66 * s), fill=self.style.paper, stroke=ink, width=0.03 * s, dash=(0.12 * s, 0.07 * s)
            )
        ]
        if letter == self.content.map.standard_start:
            items.append(Path(ellipse(cx, cy, 0.58 * s), stroke=ink, width=0.05 * s))
        if self.detailed:
            items.append(self.painter.icon("hurricane", self.box(hex, 1.0), self.style.pale("storm", 0.45)))
        size = self.points(0.78 if self.detailed else 1.8)
        items.append(simple_line(letter, cx, cy + 0.34 * size * MM_PER_PT, size, ink, bold=True, align="center"))
        return items

    # ----------------------------------------------------------------- names

    @cached_property
    def _label_boxes(self) -> Mapping[str, Rect]:
        """City id → where its name stands, clear of everything printed."""
        s = self.side
        places = []
        for city in self.board.cities:
            if not self.view.contains(self.bounds(self.board.spaces[city.centre].hex), slack=0.5 * s):
                continue
            width = self._name_width(city.name) + self._code_width(city.id)
            spots = self.spots.size
            size = Size(max(width, spots.w + 2 * _RIM), self._name_height + (spots.h + _RIM if spots.h else 0.0))
            hexes = tuple(Circle(*self.at(self.board.spaces[n].hex), 0.9 * s) for n in city.spaces)
            places.append(Place(city.id, size, hexes))
        names = tuple(self._name_box(hex) for hex in self.board.hexes) if self.detailed else ()
        taken = Taken(tuple(self._marks()), tuple(self._ways()), names)
        return place_labels(tuple(places), taken, self.view.inset(0.1 * s), s)

    @property
    def _label_size(self) -> float:
        return max(SMALLEST, self.side)

    def _name_width(self, name: str) -> float:
        """The width of a name with a little room at both ends."""
        return font(_LABEL_FONT).width(name) * self._label_size + 0.36 * self._label_size * MM_PER_PT * 2

    @property
    def _code_size(self) -> float:
        return max(SMALLEST, 0.62 * self._label_size)

    def _code_width(self, code: str) -> float:
        """The width of a city's code with room behind it, on maps that show codes."""
        return (
            font("sans").width(code) * self._code_size + 0.36 * self._label_size * MM_PER_PT if self.detailed else 0.0
        )

    @property
    def _name_height(self) -> float:
        return self._label_size * MM_PER_PT * 1.34

    def _marks(self) -> Iterator[Circle]:
        """Circles that no name may touch: cities and start hexes, and where chits lie on roads if plates are large."""
        s = self.side
        for space in self.board.spaces:
            yield Circle(*self.at(space.hex), 0.9 * s)
        for number in self.board.starts.values():
            yield Circle(*self.at(self.board.hexes[number]), 0.85 * s)
        for road in self.board.roads if self.spots.number else ():
            for hex in (road.middle, road.hexes[0], road.hexes[-1]):
                yield Circle(*self.at(hex), 0.62 * s)

    def _ways(self) -> Iterator[Circle]:
        """Circles along the roads, larger where something is printed on them, and on busy hexes."""
        s = self.side
        for hex in self.busy:
            yield Circle(*self.at(hex), 0.6 * s)
        for road in self.board.roads:
            for hex in road.hexes:
                yield Circle(*self.at(hex), (0.72 if self.detailed else 0.3) * s)
            a, b = self.at(road.hexes[0]), self.at(road.hexes[-1])
            steps = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / (0.4 * s)))
            for i in range(steps + 1):
                yield Circle(a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps, 0.2 * s)

    def labels(self) -> list[Item]:
        """Return the names of the cities on small plates, with their codes where there is room for them."""
        items: list[Item] = []
        ink = self.style.ink("limits")
        for id, box in self._label_boxes.items():
            name = box._replace(h=self._name_height)
            plate = rectangle(box, name.h * 0.28)
            items.append(Path(plate, fill=self.style.paper, stroke=ink, width=max(0.15, 0.02 * self.side)))
            style = TextStyle("serif", True, False, SMALLEST, self._label_size, "center", "middle", 1.0)
            text = self.content.map.cities[id].name
            if self.detailed:
                code = self._code_width(id)
                name = name._replace(x=box.cx - (self._name_width(text) + code) / 2, w=self._name_width(text))
                line = name.bottom - 0.32 * name.h
                items.append(simple_line(id, name.right, line, self._code_size, self.style.ink("muted")))
            self.painter.set_text(text, style, name.inset(-0.2), self.style.ink("ink"), items)
            items += self.spot_marks(self._spots_box(box))
        return items

    def _spots_box(self, label: Rect) -> Rect:
        """Return where the experts' places lie on the plate of a city's name."""
        w, h = self.spots.size
        return Rect(label.cx - w / 2, label.bottom - _RIM - h, w, h)

    def spot_marks(self, box: Rect) -> list[Item]:
        """Return the places for experts in a box."""
        items: list[Item] = []
        ink, (w, h) = self.style.ink("limits"), self.spots.each
        for number in range(self.spots.number):
            row, column = divmod(number, self.spots.columns)
            place = Rect(box.x + column * w, box.y + row * h, w, h)
            items.append(Path(rectangle(place.inset(0.25), 1.2), stroke=ink, width=0.2, dash=(0.9, 0.7)))
            items.append(self.painter.icon("pawn", place.inset(min(w, h) * 0.27), self.style.pale("limits", 0.6)))
        return items

    # ---------------------------------------------------------------- pieces

    def places(self, holds: Mapping[str, tuple[Held, ...]], words: PlaceWords) -> list[Item]:
        """Return where pieces stand on the printed board: on cities, at roads, beside names."""
        items: list[Item] = [
            Standing(self.bounds(space.hex), holds["centre" if space.centre else "works"], "hex", words.city_hex)
            for space in self.board.spaces
        ]
        for road in self.board.roads:
            items.append(Standing(self.bounds(road.middle), holds["road_middle"], "hex", words.road_middle))
            for end in road.ends if self.dam_places else ():
                box = self.box(road.end_hex(end), _DAM_PLACE)
                items.append(Standing(box, holds["road_end"], name=words.road_end))
        for city in () if self.dam_places else self.board.cities:
            centre = self.board.spaces[city.centre].hex
            items.append(Standing(self.bounds(centre), holds["road_end"], "hex", words.city_middle))
        for label in self._label_boxes.values():
            items.append(Standing(self._spots_box(label), holds["city"], name=words.beside_name))
        return items

    def frame(self) -> list[Item]:
        """Return the line round the map."""
        return [Path(rectangle(self.rect), stroke=self.style.ink("coast"), width=max(0.25, 0.04 * self.side))]

    def printed(self) -> list[Item]:
        """Return the whole printed board without anything laid on it."""
        return [
            *self.ground(),
            *self.roads(),
            *self.cities(),
            *self.starts(),
            *self.names(),
            *self.labels(),
            *self.frame(),
        ]


_COAST_RADIUS = 0.3
_LABEL_FONT = "serif-bold"
_RIM = 0.7
"""Round the experts' places on a city's plate, in mm."""


def _overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom
