"""What the game draws by code."""

from pnp.games.terrain.print.drawings import drawings
from pnp.games.terrain.print.pages import scenario_printables
from pnp.play.game import PrintRoom

ROOM = PrintRoom(
    drawings=drawings,
    scenario=scenario_printables,
)
