"""Tempest's sheets: what they show is the set-up, the deck and the witness; they fit, and they follow content."""

from collections import Counter

import pytest
from msgspec.structs import replace
from support import CONTENT, options, outline_points, sheets_of, walk_placed

from pnp.context import meter
from pnp.diagnostics import Problems
from pnp.draw.drawing import Group, Text, walk
from pnp.draw.drawing import Path as Drawn
from pnp.draw.faces import FaceFault
from pnp.export.pdf import Info, Page, write_pdf
from pnp.games.tempest.content.tables import card_name
from pnp.games.tempest.play.campaign import CampaignState
from pnp.games.tempest.play.choices import Force, Step, Storm, UsePower
from pnp.games.tempest.play.deal import CampaignCertificate, Rating, SheetNote, Witness
from pnp.games.tempest.play.example import example_deal
from pnp.games.tempest.play.opening import new_game
from pnp.games.tempest.play.scenario import Options, generate
from pnp.games.tempest.play.story import retell
from pnp.games.tempest.print.daypages import PageMaker
from pnp.games.tempest.print.daysheet import fit_page
from pnp.games.tempest.print.graphpaper import TICK, MapView, draw_map, frame_of, view_of, view_of_day
from pnp.games.tempest.print.pages import scenario_printables, sheet_pages
from pnp.geometry import Rect
from pnp.load.game import load_or_raise
from pnp.play.deal import Seal, Sealed
from pnp.play.scenario import PassedOver, make_scenario, playable
from pnp.sheets.components import canvas_of, make_painter
from pnp.sheets.scenarios import scenario_sets

PAPERS = ("a4", "letter")


def certified(game, seed, **chosen):
    play = playable(game)
    made = make_scenario(play, seed, play.options(chosen))
    assert not isinstance(made, PassedOver)
    return made


@pytest.fixture(scope="module")
def day_one(game):
    return certified(game, 7, day="1")


@pytest.fixture(scope="module")
def campaign(game):
    return certified(game, 42)


def rated(deal):
    """The longest words that a certificate can put in the corner."""
    titles = [str(entry.day) for entry in deal.days] + (["final"] if deal.final else [])
    sheets = tuple(SheetNote(day=title, par=3, rating="medium") for title in titles)
    return Sealed(deal, CampaignCertificate(sheets=sheets, rating=Rating("medium")), Seal())


def unrated(deal):
    """A deal without a certificate."""
    return Sealed(deal, CampaignCertificate(), Seal())


def with_certificate(scenario, **changes):
    return Sealed(scenario.deal, replace(scenario.certificate, **changes), scenario.seal)


def sheet_size(paper):
    return canvas_of(options(paper)).upright


def fitted(game, painter, paper, scenario, day):
    deal = scenario.deal
    maker = PageMaker(game, deal.variant)
    entry = next((entry for entry in deal.days if str(entry.day) == day), None)
    spec = maker.final(scenario, deal.final) if entry is None else maker.day(scenario, entry)
    return fit_page(spec, maker.pen(painter), sheet_size(paper))


def pages(game, painter, canvas, scenario):
    """The pages to play on, with their labels."""
    meter().restart()  # as for each scenario that is printed
    return sheet_pages(PageMaker(game, scenario.deal.variant), painter, canvas.upright, scenario)


def words(items) -> str:
    shown = " ".join(item.text for item, _ in walk_placed(items) if isinstance(item, Text))
    return " ".join(shown.replace("\u00a0", " ").split())


def boxes(items, painter):
    """Every box to cross off, as (x, y, what it says, its ink)."""
    drawn = list(walk_placed(items))
    texts = [(*matrix.apply(item.x, item.y), item) for item, matrix in drawn if isinstance(item, Text)]
    found = []
    for item, matrix in drawn:
        if not (isinstance(item, Drawn) and item.fill == "#ffffff" and item.stroke and item.width == 0.25):
            continue
        points = [matrix.apply(*point) for point in outline_points(item.outline)]
        left, top = min(p[0] for p in points), min(p[1] for p in points)
        right, bottom = max(p[0] for p in points), max(p[1] for p in points)
        if 5 < right - left < 6.5 and abs((right - left) - (bottom - top)) < 0.01:
            inside = [text for x, y, text in texts if left < x < right and top < y < bottom]
            if inside:
                found.append((left, top, inside[-1].text, item.stroke))
    return found


