"""Every rule of the validator has a broken scenario that triggers exactly that rule."""

import copy
import json

import pytest

from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.variants import with_changes
from pnp.games.tempest.play import checks
from pnp.games.tempest.play.certificate import certify
from pnp.games.tempest.play.checks import CHECKS, Subject
from pnp.games.tempest.play.scenario import Options, generate


def broken(content, scenario, *, soft=False):
    return sorted({found.check for found in CHECKS.run(Subject(content, scenario), soft=soft)})


@pytest.fixture(scope="module")
def campaign(content):
    return generate(content, 42)


def test_a_good_scenario_has_no_fault(content, campaign):
    assert broken(content, json.loads(json.dumps(campaign))) == []


def spoil(path, value):
    def change(scenario):
        *keys, last = path
        place = scenario
        for key in keys:
            place = place[key]
        place[last] = value

    return change


def drop(path):
    def change(scenario):
        place = scenario
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


BROKEN = {
    "MV00": [
        spoil(("game",), "horde"),
        spoil(("format",), 2),
        spoil(("play",), "tomorrow"),
        spoil(("variant",), "calm-weather"),
        spoil(("days",), "none"),
        spoil(("days", 0, "haven"), "middle"),
        spoil(("days", 0, "haven"), [1, 2, 3]),
        spoil(("days", 0, "citizens", 0, "rank"), "two"),
        spoil(("days", 0, "obstackles"), []),
        drop(("days", 1, "decks")),
        drop(("days", 2)),
        drop(("final",)),
        spoil(("final",), []),
        spoil(("powers",), "all"),
        spoil(("earlier",), ["Nobody"]),
    ],
    "MV01": [spoil(("days", 0, "size"), 7), spoil(("days", 2, "size"), 8)],
    "MV02": [
        drop(("days", 0, "citizens", 2)),
        drop(("days", 1, "obstacles", 3)),
        spoil(("days", 0, "citizens", 1, "letter"), "C"),
    ],
    "MV03": [spoil(("days", 0, "citizens", 1, "at"), [3, 9]), spoil(("days", 0, "citizens", 1, "at"), [4, 2])],
    "MV04": [spoil(("days", 1, "citizens", 2, "health"), 5)],
    "MV05": [
        spoil(("days", 0, "citizens", 0, "name"), "H. Stein"),
        spoil(("days", 0, "citizens", 0), {"letter": "A", "name": "L. Bairn", "rank": 6, "at": [1, 3]}),
        spoil(("days", 0, "citizens", 0), {"letter": "A", "name": "Sir Dudley", "rank": 7, "at": [1, 3]}),
        spoil(("days", 1, "citizens", 0), {"letter": "A", "name": "Old Mack", "rank": 4, "at": [5, 6]}),
        spoil(("days", 1, "discards"), [8]),
        spoil(("earlier",), ["Old Mack"]),
    ],
    "MV06": [spoil(("days", 0, "obstacles", 0, "cells"), [[5, 6]]), spoil(("days", 0, "obstacles", 1, "cells"), [])],
    "MV07": [
        spoil(("days", 0, "obstacles", 0, "rejected"), [1]),
        spoil(("days", 1, "obstacles", 2, "rejected"), [6, 6]),
        spoil(("days", 1, "obstacles", 2), {"at": [2, 3], "club": None, "rejected": [], "cells": [[2, 3]]}),
    ],
    "MV09": [
        spoil(("days", 0, "decks", "hearts"), [1, 2, 3, 4, 5, 5]),
        spoil(("days", 2, "decks", "clubs"), [1, 2, 3]),
        spoil(("final", "decks", "spades"), list(range(1, 12))),
    ],
    "MV10": [spoil(("final", "beast"), "A")],
}


@pytest.mark.parametrize(
    ("rule", "number"), [(rule, number) for rule, changes in BROKEN.items() for number in range(len(changes))]
)
@pytest.mark.clauses("setup.health", "setup.map")
def test_exactly_one_rule_is_broken(content, campaign, rule, number):
    scenario = copy.deepcopy(campaign)
    BROKEN[rule][number](scenario)
    violations = CHECKS.run(Subject(content, scenario), soft=False)
    assert {found.check for found in violations} == {rule}
    for found in violations:
        assert found.message
        assert resolves(scenario, found.path), found.path


def resolves(scenario, path):
    """The place named exists, or its parent does and the part itself is what is missing."""
    for depth, key in enumerate(path):
        try:
            scenario = scenario[key]
        except (KeyError, IndexError, TypeError):
            return depth == len(path) - 1
    return True


