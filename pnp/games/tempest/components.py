"""Components that YAML cannot express: the pages drawn on graph paper."""

from collections.abc import Callable

from pnp.draw.faces import Painter
from pnp.draw.printable import Canvas, Printable
from pnp.load.game import GameContent

Maker = Callable[[GameContent, Painter, Canvas], Printable]

COMPONENTS: dict[str, Maker] = {}
