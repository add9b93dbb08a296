"""Text in boxes: measured as reportlab measures, broken and shrunk to fit, never clipped."""

import itertools
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.draw.drawing import Link, Text, Use
from pnp.draw.fonts import ASCENT, DESCENT, font, font_path
from pnp.draw.text import (
    MM_PER_PT,
    TextStyle,
    break_lines,
    fit_text,
    lacking_glyphs,
    missing_glyphs,
    parse_markup,
    place_text,
    simple_line,
)
from pnp.geometry import PT_PER_MM, Rect

FONTS = [
    f"{family}{bold}{italic}" for family in ("sans", "serif") for bold in ("", "-bold") for italic in ("", "-italic")
]
WORDS = st.lists(st.text("abcdefgh ABC éñß.,", min_size=1, max_size=12), min_size=1, max_size=14).map(" ".join)


@pytest.mark.parametrize("name", FONTS)
def test_widths_are_those_of_reportlab(name):
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont(f"test-{name}", str(font_path(name))))
    for text in ("Tempest of Knowledge", "AVATAR", "éàüß ÅØ łžđ", "1234567890", "", " "):
        expected = pdfmetrics.stringWidth(text, f"test-{name}", 10) / PT_PER_MM
        assert font(name).width(text) * 10 == pytest.approx(expected, abs=1e-6)


def no_icon(name, rect):
    raise AssertionError("no icon was asked for")


def extent(items):
    """Return the box that runs of text take."""
    texts = [i for i in items if isinstance(i, Text)]
    left = min(t.x for t in texts)
    right = max(t.x + font(t.font).width(t.text.rstrip()) * t.size for t in texts)
    top = min(t.y - ASCENT * t.size * MM_PER_PT for t in texts)
    bottom = max(t.y + DESCENT * t.size * MM_PER_PT for t in texts)
    return Rect(left, top, right - left, bottom - top)


@settings(max_examples=120)
@given(
    WORDS,
    st.floats(5, 90),
    st.floats(3, 60),
    st.sampled_from(["left", "center", "right"]),
    st.sampled_from(["top", "middle", "bottom"]),
    st.floats(0.9, 1.6),
)
def test_a_text_that_fits_stays_inside_its_box(text, width, height, align, valign, leading):
    style = TextStyle("sans", False, False, 6.0, 14.0, align, valign, leading)
    fit = fit_text(text, style, width, height)
    assert 6.0 <= fit.size <= 14.0
    if not fit.fits:
        assert fit.size == 6.0, "it must not give up before the least size"
        return
    box = Rect(3, 4, width, height)
    items = place_text(fit, style, box, "#000000", no_icon)
    if items:
        assert box.contains(extent(items), slack=0.02)


@settings(max_examples=120)
@given(WORDS, st.floats(5, 90), st.floats(3, 60))
def test_a_text_shrinks_only_as_needed(text, width, height):
    fit = fit_text(text, TextStyle(least=6.0, most=14.0), width, height)
    for larger in (fit.size + 0.25, fit.size + 0.5, 14.0):
        if fit.size < larger <= 14.0:
            assert not fit_text(text, TextStyle(least=larger, most=larger), width, height).fits


@settings(max_examples=80)
@given(WORDS, st.floats(5, 90))
def test_breaking_loses_no_word_and_fills_the_lines(text, width):
    style = TextStyle()
    lines = break_lines(text, style, width / 9)
    assert " ".join("".join(p.text for p in line.pieces) for line in lines).split() == text.split()
    for line, after in itertools.pairwise(lines):
        if line.width * 9 > width + 1e-6:
            assert len([p for p in line.pieces if p.kind == "space"]) == 0, "only a single long word may stick out"
        first = "".join(p.text for p in after.pieces).split(" ")[0]
        space = font("sans").width(" ")
        assert (line.width + space + font("sans").width(first)) * 9 > width - 1e-6, "the next word would have fitted"


def test_missing_room_is_told_in_mm():
    wide = fit_text("incomprehensibilities", TextStyle(least=8, most=8), 20, 50)
    needed = font("sans").width("incomprehensibilities") * 8
    assert wide.missing_width == pytest.approx(needed - 20)
    assert wide.missing_height == 0
    high = fit_text("a b", TextStyle(least=8, most=8), 2.5, 3)
    assert high.missing_width == 0
    assert high.missing_height == pytest.approx((1 + 1.2) * 8 * MM_PER_PT - 3, abs=1e-6)


