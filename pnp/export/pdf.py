"""PDF by reportlab: a walker over drawings that decides nothing.

Operators are written straight into the canvas's stream (reportlab's drawing calls cost
more than everything else together); documents, fonts, forms, images, links and bookmarks
are reportlab's. Symbols that are used more than once become form XObjects.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.draw.drawing import Anchor, Group, Image, Item, Link, Outline, Path, Pen, Place, Shade, Symbol, Text, Use
from pnp.draw.fonts import font, is_registered
from pnp.export.structure import Structure
from pnp.geometry import PT_PER_MM, Matrix, Rect, Size
from pnp.sheets.printer import reach

if TYPE_CHECKING:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDocument
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    from pnp.export.glyphs import EmbeddedFont

_OPERATORS: Mapping[str | float, str] = {
    kind: "%.3f " * count + operator
    for kind, count, operator in (("M", 2, "m"), ("L", 2, "l"), ("C", 6, "c"), ("Z", 0, "h"), ("R", 4, "re"))
}
_ZEROS = re.compile(r"\.?0+(?= )")
"""What the decimals of a number end with and its reader can do without."""
_ESCAPES = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {ord(c): "\\" + c for c in "\\()"}


class Page(NamedTuple):
    """A page to write: size in mm, items, a label for the reader's page list, and where it is cut."""

    size: Size
    items: Sequence[Item]
    label: str = ""
    trim: Rect | None = None
    """What is left when it has been cut; None is the whole page."""
    bleed: Rect | None = None
    """How far the drawing goes on beyond the cut."""


class Bookmark(NamedTuple):
    """An entry of the outline: its level, its title, and the page (from 0) or anchor it leads to."""

    level: int
    title: str
    page: int
    anchor: str = ""


class Info(NamedTuple):
    """What the file says about itself."""

    title: str
    author: str
    subject: str
    keywords: str = ""
    language: str = "en"
    duplex: str = ""
    """The edge to flip paper on: long, short, or none; empty leaves it to the printer's own setting."""


class Standard(Protocol):
    """What a file for a print shop must be: how colours and pictures are written, and what the file declares."""

    version: tuple[int, int]

    def ink(self, colour: str, operator: str) -> str:
        """Return the operators that set a colour; `operator` is rg for filling and RG for lines."""

    def picture(self, data: bytes) -> "ImageReader":
        """Return a picture as reportlab reads it."""

    def declare(self, document: "PDFDocument", info: Info) -> None:
        """Add what the standard asks for to the finished document."""


class HomePrinting:
    """The colours and pictures of a file for one's own printer: as they were drawn."""

    version = (1, 5)

    def ink(self, colour: str, operator: str) -> str:
        """Return the operators that set a colour in RGB."""
        return _colour(colour, operator)

    def picture(self, data: bytes) -> "ImageReader":
        """Return a picture as its file holds it."""
        from reportlab.lib.utils import ImageReader

        return ImageReader(BytesIO(data))

    def declare(self, document: "PDFDocument", info: Info) -> None:
        """Ask the reader to print at full size, and on the right sides of the paper."""


_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}


