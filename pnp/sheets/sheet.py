"""What a sheet is, what goes on it, and the choices a user makes about printing."""

from typing import TYPE_CHECKING, NamedTuple

from pnp.draw.drawing import Item, Outline
from pnp.draw.printable import Printable, PrintItem
from pnp.geometry import Paper, Rect, Size
from pnp.printing import BACKS, MARKS, STYLES

if TYPE_CHECKING:
    from pnp.model import Printer

DEFAULT_MARGIN = 8.0
LEAST_MARGIN = 5.0
HOME_BLEED = 2.0
SHOP_BLEED = 3.0


class PrintOptions(NamedTuple):
    """How to print: paper, margin, bleed (None adapts), backs, marks, style."""

    paper: Paper
    margin: float = DEFAULT_MARGIN
    bleed: float | None = None
    backs: str = BACKS[0]
    marks: str = MARKS[0]
    style: str = STYLES[0]
    back_offset: tuple[float, float] = (0.0, 0.0)
    large_boards: bool = False
    card_size: str | None = None
    """Which of a deck's `sizes` to print; None prints each deck's own."""
    printer: "Printer | None" = None
    """Whose errors the finished sheets make up for."""
    printer_name: str = ""
    shop: str = ""
    """The standard of files for a print shop: x4 or x1a; empty for one's own printer."""
    one_a_page: bool = False
    """Every card on a page of its own, as shops want them."""
    label_lines: int = 1
    """How many lines the label at the foot of a sheet may take; follows from the game's longest."""
    font: str = "sans"
    """The typeface of labels: the game's own sans, if it has one."""
    corners: float = 0.0
    """Radius of the round corners to cut cards with; 0 leaves them square and draws no outline."""
    cutter: str | None = None
    """The craft cutter that the sheets are marked for; None for scissors and knife."""

    @property
    def drawn_bleed(self) -> float:
        """How far cards are drawn beyond their trim; how much of that is shown follows from the sheet's room."""
        return HOME_BLEED if self.bleed is None else self.bleed


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
    trims: tuple[Rect, ...] = ()
    """Where every piece ends once it is cut, as it lies on this side; none where nothing is cut."""
    bleed: float = 0.0
    """How far drawings reach beyond their trim at most."""
    cuts: tuple[Outline, ...] = ()
    """The line to cut along for each of the trims, in their order."""
    blank: str = ""
    """What its other side is called if nothing is printed there."""

    def empty_back(self) -> "Sheet":
        """Return the blank other side of it."""
        return self._replace(items=(), label=f" · {self.blank}", side="back")


def document_sides(pages: int) -> list[str]:
    """Return the side of every page of a document: front and back in turns, the last one alone if they are odd."""
    sides = ["front" if number % 2 == 0 else "back" for number in range(pages)]
    return [*sides[:-1], "single"] if pages % 2 else sides


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
    aside: bool = False
    """Pages that nobody needs at the table."""

    def sides(self, *, duplex: bool) -> list[Sheet]:
        """List what is printed in its order; with duplex, a one-sided sheet is followed by an empty back."""
        printed: list[Sheet] = []
        for sheet in self.sheets:
            printed.append(sheet)
            if duplex and sheet.side == "single":
                printed.append(sheet.empty_back())
        return printed

    @property
    def is_document(self) -> bool:
        """Say whether these are pages to read, not pieces of the game."""
        return not self.printables

    @property
    def stock(self) -> str:
        """What paper it wants; all its components want the same."""
        return self.printables[0].paper if self.printables else "plain"

    @property
    def optional(self) -> bool:
        """Say whether it is no part of a standard game; components that share sheets agree on it."""
        return self.aside or (bool(self.printables) and self.printables[0].optional)

    @property
    def secret(self) -> bool:
        """Say whether it spoils a game for those who play it."""
        return bool(self.printables) and self.printables[0].secret

    @property
    def paper_count(self) -> int:
        """How many sheets of paper it takes."""
        return sum(sheet.side != "back" for sheet in self.sheets)


__all__ = [
    "DEFAULT_MARGIN",
    "HOME_BLEED",
    "LEAST_MARGIN",
    "PrintItem",
    "PrintOptions",
    "Printable",
    "Sheet",
    "SheetSet",
    "document_sides",
]
