"""Figures of the rulebook: examples that the engine plays, so that a picture cannot contradict the rules."""

from math import cos, pi, sin
from typing import Any

from pnp.draw.arrows import arrow, arrow_head, direction
from pnp.draw.drawing import Group, Item, Path, Use, ellipse, polyline, rectangle
from pnp.draw.faces import Painter
from pnp.draw.squares import Squares
from pnp.games.terrain.content.files import CardSpot, Examples
from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.content.grid import rectangle as around
from pnp.games.terrain.play.example import (
    build,
    find_request,
    pick_cards,
    placement,
    play_round,
    play_storm,
    shown_cells,
)
from pnp.games.terrain.play.island import Island, Laid, Placement
from pnp.games.terrain.print.islands import Artist, Scene, draw_pattern, fitted, value_of
from pnp.geometry import Rect, Size, quarter_turn, scale_at
from pnp.load.values import Names


class Figures(Artist):
    """The figures, each drawn into a box; the names are those of the game's content."""

    @property
    def examples(self) -> Examples:
        """The examples of the content."""
        return self.file.examples

    # ------------------------------------------------------- components

    def signs(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw one tile of each terrain with its name."""
        number = len(self.terrains)
        gap = 1.6
        size = min(box.h - 5, (box.w - gap * (number - 1)) / number)
        left = box.cx - (number * size + (number - 1) * gap) / 2
        scene = self.scene(painter)
        for i, terrain in enumerate(self.terrains):
            place = Rect(left + i * (size + gap), box.y, size, size)
            scene.items.append(self.tiles.draw(painter, terrain, place))
            scene.box(place, stroke="ink", width=0.2)
            scene.words(terrain["name"], Rect(place.x - gap / 2, place.bottom + 0.6, size + gap, 4), bold=True)
        return scene.items

    def shapes(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw the first Request of every shape with its name and points."""
        first: dict[str, dict[str, Any]] = {}
        for card in names["request_cards"]:
            first.setdefault(card["shape"], card)
        columns = 4
        rows = -(-len(first) // columns)
        w, h = box.w / columns, box.h / rows
        scene = self.scene(painter)
        for number, (shape, card) in enumerate(first.items()):
            place = Rect(box.x + number % columns * w, box.y + number // columns * h, w, h)
            room = Rect(place.x + 1, place.y, w - 2, h - 6)
            scene.items += draw_pattern(painter, self.tiles, self.by_letter, card["rows"], room, 5.6)
            scene.words(f"{shape} {card['value']}", Rect(place.x, place.bottom - 5.5, w, 4), bold=True)
        return scene.items

    def table(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw the set-up: decks and open cards in the middle, a hand and room for an island on every side."""
        play = self.content.options.play
        scene = self.scene(painter)
        scene.box(box.inset(0.2), stroke="line", width=0.3, radius=3)
        middle = Rect(box.x + box.w * 0.17, box.y + box.h * 0.25, box.w * 0.66, box.h * 0.5)
        rows = (
            ("requests", "request", "request_cards", play.open_requests),
            ("awards", "award", "award_cards", play.awards_per_round),
        )
        high = (middle.h - 2) / 2
        for i, (deck, name, table, count) in enumerate(rows):
            y = middle.y + i * (high + 2)
            shown = names[table][:count]
            self._row_of_cards(scene, deck, name, shown, Rect(middle.x, y, middle.w, high), names)
        self._hands(scene, box, names)
        return scene.items

    def _row_of_cards(
        self, scene: Scene, deck: str, name: str, shown: list[dict[str, Any]], box: Rect, names: Names
    ) -> None:
        """Draw a deck face down and its open cards."""
        size = self._size(deck)
        gap = 1.4
        factor = min(box.h / size.h, (box.w - gap * len(shown)) / (len(shown) + 1) / size.w)
        w, h = size.w * factor, size.h * factor
        x = box.cx - ((len(shown) + 1) * w + len(shown) * gap) / 2
        y = box.cy - h / 2
        spec = self.game.decks[deck]
        assert spec.back is not None
        scene.items += self._card(scene.painter, spec.back, size, names, x, y, factor)
        for i, card in enumerate(shown, 1):
            record = {**names, name: card}
            scene.items += self._card(scene.painter, spec.front, size, record, x + i * (w + gap), y, factor)

    def _size(self, deck: str) -> Size:
        size = self.game.decks[deck].size
        assert not isinstance(size, str)
        return Size(*size)

    def _card(
        self, painter: Painter, face: str, size: Size, names: Names, x: float, y: float, factor: float
    ) -> list[Item]:
        drawing = painter.draw(face, size, names)
        place = Rect(x, y, size.w * factor, size.h * factor)
        frame = Path(rectangle(place), stroke=painter.style.ink("ink"), width=0.2)
        return [Use(drawing.symbol(), scale_at(x, y, factor)), frame]

    def _hands(self, scene: Scene, box: Rect, names: Names) -> None:
        """Draw a hand of Island cards and a place for the island on each of four sides; seat 1 has the lead."""
        painter, size = scene.painter, self._size("islands")
        back = self.game.decks["islands"].back
        assert back is not None
        symbol = painter.draw(back, size, names).symbol()
        factor = box.h * 0.1 / size.h
        w, h = size.w * factor, size.h * factor
        count = self.content.options.play.hand
        seats = (
            (box.cx, box.bottom - 2 - h / 2, 0),
            (box.x + 2 + h / 2, box.cy, 90),
            (box.cx, box.y + 2 + h / 2, 180),
            (box.right - 2 - h / 2, box.cy, 270),
        )
        fan = w * 0.11
        long = w + fan * (count - 1)
        for seat, (cx, cy, turn) in enumerate(seats, 1):
            hand: list[Item] = []
            for i in range(count):
                place = Rect(i * fan, 0, w, h)
                hand.append(Use(symbol, scale_at(place.x, place.y, factor)))
                hand.append(Path(rectangle(place), stroke=scene.ink("paper"), width=0.2))
            if turn % 180:
                at = quarter_turn(Size(long, h), turn, cx - h / 2, cy - long / 2)
            else:
                at = quarter_turn(Size(long, h), turn, cx - long / 2, cy - h / 2)
            scene.items.append(Group(tuple(hand), at))
            along = (1, 0) if turn % 180 == 0 else (0, 1)
            x, y = cx + along[0] * (long / 2 + 4), cy + along[1] * (long / 2 + 4)
            scene.badge(x, y, str(seat), radius=2.4)
            if seat == 1:
                lead = Rect(x - 2.8, y - 8.6, 5.6, 5.6)
                scene.disc(lead.cx, lead.cy, 2.8, "island", 0.4)
                scene.icon("lead", lead.inset(0.9), "island")
            self._room_for_island(scene, box, seat, names)

    def _room_for_island(self, scene: Scene, box: Rect, seat: int, names: Names) -> None:
        """Draw a first card on the room that a seat has in its corner of the table."""
        w, h = box.w * 0.2, box.h * 0.19
        left, top = seat in (1, 2), seat in (2, 3)
        place = Rect(box.x + 2 if left else box.right - 2 - w, box.y + 2 if top else box.bottom - 2 - h, w, h)
        scene.box(place, stroke="line", radius=1, dash=(1.0, 0.8))
        cell_size = min(w, h) * 0.3
        tiles = names["island_cards"][seat * len(names["island_cards"]) // 5]["tiles"]
        for i, tile in enumerate(tiles):
            spot = Rect(place.cx + (i - 1) * cell_size, place.y + h * 0.18, cell_size, cell_size)
            scene.items.append(self.tiles.draw(scene.painter, tile, spot))
        scene.words(
            self.said.figure.island, Rect(place.x, place.bottom - h * 0.45, w, h * 0.4), bold=True, role="muted"
        )

    def passing(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw which way hands go in each round, and the lead's way."""
        play, seats = self.content.options.play, self.content.options.seats.usual
        scene = self.scene(painter)
        width = box.w / len(play.passing)
        for number, way in enumerate(play.passing):
            cx = box.x + (number + 0.5) * width
            cy = box.y + box.h / 2 + 1.5
            radius = min(width / 2, box.h / 2) - 6
            ink = scene.ink("island" if way == "left" else "request")
            scene.items.append(Path(ellipse(cx, cy, radius - 3.5), stroke=scene.ink("line"), width=0.3))
            for seat in range(seats):
                angle = pi / 2 + 2 * pi * seat / seats
                x, y = cx + radius * cos(angle), cy + radius * sin(angle)
                step = 2 * pi / seats * (1 if way == "left" else -1)
                scene.items += _arc_arrow(cx, cy, radius, angle + step * 0.22, angle + step * 0.78, ink)
                scene.badge(x, y, str(seat + 1), radius=2.6)
            scene.words(self.said.figure.round(number + 1), Rect(cx - 9, cy - 4.5, 18, 4.5), bold=True)
            scene.words(self.said.figure.passing(way), Rect(cx - 9, cy, 18, 4.5))
        return scene.items

    # ---------------------------------------------------------- placing

    def _laid(self, spot: CardSpot, card: int = 0) -> Laid:
        faces = tuple(self.content.letters.index(letter) for letter in spot.faces)
        return Laid(card, (faces[0], faces[1]), placement(spot).cell, spot.rot)

    def touch(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw an island and cards that may or may not be added, as the engine decides."""
        example = self.examples.touch
        island = build(self.content, example.laid)
        tried = [self._laid(card) for card in example.tried]
        cells = [*island.stacks, *(where for laid in tried for where in laid.cells)]
        scene = self.scene(painter, fitted(cells, box, 12.0, 0.6))
        left, top, right, bottom = around(cells)
        scene.ocean(cell(i, j) for i in range(left, right + 1) for j in range(top, bottom + 1))
        scene.island(island)
        for number, laid in enumerate(tried, 1):
            legal = island.touches(Placement(laid.cell, laid.rot))
            role = "good" if legal else "danger"
            scene.card(laid)
            scene.mark(laid.cells, role)
            bounds = scene.bounds(laid.cells)
            scene.badge(bounds.cx, bounds.cy, str(number), role, 2.4)
            scene.badge(bounds.cx + 3.4, bounds.cy, ":check:" if legal else ":cross:", role, 1.9)
        return scene.items

    def cover(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw an island before and after a card is laid over it."""
        example = self.examples.cover
        before = build(self.content, example.laid)
        after = before.copy()
        card = pick_cards(self.content, [*example.laid, example.card])[-1]
        after.lay(card, self.content.faces(card), placement(example.card))
        alone = Island()
        alone.lay(card, self.content.faces(card), placement(example.card))
        marked = alone.laid[0].cells
        return self._steps(painter, box, [(before, ()), (alone, ()), (after, marked)], ["+", "="])

    def storm(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw the island before and after the double-water option, as the engine carries it out."""
        example = self.examples.storm
        before, after = play_storm(self.content, example)
        lifted = before.laid[example.lift - 1]
        return self._steps(painter, box, [(before, lifted.cells), (after, after.find(lifted.card).cells)], ["→"])

    def _steps(
        self, painter: Painter, box: Rect, steps: list[tuple[Island, tuple[int, ...]]], signs: list[str]
    ) -> list[Item]:
        """Draw islands side by side with signs between them and some cells marked."""
        spans = [around(island.stacks) for island, _ in steps]
        columns = sum(right - left + 1 for left, _, right, _ in spans)
        rows = max(bottom - top + 1 for _, top, _, bottom in spans)
        gap = 9.0
        size = min(12.0, (box.w - gap * len(signs) - 2) / columns, (box.h - 2) / rows)
        x = box.cx - (columns * size + gap * len(signs)) / 2
        items: list[Item] = []
        for number, ((island, marked), (left, top, right, bottom)) in enumerate(zip(steps, spans, strict=True)):
            y = box.cy - (bottom - top + 1) * size / 2
            scene = self.scene(painter, Squares(0, 0, size, size, x - left * size, y - top * size))
            scene.island(island)
            if marked:
                scene.mark(marked, "danger")
            x += (right - left + 1) * size
            if number < len(signs):
                if signs[number] == "→":
                    scene.items += arrow(
                        (x + 1.5, box.cy), (x + gap - 1.5, box.cy), scene.ink("ink"), 0.7, head=2.2, wing=1.1
                    )
                else:
                    scene.words(signs[number], Rect(x, box.cy - 5, gap, 10), 18.0, bold=True)
                x += gap
            items += scene.items
        return items

    # --------------------------------------------------------- requests

    def match(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw a Request beside an island that shows it, found by the engine."""
        example = self.examples.match
        island = build(self.content, example.laid)
        found = shown_cells(self.content, island, example.request)
        request = find_request(self.content, example.request)
        card = next(each for each in names["request_cards"] if each["id"] == request.id)
        size = self._size("requests")
        factor = min(box.h / size.h, 0.4 * box.w / size.w)
        w, h = size.w * factor, size.h * factor
        record = {**names, "request": card}
        front = self.game.decks["requests"].front
        items = self._card(painter, front, size, record, box.x + 2, box.cy - h / 2, factor)
        items += arrow(
            (box.x + w + 4.5, box.cy), (box.x + w + 11, box.cy), painter.style.ink("ink"), 0.7, head=2.2, wing=1.1
        )
        room = Rect(box.x + w + 13, box.y, box.w - w - 14, box.h)
        scene = self.scene(painter, fitted([*island.stacks, *found], room, 14.0, 0.8))
        scene.ocean(where for where in found if where not in island.stacks)
        scene.island(island)
        for where in found:
            if where not in island.stacks:
                scene.words(self.said.figure.ocean, scene.at(where), 8.0, bold=True, italic=True, role="muted")
        scene.mark(found, "danger")
        return [*items, *scene.items]

    def turned(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw every turn of a Request that the engine accepts, and the mirror image if it does not."""
        request = find_request(self.content, self.examples.turned)
        shapes = [(list(turn), True) for turn in request.pattern.turns]
        mirrored = _at_origin([(-x, y, terrain) for x, y, terrain in request.pattern.turns[0]])
        if mirrored not in [sorted(cells) for cells, _ in shapes]:
            shapes.append((mirrored, False))
        width = box.w / len(shapes)
        items: list[Item] = []
        for number, (cells, right) in enumerate(shapes):
            wanted = {cell(x, y): terrain for x, y, terrain in cells}
            room = Rect(box.x + number * width, box.y, width, box.h - 6)
            scene = self.scene(painter, fitted(wanted, room, 8.0, 1.0))
            for where, terrain in wanted.items():
                scene.tile(where, terrain)
                scene.box(scene.at(where), stroke="ink")
            mark, role = (":check:", "good") if right else (":cross:", "danger")
            scene.badge(room.cx, box.bottom - 2.8, mark, role, 2.3)
            items += scene.items
        return items

    # ----------------------------------------------------------- awards

    def played(self, painter: Painter, names: Names, box: Rect) -> list[Item]:
        """Draw an island that bots built and what every Award counts on it."""
        example = self.examples.played
        state = play_round(self.content, example)
        island = state.players[example.seat - 1].island
        room = Rect(box.x, box.y, box.w * 0.56, box.h)
        scene = self.scene(painter, fitted(island.stacks, room, 11.0, 0.6))
        scene.island(island)
        awards = list(self.content.awards.values())
        left = room.right + 3
        line = box.h / len(awards)
        most = min(8.5, line * 2.2)
        for i, award in enumerate(awards):
            place = Rect(left, box.y + i * line, box.right - left - 8, line)
            scene.words(award.title, place, most, align="left")
            value = str(value_of(self.content, island, award.id))
            scene.words(value, Rect(box.right - 8, place.y, 7, line), most, bold=True, align="right")
        return scene.items


def _at_origin(cells: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    left, top = min(x for x, _, _ in cells), min(y for _, y, _ in cells)
    return sorted((x - left, y - top, terrain) for x, y, terrain in cells)


def _arc_arrow(cx: float, cy: float, radius: float, start: float, end: float, colour: str) -> list[Item]:
    """Draw an arrow along a circle."""
    steps = 12
    points = [
        (cx + radius * cos(start + (end - start) * i / steps), cy + radius * sin(start + (end - start) * i / steps))
        for i in range(steps + 1)
    ]
    (x0, y0), (x1, y1) = points[-2:]
    dx, dy = direction((x0, y0), (x1, y1))
    head, _ = arrow_head((x0, y0), (x1 + dx * 1.6, y1 + dy * 1.6), 1.6, 1.2)
    return [Path(polyline(points), stroke=colour, width=0.6), Path(head, fill=colour)]
