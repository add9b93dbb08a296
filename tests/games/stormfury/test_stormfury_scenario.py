"""Scenarios: the golden one, what options change, ratings, searches and tracks for drawing."""

import pytest
from msgspec import structs
from shipped import golden, golden_scenario, play_of

from pnp.diagnostics import Problems
from pnp.games.stormfury.content.compiled import GAME
from pnp.games.stormfury.content.hexes import distance
from pnp.games.stormfury.play.bots import TeamBot, play_team
from pnp.games.stormfury.play.certificate import certify
from pnp.games.stormfury.play.choices import Choices
from pnp.games.stormfury.play.damage import Hit
from pnp.games.stormfury.play.example import example_turn
from pnp.games.stormfury.play.scenario import Options, generate, new_game, storm_track
from pnp.games.stormfury.play.sentences import Teller
from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.scenario import find_scenarios
from pnp.play.seeds import stream
from pnp.play.verbs import verb_of

GOLDEN = golden_scenario("stormfury")


@pytest.fixture(scope="module")
def teller(game):
    return Teller(game.compiled, game.files.words.tale)


def test_the_golden_rating_comes_out(content):
    """The figures of the reference bot, which ours meets exactly on this storm."""
    rating = plain(certify(content, golden("stormfury").deal, Options()).rating)
    assert {key: rating[key] for key in GOLDEN["rating"]} == GOLDEN["rating"]


def different(one, other):
    """The keys in which two deals differ."""
    one, other = structs.asdict(one), structs.asdict(other)
    return {key for key in one if one[key] != other[key]}


@pytest.mark.clauses("scenario.people", "levels.start", "setup.hands")
def test_options_change_what_they_say_and_nothing_else(content):
    base = generate(content, 5, Options())
    census = generate(content, 5, Options(profile="census"))
    assert different(base, census) == {"profile", "populations"}
    assert sorted(census.populations.values()) == [1, 1, 2, 2, 2, 2, 2, 2, 3, 3]
    pair = generate(content, 5, Options(experts=2))
    assert pair.roles == base.roles[:2]
    assert pair.hands == base.hands[:2]
    assert pair.storm == base.storm
    hard = generate(content, 5, Options(level="hard"))
    assert (hard.category, hard.resources) == (3, base.resources)
    swath = generate(content, 5, Options(footprint="swath"))
    assert different(base, swath) == {"footprint"}
    assert generate(content, 5, Options(start="W")).start == "W"


@pytest.mark.clauses("scenario.people")
def test_a_census_deals_its_numbers_in_the_order_of_its_stream(content):
    """Large cities first, then small ones, as the stream named census draws them."""
    order = stream(GAME, 5, "census").shuffled(list(content.map.cities))
    people = generate(content, 5, Options(profile="census")).populations
    assert [people[city] for city in order] == [3, 3, 1, 1, 2, 2, 2, 2, 2, 2]


@pytest.mark.clauses("overview.team", "scenario.start")
def test_wrong_options_are_refused_in_words(content):
    with pytest.raises(ValueError, match="1 to 4 experts"):
        generate(content, 5, Options(experts=5))
    with pytest.raises(ValueError, match="start hex"):
        generate(content, 5, Options(start="X"))


@pytest.mark.clauses("scenario.start")
def test_seeds_draw_every_start_hex(content):
    assert {generate(content, seed, Options()).start for seed in range(20)} == {"W", "C", "E"}


@pytest.mark.clauses("hurricane.order", "scenario.storm", "hurricane.move", "hurricane.category")
def test_the_game_follows_the_scenario(content):
    """Played to the end, the storm stands each turn where the scenario says."""
    scenario = generate(content, 2, Options())
    game = new_game(content, scenario)
    play_team(game, TeamBot(content, stream(GAME, 2, "bot")), stream(GAME, 2, "table"))
    assert [content.board.hexes[gust.centre] for gust in game.gusts] == [turn.center for turn in scenario.storm]
    assert [gust.category for gust in game.gusts] == [turn.category for turn in scenario.storm]


def test_the_witness_can_be_replayed(content):
    deal = golden("stormfury").deal
    certificate = certify(content, deal, Options())
    game = new_game(content, deal)
    for action in plain(certificate.witness.actions):
        game.apply(read_choice(Choices, action))
    assert game.result()["damage"] == certificate.witness.damage
    assert certificate.par == certificate.rating.bot_median
    assert certify(content, deal, Options()) == certificate


def searched(seed, **wishes):
    passed = []
    play = play_of("stormfury")
    (found,) = find_scenarios(play, seed, 1, play.options(wishes), passed.append)
    return found, passed


