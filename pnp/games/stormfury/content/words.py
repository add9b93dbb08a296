"""What Project Stormfury says on paper."""

from collections.abc import Sequence
from typing import Annotated, Protocol

from pnp import words
from pnp.words import Must


class PlaceWords(Protocol):
    """Where pieces stand; the build names these places when something does not fit."""

    city_hex: Annotated[str, "A hex of a city."]
    road_middle: Annotated[str, "The middle of a road."]
    road_end: Annotated[str, "A road hex next to a city."]
    city_middle: Annotated[str, "The centre of a city, where one dam guards all of it."]
    beside_name: Annotated[str, "The experts' places at a city's name."]
    damage_track: Annotated[str, "A space of the damage track."]


class LegendWords(Protocol):
    """The legend of the board; a hex beside each entry shows what it is about."""

    heading: str
    ocean: str
    land: str
    centre: str
    infrastructure: str
    experts: Annotated[str, "The places beside a city's name."]
    road_end: str
    road_middle: str

    def start(self, letter: str) -> str:
        """A start hex; the letter is that of the standard one."""


class PanelWords(Protocol):
    """What else stands beside the map."""

    hurricane: Annotated[str, "Heading of the category chart."]
    category: Annotated[str, "Head of a column."]
    piece: Annotated[str, "Head of a column."]
    flips: Annotated[str, "Head of a column."]
    legend: LegendWords

    def note(self, corner: str) -> str:
        """What the numbers in the hexes are; one of them as an example."""


class BoardWords(Protocol):
    """The boards and what belongs to them."""

    full: Annotated[str, "The full board among the sheets."]
    compact: Annotated[str, "The compact board among the sheets."]
    rings: Annotated[str, "The hurricane pieces among the sheets."]
    rings_sheet: Annotated[str, "The component."]
    kit: Annotated[str, "The sheet with everything for the compact board."]
    kit_sheet: Annotated[str, "The component."]
    panel: PanelWords
    places: PlaceWords

    def about_rings(self, side: float) -> str:
        """How to make the hurricane pieces; the side of a hex in mm."""

    def about_kit(self, side: float) -> str:
        """How to make the pieces of the compact board; the side of a hex in mm."""


class FigureWords(Protocol):
    """Words in small pictures, where there is no room for more."""

    any_card: Annotated[str, "On a card that stands for any card."]
    heat_map: Annotated[str, "Caption of the map in the balance report."]

    def category(self, category: int) -> str:
        """The category on the mat."""

    def hand(self, role: str, cards: int) -> str:
        """An expert and the number of her cards."""


class SetUpWords(Protocol):
    """The first page of a storm book."""

    label: Annotated[str, "The page among the sheets."]
    lay_out: Annotated[str, "Heading of the list beside the board."]
    hands: Annotated[str, "Heading of the hands."]
    strips: Annotated[str, "What to do with the strips."]
    resources: Annotated[str, "What to do with the resource deck."]
    each_turn: Annotated[str, "How a turn is played from the book."]

    def storm(self, start: str, hex: str, category: int, piece: str) -> str:
        """Where the hurricane begins."""

    def people(self, usual: int, others: Sequence[str]) -> str:
        """How many live in the cities."""

    def city_people(self, city: str, people: int) -> str:
        """A city with another number of people."""

    def level(self, level: str, swath: bool) -> str:
        """How hard it is."""

    def experts(self, experts: int) -> str:
        """The team."""

    def rating(self, rating: str, undefended: int, par: float) -> str:
        """What the storm can do."""

    def seat(self, seat: Must[int], role: str) -> str:
        """Whose hand follows."""


class StripWords(Protocol):
    """A turn of a storm book."""

    turn: Annotated[str, "Above the number."]

    def label(self, first: int, last: int) -> str:
        """A page of strips among the sheets."""

    def title(self, seed: Must[int]) -> str:
        """Title of a page of strips."""

    def deck(self, deck: str) -> str:
        """Which deck the forecast comes from."""

    def card(self, place: int, card: Must[str]) -> str:
        """A flipped card and its place in the order."""

    def moved(self, hex: Must[str], skipped: int, category: Must[int], piece: str) -> str:
        """Where the flips leave the storm."""

    def faded(self, hex: Must[str], skipped: int) -> str:
        """The last move of a storm."""


