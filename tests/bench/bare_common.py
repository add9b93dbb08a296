"""What the bare loops share: fonts, pages with label and scale bar, and line breaking over cached widths.

These are the yardstick of `make bench`: plain reportlab, tuned as well as its public calls
allow, drawing the same marks as pnp and nothing else. They import no part of pnp.
"""

import gc
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
WIDTH, HEIGHT = 210 * MM, 297 * MM
ASCENT = 0.76
_FILES = {
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold"),
}


class Book:
    """A PDF with its fonts, its outline and the label at the foot of every page."""

    def __init__(self, title, label, fonts, inset=10.0):
        rl_config.useA85 = 0
        self.label, self.inset = label, inset
        self.fonts = {name: _font(name) for name in fonts}
        self.widths = {name: {} for name in fonts}
        self.canvas = Canvas(
            sys.argv[1],
            pagesize=(WIDTH, HEIGHT),
            invariant=1,
            pageCompression=1,
            initialFontName="sans",
            pdfVersion=(1, 5),
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor("the pnp project")
        self.canvas.setSubject(f"{title}, for a4")
        self.canvas.setKeywords("print and play, a4")
        self.canvas.setCreator("bare loop")
        self.pages = 0
        self._bar()

    def width(self, font, text):
        """Return the width of a text at 1 point."""
        known = self.widths[font].get(text)
        if known is None:
            face = self.fonts[font].face
            get, default = face.charWidths.get, face.defaultWidth
            known = self.widths[font][text] = sum([get(ord(c), default) for c in text]) / 1000
        return known

    def outline(self, title):
        """Put the document's title into the outline."""
        self.canvas.bookmarkPage("top")
        self.canvas.addOutlineEntry(title, "top", 0)

    def page(self, text, mark=True):
        """Label the page, note it in the outline and in the list of pages, and go on to the next."""
        canvas = self.canvas
        canvas.doForm("bar")
        t = canvas.beginText()
        t.setFont("sans", 7)
        t.setFillColorRGB(0.267, 0.267, 0.267)
        t.setTextOrigin(self.inset * MM, 5.4 * MM)
        t.textOut(f"{self.label} · {text}")
        canvas.drawText(t)
        if mark:
            key = f"p{self.pages}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(text, key, 1)
        canvas.addPageLabel(self.pages, prefix=text + " ")
        self.pages += 1
        canvas.showPage()

    def save(self):
        """Write the file."""
        self.canvas.showOutline()
        self.canvas.save()
        gc.freeze()  # spares the collection at the end of the process

    def _bar(self):
        """Draw the scale bar, once."""
        canvas = self.canvas
        x, y = 210 - self.inset - 50.8, 297 - 5.1
        canvas.beginForm("bar", 0, 0, WIDTH, HEIGHT)
        canvas.setLineWidth(0.15 * MM)
        canvas.setStrokeColorRGB(0.267, 0.267, 0.267)
        canvas.setFillColorRGB(0.267, 0.267, 0.267)
        lines = [(x, y, x + 50.8, y)]
        lines += [(x + i * 10, y, x + i * 10, y - (1.6 if i in (0, 5) else 0.9)) for i in range(6)]
        lines += [(x + i * 25.4, y, x + i * 25.4, y + (1.2 if i in (0, 2) else 0.7)) for i in range(3)]
        canvas.lines([tuple((297 - v if k % 2 else v) * MM for k, v in enumerate(line)) for line in lines])
        canvas.setFont("sans", 7)
        canvas.drawString((x - 1.2) * MM - self.width("sans", "100 %") * 7, (297 - y + 0.3) * MM, "100 %")
        canvas.drawString((x + 11) * MM, (297 - y + 1.0) * MM, "50 mm / 2 in")
        canvas.endForm()


def _font(name):
    package, stem = _FILES[name]
    font = TTFont(
        name, str(Path(find_spec(package).origin).parent / "files" / f"{stem}.ttf"), asciiReadable=False, shapable=False
    )
    registerFont(font)
    return font


def fill(canvas, colour):
    """Set the ink of areas and texts."""
    canvas.setFillColorRGB(*rgb(colour))


def stroke(canvas, colour, width):
    """Set the ink and the width of lines, in mm."""
    canvas.setStrokeColorRGB(*rgb(colour))
    canvas.setLineWidth(width * MM)


def rgb(colour):
    """Return the three shares of #rrggbb."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def icon(canvas, file, x, y, side, **paint):
    """Draw an icon file of M, L, C and Z commands with its lower left corner at (x, y), in points."""
    text = Path(file).read_text()
    scale = side / 100
    path = canvas.beginPath()
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", re.search(r' d="([^"]*)"', text)[1]):
        values = [float(n) for n in numbers.split()]
        points = [v * scale + x if k % 2 == 0 else y + side - v * scale for k, v in enumerate(values)]
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[command](*points)
    canvas.drawPath(path, fillMode=0, **({"stroke": 0, "fill": 1} | paint))


def crop_marks(canvas, xs, ys, bleed):
    """Draw the marks around a block whose cuts are at xs and ys, in mm from the top left."""
    left, right, top, bottom = xs[0] - bleed, xs[-1] + bleed, ys[0] - bleed, ys[-1] + bleed
    rooms = (left, 210 - right, top, 297 - bottom)
    a, b, c, d = (max(0.0, min(4.0, room - 4.0)) for room in rooms)
    d = min(d, 297 - 4.5 - 3.2 - 0.6 - bottom - 1)
    lines = []
    for x in xs:
        lines += [(x, top - 1, x, top - 1 - c), (x, bottom + 1, x, bottom + 1 + d)]
    for y in ys:
        lines += [(left - 1, y, left - 1 - a, y), (right + 1, y, right + 1 + b, y)]
    canvas.setLineWidth(0.2 * MM)
    canvas.setStrokeColorRGB(0, 0, 0)
    canvas.lines([tuple((297 - v if k % 2 else v) * MM for k, v in enumerate(line)) for line in lines])
