"""A game's own font: read, measured and shaped by HarfBuzz, which is made for files from strangers."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from math import fsum
from typing import Any, NamedTuple

from pnp.draw.fonts import Font, font, harfbuzz
from pnp.draw.scripts import has_rtl, units_of, unseen
from pnp.geometry import PT_PER_MM


class Glyph(NamedTuple):
    """A shape of a font in a run of text: where it is drawn from the start of the run, in em, y upwards."""

    gid: int
    x: float
    y: float
    advance: float
    text: str
    """The letters it stands for; the first glyph of several that stand for the same letters has them."""


class OwnFont(Font):
    """A font file of a game; `axes` are the places on the axes of a variable font."""

    def __init__(self, name: str, shown: str, face: Any, axes: Mapping[str, float], language: str = "") -> None:
        hb = harfbuzz()

        self.name = name
        self.shown = shown
        self.face = face
        self.language = language
        self.axes = axes
        self.hb: Any = hb.Font(face)
        if axes:
            self.hb.set_variations(dict(axes))
        self.upem: int = face.upem
        self._characters = frozenset(map(chr, face.unicodes))
        self._cache: dict[str, float] = {}
        self._shaped = lru_cache(maxsize=8192)(self._shape)

    def width(self, text: str) -> float:
        """Return the width of a text at a size of 1 pt, in mm."""
        known = self._cache.get(text)
        if known is None:
            known = (
                fsum(glyph.advance for unit in units_of(text) for glyph in self._shaped(unit, has_rtl(unit)))
                / PT_PER_MM
            )
            self._cache[text] = known
        return known

    @property
    def title(self) -> str:
        """What its maker calls the typeface, in plain letters; else what the game calls it."""
        name = self.face.get_name(harfbuzz().OTNameIdPredefined.FONT_FAMILY) or ""
        return "".join(c for c in name if c.isascii() and (c.isalnum() or c in " -.")).strip() or self.shown

    def missing(self, text: str) -> list[str]:
        """List the characters that the font has no glyph for; those that nobody sees need none."""
        return [c for c in super().missing(text) if not unseen(c)]

    def shape(self, text: str, *, rtl: bool = False) -> list[Glyph]:
        """Return the glyphs of a run from left to right; words and lone ideographs are shaped one by one."""
        glyphs: list[Glyph] = []
        x = 0.0
        units = units_of(text)
        for unit in reversed(units) if rtl else units:
            for glyph in self._shaped(unit, rtl):
                glyphs.append(glyph._replace(x=x + glyph.x))
                x += glyph.advance
        return glyphs

    def _shape(self, text: str, rtl: bool) -> tuple[Glyph, ...]:
        hb = harfbuzz()

        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if rtl else "ltr"
        if self.language:
            buffer.language = self.language
        hb.shape(self.hb, buffer)
        infos, positions, em = buffer.glyph_infos, buffer.glyph_positions, self.upem
        starts = [*sorted({info.cluster for info in infos}), len(text)]
        ends = dict(pairwise(starts))
        glyphs = []
        for info, place in zip(infos, positions, strict=True):
            letters = text[info.cluster : ends.pop(info.cluster, info.cluster)]
            glyphs.append(
                Glyph(info.codepoint, place.x_offset / em, place.y_offset / em, place.x_advance / em, letters)
            )
        return tuple(glyphs)


def own_font(name: str) -> OwnFont:
    """Return a font of a game that is known."""
    own = font(name)
    assert isinstance(own, OwnFont)
    return own
