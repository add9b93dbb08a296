"""Scenarios: the golden deal, every validator rule, rating and witness."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from shipped import broken, golden
from support import CONTENT

from pnp.games.horde.play.checks import CHECKS
from pnp.games.horde.play.deal import DealCertificate, Witness
from pnp.games.horde.play.scenario import Options, certify, generate, new_game, replay, stars_for, unsuited
from pnp.load.game import load_or_raise
from pnp.play.deal import plain
from pnp.play.scenario import find_scenarios, playable
from pnp.play.seeds import stream
from pnp.play.state import OVER, Illegal


def broken_rules(content, scenario, *, soft=True):
    return {violation.check for violation in broken("horde", plain(scenario), content, soft=soft)}


@pytest.fixture(scope="module")
def written(certified) -> dict[str, Any]:
    """Seed 3 as its file has it; not to be changed."""
    return certified.record()


@pytest.mark.clauses("scenario.rating")
def test_golden_rating_is_met(certified, golden_scenario):
    found = {key: certified.record()["rating"][key] for key in golden_scenario["rating"]}
    assert found == golden_scenario["rating"]


def test_competition_players_have_streams_of_their_own(content):
    solo = generate(content, 5, Options())
    race = generate(content, 5, Options(mode="competition"))
    assert race.encounters == solo.encounters and race.breezes == solo.breezes
    packs = [horde.pack for horde in race.hordes]
    assert packs[0] != packs[1] and solo.hordes[0].pack not in packs
    assert list(race.start.encounter_slots) == list("GFEDCBA")


def test_check_list_is_that_of_the_specification():
    found = [(check.id, check.name, check.hard) for check in CHECKS.checks]
    names = [
        "format",
        "hordes-count",
        "pack-complete",
        "wit-complete",
        "aval-roles",
        "encounters-complete",
        "breezes-complete",
        "encounter-slots",
        "breeze-slots",
        "reshuffle-rule",
        "early-suits",
        "first-wind-mild",
        "first-encounters",
        "winnable",
        "not-trivial",
    ]
    assert found == [(f"HV{n:02}", name, n <= 10) for n, name in enumerate(names, 1)]


def swap_aval(scenario):
    horde = scenario["hordes"][0]
    king = next(card for card in horde["aval"] if card[0] == "K")
    jack = next(card for card in horde["wit"] if card[0] == "J")
    horde["aval"][horde["aval"].index(king)] = jack
    horde["wit"][horde["wit"].index(jack)] = king


def swap_slots(scenario):
    slots = scenario["start"]["breeze_slots"]
    slots["1"], slots["2"] = slots["2"], slots["1"]


BREAK = {
    "HV01 game": lambda s: s.update(game="tempest"),
    "HV01 format": lambda s: s.update(format=2),
    "HV01 mode": lambda s: s.update(mode="party"),
    "HV02 two": lambda s: s["hordes"].append(deepcopy(s["hordes"][0])),
    "HV02 none": lambda s: s.update(hordes=[]),
    "HV03 doubled": lambda s: s["hordes"][0]["pack"].__setitem__(5, s["hordes"][0]["pack"][6]),
    "HV03 missing": lambda s: s["hordes"][0]["pack"].pop(),
    "HV03 foreign": lambda s: s["hordes"][0]["pack"].append("KH"),
    "HV04 doubled": lambda s: s["hordes"][0]["wit"].__setitem__(0, s["hordes"][0]["wit"][1]),
    "HV05 roles": swap_aval,
    "HV06 doubled": lambda s: s["encounters"].__setitem__(10, s["encounters"][11]),
    "HV07 doubled": lambda s: s["breezes"].__setitem__(30, s["breezes"][31]),
    "HV08 filled": lambda s: s["start"]["encounter_slots"].update(D="AS"),
    "HV08 missing": lambda s: s["start"]["encounter_slots"].pop("A"),
    "HV09 swapped": swap_slots,
    "HV08 absent": lambda s: s["start"].pop("breeze_slots"),
    "HV10 shuffle": lambda s: s.update(reshuffle="shuffle"),
    "certificate cut": lambda s: s["witness"].update(actions=s["witness"]["actions"][:-1]),
    "certificate illegal": lambda s: s["witness"]["actions"].__setitem__(0, {"do": "end-moves"}),
    "certificate nothing": lambda s: s.update(witness={"bot_seed": 1}),
    "certificate unrated": lambda s: s.update(rating={"stars": 2}),
}


def test_certified_scenario_breaks_no_rule(content, written):
    assert broken_rules(content, written) == set()


@pytest.mark.parametrize("change", BREAK)
@pytest.mark.clauses(
    "setup.aval",
    "setup.breezes",
    "scenario.format",
    "scenario.hordes",
    "scenario.decks",
    "scenario.winnable",
    "scenario.rating",
)
def test_each_rule_is_triggered_alone(content, written, change):
    scenario = deepcopy(written)
    BREAK[change](scenario)
    assert broken_rules(content, scenario) == {change.split()[0]}


@pytest.mark.parametrize(("seed", "rule"), [(4, "HV11"), (2, "HV12"), (165, "HV13")])
@pytest.mark.clauses("scenario.quality")
def test_soft_rules_about_the_deal(content, seed, rule):
    assert broken_rules(content, generate(content, seed, Options())) == {rule}


@pytest.mark.clauses("scenario.winnable")
def test_a_deal_that_no_bot_wins_is_reported(content):
    scenario = generate(content, 22, Options())
    assert broken_rules(content, scenario) == {"HV14"}


def test_soft_rules_of_bot_games_do_not_touch_competitions(content):
    race = generate(content, 3, Options(mode="competition"))
    assert certify(content, race, Options(mode="competition")) == DealCertificate()
    assert broken_rules(content, race) == set()


JUNK = [None, 5, "x", True, [], {}, [1], [None], [[]], {"a": 1}, [{}], [{"pack": 3, "aval": "AS", "wit": [5]}]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_checks_report_and_never_crash_on_any_shape(content, written, junk):
    assert broken_rules(content, junk)
    for key in ("game", "format", "mode", "hordes", "encounters", "breezes", "start", "reshuffle", "rating", "witness"):
        scenario = {**written, key: junk}
        rules = broken_rules(content, scenario)
        assert rules or (key in ("rating", "witness") and junk is None), key
    for inner in ("pack", "aval", "wit"):
        scenario = deepcopy(written)
        scenario["hordes"][0][inner] = junk
        assert broken_rules(content, scenario), inner
    for inner in ("encounter_slots", "breeze_slots"):
        scenario = deepcopy(written)
        scenario["start"][inner] = junk
        assert broken_rules(content, scenario), inner
    scenario = deepcopy(written)
    scenario["witness"]["actions"] = [junk]
    assert broken_rules(content, scenario) == {"certificate"}


def test_faults_point_at_their_place(content, written):
    scenario = deepcopy(written)
    scenario["hordes"][0]["pack"].pop()
    scenario["start"]["encounter_slots"]["D"] = "AS"
    found = {violation.check: violation for violation in broken("horde", scenario, content)}
    assert found["HV03"].path == ("hordes", 0, "pack")
    assert found["HV08"].path == ("start", "encounter_slots", "D")
    assert found["HV08"].clauses == ("setup.encounters",)


# --- rating and witness -------------------------------------------------------------------------


@pytest.mark.clauses("scenario.winnable")
def test_the_witness_wins_when_replayed(content, certified):
    witness = msgspec.json.decode(msgspec.json.encode(certified.certificate.witness), type=Witness)
    state = replay(content, certified.deal, witness.actions)
    assert state.to_act() == OVER and state.status == "win" and state.turn == witness.turns


@pytest.mark.clauses("scenario.winnable")
def test_a_game_that_is_lost_proves_nothing(content, written, certified):
    state, luck, lost = new_game(content, certified.deal), stream("test", 1, "lost"), []
    while state.to_act() != OVER:
        lost.append(luck.choice(state.legal_actions()))
        state.apply(lost[-1])
    assert state.status != "win"
    scenario = deepcopy(written)
    scenario["witness"]["actions"] = plain(lost)
    (found,) = broken("horde", scenario, content)
    assert found.check == "certificate" and "not won" in found.message


@pytest.mark.clauses("scenario.rating")
def test_deals_that_bots_win_nearly_always_are_reported(content, certified):
    harder = replace(content, rating=msgspec.structs.replace(content.rating, easiest=0.3))
    assert broken_rules(harder, certified.deal) == {"HV15"}


def test_a_witness_of_another_deal_is_refused(content, certified):
    with pytest.raises(Illegal):
        replay(content, generate(content, 4, Options()), certified.certificate.witness.actions)


@pytest.mark.clauses("scenario.rating")
def test_stars(content):
    found = [stars_for(content, share) for share in (0.0, 0.09, 0.1, 0.39, 0.4, 0.74, 0.75, 0.95, 0.96, 1.0)]
    assert found == [None, None, 3, 3, 2, 2, 1, 1, None, None]


def test_unsuited_scenarios_say_why(content, certified):
    certificate = certified.certificate
    assert unsuited(content, certificate, Options()) is None
    assert unsuited(content, certificate, Options(stars=2)) is None
    assert unsuited(content, certificate, Options(stars=1)) == "2 stars instead of 1"
    for share, word in ((0.975, "trivial"), (0.05, "too hard")):
        rating = msgspec.structs.replace(certificate.rating, win_share=share, stars=None)
        assert unsuited(content, DealCertificate(rating=rating), Options()).startswith(word)
    assert unsuited(content, DealCertificate(), Options(mode="competition")) is None


def test_the_general_search_passes_over_poor_seeds_and_says_why():
    passed = []
    play = playable(load_or_raise(CONTENT, "horde"))
    (found,) = find_scenarios(play, 2, 1, Options(stars=2), passed.append)
    assert found.seed == 3 and [(one.seed, one.reasons) for one in passed] == [(2, ("HV12 first-wind-mild",))]
    assert found.certificate.witness.actions and found.certificate.rating.stars == 2


def test_new_game_waits_for_the_first_choice(content):
    state = new_game(content, golden("horde").deal)
    assert state.turn == 1 and state.to_act() == 0
    assert state.up == ["2D"] and [slot[0] for slot in state.enc if slot] == ["JC", "JH", "AS", "JS"]
    assert len(state.hordes[0].hand) == 4
