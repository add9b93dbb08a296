"""Terrain Storm on paper: everything builds, and what is printed is what the engine plays."""

import json
from collections import Counter

import pytest
import yaml
from click.testing import CliRunner
from support import CONTENT, options, sheets_of, walk_placed

from pnp.cli.group import cli
from pnp.diagnostics import Problems
from pnp.draw.drawing import Text, walk
from pnp.games.terrain.content.compiled import compile_content
from pnp.games.terrain.play.deal import DealCertificate
from pnp.games.terrain.play.example import build, check_examples, picture_island, play_storm, shown_cells
from pnp.games.terrain.play.island import Placement
from pnp.games.terrain.play.matching import cells_by_terrain, fulfils, positions
from pnp.games.terrain.play.measures import (
    coast_edges,
    group_cells,
    heartland_cells,
    measure,
    mosaic_corners,
    rarest_cells,
    run_cells,
    visible_cells,
)
from pnp.games.terrain.print.art import Tiles
from pnp.games.terrain.print.pages import DealingSheet, scenario_printables
from pnp.geometry import Rect
from pnp.load.game import load_or_raise
from pnp.pipeline import compile_game_rules
from pnp.play.deal import Seal, Sealed
from pnp.sheets.components import canvas_of, make_painter
from pnp.sheets.scenarios import scenario_sets


def texts(items):
    return [item.text for item in walk(items) if isinstance(item, Text)]


@pytest.mark.parametrize("backs", ["gutterfold", "none", "duplex-short"])
def test_builds_with_other_backs(game, backs):
    assert "islands" in sheets_of(game, backs=backs)


def test_counts(game):
    cards = {p.id: p.total for s in sheets_of(game).values() for p in s.printables}
    assert cards == {"islands": 120, "requests": 60, "awards": 20, "lead": 1, "quick-reference": 6, "pad": 1}


def test_guide_says_how_many_sheets(game):
    guide = sheets_of(game)["build-guide"]
    words = " ".join(texts(i for sheet in guide.sheets for i in sheet.items))
    assert len(guide.sheets) == 2
    for needed in ("17 sheets", "card-two-sided", "plain-one-sided", "120 × Island cards"):
        assert needed in words


# ------------------------------------------------- what the engine plays


def test_island_cards_show_the_engine_s_tiles(game, content):
    """Every card is drawn with the two terrains that the engine plays, and carries its number twice."""
    printable = next(p for s in sheets_of(game, only=("islands",)).values() for p in s.printables)
    signs: dict[int, set] = {}
    for item, record in zip(printable.items, game.records["islands"], strict=True):
        no, faces = record.names["island"]["no"], record.names["island"]["faces"]
        assert tuple(content.letters.index(letter) for letter in faces) == content.faces(no)
        assert texts(item.front.items) == [str(no)] * 2
        assert record.names["island"]["storm"] == content.is_double_water(no)
        for letter in faces:
            signs.setdefault(letter, set())
    assert Counter(r.names["island"]["faces"] for r in game.records["islands"])["WW"] == 10
    assert len(signs) == 6


def test_request_cards_show_the_engine_s_patterns(game, content):
    for record in game.records["requests"]:
        card = record.names["request"]
        request = content.requests[card["id"]]
        drawn = tuple(
            sorted(
                (x, y, content.letters.index(sign))
                for y, row in enumerate(card["rows"])
                for x, sign in enumerate(row)
                if sign != "?"
            )
        )
        left, top = min(x for x, _, _ in drawn), min(y for _, y, _ in drawn)
        assert tuple((x - left, y - top, t) for x, y, t in drawn) in request.pattern.turns
        assert card["value"] == request.value == sum(one["count"] for one in card["wanted"])


def test_pictures_mark_what_the_engine_counts(game, content):
    found = {
        "visible-tiles": visible_cells,
        "largest-group": group_cells,
        "longest-run": run_cells,
        "coast": coast_edges,
        "heartland": heartland_cells,
        "mosaic": mosaic_corners,
        "rarest-land": rarest_cells,
    }
    pictures = game.files.examples.pictures
    for award in content.awards.values():
        island = picture_island(content, pictures[award.measure], award.ground)
        value = measure(award.measure, island, award.ground)
        assert value > 0, award.title
        if award.measure in found:
            assert value == len(found[award.measure](island, award.ground))


