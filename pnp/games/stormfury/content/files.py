"""The types of Stormfury's content files: what a designer may write, and the source of its JSON Schema."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from pnp.games.stormfury.content.words import Words
from pnp.model import Holding, Holds, Strict
from pnp.model import Words as Wording

HOLD = "hold"
"""The steps of a card that leaves the storm where it is."""

DeckName = Literal["ocean", "land"]
LevelName = Literal["easy", "normal", "hard"]
DECK_NAMES: tuple[DeckName, DeckName] = ("ocean", "land")

Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Share = Annotated[float, Meta(ge=0, le=1)]


def _text(words: str) -> Meta:
    return Meta(description=words)


class Span(Strict):
    """A range of whole numbers, both ends included."""

    least: Annotated[Count, _text("smallest number allowed")]
    most: Annotated[Count, _text("largest number allowed")]

    def holds(self, number: float) -> bool:
        """Tell whether a number lies in the range."""
        return self.least <= number <= self.most


class City(Strict):
    """A city on the coast."""

    letter: Annotated[str, Meta(description="its letter in coast_map", pattern="^[A-Z]$")]
    name: Annotated[str, _text("the name printed on the board")]
    where: Annotated[Wording, _text("where it lies, in a few words")]


class MapFile(Strict):
    """The board: a picture in text rows, and what its letters stand for."""

    coast_map: Annotated[
        list[str],
        Meta(
            description="one text row for each row of hexes; marks separated by spaces: . land, ~ ocean, "
            "~W start hex W, D population centre of city D, D1 its first infrastructure space",
            min_length=1,
        ),
    ]
    cities: Annotated[dict[str, City], _text("city id → city")]
    roads: Annotated[dict[str, tuple[str, str]], _text("road id → the two cities it joins")]
    starts: Annotated[dict[str, str], _text("letter after ~ in coast_map → name of the start hex")]
    standard_start: Annotated[str, _text("the start hex used when none is drawn")]


class Piece(Strict):
    """A hurricane piece."""

    radius: Annotated[Positive, _text("how many hexes it reaches from its centre hex")]


class Category(Strict):
    """A row of the category chart."""

    category: Annotated[Positive, _text("the category's number; rows count up from 1")]
    piece: Annotated[str, _text("which hurricane piece stands for it (see storm_pieces)")]
    flips: Annotated[Positive, _text("how many forecast cards are flipped")]


class StormCards(Strict):
    """Hurricane cards that are alike."""

    steps: Annotated[str, _text("directions one after another (N NE SE S SW NW), or hold")]
    copies: Annotated[Positive, _text("how many such cards the deck holds")] = 1
    marked: Annotated[bool, _text("whether the cards carry the deck's mark")] = False


class StormDeck(Strict):
    """One of the two hurricane decks."""

    letter: Annotated[str, Meta(description="first letter of its card ids", pattern="^[A-Z]$")]
    mark: Annotated[Literal["strengthen", "weaken"], _text("what a marked card does to the category")]
    cards: Annotated[list[StormCards], Meta(description="the cards, in id order", min_length=1)]


class StormDecks(Strict):
    """The hurricane decks by what lies under the storm's centre."""

    ocean: Annotated[StormDeck, _text("used while the centre starts the turn over ocean")]
    land: Annotated[StormDeck, _text("used while the centre starts the turn over land")]


class StormFile(Strict):
    """The hurricane."""

    storm_pieces: Annotated[dict[str, Piece], _text("piece id → piece")]
    categories: Annotated[list[Category], Meta(description="the category chart, weakest first", min_length=1)]
    forecast_cards: Annotated[Positive, _text("hurricane cards dealt face up each turn")]
    hurricane_decks: Annotated[StormDecks, _text("the two decks")]


class ResourceCard(Strict):
    """A kind of resource card."""

    name: Annotated[str, _text("the name printed on it")]
    kind: Annotated[
        Literal["supply", "fortify", "dam", "evacuate"],
        _text("supply pays for recipes; the others are recipes"),
    ]
    count: Annotated[Positive, _text("how many the deck holds")]
    pay: Annotated[dict[str, Positive], _text("supply id → cards played with it (fortify, dam)")] = field(
        default_factory=dict
    )
    places: Annotated[Count, _text("chits it builds (fortify, dam)")] = 0
    discards: Annotated[Count, _text("other cards discarded for each person (evacuate)")] = 0


class StandIn(Strict):
    """A supply that may pay for another one."""

    card: Annotated[str, _text("the supply that stands in")]
    pays_for: Annotated[str, _text("the supply it replaces")]
    per_turn: Annotated[Positive, _text("how many cards may stand in during one turn")]


