"""The rulebook's figures: the coast, a city close up, cards, the set-up and the example turn, all from the engine."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from pnp.draw.drawing import Group, Item, Path, ellipse, rectangle
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.text import MM_PER_PT, TextStyle, simple_line
from pnp.games.stormfury.content.board import RoadLine
from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.content.files import PrintFile
from pnp.games.stormfury.content.hexes import Hex, disc, distance
from pnp.games.stormfury.content.words import FigureWords
from pnp.games.stormfury.play.bots import TeamBot, scene_of_table
from pnp.games.stormfury.play.example import ExampleTurn, WorkedOut
from pnp.games.stormfury.play.scenario import Options, generate, new_game
from pnp.games.stormfury.play.view import View
from pnp.games.stormfury.print.chart import Chart, map_size
from pnp.games.stormfury.print.diagrams import MovePatch
from pnp.games.stormfury.print.pieces import Laid
from pnp.geometry import Rect, shift
from pnp.load.values import Names, TemplateFault
from pnp.play.seeds import stream
from pnp.play.state import CHANCE

_MARKED = 8.2
"""Cards at least so wide (mm) carry their mark beside the id; on narrower ones it stands at the foot."""


class Figures:
    """Draws the figures; games are played at most once for all of them."""

    def __init__(self, content: StormfuryContent, look: PrintFile, words: FigureWords, example: WorkedOut) -> None:
        self.content, self.look, self.words = content, look, words
        self._example = example

    @property
    def example(self) -> ExampleTurn:
        """The example turn; a fault of the figure if it cannot be played."""
        try:
            return self._example.turn
        except TemplateFault as fault:
            raise FaceFault(fault.code, fault.message, "figure", hint=fault.hint) from None

    @cached_property
    def opening(self) -> View:
        """The table after set-up, as a full team of bots lays it out: the view before the first expert's turn."""
        content = self.content
        seed = content.rules.example_turn.seed
        options = Options(experts=content.rules.experts.most, start=content.map.standard_start)
        game = new_game(content, generate(content, seed, options))
        bot = TeamBot(content, stream(GAME, seed, "set-up/bot"))
        luck = stream(GAME, seed, "set-up/table")
        while game.table.phase in ("place", "forecast"):
            if game.to_act() == CHANCE:
                game.apply(game.chance(luck))
            else:
                game.apply(bot.decide(scene_of_table(content, game.table, swath=game.swath)))
        return game.view(0)

    # ------------------------------------------------------------------ maps

    def coast(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The whole coast with the names of its cities."""
        chart = self._whole(painter, box)
        return chart.printed()

    def _whole(self, painter: Painter, box: Rect) -> Chart:
        """A chart of the whole coast, as wide as the box allows, at its top."""
        unit = map_size(self.content, 1.0)
        side = min(box.w / unit.w, box.h / unit.h)
        return Chart(self.content, painter, side, box.cx - unit.w * side / 2, box.y)

    def _around(self, painter: Painter, box: Rect, hexes: Iterable[Hex], most: float = 9.0) -> Chart:
        """A chart at which the given hexes fill the box, with half a hex to spare."""
        probe = Chart(self.content, painter, 1.0)
        places = [probe.at(hex) for hex in hexes]
        xs, ys = [p[0] for p in places], [p[1] for p in places]
        wide, high = max(xs) - min(xs) + 2.6, max(ys) - min(ys) + 2.4
        side = min(most, box.w / wide, box.h / high)
        unit = map_size(self.content, side)
        x = box.cx - (max(xs) + min(xs)) / 2 * side
        y = box.cy - (max(ys) + min(ys)) / 2 * side
        x = min(box.x, max(x, box.right - unit.w)) if unit.w > box.w else x
        y = min(box.y, max(y, box.bottom - unit.h)) if unit.h > box.h else y
        chart = Chart(self.content, painter, side, x, y)
        left, top = max(x, box.x), max(y, box.y)
        chart.view = Rect(left, top, min(chart.rect.right, box.right) - left, min(chart.rect.bottom, box.bottom) - top)
        return chart

    @staticmethod
    def _clipped(items: Sequence[Item], box: Rect, ink: str) -> list[Item]:
        return [Group(tuple(items), clip=rectangle(box)), Path(rectangle(box), stroke=ink, width=0.4)]

    def city(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """A road between two cities, close up, with numbers at what the text speaks of."""
        board = self.content.board
        wet = [hex for hex, ocean in zip(board.hexes, board.ocean, strict=True) if ocean]

        def plain(road: RoadLine) -> tuple[int, int]:
            """Prefer roads across the page, and those near the sea."""
            across = abs(road.hexes[0].q - road.hexes[-1].q)
            return -across, min((distance(road.middle, hex) for hex in wet), default=0)

        road = min(board.roads, key=plain)
        cities = [board.cities[end] for end in road.ends]
        hexes = [board.spaces[n].hex for city in cities for n in city.spaces]
        chart = self._around(painter, box, [*hexes, *road.hexes])
        chart.detailed = True
        items = self._clipped(
            [*chart.ground(), *chart.roads(), *chart.cities(), *chart.starts(), *chart.labels()],
            box,
            painter.style.ink("coast"),
        )
        spaces = (cities[1].centre, cities[1].infrastructure[0])
        marked = [*(board.spaces[n].hex for n in spaces), road.end_hex(road.ends[1]), road.middle]
        for number, hex in enumerate(marked, 1):
            x, y = chart.at(hex)
            items += _number(painter, number, x + 0.62 * chart.side, y - 0.5 * chart.side)
        return items

    # ----------------------------------------------------------------- cards

    def moves(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Three kinds of hurricane cards: two steps with a mark, a bend, and one that holds."""
        cards = self.content.cards
        bent = next((c for c in cards if len(set(c.steps)) > 1), cards[-1])
        marked = next((c for c in cards if len(c.steps) > 1 and c.change), cards[0])
        still = next((c for c in cards if not c.steps), cards[0])
        return self._cards(painter, names, [card.id for card in (marked, bent, still)], box)

    def _cards(self, painter: Painter, names: Names, ids: Sequence[str], box: Rect) -> list[Item]:
        """Hurricane cards side by side, as printed."""
        from pnp.geometry import CARD_SIZES

        size = CARD_SIZES["mini"]
        gap = 2.0
        scale = min(box.h / size.h, (box.w - gap * (len(ids) - 1)) / len(ids) / size.w)
        x = box.cx - (len(ids) * size.w * scale + (len(ids) - 1) * gap) / 2
        records = {card["id"]: card for cards in names["storm_cards"].values() for card in cards}
        items: list[Item] = []
        for id in ids:
            drawing = painter.draw("storm-card", size, {**names, "card": records[id]})
            frame = Path(rectangle(Rect(0, 0, *size), 3), stroke=painter.style.ink("line"), width=0.4)
            moved = shift(x, box.y)._replace(a=scale, d=scale)
            items.append(Group((*drawing.items, frame), moved))
            x += size.w * scale + gap
        return items

    def _patches(self, painter: Painter, ids: Sequence[str], box: Rect, *, numbered: bool = False) -> list[Item]:
        """Hurricane cards as small patches with their ids, side by side."""
        items: list[Item] = []
        style, gap = painter.style, 1.6
        w = (box.w - gap * (self.content.storm.forecast_cards - 1)) / self.content.storm.forecast_cards
        narrow = w < _MARKED
        for i, id in enumerate(ids):
            card = self.content.cards[self.content.card_number[id]]
            place = Rect(box.x + i * (w + gap), box.y, w, box.h)
            items.append(Path(rectangle(place, 1), fill=style.paper, stroke=style.ink("line"), width=0.25))
            items += MovePatch(self.content, painter, Rect(place.x + 0.5, place.y + 3.6, w - 1, box.h - 4.1)).draw(card)
            sign = "strengthen" if card.change > 0 else "weaken"
            if card.change and narrow:
                corner = Rect(place.right - 3.0, place.bottom - 3.0, 2.6, 2.6)
                items.append(painter.icon(sign, corner, style.ink(sign)))
            mark = f" :{sign}:" if card.change and not narrow else ""
            words = f"**{id}**{mark}" if not numbered else f"{i + 1}. **{id}**{mark}"
            label = TextStyle("sans", False, False, 7.0, 8.0, "center", "middle", 1.0)
            painter.set_text(words, label, Rect(place.x, place.y + 0.3, w, 3.4), style.ink("ink"), items)
        return items

    # ---------------------------------------------------------------- set-up

    def set_up(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The table before the first turn: board, mat and experts."""
        view = self.opening
        chart = self._whole(painter, Rect(box.x, box.y, box.w, box.h - 25))
        laid = Laid(chart, self.look)
        items: list[Item] = [*chart.ground(), *chart.roads(), *chart.cities(), *chart.starts(), *chart.frame()]
        centre = Hex(*view.center)
        items += laid.storm(centre, self.content.radii[view.category])
        items += laid.state(view)
        foot = chart.rect.bottom + 1.5
        items += self._mat(painter, view, Rect(box.x, foot, box.w, 13))
        items += self._seats(painter, laid, view, Rect(box.x, foot + 14.2, box.w, 9.3))
        x, y = chart.at(centre)
        items += _number(painter, 1, x + 3.2 * chart.side, y - 1.8 * chart.side)
        home = chart.at(chart.centre_of(0))
        items += _number(painter, 2, home[0] - 1.2 * chart.side, home[1] - 0.9 * chart.side)
        placed = next(player.city for player in view.players if player.city)
        at = chart.at(chart.centre_of(self.content.board.city_number[placed]))
        items += _number(painter, 6, at[0] + 1.7 * chart.side, at[1] + 1.1 * chart.side)
        return items

    def _mat(self, painter: Painter, view: View, box: Rect) -> list[Item]:
        """The storm mat in short: decks, category, and the open forecast."""
        style = painter.style
        items: list[Item] = [Path(rectangle(box, 1), fill=style.paper, stroke=style.ink("ocean-deck"), width=0.4)]
        x = box.x + 1.2
        for deck in self.look.deck_look.values():
            place = Rect(x, box.y + 1.2, 7.6, box.h - 2.4)
            painter.fill_area(rectangle(place, 0.8), place, deck.role, False, items)
            items.append(painter.icon(deck.icon, Rect(x + 1.2, place.cy - 2.6, 5.2, 5.2), style.ink(f"on-{deck.role}")))
            x += 8.6
        items += _number(painter, 3, box.x + 9.3, box.y + 1.6)
        track = Rect(x + 0.6, box.y + 1.2, 12, box.h - 2.4)
        items.append(Path(rectangle(track, 0.8), stroke=style.ink("storm"), width=0.3))
        words = self.words.category(view.category)
        label = TextStyle("sans", False, False, 7.0, 9.0, "center", "middle", 1.0)
        painter.set_text(words, label, track, style.ink("storm"), items)
        items += _number(painter, 4, track.right - 0.4, box.y + 1.6)
        cards = Rect(track.right + 2.4, box.y + 0.8, box.right - track.right - 3.4, box.h - 1.6)
        items += self._patches(painter, view.forecast, cards)
        return items

    def _seats(self, painter: Painter, laid: Laid, view: View, box: Rect) -> list[Item]:
        """The experts in seat order, each with her role and the number of her cards."""
        players = view.players
        style = painter.style
        gap = 1.2
        w = (box.w - gap * (len(players) - 1)) / len(players)
        items: list[Item] = []
        for i, player in enumerate(players):
            place = Rect(box.x + i * (w + gap), box.y, w, box.h)
            role = self.content.roles[player.role]
            items.append(
                Path(
                    rectangle(place, 1),
                    fill=style.paper,
                    stroke=style.ink(self.look.role_look[player.role].role),
                    width=0.35,
                )
            )
            items += laid.expert(player.role, place.x + 3.4, place.cy, 2.7)
            words = self.words.hand(role.name, len(player.hand))
            label = TextStyle("sans", False, False, 7.0, 7.0, "left", "middle", 1.0)
            painter.set_text(words, label, Rect(place.x + 6.6, place.y, w - 7, place.h), style.ink("ink"), items)
        items += _number(painter, 5, box.x + 0.8, box.y + 0.6)
        return items

    # --------------------------------------------------------------- example

    def _stage(self) -> list[Hex]:
        """The hexes that the example turn is about."""
        example, board = self.example, self.content.board
        hexes = [*example.hurricane.path, *example.hurricane.footprint]
        before = example.before
        hexes += disc(Hex(*before.center), self.content.radii[before.category])
        for view in (before, example.after):
            cities = (board.cities[board.city_number[player.city]] for player in view.players if player.city)
            hexes += (board.spaces[city.centre].hex for city in cities)
        return [hex for hex in hexes if hex in board.number]

    def _scene(self, painter: Painter, box: Rect, view: View) -> tuple[Chart, Laid, list[Item]]:
        chart = self._around(painter, box, self._stage())
        chart.road_ids = True
        chart.busy = self.example.hurricane.path
        laid = Laid(chart, self.look)
        return chart, laid, [*chart.ground(), *chart.roads(), *chart.cities(), *chart.starts()]

    def before(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The example turn before the experts act: board and forecast."""
        view = self.example.before
        area = Rect(box.x, box.y, box.w, box.h - 20)
        chart, laid, items = self._scene(painter, area, view)
        items += laid.state(view)
        items += laid.storm(Hex(*view.center), self.content.radii[view.category])
        items += chart.labels()
        out = self._clipped(items, area, painter.style.ink("coast"))
        return out + self._patches(painter, view.forecast, Rect(box.x, area.bottom + 1.6, box.w, 18.4))

    def after(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The example turn after the hurricane: its way, where it stopped, what is left, and the flipped cards."""
        example = self.example
        storm, view = example.hurricane, example.after
        area = Rect(box.x, box.y, box.w, box.h - 20)
        chart, laid, items = self._scene(painter, area, view)
        way = storm.path
        items += laid.storm(way[0], self.content.radii[storm.category_before], old=True)
        items += laid.state(view)
        items += laid.storm(way[-1], storm.radius)
        items += laid.path(way)
        items += chart.labels()
        out = self._clipped(items, area, painter.style.ink("coast"))
        return out + self._patches(painter, storm.flips, Rect(box.x, area.bottom + 1.6, box.w, 18.4), numbered=True)


def _number(painter: Painter, number: int, x: float, y: float) -> list[Item]:
    """A number in a disc, for captions to speak of."""
    size, style = 8.0, painter.style
    ink = style.ink("ink")
    return [
        Path(ellipse(x, y, 1.9), fill=style.paper, stroke=ink, width=0.35),
        simple_line(str(number), x, y + 0.34 * size * MM_PER_PT, size, ink, bold=True, align="center"),
    ]
