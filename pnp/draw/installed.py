"""Fonts of this computer: looked through only to tell a designer which of them has a letter that is missing."""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from pnp.draw.fonts import harfbuzz

_FILES = (".ttf", ".otf", ".ttc")
_MOST_FILES = 2_000
_MOST_BYTES = 64 * 1024 * 1024


def installed_font_with(letters: Sequence[str]) -> tuple[str, Path] | None:
    """Return name and file of an installed font that has all the letters, plain cuts first."""
    wanted = set(map(ord, letters))
    for path in font_files():
        face = _face(path)
        if face is not None and wanted <= set(face.unicodes):
            return _name_of(face) or path.stem, path
    return None


@cache
def font_files() -> tuple[Path, ...]:
    """List the font files of this computer, regular cuts first."""
    found = [path for folder in _folders() for path in islice(_files_in(folder), _MOST_FILES)]
    return tuple(sorted(found[:_MOST_FILES], key=lambda path: ("regular" not in path.stem.lower(), path.as_posix())))


def _folders() -> Iterator[Path]:
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
        yield Path(os.environ.get("LOCALAPPDATA", home), "Microsoft/Windows/Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    else:
        yield from (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
        yield from (home / ".local/share/fonts", home / ".fonts")


def _files_in(folder: Path) -> Iterator[Path]:
    try:
        yield from (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _FILES)
    except OSError:
        return  # a folder that is closed to us has nothing to offer


@cache
def _face(path: Path) -> Any:
    """Return a font as HarfBuzz reads it, or None if it cannot be read."""
    hb = harfbuzz()

    try:
        return hb.Face(hb.Blob.from_file_path(str(path))) if path.stat().st_size <= _MOST_BYTES else None
    except (OSError, hb.HarfBuzzError):
        return None


def _name_of(face: Any) -> str:
    hb = harfbuzz()

    name: str | None = face.get_name(hb.OTNameIdPredefined.FULL_NAME)
    return name or ""
