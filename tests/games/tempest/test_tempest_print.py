"""What is printed besides the sheets: cards, references, tokens and rulebook follow the content and the engine."""

import re

import msgspec
import pytest
from support import options, sheets_of, walk_placed

from pnp.cli.main import main
from pnp.diagnostics import Problems, Report
from pnp.draw.drawing import Path as DrawnPath
from pnp.draw.drawing import Text
from pnp.games.tempest.content.areas import area_cells
from pnp.games.tempest.content.files import Beast, Shape, StormAction
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.content.variants import variant_text
from pnp.games.tempest.play.example import play_example
from pnp.games.tempest.print.diagrams import action_diagram, scene_for, shape_diagram
from pnp.games.tempest.print.figures import Figures
from pnp.games.tempest.print.plate import Plate
from pnp.geometry import Rect
from pnp.pipeline import make_sheets
from pnp.rules.compile import compile_rules
from pnp.sheets.components import make_painter

BOX = Rect(0, 0, 12, 12)
LARGE = Rect(0, 0, 30, 30)
CARDS = ("citizens", "final-cards", "number-cards", "storm-reference", "obstacle-reference", "tokens")


def texts(items) -> list[str]:
    """Every run of text in drawn items."""
    return [item.text for item, _ in walk_placed(items) if isinstance(item, Text)]


def words(items) -> str:
    """All text as one string with single spaces."""
    return re.sub(r"\s+", " ", " ".join(texts(items)))


def printed(game, *components: str, **choices) -> dict[str, str]:
    """The words on the front of every piece of some components."""
    made = {p.id: p for s in sheets_of(game, only=components, **choices).values() for p in s.printables}
    return {item.label: words(item.front.items) for name in components for item in made[name].items}


def rule_texts(game) -> dict[str, str]:
    report = Report()
    book = compile_rules(game, report)
    assert book is not None and not report.diagnostics
    return {clause.id: clause.text for clause in book.clauses()}


# --- whole builds -------------------------------------------------------------------------------


def test_counts_and_components(game):
    made = {p.id: p for s in sheets_of(game).values() for p in s.printables}
    assert made["number-cards"].optional
    assert made["final-cards"].total + made["number-cards"].total == 52
    assert not made["citizens"].optional


def test_the_two_parts_of_the_deck_have_one_back(game):
    made = {p.id: p for s in sheets_of(game, only=("final-cards", "number-cards")).values() for p in s.printables}
    backs = {words(item.back.items) for part in made.values() for item in part.items}
    assert backs == {"Tempest"}
    assert made["final-cards"].size == made["number-cards"].size


# --- cards say what the content says ------------------------------------------------------------


def test_citizen_cards(game):
    cards = printed(game, "citizens")
    assert len(cards) == 10
    for citizen in game.compiled.citizens.values():
        assert citizen.said(game.words) in cards[citizen.name]
    assert "turns up from day 3 on" in cards["Father Creed"] and "works by itself" in cards["B.R. Rush"]


def test_tick_boxes_stand_for_the_uses_of_every_day(game):
    cards = {card["name"]: card for card in game.names["citizen_cards"]}
    assert cards["Sister Haily"]["boxes"] == [{"day": d, "uses": 1} for d in ("2", "3", "final")]
    assert cards["Dr. Shaw"]["boxes"] == [{"day": d, "uses": 1} for d in ("3", "final")]
    assert cards["Father Creed"]["boxes"] == [{"day": "final", "uses": 2}]
    assert cards["H. Stein"]["boxes"] == []


def test_every_card_of_the_deck_shows_its_meanings(game):
    cards = printed(game, "number-cards", "final-cards")
    assert len(cards) == 52
    content = game.compiled
    for rank in range(1, 11):
        name = card_name(rank)
        assert f"Column {rank} " in cards[f"{name} of hearts"] and f"x = {rank}" in cards[f"{name} of hearts"]
        assert f"Row {rank} " in cards[f"{name} of spades"] and f"y = {rank}" in cards[f"{name} of spades"]
        for suit in ("diamonds", "clubs"):
            card = cards[f"{name} of {suit}"]
            assert content.storm[rank].name in card and content.storm[rank].said(content.words) in card
            assert f"{rank} step" in card
        assert content.citizens[rank].name in cards[f"{name} of diamonds"]
        assert content.citizens[rank].said(content.words) in cards[f"{name} of diamonds"]
        assert content.shapes[rank].name in cards[f"{name} of clubs"]
    for face, name in (("K", "King"), ("Q", "Queen"), ("J", "Jack")):
        for suit in ("hearts", "spades", "diamonds", "clubs"):
            card = cards[f"{name} of {suit}"]
            for meaning in (content.maps[face], content.targets[face], content.blessings[face], content.beasts[face]):
                assert meaning.name in card
            for meaning in (content.targets[face], content.blessings[face], content.beasts[face]):
                assert meaning.said(content.words) in card


