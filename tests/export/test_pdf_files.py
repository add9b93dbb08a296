"""PDF files: same bytes for the same input, fonts inside, the right pages, marks, labels and words."""

import io
import os
import shutil
import subprocess
import sys

import pypdf
import pytest
from support import CONTENT, ROOT, options, words_of_pages

from pnp.draw.drawing import Anchor, Group, Image, Link, Path, Symbol, Text, Use
from pnp.export.pdf import Bookmark, Info, Page, outline_operators, write_pdf
from pnp.geometry import PT_PER_MM, Matrix, Rect, Size, scale_at, shift
from pnp.pipeline import BuildOrder, build

SMALL = Size(100, 50)
INFO = Info("Title", "Author", "Subject", "key, words")


def order(content=CONTENT, game="knowledge", paper="a4", only=(), **choices):
    return BuildOrder(content, game, options(paper, **choices), only, "pdf")


@pytest.fixture(scope="module")
def built():
    """Knowledge for A4, as file contents."""
    return {f.name: f for f in build(order()).files}


def reader(data):
    return pypdf.PdfReader(io.BytesIO(data))


def test_the_same_input_gives_the_same_bytes(built):
    again = {f.name: f.data for f in build(order()).files}
    assert {name: f.data for name, f in built.items()} == again


def test_the_same_bytes_in_any_process(built):
    code = (
        "import hashlib\nfrom pathlib import Path\nfrom pnp.pipeline import BuildOrder, build\n"
        "from pnp.geometry import parse_paper\nfrom pnp.sheets.sheet import PrintOptions\n"
        f"made = build(BuildOrder(Path({str(CONTENT)!r}), 'knowledge', PrintOptions(parse_paper('a4')), (), 'pdf'))\n"
        "for f in made.files: print(f.name, hashlib.sha256(f.data).hexdigest())"
    )
    found = set()
    for seed, zone, language in (("1", "UTC", "C"), ("77", "Asia/Tokyo", "de_DE.UTF-8")):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
        found.add(done.stdout)
    assert len(found) == 1
    import hashlib

    here = "".join(f"{f.name} {hashlib.sha256(f.data).hexdigest()}\n" for f in built.values())
    assert found == {here}


def fonts_of(pdf):
    for page in pdf.pages:
        waiting = [page.get("/Resources", {})]
        while waiting:
            resources = waiting.pop().get_object()
            for font in (resources.get("/Font") or {}).values():
                yield font.get_object()
            for form in (resources.get("/XObject") or {}).values():
                if "/Resources" in form.get_object():
                    waiting.append(form.get_object()["/Resources"])


def test_all_fonts_are_embedded_subsets(built):
    for name, file in built.items():
        if not name.endswith(".pdf"):
            continue
        found = list(fonts_of(reader(file.data)))
        assert found, name
        for font in found:
            descriptor = font["/FontDescriptor"].get_object()
            assert "/FontFile2" in descriptor, (name, font["/BaseFont"])
            assert font["/BaseFont"][7] == "+", "a subset has a tag before its name"


def test_page_sizes_and_counts(built):
    for name, file in built.items():
        if name.endswith(".pdf"):
            pages = reader(file.data).pages
            assert len(pages) == file.pages, name
            for page in pages:
                assert sorted(map(float, page.mediabox[2:])) == pytest.approx(
                    [210 * PT_PER_MM, 297 * PT_PER_MM], abs=0.01
                )


def test_metadata(built):
    meta = reader(built["cards.pdf"].data).metadata
    assert meta.title.startswith("Tempest of Knowledge: ")
    assert meta.author == "the pnp project"
    assert "a4" in meta.subject
    assert meta.creator == "pnp"
    assert reader(built["print-me.pdf"].data).metadata.title == "Tempest of Knowledge: print-me"


def titles(outline):
    for entry in outline:
        if isinstance(entry, list):
            yield from titles(entry)
        else:
            yield entry.title


def test_bookmarks_lead_to_their_pages(built):
    pdf = reader(built["print-me.pdf"].data)
    entries = [e for e in pdf.outline if not isinstance(e, list)]
    assert [e.title for e in entries] == ["plain-two-sided", "card-one-sided", "card-two-sided"]
    assert next(t for t in titles(pdf.outline) if " " in t) == "Build guide"
    numbers = [pdf.get_destination_page_number(e) for e in entries]
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))
    cards = reader(built["cards.pdf"].data)
    sheets = built["cards.pdf"].sheets
    assert len(list(titles(cards.outline))) == sheets + 1


