"""What the types of the files cannot say: numbers that count up, figures that fit each other."""

from collections.abc import Iterable, Iterator

from pnp.games.knowledge.content.files import Files, LocationsFile, OptionsFile
from pnp.model import ContentFault


def check_content(files: Files) -> Iterable[ContentFault]:
    """Yield what the types alone cannot say."""
    yield from _check_locations(files.locations)
    yield from _check_options(files.locations, files.options)


def _check_locations(file: LocationsFile) -> Iterator[ContentFault]:
    """Book numbers count up from 1, locations are equal in size and differ in what names them."""
    expected = 1
    size = len(file.locations[0].books)
    for i, place in enumerate(file.locations):
        if len(place.books) != size:
            message = f"{place.name} has {len(place.books)} books, the first location has {size}"
            yield ContentFault("locations", ("locations", i, "books"), "count", message)
        for j, book in enumerate(place.books):
            if book.no != expected:
                message = f"book {book.no} should be {expected}: numbers count up through all locations"
                yield ContentFault("locations", ("locations", i, "books", j, "no"), "sequence", message)
            expected += 1
    for field in ("id", "name", "symbol", "manager"):
        seen: dict[str, str] = {}
        for i, place in enumerate(file.locations):
            value = getattr(place, field)
            if value in seen:
                message = f"{field} '{value}' is used by {seen[value]} too"
                yield ContentFault("locations", ("locations", i, field), "duplicate", message)
            seen.setdefault(value, place.name)


def _check_options(file: LocationsFile, options: OptionsFile) -> Iterator[ContentFault]:
    """The figures of play fit the locations and each other."""
    size = min(len(place.books) for place in file.locations)
    seats, deal = options.seats, options.deal
    if not seats.fewest <= seats.usual <= seats.most:
        message = f"{seats.usual} must lie between {seats.fewest} and {seats.most} players"
        yield ContentFault("options", ("seats", "usual"), "range", message)
    if seats.most + seats.neutral > len(file.locations):
        needed = seats.most + seats.neutral
        message = f"{seats.most} players need {needed} locations, there are {len(file.locations)}"
        yield ContentFault("options", ("seats", "most"), "range", message)
    if deal.own_goals + deal.mixed_goals != size:
        message = f"own_goals and mixed_goals together must be {size}, the number of books of a location"
        yield ContentFault("options", ("deal", "own_goals"), "sum", message)
    if deal.backpack >= size:
        message = f"a backpack of {deal.backpack} leaves no book in a library of {size}"
        yield ContentFault("options", ("deal", "backpack"), "range", message)
