"""A sealed deal on paper: a page for the dealer, and for every seat a slip to fold that hides its goals.

A slip has three parts. The lowest is folded up over the goals, print inside; it carries decoys, so that nothing can
be read against the light. The uppermost is folded back, so that only its title shows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pnp.draw.drawing import Drawing, Group, Item, Path, Segment, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Paragraph, Table
from pnp.draw.heads import HEAD, blank_table, heading, page_head, seal
from pnp.draw.patterns import textured
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.draw.text import TextStyle
from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.content.words import Words
from pnp.games.knowledge.play.deal import Rating, Scenario
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent
from pnp.rules.pages import look_of

_GAP = 3.0
_DASH = (1.6, 1.0)
_RESULT_ROW = 10.0
_SHARES = (0.1, 0.4, 0.15, 0.2, 0.15)
_MIDDLE = TextStyle("sans", True, False, 7.0, 9.0, "center", "middle")
_TITLE = TextStyle("serif", True, False, 8.0, 12.0, "center", "middle", 1.1)


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Scenario, *, solutions: bool
) -> list[Printable]:
    """Return the dealer's page and the slips of all seats; there is nothing to solve in a deal."""
    drawn = SealedDeal(content, painter, canvas.upright, scenario)
    seed, players, words = scenario.deal.number, scenario.deal.players, drawn.words
    slips = (print_item(drawn.slip(seat), label=words.slip.label(seat + 1)) for seat in range(players))
    pages = (print_item(drawn.dealer(), label=words.deal.file_label), *slips)
    title = words.deal.title(seed, players)
    return [Printable(f"deal-{seed:04d}", title, "page", canvas.upright, pages, group=f"deal-{seed:04d}")]


