"""The storm's turn, apart from what people do: decks, moves, categories, footprints, and a whole track.

A storm never depends on the experts, so a seed fixes it from the first forecast to the end.
Engine, generator, checks and bots all move the storm through `blow`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from pnp.games.stormfury.content.compiled import GAME, StormfuryContent
from pnp.games.stormfury.content.files import DeckName
from pnp.games.stormfury.content.hexes import Hex
from pnp.play.seeds import stream
from pnp.play.state import enforces


class StormTurn(NamedTuple):
    """One turn of a storm, cards and hexes by number."""

    deck: DeckName
    forecast: tuple[int, ...]
    flips: tuple[int, ...]
    centre: int
    category: int
    skipped: int
    struck: int
    """The targets under the storm in the damage step."""


class Blow(NamedTuple):
    """What flipped cards do to a storm: where it ends, how strong, and what it covers."""

    centre: int
    category: int
    skipped: int
    struck: int


class Loss(Struct, frozen=True):
    """Damage by source."""

    infrastructure: int
    people: int
    roads: int

    @property
    def total(self) -> int:
        """Return the damage from all sources."""
        return self.infrastructure + self.people + self.roads


@enforces("forecast.deck", "board.coast")
def deck_under(content: StormfuryContent, centre: int) -> DeckName:
    """Name the deck for a turn that starts with the storm's centre on that hex."""
    return "ocean" if content.board.ocean[centre] else "land"


@enforces("hurricane.move", "hurricane.edge", "hurricane.category", "hurricane.marks", "hurricane.area")
def blow(content: StormfuryContent, centre: int, category: int, flips: Sequence[int], *, swath: bool = False) -> Blow:
    """Move the storm by the flipped cards in order, change its category, and find what it covers."""
    moves, cards = content.moves, content.cards
    under = content.covers[category]
    skipped = change = on_the_way = 0
    for card in flips:
        move = moves[card]
        skipped += move.skipped[centre]
        centre = move.to[centre]
        change = change or cards[card].change
        on_the_way |= under[centre]
    new = min(category + change, content.top_category)
    if new == 0:
        return Blow(centre, new, skipped, 0)
    struck = content.covers[new if content.rules.switches.damage_under == "new" else category][centre]
    return Blow(centre, new, skipped, struck | on_the_way if swath else struck)


@enforces("scenario.storm", "forecast.shuffle", "forecast.deal", "hurricane.flip")
def deal_turn(
    content: StormfuryContent, seed: int, turn: int, centre: int, category: int
) -> tuple[DeckName, tuple[int, ...], tuple[int, ...]]:
    """Shuffle the whole deck for a turn: the forecast, and the cards flipped from it, in order."""
    deck = deck_under(content, centre)
    draw = stream(GAME, seed, f"storm/{turn}")
    cards = draw.shuffled(content.decks[deck])
    forecast = cards[: content.storm.forecast_cards]
    flips = draw.shuffled(forecast)[: content.flips[category]]
    return deck, tuple(forecast), tuple(flips)


def storm_turns(
    content: StormfuryContent, seed: int, centre: int, category: int, *, swath: bool = False
) -> Iterator[StormTurn]:
    """Yield a seed's storm turn by turn until it is a tropical depression."""
    turn = 0
    while category > 0:
        turn += 1
        deck, forecast, flips = deal_turn(content, seed, turn, centre, category)
        centre, category, skipped, struck = blow(content, centre, category, flips, swath=swath)
        yield StormTurn(deck, forecast, flips, centre, category, skipped, struck)


def undefended(content: StormfuryContent, storm: Sequence[StormTurn], populations: Sequence[int]) -> list[Loss]:
    """Return each turn's damage when nobody acts."""
    board = content.board
    alive = (1 << (len(board.spaces) + len(board.roads))) - 1
    centres = [(1 << city.centre, people) for city, people in zip(board.cities, populations, strict=True)]
    all_centres = sum(bit for bit, _ in centres)
    all_spaces = (1 << len(board.spaces)) - 1
    losses = []
    for turn in storm:
        hit = turn.struck & alive
        alive ^= hit
        losses.append(
            Loss(
                (hit & all_spaces & ~all_centres).bit_count(),
                sum(people for bit, people in centres if hit & bit) if hit & all_centres else 0,
                (hit & ~all_spaces).bit_count(),
            )
        )
    return losses


def cities_hit(content: StormfuryContent, storm: Sequence[StormTurn]) -> list[int]:
    """Return the cities that lose a space when nobody acts."""
    struck = 0
    for turn in storm:
        struck |= turn.struck
    spaces = content.board.spaces
    return sorted({spaces[i].city for i in content.board.targets(struck) if i < len(spaces)})


def landfall(content: StormfuryContent, storm: Sequence[StormTurn]) -> int | None:
    """Return the first turn (from 1) that ends with the centre over land."""
    over_land = (n for n, turn in enumerate(storm, 1) if not content.board.ocean[turn.centre])
    return next(over_land, None)


class TrackTurn(Struct, frozen=True):
    """A turn of a storm, to be drawn."""

    turn: int
    deck: DeckName
    path: tuple[Hex, ...]
    """Its centre after every step, the hex where it began included."""
    skipped_after: tuple[int, ...]
    """Where on the path a step was lost at the edge."""
    category_before: int
    category: int
    radius: int
    footprint: tuple[Hex, ...]


def track(content: StormfuryContent, start: int, category: int, storm: Sequence[StormTurn]) -> list[TrackTurn]:
    """Describe a storm for drawing: each turn's centre after every step, category and footprint."""
    board = content.board
    drawn = []
    centre = start
    for number, turn in enumerate(storm, 1):
        path, skipped = [centre], []
        for card in turn.flips:
            for step in content.cards[card].steps:
                there = board.steps[step][path[-1]]
                if there < 0:
                    skipped.append(len(path) - 1)
                    if content.rules.switches.off_board_step == "end_card":
                        break
                else:
                    path.append(there)
        radius = content.radii[turn.category]
        drawn.append(
            TrackTurn(
                turn=number,
                deck=turn.deck,
                path=tuple(board.hexes[hex] for hex in path),
                skipped_after=tuple(skipped),
                category_before=category,
                category=turn.category,
                radius=radius,
                footprint=tuple(board.footprint(turn.centre, radius)) if turn.category else (),
            )
        )
        centre, category = turn.centre, turn.category
    return drawn
