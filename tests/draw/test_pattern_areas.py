"""Patterns cover their whole area, differ from each other, and meet across the seams; hexes lie where they should."""

from io import BytesIO
from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.draw.drawing import Group, Path, rectangle
from pnp.draw.hexes import HexLattice, fit_lattice, hex_corners
from pnp.draw.patterns import textured
from pnp.draw.pictures import PictureFault, find_file, read_picture
from pnp.geometry import Rect
from pnp.model import PATTERNS

DRAWN = [name for name in PATTERNS if name != "plain"]


def points_on(items):
    """Return points along everything that is drawn, a quarter of a millimetre apart or less."""
    (group,) = items
    assert isinstance(group, Group)
    for path in group.items:
        assert isinstance(path, Path)
        at = (0.0, 0.0)
        for kind, *numbers in path.outline:
            if kind == "Z":
                continue
            end = (numbers[-2], numbers[-1])
            if kind == "L":
                steps = max(1, int(hypot(end[0] - at[0], end[1] - at[1]) * 4))
                yield from (
                    (at[0] + (end[0] - at[0]) * i / steps, at[1] + (end[1] - at[1]) * i / steps)
                    for i in range(steps + 1)
                )
            else:
                yield end
            at = end


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("box", [Rect(0, 0, 20, 30), Rect(-3.3, 7.7, 12, 9), Rect(101.2, 55.5, 8, 8)])
def test_no_spot_of_the_area_is_left_bare(name, box):
    items = textured(rectangle(box), box, name, "#000000")
    assert items[0].clip == rectangle(box)
    drawn = list(points_on(items))
    for i in range(9):
        for j in range(9):
            x, y = box.x + box.w * i / 8, box.y + box.h * j / 8
            assert min(hypot(px - x, py - y) for px, py in drawn) < 3.0, (x, y)


def test_plain_draws_nothing_and_the_others_differ():
    box = Rect(0, 0, 20, 20)
    assert textured(rectangle(box), box, "plain", "#000000") == []
    drawn = {name: textured(rectangle(box), box, name, "#000000")[0].items for name in DRAWN}
    assert len({repr(v) for v in drawn.values()}) == len(DRAWN)


@pytest.mark.parametrize("name", ["rows", "squares", "columns", "lines", "lines-back", "crosshatch", "bricks"])
def test_patterns_of_neighbours_meet(name):
    """A line that reaches the right edge of one box goes on at the same height in the next."""

    def heights(box, x):
        (group,) = textured(rectangle(box), box, name, "#000000")
        segments = [s for path in group.items for s in path.outline]
        found = set()
        for (_, x0, y0), (kind, x1, y1) in pairwise(segments):
            if kind == "L" and x0 != x1 and min(x0, x1) <= x + 1e-9 and x - 1e-9 <= max(x0, x1):
                y = y0 + (y1 - y0) * (x - x0) / (x1 - x0)
                if box.y < y < box.bottom:
                    found.add(round(y, 3))
        return found

    left, right = Rect(0, 0, 10, 30), Rect(10, 0, 10, 30)
    assert heights(left, 10) == heights(right, 10)


@settings(max_examples=80)
@given(st.integers(1, 12), st.integers(1, 12), st.booleans(), st.floats(20, 300), st.floats(20, 300))
def test_a_lattice_fills_its_box_and_its_hexes_touch(columns, rows, upright, w, h):
    box = Rect(3, 4, w, h)
    lattice = fit_lattice(columns, rows, box, upright)
    cells = list(lattice.cells())
    assert len(cells) == columns * rows
    corners = [p for c, r in cells for p in lattice.corners(c, r)]
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    assert min(xs) >= box.x - 1e-6 and max(xs) <= box.right + 1e-6
    assert min(ys) >= box.y - 1e-6 and max(ys) <= box.bottom + 1e-6
    tight = max((max(xs) - min(xs)) / w, (max(ys) - min(ys)) / h)
    assert tight == pytest.approx(1, abs=1e-6)
    apart = [hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(centres(lattice)) for b in centres(lattice)[:i]]
    if apart:
        assert min(apart) == pytest.approx(lattice.side * sqrt(3)), "neighbours are one hex apart, none nearer"


def centres(lattice):
    return [lattice.centre(c, r) for c, r in lattice.cells()]


@pytest.mark.parametrize("upright", [True, False])
def test_corners(upright):
    corners = hex_corners(10, 20, 5, upright)
    assert len(corners) == 6
    assert all(hypot(x - 10, y - 20) == pytest.approx(5) for x, y in corners)
    sides = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert sides == [pytest.approx(5)] * 6
    assert corners[0] == ((15, 20) if upright else (10, 15))
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True))
    assert area > 0, "clockwise, with y downwards"


def test_a_given_side_is_kept():
    assert fit_lattice(3, 3, Rect(0, 0, 100, 100), True, 7).side == 7
    assert HexLattice(1, 1, 2.0).height == pytest.approx(2 * sqrt(3))


def jpeg(width, height):
    """Return a JPEG that says this size, whatever it holds."""
    stream = BytesIO()
    Image.new("RGB", (300, 200)).save(stream, "JPEG")
    data = stream.getvalue()
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + data[at + 4 :]


def test_the_size_of_a_jpeg_is_read_before_it_is_decoded(tmp_path):
    path = tmp_path / "x.jpg"
    path.write_bytes(jpeg(300, 200))
    data, kind, width, height = read_picture(path)
    assert (kind, width, height) == ("jpeg", 300, 200)
    assert data == path.read_bytes()
    path.write_bytes(jpeg(60_000, 60_000))
    with pytest.raises(PictureFault, match="pixels"):
        read_picture(path)
    path.write_bytes(jpeg(0, 10))
    with pytest.raises(PictureFault, match="pixels"):
        read_picture(path)


def test_pictures_lie_inside_the_folder(tmp_path):
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "game" / "art" / "x.png").write_bytes(b"x")
    assert find_file(tmp_path / "game", "art/x.png").name == "x.png"
    for name in ("art", "art/../../x", "", "/x", "art/y.png"):
        with pytest.raises(PictureFault):
            find_file(tmp_path / "game", name)