# --- the map ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
def test_squares_leave_room_for_the_pencil(game, painter, paper):
    least = {"1": 14.0, "2": 14.0, "3": 11.0, "final": 10.5}
    for seed in (1, 2, 3, 42):
        scenario = unrated(generate(game.compiled, seed))
        for day, side in least.items():
            page = fitted(game, painter, paper, scenario, day)
            assert page.map.square >= side
            assert page.map.box.right < page.page.w - 50


def cell_of(frame, x, y):
    return int((x - frame.ground.x) // frame.square) + 1, int((y - frame.ground.y) // frame.square) + 1


@pytest.mark.parametrize("seed", range(6))
def test_everything_stands_on_its_square(game, painter, seed):
    for entry in generate(game.compiled, seed).days:
        box = Rect(5, 7, 120, 120)
        frame = frame_of(entry.size, box, ticks=True)
        drawn = draw_map(painter, view_of_day(entry), box, ticks=True)
        letters = {}
        for item, _ in walk_placed(drawn):
            if isinstance(item, Text) and item.text.isalpha():
                cell = frame.cell(cell_of(frame, item.x, item.y))
                assert abs(item.x - cell.cx) < frame.square / 3 and abs(item.y - cell.cy) < frame.square / 3
                letters[item.text] = cell_of(frame, item.x, item.y)
        assert letters == {citizen.letter: citizen.at for citizen in entry.citizens}
        stars = [
            item
            for item in drawn
            if isinstance(item, Drawn) and item.stroke == painter.style.ink("haven-line") and len(item.outline) == 11
        ]
        points = outline_points(stars[0].outline)
        middle = [sum(p[i] for p in points) / len(points) for i in (0, 1)]
        assert len(stars) == 1 and cell_of(frame, *middle) == entry.haven
        assert hatched(painter, drawn, frame) == {cell for obstacle in entry.obstacles for cell in obstacle.cells}


def hatched(painter, drawn, frame):
    """The squares with hatching of obstacles in them."""
    lines = [i for i in drawn if isinstance(i, Drawn) and i.stroke == painter.style.ink("block") and not i.fill]
    found = Counter()
    for item in lines:
        points = outline_points(item.outline)
        for (x0, y0), (x1, y1) in zip(points[::2], points[1::2], strict=True):
            found[cell_of(frame, (x0 + x1) / 2, (y0 + y1) / 2)] += 1
    assert all(count >= 5 for count in found.values())
    return set(found)


def test_crosses_stand_where_the_coordinate_was_and_only_on_walls(painter):
    view = MapView(4, walls=((1, 1), (2, 1)), crosses=((2, 1), (4, 4)))
    frame = frame_of(4, Rect(0, 0, 80, 80))
    discs = [
        item
        for item in draw_map(painter, view, Rect(0, 0, 80, 80))
        if isinstance(item, Drawn) and item.fill == "#ffffff" and len(item.outline) == 6
    ]
    centres = [[sum(p[i] for p in outline_points(disc.outline)[:-1]) / 12 for i in (0, 1)] for disc in discs]
    assert [cell_of(frame, *centre) for centre in centres] == [(2, 1)]


def test_levels_are_pencilled_as_the_rules_say(painter):
    box = Rect(0, 0, 30, 30)
    strokes = {}
    for level in (1, 2, 3):
        drawn = draw_map(painter, MapView(1, levels={(1, 1): level}), box, coordinates=False)
        (lines,) = [i for g in drawn if isinstance(g, Group) for i in g.items]
        points = outline_points(lines.outline)
        kinds = Counter()
        for (x0, y0), (x1, y1) in zip(points[::2], points[1::2], strict=True):
            kinds["upright" if x0 == x1 else "lying" if y0 == y1 else "slanted"] += 1
        strokes[level] = kinds
    assert set(strokes[1]) == {"upright"}
    assert set(strokes[2]) == {"upright", "lying"} and strokes[2]["upright"] == strokes[1]["upright"]
    assert set(strokes[3]) == {"upright", "lying", "slanted"}
    high = draw_map(painter, MapView(1, levels={(1, 1): 5}), box, coordinates=False)
    assert "5" in words(high)


def test_the_view_of_a_state_is_the_state(game):
    state = new_game(game.compiled, replace(generate(game.compiled, 42), play="1"))
    state.apply(Storm("clubs"))
    view = view_of(state)
    rows = state.view(0).map
    for y, row in enumerate(rows, 1):
        for x, mark in enumerate(row, 1):
            assert ((x, y) in view.walls) == (mark == "#")
            assert view.levels.get((x, y), 0) == (0 if mark == "#" else int(mark))
    assert view.player == view.haven and dict(view.people)["A"] == (1, 3)


# --- tick boxes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("day", ["1", "2", "3", "final"])
def test_tick_boxes_are_exactly_the_deck(game, painter, day):
    scenario = unrated(generate(game.compiled, 3))
    page = fitted(game, painter, "a4", scenario, day)
    red, black = painter.style.ink("suit-red"), painter.style.ink("suit-black")
    suits = {"hearts": [], "spades": [], "diamonds": [], "clubs": []}
    for x, y, text, ink in boxes(page.draw().items, painter):
        if text in ("K", "Q", "J"):
            continue
        if y < page.map.y + TICK:
            suits["hearts"].append(text)
            assert ink == red
        elif x < TICK and y < page.map.box.bottom:
            suits["spades"].append(text)
            assert ink == black
        else:
            suits["diamonds" if ink == red else "clubs"].append(text)
    decks = next((e.decks for e in scenario.deal.days if str(e.day) == day), scenario.deal.final.decks).suits
    for suit, found in suits.items():
        name = str if suit in ("hearts", "spades") else card_name
        assert sorted(found) == sorted(name(rank) for rank in decks[suit]), suit


def test_sealed_decks_stand_in_order_on_a_page_of_their_own(game, painter):
    scenario = unrated(generate(game.compiled, 3, Options(day="1")))
    sheet, sealed = scenario_printables(game, painter, canvas_of(options("a4")), scenario, solutions=True)
    assert sealed.secret and not sheet.secret
    decks = scenario.deal.days[0].decks.suits
    wanted = [card_name(rank) for suit in ("hearts", "spades", "diamonds", "clubs") for rank in decks[suit]]
    shown = [i.text for i in walk(sealed.items[0].front.items) if isinstance(i, Text)]
    assert shown[-len(wanted) :] == wanted
    assert "sealed" not in words(sheet.items[0].front.items).lower()


# --- whole pages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "style", "seeds"),
    [
        ("letter", "colour", range(30)),
        ("a4", "lowink", range(100, 115)),
        ("a4", "colour", range(200, 203)),
        ("letter", "lowink", range(300, 303)),
        ("letter", "grey", range(400, 402)),
    ],
)
def test_pages_of_many_seeds_fit(game, paper, style, seeds):
    brush, canvas = make_painter(game, style), canvas_of(options(paper))
    for seed in seeds:
        made = dict(pages(game, brush, canvas, rated(generate(game.compiled, seed))))
        assert list(made) == ["campaign", "day 1", "day 2", "day 3", "final day"]


