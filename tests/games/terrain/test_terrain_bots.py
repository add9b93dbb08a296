"""Bots, the balance figures and the benchmark."""

import pickle

import pytest
from bench.terrain_engine import benchmark
from shipped import mover

from pnp.games.terrain.play import balance
from pnp.games.terrain.play.bots import GreedyBot, RandomBot, play_out
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.scenario import Options, generate
from pnp.play.seeds import stream
from pnp.play.state import OVER

move = mover("terrain")


def finish(content, state, kind):
    bots = [kind(content, stream("terrain", 9, f"test/{seat}")) for seat in range(len(state.players))]
    return state, bots


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_choosing_from_a_view_is_the_same_as_the_fast_path(content, kind):
    deal = generate(content, 9, Options(players=3, rounds=1))
    fast, bots = finish(content, TerrainState.of_deal(content, deal), kind)
    play_out(fast, bots, stream("terrain", 9, "test/luck"))
    slow, bots = finish(content, TerrainState.of_deal(content, deal), kind)
    while (seat := slow.to_act()) != OVER:
        legal = slow.legal_actions()
        action = bots[seat].choose(slow.view(seat), legal)
        if slow.players[seat].island.laid:
            assert action in legal
        slow.apply(action)
    assert slow.snapshot() == fast.snapshot()


def test_greedy_takes_the_dearest_then_the_first_request(content):
    bot = GreedyBot(content, stream("terrain", 1, "test"))
    legal = [move({"do": "claim", "request": request}) for request in ("R02", "R52", "R51", "R45")]
    assert bot.claim(legal).request == "R51"


def test_greedy_completes_a_request_when_it_can(content):
    state = TerrainState.of_deal(content, generate(content, 1, Options(players=3)))
    island = state.players[0].island
    bot = GreedyBot(content, stream("terrain", 1, "test"))
    island.lay(1, content.faces(1), island.placements()[0])
    chosen = bot.move(island, [2, 50, 90], ["R01", "R60"])
    assert chosen.card == 2
    assert bot.outlook(island, ["R01"]).after(chosen.placement.cell, 0, chosen.placement.other, 0)[0] == 3


def test_greedy_beats_random(content):
    greedy = [balance.play_one(content, seed, balance.Options(players=3)) for seed in range(3)]
    loose = [balance.play_one(content, seed, balance.Options(players=3, bot="random")) for seed in range(3)]
    points = [sum(sum(record["request_points"]) for record in records) for records in (greedy, loose)]
    assert points[0] > 2 * points[1]


def test_records_can_travel_between_processes_and_repeat(content):
    assert pickle.loads(pickle.dumps(balance.play_one)) is balance.play_one
    options = balance.Options(players=3, rounds=1)
    copy = pickle.loads(pickle.dumps(content))
    assert balance.play_one(copy, 4, options) == balance.play_one(content, 4, options)


def test_summary(content):
    records = [balance.play_one(content, seed, balance.Options(players=3)) for seed in range(6)]
    summary = balance.summarise(records)
    assert (summary["games"], summary["players"]) == (6, 3)
    assert sum(seat["rate"] for seat in summary["seat_wins"].values()) == pytest.approx(1)
    assert summary["shared_wins"]["rate"] == sum(len(record["winners"]) == 2 for record in records) / 6
    shared = [{**records[0], "winners": [0, 2]}, *records[1:]]
    assert balance.summarise(shared)["shared_wins"]["rate"] == pytest.approx(summary["shared_wins"]["rate"] + 1 / 6)
    score = summary["request_points_each"]["mean"] + summary["award_points_each"]["mean"]
    assert summary["score"]["mean"] == pytest.approx(score)
    assert summary["score"]["low"] < summary["score"]["mean"] < summary["score"]["high"]
    assert sum(summary["score"]["histogram"].values()) == 18
    claimed = sum(shape["mean"] for shape in summary["shapes_claimed_per_game"].values())
    assert claimed == pytest.approx(3 * summary["requests_each"]["mean"])
    requests = [name for rates in summary["requests_met_when_open"].values() for name in rates]
    assert sorted(name.split()[0] for name in requests) == list(content.requests)
    assert [name.split()[0] for name in summary["awards_won"]] == list(content.awards)


def test_an_award_decides_when_another_would_have_won_without_it(content):
    record = balance.play_one(content, 2, balance.Options(players=3))
    best = max(record["scores"])
    second = sorted(record["scores"])[-2]
    winner = record["scores"].index(best)
    if best - second < content.options.play.award_points:
        assert record["deciding_awards"] == sorted(record["awards"][winner])
    else:
        assert record["deciding_awards"] == []


def test_benchmark_reports_speed_and_share_of_matching(content):
    figures = benchmark(content, 6, 2)
    assert figures["seconds_per_game"] < 1
    assert 0.3 < figures["matching_share"] < 1
