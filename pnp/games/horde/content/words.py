"""What The Horde of Upwind says on paper."""

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol

from pnp import words
from pnp.words import Must

Side = Literal["left", "right"]
Outcome = Literal["destroyed", "fails", "wins", "holds"]


class StackWords(Protocol):
    """Names of the decks on a scenario's sheets."""

    encounters: str
    breezes: str

    def aval(self, side: Side | None) -> str:
        """The four who begin downstream; the side is that of a player in a competition."""

    def wit(self, side: Side | None) -> str:
        """The characters that wait."""

    def pack(self, side: Side | None) -> str:
        """The power cards."""


class ResultWords(Protocol):
    """The table to fill in after the game."""

    heading: str
    date: str
    player: str
    won: str
    turns: str
    characters: str


class ScenarioWords(Protocol):
    """A sealed scenario: the players' page, the helper's page and the recorded game."""

    heading: Annotated[str, "Heading of the part that stacks the decks."]
    start: Annotated[str, "Heading of the part that lays out the first cards."]
    not_rated: str
    unrated: Annotated[str, "A solo deal that nobody has rated."]
    race: Annotated[str, "What a competition's sheet fixes, and what it leaves to chance."]
    solution: Annotated[str, "What the recorded game is, above it."]
    turn_over: Annotated[str, "Where the discarded Encounters are turned over without shuffling."]
    first_deal: str
    second_deal: str
    stacks: StackWords
    result: ResultWords

    def title(self, alone: bool, seed: Must[int]) -> str:
        """Title of the players' page."""

    def helper_title(self, alone: bool, seed: Must[int]) -> str:
        """Title of the helper's page."""

    def solution_title(self, alone: bool, seed: Must[int]) -> str:
        """Title of the recorded game."""

    def stars(self, stars: int) -> str:
        """The difficulty, in the seal."""

    def won_by_bots(self, stars: int, share: float, games: int) -> str:
        """How often bots win."""

    def winnable(self, turn: int, characters: int, cards: int) -> str:
        """What the recorded game shows."""

    def how(self, suits: Must[Sequence[str]], ranks: Must[Sequence[str]], low: Must[str], high: Must[str]) -> str:
        """How a deck is stacked by two deals; suits are signs, ranks those of the characters."""

    def helper(self, alone: bool) -> str:
        """What the helper does."""

    def first_four(self, stacked: bool) -> str:
        """Who begins downstream, from the top of the stacked deck or as a pile of their own."""

    def first_cards(self, encounters: Must[Sequence[str]], breezes: Must[Sequence[str]]) -> str:
        """Which slots are filled before the first turn."""

    def piles(self, piles: int) -> str:
        """How many piles a deck is dealt onto."""


class StoryWords(Protocol):
    """The recorded game, turn by turn."""

    turn: str
    up_card: str
    winds: str
    own: Annotated[str, "Head of what is done before the wind blows."]
    wind: Annotated[str, "Head of what is done in the wind."]
    formation: str
    nothing: str
    complies: str
    missed: str
    won: str
    lost: str

    def enter(self, role: str, to: str) -> str:
        """Somebody comes to the field; roles are letters."""

    def move(self, role: str, to: str) -> str:
        """Somebody moves."""

    def play(self, card: str) -> str:
        """A power card is played."""

    def brace(self, line: int, power: int) -> str:
        """Points are spent on a line."""

    def rest(self, action: str, role: str) -> str:
        """Somebody is healed."""

    def help(self, action: str) -> str:
        """Help is asked for."""

    def keep(self, card: str) -> str:
        """Which card Help brought."""

    def provoke(self, action: str, role: str, to: str) -> str:
        """Somebody moves once more."""

    def attack(self, action: str, slot: str) -> str:
        """An enemy is removed."""

    def sacrifice(self, card: str) -> str:
        """Which double is destroyed."""

    def dismiss(self, card: str) -> str:
        """Who is discarded at the end of a turn."""


class AreaWords(Protocol):
    """The play area."""

    upper: Annotated[str, "The sheet among the pages."]
    lower: Annotated[str, "The sheet among the pages."]
    encounters_deck: str
    waits: Annotated[str, "On a slot of the zone downstream."]
    wit_discards: str
    destroyed: Annotated[str, "On the place of destroyed characters."]
    wit_deck: str
    pack_discards: str
    pack_deck: str
    aval_below: Annotated[str, "Where only the field is printed, at its foot."]
    up_card: Annotated[str, "Beside the right field."]
    breezes_deck: Annotated[str, "Beside the first line."]
    breezes_discards: Annotated[str, "Beside the last line."]

    def of_columns(self, title: Must[str], first: str, last: str) -> str:
        """Title of the second player's play area."""

    def breeze(self, line: Must[int]) -> str:
        """A slot of the Breezes."""

    def blows(self, line: Must[int]) -> str:
        """What a Breeze in it does."""

    def breeze_beside(self, line: Must[int]) -> str:
        """Where only the field is printed, beside a line."""

    def encounter(self, letter: Must[str]) -> str:
        """A slot of the Encounters."""

    def meets(self, letter: Must[str]) -> str:
        """What an Encounter in it does."""

    def encounter_above(self, letter: Must[str]) -> str:
        """Where only the field is printed, above a column."""

    def encounters_deck_note(self, letter: Must[str]) -> str:
        """How the Encounters deck lies and feeds the row."""

    def encounters_discards(self, letter: Must[str], second: bool) -> str:
        """Where discarded Encounters lie; `second`: on the second player's play area."""


class ReferenceWords(Protocol):
    """The reference sheet."""

    name: Annotated[str, "The sheet among the components."]
    title: Annotated[str, "The sheet's own title."]


class TableWords(Protocol):
    """The pictures of the set table."""

    encounters: Annotated[str, "The Encounters deck."]
    breezes: Annotated[str, "The Breezes deck."]
    their_discards: Annotated[str, "Discards of a deck against you."]
    wit: Annotated[str, "The deck of characters."]
    own_discards: Annotated[str, "Destroyed characters."]
    pack: Annotated[str, "The deck of power cards."]
    hand: str
    upstream: str
    encounters_sign: Annotated[str, "The Encounters deck of a competition, in a letter."]
    encounters_discards_sign: str
    breezes_sign: str
    breezes_discards_sign: str
    up_card_sign: str
    own_decks: Annotated[str, "The decks of a player in a competition."]

    def aval(self, side: Side) -> str:
        """A player's zone downstream in a competition."""


class ExampleWords(Protocol):
    """The pictures of the worked examples."""

    before: str
    after: str
    complies: str
    missed: str

    def test(self, line: int, wind: int | None, role: str, total: int, power: int, outcome: Must[str]) -> str:
        """A character against the wind; the wind is told for the first one on a line, power where it was spent."""

    def pushed(self, line: int, role: str, to: str) -> str:
        """Somebody is pushed back; to nowhere: off the field."""

    def support(self, line: int) -> str:
        """A line that brings Support."""

    def outcome(self, outcome: Outcome, margin: int, to: str) -> str:
        """What came of it: by how much, and to which square somebody went, if any."""


class Words(words.Words, Protocol):
    """content/horde/words.yaml."""

    scenario: ScenarioWords
    story: StoryWords
    area: AreaWords
    reference: ReferenceWords
    table: TableWords
    example: ExampleWords
