"""From Terrain Storm's distribution tables to numbered cards, and the checks that types cannot make.

Nobody types 200 cards: `island_cards`, `request_cards` and `award_cards` deal them out of a few lines of
YAML. The printed cards, the engine and the scenario generator all use these lists and cannot disagree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import msgspec

from pnp.games.terrain.content.files import (
    AwardsFile,
    ExamplesFile,
    IslandsFile,
    Measure,
    OptionsFile,
    RequestsFile,
    Shape,
    Switches,
    TerrainsFile,
)
from pnp.games.terrain.content.matching import ANYTHING, Pattern, compile_pattern
from pnp.games.terrain.content.measures import OF_A_TERRAIN, Ground
from pnp.model import ContentFault, Strict
from pnp.play.state import enforces

FILES: dict[str, type[Strict]] = {
    "terrains": TerrainsFile,
    "islands": IslandsFile,
    "requests": RequestsFile,
    "awards": AwardsFile,
    "options": OptionsFile,
    "examples": ExamplesFile,
}

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
    water = _water(terrains)
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


def tables(parts: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the three finished decks as tables for card faces, lists and texts, and the lines of the score pad."""
    terrains: TerrainsFile = parts["terrains"]
    described: dict[str, dict[str, Any]] = {each.id: msgspec.to_builtins(each) for each in terrains.terrains}
    water = _water(terrains)
    requests = request_cards(terrains, parts["requests"], parts["options"].switches)
    values = {card.value for card in requests}
    return {
        "island_cards": [
            {**card._asdict(), "tiles": [described[letter] for letter in card.faces], "storm": card.faces == 2 * water}
            for card in island_cards(terrains, parts["islands"])
        ],
        "request_cards": [{**card._asdict(), "wanted": _wanted(card, described)} for card in requests],
        "award_cards": [card._asdict() for card in award_cards(terrains, parts["awards"])],
        "pad_lines": [
            {"kind": "name"},
            *({"kind": "requests", "value": value} for value in sorted(values)),
            {"kind": "awards"},
            {"kind": "total"},
        ],
    }


