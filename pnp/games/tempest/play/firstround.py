"""The first round of the worked example, told choice by choice: what the engine says that each costs and leaves."""

from collections.abc import Mapping
from typing import Any

from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.tables import SUIT_LOOKS, card_name
from pnp.games.tempest.play.choices import Abandon, Choices, Force, PickUp, Step
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.example import opened, opening
from pnp.games.tempest.play.state import STORM_DECKS
from pnp.games.tempest.play.story import health_lost
from pnp.play.choices import read_choice

_ICONS = {suit: icon for suit, icon, _ in SUIT_LOOKS}


def first_round(content: TempestContent) -> dict[str, Any]:
    """Return the round as a table for the rulebook: the storm, the movement card, and every choice of the turn."""
    state, names = opened(content), {citizen.letter: citizen.name for citizen in opening(content).citizens}
    storm, *turn = (read_choice(Choices, action) for action in content.example.rounds[0].actions)
    state.apply(storm)
    drawn = state.turn
    action, (x, y) = content.storm[drawn.rank], state.stage.board.xy[drawn.at]
    told = {
        "icon": _ICONS[drawn.suit],
        "card": card_name(drawn.rank),
        "action": action.name,
        "text": action.said(content.words),
        "x": x,
        "y": y,
        "hurt": _hurt(state, names, 0),
        "other_icon": _ICONS[next(suit for suit in STORM_DECKS if suit != drawn.suit)],
        "other_card": card_name(drawn.card),
        "movement": drawn.movement,
    }
    return {**told, "moves": [_move(state, names, choice) for choice in turn[:-1]]}


def _move(state: DayState, names: Mapping[str, str], choice: Any) -> dict[str, Any]:
    """Carry out a choice; return what it was, where it led, and what is left of the movement."""
    told: dict[str, Any] = {"do": str(choice.__struct_config__.tag)}
    logged = len(state.damage)
    if isinstance(choice, Step | Force):
        square = state.stage.board.towards[state.position.player][choice.to]
        told |= {"to": choice.to, "level": state.position.grid[square], "cost": state.cost(square)}
        told["x"], told["y"] = state.stage.board.xy[square]
    elif isinstance(choice, PickUp | Abandon):
        told |= {"letter": choice.citizen, "name": names[choice.citizen]}
    state.apply(choice)
    return {**told, "left": state.left, "hurt": _hurt(state, names, logged)}


def _hurt(state: DayState, names: Mapping[str, str], since: int) -> list[dict[str, Any]]:
    """Return who has lost health since an entry of the day's log, and how much each has left."""
    health = dict(zip(state.stage.labels, state.position.health, strict=True))
    return [
        {"letter": letter, "name": names[letter], "points": points, "left": health[letter]}
        for letter, points in health_lost(state, since).items()
    ]