def test_page_labels(built):
    labels = reader(built["cards.pdf"].data).page_labels
    assert "1 of" in labels[0]
    assert "back" in labels[1]
    assert len(set(labels)) == len(labels)


@pytest.fixture(scope="module")
def card_pages(built):
    """The words of each page of cards.pdf."""
    return [page.extract_text() for page in reader(built["cards.pdf"].data).pages]


def test_words_of_all_cards_can_be_found(card_pages, knowledge):
    text = " ".join("".join(card_pages).split())
    flowing = text.replace("- ", "-")
    for location in knowledge.names["locations"]:
        assert location["name"] in text
        assert location["manager"] in text
        for book in location["books"]:
            words = book["title"].split()
            assert all(word in flowing for word in words), book["title"]
            assert flowing.count(words[-1]) >= 2, "once in the library, once among the goals"


def test_every_page_says_what_it_is(built, card_pages):
    others = [p.extract_text() for name in ("scenarios.pdf", "locations.pdf") for p in reader(built[name].data).pages]
    for text in (*card_pages, *others):
        assert "Tempest of Knowledge" in text
        assert "100 %" in text
        assert "50 mm / 2 in" in text


def test_in_print_me_no_page_is_blank_that_need_not_be(built):
    pdf = reader(built["print-me.pdf"].data)
    assert all(words_of_pages(built["print-me.pdf"].data))
    assert not any("empty back" in label for label in pdf.page_labels)


