"""Parts of a scenario's pages: the head with what tells this deal from any other, headings, and tables to fill in."""

from collections.abc import Sequence

from pnp.draw.drawing import Item, Path, rectangle, segment
from pnp.draw.faces import Painter
from pnp.draw.text import TextStyle
from pnp.geometry import Rect
from pnp.words import Words

HEAD = 15.0
"""How far down the page the text begins, in mm."""

HEADING = 7.5
"""Height of a heading with the room below it."""


def seal(words: Words, seed: int, format: int, content: str, rating: str) -> str:
    """Return seed, format, content and rating in one line."""
    return words.sheet.seal(str(seed), str(format), content, rating)


def page_head(painter: Painter, width: float, role: str, icon: str, title: str, sealed: str) -> list[Item]:
    """Return a band with an icon, the title and the seal."""
    items: list[Item] = []
    band = Rect(0, 0, width, HEAD - 3)
    painter.fill_area(rectangle(band, 2), band, role, False, items)
    ink = painter.style.ink(f"on-{role}")
    items.append(painter.icon(icon, Rect(2.5, 1.5, 9, 9), ink))
    style = TextStyle("serif", True, False, 9, 15, "left", "middle")
    painter.set_text(title, style, Rect(14, 0, width * 0.5 - 14, band.h), ink, items)
    style = TextStyle("sans", False, False, 7, 9, "right", "middle", 1.12)
    painter.set_text(sealed, style, Rect(width * 0.5, 0, width * 0.5 - 3, band.h), ink, items)
    return items


def heading(painter: Painter, text: str, role: str, x: float, y: float, width: float, out: list[Item]) -> float:
    """Set a heading; return where the text below it begins."""
    ink = painter.style.ink(role)
    style = TextStyle("serif", True, False, 9, 11.5, "left", "middle")
    painter.set_text(text, style, Rect(x, y, width, 5.5), ink, out)
    out.append(Path(segment(x, y + 6, x + width, y + 6), stroke=ink, width=0.3))
    return y + HEADING


def blank_table(painter: Painter, heads: Sequence[tuple[str, float]], rows: Sequence[str], box: Rect) -> list[Item]:
    """Return a table to fill in: titles with their share of the width, and what stands first in each row."""
    items: list[Item] = []
    style = TextStyle("sans", True, False, 7, 8.5, "center", "middle")
    ink, line = painter.style.ink("ink"), painter.style.ink("line")
    high = box.h / (len(rows) + 1)
    for number, first in enumerate(["", *rows]):
        x = box.x
        for column, (title, share) in enumerate(heads):
            cell = Rect(x, box.y + number * high, share * box.w, high)
            if number == 0:
                painter.fill_area(rectangle(cell), cell, "shade", False, items)
            items.append(Path(rectangle(cell), stroke=line, width=0.2))
            text = title if number == 0 else first if column == 0 else ""
            if text:
                painter.set_text(text, style, cell, ink, items)
            x += cell.w
    return items
