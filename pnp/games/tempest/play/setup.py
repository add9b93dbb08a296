"""Setting up a day: from piles of cards to a map, as a player does it by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from pnp.games.tempest.content.areas import Board, board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import Day, Shape
from pnp.games.tempest.play.choices import Square
from pnp.games.tempest.play.deal import CitizenEntry, DayEntry, Decks, ObstacleEntry
from pnp.play.state import enforces


def letter(index: int) -> str:
    """Return the letter of a citizen: A for the first."""
    return chr(ord("A") + index)


@enforces("setup.clipping", "setup.shapes")
def shape_cells(shape: Shape, at: Square, size: int, features: Collection[Square]) -> list[Square]:
    """Return the squares a shape covers around its x: none off the map, none on a feature; sorted."""
    x, y = at
    cells = [(x + dx, y + dy) for dx, dy in shape.offsets]
    return sorted((cx, cy) for cx, cy in cells if 1 <= cx <= size and 1 <= cy <= size and (cx, cy) not in features)


@enforces("setup.open-path")
def cuts_off(ground: Board, haven: Square, citizens: Sequence[Square], walls: Collection[Square]) -> bool:
    """Return whether obstacles leave some citizen without a way to Safe Haven."""
    blocked = {ground.at(*wall) for wall in walls}
    reached = ground.reachable(ground.at(*haven), blocked)
    return any(ground.at(*citizen) not in reached for citizen in citizens)


@enforces("setup.haven", "setup.citizens", "setup.names", "setup.names-later", "setup.obstacles")
def lay_out(
    content: TempestContent, day: Day, piles: Mapping[str, Sequence[int]], used_names: Collection[str], decks: Decks
) -> DayEntry:
    """Set up a day from its four shuffled piles; the result is the day's entry in a deal, with its play decks."""
    pairs = list(zip(piles["hearts"], piles["spades"], strict=True))
    haven, citizens, crosses = pairs[0], pairs[1 : 1 + day.citizens], pairs[1 + day.citizens :]
    named = [
        content.citizens[rank]
        for rank in piles["diamonds"]
        if rank in content.citizens and content.citizens[rank].name not in used_names
    ]
    return DayEntry(
        day=day.id,
        size=day.size,
        haven=haven,
        citizens=tuple(
            CitizenEntry(letter=letter(i), name=citizen.name, rank=citizen.rank, at=at)
            for i, (at, citizen) in enumerate(zip(citizens, named, strict=False))
        ),
        obstacles=tuple(_place_obstacles(content, day, haven, citizens, crosses, piles["clubs"])),
        decks=decks,
    )


@enforces("setup.open-path", "setup.redraw", "setup.clubs-run-out")
def _place_obstacles(
    content: TempestContent,
    day: Day,
    haven: Square,
    citizens: Sequence[Square],
    crosses: Sequence[Square],
    clubs: Sequence[int],
) -> Iterator[ObstacleEntry]:
    """Yield the obstacles, placed one after the other; a club that cuts somebody off is replaced by the next."""
    ground = board(day.size)
    features = {haven, *citizens}
    walls: set[Square] = set()
    waiting = list(clubs)
    for at in crosses:
        rejected: list[int] = []
        club: int | None = None
        cells: list[Square] = []
        while waiting and club is None:
            drawn = waiting.pop(0)
            cells = shape_cells(content.shapes[drawn], at, day.size, features)
            if cuts_off(ground, haven, citizens, walls.union(cells)):
                rejected.append(drawn)
            else:
                club = drawn
        if club is None:
            cells = [] if cuts_off(ground, haven, citizens, {*walls, at}) else [at]
        walls.update(cells)
        yield ObstacleEntry(at=at, club=club, rejected=tuple(rejected), cells=tuple(cells))