def test_largest_seed_fits_the_corner(game, painter):
    scenario = rated(generate(game.compiled, 2**63 - 1))
    for _, page in pages(game, painter, canvas_of(options("a4")), scenario):
        assert str(2**63 - 1) in words(page.items)


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_of_every_variant_fit_and_name_it(game, painter, paper):
    canvas = canvas_of(options(paper))
    for variant in game.compiled.variants.values():
        scenario = rated(generate(game.compiled, 11, Options(variant=variant.id)))
        for _, page in pages(game, painter, canvas, scenario):
            assert variant.title in words(page.items)


def test_hard_weather_changes_what_is_printed(game, painter):
    canvas = canvas_of(options("a4"))
    made = {
        variant: dict(pages(game, painter, canvas, unrated(generate(game.compiled, 4, Options(variant=variant)))))
        for variant in ("", "hard-weather")
    }
    assert "rescue at least one of three" in words(made[""]["day 2"].items)
    assert "rescue at least two of three" in words(made["hard-weather"]["day 2"].items)
    assert "−1 when you" in words(made[""]["day 1"].items)
    assert "−2 when you" in words(made["hard-weather"]["day 1"].items)


@pytest.mark.parametrize("style", ["colour", "lowink"])
@pytest.mark.parametrize("paper", PAPERS)
def test_printed_campaign_passes_preflight(game, campaign, paper, style):
    sets = scenario_sets(game, [campaign], options(paper, style=style), solutions=True)
    assert [s.id for s in sets] == ["campaign-0042", "campaign-0042-decks", "campaign-0042-solution"]
    assert len(sets[0].sheets) == 5 and len(sets[1].sheets) == 1 and 1 <= len(sets[2].sheets) <= 4


