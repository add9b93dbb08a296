"""What the game draws by code."""

from pnp.games.knowledge.print.pages import scenario_printables
from pnp.play.game import PrintRoom

ROOM = PrintRoom(
    scenario=scenario_printables,
)
