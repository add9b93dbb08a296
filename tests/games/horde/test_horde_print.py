"""What is printed: complete on both papers in all styles, in both card sizes and themes, and at one with the engine."""

import re
from math import ceil, sqrt

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from support import CONTENT, drawn_log, options, sheets_of, walk_placed

from pnp.cli.main import main
from pnp.diagnostics import Report
from pnp.draw.drawing import Text
from pnp.games.horde.content.files import ROLES
from pnp.games.horde.content.tables import sorted_deck
from pnp.games.horde.play.deal import DealCertificate, Scenario
from pnp.games.horde.play.scenario import Options, generate
from pnp.games.horde.play.story import journal
from pnp.games.horde.print import figures
from pnp.games.horde.print.components import COMPONENTS as OWN
from pnp.games.horde.print.counterwind import WindStory
from pnp.games.horde.print.pages import scenario_printables
from pnp.games.horde.print.playarea import layout
from pnp.games.horde.print.sketch import Sketch
from pnp.games.horde.print.stacking import deals_for, gather
from pnp.geometry import Rect, Size
from pnp.pipeline import make_sheets
from pnp.play.deal import Seal, Sealed
from pnp.sheets.components import canvas_of, make_painter

BOX = Rect(0, 0, 84, 66)
DECKS = ("wit", "pack", "encounters", "breezes")


def texts(items) -> list[str]:
    """Every run of text in drawn items."""
    return [item.text for item, _ in walk_placed(items) if isinstance(item, Text)]


def drawn(painter, game, name) -> list[str]:
    return texts(painter.drawings[name](painter, game.names, BOX))


def sealed(deal) -> Scenario:
    """A scenario that nobody has rated."""
    return Sealed(deal, DealCertificate(), Seal())


def printed(sheet_set) -> str:
    return "\n".join(texts(item for sheet in sheet_set.sheets for item in sheet.items))


# --- whole builds -------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
def test_the_quick_reference_is_one_card_with_two_sides(game, paper, style):
    made = make_sheets(game, options(paper, style=style), ("rulebook",), Report())
    assert len(made.rules.quick.items) == 1 and made.rules.quick.items[0].back is not None


@pytest.mark.parametrize(
    ("paper", "card_size", "per_sheet", "sheets"),
    [("a4", None, 21, 5), ("a4", "compact", 21, 5), ("letter", "compact", 18, 6), ("a4", "poker", 9, 12)],
)
def test_sheets_of_the_specification(game, paper, card_size, per_sheet, sheets):
    made = sheets_of(game, paper, ("wit", "pack", "encounters", "breezes"), card_size=card_size)["decks"]
    assert sum(p.total for p in made.printables) == 104
    assert made.paper_count == sheets and made.two_sided
    assert f"Breeze cards: {per_sheet} per sheet" in made.notes[0]


def test_counts_and_components(game):
    made = {p.id: p for s in sheets_of(game).values() for p in s.printables}
    assert set(OWN) <= set(made)
    assert {name: made[name].total for name in DECKS} == {"wit": 16, "pack": 36, "encounters": 16, "breezes": 36}
    backs = {name: made[name].items[0].back for name in DECKS}
    assert len({id(back) for back in backs.values()}) == 4


def test_only_the_area_of_the_chosen_size_is_made(game):
    for size, other in (("compact", "poker"), ("poker", "compact")):
        made = {p.id: p for s in sheets_of(game, card_size=size).values() for p in s.printables}
        assert not made[f"area-{size}"].optional and made[f"area-{size}-right"].optional
        assert not {f"area-{other}", f"area-{other}-right"} & set(made)
    named = sheets_of(game, card_size="poker", only=("area-compact",))
    assert list(named) == ["area-compact"], "what is asked for by its name is printed"


def test_without_a_chosen_size_the_other_area_is_optional(game):
    made = {p.id: p for s in sheets_of(game, only=OWN).values() for p in s.printables}
    assert not made["area-compact"].optional and made["area-poker"].optional


def test_unknown_card_sizes_name_what_there_is(game, capsys):
    report = Report()
    assert make_sheets(game, options(card_size="pocker"), ("wit",), report) is None
    assert "poker" in report.diagnostics[0].hint
    with pytest.raises(SystemExit) as stopped:
        main(["build", "knowledge", "--content", str(CONTENT), "--card-size", "poker", "--quiet"])
    assert stopped.value.code == 1 and "one size only" in capsys.readouterr().err