def test_references_hold_every_action_and_shape(game):
    cards = printed(game, "storm-reference", "obstacle-reference")
    for action in game.compiled.storm.values():
        assert action.name in cards["storm reference"] and action.said(game.words) in cards["storm reference"]
    for shape in game.compiled.shapes.values():
        assert shape.name in cards["obstacle reference"]


def test_tokens(game):
    tokens = printed(game, "tokens")
    assert list(tokens) == [
        "You",
        "Citizen A",
        "Citizen B",
        "Citizen C",
        "Target",
        "The Leviathan",
        "The Kraken",
        "The Wyvern",
    ]


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
def test_no_print_below_seven_points(game, style):
    made = sheets_of(game, only=CARDS, style=style)
    sizes = [
        item.size
        for sheets in made.values()
        for piece in sheets.printables
        for one in piece.items
        for item, _ in walk_placed(one.front.items)
        if isinstance(item, Text)
    ]
    assert sizes and min(sizes) >= 7.0


# --- diagrams come from the engine's areas ------------------------------------------------------


def filled(items, plate: Plate) -> set[tuple[int, int]]:
    """The squares of a diagram that are filled with a colour."""
    found = set()
    for item in items:
        if isinstance(item, DrawnPath) and item.fill not in (None, "#ffffff") and item.outline[0][0] == "R":
            x, y, w, _ = (float(v) for v in item.outline[0][1:])
            if abs(w - plate.side) < 1e-6:
                found.add((round((x - plate.rect.x) / w) + 1, round((y - plate.rect.y) / w) + 1))
    return found


def drawn_squares(painter, action) -> set[tuple[int, int]]:
    scene = scene_for(action)
    return filled(action_diagram(painter, action, BOX), Plate(painter, BOX, scene.size, scene.size))


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6, 9])
def test_diagrams_fill_the_squares_of_the_area(game, painter, rank):
    action = game.compiled.storm[rank]
    scene = scene_for(action)
    cells = area_cells(action, scene.size, scene.at, scene.haven)
    assert drawn_squares(painter, action) == {cell for effect in cells for cell in effect}


def test_an_earthquake_spares_the_square_of_the_party(game, painter):
    scene = scene_for(game.compiled.storm[7])
    squares = drawn_squares(painter, game.compiled.storm[7])
    assert len(squares) == scene.size**2 - 1 and scene.player not in squares


@pytest.mark.parametrize(
    "effect",
    [
        {"do": "raise", "area": "square", "radius": 2},
        {"do": "raise", "area": "diamond", "radius": 3, "around": "player"},
        {"do": "raise", "area": "ring", "radius": 2, "around": "haven", "by": 2},
        {"do": "hurt", "area": "cross", "damage": 1},
        {"do": "lower", "area": "quadrant"},
        {"do": "lightning", "area": "diamond", "radius": 1, "damage": 2},
    ],
)
def test_a_new_action_gets_its_diagram(painter, effect):
    """Whole areas, never cut off by the edge of the little map."""
    action = msgspec.convert({"rank": 11, "name": "New", "effects": [effect]}, StormAction)
    scene = scene_for(action)
    squares = drawn_squares(painter, action)
    around = {"coordinate": scene.at, "player": scene.player, "haven": scene.haven}[effect.get("around", "coordinate")]
    (cells,) = area_cells(action, scene.size, around, around)
    assert squares == set(cells)
    radius = effect.get("radius", 1)
    counts = {"square": (2 * radius + 1) ** 2, "diamond": 2 * radius * (radius + 1) + 1, "ring": 8 * radius}
    assert len(squares) == counts.get(effect["area"], len(squares))


