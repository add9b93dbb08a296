"""What Terrain Storm says on paper."""

from typing import Annotated, Literal, Protocol

from pnp import words
from pnp.words import Must


class RatingWords(Protocol):
    """How a deal plays."""

    heading: str
    not_rated: Annotated[str, "Instead of the verdict, in the seal."]
    wins: Annotated[str, "Row of the table."]
    score: Annotated[str, "Row of the table."]

    def verdict(self, interesting: bool, score: str) -> str:
        """What bots make of the deal, in the seal."""

    def share(self, share: float) -> str:
        """How often a seat wins."""

    def games(self, games: int, requests: str, awards: str) -> str:
        """How many trial games there were, and what was taken and left in them."""

    def checks(self, first: str, last: str) -> str:
        """Which checks it passed."""


class ResultWords(Protocol):
    """The table to fill in after the game."""

    heading: str
    seat: str
    player: str
    requests: str
    awards: str
    score: str
    points: str

    def about(self, beaten: int, level: int) -> str:
        """What the points of a tournament are."""


class DealWords(Protocol):
    """A printed deal: the dealing sheet and the page of hands."""

    dealing_label: Annotated[str, "The dealing sheet among the sheets."]
    hands_label: Annotated[str, "The page of hands among the sheets."]
    islands: Annotated[str, "Heading of the first step."]
    requests: Annotated[str, "Heading of the second step."]
    awards: Annotated[str, "Heading of the third step."]
    no_pile: Annotated[str, "Instead of a pile, under a card that is not dealt."]
    not_needed: Annotated[str, "Awards that are not opened."]
    rating: RatingWords
    result: ResultWords

    def title(self, seed: Must[int], players: int) -> str:
        """Title of the sheets."""

    def dealing_heading(self, seed: Must[int]) -> str:
        """Title of the dealing sheet."""

    def hands_heading(self, seed: Must[int]) -> str:
        """Title of the page of hands."""

    def about(self, players: Must[int], rounds: int) -> str:
        """Whom the sheet is for."""

    def about_islands(self, piles: Must[str]) -> str:
        """How to deal the hands."""

    def pile(self, letter: Must[str], number: Must[int]) -> str:
        """Which letter stands for which round."""

    def about_requests(self, open: int) -> str:
        """How to stack the deck."""

    def opened(self, number: Must[int]) -> str:
        """When Awards are opened."""

    def award(self, id: Must[str], title: str) -> str:
        """An Award in a list."""

    def seat(self, number: int) -> str:
        """Whose column or hand it is."""

    def hands(self, number: Must[int]) -> str:
        """Heading of the hands of a round."""


class FigureWords(Protocol):
    """Words in the pictures of the rulebook; there is no room for more."""

    island: Annotated[str, "Where an island grows."]
    ocean: Annotated[str, "A cell without a tile."]

    def round(self, number: int) -> str:
        """Which round a picture shows."""

    def passing(self, way: Literal["left", "right"]) -> str:
        """Which way hands go."""


class Words(words.Words, Protocol):
    """content/terrain/words.yaml."""

    deal: DealWords
    figure: FigureWords
