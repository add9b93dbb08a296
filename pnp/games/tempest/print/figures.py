"""Figures of the rulebook: maps, areas, shapes and the worked example, drawn from content and engine."""

from collections.abc import Callable, Sequence

from pnp.draw.drawing import Group, Item, Path, rectangle
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import FinalMap
from pnp.games.tempest.content.tables import SUIT_LOOKS, card_name
from pnp.games.tempest.play.example import PlayedRound, opening, play_example
from pnp.games.tempest.play.position import DEAD, SAVED, WITH
from pnp.games.tempest.print.diagrams import MAP_ICONS, action_diagram, final_map_diagram, shape_diagram
from pnp.games.tempest.print.graphpaper import MapView, draw_map, view_of, view_of_day
from pnp.geometry import Matrix, Rect, Size
from pnp.load.game import GameContent
from pnp.load.values import Names

Picture = Callable[[Rect], list[Item]]
_ICONS = {suit: icon for suit, icon, _ in SUIT_LOOKS}
_WIDE = 5
"""Most pictures in a row, so that their names stay readable."""


class Figures:
    """Draws the figures in a painter's style."""

    def __init__(self, content: GameContent) -> None:
        self.game = content
        self.content: TempestContent = content.compiled
        self.say = self.content.words.figures
        self._played: list[PlayedRound] = []

    # ------------------------------------------------------------- helpers

    def words(
        self,
        painter: Painter,
        text: str,
        box: Rect,
        out: list[Item],
        *,
        most: float = 8.5,
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
        role: str = "ink",
        family: str = "sans",
        italic: bool = False,
    ) -> None:
        """Set a short text."""
        style = TextStyle(family, bold, italic, 7.0, most, align, valign, 1.12)
        painter.set_text(text, style, box, painter.style.ink(role), out)

    def gallery(
        self, painter: Painter, box: Rect, entries: Sequence[tuple[str, Picture]], columns: int, caption: float = 4.6
    ) -> list[Item]:
        """Draw pictures in rows, each over its name."""
        items: list[Item] = []
        rows = -(-len(entries) // columns)
        w, h = box.w / columns, box.h / rows
        for number, (name, picture) in enumerate(entries):
            cell = Rect(box.x + number % columns * w, box.y + number // columns * h, w, h)
            items += picture(Rect(cell.x + 0.8, cell.y + 0.4, cell.w - 1.6, cell.h - caption - 0.8))
            self.words(
                painter, name, Rect(cell.x, cell.bottom - caption, cell.w, caption), items, most=7.8, align="center"
            )
        return items

    # ---------------------------------------------------------------- cards

    def card_meanings(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """One printed card of each suit and a court card, in small."""
        size, names = Size(63.5, 88.9), self.game.names
        chosen = [next(c for c in names["number_cards"] if c["suit"] == suit) for suit, _, _ in SUIT_LOOKS]
        rank = min(4, names["highest_rank"])
        chosen = [
            next(c for c in names["number_cards"] if c["suit"] == card["suit"] and c["rank"] == rank) for card in chosen
        ]
        faces = [("number", card) for card in chosen] + [("court", names["court_cards"][0])]
        gap = 2.0
        scale = min((box.w - gap * (len(faces) - 1)) / len(faces) / size.w, box.h / size.h)
        items: list[Item] = []
        x = box.cx - (len(faces) * size.w * scale + gap * (len(faces) - 1)) / 2
        for face, card in faces:
            drawn = painter.draw(face, size, {**names, "card": card})
            frame = rectangle(Rect(0, 0, *size), 3)
            edge = Path(frame, stroke=painter.style.ink("line"), width=0.5)
            items.append(Group((*drawn.items, edge), Matrix(scale, 0, 0, scale, x, box.y)))
            x += size.w * scale + gap
        return items

    # ------------------------------------------------------------- galleries

    def obstacle_shapes(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """All obstacle shapes."""
        shapes = self.content.shapes.values()
        widest = max(2 * max(abs(dx), abs(dy)) + 1 for shape in shapes for dx, dy in shape.offsets)

        def picture(rank: int) -> Picture:
            return lambda place: shape_diagram(painter, self.content.shapes[rank], place, widest)

        entries = [(f"**{card_name(shape.rank)}** {shape.name}", picture(shape.rank)) for shape in shapes]
        return self.gallery(painter, box, entries, min(_WIDE, -(-len(entries) // 2)))

    def storm_areas(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """All storm actions."""

        def picture(rank: int) -> Picture:
            return lambda place: action_diagram(painter, self.content.storm[rank], place)

        storm = self.content.storm.values()
        entries = [(f"**{card_name(action.rank)}** {action.name}", picture(action.rank)) for action in storm]
        return self.gallery(painter, box, entries, min(_WIDE, -(-len(entries) // 2)), caption=7.4)

    def beasts(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """What the beasts do."""

        def picture(face: str) -> Picture:
            return lambda place: action_diagram(painter, self.content.beasts[face], place)

        entries = [(f"**{beast.name}**", picture(beast.face)) for beast in self.content.beasts.values()]
        return self.gallery(painter, box, entries, len(entries))

    def final_maps(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The maps of the final day, with a line that explains their marks."""

        def picture(face: str) -> Picture:
            return lambda place: final_map_diagram(painter, self.content.maps[face], place)

        entries = [(f"**{drawn.name}** ({face})", picture(face)) for face, drawn in self.content.maps.items()]
        legend = 5.0
        upper = Rect(box.x, box.y, box.w, box.h - legend)
        items = self.gallery(painter, upper, entries, len(entries))
        marks = {"S": self.say.start, "E": self.say.end, "T": self.say.target, "B": self.say.beast}
        words = " · ".join(f":{icon}: {marks[mark]}" for mark, (icon, _) in MAP_ICONS.items())
        place = Rect(box.x, box.bottom - legend, box.w, legend)
        self.words(painter, words, place, items, align="center", role="muted")
        return items

    def variant_maps(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The maps of the final day that ways to play other than the usual one change."""

        def picture(drawn: FinalMap) -> Picture:
            return lambda place: final_map_diagram(painter, drawn, place)

        entries = [
            (self.say.variant_map(drawn.name, variant.title), picture(drawn))
            for variant in self.content.variants.values()
            if variant.kind == "game"
            for face, drawn in self.content.varied(variant.id).maps.items()
            if drawn.drawn != self.content.maps[face].drawn
        ]
        if not entries:
            items: list[Item] = []
            self.words(painter, self.say.maps_stay, box, items, align="center", role="muted")
            return items
        return self.gallery(painter, box, entries, len(entries))

    # ------------------------------------------------------------------ maps

    def storm_levels(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """A square at every level."""

        def picture(level: int) -> Picture:
            def draw(place: Rect) -> list[Item]:
                side = min(place.w, place.h)
                square = Rect(place.cx - side / 2, place.y, side, side)
                view = MapView(size=1, levels={(1, 1): level} if level else {})
                return draw_map(painter, view, square, coordinates=False)

            return draw

        levels = range(self.content.switches.max_level + 1)
        return self.gallery(painter, box, [(self.say.level(level), picture(level)) for level in levels], len(levels))

    def quadrants(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """One quadrant on the first day's map and one on the map of the final day."""

        def picture(size: int, at: tuple[int, int]) -> Picture:
            ground = board(size)
            cells = tuple(ground.xy[i] for i in ground.area("quadrant", 1, ground.at(*at)))

            def draw(place: Rect) -> list[Item]:
                side = min(place.w, place.h)
                square = Rect(place.cx - side / 2, place.y, side, side)
                return draw_map(painter, MapView(size=size, struck=cells, at=at), square)

            return draw

        small, large = self.content.days[0].size, self.content.final.size
        beyond, middle = (small // 2 + 1, 1), (large // 2 + 1, large // 2 + 1)
        shown = ((small, beyond), (large, middle))
        entries = [(self.say.quadrant(size, *at), picture(size, at)) for size, at in shown]
        return self.gallery(painter, box, entries, 2)

    def set_up(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """The set-up of the example, with the cards it came from."""
        day = opening(self.content)
        side = min(box.h, box.w * 0.58)
        items = draw_map(painter, view_of_day(day), Rect(box.x, box.y, side, side))
        lines = [self.say.haven(*day.haven)]
        for one in day.citizens:
            lines.append(self.say.citizen(one.letter, one.name, card_name(one.rank), *one.at))
        for obstacle in day.obstacles:
            shape = self.content.shapes[obstacle.club].name.lower() if obstacle.club else self.say.alone
            lines.append(self.say.obstacle(shape, card_name(obstacle.club) if obstacle.club else "–", *obstacle.at))
        left = box.x + side + 3
        high = min(5.4, side / len(lines))
        for number, line in enumerate(lines):
            place = Rect(left, box.y + 3 + number * high, box.right - left, high)
            self.words(painter, line, place, items, most=8.2)
        return items

    # --------------------------------------------------------------- example

    def played(self) -> list[PlayedRound]:
        """Return the rounds of the example, played once."""
        if not self._played:
            self._played = list(play_example(self.content))
        return self._played

    def example_round(self, painter: Painter, number: int, box: Rect) -> list[Item]:
        """The map after a round, with the cards, the way and everybody's health."""
        played = self.played()[number - 1]
        side = min(box.h, box.w * 0.56)
        view = view_of(played.state, struck=played.struck, at=played.at, path=played.way)
        items = draw_map(painter, view, Rect(box.x, box.y, side, side))
        right = Rect(box.x + side + 3, box.y, box.w - side - 3, side)
        other = "clubs" if played.suit == "diamonds" else "diamonds"
        x, y = played.at
        action = played.action
        lines = [
            self.say.storm(_ICONS[played.suit], card_name(action.rank), action.name),
            self.say.coordinate(card_name(x), card_name(y), x, y),
            self.say.movement(_ICONS[other], card_name(played.card)),
        ]
        for index, line in enumerate(lines):
            self.words(painter, line, Rect(right.x, right.y + 1 + index * 4.8, right.w, 4.8), items, most=8.2)
        self._healths(painter, played, Rect(right.x, right.y + 18.5, right.w, right.h - 18.5), items)
        return items

    def _healths(self, painter: Painter, played: PlayedRound, box: Rect, out: list[Item]) -> None:
        """Draw everybody's health boxes after the round; what was lost in it is crossed."""
        state = played.state
        full = self.content.switches.health
        high = min(7.5, box.h / max(1, len(state.stage.labels)))
        for number, label in enumerate(state.stage.labels):
            place, health = state.position.places[number], max(0, state.position.health[number])
            y = box.y + number * high
            self.words(painter, label, Rect(box.x, y, 4, high * 0.62), out, bold=True, most=9)
            cell = min(3.4, (box.w - 5) / max(full, health))
            for point in range(max(full, health)):
                spot = Rect(box.x + 4.5 + point * cell, y + 0.6, cell, cell)
                gone = point >= health
                ink = painter.style.ink("line" if gone else "danger")
                out.append(painter.icon("heart", spot.inset(0.25), ink, empty=gone))
            words = {WITH: self.say.with_you, SAVED: self.say.rescued, DEAD: self.say.dead}.get(
                place, self.say.on_the_map
            )
            if lost := played.lost.get(label, 0):
                words = self.say.lost(words, lost)
            self.words(
                painter,
                words,
                Rect(box.x + 4.5, y + high * 0.52, box.w - 4.5, high * 0.48),
                out,
                most=7.2,
                role="muted",
            )
