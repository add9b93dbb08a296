"""Content: what a designer may change without Python, and how mistakes are reported."""

import msgspec
import pytest
import shipped
from msgspec.structs import replace

from pnp.games.tempest.content.areas import Patch, area_cells, board
from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.faults import check_content
from pnp.games.tempest.content.variants import variant_text, with_changes, with_variant
from pnp.games.tempest.play.choices import Storm
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.scenario import Options, generate


def changed(files, **changes):
    """Replace whole keys of the files by plain values."""
    kinds = shipped.kinds("tempest")
    for key, change in changes.items():
        stem = next(stem for stem, kind in kinds.items() if key in kind.__struct_fields__)
        plain = msgspec.to_builtins(getattr(files, stem))
        change(plain[key])
        files = msgspec.structs.replace(files, **{stem: msgspec.convert(plain, kinds[stem])})
    return files


FAULTS = [
    ({"days": lambda days: days[1].update(id=5)}, "days", ("days", 1, "id"), "order"),
    ({"days": lambda days: days[0].update(ranks=7)}, "days", ("days", 0, "ranks"), "range"),
    ({"days": lambda days: days[0].update(ranks=3)}, "days", ("days", 0, "citizens"), "sum"),
    ({"days": lambda days: days[0].update(rescues=4)}, "days", ("days", 0, "rescues"), "range"),
    ({"citizens": lambda people: people.__delitem__(slice(0, 2))}, "days", ("days", 2, "citizens"), "sum"),
    ({"citizens": lambda people: people[1].update(rank=1)}, "citizens", ("citizens", 1, "rank"), "twice"),
    ({"citizens": lambda people: people[1].update(name="Sister Haily")}, "citizens", ("citizens", 1, "name"), "twice"),
    ({"storm_actions": lambda actions: actions.pop(4)}, "storm", ("storm_actions",), "missing"),
    ({"shapes": lambda shapes: shapes.pop()}, "obstacles", ("shapes",), "missing"),
    ({"shapes": lambda shapes: shapes[0].update(drawn=["#"])}, "obstacles", ("shapes", 0, "drawn"), "drawing"),
    (
        {"shapes": lambda shapes: shapes[4].update(drawn=[".#.", "#X", ".#."])},
        "obstacles",
        ("shapes", 4, "drawn", 1),
        "drawing",
    ),
    (
        {"shapes": lambda shapes: shapes[4].update(drawn=[".#.", "#X?", ".#."])},
        "obstacles",
        ("shapes", 4, "drawn", 1),
        "drawing",
    ),
    ({"final_maps": lambda maps: maps[1]["drawn"].pop(1)}, "final", ("final_maps", 1, "drawn"), "drawing"),
    (
        {"final_maps": lambda maps: maps[1]["drawn"].__setitem__(3, "..#")},
        "final",
        ("final_maps", 1, "drawn", 3),
        "drawing",
    ),
    (
        {"final_maps": lambda maps: maps[0]["drawn"].__setitem__(0, "S...#......")},
        "final",
        ("final_maps", 0, "drawn"),
        "drawing",
    ),
    ({"beasts": lambda beasts: beasts.pop()}, "final", ("beasts",), "missing"),
    ({"final_day": lambda final: final.update(ranks=12)}, "final", ("final_day", "ranks"), "range"),
    (
        {"storm_actions": lambda actions: actions[2]["effects"][0].update(around="beast")},
        "storm",
        ("storm_actions", 2, "effects", 0, "around"),
        "choice",
    ),
    (
        {"storm_actions": lambda actions: actions[9]["effects"].append({"do": "fly"})},
        "storm",
        ("storm_actions", 9, "effects", 0),
        "alone",
    ),
    ({"rating": lambda rating: rating.update(medium_from=0.9)}, "rating", ("rating", "medium_from"), "range"),
    ({"variants": lambda variants: variants[1].update(id="hard-weather")}, "variants", ("variants", 1, "id"), "twice"),
    (
        {"variants": lambda variants: variants[1].update(set={"switches.wind": 3})},
        "variants",
        ("variants", 1, "set", "switches.wind"),
        "path",
    ),
    (
        {"variants": lambda variants: variants[1].update(set={"switches.health": "many"})},
        "variants",
        ("variants", 1, "set", "switches.health"),
        "path",
    ),
    (
        {"variants": lambda variants: variants[1].update(set={"nothing.at.all": 1})},
        "variants",
        ("variants", 1, "set", "nothing.at.all"),
        "path",
    ),
    (
        {"variants": lambda variants: variants[1].update(set={"days.2.rescues": 5})},
        "variants",
        ("variants", 1, "set"),
        "range",
    ),
    (
        {"variants": lambda variants: variants[1].update(says="Now {switches.wealth} points")},
        "variants",
        ("variants", 1, "says"),
        "path",
    ),
]


