"""Names that not every system can hold: a game that is made here must unpack and build everywhere."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from pnp.diagnostics import Report, Span

_JOBS = (
    f"{extra}{stock}-{sides}-sided"
    for extra in ("", "extra-")
    for stock in ("plain", "card", "shop")
    for sides in ("one", "two")
)
OWN_FILES = frozenset(
    ("build-guide", "print-me", "extras", "solutions", "scenarios", "rulebook", "rulebook-booklet", *_JOBS)
)
"""What builds write beside the components of a game."""

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
TEXT_TABLES = (".csv", ".tsv")
SPREADSHEETS = (*WORKBOOKS, *TEXT_TABLES)

_DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?", re.IGNORECASE | re.DOTALL)
_CHARACTERS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_MOST_FILES = 5_000
_HINT = "rename it: letters, digits and hyphens are safe everywhere"


def why_unportable(name: str) -> str | None:
    """Return why a name of a file or folder cannot be used on every system, or None if it can."""
    if _DEVICES.fullmatch(name):
        return "Windows keeps this name for a device"
    if odd := _CHARACTERS.search(name):
        shown = odd[0] if odd[0].isprintable() else f"U+{ord(odd[0]):04X}"
        return f"Windows allows no '{shown}' in names"
    if name.endswith((".", " ")):
        return "Windows drops dots and spaces at the end of names"
    return None


def case_twins(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield names that differ from an earlier one only in upper and lower case, with the earlier one."""
    first: dict[str, str] = {}
    for name in names:
        other = first.setdefault(name.casefold(), name)
        if other != name:
            yield name, other


def twin_in(folder: Path, name: str) -> str | None:
    """Return an entry of a folder that is another writing of a name, which some systems take for the same."""
    try:
        return next((p.name for p in folder.iterdir() if p.name != name and p.name.casefold() == name.casefold()), None)
    except OSError:
        return None


def check_filenames(folder: Path, report: Report) -> None:
    """Note the names in a game's folder, its own name too, that not every system can hold."""
    _check(folder, [folder.name], report)
    by_folder: dict[Path, list[str]] = {}
    for path in islice(folder.rglob("*"), _MOST_FILES):
        by_folder.setdefault(path.parent, []).append(path.name)
    for parent, names in sorted(by_folder.items()):
        _check(parent, sorted(names), report, inside=True)


def _check(parent: Path, names: list[str], report: Report, *, inside: bool = False) -> None:
    for name in names:
        reason = why_unportable(name)
        if reason:
            shown = (parent / name if inside else parent / "game.yaml").as_posix()
            report.error("filename", f"'{name}' cannot be the name of a file: {reason}", Span(shown, 1, 1, 2), _HINT)
    for name, other in case_twins(names):
        message = f"'{name}' and '{other}' are the same name on many systems"
        report.error("filename", message, Span((parent / name).as_posix(), 1, 1, 2), "rename one of them")
