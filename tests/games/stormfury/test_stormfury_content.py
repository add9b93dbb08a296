"""The content as shipped, faults in it, and what follows from a change."""

import pickle

import msgspec
import pytest
import shipped

from pnp.games.stormfury.content.compiled import compile_content
from pnp.games.stormfury.content.faults import check_content
from pnp.games.stormfury.content.hexes import Hex, Offset


def faults(files):
    return [(fault.file, fault.path, fault.code) for fault in check_content(files)]


def row_with(raw, row, col, mark):
    """The text of a map row with one mark exchanged."""
    marks = raw["map"]["coast_map"][row].split()
    marks[col] = mark
    return " ".join(marks)


def test_counts_of_the_specification(content):
    board = content.board
    assert (board.cols, board.rows, len(board.hexes)) == (21, 15, 315)
    assert (len(board.cities), len(board.roads), len(content.cards)) == (10, 13, 27)
    assert sum(not space.centre for space in board.spaces) == 15
    assert len(content.full_deck()) == 84
    assert [len(content.decks[name]) for name in ("ocean", "land")] == [15, 12]
    first_ocean = [15, 14, 12, 10, 8, 7, 7, 6, 7, 8, 8, 8, 7, 6, 7, 7, 8, 10, 12, 14, 15]
    for col, first in enumerate(first_ocean):
        wet = [row for row in range(15) if board.ocean[board.number[Offset(col, row).hex()]]]
        assert wet == list(range(first, 15))


@pytest.mark.parametrize(
    ("space", "hex"),
    [("STE.I1", (3, 8)), ("COR.I2", (1, 6)), ("CAL.P", (10, 1)), ("CAL.I2", (9, 2)), ("HER.I2", (19, -3))],
)
def test_places_of_spaces(content, space, hex):
    assert content.board.spaces[content.board.space_number[space]].hex == hex


@pytest.mark.parametrize(
    ("road", "hexes"),
    [
        ("R01", [(2, 8), (2, 7), (2, 6)]),
        ("R06", [(7, 0), (8, -1), (9, -2)]),
        ("R13", [(18, -2), (18, -1), (18, 0)]),
    ],
)
def test_roads_follow_from_their_cities(content, road, hexes):
    line = content.board.roads[content.board.road_number[road]]
    assert list(line.hexes) == hexes
    assert line.middle == hexes[1]
    assert line.end_hex(line.ends[1]) == hexes[2]


@pytest.mark.parametrize(
    ("card", "end", "change"),
    [("O04", (0, -2), 1), ("O08", (-2, 1), 0), ("L09", (1, 0), -1), ("L12", (0, -1), 0)],
)
@pytest.mark.clauses("hurricane.move", "hurricane.marks")
def test_hurricane_cards(content, card, end, change):
    found = content.cards[content.card_number[card]]
    assert (found.end, found.change) == (end, change)


def test_coast_is_land_beside_ocean(content):
    board = content.board
    assert board.coast[board.number[Offset(7, 5).hex()]]
    assert not board.coast[board.number[Offset(7, 4).hex()]]
    assert not any(wet and coast for wet, coast in zip(board.ocean, board.coast, strict=True))


def test_one_letter_moves_the_coast(raw, changed):
    """Turning a coast hex into ocean makes its neighbours coast and its turns ocean turns."""
    board = changed({("map", "coast_map", 6): row_with(raw, 6, 5, "~")}).board
    here, above = board.number[Offset(5, 6).hex()], board.number[Offset(5, 5).hex()]
    assert board.ocean[here] and not board.coast[here]
    assert board.coast[above]


@pytest.mark.clauses("board.roads")
def test_moving_a_city_moves_its_roads(raw, changed_files):
    """San Telmo one hex to the north: the straight road has an even number of hexes and no middle."""
    rows = list(raw["map"]["coast_map"])
    changes = {
        ("map", "coast_map", 10): rows[10].replace("A ", ". "),
        ("map", "coast_map", 9): row_with(raw, 9, 2, "A"),
    }
    assert faults(changed_files(changes)) == [("map", ("roads", "R01"), "no-middle-hex")]


@pytest.mark.parametrize(
    ("row", "col", "mark", "code"),
    [
        (0, 4, "x", "unknown-mark"),
        (0, 4, "Z1", "unknown-city"),
        (0, 4, "~Q", "unknown-start"),
        (11, 0, "B1", "mark-twice"),
        (0, 4, "B3", "far-infrastructure"),
        (8, 2, "~", "road-blocked"),
    ],
)
@pytest.mark.clauses("board.cities")
def test_a_wrong_mark_is_reported_at_its_row_and_column(raw, changed_files, row, col, mark, code):
    files = changed_files({("map", "coast_map", row): row_with(raw, row, col, mark)})
    found = list(check_content(files))
    assert [(fault.path, fault.code) for fault in found] == [(("coast_map", row), code)]
    assert f"row {row}, column {col} (character {2 * col + 1})" in found[0].message


