"""Faces: each kind of part draws what it says, inside the face, and into the bleed only where it touches the edge."""

import ast
import itertools
from io import BytesIO
from pathlib import Path as FilePath
from typing import get_args

import msgspec
import pytest
from PIL import Image as picture
from support import ICONS, ROOT, outline_points, walk_placed

from pnp.draw.drawing import Group, Image, Path, Text, Use
from pnp.draw.faces import KINDS, FaceFault, Painter, is_constant
from pnp.draw.icons import IconLibrary
from pnp.draw.style import Style
from pnp.geometry import Rect, Size
from pnp.model import Face, Part, PathPart, PipsPart, PolygonPart, Role

ROLES = {
    name: Role(colour=colour, pattern=pattern)
    for name, colour, pattern in (
        ("ink", "#111111", "plain"),
        ("paper", "#ffffff", "plain"),
        ("line", "#999999", "plain"),
        ("muted", "#666666", "plain"),
        ("fire", "#c0392b", "lines"),
        ("water", "#2e86c1", "waves"),
    )
}
SIZE = Size(60, 90)
CARD = {
    "card": {"title": "Spark", "role": "fire", "n": 3, "rows": ["ab", "ba"], "list": ["x", "y", "z"], "half": "50%"}
}


def _png(width: int, height: int) -> bytes:
    stream = BytesIO()
    picture.new("RGB", (width, height), "red").save(stream, "PNG")
    return stream.getvalue()


PNG = _png(4, 2)


def painter(style="colour", folder=FilePath("nowhere"), **faces):
    typed = {name.replace("_", "-"): msgspec.convert({"parts": parts}, Face) for name, parts in faces.items()}
    return Painter(typed, Style(style, ROLES), IconLibrary((ICONS,)), folder)


def draw(*parts, style="colour", bleed=0.0, names=CARD, size=SIZE, folder=FilePath("nowhere"), **more):
    return painter(style, folder, face=list(parts), **more).draw("face", size, names, bleed)


def flat(drawing):
    return list(walk_placed(drawing.items))


