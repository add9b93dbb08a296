"""The page of a day: map on graph paper, who is on it, the storm table, the round log, and decks below a fold.

One layout serves seeded days, the final day and blank sheets: the map is as large as the page allows beside
its panel, and text shrinks before the map does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum, inf
from typing import NamedTuple

from pnp.draw.art import draw_art
from pnp.draw.drawing import Drawing, Item, Path, Place, rectangle, segment
from pnp.draw.faces import FaceFault
from pnp.draw.flow import Block, stack_height
from pnp.draw.fonts import font
from pnp.games.tempest.print.graphpaper import TICK, MapFrame, MapView, draw_map, frame_of
from pnp.games.tempest.print.sheetblocks import WHITE, PanelMaker, Pen, Side, Title, Together
from pnp.games.tempest.print.sheettables import RoundLog, StormLine, StormTable
from pnp.geometry import Rect, Size

HEAD = 19.0
"""Height of the head of a page with the room below it."""

_BAND = 16.0
_GAP = 5.0
_LEGEND = 5.0
_LEFT_OUT = 40.0
"""How many mm of map a reminder is worth that would have to be left out."""

_PANEL = 58.0
"""Least width of the panel beside the map."""

LEAST_SQUARE = 10.2
_GOOD_SQUARE = 11.0
"""Squares are not drawn smaller than this without need, never smaller than the least."""

_POINTS = (8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.25, 7.0)
_GOOD_POINTS = 8.0


class Cell(NamedTuple):
    """A label with its value."""

    label: str
    value: str
    bolts: int = 0
    """Lightning marks before the value."""


@dataclass(frozen=True)
class Corner:
    """What stands in the corner of a page: labels with their values, and a small line below."""

    cells: Sequence[Cell] = ()
    small: str = ""


def page_head(pen: Pen, width: float, icon: str, title: str, subtitle: str, corner: Corner) -> list[Item]:
    """Return the band with title and ornament, and the plate in its corner."""
    painter, items = pen.painter, list[Item]()
    band = Rect(0, 0, width, _BAND)
    role = "storm-deck"
    painter.fill_area(rectangle(band, 2), band, role, False, items)
    items += draw_art("gusts", band.inset(0.8), pen.ink("storm-deck-line"), light=True)
    plate = _plate_width(corner)
    left = 16.0
    words = Rect(left, 0, width - left - plate - 6, _BAND)
    ink = f"on-{role}"
    ground = painter.style.fill(role).flat or WHITE
    reach = max(font("serif-bold").width(title) * 19, font("sans").width(subtitle) * 9) + left + 3
    items.append(Path(rectangle(Rect(0.8, 1.2, min(reach, words.right) - 0.8, _BAND - 2.4), 1.4), fill=ground))
    items.append(painter.icon(icon, Rect(3, 2.6, 10.6, 10.6), pen.ink(ink)))
    pen.line(title, Rect(left, 1.2, words.w, 8.6), 19, items, bold=True, family="serif", colour=ink)
    pen.line(subtitle, Rect(left, 9.6, words.w, 4.6), 9, items, colour=ink)
    if corner.cells:
        _plate(pen, corner, Rect(width - plate - 2, 2, plate, _BAND - 4), items)
    return items


def _cell_widths(corner: Corner) -> list[float]:
    bold, plain = font("sans-bold"), font("sans")
    widths = []
    for label, value, bolts in corner.cells:
        size = 12 if len(value) <= 10 else 7.25
        widths.append(max(12.0, bold.width(value) * size + 4 + bolts * 3.6, plain.width(label) * 7 + 4))
    return widths


def _plate_width(corner: Corner) -> float:
    if not corner.cells:
        return 0.0
    return max(fsum(_cell_widths(corner)), font("sans").width(corner.small) * 7 + 4)


def _plate(pen: Pen, corner: Corner, box: Rect, out: list[Item]) -> None:
    """Draw the white plate: labels above, values below, the small line at the foot."""
    out.append(Path(rectangle(box, 1.4), fill=WHITE, stroke=pen.ink("storm-deck"), width=0.25))
    widths = _cell_widths(corner)
    stretch = box.w / fsum(widths)
    foot = 3.6 if corner.small else 0.0
    x = box.x
    for (label, value, bolts), width in zip(corner.cells, widths, strict=True):
        cell = Rect(x, box.y, width * stretch, box.h - foot)
        if x > box.x:
            out.append(Path(segment(x, box.y + 1, x, cell.bottom - 0.4), stroke=pen.ink("line"), width=0.2))
        pen.line(label, Rect(cell.x, cell.y + 0.4, cell.w, 3), 7, out, align="center", colour="muted")
        place = Rect(cell.x + 0.6, cell.y + 3.1, cell.w - 1.2, cell.h - 3.2)
        if bolts:
            _bolts(pen, bolts, value, place, out)
        else:
            pen.line(value, place, 12, out, bold=True, align="center")
        x += cell.w
    if corner.small:
        place = Rect(box.x, box.bottom - foot - 0.2, box.w, foot)
        pen.line(corner.small, place, 7, out, align="center", colour="muted")


def _bolts(pen: Pen, count: int, value: str, place: Rect, out: list[Item]) -> None:
    side, words = 3.6, font("sans-bold").width(value) * 12
    x = place.cx - (words + count * side + 0.6) / 2
    for i in range(count):
        mark = Rect(x + i * side, place.cy - side / 2, side, side)
        out.append(pen.painter.icon("lightning", mark, pen.ink("storm-deck")))
    pen.line(value, Rect(x + count * side, place.y, words + 1.2, place.h), 12, out, bold=True, align="right")


@dataclass
class DayPage:
    """Everything that a day's page shows."""

    icon: str
    title: str
    subtitle: str
    corner: Corner
    view: MapView
    actions: Sequence[StormLine]
    rounds: int
    needed: PanelMaker
    """The panel's blocks that must stand there."""
    legend: str = ""
    """What the marks on the map mean, in a line under it."""
    wished: PanelMaker = field(default=lambda pen: ())
    """Blocks that are added as far as there is room."""
    foot: Callable[[Pen], Block] | None = None
    """What stands at the foot of the page: what cards mean in a set-up."""


