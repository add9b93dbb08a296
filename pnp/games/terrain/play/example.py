"""The rulebook's examples, played by the engine; an example that breaks a rule is a fault of the content."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import get_args

from pnp.games.terrain.content.compiled import Request, TerrainContent
from pnp.games.terrain.content.files import (
    GAME,
    CardSpot,
    ExamplesFile,
    Measure,
    Picture,
    PlayedExample,
    RequestCase,
    StormExample,
)
from pnp.games.terrain.content.grid import cell
from pnp.games.terrain.content.ground import OF_A_TERRAIN, Ground
from pnp.games.terrain.play.bots import make_bots, play_out
from pnp.games.terrain.play.choices import Choices, Place, Storm
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.matching import positions
from pnp.games.terrain.play.scenario import Options, generate
from pnp.model import ContentFault
from pnp.play.seeds import stream
from pnp.play.state import Illegal

THE_TERRAIN, LANDS, WATER, OCEAN = "t", "abcde", "W", "."


class BrokenExample(Exception):
    """What is wrong with an example, and where in it."""

    def __init__(self, message: str, *path: str | int) -> None:
        super().__init__(message)
        self.path = path


def pick_cards(content: TerrainContent, spots: Sequence[CardSpot]) -> list[int]:
    """Pick a card of the deck for each spot, none twice."""
    picked: list[int] = []
    for number, spot in enumerate(spots):
        faces = tuple(content.letters.find(letter) for letter in spot.faces)
        free = (n for n, tiles in enumerate(content.cards, 1) if tiles == faces and n not in picked)
        card = next(free, None)
        if card is None:
            raise BrokenExample(f"the deck has no (further) card {spot.faces}", number, "faces")
        picked.append(card)
    return picked


def placement(spot: CardSpot) -> Placement:
    """Return where a card of an example lies."""
    return Placement(cell(*spot.cell), spot.rot)


def build(content: TerrainContent, spots: Sequence[CardSpot]) -> Island:
    """Lay the cards of an example one after the other."""
    island = Island()
    for number, (card, spot) in enumerate(zip(pick_cards(content, spots), spots, strict=True)):
        if not island.touches(placement(spot)):
            raise BrokenExample(f"{spot.faces} neither overlaps nor borders the island", number, "cell")
        island.lay(card, content.faces(card), placement(spot))
    return island


def find_request(content: TerrainContent, case: RequestCase) -> Request:
    """Return the Request of a shape that starts with a land."""
    cards = [request for request in content.requests.values() if request.shape == case.shape]
    if not cards:
        raise BrokenExample(f"there is no shape '{case.shape}'", "shape")
    lands = [letter for number, letter in enumerate(content.letters) if number != content.water]
    if case.start not in lands:
        raise BrokenExample(f"'{case.start}' is not one of the lands {', '.join(lands)}", "start")
    return cards[lands.index(case.start)]


def shown_cells(content: TerrainContent, island: Island, case: RequestCase) -> tuple[int, ...]:
    """Return where an island shows a Request."""
    request = find_request(content, case)
    found = next(positions(request.pattern, island.tiles, content.water), None)
    if found is None:
        raise BrokenExample(f"the island does not fulfil {request.shape} {request.id}")
    return found


def play_storm(content: TerrainContent, example: StormExample) -> tuple[Island, Island]:
    """Let the engine carry out the double-water option; return the island before and after."""
    before = build(content, example.laid)
    if example.lift > len(before.laid):
        raise BrokenExample(f"there are only {len(before.laid)} cards", "lift")
    players = content.options.seats.fewest
    storm = next((n for n in range(1, len(content.cards) + 1) if content.is_double_water(n)), None)
    if storm is None:
        raise BrokenExample("the deck has no double water")
    used = {storm, *(laid.card for laid in before.laid)}
    others = [n for n in range(1, len(content.cards) + 1) if n not in used][: players - 1]
    hands = [[storm], *([card] for card in others)]
    state = TerrainState(content, [hands], list(content.requests), list(content.awards))
    state.players[0].island = before.copy()
    lifted = before.laid[example.lift - 1].card
    try:
        state.apply(Storm(storm, lifted, example.home.cell, example.home.rot))
    except Illegal as refusal:
        raise BrokenExample(refusal.message, "home") from None
    for card in others:
        state.apply(Place(card, (0, 0), 0))
    return before, state.players[0].island


def play_round(
    content: TerrainContent, example: PlayedExample, watch: Callable[[TerrainState, Choices], object] | None = None
) -> TerrainState:
    """Let bots play one round of a deal; whoever watches sees the state after each choice."""
    state = TerrainState.of_deal(content, generate(content, example.seed, Options(players=example.players, rounds=1)))
    bots = make_bots(content, "greedy", example.players, example.seed, "example")
    seen = partial(watch, state) if watch is not None else None
    play_out(state, bots, stream(GAME, example.seed, "example/luck"), seen)
    return state


def picture_island(content: TerrainContent, picture: Picture, ground: Ground) -> Island:
    """Return the small island of a picture: single tiles, with as many cards on each cell as it says."""
    others = [land for land in sorted(ground.lands) if land != ground.terrain]
    island = Island()
    for y, row in enumerate(picture.rows):
        for x, sign in enumerate(row):
            if sign == OCEAN:
                continue
            where = cell(x, y)
            if sign == THE_TERRAIN and ground.terrain is not None:
                island.tiles[where] = ground.terrain
            else:
                island.tiles[where] = content.water if sign == WATER else others[LANDS.index(sign)]
            height = int(picture.heights[y][x]) if picture.heights else 1
            island.stacks[where] = list(range(height))
    return island


def check_examples(content: TerrainContent, file: ExamplesFile) -> Iterator[ContentFault]:
    """Yield the faults of examples and pictures."""
    for name in ("touch", "cover", "storm", "match", "turned", "played"):
        try:
            _CHECKS[name](content, file)
        except BrokenExample as broken:
            yield ContentFault("examples", ("examples", name, *broken.path), "example", str(broken))
    yield from _check_pictures(content, file)


def _laid(content: TerrainContent, spots: Sequence[CardSpot]) -> Island:
    try:
        return build(content, spots)
    except BrokenExample as broken:
        raise BrokenExample(str(broken), "laid", *broken.path) from None


def _check_touch(content: TerrainContent, file: ExamplesFile) -> None:
    example = file.examples.touch
    island = _laid(content, example.laid)
    for number, card in enumerate(example.tried):
        if island.touches(placement(card)) != card.legal:
            raise BrokenExample(f"{card.faces} may {'not ' if card.legal else ''}lie there", "tried", number, "legal")


def _check_cover(content: TerrainContent, file: ExamplesFile) -> None:
    example = file.examples.cover
    island = _laid(content, example.laid)
    if not any(where in island.stacks for where in (placement(example.card).cell, placement(example.card).other)):
        raise BrokenExample(f"{example.card.faces} covers nothing", "card")


def _check_storm(content: TerrainContent, file: ExamplesFile) -> None:
    example = file.examples.storm
    _laid(content, example.laid)
    _, after = play_storm(content, example)
    shown_cells(content, after, example.request)


def _check_match(content: TerrainContent, file: ExamplesFile) -> None:
    example = file.examples.match
    shown_cells(content, _laid(content, example.laid), example.request)


def _check_turned(content: TerrainContent, file: ExamplesFile) -> None:
    find_request(content, file.examples.turned)


def _check_played(content: TerrainContent, file: ExamplesFile) -> None:
    example, seats = file.examples.played, content.options.seats
    if not seats.fewest <= example.players <= seats.most:
        raise BrokenExample(f"{seats.fewest} to {seats.most} can play", "players")
    if example.seat > example.players:
        raise BrokenExample(f"there are only {example.players} seats", "seat")


_CHECKS = {
    "touch": _check_touch,
    "cover": _check_cover,
    "storm": _check_storm,
    "match": _check_match,
    "turned": _check_turned,
    "played": _check_played,
}


def _check_pictures(content: TerrainContent, file: ExamplesFile) -> Iterator[ContentFault]:
    """Every measure has an even picture, and only those that look at a terrain name one."""
    lands = len(content.letters) - 1
    for name in get_args(Measure):
        picture = file.pictures.get(name)
        if picture is None:
            yield ContentFault("examples", ("pictures",), "missing", f"there is no picture of {name}")
            continue
        place = ("pictures", name)
        others = LANDS[: lands - (name in OF_A_TERRAIN)]
        allowed = others + WATER + OCEAN + (THE_TERRAIN if name in OF_A_TERRAIN else "")
        for number, row in enumerate(picture.rows):
            wrong = next((sign for sign in row if sign not in allowed), None)
            if wrong is not None:
                message = f"'{wrong}' cannot stand here: {', '.join(allowed)}"
                yield ContentFault("examples", (*place, "rows", number), "choice", message)
        shape = [len(row) for row in picture.rows]
        if len(set(shape)) > 1 or (picture.heights and [len(row) for row in picture.heights] != shape):
            yield ContentFault("examples", place, "ragged", f"the rows of the picture of {name} differ in width")