def test_an_area_around_you_follows_a_flight(painter):
    effects = [{"do": "fly"}, {"do": "raise", "area": "square", "radius": 1, "around": "player"}]
    action = msgspec.convert({"rank": 8, "name": "New", "effects": effects}, StormAction)
    scene = scene_for(action)
    x, y = scene.at
    assert drawn_squares(painter, action) == {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def test_amounts_are_written_where_there_is_room(game, painter):
    assert texts(action_diagram(painter, game.compiled.storm[5], BOX)) == []
    assert texts(action_diagram(painter, game.compiled.storm[5], LARGE)) == ["+1", "+2"]
    assert texts(action_diagram(painter, game.compiled.storm[2], LARGE)) == ["−2"]


def test_a_growing_ring_bears_the_numbers_of_its_rounds(game, painter):
    kraken: Beast = game.compiled.beasts["Q"]
    assert texts(action_diagram(painter, kraken, LARGE)) == ["1", "2", "3"]
    assert len(drawn_squares(painter, kraken)) == 7 * 7 - 1


def test_shapes_are_drawn_around_their_x(game, painter):
    for shape in game.compiled.shapes.values():
        plate = Plate(painter, BOX, 5, 5)
        squares = filled(shape_diagram(painter, shape, BOX, 5), plate)
        assert squares == {(3 + dx, 3 + dy) for dx, dy in shape.offsets}


def test_a_wide_shape_makes_its_paper_larger(painter):
    shape = Shape(rank=1, name="Wall", drawn=["###X###"])
    assert len(filled(shape_diagram(painter, shape, BOX, 5), Plate(painter, BOX, 7, 7))) == 7


# --- changed content changes the print ----------------------------------------------------------


def debris_three(data):
    data["storm_actions"][1]["effects"][0]["damage"] = 3


def test_debris_with_three_damage(edited_game):
    game = edited_game(storm=debris_three)
    text = "The 3 × 3 squares around the coordinate: citizens take 3 damage."
    cards = printed(game, "number-cards", "storm-reference")
    assert text in cards["2 of clubs"] and text in cards["2 of diamonds"] and text in cards["storm reference"]
    assert text in rule_texts(game)["storm.table"]
    assert texts(action_diagram(make_painter(game, "colour"), game.compiled.storm[2], LARGE)) == ["−3"]


def eleven(edited_game):
    """An eleventh action, shape and citizen, and a third day that reaches eleven."""

    def storm(data):
        effects = [{"do": "raise", "area": "diamond", "radius": 2}, {"do": "hurt", "area": "point", "damage": 1}]
        data["storm_actions"].append({"rank": 11, "name": "Whirl", "effects": effects})

    def obstacles(data):
        data["shapes"].append({"rank": 11, "name": "Hook", "drawn": ["X#", ".#", ".#"]})

    def citizens(data):
        data["citizens"].append({"rank": 11, "name": "Miss Eleven", "power": {"effect": "barrier", "uses": 3}})

    def days(data):
        data["days"][2] |= {"size": 11, "ranks": 11}

    def box(data):
        data["components"] |= {"citizens": 11, "number-cards": 44}

    return edited_game(storm=storm, obstacles=obstacles, citizens=citizens, days=days, game=box)


def test_an_eleventh_card(edited_game):
    game = eleven(edited_game)
    cards = printed(game, "number-cards", "citizens", "storm-reference", "obstacle-reference")
    assert "Whirl" in cards["11 of diamonds"] and "Hook" in cards["11 of clubs"] and "11 steps" in cards["11 of clubs"]
    assert "Miss Eleven" in cards["11 of diamonds"] and "Column 11" in cards["11 of hearts"]
    assert "Three times a day: for one round, storms cost no extra movement." in cards["Miss Eleven"]
    assert "Whirl" in cards["storm reference"] and "Hook" in cards["obstacle reference"]
    rules = rule_texts(game)
    assert "Whirl" in rules["storm.table"] and "Miss Eleven" in rules["setup.names"]
    assert "the jack also counts eleven" in rules["box.cards"]
    squares = drawn_squares(make_painter(game, "colour"), game.compiled.storm[11])
    assert len(squares) == 13
    for style in ("colour", "lowink"):
        report = Report()
        assert make_sheets(game, options("letter", style=style), (), report) is not None, report.diagnostics


def test_a_second_day_of_nine_by_nine(edited_game):
    game = edited_game(days=lambda data: data["days"][1].update(size=9))
    assert "| 2 | 9\u00a0×\u00a09 | A–8 |" in rule_texts(game)["setup.cards"]
    report = Report()
    assert make_sheets(game, options("a4"), (), report) is not None, report.diagnostics


def test_a_citizen_with_another_power(edited_game):
    power = {"effect": "heal", "amount": 2, "uses": 2}
    game = edited_game(citizens=lambda data: data["citizens"][1].update(power=power))
    text = "Twice a day: +2 health for all living citizens on the map."
    cards = printed(game, "citizens", "number-cards")
    assert text in cards["B.R. Rush"] and text in cards["2 of diamonds"]
    assert text in rule_texts(game)["powers.when"]
    card = next(c for c in game.names["citizen_cards"] if c["name"] == "B.R. Rush")
    assert card["icon"] == "heart" and [box["uses"] for box in card["boxes"]] == [2, 2, 2]


def test_powers_that_come_later_have_boxes_for_fewer_days(edited_game):
    game = edited_game(switches=lambda data: data["switches"].update(powers_after_days=2))
    cards = {card["name"]: card for card in game.names["citizen_cards"]}
    assert [box["day"] for box in cards["Sister Haily"]["boxes"]] == ["3", "final"]
    assert cards["Father Creed"]["boxes"] == []


def test_a_longer_text_that_does_not_fit_is_an_error(edited_game):
    def storm(data):
        data["storm_actions"][0]["effects"] *= 4

    game = edited_game(storm=storm)
    report = Report()
    assert make_sheets(game, options("a4"), ("number-cards",), report) is None
    assert {d.code for d in report.diagnostics} == {"overflow"}


def test_an_unknown_icon_is_an_error_with_its_place(edited_game):
    game = edited_game(storm=lambda data: data["storm_actions"][0].update(icon="lightnin"))
    report = Report()
    assert make_sheets(game, options("a4"), ("storm-reference",), report) is None
    assert any("lightnin" in d.message and d.code == "icon" for d in report.diagnostics)


def test_a_power_without_an_icon_is_an_error(edited_game):
    with pytest.raises(Problems) as caught:
        edited_game(print=lambda data: data["look"]["powers"].pop("heal"))
    (problem,) = caught.value.diagnostics
    assert problem.code == "missing" and "heal" in problem.message


# --- rulebook -----------------------------------------------------------------------------------


def test_the_rulebook_has_no_glued_words(game, edited_game):
    """Sentences that depend on switches are joined with spaces, whatever the switches say."""

    def other(data):
        data["switches"] |= {
            "force": "when-stuck",
            "powers_after_days": 2,
            "heal_above_start": False,
            "twister_rescues": False,
            "lightning_spares": [],
            "full_square_hurts": True,
            "max_level": 4,
        }

    def more(data):
        data["days"][1]["rescues"] = 2

    for version in (game, edited_game(switches=other, days=more)):
        report = Report()
        book = compile_rules(version, report)
        assert book is not None
        for clause in book.clauses():
            for text in (clause.text, clause.quick, clause.example):
                plain = re.sub(r"\[\[(.*?)\|.*?\]\]|\*", r"\1", text)
                assert not re.search(r"[a-z][.,;:][A-Za-z]|[a-z][A-Z]|dayon|lateron", plain), (clause.id, plain)


def test_figures_exist_for_every_name(game, painter):
    names = {clause.figure for chapter in game.rules.chapters for clause in chapter.clauses if clause.figure}
    assert {"set-up", "storm-areas", "storm-levels", "quadrants", "final-maps", "beasts", "obstacle-shapes"} <= names
    for name in names:
        assert painter.drawings[name](painter, game.names, Rect(0, 0, 86, 46)), name


def test_variant_maps_show_what_a_way_to_play_changes(game, painter, edited_game):
    shown = words(painter.drawings["variant-maps"](painter, game.names, Rect(0, 0, 86, 40)))
    assert "The Port , Hard Weather" in shown and "City Center , Hard Weather" in shown and "Tower" not in shown
    plain = edited_game(variants=lambda data: data["variants"].__delitem__(0))
    picture = make_painter(plain, "colour").drawings["variant-maps"]
    assert "stay as they are" in words(picture(make_painter(plain, "colour"), plain.names, Rect(0, 0, 86, 40)))


def test_hard_weather_is_told_with_its_numbers(game):
    text = rule_texts(game)["variants.games"]
    variant = game.compiled.variants["hard-weather"]
    assert variant_text(game.files, variant).strip() in re.sub(r"\s+", " ", text)
    named = re.findall(r"\{([\w.]+)\}", variant.says)
    assert named and "{" not in text
    assert all(str(variant.set[path]) in text for path in named if path in variant.set)
    assert "The Leviathan moves" in text and "beasts.K.name" in named


# --- the worked example -------------------------------------------------------------------------


def test_the_example_is_drawn_round_by_round(game, painter):
    rounds = list(play_example(game.compiled))
    assert [r.number for r in rounds] == [1, 2, 3, 4, 5, 6]
    assert rounds[0].way == ((4, 3), (4, 4), (4, 5), (3, 5)) and rounds[0].lost == {"B": 1}
    assert rounds[4].struck == ((5, 1),) and rounds[5].lost == {"B": 1, "C": 3}
    for number, one in enumerate(rounds, 1):
        shown = words(painter.drawings[f"example-{number}"](painter, game.names, Rect(0, 0, 86, 46)))
        assert one.action.name in shown and f"the square {one.at[0]},{one.at[1]}" in shown
        clause = game.rules.chapters[-1].clauses[number]
        assert clause.figure == f"example-{number}"
        assert clause.source == ("ruled" if game.compiled.example.rounds[number - 1].reconstructed else "stated")
    assert "rescued, lost 3" in shown


def test_the_first_round_is_told_as_the_engine_plays_it(game, edited_game):
    told = " ".join(rule_texts(game)["example.first"].split())
    for part in (
        "its 3, **Gale**",
        "name the square 3,6",
        "B, H. Stein, loses one health point: cross it off, three are left. Pencil in",
        "you have five movement",
        "**Step down** to 4,4. It costs one; four are left",
        "**Step left** to 3,5, where the storm is at level 1. It costs two; one is left",
        "H. Stein slows you down; nothing is left",
    ):
        assert part in told
    tougher = edited_game(switches=lambda data: data["switches"].update(health=7, gain_damage=2))
    told = " ".join(rule_texts(tougher)["example.first"].split())
    assert "loses two health points: cross them off, five are left" in told


def test_every_round_of_the_example_has_its_clause(game):
    clauses = game.rules.chapters[-1].clauses[1:]
    assert len(clauses) == len(game.compiled.example.rounds)
    texts_of_rules = rule_texts(game)
    for clause, one, played in zip(clauses, game.compiled.example.rounds, play_example(game.compiled), strict=True):
        assert texts_of_rules[clause.id] == one.text.replace("{storm}", played.action.name)
    assert "missing in the original" in texts_of_rules["example.round-4"]


def test_the_example_follows_changed_numbers(edited_game):
    """The picture shows what the engine computes now, also where the numbers were changed."""
    game = edited_game(storm=debris_three)
    figures = Figures(game)
    assert figures.played()[2].lost == {"A": 3}


@pytest.mark.parametrize(
    ("file", "change", "place", "message"),
    [
        (
            "switches",
            lambda data: data["switches"].update(citizen_penalty=3),
            "{do: step, to: E}",
            "round 2: the step costs 1, and 0 movement is left (rule move.movement)",
        ),
        (
            "example",
            lambda data: data["example_game"]["rounds"][0]["actions"].insert(1, {"do": "step", "to": "E"}),
            "{do: step, to: E}",
            "round 1: an obstacle is in the way (rule move.steps)",
        ),
        (
            "example",
            lambda data: data["example_game"]["rounds"][5]["actions"].pop(),
            "",
            "round 6 has no end",
        ),
        (
            "example",
            lambda data: data["example_game"]["rounds"].pop(),
            "",
            "the day is not over after round 5",
        ),
        (
            "obstacles",
            lambda data: data["shapes"][2].update(drawn=["X#"]),
            "",
            "the set-up of the example breaks MV06",
        ),
    ],
)
def test_a_broken_example_is_named_with_its_place(tmp_path, file, change, place, message, edited_game):
    with pytest.raises(Problems) as caught:
        edited_game(**{file: change})
    problem = caught.value.diagnostics[0]
    assert problem.code == "example" and message in problem.message
    assert problem.span is not None and problem.span.file.endswith("example.yaml")
    if place and file != "example":
        line = (tmp_path / "tempest" / "example.yaml").read_text("utf-8").splitlines()[problem.span.line - 1]
        assert place in line


def test_the_build_says_that_the_example_is_broken(tmp_path, capsys, edited):
    folder = edited(switches=lambda data: data["switches"].update(citizen_penalty=3))
    with pytest.raises(SystemExit) as ended:
        main(["build", "tempest", "--content", str(folder), "--out", str(tmp_path / "out")])
    assert ended.value.code == 1 and not (tmp_path / "out").exists()
    assert "example.yaml:" in capsys.readouterr().err


def test_the_cover_speaks_of_one_player(game, knowledge):
    assert game.game.people == "1 player" and knowledge.game.people == "2–5 players"
    made = make_sheets(game, options("a4"), (), Report())
    assert made is not None and made.rules is not None
    assert "1 player " in words(made.rules.book.pages[0].items)
