"""A quick look into a game's folder, for completion in the shell and for defaults: no checks, no faults."""

from pathlib import Path
from typing import Any

from pnp.diagnostics import Report
from pnp.load.document import read_document


def component_names(content: Path, game: str) -> list[str]:
    """Return the components that a game.yaml lists; none if it cannot be read."""
    components = _fact(content, game, "components")
    return [str(name) for name in components] if isinstance(components, dict) else []


def has_puzzles(content: Path, game: str) -> bool:
    """Say whether a game.yaml lists puzzles."""
    return bool(_fact(content, game, "puzzles"))


def _fact(content: Path, game: str, key: str) -> Any:
    document = read_document(content / game / "game.yaml", "game.yaml", Report())
    return document.data.get(key) if document and isinstance(document.data, dict) else None