# --- drawings are the engine's values ------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_movement_on_cards_is_what_the_engine_moves_by(game, painter, role):
    wanted = sorted(
        mark for row in figures.movement_diagram(game.compiled, role) for mark in row if mark not in ("", "x")
    )
    assert sorted(drawn(painter, game, f"movement-{role}")) == wanted
    card = next(record.names for record in game.records["wit"] if record.names["card"]["role"] == role)
    assert sorted(texts(painter.drawings["movement"](painter, card, BOX))) == wanted
    shown = texts(painter.draw("wit", Size(38, 53), card).items)
    assert str(game.compiled.roles[role].resistance) in shown
    assert str(game.compiled.roles[role].action.cost) in shown


@pytest.mark.parametrize("suit", "HDCS")
def test_formations_on_breezes_are_what_the_engine_checks(game, painter, suit):
    card = next(record.names for record in game.records["breezes"] if record.names["card"]["suit"] == suit)
    shown = texts(painter.drawings["formation"](painter, card, Rect(0, 0, 20, 20)))
    wanted = game.compiled.wanted[suit]
    assert sorted(shown) == sorted(role for role in ROLES for _ in wanted[role])
    assert sorted(shown) == sorted("".join(figures.formation_rows(game.compiled, suit)).replace(".", ""))


def test_encounters_spare_whom_the_engine_spares(game):
    for record in game.records["encounters"]:
        card = record.names["card"]
        spared = game.compiled.spared[card["rank"]] if card["effect"] != "none" else set()
        assert {card["spares"]} - {""} == spared


@pytest.mark.parametrize("size", ["compact", "poker"])
@pytest.mark.parametrize("seat", [0, 1])
def test_squares_of_the_play_area(game, size, seat):
    name = f"area-{size}" + ("-right" if seat else "")
    sheets = sheets_of(game, only=(name,))[name].sheets
    assert len(sheets) == 2
    shown = [texts(sheet.items) for sheet in sheets]
    for square, uses in figures.square_uses(game.compiled, seat).items():
        upper = int(square[1]) <= 2
        assert shown[0 if upper else 1].count(square) == 2 and square not in shown[1 if upper else 0]
        assert uses
    letters = [text for page in shown for text in page if text in ROLES]
    assert len(letters) == 2 * sum(len(uses) for uses in figures.square_uses(game.compiled, seat).values())


@pytest.mark.parametrize(
    ("size", "paper", "grid"),
    [
        ("poker", "a4", (272, 190)),
        ("poker", "letter", (258, 190)),
        ("compact", "a4", (272, 184)),
        ("compact", "letter", (257, 184)),
    ],
)
def test_measures_of_the_play_area(game, size, paper, grid):
    area = layout(game, canvas_of(options(paper)), size)
    width = area.edge_column + 4 * area.measures.column
    height = 2 * area.measures.line + (area.measures.edge_row or 0)
    assert (width, height) == grid
    card = area.card
    assert card.w < area.measures.column and card.h < area.measures.line
    assert not area.whole or card.h < area.measures.column, "a tilted card fits its cell"
    sheets = sheets_of(game, paper, (f"area-{size}",))[f"area-{size}"].sheets
    assert len(sheets) == 2 and all(sheet.size.w > sheet.size.h for sheet in sheets)


def test_other_papers_take_measures_that_fit(game):
    for paper in ("a3", "legal", "tabloid"):
        assert layout(game, canvas_of(options(paper)), "compact").measures.column == 57
    assert len(sheets_of(game, "a3", ("area-poker",))["area-poker"].sheets) == 2


def test_wind_figures_tell_the_trace(game, painter):
    for name in game.compiled.wind_examples:
        shown = " ".join(drawn(painter, game, f"wind-{name}"))
        trace = figures.wind_trace(game.compiled, name)
        for line in trace.lines:
            for test in line.tests:
                assert str(test.total) in shown
        assert shown.count("destroyed") == len(trace.destroyed)
    story = WindStory(
        None, game.compiled, game.files.words.example, figures.wind_trace(game.compiled, "whole_phase"), BOX
    ).story()
    assert story[2] == "**Line 3:** wind 6; Combatant 3 fails by 3: wounded, back to A4"
    assert story[4] == "**Line 4:** Tracer 4 + 6 = 10 wins by 1, moves to B2"


