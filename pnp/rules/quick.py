"""The quick reference: short forms of clauses on one or two sides of a card."""

from collections.abc import Iterator

from pnp.draw.drawing import Drawing, Item, rectangle
from pnp.draw.faces import Painter
from pnp.draw.flow import Block, Paragraph, flow
from pnp.draw.text import TextStyle
from pnp.geometry import Rect, Size
from pnp.rules.compile import Rulebook
from pnp.rules.pages import look_of

_HEAD = 9.0
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)


def quick_sides(book: Rulebook, painter: Painter, size: Size, bleed: float = 0.0) -> list[Drawing]:
    """Return the sides of the quick reference: as large as fits two sides, more sides only if 7 pt does not."""
    area = Rect(4, 4 + _HEAD, size.w - 8, size.h - 8 - _HEAD)
    sides: list[list[Item]] = []
    for points in _SIZES:
        sides = flow(list(_blocks(book, painter, points)), [area])
        if len(sides) <= 2:
            break
    return [_side(book, painter, size, bleed, items, i, len(sides)) for i, items in enumerate(sides)]


def has_quick(book: Rulebook) -> bool:
    """Say whether any clause has a short form."""
    return any(clause.quick for clause in book.clauses())


def _blocks(book: Rulebook, painter: Painter, points: float) -> Iterator[Block]:
    look = look_of(painter)
    accent = painter.style.ink(book.game.cover.role)
    for chapter in book.chapters:
        quick = [c for c in chapter.clauses if c.quick]
        if not quick:
            continue
        yield Paragraph(
            chapter.title, look, size=points, bold=True, colour=accent, before=1.6, leading=1.15, keep_with_next=True
        )
        for clause in quick:
            text = " ".join(clause.quick.split())
            yield Paragraph(text, look, size=points, indent=2.8, lead="•", before=0.45, leading=1.13)


def _side(
    book: Rulebook, painter: Painter, size: Size, bleed: float, items: list[Item], index: int, total: int
) -> Drawing:
    style, role = painter.style, book.game.cover.role
    out: list[Item] = []
    band = Rect(-bleed, -bleed, size.w + 2 * bleed, _HEAD + 1 + bleed)
    painter.fill_area(rectangle(band), band, role, False, out)
    number = f" {index + 1}/{total}" if total > 1 else ""
    head = TextStyle("serif", True, False, 7, 10.5, "center", "middle")
    painter.set_text(
        f"{book.game.title}{number}", head, Rect(3, 0.8, size.w - 6, _HEAD - 0.6), style.ink(f"on-{role}"), out
    )
    out += items
    return Drawing(size, tuple(out), bleed)
