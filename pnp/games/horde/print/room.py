"""What the game draws by code."""

from pnp.games.horde.print.components import COMPONENTS
from pnp.games.horde.print.drawings import drawings
from pnp.games.horde.print.pages import scenario_printables
from pnp.play.game import PrintRoom

ROOM = PrintRoom(
    drawings=drawings,
    components=COMPONENTS,
    scenario=scenario_printables,
)
