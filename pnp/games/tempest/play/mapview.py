"""What a map shows: a MapView says what stands where, as squares (x, y) from 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.games.tempest.content.files import FinalMap
from pnp.games.tempest.play.choices import Square
from pnp.games.tempest.play.deal import DayEntry
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import NOWHERE, WALL, WITH


class MapView(NamedTuple):
    """What a map shows."""

    size: int
    walls: tuple[Square, ...] = ()
    crosses: tuple[Square, ...] = ()
    """Squares whose coordinate was drawn for an obstacle; only those that are walls get their x."""
    haven: Square | None = None
    final: bool = False
    """On the final day the home square is marked E instead of the star."""
    start: Square | None = None
    people: tuple[tuple[str, Square], ...] = ()
    player: Square | None = None
    party: tuple[str, ...] = ()
    """Letters of those who are with the player."""
    beast: Square | None = None
    beast_icon: str = ""
    """Empty for the letter B."""
    levels: Mapping[Square, int] = {}
    struck: tuple[Square, ...] = ()
    """Squares on which a storm action falls."""
    at: Square | None = None
    """The coordinate that was drawn."""
    path: tuple[Square, ...] = ()
    """The player's way, from the square where it began."""
    ranks: int = 0
    """Coordinates beyond this are never named by a card; 0: all are."""

    def squares(self) -> list[Square]:
        """Return the squares on which somebody may stand."""
        numbers = range(1, self.size + 1)
        return [(x, y) for y in numbers for x in numbers if (x, y) not in self.walls]


def view_of(state: DayState, **more: Any) -> MapView:
    """Return the map of a day in progress; keywords replace parts of it."""
    stage, position = state.stage, state.position
    xy = stage.board.xy
    people = tuple(
        (label, xy[place]) for label, place in zip(stage.labels, position.places, strict=True) if place > WITH
    )
    party = tuple(label for label, place in zip(stage.labels, position.places, strict=True) if place == WITH)
    view = MapView(
        size=stage.board.size,
        walls=tuple(xy[square] for square, level in enumerate(position.grid) if level == WALL),
        haven=xy[stage.haven],
        final=stage.has_target,
        people=people,
        player=xy[position.player],
        party=party,
        beast=None if position.beast == NOWHERE else xy[position.beast],
        beast_icon=stage.beast.icon if stage.beast else "",
        levels={xy[square]: level for square, level in enumerate(position.grid) if 0 < level < WALL},
        ranks=stage.rounds,
    )
    return view._replace(**more)


def view_of_day(entry: DayEntry) -> MapView:
    """Return the map of a day's set-up as it stands in a deal."""
    cells = sorted({cell for obstacle in entry.obstacles for cell in obstacle.cells})
    return MapView(
        size=entry.size,
        walls=tuple(cells),
        crosses=tuple(obstacle.at for obstacle in entry.obstacles),
        haven=entry.haven,
        people=tuple((citizen.letter, citizen.at) for citizen in entry.citizens),
        ranks=len(entry.decks.hearts),
    )


def view_of_final(drawn: FinalMap, ranks: int, beast_icon: str = "") -> MapView:
    """Return a printed map of the final day."""
    marks = [(mark, (x, y)) for y, row in enumerate(drawn.drawn, 1) for x, mark in enumerate(row, 1)]
    where = {mark: square for mark, square in marks if mark in "SETB"}
    return MapView(
        size=len(drawn.drawn),
        walls=tuple(square for mark, square in marks if mark == "#"),
        haven=where.get("E"),
        final=True,
        start=where.get("S"),
        people=(("T", where["T"]),) if "T" in where else (),
        beast=where.get("B"),
        beast_icon=beast_icon,
        ranks=ranks,
    )
