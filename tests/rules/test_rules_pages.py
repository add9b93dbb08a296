"""The set rulebook: pages, links, contents, booklet order, quick reference and HTML."""

import io
import re
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from pnp.diagnostics import Report
from pnp.draw.drawing import Anchor, Link, Text, walk
from pnp.geometry import parse_paper
from pnp.load.game import load_or_raise
from pnp.load.library import SHIPPED, content_folder
from pnp.pipeline import BuildOrder, build, make_sheets
from pnp.sheets.booklet import booklet_order
from pnp.sheets.sheet import PrintOptions

CONTENT = content_folder(SHIPPED)


@pytest.fixture(scope="module", params=["a4", "letter"])
def made(request):
    paper = parse_paper(request.param)
    game = load_or_raise(CONTENT, "knowledge")
    result = make_sheets(game, PrintOptions(paper), (), Report())
    assert result is not None
    return result


def test_every_link_leads_somewhere(made):
    items = [i for page in made.rules.book.pages for i in walk(page.items)]
    anchors = {i.name for i in items if isinstance(i, Anchor)}
    targets = {i.target for i in items if isinstance(i, Link)}
    assert targets <= anchors
    assert {"glossary", "rulings"} <= targets
    assert len([t for t in targets if t.startswith("rule-")]) > 10


def test_contents_show_the_right_pages(made):
    book = made.rules.book
    contents = book.pages[1]
    texts = [i for i in walk(contents.items) if isinstance(i, Text)]
    for chapter in made.rules.rulebook.chapters:
        line = next(t for t in texts if t.text == chapter.title)
        right = [t for t in texts if abs(t.y - line.y) < 0.1 and t.x > line.x]
        number = min(right, key=lambda t: t.x)
        assert int(number.text) == book.page_of[f"chapter-{chapter.id}"]


def test_all_text_stays_inside_the_page(made):
    from pnp.draw.fonts import font

    for page in made.rules.book.pages:
        for item in page.items:
            if isinstance(item, Text):
                right = item.x + font(item.font).width(item.text) * item.size
                assert item.x > 5 and right < page.size.w - 5, item.text
                assert 5 < item.y < page.size.h - 5, item.text


def test_nothing_is_set_below_seven_points(made):
    for page in made.rules.book.pages:
        sizes = [item.size for item in page.items if isinstance(item, Text)]
        assert sizes and min(sizes) >= 7


@pytest.mark.parametrize("pages", range(1, 25))
def test_booklet_order_folds_into_reading_order(pages):
    """Fold the stack: reading it leaf by leaf must give the pages in order."""
    sides = booklet_order(pages)
    sheets = [(sides[i], sides[i + 1]) for i in range(0, len(sides), 2)]
    leaves_right = [(front[1], back[0]) for front, back in sheets]
    leaves_left = [(back[1], front[0]) for front, back in reversed(sheets)]
    order = [page for leaf in (*leaves_right, *leaves_left) for page in leaf]
    assert order[:pages] == list(range(pages))
    assert all(p is None for p in order[pages:])
    assert len(order) % 4 == 0


def test_quick_reference_fits_two_sides(made):
    quick = made.rules.quick
    assert quick is not None
    assert quick.total == 5
    assert all(item.back is not None for item in quick.items)


def _build(name: str) -> dict[str, bytes]:
    built = build(BuildOrder(CONTENT, name, PrintOptions(parse_paper("a4")), ("rulebook",), "pdf"))
    return {f.name: f.data for f in built.files}


def test_pdf_has_outline_and_working_links():
    files = _build("knowledge")
    reader = PdfReader(io.BytesIO(files["rulebook.pdf"]))
    titles = [o.title for o in reader.outline if not isinstance(o, list)]
    assert titles[0].startswith("1 ")
    assert "Glossary" in titles and "Rulings" in titles
    annotations = [a for page in reader.pages for a in page.get("/Annots", [])]
    assert len(annotations) > 20
    text = " ".join(page.extract_text() for page in reader.pages)
    assert "Where the original is silent" in text


class _Html(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.outside, self.open = [], [], [], []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if "id" in values:
            self.ids.append(values["id"])
        for key in ("href", "src", "xlink:href"):
            if key in values:
                (self.links if values[key].startswith("#") else self.outside).append(values[key])


def test_html_is_self_contained_and_its_links_work():
    html = _build("knowledge")["rulebook.html"].decode()
    page = _Html()
    page.feed(html)
    assert page.outside == []
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert not re.search(r"https?://(?!www\.w3\.org)", html)
    assert 'name="viewport"' in html
    assert "<svg" in html and "<table" in html