def write_pdf(
    pages: Sequence[Page],
    info: Info,
    bookmarks: Sequence[Bookmark] = (),
    standard: Standard | None = None,
    *,
    tagged: bool = False,
    outlines: "Outlines | None" = None,
) -> bytes:
    """Return the pages as a PDF file, perhaps with tags for screen readers; the same input gives the same bytes."""
    standard = standard or HomePrinting()
    outlines = outlines if outlines is not None else Outlines()
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0
    _register("sans")
    stream = BytesIO()
    options = {
        "invariant": 1,
        "pageCompression": 1,
        "initialFontName": "pnp-sans",
        "pdfVersion": standard.version,
        "lang": info.language,
    }
    with _no_date_from_outside():
        canvas = Canvas(stream, pagesize=(0, 0), **options)
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setKeywords(info.keywords)
    canvas.setCreator("pnp")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if info.duplex:
        canvas.setViewerPreference("Duplex", _DUPLEX[info.duplex])
    structure = Structure() if tagged else None
    writer = _Writer(canvas, _shared_symbols(pages), standard, outlines, structure)
    starts: dict[int, list[Bookmark]] = {}
    for mark in bookmarks:
        starts.setdefault(mark.page, []).append(mark)
    for number, page in enumerate(pages):
        writer.page(page)
        for mark in starts.get(number, ()):
            key = mark.anchor or f"page-{number}-{mark.level}"  # reportlab keeps one title a key
            if not mark.anchor:
                canvas.bookmarkPage(key)
            canvas.addOutlineEntry(mark.title, key, mark.level, closed=mark.level > 0)
        if page.label:
            canvas.addPageLabel(number, prefix=page.label)
        writer.end_page(page)
    standard.declare(canvas._doc, info)
    if bookmarks:
        canvas.showOutline()
    if structure is not None:
        structure.write(canvas._doc)
    canvas.save()
    return stream.getvalue()


