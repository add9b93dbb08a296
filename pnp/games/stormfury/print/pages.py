"""The storm book: a scenario on paper. Set-up and a strip for every turn; deck order, track and a played game apart.

A strip shows a turn's open forecast; the cards that will be flipped stand on a flap behind a fold. Strips are
cut apart and stacked, turn one on top, so that nobody sees a forecast before its time.
"""

from collections.abc import Iterable, Iterator, Sequence

from pnp.draw.drawing import Drawing, Item, Path, ellipse, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Heading, Paragraph, Table, flow
from pnp.draw.heads import HEAD, heading, page_head, seal
from pnp.draw.printable import Canvas, Printable, PrintItem, print_item
from pnp.draw.text import MM_PER_PT, TextStyle, simple_line
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.files import PrintFile
from pnp.games.stormfury.content.hexes import Hex, hex_name
from pnp.games.stormfury.content.words import StormBookWords
from pnp.games.stormfury.play.deal import Scenario, Witness
from pnp.games.stormfury.play.scenario import recorded_storm, storm_track
from pnp.games.stormfury.play.sentences import Teller
from pnp.games.stormfury.play.storm import undefended
from pnp.games.stormfury.play.story import told
from pnp.games.stormfury.print.chart import Chart, map_size
from pnp.games.stormfury.print.diagrams import MovePatch
from pnp.games.stormfury.print.pieces import Laid
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent
from pnp.rules.pages import look_of

_STRIP = 30.0
"""Height of a strip, at least, in mm."""

_DASH = (1.6, 1.0)


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Scenario, *, solutions: bool
) -> list[Printable]:
    """Return the storm book of a scenario; with solutions also its deck, its track and the simulated team's game."""
    book = StormBook(content, painter, canvas.upright, scenario)
    seed, words = book.deal.number, book.words
    id = f"storm-book-{seed:04d}"
    found = [_pages(id, words.heading(seed), [book.set_up(), *book.strips()], canvas)]
    if solutions:
        told = [book.deck(), book.spoiler(), *book.played()]
        found.append(_pages(f"{id}-solution", words.solution(seed), told, canvas)._replace(secret=True))
    return found


def _pages(id: str, title: str, pages: Iterable[tuple[str, Drawing]], canvas: Canvas) -> Printable:
    items: tuple[PrintItem, ...] = tuple(print_item(page, label=label) for label, page in pages)
    return Printable(id, title, "page", canvas.upright, items, group=id)


