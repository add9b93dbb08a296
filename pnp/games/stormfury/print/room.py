"""What the game draws by code."""

from pnp.games.stormfury.print.components import COMPONENTS
from pnp.games.stormfury.print.drawings import balance_figures, drawings
from pnp.games.stormfury.print.pages import scenario_printables
from pnp.play.game import PrintRoom

ROOM = PrintRoom(
    drawings=drawings,
    components=COMPONENTS,
    scenario=scenario_printables,
    balance=balance_figures,
)
