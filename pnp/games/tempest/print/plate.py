"""A little grid to draw diagrams on: squares filled, hatched, framed, with icons, arrows and short words."""

from collections.abc import Iterable
from math import dist

from pnp.draw.drawing import Item, Path, Segment, ellipse, polygon, polyline, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.geometry import Rect

Square = tuple[int, int]

LEAST = 7.0
"""The smallest print, in points."""
ROOM_FOR_WORDS = 3.4
"""From this square size (mm) on, numbers are written into squares."""


class Plate:
    """A grid in a box, on which squares are filled, hatched and marked."""

    def __init__(self, painter: Painter, box: Rect, columns: int, rows: int) -> None:
        self.painter = painter
        self.items: list[Item] = []
        self.named: Square | None = None
        self.columns, self.rows = columns, rows
        self.side = min(box.w / columns, box.h / rows)
        self.rect = Rect(
            box.cx - self.side * columns / 2, box.cy - self.side * rows / 2, self.side * columns, self.side * rows
        )
        self.items.append(Path(rectangle(self.rect), fill="#ffffff"))

    def cell(self, square: Square) -> Rect:
        """Return the place of a square, counted from 1."""
        return Rect(
            self.rect.x + (square[0] - 1) * self.side, self.rect.y + (square[1] - 1) * self.side, self.side, self.side
        )

    def fill(self, squares: Iterable[Square], role: str, *, texture: bool = False) -> None:
        """Fill squares with a role; in low-ink the white paper stays and marks say it all."""
        for square in squares:
            cell = self.cell(square)
            self.painter.fill_area(rectangle(cell), cell, role, texture, self.items)

    def hatch(self, square: Square, level: int) -> None:
        """Draw the lines of storm levels: upright, lying, slanting, then a number."""
        hatch(self.painter, self.cell(square), level, self.items)

    def minus(self, square: Square) -> None:
        """Mark a square whose citizens lose health."""
        cell = self.cell(square)
        half = cell.w * 0.24
        self._line(segment(cell.cx - half, cell.cy, cell.cx + half, cell.cy), "danger", max(0.35, cell.w * 0.12))

    def grid(self, width: float = 0.15, role: str = "line") -> None:
        """Draw the lines of the grid over the fills, and its frame."""
        lines: list[Segment] = []
        for i in range(1, self.columns):
            x = self.rect.x + i * self.side
            lines += segment(x, self.rect.y, x, self.rect.bottom)
        for i in range(1, self.rows):
            y = self.rect.y + i * self.side
            lines += segment(self.rect.x, y, self.rect.right, y)
        if lines:
            self._line(tuple(lines), role, width)
        self._line(rectangle(self.rect), "muted", max(0.25, width))

    def frame(self, square: Square, role: str = "ink", width: float | None = None) -> None:
        """Draw a bold frame round a square: the coordinate."""
        cell = self.cell(square)
        self._line(rectangle(cell), role, width or max(0.45, self.side * 0.14))

    def icon(self, name: str, square: Square, role: str = "ink", share: float = 0.86, *, clear: bool = True) -> None:
        """Place an icon on a square, if need be on a patch of paper so that it reads over hatching."""
        cell = self.cell(square)
        side = cell.w * share
        if clear:
            self.items.append(Path(ellipse(cell.cx, cell.cy, side * 0.54), fill="#ffffff"))
        place = Rect(cell.cx - side * 0.43, cell.cy - side * 0.43, side * 0.86, side * 0.86)
        self.items.append(self.painter.icon(name, place, self.painter.style.ink(role)))

    def words(self, text: str, square: Square, role: str = "ink", *, bold: bool = True) -> None:
        """Write into a square, if squares are large enough to read it."""
        if self.side < ROOM_FOR_WORDS:
            return
        cell = self.cell(square).inset(-0.4)
        style = TextStyle("sans", bold, False, LEAST, max(LEAST, min(16.0, self.side * 1.7)), "center", "middle", 1.0)
        self.painter.set_text(text, style, cell, self.painter.style.ink(role), self.items)

    def arrow(self, start: Square, end: Square, role: str = "storm-ink") -> None:
        """Draw a dashed arrow from square to square."""
        a, b = self.cell(start), self.cell(end)
        length = dist((a.cx, a.cy), (b.cx, b.cy))
        if not length:
            return
        ux, uy = (b.cx - a.cx) / length, (b.cy - a.cy) / length
        gap, head = self.side * 0.55, max(1.3, self.side * 0.62)
        x0, y0 = a.cx + ux * gap, a.cy + uy * gap
        x1, y1 = b.cx - ux * self.side * 0.12, b.cy - uy * self.side * 0.12
        bx, by = x1 - ux * head, y1 - uy * head
        width = max(0.35, self.side * 0.13)
        ink = self.painter.style.ink(role)
        self.items.append(Path(segment(x0, y0, bx, by), stroke=ink, width=width, dash=(width * 2.4, width * 1.6)))
        wing = head * 0.5
        self.items.append(
            Path(polygon([(x1, y1), (bx - uy * wing, by + ux * wing), (bx + uy * wing, by - ux * wing)]), fill=ink)
        )

    def _line(self, outline: tuple[Segment, ...], role: str, width: float) -> None:
        self.items.append(Path(outline, stroke=self.painter.style.ink(role), width=width))


