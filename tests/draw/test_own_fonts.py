"""A game's own fonts: named in fonts.yaml, opened within bounds, shaped, and embedded as far as they are used."""

import re
from base64 import b64decode
from io import BytesIO
from struct import pack_into

import pytest
from fontkit import ARABIC, ARABIC_BOLD, DEVANAGARI, HEBREW, JAPANESE, LIGATURES, small_font
from support import DEMO

from pnp.context import run_with
from pnp.diagnostics import Problems, Report
from pnp.draw.drawing import Text, walk
from pnp.draw.families import game_families
from pnp.draw.flow import Look, Paragraph
from pnp.draw.fontfiles import open_font
from pnp.draw.fonts import font
from pnp.draw.ownfont import own_font
from pnp.draw.text import TextStyle, fit_text, lacking_glyphs, place_text
from pnp.export.pdf import Info, Page, write_pdf
from pnp.export.svg import drawing_svg
from pnp.export.webfonts import web_fonts
from pnp.geometry import PT_PER_MM, Rect, Size
from pnp.limits import Limits
from pnp.load.fontnames import FontFault
from pnp.load.game import load_game, load_or_raise
from pnp.pipeline import check_game

BOXES = small_font("fiAVabc.", features=LIGATURES)


@pytest.fixture
def families(make_game):
    """Return the families of a game with these fonts.yaml and files."""

    def make(yaml: str, **files: bytes):
        paths = {f"fonts/{name.replace('__', '.')}": data for name, data in files.items()}
        return game_families(load_or_raise(make_game({"fonts.yaml": yaml, **paths}), "demo"))

    return make


def set_in(family: str, text: str, *, width: float = 100, align: str = "left") -> list[Text]:
    style = TextStyle(family, least=10, most=10, align=align)
    fit = fit_text(text, style, width, 50)
    return [i for i in place_text(fit, style, Rect(0, 0, width, 50), "#000000", lambda n, r: []) if isinstance(i, Text)]


def width_in_em(key: str, text: str) -> float:
    return font(key).width(text) * PT_PER_MM


def test_ligatures_and_kerning_are_the_fonts_own(families):
    key = set_in(families("fonts: {boxes: {regular: fonts/b.ttf}}", b__ttf=BOXES)["boxes"], "fi")[0].font
    glyphs = own_font(key).shape("fi")
    assert [g.text for g in glyphs] == ["fi"]
    a, v = width_in_em(key, "A"), width_in_em(key, "V")
    assert width_in_em(key, "AV") == pytest.approx(a + v - 0.150)
    assert width_in_em(key, "A V") == pytest.approx(a + v + width_in_em(key, " "))


def test_a_text_in_an_own_font_is_as_wide_as_its_glyphs_together(families):
    yaml = "fonts: {w: {regular: fonts/b.ttf, fallback: [arabic, japanese]}, arabic: {regular: fonts/a.ttf}, japanese: {regular: fonts/j.otf}}"
    key = families(yaml, b__ttf=BOXES, a__ttf=ARABIC, j__otf=JAPANESE)["w"]
    for text in ("fi AV fi", "بيت الحكمة", "山札から引き、「星」を置く。"):
        for run in set_in(key, text):
            last = own_font(run.font).shape(run.text, rtl=run.rtl)
            assert sum(g.advance for g in last) == pytest.approx(width_in_em(run.font, run.text), abs=1e-6)


def test_letters_that_a_font_lacks_come_from_its_fallback_in_order(families):
    yaml = "fonts: {w: {regular: fonts/b.ttf, fallback: [c, sans]}, c: {regular: fonts/c.ttf}}"
    found = families(yaml, b__ttf=BOXES, c__ttf=small_font("cdx"))
    runs = set_in(found["w"], "abcdex")
    assert [(font(run.font).shown, run.text) for run in runs] == [("w", "abc"), ("c", "d"), ("sans", "e"), ("c", "x")]
    assert lacking_glyphs("a図", TextStyle(found["w"])) == {runs[0].font: ["図"]}


