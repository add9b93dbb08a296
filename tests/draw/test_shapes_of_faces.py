"""Circles, polygons and paths: where they stand, how they run into the bleed, and what the styles make of their fills."""

import pytest
from support import DEMO

from pnp.draw.drawing import Group, Path, Shade, walk
from pnp.draw.faces import FaceFault
from pnp.draw.svg.shapes import extent
from pnp.geometry import Size
from pnp.load.game import load_or_raise
from pnp.sheets.components import make_painter


def drawn(make_game, part, style="colour", bleed=0.0, **more):
    faces = DEMO["faces.yaml"].replace("{part: art, art: rays, colour: paper}", part)
    painter = make_painter(load_or_raise(make_game({"faces.yaml": faces}), "demo"), style, **more)
    drawing = painter.draw("back", Size(60, 40), {}, bleed)
    return list(walk(drawing.items))


@pytest.mark.parametrize(
    ("part", "box"),
    [
        ("part: circle, at: [10, 5, 20, 10]", (10, 5, 30, 15)),
        ('part: polygon, at: [10, 5, 20, 10], points: [[0, 0], ["100%", 0], ["50%", 10]]', (10, 5, 30, 15)),
        ('part: path, at: [10, 5, 20, 10], d: "M0 0h20v10z"', (10, 5, 30, 15)),
    ],
)
def test_shapes_stand_in_their_boxes(make_game, part, box):
    found = [i for i in drawn(make_game, f"{{{part}, fill: fire}}") if isinstance(i, Path)]
    assert extent(found[-1].outline) == pytest.approx(box)
    assert found[-1].fill == "#c0392b"


def test_points_on_the_edge_move_into_the_bleed(make_game):
    part = '{part: polygon, points: [[0, 10], ["100%", 20], ["100%", "100%"], [0, "100%"]], fill: fire}'
    found = [i for i in drawn(make_game, part, bleed=3.0) if isinstance(i, Path)]
    assert extent(found[-1].outline) == pytest.approx((-3, 10, 63, 43))


@pytest.mark.parametrize(
    ("angle", "points"), [(0, (10, 10, 30, 10)), (90, (20, 5, 20, 15)), (180, (30, 10, 10, 10)), (-90, (20, 15, 20, 5))]
)
def test_a_fill_runs_over_in_its_direction(make_game, angle, points):
    part = f"{{part: circle, at: [10, 5, 20, 10], fill: fire, to: water, angle: {angle}}}"
    (shade,) = [i for i in drawn(make_game, part) if isinstance(i, Shade)]
    assert shade.gradient.points == pytest.approx(points)
    assert [stop[1] for stop in shade.gradient.stops] == ["#c0392b", "#2e86c1"]


def test_low_ink_prints_an_outline_and_grey_runs_over_in_grey(make_game):
    part = "{part: circle, at: [10, 5, 20, 20], fill: fire, to: water}"
    pale = drawn(make_game, part, "lowink")
    assert not [i for i in pale if isinstance(i, Shade)]
    assert any(isinstance(i, Path) and i.stroke and i.fill == "#ffffff" for i in pale)
    (shade,) = [i for i in drawn(make_game, part, "grey") if isinstance(i, Shade)]
    assert all(stop[1][1:3] == stop[1][3:5] == stop[1][5:7] for stop in shade.gradient.stops)


def test_opacity_holds_for_fill_and_line_together(make_game):
    part = "{part: circle, at: [10, 5, 20, 20], fill: fire, stroke: ink, opacity: 0.4}"
    (group,) = [i for i in drawn(make_game, part) if isinstance(i, Group) and i.opacity < 1]
    assert (group.opacity, len(group.items)) == (0.4, 2)
    with pytest.raises(FaceFault, match="PDF/X-1a forbids"):
        drawn(make_game, part, opaque=True)