def _wanted(card: RequestCard, described: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return which terrains a Request wants and how often, in the order of terrains."""
    counts = Counter("".join(card.rows))
    return [{**terrain, "count": counts[letter]} for letter, terrain in described.items() if counts[letter]]


def _water(terrains: TerrainsFile) -> str:
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


def compile_content(parts: Mapping[str, Any]) -> TerrainContent:
    """Build the engine's content from the checked files."""
    terrains: TerrainsFile = parts["terrains"]
    options: OptionsFile = parts["options"]
    letters = "".join(terrain.id for terrain in terrains.terrains)
    number = {letter: i for i, letter in enumerate(letters)}
    lands = [i for i, terrain in enumerate(terrains.terrains) if terrain.land]
    switches = options.switches
    return TerrainContent(
        letters=letters,
        names=tuple(terrain.name for terrain in terrains.terrains),
        water=number[_water(terrains)],
        cards=tuple(
            (number[card.faces[0]], number[card.faces[1]]) for card in island_cards(terrains, parts["islands"])
        ),
        requests={
            card.id: Request(card.id, card.shape, card.value, _pattern(card.rows, number, lands, switches))
            for card in request_cards(terrains, parts["requests"], switches)
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
            for card in award_cards(terrains, parts["awards"])
        },
        options=options,
    )


def _pattern(rows: Sequence[str], number: Mapping[str, int], lands: Sequence[int], switches: Switches) -> Pattern:
    """Compile a card's rows as the switches want them matched."""
    return compile_pattern(rows, number, lands, turn=switches.requests_turn, mirror=switches.requests_mirror)


def check_content(parts: Mapping[str, Any]) -> Iterable[ContentFault]:
    """Yield what the types alone cannot say."""
    faults = list(_check_terrains(parts["terrains"]))
    if not faults:
        faults += _check_requests(parts["terrains"], parts["requests"], parts["options"])
        faults += _check_awards(parts["terrains"], parts["awards"])
        faults += _check_islands(parts["terrains"], parts["islands"])
    faults += _check_options(parts)
    if faults:
        return faults
    from pnp.games.terrain.play.example import check_examples  # plays them with the engine, which imports this module

    return check_examples(compile_content(parts), parts["examples"])


def _check_terrains(file: TerrainsFile) -> Iterator[ContentFault]:
    """Letters differ and exactly one terrain is water."""
    letters = [terrain.id for terrain in file.terrains]
    for i, letter in enumerate(letters):
        if letter in letters[:i]:
            message = f"letter {letter} is used twice"
            yield ContentFault("terrains", ("terrains", i, "id"), "duplicate", message)
    waters = sum(not terrain.land for terrain in file.terrains)
    if waters != 1:
        yield ContentFault("terrains", ("terrains",), "count", f"one terrain must be water, not {waters}")


def _check_islands(terrains: TerrainsFile, file: IslandsFile) -> Iterator[ContentFault]:
    """The kinds add up to the stated number of cards."""
    count = len(island_cards(terrains, file))
    if count != file.islands.total:
        message = f"the kinds add up to {count} cards, not {file.islands.total}"
        hint = "change the total or the number of cards of a kind"
        yield ContentFault("islands", ("islands", "total"), "sum", message, hint)


def _check_requests(terrains: TerrainsFile, file: RequestsFile, options: OptionsFile) -> Iterator[ContentFault]:
    """Shapes are even rectangles with land in them, and no two cards ask for the same pattern."""
    lands = sum(terrain.land for terrain in terrains.terrains)
    whole = True
    for i, shape in enumerate(file.requests.shapes):
        for j, row in enumerate(shape.rows):
            place = ("requests", "shapes", i, "rows", j)
            if len(row) != len(shape.rows[0]):
                message = f"row {j + 1} of {shape.name} is {len(row)} wide, not {len(shape.rows[0])}"
                yield ContentFault("requests", place, "ragged", message)
            for sign in row:
                if sign.islower() and ord(sign) - ord("a") >= lands:
                    message = f"'{sign}' is not one of the {lands} lands"
                    yield ContentFault("requests", place, "choice", message)
                    whole = False
        if not any(sign.islower() for row in shape.rows for sign in row):
            message = f"{shape.name} wants no land"
            yield ContentFault("requests", ("requests", "shapes", i, "rows"), "empty", message)
            whole = False
    count = len(file.requests.shapes) * lands
    if count != file.requests.total:
        message = f"shapes times lands make {count} cards, not {file.requests.total}"
        yield ContentFault("requests", ("requests", "total"), "sum", message)
    if whole:
        yield from _check_patterns_differ(terrains, file, options)


def _check_patterns_differ(terrains: TerrainsFile, file: RequestsFile, options: OptionsFile) -> Iterator[ContentFault]:
    """No two Requests are the same after turning."""
    number = {terrain.id: i for i, terrain in enumerate(terrains.terrains)}
    lands = [i for i, terrain in enumerate(terrains.terrains) if terrain.land]
    seen: dict[frozenset[Any], RequestCard] = {}
    for k, card in enumerate(request_cards(terrains, file, options.switches)):
        turns = frozenset(_pattern(card.rows, number, lands, options.switches).turns)
        if turns in seen:
            message = f"{card.shape} {card.id} wants the same as {seen[turns].shape} {seen[turns].id}"
            yield ContentFault("requests", ("requests", "shapes", k // len(lands)), "duplicate", message)
        seen.setdefault(turns, card)


def _check_awards(terrains: TerrainsFile, file: AwardsFile) -> Iterator[ContentFault]:
    """Every Award has a measure, a text and exactly the terrain it needs."""
    letters = [terrain.id for terrain in terrains.terrains]
    count = 0
    titles: set[str] = set()
    for i, family in enumerate(file.awards.families):
        for j, card in enumerate(family.cards):
            place = ("awards", "families", i, "cards", j)
            measure = card.measure or family.measure
            count += 1
            if card.title in titles:
                yield ContentFault("awards", (*place, "title"), "duplicate", f"'{card.title}' is used twice")
            titles.add(card.title)
            if measure is None:
                yield ContentFault("awards", place, "missing", f"{card.title} has no measure")
            elif (card.terrain is not None) != (measure in OF_A_TERRAIN):
                need = "needs a terrain" if measure in OF_A_TERRAIN else "looks at no single terrain"
                yield ContentFault("awards", place, "terrain", f"measure {measure} {need}")
            if card.terrain is not None and card.terrain not in letters:
                message = f"'{card.terrain}' is not one of: {', '.join(letters)}"
                yield ContentFault("awards", (*place, "terrain"), "choice", message)
            if not (card.text or family.text):
                yield ContentFault("awards", place, "missing", f"{card.title} has no text")
    if count != file.awards.total:
        message = f"the families hold {count} cards, not {file.awards.total}"
        yield ContentFault("awards", ("awards", "total"), "sum", message)


def _check_options(parts: Mapping[str, Any]) -> Iterator[ContentFault]:
    """The decks are large enough for the largest game."""
    options: OptionsFile = parts["options"]
    seats, play = options.seats, options.play
    if not seats.fewest <= seats.usual <= seats.most:
        message = f"{seats.usual} must lie between {seats.fewest} and {seats.most} players"
        yield ContentFault("options", ("seats", "usual"), "range", message)
    if len(play.passing) != play.rounds:
        message = f"{play.rounds} rounds need as many directions, not {len(play.passing)}"
        yield ContentFault("options", ("play", "passing"), "count", message)
    decks = (
        ("hand", "Island", seats.most * play.hand * play.rounds, parts["islands"].islands.total),
        ("awards_per_round", "Award", play.awards_per_round * play.rounds, parts["awards"].awards.total),
        ("open_requests", "Request", play.open_requests, parts["requests"].requests.total),
    )
    for field, deck, needed, total in decks:
        if needed > total:
            message = f"{seats.most} players need {needed} {deck} cards, there are {total}"
            yield ContentFault("options", ("play", field), "range", message)