class SealedDeal:
    """Draws the pages of one deal."""

    def __init__(self, content: GameContent, painter: Painter, page: Size, scenario: Scenario) -> None:
        self.game, self.painter, self.page = content, painter, page
        self.deal, self.seal = scenario.deal, scenario.seal
        self.content: KnowledgeContent = content.compiled
        self.words: Words = content.files.words
        self.style, self.look = painter.style, look_of(painter)
        self.locations: list[dict[str, Any]] = content.names["locations"]
        self.books = {book["no"]: (book, place) for place in self.locations for book in place["books"]}
        self.rating = scenario.certificate.rating
        self.colours, self.neutral = scenario.deal.colours, scenario.deal.neutral

    def _seal(self) -> str:
        words = self.words.deal.rating
        rounds = self.rating.median_rounds if self.rating else None
        rated = words.median(rounds) if rounds is not None else words.not_rated
        return seal(self.words, self.deal.number, self.deal.format, self.seal.content or self.game.hash, rated)

    def _text(self, text: str, style: TextStyle, box: Rect, out: list[Item], role: str = "ink") -> None:
        self.painter.set_text(text, style, box, self.style.ink(role), out)

    def _words(self, text: str, x: float, y: float, width: float, out: list[Item]) -> float:
        return self._block(Paragraph(text, self.look, size=9.0, leading=1.22), x, y, width, out) + 1.2

    def _block(self, block: Block, x: float, y: float, width: float, out: list[Item]) -> float:
        out += block.draw(x, y, width)
        return y + block.height(width)

    # ------------------------------------------------------------ dealer

    def dealer(self) -> Drawing:
        """Draw the page of the one who deals: colours, libraries and how to go on."""
        w, role = self.page.w, self.game.game.cover.role
        words = self.words.deal
        title = words.heading(self.deal.number)
        out = page_head(self.painter, w, role, self.game.game.cover.icon, title, self._seal())
        y = self._words(words.about(len(self.colours)), 0, HEAD, w, out)
        y = heading(self.painter, words.colours, role, 0, y + 1, w, out)
        y = self._places(y, out)
        y = heading(self.painter, words.libraries, role, 0, y + _GAP, w, out)
        y = self._libraries(y, out)
        y = heading(self.painter, words.slips, role, 0, y + _GAP, w, out)
        y = self._words(words.about_slips, 0, y, w, out)
        if self.rating:
            y = self._rating(self.rating, y + _GAP - 1, out)
        self._result(y + _GAP - 1, out)
        return Drawing(self.page, tuple(out))

    def places(self) -> list[tuple[str, bool, int]]:
        """Return what every location is in this deal and whether it is in it, in the order of the board."""
        words = self.words.deal
        uses = {colour: words.place(seat) for seat, colour in enumerate(self.colours, 1)} | {
            self.neutral: words.neutral
        }
        numbers = range(len(self.locations))
        return [(uses.get(number, words.unused), number in uses, number) for number in numbers]

    def _places(self, y: float, out: list[Item]) -> float:
        width, high = (self.page.w - 2 * (len(self.locations) - 1)) / len(self.locations), 20.0
        for i, (use, used, number) in enumerate(self.places()):
            box = Rect(i * (width + 2), y, width, high)
            place = self.locations[number]
            if used:
                self.painter.fill_area(rectangle(box, 2), box, place["id"], True, out)
            line = self.style.ink(place["id"] if used else "line")
            inner = box.inset(1.6)
            out.append(Path(rectangle(inner, 1.4), fill=self.style.ink("paper"), stroke=line, width=0.3))
            icon = Rect(inner.x + 1.4, inner.y + 1.2, 8, 8)
            out.append(self.painter.icon(place["symbol"], icon, line))
            role = "ink" if used else "muted"
            self._text(use, _MIDDLE, Rect(icon.right, inner.y, inner.right - icon.right, 10), out, role)
            self._text(place["name"], _TITLE._replace(most=11), Rect(inner.x, inner.y + 9.4, inner.w, 7), out, role)
        return y + high

    def _libraries(self, y: float, out: list[Item]) -> float:
        used = [(use, number) for use, used, number in self.places() if used]
        high = 19.0
        label = 30.0
        for use, number in used:
            place = self.locations[number]
            books: Sequence[int] = self.deal.libraries[number]
            head = Rect(0, y, label - 2, high - 2)
            self.painter.fill_area(rectangle(head, 2), head, place["id"], True, out)
            plate = head.inset(1.4)
            out.append(Path(rectangle(plate, 1.4), fill=self.style.ink("paper")))
            out.append(
                self.painter.icon(place["symbol"], Rect(plate.x + 1, plate.y + 1, 7, 7), self.style.ink(place["id"]))
            )
            self._text(use, _MIDDLE, Rect(plate.x + 8, plate.y, plate.w - 8, 8), out, "muted")
            self._text(place["name"], _TITLE._replace(most=11), Rect(plate.x, plate.y + 8, plate.w, 7), out)
            width = (self.page.w - label) / len(books)
            for i, book in enumerate(books):
                self._book(
                    book, Rect(label + i * width, y, width - 2, high - 2), out, self.words.deal.top if i == 0 else ""
                )
            y += high
        return y - 2

    def _book(self, number: int, box: Rect, out: list[Item], note: str = "") -> None:
        """Draw a book in one line of a library: number, symbol and title."""
        book, place = self.books[number]
        out.append(Path(rectangle(box, 1.5), stroke=self.style.ink(place["id"]), width=0.5))
        band = Rect(box.x, box.y, 11, box.h)
        self.painter.fill_area(rectangle(band, 1.5), band, place["id"], True, out)
        plate = band.inset(1)
        out.append(Path(rectangle(plate, 1.2), fill=self.style.ink("paper")))
        self._text(str(book["no"]), _TITLE._replace(most=15), Rect(plate.x, plate.y, plate.w, plate.h * 0.5), out)
        sign = Rect(plate.x + 1, plate.y + plate.h * 0.5, plate.w - 2, plate.h * 0.44)
        out.append(self.painter.icon(place["symbol"], sign, self.style.ink(place["id"])))
        title = Rect(band.right + 1.2, box.y + 0.8, box.w - band.w - 2.4, box.h - (4.6 if note else 1.6))
        self._text(book["title"], TextStyle("serif", True, False, 7.0, 9.5, "left", "middle", 1.1), title, out)
        if note:
            foot = Rect(title.x, box.bottom - 4.4, title.w, 4)
            self._text(note, TextStyle("sans", True, True, 7, 7.5, "left", "middle"), foot, out, "muted")

    def _rating(self, rating: Rating, y: float, out: list[Item]) -> float:
        words = self.words.deal.rating
        y = heading(self.painter, words.heading, self.game.game.cover.role, 0, y, self.page.w, out)
        rows = [["", *(words.seat(seat + 1) for seat in range(len(self.colours)))]]
        if rating.seat_share:
            rows.append([words.wins, *map(words.share, rating.seat_share)])
        y = self._block(Table(rows, self.look, size=8.5, before=0), 0, y, self.page.w, out)
        facts = list(self._facts(rating))
        return self._words(" ".join(facts), 0, y + 1.4, self.page.w, out) if facts else y

    def _result(self, y: float, out: list[Item]) -> None:
        points, words = self.content.options.tournament, self.words.deal.result
        y = heading(self.painter, words.heading, self.game.game.cover.role, 0, y, self.page.w, out)
        y = self._words(words.about(points.win, points.shared_win), 0, y, self.page.w, out)
        seats = [str(seat + 1) for seat in range(len(self.colours))]
        high = min(_RESULT_ROW * (len(seats) + 1), self.page.h - y)
        heads = (words.seat, words.player, words.round, words.goals, words.points)
        out += blank_table(self.painter, list(zip(heads, _SHARES, strict=True)), seats, Rect(0, y, self.page.w, high))

    def _facts(self, rating: Rating) -> Iterator[str]:
        words = self.words.deal.rating
        if rating.games and rating.median_rounds is not None:
            yield words.games(rating.games, rating.median_rounds)
        if rating.early is not None:
            yield words.early(self.content.options.good_deal.early_round, rating.early)
        passed = [check for check, verdict in self.seal.verdicts.items() if verdict == "ok"]
        if len(passed) > 1:
            yield words.checks(passed[0], passed[-1])

    # ------------------------------------------------------------- slips

    def slip(self, seat: int) -> Drawing:
        """Draw the slip of a seat: title, goals, and the part that covers them."""
        third = self.page.h / 3
        place = self.locations[self.colours[seat]]
        out: list[Item] = []
        self._cover(seat, place, Rect(0, 0, self.page.w, third - 3), out)
        self._goals(seat, place, Rect(0, third + 3, self.page.w, third - 6), out)
        self._screen(Rect(0, 2 * third + 3, self.page.w, third - 3), out)
        line = self.style.ink("muted")
        for y, words in ((third, self.words.slip.fold_back), (2 * third, self.words.slip.fold_up)):
            out.append(Path(segment(0, y, self.page.w, y), stroke=line, width=0.3, dash=_DASH))
            label = Rect(self.page.w / 2 - 22, y - 2.2, 44, 4.4)
            out.append(Path(rectangle(label), fill=self.style.ink("paper")))
            self._text(words, _MIDDLE._replace(bold=False, most=8), label, out, "muted")
        return Drawing(self.page, tuple(out))

    def _cover(self, seat: int, place: Mapping[str, Any], box: Rect, out: list[Item]) -> None:
        self.painter.fill_area(rectangle(box, 3), box, place["id"], True, out)
        plate = Rect(box.x + 14, box.y + 9, box.w - 28, box.h - 18)
        ink = self.style.ink(place["id"])
        out.append(Path(rectangle(plate, 3), fill=self.style.ink("paper"), stroke=ink, width=0.6))
        sign = Rect(plate.x + 8, plate.cy - 18, 36, 36)
        out.append(self.painter.icon(place["symbol"], sign, ink))
        right = Rect(sign.right + 4, plate.y, plate.right - sign.right - 8, plate.h)
        big = TextStyle("serif", True, False, 16, 30, "center", "middle")
        words = self.words.slip
        self._text(words.title(seat + 1, place["name"]), big, Rect(right.x, right.y + 8, right.w, 18), out)
        calm = TextStyle("serif", False, True, 9, 12, "center", "middle", 1.2)
        self._text(
            words.owner(place["manager"], seat + 1), calm, Rect(right.x, right.y + 27, right.w, 16), out, "muted"
        )
        small = TextStyle("sans", False, False, 7, 8.5, "center", "middle")
        self._text(words.foot(self._seal()), small, Rect(right.x, plate.bottom - 10, right.w, 7), out, "muted")

    def _goals(self, seat: int, place: Mapping[str, Any], box: Rect, out: list[Item]) -> None:
        goals: Sequence[int] = self.deal.goals[seat]
        words = self.words.slip
        style = TextStyle("serif", True, False, 11, 15, "left", "middle")
        self._text(words.goals(len(goals)), style, Rect(box.x, box.y, 60, 8), out)
        about = TextStyle("sans", False, False, 7, 9, "right", "middle", 1.15)
        self._text(words.secret, about, Rect(box.x + 62, box.y, box.w - 62, 8), out, "muted")
        width = (box.w - 4 * (len(goals) - 1)) / len(goals)
        for i, number in enumerate(goals):
            self._goal(number, Rect(box.x + i * (width + 4), box.y + 10, width, box.h - 11), out)

    def _goal(self, number: int, box: Rect, out: list[Item]) -> None:
        book, place = self.books[number]
        self.painter.fill_area(rectangle(box, 3), box, place["id"], True, out)
        ink = self.style.ink(place["id"])
        plate = box.inset(3)
        out.append(Path(rectangle(plate, 2), fill=self.style.ink("paper"), stroke=ink, width=0.4))
        big = TextStyle("serif", True, False, 14, 26, "left", "middle")
        self._text(str(book["no"]), big, Rect(plate.x + 3, plate.y + 2, 16, 13), out)
        out.append(self.painter.icon(place["symbol"], Rect(plate.right - 15, plate.y + 2.5, 12, 12), ink))
        title = Rect(plate.x + 2.5, plate.y + 17, plate.w - 5, plate.h - 27)
        self._text(book["title"], _TITLE._replace(most=14.0), title, out)
        self._text(place["name"], _MIDDLE, Rect(plate.x, plate.bottom - 8, plate.w, 6), out, "muted")

    def _screen(self, box: Rect, out: list[Item]) -> None:
        """Draw decoys on the part that covers the goals: hatching, and every book's number and symbol."""
        strip = 11.0
        area = Rect(box.x, box.y, box.w, box.h - strip)
        line = self.style.ink("line")
        hatch = textured(rectangle(area), area, "crosshatch", line, 0.25)
        decoys: list[Item] = []
        columns = 8
        rows = -(-len(self.books) // columns)
        w, h = area.w / columns, area.h / rows
        for i, (number, (_, place)) in enumerate(sorted(self.books.items())):
            row, column = divmod(i, columns)
            cell = Rect(area.x + column * w, area.y + row * h, w, h)
            self._text(str(number), _TITLE._replace(most=24), Rect(cell.x, cell.y, w * 0.5, h), decoys, "line")
            sign = Rect(cell.x + w * 0.5, cell.cy - 5, 10, 10)
            decoys.append(self.painter.icon(place["symbol"], sign, line))
        out.append(Group((*hatch, *decoys)))
        edge: tuple[Segment, ...] = rectangle(area)
        out.append(Path(edge, stroke=line, width=0.2))
        style = TextStyle("sans", False, False, 7, 9.5, "left", "middle", 1.2)
        self._text(self.words.slip.sealing, style, Rect(box.x, area.bottom + 1, box.w, strip - 1), out)
