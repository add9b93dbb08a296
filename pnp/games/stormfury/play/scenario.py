"""Scenarios: a seed fixes the whole storm, the people, the experts and the resource deck's first pass."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, convert

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.play.engine import Game
from pnp.games.stormfury.play.state import Expert, Table
from pnp.games.stormfury.play.storm import StormTurn, blow, deck_under, storm_turns, track
from pnp.model import Strict
from pnp.play.deal import Certificate, Proof
from pnp.play.seeds import stream
from pnp.play.state import enforces

FORMAT = 1

LevelName = Literal["easy", "normal", "hard"]
ClassName = Literal["mild", "standard", "severe"]
Footprint = Literal["final", "swath"]


class Rating(Strict, rename={"kind": "class"}):
    """What the storm does to a coast that nobody prepares, and to one that bots prepare."""

    undefended: int
    bot_median: float
    kind: ClassName | None = None
    bot_min: float = 0
    bot_max: float = 0
    saved: float = 0
    games: int = 0


class Witness(Strict):
    """A recorded game of the simulated team."""

    damage: int
    actions: list[dict[str, Any]]


class StormCertificate(Certificate, frozen=True, kw_only=True):
    """What a scenario carries with it."""

    rating: Rating | None = None
    par: float | None = None
    witness: Witness | None = None


CERTIFICATE = StormCertificate


class Options(Strict):
    """Options of a scenario."""

    experts: Annotated[int, Meta(description="size of the team", ge=1)] = 4
    level: Annotated[LevelName, Meta(description="level of difficulty")] = "normal"
    footprint: Annotated[
        Literal["level", "final", "swath"],
        Meta(description="where the storm does damage: as the level says, where it stops, or on its way too"),
    ] = "level"
    profile: Annotated[
        Literal["even", "census"], Meta(description="people: the same everywhere, or large and small cities")
    ] = "even"
    start: Annotated[
        str | None, Meta(description="letter of the storm's start hex; drawn by the seed when left out")
    ] = None
    rating: Annotated[
        ClassName | None, Meta(description="class of storm wanted; seeds of another class are passed over")
    ] = None


class TurnRecord(msgspec.Struct, frozen=True):
    """One turn of a scenario's storm, as written in its file."""

    turn: int
    deck: str
    forecast: list[str]
    flip: list[str]
    center: tuple[int, int]
    category: int
    skipped_steps: int


class ScenarioRecord(msgspec.Struct, frozen=True):
    """A scenario file; keys not named here (rating, seals) are left to others."""

    game: str
    format: int
    seed: int
    players: int
    start: str
    category: int
    profile: Literal["even", "census"]
    populations: dict[str, int]
    roles: list[str]
    storm: list[TurnRecord]
    resources: list[str]
    hands: list[list[str]]
    level: LevelName = "normal"
    footprint: Footprint | None = None

    def swath(self, content: StormfuryContent) -> bool:
        """Tell whether the storm also does damage on its way."""
        return (self.footprint or content.level(self.level).footprint) == "swath"


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
def populations(content: StormfuryContent, seed: int, profile: str) -> dict[str, int]:
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
def deal(content: StormfuryContent, resources: Sequence[str], experts: int) -> list[list[str]]:
    """Deal the opening hands from the top of the resource deck, seat after seat."""
    size = content.rules.play.opening_hand
    return [list(resources[seat * size : (seat + 1) * size]) for seat in range(experts)]


def generate(content: StormfuryContent, seed: int, options: Options) -> dict[str, Any]:
    """Return the scenario of a seed; the wish for a rating is left to unsuited()."""
    level = content.level(options.level)
    footprint = level.footprint if options.footprint == "level" else options.footprint
    start = start_hex(content, seed, options.start)
    resources = stream(GAME, seed, "resources").shuffled(content.full_deck())
    storm = storm_turns(content, seed, content.board.starts[start], level.start_category)
    return {
        "game": GAME,
        "format": FORMAT,
        "seed": seed,
        "players": options.experts,
        "level": options.level,
        "footprint": footprint,
        "start": start,
        "category": level.start_category,
        "profile": options.profile,
        "populations": populations(content, seed, options.profile),
        "roles": drawn_roles(content, seed, options.experts),
        "storm": [_turn_record(content, number, turn) for number, turn in enumerate(storm, 1)],
        "resources": resources,
        "hands": deal(content, resources, options.experts),
    }


