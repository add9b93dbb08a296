"""Files for print shops, read back: inks, fonts, boxes, what they declare, and what they must not hold."""

import io
import json
import re
from pathlib import Path

import pypdf
import pytest
from PIL import Image as Pictures
from PIL import ImageCms
from support import CONTENT, DEMO, options

from pnp.diagnostics import Problems
from pnp.draw.colours import distance
from pnp.export.shops import COATED, RULES, ShopStandard, converted
from pnp.geometry import PT_PER_MM
from pnp.load.library import read_profile
from pnp.pipeline import BuildOrder, build

COLOUR_OPERATORS = {"rg", "RG", "k", "K", "g", "G", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "BI"}
STRINGS = re.compile(rb"\((?:\\.|[^()\\])*\)", re.DOTALL)


def files_of(content, game, shop, only=(), *, single=True, **choices):
    chosen = options("a4", shop=shop, one_a_page=single, large_boards=True, bleed=3.0, **choices)
    return {f.name: f.data for f in build(BuildOrder(content, game, chosen, only, "pdf")).files}


def streams(page):
    """Yield the operators of a page and of every form it uses, and its pictures with their dictionaries."""
    yield page.get_contents().get_data() if page.get_contents() is not None else b"", page["/Resources"]
    waiting, seen = [page["/Resources"]], set()
    while waiting:
        for thing in (waiting.pop().get_object().get("/XObject") or {}).values():
            found = thing.get_object()
            if thing.idnum in seen:
                continue
            seen.add(thing.idnum)
            if found["/Subtype"] == "/Form":
                yield found.get_data(), found
                waiting.append(found.get("/Resources", {}))
            else:
                yield b"", found


def fonts_of(page):
    waiting, seen = [page["/Resources"]], set()
    while waiting:
        resources = waiting.pop().get_object()
        for font in (resources.get("/Font") or {}).values():
            yield font.get_object()
        for thing in (resources.get("/XObject") or {}).values():
            if thing.idnum not in seen and "/Resources" in thing.get_object():
                seen.add(thing.idnum)
                waiting.append(thing.get_object()["/Resources"])


def within(inner, outer):
    (x0, y0, x1, y1), (u0, v0, u1, v1) = ([float(v) for v in box] for box in (inner, outer))
    return u0 - 0.01 <= x0 < x1 <= u1 + 0.01 and v0 - 0.01 <= y0 < y1 <= v1 + 0.01


def check(data, shop):
    """Assert everything that can be read from a file."""
    pdf = pypdf.PdfReader(io.BytesIO(data))
    root, info = pdf.trailer["/Root"], pdf.trailer["/Info"]
    assert data.startswith(b"%%PDF-%d.%d" % RULES[shop].version)
    assert "/Encrypt" not in pdf.trailer
    assert len(pdf.trailer["/ID"]) == 2
    assert not {"/OpenAction", "/AA", "/AcroForm", "/JavaScript", "/Names"} & set(root)
    [intent] = root["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFX"
    assert (intent["/OutputConditionIdentifier"], intent["/RegistryName"]) == ("FOGRA39", "http://www.color.org")
    assert intent["/Info"]
    profile = intent["/DestOutputProfile"]
    assert profile["/N"] == 4
    assert profile.get_data() == read_profile(COATED.profile)
    name = RULES[shop].name
    assert info["/GTS_PDFXVersion"] == name
    assert info["/Trapped"] == "/False"
    assert info["/Title"]
    assert info["/CreationDate"] == info["/ModDate"] == "D:20000101000000+00'00'"
    packet = root["/Metadata"].get_data().decode()
    assert root["/Metadata"]["/Subtype"] == "/XML"
    tag = "pdfx" if shop == "x1a" else "pdfxid"
    assert f"<{tag}:GTS_PDFXVersion>{name}</{tag}:GTS_PDFXVersion>" in packet
    assert "<xmp:ModifyDate>2000-01-01T00:00:00+00:00<" in packet
    assert ("/GTS_PDFXConformance" in info) == (shop == "x1a")
    inks = set()
    for page in pdf.pages:
        assert within(page["/TrimBox"], page["/BleedBox"])
        assert within(page["/BleedBox"], page["/MediaBox"])
        assert "/Annots" not in page
        assert "/Group" not in page
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts_of(page))
        for operators, about in streams(page):
            words = STRINGS.sub(b" ", operators).decode("latin-1").split()
            used = COLOUR_OPERATORS & set(words)
            assert used <= {"k", "K"}, used
            inks |= {tuple(words[i - 4 : i]) for i, word in enumerate(words) if word == "k"}
            assert "/ExtGState" not in about
            if about.get("/Subtype") == "/Image":
                assert about["/ColorSpace"] in ("/DeviceCMYK", "/DeviceGray")
            if shop == "x1a":
                assert not {"/SMask", "/Group"} & set(about)
    assert all(sum(map(float, ink)) <= 3.1 for ink in inks)
    return pdf, inks


