"""Every rule of the validator has a broken scenario that triggers exactly that rule."""

import copy

import msgspec
import pytest
from msgspec.structs import replace
from shipped import play_of

from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.variants import with_changes
from pnp.games.tempest.play import checks
from pnp.games.tempest.play.certificate import certify
from pnp.games.tempest.play.checks import CHECKS, Subject
from pnp.games.tempest.play.deal import TempestDeal
from pnp.games.tempest.play.scenario import Options, generate
from pnp.play.deal import Seal, Sealed, plain
from pnp.play.reading import read_deal, read_scenario


def broken(content, deal, *, soft=False):
    return sorted({found.check for found in CHECKS.run(Subject(content, deal), soft=soft)})


def violations(written):
    """Return what breaks a deal that stands in a file."""
    return read_deal(play_of("tempest"), written)[1]


@pytest.fixture(scope="module")
def campaign(content):
    return plain(generate(content, 42))


def test_a_good_scenario_has_no_fault(campaign):
    assert violations(campaign) == []


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
def test_exactly_one_rule_is_broken(campaign, rule, number):
    scenario = copy.deepcopy(campaign)
    BROKEN[rule][number](scenario)
    found_in_it = violations(scenario)
    assert {found.check for found in found_in_it} == {rule}
    for found in found_in_it:
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


def test_a_cross_without_a_club_has_no_shape_to_keep_to(campaign):
    """Rules setup.clubs-run-out, setup.shapes: whether it is right that no club was left is for another check."""
    scenario = copy.deepcopy(campaign)
    obstacle = scenario["days"][0]["obstacles"][0]
    obstacle["club"] = None
    for cells in ([obstacle["at"]], []):
        obstacle["cells"] = cells
        assert "MV06" not in {one.check for one in violations(scenario)}


def test_open_path(content):
    """A walled-off citizen: two legal shapes, placed in an order nobody would accept."""
    scenario = plain(generate(content, 42, Options(day="1")))
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
    assert [(found.check, found.path) for found in violations(scenario)] == [("MV08", ("days", 0, "citizens", 0, "at"))]


def test_faces_are_limited_by_the_deck(content, files):
    deal = generate(content, 42)
    kings = replace(deal, final=replace(deal.final, map="K", target="K", blessing="K"))
    assert broken(content, kings) == []
    few = compile_content(with_changes(files, {"final_day.copies": 2}))
    assert broken(few, kings) == ["MV10"]


@pytest.mark.parametrize(
    "spoiled",
    [{"actions": 1}, {"actions": [{"do": "step", "to": "N"}]}, {"actions": ["walk"]}, [], {}],
)
def test_a_witness_that_proves_nothing_is_refused(content, spoiled):
    play = play_of("tempest")
    deal = generate(content, 42, Options(day="1"))
    whole = Sealed(deal, certify(content, deal), Seal()).record()
    assert read_scenario(play, whole, soft=True).violations == []
    cut = {**whole["witness"], "actions": whole["witness"]["actions"][:1]}
    for witness in (spoiled, cut):
        (found,) = read_scenario(play, {**whole, "witness": witness}, soft=True).violations
        assert found.hard and found.check == "certificate" and found.path[:1] == ("witness",)


def test_a_hopeless_day_is_not_winnable(files):
    strict = compile_content(with_changes(files, {"days.1.rescues": 3}))
    verdicts = {}
    for seed in range(12):
        scenario = generate(strict, seed, Options(day="1"))
        verdicts[seed] = broken(strict, scenario, soft=True)
    assert ["MV11"] in verdicts.values()
    assert [] in verdicts.values()


def test_a_seed_is_passed_over_by_what_is_known_of_it(content, files):
    """A search that ran out of budget says so; only a full one says that nothing wins."""
    hasty = content.changed({"rating.proof_budget": 50})
    (found,) = CHECKS.run(Subject(hasty, generate(hasty, 7, Options(day="final"))))
    assert (found.check, found.name) == ("MV11", "no win found within the budget")
    assert "50 positions" in found.message and found.path == ("final",)
    strict = compile_content(with_changes(files, {"days.1.rescues": 3}))
    deals = (generate(strict, seed, Options(day="1")) for seed in range(12))
    beaten = next(found for deal in deals for found in CHECKS.run(Subject(strict, deal)) if found.check == "MV11")
    assert (beaten.name, beaten.message, beaten.path) == ("winnable", "no play wins with these decks", ("days", 0))


def test_not_trivial(content, monkeypatch):
    scenario = generate(content, 42, Options(day="1"))
    monkeypatch.setattr(checks, "careless_rescues", lambda content, state, seed: 3)
    assert broken(content, scenario, soft=True) == ["MV12"]


def test_soft_rules_wait_for_the_hard_ones(content, campaign):
    scenario = copy.deepcopy(campaign)
    scenario["days"][0]["decks"]["hearts"] = [1]
    assert broken(content, msgspec.convert(scenario, TempestDeal), soft=True) == ["MV09"]


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
def test_nothing_crashes_the_validator(scenario):
    found = violations(scenario)
    assert found and all(one.hard and one.message for one in found)


def test_every_rule_of_the_specification_is_there():
    assert [check.id for check in CHECKS.checks] == [f"MV{number:02d}" for number in range(13)]
    assert [check.id for check in CHECKS.checks if not check.hard] == ["MV11", "MV12"]
