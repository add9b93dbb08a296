"""The balance report's heat map: how often each space and road of the coast was lost, on the map itself."""

from collections.abc import Mapping
from typing import Any

from pnp.draw.colours import mix
from pnp.draw.drawing import Drawing, Item, Path, Text, ellipse
from pnp.draw.faces import Painter
from pnp.draw.fonts import font
from pnp.games.stormfury.content.hexes import Hex
from pnp.games.stormfury.print.chart import Chart, map_size
from pnp.geometry import Size
from pnp.load.game import GameContent

_SIDE = 8.0
_COOLEST = "#fff2cc"


def heat_map(content: GameContent, painter: Painter, summary: Mapping[str, Any]) -> Drawing:
    """Return the coast with a disc on every space and road that was lost in any game; hotter and larger is oftener."""
    compiled = content.compiled
    chart = Chart(compiled, painter, _SIDE, 1.0, 1.0)
    items: list[Item] = [*chart.ground(), *chart.roads(), *chart.cities(), *chart.labels(), *chart.frame()]
    shares = _shares(content, summary)
    hottest = max(shares.values(), default=0.0)
    for hex, share in shares.items():
        if share > 0:
            items += _disc(chart, painter, hex, share, share / hottest)
    inner = map_size(compiled, _SIDE)
    return Drawing(Size(inner.w + 2, inner.h + 2), tuple(items))


def _shares(content: GameContent, summary: Mapping[str, Any]) -> dict[Hex, float]:
    """Return hex → share of games in which what lies there was lost."""
    board = content.compiled.board
    spaces, roads = summary.get("spaces_lost", {}), summary.get("roads_flooded", {})
    found = {space.hex: spaces[space.id]["rate"] for space in board.spaces if space.id in spaces}
    for road in board.roads:
        if road.id in roads:
            found[road.hexes[len(road.hexes) // 2]] = roads[road.id]["rate"]
    return found


def _disc(chart: Chart, painter: Painter, hex: Hex, share: float, heat: float) -> list[Item]:
    x, y = chart.at(hex)
    hot = painter.style.ink("danger")
    radius = _SIDE * (0.35 + 0.4 * heat)
    text, size = f"{share * 100:.0f}", 8.0
    left = x - font("sans-bold").width(text) * size / 2
    return [
        Path(ellipse(x, y, radius), fill=mix(_COOLEST, hot, heat), stroke=hot, width=0.3),
        Text(left, y + 1.0, text, "sans-bold", size, "#000000" if heat < 0.6 else "#ffffff"),
    ]
