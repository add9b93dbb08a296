"""Certified scenarios, kept between builds: solving one may take seconds, reading it takes none.

The key holds a hash of what the engine plays with, and pnp's version, so that a changed game is solved anew.
Losing the cache loses nothing but time. Whoever can write to it could write anything: what is read passes the same
reader as any file from outside, and whoever uses it checks it like one.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256

from pnp import __version__
from pnp.context import limits
from pnp.diagnostics import Problems, Report
from pnp.export.files import write_files
from pnp.export.places import cache_folder
from pnp.load.document import TooLarge, parse, read_bytes
from pnp.load.game import GameContent


class ScenarioCache:
    """Scenarios by content, seed and options, each with a checksum: a damaged one is made anew."""

    def __init__(self) -> None:
        base = cache_folder()
        self.folder = base / "scenarios" if base else None

    def get(self, game: GameContent, seed: int, options: Mapping[str, object]) -> dict[str, object] | None:
        """Return a scenario that was certified before, if it is still readable and whole."""
        if self.folder is None:
            return None
        path = self.folder / _name(game, seed, options)
        try:
            if path.is_symlink():
                return None
            checksum, text = read_bytes(path, limits().file_bytes).split(b"\n", 1)
            if checksum != _checksum(text):
                return None
            document = parse(text.decode(), path.name, Report())
        except (OSError, ValueError, TooLarge):
            return None
        return document.data if document is not None and isinstance(document.data, dict) else None

    def put(self, game: GameContent, seed: int, options: Mapping[str, object], scenario: Mapping[str, object]) -> None:
        """Keep a scenario; a cache that cannot be written is no fault."""
        if self.folder is None:
            return
        text = json.dumps(scenario, ensure_ascii=False).encode()
        with suppress(Problems):
            write_files(self.folder, {_name(game, seed, options): _checksum(text) + b"\n" + text})


def _checksum(text: bytes) -> bytes:
    return sha256(text).hexdigest().encode()


def _name(game: GameContent, seed: int, options: Mapping[str, object]) -> str:
    key = json.dumps([__version__, game.played, seed, dict(options)], sort_keys=True)
    return f"{game.id}-{seed}-{sha256(key.encode()).hexdigest()[:16]}.txt"
