"""Boards and pages follow the room that margin and paper leave: they are tiled, or the fault says what would help."""

import pytest
from shipped import GAMES
from support import CONTENT, options

from pnp.context import meter
from pnp.diagnostics import Problems, Report
from pnp.load.game import load_or_raise
from pnp.pipeline import make_sheets

NO_ROOM = ("paper",)


def made(name, **choices):
    meter().restart()
    report = Report()
    try:
        return make_sheets(load_or_raise(CONTENT, name), options(**choices), (), report), report
    except Problems as problems:
        return None, problems


@pytest.mark.parametrize(
    ("name", "board", "paper", "margin", "sheets"),
    [
        ("knowledge", "locations", "letter", 8.0, 1),
        ("knowledge", "locations", "letter", 20.0, 2),
        ("knowledge", "locations", "a4", 15.0, 2),
        ("stormfury", "storm-mat", "letter", 20.0, 2),
        ("stormfury", "hurricane-pieces", "letter", 10.0, 2),
    ],
)
def test_a_board_without_room_is_tiled_at_its_size(name, board, paper, margin, sheets):
    meter().restart()
    game = load_or_raise(CONTENT, name)
    report = Report()
    found = make_sheets(game, options(paper, margin=margin), (board,), report)
    assert found is not None, report.diagnostics
    (one,) = found.sets
    assert one.paper_count >= sheets
    assert (one.paper_count > 1) == (sheets > 1)
    assert any("overlap" in note for note in one.notes) == (sheets > 1), "the build says that it is tiled"


def test_a_page_without_room_says_which_margin_has_it():
    report = made("horde", paper="letter", margin=15.0)[1]
    (fault,) = report.diagnostics
    assert (fault.code, fault.hint) == (
        "paper",
        "it needs a margin of at most 13 mm on letter; or choose a larger paper",
    )
    assert fault.span.file.endswith("game.yaml")
    assert made("horde", paper="letter", margin=13.0)[0] is not None


@pytest.mark.parametrize("paper", ["half-letter", "a6"])
@pytest.mark.parametrize("name", GAMES)
def test_every_paper_builds_or_says_why_not(name, paper):
    found, report = made(name, paper=paper)
    if found is not None:
        return
    assert paper in ("half-letter", "a6"), report.diagnostics
    for fault in report.diagnostics:
        assert fault.code in NO_ROOM, fault
        assert paper in fault.message
        assert fault.hint


def test_a_fault_of_the_design_stays_one(make_game):
    faces = """faces:
  front: {parts: [{part: box, fill: fire}, {part: icon, at: [20, 20, 9, 9], icon: star}]}
  back: {parts: [{part: box, fill: accent}]}
  map: {parts: [{part: text, at: [5, 5, 8, 4], text: A text that fits on no page at all, size: 12}]}
  coin: {parts: [{part: box, fill: water}]}
"""
    boards = "boards:\n  map: {title: Map, face: map, size: page}\n"
    report = Report()
    game = load_or_raise(make_game({"faces.yaml": faces, "boards.yaml": boards}), "demo")
    assert make_sheets(game, options(), ("map",), report) is None
    (fault,) = report.diagnostics
    assert fault.code == "overflow"
    assert fault.span.file.endswith("faces.yaml")
