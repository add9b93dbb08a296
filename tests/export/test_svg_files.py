"""SVG files: well-formed, in true size, free of outside references, and looking like the PDF."""

import io
from xml.etree import ElementTree

import pypdfium2
import pytest
import resvg_py
from PIL import Image as Picture
from PIL import ImageChops, ImageStat
from support import CONTENT, options, sheets_of

from pnp.draw.drawing import Gradient, Group, Image, Path, Pen, Shade, Symbol, Text, Use
from pnp.export.pdf import Info, Page, write_pdf
from pnp.export.svg import drawing_svg, path_data, sheet_svg
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.pipeline import BuildOrder, build
from pnp.sheets.sheet import Sheet

DPI = 100


def svg_picture(data):
    return Picture.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), dpi=DPI)))).convert("RGB")


def pdf_picture(sheet):
    data = write_pdf([Page(sheet.size, sheet.items)], Info("t", "a", "s"))
    return pypdfium2.PdfDocument(data)[0].render(scale=DPI / 72).to_pil().convert("RGB")


def difference(a, b):
    """Return the mean difference of two pictures, 0 to 1."""
    assert abs(a.size[0] - b.size[0]) <= 1
    assert abs(a.size[1] - b.size[1]) <= 1
    size = (min(a.size[0], b.size[0]), min(a.size[1], b.size[1]))
    stat = ImageStat.Stat(ImageChops.difference(a.crop((0, 0, *size)), b.crop((0, 0, *size))))
    return sum(stat.mean) / 3 / 255


@pytest.fixture(scope="module")
def sheets(knowledge):
    return sheets_of(knowledge)


@pytest.mark.parametrize(
    ("name", "number"), [("cards", 0), ("cards", 1), ("locations", 0), ("cards", 18), ("build-guide", 1)]
)
def test_pdf_and_svg_look_the_same(sheets, name, number):
    sheet = sheets[name].sheets[number]
    from_pdf, from_svg = pdf_picture(sheet), svg_picture(sheet_svg(sheet))
    assert difference(from_pdf, from_svg) < 0.02
    blank = Picture.new("RGB", from_pdf.size, "white")
    assert difference(from_pdf, blank) > 0.025, "a sheet that shows nothing would prove nothing"


def test_a_difference_would_be_seen(sheets):
    first, second = (sheets["cards"].sheets[i] for i in (0, 2))
    assert difference(pdf_picture(first), svg_picture(sheet_svg(second))) > 0.02


_STOPS = ((0.0, "#d55e00", 1.0), (0.5, "#f0e442", 1.0), (1.0, "#0072b2", 1.0))
_FADING = ((0.0, "#009e73", 1.0), (1.0, "#009e73", 0.0))
_FRAME = (("R", 82, 78, 15, 20), ("R", 86, 82, 7, 12))


def test_every_kind_of_item_looks_the_same(tmp_path):
    (tmp_path / "x.png").write_bytes(_png())
    square = Symbol((Path((("R", 0, 0, 8, 8),), fill="#009e73", stroke="#000000", width=0.5),), Rect(-1, -1, 10, 10))
    ring = (("R", 60, 5, 20, 20), ("R", 65, 10, 10, 10))
    items = (
        Path((("M", 5, 5), ("L", 25, 5), ("C", 30, 5, 30, 20, 25, 25), ("Z",)), fill="#d55e00"),
        Path((("M", 5, 30), ("L", 50, 30)), stroke="#0072b2", width=1.5, dash=(3, 2)),
        Path((("M", 5, 35), ("L", 50, 35)), stroke="#0072b2", width=2, round=True),
        Path(ring, fill="#cc79a7", even_odd=True),
        Use(square, shift(35, 5)),
        Use(square, Matrix(0.7, 0.7, -0.7, 0.7, 52, 8)),
        Group((Path((("R", 0, 0, 40, 40),), fill="#f0e442"),), shift(5, 40), clip=(("R", 5, 5, 20, 10),)),
        Image(_png(), "png", Rect(60, 40, 30, 20)),
        Text(5, 70, "Text, éß — (fine) Ab", "serif-italic", 14, "#222222"),
    )
    sheet = Sheet(Size(100, 80), items, "all kinds", "single", Rect(0, 0, 100, 80), "t")
    assert difference(pdf_picture(sheet), svg_picture(sheet_svg(sheet))) < 0.004
    for left_out in range(len(items)):
        fewer = sheet._replace(items=items[:left_out] + items[left_out + 1 :])
        assert difference(pdf_picture(sheet), svg_picture(sheet_svg(fewer))) > 0.0015, (
            f"item {left_out} makes no difference"
        )