def test_move_and_check_figures_show_the_verdict(game, painter):
    for name in game.compiled.move_examples:
        trace = figures.move_trace(game.compiled, name)
        shown = drawn(painter, game, f"move-{name}")
        steps = [text for text in shown if text.isdigit()]
        lines = [str(line + 1) for line in range(game.compiled.lines)]
        assert sorted(steps) == sorted([*lines, *(str(n) for n in trace.reachable.values())])
    assert "complies" in drawn(painter, game, "check-delta_held")
    assert "is missed" in drawn(painter, game, "check-cone_missed")


def test_reference_sheet_holds_everything(game):
    shown = printed(sheets_of(game, only=("reference",))["reference"])
    names = game.compiled.names
    for word in (*names.roles.values(), *names.enemies.values(), "Cone", "Diamond", "Drop", "Delta", "destroyed"):
        assert word in shown
    for step in yaml.safe_load((CONTENT / "horde" / "data.yaml").read_text("utf-8"))["steps"].values():
        assert step in shown


# --- edits ---------------------------------------------------------------------------------------


def test_an_edited_formation_changes_card_board_and_engine(edited_game):
    def swap(data):
        data["formations"]["H"]["rows"] = ["F..W", "CTTW", ".CF.", "...."]

    game = edited_game(formations=swap)
    painter = make_painter(game, "colour")
    assert game.compiled.wanted["H"]["F"] == {0, 10}
    assert ("H", "F") in figures.square_uses(game.compiled)["A1"]
    squares = drawn(painter, game, "squares")
    assert squares[squares.index("A1") + 1] == "F"
    row = drawn(painter, game, "formation-H")
    assert row.index("F") < row.index("C", 4), "the Fire-linker now stands in the corner"


def test_edited_numbers_change_card_rulebook_and_engine(edited_game):
    def dearer(data):
        data["roles"]["T"]["action"]["cost"] = 7
        data["roles"]["T"]["move"]["steps"] = 3

    game = edited_game(roles=dearer)
    assert game.compiled.cost["provocation"] == 7
    made = sheets_of(game, only=("wit", "reference", "rulebook"))
    assert "(7)" in printed(made["reference"]).replace("\n", "")
    painter = make_painter(game, "colour")
    card = next(record.names for record in game.records["wit"] if record.names["card"]["role"] == "T")
    assert "7" in texts(painter.draw("wit", Size(38, 53), card).items)
    assert drawn(painter, game, "movement-T").count("3") == 4
    report = Report()
    made = make_sheets(game, options(), ("rulebook",), report)
    assert made is not None
    assert "Provocation: 7 points" in made.rules.rulebook.clause("actions.cost").text
    assert "three squares" in made.rules.rulebook.clause("moves.king").text


def test_measures_stand_once(edited_game):
    def wider(data):
        data["play_areas"]["poker"]["papers"]["a4"]["column"] = 66

    game = edited_game(print=wider)
    assert layout(game, canvas_of(options()), "poker").measures.column == 66


def test_the_neutral_theme_prints_no_name_of_the_novel(edited_game):
    def neutral(data):
        data["theme"] = "neutral"

    game = edited_game(theme=neutral)
    assert game.game.title == "Walkers Upwind"
    report = Report()
    made = make_sheets(game, options(), (), report)
    assert made is not None and report.diagnostics == []
    scenario = sealed(generate(game.compiled, 3, Options()))
    pages = scenario_printables(game, make_painter(game, "colour"), canvas_of(options()), scenario, solutions=True)
    shown = "\n".join(
        [
            *(printed(part.made) for file in made.files for job in file.jobs for part in job.parts),
            *(text for p in pages for i in p.items for text in texts(i.front.items)),
        ]
    )
    novel = yaml.safe_load((CONTENT / "horde" / "theme.yaml").read_text("utf-8"))["names"]["novel"]
    words = {*novel["roles"].values(), *novel["enemies"].values(), *(wind["name"] for wind in novel["winds"])}
    words |= {"Damasio", "Horde", "Aval", "Wit", "Pack", "Aberlaas", "Golgoth", "Contrevent", "Counterwind"}
    assert [word for word in words if re.search(rf"\b{word}\b", shown)] == []
    for word in ("Trailblazer", "Devourer", "Leaders", "Followers", "Lee", "Hurricane"):
        assert word in shown


def test_the_novel_theme_says_that_it_is_unofficial(game):
    made = make_sheets(game, options(), ("rulebook",), Report())
    assert made is not None
    assert printed(made.rules.sheets).count("unofficial") >= 3


# --- scenarios -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages(game, painter, certified):
    made = scenario_printables(game, painter, canvas_of(options()), certified, solutions=True)
    return {p.id.rsplit("-", 1)[-1]: [texts(item.front.items) for item in p.items] for p in made}


