"""The user's printers, as `pnp printer` has stored them: read from the configuration folder of this system."""

import os
from pathlib import Path

from pnp.diagnostics import Problems, Report, fail, one_of
from pnp.load.document import Document, read_document, read_text
from pnp.load.schema import convert
from pnp.model import Printer, Printers

PRINTERS_FILE = "printers.yaml"
NO_PRINTER = "none"
"""What to name instead of a printer to have none, not even the default one."""


def config_folder() -> Path:
    """Return the user's configuration folder for pnp, PNP_CONFIG if set."""
    named = os.environ.get("PNP_CONFIG")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("pnp", appauthor=False)


def load_printers() -> Printers:
    """Return the stored printers, or raise every fault of their file with its place."""
    path = config_folder() / PRINTERS_FILE
    if not path.exists():
        return Printers()
    report = Report()
    document = read_document(path, path.as_posix(), report)
    printers = convert(document, Printers, report) if document is not None else None
    if printers is not None and document is not None and printers.default not in (None, *printers.printers):
        hint = one_of(str(printers.default), printers.printers)
        report.error("missing", f"there is no printer '{printers.default}'", document.span(("default",)), hint)
    if printers is None or report.failed:
        raise Problems(report.diagnostics)
    return printers


def find_printer(name: str | None) -> tuple[str, Printer] | None:
    """Return the printer of that name with its name, else the default one; None if there is none or none is wanted."""
    if name == NO_PRINTER:
        return None
    known = load_printers()
    chosen = name or known.default
    if chosen is None:
        return None
    if chosen not in known.printers:
        raise unknown_printer(chosen, known)
    return chosen, known.printers[chosen]


def checked_name(name: str) -> None:
    """Refuse a name that a printer cannot have."""
    report = Report()
    convert(Document(name, "", None, {"printers": {name: {}}}, 0), Printers, report)
    if report.failed or name == NO_PRINTER:
        raise fail(
            "name", f"'{name}' cannot be the name of a printer", None, "use lower-case letters, digits and hyphens"
        )


def printers_source() -> dict[str, str]:
    """Return the text of the printers' file, for showing faults in it."""
    path = config_folder() / PRINTERS_FILE
    text = read_text(path, path.as_posix(), Report())
    return {} if text is None else {path.as_posix(): text}


def unknown_printer(name: str, known: Printers) -> Problems:
    """Return the fault of naming a printer that was never measured."""
    hint = one_of(name, known.printers) if known.printers else f"measure it first: pnp printer new {name}"
    return fail("missing", f"there is no printer '{name}'", None, hint)
