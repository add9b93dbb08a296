"""What the game draws by code."""

from pnp.games.tempest.print.components import COMPONENTS
from pnp.games.tempest.print.drawings import drawings
from pnp.games.tempest.print.pages import scenario_printables
from pnp.play.game import PrintRoom

ROOM = PrintRoom(
    drawings=drawings,
    components=COMPONENTS,
    scenario=scenario_printables,
)