def test_one_sided_sheets_among_two_sided_ones_get_an_empty_back(make_game):
    deck = "decks:\n  a: {title: A, front: front, back: back, each: i in 1..9, sheet: s}\n  b: {title: B, front: front, each: i in 1..9, sheet: s}\n  c: {title: C, front: front, back: back, each: i in 1..9, sheet: s}\n"
    faces = "faces:\n  front: {parts: [{part: box, fill: fire}]}\n  back: {parts: [{part: box, fill: water}]}\n"
    game = "id: demo\ntitle: D\nplayers: [1, 2]\nage: 1\nminutes: [1, 2]\nauthor: a\nlicence: b\ncomponents: {a: 9, b: 9, c: 9}\n"
    content = make_game(
        {
            "cards.yaml": deck,
            "faces.yaml": faces,
            "game.yaml": game,
            "boards.yaml": None,
            "pieces.yaml": None,
            "data.yaml": None,
        }
    )
    files = {f.name: f for f in build(order(content, "demo")).files}
    labels = reader(files["s.pdf"].data).page_labels
    assert len(labels) == files["s.pdf"].pages == 6
    assert "empty back" in labels[3]
    assert files["s.pdf"].sheets == 3


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_qpdf_finds_nothing_wrong(built, tmp_path):
    for name, file in built.items():
        if name.endswith(".pdf"):
            (tmp_path / name).write_bytes(file.data)
            done = subprocess.run(
                ["qpdf", "--check", str(tmp_path / name)], capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------ the writer


def stream(*items):
    """Return the uncompressed content of a page with these items."""
    return reader(write_pdf([Page(SMALL, items)], INFO)).pages[0].get_contents().get_data().decode("latin-1")


def test_operators():
    outline = (("M", 1, 2), ("L", 3.14159, 4), ("C", 1, 2, 3, 4, 5, 6), ("Z",), ("R", 0, 0, 10, 5))
    assert outline_operators(outline) == "1 2 m 3.142 4 l 1 2 3 4 5 6 c h 0 0 10 5 re"
    assert outline_operators((("M", 100, 0.05), ("L", 1200.5, -0.25), ("L", 1e7, 0.0004))) == (
        "100 0.05 m 1200.5 -0.25 l 10000000 0 l"
    )


def test_paths_are_painted_as_they_say():
    square = (("R", 0, 0, 5, 5),)
    for path, operator in (
        (Path(square, fill="#ff0000"), "f"),
        (Path(square, fill="#ff0000", even_odd=True), "f*"),
        (Path(square, stroke="#000000"), "S"),
        (Path(square, fill="#ff0000", stroke="#000000"), "B"),
        (Path(square, fill="#ff0000", stroke="#000000", even_odd=True), "B*"),
    ):
        assert stream(path).split()[-2 if "Q" in stream(path).split()[-1] else -1] == operator


def test_the_state_is_not_repeated_and_not_lost():
    red = Path((("R", 0, 0, 5, 5),), fill="#ff0000")
    assert stream(red, red).count("rg") == 1
    inside = Group((Path((("R", 0, 0, 5, 5),), fill="#0000ff"),))
    assert stream(red, inside, red).count("rg") == 2, "after a group the old colour is back by itself"
    dashed = Path((("M", 0, 0), ("L", 5, 5)), stroke="#000000", dash=(1, 2), round=True)
    plain = Path((("M", 0, 0), ("L", 5, 5)), stroke="#000000")
    code = stream(dashed, plain)
    assert code.index("[1 2] 0 d") < code.index("[] 0 d")
    assert code.index("1 J 1 j") < code.index("0 J 0 j")


def test_numbers_never_have_exponents():
    small = 1e-5
    code = stream(
        Group((Path((("M", 0, 0), ("L", 1, 1)), stroke="#000000"),), Matrix(1, small, -small, 1, 0, 0)),
        Use(Symbol((Path((("M", 0, 0), ("L", 1, 1)), stroke="#000000"),), Rect(0, 0, 1, 1)), scale_at(1, 1, small)),
        Path((("M", 1e-7, 0), ("L", 99999.5, 1)), stroke="#010101", width=1e-9),
    )
    numbers = [word for word in code.split() if word[0] in "-.0123456789"]
    assert numbers
    assert not [n for n in numbers if "e" in n.lower()]
    assert "0.000010" in code


def test_symbols_used_twice_are_stored_once():
    symbol = Symbol((Path((("R", 0, 0, 5, 5),), fill="#ff0000"),), Rect(0, 0, 5, 5))
    once, twice = stream(Use(symbol, shift(1, 1))), stream(Use(symbol, shift(1, 1)), Use(symbol, shift(9, 9)))
    assert " Do" not in once
    assert twice.count(" Do") == 2


def test_text_with_odd_letters_comes_back():
    words = "Zwölf (\\) Łódź – “quoted” Ελλάδα Привет"
    pdf = reader(write_pdf([Page(SMALL, [Text(5, 20, words, "serif-bold", 9, "#000000")])], INFO))
    assert pdf.pages[0].extract_text() == words


def test_links_and_anchors_work():
    pages = [
        Page(SMALL, [Link(Rect(10, 10, 20, 5), "there"), Text(10, 14, "go", "sans", 9, "#000000")]),
        Page(SMALL, [Anchor("there", 30)]),
    ]
    pdf = reader(write_pdf(pages, INFO, [Bookmark(0, "First", 0), Bookmark(1, "There", 1, "there")]))
    (note,) = pdf.pages[0]["/Annots"]
    rect = [float(v) for v in note.get_object()["/Rect"]]
    assert rect == pytest.approx([v * PT_PER_MM for v in (10, 35, 30, 40)], abs=0.01)
    target = note.get_object()["/Dest"].get_object()
    assert pdf.get_page_number(target[0].get_object()) == 1
    assert float(target[3]) == pytest.approx(20 * PT_PER_MM, abs=0.01)
    assert list(titles(pdf.outline)) == ["First", "There"]


def test_pictures_are_embedded(tmp_path):
    from PIL import Image as Picture

    path = tmp_path / "x.png"
    Picture.new("RGB", (4, 2), (255, 0, 0)).save(path)
    pdf = reader(write_pdf([Page(SMALL, [Image(path.read_bytes(), "png", Rect(10, 10, 40, 20))])], INFO))
    (image,) = pdf.pages[0].images
    assert image.image.size == (4, 2)
    import pypdfium2

    page = pypdfium2.PdfDocument(
        write_pdf([Page(SMALL, [Image(path.read_bytes(), "png", Rect(10, 10, 40, 20))])], INFO)
    )[0]
    shown = page.render(scale=2).to_pil().convert("RGB")
    at = lambda x, y: shown.getpixel((int(x * PT_PER_MM * 2), int(y * PT_PER_MM * 2)))  # noqa: E731
    assert at(30, 20) == (255, 0, 0)
    assert at(5, 5) == at(60, 20) == (255, 255, 255)


def root_of(file):
    return reader(file.data).trailer["/Root"]


def test_readers_are_told_how_to_print(built):
    duplex = {"rulebook.pdf": "LongEdge", "rulebook-booklet.pdf": "ShortEdge"}
    for name, file in built.items():
        if not name.endswith(".pdf"):
            continue
        root = root_of(file)
        wishes = root["/ViewerPreferences"]
        assert wishes["/PrintScaling"] == "/None", name
        assert wishes["/DisplayDocTitle"] == True, name  # noqa: E712
        assert root["/Lang"] == "en"
        two_sided = any("back" in (reader(file.data).page_labels[i]) for i in range(len(reader(file.data).pages)))
        if (
            name == "print-me.pdf"
        ):  # some of its jobs want one side, some two: either wish would be wrong for the others
            assert "/Duplex" not in wishes
        elif name in duplex:
            assert wishes["/Duplex"] == f"/DuplexFlip{duplex[name]}", name
        else:
            assert wishes["/Duplex"] == ("/DuplexFlipLongEdge" if two_sided else "/Simplex"), name


@pytest.mark.parametrize(("backs", "wish"), [("duplex-short", "/DuplexFlipShortEdge"), ("none", "/Simplex")])
def test_the_wish_for_duplex_follows_the_backs(make_game, backs, wish):
    files = {f.name: f for f in build(order(make_game(), "demo", backs=backs)).files}
    assert root_of(files["deck.pdf"])["/ViewerPreferences"]["/Duplex"] == wish


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "gutterfold", "none"])
def test_a_file_of_jobs_wishes_what_all_its_jobs_want(make_game, backs):
    """A whole file has one wish at most; where its jobs differ there is none, and a file of one job has it."""
    content = make_game()
    two_sided = {"duplex-long": "/DuplexFlipLongEdge", "duplex-short": "/DuplexFlipShortEdge"}
    whole = build(order(content, "demo", backs=backs))
    assert {job.two_sided for job in whole.jobs} == ({True, False} if backs in two_sided else {False})
    [print_me] = [f for f in whole.files if f.name == "print-me.pdf"]
    wish = root_of(print_me)["/ViewerPreferences"].get("/Duplex")
    assert wish == (None if backs in two_sided else "/Simplex")
    for job in whole.jobs:
        [alone] = build(order(content, "demo", only=(job.name,), backs=backs)).files
        assert alone.name == f"{job.name}.pdf"
        wish = root_of(alone)["/ViewerPreferences"]["/Duplex"]
        assert wish == (two_sided[backs] if job.two_sided else "/Simplex")


