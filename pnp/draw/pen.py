"""The pen: shapes, words and icons in the roles of a palette. Whatever a game draws by code is drawn with it."""

from math import dist

from pnp.draw.arrows import arrow
from pnp.draw.drawing import Group, Item, Path, ellipse, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.geometry import Matrix, Rect

LEAST = 7.0
"""The smallest print, in points."""


class Pen:
    """Draws into a list of items with one painter."""

    def __init__(self, painter: Painter, items: list[Item] | None = None) -> None:
        self.painter, self.style = painter, painter.style
        self.items: list[Item] = [] if items is None else items

    def ink(self, role: str) -> str:
        """Return the ink of a palette role."""
        return self.style.ink(role)

    # ------------------------------------------------------------- words

    def words(
        self,
        text: str,
        box: Rect,
        most: float = 9.0,
        *,
        least: float = LEAST,
        bold: bool = False,
        italic: bool = False,
        family: str = "sans",
        align: str = "center",
        valign: str = "middle",
        role: str = "ink",
        leading: float = 1.12,
    ) -> None:
        """Set a text into a box, as large as fits."""
        style = TextStyle(family, bold, italic, min(least, most), most, align, valign, leading)
        self.painter.set_text(text, style, box, self.ink(role), self.items)

    def upright_words(
        self, text: str, box: Rect, most: float = 8.0, *, role: str = "ink", bold: bool = False, down: bool = False
    ) -> None:
        """Set a text along the height of a narrow box, read from below, or from above where `down`."""
        inner = Pen(self.painter)
        inner.words(text, Rect(0, 0, box.h, box.w), most, role=role, bold=bold)
        turn = Matrix(0, 1, -1, 0, box.right, box.y) if down else Matrix(0, -1, 1, 0, box.x, box.bottom)
        self.items.append(Group(tuple(inner.items), turn))

    # ------------------------------------------------------------ shapes

    def icon(self, name: str, rect: Rect, role: str = "ink") -> None:
        """Place an icon."""
        self.items.append(self.painter.icon(name, rect, self.ink(role)))

    def box(
        self,
        rect: Rect,
        *,
        fill: str = "",
        stroke: str = "",
        width: float = 0.25,
        radius: float = 0.0,
        texture: bool = False,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a rectangle."""
        outline = rectangle(rect, radius)
        if fill:
            self.painter.fill_area(outline, rect, fill, texture, self.items)
        if stroke:
            self.items.append(Path(outline, stroke=self.ink(stroke), width=width, dash=dash))

    def plate(
        self, rect: Rect, stroke: str = "", width: float = 0.25, radius: float = 0.0, dash: tuple[float, ...] = ()
    ) -> None:
        """Cover a rectangle with the colour of paper, and draw its edge if a role is given."""
        edge = self.ink(stroke) if stroke else None
        self.items.append(Path(rectangle(rect, radius), fill=self.style.paper, stroke=edge, width=width, dash=dash))

    def disc(self, x: float, y: float, radius: float, stroke: str = "", width: float = 0.25) -> None:
        """Cover a circle with the colour of paper, and draw its edge if a role is given."""
        edge = self.ink(stroke) if stroke else None
        self.items.append(Path(ellipse(x, y, radius), fill=self.style.paper, stroke=edge, width=width))

    def badge(self, x: float, y: float, text: str, role: str = "ink", radius: float = 2.3, width: float = 0.45) -> None:
        """Draw a disc with a number or an icon in it."""
        self.disc(x, y, radius, role, width)
        self.words(text, Rect(x, y, 0, 0).inset(-radius), max(LEAST, radius * 3.6), bold=True, role=role)

    def line(
        self, x0: float, y0: float, x1: float, y1: float, role: str, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw a straight line."""
        self.items.append(Path(segment(x0, y0, x1, y1), stroke=self.ink(role), width=width, dash=dash))

    def cross(self, rect: Rect, role: str = "muted", width: float = 0.4, reach: float = 0.2) -> None:
        """Draw a small cross in the middle of a box; `reach` is a share of it."""
        r = min(rect.w, rect.h) * reach
        lines = (
            *segment(rect.cx - r, rect.cy - r, rect.cx + r, rect.cy + r),
            *segment(rect.cx - r, rect.cy + r, rect.cx + r, rect.cy - r),
        )
        self.items.append(Path(lines, stroke=self.ink(role), width=width, round=True))

    def arrow(self, x0: float, y0: float, x1: float, y1: float, role: str = "ink", width: float = 0.5) -> None:
        """Draw a straight arrow."""
        head = min(2.0, dist((x0, y0), (x1, y1)) * 0.4)
        self.items += arrow((x0, y0), (x1, y1), self.ink(role), width, head=head, wing=head * 0.45)
