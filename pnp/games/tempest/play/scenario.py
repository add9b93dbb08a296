"""Seeded scenarios: one seed is a whole campaign, its set-ups and the sealed order of its decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct, convert

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.content.files import FACES, SUITS
from pnp.games.tempest.content.powers import Power
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, Position, Stage
from pnp.games.tempest.play.setup import lay_out
from pnp.model import Strict
from pnp.play.deal import Certificate, Proof
from pnp.play.seeds import stream
from pnp.play.state import enforces

FORMAT = 1

FINAL = "final"
CAMPAIGN = "campaign"
FACE_ROLES = ("map", "target", "blessing", "beast")
TARGET_LABEL = "T"


class SheetNote(Struct, frozen=True):
    """What is known of one sheet."""

    day: str
    par: int
    rating: str
    exact: bool = False
    careless: int = 0
    rescued_share: float = 0.0
    won_share: float = 0.0
    games: int = 0

    @property
    def par_words(self) -> str:
        """Return par as it is printed."""
        return str(self.par) if self.exact else f"at least {self.par}"


class Rating(Struct, frozen=True, rename={"kind": "class"}):
    """The rating of all sheets together."""

    kind: str
    rescued_share: float = 0.0


class Witness(Struct, frozen=True):
    """The best play that was found; it may stop where nobody else can be saved."""

    actions: list[dict[str, Any]]
    won: bool = False


class CampaignCertificate(Certificate, frozen=True, kw_only=True):
    """What a scenario carries with it."""

    rating: Rating | None = None
    par: int | None = None
    sheets: list[SheetNote] = []
    witness: Witness | None = None


CERTIFICATE = CampaignCertificate


class Options(Strict):
    """What to generate from a seed."""

    day: Annotated[str, msgspec.Meta(description="The number of a day, 'final', or 'campaign' for all of them")] = (
        CAMPAIGN
    )
    powers: Annotated[
        list[str],
        msgspec.Meta(description="Citizens whose powers are at hand on a single day's sheet, by name"),
    ] = []
    variant: Annotated[
        str, msgspec.Meta(description="Id of the variant to play by; empty for the rules as they stand")
    ] = ""
    rating: Annotated[
        Literal["easy", "medium", "hard"] | None, msgspec.Meta(description="Take only sheets of this rating")
    ] = None


@enforces("setup.cards", "setup.play-decks")
def generate(content: TempestContent, seed: int, options: Options | None = None) -> dict[str, Any]:
    """Generate the set-up of a seed; the same seed gives the same deal for ever."""
    options = options or Options()
    content = content.varied(options.variant)
    _check_options(content, options)
    scenario: dict[str, Any] = {"game": GAME, "format": FORMAT, "seed": seed, "play": options.day}
    if content.variant:
        scenario["variant"] = content.variant
    days: list[dict[str, Any]] = []
    used: list[str] = []
    wanted = [str(day.id) for day in content.days] if options.day == CAMPAIGN else [options.day]
    for day in content.days:
        if options.day == FINAL or (options.day != CAMPAIGN and day.id > int(options.day)):
            break
        ranks = list(range(1, day.ranks + 1))
        piles = {suit: stream(GAME, seed, f"day{day.id}/{suit}").shuffled(ranks) for suit in SUITS}
        entry = lay_out(content, day, piles, used)
        entry["decks"] = _play_decks(seed, f"day{day.id}", day.ranks)
        if str(day.id) in wanted:
            days.append(entry)
            if options.day != CAMPAIGN and used:
                scenario["earlier"] = list(used)
        used += [citizen["name"] for citizen in entry["citizens"]]
    if options.powers:
        scenario["powers"] = list(options.powers)
    if days:
        scenario["days"] = days
    if options.day in (FINAL, CAMPAIGN):
        scenario["final"] = _final(content, seed)
    return scenario


def _check_options(content: TempestContent, options: Options) -> None:
    """Refuse options that name nothing."""
    known = [*(str(day.id) for day in content.days), FINAL, CAMPAIGN]
    if options.day not in known:
        raise ValueError(f"there is no day {options.day!r}; known: {', '.join(known)}")
    for name in options.powers:
        if content.citizen_named(name) is None:
            raise ValueError(f"there is no citizen called {name!r}")
    if options.powers and options.day == CAMPAIGN:
        raise ValueError("a campaign earns its powers by itself; give powers to a single day only")


def _play_decks(seed: int, name: str, ranks: int) -> dict[str, list[int]]:
    """Shuffle the four play decks of a day."""
    cards = list(range(1, ranks + 1))
    return {suit: stream(GAME, seed, f"{name}/play/{suit}").shuffled(cards) for suit in SUITS}


@enforces("final.faces")
def _final(content: TempestContent, seed: int) -> dict[str, Any]:
    """Draw the four face cards and the decks of the final day."""
    faces = [face for face in FACES for _ in range(content.final.copies)]
    drawn = stream(GAME, seed, f"{FINAL}/faces").shuffled(faces)
    return {
        **dict(zip(FACE_ROLES, drawn[: len(FACE_ROLES)], strict=True)),
        "decks": _play_decks(seed, FINAL, content.final.ranks),
    }


def new_game(content: TempestContent, scenario: Mapping[str, Any]) -> DayState | CampaignState:
    """Open a valid scenario for play: a single day, or the campaign."""
    content = content.varied(scenario.get("variant", ""))
    openings: list[Callable[[Mapping[str, int]], DayState]] = []
    for entry in scenario.get("days", []):
        openings.append(partial(open_day, content, entry))
    if "final" in scenario:
        openings.append(partial(open_final, content, scenario["final"]))
    if scenario.get("play", CAMPAIGN) != CAMPAIGN:
        return openings[0](dict.fromkeys(scenario.get("powers", []), 0))
    return CampaignState(openings)


@enforces("powers.when")
def working_powers(content: TempestContent, rescued: Mapping[str, int], today: int) -> list[tuple[str, Power]]:
    """Return the powers of those who were rescued long enough ago; names that are no citizen lend none."""
    wait = content.switches.powers_after_days
    powers: list[tuple[str, Power]] = []
    for name, day in rescued.items():
        citizen = content.citizen_named(name)
        if citizen is not None and (day == 0 or day + wait <= today):
            powers.append((name, citizen.power))
    return powers


@enforces("setup.health", "setup.map")
def open_day(content: TempestContent, entry: Mapping[str, Any], rescued: Mapping[str, int]) -> DayState:
    """Open one of the storm's days; `rescued` says whom and on which day (0: long ago)."""
    ground = board(entry["size"])
    grid = bytearray(ground.squares)
    for obstacle in entry["obstacles"]:
        for x, y in obstacle["cells"]:
            grid[ground.at(x, y)] = WALL
    citizens = entry["citizens"]
    stage = Stage(
        content,
        size=entry["size"],
        rounds=len(entry["decks"]["hearts"]),
        haven=ground.at(*entry["haven"]),
        labels=[citizen["letter"] for citizen in citizens],
        names=[citizen["name"] for citizen in citizens],
        powers=working_powers(content, rescued, entry["day"]),
        needed=content.day(entry["day"]).rescues,
    )
    position = Position(
        grid=bytes(grid),
        player=stage.haven,
        places=tuple(ground.at(*citizen["at"]) for citizen in citizens),
        health=tuple(citizen.get("health", content.switches.health) for citizen in citizens),
        uses=stage.full_uses,
    )
    return DayState(stage, position, entry["decks"], title=str(entry["day"]))


