"""Bounds on what content may ask for. The user can raise them on the command line, a pack never can."""

from typing import NamedTuple


class Limits(NamedTuple):
    """How much one game may hold; each bound exists so that a stranger's pack ends in an error, not in a hang."""

    file_bytes: int = 2 * 1024 * 1024
    yaml_values: int = 200_000
    yaml_depth: int = 64
    cards: int = 5_000
    pages: int = 2_000
    template_steps: int = 100_000
    template_chars: int = 100_000
    image_bytes: int = 8 * 1024 * 1024
    image_pixels: int = 40_000_000
    svg_segments: int = 20_000
    files: int = 300


class _Current:
    """The limits in force, replaced once by the command line."""

    def __init__(self) -> None:
        self._limits = Limits()

    def __getattr__(self, name: str) -> int:
        value: int = getattr(self._limits, name)
        return value

    def set(self, limits: Limits) -> None:
        """Use other limits from now on."""
        self._limits = limits


LIMITS = _Current()
