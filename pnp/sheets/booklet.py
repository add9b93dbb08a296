"""Booklet imposition: half-size pages two to a side, in the order for folding and stapling."""

from collections.abc import Sequence

from pnp.draw.drawing import Group, Item, Path, segment
from pnp.geometry import Paper, Rect, Size, shift
from pnp.sheets.sheet import Sheet, SheetSet
from pnp.words import SheetWords


def half_page(paper: Paper) -> Size:
    """Return the size of a booklet page: the paper folded once."""
    return Size(paper.size.h / 2, paper.size.w)


def booklet_order(pages: int) -> list[tuple[int | None, int | None]]:
    """Return (left, right) page numbers from 0 for each side, sheet by sheet, front then back; None is empty."""
    total = -(-pages // 4) * 4
    sides: list[tuple[int, int]] = []
    for sheet in range(total // 4):
        sides.append((total - 1 - 2 * sheet, 2 * sheet))
        sides.append((2 * sheet + 1, total - 2 - 2 * sheet))
    return [(left if left < pages else None, right if right < pages else None) for left, right in sides]


def booklet(title: str, pages: Sequence[Sequence[Item]], paper: Paper, words: SheetWords) -> SheetSet:
    """Return the sheets of a booklet, to be printed two-sided and flipped on the short edge."""
    size = paper.size.turned()
    half = size.w / 2
    fold = Path(
        (*segment(half, 2.5, half, 6), *segment(half, size.h - 6, half, size.h - 2.5)), stroke="#000000", width=0.2
    )
    sheets: list[Sheet] = []
    for index, (left, right) in enumerate(booklet_order(len(pages))):
        items: list[Item] = []
        for page, x in ((left, 0.0), (right, half)):
            if page is not None:
                items.append(Group(tuple(pages[page]), shift(x, 0)))
        name = words.booklet_back if index % 2 else words.booklet_front
        label = f"{title} · {name(index // 2 + 1)}"
        sheets.append(Sheet(size, (*items, fold), label, "back" if index % 2 else "front", Rect(0, 0, *size), title))
    return SheetSet("rulebook-booklet", words.booklet(title), tuple(sheets), 2, 0.0, True, (), ())