@enforces("final.map", "final.end-square", "final.target", "final.powers", "final.faces")
def open_final(content: TempestContent, entry: Mapping[str, Any], rescued: Mapping[str, int]) -> DayState:
    """Open the final day by its four face cards."""
    rows = content.maps[entry["map"]].drawn
    target = content.targets[entry["target"]]
    blessing = content.blessings[entry["blessing"]]
    grid = bytes(WALL if mark == "#" else 0 for row in rows for mark in row)
    marks = "".join(rows)
    stage = Stage(
        content,
        size=content.final.size,
        rounds=len(entry["decks"]["hearts"]),
        haven=marks.index("E"),
        labels=[TARGET_LABEL],
        names=[target.name],
        powers=[
            *working_powers(content, rescued, len(content.days) + 1),
            (blessing.name, blessing.power),
        ],
        target=(target.name, target.power),
        beast=content.beasts[entry["beast"]],
    )
    position = Position(
        grid=grid,
        player=marks.index("S"),
        places=(marks.index("T"),),
        health=(target.health,),
        uses=stage.full_uses,
        aside=NOWHERE,
        beast=marks.index("B"),
    )
    return DayState(stage, position, entry["decks"], title=FINAL)


def replay(state: DayState | CampaignState, actions: Sequence[Mapping[str, Any]]) -> DayState | CampaignState:
    """Apply recorded choices to a state; Illegal when one breaks a rule."""
    for action in actions:
        state.apply(action)
    return state


def certify(
    content: TempestContent, scenario: Mapping[str, Any], options: Options | None = None
) -> CampaignCertificate:
    """Prove and rate a valid scenario: par and rating of each sheet, and the best play that was found."""
    from pnp.games.tempest.play.certificate import certificate

    return convert(certificate(content, scenario), CampaignCertificate)


def proof(certificate: CampaignCertificate) -> Proof | None:
    """Return the recorded game that a certificate carries."""
    return None if certificate.witness is None else Proof(certificate.witness.actions, certificate.witness.won)


def unsuited(content: TempestContent, certificate: CampaignCertificate, options: Options) -> str | None:
    """Say why a certified scenario is not what was wished for."""
    found = None if certificate.rating is None else certificate.rating.kind
    return None if options.rating in (None, found) else f"rating {found}"