def test_the_search_passes_poor_seeds_over_and_says_so():
    found, passed = searched(9)
    assert [one.seed for one in passed] == list(range(9, found.seed))
    assert passed[0].reasons == ("SV18 edge-steps",)
    severe, others = searched(2, rating="severe")
    assert severe.certificate.rating.kind == "severe"
    assert [one.seed for one in others] == list(range(2, severe.seed))
    assert others[0].reasons == ("rating mild",)


def test_the_search_gives_up_in_words(monkeypatch):
    monkeypatch.setattr("pnp.play.scenario.MOST_TRIES", 0)
    with pytest.raises(Problems, match="no good scenario within 0 seeds from 9"):
        searched(9)


@pytest.mark.parametrize("seed", [1, 9])
def test_the_track_is_a_walk_along_the_cards(content, seed):
    scenario = generate(content, seed, Options())
    drawn = storm_track(content, scenario)
    assert len(drawn) == len(scenario.storm)
    last = content.board.hexes[content.board.starts[scenario.start]]
    skipped = 0
    for turn, record in zip(drawn, scenario.storm, strict=True):
        assert turn.path[0] == last
        assert all(distance(a, b) == 1 for a, b in zip(turn.path, turn.path[1:], strict=False))
        last = turn.path[-1]
        assert (last, turn.category) == (record.center, record.category)
        skipped += len(turn.skipped_after)
        assert all(distance(hex, last) <= turn.radius for hex in turn.footprint)
    assert drawn[-1].footprint == ()
    assert skipped == sum(record.skipped_steps for record in scenario.storm)


def test_the_example_turn_is_played_by_the_engine(content, teller):
    example = example_turn(teller, teller.content.rules.example_turn, "example")
    chosen = content.rules.example_turn
    assert (example.turn, example.before.turn) == (chosen.turn, chosen.turn)
    assert {step.seat for step in example.steps} == set(range(chosen.experts))
    assert example.after.damage - example.before.damage == example.hurricane.damage
    assert example.hurricane.path[0] == example.before.center
    assert example.hurricane.path[-1] == example.after.center
    assert set(example.hurricane.flips) <= set(example.before.forecast)
    verbs = {verb_of(step.choice) for step in example.steps}
    assert {"draw", "move", "fortify", "dam", "evacuate", "draw_more", "end"} <= verbs
    assert {"absorbed", "lost", "held", "flooded"} <= {hit.effect for hit in example.hurricane.hits}
    assert all(step.does for step in example.steps)
    assert example_turn(teller, teller.content.rules.example_turn, "example") == example


def test_an_example_after_the_end_of_the_storm_is_refused(changed, game):
    content = changed({("measures", "example_turn", "turn"): 40})
    with pytest.raises(ValueError, match="ends before"):
        example_turn(Teller(content, game.files.words.tale), content.rules.example_turn, "example")


def test_reading_a_scenario_without_level_means_normal(content):
    deal = golden("stormfury").deal
    assert "level" not in GOLDEN
    assert (deal.difficulty, deal.swath(content)) == ("normal", False)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"do": "place", "city": "CAL"}, "starts in New Calais"),
        ({"do": "draw", "from": "pile", "card": "F2"}, "takes Fortify +2 from the open pile"),
        ({"do": "lay", "cards": ["M", "S", "M"]}, "lays Material (×2) and Sandbag on the open pile"),
        ({"do": "trade", "with": 1, "give": ["M"], "get": ["E"]}, "gives Material for Evacuate"),
        ({"do": "end"}, "ends her turn"),
        (
            {"do": "fortify", "card": "F2", "pay": ["M", "M"], "on": ["STE.P", "STE.I1"]},
            "fortifies the population of San Telmo and the infrastructure of San Telmo with Fortify +2, "
            "paying Material (×2)",
        ),
        (
            {"do": "evacuate", "people": 2, "pay": ["M", "S"]},
            "evacuates two people, paying Material and Sandbag",
        ),
        (
            {"do": "dam", "card": "D1", "pay": ["S"], "at": [["R05", "CAL"]]},
            "dams road R05 at New Calais with Dam +1, paying Sandbag",
        ),
        (
            {"do": "dam", "card": "D1", "pay": ["S"], "at": ["CAL"]},
            "dams New Calais with Dam +1, paying Sandbag",
        ),
    ],
)
def test_actions_read_as_sentences(teller, action, words):
    assert teller.action(read_choice(Choices, action)) == words


def test_hits_read_as_sentences(teller):
    assert teller.hit(Hit("CAL.P", "people", 2)) == (
        "The population of New Calais is hit with two still there: 2 damage."
    )
