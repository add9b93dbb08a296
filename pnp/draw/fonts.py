"""The typefaces: open fonts from PyPI packages, measured here and embedded by the exporters."""

import sys
from functools import cache
from math import fsum
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from pnp.geometry import PT_PER_MM

_FILES = {
    "sans": ("font_source_sans_pro", "SourceSansPro-Regular"),
    "sans-bold": ("font_source_sans_pro", "SourceSansPro-Bold"),
    "sans-italic": ("font_source_sans_pro", "SourceSansPro-It"),
    "sans-bold-italic": ("font_source_sans_pro", "SourceSansPro-BoldIt"),
    "serif": ("font_source_serif_pro", "SourceSerifPro-Regular"),
    "serif-bold": ("font_source_serif_pro", "SourceSerifPro-Bold"),
    "serif-italic": ("font_source_serif_pro", "SourceSerifPro-It"),
    "serif-bold-italic": ("font_source_serif_pro", "SourceSerifPro-BoldIt"),
}

FONTS = tuple(_FILES)
"""The keys of all fonts."""

ASCENT, DESCENT = 0.76, 0.24
"""Share of the size above and below the baseline that text boxes reserve."""


def font_name(family: str, bold: bool, italic: bool) -> str:
    """Return the key of a font by its traits."""
    return family + ("-bold" if bold else "") + ("-italic" if italic else "")


def font_package(name: str) -> str:
    """Return the PyPI package that a font comes from."""
    return _FILES[name][0].replace("_", "-")


def title_of(name: str) -> str:
    """Return what the makers of one of pnp's fonts call it."""
    return font_package(name).removeprefix("font-").removesuffix("-pro").replace("-", " ").title()


def font_path(name: str) -> Path:
    """Return the font's file; the package is located without importing it."""
    from importlib.util import find_spec

    package, stem = _FILES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"the font package {font_package(name)} is not installed")
    return Path(spec.origin).parent / "files" / f"{stem}.ttf"


_LOADING = Lock()


@cache
def harfbuzz() -> Any:
    """Return HarfBuzz, which a game's own fonts need."""
    with _LOADING:
        import uharfbuzz

        return uharfbuzz


@cache
def _reportlab_font() -> Any:
    """Return reportlab's class; it would load HarfBuzz as well, which takes as long as the rest of it."""
    with _LOADING:
        hidden = "uharfbuzz" not in sys.modules
        if hidden:
            sys.modules["uharfbuzz"] = None  # type: ignore[assignment]  # as the import system wants it
        try:
            from reportlab.pdfbase.ttfonts import TTFont
        finally:
            if hidden:
                del sys.modules["uharfbuzz"]
        return TTFont


class Font:
    """The measures of one font file; reportlab parses it once, for measuring and for embedding."""

    def __init__(self, name: str) -> None:
        self.name = self.shown = name
        self.embeddable: Any = _reportlab_font()(
            f"pnp-{name}", str(font_path(name)), asciiReadable=False, shapable=False
        )
        face = self.embeddable.face
        self._default: float = face.defaultWidth
        self._widths: dict[int, float] = face.charWidths
        self._characters = frozenset(map(chr, face.charToGlyph))
        self._cache: dict[str, float] = {}

    def width(self, text: str) -> float:
        """Return the width of a text at a size of 1 pt, in mm."""
        known = self._cache.get(text)
        if known is None:
            get, default = self._widths.get, self._default
            known = fsum([get(ord(c), default) for c in text]) / 1000 / PT_PER_MM
            self._cache[text] = known
        return known

    def has_all(self, text: str) -> bool:
        """Say whether the font has every character of a text of several lines."""
        return self._characters.issuperset(text) or not self.missing(text.replace("\n", "").replace("\t", ""))

    def missing(self, text: str) -> list[str]:
        """List the characters that the font has no glyph for."""
        known = self._characters
        return [] if known.issuperset(text) else [c for c in dict.fromkeys(text) if c not in known]


@cache
def font(name: str) -> Font:
    """Return a font, parsed once."""
    return _OWN.get(name) or Font(name)


class NoCut(NamedTuple):
    """A cut that a family has no file for."""

    family: str
    cut: str


class CutFault(Exception):
    """A text is set in bold, in italic or in both, in a family that has no file for it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


_OWN: dict[str, Font] = {}
_CHAINS: dict[str, tuple[str, ...] | NoCut] = {}


def register(name: str, own: Font) -> None:
    """Make a game's own font known; its name holds a hash of its bytes, so that no other game means another one."""
    _OWN[name] = own


def is_registered(name: str) -> bool:
    """Say whether a game's own font is known."""
    return name in _OWN


def register_chain(name: str, fonts: tuple[str, ...] | NoCut) -> None:
    """Say in which fonts letters are looked for, one after the other, for a cut of a family; or why there are none."""
    _CHAINS[name] = fonts


def chain_of(name: str) -> tuple[str, ...] | None:
    """Return the fonts that a text may be set in, or None where there is only the one of that name."""
    chain = _CHAINS.get(name)
    if isinstance(chain, NoCut):
        family, cut = chain
        raise CutFault(
            f"the font '{family}' has no {cut.replace('_', ' ')} cut",
            f"name its file in fonts.yaml, as {cut}: of {family}; the same file may stand for several cuts",
        )
    return chain