def test_a_ragged_row_is_reported(raw, changed_files):
    files = changed_files({("map", "coast_map", 4): raw["map"]["coast_map"][4] + "."})
    assert faults(files) == [("map", ("coast_map", 4), "ragged-row")]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({("map", "cities", "STE", "letter"): "B"}, {"letter-twice", "unknown-city"}),
        ({("map", "starts"): {"W": "west", "C": "centre", "E": "east", "N": "north"}}, {"not-drawn"}),
        ({("map", "standard_start"): "X"}, {"unknown-start"}),
        ({("map", "roads", "R01"): ["STE", "XXX"]}, {"unknown-city"}),
        ({("map", "roads", "R01"): ["COR", "GAL"]}, {"road-twice"}),
        ({("map", "roads", "R01"): ["STE", "STE"]}, {"road-loop"}),
        ({("map", "roads", "R01"): ["STE", "BAY"]}, {"bent-road"}),
        ({("storm", "categories", 1, "category"): 5}, {"category-order"}),
        ({("storm", "categories", 0, "piece"): "tiny"}, {"unknown-piece"}),
        ({("storm", "categories", 4, "flips"): 6}, {"too-many-flips"}),
        ({("storm", "forecast_cards"): 13}, {"small-deck"}),
        ({("storm", "hurricane_decks", "land", "letter"): "O"}, {"letter-twice"}),
        ({("storm", "hurricane_decks", "ocean", "cards", 0, "steps"): "N X"}, {"unknown-step"}),
        ({("storm", "hurricane_decks", "ocean", "cards", 0, "steps"): ""}, {"unknown-step"}),
        ({("resources", "resource_cards", "F1", "pay"): {"Q": 1}}, {"unknown-supply"}),
        ({("resources", "resource_cards", "M", "places"): 1}, {"recipe"}),
        ({("resources", "resource_cards", "E", "discards"): 0}, {"recipe"}),
        ({("resources", "roles", "architect", "stand_in", "card"): "F1"}, {"unknown-supply"}),
        ({("measures", "experts", "most"): 5}, {"experts", "verdict-shift"}),
        ({("measures", "play", "opening_hand"): 30}, {"short-deck"}),
        ({("measures", "levels", "hard", "start_category"): 6}, {"unknown-category"}),
        ({("measures", "population", "census"): [3, 3]}, {"census"}),
        ({("measures", "chits", "damage"): 29}, {"few-chits"}),
        ({("measures", "verdicts", 1, "least"): 7}, {"verdict-order"}),
    ],
)
@pytest.mark.clauses("board.roads")
def test_faults_that_types_cannot_see(changed_files, changes, expected):
    files = changed_files(changes)
    found = faults(files)
    assert {code for _, _, code in found} == expected
    for stem, path, _ in found:
        at = getattr(files, stem)
        for step in path:
            at = at[step] if isinstance(at, dict | list | tuple) else getattr(at, step)


def test_types_refuse_unknown_keys_and_wrong_values(changed_files):
    with pytest.raises(msgspec.ValidationError):
        changed_files({("measures", "play", "draws"): 2})
    with pytest.raises(msgspec.ValidationError):
        changed_files({("measures", "switches", "dams"): "river"})


def test_every_field_is_described():
    """JSON Schema and reference pages are made from these words; of groups of sentences their classes tell."""
    fields = 0
    for kind in (kind for stem, kind in shipped.kinds("stormfury").items() if stem != "words"):
        for name, definition in msgspec.json.schema(kind)["$defs"].items():
            for field, schema in definition.get("properties", {}).items():
                described = "description" in schema or any("description" in one for one in schema.get("anyOf", []))
                assert described, f"{name}.{field}"
                fields += 1
    assert fields > 50


def test_top_level_keys_are_unique(raw):
    keys = [key for stem in shipped.kinds("stormfury") for key in raw[stem]]
    assert len(keys) == len(set(keys))


def test_compiled_content_travels_to_other_processes(content):
    twin = pickle.loads(pickle.dumps(content))
    assert twin.covers == content.covers
    assert twin.board.number[Hex(10, 1)] == content.board.number[Hex(10, 1)]


def test_a_different_number_changes_the_game(changed):
    content = changed({("storm", "categories", 0, "flips"): 1, ("storm", "storm_pieces", "small", "radius"): 2})
    assert content.flips[1] == 1
    assert content.covers[1] == content.covers[2]


def test_compile_is_repeatable(files):
    assert compile_content(files).moves == compile_content(files).moves