def test_a_fallback_without_a_bold_cut_lends_its_regular_one(families):
    yaml = "fonts: {w: {regular: fonts/b.ttf, bold: fonts/b.ttf, fallback: [c]}, c: {regular: fonts/c.ttf}}"
    found = families(yaml, b__ttf=BOXES, c__ttf=small_font("d"))
    assert [font(run.font).shown for run in set_in(found["w"], "**ad**")] == ["w-bold", "c"]


def test_sans_may_be_helped_out_without_files_of_its_own(families):
    found = families("fonts: {sans: {fallback: [a]}, a: {regular: fonts/a.ttf}}", a__ttf=ARABIC)
    runs = set_in(found["sans"], "Tea شاي")
    assert [run.font.split("-")[0] for run in runs] == ["sans", "a"]
    assert found["serif"] == "serif"


def test_arabic_letters_join_and_run_from_right_to_left(families):
    key = families("fonts: {a: {regular: fonts/a.ttf, bold: fonts/b.woff2}}", a__ttf=ARABIC, b__woff2=ARABIC_BOLD)["a"]
    (run,) = set_in(key, "بيت")
    assert run.rtl
    isolated = [own_font(run.font).shape(c, rtl=True)[0].gid for c in "بيت"]
    joined = [g.gid for g in run_glyphs(run)]
    assert not set(joined) & set(isolated)
    assert run_glyphs(run)[0].text.endswith("ت")  # the last letter stands on the left


def run_glyphs(run: Text):
    return own_font(run.font).shape(run.text, rtl=run.rtl)


def test_a_line_from_right_to_left_begins_on_the_right(families):
    key = families("fonts: {a: {regular: fonts/a.ttf}}", a__ttf=ARABIC)["a"]
    (left,) = set_in(key, "بيت", align="left")
    (right,) = set_in(key, "بيت", align="right")
    assert left.x == pytest.approx(100 - font(left.font).width("بيت") * 10)
    assert right.x == 0


def test_numbers_and_latin_words_keep_their_direction_among_arabic(families):
    found = families("fonts: {sans: {fallback: [a]}, a: {regular: fonts/a.ttf}}", a__ttf=ARABIC)
    runs = sorted(set_in(found["sans"], "خذ 12 ورق PDF الآن"), key=lambda run: run.x)
    assert [run.text.strip() for run in runs] == ["الآن", "PDF", "ورق", "12", "خذ"]
    assert [run.rtl for run in runs] == [True, False, True, False, True]


def test_brackets_around_arabic_are_mirrored(families):
    found = families("fonts: {sans: {fallback: [a]}, a: {regular: fonts/a.ttf}}", a__ttf=ARABIC)
    runs = sorted(set_in(found["sans"], "(بيت)"), key=lambda run: run.x)
    assert "".join(run.text if not run.rtl else "x" for run in runs) == "(x)"


def test_hebrew_in_an_english_line_is_turned_alone(families):
    found = families("fonts: {sans: {fallback: [h]}, h: {regular: fonts/h.woff}}", h__woff=HEBREW)
    runs = sorted(set_in(found["sans"], "say שלום now"), key=lambda run: run.x)
    assert [run.text.strip() for run in runs] == ["say", "שלום", "now"]


def test_devanagari_vowel_signs_stand_before_their_consonant(families):
    key = families("fonts: {d: {regular: fonts/d.woff2}}", d__woff2=DEVANAGARI)["d"]
    (run,) = set_in(key, "कि")
    glyphs = run_glyphs(run)
    consonant = own_font(run.font).hb.get_nominal_glyph(ord("क"))
    assert [g.gid for g in glyphs].index(consonant) == len(glyphs) - 1
    (conjunct,) = set_in(key, "क्ष")
    assert len(run_glyphs(conjunct)) == 1


def test_an_otf_with_cubic_curves_becomes_truetype_in_the_pdf(families):
    key = families("fonts: {j: {regular: fonts/j.otf}}", j__otf=JAPANESE)["j"]
    pdf = pdf_of(set_in(key, "図書館"))
    assert "図書館" in text_of(pdf)
    assert pdf.count(b"/FontFile2") == 1
    assert len(pdf) < 12_000  # three letters, not the whole font


