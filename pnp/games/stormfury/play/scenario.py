"""Scenarios: a seed fixes the whole storm, the people, the experts and the resource deck's first pass."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.content.files import LevelName
from pnp.games.stormfury.play.deal import ClassName, Profile, RecordedTurn, StormDeal
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.state import Expert, Table
from pnp.games.stormfury.play.storm import StormTurn, TrackTurn, blow, deck_under, storm_turns, track
from pnp.model import Strict
from pnp.play.deal import FORMAT
from pnp.play.seeds import stream
from pnp.play.state import enforces


class Options(Strict):
    """Options of a scenario."""

    experts: Annotated[int, Meta(description="size of the team", ge=1)] = 4
    level: Annotated[LevelName, Meta(description="level of difficulty")] = "normal"
    footprint: Annotated[
        Literal["level", "final", "swath"],
        Meta(description="where the storm does damage: as the level says, where it stops, or on its way too"),
    ] = "level"
    profile: Annotated[Profile, Meta(description="people: the same everywhere, or large and small cities")] = "even"
    start: Annotated[
        str | None, Meta(description="letter of the storm's start hex; drawn by the seed when left out")
    ] = None
    rating: Annotated[
        ClassName | None, Meta(description="class of storm wanted; seeds of another class are passed over")
    ] = None


@enforces("setup.storm", "levels.start", "scenario.start")
def start_hex(content: StormfuryContent, seed: int, wanted: str | None = None) -> str:
    """Return the letter of a seed's start hex."""
    letters = list(content.board.starts)
    if wanted is None:
        return stream(GAME, seed, "start").choice(letters)
    if wanted not in letters:
        raise ValueError(f"{wanted!r} is not a start hex; there are {', '.join(letters)}")
    return wanted


@enforces("setup.people", "scenario.people")
def populations(content: StormfuryContent, seed: int, profile: Profile) -> dict[str, int]:
    """Return the people of every city; a census deals other numbers to cities drawn by lot."""
    people = dict.fromkeys(content.map.cities, content.rules.population.usual)
    if profile == "census":
        order = stream(GAME, seed, "census").shuffled(list(content.map.cities))
        people.update(zip(order, content.rules.population.census, strict=False))
    return people


@enforces("setup.experts", "overview.team")
def drawn_roles(content: StormfuryContent, seed: int, experts: int) -> list[str]:
    """Return the roles of a team in seat order."""
    team = content.rules.experts
    if not team.holds(experts):
        raise ValueError(f"a team has {team.least} to {team.most} experts, not {experts}")
    return stream(GAME, seed, "roles").shuffled(list(content.roles))[:experts]


@enforces("setup.hands", "scenario.resources")
def deal(content: StormfuryContent, resources: Sequence[str], experts: int) -> tuple[tuple[str, ...], ...]:
    """Deal the opening hands from the top of the resource deck, seat after seat."""
    size = content.rules.play.opening_hand
    return tuple(tuple(resources[seat * size : (seat + 1) * size]) for seat in range(experts))


def generate(content: StormfuryContent, seed: int, options: Options) -> StormDeal:
    """Return the scenario of a seed; the wish for a rating is left to unsuited()."""
    level = content.level(options.level)
    start = start_hex(content, seed, options.start)
    resources = stream(GAME, seed, "resources").shuffled(content.full_deck())
    storm = storm_turns(content, seed, content.board.starts[start], level.start_category)
    return StormDeal(
        game=GAME,
        format=FORMAT,
        seed=seed,
        players=options.experts,
        level=options.level,
        footprint=level.footprint if options.footprint == "level" else options.footprint,
        start=start,
        category=level.start_category,
        profile=options.profile,
        populations=populations(content, seed, options.profile),
        roles=tuple(drawn_roles(content, seed, options.experts)),
        storm=tuple(_recorded(content, number, turn) for number, turn in enumerate(storm, 1)),
        resources=tuple(resources),
        hands=deal(content, resources, options.experts),
    )


def _recorded(content: StormfuryContent, number: int, turn: StormTurn) -> RecordedTurn:
    """Write a turn of a storm down."""
    return RecordedTurn(
        turn=number,
        deck=turn.deck,
        forecast=tuple(content.cards[card].id for card in turn.forecast),
        flip=tuple(content.cards[card].id for card in turn.flips),
        center=content.board.hexes[turn.centre],
        category=turn.category,
        skipped_steps=turn.skipped,
    )


def recorded_storm(content: StormfuryContent, deal: StormDeal) -> list[StormTurn]:
    """Return the storm that a legal scenario writes down."""
    centre, category = content.board.starts[deal.start], deal.category
    turns = []
    for turn in deal.storm:
        flips = tuple(content.card_number[card] for card in turn.flip)
        deck = deck_under(content, centre)
        gust = blow(content, centre, category, flips, swath=deal.swath(content))
        forecast = tuple(content.card_number[card] for card in turn.forecast)
        turns.append(StormTurn(deck, forecast, flips, *gust))
        centre, category = gust.centre, gust.category
    return turns


def storm_track(content: StormfuryContent, deal: StormDeal) -> list[TrackTurn]:
    """Describe a scenario's storm turn by turn for drawing."""
    return track(content, content.board.starts[deal.start], deal.category, recorded_storm(content, deal))


def new_game(content: StormfuryContent, deal: StormDeal, resources: Sequence[str] | None = None) -> Game:
    """Set a legal scenario up, perhaps with another resource deck."""
    return set_up(
        content,
        start=content.board.starts[deal.start],
        category=deal.category,
        people=deal.people(content),
        roles=deal.roles,
        resources=deal.resources if resources is None else resources,
        storm=recorded_storm(content, deal),
        swath=deal.swath(content),
    )


@enforces("setup.storm", "setup.people", "setup.hands", "setup.order", "components.supply")
def set_up(
    content: StormfuryContent,
    *,
    start: int,
    category: int,
    people: Sequence[int],
    roles: Sequence[str],
    resources: Sequence[str],
    storm: Sequence[StormTurn] | None,
    swath: bool = False,
) -> Game:
    """Lay everything out: storm, people, hands and deck; the experts are still to be placed."""
    hands = deal(content, resources, len(roles))
    table = Table(
        experts=[Expert(role, None, list(hand)) for role, hand in zip(roles, hands, strict=True)],
        centre=start,
        category=category,
        populations=list(people),
        forts=[0] * len(content.board.spaces),
        deck=list(resources[sum(map(len, hands)) :][::-1]),
        fort_supply=content.rules.chits.fortification,
        dam_supply=content.rules.chits.dam,
    )
    return Game(content, table, storm, swath=swath)
