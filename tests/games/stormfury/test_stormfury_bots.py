"""Bots and balance: what they may know, what they reach, and figures near those of the specification."""

from functools import cache

import pytest
from bench.stormfury_engine import benchmark
from msgspec import json

from pnp.games.stormfury.content.compiled import GAME
from pnp.games.stormfury.play.balance import SOURCES, Options, play_one, summarise
from pnp.games.stormfury.play.bots import TeamBot, play_team, scene_of_table
from pnp.games.stormfury.play.choices import Draw, End, Place
from pnp.games.stormfury.play.outlook import Foresight
from pnp.games.stormfury.play.scenario import Options as ScenarioOptions
from pnp.games.stormfury.play.scenario import generate, new_game
from pnp.games.stormfury.play.view import View
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER
from pnp.play.stats import distribution, mean, quantile, rate


@pytest.fixture(scope="module")
def simulate(content):
    @cache
    def run(games, **options):
        return [play_one(content, seed, Options(**options)) for seed in range(1, games + 1)]

    return run


@pytest.mark.parametrize(("seed", "experts", "profile"), [(1, 4, "even"), (2, 3, "census"), (3, 1, "even")])
def test_the_short_way_and_the_view_agree(content, seed, experts, profile):
    """The team bot sees the same through JSON views and legal actions as on the table."""
    scenario = generate(content, seed, ScenarioOptions(experts=experts, profile=profile))
    short = new_game(content, scenario)
    actions = []
    play_team(short, TeamBot(content, stream(GAME, seed, "b")), stream(GAME, seed, "t"), watch=actions.append)
    game = new_game(content, scenario)
    bot, luck = TeamBot(content, stream(GAME, seed, "b")), stream(GAME, seed, "t")
    for expected in actions:
        seat = game.to_act()
        if seat == CHANCE:
            action = game.chance(luck)
        else:
            action = bot.choose(json.decode(json.encode(game.view(seat)), type=View), game.legal_actions())
        assert action == expected
        game.apply(action)
    assert game.to_act() == OVER
    assert game.result() == short.result()


def test_the_short_way_reads_nothing_hidden(content):
    """Another deck order and another storm ahead leave the scene as it is."""
    game = new_game(content, generate(content, 1, ScenarioOptions()))
    for city in ("CAL", "BAY", "PEL", "CYP"):
        game.apply(Place(city))
    for _ in range(2):
        game.apply(Draw("deck"))
    twin = game.copy()
    twin.table.deck.reverse()
    twin.storm = [game.storm[0]._replace(flips=())]
    assert scene_of_table(content, twin.table, swath=False) == scene_of_table(content, game.table, swath=False)


def idle_choice(legal):
    """Nothing but what must be done: the first way to end the turn, or else the first action of all."""
    return next((action for action in legal if isinstance(action, End)), legal[0])


def test_an_idle_team_takes_the_undefended_damage(content):
    for seed in range(1, 15):
        game = new_game(content, generate(content, seed, ScenarioOptions()))
        luck = stream(GAME, seed, "t")
        while (seat := game.to_act()) != OVER:
            game.apply(game.chance(luck) if seat == CHANCE else idle_choice(game.legal_actions()))
        idle = play_one(content, seed, Options(bot="nobody"))
        assert game.result()["damage"] == idle["damage"] == idle["undefended"]
        assert {source: game.result()[source] for source in SOURCES} == {source: idle[source] for source in SOURCES}


def test_foresight_agrees_with_the_storm_itself(content):
    """Far more imagined storms than a bot uses come near the measured frequency of hits."""
    draw = stream(GAME, 1, "foresight")
    foresight = Foresight(content, draw)
    looks = [foresight.outlook(content.board.starts["C"], 2, ()) for _ in range(30)]
    calais = content.board.city_number["CAL"]
    centre = content.board.cities[calais].centre
    seen = sum(look.more_than(centre, 0) for look in looks) / len(looks)
    hits = [
        any(turn >> centre & 1 for turn in struck)
        for struck in (
            [turn.struck for turn in new_game(content, generate(content, seed, ScenarioOptions(start="C"))).storm]
            for seed in range(600)
        )
    ]
    assert seen == pytest.approx(sum(hits) / len(hits), abs=0.06)
    look = looks[0]
    assert look.exactly(centre, 1) + look.more_than(centre, 1) == pytest.approx(look.more_than(centre, 0))
    assert look.more_than(centre, 99) == look.exactly(centre, 99) == 0