@pytest.mark.parametrize(("changes", "file", "path", "code"), FAULTS)
def test_faults_are_found_at_their_place(files, changes, file, path, code):
    found = [fault for fault in check_content(changed(files, **changes)) if (fault.file, fault.path) == (file, path)]
    assert [fault.code for fault in found] == [code]
    assert found[0].message


@pytest.mark.parametrize(
    ("file", "spoiled"),
    [
        ("days", {"days": [{"id": 1, "size": 6, "ranks": 6, "citizens": 3, "rescues": 1, "wind": 2}]}),
        ("storm", {"storm_actions": [{"rank": 1, "name": "X", "effects": [{"do": "melt", "area": "row"}]}]}),
        ("storm", {"storm_actions": [{"rank": 1, "name": "X", "effects": [{"do": "raise", "area": "spiral"}]}]}),
        (
            "citizens",
            {"citizens": [{"rank": 1, "name": "X", "power": {"effect": "trade", "movement": 1, "health": 1}}]},
        ),
    ],
)
def test_types_refuse_what_is_unknown(file, spoiled):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(spoiled, shipped.kinds("tempest")[file])


# What a designer changes


def test_more_damage_by_debris(files):
    content = compile_content(
        with_changes(files, {"storm_actions.2.effects": [{"do": "hurt", "area": "square", "radius": 1, "damage": 3}]})
    )
    assert "3 damage" in content.storm[2].said(content.words)
    deal = generate(content, 42, Options(day="1"))
    (day,) = deal.days
    decks = replace(day.decks, diamonds=(2, 5, 1, 6, 4, 3), hearts=(3, 1, 2, 5, 6, 4), spades=(2, 3, 6, 4, 1, 5))
    state = new_game(content, replace(deal, days=(replace(day, decks=decks),)))
    state.apply(Storm("diamonds"))
    assert state.position.health == (4, 1, 4)


def test_an_eleventh_shape_and_action(files):
    shapes = [*msgspec.to_builtins(files.obstacles.shapes), {"rank": 11, "name": "Hook", "drawn": ["X##", "#.."]}]
    actions = [
        *msgspec.to_builtins(files.storm.storm_actions),
        {
            "rank": 11,
            "name": "Eye of the storm",
            "effects": [
                {"do": "lower", "area": "diamond", "radius": 2, "by": 2},
                {"do": "raise", "area": "ring", "radius": 3},
            ],
        },
    ]
    grown = with_changes(files, {"shapes": shapes, "storm_actions": actions, "days.3.size": 11, "days.3.ranks": 11})
    assert list(check_content(grown)) == []
    content = compile_content(grown)
    assert content.shapes[11].offsets == ((0, 0), (1, 0), (2, 0), (0, 1))
    assert "Storm level -2" in content.storm[11].said(content.words) or "storm level -2" in content.storm[11].said(
        content.words
    )
    used = set()
    for seed in range(40):
        (entry,) = generate(content, seed, Options(day="3")).days
        used |= {one.club for one in entry.obstacles}
        assert 11 in entry.decks.diamonds
    assert 11 in used
    calm, storm = area_cells(content.storm[11], 11, (6, 6), (1, 1))
    assert (6, 4) in calm
    assert (6, 3) in storm
    assert not {*calm} & {*storm}