def hatch(painter: Painter, cell: Rect, level: int, out: list[Item], role: str = "storm-ink") -> None:
    """Draw the lines of a square's storm levels: upright, lying, slanting; beyond that a number says it."""
    ink, width = painter.style.ink(role), min(0.3, max(0.16, cell.w * 0.05))
    shares = (1 / 6, 3 / 6, 5 / 6) if cell.w >= 2.4 else (1 / 4, 3 / 4)
    lines: list[Segment] = []
    if level >= 1:
        for share in shares:
            lines += segment(cell.x + cell.w * share, cell.y, cell.x + cell.w * share, cell.bottom)
    if level >= 2:
        for share in shares:
            lines += segment(cell.x, cell.y + cell.h * share, cell.right, cell.y + cell.h * share)
    if level >= 3:
        for share in (1 / 3, 2 / 3):
            lines += segment(cell.x, cell.y + cell.h * share, cell.x + cell.w * share, cell.y)
            lines += segment(cell.x + cell.w * share, cell.bottom, cell.right, cell.y + cell.h * share)
        lines += segment(cell.x, cell.bottom, cell.right, cell.y)
    if lines:
        out.append(Path(tuple(lines), stroke=ink, width=width))
    if level > 3:
        radius = cell.w * 0.3
        out.append(Path(ellipse(cell.cx, cell.cy, radius), fill="#ffffff"))
        style = TextStyle("sans", True, False, LEAST, max(LEAST, radius * 4), "center", "middle", 1.0)
        painter.set_text(str(level), style, cell.inset(-1.5), painter.style.ink("ink"), out)


def block(painter: Painter, cell: Rect, out: list[Item]) -> None:
    """Draw one obstacle square: solid, or hatched where ink is to be saved."""
    ink = painter.style.ink("block")
    if not painter.style.low_ink:
        out.append(Path(rectangle(cell), fill=ink, stroke="#ffffff", width=0.2))
        return
    lines: list[Segment] = []
    for share in (1 / 3, 2 / 3):
        lines += segment(cell.x, cell.bottom - cell.h * share, cell.x + cell.w * share, cell.bottom)
        lines += segment(cell.x + cell.w * share, cell.y, cell.right, cell.bottom - cell.h * share)
    lines += segment(cell.x, cell.y, cell.right, cell.bottom)
    out.append(Path(rectangle(cell), fill="#ffffff"))
    out.append(Path(tuple(lines), stroke=ink, width=0.18))
    out.append(Path(rectangle(cell), stroke=ink, width=0.3))


def cross(painter: Painter, cell: Rect, out: list[Item]) -> None:
    """Draw the x of the coordinate, readable on an obstacle."""
    r = cell.w * 0.24
    lines = (
        *polyline([(cell.cx - r, cell.cy - r), (cell.cx + r, cell.cy + r)]),
        *polyline([(cell.cx - r, cell.cy + r), (cell.cx + r, cell.cy - r)]),
    )
    width = max(0.35, cell.w * 0.1)
    if painter.style.low_ink:
        out.append(Path(ellipse(cell.cx, cell.cy, r * 1.7), fill="#ffffff"))
    colour = painter.style.ink("ink") if painter.style.low_ink else "#ffffff"
    out.append(Path(lines, stroke=colour, width=width, round=True))