# Figures of the specification, chapter 6


def test_undefended_storms(simulate):
    summary = summarise(simulate(1500, bot="nobody"))
    assert summary["damage"]["mean"] == pytest.approx(12.9, abs=0.35)
    assert summary["damage"]["quartiles"] == [10, 13, 16]
    assert summary["sources"]["people"]["mean"] == pytest.approx(4.5, abs=0.3)
    assert summary["sources"]["infrastructure"]["mean"] == pytest.approx(3.9, abs=0.3)
    assert summary["sources"]["roads"]["mean"] == pytest.approx(4.5, abs=0.3)
    storm = summary["storm"]
    assert storm["landfall"]["quartiles"][1] == 4
    assert storm["turns"]["mean"] == pytest.approx(8.6, abs=0.2)
    assert storm["top_category"]["5"]["rate"] == pytest.approx(0.52, abs=0.04)
    assert storm["edge"]["rate"] == pytest.approx(0.29, abs=0.04)
    assert storm["back_to_sea"]["rate"] == pytest.approx(0.12, abs=0.03)
    assert summary["spaces_lost"]["CAL.P"]["rate"] == pytest.approx(0.51, abs=0.05)
    assert storm["no_landfall"]["rate"] == 0


def test_the_swath_rule_hurts_more(simulate):
    assert summarise(simulate(1500, bot="nobody", footprint="swath"))["damage"]["mean"] == pytest.approx(16.0, abs=0.4)


@pytest.mark.parametrize(("experts", "expected"), [(4, 5.2), (2, 8.3), (1, 10.2)])
def test_the_team_bot_reaches_the_figures(simulate, experts, expected):
    games = simulate(120, experts=experts)
    assert summarise(games)["damage"]["mean"] == pytest.approx(expected, abs=0.8)


def test_levels_are_in_order(simulate):
    means = [summarise(simulate(80, level=level))["damage"]["mean"] for level in ("easy", "normal", "hard")]
    assert means == sorted(means)
    assert means[2] - means[0] > 1.5


def test_random_play_is_poor(simulate):
    games = simulate(25, bot="random")
    assert summarise(games)["damage"]["mean"] > 8


def test_records_repeat_and_are_json(content):
    options = Options(role_games=True)
    record = play_one(content, 11, options)
    assert record == play_one(content, 11, options)
    assert json.decode(json.encode(record)) == record
    assert record["role_games"]["role"] in record["roles"]


def test_role_values_are_summarised(simulate):
    roles = summarise(simulate(40, role_games=True))["roles"]
    assert set(roles) == {"aquatic", "architect", "evac", "relief"}
    for value in roles.values():
        assert value["alone"]["mean"] > value["without"]["mean"]
        assert value["worth"]["n"] == value["without"]["n"]
    assert json.encode(roles)


def test_summaries_need_games():
    with pytest.raises(ValueError, match="no games"):
        summarise([])


# Statistics


def test_means_and_rates_have_intervals():
    figure = mean([1, 2, 3, 4])
    assert (figure["mean"], figure["n"]) == (2.5, 4)
    assert figure["high"] - 2.5 == pytest.approx(1.959964 * 1.2909944 / 2)
    assert mean([7])["low"] == 7
    share = rate(5, 10)
    assert share["low"] == pytest.approx(0.2366, abs=1e-4)
    assert share["high"] == pytest.approx(0.7634, abs=1e-4)
    assert rate(0, 20)["low"] == 0.0


def test_distributions():
    figure = distribution([3, 1, 2, 2])
    assert figure["histogram"] == {"1": 1, "2": 2, "3": 1}
    assert figure["quartiles"] == [2, 2, 3]
    assert (figure["least"], figure["most"]) == (1, 3)
    assert quantile([5], 0.95) == 5


def test_the_benchmark_measures_both(content):
    """No limits here: a busy machine must not fail a test."""
    figures = benchmark(content, storms=20, games=2)
    assert set(figures) == {"undefended_storms_per_second", "team_games_per_second"}
    assert all(value > 0 for value in figures.values())
