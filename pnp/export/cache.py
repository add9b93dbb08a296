"""Certified scenarios, kept between builds: solving one may take seconds, reading it takes none.

The key holds the content's hash and pnp's version, so that a changed game is solved anew.
Losing the cache loses nothing but time.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from pnp import __version__
from pnp.diagnostics import Problems
from pnp.export.files import write_files
from pnp.export.places import cache_folder
from pnp.load.game import GameContent


class ScenarioCache:
    """Scenarios by content, seed and options, each with a checksum: a damaged one is made anew."""

    def __init__(self) -> None:
        base = cache_folder()
        self.folder = base / "scenarios" if base else None

    def get(self, game: GameContent, seed: int, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a scenario that was certified before, if it is still readable and whole."""
        if self.folder is None:
            return None
        try:
            checksum, text = (self.folder / _name(game, seed, options)).read_bytes().split(b"\n", 1)
        except (OSError, ValueError):
            return None
        if checksum != _checksum(text):
            return None
        scenario: dict[str, Any] = json.loads(text)
        return scenario

    def put(self, game: GameContent, seed: int, options: Mapping[str, Any], scenario: Mapping[str, Any]) -> None:
        """Keep a scenario; a cache that cannot be written is no fault."""
        if self.folder is None:
            return
        text = json.dumps(scenario, ensure_ascii=False).encode()
        with suppress(Problems):
            write_files(self.folder, {_name(game, seed, options): _checksum(text) + b"\n" + text})


def _checksum(text: bytes) -> bytes:
    return sha256(text).hexdigest().encode()


def _name(game: GameContent, seed: int, options: Mapping[str, Any]) -> str:
    key = json.dumps([__version__, game.hash, seed, dict(options)], sort_keys=True)
    return f"{game.id}-{seed}-{sha256(key.encode()).hexdigest()[:16]}.txt"
