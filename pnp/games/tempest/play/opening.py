"""Opening a deal for play: a single day, the final day, or the campaign, with the powers that work on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.powers import Power
from pnp.games.tempest.play.campaign import CampaignState, Opening
from pnp.games.tempest.play.choices import Choices
from pnp.games.tempest.play.deal import FINAL, TARGET_LABEL, DayEntry, FinalEntry, TempestDeal
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, Position, Stage
from pnp.play.state import enforces


def new_game(content: TempestContent, deal: TempestDeal) -> DayState | CampaignState:
    """Open a valid deal for play: a single day, or the campaign."""
    days = openings(content.varied(deal.variant), deal)
    return CampaignState(days) if deal.campaign else days[0](dict.fromkeys(deal.powers, 0))


def openings(content: TempestContent, deal: TempestDeal) -> list[Opening]:
    """Return what opens each of the days, by whom was rescued on which day before."""
    found: list[Opening] = [partial(open_day, content, entry) for entry in deal.days]
    return found if deal.final is None else [*found, partial(open_final, content, deal.final)]


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
def open_day(content: TempestContent, entry: DayEntry, rescued: Mapping[str, int]) -> DayState:
    """Open one of the storm's days; `rescued` says whom and on which day (0: long ago)."""
    ground = board(entry.size)
    grid = bytearray(ground.squares)
    for obstacle in entry.obstacles:
        for cell in obstacle.cells:
            grid[ground.at(*cell)] = WALL
    citizens = entry.citizens
    stage = Stage(
        content,
        size=entry.size,
        rounds=len(entry.decks.hearts),
        haven=ground.at(*entry.haven),
        labels=[citizen.letter for citizen in citizens],
        names=[citizen.name for citizen in citizens],
        powers=working_powers(content, rescued, entry.day),
        needed=content.day(entry.day).rescues,
    )
    position = Position(
        grid=bytes(grid),
        player=stage.haven,
        places=tuple(ground.at(*citizen.at) for citizen in citizens),
        health=tuple(content.switches.health if citizen.health is None else citizen.health for citizen in citizens),
        uses=stage.full_uses,
    )
    return DayState(stage, position, entry.decks.suits, title=str(entry.day))


@enforces("final.map", "final.end-square", "final.target", "final.powers", "final.faces")
def open_final(content: TempestContent, entry: FinalEntry, rescued: Mapping[str, int]) -> DayState:
    """Open the final day by its four face cards."""
    rows = content.maps[entry.map].drawn
    target = content.targets[entry.target]
    blessing = content.blessings[entry.blessing]
    grid = bytes(WALL if mark == "#" else 0 for row in rows for mark in row)
    marks = "".join(rows)
    stage = Stage(
        content,
        size=content.final.size,
        rounds=len(entry.decks.hearts),
        haven=marks.index("E"),
        labels=[TARGET_LABEL],
        names=[target.name],
        powers=[
            *working_powers(content, rescued, len(content.days) + 1),
            (blessing.name, blessing.power),
        ],
        target=(target.name, target.power),
        beast=content.beasts[entry.beast],
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
    return DayState(stage, position, entry.decks.suits, title=FINAL)


def replay(state: DayState | CampaignState, actions: Sequence[Choices]) -> DayState | CampaignState:
    """Apply recorded choices to a state; Illegal when one breaks a rule."""
    for action in actions:
        state.apply(action)
    return state
