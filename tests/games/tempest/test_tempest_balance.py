"""Certificates and balance figures."""

import json
import pickle

import pytest

from pnp.games.tempest import statistics
from pnp.games.tempest.balance import Simulation, clauses_of_causes, play_one, studies, summarise
from pnp.games.tempest.content import compile_content
from pnp.games.tempest.scenario import Options, certify, generate, new_game, replay


@pytest.mark.parametrize("day", ["1", "2", "3", "final"])
def test_certificates_hold(content, day):
    scenario = generate(content, 42, Options(day=day))
    certificate = json.loads(json.dumps(certify(content, scenario)))
    assert certificate == certify(content, scenario)
    (sheet,) = certificate["sheets"]
    assert sheet["day"] == day
    assert sheet["rating"] in ("easy", "medium", "hard")
    state = replay(new_game(content, scenario), certificate["witness"])
    assert len(state.result()["rescued"]) == sheet["par"]
    assert state.result()["won"] == certificate["won"]


def test_a_campaign_certificate_is_one_play(content):
    scenario = generate(content, 42)
    certificate = certify(content, scenario)
    assert [sheet["day"] for sheet in certificate["sheets"]] == ["1", "2", "3", "final"]
    state = replay(new_game(content, scenario), certificate["witness"])
    assert certificate["won"]
    assert state.is_over
    assert state.result()["won"]


@pytest.mark.parametrize("day", ["1", "final", "campaign"])
@pytest.mark.parametrize("bot", ["careless", "greedy", "perfect"])
def test_records_are_plain_and_repeatable(content, day, bot):
    simulation = Simulation(bot=bot, day=day)
    record = play_one(pickle.loads(pickle.dumps(content)), 3, simulation)
    assert json.loads(json.dumps(record)) == play_one(content, 3, simulation)
    assert record["won"] in (True, False)


def test_a_summary_counts(content):
    records = [play_one(content, seed, Simulation(day="1")) for seed in range(30)]
    summary = summarise(records)
    (day,) = summary["days"]
    assert summary["games"] == day["played"] == 30
    assert summary["won"]["rate"] == pytest.approx(sum(record["won"] for record in records) / 30, abs=1e-4)
    assert summary["won"]["low"] < summary["won"]["rate"] <= summary["won"]["high"]
    assert sum(part["rate"] for part in day["rescued_share"].values()) == pytest.approx(1, abs=1e-3)
    deaths = sum(len(record["days"][0]["deaths"]) for record in records)
    assert sum(day["deaths_per_game"].values()) == pytest.approx(deaths / 30, abs=1e-3)


def test_every_cause_of_damage_has_a_clause(content, rules):
    causes = clauses_of_causes(content)
    known = {clause["id"] for chapter in rules["chapters"] for clause in chapter["clauses"]}
    assert set(causes.values()) <= known
    assert causes["Earthquake"] == "storm.apart"
    assert causes["The Wyvern"] == "storm.lightning"
    for day in ("3", "final"):
        for bot in ("random", "careless", "greedy"):
            for seed in range(8):
                (one,) = play_one(content, seed, Simulation(bot=bot, day=day, lent=3))["days"]
                assert set(one["damage"]) <= set(causes)
                assert one["rescued"] + one["left_behind"] + len(one["deaths"]) == (1 if day == "final" else 3)


def test_faces_are_told_apart(content):
    records = [play_one(content, seed, Simulation(day="final", lent=4)) for seed in range(12)]
    faces = summarise(records)["faces"]
    assert sum(part["n"] for part in faces["beast"].values()) == 12
    assert all(len(record["powers"]) == 4 for record in records)


def test_an_empty_summary():
    assert summarise([])["won"]["rate"] is None


def test_studies_can_all_be_run(parts, content):
    rows = studies(content)
    assert len({row.label for row in rows}) == len(rows)
    for row in rows[::7]:
        rules = compile_content(parts, row.simulation.variant)
        if row.simulation.bot != "sampling":
            assert play_one(rules, 1, row.simulation)["days"]
    assert {row.simulation.variant for row in rows} >= set(content.variants)


def test_hard_weather_is_harder(parts, content):
    hard = compile_content(parts, "hard-weather")

    def won(rules, day, variant=""):
        return sum(play_one(rules, seed, Simulation(day=day, variant=variant))["won"] for seed in range(60))

    assert won(hard, "3", "hard-weather") + 10 < won(content, "3")


def test_wilson_interval():
    assert statistics.rate(0, 10) == {"rate": 0.0, "low": 0.0, "high": 0.2775, "n": 10}
    assert statistics.rate(10, 10)["high"] == 1.0
    half = statistics.rate(50, 100)
    assert (half["low"], half["high"]) == (0.4038, 0.5962)
    assert statistics.mean([1, 1, 1]) == {"mean": 1.0, "low": 1.0, "high": 1.0, "n": 3}
