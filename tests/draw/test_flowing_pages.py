"""Flowing pages: nothing is lost, nothing leaves its column, headings keep company."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import walk_placed

from pnp.draw.drawing import Anchor, Drawing, Path, Text, rectangle
from pnp.draw.flow import (
    Boxed,
    Break,
    Figure,
    Free,
    Heading,
    Look,
    Overfull,
    Paragraph,
    Row,
    Table,
    draw_stack,
    flow,
    stack_height,
)
from pnp.draw.fonts import ASCENT, DESCENT, font
from pnp.draw.text import MM_PER_PT
from pnp.geometry import Rect, Size

LOOK = Look(
    "#111111",
    "#666666",
    "#999999",
    "#1f4e6b",
    "#eef1f3",
    lambda name, rect, colour: [Path(rectangle(rect), fill=colour)],
)
PAGE = Rect(15, 15, 120, 160)


def texts(items):
    return [(i, m) for i, m in walk_placed(items) if isinstance(i, Text)]


def words(items):
    return " ".join(i.text for i, _ in texts(items)).split()


def square(w=30, h=20):
    return Drawing(Size(w, h), (Path(rectangle(Rect(0, 0, w, h)), stroke="#000000"),))


def test_a_paragraph_is_as_high_as_it_draws():
    paragraph = Paragraph("many words " * 40, LOOK, size=10)
    items = paragraph.draw(10, 20, 80)
    lows = [i.y + DESCENT * i.size * MM_PER_PT for i, _ in texts(items)]
    highs = [i.y - ASCENT * i.size * MM_PER_PT for i, _ in texts(items)]
    assert min(highs) >= 20 - 1e-6
    assert max(lows) <= 20 + paragraph.height(80) + 1e-6
    assert all(i.x + font(i.font).width(i.text.rstrip()) * i.size <= 90 + 1e-6 for i, _ in texts(items))


blocks = st.lists(
    st.one_of(
        st.integers(1, 120).map(lambda n: ("p", n)),
        st.integers(1, 3).map(lambda n: ("h", n)),
        st.integers(1, 30).map(lambda n: ("t", n)),
        st.integers(1, 9).map(lambda n: ("r", n)),
        st.integers(1, 20).map(lambda n: ("b", n)),
        st.just(("f", 1)),
        st.just(("break", 0)),
    ),
    min_size=1,
    max_size=14,
)


def make(kind, n, tag):
    if kind == "p":
        return Paragraph(" ".join(f"w{tag}x{i}" for i in range(n)), LOOK)
    if kind == "h":
        return Heading(f"h{tag}", LOOK, n)
    if kind == "t":
        return Table([[f"t{tag}x{i}", f"u{tag}x{i}"] for i in range(n + 1)], LOOK, head=False)
    if kind == "r":
        return Row([(square(), f"c{tag}x{i}") for i in range(n)], LOOK, cell=Size(35, 25))
    if kind == "b":
        return Boxed([Paragraph(" ".join(f"b{tag}x{i}" for i in range(n)), LOOK)], LOOK)
    if kind == "f":
        return Figure(square(200, 100), LOOK, f"f{tag}")
    return Break()


@settings(max_examples=80)
@given(blocks, st.sampled_from([1, 2]))
def test_nothing_is_lost_or_leaves_its_column(parts, columns):
    width = (PAGE.w - 6 * (columns - 1)) / columns
    areas = [Rect(PAGE.x + i * (width + 6), PAGE.y, width, PAGE.h) for i in range(columns)]
    made = [make(kind, n, tag) for tag, (kind, n) in enumerate(parts)]
    expected = sorted(w for tag, (kind, n) in enumerate(parts) for w in words(make(kind, n, tag).draw(0, 0, width)))
    pages = flow(made, areas)
    assert sorted(w for page in pages for w in words(page)) == expected
    for page in pages:
        for item, matrix in texts(page):
            x, y = matrix.apply(item.x, item.y)
            right = x + font(item.font).width(item.text.rstrip()) * item.size
            assert any(a.x - 0.01 <= x and right <= a.right + 0.01 and a.y <= y <= a.bottom + 0.01 for a in areas)


@settings(max_examples=60)
@given(st.integers(0, 60), st.integers(1, 80))
def test_a_heading_never_ends_a_column(lines, after):
    made = [Free((), 2.0) for _ in range(lines)] + [
        Heading("Head", LOOK, 1),
        Paragraph(" ".join(f"w{i}" for i in range(after)), LOOK),
    ]
    pages = flow(made, [PAGE])
    (at,) = [n for n, page in enumerate(pages) if "Head" in words(page)]
    assert "w0" in words(pages[at])


def test_breaks_start_new_pages():
    first, second = Paragraph("one", LOOK), Paragraph("two", LOOK)
    assert [words(p) for p in flow([first, Break(), second], [PAGE])] == [["one"], ["two"]]
    assert [words(p) for p in flow([Break(), first, Break()], [PAGE])] == [["one"]]


def test_long_tables_repeat_their_head():
    table = Table([["Name", "Number"], *([f"n{i}", str(i)] for i in range(80))], LOOK)
    pages = flow([table], [PAGE])
    assert len(pages) > 1
    assert all(words(page)[:2] == ["Name", "Number"] for page in pages)


def test_a_narrow_column_still_holds_its_longest_word():
    """A long text beside it may not squeeze a short column until its words run into the next one."""
    table = Table([["Action", "What it does"], ["**Thunderstorms**", "many words " * 40]], LOOK)
    items = [i for i, _ in texts(table.draw(0, 0, 85))]
    left = [i for i in items if i.text.strip() in ("Action", "Thunderstorms")]
    right = [i for i in items if i not in left]
    assert len(left) == 2
    ends = max(i.x + font(i.font).width(i.text.rstrip()) * i.size for i in left)
    assert ends <= min(i.x for i in right)
    assert max(i.x + font(i.font).width(i.text.rstrip()) * i.size for i in right) <= 85


def test_a_block_higher_than_a_column_is_a_fault():
    with pytest.raises(Overfull):
        flow([Free((), PAGE.h + 1)], [PAGE])


def test_figures_are_scaled_down_never_up():
    assert Figure(square(200, 100), LOOK).height(100) == pytest.approx(50)
    assert Figure(square(20, 10), LOOK).height(100) == pytest.approx(10)
    assert Figure(square(20, 10), LOOK, "caption").height(100) > 13


def test_stacks_and_anchors():
    stack = [Paragraph("a", LOOK, anchor="here"), Paragraph("b", LOOK, before=5)]
    height = stack_height(stack, 50)
    assert height == pytest.approx(stack[0].height(50) + 5 + stack[1].height(50))
    items = draw_stack(stack, 0, 10, 50)
    assert [i for i in items if isinstance(i, Anchor)] == [Anchor("here", 10)]