def test_the_corner_says_seed_rating_par_and_content(game, painter, day_one):
    (sheet,) = day_one.certificate.sheets
    shown = words(fitted(game, painter, "a4", day_one, "1").draw().items)
    for part in ("seed 7", f"rating {sheet.rating}", f"par {sheet.par}", day_one.seal.content):
        assert part in shown
    open_end = with_certificate(day_one, sheets=(replace(sheet, exact=False),))
    assert f"at least {sheet.par}" in words(fitted(game, painter, "a4", open_end, "1").draw().items)
    assert "not rated" in words(fitted(game, painter, "a4", with_certificate(day_one, sheets=()), "1").draw().items)


def test_people_powers_and_storm_of_the_day(game, painter, campaign):
    content = game.compiled
    for entry in campaign.deal.days:
        shown = words(fitted(game, painter, "a4", campaign, str(entry.day)).draw().items)
        for citizen in entry.citizens:
            assert citizen.name in shown
        for rank, action in content.storm.items():
            assert (f"{action.name}." in shown) == (rank <= len(entry.decks.hearts))
        earlier = [c.name for day in campaign.deal.days if day.day < entry.day for c in day.citizens]
        assert all(f"{name}." in shown for name in earlier)
        assert ("Powers at hand" in shown) == bool(earlier)


def test_a_single_day_prints_the_powers_it_lends(game, painter):
    scenario = unrated(generate(game.compiled, 8, Options(day="2", powers=["Old Mack", "Father Creed"])))
    shown = words(fitted(game, painter, "letter", scenario, "2").draw().items)
    assert "Old Mack." in shown and "Father Creed." in shown and "tick those you saved" not in shown
    final = unrated(generate(game.compiled, 8, Options(day="final", powers=["Dr. Shaw"])))
    shown = words(fitted(game, painter, "letter", final, "final").draw().items)
    assert "Dr. Shaw." in shown
    assert game.compiled.blessings[final.deal.final.blessing].name in shown


def test_too_small_a_paper_is_a_fault_that_says_so(game, painter):
    scenario = unrated(generate(game.compiled, 8, Options(day="3")))
    with pytest.raises(FaceFault, match=r"Day 3: the sheet is \d+ mm too high"):
        list(pages(game, painter, canvas_of(options("a6")), scenario))


# --- solutions ----------------------------------------------------------------------------------


def test_solutions_replay_the_witness(game, campaign, day_one):
    for scenario in (campaign, day_one):
        stories = retell(game.compiled, scenario)
        state = new_game(game.compiled, scenario.deal)
        for action in scenario.certificate.witness.actions:
            state.apply(action)
        results = state.days if isinstance(state, CampaignState) else [state.outcome()]
        assert [story.result for story in stories] == results
        for story, sheet in zip(stories, scenario.certificate.sheets, strict=True):
            assert len(story.result.rescued) >= sheet.par
            assert [one.number for one in story.rounds] == list(range(1, len(story.rounds) + 1))


def test_the_way_on_a_solution_map_is_the_way_walked(game, day_one):
    state = new_game(game.compiled, day_one.deal)
    ways, current = [], []
    for action in day_one.certificate.witness.actions:
        state.apply(action)
        square = state.stage.board.xy[state.position.player]
        if isinstance(action, Storm):
            current = [square]
            ways.append(current)
        elif isinstance(action, Step | Force):
            current.append(square)
    told = [one.view.path for one in retell(game.compiled, day_one)[0].rounds]
    assert told == [tuple(way) if len(way) > 1 else () for way in ways]


def test_solutions_are_pages_of_their_own(game, painter, day_one):
    canvas = canvas_of(options("a4"))
    (plain,) = scenario_printables(game, painter, canvas, day_one, solutions=False)
    again, _, solution = scenario_printables(game, painter, canvas, day_one, solutions=True)
    assert plain.id == again.id == "day-1-0007" and solution.id == "day-1-0007-solution"
    assert len(plain.items) == len(solution.items) == 1 and solution.secret
    shown = words(solution.items[0].front.items)
    assert all(f"Round {n + 1}." in shown for n in range(len(retell(game.compiled, day_one)[0].rounds)))
    assert "Round 1." not in words(plain.items[0].front.items)


def test_solutions_of_several_scenarios_stand_at_the_end(game, day_one, campaign):
    sets = scenario_sets(game, [day_one, campaign], options("a4"), solutions=True)
    ends = [f"{name}-{what}" for name in ("day-1-0007", "campaign-0042") for what in ("decks", "solution")]
    assert [s.id for s in sets] == ["day-1-0007", "campaign-0042", *ends]


