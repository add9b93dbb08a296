"""Beside the map: title, a compass of the six hex directions, the legend and the category chart."""

from collections.abc import Callable
from math import atan2, cos, fsum, pi, sin

from pnp.draw.drawing import Item, Path, ellipse, polygon, rectangle, segment
from pnp.draw.hexes import SQRT3, HexBoard
from pnp.draw.text import MM_PER_PT, TextStyle, simple_line
from pnp.games.stormfury.content.hexes import DIRECTIONS, Hex, hex_name
from pnp.games.stormfury.content.words import PanelWords
from pnp.games.stormfury.print.chart import SMALLEST, Chart, Spots
from pnp.games.stormfury.print.diagrams import piece_sign
from pnp.geometry import Rect, Size

_NOMINAL = 60.0
"""The panel's measures below are for this width (mm); other widths scale them."""

_ENTRY, _CATEGORY = 20.0, 12.0
"""Heights of an entry of the legend and of a row of the category chart."""

_HERE = Hex(0, 0)


class Panel:
    """The panel of a board at its place."""

    def __init__(self, chart: Chart, title: str, words: PanelWords, rect: Rect) -> None:
        self.chart, self.title, self.words, self.rect = chart, title, words, rect
        self.content, self.painter, self.style = chart.content, chart.painter, chart.painter.style
        self.unit = rect.w / _NOMINAL

    def draw(self) -> list[Item]:
        """Return the panel's sections below each other, with the room that is left between them."""
        sections: list[tuple[float, Callable[[Rect], list[Item]]]] = [
            (50.0, self._title),
            (62.0, self._compass),
            (_ENTRY * len(self._entries()) + 9.0, self._legend),
            (_CATEGORY * len(self.content.storm.categories) + 15.0, self._categories),
            (16.0, self._note),
        ]
        u, rect = self.unit, self.rect
        used = fsum(height for height, _ in sections) * u
        gap = max(0.0, (rect.h - used) / (len(sections) + 1))
        items: list[Item] = [
            Path(rectangle(rect), fill=self.style.paper, stroke=self.style.ink("coast"), width=0.5 * u)
        ]
        items.append(Path(rectangle(rect.inset(1.2 * u)), stroke=self.style.ink("coast"), width=0.18 * u))
        y = rect.y + gap
        for height, draw in sections:
            items += draw(Rect(rect.x + 4 * u, y, rect.w - 8 * u, height * u))
            y += height * u + gap
        return items

    def _text(
        self,
        text: str,
        box: Rect,
        size: float,
        out: list[Item],
        *,
        bold: bool = False,
        align: str = "left",
        family: str = "sans",
        colour: str = "ink",
        italic: bool = False,
    ) -> None:
        style = TextStyle(family, bold, italic, SMALLEST, max(SMALLEST, size * self.unit), align, "middle", 1.1)
        self.painter.set_text(text, style, box, self.style.ink(colour), out)

    def _heading(self, text: str, box: Rect, out: list[Item]) -> None:
        u = self.unit
        self._text(text, Rect(box.x, box.y, box.w, 6.5 * u), 13, out, bold=True, family="serif", colour="coast")
        y = box.y + 7.2 * u
        out.append(Path(segment(box.x, y, box.right, y), stroke=self.style.ink("coast"), width=0.3 * u))

    # ----------------------------------------------------------------- title

    def _title(self, box: Rect) -> list[Item]:
        items: list[Item] = []
        u = self.unit
        self.painter.fill_area(rectangle(box, 2.5 * u), box, "ocean-deck", False, items)
        ink = f"on-{'ocean-deck'}"
        items.append(
            self.painter.icon("hurricane", Rect(box.cx - 9 * u, box.y + 3 * u, 18 * u, 18 * u), self.style.ink(ink))
        )
        place = Rect(box.x + 1.5 * u, box.y + 22 * u, box.w - 3 * u, 25 * u)
        self._text(self.title, place, 25, items, bold=True, family="serif", align="center", colour=ink)
        return items

    # --------------------------------------------------------------- compass

    def _compass(self, box: Rect) -> list[Item]:
        """A rose with the six ways a storm can step, named as on the cards."""
        items: list[Item] = []
        u = self.unit
        cx, cy, reach = box.cx, box.cy, 22 * u
        unit = HexBoard.about(0.0, 0.0, 1.0)
        ink, light = self.style.ink("coast"), self.style.ink("line")
        items.append(Path(ellipse(cx, cy, reach * 0.86), stroke=light, width=0.25 * u))
        items.append(Path(ellipse(cx, cy, reach * 0.8), stroke=light, width=0.15 * u))
        for name, way in DIRECTIONS.items():
            x, y = unit.at(way)
            angle = atan2(y, x)
            north = name == "N"
            tip = reach * (1.08 if north else 0.92)
            items += self._ray(cx, cy, angle, tip, reach * 0.2, ink)
            far = reach * (1.08 if north else 0.92) + 4.4 * u
            size = max(SMALLEST, (18 if north else 13) * u)
            px, py = cx + far * cos(angle), cy + far * sin(angle)
            items.append(
                simple_line(
                    name, px, py + 0.33 * size * MM_PER_PT, size, ink, family="serif", bold=True, align="center"
                )
            )
        return items

    def _ray(self, cx: float, cy: float, angle: float, tip: float, waist: float, ink: str) -> list[Item]:
        """One ray of the rose: a dark and a light half."""
        point = (cx + tip * cos(angle), cy + tip * sin(angle))
        left = (cx + waist * cos(angle - pi / 6), cy + waist * sin(angle - pi / 6))
        right = (cx + waist * cos(angle + pi / 6), cy + waist * sin(angle + pi / 6))
        return [
            Path(polygon([(cx, cy), point, right]), fill=self.style.paper, stroke=ink, width=0.2),
            Path(polygon([(cx, cy), point, left]), fill=ink, stroke=ink, width=0.2),
        ]

    # ---------------------------------------------------------------- legend

    def _entries(self) -> list[tuple[Callable[[Chart], list[Item]], str]]:
        """What the legend explains: how it is drawn into a sample hex, and what it means."""
        words = self.words.legend
        road = self.content.board.roads[0].id
        start = self.content.map.standard_start
        entries: list[tuple[Callable[[Chart], list[Item]], str]] = [
            (lambda c: self._terrain(c, "sea"), words.ocean),
            (lambda c: self._terrain(c, "land"), words.land),
            (_centre, words.centre),
            (_works, words.infrastructure),
            (
                lambda c: [*self._stretch(c), *c.middle_mark(_HERE, road)],
                words.road_middle,
            ),
            (
                lambda c: [*self._terrain(c, "sea"), *c.start_mark(_HERE, start)],
                words.start(start),
            ),
        ]
        if self.chart.dam_places:
            entries.insert(-2, (lambda c: [*self._stretch(c), *c.dam_place(_HERE)], words.road_end))
        if self.chart.spots.number:
            entries.insert(4, (self._spots, words.experts))
        return entries

    def _terrain(self, chart: Chart, role: str) -> list[Item]:
        items: list[Item] = []
        self.painter.fill_area(chart.outline(_HERE), chart.bounds(_HERE), role, self.style.low_ink, items)
        return items

    def _stretch(self, chart: Chart) -> list[Item]:
        """A hex of land with a road across."""
        items = self._terrain(chart, "land")
        cx, cy = chart.at(_HERE)
        ink, s = self.style.ink("road"), chart.side
        line = segment(cx - s, cy, cx + s, cy)
        return [*items, Path(line, stroke=ink, width=0.2 * s), Path(line, stroke=self.style.paper, width=0.145 * s)]

    def _spots(self, chart: Chart) -> list[Item]:
        """A few of the places for experts, smaller than they are."""
        w, h = chart.box(_HERE, 1.3)[2:]
        chart.spots = Spots(Size(w / self.chart.spots.columns, h / self.chart.spots.columns), self.chart.spots.number)
        return [
            *self._terrain(chart, "land"),
            Path(rectangle(chart.box(_HERE, 1.4), 0.8), fill=self.style.paper),
            *chart.spot_marks(chart.box(_HERE, 1.3)),
        ]

    def _legend(self, box: Rect) -> list[Item]:
        items: list[Item] = []
        u = self.unit
        self._heading(self.words.legend.heading, box, items)
        side = 9.4 * u
        y = box.y + 9 * u
        for draw, words in self._entries():
            cy = y + _ENTRY / 2 * u
            sample = Chart(self.content, self.painter, side, box.x, cy - side * SQRT3 / 2)
            sample.detailed = True
            items += draw(sample)
            items.append(Path(sample.outline(_HERE), stroke=self.style.ink("line"), width=0.2 * u))
            self._text(words, Rect(box.x + 21 * u, y, box.w - 21 * u, _ENTRY * u), 11, items)
            y += _ENTRY * u
        return items

    # ------------------------------------------------------------ categories

    def _categories(self, box: Rect) -> list[Item]:
        """Category, piece and flipped cards, as the storm mat has them."""
        items: list[Item] = []
        u = self.unit
        self._heading(self.words.hurricane, box, items)
        columns = (0.0, 17.0, 34.0)
        y = box.y + 8 * u
        heads = (self.words.category, self.words.piece, self.words.flips)
        for x, word in zip(columns, heads, strict=True):
            self._text(
                word, Rect(box.x + x * u, y, 18 * u, 4.5 * u), 9, items, align="center", colour="muted", italic=True
            )
        y += 5 * u
        widest = max(piece.radius for piece in self.content.storm.storm_pieces.values())
        for row in self.content.storm.categories:
            middle_y = y + _CATEGORY / 2 * u
            self._text(
                str(row.category),
                Rect(box.x, y, 18 * u, _CATEGORY * u),
                20,
                items,
                bold=True,
                align="center",
                family="serif",
                colour="storm",
            )
            radius = self.content.storm.storm_pieces[row.piece].radius
            side = (_CATEGORY - 0.8) * u / (2 * widest + 1) / SQRT3
            items += piece_sign(self.style, HexBoard.about(box.x + 26 * u, middle_y, side), radius, 0.35 * u)
            self._text(str(row.flips), Rect(box.x + 34 * u, y, 18 * u, _CATEGORY * u), 16, items, align="center")
            y += _CATEGORY * u
            items.append(Path(segment(box.x, y, box.right, y), stroke=self.style.ink("line"), width=0.15 * u))
        return items

    def _note(self, box: Rect) -> list[Item]:
        items: list[Item] = []
        first = self.content.board.hexes[0]
        self._text(self.words.note(hex_name(first)), box, 9, items, colour="muted", italic=True, align="center")
        return items


def _centre(chart: Chart) -> list[Item]:
    return [*chart.space_ground(_HERE, centre=True), *chart.centre_mark(_HERE)]


def _works(chart: Chart) -> list[Item]:
    return [*chart.space_ground(_HERE, centre=False), *chart.works_mark(_HERE)]
