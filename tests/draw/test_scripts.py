"""Directions by UAX 9, and where lines of ideographs may end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw.scripts import breaks_in, clusters_of, flipped, levels_of, split_at, units_of, visual

LETTERS = "abאבگسس 12٣٤(),.-+%$[]!\u0301/:«»"


def shown(text: str) -> str:
    _, levels = levels_of(text)
    return "".join(visual(text, levels))


@given(st.text(LETTERS, min_size=1, max_size=14).map(str.strip).filter(bool))
def test_directions_are_those_of_the_unicode_algorithm(text):
    from bidi import get_display

    base, _ = levels_of(text)
    mirrored = str.maketrans(")]»", "([«")  # whether a sign is mirrored is the font's business here
    theirs = get_display(text, base_dir="R" if base else "L")
    assert shown(text).translate(mirrored) == theirs.translate(mirrored)


@pytest.mark.parametrize(
    "text, levels",
    [
        ("abc", (0, [0, 0, 0])),
        ("אבג", (1, [1, 1, 1])),
        ("א12", (1, [1, 2, 2])),
        ("a א b", (0, [0, 0, 1, 0, 0])),
        ("א a ב", (1, [1, 1, 2, 1, 1])),
        ("א (a)", (1, [1, 1, 1, 2, 1])),
    ],
)
def test_levels(text, levels):
    assert levels_of(text) == levels


def test_signs_of_unshaped_fonts_are_turned_and_mirrored():
    assert flipped("(a») ") == " («a)"


@pytest.mark.parametrize(
    "text, units",
    [
        ("hello", ["hello"]),
        ("山札から", ["山", "札", "か", "ら"]),
        ("カード、星。", ["カー", "ド、", "星。"]),
        ("「星」を", ["「星」", "を"]),
        ("ちょっと", ["ちょっ", "と"]),
        ("ABCも", ["ABC", "も"]),
        ("2枚", ["2", "枚"]),
        ("（二）…", ["（二）…"]),
        ("か\u3099", ["か\u3099"]),
        ("บท\u200bที่", ["บท\u200b", "ที่"]),
        ("도서관", ["도서관"]),
    ],
)
def test_where_lines_may_end(text, units):
    assert split_at(text, breaks_in(text)) == units


@given(st.text("a 山、「」x図\u200b", max_size=20))
def test_nothing_is_lost_where_runs_are_cut(text):
    assert "".join(units_of(text)) == text


def test_marks_stay_with_their_letters():
    assert clusters_of("e\u0301क्षि") == ["e\u0301", "क्", "षि"]
