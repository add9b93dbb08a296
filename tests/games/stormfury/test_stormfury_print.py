"""What is printed is what the engine plays: board, pieces, cards, rulebook and storm books, on both papers."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from shipped import golden

from pnp.diagnostics import Report
from pnp.draw.drawing import Group, Text, Use, walk
from pnp.draw.hexes import borders, shared_borders
from pnp.games.stormfury.content.compiled import StormfuryContent
from pnp.games.stormfury.content.hexes import Hex, disc, hex_name, neighbours
from pnp.games.stormfury.play.certificate import certify
from pnp.games.stormfury.play.choices import Place
from pnp.games.stormfury.play.deal import StormCertificate
from pnp.games.stormfury.play.scenario import Options, generate, new_game, storm_track
from pnp.games.stormfury.print.chart import Chart, map_size
from pnp.games.stormfury.print.components import compact_side, full_side
from pnp.games.stormfury.print.diagrams import MovePatch, patch_radius
from pnp.games.stormfury.print.pages import scenario_printables
from pnp.games.stormfury.print.rings import Ring, pack, pieces
from pnp.geometry import Rect, parse_paper
from pnp.load.filters import in_words
from pnp.load.game import load_game
from pnp.pipeline import check_game, compile_game_rules, make_sheets
from pnp.play.deal import Seal, Sealed
from pnp.rules.compile import compile_rules
from pnp.sheets.components import ComponentBuilder, canvas_of, make_painter
from pnp.sheets.sheet import PrintOptions

CONTENT = Path(__file__).parents[3] / "content"
GOLDEN = golden("stormfury")
PAPERS = ("a4", "letter")
STYLES = ("colour", "lowink", "grey")


def options(paper="a4", **more):
    return PrintOptions(parse_paper(paper), **more)


def loaded(content=CONTENT):
    report = Report()
    game = load_game(content, "stormfury", report)
    assert game is not None, report.diagnostics
    assert not report.diagnostics
    return game


@pytest.fixture(scope="module")
def canvases():
    return {paper: canvas_of(options(paper)) for paper in PAPERS}


@pytest.fixture(scope="module")
def made(game):
    report = Report()
    made = make_sheets(game, options(), (), report)
    assert made is not None and not report.diagnostics
    return made


def texts(items):
    return [item.text.strip() for item in walk(items) if isinstance(item, Text)]


def sheet_set(made, name):
    return next(s for s in made.sets if s.id == name)


def printable(made, name):
    return next(p for s in made.sets for p in s.printables if p.id == name)


# -------------------------------------------------------------------- whole builds


def test_the_board_comes_on_one_large_sheet_too(game):
    report = Report()
    made = make_sheets(game, options(large_boards=True), ("board",), report)
    (sheet,) = sheet_set(made, "board").sheets
    board = printable(made, "board").size
    assert sheet.size.w > board.w and sheet.size.h > board.h
    assert not report.diagnostics


def test_counts_in_the_box_are_those_of_the_content(game, made):
    content: StormfuryContent = game.compiled
    chits = content.rules.chits
    totals = {p.id: p.total for s in made.sets for p in s.printables}
    assert totals["ocean-cards"] == len(content.decks["ocean"]) == 15
    assert totals["land-cards"] == len(content.decks["land"]) == 12
    assert totals["resources"] == len(content.full_deck()) == 84
    assert totals["role-cards"] == totals["player-tokens"] == totals["quick-reference"] == content.rules.experts.most
    assert totals["damage-chits"] == chits.damage == 30
    assert totals["fortification-chits"] == chits.fortification == 30
    assert totals["dam-chits"] == chits.dam == 30
    assert totals["population-tokens"] == chits.population == 12
    assert totals["markers"] == 3
    assert all(item.back is not None for item in printable(made, "population-tokens").items)


def test_the_backs_of_the_three_decks_differ(made):
    decks = [printable(made, name).items[0].back for name in ("ocean-cards", "land-cards", "resources")]
    words = [tuple(texts(back.items)) for back in decks]
    assert words == [("OCEAN",), ("LAND",), ("RESOURCES",)]


# ---------------------------------------------------------------------------- cards


def test_hurricane_cards_show_the_steps_and_marks_of_the_engine(game, made):
    content = game.compiled
    shown = {}
    for name in ("ocean-cards", "land-cards"):
        shown |= {item.label: texts(item.front.items) for item in printable(made, name).items}
    assert list(shown) == [card.id for card in content.cards]
    for card in content.cards:
        words = " ".join(shown[card.id])
        assert card.id in words
        assert (", then ".join(card.steps) or "the storm holds") in words
        assert ("strengthens" in words, "weakens" in words) == (card.change > 0, card.change < 0)


def test_the_patch_ends_on_the_green_hex_of_the_engine(game, painter):
    content = game.compiled
    assert patch_radius(content) == 2
    patch = MovePatch(content, painter, Rect(0, 0, 40, 40))
    for card in content.cards:
        green = painter.style.fill("end-hex").flat
        (end,) = [i for i in walk(patch.draw(card)) if getattr(i, "fill", None) == green]
        corners = [(s[1], s[2]) for s in end.outline if s[0] in "ML"]
        middle = tuple(sum(c[k] for c in corners) / 6 for k in (0, 1))
        assert middle == pytest.approx(patch.grid.at(card.end))


def test_resource_cards_show_their_price_in_small_cards_and_chits(game, made):
    content = game.compiled
    for item in printable(made, "resources").items:
        id, card = next((id, c) for id, c in content.resource_cards.items() if c.name == item.label)
        assert item.copies == card.count
        words = " ".join(texts(item.front.items))
        for paid, number in card.pay.items():
            assert f"{number} {content.resource_cards[paid].name}" in words, id
        if card.kind == "evacuate":
            assert texts(item.front.items).count("any") == card.discards
            assert f"{card.discards} other cards" in words


def test_role_cards_tell_every_power(game, made):
    content = game.compiled
    for item in printable(made, "role-cards").items:
        role = next(role for role in content.roles.values() if role.name == item.label)
        words = " ".join(texts(item.front.items))
        assert ("also reach" in words) == role.dams_next_door
        assert ("may pay for" in words) == (role.stand_in is not None)
        assert (f"discard {in_words(role.evacuates_for)} cards" in words) == bool(role.evacuates_for)
        assert ("open pile" in words) == role.open_pile


def test_the_mat_has_every_space_of_its_tracks(game, made):
    content = game.compiled
    shown = Counter(texts(printable(made, "storm-mat").items[0].front.items))
    rules = content.rules
    for space in range(rules.overwhelmed_at + 1):
        assert shown[str(space)] >= 1
    for verdict in rules.verdicts:
        assert shown[verdict.title]
    assert shown["flip"] == len(content.storm.categories)
    assert shown[str(rules.turn_track)] == 2  # on the turn track and on the damage track


# ---------------------------------------------------------------------------- board


@pytest.fixture(scope="module")
def charts(game, painter, canvases):
    sides = [full_side(game), *(compact_side(game, canvas) for canvas in canvases.values())]
    return [Chart(game.compiled, painter, side) for side in sides]


def test_sizes_of_the_boards(game, canvases):
    assert full_side(game) == 14
    assert compact_side(game, canvases["a4"]) == pytest.approx(10.25)
    assert compact_side(game, canvases["letter"]) == pytest.approx(9.6)
    size = map_size(game.compiled, 14)
    assert (round(size.w), round(size.h)) == (448, 376)


def test_the_coast_runs_along_every_edge_between_ocean_and_land(game):
    board = game.compiled.board
    sea = {hex for hex, ocean in zip(board.hexes, board.ocean, strict=True) if ocean}
    land = set(board.hexes) - sea
    edges = sum(near in land for hex in sea for near in neighbours(hex))
    lines = shared_borders(sea, land)
    assert sum(len(line) - 1 for line in lines) == edges
    assert sum(len(line) - 1 for line in borders(sea)) == sum(
        near not in sea for hex in sea for near in neighbours(hex)
    )


def test_hexes_have_names_of_their_own(game):
    board = game.compiled.board
    names = [hex_name(hex) for hex in board.hexes]
    assert len(set(names)) == len(board.hexes) == 315
    assert (names[0], names[-1]) == ("0101", "2115")
    assert hex_name(board.hexes[board.starts["C"]]) == "1114"
    assert not {*names} & {*game.compiled.card_number, *board.road_number}


def test_city_names_stand_clear_of_marks_roads_and_each_other(charts):
    for chart in charts:
        boxes = chart._label_boxes
        assert list(boxes) == [city.id for city in chart.board.cities]
        for id, box in boxes.items():
            assert chart.rect.contains(box)
            for circle in (*chart._marks(), *chart._ways()):
                assert circle.gap(box) >= 0, (chart.side, id)
            for other, rect in boxes.items():
                apart = box.right < rect.x or rect.right < box.x or box.bottom < rect.y or rect.bottom < box.y
                assert other == id or apart, (id, other)


def test_the_board_names_cities_roads_and_starts(game, made):
    board = game.compiled.board
    shown = Counter(texts(printable(made, "board").items[0].front.items))
    for city in board.cities:
        assert shown[city.name] == 1
        assert shown[city.id] == 1, "records of games name cities by their codes"
    for road in board.roads[1:]:
        assert shown[road.id] == 1
    assert shown[board.roads[0].id] == 2  # in the legend, too
    assert all(shown[letter] for letter in board.starts)
    numbers = Counter(str(n) for city in board.cities for n in range(1, len(city.infrastructure) + 1))
    assert all(shown[number] >= count for number, count in numbers.items())
    names = sum(shown[hex_name(hex)] for hex in board.hexes)
    assert names >= 300  # a city's name may cover that of a hex


def test_roads_end_at_the_places_for_dams(game, painter):
    board = game.compiled.board
    chart = Chart(game.compiled, painter, 14)
    dams = [i for i in chart.roads() if isinstance(i, Use)]
    assert len(dams) == 2 * len(board.roads)
    ends = {(round(x, 3), round(y, 3)) for x, y in (chart.at(r.end_hex(end)) for r in board.roads for end in r.ends)}
    placed = set()
    for use in dams:
        box = use.symbol.box
        x, y = use.matrix.apply(box.x + box.w / 2, box.y + box.h / 2)
        placed.add((round(x, 3), round(y, 3)))
    assert placed == ends


# ------------------------------------------------------------------------ hurricane


@pytest.mark.parametrize("radius", [1, 2, 3])
def test_a_piece_fits_the_printed_hexes_exactly(charts, radius):
    for chart in charts:
        centre = Hex(9, 0)
        ring = Ring("ring", radius, chart.side, *chart.at(centre))
        (line,) = borders(set(disc(centre, radius)))
        printed = [chart.grid.page(corner) for corner in line[:-1]]
        cut = ring.outer()
        assert len(cut) == len(printed) == 6 * (2 * radius + 1)
        for point in printed:
            assert min(abs(point[0] - x) + abs(point[1] - y) for x, y in cut) < 1e-6


def test_windows_leave_a_band_and_a_hub(game):
    for ring in pieces(game.compiled, 14):
        inner = [p for window in ring.windows() for p in window]
        far = max(x * x + y * y for x, y in inner) ** 0.5
        near = min(x * x + y * y for x, y in inner) ** 0.5
        thinnest = min((x * x + y * y) ** 0.5 for x, y in ring.outer())
        assert near > 5 and far < max((x * x + y * y) ** 0.5 for x, y in ring.outer()) - 5
        assert thinnest > (1.5 * ring.radius + 0.5) * 14 - 1e-6


def ring_box(ring):
    xs, ys = zip(*ring.outer(), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pieces_lie_apart_on_their_sheet(game, canvases, paper):
    page = canvases[paper].upright
    for side in (full_side(game), compact_side(game, canvases[paper])):
        placed = pack(pieces(game.compiled, side), Rect(0, 0, *page), [])
        assert placed is not None and len(placed) == 3
        for i, ring in enumerate(placed):
            assert Rect(0, 0, *page).contains(ring_box(ring))
            assert all(ring.clear_of(other, 0.2) for other in placed[i + 1 :])


# ------------------------------------------------------------------------- rulebook


def test_the_example_is_the_turn_that_the_engine_played(game):
    rulebook = compile_rules(game, Report())
    told = game.names["example"].turn
    hurricane = rulebook.clause("example.hurricane").text
    for hit in told.hurricane.hits:
        assert hit.says in hurricane
    assert f"moves to {told.after.damage}" in hurricane
    experts = rulebook.clause("example.experts").text
    for step in told.steps:
        for card in step.drawn:
            assert card in experts
        assert step.drawn or step.does in experts


def test_the_first_turn_of_a_first_game_can_be_played_as_told(game):
    """Whoever lays it out as the book says and does what it says stands where it says."""
    content, first = game.compiled, game.names["first"].turn
    rulebook = compile_rules(game, Report())
    laid_out, experts, hurricane = (rulebook.clause(f"first.{id}").text for id in ("lay-out", "experts", "hurricane"))
    options_ = Options(experts=first.experts, level=content.rules.first_turn.level)
    state = new_game(content, generate(content, first.seed, options_))
    for player in first.before.players:
        state.apply(Place(player.city))
    assert state.view(0) == first.before
    for seat, expert in enumerate(state.table.experts):
        city = content.board.cities[expert.city].name
        hand = first.turns[seat].hand
        assert f"| {seat + 1} | {content.roles[expert.role].name}, in {city} | {', '.join(hand[:-1])} and " in laid_out
    for step in first.steps:
        state.apply(step.choice)
        assert step.drawn or step.does in experts
    assert state.view(0) == first.after and state.table.turn == 2
    gust = state.gusts[0]
    assert " and ".join(content.cards[card].id for card in gust.flips) in hurricane
    assert f"{hex_name(content.board.hexes[gust.centre])} (" in hurricane
    assert f"changes to {gust.category} " in hurricane.replace("\n", " ")


def test_rules_have_no_warnings():
    compiled = compile_game_rules(CONTENT, "stormfury")
    assert compiled.warnings == []


# --------------------------------------------------------------------- a designer's edits


def test_one_letter_moves_the_coast_everywhere(rewritten, game, painter):
    row = '".  .  .  .  .  ~  ~  ~  ~  .  F1 .  ~  ~  ~  ~  .  .  .  .  . "'
    changed = loaded(rewritten("map.yaml", row, row.replace("~", ".", 1)))
    before, after = game.compiled.board, changed.compiled.board
    differ = [hex for hex, a, b in zip(before.hexes, before.ocean, after.ocean, strict=True) if a != b]
    assert differ == [Hex(5, 5)]
    assert after.coast != before.coast
    drawn = [Chart(one.compiled, painter, 14).ground() for one in (game, changed)]
    assert drawn[0] != drawn[1]


def test_a_price_changes_card_rulebook_and_engine(rewritten):
    content = rewritten("resources.yaml", "count: 12, pay: {M: 1}", "count: 12, pay: {M: 3}")
    changed = loaded(content)
    assert changed.compiled.resource_cards["F1"].pay == {"M": 3}
    made = make_sheets(changed, options(), (), Report())
    card = next(item for item in printable(made, "resources").items if item.label == "Fortify +1")
    assert "3 Material" in " ".join(texts(card.front.items))
    assert "3 Material" in made.rules.rulebook.clause("turn.fortify").text


def test_a_new_step_changes_the_hurricane_card(rewritten):
    changed = loaded(rewritten("storm.yaml", "{steps: NW SW}", "{steps: NW SW SW}"))
    card = changed.compiled.cards[changed.compiled.card_number["O08"]]
    assert card.steps == ("NW", "SW", "SW") and patch_radius(changed.compiled) == 3
    made = make_sheets(changed, options(), ("ocean-cards",), Report())
    shown = next(item for item in printable(made, "ocean-cards").items if item.label == "O08")
    assert "NW, then SW, then SW" in texts(shown.front.items)


def test_dams_by_city_have_no_places_on_roads(rewritten, painter):
    changed = loaded(rewritten("measures.yaml", "dams: road_end ", "dams: city "))
    assert not [i for i in Chart(changed.compiled, painter, 14).roads() if isinstance(i, Use)]
    report = Report()
    assert make_sheets(changed, options(), (), report) is not None, report.diagnostics


def test_cards_and_experts_need_a_look(rewritten):
    diagnostics, _ = check_game(rewritten("print.yaml", "  E: {icon: evacuate, role: people}\n", ""), "stormfury")
    assert [d.code for d in diagnostics] == ["no-look"]


def test_an_example_that_cannot_be_played_is_a_fault_with_a_place(rewritten):
    diagnostics, _ = check_game(
        rewritten("measures.yaml", "experts: 3, turn: 4}", "experts: 3, turn: 40}"), "stormfury"
    )
    assert diagnostics and {d.code for d in diagnostics} == {"example"}
    assert all(d.span is not None for d in diagnostics)


@pytest.mark.parametrize("cards", [6, 7])
def test_more_forecast_cards_find_room(rewritten, cards):
    """On the mat they overlap; in figures, whose cards are narrower then, the marks move to the foot."""
    content = rewritten("storm.yaml", "forecast_cards: 5 ", f"forecast_cards: {cards} ")
    found, _ = check_game(content, "stormfury")
    assert {d.code for d in found} <= {"scenario"}, "seeds that are no longer good are told, nothing else"


def test_a_crowded_map_is_a_fault(rewritten):
    content = rewritten("map.yaml", "name: Galloway", f"name: {'Galloway ' * 12}")
    diagnostics, _ = check_game(content, "stormfury")
    assert {d.code for d in diagnostics} == {"crowded"}


# ---------------------------------------------------------------------- storm books


def book(game, scenario, paper="a4", style="colour", solutions=False):
    canvas = canvas_of(options(paper))
    made, *told = scenario_printables(game, make_painter(game, style), canvas, scenario, solutions=solutions)
    assert made.kind == "page" and not made.secret and all(p.secret for p in told)
    assert len(told) == solutions
    return told[0] if told else made


def page_texts(made, label):
    return [text for item in made.items if item.label.startswith(label) for text in texts(item.front.items)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_storm_book_holds_the_whole_scenario(game, paper):
    made = book(game, GOLDEN, paper)
    content = game.compiled
    strips = page_texts(made, "turns")
    deal = GOLDEN.deal
    for turn in deal.storm:
        assert all(card in strips for card in turn.forecast)
    shown = [text for text in strips if text in content.card_number]
    assert shown == [id for turn in deal.storm for id in (*turn.forecast, *turn.flip)]
    ends = [hex_name(Hex(*turn.center)) for turn in deal.storm]
    places = {hex_name(hex) for hex in content.board.hexes}
    assert [text for text in strips if text in places] == ends
    told = book(game, GOLDEN, paper, solutions=True)
    listed = [*page_texts(made, "set-up"), *page_texts(told, "resource deck")]
    named = Counter(text.replace("\u00a0", " ") for text in listed)
    for id, count in Counter(deal.resources).items():
        assert named[content.resource_cards[id].name] == count
    assert all(named[content.roles[role].name] == 1 for role in deal.roles)


def test_every_page_carries_seed_format_content_and_rating(game):
    certificate = certify(game.compiled, GOLDEN.deal, Options())
    scenario = replace(GOLDEN, certificate=certificate)
    made, told = book(game, scenario), book(game, scenario, solutions=True)
    assert {item.label.split()[0] for item in made.items} == {"set-up", "turns"}
    assert [item.label.split()[0] for item in told.items] == ["resource", "spoiler", "played"]
    for item in (*made.items, *told.items):
        seal = f"seed 1 · format 1 · content {game.hash} · {certificate.rating.kind}"
        assert seal in texts(item.front.items)
    words = " ".join(page_texts(made, "set-up"))
    assert f"Par is {certificate.par:g}" in words
    assert f"{certificate.witness.damage} damage" in " ".join(page_texts(told, "played"))


def test_the_spoiler_shows_the_track_of_the_engine(game):
    shown = page_texts(book(game, GOLDEN, solutions=True), "spoiler")
    for turn in storm_track(game.compiled, GOLDEN.deal):
        way = [hex_name(turn.path[i]) for i in (0, -1)]
        assert " → ".join(way) in shown


def test_long_storms_and_other_options_print(game):
    content = game.compiled
    seeds = range(1, 60)
    longest = max(seeds, key=lambda seed: len(generate(content, seed, Options()).storm))
    deal = generate(content, longest, Options(experts=1, profile="census", level="hard", footprint="swath"))
    scenario = Sealed(deal, StormCertificate(), Seal())
    for style in STYLES:
        made = book(game, scenario, "letter", style)
        assert sum(item.label.startswith("turns") for item in made.items) >= 2
    words = " ".join(page_texts(made, "set-up"))
    assert "swath" in words and "but " in words and "not rated" in words


def test_components_are_the_same_every_time(game, canvases):
    builders = [ComponentBuilder(game, make_painter(game, "colour"), options(), Report()) for _ in range(2)]
    first, second = (builder.build("board") for builder in builders)
    assert texts(first.items[0].front.items) == texts(second.items[0].front.items)
    assert any(isinstance(item, Group) for item in first.items[0].front.items)
