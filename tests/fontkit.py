"""Fonts for tests: small ones made on the spot, and parts of open fonts for other scripts (tests/fonts)."""

from io import BytesIO
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FOLDER = Path(__file__).resolve().parent / "fonts"
ARABIC, ARABIC_BOLD, HEBREW, DEVANAGARI, JAPANESE = (
    (FOLDER / name).read_bytes()
    for name in ("arabic.ttf", "arabic-bold.woff2", "hebrew.woff", "devanagari.woff2", "japanese.otf")
)


def box(width: int, height: int):
    """Return a glyph that is a rectangle."""
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for at in ((50, height), (width - 50, height), (width - 50, 0)):
        pen.lineTo(at)
    pen.closePath()
    return pen.glyph()


def small_font(
    letters: str, *, fs_type: int = 0, features: str = "", wide: int = 600, variable: bool = False, flavour=None
) -> bytes:
    """Return a TrueType font whose letters are boxes, each 10 units wider than the one before; `f_i` stands for fi."""
    names = {c: f"u{ord(c):04X}" for c in dict.fromkeys(letters)}
    order = [".notdef", "space", *names.values(), "f_i"]
    widths = {name: wide + 10 * i for i, name in enumerate(order)}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(" "): "space", **{ord(c): name for c, name in names.items()}})
    empty = TTGlyphPen(None).glyph()
    builder.setupGlyf({name: empty if name == "space" else box(widths[name], 700) for name in order})
    builder.setupHorizontalMetrics({name: (width, 0 if name == "space" else 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "fullName": "Boxes Regular"})
    builder.setupOS2(fsType=fs_type)
    builder.setupPost()
    if variable:
        builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
        heavier = [((0, 0), (0, 0), (300, 0), (300, 0), (0, 0), (300, 0), (0, 0), (0, 0))]
        from fontTools.ttLib.tables.TupleVariation import TupleVariation

        delta = {"wght": (0.0, 1.0, 1.0)}
        builder.setupGvar({n: [TupleVariation(delta, list(heavier[0]))] for n in order if n != "space"})
    if features:
        addOpenTypeFeaturesFromString(builder.font, features.format(**{c: n for c, n in names.items() if c.isalpha()}))
    builder.font.flavor = flavour
    made = BytesIO()
    builder.save(made)
    return made.getvalue()


LIGATURES = """
feature liga {{ sub {f} {i} by f_i; }} liga;
feature kern {{ pos {A} {V} -150; }} kern;
"""
"""Features for a font that has the letters f, i, A and V."""
