"""The page grid really is the best, and the bleed what was asked for or what can be cut by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.geometry import PAPERS, Rect, Size
from pnp.sheets.grid import FOLD_CLEARANCE, Room, grids, label_room

EPS = 1e-6
BACKS = ["duplex-long", "duplex-short", "fold-across", "fold-along", "none"]
lengths = st.floats(1.5, 160).map(lambda v: round(v, 2))


def free(room, side):
    """Return width and height that fronts may take, worked out from how backs and labels lie."""
    w, h, m, label = *room.paper, room.margin, max(room.margin, room.label)
    twice_foot, twice_side = room.backs in ("duplex-short", "fold-across"), room.backs in ("duplex-long", "fold-along")
    width = w - 2 * m if side == "foot" else w - label - (label if twice_side else m)
    height = h - 2 * m if side == "side" else h - label - (label if twice_foot else m)
    if room.backs == "fold-across":
        height = h / 2 - FOLD_CLEARANCE - (label if side == "foot" else m)
    if room.backs == "fold-along":
        width = w / 2 - FOLD_CLEARANCE - (label if side == "side" else m)
    return width, height


def brute_force(piece, room, bleed, gap):
    """Return the most pieces that any grid holds, by trying all of them."""
    between = max(2 * bleed, gap)
    best = 0
    for side in ("foot", "side"):
        width, height = free(room, side)
        for w, h in (piece, piece.turned()):
            columns = rows = 0
            while (columns + 1) * w + columns * between + 2 * bleed <= width + EPS:
                columns += 1
            while (rows + 1) * h + rows * between + 2 * bleed <= height + EPS:
                rows += 1
            best = max(best, columns * rows)
    return best


@settings(max_examples=300)
@given(
    lengths,
    lengths,
    st.floats(60, 420),
    st.floats(60, 420),
    st.sampled_from([5.0, 8.0, 12.0, 20.0]),
    st.none() | st.sampled_from([0.0, 0.7, 2.0, 3.0]),
    st.sampled_from([0.0, 2.0]),
    st.sampled_from(BACKS),
    st.integers(1, 3),
)
def test_no_grid_holds_more(w, h, width, height, margin, bleed, gap, backs, lines):
    piece, room = Size(w, h), Room(Size(round(width, 1), round(height, 1)), margin, label_room(lines), backs)
    found = grids(piece, room, bleed, 2.0, gap)
    assert (found[0].capacity if found else 0) == brute_force(piece, room, bleed or 0.0, gap)
    for grid in found:
        assert grid.cell == (piece.turned() if grid.turned else piece)
        if bleed is not None:
            assert grid.bleed == (bleed, bleed)
        for mm in grid.bleed:
            assert bleed is not None or mm == 0 or 1.0 <= mm <= 2.0, "less than a millimetre cannot be cut by hand"
        area = room.area(grid.label_side)
        block = Rect(*grid.corner(room), *grid.extent(grid.columns, grid.rows))
        bled = Rect(
            block.x - grid.bleed.w, block.y - grid.bleed.h, block.w + 2 * grid.bleed.w, block.h + 2 * grid.bleed.h
        )
        assert area.contains(bled, slack=0.011)
        assert (area.w, area.h) == pytest.approx(free(room, grid.label_side))
    worths = [(min(g.bleed), sum(g.bleed)) for g in found]
    assert worths == sorted(set(worths)), "who holds fewer has more bleed"


@pytest.mark.parametrize(
    ("piece", "paper", "backs", "capacity", "bleed"),
    [
        ((63.5, 88.9), "a4", "duplex-long", 9, (0, 1.65)),
        ((63, 88), "a4", "duplex-long", 9, (0, 2)),
        ((63.5, 88.9), "letter", "duplex-long", 8, (2, 1.17)),
        ((63.5, 88.9), "letter", "fold-across", 3, (1.56, 2)),
        ((63.5, 88.9), "letter", "fold-along", 4, (2, 0)),
        ((44, 67), "a4", "none", 16, (1.7, 1.62)),
    ],
)
def test_known_sizes(piece, paper, backs, capacity, bleed):
    grid = grids(Size(*piece), Room(PAPERS[paper], 8, label_room(1), backs), None, 2.0)[0]
    assert grid.capacity == capacity
    assert grid.bleed == pytest.approx(bleed, abs=0.011)


def test_pieces_too_large_have_no_grid():
    assert grids(Size(200, 280), Room(PAPERS["a4"], 8, label_room(1), "none"), None, 2.0) == []


def test_a_given_bleed_is_kept_and_the_number_adapts():
    room = Room(PAPERS["a4"], 5, label_room(1), "none")
    for bleed, capacity in ((0.0, 9), (1.2, 9), (1.8, 8), (3.0, 8), (5.0, 6)):
        grid = grids(Size(63.5, 88.9), room, bleed, 2.0)[0]
        assert (grid.bleed, grid.capacity) == ((bleed, bleed), capacity)


def test_the_smallest_pieces_on_the_largest_paper_are_soon_planned():
    assert len(grids(Size(1.1, 1.1), Room(Size(3000, 3000), 8, 12, "none"), None, 2.0)) < 200
