"""Components that YAML cannot express: the pages drawn on graph paper."""

from collections.abc import Callable

from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable
from pnp.games.tempest.print.blanks import blank_days, campaign_sheet, final_maps, variant_maps
from pnp.load.game import GameContent

Maker = Callable[[GameContent, Painter, Canvas], Printable]

COMPONENTS: dict[str, Maker] = {
    "day-sheets": blank_days,
    "final-maps": final_maps,
    "variant-maps": variant_maps,
    "campaign-sheet": campaign_sheet,
}