def runs(text, family="sans", bold=False, italic=False):
    return [[(p.kind, p.text, p.font) for p in line] for line in parse_markup(text, family, bold, italic)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("plain", [[("word", "plain", "sans")]]),
        ("**bold**", [[("word", "bold", "sans-bold")]]),
        ("*it*", [[("word", "it", "sans-italic")]]),
        ("***x***", [[("word", "x", "sans-bold-italic")]]),
        ("a**b**c", [[("word", "a", "sans"), ("word", "b", "sans-bold"), ("word", "c", "sans")]]),
        (":star:", [[("icon", "star", "sans")]]),
        ("5:star:", [[("word", "5", "sans"), ("icon", "star", "sans")]]),
        (r"\*not\*", [[("word", "*", "sans"), ("word", "not", "sans"), ("word", "*", "sans")]]),
        (r"\:star:", [[("word", ":", "sans"), ("word", "star:", "sans")]]),
        ("12:30", [[("word", "12:30", "sans")]]),
        ("a\nb", [[("word", "a", "sans")], [("word", "b", "sans")]]),
        ("a \t b", [[("word", "a", "sans"), ("space", " ", "sans"), ("word", "b", "sans")]]),
    ],
)
def test_markup(text, pieces):
    assert runs(text) == pieces


def test_markup_starts_from_the_style_of_the_part():
    assert runs("a **b**", bold=True) == [
        [("word", "a", "sans-bold"), ("space", " ", "sans-bold"), ("word", "b", "sans")]
    ]


def test_links_carry_their_target():
    (line,) = parse_markup("see [[rule 3|rule-three]] now", "sans", False, False)
    assert [(p.text, p.target) for p in line if p.kind == "word"] == [
        ("see", ""),
        ("rule", "rule-three"),
        ("3", "rule-three"),
        ("now", ""),
    ]
    style = TextStyle(most=9, least=9)
    items = place_text(
        fit_text("see [[rule 3|rule-three]] now", style, 80, 10), style, Rect(0, 0, 80, 10), "#000000", no_icon
    )
    links = [i for i in items if isinstance(i, Link)]
    assert {link.target for link in links} == {"rule-three"}
    assert links[0].rect.x == pytest.approx(font("sans").width("see ") * 9)


def test_icons_stand_in_the_line():
    placed = []

    def icon(name, rect):
        placed.append((name, rect))
        return [Use]

    style = TextStyle(most=10, least=10)
    place_text(fit_text("pay 2:gold: now", style, 80, 10), style, Rect(0, 0, 80, 10), "#000000", icon)
    ((name, rect),) = placed
    assert name == "gold"
    assert rect.x >= font("sans").width("pay 2") * 10
    assert rect.w == rect.h == pytest.approx(0.9 * 10 * MM_PER_PT)


def test_bullets_and_paragraphs():
    lines = break_lines("- one two\n- three\n\nlast", TextStyle(), 1000)
    assert [(line.bullet, line.gap > 0) for line in lines] == [("•", False), ("•", False), ("", True)]
    assert lines[0].indent > 0 == lines[2].indent
    narrow = break_lines("- one two", TextStyle(), font("sans").width("one two") * 0.9 + 0.35)
    assert [line.bullet for line in narrow] == ["•", ""]
    assert narrow[0].indent == narrow[1].indent


def test_missing_glyphs_are_found_in_the_font_that_sets_them():
    assert missing_glyphs("Łódź, Привет, Ελλάδα, Ðóttir") == []
    assert missing_glyphs("嵐 ab 嵐") == ["嵐"]
    assert lacking_glyphs("Ŋ", TextStyle()) == {}
    assert lacking_glyphs("Ŋ", TextStyle(italic=True)) == {"sans-italic": ["Ŋ"]}
    assert lacking_glyphs("a *Ŋ*, **Ŋ**", TextStyle()) == {"sans-italic": ["Ŋ"]}
    assert lacking_glyphs("tab\tand\nlines :star: **", TextStyle()) == {}


@pytest.mark.parametrize(("align", "left"), [("left", 10.0), ("center", None), ("right", None)])
def test_single_lines_are_aligned_at_their_point(align, left):
    line = simple_line("words", 10.0, 5.0, 9.0, "#000000", align=align)
    width = font("sans").width("words") * 9
    assert line.x == pytest.approx({"left": 10.0, "center": 10.0 - width / 2, "right": 10.0 - width}[align])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2*3*4 = **24", "2*3*4 = **24"),
        ("a * b * c", "a * b * c"),
        ("a*b*c", "a*b*c"),
        ("2**3**4", "2**3**4"),
        ("*one", "*one"),
        ("one**", "one**"),
        ("** two **", "** two **"),
        (r"2 \* 3", "2 * 3"),
    ],
)
def test_stars_that_make_nothing_bold_or_italic_stay_stars(text, shown):
    (line,) = parse_markup(text, "sans", False, False)
    assert "".join(p.text for p in line) == shown
    assert {p.font for p in line} == {"sans"}


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("**bold** *italic*", ["sans-bold", "sans-italic"]),
        ("**B**uild", ["sans-bold", "sans"]),
        ("***both***", ["sans-bold-italic"]),
        ("(**bold**)", ["sans", "sans-bold", "sans"]),
        ("**:star: bold**", ["sans-bold"]),
    ],
)
def test_stars_that_stand_about_words_set_them_apart(text, fonts):
    (line,) = parse_markup(text, "sans", False, False)
    assert [f for f, _ in groupby(p.font for p in line if p.kind == "word")] == fonts
