"""A scenario on paper: a page for the players, and apart from it a page for a helper and the recorded game.

The players' page stacks each deck by two deals onto piles, so one can set up alone and see no card. The
helper's page shows the same decks by their faces. A competition is shuffled every turn, so its pages fix the
beginning only.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from pnp.draw.drawing import Drawing
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.flow import Block, Paragraph, Table, flow
from pnp.draw.heads import HEAD, blank_table, heading, page_head, seal
from pnp.draw.printable import Canvas, Printable, PrintItem, print_item
from pnp.draw.squares import Squares
from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.tables import sorted_deck
from pnp.games.horde.content.words import Side, Words
from pnp.games.horde.play.deal import Scenario, Witness
from pnp.games.horde.play.scenario import replay
from pnp.games.horde.play.story import journal
from pnp.games.horde.print.drawings import suit_ink
from pnp.games.horde.print.sketch import Sketch
from pnp.games.horde.print.stacking import deals_for
from pnp.geometry import Rect, Size
from pnp.load.game import GameContent
from pnp.rules.pages import look_of

_ROW = 12
"""Cards to a row of a list of faces."""

_DEAL_ROW, _DEAL_GROUP = 18, 6
"""Cards to a row of a list of piles, and to a group that is told apart by its ground."""

_GAP = 3.0
_LABEL = 30.0
_SLOT = 3.4
_RESULT = 8.0
_RESULT_SHARES = (0.16, 0.36, 0.12, 0.12, 0.24)


_SIDES: tuple[Side, Side] = ("left", "right")


class Stack(NamedTuple):
    """A deck in its order, the top card first, and where its first cards go at set-up."""

    title: str
    deck: str
    role: str
    cards: Sequence[str]
    slots: tuple[str, ...] = ()


def scenario_printables(
    content: GameContent, painter: Painter, canvas: Canvas, scenario: Scenario, *, solutions: bool
) -> list[Printable]:
    """Return the page of a scenario; with solutions also the helper's page and the recorded game that wins it."""
    pages = ScenarioPages(content, painter, canvas.upright, scenario)
    seed = scenario.deal.number
    words, alone = pages.words, pages.alone
    found = [pages.printable("players", words.title(alone, seed), [pages.players()])]
    if solutions:
        helper = pages.printable("helper", words.helper_title(alone, seed), [pages.helper()])
        found.append(helper._replace(secret=True))
    if solutions and pages.witness is not None:
        won = pages.printable("solution", words.solution_title(alone, seed), list(pages.solution(pages.witness)))
        found.append(won._replace(secret=True))
    return found