class Role(Strict):
    """An expert and her power."""

    name: Annotated[str, _text("the name printed on the role card")]
    dams_next_door: Annotated[bool, _text("dams reach road ends of cities joined to hers")] = False
    stand_in: Annotated[StandIn | None, _text("a supply that may pay for another in fortify recipes")] = None
    evacuates_for: Annotated[Count, _text("discards for one person without a card; 0 = no such power")] = 0
    open_pile: Annotated[bool, _text("may lay drawn cards on an open pile for the others")] = False


class ResourceFile(Strict):
    """Resource cards and roles."""

    resource_cards: Annotated[dict[str, ResourceCard], _text("card id → card, in deck order")]
    roles: Annotated[dict[str, Role], _text("role id → expert")]


class Play(Strict):
    """Numbers of an expert's turn."""

    opening_hand: Annotated[Count, _text("cards dealt to each expert at the start")]
    hand_limit: Annotated[Count, _text("cards kept at the end of a turn")]
    draw: Annotated[Count, _text("cards drawn at the start of a turn")]
    extra_draw: Annotated[Positive, _text("cards drawn instead of playing recipes")]
    moves: Annotated[Count, _text("roads an expert may travel in a turn")]


class Switches(Strict):
    """Readings of the original that a group may choose differently."""

    damage_under: Annotated[Literal["new", "old"], _text("damage under the piece after or before the category changes")]
    dams: Annotated[Literal["road_end", "city"], _text("a dam guards one road end, or all road ends of its city")]
    off_board_step: Annotated[
        Literal["skip", "end_card"], _text("a step off the board: only it is lost, or the rest of its card")
    ]


class Level(Strict):
    """A level of difficulty."""

    start_category: Annotated[Positive, _text("category of the storm at the start")]
    footprint: Annotated[
        Literal["final", "swath"], _text("damage where the storm stops, or after every flipped card too")
    ]


class Levels(Strict):
    """The levels of difficulty."""

    easy: Annotated[Level, _text("for a first game")]
    normal: Annotated[Level, _text("the game as ruled")]
    hard: Annotated[Level, _text("for experienced teams")]


class Population(Strict):
    """How many people live in the cities."""

    usual: Annotated[Positive, _text("people in each city")]
    census: Annotated[list[Positive], _text("numbers dealt to cities drawn by lot in the census profile")]


class Chits(Strict):
    """Chits in the box."""

    damage: Annotated[Positive, _text("damage chits")]
    fortification: Annotated[Positive, _text("fortification chits")]
    dam: Annotated[Positive, _text("dam chits")]
    population: Annotated[Positive, _text("two-sided population tokens")]


class Markers(Strict):
    """Markers on the storm mat."""

    damage: Annotated[Positive, _text("markers on the damage track")]
    category: Annotated[Positive, _text("markers on the category track")]
    turn: Annotated[Positive, _text("markers on the turn track")]


class Verdict(Strict):
    """A line of the damage track's legend."""

    least: Annotated[Count, _text("smallest damage it applies to, for a full team")]
    title: Annotated[str, _text("the verdict")]


class FairStorm(Strict):
    """Limits of a storm worth playing."""

    landfall: Annotated[Span, _text("first turn that ends over land")]
    turns: Annotated[Span, _text("length of the storm")]
    first_damage: Annotated[Positive, _text("earliest turn with damage if nobody acts")]
    undefended: Annotated[Span, _text("damage if nobody acts")]
    skipped_steps: Annotated[Count, _text("most steps lost at the edge of the board")]
    cities_hit: Annotated[Count, _text("fewest cities that lose a space if nobody acts")]
    saved_percent: Annotated[Span, _text("share of the undefended damage that a team of bots prevents")]
    trial_games: Annotated[int, Meta(ge=1, le=200), _text("bot games played to measure that share")]


class StormClasses(Strict):
    """Ratings of a storm by the damage it does if nobody acts."""

    mild: Annotated[Span, _text("a storm for beginners")]
    standard: Annotated[Span, _text("a usual storm")]
    severe: Annotated[Span, _text("a storm that hurts")]


class TeamBot(Strict):
    """How the simulated team weighs damage against cards."""

    continuations: Annotated[int, Meta(description="imagined storms at the start of each turn", ge=1, le=255)]
    card_value: Annotated[Share, _text("expected damage that a card kept for later is worth")]
    first_dam: Annotated[Share, _text("share of a road's risk counted for its first dam")]
    second_dam: Annotated[Share, _text("share of a road's risk counted for the completing dam")]