def bounds(item, matrix):
    points = [matrix.apply(*p) for p in outline_points(item.outline)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def only_path(drawing):
    ((item, matrix),) = [(i, m) for i, m in flat(drawing) if isinstance(i, Path)]
    return item, bounds(item, matrix)


@pytest.mark.parametrize(
    ("at", "box"),
    [
        ([1, 2, 3, 4], (1, 2, 3, 4)),
        ([0, 0, "100%", "50%"], (0, 0, 60, 45)),
        (["50%", "10% + 1", "50% - 5", "100% - 50"], (30, 10, 25, 40)),
        (["{{ card.half }}", 0, "{{ card.n }}", "{{ card.n + 2 }}"], (30, 0, 3, 5)),
        (["-0% + 5", " 7 ", "12.5", "20%"], (5, 7, 12.5, 18)),
    ],
)
def test_boxes_are_measured_from_the_face(at, box):
    item, place = only_path(draw({"part": "box", "at": at, "fill": "fire"}))
    assert item.fill == "#c0392b"
    assert place == pytest.approx(box)


@pytest.mark.parametrize(
    ("at", "box"),
    [
        ([0, 0, "100%", "100%"], (-2, -2, 64, 94)),
        ([0, 10, 20, 20], (-2, 10, 22, 20)),
        ([40, 70, 20, 20], (40, 70, 22, 22)),
        ([10, 10, 10, 10], (10, 10, 10, 10)),
    ],
)
def test_fills_run_into_the_bleed_where_they_touch_the_edge(at, box):
    assert only_path(draw({"part": "box", "at": at, "fill": "fire"}, bleed=2.0))[1] == pytest.approx(box)


def test_outlines_do_not_run_into_the_bleed():
    item, place = only_path(draw({"part": "box", "stroke": "fire", "width": 0.5, "dash": [1, 2]}, bleed=2.0))
    assert (item.fill, item.stroke, item.width, item.dash) == (None, "#c0392b", 0.5, (1, 2))
    assert place == (0, 0, 60, 90)


def test_textures_are_clipped_to_their_area():
    drawing = draw({"part": "box", "at": [5, 5, 20, 20], "fill": "fire", "texture": True})
    groups = [i for symbol in uses(drawing.items) for i in symbol.items if isinstance(i, Group)]
    assert groups
    assert groups[0].clip == (("R", 5, 5, 20, 20),)


def uses(items):
    for item in items:
        if isinstance(item, Use):
            yield item.symbol
            yield from uses(item.symbol.items)
        elif isinstance(item, Group):
            yield from uses(item.items)


def test_low_ink_draws_outlines_and_patterns_instead_of_areas():
    drawing = draw({"part": "box", "at": [5, 5, 30, 30], "fill": "fire", "texture": True}, style="lowink")
    area = next(i for i, _ in flat(drawing) if isinstance(i, Path) and i.fill)
    assert area.fill == "#ffffff"
    assert area.stroke is not None


def test_text_is_filled_in_aligned_and_coloured():
    drawing = draw(
        {
            "part": "text",
            "at": [5, 5, 50, 10],
            "text": "**{{ card.title }}** {{ card.n }}",
            "align": "right",
            "colour": "{{ card.role }}",
        }
    )
    texts = [i for i, _ in flat(drawing) if isinstance(i, Text)]
    assert [t.text.strip() for t in texts] == ["Spark", "3"]
    assert [t.font for t in texts] == ["sans-bold", "sans"]
    assert {t.colour for t in texts} == {"#c0392b"}


def test_parts_appear_only_when_their_condition_holds():
    for when, shown in (
        (True, True),
        (False, False),
        ("{{ card.n > 2 }}", True),
        ("{{ card.n > 3 }}", False),
        ("{{ card.n == 3 and card.title }}", True),
        ("{{ '' }}", False),
        ("{{ card.list }}", True),
        ("{{ [] }}", False),
        ("{{ 0 }}", False),
    ):
        assert bool(flat(draw({"part": "box", "fill": "fire", "when": when}))) is shown, when
    with pytest.raises(FaceFault, match="not a question"):
        draw({"part": "box", "fill": "fire", "when": "card.n"})


def test_every_kind_of_part_has_a_drawer_in_a_module_of_its_own():
    assert set(KINDS) == set(get_args(Part))
    modules = [kind.draw.__module__ for part, kind in KINDS.items() if part not in (PolygonPart, PathPart)]
    assert len(set(modules)) == len(modules)
    assert all(module.startswith("pnp.draw.faces.") for module in modules)


def test_a_kind_without_a_drawer_is_noticed(monkeypatch):
    monkeypatch.delitem(KINDS, PipsPart)
    with pytest.raises(AssertionError):
        test_every_kind_of_part_has_a_drawer_in_a_module_of_its_own()


def test_nobody_asks_a_part_for_a_field_by_name():
    sources = [*(ROOT / "pnp" / "draw").rglob("*.py"), ROOT / "pnp" / "sheets" / "places.py"]
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id in ("getattr", "hasattr", "setattr")
    ]
    assert not found


def test_turned_parts_turn_about_their_centre():
    drawing = draw({"part": "box", "at": [10, 20, 20, 10], "stroke": "ink", "turn": 90})
    assert only_path(drawing)[1] == pytest.approx((15, 15, 10, 20))


def test_icons_are_as_large_as_their_box_allows():
    drawing = draw({"part": "icon", "at": [10, 10, 20, 40], "icon": "star", "colour": "fire"})
    points = [p for item, m in flat(drawing) for p in [bounds(item, m)]]
    place = points[0]
    assert place.w <= 20.5
    assert place.cx == pytest.approx(20, abs=1)
    assert place.cy == pytest.approx(30, abs=2)
    assert place.w > 15


@pytest.mark.parametrize("flow", ["row", "column"])
def test_pips_stand_side_by_side(flow):
    drawing = draw(
        {"part": "pips", "at": [10, 10, 40, 40], "icon": "circle", "count": "{{ card.n }}", "flow": flow, "gap": 2}
    )
    places = [bounds(i, m) for i, m in flat(drawing) if isinstance(i, Path)]
    assert len(places) == 3
    step = [(b.cx - a.cx, b.cy - a.cy) for a, b in itertools.pairwise(places)]
    side = (40 - 2 * 2) / 3 + 2
    assert step == [pytest.approx((side, 0) if flow == "row" else (0, side), abs=0.01)] * 2


