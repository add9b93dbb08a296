"""From Terrain Storm's distribution tables to numbered cards.

Nobody types 200 cards: they are dealt out of a few lines of YAML. The printed cards, the engine and the scenario
generator all use these lists and cannot disagree.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pnp.games.terrain.content.files import (
    AwardsFile,
    IslandsFile,
    Measure,
    RequestsFile,
    Shape,
    Switches,
    TerrainsFile,
)
from pnp.games.terrain.content.pattern import ANYTHING
from pnp.play.state import enforces

WATER = "W"
TERRAIN_NAME = "{terrain}"


class IslandCard(NamedTuple):
    """An Island card: its number and the letters of its two tiles."""

    no: int
    faces: str


class RequestCard(NamedTuple):
    """A Request card as printed."""

    id: str
    shape: str
    rows: tuple[str, ...]
    value: int


class AwardInDeck(NamedTuple):
    """An Award card as printed."""

    id: str
    title: str
    family: str
    measure: Measure
    terrain: str | None
    best: Literal["largest", "smallest"]
    text: str


def island_cards(terrains: TerrainsFile, islands: IslandsFile) -> list[IslandCard]:
    """Number the Island cards, pair by pair in terrain order."""
    each = islands.islands.each
    cards: list[IslandCard] = []
    for i, first in enumerate(terrains.terrains):
        for second in terrains.terrains[i:]:
            lands = first.land + second.land
            if lands == 2:
                count = each.double_land if first is second else each.two_lands
            else:
                count = each.water_and_land if lands else each.double_water
            cards += [IslandCard(len(cards) + k + 1, first.id + second.id) for k in range(count)]
    return cards


def request_cards(terrains: TerrainsFile, requests: RequestsFile, switches: Switches) -> list[RequestCard]:
    """Print every shape once for each land it can start with."""
    lands = [terrain.id for terrain in terrains.terrains if terrain.land]
    water = water_of(terrains)
    cards: list[RequestCard] = []
    for shape in requests.requests.shapes:
        for start in range(len(lands)):
            rows = tuple(_spell(row, shape, start, lands, water) for row in shape.rows)
            card_id = f"R{len(cards) + 1:02}"
            cards.append(RequestCard(card_id, shape.name, rows, _value(rows, water, switches)))
    return cards


def award_cards(terrains: TerrainsFile, awards: AwardsFile) -> list[AwardInDeck]:
    """List the Award cards with what they inherit from their family."""
    names = {terrain.id: terrain.name for terrain in terrains.terrains}
    cards: list[AwardInDeck] = []
    for family in awards.awards.families:
        for card in family.cards:
            measure = card.measure or family.measure
            text = card.text or family.text
            if measure is None or text is None:
                raise ValueError(f"award {card.title} has no measure or text")
            words = text.replace(TERRAIN_NAME, names.get(card.terrain or "", ""))
            card_id = f"A{len(cards) + 1:02}"
            cards.append(AwardInDeck(card_id, card.title, family.id, measure, card.terrain, card.best, words))
    return cards


def water_of(terrains: TerrainsFile) -> str:
    """Return the letter of the water terrain."""
    return next(terrain.id for terrain in terrains.terrains if not terrain.land)


def _spell(row: str, shape: Shape, start: int, lands: Sequence[str], water: str) -> str:
    """Write a row of a shape with real terrains."""
    fixed = {ANYTHING: ANYTHING, WATER: water}
    return "".join(
        fixed.get(sign) or lands[(start + (ord(sign) - ord("a")) * shape.stride) % len(lands)] for sign in row
    )


@enforces("requests.value")
def _value(rows: Iterable[str], water: str, switches: Switches) -> int:
    """Return the printed value of a Request: one point a wanted cell."""
    unpaid = ANYTHING if switches.water_scores else ANYTHING + water
    return sum(sign not in unpaid for row in rows for sign in row)
