"""Components drawn and ready for sheets: what every deck, board and piece becomes, from YAML or from a game's code."""

from typing import NamedTuple

from pnp.draw.drawing import Drawing, Symbol
from pnp.geometry import Size


class Canvas(NamedTuple):
    """What a component may want to know of the print: the paper, the room on a page, and the chosen card size."""

    paper: str
    upright: Size
    lying: Size
    card_size: str | None = None


class Footprint(NamedTuple):
    """The room that a piece takes where it stands: its name, its size, and square, round or hex."""

    id: str
    size: Size
    shape: str = "square"


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
    pieces: tuple[Footprint, ...] = ()
    """Pieces to cut out of a page that the game's code has laid out itself, for places that hold them."""
    content_backs: bool = False
    """Backs that players need: never left out, a second face where nothing is printed behind."""
    stock: str = ""
    """plain or card; empty leaves it to the kind."""
    card_size: str = ""
    """It goes with cards of this size only; empty with all."""
    secret: bool = False
    """Spoils a game for those who play it: the order of sealed decks, the way of a storm, a solution."""

    @property
    def paper(self) -> str:
        """Return the stock it is printed on."""
        return self.stock or ("plain" if self.kind == "page" else "card")

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return sum(item.copies for item in self.items)

    @property
    def two_sided(self) -> bool:
        """Say whether any piece has a back."""
        return any(item.back is not None for item in self.items)


def print_item(front: Drawing, back: Drawing | None = None, copies: int = 1, label: str = "") -> PrintItem:
    """Return a piece made of finished drawings."""
    return PrintItem(front.symbol(), back.symbol() if back is not None else None, copies, label)
