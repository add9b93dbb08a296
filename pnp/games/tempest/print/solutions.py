"""What spoils a sheet: the order of its sealed decks, and the play that proves par with a small map for every round."""

# ruff: noqa: D102 (what a block's methods do is said once, in draw.flow)

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.draw.drawing import Drawing, Item
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, flow
from pnp.draw.text import TextStyle
from pnp.games.tempest.content.words import TitleWords
from pnp.games.tempest.play.deal import FINAL, Scenario
from pnp.games.tempest.play.story import DayStory, Round, retell, summed
from pnp.games.tempest.print.daypages import PageMaker
from pnp.games.tempest.print.daysheet import HEAD, page_head
from pnp.games.tempest.print.graphpaper import draw_map
from pnp.games.tempest.print.sheetblocks import SMALL, Pen, Title
from pnp.games.tempest.print.sheettables import SealedDecks
from pnp.geometry import Rect, Size

_GAP = 6.0
_ABREAST = 2
_LEAST, _MOST = 44.0, 88.0
"""Height of a row of rounds."""

_WORDS, _NARROW = 19.0, 35.0
"""Height of the words where they stand below the map, and their least width beside it."""


class RoundRow(Block):
    """Rounds side by side, each with its map and what happened; tall rows have the words below the map."""

    def __init__(self, pen: Pen, rounds: Sequence[Round], high: float) -> None:
        self.pen, self.rounds, self.high, self.before = pen, rounds, high, 2.0

    def height(self, width: float) -> float:
        return self.high

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        each = (width - _GAP * (_ABREAST - 1)) / _ABREAST
        below = self.high - _WORDS > each - _NARROW
        side = min(each, self.high - _WORDS) if below else min(self.high, each - _NARROW)
        for i, one in enumerate(self.rounds):
            left = x + i * (each + _GAP)
            items += draw_map(self.pen.painter, one.view, Rect(left, y, side, side))
            words = Rect(left + side + 3, y, each - side - 3, self.high)
            if below:
                words = Rect(left, y + side + 1.5, each, self.high - side - 1.5)
            self._words(one, words, items)
        return items

    def _words(self, one: Round, box: Rect, out: list[Item]) -> None:
        """Set what happens in a round."""
        say, moves = self.pen.say.solution, ", ".join(one.moves)
        lines = [say.round(one.number, one.storm)]
        if one.card or moves:
            lines.append(say.turn(one.card, moves or say.stay))
        if events := summed(one.events):
            lines.append("; ".join(events) + ".")
        style = TextStyle("sans", False, False, SMALL, 9.5, "left", "top", 1.16)
        self.pen.painter.set_text("\n".join(lines), style, box, self.pen.ink("ink"), out)


def solution_pages(maker: PageMaker, painter: Painter, page: Size, scenario: Scenario) -> Iterator[tuple[str, Drawing]]:
    """Yield the pages of the witness."""
    stories = retell(maker.content, scenario)
    pen, room = maker.pen(painter), Rect(0, HEAD, page.w, page.h - HEAD)
    high = max(_LEAST, (room.h - 22) / 5 - 2)
    if len(stories) == 1:
        rows = -(-len(stories[0].rounds) // _ABREAST)
        high = max(_LEAST, min(_MOST, (room.h - 12) / rows - 2))
    blocks = [block for story in stories for block in _story(pen, story, scenario, high)]
    corner = maker.corner(scenario, stories[0].title) if len(stories) == 1 else maker.campaign_corner(scenario)
    say = maker.words.solution
    for number, body in enumerate(flow(blocks, [room]), 1) if blocks else ():
        head = page_head(pen, page.w, "key", say.heading, say.about, corner)
        yield maker.words.labels.solution(number), Drawing(page, (*head, *body))


def deck_pages(maker: PageMaker, painter: Painter, page: Size, scenario: Scenario) -> Iterator[tuple[str, Drawing]]:
    """Yield the pages that tell how to stack the decks of every day."""
    pen = maker.pen(painter)
    deal = scenario.deal
    entries = [(str(entry.day), entry.decks) for entry in deal.days]
    if deal.final is not None:
        entries.append((FINAL, deal.final.decks))
    blocks: list[Block] = []
    for day, decks in entries:
        blocks += [Title(pen, _day_name(maker.words.titles, day), "", before=4.0), SealedDecks(pen, decks.suits)]
    corner = maker.corner(scenario, entries[0][0]) if len(entries) == 1 else maker.campaign_corner(scenario)
    say = maker.words.solution
    for number, body in enumerate(flow(blocks, [Rect(0, HEAD, page.w, page.h - HEAD)]), 1):
        head = page_head(pen, page.w, "key", say.decks, say.about_decks, corner)
        yield maker.words.labels.decks(number), Drawing(page, (*head, *body))


def _day_name(titles: TitleWords, day: str) -> str:
    return titles.final_day if day == FINAL else titles.day(int(day))


def _story(pen: Pen, story: DayStory, scenario: Scenario, high: float) -> Iterator[Block]:
    """Yield a day: its heading and its rounds two by two."""
    note = scenario.certificate.notes.get(story.title)
    say, name = pen.say.solution, _day_name(pen.say.titles, story.title)
    home = ", ".join(story.result.rescued if story.result else ())
    par = say.par(pen.say.corner.at_par(note.par, note.exact)) if note else ""
    yield Title(pen, say.home_at_last(name, home), par, before=4.0)
    for first in range(0, len(story.rounds), _ABREAST):
        yield RoundRow(pen, story.rounds[first : first + _ABREAST], high)
