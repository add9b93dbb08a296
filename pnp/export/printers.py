"""Writes what `pnp printer` makes: the calibration sheet, and the user's printers in the configuration folder."""

from msgspec import to_builtins

from pnp.export.files import write_files
from pnp.export.pdf import Info, Page, write_pdf
from pnp.load.printers import PRINTERS_FILE, config_folder
from pnp.model import Printers
from pnp.sheets.sheet import SheetSet


def save_printers(printers: Printers) -> None:
    """Write the user's printers, the file whole or not at all."""
    import yaml

    data: dict[str, object] = to_builtins(printers)
    text = "# Written by pnp printer.\n" + yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=110)
    write_files(config_folder(), {PRINTERS_FILE: text.encode()})


def calibration_pdf(sheets: SheetSet) -> bytes:
    """Return the calibration sheet: it asks for no way of duplex, for that is what it finds out."""
    info = Info(sheets.title, "pnp", "print on both sides at 100 %, then follow the text", "calibration")
    return write_pdf([Page(sheet.size, sheet.items) for sheet in sheets.sheets], info)
