"""Text as glyph outlines: pictures of pictures, whose words are no words of the page and must not be found as such."""

# ruff: noqa: N802 (the pen's methods are named by its base class)

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pnp.draw.drawing import Drawing, Group, Item, Path, Segment, Symbol, Text, Use
from pnp.draw.fonts import font, font_path, is_registered
from pnp.draw.ownfont import own_font
from pnp.geometry import PT_PER_MM, Matrix, Rect

_EM = 10.0
"""Size in mm at which a glyph is kept: exporters round to thousandths."""


def pictured(drawing: Drawing) -> Drawing:
    """Return a drawing that looks the same and holds no text."""
    return drawing._replace(items=tuple(_pictured(drawing.items, {})))


def _pictured(items: Iterable[Item], known: dict[int, Symbol]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Text):
            yield from _glyphs_of(item)
        elif isinstance(item, Group):
            yield item._replace(items=tuple(_pictured(item.items, known)))
        elif isinstance(item, Use):
            symbol = known.get(id(item.symbol))
            if symbol is None:
                symbol = known[id(item.symbol)] = Symbol(_pictured(item.symbol.items, known), item.symbol.box)
            yield item._replace(symbol=symbol)
        else:
            yield item


def _glyphs_of(text: Text) -> Iterator[Item]:
    scale = text.size / PT_PER_MM / _EM
    for glyph, x, y in placed_glyphs(text):
        symbol = _glyph(text.font, glyph, text.colour)
        if symbol is not None:
            yield Use(symbol, Matrix(scale, 0, 0, scale, x, y))


def placed_glyphs(text: Text) -> Iterator[tuple[str | int, float, float]]:
    """Yield the glyphs of a run, by letter in pnp's fonts and by number in others, with where each is drawn."""
    if is_registered(text.font):
        em = text.size / PT_PER_MM
        for glyph in own_font(text.font).shape(text.text, rtl=text.rtl):
            yield glyph.gid, text.x + glyph.x * em, text.y - glyph.y * em
        return
    face = font(text.font)
    x = text.x
    for character in text.text:
        yield character, x, text.y
        x += face.width(character) * text.size


def draw_glyph(name: str, glyph: str | int, pen: Any) -> None:
    """Draw a glyph with a pen, in units of its font."""
    if isinstance(glyph, int):
        own_font(name).hb.draw_glyph_with_pen(glyph, pen)
    else:
        glyphs, characters, _ = font_file(name)
        glyphs[characters.get(ord(glyph), ".notdef")].draw(pen)


@cache
def font_file(name: str) -> tuple[Any, Any, int]:
    """Return a font's glyph set, character map and units per em."""
    from fontTools.ttLib import TTFont

    file = TTFont(str(font_path(name)), lazy=True)
    return file.getGlyphSet(), file.getBestCmap(), file["head"].unitsPerEm


@cache
def _glyph(name: str, glyph: str | int, colour: str) -> Symbol | None:
    """Return a glyph with its baseline at the origin, or None if it is empty."""
    glyphs, units = (None, own_font(name).upem) if isinstance(glyph, int) else font_file(name)[::2]
    pen = _pen(glyphs, _EM / units)
    draw_glyph(name, glyph, pen)
    if not pen.outline:
        return None
    return Symbol([Path(tuple(pen.outline), fill=colour)], Rect(-_EM, -2 * _EM, 3 * _EM, 3 * _EM))


def _pen(glyphs: Any, scale: float) -> Any:
    """Return a pen that collects an outline in mm, y downwards; its base class makes all curves cubic."""
    from fontTools.pens.basePen import BasePen

    class Pen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(glyphs)
            self.outline: list[Segment] = []

        def _add(self, kind: str, *points: tuple[float, float]) -> None:
            self.outline.append((kind, *(value for x, y in points for value in (x * scale, -y * scale))))

        def _moveTo(self, to: tuple[float, float]) -> None:
            self._add("M", to)

        def _lineTo(self, to: tuple[float, float]) -> None:
            self._add("L", to)

        def _curveToOne(self, a: tuple[float, float], b: tuple[float, float], to: tuple[float, float]) -> None:
            self._add("C", a, b, to)

        def _closePath(self) -> None:
            self._add("Z")

    return Pen()
