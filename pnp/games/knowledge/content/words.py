"""What Tempest of Knowledge says on paper."""

from typing import Annotated, Protocol

from pnp import words
from pnp.words import Must


class ResultWords(Protocol):
    """The table to fill in after the game."""

    heading: str
    seat: str
    player: str
    round: str
    goals: str
    points: str

    def about(self, win: int, shared: int) -> str:
        """What a win counts."""


class RatingWords(Protocol):
    """How a deal plays."""

    heading: str
    wins: Annotated[str, "Row of the table."]
    not_rated: str

    def seat(self, number: int) -> str:
        """Head of a column."""

    def share(self, share: float) -> str:
        """How often a seat wins."""

    def median(self, rounds: float) -> str:
        """How long the game takes, in the seal."""

    def games(self, games: int, rounds: float) -> str:
        """How long the game takes."""

    def early(self, round: int, share: float) -> str:
        """How many games end early."""

    def checks(self, first: str, last: str) -> str:
        """Which checks it passed."""


class DealWords(Protocol):
    """A sealed deal: the dealer's page."""

    file_label: Annotated[str, "The page among the sheets."]
    colours: Annotated[str, "Heading of the first step."]
    libraries: Annotated[str, "Heading of the second step."]
    slips: Annotated[str, "Heading of the third step."]
    about_slips: Annotated[str, "What to do with the slips."]
    neutral: Annotated[str, "A place that is nobody's."]
    unused: Annotated[str, "A place that is not in this deal."]
    top: Annotated[str, "The first book of a library."]
    rating: RatingWords
    result: ResultWords

    def title(self, seed: Must[int], players: int) -> str:
        """Title of the sheets."""

    def heading(self, seed: Must[int]) -> str:
        """Title of the dealer's page."""

    def about(self, players: Must[int]) -> str:
        """Whom the page is for."""

    def place(self, seat: int) -> str:
        """Whose home a place is."""


class SlipWords(Protocol):
    """A sealed deal: the slip of a seat, to be folded."""

    secret: Annotated[str, "What to do with the goals."]
    sealing: Annotated[str, "How to fold the slip."]
    fold_back: str
    fold_up: str

    def label(self, seat: int) -> str:
        """The slip among the sheets."""

    def title(self, seat: Must[int], place: str) -> str:
        """Whom the slip is for."""

    def owner(self, manager: str, seat: Must[int]) -> str:
        """Who may open it."""

    def foot(self, seal: str) -> str:
        """What tells it from the slips of other deals."""

    def goals(self, goals: int) -> str:
        """Heading of the goals."""


class Words(words.Words, Protocol):
    """content/knowledge/words.yaml."""

    deal: DealWords
    slip: SlipWords
