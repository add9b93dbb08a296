"""Cut lines for craft cutters lie where the pieces are printed, and clear of the marks that the cutter looks for."""

import re
from xml.etree import ElementTree

import pytest
from support import CONTENT, options, sheets_of

from pnp.diagnostics import Report
from pnp.draw.drawing import Path
from pnp.export.cutlines import cut_dxf, cut_svg
from pnp.geometry import Rect
from pnp.load.game import load_or_raise
from pnp.pipeline import BuildOrder, build, make_sheets
from pnp.sheets.cutters import registration_marks


def boxes_of_svg(data):
    root = ElementTree.fromstring(data)
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        x, y, boxes = 0.0, 0.0, []
        for kind, numbers in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path.get("d")):
            values = [float(v) for v in re.findall(r"-?[\d.]+", numbers)]
            if kind in "hH":
                x = values[0] if kind == "H" else x + values[0]
            elif kind in "vV":
                y = values[0] if kind == "V" else y + values[0]
            elif kind in "MLC":
                x, y = values[-2:]
            boxes.append((x, y))
        yield around(boxes)


def boxes_of_dxf(data, height):
    lines = data.decode().split("\n")
    pairs = list(zip(lines[::2], lines[1::2], strict=False))
    points, current = [], None
    for code, value in pairs:
        if (code, value) == ("0", "POLYLINE"):
            points.append([])
        elif code == "10":
            current = float(value)
        elif code == "20":
            points[-1].append((current, height - float(value)))
    assert pairs[-1] == ("0", "EOF")
    return [around(p) for p in points]


def around(points):
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def same(found, trims):
    assert len(found) == len(trims)
    for box, trim in zip(found, trims, strict=True):
        assert tuple(box) == pytest.approx(tuple(trim), abs=0.02)


@pytest.mark.parametrize("cutter", ["silhouette", "cricut"])
@pytest.mark.parametrize(("paper", "corners"), [("a4", 3.0), ("letter", 0.0)])
def test_cut_lines_are_the_trims_of_the_sheet(cutter, paper, corners):
    game = load_or_raise(CONTENT, "knowledge")
    sets = sheets_of(game, paper, ("cards", "pieces"), cutter=cutter, corners=corners)
    for sheet in (s for one in sets.values() for s in one.sheets if s.side != "back"):
        assert len(sheet.trims) == len(sheet.cuts) > 0
        same(list(boxes_of_svg(cut_svg(sheet))), sheet.trims)
        same(boxes_of_dxf(cut_dxf(sheet), sheet.size.h), sheet.trims)
        marks = registration_marks(cutter, sheet.size, 1)
        assert all(mark in sheet.items for mark in marks)
        frame = around(
            [(x, y) for m in marks for _, x, y, *_ in m.outline]
            if cutter == "silhouette"
            else [(m.outline[0][1] + dx, m.outline[0][2] + dy) for m in marks for dx, dy in ((0, 0), m.outline[0][3:])]
        )
        for trim in sheet.trims:
            assert frame.inset(5 - 0.01).contains(trim.inset(-sheet.bleed), slack=1.02), "pieces lie within the marks"


def test_round_corners_are_round_and_drawn():
    game = load_or_raise(CONTENT, "knowledge")
    plain, rounded = (sheets_of(game, only=("library",), corners=c)["library"].sheets[0] for c in (0.0, 3.0))
    assert {len(cut) for cut in plain.cuts} == {1}
    assert all(sum(s[0] == "C" for s in cut) == 4 for cut in rounded.cuts)
    drawn = [i for i in rounded.items if isinstance(i, Path) and len(i.outline) == sum(map(len, rounded.cuts))]
    assert len(drawn) == 1, "the outline is on the sheet"


def test_the_build_writes_cut_lines_for_each_sheet_of_pieces():
    order = BuildOrder(CONTENT, "knowledge", options(cutter="silhouette"), ("goals", "locations"), "pdf")
    names = [f.name for f in build(order).files]
    sheets = next(f.sheets for f in build(order).files if f.name == "goals.pdf")
    wanted = [f"goals-cut-{n:02d}.{kind}" for n in range(1, sheets + 1) for kind in ("svg", "dxf")]
    assert names == ["goals.pdf", *wanted, "locations.pdf"]


def test_folded_sheets_cannot_be_cut_by_a_cutter():
    report = Report()
    game = load_or_raise(CONTENT, "knowledge")
    assert make_sheets(game, options(cutter="cricut", backs="gutterfold"), ("goals",), report) is None
    assert "folded" in report.diagnostics[0].message


def test_pieces_that_a_cutters_marks_leave_no_room_for_say_so():
    report = Report()
    game = load_or_raise(CONTENT, "tempest")
    assert make_sheets(game, options("a5", cutter="silhouette"), ("storm-reference",), report) is None
    assert "that the marks of a silhouette need" in report.diagnostics[0].message
