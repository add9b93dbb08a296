"""The checks of Terrain Storm's content that types cannot make."""

from collections.abc import Iterable, Iterator
from typing import Any

from pnp.games.terrain.content.cards import RequestCard, island_cards, request_cards
from pnp.games.terrain.content.compiled import compile_pattern_of
from pnp.games.terrain.content.files import AwardsFile, Files, IslandsFile, OptionsFile, RequestsFile, TerrainsFile
from pnp.games.terrain.content.ground import OF_A_TERRAIN
from pnp.model import ContentFault


def check_content(files: Files) -> Iterable[ContentFault]:
    """Yield what the types alone cannot say."""
    faults = list(_check_terrains(files.terrains))
    if not faults:
        faults += _check_requests(files.terrains, files.requests, files.options)
        faults += _check_awards(files.terrains, files.awards)
        faults += _check_islands(files.terrains, files.islands)
    faults += _check_options(files)
    return faults


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
        turns = frozenset(compile_pattern_of(card.rows, number, lands, options.switches).turns)
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


def _check_options(files: Files) -> Iterator[ContentFault]:
    """The decks are large enough for the largest game."""
    options: OptionsFile = files.options
    seats, play = options.seats, options.play
    if not seats.fewest <= seats.usual <= seats.most:
        message = f"{seats.usual} must lie between {seats.fewest} and {seats.most} players"
        yield ContentFault("options", ("seats", "usual"), "range", message)
    if len(play.passing) != play.rounds:
        message = f"{play.rounds} rounds need as many directions, not {len(play.passing)}"
        yield ContentFault("options", ("play", "passing"), "count", message)
    decks = (
        ("hand", "Island", seats.most * play.hand * play.rounds, files.islands.islands.total),
        ("awards_per_round", "Award", play.awards_per_round * play.rounds, files.awards.awards.total),
        ("open_requests", "Request", play.open_requests, files.requests.requests.total),
    )
    for field, deck, needed, total in decks:
        if needed > total:
            message = f"{seats.most} players need {needed} {deck} cards, there are {total}"
            yield ContentFault("options", ("play", field), "range", message)