def _turn_record(content: StormfuryContent, number: int, turn: StormTurn) -> dict[str, Any]:
    """Write a turn of a storm as JSON values."""
    return {
        "turn": number,
        "deck": turn.deck,
        "forecast": [content.cards[card].id for card in turn.forecast],
        "flip": [content.cards[card].id for card in turn.flips],
        "center": list(content.board.hexes[turn.centre]),
        "category": turn.category,
        "skipped_steps": turn.skipped,
    }


def read(scenario: Mapping[str, Any]) -> ScenarioRecord:
    """Read a scenario mapping; raises msgspec.ValidationError when its shape is wrong."""
    return msgspec.convert(scenario, ScenarioRecord, strict=True)


def recorded_storm(content: StormfuryContent, record: ScenarioRecord) -> list[StormTurn]:
    """Return the storm that a legal scenario writes down."""
    centre, category = content.board.starts[record.start], record.category
    turns = []
    for turn in record.storm:
        flips = tuple(content.card_number[card] for card in turn.flip)
        deck = deck_under(content, centre)
        gust = blow(content, centre, category, flips, swath=record.swath(content))
        forecast = tuple(content.card_number[card] for card in turn.forecast)
        turns.append(StormTurn(deck, forecast, flips, *gust))
        centre, category = gust.centre, gust.category
    return turns


def storm_track(content: StormfuryContent, scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe a scenario's storm turn by turn for drawing."""
    record = read(scenario)
    start = content.board.starts[record.start]
    return track(content, start, record.category, recorded_storm(content, record))


def new_game(content: StormfuryContent, scenario: Mapping[str, Any]) -> Game:
    """Set a legal scenario up."""
    record = read(scenario)
    people = [record.populations[city.id] for city in content.board.cities]
    return set_up(
        content,
        start=content.board.starts[record.start],
        category=record.category,
        people=people,
        roles=record.roles,
        resources=record.resources,
        storm=recorded_storm(content, record),
        swath=record.swath(content),
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
        experts=[Expert(role, None, hand) for role, hand in zip(roles, hands, strict=True)],
        centre=start,
        category=category,
        populations=list(people),
        forts=[0] * len(content.board.spaces),
        deck=list(resources[sum(map(len, hands)) :][::-1]),
        fort_supply=content.rules.chits.fortification,
        dam_supply=content.rules.chits.dam,
    )
    return Game(content, table, storm, swath=swath)


def certify(content: StormfuryContent, scenario: Mapping[str, Any], options: Options) -> StormCertificate:
    """Return rating, par and a witness: a recorded bot game on exactly this scenario."""
    from pnp.games.stormfury.play.certificate import rating, witness

    record = read(scenario)
    figures = rating(content, record)
    shown = witness(content, record)
    found = {
        "rating": figures,
        "par": figures["bot_median"],
        "witness": {"damage": shown.damage, "actions": [dict(action) for action in shown.actions]},
    }
    return convert(found, StormCertificate)


def proof(certificate: StormCertificate) -> Proof | None:
    """Return the recorded game that a certificate carries."""
    return None if certificate.witness is None else Proof(certificate.witness.actions)


def unsuited(content: StormfuryContent, certificate: StormCertificate, options: Options) -> str | None:
    """Say why a certified scenario is not what was wished for: a storm of another class."""
    found = None if certificate.rating is None else certificate.rating.kind
    return None if options.rating in (None, found) else f"rating {found or 'off the scale'}"
