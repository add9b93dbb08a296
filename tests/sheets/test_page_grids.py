"""The page grid really is the best, and the bleed what was asked for or what is left."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.geometry import PAPERS, Size
from pnp.sheets.grid import FOLD_CLEARANCE, LABEL_ROOM, best_grid

EPS = 1e-6
lengths = st.floats(1.5, 160).map(lambda v: round(v, 2))


def brute_force(piece, paper, margin, bleed, gap, fold):
    """Return the most pieces that any grid holds, by trying all of them."""
    between = max(2 * bleed, gap)
    height = paper.h / 2 - margin - FOLD_CLEARANCE if fold else paper.h - 2 * margin
    best = 0
    for w, h in (piece, piece.turned()):
        for columns in range(1, int(paper.w / w) + 1):
            used_w = columns * w + (columns - 1) * between + 2 * bleed
            if used_w > paper.w - 2 * margin + EPS:
                break
            for rows in range(1, int(paper.h / h) + 1):
                used_h = rows * h + (rows - 1) * between + 2 * bleed
                if used_h > height + EPS:
                    break
                side = (paper.w - used_w) / 2
                foot = paper.h / 2 - FOLD_CLEARANCE - used_h if fold else (paper.h - used_h) / 2
                if max(side, foot) >= LABEL_ROOM - EPS:
                    best = max(best, columns * rows)
    return best


@settings(max_examples=300)
@given(
    lengths, lengths, st.floats(60, 420), st.floats(60, 420), st.sampled_from([5.0, 8.0, 12.0, 20.0]),
    st.none() | st.sampled_from([0.0, 0.7, 2.0, 3.0]), st.sampled_from([0.0, 2.0]), st.booleans(),
)  # fmt: skip
def test_no_grid_holds_more(w, h, width, height, margin, bleed, gap, fold):
    piece, paper = Size(w, h), Size(round(width, 1), round(height, 1))
    grid = best_grid(piece, paper, margin, bleed, gap, fold=fold)
    most = brute_force(piece, paper, margin, bleed or 0.0, gap, fold)
    assert (grid.capacity if grid else 0) == most
    if grid is None:
        return
    assert grid.cell == (piece.turned() if grid.turned else piece)
    if bleed is not None:
        assert grid.bleed == bleed
    else:
        assert 0 <= grid.bleed <= 2.0
    block = grid.extent(grid.columns, grid.rows)
    used_w, used_h = block.w + 2 * grid.bleed, block.h + 2 * grid.bleed
    assert used_w <= paper.w - 2 * margin + 0.01
    assert used_h <= (paper.h / 2 - margin - FOLD_CLEARANCE if fold else paper.h - 2 * margin) + 0.01
    room = {"side": (paper.w - used_w) / 2, "foot": (paper.h / 2 - FOLD_CLEARANCE - used_h) if fold else (paper.h - used_h) / 2}
    assert room[grid.label_side] >= LABEL_ROOM - 0.01


@pytest.mark.parametrize(
    ("piece", "paper", "margin", "capacity"),
    [
        ((63.5, 88.9), "a4", 5, 9),
        ((63, 88), "a4", 8, 9),
        ((63.5, 88.9), "a3", 8, 18),
        ((44, 67), "a4", 8, 16),
        ((200, 280), "a4", 8, 0),
    ],
)
def test_known_sizes(piece, paper, margin, capacity):
    grid = best_grid(Size(*piece), PAPERS[paper], margin, None)
    assert (grid.capacity if grid else 0) == capacity


def test_automatic_bleed_takes_what_is_left():
    """Poker cards nine-up on A4 with 5 mm margins leave 1.58 mm across; the label at the foot leaves 1.28."""
    grid = best_grid(Size(63.5, 88.9), PAPERS["a4"], 5, None)
    assert (grid.capacity, grid.label_side) == (9, "foot")
    assert grid.bleed == pytest.approx(min((210 - 10 - 3 * 63.5) / 6, (297 - 2 * LABEL_ROOM - 3 * 88.9) / 6), abs=0.01)
    assert best_grid(Size(30, 40), PAPERS["a4"], 5, None).bleed <= 2


def test_a_given_bleed_is_kept_and_the_number_adapts():
    for bleed, capacity in ((0.0, 9), (1.2, 9), (1.5, 8), (3.0, 6)):
        grid = best_grid(Size(63.5, 88.9), PAPERS["a4"], 5, bleed)
        assert (grid.bleed, grid.capacity) == (bleed, capacity)


def test_turning_is_used_where_it_gives_more():
    wide, high = best_grid(Size(92, 59), PAPERS["a4"], 8, None), best_grid(Size(59, 92), PAPERS["a4"], 8, None)
    assert wide.capacity == high.capacity
    assert wide.turned != high.turned
