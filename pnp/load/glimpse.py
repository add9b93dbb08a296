"""A quick look into a game's folder, for completion in the shell: no checks, no faults."""

from pathlib import Path

from pnp.diagnostics import Report
from pnp.load.document import read_document


def component_names(content: Path, game: str) -> list[str]:
    """Return the components that a game.yaml lists; none if it cannot be read."""
    document = read_document(content / game / "game.yaml", "game.yaml", Report())
    components = document.data.get("components") if document and isinstance(document.data, dict) else None
    return [str(name) for name in components] if isinstance(components, dict) else []
