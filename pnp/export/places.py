"""Places to write to: the cache folder, and whether a folder could be written, tried without leaving a trace."""

import os
from pathlib import Path
from tempfile import TemporaryFile


def cache_folder() -> Path | None:
    """Return the user's cache folder for pnp, PNP_CACHE if set; a user without a home has none."""
    named, base = os.environ.get("PNP_CACHE"), os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named)
    try:
        return (Path(base) if base else Path.home() / ".cache") / "pnp"
    except RuntimeError:
        return None


def why_not_writable(folder: Path) -> str | None:
    """Return why a folder cannot be written (or made), or None if it can."""
    place = folder.absolute()
    try:
        while not place.exists():
            place = place.parent
        if not place.is_dir():
            return f"{place} is a file"
        with TemporaryFile(dir=place) as file:
            file.write(b"pnp")
    except OSError as error:
        return f"{error.strerror or error}"
    return None


def folder_size(folder: Path) -> int:
    """Return the bytes of all files in a folder; what cannot be read counts nothing."""
    try:
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    except OSError:
        return 0