class ToldTurn(Strict):
    """A turn of a game that the rulebook tells."""

    seed: Annotated[int, _text("scenario seed, played by the simulated team")]
    experts: Annotated[Positive, _text("size of its team")]
    turn: Annotated[Positive, _text("the turn that is shown")]
    level: Annotated[LevelName, _text("level of difficulty")] = "normal"


class MeasuresFile(Strict):
    """Limits, switches and measures of play."""

    experts: Annotated[Span, _text("size of a team")]
    play: Annotated[Play, _text("numbers of an expert's turn")]
    switches: Annotated[Switches, _text("readings of the original")]
    levels: Annotated[Levels, _text("levels of difficulty")]
    population: Annotated[Population, _text("people in the cities")]
    chits: Annotated[Chits, _text("chits in the box")]
    markers: Annotated[Markers, _text("markers on the storm mat")]
    overwhelmed_at: Annotated[Positive, _text("damage that ends the game; last space of the damage track")]
    turn_track: Annotated[Positive, _text("spaces of the turn track")]
    verdicts: Annotated[list[Verdict], Meta(description="legend of the damage track", min_length=1)]
    overwhelmed_title: Annotated[str, _text("the verdict at the end of the damage track")]
    verdict_shift: Annotated[list[Count], _text("extra damage granted to 1, 2, 3 ... experts")]
    fair_storm: Annotated[FairStorm, _text("limits of a storm worth playing")]
    storm_classes: Annotated[StormClasses, _text("ratings of a storm")]
    team_bot: Annotated[TeamBot, _text("the simulated team")]
    first_turn: Annotated[ToldTurn, _text("the first turn of a first game, told step by step")]
    example_turn: Annotated[ToldTurn, _text("the rulebook's example turn")]


class BoardPrint(Strict):
    """How the board is printed."""

    hex_side: Annotated[float, Meta(description="side of a hex in mm on the full board", gt=5, le=40)]
    panel: Annotated[float, Meta(description="room beside the map for title and legend, in mm", ge=30, le=200)]
    compact_chit: Annotated[float, Meta(description="side of a chit for the compact board, in mm", ge=8, le=30)]
    sea: Annotated[str, _text("the name of the sea on the map; empty for none")] = ""


class BoardHolds(Strict):
    """What stands where on a board; the build measures whether it fits."""

    centre: Annotated[Holds, _text("on the centre of a city")]
    works: Annotated[Holds, _text("on the infrastructure of a city")]
    road_end: Annotated[Holds, _text("on a road hex next to a city")]
    road_middle: Annotated[Holds, _text("on the middle hex of a road")]
    city: Annotated[Holding, _text("beside the name of a city, where experts stand")]


class Boards(Strict):
    """What stands on the boards."""

    full: Annotated[BoardHolds, _text("the full board")]
    compact: Annotated[BoardHolds, _text("the compact board, which has pieces of its own")]


class CardLook(Strict):
    """How a resource card is drawn."""

    icon: Annotated[str, _text("icon of the card")]
    role: Annotated[str, _text("palette role of the card")]


class RoleLook(Strict):
    """How an expert is drawn."""

    icon: Annotated[str, _text("icon of the expert")]
    role: Annotated[str, _text("palette role of the expert")]
    motto: Annotated[Wording, _text("a line in her own words")] = ""


class PrintFile(Strict):
    """What only the printed pieces need."""

    board_print: Annotated[BoardPrint, _text("sizes of the board")]
    board_holds: Annotated[Boards, _text("what stands on the boards")]
    resource_look: Annotated[dict[str, CardLook], _text("resource card id → its look")]
    role_look: Annotated[dict[str, RoleLook], _text("role id → her look")]
    deck_look: Annotated[dict[DeckName, CardLook], _text("hurricane deck → its look")]


class ChitKind(Strict):
    """What a kind of chit looks like."""

    icon: str
    role: str


class ChitKinds(Strict):
    """The kinds of chits, as the compact kit draws them."""

    damage: Annotated[list[ChitKind], Meta(min_length=1)]
    fortification: Annotated[list[ChitKind], Meta(min_length=1)]
    dam: Annotated[list[ChitKind], Meta(min_length=1)]


class Files(Struct, frozen=True):
    """All files of content/stormfury, by stem."""

    map: MapFile
    storm: StormFile
    resources: ResourceFile
    measures: MeasuresFile
    print: PrintFile
    words: Words
