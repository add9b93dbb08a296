"""The structure of a document for screen readers: headings, paragraphs and figures in their order of reading."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject, PDFReference


class Structure:
    """Collects what is marked on the pages and writes it as the structure tree of a PDF."""

    def __init__(self) -> None:
        self.pages: list[list[tuple[str, str]]] = []

    def start_page(self) -> None:
        """Go on to the next page."""
        self.pages.append([])

    def mark(self, kind: str, words: str) -> int:
        """Note an element of the current page; return the number of its content there."""
        self.pages[-1].append((kind, words))
        return len(self.pages[-1]) - 1

    def write(self, document: "PDFDocument") -> None:
        """Write the tree into reportlab's document, whose pages are finished but not yet formatted."""
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFString

        root, whole = PDFDictionary({"Type": PDFName("StructTreeRoot")}), PDFDictionary({"S": PDFName("Document")})
        root_reference, whole_reference = document.Reference(root), document.Reference(whole)
        kids: list[PDFReference] = []
        numbers: list[int | PDFArray] = []
        for number, (page, marked) in enumerate(zip(document.Pages.pages, self.pages, strict=True)):
            page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
            page.StructParents, page.Tabs = number, PDFName("S")
            on_page = []
            for mark, (kind, words) in enumerate(marked):
                facts: dict[str, PDFObject | int] = {
                    "Type": PDFName("StructElem"),
                    "S": PDFName(kind),
                    "P": whole_reference,
                    "Pg": document.Reference(page),
                    "K": mark,
                }
                if words:
                    facts["Alt"] = PDFString(words)
                on_page.append(document.Reference(PDFDictionary(facts)))
            kids += on_page
            numbers += [number, PDFArray(on_page)]
        whole["P"], whole["K"] = root_reference, PDFArray(kids)
        root["K"] = PDFArray([whole_reference])
        root["ParentTree"] = document.Reference(PDFDictionary({"Nums": PDFArray(numbers)}))
        catalog = document.Catalog
        catalog.StructTreeRoot = root_reference
        catalog.MarkInfo = PDFDictionary({"Marked": "true"})
