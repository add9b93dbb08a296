"""Components that YAML cannot express: the play areas in two layouts, and the reference sheet."""

from collections.abc import Callable

from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable
from pnp.games.horde.print.playarea import play_area
from pnp.games.horde.print.reference import reference_sheet
from pnp.load.game import GameContent

Maker = Callable[[GameContent, Painter, Canvas], Printable | None]


def _area(name: str, seat: int) -> Maker:
    return lambda content, painter, canvas: play_area(content, painter, canvas, name, seat)


COMPONENTS: dict[str, Maker] = {
    "area-compact": _area("compact", 0),
    "area-poker": _area("poker", 0),
    "reference": reference_sheet,
    "area-compact-right": _area("compact", 1),
    "area-poker-right": _area("poker", 1),
}
