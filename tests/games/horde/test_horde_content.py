"""The content: no faults as shipped, and every kind of fault found at its place."""

from copy import deepcopy

import msgspec
import pytest
import shipped

from pnp.games.horde.content.compiled import compile_content
from pnp.games.horde.content.faults import check_content
from pnp.games.horde.content.moves import Grid, Movement


def typed(raw):
    return shipped.typed("horde", raw)


def test_shipped_content_has_no_faults(files):
    assert list(check_content(files)) == []


def test_top_level_names_are_unique(raw):
    names = [name for stem, data in raw.items() if stem != "words" for name in data]
    assert len(names) == len(set(names))


def test_every_field_is_described():
    seen = set()

    def visit(kind):
        if kind in seen or not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
            return
        seen.add(kind)
        for found in msgspec.inspect.type_info(kind).fields:
            assert isinstance(found.type, msgspec.inspect.Metadata), f"{kind.__name__}.{found.name}"
            assert found.type.extra_json_schema["description"], f"{kind.__name__}.{found.name}"
            for inner in str_types(found.type):
                visit(inner)

    def str_types(info):
        if isinstance(info, msgspec.inspect.StructType):
            yield info.cls
        for name in ("type", "item_type", "value_type"):
            if hasattr(info, name):
                yield from str_types(getattr(info, name))
        for inner in getattr(info, "types", ()):
            yield from str_types(inner)

    for stem, kind in shipped.kinds("horde").items():
        if stem != "words":  # test_words_are_content looks at these
            visit(kind)
    assert len(seen) > 30


def set_at(data, path, value):
    *front, last = path
    for key in front:
        data = data[key]
    data[last] = value


FAULTS = [
    ("field", ("field", "columns"), "ABCC", "field", ("field", "columns")),
    ("competition", ("competition", "right_columns"), "DEFG", "competition", ("competition", "right_columns")),
    ("competition", ("competition", "encounters_at_start"), 9, "competition", ("competition", "encounters_at_start")),
    ("limits", ("limits", "encounters_at_start"), 5, "limits", ("limits", "encounters_at_start")),
    ("limits", ("limits", "sweep_refill"), 5, "limits", ("limits", "sweep_refill")),
    ("decks", ("pips", "low"), 11, "decks", ("pips", "low")),
    ("decks", ("courts",), {"K": "King", "Q": "Queen", "J": "Jack"}, "decks", ("courts",)),
    ("theme", ("names", "novel", "roles"), {"T": "x", "C": "y", "W": "z"}, "theme", ("names", "novel", "roles")),
    ("theme", ("names", "neutral", "winds", 1, "low"), 3, "theme", ("names", "neutral", "winds", 1)),
    ("theme", ("names", "neutral", "winds", 5, "low"), 11, "theme", ("names", "neutral", "winds")),
    ("roles", ("roles", "C", "rank"), "K", "roles", ("roles", "C", "rank")),
    ("roles", ("roles", "W", "action", "effect"), "attack", "roles", ("roles", "W", "action", "effect")),
    ("enemies", ("enemies", "Q", "cards"), 0, "enemies", ("enemies", "Q", "cards")),
    ("formations", ("formations", "H", "rows", 2), ".FF", "formations", ("formations", "H", "rows", 2)),
    ("formations", ("formations", "D", "rows", 0), ".TX.", "formations", ("formations", "D", "rows", 0)),
    ("formations", ("formations", "S", "rows", 1), "T...", "formations", ("formations", "S", "rows")),
    ("formations", ("formations", "S", "rows"), ["CTWF"], "formations", ("formations", "S", "rows")),
    ("scenario", ("rating", "bot"), "nobody", "scenario", ("rating", "bot")),
    ("scenario", ("rating", "stars", 0, "least"), 0.2, "scenario", ("rating", "stars")),
    ("scenario", ("quality", "early_up_cards", 3), 40, "scenario", ("quality", "early_up_cards", 3)),
    ("balance", ("variants", "missed-3", "limits"), {"mised": 3}, "balance", ("variants", "missed-3", "limits")),
    (
        "balance",
        ("variants", "one-entry", "switches"),
        {"entries_per_turn": "two"},
        "balance",
        ("variants", "one-entry", "switches"),
    ),
    ("balance", ("balance_runs", 0, "bot"), "nobody", "balance", ("balance_runs", 0, "bot")),
    ("balance", ("balance_runs", 1, "variants", 0), "none", "balance", ("balance_runs", 1, "variants", 0)),
    (
        "examples",
        ("move_examples", "tracer_blocked", "role"),
        "F",
        "examples",
        ("move_examples", "tracer_blocked", "role"),
    ),
    (
        "examples",
        ("wind_examples", "winger_wins", "hand", 0),
        "11H",
        "examples",
        ("wind_examples", "winger_wins", "hand", 0),
    ),
    (
        "examples",
        ("wind_examples", "winger_wins", "breezes"),
        ["6D"],
        "examples",
        ("wind_examples", "winger_wins", "breezes"),
    ),
    ("print", ("seam_after",), 4, "print", ("seam_after",)),
    ("print", ("look", "roles"), {"T": "tracer", "C": "combatant", "W": "winger"}, "print", ("look", "roles")),
    (
        "print",
        ("play_areas", "compact", "papers", "a4"),
        {"column": 57, "line": 62, "edge_row": 60},
        "print",
        ("play_areas", "compact", "papers", "a4"),
    ),
    (
        "examples",
        ("formation_examples", "delta_held", "rows", 1),
        "T...",
        "examples",
        ("formation_examples", "delta_held", "rows"),
    ),
]


