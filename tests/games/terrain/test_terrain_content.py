"""The decks come out of the tables as specified, and a wrong table is found."""

from collections import Counter

import pytest

from pnp.games.terrain.content.cards import award_cards, island_cards, request_cards
from pnp.games.terrain.content.faults import check_content
from pnp.games.terrain.content.tables import card_tables

NUMBERS = """FF 1-4, FM 5-11, FG 12-18, FD 19-25, FV 26-32, FW 33-36, MM 37-40, MG 41-47, MD 48-54, MV 55-61, MW 62-65,
GG 66-69, GD 70-76, GV 77-83, GW 84-87, DD 88-91, DV 92-98, DW 99-102, VV 103-106, VW 107-110, WW 111-120"""

FIRST_OF_EACH_SHAPE = {
    "R01": ("Row", "FFF", 3),
    "R06": ("Trail", "FMG", 3),
    "R11": ("Corner", "FG/V?", 3),
    "R16": ("Fork", "F?F/?G?", 3),
    "R21": ("Chequer", "FM/MF", 4),
    "R26": ("Terrace", "FF/GG", 4),
    "R31": ("Valley", "FMMF", 4),
    "R36": ("Bay", "FWM/?G?", 4),
    "R41": ("Crossroads", "?F?/MGM/?F?", 5),
    "R46": ("Saltire", "F?G/?V?/G?F", 5),
    "R51": ("Harbour", "FWM/GFG", 6),
    "R56": ("Twin rows", "FGV/VGF", 6),
    "R15": ("Corner", "VM/D?", 3),
    "R50": ("Saltire", "V?M/?D?/M?V", 5),
    "R60": ("Twin rows", "VMD/DMV", 6),
}


def test_island_cards_are_numbered_pair_by_pair(files):
    deck = island_cards(files.terrains, files.islands)
    expected = []
    for entry in NUMBERS.replace("\n", " ").split(", "):
        faces, numbers = entry.split()
        first, last = map(int, numbers.split("-"))
        expected += [(no, faces) for no in range(first, last + 1)]
    assert deck == expected


def test_every_terrain_is_on_forty_tiles(files):
    deck = island_cards(files.terrains, files.islands)
    assert Counter("".join(card.faces for card in deck)) == dict.fromkeys("FMGDVW", 40)


def test_request_cards(files):
    deck = request_cards(files.terrains, files.requests, files.options.switches)
    by_id = {card.id: (card.shape, "/".join(card.rows), card.value) for card in deck}
    assert {key: by_id[key] for key in FIRST_OF_EACH_SHAPE} == FIRST_OF_EACH_SHAPE
    assert list(by_id) == [f"R{i:02}" for i in range(1, 61)]
    assert Counter(card.value for card in deck) == {3: 20, 4: 20, 5: 10, 6: 10}
    wanted = Counter(sign for card in deck for row in card.rows for sign in row)
    assert [wanted[letter] for letter in "FMGDVW"] == [48, 48, 48, 48, 48, 10]


def test_without_water_points_ten_requests_lose_one(files, changed_files):
    other = changed_files({("options", "switches", "water_scores"): False})
    pairs = zip(
        request_cards(files.terrains, files.requests, files.options.switches),
        request_cards(other.terrains, other.requests, other.options.switches),
        strict=True,
    )
    assert Counter(one.value - two.value for one, two in pairs) == {0: 50, 1: 10}


def test_award_cards(files):
    deck = award_cards(files.terrains, files.awards)
    assert [card.id for card in deck] == [f"A{i:02}" for i in range(1, 21)]
    assert Counter(card.family for card in deck) == {"most": 6, "largest": 6, "shape": 8}
    assert [card.title for card in deck if card.best == "smallest"] == ["Snug Cove"]
    assert deck[6].text == "the largest Forest group joined edge to edge"


