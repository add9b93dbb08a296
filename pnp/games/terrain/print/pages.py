"""The dealing sheet: one deal for every table of a tournament, picked out of the deck by card numbers.

The organiser goes through the sorted Island deck once; the sheet names the pile of every card. The second page
shows the hands, so that a pile can be checked at a glance, and takes down the result of the table.
"""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from pnp.draw.drawing import Drawing, Item, Path, rectangle
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Paragraph, Table
from pnp.draw.heads import HEAD, blank_table, heading, page_head, seal
from pnp.draw.printable import Canvas, Printable, print_item
from pnp.draw.squares import Squares
from pnp.draw.text import TextStyle
from pnp.games.terrain.play.deal import Rating, Scenario
from pnp.games.terrain.print.islands import CENTRED, Artist
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent
from pnp.rules.pages import look_of

_COLUMNS = 15
_GAP = 3.0
_RESULT_ROW = 6.6
_RESULT_SHARES = (0.08, 0.36, 0.14, 0.12, 0.12, 0.18)


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Scenario, *, solutions: bool
) -> list[Printable]:
    """Return the dealing sheet of a deal; there is nothing to solve in it."""
    sheet = DealingSheet(content, painter, canvas.upright, scenario)
    seed, words = scenario.deal.number, sheet.words
    pages = (
        print_item(sheet.dealing(), label=words.dealing_label),
        print_item(sheet.hands(), label=words.hands_label),
    )
    title = words.title(seed, scenario.deal.players)
    return [Printable(f"deal-{seed:04d}", title, "page", canvas.upright, pages, group=f"deal-{seed:04d}")]


