"""SVG by svgwrite: the same walk as for PDF.

Text is drawn as glyph outlines, so that a sheet looks the same in a browser, in a vector
editor and on a cutting machine, whatever fonts are installed there; the words stay in
`aria-label` for people and programs that read.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import svgwrite

from pnp.context import meter
from pnp.draw.drawing import Anchor, Group, Image, Item, Link, Outline, Path, Place, Shade, Symbol, Text, Use
from pnp.draw.fonts import is_registered
from pnp.draw.outlines import draw_glyph, font_file, placed_glyphs
from pnp.draw.ownfont import own_font
from pnp.geometry import PT_PER_MM, Matrix
from pnp.sheets.sheet import Sheet

if TYPE_CHECKING:
    from svgwrite import Drawing as SvgDrawing
    from svgwrite.base import BaseElement


def sheet_svg(sheet: Sheet) -> bytes:
    """Return one side of a sheet as an SVG file in true size."""
    return drawing_svg(sheet.size.w, sheet.size.h, sheet.items, sheet.label)


def drawing_svg(width: float, height: float, items: Iterable[Item], title: str) -> bytes:
    """Return items as an SVG file of the given size in mm."""
    drawing = svgwrite.Drawing(
        size=(f"{_number(width)}mm", f"{_number(height)}mm"),
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        debug=False,
    )
    drawing.set_desc(title=title)
    drawing.add(drawing.rect((0, 0), (_number(width), _number(height)), fill="#ffffff"))
    _Writer(drawing).items(items, drawing)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _number(value: float) -> str:
    return "%g" % round(value, 3)


def _matrix(m: Matrix) -> str:
    parts = [f"{round(v, 6):g}" for v in m]
    return f"matrix({' '.join(parts)})"


def path_data(outline: Outline) -> str:
    """Return an outline as SVG path data: all numbers at once, for a texture has thousands of them."""
    numbers: list[str | float] = []
    words = []
    for segment in outline:
        if segment[0] == "R":
            _, x, y, w, h = segment
            if float(w) < 0:
                continue
            numbers += (x, y, w, h, w)
        else:
            numbers += segment[1:]
        words.append(_WORDS[segment[0]])
    return _ZEROS.sub("", "".join(words) % tuple(numbers))


_WORDS: Mapping[str | float, str] = {
    "M": "M%.3f %.3f",
    "L": "L%.3f %.3f",
    "C": "C%.3f %.3f %.3f %.3f %.3f %.3f",
    "Z": "Z",
    "R": "M%.3f %.3fh%.3fv%.3fh-%.3fz",
}
_ZEROS = re.compile(r"\.?0+(?![\d.])")
"""What the decimals of a number end with and its reader can do without."""


@lru_cache(maxsize=2048)
def _drawn(name: str, character: str | int) -> tuple[str, float]:
    """Return a glyph's outline, and its advance if it is a letter of pnp's fonts, for letters of one em."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    def drawn(glyphs: object, units: int) -> str:
        pen = SVGPathPen(glyphs, ntos=lambda v: f"{round(v, 4):g}")
        draw_glyph(name, character, TransformPen(pen, (1 / units, 0, 0, 1 / units, 0, 0)))
        commands: str = pen.getCommands()
        return commands

    if isinstance(character, int):
        return drawn(None, own_font(name).upem), 0.0
    glyphs, cmap, units = font_file(name)
    return drawn(glyphs, units), glyphs[cmap.get(ord(character), ".notdef")].width / units