def test_gradients_opacity_and_pens_look_the_same():
    square = Symbol((Path((("R", 0, 0, 8, 8),), fill="#009e73", stroke="#000000", width=0.5),), Rect(-1, -1, 10, 10))
    items = (
        Path((("M", 5, 85), ("L", 20, 78), ("L", 22, 88)), stroke="#222222", width=3, pen=Pen("round", "bevel")),
        Path((("M", 5, 95), ("L", 50, 95)), stroke="#222222", width=2, dash=(3, 4), pen=Pen("round", "miter", 4, 1)),
        Shade((("R", 60, 65, 30, 10),), Gradient((0, 0, 1, 0), _STOPS, Matrix(30, 0, 0, 30, 60, 65))),
        Shade((("R", 60, 78, 20, 20),), Gradient((0, 0, 1, 0.2, 0.2, 0), _FADING, Matrix(10, 0, 0, 10, 70, 88))),
        Group((Use(square, shift(30, 78)), Use(square, shift(34, 82))), opacity=0.4),
        Group((Path((("R", 82, 78, 15, 20),), fill="#0072b2"),), clip=_FRAME, clip_even_odd=True),
    )
    sheet = Sheet(Size(100, 100), items, "more kinds", "single", Rect(0, 0, 100, 100), "t")
    apart = difference(pdf_picture(sheet), svg_picture(sheet_svg(sheet)))
    assert apart < 0.005
    for left_out in range(len(items)):
        fewer = sheet._replace(items=items[:left_out] + items[left_out + 1 :])
        assert difference(pdf_picture(sheet), svg_picture(sheet_svg(fewer))) > apart + 0.001, f"{left_out}"


def _png():
    picture = Picture.new("RGB", (3, 2), "#336699")
    picture.putpixel((1, 1), (255, 0, 0))
    out = io.BytesIO()
    picture.resize((60, 40), 0).save(out, "PNG")
    return out.getvalue()


def test_files_are_well_formed_and_in_true_size(sheets):
    data = sheet_svg(sheets["cards"].sheets[0])
    root = ElementTree.fromstring(data)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    links = [v for e in root.iter() for k, v in e.attrib.items() if k.endswith("href")]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    clips = [e.get("clip-path") for e in root.iter() if e.get("clip-path")]
    assert all(c.removeprefix("url(#").removesuffix(")") in ids for c in clips)


def test_words_can_be_read_by_programs(sheets):
    data = sheet_svg(sheets["cards"].sheets[0]).decode()
    assert 'aria-label="Milan"' in data or 'aria-label="MILAN"' in data
    assert "<text" not in data, "glyphs are drawn, so no font is needed"


def test_titles_with_marks_are_escaped():
    data = drawing_svg(10, 10, [Text(0, 5, "<&\">'", "sans", 9, "#000000")], 'a <b> & "c"')
    root = ElementTree.fromstring(data)
    assert 'a <b> & "c"' in "".join(root.itertext())


def test_path_data():
    assert path_data((("M", 1, 2), ("L", 3.14159, 4), ("Z",), ("R", 0, 0, 10, 5))) == "M1 2L3.142 4ZM0 0h10v5h-10z"


def test_the_same_sheet_gives_the_same_bytes(knowledge, sheets):
    again = sheets_of(knowledge)["cards"].sheets
    assert len(again) == 20
    assert [sheet_svg(sheet) for sheet in sheets["cards"].sheets] == [sheet_svg(sheet) for sheet in again]


def test_a_build_in_svg_gives_one_file_a_side(make_game):
    made = build(BuildOrder(make_game(), "demo", options("a4"), (), "svg"))
    assert [f.name for f in made.files] == ["deck-01.svg", "deck-02.svg", "map-01.svg"]
    assert b"Deck + 1 more" in made.files[0].data, "coins share the sheet of cards"
    for file in made.files:
        ElementTree.fromstring(file.data)
    assert CONTENT.is_dir()
