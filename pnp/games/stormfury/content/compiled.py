"""Stormfury's content in the form that the engine plays with: everything by number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.games.stormfury.content.board import Board, RoadLine, compile_board
from pnp.games.stormfury.content.files import (
    DECK_NAMES,
    HOLD,
    DeckName,
    Files,
    Level,
    MapFile,
    MeasuresFile,
    ResourceCard,
    ResourceFile,
    Role,
    StormDeck,
    StormFile,
)
from pnp.games.stormfury.content.hexes import Hex

GAME = "stormfury"


class StormCard(NamedTuple):
    """One hurricane card."""

    id: str
    deck: DeckName
    steps: tuple[str, ...]
    change: int
    """What the card does to the category: +1, -1 or 0."""

    @property
    def end(self) -> Hex:
        """Return the green hex relative to the start hex."""
        end = Hex(0, 0)
        for step in self.steps:
            end = end.step(step)
        return end


Site = str | tuple[str, str]
"""The name of a place for a dam, as written in a choice: a city id, or road id and city id."""


class DamSite(NamedTuple):
    """A place for a dam chit: one end of a road or, by the switch, a whole city."""

    name: Site
    city: int
    roads: tuple[int, ...]


class CardMove(NamedTuple):
    """Where a hurricane card takes the storm from each hex, and how many steps the edge swallows."""

    to: tuple[int, ...]
    skipped: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class StormfuryContent:
    """Everything play needs, by number."""

    map: MapFile
    storm: StormFile
    resources: ResourceFile
    rules: MeasuresFile
    board: Board
    cards: tuple[StormCard, ...]
    card_number: dict[str, int]
    decks: dict[DeckName, tuple[int, ...]]
    """The numbers of each deck's cards, in id order."""
    moves: tuple[CardMove, ...]
    flips: tuple[int, ...]
    """Category (from 0: tropical depression) → cards flipped."""
    covers: tuple[tuple[int, ...], ...]
    """Category → for each hex the targets covered."""
    radii: tuple[int, ...]
    """Category → radius of its piece."""
    dam_sites: tuple[DamSite, ...]
    dam_site_number: dict[Site, int]
    road_sites: tuple[tuple[int, int], ...]
    """Road → the two dam sites that guard it."""
    card_rank: dict[str, int]
    """Resource card id → its place in deck order."""

    @property
    def resource_cards(self) -> Mapping[str, ResourceCard]:
        """Return the kinds of resource cards."""
        return self.resources.resource_cards

    @property
    def roles(self) -> Mapping[str, Role]:
        """Return the experts."""
        return self.resources.roles

    @property
    def top_category(self) -> int:
        """Return the strongest category."""
        return len(self.flips) - 1

    def level(self, name: str) -> Level:
        """Return a level of difficulty by name."""
        level: Level = getattr(self.rules.levels, name)
        return level

    def full_deck(self) -> list[str]:
        """Return the resource deck in its unshuffled order."""
        return [id for id, card in self.resource_cards.items() for _ in range(card.count)]


def compile_content(files: Files) -> StormfuryContent:
    """Turn content files without faults into what the engine needs."""
    map_: MapFile = files.map
    storm: StormFile = files.storm
    rules: MeasuresFile = files.measures
    board = compile_board(map_)
    cards = tuple(card for name in DECK_NAMES for card in _cards(name, getattr(storm.hurricane_decks, name)))
    radii = (0, *(storm.storm_pieces[row.piece].radius for row in storm.categories))
    covers = {radius: board.cover(radius) for radius in set(radii)}
    sites = tuple(_dam_sites(board, rules.switches.dams))
    return StormfuryContent(
        map=map_,
        storm=storm,
        resources=files.resources,
        rules=rules,
        board=board,
        cards=cards,
        card_number={card.id: i for i, card in enumerate(cards)},
        decks={name: tuple(i for i, card in enumerate(cards) if card.deck == name) for name in DECK_NAMES},
        moves=tuple(_card_move(board, card, rules.switches.off_board_step) for card in cards),
        flips=(0, *(row.flips for row in storm.categories)),
        covers=tuple(covers[radius] for radius in radii),
        radii=radii,
        dam_sites=sites,
        dam_site_number={site.name: i for i, site in enumerate(sites)},
        card_rank={id: i for i, id in enumerate(files.resources.resource_cards)},
        road_sites=tuple(_guards(sites, number, road) for number, road in enumerate(board.roads)),
    )


def _cards(name: DeckName, deck: StormDeck) -> Iterator[StormCard]:
    """Yield a deck's cards with their ids."""
    change = 1 if deck.mark == "strengthen" else -1
    number = 0
    for entry in deck.cards:
        steps = () if entry.steps == HOLD else tuple(entry.steps.split())
        for _ in range(entry.copies):
            number += 1
            yield StormCard(f"{deck.letter}{number:02}", name, steps, change if entry.marked else 0)


def _dam_sites(board: Board, scope: str) -> Iterator[DamSite]:
    """Yield the places for dam chits."""
    if scope == "city":
        for number, city in enumerate(board.cities):
            yield DamSite(city.id, number, city.roads)
    else:
        for number, road in enumerate(board.roads):
            for end in road.ends:
                yield DamSite((road.id, board.cities[end].id), end, (number,))


def _guards(sites: tuple[DamSite, ...], number: int, road: RoadLine) -> tuple[int, int]:
    """Return the dam sites at a road's first and second end."""
    first, second = (
        next(i for i, site in enumerate(sites) if site.city == end and number in site.roads) for end in road.ends
    )
    return first, second


def _card_move(board: Board, card: StormCard, off_board: str) -> CardMove:
    """Work out a card's move from every hex."""
    to, skipped = [], []
    for start in range(len(board.hexes)):
        here, lost = start, 0
        for place, step in enumerate(card.steps):
            there = board.steps[step][here]
            if there >= 0:
                here = there
            elif off_board == "skip":
                lost += 1
            else:
                lost += len(card.steps) - place
                break
        to.append(here)
        skipped.append(lost)
    return CardMove(tuple(to), tuple(skipped))
