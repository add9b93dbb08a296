"""The campaign sheet: whom you saved, what they lend and how often, the days and how they ended."""

# ruff: noqa: D102 (what a block's methods do is said once, in draw.flow)

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from pnp.draw.drawing import Drawing, Item, Path, ellipse, rectangle, segment
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.flow import Block, draw_stack, stack_height
from pnp.draw.text import simple_line
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Citizen
from pnp.games.tempest.play.deal import FINAL, Scenario, SheetNote
from pnp.games.tempest.print import sheetwords as say
from pnp.games.tempest.print.daypages import PageMaker
from pnp.games.tempest.print.daysheet import HEAD, Corner, page_head
from pnp.games.tempest.print.graphpaper import MapView, draw_map, view_of_day, view_of_final
from pnp.games.tempest.print.sheetblocks import SMALL, Pen, Steps, Title
from pnp.geometry import Rect, Size

_POINTS = (8.5, 8.0, 7.5, 7.0)
_TICK = 4.0
_MARK = 7.0


class Row(NamedTuple):
    """A citizen of the table, the days on which they can be saved, and their letter where it is known."""

    citizen: Citizen
    days: tuple[int, ...]
    mark: str = ""


class SavedTable(Block):
    """Citizens with a box for each day they may be saved on, their power, and its uses day by day."""

    _HEAD, _DAY, _NAME, _PAD = 5.0, 19.0, 28.0, 2.0

    def __init__(self, pen: Pen, content: TempestContent, rows: Sequence[Row], *, before: float = 1.0) -> None:
        self.pen, self.content, self.rows, self.before = pen, content, rows, before
        self.last = content.days[-1].id + 1
        first = min((min(row.days) for row in rows), default=1) + content.switches.powers_after_days
        self.days = range(first, self.last + 1)
        self.saved = 6.0 + (_TICK + 0.8) * max((len(row.days) for row in rows), default=1)
        self.saved += _MARK if any(row.mark for row in rows) else 0.0
        self.texts = [pen.words(row.citizen.said(content.words)) for row in rows]
        self.stretch = 0.0

    def _room(self, width: float) -> float:
        return width - self.saved - self._NAME - self._DAY * len(self.days)

    def _row(self, i: int, width: float) -> float:
        return max(_TICK + 1.2, self.texts[i].height(self._room(width) - 3)) + self._PAD + self.stretch

    def height(self, width: float) -> float:
        return self._HEAD + fsum(self._row(i, width) for i in range(len(self.rows)))

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        self._heads(x, y, width, items)
        y += self._HEAD
        for i in range(len(self.rows)):
            high = self._row(i, width)
            self._citizen(i, Rect(x, y, width, high), items)
            y += high
        items.append(Path(segment(x, y, x + width, y), stroke=self.pen.ink("line"), width=0.2))
        return items

    def _columns(self, x: float, width: float) -> list[tuple[int, Rect]]:
        left = x + width - self._DAY * len(self.days)
        return [(day, Rect(left + i * self._DAY, 0, self._DAY, 0)) for i, day in enumerate(self.days)]

    def _heads(self, x: float, y: float, width: float, out: list[Item]) -> None:
        words = self.pen.say.campaign
        heads = [(words.saved, x, self.saved), (words.citizen, x + self.saved, self._NAME)]
        heads.append((words.lends_you, x + self.saved + self._NAME, self._room(width)))
        for text, left, wide in heads:
            self.pen.line(text, Rect(left, y, wide, self._HEAD), 7.5, out, colour="muted")
        for day, place in self._columns(x, width):
            title = words.final_day_head if day == self.last else words.day_head(day)
            box = Rect(place.x, y, place.w, self._HEAD)
            self.pen.line(title, box, 7.5, out, align="center", colour="muted")

    def _citizen(self, i: int, box: Rect, out: list[Item]) -> None:
        pen, row, text = self.pen, self.rows[i], self.texts[i]
        out.append(Path(segment(box.x, box.y, box.right, box.y), stroke=pen.ink("line"), width=0.2))
        cy = box.cy
        for n, day in enumerate(row.days):
            tick = Rect(box.x + n * (_TICK + 0.8), cy - _TICK / 2, _TICK, _TICK)
            out.append(Path(rectangle(tick, 0.5), stroke=pen.ink("ink"), width=0.3))
            if len(row.days) > 1:
                ink = pen.ink("muted")
                out.append(simple_line(str(day), tick.cx, tick.cy + 0.85, SMALL, ink, align="center"))
        if row.mark:
            mark = Rect(box.x + self.saved - _MARK, box.y, _MARK, box.h)
            pen.line(row.mark, mark, 8.5, out, colour="muted")
        name = Rect(box.x + self.saved, box.y, self._NAME - 1, box.h)
        pen.line(row.citizen.name, name, 10.5, out, bold=True, family="serif")
        room = self._room(box.w)
        high = text.height(room - 3)
        out += text.draw(box.x + self.saved + self._NAME, cy - high / 2, room - 3)
        from_day = min(row.days) + self.content.switches.powers_after_days
        uses = getattr(row.citizen.power, "uses", 0)
        for day, place in self._columns(box.x, box.w):
            cell = Rect(place.x, box.y, place.w, box.h)
            out.append(Path(segment(cell.x, cell.y, cell.x, cell.bottom), stroke=pen.ink("line"), width=0.15))
            if day < from_day:
                pen.line("–", cell, 8, out, align="center", colour="line")
            elif uses:
                self._uses(uses, cell, out)
            else:
                pen.line(pen.say.campaign.always, cell, 7.5, out, align="center", colour="muted")

    def _uses(self, uses: int, cell: Rect, out: list[Item]) -> None:
        pitch = min(_TICK + 1.0, (cell.w - 1) / uses)
        for i in range(uses):
            cx = cell.cx + (i - (uses - 1) / 2) * pitch
            ring = ellipse(cx, cell.cy, min(_TICK, pitch - 0.4) / 2)
            out.append(Path(ring, stroke=self.pen.ink("storm-deck"), width=0.3))


