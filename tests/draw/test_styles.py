"""Colours and styles: known values, what low-ink never does, and which roles look alike."""

from math import pi

import pytest
from support import CONTENT, outline_points, sheets_of, walk_placed

from pnp.diagnostics import Report
from pnp.draw.colours import SIGHTS, contrast, distance, grey_of, ink, lab, luminance, mix, seen_by, to_hex, to_rgb
from pnp.draw.drawing import Path
from pnp.draw.faces import FaceFault
from pnp.draw.style import LARGE_AREA, MOST_FLAT_INK, Style, UnknownRole, check_distinct
from pnp.geometry import CARD_SIZES, Size
from pnp.load.game import load_or_raise
from pnp.model import Role
from pnp.printing import STYLES
from pnp.sheets.components import make_painter
from pnp.sheets.preflight import outline_area


def test_known_values():
    assert to_rgb("#ff8000") == pytest.approx((1, 128 / 255, 0))
    assert to_hex((1, 0.5, -3)) == "#ff8000"
    assert (ink("#ffffff"), ink("#000000")) == (0, 1)
    assert ink("#ff0000") == pytest.approx(2 / 3)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the WCAG's well-known example
    assert luminance("#ff0000") == pytest.approx(0.2126, abs=1e-4)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#123456", "#abcdef", 0) == "#123456"
    assert mix("#123456", "#abcdef", 1) == "#abcdef"


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ("#ffffff", (100, 0, 0)),
        ("#000000", (0, 0, 0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
        ("#808080", (53.59, 0, 0)),
    ],
)
def test_lab_against_published_values(colour, expected):
    assert lab(colour) == pytest.approx(expected, abs=0.05)


def test_grey_keeps_the_brightness():
    for colour in ("#d55e00", "#0072b2", "#f0e442", "#1d2126"):
        assert luminance(grey_of(colour)) == pytest.approx(luminance(colour), abs=0.004)
        assert len(set(to_rgb(grey_of(colour)))) == 1


def test_eyes():
    assert seen_by("#d55e00", "normal") == "#d55e00"
    assert seen_by("#d55e00", "grey") == grey_of("#d55e00")
    for sight in SIGHTS:
        assert distance(seen_by("#808080", sight), "#808080") < 1, "greys stay grey to every eye"
    red, green = "#c83200", "#6e7800"
    assert distance(red, green) > 50
    assert distance(seen_by(red, "deuteranopia"), seen_by(green, "deuteranopia")) < 15
    assert distance(seen_by("#0000ff", "tritanopia"), "#0000ff") > 20


ROLES = {
    "ink": Role(colour="#1d2126"),
    "paper": Role(colour="#ffffff"),
    "shade": Role(colour="#eef1f3"),
    "sun": Role(colour="#f0e442", grey="#dedede", lowink="#6b6200", pattern="dots"),
    "deep": Role(colour="#0072b2", pattern="waves"),
}


@pytest.mark.parametrize(
    ("style", "role", "colour"),
    [
        ("colour", "sun", "#f0e442"),
        ("grey", "sun", "#dedede"),
        ("lowink", "sun", "#6b6200"),
        ("grey", "deep", grey_of("#0072b2")),
        ("colour", "on-sun", "#1a1a1a"),
        ("colour", "on-deep", "#ffffff"),
        ("lowink", "on-deep", "#1a1a1a"),
        ("colour", "on-paper", "#1a1a1a"),
        ("lowink", "paper", "#ffffff"),
    ],
)
def test_inks(style, role, colour):
    assert Style(style, ROLES).ink(role) == colour


def test_low_ink_lines_can_be_read_on_white():
    style = Style("lowink", {**ROLES, "pale": Role(colour="#b0e0ff")})
    for role in ("ink", "deep", "pale", "sun"):
        assert contrast(style.ink(role), "#ffffff") >= 4.5


def test_fills():
    assert Style("colour", ROLES).fill("deep").flat == "#0072b2"
    low = Style("lowink", ROLES)
    assert low.fill("deep").flat is None
    assert low.fill("deep").outline is not None
    assert low.fill("deep").pattern == "waves"
    assert low.fill("shade").flat == "#eef1f3", "pale areas may stay"


@pytest.mark.parametrize("name", ["nothing", "on-nothing", ""])
def test_unknown_roles(name):
    for style in STYLES:
        with pytest.raises(UnknownRole):
            Style(style, ROLES).ink(name)


def distinct(roles, group):
    report = Report()
    check_distinct(roles, [group], report, lambda role: None)
    return [d.message for d in report.diagnostics]