def test_backs_of_a_deck_are_all_alike(game, painter):
    for deck in DECKS:
        spec = game.decks[deck]
        size = Size(38, 53)
        backs = {str(list(drawn_log(painter.draw(spec.back, size, r.names).items))) for r in game.records[deck]}
        assert len(backs) == 1, f"{deck}: whoever sees a back must learn nothing of the face"


def test_players_page_stacks_by_deals_and_shows_no_card(game, certified, pages):
    (page,) = pages["players"]
    digits = "".join(text for text in page if text.isdigit() and int(text) < 10)
    deal = certified.deal
    wit = [*deal.hordes[0].aval, *deal.hordes[0].wit]
    decks = (
        ("wit", wit),
        ("pack", deal.hordes[0].pack),
        ("encounters", deal.encounters),
        ("breezes", deal.breezes),
    )
    for deck, cards in decks:
        deals = deals_for(sorted_deck(game.compiled, deck), cards)
        assert "".join(map(str, deals.first)) in digits and "".join(map(str, deals.second)) in digits
    assert not {"K", "Q", "J"} & set(page)
    head = " ".join(page[:4])
    assert "seed 3" in head and "format 1" in head and game.hash in head and "2 stars" in head
    assert "can be won" in " ".join(page)


@given(st.permutations(range(36)), st.integers(2, 36))
def test_two_deals_give_a_deck_any_order(numbers, size):
    wanted = [str(number) for number in numbers if number < size]
    deck = sorted(wanted, key=int)
    deals = deals_for(deck, wanted)
    assert gather(gather(deck, deals.first), deals.second) == wanted
    assert deals.piles <= ceil(sqrt(size))


def test_arrows_at_the_left_edge_point_off_the_sheet(painter):
    sketch = Sketch(painter)
    sketch.upright_words(":arrow-up:", Rect(0, 0, 4, 60))
    (arrow, matrix) = next((i, m) for i, m in walk_placed(sketch.items) if type(i).__name__ == "Path")
    points = [matrix.apply(float(s[-2]), float(s[-1])) for s in arrow.outline if len(s) > 2]
    left, right = min(points), max(points)
    assert sum(abs(x - left[0]) < 0.05 for x, _ in points) < sum(abs(x - right[0]) < 0.6 for x, _ in points), "tip left"
    assert max(y for _, y in points) - min(y for _, y in points) < 5


def test_a_printed_deck_comes_sorted_for_the_first_deal(game):
    for deck in DECKS:
        assert [r.names["card"]["code"] for r in game.records[deck]] == sorted_deck(game.compiled, deck)


def test_helpers_page_shows_every_card_in_order(certified, pages):
    (page,) = pages["helper"]
    shown = [text for text in page if re.fullmatch(r"[KQJA]|\d+", text)]
    wanted = [card[:-1] for card in certified.deal.hordes[0].aval]
    wanted += [card[:-1] for card in certified.deal.hordes[0].wit]
    assert shown[: len(wanted)] == wanted
    assert sum(text in "KQJA" for text in shown) >= 32


def test_solution_is_the_witness_replayed(game, certified, pages):
    assert pages["solution"]
    icons = {letter: suit["icon"] for letter, suit in game.names["suits"].items()}
    rows = journal(game.compiled, game.files.words.story, icons, certified.deal, certified.certificate.witness.actions)
    assert len(rows) == certified.certificate.witness.turns + 1 and rows[-1][-1] == "**won**"
    assert {row[-1] for row in rows[1:-1]} == {"complies", "missed"}
    assert "solution" not in {
        p.id.rsplit("-", 1)[-1]
        for p in scenario_printables(game, make_painter(game, "grey"), canvas_of(options()), certified, solutions=False)
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_competition_sheets_fit_both_papers(game, paper):
    scenario = sealed(generate(game.compiled, 5, Options(mode="competition")))
    for style in ("colour", "lowink"):
        made = scenario_printables(game, make_painter(game, style), canvas_of(options(paper)), scenario, solutions=True)
        assert [p.id for p in made] == ["competition-0005-players", "competition-0005-helper"]
        shown = texts(made[0].items[0].front.items)
        assert "not rated" in " ".join(shown[:3]) and "right player" in " ".join(shown)


def test_every_build_prints_a_scenario_of_each_difficulty(game):
    stars = [order.options.get("stars") for order in game.game.scenarios]
    assert stars[:3] == [1, 2, 3]
    assert game.game.scenarios[3].options == {"mode": "competition"}