@pytest.mark.parametrize(
    ("seed", "chosen"),
    [
        (1, {"day": "final", "powers": ["L. Bairn", "Dr. Shaw"]}),
        (2, {"day": "2", "powers": ["Sister Haily", "Sir Dudley"]}),
        (3, {"day": "3", "variant": "hard-weather"}),
    ],
)
def test_solutions_with_powers_beasts_and_variants(game, painter, seed, chosen):
    scenario = certified(game, seed, **chosen)
    _, _, solution = scenario_printables(game, painter, canvas_of(options("letter")), scenario, solutions=True)
    assert 1 <= len(solution.items) <= 2


def test_same_bytes_twice(campaign):
    def printed():
        game = load_or_raise(CONTENT, "tempest")
        sets = scenario_sets(game, [campaign], options("a4"), solutions=True)
        return write_pdf([Page(sheet.size, sheet.items) for s in sets for sheet in s.sheets], Info("a", "b", "c"))

    assert printed() == printed()


def test_a_set_up_without_a_seed_can_be_printed(game, painter):
    example = unrated(example_deal(game.compiled))
    made, _ = scenario_printables(game, painter, canvas_of(options("a4")), example, solutions=True)
    assert made.id == "day-1-own" and len(made.items) == 1


def test_a_witness_that_breaks_a_rule_is_a_fault_and_no_crash(game, day_one):
    for number, actions in ((1, (Step("N"),)), (2, (Storm("clubs"), UsePower("Nobody")))):
        forged = with_certificate(day_one, witness=Witness(actions))
        with pytest.raises(Problems, match=f"choice {number} of the witness breaks (round.deck|powers.when)"):
            scenario_sets(game, [forged], options("a4"), solutions=True)


# --- blank sheets -------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
@pytest.mark.parametrize("paper", PAPERS)
def test_blank_sheets_build_without_faults(game, paper, style):
    made = sheets_of(game, paper, ("day-sheets", "final-maps", "variant-maps", "campaign-sheet"), style=style)
    counts = {s.id: len(s.sheets) for s in made.values() if s.id in game.game.components}
    assert counts == {"day-sheets": 3, "final-maps": 3, "variant-maps": 3, "campaign-sheet": 1}


def test_blank_days_have_set_up_names_and_health(game, painter):
    maker = PageMaker(game)
    for day in game.compiled.days:
        page = fit_page(maker.blank_day(day), maker.pen(painter), sheet_size("a4"))
        assert page.map.square >= (14 if day.id == 1 else 11)
        shown = words(page.draw().items)
        assert "Safe Haven" in shown and f"A–{day.ranks}" in shown
        for rank, citizen in game.compiled.citizens.items():
            assert (citizen.name.split()[-1] in shown) == (rank <= day.ranks or citizen.name.split()[-1] == "Rush")


def test_final_maps_offer_every_choice(game, painter):
    maker, content = PageMaker(game), game.compiled
    for face, drawn in content.maps.items():
        page = fit_page(maker.final_map(face), maker.pen(painter), sheet_size("letter"))
        items = page.draw().items
        shown = words(items)
        for table in (content.targets, content.blessings, content.beasts):
            assert all(entry.name in shown for entry in table.values())
        assert drawn.name in shown
        faces = Counter(text for _, _, text, _ in boxes(items, painter) if text in ("K", "Q", "J"))
        assert faces == {"K": 3, "Q": 3, "J": 3}
        walls = {(x, y) for y, row in enumerate(drawn.drawn, 1) for x, mark in enumerate(row, 1) if mark == "#"}
        assert hatched(painter, items, page.map) == walls


@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_tells_the_round_and_final_pages_their_marks(game, painter, campaign, paper):
    maker, panel = PageMaker(game), game.words.panel
    days = [(maker.blank_day(day), False) for day in game.compiled.days]
    days += [(maker.day(campaign, entry), False) for entry in campaign.deal.days]
    finals = [(maker.final_map(face), True) for face in game.compiled.maps]
    for spec, final in [*days, *finals, (maker.final(campaign, campaign.deal.final), True)]:
        page = fit_page(spec, maker.pen(painter), sheet_size(paper))
        shown = words(page.draw().items)
        assert panel.each_round in shown, spec.title
        assert not final or (page.left_out == 0 and panel.levels in shown and "E end, counts as Safe Haven" in shown)


def test_on_cards_that_are_none_of_its_own_a_beast_rests(game):
    text = game.compiled.beasts["J"].said(game.compiled.words)
    assert text.startswith("On odd storm cards it rests. On even ones it flies to the coordinate. Lightning at")


