"""The validator: each rule has a broken scenario that it alone reports; no file of any shape makes it crash."""

import copy

import pytest
from shipped import play_of

from pnp.games.stormfury.play.checks import CHECKS
from pnp.games.stormfury.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.reading import read_scenario
from pnp.play.seeds import stream


@pytest.fixture(scope="module")
def good(content):
    return plain(generate(content, 1, Options()))


def violations(scenario, *, soft=True):
    """What is wrong with a scenario as its file has it."""
    return read_scenario(play_of("stormfury"), scenario, soft=soft).violations


def violated(scenario, *, soft=True):
    return sorted({one.check for one in violations(scenario, soft=soft)})


def test_rules_are_complete_and_in_order():
    assert [check.id for check in CHECKS.checks] == [f"SV{i:02}" for i in range(1, 21)]
    assert [check.hard for check in CHECKS.checks] == [True] * 13 + [False] * 7
    assert len({check.name for check in CHECKS.checks}) == 20


def test_a_good_scenario_passes(good):
    assert violated(good) == []


def swap_resources(scenario):
    """Exchange a card deep in the deck for another kind."""
    place = scenario["resources"].index("E", 40)
    scenario["resources"][place] = "M"


BROKEN = {
    "SV01": [
        lambda s: s.update(game="horde"),
        lambda s: s.update(format=2),
        lambda s: s.update(players=5),
        lambda s: s.update(seed="one"),
        lambda s: s.update(storms=[]),
    ],
    "SV02": [lambda s: s.update(start="X")],
    "SV03": [lambda s: s.update(level="hard")],
    "SV04": [
        lambda s: s["populations"].update(CAL=3, BAY=1),
        lambda s: s["populations"].pop("CAL"),
        lambda s: s["populations"].update(XXX=2),
        lambda s: (s.update(profile="census"), s["populations"].update(CAL=3)),
        lambda s: (s.update(profile="census"), s["populations"].update(CAL=4, BAY=0)),
    ],
    "SV05": [
        lambda s: s["roles"].__setitem__(1, s["roles"][0]),
        lambda s: s["roles"].__setitem__(1, "pilot"),
        lambda s: s.update(players=3),
    ],
    "SV06": [swap_resources],
    "SV07": [
        lambda s: s["hands"].__setitem__(0, s["hands"][1]),
        lambda s: s["hands"].pop(),
        lambda s: s["hands"][0].pop(),
    ],
    "SV08": [
        lambda s: s.pop("storm"),
        lambda s: s["storm"][2].pop("turn"),
        lambda s: s["storm"][2].update(wind=12),
        lambda s: s["storm"][1].update(turn=7),
        lambda s: s["storm"][1].update(deck="land"),
        lambda s: s["storm"][1].update(deck="lake"),
    ],
    "SV09": [
        lambda s: s["storm"][1]["forecast"].append("O01"),
        lambda s: s["storm"][0]["forecast"].__setitem__(1, "O06"),
        lambda s: s["storm"][0]["forecast"].__setitem__(1, "L01"),
        lambda s: s["storm"][0]["forecast"].__setitem__(1, "O99"),
    ],
    "SV10": [
        lambda s: s["storm"][0]["forecast"].__setitem__(0, "O02"),
        lambda s: s["storm"][0]["flip"].pop(0),
    ],
    "SV11": [
        lambda s: s["storm"][-1].update(center=[0, 0]),
        lambda s: s["storm"][-1].update(center=[99, 0]),
        lambda s: s["storm"][3].update(skipped_steps=1),
    ],
    "SV12": [lambda s: s["storm"][0].update(category=2)],
    "SV13": [lambda s: s["storm"].pop(), lambda s: s.update(storm=[])],
}


@pytest.mark.parametrize(
    ("check", "place"), [(check, place) for check, ways in BROKEN.items() for place in range(len(ways))]
)
@pytest.mark.clauses(
    "overview.team",
    "setup.storm",
    "setup.people",
    "setup.experts",
    "setup.hands",
    "levels.start",
    "scenario.seed",
    "scenario.start",
    "scenario.people",
    "scenario.resources",
    "hurricane.flip",
    "hurricane.move",
    "hurricane.marks",
    "hurricane.category",
    "end.depression",
)
def test_each_hard_rule_is_reported_alone(good, check, place):
    scenario = copy.deepcopy(good)
    BROKEN[check][place](scenario)
    assert violated(scenario) == [check]


@pytest.mark.parametrize(
    ("check", "seed"),
    [("SV14", 107), ("SV15", 16), ("SV16", 32), ("SV17", 13), ("SV18", 9), ("SV19", 605), ("SV20", 40)],
)
@pytest.mark.clauses("scenario.fair", "scenario.savable")
def test_each_soft_rule_is_reported_alone(content, check, seed):
    scenario = plain(generate(content, seed, Options()))
    assert violated(scenario) == [check]
    assert violated(scenario, soft=False) == []


def test_faults_point_at_their_place_and_cite_a_clause(good):
    scenario = copy.deepcopy(good)
    scenario["storm"][2]["turn"] = "three"
    (fault,) = violations(scenario)
    assert fault.path == ("storm", 2, "turn")
    scenario["storm"][2]["turn"] = 4
    (fault,) = violations(scenario)
    assert (fault.path, fault.clauses) == (("storm", 2, "turn"), ("forecast.deck", "board.coast"))


JUNK = [None, True, -1, 0, 10**30, 1.5, "", "O01", [], [[]], {}, {"a": 1}, ["X"] * 5, [0, 0, 0]]


def test_no_file_of_any_shape_makes_it_crash(good):
    """Put junk into every place of a scenario, one place at a time."""
    luck = stream("stormfury", 1, "junk")
    places = list(_places(good))
    for path in places:
        for junk in (luck.choice(JUNK), luck.choice(JUNK)):
            scenario = copy.deepcopy(good)
            at = scenario
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = junk
            for one in violations(scenario, soft=False):
                assert one.message
    for junk in JUNK:
        assert "SV01" in violated(junk)


def test_huge_numbers_and_negative_categories_do_not_crash(good):
    for category in (-3, 6, 10**30):
        scenario = copy.deepcopy(good)
        scenario["category"] = category
        for turn in scenario["storm"]:
            turn["category"] = category
        assert "SV03" in violated(scenario)


def _places(value, path=()):
    """Every place in a JSON value, list items only the first two."""
    items = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, part in items:
        yield (*path, key)
        yield from _places(part, (*path, key))