def test_roles_that_must_be_told_apart():
    red, green = Role(colour="#c83200", pattern="dots"), Role(colour="#6e7800", pattern="lines")
    messages = distinct({"red": red, "green": green}, ["red", "green"])
    assert len(messages) == 2
    assert "deuteranopia" in messages[0]
    assert "grey" in messages[1]
    shaded = Role(colour="#6e7800", pattern="lines", grey="#eeeeee")
    assert all("grey" not in m for m in distinct({"red": red, "green": shaded}, ["red", "green"]))
    black, white = Role(colour="#000000", pattern="dots"), Role(colour="#ffffff", pattern="dots")
    (same,) = distinct({"a": black, "b": white}, ["a", "b"])
    assert "same pattern" in same
    assert distinct({"a": black, "b": Role(colour="#ffffff")}, ["a", "b"]) == []


def test_every_pair_of_a_group_is_compared():
    roles = {name: Role(colour="#336699", pattern="plain") for name in "abc"}
    pairs = {m.split("'")[1] + m.split("'")[3] for m in distinct(roles, ["a", "b", "c"])}
    assert pairs == {"ab", "ac", "bc"}


def test_the_six_locations_differ_for_every_eye(knowledge):
    report = Report()
    check_distinct(knowledge.roles, knowledge.distinct, report, lambda role: None)
    assert report.diagnostics == []
    locations = [location["id"] for location in knowledge.names["locations"]]
    assert locations in knowledge.distinct
    patterns = {knowledge.roles[name].pattern for name in locations}
    symbols = {location["symbol"] for location in knowledge.names["locations"]}
    assert len(patterns) == len(symbols) == 6
    assert "plain" not in patterns


def large_dark_areas(items):
    found = []
    for item, matrix in walk_placed(items):
        if isinstance(item, Path) and item.fill is not None:
            scale = abs(matrix.a * matrix.d - matrix.b * matrix.c)
            if outline_area(item.outline) * scale > LARGE_AREA and ink(item.fill) > MOST_FLAT_INK:
                found.append((item.fill, round(outline_area(item.outline) * scale)))
    return found


@pytest.mark.parametrize("face", sorted(load_or_raise(CONTENT, "knowledge").faces))
def test_no_face_of_knowledge_fills_large_areas_in_low_ink(knowledge, face):
    painter = make_painter(knowledge, "lowink")
    location = knowledge.names["locations"][0]
    names = {
        **knowledge.names,
        "location": location,
        "book": location["books"][0],
        "set": {"name": "I", "seat": 1},
        "round": 3,
        "index": 1,
        "paper": "a4",
        "card": {},
        "location_index": 0,
        "book_index": 3,
        "round_index": 2,
    }
    sizes = {
        "locations-board": Size(277, 190),
        "location-cell": Size(92, 94.5),
        "pawn": Size(28, 42),
        "lead-marker": Size(24, 24),
        "round-marker": Size(15, 15),
        "round-track": Size(180, 26),
        "round-space": Size(8, 16),
    }
    assert large_dark_areas(draw_somehow(painter, face, names, sizes.get(face)).items) == []


def draw_somehow(painter, face, names, size):
    """Draw a face in its own size, or in the first of some sizes that its parts fit."""
    for tried in (size or CARD_SIZES["tcg"], Size(92, 94.5), Size(277, 190)):
        try:
            return painter.draw(face, tried, names)
        except FaceFault as fault:
            if fault.code not in ("outside", "overflow"):
                raise
    raise AssertionError(f"{face} fits no size")


def test_no_sheet_of_knowledge_fills_large_areas_in_low_ink(knowledge):
    for sheet_set in sheets_of(knowledge, style="lowink").values():
        if sheet_set.id.startswith("rulebook"):
            continue
        for sheet in sheet_set.sheets:
            assert large_dark_areas(sheet.items) == [], sheet.label


def test_the_measure_of_areas_is_right():
    square = (("R", 0, 0, 10, 10),)
    assert outline_area(square) == 100
    triangle = (("M", 0, 0), ("L", 10, 0), ("L", 0, 10), ("Z",))
    assert outline_area(triangle) == 50
    two = (("M", 0, 0), ("L", 10, 0), ("L", 0, 10), ("Z",), ("M", 0, 0), ("L", 2, 0), ("L", 0, 2))
    assert outline_area(two) == 50
    from pnp.draw.drawing import ellipse

    assert 0.6 * pi * 100 < outline_area(ellipse(0, 0, 10)) <= pi * 100.5
    assert outline_points(square) == [(0, 0), (10, 10)]


def test_colour_style_does_fill_large_areas(knowledge):
    """The measure above must be able to find something."""
    cards = sheets_of(knowledge, only=("cards",))["cards"]
    assert large_dark_areas(cards.sheets[0].items)