def test_variants_bring_their_own_final_maps(game):
    made = sheets_of(game, only=("variant-maps",))["variant-maps"]
    assert made.printables[0].optional
    hard = game.compiled.varied("hard-weather")
    assert hard.beasts["K"].said(hard.words) != game.compiled.beasts["K"].said(hard.words)
    for sheet, drawn in zip(made.sheets, hard.maps.values(), strict=True):
        shown = words(sheet.items)
        assert drawn.name in shown and "Hard Weather" in shown and hard.beasts["K"].said(hard.words) in shown


def test_the_campaign_sheet_lists_every_citizen_and_power(game):
    (sheet,) = sheets_of(game, only=("campaign-sheet",))["campaign-sheet"].sheets
    shown = words(sheet.items)
    for citizen in game.compiled.citizens.values():
        assert citizen.name in shown and citizen.said(game.compiled.words) in shown


# --- content is followed ------------------------------------------------------------------------


def test_a_larger_map_and_a_new_shape_and_action(edited):
    def more(data):
        data["days"][1].update(size=9)
        data["days"][2].update(size=11, ranks=11)

    folder = edited(
        days=more,
        storm=lambda d: d["storm_actions"].append(
            {"rank": 11, "name": "Whirlpool", "effects": [{"do": "raise", "area": "ring", "radius": 2}]}
        ),
        game=lambda d: d["components"].update({"citizens": 11, "number-cards": 44}),
        obstacles=lambda d: d["shapes"].append({"rank": 11, "name": "Ell", "drawn": ["X#", "#.", "#."]}),
        citizens=lambda d: d["citizens"].append(
            {"rank": 11, "name": "Aunt Gale", "power": {"effect": "calm-square", "uses": 3}}
        ),
    )
    game = load_or_raise(folder, "tempest")
    brush = make_painter(game, "colour")
    scenario = unrated(generate(game.compiled, 5))
    assert fitted(game, brush, "a4", scenario, "2").map.size == 9
    page = fitted(game, brush, "letter", scenario, "3")
    assert page.map.size == 11 and "Whirlpool." in words(page.draw().items)
    assert len([b for b in boxes(page.draw().items, brush) if b[2] == "11"]) == 4
    maker = PageMaker(game)
    shown = words(fit_page(maker.blank_day(game.compiled.day(3)), maker.pen(brush), sheet_size("a4")).draw().items)
    assert "Aunt Gale" in shown and "last seven pairs" in shown
    (sheet,) = sheets_of(game, only=("campaign-sheet",))["campaign-sheet"].sheets
    assert "Aunt Gale" in words(sheet.items) and "Three times a day" in words(sheet.items)


def hearts_in(items, painter):
    """How many empty hearts a page has."""
    symbol = painter.icon("heart", Rect(0, 0, 5, 5), painter.style.ink("danger"), empty=True).symbol
    found = 0
    for item in items:
        found += getattr(item, "symbol", None) is symbol
    return found


@pytest.mark.parametrize("health", [5, 12])
def test_health_is_followed(health, edited):
    game = load_or_raise(edited(switches=lambda d: d["switches"].update(health=health)), "tempest")
    brush = make_painter(game, "colour")
    for paper in PAPERS:
        page = fitted(game, brush, paper, unrated(generate(game.compiled, 5)), "2")
        assert hearts_in(page.draw().items, brush) == 3 * health


def test_damage_and_numbers_are_followed(edited):
    folder = edited(
        storm=lambda d: d["storm_actions"][1]["effects"][0].update(damage=3),
        switches=lambda d: d["switches"].update(force_damage=2, max_level=5, powers_after_days=2),
    )
    game = load_or_raise(folder, "tempest")
    brush = make_painter(game, "colour")
    scenario = unrated(generate(game.compiled, 5))
    shown = words(fitted(game, brush, "a4", scenario, "1").draw().items)
    assert "citizens take 3 damage" in shown and "take 2 damage more" in shown
    assert "From day 3:" in shown and "From day 2:" not in shown
    assert "Powers at hand" not in words(fitted(game, brush, "a4", scenario, "2").draw().items)
    (sheet,) = sheets_of(game, only=("campaign-sheet",))["campaign-sheet"].sheets
    assert "two days after" in words(sheet.items)


def test_the_golden_set_up_is_drawn(game, painter, golden):
    for _, page in pages(game, painter, canvas_of(options("letter")), golden):
        assert "seed 42" in words(page.items)
