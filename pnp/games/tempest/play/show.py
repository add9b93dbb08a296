"""A day on the terminal: the map, the people, the powers and the cards that are still to come."""

from collections.abc import Iterator

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import SUITS
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, WITH
from pnp.play.text import legend

_CELL = 5
_SIGNS = {"hearts": "♥", "spades": "♠", "diamonds": "♦", "clubs": "♣"}
_LEGEND = "@ you   * Safe Haven or End   # obstacle   1 2 3 storm level   ! beast   ? coordinate set aside"


def show(content: TempestContent, state: DayState | CampaignState, _eyes: int | None = None) -> str:
    """Return the day in play as text; there is nothing on it that the player may not see."""
    day = state.day if isinstance(state, CampaignState) else state
    return "\n".join([*_head(day), "", *_map(day), "", *_people(day), *_powers(day), *_cards(day), _LEGEND])


def _head(day: DayState) -> Iterator[str]:
    number = min(day.round, day.stage.rounds)
    title = "Final day" if day.stage.has_target else f"Day {day.title}"
    yield f"{title}, round {number} of {day.stage.rounds}: {day.waiting_for}"
    if day.phase not in ("deck", "over"):
        x, y = day.stage.board.xy[day.turn.at]
        action = day.stage.content.storm[day.turn.rank]
        line = f"Storm {_SIGNS[day.turn.suit]}{card_name(day.turn.rank)} {action.name} at {x},{y}"
        if day.phase == "move":
            line += f"; movement card {card_name(day.turn.card)}, {max(day.left, 0)} left"
        yield line


def _map(day: DayState) -> Iterator[str]:
    size = day.stage.board.size
    yield " ♠\\♥ " + "".join(f"{x:^{_CELL}}" for x in range(1, size + 1)).rstrip()
    for y in range(size):
        cells = "".join(f"{_square(day, y * size + x):^{_CELL}}" for x in range(size))
        yield f"{y + 1:>3}  {cells}".rstrip()


def _square(day: DayState, square: int) -> str:
    """Return what is on a square: signs and letters first, then its storm level."""
    position, stage = day.position, day.stage
    level = position.grid[square]
    if level == WALL:
        return "#@" if position.player == square else "####"
    signs = "*" if square == stage.haven else ""
    signs += "@" if square == position.player else ""
    for label, place in zip(stage.labels, position.places, strict=True):
        if place == square or (place == WITH and square == position.player):
            signs += label
    signs += "!" if square == position.beast and position.beast != NOWHERE else ""
    signs += "?" if square == position.aside and position.aside != NOWHERE else ""
    return signs + (str(level) if level else "") or "."


def _people(day: DayState) -> Iterator[str]:
    start = day.stage.content.switches.health
    for citizen in day.view(0).citizens:
        points = citizen.health
        hearts = "♥" * points + "♡" * max(0, start - points)
        where: str = "with you" if citizen.status == "with" else citizen.status
        if citizen.status == "map" and citizen.at is not None:
            where = "at {},{}".format(*citizen.at)
        yield f"{citizen.letter} {citizen.name:<14} {hearts:<6} {where}"


def _powers(day: DayState) -> Iterator[str]:
    held = [power.of + ("" if power.left is None else f" ({power.left} left)") for power in day.view(0).powers]
    if held:
        yield f"Powers: {', '.join(held)}"


def _cards(day: DayState) -> Iterator[str]:
    unseen = day.view(0).unseen
    to_come = zip(SUITS, (unseen.hearts, unseen.spades, unseen.diamonds, unseen.clubs), strict=True)
    yield from legend(
        (f"{_SIGNS[suit]} {' '.join(map(card_name, cards)) or '–'}" for suit, cards in to_come), "To come: "
    )