def test_empty_pips_fill_the_places_that_are_left():
    drawing = draw(
        {"part": "pips", "at": [0, 0, 50, 10], "icon": "circle", "count": 2, "of": 5, "colour": "fire", "empty": "line"}
    )
    paints = [(i.fill, i.stroke) for i, _ in flat(drawing) if isinstance(i, Path)]
    assert paints == [("#c0392b", None)] * 2 + [(None, "#999999")] * 3


def test_grids_from_counts_and_from_cells():
    counted = draw({"part": "grid", "columns": 3, "rows": "{{ card.n - 1 }}", "stroke": "ink"})
    (lines,) = [i for i, _ in flat(counted) if isinstance(i, Path)]
    assert len([s for s in lines.outline if s[0] == "M"]) == 4 + 3
    filled = draw(
        {
            "part": "grid",
            "at": [0, 0, 40, 40],
            "cells": "{{ card.rows }}",
            "legend": {"a": {"fill": "fire"}, "b": {"fill": "water", "text": "{{ row }}{{ column }}"}},
        }
    )
    fills = [(i.fill, bounds(i, m)) for i, m in flat(filled) if isinstance(i, Path) and i.fill]
    assert [(f, b.x, b.y) for f, b in fills] == [
        ("#c0392b", 0, 0),
        ("#2e86c1", 20, 0),
        ("#2e86c1", 0, 20),
        ("#c0392b", 20, 20),
    ]
    assert [i.text for i, _ in flat(filled) if isinstance(i, Text)] == ["12", "21"]


def test_grids_name_their_edges_and_cells():
    edges = draw({"part": "grid", "columns": 2, "rows": 2, "names": "edges"})
    assert sorted(i.text for i, _ in flat(edges) if isinstance(i, Text)) == ["1", "2", "A", "B"]
    cells = draw({"part": "grid", "columns": 2, "rows": 2, "names": "cells"})
    assert sorted(i.text for i, _ in flat(cells) if isinstance(i, Text)) == ["A1", "A2", "B1", "B2"]


@pytest.mark.parametrize("upright", [True, False])
def test_hexes_stay_inside_their_box_and_meet_their_neighbours(upright):
    part = {
        "part": "hexes",
        "at": [5, 5, 50, 80],
        "cells": ["aaa", "a a", "aaa"],
        "flat": upright,
        "legend": {"a": {"fill": "fire"}},
    }
    places = [bounds(i, m) for i, m in flat(draw(part)) if isinstance(i, Path) and i.fill]
    assert len(places) == 8
    box = Rect(5, 5, 50, 80)
    assert all(box.contains(p, slack=0.01) for p in places)
    left = min(p.x for p in places)
    right = max(p.right for p in places)
    assert (right - left == pytest.approx(50, abs=0.1)) or (
        max(p.bottom for p in places) - min(p.y for p in places) == pytest.approx(80, abs=0.1)
    )


def test_slots_draw_another_face_for_each_entry():
    drawing = draw(
        {"part": "slots", "each": "x in card.list", "face": "slot", "columns": 2, "rows": 2, "gap": 2},
        slot=[{"part": "text", "text": "{{ x }}{{ x_index }}"}, {"part": "box", "stroke": "ink"}],
    )
    assert [i.text for i, _ in flat(drawing) if isinstance(i, Text)] == ["x0", "y1", "z2"]
    places = [bounds(i, m) for i, m in flat(drawing) if isinstance(i, Path)]
    assert [(p.x, p.y) for p in places] == [(0, 0), (31, 0), (0, 46)]
    assert {(round(p.w, 3), round(p.h, 3)) for p in places} == {(29, 44)}


def test_repeats_step_on():
    drawing = draw(
        {
            "part": "repeat",
            "each": "x in 1..3",
            "at": [0, 0, 20, 10],
            "step": ["100%", 15],
            "parts": [{"part": "box", "stroke": "ink"}],
        }
    )
    places = [bounds(i, m) for i, m in flat(drawing) if isinstance(i, Path)]
    assert [(p.x, p.y, p.w, p.h) for p in places] == [(0, 0, 20, 10), (20, 15, 20, 10), (40, 30, 20, 10)]


