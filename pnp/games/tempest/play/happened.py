"""What a round of a day did, for whoever tells of it: the rulebook's example and the solutions of scenarios."""

from collections.abc import Sequence

from pnp.games.tempest.content.areas import effect_cells
from pnp.games.tempest.content.effects import OverArea
from pnp.games.tempest.content.files import StormAction
from pnp.games.tempest.play.choices import Square
from pnp.games.tempest.play.engine import DayState


def struck_squares(
    day: DayState, action: StormAction, places: Sequence[int], player: int, round_number: int
) -> tuple[Square, ...]:
    """Return the squares that a storm action fell on, laid at each of its places; none when it is the whole map."""
    stage = day.stage
    xy, size = stage.board.xy, stage.board.size
    cells = [
        cell
        for at in places
        for effect in action.effects
        if isinstance(effect, OverArea) and effect.area != "map"
        for cell in effect_cells(effect, size, xy[at], xy[stage.haven], player=xy[player], round_number=round_number)
    ]
    return tuple(dict.fromkeys(cells))


def health_lost(day: DayState, since: int) -> dict[str, int]:
    """Return the health points that everybody lost since an entry of the day's log, by letter."""
    lost: dict[str, int] = {}
    for _, who, points in day.damage[since:]:
        label = day.stage.labels[who]
        lost[label] = lost.get(label, 0) + points
    return lost