@contextmanager
def _no_date_from_outside() -> Iterator[None]:
    """Hide the date that some build systems set: reportlab would print it instead of its fixed one."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


def _register(name: str) -> "TTFont":
    """Make a font known to reportlab: the very object that measured the text."""
    from reportlab.pdfbase import pdfmetrics

    embeddable = font(name).embeddable
    pdfmetrics.registerFont(embeddable)
    return embeddable


def _shared_symbols(pages: Sequence[Page]) -> set[int]:
    """Return the identities of symbols that occur more than once."""
    seen: set[int] = set()
    shared: set[int] = set()

    def count(items: Iterable[Item]) -> None:
        for item in items:
            kind = type(item)
            if kind is Use:
                key = id(item.symbol)  # type: ignore[union-attr]
                if key in seen:
                    shared.add(key)
                else:
                    seen.add(key)
                    count(item.symbol.items)  # type: ignore[union-attr]
            elif kind is Group:
                count(item.items)  # type: ignore[union-attr]

    for page in pages:
        count(page.items)
    return shared


def _number(value: float) -> str:
    return "%g" % round(value, 3)


def _colour(colour: str, operator: str) -> str:
    r, g, b = int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    return f"{r / 255:.3g} {g / 255:.3g} {b / 255:.3g} {operator}"


@lru_cache(maxsize=4096)
def _matrix(m: Matrix) -> str:
    text = "%g %g %g %g %g %g cm" % (
        round(m.a, 6),
        round(m.b, 6),
        round(m.c, 6),
        round(m.d, 6),
        round(m.e, 4),
        round(m.f, 4),
    )
    return text if "e" not in text else "%.6f %.6f %.6f %.6f %.4f %.4f cm" % m  # PDF knows no exponents


_State = tuple[str | None, str | None, float | None, tuple[float, ...] | None, bool | None]
"""Fill, stroke, line width, dashes, round ends; None where it is not known."""


class _Writer:
    """Writes items into the canvas's current stream and remembers the graphics state to leave out repeats."""

    def __init__(
        self, canvas: "Canvas", shared: set[int], standard: Standard, outlines: "Outlines", structure: Structure | None
    ) -> None:
        self.structure = structure
        self.outlines = outlines
        self.canvas = canvas
        self.shared = shared
        self.standard = standard
        self.forms: dict[int, str] = {}
        self.shades = 0
        self.pictures: dict[int, tuple[str, str, bytes]] = {}
        self.keep: list[Symbol] = []
        self.colours: dict[tuple[str, str], str] = {}
        self.fonts: dict[str, TTFont] = {}
        self.own_fonts: dict[str, EmbeddedFont] = {}
        self.runs: dict[tuple[str, str, float, bool], str] = {}
        self.resources: dict[frozenset[str], bytes] = {}
        self.state: _State = _FRESH
        self.page_height = 0.0
        self.matrix = _IDENTITY
        """From where items are drawn to the page; what links and anchors need, which no operator moves."""

    def page(self, page: Page) -> None:
        w, h = page.size
        self.page_height = h
        size = (w * PT_PER_MM, h * PT_PER_MM)
        if size != self.canvas._pagesize:
            self.canvas.setPageSize(size)
            self.canvas._preamble = ""  # the default one does nothing
        code = self.canvas._code
        code.append("q %.6f 0 0 %.6f 0 %.4f cm" % (PT_PER_MM, -PT_PER_MM, h * PT_PER_MM))
        self.state = _FRESH
        if self.structure is None:
            self.items(page.items)
        else:
            self._tagged(page.items, self.structure)
        self.canvas._code.append("Q")

    def _tagged(self, items: Sequence[Item], structure: Structure) -> None:
        """Write the items of a page, what has a tag as part of the document, the rest as decoration."""
        structure.start_page()
        code = self.canvas._code
        for item in items:
            if isinstance(item, (Link, Anchor)):
                self.items((item,))
                continue
            tag, alt = (item.tag, item.alt) if isinstance(item, Group) else ("", "")
            code.append(f"/{tag} <</MCID {structure.mark(tag, alt)}>> BDC" if tag else "/Artifact BMC")
            self.items((item,))
            code.append("EMC")

    def end_page(self, page: Page) -> None:
        """Close the page, say where it is cut; pages that use the same forms share the text of their resources."""
        forms = frozenset(self.canvas._formsinuse)
        self.canvas.showPage()
        document = self.canvas._doc
        written = document.Pages[-1]
        written.TrimBox = self._box(page.trim or Rect(0, 0, *page.size))
        if page.bleed is not None:
            written.BleedBox = self._box(page.bleed)
        written.Trans = None  # reportlab's is an empty one
        known = self.resources.get(forms)
        if known is None:
            written.check_format(document)
            known = self.resources[forms] = written.Resources.format(document)
        written.Resources = known

    def _box(self, rect: Rect) -> "PDFArray":
        from reportlab.pdfbase.pdfdoc import PDFArray

        return PDFArray([round(number, 4) for number in self._absolute(rect)])

    def items(self, items: Iterable[Item]) -> None:
        for item in items:
            _WRITE[type(item)](self, item)

    def path(self, path: Path) -> None:
        code = self.canvas._code
        fill, stroke, width, dash, rounded = self.state
        if path.fill is not None and path.fill != fill:
            code.append(self._ink(path.fill, "rg"))
            fill = path.fill
        if path.stroke is not None:
            if path.stroke != stroke:
                code.append(self._ink(path.stroke, "RG"))
                stroke = path.stroke
            if path.width != width:
                code.append(f"{_number(path.width)} w")
                width = path.width
            if path.dash != dash:
                code.append(f"[{' '.join(map(_number, path.dash))}] 0 d")
                dash = path.dash
            if path.pen is not None:
                code.append(_pen_operators(path.pen, path.dash))
                rounded, dash = None, None
            elif path.round != rounded:
                code.append("1 J 1 j" if path.round else "0 J 0 j")
                rounded = path.round
        self.state = (fill, stroke, width, dash, rounded)
        code.append(self.outlines.operators(path.outline))
        code.append(_paint_operator(path))

    def _ink(self, colour: str, operator: str) -> str:
        key = (colour, operator)
        known = self.colours.get(key)
        if known is None:
            known = self.colours[key] = self.standard.ink(colour, operator)
        return known

    def text(self, text: Text) -> None:
        code = self.canvas._code
        fill = self.state[0]
        if text.colour != fill:
            code.append(self._ink(text.colour, "rg"))
            self.state = (text.colour, *self.state[1:])
        key = (text.font, text.text, text.size, text.rtl)
        run = self.runs.get(key)
        if run is None:
            run = self.runs[key] = self._own_run(text) if is_registered(text.font) else self._run(*key[:3])
        code.append("BT 1 0 0 -1 %g %g Tm %s ET" % (round(text.x, 3), round(text.y, 3), run))

    def _own_run(self, text: Text) -> str:
        """Return the operators that show a text in a font of the game."""
        from pnp.draw.ownfont import own_font
        from pnp.export.glyphs import EmbeddedFont

        embedded = self.own_fonts.get(text.font)
        if embedded is None:
            embedded = self.own_fonts[text.font] = EmbeddedFont(own_font(text.font), self.canvas._doc)
        return embedded.show(text)

    def _run(self, name: str, text: str, points: float) -> str:
        """Return the operators that show a text: one part for each subset of the font that it needs."""
        face = self.fonts.get(name)
        if face is None:
            face = self.fonts[name] = _register(name)
        document, size = self.canvas._doc, points / PT_PER_MM
        parts = [
            (face.getSubsetInternalName(subset, document), chunk.decode("latin-1").translate(_ESCAPES))
            for subset, chunk in face.splitString(text, document)
        ]
        return " ".join([f"{font} {size:.4g} Tf ({chunk}) Tj" for font, chunk in parts])

    def group(self, group: Group) -> None:
        if group.opacity < 1:
            self._see_through(group)
            return
        before, outer = self.state, self.matrix
        code = self.canvas._code
        code.append("q")
        if group.matrix is not None:
            code.append(_matrix(group.matrix))
            self.matrix = outer.after(group.matrix)
        if group.clip is not None:
            code.append(self.outlines.operators(group.clip) + (" W* n" if group.clip_even_odd else " W n"))
        self.items(group.items)
        self.canvas._code.append("Q")
        self.state, self.matrix = before, outer

    def _see_through(self, group: Group) -> None:
        """Write a group as a form that is painted as a whole, through a form that knows how opaque it is."""
        from pnp.export.veils import add_veil

        whole = group._replace(opacity=1.0)
        inner = Symbol([whole], _around([whole]))
        add_veil(self.canvas._doc, self._form(inner), f"v{len(self.forms)}", inner.box, group.opacity)
        self.canvas.doForm(f"v{len(self.forms)}")

    def shade(self, shade: Shade) -> None:
        """Write a gradient as a form of its own, for it brings its own resources."""
        from pnp.export.veils import add_shade

        self.shades += 1
        name = f"h{self.shades}"
        clip = self.outlines.operators(shade.outline) + (" W* n" if shade.even_odd else " W n")
        inks = [self._ink(colour, "rg").split()[:-1] for _, colour, _ in shade.gradient.stops]
        add_shade(self.canvas._doc, name, shade.gradient, clip, inks, _around([shade]))
        self.canvas.doForm(name)

    def use(self, use: Use) -> None:
        plain = use.matrix == _IDENTITY
        if id(use.symbol) not in self.shared:
            if plain:
                self.items(use.symbol.items)
            else:
                self.group(Group(use.symbol.items, use.matrix))
            return
        name = self._form(use.symbol)
        canvas = self.canvas
        if plain:
            canvas.doForm(name)
            return
        canvas._code.append("q " + _matrix(use.matrix))
        canvas.doForm(name)
        canvas._code.append("Q")

    def _form(self, symbol: Symbol) -> str:
        name = self.forms.get(id(symbol))
        if name is None:
            name = self.forms[id(symbol)] = f"s{len(self.forms)}"
            self.keep.append(symbol)
            before, self.state = self.state, _INHERITED
            box = symbol.box
            self.canvas.beginForm(name, box.x, box.y, box.right, box.bottom)
            self.items(symbol.items)
            self.canvas.endForm()
            self.state = before
        return name

    def image(self, image: Image) -> None:
        """Place a picture; it is decoded and embedded once, however often it is shown."""
        from warnings import catch_warnings, simplefilter

        rect = image.rect
        canvas = self.canvas
        known = self.pictures.get(id(image.data))
        canvas._code.append("q " + _matrix(Matrix(1, 0, 0, -1, rect.x, rect.bottom)))
        if known is None:
            names = {"name": "", "regName": ""}
            with catch_warnings():
                simplefilter("ignore")  # of odd data beside the picture itself, which has been decoded before
                reader = self.standard.picture(image.data)
                canvas.drawImage(reader, 0, 0, rect.w, rect.h, mask="auto", extraReturn=names)
                vars(reader).clear()  # it refers to itself, and would keep all its pixels
            self.pictures[id(image.data)] = (names["name"], names["regName"], image.data)
        else:
            canvas._code.append(f"{_matrix(Matrix(rect.w, 0, 0, rect.h, 0, 0))} /{known[1]} Do")
            canvas._formsinuse.append(known[0])
        canvas._code.append("Q")

    def link(self, link: Link) -> None:
        (x0, y0), (x1, y1) = (
            self.matrix.apply(*p) for p in ((link.rect.x, link.rect.y), (link.rect.right, link.rect.bottom))
        )
        placed = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
        self.canvas.linkRect("", link.target, self._absolute(placed), relative=0, thickness=0)

    def anchor(self, anchor: Anchor) -> None:
        _, y = self.matrix.apply(0, anchor.y)
        self.canvas.bookmarkHorizontalAbsolute(anchor.name, (self.page_height - y) * PT_PER_MM)

    def place(self, place: Place) -> None:
        """Nothing is printed for a place; preflight has measured it."""

    def _absolute(self, rect: Rect) -> tuple[float, float, float, float]:
        h = self.page_height
        return (
            rect.x * PT_PER_MM,
            (h - rect.bottom) * PT_PER_MM,
            rect.right * PT_PER_MM,
            (h - rect.y) * PT_PER_MM,
        )


