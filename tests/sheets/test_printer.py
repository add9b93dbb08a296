"""Your printer: what the calibration sheet shows becomes a printer, and corrected sheets land where they should."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import options, walk_placed

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Group, Link, Path, Symbol, Text, Use, rectangle
from pnp.geometry import Rect, Size, parse_paper, shift
from pnp.load.game import load_or_raise
from pnp.load.words import shared_words
from pnp.model import Printer
from pnp.pipeline import make_sheets
from pnp.printing import BACKS
from pnp.sheets.calibration import calibration, ruler
from pnp.sheets.printer import (
    ARM,
    BAR_ACROSS,
    BAR_DOWN,
    SIDE_ARM,
    Readings,
    correct,
    flip_of,
    printed_at,
    printer_of,
    reach,
)
from pnp.sheets.sheet import Sheet, SheetSet

lengths = st.floats(-3, 3).map(lambda v: round(v, 3))
turns = st.floats(-0.8, 0.8).map(lambda v: round(v, 4))
stretches = st.floats(0.985, 1.015).map(lambda v: round(v, 5))
printers = st.builds(
    Printer,
    front=st.tuples(lengths, lengths),
    back=st.tuples(lengths, lengths),
    front_angle=turns,
    back_angle=turns,
    scale=st.tuples(stretches, stretches),
    flip=st.sampled_from(["long", "short"]),
    margin=st.just(0.0),
)
papers = st.sampled_from(["a4", "letter", "legal"])


def one_set(paper, points, size=None, sides=("front", "back")):
    size = size or paper.size
    items = tuple(Path(rectangle(Rect(x, y, 0, 0)), fill="#000000") for x, y in points)
    sheets = tuple(Sheet(size, items, side, side, Rect(0, 0, *size), side) for side in sides)
    return SheetSet("s", "S", sheets, 1, 0.0, "back" in sides, (), ())


def places(sheet):
    """Where the page says that each mark is, in the order in which they were drawn."""
    return [m.apply(i.outline[0][1], i.outline[0][2]) for i, m in walk_placed(sheet.items) if isinstance(i, Path)]


def error_of(printer, page, side, flip):
    """What the printer does, told anew: turn and stretch about the middle of the fed paper, then shift."""
    (dx, dy), angle = (printer.back, printer.back_angle) if side == "back" else (printer.front, printer.front_angle)
    upside_down = side == "back" and flip != printer.flip

    def land(x, y):
        u, v = (page.w - x, page.h - y) if upside_down else (x, y)
        u, v = (u - page.w / 2) * printer.scale[0], (v - page.h / 2) * printer.scale[1]
        along = complex(u, v) * complex(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
        u, v = along.real + page.w / 2 + dx, along.imag + page.h / 2 + dy
        return (page.w - u, page.h - v) if upside_down else (u, v)

    return land


@given(printers, papers, st.sampled_from([b for b in BACKS if b != "none"]))
def test_front_and_back_land_within_a_tenth_of_a_millimetre_everywhere(printer, name, backs):
    paper = parse_paper(name)
    page, flip = paper.size, flip_of(backs)
    points = [(page.w * i / 6, page.h * j / 6) for i in range(7) for j in range(7)]
    over = (lambda x, y: (x, page.h - y)) if flip == "short" else (lambda x, y: (page.w - x, y))
    behind = [over(x, y) for x, y in points]
    given_options = options(name, backs=backs, printer=printer)
    front = correct([one_set(paper, points, sides=("front",))], given_options, flip, shared_words().layout, Report())[
        0
    ].sheets[0]
    back = correct([one_set(paper, behind, sides=("back",))], given_options, flip, shared_words().layout, Report())[
        0
    ].sheets[0]
    land_front, land_back = error_of(printer, page, "front", flip), error_of(printer, page, "back", flip)
    for (x, y), on_front, on_back in zip(points, places(front), places(back), strict=True):
        shown, through = land_front(*on_front), over(*land_back(*on_back))
        assert math.dist(shown, (x, y)) < 0.02  # where it was drawn
        assert math.dist(shown, through) < 0.02  # and the back behind it


@given(printers)
@settings(max_examples=20)
def test_without_the_correction_they_do_not(printer):
    off = [math.dist(printer.front, (0, 0)), math.dist(printer.back, (0, 0))]
    land = error_of(printer, Size(210, 297), "front", "long")
    assert math.dist(land(105, 148.5), (105, 148.5)) == pytest.approx(off[0], abs=1e-6)


def crossing(land, start, end):
    """Where on a printed line its horizontal (for an upright ruler: vertical) place is the middle of the paper."""
    low, high = 0.0, 1.0
    for _ in range(80):
        middle = (low + high) / 2
        value = land(start + (end - start) * middle)
        low, high = (middle, high) if value < 0 else (low, middle)
    return start + (end - start) * low


@given(printers, st.sampled_from(["a4", "letter"]))
def test_readings_give_the_printer_back(printer, name):
    page = parse_paper(name).size
    cx, cy = page.w / 2, page.h / 2
    read = {}
    for side in ("front", "back"):
        land = error_of(printer, page, side, printer.flip)
        read[side] = (
            -crossing(lambda u, f=land: f(cx + u, cy - ARM)[0] - cx, -15, 15),
            -crossing(lambda u, f=land: f(cx + u, cy + ARM)[0] - cx, -15, 15),
            -crossing(lambda v, f=land: f(cx - SIDE_ARM, cy + v)[1] - cy, -15, 15),
        )
    scale = BAR_ACROSS * printer.scale[0], BAR_DOWN * printer.scale[1]
    found = printer_of(Readings(read["front"], read["back"], scale, printer.flip, 0.0))
    for got, wanted in (
        (found.front, printer.front),
        (found.back, printer.back),
        (found.scale, printer.scale),
        ((found.front_angle, found.back_angle), (printer.front_angle, printer.back_angle)),
    ):
        assert got == pytest.approx(wanted, abs=0.002)


def test_the_rulers_say_which_way_the_print_went():
    """Printed 5 mm too far right, the crease meets the ruler 5 mm left of its middle: it must say +5 there."""
    for upright in (False, True):
        labels = {i.text: m.apply(i.x, i.y) for i, m in walk_placed(ruler(upright=upright)) if isinstance(i, Text)}
        x, y = labels["+5"]
        assert (y if upright else x) == pytest.approx(-5, abs=2.5)


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_the_sheet_has_its_rulers_where_the_sums_expect_them(name):
    paper = parse_paper(name)
    cx, cy = paper.size.w / 2, paper.size.h / 2
    for sheet in calibration(paper, shared_words().calibration).sheets:
        middles = {m.apply(0, 0) for i, m in walk_placed(sheet.items) if isinstance(i, Path) and (m.e, m.f) != (0, 0)}
        assert {(cx, cy - ARM), (cx, cy + ARM), (cx - SIDE_ARM, cy)} <= middles
        drawn = reach(sheet.items)
        assert drawn.x >= 0.5
        assert drawn.right <= paper.size.w - 0.5


def test_lying_pages_are_sent_upright_and_land_right():
    printer = Printer(front=(1.0, -2.0), back=(-1.5, 0.5), front_angle=0.4, back_angle=-0.3, scale=(0.99, 1.01))
    paper = parse_paper("a4")
    lying = one_set(paper, [(10, 20), (250, 180)], size=paper.size.turned())
    for sheet in correct([lying], options("a4", printer=printer), "short", shared_words().layout, Report())[0].sheets:
        assert sheet.size == paper.size
        land = error_of(printer, paper.size, sheet.side, "short")
        for (x, y), at in zip([(10, 20), (250, 180)], places(sheet), strict=True):
            assert math.dist(land(*at), (paper.size.w - y, x)) < 0.02  # a quarter turn clockwise


def test_what_the_printer_cannot_reach_is_said():
    paper = parse_paper("a4")
    symbol = Symbol([], Rect(0, 0, 60, 80))
    sheet = Sheet(paper.size, (Use(symbol, shift(9, 20)),), "x", "single", Rect(8, 8, 194, 281), "Deck")
    made = SheetSet("s", "S", (sheet,), 1, 0.0, False, (), ())

    def faults(printer, items=sheet.items):
        report = Report()
        moved = made._replace(sheets=(sheet._replace(items=items),))
        [after] = correct([moved], options("a4", printer=printer), "long", shared_words().layout, report)
        return [(d.message, d.hint) for d in report.diagnostics], after.notes

    assert faults(Printer(front=(4.0, 0.0), margin=5.0)) == ([], ())
    [(message, hint)], notes = faults(Printer(front=(5.0, 0.0), margin=5.0))
    assert "Deck" in message
    assert "a piece comes within 4.0 mm of the left edge, where your printer leaves 5 mm free" in message
    assert hint == "add 1 mm to --margin"
    assert not notes
    mark = Group((Text(8, 290, "label", "sans", 7, "#000000"),), clip=rectangle(Rect(0, 0, 210, 297)))
    found, [note] = faults(Printer(front=(5.0, 0.0), margin=5.0), (mark,))
    assert not found
    assert "a mark or a label may be lost, for it comes within 3.0 mm of the left edge" in note


def test_sheets_of_another_size_are_left_alone_and_said():
    printer = Printer(front=(1.0, 1.0))
    paper = parse_paper("a4")
    large = one_set(paper, [(10, 10)], size=Size(400, 300), sides=("single",))
    [made] = correct([large], options("a4", printer=printer), "long", shared_words().layout, Report())
    assert made.sheets == large.sheets
    assert "not corrected" in made.notes[0]


def test_no_printer_changes_nothing():
    sets = [one_set(parse_paper("a4"), [(1, 1)])]
    assert correct(sets, options("a4"), "long", shared_words().layout, Report()) == sets


@pytest.mark.parametrize("backs", BACKS)
def test_every_sheet_of_a_whole_game_is_corrected(make_game, backs):
    """Cards, chits, boards, guide: whatever a build lays out goes through the correction, fronts and backs each."""
    game = load_or_raise(make_game(), "demo")
    printer = Printer(front=(0.5, -0.25), back=(-0.75, 0.5), front_angle=0.2, scale=(1.002, 0.998))
    plain, moved = (make_sheets(game, options("a4", backs=backs, printer=p), (), Report()) for p in (None, printer))
    flip = flip_of(backs)
    laid = [[*(s.sheets for s in made.sets), *(file.pages for file in made.files)] for made in (plain, moved)]
    assert sum(len(sheets) for sheets in laid[0]) >= 6
    for a, b in zip(*laid, strict=True):
        for before, after in zip(a, b, strict=True):
            assert after.items or not before.items
            size = Size(min(before.size), max(before.size))
            land = printed_at(printer, size, before.side, flip)
            shown, drawn = list(walk_placed(after.items)), list(walk_placed(before.items))
            guide = "Build guide" in before.label  # it also lists what the printer may lose
            assert len(shown) == len(drawn) or guide
            for (_, there), (_, wanted) in zip(
                shown[:5] if guide else shown, drawn[:5] if guide else drawn, strict=True
            ):
                if before.size == size:
                    assert land.after(there) == pytest.approx(wanted, abs=1e-6)


def test_links_and_anchors_stay_on_their_words():
    printer = Printer(front=(2.0, -3.0))
    paper = parse_paper("a4")
    items = (Text(20, 30, "word", "sans", 9, "#000000"), Link(Rect(20, 25, 30, 5), "there"), Anchor("there", 100))
    sheet = Sheet(paper.size, items, "x", "single", Rect(0, 0, *paper.size), "x")
    [made] = correct(
        [SheetSet("s", "S", (sheet,), 1, 0.0, False, (), ())],
        options("a4", printer=printer),
        "long",
        shared_words().layout,
        Report(),
    )
    group, link, anchor = made.sheets[0].items
    assert group.matrix.apply(20, 30) == pytest.approx((18, 33))
    assert link.rect == pytest.approx(Rect(18, 28, 30, 5))
    assert anchor.y == pytest.approx(103)
