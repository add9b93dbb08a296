"""Pictures of components: they look as before, and their words are no words of the page."""

import io

import pypdf
import pypdfium2
import shipped
from PIL import ImageChops
from support import options, walk_placed, words_of_pages

from pnp.draw.drawing import Drawing, Group, Path, Symbol, Text, Use
from pnp.draw.outlines import pictured
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.pipeline import BuildOrder, build

SIZE = Size(80, 30)


def words():
    twice = Symbol((Text(0, 0, "Ågé & co", "serif-italic", 14, "#224466"),), Rect(0, -8, 40, 10))
    turned = Group((Use(twice, shift(4, 8)),), Matrix(0, 1, -1, 0, 70, 0))
    return Drawing(SIZE, (Text(5, 12, "Qq 100%", "sans-bold", 20, "#aa2200"), Use(twice, shift(5, 24)), turned))


def pdf(drawing):
    return write_pdf([Page(SIZE, drawing.items)], Info("t", "a", "s"))


def test_outlines_look_like_the_text_and_hold_none():
    text, outlines = pdf(words()), pdf(pictured(words()))
    first, second = (pypdfium2.PdfDocument(data)[0].render(scale=3).to_pil().convert("L") for data in (text, outlines))
    assert sum(ImageChops.difference(first, second).histogram()[128:]) < 0.002 * first.width * first.height
    assert sum(first.histogram()[:128]) > 500, "the text is there"
    assert "100%" in pypdf.PdfReader(io.BytesIO(text)).pages[0].extract_text()
    assert pypdf.PdfReader(io.BytesIO(outlines)).pages[0].extract_text().strip() == ""


def test_a_drawing_used_twice_is_still_drawn_once():
    made = pictured(words())
    used = [i.symbol for i in made.items if isinstance(i, Use) and any(isinstance(j, Use) for j in i.symbol.items)]
    inner = [i.symbol for g in made.items if isinstance(g, Group) for i in g.items if isinstance(i, Use)]
    assert used[0] is inner[0]
    assert all(isinstance(item, Path) for item, _ in walk_placed(made.items))


def test_thumbnails_in_the_rulebook_are_no_text_and_headings_have_tags():
    order = BuildOrder(shipped.CONTENT, "stormfury", options("a4"), ("rulebook",), "pdf")
    (data,) = [f.data for f in build(order).files if f.name == "rulebook.pdf"]
    book = pypdf.PdfReader(io.BytesIO(data))
    second = words_of_pages(data)[1]
    assert "84 Resource cards" in second and sum(part.isdigit() and len(part) > 2 for part in second.split()) < 5
    root = book.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and len(root["/StructTreeRoot"]["/K"]) == 1
    elements = [e.get_object() for e in root["/StructTreeRoot"]["/K"][0].get_object()["/K"]]
    kinds = [e["/S"] for e in elements]
    rules = shipped.loaded("stormfury").rules
    assert kinds[0] == "/H1" and kinds.count("/H1") == 1
    assert kinds.count("/H2") == len(rules.chapters) + 4  # contents, glossary, rulings, credits
    assert kinds.count("/H3") == sum(len(chapter.clauses) for chapter in rules.chapters)
    assert all(e["/Alt"] for e in elements if e["/S"] == "/Figure") and "/Figure" in kinds
    _check_places(book, root, elements)


def _check_places(book, root, elements):
    """Every element is marked once on its page, in the order of the page's own list."""
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    lists = {numbers[i]: [e.get_object() for e in numbers[i + 1].get_object()] for i in range(0, len(numbers), 2)}
    assert sum(map(len, lists.values())) == len(elements)
    for page in book.pages:
        code = page.get_contents().get_data().decode("latin-1")
        marked = lists[page["/StructParents"]]
        for element in marked:
            assert code.count(f"{element['/S']} <</MCID {element['/K']}>> BDC") == 1
            assert element["/Pg"].get_object() == page.get_object()
        assert code.count(" BDC") == len(marked) and code.count("EMC") == code.count("BDC") + code.count("BMC")