def test_the_language_is_that_of_the_game(make_game):
    from support import DEMO

    content = make_game({"game.yaml": DEMO["game.yaml"] + "language: pt-BR\n"})
    files = build(order(content, "demo", only=("deck",))).files
    assert root_of(files[0])["/Lang"] == "pt-BR"


def test_pages_say_where_they_are_cut():
    plain = Page(SMALL, ())
    cut = Page(SMALL, (), trim=Rect(10, 5, 80, 40), bleed=Rect(7, 2, 86, 46))
    first, second = reader(write_pdf([plain, cut], INFO)).pages
    assert [float(v) for v in first.trimbox] == [float(v) for v in first.mediabox]
    assert "/BleedBox" not in first
    for box, (x, y, w, h) in ((second["/TrimBox"], cut.trim), (second["/BleedBox"], cut.bleed)):
        wanted = [v * PT_PER_MM for v in (x, SMALL.h - y - h, x + w, SMALL.h - y)]
        assert [float(v) for v in box] == pytest.approx(wanted, abs=1e-3)


def test_links_and_anchors_move_with_what_they_stand_in():
    turned = Matrix(-1, 0, 0, -1, 100, 50)
    inner = Group((Link(Rect(10, 5, 20, 4), "there"), Anchor("there", 30)), turned)
    pdf = reader(write_pdf([Page(SMALL, (inner,))], INFO))
    [note] = [a.get_object() for a in pdf.pages[0]["/Annots"]]
    wanted = [v * PT_PER_MM for v in (70, 5, 90, 9)]
    assert [float(v) for v in note["/Rect"]] == pytest.approx(wanted, abs=0.01)
    assert float(note["/Dest"][3]) == pytest.approx(30 * PT_PER_MM, abs=0.01)  # 30 mm from the lower edge as well


def test_pictures_leave_no_pixels_behind(tmp_path):
    """What reportlab reads a picture with refers to itself; without a collector it would stay."""
    import gc

    from PIL import Image as Pictures
    from reportlab.lib.utils import ImageReader

    data = []
    for level in (10, 20, 30):
        out = io.BytesIO()
        Pictures.new("RGB", (40, 40), (level, 0, 0)).save(out, "JPEG")
        data.append(out.getvalue())
    items = tuple(Image(d, "jpeg", Rect(0, 0, 10, 10)) for d in data)
    gc.collect()
    gc.disable()
    try:
        pdf = write_pdf([Page(Size(20, 20), items)], Info("t", "a", "s"))
        kept = [o for o in gc.get_objects() if type(o) is ImageReader and vars(o).get("_data")]
    finally:
        gc.enable()
    assert kept == [] and pdf.count(b"/Subtype /Image") == 3