def test_another_power_for_a_citizen(files):
    people = msgspec.to_builtins(files.citizens.citizens)
    people[3]["power"] = {"effect": "haste", "amount": 2, "cards": "even"}
    content = compile_content(with_changes(files, {"citizens": people}))
    assert content.citizens[4].said(content.words) == "+2 to every even movement card."
    state = new_game(content, generate(content, 42, Options(day="3", powers=["Old Mack"])))
    assert [state.stage.movement[card] for card in (1, 2, 3, 4)] == [1, 4, 3, 6]


def test_a_larger_map_for_the_same_cards(files):
    content = compile_content(with_changes(files, {"days.2.size": 9}))
    (entry,) = generate(content, 3, Options(day="2")).days
    assert entry.size == 9
    assert len(entry.obstacles) == 4


def test_variants_change_only_what_they_name(files):
    hard = compile_content(files, "hard-weather")
    plain = compile_content(files)
    assert (plain.switches.gain_damage, hard.switches.gain_damage) == (1, 2)
    assert [day.rescues for day in hard.days] == [1, 2, 2]
    assert plain.switches.health == hard.switches.health
    assert hard.maps["Q"] == plain.maps["Q"]
    assert hard.maps["J"] != plain.maps["J"]
    assert f"{hard.switches.gain_damage} damage" in variant_text(hard.files, hard.variants["hard-weather"])
    assert "{" not in "".join(variant_text(plain.files, variant) for variant in plain.variants.values())
    with pytest.raises(ValueError, match="no variant"):
        with_variant(files, "calm-weather")


# Areas


def test_area_cells_of_the_printed_actions(content):
    def cells(rank, at=(3, 4), size=6, haven=(5, 2)):
        return [{*squares} for squares in area_cells(content.storm[rank], size, at, haven)]

    assert cells(1) == [{(3, 4)}]
    assert cells(2) == [{(x, y) for x in (2, 3, 4) for y in (3, 4, 5)}]
    assert cells(2, at=(1, 1)) == [{(1, 1), (2, 1), (1, 2), (2, 2)}]
    assert cells(3) == [{(3, y) for y in range(1, 7)}]
    assert cells(4) == [{(x, 4) for x in range(1, 7)}]
    assert cells(5) == [{*((3, y) for y in range(1, 7)), *((x, 4) for x in range(1, 7))}, {(3, 4)}]
    assert cells(6) == [{(x, y) for x in (1, 2, 3) for y in (4, 5, 6)}]
    assert len(cells(7)[0]) == 36
    assert cells(8) == [{(3, 4)}]
    assert cells(9) == [{(x, y) for x in (4, 5, 6) for y in (1, 2, 3)} - {(5, 2)}]
    assert cells(10) == [{(3, 4)}]


def test_area_cells_of_beasts(content):
    kraken, wyvern = content.beasts["Q"], content.beasts["J"]
    assert len(area_cells(kraken, 11, (6, 6), (1, 1), round_number=2)[0]) == 24
    assert {*area_cells(wyvern, 11, (6, 6), (1, 1))[1]} == {(6, 6), (5, 6), (7, 6), (6, 5), (6, 7)}


@pytest.mark.parametrize("area", ["point", "row", "column", "cross", "quadrant", "square", "diamond", "ring", "map"])
def test_slices_cover_exactly_the_area(area):
    """The engine changes rows and columns at once; that must hit the same squares."""
    for size in (5, 6):
        ground = board(size)
        for centre in range(ground.squares):
            squares = ground.area(area, 2, centre)
            marks = bytearray(ground.squares)
            for piece in Patch(squares).slices:
                marks[piece] = bytes(value + 1 for value in marks[piece])
            assert [i for i, mark in enumerate(marks) if mark] == list(squares)
            assert set(marks) <= {0, 1}


def test_words_follow_the_numbers(files, content):
    assert content.citizens[10].said(content.words) == "Twice a day: one square falls to level 0."
    assert content.storm[3].said(content.words) == "The whole column of the coordinate: storm level +1."
    people = msgspec.to_builtins(files.citizens.citizens)
    people[9]["power"]["uses"] = 3
    assert (
        compile_content(with_changes(files, {"citizens": people}))
        .citizens[10]
        .said(content.words)
        .startswith("Three times a day")
    )