def test_tiles_look_alike_from_all_sides(game):
    """Motifs of a tile turned by a quarter fall onto the motifs of the same tile."""
    painter = make_painter(game, "colour")
    for terrain in game.names["terrains"]:
        use = Tiles().draw(painter, terrain, Rect(0, 0, 30, 30), ground=False)
        points = [
            matrix.apply(*segment[-2:])
            for path, matrix in walk_placed(use.symbol.items[:-1])
            for segment in path.outline
            if len(segment) > 2
        ]
        cells = {}
        for x, y in points:
            cells.setdefault((round(x), round(y)), []).append((x, y))
        for x, y in ((30 - y, x) for x, y in points):
            around = [p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in cells.get((round(x) + i, round(y) + j), ())]
            assert any(abs(x - u) + abs(y - v) < 1e-6 for u, v in around), terrain["name"]


def test_positions_agree_with_fulfils(content):
    from pnp.games.terrain.content.files import PlayedExample
    from pnp.games.terrain.play.example import play_round

    state = play_round(content, PlayedExample(seed=4, players=3, seat=1))
    for player in state.players:
        tiles = player.island.tiles
        groups = cells_by_terrain(tiles)
        for request in content.requests.values():
            found = list(positions(request.pattern, tiles, content.water))
            assert bool(found) == fulfils(request.pattern, tiles, groups, content.water)


def test_examples_are_played_by_the_engine(game, content):
    examples = game.files.examples.examples
    island = build(content, examples.touch.laid)
    legal = [island.touches(Placement(card.cell[1] * 65536 + card.cell[0], card.rot)) for card in examples.touch.tried]
    assert legal == [card.legal for card in examples.touch.tried] and {True, False} == set(legal)
    before, after = play_storm(content, examples.storm)
    lifted = before.laid[examples.storm.lift - 1]
    assert [content.is_double_water(c.card) for c in after.laid if c.cells == lifted.cells] == [True]
    assert len(shown_cells(content, after, examples.storm.request)) == 3


FAULTS = [
    (("examples", "touch", "tried", 0, "legal"), False, ("examples", "touch", "tried", 0, "legal")),
    (("examples", "touch", "laid", 1, "cell"), [5, 5], ("examples", "touch", "laid", 1, "cell")),
    (("examples", "touch", "laid", 0, "faces"), "MF", ("examples", "touch", "laid", 0, "faces")),
    (("examples", "cover", "card", "cell"), [7, 7], ("examples", "cover", "card")),
    (("examples", "storm", "lift"), 9, ("examples", "storm", "lift")),
    (("examples", "storm", "home", "cell"), [9, 9], ("examples", "storm", "home")),
    (("examples", "match", "request", "start"), "M", ("examples", "match")),
    (("examples", "turned", "shape"), "Spiral", ("examples", "turned", "shape")),
    (("examples", "turned", "start"), "W", ("examples", "turned", "start")),
    (("examples", "played", "seat"), 6, ("examples", "played", "seat")),
    (("examples", "played", "players"), 9, ("examples", "played", "players")),
    (("pictures", "mosaic", "rows"), ["ab", "t?".replace("?", "c")], ("pictures", "mosaic", "rows", 1)),
    (("pictures", "coast", "rows"), ["ab", "c"], ("pictures", "coast")),
]


def example_faults(files):
    return list(check_examples(compile_content(files), files.examples))


@pytest.mark.parametrize(("path", "value", "place"), FAULTS)
def test_wrong_examples_are_found(changed_files, path, value, place):
    faults = example_faults(changed_files({("examples", *path): value}))
    assert [(fault.file, fault.path) for fault in faults] == [("examples", place)]


def test_a_missing_picture_is_found(changed_files, raw):
    pictures = {k: v for k, v in raw["examples"]["pictures"].items() if k != "coast"}
    faults = example_faults(changed_files({("examples", "pictures"): pictures}))
    assert [(fault.code, fault.path) for fault in faults] == [("missing", ("pictures",))]


# ------------------------------------------------------ a designer's edit


def test_an_edit_changes_card_rulebook_and_engine(rewritten):
    folder = rewritten("options.yaml", "award_points: 10", "award_points: 12")
    game = load_or_raise(folder, "terrain")
    awards = next(p for s in sheets_of(game, only=("awards",)).values() for p in s.printables)
    assert "12" in texts(awards.items[0].front.items)
    rules = compile_game_rules(folder, "terrain").rulebook
    assert "twelve points each" in rules.clause("aim.goal").text
    assert game.compiled.options.play.award_points == 12


