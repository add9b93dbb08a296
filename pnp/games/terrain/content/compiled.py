"""Terrain Storm's content in the form that the engine plays with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.games.terrain.content.cards import award_cards, island_cards, request_cards, water_of
from pnp.games.terrain.content.files import Files, Measure, OptionsFile, Switches, TerrainsFile
from pnp.games.terrain.content.ground import Ground
from pnp.games.terrain.content.pattern import Pattern, compile_pattern


@dataclass(frozen=True, slots=True)
class Request:
    """A Request card ready for matching."""

    id: str
    shape: str
    value: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Award:
    """An Award card ready for measuring."""

    id: str
    title: str
    family: str
    measure: Measure
    ground: Ground
    best: Literal["largest", "smallest"]


@dataclass(frozen=True, slots=True, eq=False)
class TerrainContent:
    """The game as the engine plays it; terrains are numbers in the order of terrains.yaml."""

    letters: str
    names: tuple[str, ...]
    water: int
    cards: tuple[tuple[int, int], ...]
    """Tiles of card n at index n - 1."""
    requests: Mapping[str, Request]
    awards: Mapping[str, Award]
    options: OptionsFile

    def faces(self, card: int) -> tuple[int, int]:
        """Return the tiles of an Island card."""
        return self.cards[card - 1]

    def is_double_water(self, card: int) -> bool:
        """Tell whether both tiles of an Island card are water."""
        return self.cards[card - 1] == (self.water, self.water)


def compile_content(files: Files) -> TerrainContent:
    """Build the engine's content from the checked files."""
    terrains: TerrainsFile = files.terrains
    options: OptionsFile = files.options
    letters = "".join(terrain.id for terrain in terrains.terrains)
    number = {letter: i for i, letter in enumerate(letters)}
    lands = [i for i, terrain in enumerate(terrains.terrains) if terrain.land]
    switches = options.switches
    return TerrainContent(
        letters=letters,
        names=tuple(terrain.name for terrain in terrains.terrains),
        water=number[water_of(terrains)],
        cards=tuple((number[card.faces[0]], number[card.faces[1]]) for card in island_cards(terrains, files.islands)),
        requests={
            card.id: Request(card.id, card.shape, card.value, compile_pattern_of(card.rows, number, lands, switches))
            for card in request_cards(terrains, files.requests, switches)
        },
        awards={
            card.id: Award(
                id=card.id,
                title=card.title,
                family=card.family,
                measure=card.measure,
                ground=Ground(number[card.terrain] if card.terrain else None, frozenset(lands)),
                best=card.best,
            )
            for card in award_cards(terrains, files.awards)
        },
        options=options,
    )


def compile_pattern_of(
    rows: Sequence[str], number: Mapping[str, int], lands: Sequence[int], switches: Switches
) -> Pattern:
    """Compile a card's rows as the switches want them matched."""
    return compile_pattern(rows, number, lands, turn=switches.requests_turn, mirror=switches.requests_mirror)
