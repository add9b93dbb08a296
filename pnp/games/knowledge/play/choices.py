"""What players of Tempest of Knowledge choose, and how cards are shuffled."""

from typing import ClassVar

from pnp.play.state import Choice

Books = tuple[int, ...]


class Pack(Choice, frozen=True, tag="pack"):
    """Take books of the home library along and leave the others, the first on top."""

    clause: ClassVar[str] = "setup.backpack"
    secret: ClassVar[bool] = True
    take: Books
    leave: Books


class Choose(Choice, frozen=True, tag="choose"):
    """Choose a location in secret."""

    clause: ClassVar[str] = "round.choose"
    secret: ClassVar[bool] = True
    location: int


class Visit(Choice, frozen=True, tag="visit"):
    """Swap a book of the backpack for one of the library, and put the library back in an order."""

    clause: ClassVar[str] = "visit.order"
    secret: ClassVar[bool] = True
    order: Books
    give: int | None = None
    get: int | None = None


class Deal(Choice, frozen=True, tag="deal"):
    """The shuffled library of a meeting, dealt in this order."""

    clause: ClassVar[str] = "meeting.deal"
    secret: ClassVar[bool] = True
    location: int
    order: Books


class Draft(Choice, frozen=True, tag="draft"):
    """Pick a book of the hand."""

    clause: ClassVar[str] = "meeting.draft"
    secret: ClassVar[bool] = True
    book: int


class Keep(Choice, frozen=True, tag="keep"):
    """Keep books of those that were picked."""

    clause: ClassVar[str] = "meeting.keep"
    secret: ClassVar[bool] = True
    books: Books


class Shuffle(Choice, frozen=True, tag="shuffle"):
    """The order of a library after a meeting."""

    clause: ClassVar[str] = "meeting.return"
    secret: ClassVar[bool] = True
    location: int
    order: Books


class Claim(Choice, frozen=True, tag="claim"):
    """Claim victory."""

    clause: ClassVar[str] = "claim.win"


class Pass(Choice, frozen=True, tag="pass"):
    """Claim nothing."""

    clause: ClassVar[str] = "claim.win"
    idle: ClassVar[bool] = True


Choices = Pack | Choose | Visit | Deal | Draft | Keep | Shuffle | Claim | Pass