class DealingSheet(Artist):
    """Draws the two pages of one deal."""

    def __init__(self, content: GameContent, painter: Painter, page: Size, scenario: Scenario) -> None:
        super().__init__(content)
        self.painter, self.page, self.deal, self.seal = painter, page, scenario.deal, scenario.seal
        self.words = self.said.deal
        self.look = look_of(painter)
        self.rating = scenario.certificate.rating
        self.hands_by_round, self.players = scenario.deal.hands, scenario.deal.players

    # ------------------------------------------------------------- texts

    def _head(self, title: str) -> list[Item]:
        role, icon = self.game.game.cover.role, self.game.game.cover.icon
        content = self.seal.content or self.game.hash
        sealed = seal(self.game.words, self.deal.number, self.deal.format, content, self._verdict())
        return page_head(self.painter, self.page.w, role, icon, title, sealed)

    def _verdict(self) -> str:
        if self.rating is None or self.rating.mean_score is None:
            return self.words.rating.not_rated
        return self.words.rating.verdict(self.rating.interesting, f"{self.rating.mean_score:g}")

    def _heading(self, text: str, y: float, out: list[Item]) -> float:
        return heading(self.painter, text, self.game.game.cover.role, 0, y, self.page.w, out)

    def _block(self, block: Block, y: float, out: list[Item]) -> float:
        out += block.draw(0, y, self.page.w)
        return y + block.height(self.page.w)

    def _text(self, text: str, y: float, out: list[Item]) -> float:
        return self._block(Paragraph(text, self.look, size=9.0, leading=1.22), y, out) + 1.2

    # ------------------------------------------------------------ page 1

    def dealing(self) -> Drawing:
        """Draw the organiser's page."""
        out = self._head(self.words.dealing_heading(self.deal.number))
        y = self._text(self.words.about(self.players, len(self.hands_by_round)), HEAD, out)
        y = self._islands(y + _GAP - 1, out)
        y = self._requests(y + _GAP, out)
        y = self._awards(y + _GAP, out)
        if self.rating:
            self._rating(self.rating, y + _GAP, out)
        return Drawing(self.page, tuple(out))

    def piles(self) -> dict[int, str]:
        """Return card number → pile: the seat, and a letter for the round."""
        return {
            card: f"{seat}{letter}"
            for letter, hands in zip(ascii_lowercase, self.hands_by_round, strict=False)
            for seat, hand in enumerate(hands, 1)
            for card in hand
        }

    def _islands(self, y: float, out: list[Item]) -> float:
        y = self._heading(self.words.islands, y, out)
        letters = (self.words.pile(ascii_lowercase[i], i + 1) for i in range(len(self.hands_by_round)))
        y = self._text(self.words.about_islands(", ".join(letters)), y, out)
        piles, none = self.piles(), self.words.no_pile
        cells = [(str(card), piles.get(card, none)) for card in range(1, len(self.content.cards) + 1)]
        return self._grid(cells, y, 9.6, out, shaded=lambda pile: pile.endswith("b"))

    def _requests(self, y: float, out: list[Item]) -> float:
        count = self.content.options.play.open_requests
        y = self._heading(self.words.requests, y, out)
        y = self._text(self.words.about_requests(count), y, out)
        cells = [(request, "") for request in self.deal.requests]
        return self._grid(cells, y, 6.6, out, framed=count)

    def _awards(self, y: float, out: list[Item]) -> float:
        play = self.content.options.play
        y = self._heading(self.words.awards, y, out)
        awards, start = self.deal.awards, 0
        rows: list[list[str]] = []
        for number in range(len(self.hands_by_round)):
            count = play.awards_per_round + (self.deal.extra_awards if number == 0 else 0)
            shown = (
                self.words.award(award, self.content.awards[award].title) for award in awards[start : start + count]
            )
            rows.append([self.words.opened(number + 1), ", ".join(shown)])
            start += count
        rows.append([self.words.not_needed, ", ".join(awards[start:])])
        return self._block(Table(rows, self.look, head=False, size=8.5, before=0, shares=(0.2, 0.8)), y, out)

    def _rating(self, rating: Rating, y: float, out: list[Item]) -> None:
        words = self.words.rating
        y = self._heading(words.heading, y, out)
        rows = [["", *(self.words.seat(seat + 1) for seat in range(self.players))]]
        if rating.seat_share:
            rows.append([words.wins, *map(words.share, rating.seat_share)])
        if rating.mean_scores:
            rows.append([words.score, *(f"{score:.1f}" for score in rating.mean_scores)])
        y = self._block(Table(rows, self.look, size=8.5, before=0), y, out)
        if facts := " ".join(self._facts(rating)):
            self._text(facts, y + 1.5, out)

    def _facts(self, rating: Rating) -> Iterator[str]:
        words = self.words.rating
        if rating.games:
            yield words.games(rating.games, f"{rating.requests_each:g}", f"{rating.awards_left:g}")
        passed = [check for check, verdict in self.seal.verdicts.items() if verdict == "ok"]
        if len(passed) > 1:
            yield words.checks(passed[0], passed[-1])

    def _grid(
        self,
        cells: Sequence[tuple[str, str]],
        y: float,
        height: float,
        out: list[Item],
        *,
        framed: int = 0,
        shaded: Callable[[str], bool] | None = None,
    ) -> float:
        """Draw short texts in rows, each with a line below it if there is one; return where the grid ends."""
        ink, muted = self.painter.style.ink("ink"), self.painter.style.ink("muted")
        board = Squares(_COLUMNS, -(-len(cells) // _COLUMNS), self.page.w / _COLUMNS, height, 0.0, y)
        for number, (upper, lower) in enumerate(cells):
            box = board.numbered(number)
            if shaded is not None and shaded(lower):
                self.painter.fill_area(rectangle(box), box, "shade", False, out)
            frame = number < framed
            out.append(
                Path(
                    rectangle(box.inset(0.3 if frame else 0)),
                    stroke=ink if frame else self.look.line,
                    width=0.6 if frame else 0.15,
                )
            )
            if not lower:
                self.painter.set_text(upper, CENTRED._replace(bold=frame, most=10.0), box, ink, out)
                continue
            half = height * 0.42
            small = CENTRED._replace(bold=False, most=7.5)
            self.painter.set_text(upper, small, Rect(box.x, box.y, box.w, half), muted, out)
            below = Rect(box.x, box.y + half * 0.92, box.w, height - half)
            self.painter.set_text(lower, CENTRED._replace(most=12.0), below, ink, out)
        return board.rect.bottom

    # ------------------------------------------------------------ page 2

    def hands(self) -> Drawing:
        """Draw every hand card by card, and room for the result."""
        out = self._head(self.words.hands_heading(self.deal.number))
        result = 8.0 + _RESULT_ROW * (self.players + 1) + 14
        rows = self.players * len(self.hands_by_round)
        room = self.page.h - HEAD - result - 9.0 * len(self.hands_by_round)
        step = min(20.0, room / rows)
        y = HEAD
        for number, hands in enumerate(self.hands_by_round):
            y = self._heading(self.words.hands(number + 1), y, out) + 1
            for seat, hand in enumerate(hands, 1):
                self._hand(f"{seat}{ascii_lowercase[number]}", seat, sorted(hand), Rect(0, y, self.page.w, step), out)
                y += step
        self._result(y + 2, out)
        return Drawing(self.page, tuple(out))

    def _hand(self, pile: str, seat: int, hand: Sequence[int], row: Rect, out: list[Item]) -> None:
        label = 17.0
        ink = self.painter.style.ink("ink")
        big = TextStyle("serif", True, False, 9, 14, "left", "middle")
        self.painter.set_text(pile, big, Rect(0, row.y, 8, row.h - 2), ink, out)
        small = TextStyle("sans", False, False, 7, 8, "left", "middle")
        self.painter.set_text(
            self.words.seat(seat), small, Rect(7.5, row.y, label - 7, row.h - 2), self.look.muted, out
        )
        pitch = (row.w - label) / len(hand)
        size = min((pitch - 1.6) / 2, row.h - 5.6)
        for number, card in enumerate(hand):
            x = label + number * pitch + (pitch - 2 * size) / 2
            for i, terrain in enumerate(self.content.faces(card)):
                place = Rect(x + i * size, row.y, size, size)
                out.append(self.tiles.draw(self.painter, self.terrains[terrain], place))
            out.append(Path(rectangle(Rect(x, row.y, 2 * size, size)), stroke=ink, width=0.2))
            self.painter.set_text(str(card), CENTRED._replace(most=8.5), Rect(x, row.y + size, 2 * size, 3.8), ink, out)

    def _result(self, y: float, out: list[Item]) -> None:
        points, words = self.content.options.tournament, self.words.result
        y = self._heading(words.heading, y, out)
        y = self._text(words.about(points.beaten_table, points.level_table), y, out)
        high = min(2 * _RESULT_ROW * (self.players + 1), self.page.h - y)
        seats = [str(seat + 1) for seat in range(self.players)]
        heads = (words.seat, words.player, words.requests, words.awards, words.score, words.points)
        out += blank_table(
            self.painter, list(zip(heads, _RESULT_SHARES, strict=True)), seats, Rect(0, y, self.page.w, high)
        )
