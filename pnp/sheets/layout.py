"""Which way a component goes onto paper: tiles, full pages or imposed pieces."""

from pnp.diagnostics import Report
from pnp.sheets.impose import impose
from pnp.sheets.sheet import Printable, PrintOptions, SheetSet
from pnp.sheets.single import one_a_page
from pnp.sheets.tiling import full_pages, tile_board


def lay_out(group: list[Printable], options: PrintOptions, label: str, report: Report) -> SheetSet | None:
    """Put the components of one group on sheets."""
    first = group[0]
    if options.one_a_page and first.kind == "cards":
        return one_a_page(first, label, report)
    if first.kind == "board":
        return tile_board(first, options, label, report)
    if first.kind == "page":
        return full_pages(first, options, label)
    return impose(group, options, label, report)