class TrackWords(Protocol):
    """The page that spoils the storm."""

    label: Annotated[str, "The page among the sheets."]
    heading: Annotated[str, "Title of the page."]
    about: Annotated[str, "How to read the map."]
    turn: str
    deck: str
    flipped: str
    centre: str
    category: str
    damage: str
    fades: Annotated[str, "Instead of a category."]

    def change(self, before: str, after: str) -> str:
        """What the centre or the category was and is."""

    def loss(self, total: int, buildings: int, people: int, roads: int) -> str:
        """The damage of a turn if nobody acts, by what is lost."""


class PlayedWords(Protocol):
    """A game of the simulated team."""

    heading: Annotated[str, "Title of the pages."]

    def label(self, number: int) -> str:
        """A page among the sheets."""

    def about(self, damage: Must[int]) -> str:
        """What the game shows."""


class StormBookWords(Protocol):
    """A storm book: a scenario on paper."""

    off_the_scale: Annotated[str, "A rating beyond all classes."]
    not_rated: str
    deck_label: Annotated[str, "The page of the resource deck among the sheets."]
    set_up: SetUpWords
    strip: StripWords
    track: TrackWords
    played: PlayedWords

    def heading(self, seed: Must[int]) -> str:
        """Title of the book."""

    def solution(self, seed: Must[int]) -> str:
        """Title of the sheets that spoil it."""

    def deck(self, seed: Must[int]) -> str:
        """Title of the page of the resource deck."""

    def about_deck(self, dealt: Must[int]) -> str:
        """How to stack the deck."""


class TaleWords(Protocol):
    """What experts do and what the storm hits, in the example turn and in recorded games.

    What an expert does goes on after her name; lists of places and cards name each once, with its number.
    """

    draws: Annotated[str, "A card from the deck."]
    draws_more: Annotated[str, "Instead of playing recipes."]
    ends: Annotated[str, "She ends her turn."]
    before: Annotated[str, "Heading of the set-up."]
    idle: Annotated[str, "Instead of what an expert does who plays nothing."]

    def begins(self, city: str) -> str:
        """Where she begins."""

    def stands(self, city: str) -> str:
        """Where she is."""

    def drew(self, cards: Sequence[str]) -> str:
        """Which cards she has drawn."""

    def takes(self, cards: Sequence[str]) -> str:
        """A card from the open pile."""

    def lays(self, cards: Sequence[str]) -> str:
        """Cards on the open pile."""

    def travels(self, city: str) -> str:
        """A move."""

    def trades(self, give: Sequence[str], get: Sequence[str]) -> str:
        """A trade."""

    def discards(self, cards: Sequence[str]) -> str:
        """Cards over the limit, at the end of her turn."""

    def fortifies(self, spaces: Sequence[str], card: str, pay: Sequence[str]) -> str:
        """A recipe and its price."""

    def dams(self, sites: Sequence[str], card: str, pay: Sequence[str]) -> str:
        """A recipe and its price."""

    def evacuates(self, people: int, card: str, pay: Sequence[str]) -> str:
        """A recipe, or the power of an expert, and its price; without a card it is the power."""

    def several(self, name: str, number: int) -> str:
        """A card or a place that comes several times."""

    def population(self, city: str) -> str:
        """The population centre of a city, within a sentence."""

    def infrastructure(self, city: str, number: int | None) -> str:
        """A city's infrastructure, within a sentence; with its number where there are several."""

    def road_end(self, road: str, city: str) -> str:
        """A place for a dam."""

    def held(self, road: str) -> str:
        """A road with dams at both ends is hit."""

    def flooded(self, road: str, damage: int) -> str:
        """A road is hit."""

    def absorbed(self, space: str) -> str:
        """A fortified space is hit."""

    def struck(self, space: str, people: int) -> str:
        """A population centre is hit."""

    def destroyed(self, space: str, damage: int) -> str:
        """Infrastructure is hit."""

    def turn(self, turn: Must[int]) -> str:
        """Heading of a turn."""

    def expert(self, role: str, does: Sequence[str]) -> str:
        """An expert's turn."""

    def experts_idle(self, roles: Sequence[str]) -> str:
        """The experts who play nothing."""

    def hurricane(self, flips: Sequence[str], category: int, hits: Sequence[str]) -> str:
        """A hurricane phase; the category is zero when the storm fades."""


class Words(words.Words, Protocol):
    """content/stormfury/words.yaml."""

    board: BoardWords
    pictures: FigureWords
    storm_book: StormBookWords
    tale: TaleWords