class FittedPage:
    """A page at one size of map and text: what it needs, and whether that fits."""

    def __init__(self, spec: DayPage, pen: Pen, page: Size, side: float) -> None:
        self.spec, self.pen, self.page, self.side = spec, pen, page, side
        self.width = page.w - side - _GAP
        self.panel: list[Block] = list(spec.needed(self.pen))
        self.under: Side | None = None
        self.strip: Side | None = None
        self.left_out = 0
        """Reminders without room, the first of them counting most."""
        self.storm = StormTable(self.pen, spec.actions)
        self.title = Title(pen, pen.say.panel.storm, pen.say.panel.storm_note)
        self.foot = spec.foot(self.pen) if spec.foot else None
        self.log: RoundLog | None = None

    @property
    def map(self) -> MapFrame:
        """Where the map lies."""
        return frame_of(self.spec.view.size, Rect(0, HEAD, self.side, self.side), ticks=True)

    @property
    def shown(self) -> float:
        """Height of the map with its legend."""
        return self.side + (_LEGEND if self.spec.legend else 0.0)

    @property
    def body(self) -> float:
        """Height of map and panel."""
        return max(self.shown, stack_height(self.panel, self.width))

    def _below(self) -> Iterator[Block]:
        yield self.title
        yield self.storm
        if self.strip:
            yield self.strip
        if self.log:
            yield self.log
        if self.foot:
            yield self.foot

    @property
    def spare(self) -> float:
        """Height that is left over, negative if it does not fit."""
        below = fsum(block.before + block.height(self.page.w) for block in self._below())
        return self.page.h - HEAD - self.body - below

    def fill(self) -> None:
        """Use the room that is left: reminders in the panel, under the map or in a strip, and the log."""
        height = self.body
        waiting: list[Block] = []
        wished = list(self.spec.wished(self.pen))
        for block in wished:
            if stack_height([*self.panel, block], self.width) <= height:
                self.panel.append(block)
            else:
                waiting.append(block)
        self.under, waiting = _arranged(waiting, self.side, height - self.shown - _GAP)
        self.strip, waiting = _arranged(waiting, self.page.w, self.spare - _GAP)
        self.left_out = sum(len(wished) - wished.index(block) for block in waiting)
        log = RoundLog(self.pen, self.spec.rounds)
        if self.spare >= log.before + log.height(self.page.w):
            self.log = log

    @property
    def cost(self) -> float:
        """What is wrong with this fit beyond the size of map and text: holes, and what had to be left out."""
        hole = 0.0 if self.under else self.body - self.shown
        return 0.3 * hole + _LEFT_OUT * self.left_out + (0.0 if self.log else 4.0)

    def draw(self) -> Drawing:
        """Draw the page, with what room is left given to rows and gaps."""
        spec, painter = self.spec, self.pen.painter
        self._enlarge_storm()
        if self.log:
            self.log.stretch(self.spare)
        items = page_head(self.pen, self.page.w, spec.icon, spec.title, spec.subtitle, spec.corner)
        items += draw_map(painter, spec.view, Rect(0, HEAD, self.side, self.side), ticks=True)
        items += [Place(self.map.cell(square), name="on a square") for square in spec.view.squares()]
        if spec.legend:
            place = Rect(self.map.ground.x, HEAD + self.side, self.map.ground.w, _LEGEND)
            self.pen.line(spec.legend, place, 8.5, items, align="center", colour="muted")
        if self.under:
            hole = self.body - self.shown - _GAP - self.under.height(self.side)
            items += self.under.draw(0, HEAD + self.shown + _GAP + hole / 2, self.side)
        self._draw_panel(items)
        blocks = list(self._below())
        loose = [block for block in blocks if not isinstance(block, StormTable)]
        air = min(5.0, max(0.0, self.spare) / (len(loose) + 1))
        y = HEAD + self.body
        for block in blocks:
            if block is self.foot:
                y = self.page.h - block.height(self.page.w)
            else:
                y += block.before + (air if block in loose else 0.0)
            items += block.draw(0, y, self.page.w)
            y += block.height(self.page.w)
        return Drawing(self.page, tuple(items))

    def _enlarge_storm(self) -> None:
        """Give room that is left to the storm table: larger diagrams first, then air."""
        usual = self.storm.diagram
        for diagram in (13.0, 12.0, 11.0):
            self.storm.diagram = diagram
            if self.spare >= 0:
                break
        else:
            self.storm.diagram = usual
        self.storm.stretch = min(2.0, self.spare * 0.4 / self.storm.rows)

    def _draw_panel(self, out: list[Item]) -> None:
        """Draw the panel beside the map, its blocks spread a little if there is room."""
        height = stack_height(self.panel, self.width)
        parted = [block for block in self.panel[1:] if block.before > 0]
        air = min(3.5, (self.body - height) / max(1, len(parted)))
        y = HEAD
        for i, block in enumerate(self.panel):
            y += (block.before + (air if block.before > 0 else 0.0)) if i else 0.0
            out += block.draw(self.side + _GAP, y, self.width)
            y += block.height(self.width)