def test_a_letter_of_a_shape_changes_card_and_engine(rewritten):
    folder = rewritten("requests.yaml", '- "abba"', '- "abca"')
    game = load_or_raise(folder, "terrain")
    valley = next(r.names["request"] for r in game.records["requests"] if r.names["request"]["shape"] == "Valley")
    assert valley["rows"] == ("FMGF",)
    assert {t for _, _, t in game.compiled.requests[valley["id"]].pattern.turns[0]} == {0, 1, 2}


def test_counts_are_checked_again_when_double_water_changes(rewritten):
    folder = rewritten("islands.yaml", "double_water: 10", "double_water: 12")
    with pytest.raises(Problems) as problems:
        load_or_raise(folder, "terrain")
    assert [d.code for d in problems.value.diagnostics] == ["sum"]
    rewritten("islands.yaml", "total: 120", "total: 122")
    with pytest.raises(Problems) as problems:
        load_or_raise(folder, "terrain")
    assert "'islands' should hold 120 but holds 122" in problems.value.diagnostics[0].message
    rewritten("game.yaml", "islands: 120", "islands: 122")
    assert load_or_raise(folder, "terrain").count("islands") == 122


# ------------------------------------------------------- list and scenario


def test_list_shows_the_compiled_deck():
    run = CliRunner().invoke(cli, ["list", "terrain", "--cards", "--content", str(CONTENT)])
    assert run.exit_code == 0
    for line in ("1 × 116 Water–Water  (faces: WW; storm)", "1 × R13 Corner GV/M?  (value: 3)", "A15 Snug Cove"):
        assert line in run.output
    run = CliRunner().invoke(cli, ["list", "terrain", "--cards", "--json", "--content", str(CONTENT)])
    components = {c["id"]: c for c in json.loads(run.output)[0]["components"]}
    assert sum(card["copies"] for card in components["islands"]["cards"]) == 120
    assert components["requests"]["cards"][12]["values"]["request"]["rows"] == ["GV", "M?"]


@pytest.mark.parametrize("style", ["colour", "lowink"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_dealing_sheet(game, golden, paper, style):
    sheets = [
        sheet for s in scenario_sets(game, [golden], options(paper, style=style), solutions=True) for sheet in s.sheets
    ]
    assert len(sheets) == 2
    words = " ".join(texts(sheets[0].items))
    for needed in ("seed 2", "format 1", game.hash, "mean score 39.1", "A08 High Range"):
        assert needed in words


def test_dealing_sheet_names_every_pile(game, golden, golden_scenario, content):
    canvas = canvas_of(options("letter"))
    sheet = DealingSheet(game, make_painter(game, "colour"), canvas.upright, golden)
    piles = sheet.piles()
    assert len(piles) == 80
    for number, hands in enumerate(golden_scenario["hands"]):
        for seat, hand in enumerate(hands, 1):
            assert sorted(hand) == sorted(card for card, pile in piles.items() if pile == f"{seat}{'ab'[number]}")
    words = texts(sheet.dealing().items)
    start = words.index(golden_scenario["requests"][0])
    assert words[start : start + 60] == golden_scenario["requests"]
    shown = [int(w) for w in texts(sheet.hands().items) if w.isdigit() and len(w) > 0]
    assert set(range(1, 121)) >= set(shown) >= set(piles)


@pytest.mark.parametrize(("players", "rounds", "extra"), [(3, 1, 2), (6, 2, 0)])
def test_dealing_sheets_of_other_games(game, content, players, rounds, extra):
    from pnp.games.terrain.play.scenario import Options, generate

    deal = generate(content, 3, Options(players=players, rounds=rounds, extra_awards=extra))
    scenario = Sealed(deal, DealCertificate(), Seal())
    for paper in ("a4", "letter"):
        printables = scenario_printables(
            game, make_painter(game, "grey"), canvas_of(options(paper)), scenario, solutions=False
        )
        assert [item.label for p in printables for item in p.items] == ["dealing", "hands and result"]


def test_ordered_deals_are_good(content, game):
    """The deals that every build prints keep the quick soft rules; the build itself tries them by bots."""
    from pnp.games.terrain.play.checks import CHECKS, Subject
    from pnp.games.terrain.play.scenario import Options, generate

    assert [order.options["players"] for order in game.game.scenarios] == [3, 4, 5, 6]
    for order in game.game.scenarios:
        subject = Subject(content, generate(content, order.seed, Options(**order.options)))
        assert not [v for check in CHECKS.checks if check.id != "TV12" for v in check.run(subject)]


def test_palette_and_terrains_agree(raw):
    roles = yaml.safe_load((CONTENT / "terrain/palette.yaml").read_text("utf-8"))
    assert [t["role"] for t in raw["terrains"]["terrains"]] == roles["distinct"][0]
