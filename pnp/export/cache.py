"""Certified scenarios, kept between builds: solving one may take seconds, reading it takes none.

The key holds the content's hash and pnp's version, so that a changed game is solved anew.
Losing the cache loses nothing but time.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pnp import __version__
from pnp.diagnostics import Problems
from pnp.export.files import write_files
from pnp.export.places import cache_folder
from pnp.load.game import GameContent


class ScenarioCache:
    """Scenarios by content, seed and options."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or cache_folder() / "scenarios"

    def get(self, game: GameContent, seed: int, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a scenario that was certified before, if it is still readable."""
        try:
            found = json.loads((self.folder / _name(game, seed, options)).read_bytes())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) and found.get("content") == game.hash else None

    def put(self, game: GameContent, seed: int, options: Mapping[str, Any], scenario: Mapping[str, Any]) -> None:
        """Keep a scenario; a cache that cannot be written is no fault."""
        with suppress(Problems):
            write_files(self.folder, {_name(game, seed, options): json.dumps(scenario, ensure_ascii=False).encode()})


def _name(game: GameContent, seed: int, options: Mapping[str, Any]) -> str:
    key = json.dumps([__version__, game.hash, seed, dict(options)], sort_keys=True)
    return f"{game.id}-{seed}-{sha256(key.encode()).hexdigest()[:16]}.json"
