"""The types of Terrain Storm's content files: what a designer writes in content/terrain/."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pnp.games.terrain.content.words import Words
from pnp.model import Strict
from pnp.model import Words as Text

GAME = "terrain"

Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Letter = Annotated[str, Meta(pattern="^[A-Z]$")]

Measure = Literal[
    "visible-tiles",
    "largest-group",
    "longest-run",
    "rectangle-sides",
    "rectangle-area",
    "tallest-stack",
    "coast",
    "heartland",
    "mosaic",
    "rarest-land",
]

Art = Literal["crowns", "peaks", "blossoms", "dunes", "roofs", "ripples"]


class Terrain(Strict):
    """Something a tile can show."""

    id: Annotated[Letter, Meta(description="Letter of the terrain in shapes and lists.")]
    name: Annotated[str, Meta(min_length=1, description="Name in texts.")]
    sign: Annotated[str, Meta(min_length=1, description="Icon that marks its tiles.")]
    role: Annotated[str, Meta(min_length=1, description="Palette role of its tiles.")]
    art: Annotated[Art, Meta(description="What surrounds the sign on its tiles.")]
    land: Annotated[bool, Meta(description="False for the one terrain that is water.")]


class TerrainsFile(Strict):
    """content/terrain/terrains.yaml."""

    terrains: Annotated[tuple[Terrain, ...], Meta(min_length=3, description="All terrains; cards follow this order.")]


Cards = Annotated[int, Meta(ge=0)]


class IslandKinds(Strict):
    """How many cards there are of each pair of terrains, by the kind of the pair."""

    double_water: Annotated[Cards, Meta(description="Cards with water on both tiles.")]
    water_and_land: Annotated[Cards, Meta(description="Cards of each land with water.")]
    double_land: Annotated[Cards, Meta(description="Cards with the same land twice, of each land.")]
    two_lands: Annotated[Cards, Meta(description="Cards of each pair of different lands.")]


class Islands(Strict):
    """The Island deck as a distribution."""

    total: Annotated[int, Meta(ge=1, description="Cards in the deck; the kinds must add up to it.")]
    each: Annotated[IslandKinds, Meta(description="Cards of each pair of terrains.")]


class IslandsFile(Strict):
    """content/terrain/islands.yaml."""

    islands: Annotated[Islands, Meta(description="The Island deck.")]


class Shape(Strict):
    """A Request shape, printed once for each land it can start with."""

    name: Annotated[str, Meta(min_length=1, description="Name on the card.")]
    stride: Annotated[int, Meta(ge=1, description="Steps in terrain order from a to b and from b to c.")]
    rows: Annotated[
        tuple[Annotated[str, Meta(pattern="^[a-zW?]+$")], ...],
        Meta(min_length=1, description="The pattern: a b c lands, W water, ? anything."),
    ]


class Requests(Strict):
    """The Request deck as shapes."""

    total: Annotated[int, Meta(ge=1, description="Cards in the deck: shapes times lands.")]
    shapes: Annotated[tuple[Shape, ...], Meta(min_length=1, description="All shapes, in card order.")]


class RequestsFile(Strict):
    """content/terrain/requests.yaml."""

    requests: Annotated[Requests, Meta(description="The Request deck.")]


class AwardCard(Strict):
    """One Award card."""

    title: Annotated[str, Meta(min_length=1, description="Title on the card.")]
    terrain: Annotated[Letter | None, Meta(description="Terrain that the measure looks at.")] = None
    measure: Annotated[Measure | None, Meta(description="How islands are compared, if not as the family says.")] = None
    best: Annotated[Literal["largest", "smallest"], Meta(description="Which value wins.")] = "largest"
    text: Annotated[Text | None, Meta(description="Words on the card; family's if left out.")] = None


class AwardFamily(Strict, kw_only=True):
    """Awards that belong together."""

    id: Annotated[str, Meta(min_length=1, description="Short name of the family.")]
    measure: Annotated[Measure | None, Meta(description="Measure of cards that have none.")] = None
    text: Annotated[Text | None, Meta(description="Words on cards that have none.")] = None
    cards: Annotated[tuple[AwardCard, ...], Meta(min_length=1, description="The family's cards.")]


class Awards(Strict):
    """The Award deck as families."""

    total: Annotated[int, Meta(ge=1, description="Cards in the deck.")]
    families: Annotated[tuple[AwardFamily, ...], Meta(min_length=1, description="All families, in order.")]


class AwardsFile(Strict):
    """content/terrain/awards.yaml."""

    awards: Annotated[Awards, Meta(description="The Award deck.")]


class Seats(Strict):
    """Who can play."""

    fewest: Annotated[int, Meta(ge=2, description="Fewest players.")]
    most: Annotated[int, Meta(ge=2, description="Most players.")]
    usual: Annotated[int, Meta(ge=2, description="Players of a deal when nothing else is said.")]


class Play(Strict):
    """Figures of play."""

    rounds: Annotated[int, Meta(ge=1, description="Rounds of a full game.")]
    hand: Annotated[int, Meta(ge=1, description="Island cards dealt to each player in a round.")]
    open_requests: Annotated[int, Meta(ge=1, description="Request cards face up.")]
    awards_per_round: Annotated[int, Meta(ge=0, description="Award cards revealed in each round.")]
    award_points: Annotated[int, Meta(ge=0, description="Points of an Award card.")]
    passing: Annotated[tuple[Literal["left", "right"], ...], Meta(description="Direction of the hands in each round.")]


class Switches(Strict):
    """Readings of the rules that can be changed."""

    water_scores: Annotated[bool, Meta(description="Whether water cells count for a Request's value.")]
    requests_turn: Annotated[bool, Meta(description="Whether a Request may be turned.")]
    requests_mirror: Annotated[bool, Meta(description="Whether a Request may be mirrored.")]
    claim_order: Annotated[
        Literal["lead-seat", "first-call"], Meta(description="Who takes a Request that several fulfil.")
    ]
    lifted_card: Annotated[
        Literal["bordering", "anywhere"], Meta(description="Where a card lifted by double water may go.")
    ]


class Tournament(Strict):
    """Points of a tournament."""

    beaten_table: Annotated[int, Meta(ge=0, description="For each table where the same seat scored less.")]
    level_table: Annotated[int, Meta(ge=0, description="For each table where the same seat scored the same.")]


class GoodDeal(Strict):
    """Limits that a good deal keeps."""

    terrain_supply: Annotated[Share, Meta(description="Least share of its fair number of tiles (TV06).")]
    fewest_double_water: Annotated[int, Meta(ge=0, description="Fewest double waters in a round (TV07).")]
    most_double_water: Annotated[int, Meta(ge=0, description="Most double waters in one hand (TV07).")]
    award_families: Annotated[int, Meta(ge=1, description="Fewest families in a round (TV08).")]
    awards_per_terrain: Annotated[int, Meta(ge=1, description="Most Awards of a terrain in a round (TV09).")]
    request_values: Annotated[int, Meta(ge=1, description="Fewest values among the first Requests (TV10).")]
    cheapest_request: Annotated[int, Meta(ge=1, description="Most that the cheapest is worth (TV10).")]
    request_shapes: Annotated[int, Meta(ge=1, description="Fewest shapes among the first Requests (TV11).")]
    test_games: Annotated[int, Meta(ge=1, le=200, description="Bot games that test a deal (TV12).")]
    seat_share: Annotated[float, Meta(ge=1.0, description="Most wins of a seat, in fair shares (TV12).")]
    score_difference: Annotated[float, Meta(ge=0.0, description="Most difference of mean scores (TV12).")]
    interesting_requests: Annotated[float, Meta(ge=0.0, description="Requests each of an interesting deal.")]
    interesting_awards: Annotated[float, Meta(ge=0.0, description="Most Awards such a deal leaves.")]


class BotWeights(Strict):
    """How the greedy bot judges a placement."""

    tries: Annotated[int, Meta(ge=1, description="Random legal places tried for each different card.")]
    unfinished: Annotated[float, Meta(description="Worth of the best unfinished Request.")]
    covered_land: Annotated[float, Meta(description="Loss for each land tile covered.")]


class OptionsFile(Strict):
    """content/terrain/options.yaml."""

    seats: Annotated[Seats, Meta(description="Who can play.")]
    play: Annotated[Play, Meta(description="Figures of play.")]
    switches: Annotated[Switches, Meta(description="Readings of the rules.")]
    tournament: Annotated[Tournament, Meta(description="Points of a tournament.")]
    good_deal: Annotated[GoodDeal, Meta(description="Limits that a good deal keeps.")]
    bot: Annotated[BotWeights, Meta(description="How the greedy bot judges a placement.")]


class CardSpot(Strict):
    """A card of an example: its tiles and where it lies."""

    faces: Annotated[str, Meta(pattern="^[A-Z]{2}$", description="Letters of its tiles, as in the deck.")]
    cell: Annotated[tuple[int, int], Meta(description="Cell of the first tile: right, down.")]
    rot: Annotated[int, Meta(ge=0, le=3, description="Where the second tile lies: 0 right, 1 below, 2 left, 3 above.")]


class TriedCard(CardSpot, kw_only=True):
    """A card that an example tries to place."""

    legal: Annotated[bool, Meta(description="Whether it may lie there.")]
    why: Annotated[Text, Meta(min_length=1, description="Words for the caption.")]


class RequestCase(Strict):
    """A Request by its shape and the land it starts with."""

    shape: Annotated[str, Meta(min_length=1, description="Name of the shape.")]
    start: Annotated[Letter, Meta(description="Letter of the land that stands for a.")]


class TouchExample(Strict):
    """Cards that may or may not be added to an island."""

    laid: Annotated[tuple[CardSpot, ...], Meta(min_length=1, description="The island, in the order laid.")]
    tried: Annotated[tuple[TriedCard, ...], Meta(min_length=1, description="Cards that somebody wants to add.")]


class CoverExample(Strict):
    """A card that covers others."""

    laid: Annotated[tuple[CardSpot, ...], Meta(min_length=1, description="The island, in the order laid.")]
    card: Annotated[CardSpot, Meta(description="The card that is laid over it.")]


class Home(Strict):
    """Where a lifted card goes."""

    cell: Annotated[tuple[int, int], Meta(description="Cell of its first tile.")]
    rot: Annotated[int, Meta(ge=0, le=3, description="Where its second tile lies.")]


class StormExample(Strict):
    """Double water that takes the place of a card."""

    laid: Annotated[tuple[CardSpot, ...], Meta(min_length=1, description="The island, in the order laid.")]
    lift: Annotated[int, Meta(ge=1, description="Which of these cards is lifted.")]
    home: Annotated[Home, Meta(description="Where it is placed again.")]
    request: Annotated[RequestCase, Meta(description="The Request that this fulfils.")]


class MatchExample(Strict):
    """An island that fulfils a Request."""

    laid: Annotated[tuple[CardSpot, ...], Meta(min_length=1, description="The island, in the order laid.")]
    request: Annotated[RequestCase, Meta(description="The Request.")]


class PlayedExample(Strict):
    """An island that bots built in one round."""

    seed: Annotated[int, Meta(ge=0, description="Seed of the deal.")]
    players: Annotated[int, Meta(ge=2, description="How many play.")]
    seat: Annotated[int, Meta(ge=1, description="Whose island is shown.")]


class Examples(Strict):
    """What the figures of the rulebook show."""

    touch: Annotated[TouchExample, Meta(description="Overlap and border.")]
    cover: Annotated[CoverExample, Meta(description="Covering.")]
    storm: Annotated[StormExample, Meta(description="The double-water option.")]
    match: Annotated[MatchExample, Meta(description="A Request is fulfilled.")]
    turned: Annotated[RequestCase, Meta(description="A Request in all its turns.")]
    played: Annotated[PlayedExample, Meta(description="An island measured for all Awards.")]


class Picture(Strict):
    """A small island that shows what a measure counts."""

    rows: Annotated[
        tuple[Annotated[str, Meta(pattern="^[a-etW.]+$")], ...],
        Meta(min_length=1, description="t the Award's terrain, a to e lands in order (never t), W water, . ocean."),
    ]
    heights: Annotated[
        tuple[Annotated[str, Meta(pattern="^[0-9]+$")], ...],
        Meta(description="Cards on each cell, where it is not one."),
    ] = ()


class ExamplesFile(Strict):
    """content/terrain/examples.yaml."""

    examples: Annotated[Examples, Meta(description="What the figures of the rulebook show.")]
    pictures: Annotated[dict[Measure, Picture], Meta(description="What the Award cards show.")]


class Files(Struct, frozen=True):
    """All files of content/terrain, by stem."""

    terrains: TerrainsFile
    islands: IslandsFile
    requests: RequestsFile
    awards: AwardsFile
    options: OptionsFile
    examples: ExamplesFile
    words: Words