@pytest.fixture(scope="module")
def knowledge():
    return files_of(CONTENT, "knowledge", "x1a", ("cards", "boards", "pieces", "rulebook"))


def test_a_whole_game_is_all_that_x1a_asks_for(knowledge):
    assert {"library.pdf", "rulebook.pdf", "locations.pdf", "pawns.pdf", "quick-reference.pdf"} <= set(knowledge)
    assert not {"print-me.pdf", "rulebook-booklet.pdf", "rulebook.html"} & set(knowledge)
    for name in knowledge:
        assert check(knowledge[name], "x1a"), name


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("shop", ["x4", "x1a"])
def test_a_small_game_in_both_standards_and_layouts(make_game, shop, single):
    files = files_of(make_game(), "demo", shop, single=single)
    alone = {"coins.pdf"} if single else set()  # on sheets, coins fill up those of the cards
    assert set(files) == {"deck.pdf", "map.pdf"} | alone
    for data in files.values():
        check(data, shop)


def test_one_card_a_page_with_its_bleed_and_its_back(knowledge):
    pdf, _ = check(knowledge["library.pdf"], "x1a")
    assert len(pdf.pages) == 48
    for page in pdf.pages:
        media, bleed, trim = ([float(v) for v in page[f"/{b}Box"]] for b in ("Media", "Bleed", "Trim"))
        assert media == bleed
        assert trim == pytest.approx([3 * PT_PER_MM, 3 * PT_PER_MM, 66 * PT_PER_MM, 91 * PT_PER_MM], abs=0.01)
    words = [page.extract_text() for page in pdf.pages]
    assert all("LIBRARY" in back for back in words[1::2])
    assert "Mirror" in words[0]


def test_every_copy_has_its_page_and_pairs_stay_pairs(make_game):
    pdf, _ = check(files_of(make_game(), "demo", "x4", ("deck",))["deck.pdf"], "x4")
    assert ["Spark" in p.extract_text() for p in pdf.pages] == [True, False, False, False, False, False]
    assert ["Wave" in p.extract_text() for p in pdf.pages] == [False, False, True, False, True, False]


def test_sheets_and_boards_keep_their_marks_and_are_trimmed_as_a_whole(make_game):
    files = files_of(make_game(), "demo", "x4", single=False)
    for data in files.values():
        for page in check(data, "x4")[0].pages:
            assert [float(v) for v in page["/TrimBox"]] == [float(v) for v in page["/MediaBox"]]


def test_the_same_bytes_every_time(make_game):
    content = make_game()
    assert files_of(content, "demo", "x4") == files_of(content, "demo", "x4")


def test_black_text_is_black_alone(make_game):
    _, inks = check(files_of(make_game(), "demo", "x1a", ("deck",))["deck.pdf"], "x1a")
    assert ("0", "0", "0", "1") in inks
    for dark in ("#1d2126", "#1a1a1a", "#000000", "#0a0a0a"):
        assert converted(dark, COATED.profile) == (0, 0, 0, 1)


