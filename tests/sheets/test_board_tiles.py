"""Boards on several sheets: the windows cover the board, neighbours overlap by 10 mm, all within the margins."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import options, sheets_of, walk_placed

from pnp.diagnostics import Report
from pnp.draw.drawing import Group, Path, Symbol, Text, Use
from pnp.geometry import Rect, Size
from pnp.load.game import load_or_raise
from pnp.load.words import shared_words
from pnp.sheets.marks import MARK_COLOUR, label_strip
from pnp.sheets.sheet import Printable, PrintItem
from pnp.sheets.tiling import OVERLAP, full_pages, plan_tiles, tile_board, usable


def board(size, copies=1):
    symbol = Symbol((), Rect(0, 0, *size))
    return Printable("board", "Board", "board", size, (PrintItem(symbol, None, copies, "Board"),), group="board")


def tiles_of(result):
    """Return (page, area on the page, window on the board) of each sheet."""
    for sheet in result.sheets:
        first = sheet.items[0]
        use = first if isinstance(first, Use) else first.items[0]
        if isinstance(first, Group):
            (_, x, y, w, h) = first.clip[0]
            area = Rect(x, y, w, h)
        else:
            area = Rect(use.matrix.e, use.matrix.f, use.symbol.box.w, use.symbol.box.h)
        yield sheet, area, Rect(area.x - use.matrix.e, area.y - use.matrix.f, area.w, area.h)


@settings(max_examples=150)
@given(
    st.floats(6, 900),
    st.floats(6, 900),
    st.sampled_from(["a4", "letter", "a3", "a5", "legal"]),
    st.sampled_from([5.0, 8.0, 12.0, 40.0]),
    st.sampled_from(["margin", "none"]),
)
def test_the_windows_cover_the_board(width, height, paper, margin, marks):
    size = Size(round(width, 1), round(height, 1))
    opts = options(paper, margin=margin, marks=marks)
    report = Report()
    result = tile_board(board(size), opts, "label", shared_words(), report)
    if result is None:
        assert [d.code for d in report.diagnostics] == ["paper"]
        plan = plan_tiles(size, opts.paper.size, margin)
        assert plan is None or plan.columns * plan.rows > 64
        return
    windows = []
    for sheet, area, window in tiles_of(result):
        assert sheet.side == "single"
        assert {*sheet.size} == {*opts.paper.size}
        assert Rect(0, 0, *sheet.size).inset(margin).contains(area, slack=0.02)
        windows.append(window)
        for item in sheet.items:
            if isinstance(item, Path) and item.stroke == MARK_COLOUR:
                for segment in item.outline:
                    x, y = segment[1:]
                    assert 6 <= x <= sheet.size.w - 6 and 6 <= y <= sheet.size.h - 6
                    assert not (area.x < x < area.right and area.y < y < area.bottom), "marks stay off the board"
    columns, rows = sorted({round(w.x, 4) for w in windows}), sorted({round(w.y, 4) for w in windows})
    assert len(windows) == len(columns) * len(rows)
    for starts, length, whole in ((columns, windows[0].w, size.w), (rows, windows[0].h, size.h)):
        assert starts[0] == pytest.approx(0)
        assert starts[-1] + length == pytest.approx(whole, abs=1e-3)
        for a, b in itertools.pairwise(starts):
            assert a + length - b == pytest.approx(OVERLAP, abs=1e-3)


@settings(max_examples=100)
@given(st.floats(20, 900), st.floats(20, 900), st.sampled_from(["a4", "letter", "a3"]))
def test_no_tiling_takes_fewer_sheets_of_the_same_kind(width, height, paper):
    opts = options(paper)
    plan = plan_tiles(Size(width, height), opts.paper.size, opts.margin)

    def needed(length, room):
        tiles = 1
        while tiles * room - (tiles - 1) * OVERLAP < length - 0.02:
            tiles += 1
        return tiles

    for landscape in (False, True):
        room = usable(opts.paper.size, opts.margin, landscape=landscape)
        assert plan.columns * plan.rows <= needed(width, room.w) * needed(height, room.h)


def test_tiles_are_named_and_labelled():
    result = tile_board(board(Size(400, 300)), options("a4"), "Game", shared_words(), Report())
    names = [s.label.rsplit(" ", 1)[-1] for s in result.sheets]
    assert names[0] == "A1"
    assert len(set(names)) == len(names) > 1
    assert any("overlap" in note for note in result.notes)
    for sheet, name in zip(result.sheets, names, strict=True):
        assert name in [i.text for i in sheet.items if isinstance(i, Text)]


def test_a_board_that_fits_takes_one_sheet():
    opts = options("a4")
    whole = usable(opts.paper.size, opts.margin, landscape=True)
    result = tile_board(board(whole), opts, "Game", shared_words(), Report())
    assert len(result.sheets) == 1
    assert result.sheets[0].size == (297, 210)
    assert result.notes == ()


def test_copies_are_printed_one_after_the_other():
    assert len(tile_board(board(Size(100, 100), copies=3), options("a4"), "Game", shared_words(), Report()).sheets) == 3


def test_large_boards_get_a_sheet_of_their_own_size():
    result = tile_board(board(Size(600, 400)), options("a4", large_boards=True), "Game", shared_words(), Report())
    (sheet,) = result.sheets
    assert sheet.size.w >= 600 + 16
    assert sheet.live.contains(Rect(8, 8, 600, 400), slack=0.02)
    small = tile_board(board(Size(12, 12)), options("a4", large_boards=True), "Game", shared_words(), Report())
    assert len(small.sheets) == 1


@pytest.mark.parametrize("paper", ["50x50mm", "60x90mm", "80x120mm"])
def test_papers_without_room_are_a_fault_not_a_crash(paper):
    report = Report()
    assert tile_board(board(Size(150, 150)), options(paper, margin=40.0), "Game", shared_words(), report) is None
    assert [d.code for d in report.diagnostics] == ["paper"]


def test_full_pages_have_their_backs_behind_them():
    opts = options("a4")
    room = usable(opts.paper.size, opts.margin)
    items = tuple(PrintItem(Symbol((), Rect(0, 0, *room)), Symbol((), Rect(0, 0, *room)), 2, str(i)) for i in range(2))
    pages = Printable("pad", "Pad", "page", room, items, group="pad")
    assert [s.side for s in full_pages(pages, opts, "Game", shared_words()).sheets] == ["front", "back"] * 4
    assert [s.side for s in full_pages(pages, opts._replace(backs="none"), "Game", shared_words()).sheets] == [
        "single"
    ] * 4
    strip = label_strip(opts.paper.size)
    assert opts.margin + room.h <= strip.y + 1e-6, "the page ends above its label"


def test_the_tiled_board_of_a_game_and_its_assembly_map(make_game):
    game = load_or_raise(
        make_game({"boards.yaml": "boards:\n  map: {title: Map, face: map, size: [400, 300]}\n"}), "demo"
    )
    sets = sheets_of(game)
    count = len(sets["map"].sheets)
    assert count > 1
    guide = [i.text for s in sets["build-guide"].sheets for i in walk_texts(s.items)]
    assert {"A1", "B1"} <= set(guide)
    assert len([t for t in guide if t in ("A1", "A2", "B1", "B2", "C1", "C2")]) == count


def walk_texts(items):
    return [i for i, _ in walk_placed(items) if isinstance(i, Text)]