def test_a_cross_without_a_club_has_no_shape_to_keep_to(content, campaign):
    """Rules setup.clubs-run-out, setup.shapes: whether it is right that no club was left is for another check."""
    scenario = copy.deepcopy(campaign)
    obstacle = scenario["days"][0]["obstacles"][0]
    obstacle["club"] = None
    for cells in ([obstacle["at"]], []):
        obstacle["cells"] = cells
        assert "MV06" not in {one.check for one in CHECKS.run(Subject(content, scenario), soft=False)}


def test_open_path(content):
    """A walled-off citizen: two legal shapes, placed in an order nobody would accept."""
    scenario = generate(content, 42, Options(day="1"))
    day = scenario["days"][0]
    day.update(
        haven=[3, 3],
        citizens=[
            {"letter": "A", "name": "B.R. Rush", "rank": 2, "at": [1, 1]},
            {"letter": "B", "name": "L. Bairn", "rank": 6, "at": [5, 4]},
            {"letter": "C", "name": "Old Mack", "rank": 4, "at": [6, 5]},
        ],
        obstacles=[
            {"at": [4, 6], "club": 1, "rejected": [], "cells": [[4, 6]]},
            {"at": [2, 2], "club": 6, "rejected": [], "cells": [[1, 3], [2, 2], [3, 1]]},
        ],
    )
    violations = CHECKS.run(Subject(content, scenario), soft=False)
    assert [(found.check, found.path) for found in violations] == [("MV08", ("days", 0, "citizens", 0, "at"))]


def test_faces_are_limited_by_the_deck(files, campaign):
    few = compile_content(with_changes(files, {"final_day.copies": 1}))
    assert broken(few, campaign) == ["MV10"]  # the Queen is target and beast


def test_winnable(content):
    scenario = generate(content, 42, Options(day="1"))
    scenario |= certify(content, scenario)
    assert broken(content, scenario, soft=True) == []
    actions = scenario["witness"]["actions"]
    for spoiled in ({"actions": actions[:1]}, {"actions": [{"do": "step", "to": "N"}]}, {"actions": ["walk"]}, [], {}):
        other = {**scenario, "witness": spoiled}
        assert broken(content, other, soft=True) == ["MV11"]


def test_a_hopeless_day_is_not_winnable(files):
    strict = compile_content(with_changes(files, {"days.1.rescues": 3}))
    verdicts = {}
    for seed in range(12):
        scenario = generate(strict, seed, Options(day="1"))
        verdicts[seed] = broken(strict, scenario, soft=True)
    assert ["MV11"] in verdicts.values()
    assert [] in verdicts.values()


def test_not_trivial(content, monkeypatch):
    scenario = generate(content, 42, Options(day="1"))
    scenario |= certify(content, scenario)
    monkeypatch.setattr(checks, "careless_rescues", lambda content, state, seed: 3)
    assert broken(content, scenario, soft=True) == ["MV12"]


def test_soft_rules_wait_for_the_hard_ones(content, campaign):
    scenario = copy.deepcopy(campaign)
    scenario["days"][0]["decks"]["hearts"] = [1]
    assert broken(content, scenario, soft=True) == ["MV09"]


@pytest.mark.parametrize(
    "scenario",
    [
        {},
        {"game": "tempest", "format": 1, "days": [None, 3, "x", {}, []], "final": 5},
        {"game": "tempest", "format": 1, "days": [{"day": 1}], "final": {"map": 1}},
        {"game": "tempest", "format": 1, "play": ["1"], "days": {"a": 1}, "seed": "x"},
        {
            "game": 1,
            "format": "1",
            "play": "1",
            "days": [
                {
                    "day": 99,
                    "size": -3,
                    "haven": [0, 0],
                    "citizens": [],
                    "obstacles": [{"at": [99, -9], "club": 77, "rejected": [55], "cells": [[-1, -1]]}],
                    "decks": {"hearts": [], "spades": [], "diamonds": [], "clubs": []},
                }
            ],
        },
        {
            "game": "tempest",
            "format": 1,
            "play": "1",
            "days": [
                {
                    "day": 1,
                    "size": -3,
                    "haven": [0, 0],
                    "citizens": [],
                    "obstacles": [{"at": [99, -9], "club": 77, "rejected": [55], "cells": [[-1, -1]]}],
                    "decks": {"hearts": [], "spades": [], "diamonds": [], "clubs": []},
                }
            ],
        },
    ],
)
def test_nothing_crashes_the_validator(content, scenario):
    found = CHECKS.run(Subject(content, scenario))
    assert found and all(one.hard and one.message for one in found)


def test_every_rule_of_the_specification_is_there():
    assert [check.id for check in CHECKS.checks] == [f"MV{number:02d}" for number in range(13)]
    assert [check.id for check in CHECKS.checks if not check.hard] == ["MV11", "MV12"]
