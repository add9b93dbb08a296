"""One card a page, as print shops take decks: the page is the card with its bleed, and a back follows its front."""

from pnp.diagnostics import Report
from pnp.draw.drawing import Symbol, Use
from pnp.geometry import Rect, Size, shift
from pnp.sheets.sheet import Printable, Sheet, SheetSet
from pnp.words import Words


def one_a_page(printable: Printable, label: str, words: Words, report: Report) -> SheetSet | None:
    """Give every card a page of its own, every copy too; in a deck with backs each front is followed by a back."""
    bleed = printable.bleed
    if not bleed:
        report.error("shop", f"'{printable.id}' was drawn without bleed, which a shop needs to cut it")
        return None
    trim = Rect(bleed, bleed, *printable.size)
    page = Size(trim.w + 2 * bleed, trim.h + 2 * bleed)
    sheets: list[Sheet] = []
    pieces = [item for item in printable.items for _ in range(item.copies)]
    for number, item in enumerate(pieces, 1):
        about = f"{label} · {printable.title} · {words.sheet.count(number, printable.total)}"
        for symbol, side in ((item.front, "front"), (item.back, "back")):
            if side == "front" or printable.two_sided:
                text = about if side == "front" else f"{about} · {words.sheet.back}"
                shown = side if printable.two_sided else "single"
                sheets.append(_page(page, trim, symbol, text, shown, printable.title))
    note = words.layout.one_a_page(printable.title, round(page.w, 2), round(page.h, 2), bleed)
    return SheetSet(printable.id, printable.title, tuple(sheets), 1, bleed, printable.two_sided, (note,), (printable,))


def _page(page: Size, trim: Rect, symbol: Symbol | None, label: str, side: str, title: str) -> Sheet:
    """Return a page with its card; without a card it is an empty back, so that pairs stay pairs."""
    items = () if symbol is None else (Use(symbol, shift(trim.x, trim.y)),)
    return Sheet(page, items, label, side, Rect(0, 0, *page), title, (trim,), trim.x)
