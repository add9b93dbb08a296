"""The elements of an SVG file: read by expat, without entities, within bounds, each with its line."""

from typing import Any
from xml.parsers import expat

from pnp.draw.svg.fault import SvgFault
from pnp.limits import how_to_raise

SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink href"
_DEEPEST = 60
_PLAIN = "save it as plain SVG (Inkscape: Save as, Plain SVG; Illustrator: Export as, SVG)"


class Element:
    """An element of the SVG language; what other languages add for their own use is left out."""

    __slots__ = ("attributes", "children", "line", "parent", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int, parent: "Element | None") -> None:
        self.tag, self.attributes, self.line, self.parent = tag, attributes, line, parent
        self.children: list[Element] = []
        self.text = ""

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute, without the spaces about it."""
        return self.attributes.get(name, default).strip()


def parse_tree(text: str, name: str, most: int) -> Element:
    """Return the outermost element of an SVG file; refuse entities, and more elements than `most`."""
    return _Builder(name, most).parse(text)


class _Builder:
    """Builds the tree from the parser's calls; elements of other languages are passed over with all they hold."""

    def __init__(self, name: str, most: int) -> None:
        self.name, self.most = name, most
        self.root: Element | None = None
        self.open: list[Element | None] = []
        self.count = 0
        self.parser: Any = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, text: str) -> Element:
        try:
            self.parser.Parse(text.encode(), True)
        except expat.ExpatError as error:
            said = expat.ErrorString(error.code)
            raise SvgFault(f"{self.name}, line {error.lineno}: it is no well-formed XML ({said})", _PLAIN) from None
        if self.root is None or self.root.tag != "svg":
            raise SvgFault(f"{self.name} is no SVG file: its outermost element is no <svg>")
        return self.root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > self.most:
            raise SvgFault(f"{self.name}: more than {self.most} elements", how_to_raise("svg_segments"))
        if len(self.open) >= _DEEPEST:
            raise SvgFault(f"{self.name}: groups are nested more than {_DEEPEST} deep", "ungroup some of them")
        space, _, local = tag.rpartition(" ")
        above = self.open[-1] if self.open else None
        if space not in ("", SVG) or (self.open and above is None):
            self.open.append(None)
            return
        own = {"href" if key == _LINK else key: value for key, value in attributes.items()}
        element = Element(local, own, self.parser.CurrentLineNumber, above)
        if above is not None:
            above.children.append(element)
        self.root = self.root or element
        self.open.append(element)

    def _end(self, _tag: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if self.open and (element := self.open[-1]) is not None and element.tag == "style":
            element.text += text

    def _doctype(self, _name: str, system: str | None, public: str | None, inside: int) -> None:
        if inside or (system and not (public or "").startswith("-//W3C//DTD SVG")):  # which nobody fetches
            raise SvgFault(f"{self.name}: entities and document types of its own are not allowed", _PLAIN)