def pdf_of(items: list[Text]) -> bytes:
    return write_pdf([Page(Size(100, 50), items)], Info("", "", ""))


def all_text_of(pdf: bytes) -> str:
    from pypdfium2 import PdfDocument

    return " ".join(" ".join(page.get_textpage().get_text_range() for page in PdfDocument(pdf)).split())


def text_of(pdf: bytes) -> str:
    from pypdfium2 import PdfDocument

    return PdfDocument(pdf)[0].get_textpage().get_text_range()


def test_a_pdf_keeps_the_words_and_is_the_same_every_time(families):
    found = families(
        "fonts: {sans: {fallback: [a]}, b: {regular: fonts/b.ttf}, a: {regular: fonts/a.ttf}}",
        a__ttf=ARABIC,
        b__ttf=BOXES,
    )
    items = [*set_in(found["b"], "fi AV"), *set_in(found["sans"], "بيت الحكمة")]
    pdf = pdf_of(items)
    assert "fi AV" in text_of(pdf)
    assert pdf == pdf_of(items)


def test_a_pdf_looks_like_the_svg_of_the_same_items(families):
    from pypdfium2 import PdfDocument
    from resvg_py import svg_to_bytes

    found = families(
        "fonts: {sans: {fallback: [a, d, j]}, a: {regular: fonts/a.ttf}, d: {regular: fonts/d.woff2}, j: {regular: fonts/j.otf}}",
        a__ttf=ARABIC, d__woff2=DEVANAGARI, j__otf=JAPANESE,
    )  # fmt: skip
    items = set_in(found["sans"], "خُذْ بطاقتين\nक्षत्रिय श्री\n図書館で星を引く。")
    from PIL import Image, ImageChops

    printed = PdfDocument(pdf_of(items))[0].render(scale=8).to_pil().convert("L")
    svg = drawing_svg(100, 50, items, "t").decode()
    seen = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=svg, dpi=576)))).convert("L")
    difference = ImageChops.difference(printed, seen.resize(printed.size))
    dark = sum(printed.histogram()[:128])
    assert dark > 3_000, "the text is there"
    assert sum(difference.histogram()[128:]) < 0.01 * dark


@pytest.mark.parametrize(
    "fs_type, words",
    [(0x0002, "forbid to embed it"), (0x0100, "only the letters that are used"), (0x0200, "bitmaps only")],
)
def test_a_licence_that_forbids_embedding_is_said(fs_type, words):
    with pytest.raises(FontFault, match=words) as caught:
        open_font(small_font("a", fs_type=fs_type), "x.ttf")
    assert "Open Font License" in caught.value.hint


@pytest.mark.parametrize("fs_type", [0, 0x0004, 0x0008])
def test_a_licence_that_allows_embedding_is_enough(fs_type):
    assert open_font(small_font("a", fs_type=fs_type), "x.ttf").glyph_count


@pytest.mark.parametrize("flavour", [None, "woff", "woff2"])
def test_every_kind_of_file_holds_the_same_font(flavour):
    face = open_font(small_font("abc", flavour=flavour), "x")
    assert sorted(map(chr, face.unicodes)) == [" ", "a", "b", "c"]


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_a_packed_font_may_not_unpack_beyond_the_limit(flavour):
    data = small_font("".join(map(chr, range(0x4E00, 0x5400))), flavour=flavour)
    with run_with(Limits(font_bytes=20_000)), pytest.raises(FontFault, match="20000 bytes once unpacked"):
        open_font(data, "x")


