"""Certificates and balance figures."""

import json
import pickle

import msgspec
import pytest

from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.play.balance import (
    Options as Simulation,
)
from pnp.games.tempest.play.balance import (
    clauses_of_causes,
    games_for,
    play_one,
    report_options,
    summarise,
    switch_settings,
)
from pnp.games.tempest.play.certificate import certify
from pnp.games.tempest.play.deal import CampaignCertificate
from pnp.games.tempest.play.opening import new_game, replay
from pnp.games.tempest.play.scenario import Options, generate
from pnp.play.deal import plain


@pytest.mark.parametrize("day", ["1", "2", "3", "final"])
def test_certificates_hold(content, day):
    deal = generate(content, 42, Options(day=day))
    certificate = certify(content, deal)
    assert msgspec.convert(plain(certificate), CampaignCertificate) == certificate == certify(content, deal)
    (sheet,) = certificate.sheets
    assert sheet.day == day
    assert sheet.rating in ("easy", "medium", "hard")
    state = replay(new_game(content, deal), certificate.witness.actions)
    assert len(state.result()["rescued"]) == sheet.par == certificate.par
    assert state.result()["won"] == certificate.witness.won
    assert certificate.rating.kind == sheet.rating


def test_a_campaign_certificate_is_one_play(content):
    scenario = generate(content, 42)
    certificate = certify(content, scenario)
    assert [sheet.day for sheet in certificate.sheets] == ["1", "2", "3", "final"]
    state = replay(new_game(content, scenario), certificate.witness.actions)
    assert certificate.witness.won
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
    assert sum(cause["mean"] for cause in day["deaths_per_game"].values()) == pytest.approx(deaths / 30)


def test_every_cause_of_damage_has_a_clause(content, raw_rules):
    causes = clauses_of_causes(content)
    known = {clause["id"] for chapter in raw_rules["chapters"] for clause in chapter["clauses"]}
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
    assert all(len(record["held"]) == 4 for record in records)


def test_an_empty_summary():
    assert summarise([])["games"] == 0


def test_a_full_report_compares_on_the_same_seeds(content):
    runs = report_options(content)
    assert len({repr(run) for run in runs}) == len(runs)
    assert {run.variant for run in runs} >= set(content.variants)
    assert {run.powers[0] for run in runs if run.powers} == {citizen.name for citizen in content.citizens.values()}
    quick = [run for run in runs if run.bot in ("careless", "greedy")]
    report = summarise([play_one(content, seed, run) for run in quick for seed in range(2)])
    assert report["games"] == 2 * len(quick)
    assert set(report["winning"]) == {"day 1", "day 2", "day 3", "final day", "campaign"}
    assert set(report["winning"]["day 1"]) == {"careless", "greedy"}
    assert set(report["value_of_powers"]) == {"games won, day 3", "games won, final day", "citizens saved, day 3"}
    assert len(report["value_of_powers"]["games won, day 3"]) == len(content.citizens)
    readings = {variant.id for variant in content.variants.values() if variant.kind == "reading"}
    assert set(report["readings_of_rulings"]["citizens saved, day 1"]) == readings
    assert len(report["switches"]["games won, final day"]) == len(switch_settings(content))
    assert set(report["variants"]) == {"hard-weather"}
    assert set(report["variants"]["hard-weather"]["campaign"]) == {"careless", "greedy"}


def test_slow_players_play_fewer_games():
    assert games_for(Simulation(bot="greedy"), 200) == 200
    assert games_for(Simulation(bot="sampling"), 200) < games_for(Simulation(bot="perfect"), 200) < 200
    assert games_for(Simulation(bot="sampling"), 1) == 1


def test_every_switch_is_tried(content):
    settings = switch_settings(content)
    tried = {setting.split("=")[0] for setting in settings}
    tried |= {path for variant in content.variants.values() if variant.kind == "reading" for path in variant.set}
    assert tried >= {f"switches.{name}" for name in content.switches.__struct_fields__}
    assert "switches.health=3" in settings
    assert "switches.powers_after_days=0" not in settings


def test_changes_can_be_tried_without_editing(content):
    weak = Simulation(day="1", change=["switches.health=1"])
    plain = Simulation(day="1")
    assert sum(play_one(content, seed, weak)["won"] for seed in range(40)) + 5 < sum(
        play_one(content, seed, plain)["won"] for seed in range(40)
    )
    with pytest.raises(ValueError, match="path=value"):
        play_one(content, 1, Simulation(change=["switches.health"]))
    with pytest.raises(ValueError, match="nothing called 'helth'"):
        play_one(content, 1, Simulation(change=["switches.helth=3"]))


def test_hard_weather_is_harder(files, content):
    hard = compile_content(files, "hard-weather")

    def won(rules, day, variant=""):
        return sum(play_one(rules, seed, Simulation(day=day, variant=variant))["won"] for seed in range(60))

    assert won(hard, "3", "hard-weather") + 10 < won(content, "3")
