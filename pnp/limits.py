"""Bounds on what content may ask for. The user can raise them on the command line, a pack never can."""

from collections.abc import Mapping
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
    font_bytes: int = 32 * 1024 * 1024
    files: int = 300
    game_bytes: int = 4 * 1024 * 1024
    game_values: int = 400_000
    game_tables: int = 300
    game_cards: int = 10_000
    game_steps: int = 2_000_000
    game_chars: int = 10_000_000
    game_drawn: int = 1_000_000
    game_pixels: int = 2_000_000_000
    game_output: int = 512 * 1024 * 1024
    loop_values: int = 10_000
    own_number: int = 1_000
    sheet_bytes: int = 64 * 1024 * 1024
    sheet_cells: int = 500_000

    def raised(self, changes: Mapping[str, int]) -> "Limits":
        """Return other limits; what one part may hold more, the whole may hold more unless it is bounded itself."""
        more = {
            whole: getattr(self, whole) + changes[part] - getattr(self, part)
            for part, whole in _WHOLE_OF
            if changes.get(part, 0) > getattr(self, part)
        }
        return self._replace(**{**more, **changes})


_WHOLE_OF = (
    ("file_bytes", "game_bytes"),
    ("yaml_values", "game_values"),
    ("cards", "game_cards"),
    ("cards", "loop_values"),
    ("template_steps", "game_steps"),
    ("template_chars", "game_chars"),
    ("image_pixels", "game_pixels"),
)
"""Limit of a part → limit of the whole game that can never be less."""

HIGHEST_LIMITS = {"yaml_depth": 200}
"""Where even the user cannot go: Python itself would not survive deeper values."""
HIGHEST_LIMIT = 10**12

# Bounds that nobody has needed to raise.

MOST_ROUNDS = 2_000
"""Rounds of one `repeat` or `slots`."""
MOST_CELLS = 20_000
"""Cells of one grid or hex map."""
MOST_PIPS = 200
"""Pips in a row."""
MOST_NESTED_FACES = 6
"""Faces inside each other."""
MOST_TILES = 64
"""Sheets that one board is joined from."""
MOST_BITS = 100_000
"""Binary digits of a number in a template."""
MOST_PLAY_STEPS = 500_000
"""Steps that one move of a game may take, those of its expressions included."""
MOST_TRIAL_STEPS = 10_000_000
"""Steps of the random games that a check plays."""
MOST_STEPS = 10_000
"""Steps of a game's flow between two choices."""
MOST_PASSED = 200
"""Choices in a row in which nobody can do anything; then a game counts as endless."""
MOST_OFFERED = 5_000
"""Moves that one choice may offer."""
MOST_MOVES = 5_000
"""Choices after which a game counts as unfinished."""
MOST_INSIDE = 200
"""Steps of a game's flow inside each other."""
MOST_ADDED = 10_000
"""Entries of two lists that a template adds up."""

MOST_RULES = 500
"""Rules of a style sheet in an SVG file."""
MOST_STYLED = 500_000
"""Rules of such a sheet times the elements they are compared with."""


def how_to_raise(name: str) -> str:
    """Return the hint that names a limit."""
    return f"a user may allow more with --limit {name}=N"


class LimitReached(Exception):
    """A game as a whole asks for more than a limit allows."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(f"the game takes more than {most} {_WORDS[name]} in all")
        self.hint = how_to_raise(name)


_WORDS = {
    "game_bytes": "bytes of YAML",
    "game_values": "values",
    "game_cards": "cards and pieces",
    "game_steps": "steps of templates and loops",
    "game_chars": "characters of filled-in templates",
    "game_drawn": "drawn parts and line segments",
    "game_pixels": "pixels of pictures",
    "game_output": "bytes of files to print",
    "pages": "printed pages",
}


class Meter:
    """What one game may still use of the limits that bound the whole of it."""

    def __init__(self, limits: Limits) -> None:
        self._most: dict[str, int] = {name: getattr(limits, name) for name in _WORDS}
        self._left = dict(self._most)

    def restart(self) -> None:
        """Start counting anew, for another game."""
        self._left = dict(self._most)

    def left(self, name: str) -> int:
        """Return what the game may still use."""
        return self._left[name]

    def expect(self, name: str, amount: int) -> None:
        """Refuse what would be too much, without counting it."""
        if amount > self._left[name]:
            raise LimitReached(name, self._most[name])

    def spend(self, name: str, amount: int = 1) -> None:
        """Count what is used; refuse what is too much."""
        left = self._left[name] = self._left[name] - amount
        if left < 0:
            raise LimitReached(name, self._most[name])