@pytest.mark.parametrize(("stem", "path", "value", "file", "place"), FAULTS)
def test_faults_are_found_at_their_place(raw, stem, path, value, file, place):
    broken = deepcopy(raw)
    set_at(broken[stem], path, value)
    faults = list(check_content(typed(broken)))
    assert (file, place) in [(fault.file, fault.path) for fault in faults]


def test_missing_role_and_enemy_and_formation(raw):
    broken = deepcopy(raw)
    del broken["roles"]["roles"]["F"]
    del broken["enemies"]["enemies"]["A"]
    del broken["formations"]["formations"]["S"]
    found = {(fault.file, fault.message) for fault in check_content(typed(broken))}
    assert ("roles", "role F is missing") in found
    assert ("enemies", "no enemy of rank A") in found
    assert ("formations", "no formation for suit S") in found


def test_deck_sizes_and_values(content):
    assert len(content.pip_cards) == len(set(content.pip_cards)) == 36
    assert len(content.court_cards) == len(set(content.court_cards)) == 16
    assert sum(content.value.values()) == 216
    assert content.pip_cards[:2] == ("2H", "3H")
    assert content.court_cards[:5] == ("KH", "QH", "JH", "AH", "KD")


def test_square_names_of_both_fields(content):
    assert content.square_name(9) == "B3" and content.square_at("B3") == 9
    assert content.square_name(9, 1) == "F3" and content.square_at("F3", 1) == 9
    for wrong in ("E1", "A5", "A0", "a1", "A", "A10", "", 7, None, ["A1"]):
        assert content.square_at(wrong) is None


@pytest.mark.parametrize("suit", "HDCS")
def test_formations_have_the_designed_properties(content, suit):
    wanted = content.wanted[suit]
    squares = [square for role in "TCWF" for square in wanted[role]]
    assert len(squares) == len(set(squares)) == 8
    # The diagonal mover keeps its square colour, so it needs one square of either colour.
    assert {(square // 4 + square % 4) % 2 for square in wanted["W"]} == {0, 1}
    # The one-step mover can change to any other formation with one step.
    for other in content.wanted.values():
        for start in wanted["F"]:
            near = set(content.movement.squares("F", start, 0)) | {start}
            assert near & other["F"]


def test_mirrored_variant_swaps_flanks(content):
    mirrored = content.vary(content.variants["mirrored"])
    assert mirrored.wanted["H"]["C"] == {3, 7}
    assert mirrored.wanted["H"]["W"] == {0, 4}


def test_role_table_variant_changes_immunities_only(content):
    assert content.spared == {"K": {"T"}, "Q": {"C"}, "J": {"W"}, "A": {"F"}}
    varied = content.vary(content.variants["role-table"])
    assert varied.spared == {"K": {"T"}, "Q": {"W"}, "J": {"C"}, "A": set()}
    assert varied.limits == content.limits


def test_theme_switches_names(raw):
    neutral = deepcopy(raw)
    neutral["theme"]["theme"] = "neutral"
    novel_words = compile_content(typed(raw)).names
    neutral_words = compile_content(typed(neutral)).names
    assert novel_words.roles["T"] == "Tracer" and novel_words.enemies["K"] == "Corroyeur"
    for field in ("title", "horde", "wit", "pack", "aval", "counterwind"):
        assert getattr(novel_words, field) != getattr(neutral_words, field)
    assert not set(novel_words.roles.values()) & set(neutral_words.roles.values())
    assert not set(novel_words.enemies.values()) & set(neutral_words.enemies.values())


def test_edited_moves_change_what_the_engine_allows(raw):
    edited = deepcopy(raw)
    edited["roles"]["roles"]["F"]["move"] = {"steps": 3, "directions": "orthogonal", "straight": True, "through": True}
    content = compile_content(typed(edited))
    assert content.movement.squares("F", 12, 1 << 8) == (0, 4, 13, 14, 15)


def test_movement_remembers_positions():
    from pnp.games.horde.content.moves import Walk

    movement = Movement(Grid(4, 4), {"X": Walk(1, "any", True, False)})
    assert movement.squares("X", 0, 0) is movement.squares("X", 0, 0)
