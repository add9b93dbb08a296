"""What lies on a board: chits, tokens, experts, the storm and its way, drawn over a chart from the engine's view."""

from collections.abc import Iterator, Sequence

from pnp.draw.arrows import arrow_head, edged
from pnp.draw.drawing import Group, Item, Path, ellipse, polyline, rectangle
from pnp.draw.patterns import textured
from pnp.draw.text import MM_PER_PT, simple_line
from pnp.games.stormfury.content.compiled import Site
from pnp.games.stormfury.content.files import PrintFile
from pnp.games.stormfury.content.hexes import Hex, disc
from pnp.games.stormfury.play.view import View
from pnp.games.stormfury.print.chart import SMALLEST, Chart
from pnp.geometry import Rect


class Laid:
    """Draws pieces on a chart; sizes are in hex sides."""

    def __init__(self, chart: Chart, look: PrintFile) -> None:
        self.chart, self.look = chart, look
        self.content, self.board = chart.content, chart.board
        self.painter, self.style, self.side = chart.painter, chart.style, chart.side

    # ----------------------------------------------------------------- state

    def state(self, view: View) -> list[Item]:
        """Return everything on the board in an engine's view, but for the storm."""
        items: list[Item] = []
        for city in self.board.cities:
            people = view.populations[city.id]
            if people:
                items += self.people(self.board.spaces[city.centre].hex, people)
        for id, count in view.forts.items():
            items += self.chit(self._space(id), "fort", (0.0, -0.42), count)
        for id in view.lost:
            items += self.chit(self._space(id), "damage")
        for id in view.flooded:
            items += self.chit(self.board.roads[self.board.road_number[id]].middle, "damage")
        for site in view.dams:
            items += self.dam(site)
        for city_id in dict.fromkeys(player.city for player in view.players if player.city):
            here = [player.role for player in view.players if player.city == city_id]
            items += self.experts(city_id, here)
        return items

    def _space(self, id: str) -> Hex:
        return self.board.spaces[self.board.space_number[id]].hex

    def dam(self, site: Site) -> list[Item]:
        """A dam chit on its road end, or beside the centre of its city."""
        if isinstance(site, str):
            return self.chit(self.chart.centre_of(self.board.city_number[site]), "dam", (0.5, 0.45))
        road, city = site
        line = self.board.roads[self.board.road_number[road]]
        return self.chit(line.end_hex(self.board.city_number[city]), "dam")

    def people(self, hex: Hex, number: int) -> list[Item]:
        """A population token with its number."""
        box = self.chart.box(hex, 0.98)
        ink = self.style.ink("people")
        size = max(SMALLEST, 1.5 * self.side)
        baseline = box.cy + 0.34 * size * MM_PER_PT
        return [
            Path(rectangle(box, 0.12 * self.side), fill=self.style.paper, stroke=ink, width=0.09 * self.side),
            simple_line(str(number), box.cx, baseline, size, ink, family="serif", bold=True, align="center"),
        ]

    def chit(self, hex: Hex, role: str, shift: tuple[float, float] = (0.0, 0.0), count: int = 1) -> list[Item]:
        """A chit, several of them fanned out a little."""
        cx, cy = self.chart.at(hex)
        s, ink = self.side, self.style.ink(role)
        items: list[Item] = []
        for i in range(count):
            x, y = cx + (shift[0] + 0.16 * i) * s, cy + (shift[1] + 0.1 * i) * s
            box = Rect(x - 0.44 * s, y - 0.44 * s, 0.88 * s, 0.88 * s)
            items.append(Path(rectangle(box, 0.08 * s), fill=self.style.paper, stroke=ink, width=0.1 * s))
            items.append(self.painter.icon(_ICONS[role], box.inset(0.1 * s), ink))
        return items

    def experts(self, city: str, roles: Sequence[str]) -> list[Item]:
        """The experts in a city, side by side at the foot of its centre."""
        cx, cy = self.chart.at(self.chart.centre_of(self.board.city_number[city]))
        items: list[Item] = []
        r = max(1.3, 0.42 * self.side)
        for i, role in enumerate(roles):
            x = cx + (i - (len(roles) - 1) / 2) * 2.1 * r
            items += self.expert(role, x, cy + 0.95 * self.side, r)
        return items

    def expert(self, role: str, x: float, y: float, r: float) -> list[Item]:
        """An expert as a disc with her icon."""
        look = self.look.role_look[role]
        ink = self.style.ink(look.role)
        return [
            Path(ellipse(x, y, r), fill=self.style.paper, stroke=ink, width=0.2 * r),
            self.painter.icon(look.icon, Rect(x - 0.66 * r, y - 0.66 * r, 1.32 * r, 1.32 * r), ink),
        ]

    # ----------------------------------------------------------------- storm

    def storm(self, centre: Hex, radius: int, *, old: bool = False) -> list[Item]:
        """The hurricane piece: a band along the border of its hexes and its eye; an old one dashed."""
        s = self.side
        ink = self.style.ink("storm")
        hexes = list(disc(centre, radius))
        outline = self.chart.border(hexes)
        if old:
            return [Path(outline, stroke=ink, width=0.07 * s, dash=(0.3 * s, 0.2 * s), round=True)]
        cx, cy = self.chart.at(centre)
        piece = (
            *edged(outline, ink, 0.2 * s, self.style.paper, 0.34 * s),
            Path(ellipse(cx, cy, 0.62 * s), fill=self.style.paper, stroke=ink, width=0.06 * s),
            self.painter.icon("hurricane", Rect(cx - 0.48 * s, cy - 0.48 * s, 0.96 * s, 0.96 * s), ink),
        )
        return [Group(piece, clip=rectangle(self.chart.rect))]

    def path(self, hexes: Sequence[Hex], *, ink: str | None = None) -> Iterator[Item]:
        """The way of the storm's centre, with an arrow head at its end."""
        places = [self.chart.at(hex) for hex in hexes]
        if len(places) < 2:
            return
        colour = ink or self.style.ink("storm")
        s = self.side
        yield from edged(polyline(places), colour, 0.17 * s, self.style.paper, 0.32 * s)
        for place in places[:-1]:
            yield Path(ellipse(*place, 0.14 * s), fill=colour)
        head, _ = arrow_head(places[-2], places[-1], 0.55 * s, 0.36 * s)
        yield Path(head, fill=colour, stroke=self.style.paper, width=0.05 * s)

    def shade(self, hexes: Sequence[Hex]) -> list[Item]:
        """Hatch hexes, to show where the storm has been."""
        if not hexes:
            return []
        outline = self.chart.border(hexes)
        pale = self.style.pale("storm", 0.35)
        pattern = textured(outline, self.chart.rect, "lines-steep", pale, 0.2)
        return [*pattern, Path(outline, stroke=pale, width=0.25)]


_ICONS = {"damage": "damage", "fort": "fortify", "dam": "dam"}