def test_greys_take_black_alone_and_white_takes_nothing():
    assert converted("#ffffff", COATED.profile) == (0, 0, 0, 0)
    c, m, y, k = converted("#8c8c8c", COATED.profile)
    assert (c, m, y) == (0, 0, 0)
    assert k == pytest.approx(0.5, abs=0.01)


def test_colours_are_converted_by_the_profile_and_come_back():
    """Back through the profile, a colour that ink can show is the same to the eye."""
    to = ImageCms.ImageCmsProfile(io.BytesIO(read_profile(COATED.profile)))
    back = ImageCms.buildTransform(
        to, ImageCms.createProfile("sRGB"), "CMYK", "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC
    )
    for colour in ("#b3261e", "#5b6b52", "#b8860b", "#cc79a7"):
        inks = bytes(round(255 * share) for share in converted(colour, COATED.profile))
        shown = ImageCms.applyTransform(Pictures.frombytes("CMYK", (1, 1), inks), back).getpixel((0, 0))
        assert distance("#" + bytes(shown).hex(), colour) < 10, (colour, shown)


def palette(extra):
    return {"palette.yaml": DEMO["palette.yaml"].replace('colour: "#c0392b", ', f'colour: "#c0392b", {extra}, ')}


def test_a_role_may_give_its_own_inks(make_game):
    content = make_game(palette("cmyk: [0, 100, 80, 7.5]"))
    _, inks = check(files_of(content, "demo", "x1a", ("deck",))["deck.pdf"], "x1a")
    assert ("0", "1", "0.8", "0.075") in inks
    _, other = check(files_of(make_game(), "demo", "x1a", ("deck",), style="grey")["deck.pdf"], "x1a")
    assert all(ink[:3] == ("0", "0", "0") for ink in other)  # a role's inks are those of its colour, not of its grey


def test_the_pattern_of_a_role_is_a_tone_of_its_inks(make_game):
    data = files_of(make_game(palette("cmyk: [0, 100, 80, 0]")), "demo", "x4", ("deck",))["deck.pdf"]
    drawn = b" ".join(o for page in pypdf.PdfReader(io.BytesIO(data)).pages for o, _ in streams(page))
    assert re.search(rb"\b0 0\.65 0\.52 0 [kK]\b", drawn)


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("cmyk: [100, 90, 80, 70]", "asks for 340 % of ink in all; paper takes up 300 %"),
        ("cmyk: [101, 0, 0, 0]", "at most 100"),
        ("cmyk: [1, 0, 0]", ""),
    ],
)
def test_wrong_inks_are_faults_at_their_place(make_game, extra, said):
    with pytest.raises(Problems) as caught:
        files_of(make_game(palette(extra)), "demo", "x4")
    [fault, *_] = caught.value.diagnostics
    assert said in fault.message
    assert fault.span.file.endswith("palette.yaml")
    assert fault.span.line == 2


def test_one_colour_cannot_have_two_inks(make_game):
    roles = DEMO["palette.yaml"].replace("roles:\n", 'roles:\n  again: {colour: "#C0392B", cmyk: [0, 0, 1, 0]}\n')
    roles = roles.replace('colour: "#c0392b", ', 'colour: "#c0392b", cmyk: [1, 0, 0, 0], ')
    with pytest.raises(Problems) as caught:
        files_of(make_game({"palette.yaml": roles}), "demo", "x4")
    assert any("same colour but different inks" in d.message for d in caught.value.diagnostics)


def with_picture(make_game, mode, colour):
    out = io.BytesIO()
    Pictures.new(mode, (8, 8), colour).save(out, "PNG")
    faces = DEMO["faces.yaml"].replace(
        "  back:", "      - {part: art, file: photo.png, at: [5, 60, 20, 20], least_dpi: 0}\n  back:"
    )
    return make_game({"faces.yaml": faces, "photo.png": out.getvalue()})


def pictures_of(data):
    page = pypdf.PdfReader(io.BytesIO(data)).pages[0]
    return [about for _, about in streams(page) if about.get("/Subtype") == "/Image"]


