"""Why an action is refused: every error code and the rule clause behind it."""

from collections.abc import Mapping
from typing import NoReturn

from pnp.play.state import Illegal

CLAUSE_OF: Mapping[str, str] = {
    "not_your_moment": "turn.order",
    "unknown": "turn.order",
    "not_adjacent": "turn.move",
    "road_flooded": "turn.move",
    "no_moves_left": "turn.move",
    "mode_locked": "turn.play-or-draw",
    "bad_payment": "turn.pay",
    "missing_cards": "turn.pay",
    "wrong_city": "turn.fortify",
    "bad_targets": "turn.fewer",
    "no_chits": "components.supply",
    "space_lost": "turn.fortify-where",
    "dam_out_of_reach": "turn.dam",
    "not_a_road_end": "turn.dam-ends",
    "already_dammed": "turn.dam-ends",
    "dam_flooded": "hurricane.single-dam",
    "not_enough_population": "turn.evacuate",
    "needs_evacuate_card": "turn.evacuate",
    "not_same_city": "turn.trade",
    "unequal_trade": "turn.trade",
    "hand_limit": "turn.end",
    "own_pile": "roles.relief",
    "not_in_pile": "roles.relief",
    "not_relief_corps": "roles.relief",
    "not_just_drawn": "roles.relief",
    "bad_reshuffle": "turn.reshuffle",
    "bad_forecast": "forecast.deal",
    "bad_flip": "hurricane.flip",
}
"""Reason → clause. A reason is also the error code, but for those in _CODE."""

_CODE = {"dam_out_of_reach": "wrong_city", "dam_flooded": "road_flooded"}
"""Reasons that share a code with another reason but break a different clause."""


def refuse(reason: str, message: str) -> NoReturn:
    """Refuse an action."""
    raise Illegal(_CODE.get(reason, reason), CLAUSE_OF[reason], message)
