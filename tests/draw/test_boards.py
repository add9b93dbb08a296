"""Boards of squares and of hexes: where cells lie, what lies between them, and the lines round sets of them."""

from itertools import pairwise
from math import hypot, sqrt

import pytest

from pnp.draw.hexes import HexBoard, HexLattice, borders, corners_of, shared_borders
from pnp.draw.squares import Squares, column_name
from pnp.geometry import Rect

WAYS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
BOX = Rect(10, 20, 60, 90)


def apart(a, b):
    return hypot(b[0] - a[0], b[1] - a[1])


def ends(outline):
    return [tuple(segment[1:]) for segment in outline]


# ---------------------------------------------------------------- squares


def test_squares_stand_in_the_middle_of_their_box_as_large_as_may_be():
    assert Squares.fitted(3, 9, BOX) == Squares(3, 9, 10, 10, 25, 20)
    assert Squares.fitted(3, 9, BOX, most=4) == Squares(3, 9, 4, 4, 34, 47)
    assert Squares.fitted(3, 9, BOX, square=False).rect == BOX
    assert Squares.fitted(3, 9, BOX).rect == Rect(25, 20, 30, 90)


def test_cells_are_counted_along_the_rows():
    board = Squares.fitted(3, 9, BOX)
    assert board.cell(2, 1) == board.numbered(5) == Rect(45, 30, 10, 10)
    assert [board.cell(*at) for at in board.cells()] == [board.numbered(i) for i in range(27)]
    assert board.span((1, 0), (2, 3)) == Rect(35, 20, 20, 40)
    assert board.above(1, 4) == Rect(35, 16, 10, 4)
    assert board.left_of(1, 4) == Rect(21, 30, 4, 10)


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_side_is_shared_with_the_neighbour(dx, dy):
    board = Squares(4, 4, 2, 3, 1, 1)
    side = board.side(1, 2, dx, dy)
    assert side == board.side(1 + dx, 2 + dy, -dx, -dy)
    cell = board.cell(1, 2)
    assert all(x in (cell.x, cell.right) and y in (cell.y, cell.bottom) for x, y in ends(side))
    middle = tuple((a + b) / 2 for a, b in zip(*ends(side), strict=True))
    assert middle == (cell.cx + dx * cell.w / 2, cell.cy + dy * cell.h / 2)


def test_lines_run_between_all_cells_and_round_them():
    lines = [*pairwise(ends(Squares(2, 1, 5, 5).lines()))][::2]
    assert lines == [((0, 0), (0, 5)), ((5, 0), (5, 5)), ((10, 0), (10, 5)), ((0, 0), (10, 0)), ((0, 5), (10, 5))]


def test_columns_have_letters_and_then_two():
    assert [column_name(i) for i in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


# ------------------------------------------------------------------- hexes


@pytest.mark.parametrize("way", WAYS)
def test_neighbours_share_two_corners_and_lie_a_hex_apart(way):
    board, here = HexBoard(2.0, 3.0, 4.0), (3, -1)
    there = (here[0] + WAYS[way][0], here[1] + WAYS[way][1])
    assert len({*corners_of(here)} & {*corners_of(there)}) == 2
    assert apart(board.at(here), board.at(there)) == pytest.approx(2 * sqrt(3))
    assert all(apart(board.at(here), corner) == pytest.approx(2) for corner in board.corners(here))
    assert all(apart(board.at(here), corner) == pytest.approx(1) for corner in board.corners(here, 0.5))


def test_the_page_has_north_at_the_top_and_the_box_of_the_first_hex_at_its_corner():
    board = HexBoard(2.0, 3.0, 4.0)
    assert board.at(WAYS["N"])[1] < board.at((0, 0))[1]
    assert board.bounds((0, 0)) == pytest.approx((3, 4, 4, 2 * sqrt(3)))
    assert HexBoard.about(5, 6, 2).at((0, 0)) == pytest.approx((5, 6))


def test_a_board_agrees_with_the_lattice_of_its_columns_and_rows():
    lattice, board = HexLattice(6, 5, 1.7, True, 2, 3), HexBoard(1.7, 2, 3)
    for column, row in lattice.cells():
        hex = (column, row - column // 2)
        assert board.at(hex) == pytest.approx(lattice.centre(column, row))
        assert board.corners(hex) == [pytest.approx(corner) for corner in lattice.corners(column, row)]


@pytest.mark.parametrize("radius", [0, 1, 3])
def test_a_board_shows_what_lies_round_its_middle(radius):
    board = HexBoard.showing(radius, BOX)
    disc = {(q, r) for q in range(-9, 10) for r in range(-9, 10) if max(abs(q), abs(r), abs(q + r)) <= radius}
    boxes = [board.bounds(hex) for hex in disc]
    assert all(BOX.contains(box) for box in boxes)
    assert max(box.right for box in boxes) == pytest.approx(BOX.right)
    (line,) = borders(disc)
    assert line[0] == line[-1]
    assert len(line) - 1 == len(set(line)) == 6 * (2 * radius + 1)


def test_a_hole_has_a_border_that_runs_the_other_way():
    ring = {*WAYS.values()}
    outer, inner = sorted(borders(ring), key=len, reverse=True)
    assert (len(outer), len(inner)) == (19, 7)

    def turning(line):
        return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise(line))

    assert turning(outer) > 0 > turning(inner)


def test_a_line_between_two_sets_is_open_where_they_end():
    land, sea = {(0, 0)}, {(1, 0), (0, 1)}
    (coast,) = shared_borders(land, sea)
    assert len(coast) == 3
    board = HexBoard(1.0)
    assert board.line(coast, 0.2)[-1][0] != "Z"
    assert board.border(land, 0.2)[-1] == ("Z",)
    points = ends(board.line(coast))
    assert points[0] == board.page(coast[0])
    assert points[-1] == board.page(coast[-1])