class Overview(Block):
    """The maps of a campaign in small, side by side, each with its name."""

    _GAP, _WORDS = 5.0, 9.0

    def __init__(self, pen: Pen, maps: Sequence[tuple[str, str, MapView]], *, before: float = 2.0) -> None:
        self.pen, self.maps, self.before = pen, maps, before

    def _side(self, width: float) -> float:
        return min(46.0, (width - self._GAP * (len(self.maps) - 1)) / len(self.maps))

    def height(self, width: float) -> float:
        return self._side(width) + self._WORDS

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        side = self._side(width)
        gap = (width - side * len(self.maps)) / max(1, len(self.maps) - 1)
        for i, (title, note, view) in enumerate(self.maps):
            left = x + i * (side + gap)
            self.pen.line(title, Rect(left, y, side, 4.8), 10, items, bold=True, family="serif", colour="storm-deck")
            self.pen.line(note, Rect(left, y + 4.4, side, 3.8), 7.5, items, colour="muted")
            items += draw_map(self.pen.painter, view, Rect(left, y + self._WORDS, side, side), coordinates=False)
        return items


class Results(Block):
    """A table with a line for each day, to be filled in."""

    _HEAD, _ROW = 5.0, 7.0

    def __init__(
        self, pen: Pen, heads: Sequence[tuple[str, float]], rows: Sequence[Sequence[str]], *, before: float = 1.0
    ) -> None:
        self.pen, self.heads, self.rows, self.before = pen, heads, rows, before
        self.stretch = 0.0

    def height(self, width: float) -> float:
        return self._HEAD + (self._ROW + self.stretch) * len(self.rows)

    def draw(self, x: float, y: float, width: float) -> list[Item]:
        items: list[Item] = []
        high = self._ROW + self.stretch
        for number, row in enumerate([[head for head, _ in self.heads], *self.rows]):
            left = x
            top = y if number == 0 else y + self._HEAD + (number - 1) * high
            for text, (_, share) in zip(row, self.heads, strict=True):
                cell = Rect(left, top, share * width, self._HEAD if number == 0 else high)
                first = left == x
                if number:
                    items.append(Path(rectangle(cell), stroke=self.pen.ink("line"), width=0.2))
                if text:
                    place = Rect(cell.x + (1.5 if first and number else 0.3), cell.y, cell.w - 1.8, cell.h)
                    colour = "ink" if number else "muted"
                    align = "left" if first else "center"
                    size = 8.5 if number else 7.5
                    self.pen.line(text, place, size, items, bold=first and number > 0, align=align, colour=colour)
                left += cell.w
        return items