class ScenarioPages:
    """Draws the pages of one scenario."""

    def __init__(self, content: GameContent, painter: Painter, page: Size, scenario: Scenario) -> None:
        self.game, self.painter, self.page = content, painter, page
        self.deal, self.seal = scenario.deal, scenario.seal
        self.content: HordeContent = content.compiled
        spoken: Words = content.files.words
        self.words, self.story = spoken.scenario, spoken.story
        self.icons = {letter: suit.icon for letter, suit in content.files.decks.suits.items()}
        self.alone, self.seed = self.deal.alone, self.deal.number
        self.rating, self.witness = scenario.certificate.rating, scenario.certificate.witness
        self.look = look_of(painter)
        self.role = content.game.cover.role

    def printable(self, what: str, title: str, drawings: Sequence[Drawing]) -> Printable:
        """Return pages as a component."""
        id_ = f"{'scenario' if self.alone else 'competition'}-{self.seed:04d}-{what}"
        items: tuple[PrintItem, ...] = tuple(print_item(d, label=title) for d in drawings)
        return Printable(id_, title, "page", self.page, items, group=id_)

    # --------------------------------------------------------------- facts

    def verdict(self) -> str:
        """Return the rating in a few words."""
        if not self.rating:
            return self.words.not_rated
        return self.words.stars(self.rating.stars or 0)

    def proof(self) -> str:
        """Return what the recorded game and the rating games say."""
        if not self.alone:
            return self.words.race
        facts = []
        if self.rating:
            rating = self.rating
            facts.append(self.words.won_by_bots(rating.stars or 0, rating.win_share, rating.games))
        if self.witness:
            end = replay(self.content, self.deal, self.witness.actions).result()
            facts.append(self.words.winnable(end["turn"], end["survivors"][0], end["pack"][0]))
        return " ".join(facts) or self.words.unrated

    def stacks(self) -> Iterator[Stack]:
        """Yield all decks in the order of set-up."""
        words, start = self.words.stacks, self.deal.start
        roles = {str(letter): name for letter, name in self.content.names.roles.items()}
        for seat, horde in enumerate(self.deal.hordes):
            side = None if self.alone else _SIDES[seat]
            four = tuple(roles[self.content.role_of(card)] for card in horde.aval)
            yield Stack(words.aval(side), "wit", "horde", horde.aval, four)
            yield Stack(words.wit(side), "wit", "horde", horde.wit)
            yield Stack(words.pack(side), "pack", "horde", horde.pack)
        encounters, breezes = tuple(start.encounter_slots), tuple(start.breeze_slots)
        yield Stack(words.encounters, "encounters", "adversity", self.deal.encounters, encounters)
        yield Stack(words.breezes, "breezes", "adversity", self.deal.breezes, breezes)

    def decks(self) -> Iterator[Stack]:
        """Yield the decks as they are stacked: those who begin on top of the others."""
        stacks = list(self.stacks())
        for stack, below in zip(stacks, [*stacks[1:], stacks[-1]], strict=True):
            if stack.deck == "wit" and stack.slots:
                yield below._replace(cards=[*stack.cards, *below.cards])
            elif stack.deck != "wit":
                yield stack

    # --------------------------------------------------------------- pages

    def _start(self, title: str) -> Sketch:
        sketch = Sketch(self.painter)
        content = self.seal.content or self.game.hash
        sealed = seal(self.game.words, self.seed, self.deal.format, content, self.verdict())
        icon = self.game.game.cover.icon
        sketch.items += page_head(self.painter, self.page.w, self.role, icon, title, sealed)
        return sketch

    def players(self) -> Drawing:
        """Draw the page that players may see: rating, set-up by two deals, and a table of results."""
        rows = sum(2 * ceil(len(stack.cards) / _DEAL_ROW) for stack in self.decks())
        return self._filled(self._players, rows, least=4.6, most=7.0, keep=2 * _RESULT)

    def _players(self, high: float) -> tuple[Sketch, float]:
        sketch = self._start(self.words.title(self.alone, self.seed))
        w = self.page.w
        y = self._words(self.proof(), HEAD, sketch)
        y = heading(self.painter, self.words.heading, self.role, 0, y + _GAP, w, sketch.items)
        y = self._words(self._how(), y, sketch)
        for stack in self.decks():
            y = self._deals(stack, y + 2.0, high, sketch)
        y = heading(self.painter, self.words.start, self.role, 0, y + _GAP, w, sketch.items)
        y = self._words(self._lay_out(stacked=True), y, sketch)
        y = heading(self.painter, self.words.result.heading, self.role, 0, y + _GAP, w, sketch.items)
        rows = max(1, int((self.page.h - y) / _RESULT) - 1)
        table, of = Rect(0, y, w, (rows + 1) * _RESULT), self.words.result
        heads = list(zip((of.date, of.player, of.won, of.turns, of.characters), _RESULT_SHARES, strict=True))
        sketch.items += blank_table(self.painter, heads, [""] * rows, table)
        return sketch, y

    def helper(self) -> Drawing:
        """Draw the page with all faces, for somebody who does not play."""
        rows = sum(ceil(len(stack.cards) / _ROW) for stack in self.stacks())
        return self._filled(self._helper, rows, least=7.4, most=13.0, keep=0.0)

    def _helper(self, high: float) -> tuple[Sketch, float]:
        sketch = self._start(self.words.helper_title(self.alone, self.seed))
        y = self._words(self.words.helper(self.alone), HEAD, sketch)
        for stack in self.stacks():
            y = self._stack(stack, y + 2.4, high, sketch)
        y = heading(self.painter, self.words.start, self.role, 0, y + _GAP, self.page.w, sketch.items)
        return sketch, self._words(self._lay_out(), y, sketch)

    def _filled(
        self, draw: Callable[[float], tuple[Sketch, float]], rows: int, *, least: float, most: float, keep: float
    ) -> Drawing:
        """Draw a page with rows as high as it has room for; `keep` is left below."""
        sketch, end = draw(least)
        spare = (self.page.h - keep - end) / rows
        if spare < 0:
            raise FaceFault("overflow", "the lists of this scenario do not fit on one page", "printing")
        sketch, _ = draw(min(most, least + spare))
        return Drawing(self.page, tuple(sketch.items))

    def solution(self, witness: Witness) -> Iterator[Drawing]:
        """Draw the recorded game, turn by turn."""
        blocks: list[Block] = [Paragraph(self.words.solution, self.look, size=9.0, before=0)]
        rows = journal(self.content, self.story, self.icons, self.deal, witness.actions)
        blocks.append(Table(rows, self.look, size=8.5, shares=(0.06, 0.09, 0.16, 0.32, 0.27, 0.10)))
        area = Rect(0, HEAD, self.page.w, self.page.h - HEAD)
        for items in flow(blocks, [area]):
            sketch = self._start(self.words.solution_title(self.alone, self.seed))
            yield Drawing(self.page, (*sketch.items, *items))

    # --------------------------------------------------------------- parts

    def _words(self, text: str, y: float, sketch: Sketch) -> float:
        block = Paragraph(text, self.look, size=9.2, before=0)
        sketch.items += block.draw(0, y, self.page.w)
        return y + block.height(self.page.w)

    def _how(self) -> str:
        """How a deck is stacked by two deals, with the order it is sorted in first."""
        wit, pack = (sorted_deck(self.content, deck) for deck in ("wit", "pack"))
        suits = [f":{self.icons[suit]}:" for suit in dict.fromkeys(card[-1] for card in wit)]
        courts, pips = (list(dict.fromkeys(card[:-1] for card in cards)) for cards in (wit, pack))
        return self.words.how(suits, courts, pips[0], pips[-1])

    def _lay_out(self, *, stacked: bool = False) -> str:
        start = self.deal.start
        encounters, breezes = list(start.encounter_slots), list(start.breeze_slots)
        words = [self.words.first_four(stacked), self.words.first_cards(encounters, breezes)]
        if self.alone and self.deal.reshuffle == "flip":
            words.append(self.words.turn_over)
        return " ".join(words)

    def _label(self, stack: Stack, y: float, high: float, sketch: Sketch) -> None:
        label = Rect(0, y, _LABEL - 1.5, high)
        sketch.box(Rect(0, y, 1.2, high), fill=stack.role, texture=True)
        sketch.words(
            stack.title, Rect(label.x + 2.2, label.y, label.w - 2.2, high), 9.5, bold=True, align="left", leading=1.0
        )

    def _deals(self, stack: Stack, y: float, high: float, sketch: Sketch) -> float:
        """Draw both deals of a deck: the number of the pile for each card, from the top of the deck."""
        deals = deals_for(sorted_deck(self.content, stack.deck), stack.cards)
        self._label(stack, y, high, sketch)
        sketch.words(
            self.words.piles(deals.piles), Rect(2.2, y + high, _LABEL - 3.7, high), 8.0, align="left", role="muted"
        )
        word = 12.0
        w = (self.page.w - _LABEL - word) / _DEAL_ROW
        for name, piles in ((self.words.first_deal, deals.first), (self.words.second_deal, deals.second)):
            sketch.words(name, Rect(_LABEL, y, word - 1, high), 8.0, align="right", role="muted")
            board = Squares(_DEAL_ROW, ceil(len(piles) / _DEAL_ROW), w, high, _LABEL + word, y)
            for number, pile in enumerate(piles):
                row, column = divmod(number, _DEAL_ROW)
                cell = board.cell(column, row)
                fill = f"{stack.role}-wash" if column // _DEAL_GROUP % 2 == row % 2 else "paper"
                sketch.box(cell, fill=fill, stroke="line", width=0.15)
                sketch.words(str(pile), cell, 11.0)
            y += board.rect.h + 0.6
        return y

    def _stack(self, stack: Stack, y: float, high: float, sketch: Sketch) -> float:
        """Draw a list of cards in rows; under the first ones stand the places they go to."""
        w = (self.page.w - _LABEL) / _ROW
        self._label(stack, y, high, sketch)
        wash = f"{stack.role}-wash"
        for first in range(0, len(stack.cards), _ROW):
            row = stack.cards[first : first + _ROW]
            for column, mark in enumerate(row):
                cell = Rect(_LABEL + column * w, y, w, high)
                sketch.box(cell, fill=wash if (first + column) % 2 == 0 else "paper", stroke="line", width=0.15)
                self._face(mark, cell, sketch)
            slots = [s for s in enumerate(stack.slots) if first <= s[0] < first + _ROW]
            for number, slot in slots:
                place = Rect(_LABEL + (number - first) * w - 0.6, y + high, w + 1.2, _SLOT)
                sketch.words(slot, place, 7.5, role=stack.role, bold=len(slot) == 1)
            y += high + (_SLOT if slots else 0.0)
        return y

    def _face(self, card: str, cell: Rect, sketch: Sketch) -> None:
        side = min(5.0, cell.h * 0.52)
        sketch.words(card[:-1], Rect(cell.x, cell.y, cell.w * 0.54, cell.h), 13.0, bold=True, align="right")
        place = Rect(cell.x + cell.w * 0.58, cell.cy - side / 2, side, side)
        sketch.icon(self.icons[card[-1]], place, suit_ink(card[-1]))