class StormBook:
    """Draws the pages of one scenario."""

    def __init__(self, content: GameContent, painter: Painter, page: Size, scenario: Scenario) -> None:
        self.game, self.page = content, page
        self.deal, self.certificate, self.sealed = scenario.deal, scenario.certificate, scenario.seal
        self.content: StormfuryContent = content.compiled
        self.look: PrintFile = content.files.print
        self.words: StormBookWords = content.files.words.storm_book
        self.painter, self.style = painter, painter.style
        self.track = storm_track(self.content, self.deal)

    # ----------------------------------------------------------------- texts

    def _text(
        self,
        words: str,
        box: Rect,
        size: float,
        out: list[Item],
        *,
        bold: bool = False,
        align: str = "left",
        colour: str = "ink",
        family: str = "sans",
        least: float = 7.0,
        italic: bool = False,
        valign: str = "middle",
    ) -> None:
        style = TextStyle(family, bold, italic, min(least, size), size, align, valign, 1.12)
        self.painter.set_text(words, style, box, self.style.ink(colour), out)

    def _seal(self) -> str:
        """What tells this book from any other: seed, format, content and rating."""
        rating = self.certificate.rating
        rated = self.words.not_rated if rating is None or rating.kind is None else rating.kind
        return seal(self.game.words, self.deal.number, self.deal.format, self.sealed.content or self.game.hash, rated)

    def _head(self, title: str) -> list[Item]:
        return page_head(self.painter, self.page.w, "ocean-deck", "hurricane", title, self._seal())

    def _heading(self, words: str, x: float, y: float, width: float, out: list[Item]) -> float:
        """Set a heading; return where the text below it begins."""
        return heading(self.painter, words, "ocean-deck", x, y, width, out)

    # ---------------------------------------------------------------- set-up

    def set_up(self) -> tuple[str, Drawing]:
        """The first page: board, facts, roles and hands."""
        items, words = self._head(self.words.heading(self.deal.number)), self.words.set_up
        unit = map_size(self.content, 1.0)
        side = self.page.w * 0.64 / unit.w
        chart = Chart(self.content, self.painter, side, 0.2, HEAD)
        laid = Laid(chart, self.look)
        items += [*chart.ground(), *chart.roads(), *chart.cities(), *chart.starts(), *chart.labels(), *chart.frame()]
        start = self.content.board.hexes[self.content.board.starts[self.deal.start]]
        items += laid.storm(start, self.content.radii[self.deal.category])
        for city in self.content.board.cities:
            items += laid.people(self.content.board.spaces[city.centre].hex, self.deal.populations[city.id])
        left = chart.rect.right + 5
        self._facts(Rect(left, HEAD, self.page.w - left, chart.rect.h), start, items)
        y = self._heading(words.hands, 0, chart.rect.bottom + 3, self.page.w, items)
        self._hands(y, items)
        return words.label, Drawing(self.page, tuple(items))

    def _facts(self, box: Rect, start: Hex, out: list[Item]) -> None:
        """What to lay out, as a list beside the board."""
        deal = self.deal
        piece = self.content.storm.categories[deal.category - 1].piece
        usual = self.content.rules.population.usual
        words, cities = self.words.set_up, self.content.map.cities
        others = [words.city_people(cities[id].name, n) for id, n in deal.populations.items() if n != usual]
        rating = self.certificate.rating
        lines = [
            words.storm(deal.start, hex_name(start), deal.category, piece),
            words.people(usual, others),
            words.level(deal.difficulty, deal.swath(self.content)),
            words.experts(len(deal.roles)),
        ]
        if rating is not None:
            kind = rating.kind or self.words.off_the_scale
            lines.append(words.rating(kind, rating.undefended, rating.bot_median))
        lines += [words.strips, words.resources, words.each_turn]
        y = self._heading(words.lay_out, box.x, box.y, box.w, out)
        self._text("\n\n".join(lines), Rect(box.x, y, box.w, box.bottom - y), 10.5, out, valign="top", least=7.5)

    def _hands(self, y: float, out: list[Item]) -> None:
        """One line for each seat: role and cards."""
        height, name = 11.0, 52.0
        for seat, (role, hand) in enumerate(zip(self.deal.roles, self.deal.hands, strict=True), 1):
            look = self.look.role_look[role]
            ink = self.style.ink(look.role)
            out.append(Path(ellipse(4.4, y + height / 2, 3.9), fill=self.style.paper, stroke=ink, width=0.5))
            out.append(self.painter.icon(look.icon, Rect(1.7, y + height / 2 - 2.7, 5.4, 5.4), ink))
            words = self.words.set_up.seat(seat, self.content.roles[role].name)
            self._text(words, Rect(10, y, name - 12, height), 10.5, out)
            width = (self.page.w - name) / max(5, len(hand))
            for i, card in enumerate(hand):
                self._card(card, Rect(name + i * width, y + 0.8, width - 1.2, height - 1.6), out)
            y += height

    def _card(self, id: str, box: Rect, out: list[Item], number: str = "") -> None:
        """A resource card as a small plate: perhaps its place in the deck, its icon and its name."""
        look = self.look.resource_look[id]
        ink = self.style.ink(look.role)
        out.append(Path(rectangle(box, 1), fill=self.style.paper, stroke=self.style.ink("line"), width=0.2))
        x = box.x + 0.8
        if number:
            self._text(number, Rect(x, box.y, 4.6, box.h), 7, out, colour="muted", align="right")
            x += 5.2
        side = min(box.h - 1.2, 5.0)
        out.append(self.painter.icon(look.icon, Rect(x, box.cy - side / 2, side, side), ink))
        x += side + 0.9
        name = self.content.resource_cards[id].name.replace(" ", "\u00a0")
        self._text(name, Rect(x, box.y, box.right - x - 0.2, box.h), 9, out)

    def deck(self) -> tuple[str, Drawing]:
        """The rest of the resource deck from top to bottom."""
        out = self._head(self.words.deck(self.deal.number))
        dealt = sum(len(hand) for hand in self.deal.hands)
        rest = self.deal.resources[dealt:]
        y = HEAD
        self._text(
            self.words.about_deck(dealt), Rect(0, y - 0.8, self.page.w, 4.6), 8.5, out, italic=True, colour="muted"
        )
        y += 4.6
        columns = 8
        rows = -(-len(rest) // columns)
        width, height = self.page.w / columns, min(8.6, (self.page.h - y) / max(1, rows))
        for i, card in enumerate(rest):
            column, row = divmod(i, rows)
            self._card(card, Rect(column * width, y + row * height, width - 0.8, height - 0.5), out, str(dealt + i + 1))
        return self.words.deck_label, Drawing(self.page, tuple(out))

    # ---------------------------------------------------------------- strips

    def strips(self) -> Iterator[tuple[str, Drawing]]:
        """The turns as strips, as many to a page as fit."""
        room = self.page.h - HEAD
        per_page = max(1, int(room / _STRIP))
        height = room / per_page
        for first in range(0, len(self.track), per_page):
            items = self._head(self.words.strip.title(self.deal.number))
            turns = range(first, min(first + per_page, len(self.track)))
            for place, turn in enumerate(turns):
                items += self._strip(turn, Rect(0, HEAD + place * height, self.page.w, height))
            ends = HEAD + len(turns) * height
            items.append(Path(segment(0, ends, self.page.w, ends), stroke=self.style.ink("muted"), width=0.2))
            yield self.words.strip.label(first + 1, turns[-1] + 1), Drawing(self.page, tuple(items))

    def _strip(self, turn: int, box: Rect) -> list[Item]:
        """One turn: forecast in front of the fold, flips behind it."""
        drawn, written = self.track[turn], self.deal.storm[turn]
        muted = self.style.ink("muted")
        fold = box.x + box.w * 0.575
        items: list[Item] = [
            Path(segment(box.x, box.y, box.right, box.y), stroke=muted, width=0.2),
            Path(segment(fold, box.y, fold, box.bottom), stroke=muted, width=0.3, dash=_DASH),
            self.painter.icon("scissors", Rect(box.x, box.y - 1.6, 3.2, 3.2), muted),
        ]
        look = self.look.deck_look[drawn.deck]
        head = Rect(box.x + 0.5, box.y + 2.2, 15, box.h - 4.4)
        self.painter.fill_area(rectangle(head, 1.5), head, look.role, False, items)
        ink = f"on-{look.role}"
        self._text(self.words.strip.turn, Rect(head.x, head.y + 0.5, head.w, 4), 8, items, align="center", colour=ink)
        self._text(
            str(drawn.turn),
            Rect(head.x, head.y + 4, head.w, 9),
            21,
            items,
            bold=True,
            align="center",
            family="serif",
            colour=ink,
        )
        items.append(self.painter.icon(look.icon, Rect(head.cx - 3, head.y + 13.4, 6, 6), self.style.ink(ink)))
        self._text(
            self.words.strip.deck(drawn.deck),
            Rect(head.x, head.bottom - 5, head.w, 4.5),
            7.5,
            items,
            align="center",
            colour=ink,
        )
        front = Rect(head.right + 1.5, box.y + 1.5, fold - head.right - 3, box.h - 3)
        items += self._patches(written.forecast, front, self.content.storm.forecast_cards)
        result = Rect(box.right - 17.5, box.y + 2.2, 17, box.h - 4.4)
        back = Rect(fold + 1.5, box.y + 1.5, result.x - fold - 2.5, box.h - 3)
        items += self._patches(written.flip, back, max(self.content.flips), ordered=True)
        items += self._result(turn, result)
        return items

    def _patches(self, ids: Sequence[str], box: Rect, places: int, *, ordered: bool = False) -> list[Item]:
        """Hurricane cards side by side: id and mark above, the patch below."""
        items: list[Item] = []
        gap = 1.0
        width = (box.w - gap * (places - 1)) / places
        for i, id in enumerate(ids):
            card = self.content.cards[self.content.card_number[id]]
            place = Rect(box.x + i * (width + gap), box.y, width, box.h)
            items.append(Path(rectangle(place, 1.2), fill=self.style.paper, stroke=self.style.ink("line"), width=0.25))
            words = self.words.strip.card(i + 1, id) if ordered else f"**{id}**"
            self._text(words, Rect(place.x, place.y + 0.6, width, 4.2), 10, items, align="center")
            if card.change:
                mark = "strengthen" if card.change > 0 else "weaken"
                side = 5.0
                items.append(
                    self.painter.icon(
                        mark, Rect(place.cx - side / 2, place.bottom - side - 0.5, side, side), self.style.ink(mark)
                    )
                )
            patch = Rect(place.x + 0.6, place.y + 5, width - 1.2, box.h - 5 - 5.6)
            items += MovePatch(self.content, self.painter, patch).draw(card)
        return items

    def _result(self, turn: int, box: Rect) -> list[Item]:
        """Where the flips leave the storm, to check the move by."""
        drawn = self.track[turn]
        items: list[Item] = [
            Path(rectangle(box, 1.2), fill=self.style.paper, stroke=self.style.ink("storm"), width=0.35)
        ]
        place, skipped, category = hex_name(drawn.path[-1]), len(drawn.skipped_after), drawn.category
        if category:
            piece = self.content.storm.categories[category - 1].piece
            words = self.words.strip.moved(place, skipped, category, piece)
        else:
            words = self.words.strip.faded(place, skipped)
        self._text(words, box.inset(0.6), 8.5, items, align="center", colour="storm")
        return items

    # --------------------------------------------------------------- spoiler

    def spoiler(self) -> tuple[str, Drawing]:
        """The last page: the storm's track on the map, and what it would do if nobody acted."""
        items, words = self._head(self.words.track.heading), self.words.track
        unit = map_size(self.content, 1.0)
        rows = self._rows()
        room = self.page.h - HEAD - (len(rows) + 1) * 5.6 - 9
        side = min(self.page.w / unit.w, room / unit.h)
        chart = Chart(self.content, self.painter, side, (self.page.w - unit.w * side) / 2, HEAD)
        chart.detailed, chart.road_ids = False, True
        chart.busy = [hex for turn in self.track for hex in turn.path]
        laid = Laid(chart, self.look)
        items += [*chart.ground(), *chart.roads(), *chart.cities(), *chart.starts()]
        items += laid.shade(list({hex: None for turn in self.track for hex in turn.footprint}))
        items += chart.labels()
        for turn in self.track:
            items += laid.path(turn.path)
        items += self._stops(chart)
        items += chart.frame()
        y = chart.rect.bottom + 2
        self._text(
            words.about,
            Rect(0, y, self.page.w, 4.5),
            8.5,
            items,
            italic=True,
            colour="muted",
            align="center",
        )
        table = Table(rows, look_of(self.painter), size=8.2, shares=(0.07, 0.09, 0.27, 0.15, 0.15, 0.27))
        items += table.draw(0, y + 6, self.page.w)
        return words.label, Drawing(self.page, tuple(items))

    def _stops(self, chart: Chart) -> Iterator[Item]:
        """A numbered disc where each turn ends; turns that end on the same hex share one."""
        stops: dict[Hex, list[int]] = {}
        for turn in self.track:
            stops.setdefault(turn.path[-1], []).append(turn.turn)
        ink = self.style.ink("storm")
        size = max(7.0, 1.7 * chart.side)
        for hex, turns in stops.items():
            x, y = chart.at(hex)
            words = ", ".join(map(str, turns))
            yield Path(
                ellipse(x, y, max(0.55, 0.24 + 0.24 * len(words)) * chart.side, 0.55 * chart.side),
                fill=self.style.paper,
                stroke=ink,
                width=0.3,
            )
            yield simple_line(words, x, y + 0.34 * size * MM_PER_PT, size, ink, bold=True, align="center")

    def _rows(self) -> list[list[str]]:
        """The track as a table."""
        losses = undefended(self.content, recorded_storm(self.content, self.deal), self.deal.people(self.content))
        words = self.words.track
        rows = [[words.turn, words.deck, words.flipped, words.centre, words.category, words.damage]]
        for drawn, written, loss in zip(self.track, self.deal.storm, losses, strict=True):
            way = [hex_name(drawn.path[place]) for place in (0, -1)]
            after = str(drawn.category or words.fades)
            rows.append(
                [
                    str(drawn.turn),
                    drawn.deck,
                    ", ".join(written.flip),
                    words.change(*way),
                    words.change(str(drawn.category_before), after),
                    words.loss(loss.total, loss.infrastructure, loss.people, loss.roads),
                ]
            )
        return rows

    # ---------------------------------------------------------------- played

    def played(self) -> Iterator[tuple[str, Drawing]]:
        """The recorded game of the simulated team, as proof of what can be reached."""
        witness = self.certificate.witness
        if witness is None:
            return
        words, gap = self.words.played, 6.0
        width = (self.page.w - gap) / 2
        top = HEAD + 1
        columns = [Rect(i * (width + gap), top, width, self.page.h - top) for i in range(2)]
        for number, body in enumerate(flow(list(self._story(witness)), columns), 1):
            yield words.label(number), Drawing(self.page, (*self._head(words.heading), *body))

    def _story(self, witness: Witness) -> Iterator[Block]:
        teller = Teller(self.content, self.game.files.words.tale)
        look = look_of(self.painter)
        yield Paragraph(self.words.played.about(witness.damage), look, size=9.0, before=0)
        for turn in told(teller, self.deal, witness.actions):
            yield Heading(turn.title, look, 3)
            for line in turn.lines:
                yield Paragraph(line, look, size=8.2, indent=3.4, lead="•", before=0.4, leading=1.16)
