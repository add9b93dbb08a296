"""The phases of a turn: every step that the rules carry out without asking a player."""

from pnp.games.horde.play.phases.counterwind import face_wind, wind_on
from pnp.games.horde.play.phases.horde import end_of_power, entries, free_moves, looked_at, moves_of
from pnp.games.horde.play.phases.meeting import doubles_in_aval, strike
from pnp.games.horde.play.phases.steps import STEPS, mourn, run, then
from pnp.games.horde.play.phases.turn import complies
from pnp.games.horde.play.phases.winds import fill_breeze, fill_encounter, turn_up_card

__all__ = [
    "STEPS",
    "complies",
    "doubles_in_aval",
    "end_of_power",
    "entries",
    "face_wind",
    "fill_breeze",
    "fill_encounter",
    "free_moves",
    "looked_at",
    "mourn",
    "moves_of",
    "run",
    "strike",
    "then",
    "turn_up_card",
    "wind_on",
]