@pytest.mark.parametrize("art", ["waves", "rays", "rings", "gusts", "isobars", "seal"])
def test_art_is_clipped_to_its_box(art):
    drawing = draw({"part": "art", "art": art, "at": [10, 10, 30, 30], "colour": "fire"})
    groups = [i for s in uses(drawing.items) for i in s.items if isinstance(i, Group)]
    assert groups[0].clip == (("R", 10, 10, 30, 30),)
    assert flat(drawing)


def test_pictures_keep_their_ratio(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "x.png").write_bytes(PNG)
    (tmp_path / "p.svg").write_text('<svg viewBox="0 0 10 20"><path d="M0 0L10 20L0 20Z"/></svg>')
    for fit, box in (("contain", (10, 20, 40, 20)), ("cover", (-10, 10, 80, 40))):
        drawing = draw(
            {"part": "art", "file": "art/x.png", "at": [10, 10, 40, 40], "fit": fit, "least_dpi": 0}, folder=tmp_path
        )
        (image,) = [i for i, _ in flat(drawing) if isinstance(i, Image)]
        assert image.kind == "png"
        assert image.rect == pytest.approx(box)
    vector = draw({"part": "art", "file": "p.svg", "at": [0, 0, 60, 40]}, folder=tmp_path)
    assert only_path(vector)[1] == pytest.approx((20, 0, 20, 40))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("../secret.png", "not a path"),
        ("link.png", "leads out"),
        ("a/../../secret.png", "not a path"),
        ("C:\\x.png", "not a path"),
        ("missing.png", "there is no file"),
        ("", "draws nothing"),
        ("bomb.png", "pixels"),
        ("text.png", "neither"),
        ("cut.jpg", "broken JPEG"),
        ("bad.svg", "not allowed"),
    ],
)
def test_pictures_that_are_refused(tmp_path, name, words):
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    (game / "link.png").symlink_to(tmp_path / "secret.png")
    (game / "bomb.png").write_bytes(PNG[:16] + b"\x00\x00\xff\xff\x00\x00\xff\xff" + PNG[24:])
    (game / "text.png").write_text("not a picture at all, whatever its name says")
    (game / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x04")
    (game / "bad.svg").write_text("<svg><script>x</script></svg>")
    part = {"part": "art", "file": name}
    if words == "draws nothing":
        assert flat(draw(part, folder=game)) == []
        return
    with pytest.raises(FaceFault, match=words):
        draw(part, folder=game)


def test_constant_parts_are_drawn_once_and_shared():
    face = [
        {"part": "box", "fill": "fire"},
        {"part": "text", "text": "{{ card.title }}"},
        {"part": "icon", "icon": "star"},
    ]
    p = painter(face=face)
    first, second = (p.draw("face", SIZE, {"card": {"title": t}}) for t in ("A", "B"))
    assert first.items[0].symbol is second.items[0].symbol
    assert first.items[-1].symbol is second.items[-1].symbol
    typed = msgspec.convert({"parts": face}, Face).parts
    assert [is_constant(part) for part in typed] == [True, False, True]
    assert p.is_constant_face("face") is False
    assert painter(face=face[:1]).is_constant_face("face") is True


def test_faults_name_face_path_and_field():
    p = painter(
        face=[{"part": "box"}, {"part": "face", "face": "inner"}],
        inner=[
            {
                "part": "repeat",
                "each": "x in 1..2",
                "step": [0, 0],
                "parts": [{"part": "box"}, {"part": "icon", "icon": "nope"}],
            }
        ],
    )
    with pytest.raises(FaceFault) as caught:
        p.draw("face", SIZE, CARD)
    fault = caught.value
    assert (fault.face, fault.path, fault.field, fault.code) == ("inner", ("parts", 0, "parts", 1), "icon", "icon")


def test_runaway_faces_end():
    with pytest.raises(FaceFault, match="deep"):
        draw({"part": "face", "face": "face"})
    with pytest.raises(FaceFault, match="2000"):
        draw({"part": "repeat", "each": ["a in 1..100", "b in 1..100"], "step": [0, 0], "parts": []})
    with pytest.raises(FaceFault, match="20000"):
        draw({"part": "hexes", "cells": ["a" * 300] * 300, "legend": {"a": {}}})
    with pytest.raises(FaceFault, match="3 entries for 2 places"):
        draw({"part": "slots", "each": "x in card.list", "face": "face", "columns": 2})
