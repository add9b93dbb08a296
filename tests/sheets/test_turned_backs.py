"""Full pages flipped over their upper edge: their backs are turned by half."""

import pytest

from pnp.draw.drawing import Drawing, Group, Path, Use, rectangle
from pnp.draw.printable import Printable, print_item
from pnp.geometry import Matrix, Rect, Size, parse_paper
from pnp.load.words import shared_words
from pnp.sheets.sheet import PrintOptions
from pnp.sheets.tiling import full_pages

UPRIGHT = Matrix(1, 0, 0, 1, 0, 0)


def _places(items, matrix=UPRIGHT):
    """Yield the map of every symbol, groups worked out."""
    for item in items:
        if isinstance(item, Use):
            yield matrix.after(item.matrix)
        elif isinstance(item, Group) and item.matrix is not None:
            yield from _places(item.items, matrix.after(item.matrix))


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_the_back_reads_upright_when_the_sheet_is_turned(backs, landscape):
    paper = parse_paper("a4")
    size = Size(100, 150)
    drawing = Drawing(size, (Path(rectangle(Rect(0, 0, 10, 10)), fill="#000000"),))
    page = Printable("p", "Page", "page", size, (print_item(drawing, drawing),), landscape=landscape)
    front, back = full_pages(page, PrintOptions(paper, backs=backs), "label", shared_words()).sheets
    lying = front.size.w > front.size.h
    assert lying == landscape
    over_the_upper_edge = (backs == "duplex-long") == lying
    assert next(iter(_places(front.items))).d == 1
    assert next(iter(_places(back.items))).d == (-1 if over_the_upper_edge else 1)