class _Writer:
    """Adds items to an SVG drawing, with shared symbols, glyphs and clips in its definitions."""

    def __init__(self, drawing: "SvgDrawing") -> None:
        self.drawing = drawing
        self.symbols: dict[int, str] = {}
        self.keep: list[Symbol] = []
        self.glyphs: dict[tuple[str, str | int], tuple[str, float]] = {}
        self.clips = 0
        self.gradients = 0

    def items(self, items: Iterable[Item], parent: "BaseElement") -> None:
        for item in items:
            _WRITE[type(item)](self, item, parent)

    def path(self, path: Path, parent: "BaseElement") -> None:
        options = {"fill": path.fill or "none"}
        if path.even_odd:
            options["fill_rule"] = "evenodd"
        if path.stroke is not None:
            options |= {"stroke": path.stroke, "stroke_width": _number(path.width)}
            if path.dash:
                options["stroke_dasharray"] = " ".join(map(_number, path.dash))
            if path.round:
                options |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
            if path.pen is not None:
                options |= {"stroke_linecap": path.pen.cap, "stroke_linejoin": path.pen.join}
                options |= {"stroke_miterlimit": _number(path.pen.miter), "stroke_dashoffset": _number(path.pen.offset)}
        parent.add(self.drawing.path(d=path_data(path.outline), **options))

    def shade(self, shade: Shade, parent: "BaseElement") -> None:
        gradient, self.gradients = shade.gradient, self.gradients + 1
        key = f"h{self.gradients}"
        names = ("cx", "cy", "r", "fx", "fy", "fr") if gradient.radial else ("x1", "y1", "x2", "y2")
        made = self.drawing.radialGradient if gradient.radial else self.drawing.linearGradient
        paint = made(id=key, gradientUnits="userSpaceOnUse", gradientTransform=_matrix(gradient.matrix))
        paint.attribs.update(zip(names, (f"{value:.6g}" for value in gradient.points), strict=True))
        for at, colour, opacity in gradient.stops:
            paint.add_stop_color(f"{at:.4g}", colour, *([f"{opacity:.3g}"] if opacity < 1 else []))
        self.drawing.defs.add(paint)
        rule = {"fill_rule": "evenodd"} if shade.even_odd else {}
        parent.add(self.drawing.path(d=path_data(shade.outline), fill=f"url(#{key})", **rule))

    def text(self, text: Text, parent: "BaseElement") -> None:
        group = parent.add(self.drawing.g(fill=text.colour))
        group.attribs["aria-label"] = text.text
        size = text.size / PT_PER_MM
        if is_registered(text.font):
            for glyph, x, y in placed_glyphs(text):
                self._use(group, self._glyph(text.font, glyph)[0], Matrix(size, 0, 0, -size, x, y))
            return
        x = text.x
        for character in text.text:
            key, advance = self._glyph(text.font, character)
            self._use(group, key, Matrix(size, 0, 0, -size, x, text.y))
            x += advance * size

    def _use(self, group: "BaseElement", key: str, at: Matrix) -> None:
        if key:
            group.add(self.drawing.use(f"#{key}", transform=_matrix(at)))

    def _glyph(self, name: str, character: str | int) -> tuple[str, float]:
        known = self.glyphs.get((name, character))
        if known is not None:
            return known
        outline, advance = _drawn(name, character)
        key = ""
        if outline:
            key = f"g{len(self.glyphs)}"
            self.drawing.defs.add(self.drawing.path(d=outline, id=key))
        self.glyphs[name, character] = (key, advance)
        return self.glyphs[name, character]

    def group(self, group: Group, parent: "BaseElement") -> None:
        options: dict[str, str] = {}
        if group.matrix is not None:
            options["transform"] = _matrix(group.matrix)
        if group.clip is not None:
            self.clips += 1
            clip = self.drawing.clipPath(id=f"c{self.clips}")
            rule = {"clip_rule": "evenodd"} if group.clip_even_odd else {}
            clip.add(self.drawing.path(d=path_data(group.clip), **rule))
            self.drawing.defs.add(clip)
            options["clip_path"] = f"url(#c{self.clips})"
        if group.opacity < 1:
            options["opacity"] = f"{group.opacity:.3g}"
        inner = parent.add(self.drawing.g(**options))
        self.items(group.items, inner)

    def use(self, use: Use, parent: "BaseElement") -> None:
        key = self.symbols.get(id(use.symbol))
        if key is None:
            key = self.symbols[id(use.symbol)] = f"s{len(self.symbols)}"
            self.keep.append(use.symbol)
            group = self.drawing.g(id=key)
            self.items(use.symbol.items, group)
            self.drawing.defs.add(group)
        options = {} if use.matrix == Matrix(1, 0, 0, 1, 0, 0) else {"transform": _matrix(use.matrix)}
        parent.add(self.drawing.use(f"#{key}", **options))

    def image(self, image: Image, parent: "BaseElement") -> None:
        meter().spend("game_output", len(image.data) * 4 // 3)
        data = f"data:image/{image.kind};base64,{b64encode(image.data).decode()}"
        rect = image.rect
        picture = self.drawing.image(data, (_number(rect.x), _number(rect.y)), (_number(rect.w), _number(rect.h)))
        picture.stretch()
        parent.add(picture)

    def skip(self, item: Item, parent: "BaseElement") -> None:
        """Links, anchors and places have no picture."""


_WRITE: dict[type, Callable[..., None]] = {
    Path: _Writer.path,
    Shade: _Writer.shade,
    Text: _Writer.text,
    Group: _Writer.group,
    Use: _Writer.use,
    Image: _Writer.image,
    Link: _Writer.skip,
    Anchor: _Writer.skip,
    Place: _Writer.skip,
}