@pytest.mark.parametrize("kind", [None, "woff", "woff2"])
def test_a_spoilt_font_is_a_fault_in_words(kind):
    data = small_font("abc", flavour=kind)
    for at in range(4, len(data), max(1, len(data) // 150)):
        for spoilt in (data[:at], data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]):
            try:
                open_font(spoilt, "x").unicodes  # noqa: B018
            except FontFault as fault:
                assert "'x'" in str(fault)


def test_a_woff_that_lies_about_its_tables_is_a_fault():
    data = bytearray(small_font("abc", flavour="woff"))
    pack_into(">I", data, 44 + 12, 0xFFFFFFFF)
    with pytest.raises(FontFault, match="once unpacked"):
        open_font(bytes(data), "x")


def test_a_variable_font_is_cut_where_its_axes_say(families):
    yaml = "fonts: {v: {regular: fonts/v.ttf, bold: {file: fonts/v.ttf, axes: {wght: 900}}}}"
    key = families(yaml, v__ttf=small_font("a", variable=True))["v"]
    thin, heavy = set_in(key, "a **a**")[0], set_in(key, "a **a**")[-1]
    assert width_in_em(heavy.font, "a") == pytest.approx(width_in_em(thin.font, "a") + 0.3)


FAULTS = {
    "no such file": ("fonts: {s: {regular: fonts/none.ttf}}", "font", "there is no file 'fonts/none.ttf'"),
    "no font": ("fonts: {s: {regular: fonts/text.ttf}}", "font", "is not a TTF, OTF, WOFF or WOFF2 font"),
    "no axis": ("fonts: {s: {regular: {file: fonts/b.ttf, axes: {wght: 700}}}}", "font", "has no axis 'wght'"),
    "beyond an axis": ("fonts: {s: {regular: {file: fonts/v.ttf, axes: {wght: 950}}}}", "font", "from 400 to 900"),
    "no regular": ("fonts: {s: {bold: fonts/b.ttf}}", "missing", "'s' has no 'regular' file"),
    "sheets need bold": ("fonts: {sans: {regular: fonts/b.ttf}}", "missing", "no bold and no italic file"),
    "no such fallback": ("fonts: {s: {regular: fonts/b.ttf, fallback: [seriff]}}", "reference", "no font 'seriff'"),
    "its own fallback": ("fonts: {s: {regular: fonts/b.ttf, fallback: [s]}}", "reference", "cannot help itself out"),
    "outside": ("fonts: {s: {regular: ../b.ttf}}", "font", "not a path inside"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_of_fonts_stand_in_fonts_yaml(make_game, case):
    yaml, code, words = FAULTS[case]
    files = {"fonts/b.ttf": BOXES, "fonts/v.ttf": small_font("a", variable=True), "fonts/text.ttf": b"no font"}
    found = errors_of(make_game({"fonts.yaml": yaml, **files}))
    assert [d.code for d in found] == [code]
    assert words in found[0].message
    assert found[0].span.file.endswith("fonts.yaml")


def errors_of(content):
    report = Report()
    try:
        game = load_game(content, "demo", report)
        if game is not None:
            game_families(game)
    except Problems as problems:
        report.take(problems)
    return [d for d in report.diagnostics if d.severity == "error"]


def test_a_face_names_a_font_that_is_there(make_game):
    faces = DEMO["faces.yaml"].replace("size: [8, 16], align", "font: stroy, size: [8, 16], align")
    content = make_game(
        {"faces.yaml": faces, "fonts.yaml": "fonts: {story: {regular: fonts/b.ttf}}", "fonts/b.ttf": BOXES}
    )
    (fault,) = errors_of(content)
    assert (fault.code, fault.message, fault.hint) == ("reference", "there is no font 'stroy'", "did you mean 'story'?")
    assert fault.span.file.endswith("faces.yaml")


def test_a_bold_word_in_a_font_without_bold_is_a_fault_of_the_record(make_game):
    faces = DEMO["faces.yaml"].replace("size: [8, 16], align", "font: story, size: [8, 16], align")
    cards = DEMO["cards.yaml"].replace("title: Spark", 'title: "f **i**"').replace("title: Wave", "title: AV")
    files = {"faces.yaml": faces, "cards.yaml": cards, "fonts.yaml": "fonts: {story: {regular: fonts/b.ttf}}"}
    found = [d for d in check_game(make_game({**files, "fonts/b.ttf": BOXES}), "demo")[0] if d.severity == "error"]
    assert [(d.code, d.message) for d in found] == [("font", "deck, f **i**: the font 'story' has no bold cut")]
    assert found[0].span.file.endswith("cards.yaml")


def test_font_files_and_families_that_nothing_uses_are_told(make_game):
    report = Report()
    yaml = "fonts: {story: {regular: fonts/b.ttf}}"
    load_game(make_game({"fonts.yaml": yaml, "fonts/b.ttf": BOXES, "fonts/Old One.otf": BOXES}), "demo", report)
    told = {(d.message, d.hint) for d in report.diagnostics if d.code == "unused"}
    assert ("nothing is set in the font 'story'", None) in told
    hint = "name it in fonts.yaml: fonts: {old-one: {regular: fonts/Old One.otf}}"
    assert ("nothing is set in this font file", hint) in told


def test_a_missing_letter_names_the_font_of_the_game_that_has_it(make_game):
    faces = DEMO["faces.yaml"].replace("size: [8, 16], align", "font: story, size: [8, 16], align")
    cards = DEMO["cards.yaml"].replace("title: Spark", "title: بيت").replace("title: Wave", "title: AV")
    yaml = "fonts: {story: {regular: fonts/b.ttf}, naskh: {regular: fonts/a.ttf}}"
    files = {"faces.yaml": faces, "cards.yaml": cards, "fonts.yaml": yaml, "fonts/b.ttf": BOXES, "fonts/a.ttf": ARABIC}
    (fault,) = [d for d in check_game(make_game(files), "demo")[0] if d.severity == "error"]
    assert fault.message.startswith("deck, بيت: the story font has no glyph for 'ب' (U+0628)")
    assert fault.hint == "set it in font: naskh, which has it, or write naskh into the fallback of story in fonts.yaml"


def test_a_missing_letter_names_a_font_of_the_computer_that_has_it(tmp_path, monkeypatch):
    from pnp.draw import installed
    from pnp.draw.elsewhere import where_letters_are

    path = tmp_path / "boxes.ttf"
    path.write_bytes(small_font("図"))
    monkeypatch.setattr(installed, "font_files", lambda: (path,))
    assert where_letters_are(["図"], TextStyle(), {}) == (
        f"'Boxes Regular' of this computer has it: if its licence allows, copy {path} into fonts/ and name it in fonts.yaml"
    )
    assert where_letters_are(["館"], TextStyle(), {}).startswith("neither pnp nor this computer has a font with it")


def test_own_fonts_stand_on_every_sheet(make_game):
    from support import options

    from pnp.pipeline import make_sheets

    faces = DEMO["faces.yaml"].replace("size: [8, 16], align", "font: story, size: [8, 16], align")
    cards = DEMO["cards.yaml"].replace("title: Spark", "title: fib").replace("title: Wave", "title: AV")
    content = make_game(
        {
            "faces.yaml": faces,
            "cards.yaml": cards,
            "fonts.yaml": "fonts: {story: {regular: fonts/b.ttf}}",
            "fonts/b.ttf": BOXES,
        }
    )
    report = Report()
    sets = make_sheets(load_or_raise(content, "demo"), options(), ("deck",), report)
    texts = [i for s in sets.sets for sheet in s.sheets for i in walk(sheet.items) if isinstance(i, Text)]
    assert {t.text for t in texts if font(t.font).shown == "story"} == {"fib", "AV"}


def test_the_rulebook_is_set_in_the_fonts_of_the_game(make_game):
    rules = "chapters: [{id: a, title: A, clauses: [{id: a.b, title: بيت, text: 'Draw two.\n\n- بيت الحكمة'}]}]\n"
    yaml = "fonts: {sans: {fallback: [a]}, serif: {fallback: [a]}, a: {regular: fonts/a.ttf}}"
    content = make_game({"rules.yaml": rules, "fonts.yaml": yaml, "fonts/a.ttf": ARABIC, "fonts/b.ttf": BOXES})
    from support import options

    from pnp.pipeline import BuildOrder, build

    files = {f.name: f.data for f in build(BuildOrder(content, "demo", options(), ("rulebook",), "pdf")).files}
    assert b"/CIDFontType2" in files["rulebook.pdf"]
    page = files["rulebook.html"].decode()
    (face,) = set(re.findall(r'font-family: "(sans-\w+-1)"; font-weight: 400; font-style: normal', page))
    assert f'1.02rem/1.55 "{face}", "Source Sans Pro"' in page
    assert "Set with pnp in Source Sans, Noto Naskh Arabic, Source Serif." in all_text_of(files["rulebook.pdf"])
    assert "unicode-bidi: plaintext" in page
    assert '<ul dir="auto">' in page
    shipped = b64decode(re.search(r"base64,([^)]+)\)", page)[1])
    assert set(map(chr, open_font(shipped, "x").unicodes)) == set("بيتالحكمة")


def test_a_rulebook_without_own_fonts_asks_for_none(make_game):
    from support import options

    from pnp.pipeline import BuildOrder, build

    rules = "chapters: [{id: a, title: A, clauses: [{id: a.b, title: T, text: Draw two.}]}]\n"
    files = {
        f.name: f.data
        for f in build(BuildOrder(make_game({"rules.yaml": rules}), "demo", options(), ("rulebook",), "pdf")).files
    }
    assert b"@font-face" not in files["rulebook.html"]
    assert b'<html lang="en">' in files["rulebook.html"]


def test_a_variable_font_goes_into_a_page_as_the_cut_that_is_meant(families):
    yaml = "fonts: {sans: {regular: fonts/v.ttf, italic: fonts/v.ttf, bold: {file: fonts/v.ttf, axes: {wght: 900}}}}"
    found = web_fonts(families(yaml, v__ttf=small_font("ab", variable=True)), "ab")
    faces = [open_font(b64decode(data), "x") for data in re.findall(r"base64,([^)]+)\)", found.faces)]
    assert not any(face.has_var_data and face.axis_infos and face.axis_infos[0].max_value > 900 for face in faces)
    assert len(faces) == 3


def test_numbers_and_bullets_of_lists_stand_on_the_right_of_arabic(families):
    look = Look(
        "#000000",
        "#000000",
        "#000000",
        "#000000",
        "#ffffff",
        lambda *_: [],
        families("fonts: {sans: {fallback: [a]}, a: {regular: fonts/a.ttf}}", a__ttf=ARABIC),
    )
    block = Paragraph("بيت", look, indent=5, lead="•")
    texts = {t.text: t.x for t in block.draw(10, 0, 60) if isinstance(t, Text)}
    assert 10 + 60 - 5 < texts["•"] < 70
    assert texts["بيت"] < 65


def test_titles_and_labels_may_be_in_any_script(make_game):
    from support import options

    from pnp.pipeline import BuildOrder, build

    game = DEMO["game.yaml"].replace("title: Demo", "title: 図書館 بيت")
    cards = DEMO["cards.yaml"].replace("title: Deck", "title: الرزمة")
    yaml = "fonts: {sans: {fallback: [a, j]}, serif: {fallback: [a, j]}, a: {regular: fonts/a.ttf}, j: {regular: fonts/j.otf}}"
    files = {"game.yaml": game, "cards.yaml": cards, "fonts.yaml": yaml, "fonts/a.ttf": ARABIC, "fonts/j.otf": JAPANESE}
    built = build(BuildOrder(make_game(files), "demo", options(), (), "pdf"))
    deck = next(f.data for f in built.files if f.name == "deck.pdf")
    assert "図書館" in text_of(deck)
    assert built.warnings == ()


def test_a_title_of_a_component_that_labels_cannot_show_is_told_at_its_place(make_game):
    cards = DEMO["cards.yaml"].replace("title: Deck", "title: 図書館")
    faults = [d for d in check_game(make_game({"cards.yaml": cards}), "demo")[0] if d.severity == "error"]
    assert {d.code for d in faults} == {"glyph"}
    assert {d.span.file.rsplit("/", 1)[-1] for d in faults} == {"cards.yaml"}
    assert len(faults) == 3
