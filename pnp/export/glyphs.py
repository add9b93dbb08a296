"""Glyphs of a game's own fonts in a PDF: only those that are used, with the letters that they mean."""

from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

from pnp.draw.drawing import Text
from pnp.draw.ownfont import Glyph, OwnFont
from pnp.geometry import PT_PER_MM

_UPEM = 1000
"""Units per em of fonts in a PDF: they leave room for words that are one glyph."""
_FARTHEST = 16_000
"""Where points may lie, in such units: TrueType has 16 bits for the way from one to the next."""
_CURVE_ERROR = 0.5
"""How far a curve may lie from the one that was drawn, in such units."""


class _IntoBounds(NamedTuple):
    """Moves the points of an outline into a font of a PDF; those of a broken font end at its bounds."""

    scale: float

    def transformPoint(self, point: tuple[float, float]) -> tuple[float, float]:  # noqa: N802 (fontTools' name)
        """Return where a point lies."""
        x, y = (max(-_FARTHEST, min(_FARTHEST, value * self.scale)) for value in point)
        return x, y


class EmbeddedFont:
    """One font of a document: gives its glyphs numbers as they are used, and becomes objects of the file at its end."""

    def __init__(self, font: OwnFont, document: Any) -> None:
        self.font = font
        self.codes: dict[tuple[int, str], int] = {(0, ""): 0}
        """Numbers of glyphs; one that stands for several letters, here for these and there for those, has several."""
        self.name = f"O{len(document.fontMapping) + 1}"
        document.fontMapping[font.name] = f"/{self.name}"
        document.delayedFonts.append(self)

    def show(self, text: Text) -> str:
        """Return the operators that show a run of text, after its matrix."""
        size = text.size / PT_PER_MM
        shown = "".join(self._shown(self.font.shape(text.text, rtl=text.rtl), size))
        return f"/{self.name} {size:.4g} Tf {shown}"

    def _shown(self, glyphs: list[Glyph], size: float) -> list[str]:
        parts, codes = [], ""
        at = rise = 0.0
        for glyph in glyphs:
            if abs(gap := glyph.x - at) > 5e-5:
                codes += f">{-gap * 1000:.4g}<"
                at += gap
            if glyph.y != rise:
                if codes:
                    parts.append(f"[<{codes}>] TJ ")
                parts.append(f"{glyph.y * size:.4g} Ts ")
                codes, rise = "", glyph.y
            codes += f"{self.codes.setdefault((glyph.gid, glyph.text), len(self.codes)):04X}"
            at += self._width(glyph.gid)
        parts.append(f"[<{codes}>] TJ")
        if rise:
            parts.append(" 0 Ts")
        return parts

    def _width(self, index: int) -> float:
        """Return the width of a glyph as the file gives it, in em."""
        advance: int = self.font.hb.get_glyph_h_advance(index)
        return round(advance / self.font.upem, 4)

    # ------------------------------------------------------------- objects

    def addObjects(self, document: Any) -> None:  # noqa: N802 (reportlab's name)
        """Add the font to the document, as reportlab asks of its own fonts."""
        from reportlab.pdfbase import pdfdoc

        program = self._program()
        tag = "".join(chr(65 + byte % 26) for byte in sha256(program).digest()[:6])
        name = f"{tag}+{''.join(c for c in self.font.shown.title() if c.isalnum())}"
        extents = self.font.hb.get_font_extents("ltr")
        scale = 1000 / self.font.upem
        file = pdfdoc.PDFStream(dictionary=pdfdoc.PDFDictionary({"Length1": len(program)}), content=program)
        names = pdfdoc.PDFStream(content=_to_unicode({code: letters for (_, letters), code in self.codes.items()}))
        if document.compression:
            file.filters = names.filters = [pdfdoc.PDFZCompress]
        descriptor = pdfdoc.PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": f"/{name}",
                "Flags": 4,
                "FontBBox": pdfdoc.PDFArray(
                    [0, round(extents.descender * scale), 1000, round(extents.ascender * scale)]
                ),
                "ItalicAngle": 0,
                "Ascent": round(extents.ascender * scale),
                "Descent": round(extents.descender * scale),
                "CapHeight": round(extents.ascender * scale),
                "StemV": 80,
                "FontFile2": document.Reference(file, f"fontFile:{name}"),
            }
        )
        widths = [round(self._width(index) * 1000, 1) for index, _ in self.codes]
        inner = pdfdoc.PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType2",
                "BaseFont": f"/{name}",
                "CIDSystemInfo": pdfdoc.PDFDictionary(
                    {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(descriptor, f"fontDescriptor:{name}"),
                "CIDToGIDMap": "/Identity",
                "DW": 1000,
                "W": pdfdoc.PDFArray([0, pdfdoc.PDFArray(widths)]),
            }
        )
        outer = pdfdoc.PDFDictionary(
            {
                "Type": "/Font",
                "Subtype": "/Type0",
                "BaseFont": f"/{name}",
                "Encoding": "/Identity-H",
                "DescendantFonts": pdfdoc.PDFArray([document.Reference(inner, f"cidFont:{name}")]),
                "ToUnicode": document.Reference(names, f"toUnicodeCMap:{name}"),
            }
        )
        document.idToObject["BasicFonts"].dict[self.name] = document.Reference(outer, f"font:{name}")

    def _program(self) -> bytes:
        """Return a TrueType font of the glyphs that were used, in the order of their codes."""
        from fontTools.fontBuilder import FontBuilder
        from fontTools.pens.cu2quPen import Cu2QuPen
        from fontTools.pens.transformPen import TransformPen
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        bounds = _IntoBounds(_UPEM / self.font.upem)
        order = [f"g{code}" for code in self.codes.values()]
        glyphs = {}
        for (index, _), name in zip(self.codes, order, strict=True):
            pen = TTGlyphPen(None)
            self.font.hb.draw_glyph_with_pen(index, TransformPen(Cu2QuPen(pen, _CURVE_ERROR), bounds))
            glyphs[name] = pen.glyph()
        builder = FontBuilder(_UPEM, isTTF=True)
        builder.setupGlyphOrder(order)
        builder.setupGlyf(glyphs)
        table = builder.font["glyf"]
        bearings = {name: getattr(table[name], "xMin", 0) for name in order}
        advances = [round(self._width(index) * _UPEM) for index, _ in self.codes]
        builder.setupHorizontalMetrics(
            {
                name: (max(0, min(_FARTHEST, advance)), bearings[name])
                for name, advance in zip(order, advances, strict=True)
            }
        )
        builder.setupHorizontalHeader(ascent=_UPEM, descent=0)
        builder.setupMaxp()
        builder.updateHead(created=0, modified=0)
        builder.font.recalcTimestamp = False
        made = BytesIO()
        builder.save(made)
        return made.getvalue()


def _to_unicode(letters: dict[int, str]) -> bytes:
    """Return the map from codes to letters by which readers copy and search."""
    known = [(code, text) for code, text in sorted(letters.items()) if text]
    lines = ["/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap"]
    lines += ["/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def"]
    lines += ["/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def"]
    lines += ["1 begincodespacerange", "<0000> <FFFF>", "endcodespacerange"]
    for start in range(0, len(known), 100):
        part = known[start : start + 100]
        lines.append(f"{len(part)} beginbfchar")
        lines += [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in part]
        lines.append("endbfchar")
    lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(lines).encode()