class CampaignSheet:
    """Makes the sheet of one game: blank, or for a seed."""

    def __init__(self, maker: PageMaker, painter: Painter, page: Size) -> None:
        self.maker, self.painter, self.page = maker, painter, page
        self.content, self.words = maker.content, maker.words

    def blank(self) -> Drawing:
        """Return a sheet for any campaign."""
        content, words, titles = self.content, self.words.campaign, self.words.titles
        rows = [
            Row(citizen, days)
            for _, citizen in sorted(content.citizens.items())
            if (days := tuple(day.id for day in content.days if day.ranks >= citizen.rank))
        ]
        lines = [
            [titles.day(day.id), say.square_map(content, day.size), str(day.rescues), "", "", ""]
            for day in content.days
        ]
        lines.append([words.final_day, say.square_map(content, content.final.size), words.target, "", "", ""])
        heads = [("", 0.16), (words.map, 0.18), (words.to_win, 0.14)]
        heads += [(words.rescued, 0.16), (words.health, 0.18), (words.rounds, 0.18)]
        corner = self.maker.to_write(self.words.corner.name, self.words.corner.date)
        return self._page(self.words.titles.campaign, self._span(), corner, rows, heads, lines, [])

    def seeded(self, scenario: Scenario) -> Drawing:
        """Return the first page of a campaign from a seed."""
        content, words, titles = self.content, self.words.campaign, self.words.titles
        rows = [
            Row(citizen, (day.day,), f"{day.day}{entry.letter}")
            for day in scenario.deal.days
            for entry in day.citizens
            if (citizen := content.citizen_named(entry.name)) is not None
        ]
        notes = scenario.certificate.notes
        lines, maps = [], []
        for entry in scenario.deal.days:
            day, note = content.day(entry.day), notes.get(str(entry.day))
            lines.append([titles.day(day.id), *self._rated(note), str(day.rescues), "", "", ""])
            maps.append((titles.day(day.id), say.square_map(content, entry.size), view_of_day(entry)))
        if (final := scenario.deal.final) is not None:
            drawn = content.maps[final.map]
            lines.append([words.final_day, *self._rated(notes.get(FINAL)), words.target, "", "", ""])
            icon = self.maker.icons["beast", final.beast]
            view = view_of_final(drawn, content.final.ranks, icon)
            maps.append((words.final_day, words.final_map(drawn.name, content.beasts[final.beast].name), view))
        heads = [("", 0.15), (self.words.corner.rating, 0.13), (self.words.corner.par, 0.12), (words.to_win, 0.15)]
        heads += [(words.rescued, 0.15), (words.health, 0.15), (words.rounds, 0.15)]
        corner = self.maker.campaign_corner(scenario)
        title = titles.of_seed(self.maker.game.game.title)
        return self._page(title, self._span(), corner, rows, heads, lines, maps)

    def _span(self) -> str:
        span, variant = self.content.words.campaign.span(len(self.content.days)), say.variant_title(self.content)
        return f"{span} · {variant}" if variant else span

    def _page(
        self,
        title: str,
        subtitle: str,
        corner: Corner,
        rows: Sequence[Row],
        heads: Sequence[tuple[str, float]],
        lines: Sequence[Sequence[str]],
        maps: Sequence[tuple[str, str, MapView]],
    ) -> Drawing:
        words, page, icon = self.words.campaign, self.page, self.maker.game.game.cover.icon
        room = page.h - HEAD
        for points in _POINTS:
            pen = Pen(self.painter, self.words, points)
            table, results = SavedTable(pen, self.content, rows), Results(pen, heads, lines)
            blocks: list[Block] = (
                [Overview(pen, maps), Title(pen, words.whom_saved)]
                if maps
                else [Title(pen, words.whom_saved, words.on_which_day)]
            )
            blocks += [table, Title(pen, words.how_ended), results, Title(pen, words.way_on)]
            blocks.append(Steps(pen, say.way_on(self.content)))
            spare = room - stack_height(blocks, page.w)
            if spare >= 0:
                table.stretch = min(5.0, spare * 0.6 / max(1, len(rows)))
                results.stretch = min(6.0, (room - stack_height(blocks, page.w)) * 0.5 / len(lines))
                gap = min(9.0, (room - stack_height(blocks, page.w)) / 3)
                for block in blocks[1:]:
                    block.before += gap if isinstance(block, Title) else 0.0
                items = page_head(pen, page.w, icon, title, subtitle, corner)
                return Drawing(page, (*items, *draw_stack(blocks, 0, HEAD, page.w)))
        raise FaceFault("overflow", f"the campaign sheet is {-spare:.0f} mm too high", "sheet")

    def _rated(self, note: SheetNote | None) -> list[str]:
        words = self.words.corner
        return [words.rated(note.rating), words.at_par(note.par, note.exact)] if note else ["–", "–"]
