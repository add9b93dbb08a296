"""Why a choice is refused: every error code and the rule clause behind it."""

from collections.abc import Mapping
from typing import Literal, NoReturn

from pnp.play.state import Illegal

Reason = Literal[
    "already_dammed",
    "bad_flip",
    "bad_forecast",
    "bad_payment",
    "bad_reshuffle",
    "bad_targets",
    "dam_flooded",
    "dam_out_of_reach",
    "drawn_unseen",
    "hand_limit",
    "missing_cards",
    "mode_locked",
    "needs_evacuate_card",
    "no_chits",
    "no_moves_left",
    "no_stand_in_left",
    "not_a_road_end",
    "not_adjacent",
    "not_enough_population",
    "not_in_pile",
    "not_just_drawn",
    "not_relief_corps",
    "not_same_city",
    "own_pile",
    "road_flooded",
    "space_lost",
    "unequal_trade",
    "unknown_card",
    "unknown_place",
    "wrong_city",
]

CLAUSE_OF: Mapping[Reason, str] = {
    "unknown_place": "board.cities",
    "unknown_card": "turn.pay",
    "drawn_unseen": "turn.draw",
    "not_adjacent": "turn.move",
    "road_flooded": "turn.move",
    "no_moves_left": "turn.move",
    "mode_locked": "turn.play-or-draw",
    "bad_payment": "turn.pay",
    "missing_cards": "turn.pay",
    "no_stand_in_left": "roles.architect",
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

_CODE: Mapping[Reason, str] = {
    "unknown_place": "unknown",
    "unknown_card": "unknown",
    "drawn_unseen": "unknown",
    "dam_out_of_reach": "wrong_city",
    "dam_flooded": "road_flooded",
    "no_stand_in_left": "bad_payment",
}
"""Reasons that share a code with another reason but break a different clause."""


def refuse(reason: Reason, message: str) -> NoReturn:
    """Refuse a choice."""
    raise Illegal(_CODE.get(reason, reason), CLAUSE_OF[reason], message)