def test_tables_list_all_decks(files):
    decks = card_tables(files)
    assert decks.pop("water")["name"] == "Water"
    assert {name: len(deck) for name, deck in decks.items()} == {
        "island_cards": 120,
        "request_cards": 60,
        "award_cards": 20,
        "pad_lines": 7,
    }
    first, double = decks["island_cards"][4], decks["island_cards"][110]
    assert (first["no"], first["faces"], [tile["name"] for tile in first["tiles"]]) == (5, "FM", ["Forest", "Mountain"])
    assert (double["no"], double["faces"], double["storm"], first["storm"]) == (111, "WW", True, False)
    assert [(one["sign"], one["count"]) for one in decks["request_cards"][35]["wanted"]] == [
        ("tree", 1),
        ("peak", 1),
        ("flower", 1),
        ("wave", 1),
    ]
    assert [line.get("value") for line in decks["pad_lines"]] == [None, 3, 4, 5, 6, None, None]


FAULTS = [
    ({("islands", "islands", "each", "double_water"): 12}, "islands", ("islands", "total"), "sum"),
    ({("terrains", "terrains", 1, "id"): "F"}, "terrains", ("terrains", 1, "id"), "duplicate"),
    ({("terrains", "terrains", 1, "land"): False}, "terrains", ("terrains",), "count"),
    ({("requests", "requests", "total"): 59}, "requests", ("requests", "total"), "sum"),
    (
        {("requests", "requests", "shapes", 2, "rows", 1): "c"},
        "requests",
        ("requests", "shapes", 2, "rows", 1),
        "ragged",
    ),
    (
        {("requests", "requests", "shapes", 0, "rows", 0): "aza"},
        "requests",
        ("requests", "shapes", 0, "rows", 0),
        "choice",
    ),
    (
        {("requests", "requests", "shapes", 0, "rows", 0): "W?W"},
        "requests",
        ("requests", "shapes", 0, "rows"),
        "empty",
    ),
    (
        {("requests", "requests", "shapes", 1, "rows"): ["a", "a", "a"]},
        "requests",
        ("requests", "shapes", 1),
        "duplicate",
    ),
    ({("awards", "awards", "total"): 21}, "awards", ("awards", "total"), "sum"),
    (
        {("awards", "awards", "families", 0, "cards", 0, "terrain"): "X"},
        "awards",
        ("awards", "families", 0, "cards", 0, "terrain"),
        "choice",
    ),
    (
        {("awards", "awards", "families", 2, "cards", 0, "terrain"): "F"},
        "awards",
        ("awards", "families", 2, "cards", 0),
        "terrain",
    ),
    (
        {("awards", "awards", "families", 2, "cards", 0, "measure"): None},
        "awards",
        ("awards", "families", 2, "cards", 0),
        "missing",
    ),
    (
        {("awards", "awards", "families", 2, "cards", 0, "text"): None},
        "awards",
        ("awards", "families", 2, "cards", 0),
        "missing",
    ),
    (
        {("awards", "awards", "families", 0, "cards", 1, "title"): "Great Forester"},
        "awards",
        ("awards", "families", 0, "cards", 1, "title"),
        "duplicate",
    ),
    ({("options", "play", "passing"): ["left"]}, "options", ("play", "passing"), "count"),
    ({("options", "seats", "usual"): 7}, "options", ("seats", "usual"), "range"),
    ({("options", "play", "hand"): 11}, "options", ("play", "hand"), "range"),
    ({("options", "play", "awards_per_round"): 11}, "options", ("play", "awards_per_round"), "range"),
]


@pytest.mark.parametrize(("changes", "file", "path", "code"), FAULTS)
def test_faults_point_at_their_place(changed_files, changes, file, path, code):
    faults = list(check_content(changed_files(changes)))
    assert {(fault.file, fault.path, fault.code) for fault in faults} == {(file, path, code)}


def test_more_double_water_is_fine_once_the_total_says_so(changed_files):
    changes = {
        ("islands", "islands", "each", "double_water"): 12,
        ("islands", "islands", "total"): 122,
    }
    assert list(check_content(changed_files(changes))) == []
