"""Preflight finds what a print shop would complain about; labels, booklets and the guide do what they say."""

import pytest
from support import options, sheets_of, walk_placed

from pnp.diagnostics import Problems, Report
from pnp.draw.drawing import Group, Path, Symbol, Text, Use
from pnp.draw.fonts import font
from pnp.geometry import Matrix, Rect, Size, parse_paper, scale_at, shift
from pnp.load.game import load_or_raise
from pnp.load.words import shared_words
from pnp.sheets.booklet import booklet_order
from pnp.sheets.layout import lay_out
from pnp.sheets.marks import label_lines, label_strip, page_label
from pnp.sheets.preflight import fonts_embedded, preflight
from pnp.sheets.sheet import Printable, PrintItem, Sheet, SheetSet

A4 = Size(210, 297)
LIVE = Rect(0, 0, *A4).inset(8)


def faults(*items, size=A4, **choices):
    report = Report()
    sheet = Sheet(size, items, "sheet", "single", LIVE, "sheet")
    preflight([SheetSet("s", "S", (sheet,), 1, 0, False, (), ())], options("a4", **choices), report)
    return [d.message for d in report.diagnostics]


def placed(x, y, w=20, h=20, *items):
    return Use(Symbol(items, Rect(0, 0, w, h)), shift(x, y))


def text(size, words="words"):
    return Text(0, 0, words, "sans", size, "#000000")


def test_a_good_sheet_has_no_fault():
    assert faults(placed(8, 8), placed(182, 269), text(7)) == []


@pytest.mark.parametrize(("x", "y"), [(7, 8), (8, 7), (183, 8), (8, 270)])
def test_pieces_outside_the_margins(x, y):
    (message,) = faults(placed(x, y))
    assert "outside the printable area" in message


def test_turned_pieces_are_measured_as_they_lie():
    long = Symbol((), Rect(0, 0, 200, 10))
    assert faults(Use(long, Matrix(0, 1, -1, 0, 100, 20))) == []
    assert faults(Use(long, shift(20, 20)))


def test_the_wrong_page_size():
    assert any("paper's size" in m for m in faults(size=Size(200, 297)))
    assert faults(size=Size(297, 210)) == [], "a sheet may lie on its side"
    assert faults(size=Size(500, 400), large_boards=True) == []


@pytest.mark.parametrize(
    "item",
    [
        text(6.9),
        Group((text(6.9),)),
        Group((text(14),), scale_at(0, 0, 0.4)),
        placed(10, 10, 20, 20, text(5)),
        Use(Symbol((Group((text(10),), scale_at(0, 0, 0.9)),), Rect(0, 0, 9, 9)), scale_at(20, 20, 0.7)),
    ],
)
def test_text_that_is_too_small_wherever_it_hides(item):
    (message,) = faults(item)
    assert "less than 7" in message


def test_small_text_that_is_scaled_up_is_fine():
    assert faults(Group((text(4),), scale_at(20, 20, 2))) == []


def test_large_dark_areas_matter_in_low_ink_only():
    area = Path((("R", 20, 20, 9, 9),), fill="#336699")
    assert faults(area) == []
    (message,) = faults(area, style="lowink")
    assert "81 mm²" in message
    assert faults(Path((("R", 20, 20, 7, 7),), fill="#336699"), style="lowink") == []
    assert faults(Path((("R", 20, 20, 90, 90),), fill="#f4f4f4"), style="lowink") == []
    assert faults(Group((Path((("R", 20, 20, 5, 5),), fill="#336699"),), scale_at(0, 0, 2)), style="lowink")


def test_letters_that_the_font_lacks():
    (message,) = faults(text(9, "嵐"))
    assert "U+5D50" in message


def test_fonts_that_are_not_embedded_are_noticed():
    assert fonts_embedded(b"/Subtype /TrueType ... /FontFile2 3 0 R")
    assert not fonts_embedded(b"/Subtype /TrueType ...")
    assert not fonts_embedded(b"/Subtype /TrueType ... /Subtype /CIDFontType2 ... /FontFile2 3 0 R")
    assert not fonts_embedded(b"/Subtype /Type1 /BaseFont /Helvetica")


