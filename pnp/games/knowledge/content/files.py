"""The types of the YAML files of Tempest of Knowledge: what a designer may write."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pnp.games.knowledge.content.words import Words
from pnp.model import Strict

GAME = "knowledge"

Share = Annotated[float, Meta(ge=0.0, le=1.0)]


class Book(Strict):
    """One book: a Library card and a Goal card."""

    no: Annotated[int, Meta(ge=1, description="Number on the card; counts up through all locations.")]
    title: Annotated[str, Meta(min_length=1, description="Title on the card.")]


class Location(Strict):
    """A place on the board with its library and its manager."""

    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$", description="Short name in files and palettes.")]
    name: Annotated[str, Meta(min_length=1, description="Name on the board and the cards.")]
    manager: Annotated[str, Meta(min_length=1, description="Who hires the player of this colour.")]
    symbol: Annotated[str, Meta(min_length=1, description="Icon that repeats the colour.")]
    books: Annotated[tuple[Book, ...], Meta(min_length=1, description="The books this location owns.")]


class LocationsFile(Strict):
    """content/knowledge/locations.yaml."""

    locations: Annotated[tuple[Location, ...], Meta(min_length=3, description="All places, in colour order.")]


class Seats(Strict):
    """Who can play."""

    fewest: Annotated[int, Meta(ge=2, description="Fewest players.")]
    most: Annotated[int, Meta(ge=2, description="Most players.")]
    usual: Annotated[int, Meta(ge=2, description="Players of a deal when nothing else is said.")]
    neutral: Annotated[int, Meta(ge=1, le=1, description="Locations in use that are nobody's home.")]


class Deal(Strict):
    """What everybody starts with."""

    own_goals: Annotated[int, Meta(ge=1, description="Goal cards of the own colour for each player.")]
    mixed_goals: Annotated[int, Meta(ge=0, description="Goal cards for each player from all that are left.")]
    backpack: Annotated[int, Meta(ge=1, description="Books in a backpack.")]


class Visit(Strict):
    """What a lone visitor does."""

    swap: Annotated[Literal["mandatory", "voluntary"], Meta(description="Whether a lone visitor must swap a book.")]


class Claim(Strict):
    """When victory may be claimed."""

    first_round: Annotated[int, Meta(ge=1, description="First round with claims.")]
    when_shared: Annotated[bool, Meta(description="Whether players who met this round may claim.")]


class Clock(Strict):
    """The optional last round."""

    in_use: Annotated[bool, Meta(description="Whether the game ends after a fixed round.")]
    rounds: Annotated[int, Meta(ge=1, description="The last round when the clock is in use.")]


class Tournament(Strict):
    """Points of a tournament."""

    win: Annotated[int, Meta(ge=1, description="Points for a win.")]
    shared_win: Annotated[int, Meta(ge=0, description="Points for a shared win.")]


class GoodDeal(Strict):
    """Limits that a good deal keeps."""

    home_goals: Annotated[int, Meta(ge=0, description="Most own goals in the own library (KV08).")]
    neutral_goals: Annotated[int, Meta(ge=0, description="Most goals of a player in the neutral one (KV10).")]
    home_difference: Annotated[int, Meta(ge=0, description="Most difference of goals at home (KV11).")]
    test_games: Annotated[int, Meta(ge=1, le=200, description="Bot games that test a deal (KV12, KV13).")]
    seat_share: Annotated[float, Meta(ge=1.0, description="Most wins of a seat, in fair shares.")]
    duel_share: Annotated[Share, Meta(description="Most wins of a seat with two players, as a share.")]
    early_round: Annotated[int, Meta(ge=1, description="A game that ends by this round is early (KV13).")]
    early_share: Annotated[Share, Meta(description="Most early games, as a share (KV13).")]


class BotProfile(Strict):
    """How one of the thinking bots remembers and what it values."""

    forgets_below: Annotated[Share, Meta(description="Chance below which a book seen in a place is given up.")]
    notes_meetings: Annotated[bool, Meta(description="Whether it remembers what it gave back at a meeting.")]
    leaves_pairs_alone: Annotated[
        bool, Meta(description="Whether it stays away from goals that lie together until it can claim.")
    ]
    random_trip: Annotated[Share, Meta(description="Share of trips chosen blindly.")]
    noise: Annotated[float, Meta(ge=0.0, description="Largest random nudge of a trip's worth.")]
    sure_win: Annotated[float, Meta(description="A place that would complete its goals.")]
    pick_up: Annotated[float, Meta(description="A place with a goal it can pick up.")]
    unknown_book: Annotated[float, Meta(description="Each unknown book in a place.")]
    known_goal: Annotated[float, Meta(description="Each goal in a place.")]
    known_goal_full: Annotated[float, Meta(description="The same with a backpack full of goals.")]
    carried_goal: Annotated[float, Meta(description="After a swap: each goal carried.")]
    pair_left: Annotated[float, Meta(description="After a swap: goals left here together.")]
    pair_waiting: Annotated[
        float, Meta(description="After a swap: full of goals, the others known together elsewhere.")
    ]


class Bots(Strict):
    """The thinking bots."""

    baseline: Annotated[BotProfile, Meta(description="Remembers, but concludes nothing.")]
    memory: Annotated[BotProfile, Meta(description="Remembers and concludes.")]


class Measurement(Strict):
    """Limits of the balance measurement."""

    longest_game: Annotated[int, Meta(ge=1, description="Rounds until a game without clock is given up.")]


class OptionsFile(Strict):
    """content/knowledge/options.yaml."""

    seats: Annotated[Seats, Meta(description="Who can play.")]
    deal: Annotated[Deal, Meta(description="What everybody starts with.")]
    visit: Annotated[Visit, Meta(description="What a lone visitor does.")]
    claim: Annotated[Claim, Meta(description="When victory may be claimed.")]
    clock: Annotated[Clock, Meta(description="The optional last round.")]
    tournament: Annotated[Tournament, Meta(description="Points of a tournament.")]
    good_deal: Annotated[GoodDeal, Meta(description="Limits that a good deal keeps.")]
    bots: Annotated[Bots, Meta(description="The thinking bots.")]
    measurement: Annotated[Measurement, Meta(description="Limits of the balance measurement.")]


class Example(Strict):
    """The game that the rulebook tells of."""

    seed: Annotated[int, Meta(ge=0, description="Seed of its deal.")]
    players: Annotated[int, Meta(ge=2, description="How many play.")]


class ExampleFile(Strict):
    """content/knowledge/example.yaml."""

    example: Annotated[Example, Meta(description="The game that the rulebook tells of.")]


class Files(Struct, frozen=True):
    """All files of content/knowledge, by stem."""

    locations: LocationsFile
    options: OptionsFile
    example: ExampleFile
    words: Words
