"""The six locations with their books, and what a designer can get wrong."""

import pytest

from pnp.games.knowledge.content.faults import check_content

PLACES = [
    ("Milan", "Antonio", "crown", "The Mirror of Dukes", "The Art of the Closed Door"),
    ("Naples", "Gonzalo", "anchor", "Almanac of Sudden Storms", "Pearls and Coral, an Inventory"),
    ("Tunis", "Claribel", "palm", "Herbal of Unseen Gardens", "A Primer of Sweet Airs"),
    ("Carthage", "Dido", "elephant", "The Widow's Geometry", "Ashes and Foundations"),
    ("Algiers", "Sycorax", "moon", "Charms against the Moon", "Of Toads, Beetles and Bats"),
    ("Bermoothes", "Ariel", "feather", "Midnight Dew", "The Drowned Book"),
]


def test_shipped_content(files, content):
    assert list(check_content(files)) == []
    found = [
        (place.name, place.manager, place.symbol, place.books[0].title, place.books[-1].title)
        for place in files.locations.locations
    ]
    assert found == PLACES
    assert content.books == tuple(tuple(range(4 * k + 1, 4 * k + 5)) for k in range(6))
    assert [[book in books for books in content.books].index(True) for book in (1, 4, 5, 24)] == [0, 0, 1, 5]
    assert content.goals == 4


def test_rulings_are_the_defaults(files):
    options = files.options
    assert options.visit.swap == "mandatory"
    assert (options.claim.first_round, options.claim.when_shared) == (2, False)
    assert (options.clock.in_use, options.clock.rounds) == (True, 20)
    assert options.deal.backpack == 2


def test_clock_can_be_left_out(content):
    assert content.last_round == 20
    assert content.without_clock().last_round is None
    assert content.last_round == 20


BOOKS = ("locations", "locations", 2, "books")
FAULTS = [
    ({(*BOOKS, 1, "no"): 99}, "locations", ("locations", 2, "books", 1, "no"), {"sequence"}),
    ({("locations", "locations", 3, "name"): "Milan"}, "locations", ("locations", 3, "name"), {"duplicate"}),
    (
        {("locations", "locations", 3, "symbol"): "moon"},
        "locations",
        ("locations", 4, "symbol"),
        {"duplicate"},
    ),
    ({("options", "seats", "most"): 6}, "options", ("seats", "most"), {"range"}),
    ({("options", "seats", "usual"): 1 + 5}, "options", ("seats", "usual"), {"range"}),
    ({("options", "deal", "own_goals"): 2}, "options", ("deal", "own_goals"), {"sum"}),
    ({("options", "deal", "backpack"): 4}, "options", ("deal", "backpack"), {"range"}),
]


@pytest.mark.parametrize(("changes", "file", "path", "codes"), FAULTS)
def test_faults_point_at_their_place(changed_files, changes, file, path, codes):
    faults = list(check_content(changed_files(changes)))
    assert {(fault.file, fault.path) for fault in faults} == {(file, path)}
    assert {fault.code for fault in faults} == codes


def test_a_fault_says_how_many_locations_are_needed(changed_files):
    (fault,) = check_content(changed_files({("options", "seats", "most"): 6}))
    assert fault.message == "6 players need 7 locations, there are 6"


def test_a_lost_book_is_found(changed_files):
    short = [{"no": 21, "title": "a"}, {"no": 22, "title": "b"}, {"no": 23, "title": "c"}]
    faults = list(check_content(changed_files({("locations", "locations", 5, "books"): short})))
    assert (("locations", 5, "books"), "count") in {(fault.path, fault.code) for fault in faults}
