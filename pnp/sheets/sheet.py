"""What a sheet is, what goes on it, and the choices a user makes about printing."""

from typing import NamedTuple

from pnp.draw.drawing import Item, Symbol
from pnp.geometry import Paper, Rect, Size

BACKS = ("duplex-long", "duplex-short", "gutterfold", "none")
MARKS = ("margin", "full", "none")
DEFAULT_MARGIN = 8.0
LEAST_MARGIN = 5.0
HOME_BLEED = 2.0


class PrintOptions(NamedTuple):
    """How to print: paper, margin, bleed (None adapts), backs, marks, style."""

    paper: Paper
    margin: float = DEFAULT_MARGIN
    bleed: float | None = None
    backs: str = "duplex-long"
    marks: str = "margin"
    style: str = "colour"
    back_offset: tuple[float, float] = (0.0, 0.0)
    large_boards: bool = False


class PrintItem(NamedTuple):
    """One card or piece: its front, perhaps its back, and how many of it."""

    front: Symbol
    back: Symbol | None
    copies: int
    label: str


class Printable(NamedTuple):
    """A component ready to be laid out on sheets."""

    id: str
    title: str
    kind: str
    """cards, chits, standees, board or page."""
    size: Size
    items: tuple[PrintItem, ...]
    shape: str = "square"
    bleed: float = 0.0
    group: str = ""
    optional: bool = False
    landscape: bool = False

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(item.copies for item in self.items)

    @property
    def two_sided(self) -> bool:
        """Say whether any piece has a back."""
        return any(item.back is not None for item in self.items)


class Sheet(NamedTuple):
    """One printed side of paper."""

    size: Size
    items: tuple[Item, ...]
    label: str
    side: str
    """front, back, or single (nothing on the other side)."""
    live: Rect
    """Everything that must print lies within this rectangle."""
    title: str


class SheetSet(NamedTuple):
    """The sheets of one output file, and what to tell the user about them."""

    id: str
    title: str
    sheets: tuple[Sheet, ...]
    per_sheet: int
    bleed: float
    two_sided: bool
    notes: tuple[str, ...]
    printables: tuple[Printable, ...]

    @property
    def paper_count(self) -> int:
        """How many sheets of paper it takes."""
        return sum(sheet.side != "back" for sheet in self.sheets)
