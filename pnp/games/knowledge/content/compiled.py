"""The immutable form the engine plays with.

Books and locations are known by their numbers in play (a recorded game has to be short), so the compiled
content answers which colour owns a book and which books a colour owns; of the words it keeps names and titles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from pnp.games.knowledge.content.files import Files, LocationsFile, OptionsFile


@dataclass(frozen=True, slots=True, eq=False)
class KnowledgeContent:
    """The game as the engine plays it: colours 0, 1, 2 … in the order of the locations."""

    books: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    titles: Mapping[int, str]
    options: OptionsFile

    @property
    def goals(self) -> int:
        """Return how many goals a player has."""
        return self.options.deal.own_goals + self.options.deal.mixed_goals

    @property
    def last_round(self) -> int | None:
        """Return the round after which the clock stops the game, or None without clock."""
        clock = self.options.clock
        return clock.rounds if clock.in_use else None

    def without_clock(self) -> "KnowledgeContent":
        """Return the same game played until somebody claims."""
        clock = structs.replace(self.options.clock, in_use=False)
        return replace(self, options=structs.replace(self.options, clock=clock))


def compile_content(files: Files) -> KnowledgeContent:
    """Build the engine's content from the checked files."""
    locations: LocationsFile = files.locations
    books = tuple(tuple(book.no for book in place.books) for place in locations.locations)
    return KnowledgeContent(
        books=books,
        names=tuple(place.name for place in locations.locations),
        titles={book.no: book.title for place in locations.locations for book in place.books},
        options=files.options,
    )