class Outlines:
    """Outlines as operators, each worked out once for all files of a build: they hold most drawings twice or more."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Outline, str]] = {}

    def operators(self, outline: Outline) -> str:
        """Return an outline as PDF path operators."""
        known = self._known.get(id(outline))
        if known is None:
            known = self._known[id(outline)] = (outline, outline_operators(outline))
        return known[1]


def outline_operators(outline: Outline) -> str:
    """Return an outline as PDF path operators: all numbers at once, for a texture has thousands of them."""
    numbers = [number for segment in outline for number in segment[1:]]
    return _ZEROS.sub("", " ".join([_OPERATORS[segment[0]] for segment in outline]) % tuple(numbers))


def _around(items: Sequence[Item]) -> Rect:
    """Return a box with room for the corners of lines about all that is drawn."""
    box = reach(items) or Rect(0, 0, 1, 1)
    return box.inset(-1 - 0.05 * max(box.w, box.h))


def _pen_operators(pen: Pen, dash: tuple[float, ...]) -> str:
    cap, join = ("butt", "round", "square").index(pen.cap), ("miter", "round", "bevel").index(pen.join)
    return f"{cap} J {join} j {_number(pen.miter)} M [{' '.join(map(_number, dash))}] {_number(pen.offset)} d"


def _paint_operator(path: Path) -> str:
    star = "*" if path.even_odd else ""
    if path.fill is not None:
        return ("B" if path.stroke is not None else "f") + star
    return "S" if path.stroke is not None else "n"


_IDENTITY = Matrix(1, 0, 0, 1, 0, 0)
_FRESH: _State = (None, None, None, (), False)
_INHERITED: _State = (None, None, None, None, None)
"""A form starts with whatever its caller has set, dashes included."""

_WRITE: dict[type, Callable[..., None]] = {
    Path: _Writer.path,
    Shade: _Writer.shade,
    Text: _Writer.text,
    Group: _Writer.group,
    Use: _Writer.use,
    Image: _Writer.image,
    Link: _Writer.link,
    Anchor: _Writer.anchor,
    Place: _Writer.place,
}