@pytest.mark.parametrize("side", ["foot", "side"])
@pytest.mark.parametrize("page", [A4, Size(215.9, 279.4), Size(105, 148), Size(420, 594)])
@pytest.mark.parametrize("title", ["Component", "A component with a title that is a good deal longer than titles are"])
def test_the_label_and_the_scale_bar(side, page, title):
    words = f"A rather long name of a game 1.0 (abcdef12) · {title} · 1 of 12"
    length = (page.w if side == "foot" else page.h) - 20
    strip = label_strip(page, side, lines=len(label_lines(words, length)))
    items = list(walk_placed(page_label(words, page, side)))
    bars = [(i, m) for i, m in items if isinstance(i, Path)]
    (bar, matrix), *_ = bars
    ends = [matrix.apply(*s[1:]) for s in bar.outline]
    xs, ys = [p[0] for p in ends], [p[1] for p in ends]
    length = max(max(xs) - min(xs), max(ys) - min(ys))
    assert length == pytest.approx(50.8), "2 inches"
    ticks = sorted({round(s[1] - bar.outline[0][1], 3) for s in bar.outline})
    assert {0, 10, 20, 30, 40, 50, 25.4, 50.8} <= set(ticks)
    clear = Rect(0, 0, *page).inset(6.0)
    for item, m in items:
        if isinstance(item, Text):
            start, end = m.apply(item.x, item.y), m.apply(item.x + font(item.font).width(item.text) * item.size, item.y)
            points = [start, end]
            assert item.size >= 7
        else:
            points = [m.apply(*s[1:]) for s in item.outline]
        for x, y in points:
            assert clear.contains(Rect(x, y, 0, 0)), "printers lose up to 5 mm at the edge"
            assert strip.contains(Rect(x, y, 0, 0), slack=0.1)
    shown = [i.text for i, _ in items if isinstance(i, Text)][:-2]
    assert " ".join(shown).replace("· ", "") == words.replace("· ", ""), "no letter is cut off"


def test_a_label_that_cannot_be_wrapped_is_a_fault_in_words():
    report = Report()
    deck = Printable(
        "deck", "Long " * 60, "cards", Size(40, 60), (PrintItem(Symbol((), Rect(0, 0, 40, 60)), None, 1, "x"),)
    )
    assert lay_out([deck], options("a6"), "Game", shared_words(), report) is None
    (fault,) = report.diagnostics
    assert fault.code == "label"
    assert "Long Long" in fault.message


@pytest.mark.parametrize("pages", range(1, 25))
def test_booklets_read_in_order_when_folded(pages):
    sides = booklet_order(pages)
    assert len(sides) == 2 * -(-pages // 4)
    numbers = [n for side in sides for n in side if n is not None]
    assert sorted(numbers) == list(range(pages))
    sheets = [(sides[i], sides[i + 1]) for i in range(0, len(sides), 2)]
    total = 4 * len(sheets)
    read = [None] * total
    for depth, ((back_cover, first), (second, inner)) in enumerate(sheets):
        for page, at in (
            (first, 2 * depth),
            (second, 2 * depth + 1),
            (inner, total - 2 * depth - 2),
            (back_cover, total - 2 * depth - 1),
        ):
            read[at] = page
    assert [p for p in read if p is not None] == list(range(pages))


def test_the_guide_lists_every_component(knowledge):
    sets = sheets_of(knowledge)
    guide = sets.pop("build-guide")
    words = " ".join(i.text for s in guide.sheets for i, _ in walk_placed(s.items) if isinstance(i, Text))
    for sheet_set in sets.values():
        for printable in sheet_set.printables:
            assert printable.title.split()[0] in words
    assert "100 %" in words


def test_papers_too_small_for_the_guide_are_a_fault_not_a_crash(make_game):
    small = {
        "cards.yaml": "decks:\n  deck:\n    title: Deck\n    size: [20, 25]\n    front: front\n    cards: [{n: 1, copies: 3}]\n",
        "faces.yaml": "faces:\n  front: {parts: [{part: box, fill: fire}]}\n  map: {parts: [{part: box, fill: water}]}\n  coin: {parts: [{part: icon, icon: star, safe: 0}]}\n",
        "boards.yaml": "boards:\n  map: {title: Map, face: map, size: [20, 20]}\n",
    }
    game = load_or_raise(make_game(small), "demo")
    with pytest.raises(Problems) as caught:
        sheets_of(game, "52x60mm")
    assert [d.code for d in caught.value.diagnostics] == ["paper"]
    assert set(sheets_of(game, "52x60mm", only=("cards", "pieces"))) == {"deck", "coins"}


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "gutterfold", "none"])
@pytest.mark.parametrize(
    ("paper", "margin"), [("a4", 5.0), ("a4", 12.0), ("letter", 5.0), ("letter", 8.0), ("a3", 8.0)]
)
def test_knowledge_passes_preflight_on_many_papers(knowledge, paper, margin, backs):
    sets = sheets_of(knowledge, paper, only=("cards", "pieces"), margin=margin, backs=backs)
    assert {"library", "pawns", "track"} <= {p.id for s in sets.values() for p in s.printables}


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210, 297)),
        ("A4", (210, 297)),
        (" Letter ", (215.9, 279.4)),
        ("210x297mm", (210, 297)),
        ("297x210mm", (210, 297)),
        ("100.5x200mm", (100.5, 200)),
        ("a9", None),
        ("210x297", None),
        ("49x100mm", None),
        ("100x3001mm", None),
        ("x", None),
        ("", None),
        ("1e9x5mm", None),
    ],
)
def test_paper_names(name, size):
    paper = parse_paper(name)
    assert (paper.size if paper else None) == size