@pytest.mark.parametrize("shop", ["x1a", "x4"])
def test_pictures_become_ink(make_game, shop):
    content = with_picture(make_game, "RGB", (179, 38, 30))
    data = files_of(content, "demo", shop, ("deck",))["deck.pdf"]
    check(data, shop)
    [picture] = pictures_of(data)
    assert picture["/ColorSpace"] == "/DeviceCMYK"
    pixel = picture.get_data()[:4]
    assert [v / 255 for v in pixel] == pytest.approx(converted("#b3261e", COATED.profile), abs=0.01)


def test_an_opaque_alpha_is_no_transparency(make_game):
    data = files_of(with_picture(make_game, "RGBA", (179, 38, 30, 255)), "demo", "x1a", ("deck",))["deck.pdf"]
    check(data, "x1a")
    assert "/SMask" not in pictures_of(data)[0]


def test_x4_keeps_transparency_and_x1a_refuses_it_with_its_place(make_game):
    content = with_picture(make_game, "RGBA", (179, 38, 30, 120))
    data = files_of(content, "demo", "x4", ("deck",))["deck.pdf"]
    check(data, "x4")
    [picture] = [p for p in pictures_of(data) if "/SMask" in p]
    assert set(picture["/SMask"].get_data()) == {120}
    with pytest.raises(Problems) as caught:
        files_of(content, "demo", "x1a", ("deck",))
    [fault] = caught.value.diagnostics
    assert "'photo.png' has transparent parts, which PDF/X-1a forbids" in fault.message
    assert fault.span.file.endswith("faces.yaml")
    line = Path(content, "demo", "faces.yaml").read_text("utf-8").split("\n")[fault.span.line - 1]
    assert "photo.png" in line


def test_the_writer_itself_refuses_transparency_in_x1a():
    out = io.BytesIO()
    Pictures.new("LA", (2, 2), (9, 9)).save(out, "PNG")
    with pytest.raises(Problems):
        ShopStandard("x1a", {}).picture(out.getvalue())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--shop x5", "'x5' is not one of"),
        ("--shop x4 --backs gutterfold", "--backs does not go with --shop: a back follows its front"),
        ("--shop x4 --marks full", "--marks does not go with --shop"),
        ("--shop x4 --printer office", "a shop's printer is not yours"),
        ("--shop x1a --back-offset 1,1", "a shop's printer is not yours"),
        ("--shop x4 --format svg", "--format does not go with --shop: shops take PDF"),
        ("--shop-layout sheets", "--shop-layout goes with --shop"),
        ("--shop x4 --cutter cricut", "--cutter does not go with --shop: a shop has cutters of its own"),
        ("--shop x4 --corners 3", "--corners does not go with --shop: a shop's die rounds corners"),
        ("--shop x4 --only cards,card-two-sided", "--only card-two-sided does not go with --shop: print jobs are for"),
    ],
)
def test_options_that_mean_nothing_are_refused(pnp, make_game, line, said):
    make_game()
    code, _, err = pnp(f"build demo {line}")
    assert (code, said in err) == (2, True), err


def test_files_for_the_shop_have_a_folder_of_their_own(pnp, make_game):
    make_game()
    assert pnp("printer new office --front 1,1,1 --back 0,0,0 --flip short")[0] == 0
    code, out, _ = pnp("build demo --shop x1a --shop-layout sheets --backs duplex-short --paper letter")
    assert code == 0
    assert "output/demo/letter-shop-x1a/" in out
    assert "one a page" not in out
    assert "office" not in out  # the default printer is one's own
    check(Path("output/demo/letter-shop-x1a/deck.pdf").read_bytes(), "x1a")
    assert "print job" not in out
    assert {p.name for p in Path("output/demo/letter-shop-x1a").iterdir()} == {".pnp-files", "deck.pdf", "map.pdf"}
    assert "one a page, 69 × 94 mm with 3 mm of bleed" in pnp("build demo --shop x1a")[1]
    [told] = json.loads(pnp("build demo --shop x4 --json")[1])
    assert told["jobs"] == []
    assert {f["name"] for f in told["files"]} == {"deck.pdf", "map.pdf", "coins.pdf"}
