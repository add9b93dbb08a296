"""The typefaces of a game, before any file of them is opened: names that fit, files that somebody uses."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from pnp.context import limits
from pnp.diagnostics import Report, Span, one_of
from pnp.limits import how_to_raise
from pnp.load.document import TooLarge, read_bytes
from pnp.load.inside import NotInside, find_inside
from pnp.model import PNP_FONTS, FontFamily, VariableCut

FONT_FILES = (".ttf", ".otf", ".woff", ".woff2", ".ttc", ".otc")
_OF_SHEETS = ("bold", "italic")
"""Cuts that pnp's own pages are set in, beside the regular one."""

Places: TypeAlias = Callable[..., Span | None]
"""Returns the place of something inside a family: its name, the path in it, and `key=True` for the name itself."""


class FontFault(Exception):
    """Why a font cannot be used."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def read_font(folder: Path, file: str) -> bytes:
    """Return the bytes of a font file of a game, within the limit."""
    try:
        return read_bytes(find_inside(folder, file), limits().font_bytes)
    except NotInside as fault:
        raise FontFault(str(fault), fault.hint) from None
    except TooLarge as error:
        raise FontFault(f"'{file}' has {error}", how_to_raise("font_bytes")) from None
    except OSError as error:
        raise FontFault(f"cannot read '{file}': {error.strerror}") from None


def check_families(fonts: Mapping[str, FontFamily], place_of: Places, report: Report) -> None:
    """Note families that lack a file, and fallbacks that are not there."""
    known = dict.fromkeys((*PNP_FONTS, *fonts))
    for name, family in fonts.items():
        place = place_of(name, key=True)
        own = family.cuts
        if not family.regular and (own or name not in PNP_FONTS):
            report.error("missing", f"'{name}' has no 'regular' file", place, f"such as regular: fonts/{name}.ttf")
        elif name in PNP_FONTS and family.regular and (lacking := [cut for cut in _OF_SHEETS if cut not in own]):
            message = f"'{name}' has no {' and no '.join(lacking)} file, which rulebook and sheets are set in"
            report.error("missing", message, place, "name one; the same file may stand for several cuts")
        for i, other in enumerate(family.fallback):
            span = place_of(name, ("fallback", i))
            if other == name:
                report.error("reference", f"'{name}' cannot help itself out", span)
            else:
                check_family(other, known, span, report)


def check_family(name: str, known: dict[str, None], span: Span | None, report: Report) -> None:
    """Note a typeface that there is none of."""
    if name not in known:
        hint = one_of(name, known) or "name its files in fonts.yaml"
        report.error("reference", f"there is no font '{name}'", span, hint)


def check_unused_families(fonts: Mapping[str, FontFamily], used: set[str], place_of: Places, report: Report) -> None:
    """Warn of typefaces that no face is set in."""
    helpers = {other for family in fonts.values() for other in family.fallback}
    for name in fonts:
        if name not in used | helpers | set(PNP_FONTS):
            report.warning("unused", f"nothing is set in the font '{name}'", place_of(name, key=True))


def unread_font(path: Path, folder: Path, fonts: Mapping[str, FontFamily]) -> str | None:
    """Return the way out for a font file that fonts.yaml does not name, or None if this is none."""
    if path.suffix.lower() not in FONT_FILES:
        return None
    file = path.relative_to(folder).as_posix()
    cuts = [cut for family in fonts.values() for cut in family.cuts.values()]
    if file in {cut.file if isinstance(cut, VariableCut) else cut for cut in cuts}:
        return None
    return f"name it in fonts.yaml: fonts: {{{_named_after(path)}: {{regular: {file}}}}}"


def _named_after(path: Path) -> str:
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in path.stem.lower()).strip("-")
    return letters if letters[:1].isalpha() else "story"