def _smallness(points: float) -> float:
    """Return how many mm of map small text is worth; below a good size, more and more."""
    return 9 * (_POINTS[0] - points) + 24 * max(0.0, _GOOD_POINTS - points)


def _arranged(blocks: Sequence[Block], width: float, room: float) -> tuple[Side | None, list[Block]]:
    """Set as many blocks as there is room for in two columns (or one); return them and the blocks left over."""
    for count in range(len(blocks), 0, -1):
        for chosen in combinations(blocks, count):
            columns = [chosen[:1], chosen[1:]] if count > 1 else [chosen]
            side = Side([Together(column) for column in columns], before=_GAP)
            if side.height(width) <= room:
                return side, [block for block in blocks if block not in chosen]
    return None, list(blocks)


def draw_page(spec: DayPage, pen: Pen, page: Size) -> Drawing:
    """Draw a day's page in its best fit."""
    return fit_page(spec, pen, page).draw()


def fit_page(spec: DayPage, pen: Pen, page: Size) -> FittedPage:
    """Find the best balance of map and text that fits the page."""
    most = page.w - _PANEL - _GAP
    least = LEAST_SQUARE * spec.view.size + TICK
    sides = [most - 2.0 * i for i in range(int(max(0.0, most - least) / 2.0) + 1)]
    good = _GOOD_SQUARE * spec.view.size + TICK
    tries = sorted(
        ((most - side) + 3 * max(0.0, good - side) + _smallness(points), side, points)
        for side in sides
        for points in _POINTS
    )
    best: FittedPage | None = None
    lowest, missing = inf, inf
    for cost, side, points in tries:
        if cost >= lowest:
            break
        fit = FittedPage(spec, pen._replace(points=points), page, side)
        if fit.spare < 0:
            missing = min(missing, -fit.spare)
            continue
        fit.fill()
        if cost + fit.cost < lowest:
            best, lowest = fit, cost + fit.cost
    if best is None:
        raise FaceFault(
            "overflow",
            f"{spec.title}: the sheet is {missing:.0f} mm too high",
            "sheet",
            hint="choose a larger paper, or shorter texts and fewer storm actions",
        )
    return best
