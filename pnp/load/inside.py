"""Files that content names: found inside the game's folder, or a fault that says what there is instead."""

from collections.abc import Iterable
from pathlib import Path

from pnp.diagnostics import did_you_mean
from pnp.load.document import is_plain_file


class NotInside(Exception):
    """There is no such file in the game's folder."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def find_inside(folder: Path, name: str) -> Path:
    """Return a file inside the folder; refuse paths and links that lead out of it, and names in another case."""
    if not name or name.startswith(("/", "\\")) or ":" in name or "\\" in name or ".." in name.split("/"):
        hint = "write the path from there on, with /" if "\\" in name else None
        raise NotInside(f"'{name}' is not a path inside the game's folder", hint)
    path = folder / name
    root = folder.resolve()
    resolved = path.resolve()
    if resolved != root and root not in resolved.parents:
        raise NotInside(f"'{name}' leads out of the game's folder")
    try:
        if not is_plain_file(path):
            raise NotInside(f"there is no file '{name}' in the game's folder", _nearest(folder, name))
    except OSError as error:
        raise NotInside(f"cannot read '{name}': {error.strerror}") from None
    if path.name not in _names(path.parent):  # a system that does not tell cases apart found it, another one will not
        raise NotInside(f"there is no file '{name}' in the game's folder", _nearest(folder, name))
    return path


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _nearest(folder: Path, name: str) -> str | None:
    """Return the hint that names the file that was probably meant: here or one folder deeper."""
    try:
        found = [path for path in sorted(folder.glob("*")) + sorted(folder.glob("*/*")) if path.is_file()]
    except OSError:
        return None
    known = [path.relative_to(folder).as_posix() for path in found]
    cased = next((other for other in known if other.casefold() == name.casefold()), None)
    if cased is not None:
        return f"upper and lower case count: it is called '{cased}'"
    elsewhere = next((other for other in known if Path(other).name == Path(name).name), None)
    return f"did you mean '{elsewhere}'?" if elsewhere is not None else _similar(name, known)


def _similar(name: str, known: Iterable[str]) -> str | None:
    suffix = Path(name).suffix.lower()
    return did_you_mean(name, [other for other in known if Path(other).suffix.lower() == suffix])
