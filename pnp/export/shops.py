"""Files for print shops: PDF/X-1a and PDF/X-4, in CMYK, with the printing condition they were made for.

Colours become ink in three ways: a palette role may give its own inks; greys and near-black become black alone, so
that small text needs no register; everything else is converted from sRGB by the profile of the printing condition,
relative to its paper and with black point compensation. Pictures are converted in the same way, pixel by pixel.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from math import fsum, hypot
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from pnp.diagnostics import fail
from pnp.draw.colours import lab, to_rgb
from pnp.draw.drawing import Group, Item, Link
from pnp.draw.faces import Painter
from pnp.draw.pictures import alpha_of, decoded
from pnp.draw.style import CMYK
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Rect
from pnp.load.game import GameContent
from pnp.load.library import read_profile
from pnp.sheets.preflight import fonts_embedded
from pnp.sheets.sheet import PrintOptions, Sheet, SheetSet

if TYPE_CHECKING:
    from PIL.ImageCms import ImageCmsTransform
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase.pdfdoc import PDFDocument, PDFInfo

    from pnp.sheets.rulebook import PrintedRules

_BLACKEST = 0x1A / 255
"""The level of a grey that is as black as pnp draws."""
_DARK, _DULL, _NEUTRAL = 20.0, 8.0, 1.0
"""Lightness and chroma of what is printed in black alone: as dark as this, or as free of colour."""
_DATE = "2000-01-01T00:00:00+00:00"
"""The date that reportlab writes where the same input is to give the same bytes."""


class Condition(NamedTuple):
    """A printing condition: its name in the registry of the ICC, its words, and the file of its profile."""

    identifier: str
    words: str
    profile: str
    registry: str = "http://www.color.org"


COATED = Condition("FOGRA39", "Offset on coated paper, ISO 12647-2, 300 % of ink", "ISOcoated_v2_300_bas.icc")


class _Rules(NamedTuple):
    """What tells one standard from the other."""

    version: tuple[int, int]
    name: str
    see_through: bool


RULES = {"x1a": _Rules((1, 4), "PDF/X-1a:2003", False), "x4": _Rules((1, 6), "PDF/X-4", True)}


class ShopStandard:
    """A PDF/X standard: how colours and pictures are written, and what the file declares."""

    def __init__(self, name: str, own_inks: Mapping[str, CMYK], condition: Condition = COATED) -> None:
        self.rules = RULES[name]
        self.version = self.rules.version
        self.own_inks = own_inks
        self.condition = condition

    def inks(self, colour: str) -> CMYK:
        """Return the inks of a colour, each 0 to 1."""
        own = self.own_inks.get(colour.lower())
        return own if own is not None else converted(colour.lower(), self.condition.profile)

    def ink(self, colour: str, operator: str) -> str:
        """Return the operators that set a colour in CMYK."""
        shares = " ".join(f"{share:.3g}" for share in self.inks(colour))
        return f"{shares} {'k' if operator == 'rg' else 'K'}"

    def picture(self, data: bytes) -> "ImageReader":
        """Return a picture in CMYK, or in grey if it has no colours."""
        from PIL import ImageCms
        from reportlab.lib.utils import ImageReader

        opened, alpha = decoded(data), alpha_of(data)
        if alpha is not None and not self.rules.see_through:
            raise fail("transparency", f"a picture has transparent parts, which {self.rules.name} forbids")
        if opened.mode in ("1", "L", "LA"):
            inked = opened.convert("L")
        elif opened.mode == "CMYK":
            inked = opened
        else:
            inked = ImageCms.applyTransform(opened.convert("RGB"), _transform(self.condition.profile))
        reader = ImageReader(inked)
        reader.getRGBData()
        if alpha is not None:
            reader._dataA = ImageReader(alpha)
        return reader

    def declare(self, document: "PDFDocument", info: Info) -> None:
        """Add the output intent, the metadata and the names of the standard."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFCatalog, PDFDictionary, PDFName, PDFStream, PDFString
        from reportlab.pdfbase.pdfdoc import PDFZCompress as Compressed

        profile = PDFStream(content=read_profile(self.condition.profile))
        profile.dictionary["N"] = 4
        profile.filters = [Compressed]
        intent = PDFDictionary(
            {
                "Type": PDFName("OutputIntent"),
                "S": PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": PDFString(self.condition.identifier),
                "OutputCondition": PDFString(self.condition.words),
                "Info": PDFString(self.condition.words),
                "RegistryName": PDFString(self.condition.registry),
                "DestOutputProfile": document.Reference(profile, "shop-profile"),
            }
        )
        metadata = PDFStream(content=self._metadata(info).encode())
        metadata.dictionary["Type"], metadata.dictionary["Subtype"] = PDFName("Metadata"), PDFName("XML")
        metadata.filters = []
        catalog = document.Catalog
        catalog.Metadata = metadata
        catalog.OutputIntents = PDFArray([intent])
        catalog.__NoDefault__ = [*PDFCatalog.__NoDefault__, "OutputIntents"]
        document.info.__class__ = _info_class()
        document.info.standard = self.rules.name

    def _metadata(self, info: Info) -> str:
        """Return the XMP packet: what the file is, in words of its own and in those of the standard."""
        from reportlab.pdfbase.pdfdoc import PDFInfo

        key = sha256("\0".join([self.rules.name, *info[:5]]).encode()).hexdigest()
        told = {
            "pdf:Producer": PDFInfo.producer,
            "pdf:Trapped": "False",
            "pdf:Keywords": info.keywords,
            "pdfx:GTS_PDFXVersion" if self.version < (1, 6) else "pdfxid:GTS_PDFXVersion": self.rules.name,
            "xmp:CreatorTool": "pnp",
            "xmp:CreateDate": _DATE,
            "xmp:ModifyDate": _DATE,
            "xmp:MetadataDate": _DATE,
            "xmpMM:DocumentID": f"uuid:{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:32]}",
            "xmpMM:RenditionClass": "default",
            "xmpMM:VersionID": "1",
        }
        plain = "".join(f"\n   <{name}>{escape(value)}</{name}>" for name, value in told.items())
        alternatives = "".join(
            f'\n   <{name}><rdf:Alt><rdf:li xml:lang="x-default">{escape(value)}</rdf:li></rdf:Alt></{name}>'
            for name, value in (("dc:title", info.title), ("dc:description", info.subject))
        )
        author = f"\n   <dc:creator><rdf:Seq><rdf:li>{escape(info.author)}</rdf:li></rdf:Seq></dc:creator>"
        spaces = "".join(f'\n    xmlns:{name}="{uri}"' for name, uri in _SPACES.items())
        return (
            f'<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
            f' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
            f'  <rdf:Description rdf:about=""{spaces}>'
            f'{plain}{alternatives}{author}\n  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
        )


_SPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}


@lru_cache(maxsize=1)
def _info_class() -> "type[PDFInfo]":
    """Return the class of the document's information that also names the standard."""
    from reportlab.pdfbase.pdfdoc import PDFInfo, PDFString

    class ShopInfo(PDFInfo):  # type: ignore[misc]
        """The information that both standards ask for."""

        standard = ""

        def format(self, document: "PDFDocument") -> bytes:
            text: bytes = super().format(document)
            keys = ["GTS_PDFXVersion", *(["GTS_PDFXConformance"] if "1a" in self.standard else [])]
            more = b"".join(b"/%s %s " % (key.encode(), PDFString(self.standard).format(document)) for key in keys)
            return text.replace(b"<<", b"<< " + more, 1)

    return ShopInfo


@lru_cache(maxsize=4096)
def converted(colour: str, profile: str) -> CMYK:
    """Return the inks of a colour whose role says none: black alone for greys, else what the profile says."""
    lightness, *ab = lab(colour)
    level, chroma = fsum(to_rgb(colour)) / 3, hypot(*ab)
    if lightness < _DARK and chroma < _DULL:
        return 0.0, 0.0, 0.0, 1.0
    if chroma < _NEUTRAL:
        return 0.0, 0.0, 0.0, round(min(1.0, (1 - level) / (1 - _BLACKEST)), 3)
    from PIL import Image, ImageCms

    pixel = ImageCms.applyTransform(Image.new("RGB", (1, 1), colour), _transform(profile))
    assert pixel is not None
    c, m, y, k = (round(share / 255, 2) for share in pixel.tobytes())
    return c, m, y, k


@lru_cache(maxsize=4)
def _transform(profile: str) -> "ImageCmsTransform":
    """Return the conversion from sRGB to a printing condition."""
    from PIL import ImageCms

    to = ImageCms.ImageCmsProfile(BytesIO(read_profile(profile)))
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), to, "RGB", "CMYK", intent, flags)


# -------------------------------------------------------------------- files


def shop_files(
    game: GameContent, sets: list[SheetSet], rules: "PrintedRules | None", painter: Painter, options: PrintOptions
) -> Iterator[tuple[str, bytes, int, int]]:
    """Yield name, contents, pages and sheets of every file for the shop."""
    from pnp.export.sheets import component_sides, info_of

    standard = ShopStandard(options.shop, painter.style.own_inks())
    for sheet_set in [*sets, *([rules.sheets] if rules is not None else [])]:
        sides = component_sides(sheet_set)
        info = info_of(game, sheet_set.title, options)._replace(duplex="")
        pdf = write_pdf([_page(side) for side in sides], info, (), standard)
        if not fonts_embedded(pdf):
            raise fail("preflight", f"{sheet_set.id}.pdf would use a font that is not embedded")
        yield f"{sheet_set.id}.pdf", pdf, len(sides), sheet_set.paper_count


def _page(sheet: Sheet) -> Page:
    """Return a page with its boxes: one that is nothing but a card is cut at the card, others by their marks."""
    whole = Rect(0, 0, *sheet.size)
    alone = [trim for trim in sheet.trims if trim.inset(-sheet.bleed).contains(whole)]
    label = sheet.label.split(" · ", 1)[-1] + " "
    return Page(sheet.size, _without_links(sheet.items), label, alone[0] if alone else whole, whole)


def _without_links(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Leave out links: the standards allow no notes within the trim."""
    return tuple(
        item._replace(items=_without_links(item.items)) if isinstance(item, Group) else item
        for item in items
        if not isinstance(item, Link)
    )
