"""The list of what pnp wrote into a folder, with hashes: what is not as it was written belongs to the user."""

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

MANIFEST = ".pnp-files"
_LINE = re.compile(r"([0-9a-f]{64}) (whole|part) (.+)")


class Entry(NamedTuple):
    """A file that was written: its hash (None: listed by an older pnp), and whether it belongs to a whole build."""

    hash: str | None
    whole: bool


def hash_of(data: bytes) -> str:
    """Return the hash that stands in the list."""
    return sha256(data).hexdigest()


def hash_of_file(path: Path) -> str | None:
    """Return the hash of a plain file; None for anything else."""
    return hash_of(path.read_bytes()) if path.is_file() and not path.is_symlink() else None


def read_manifest(folder: Path) -> dict[str, Entry]:
    """Return what earlier runs wrote, by name; only plain names count."""
    path = folder / MANIFEST
    if not path.is_file():
        return {}
    entries: dict[str, Entry] = {}
    for line in path.read_text("utf-8", errors="replace").split("\n"):
        match = _LINE.fullmatch(line)
        name, entry = (match[3], Entry(match[1], match[2] == "whole")) if match else (line, Entry(None, True))
        if is_plain(name) and not name.startswith("."):
            entries[name] = entry
    return entries


def manifest_bytes(entries: Mapping[str, Entry]) -> bytes:
    """Write the list."""
    lines = (
        f"{entry.hash} {'whole' if entry.whole else 'part'} {name}" if entry.hash else name
        for name, entry in sorted(entries.items())
    )
    return "".join(f"{line}\n" for line in lines).encode()


def is_plain(name: str) -> bool:
    """Say whether a name leads nowhere else."""
    return bool(name) and name not in (".", "..") and not set(name) & set("/\\:\0\n")
