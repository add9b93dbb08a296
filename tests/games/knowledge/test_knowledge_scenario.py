"""Deals: the golden one, the checks one by one, and files of any shape."""

import copy

import pytest
from shipped import broken

from pnp.games.knowledge.play.bots import STRONGEST
from pnp.games.knowledge.play.certificate import certify
from pnp.games.knowledge.play.checks import CHECKS
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.state import Illegal


@pytest.fixture(scope="module")
def deal(content):
    return plain(generate(content, 5, Options(players=3)))


@pytest.fixture(scope="module")
def lenient(changed):
    """Content whose bot tests never complain, for checks that are about something else."""
    return changed(good_deal__test_games=1, good_deal__seat_share=99.0, good_deal__early_share=1.0)


def found(content, scenario):
    return {violation.check for violation in broken("knowledge", scenario, content)}


def test_deals_are_judged_by_the_strongest_bots(content, deal):
    """The golden deal is even among bots that forget; those that remember win most of it from the first seat."""
    assert found(content, deal) == {"KV12"}
    good = generate(content, 6, Options(players=3))
    assert found(content, plain(good)) == set()
    rating = certify(content, good, Options()).rating
    assert (rating.games, rating.bot) == (60, STRONGEST)
    assert sum(rating.seat_share) == pytest.approx(1, abs=0.03)
    assert rating.early <= content.options.good_deal.early_share


@pytest.mark.parametrize("players", [0, 1, 6])
@pytest.mark.clauses("setup.players")
def test_impossible_deals_are_refused(content, players):
    with pytest.raises(Illegal):
        generate(content, 1, Options(players=players))


def test_all_rules_of_the_specification_are_there():
    assert [(check.id, check.name, check.hard) for check in CHECKS.checks] == [
        ("KV01", "format", True),
        ("KV02", "colours", True),
        ("KV03", "libraries-keys", True),
        ("KV04", "libraries-complete", True),
        ("KV05", "number-of-goals", True),
        ("KV06", "goal-deck-complete", True),
        ("KV07", "own-colour", True),
        ("KV08", "home-goals", False),
        ("KV09", "no-two-library-win", False),
        ("KV10", "neutral-goals", False),
        ("KV11", "home-balance", False),
        ("KV12", "seat-fairness", False),
        ("KV13", "not-instant", False),
    ]


def too_many_players(deal):
    deal["players"] = 6


def same_colour(deal):
    deal["colours"][1] = deal["colours"][0]


def missing_book(deal):
    deal["libraries"]["0"].pop()


def other_location(deal):
    deal["libraries"]["1"] = deal["libraries"].pop("0")


def doubled_book(deal):
    deal["libraries"]["0"][0] = deal["libraries"]["0"][1]


def three_goals(deal):
    deal["goals"][0].pop()


def equal_goals(deal):
    deal["goals"][0][0] = deal["goals"][0][1]


def five_goals(deal):
    deal["goals"][0].append(deal["goals"][0][0])


def five_different_goals(deal):
    deal["goals"][0].append(next(book for book in range(1, 25) if book not in deal["goals"][0]))


def goal_of_two(deal):
    deal["goals"][1][3] = deal["goals"][2][0]


def lost_unused(deal):
    deal["unused_goals"].pop()


def foreign_goals(deal):
    """Seat 2 gives one of its own books for a neutral one."""
    deal["goals"][1][0], deal["unused_goals"][1] = deal["unused_goals"][1], deal["goals"][1][0]


def stack(deal, **places):
    """Lay out the libraries anew."""
    libraries = {key.removeprefix("at"): books for key, books in places.items()}
    assert libraries.keys() == deal["libraries"].keys()
    deal["libraries"] = libraries


def gift_at_home(deal):
    """Seat 1 (17 18 19 20, home 4) finds three goals at home, the others two each."""
    stack(deal, at4=[17, 18, 19, 1], at0=[2, 3, 13, 23], at5=[22, 24, 14, 16], at3=[21, 15, 4, 20])


def gift_of_one_visit(deal):
    """Seat 1 finds two goals at home and the other two in library 5."""
    stack(deal, at4=[17, 18, 1, 15], at0=[2, 3, 16, 23], at5=[22, 13, 19, 20], at3=[21, 24, 4, 14])


def gift_in_neutral(deal):
    """Seat 1 finds three goals in the neutral library and none at home, where the others have one."""
    stack(deal, at3=[17, 18, 19, 3], at4=[1, 2, 15, 13], at0=[4, 24, 21, 23], at5=[22, 20, 14, 16])


def uneven_homes(deal):
    """Two goals at home for seat 1, none for seat 2."""
    stack(deal, at4=[17, 18, 1, 2], at0=[13, 15, 19, 21], at5=[22, 3, 20, 23], at3=[4, 14, 24, 16])


BROKEN = [
    ("KV01", too_many_players),
    ("KV02", same_colour),
    ("KV03", missing_book),
    ("KV03", other_location),
    ("KV04", doubled_book),
    ("KV05", three_goals),
    ("KV05", equal_goals),
    ("KV05", five_goals),
    ("KV05", five_different_goals),
    ("KV06", goal_of_two),
    ("KV06", lost_unused),
    ("KV07", foreign_goals),
    ("KV08", gift_at_home),
    ("KV09", gift_of_one_visit),
    ("KV10", gift_in_neutral),
    ("KV11", uneven_homes),
]


@pytest.mark.parametrize(("check", "break_it"), BROKEN, ids=lambda each: getattr(each, "__name__", each))
@pytest.mark.clauses(
    "components.books",
    "setup.colours",
    "setup.neutral",
    "setup.libraries",
    "setup.own-goals",
    "setup.last-goal",
    "deals.home",
    "deals.first-visit",
)
def test_a_broken_deal_triggers_exactly_its_check(lenient, deal, check, break_it):
    wrong = copy.deepcopy(deal)
    assert found(lenient, wrong) == set()
    break_it(wrong)
    assert found(lenient, wrong) == {check}


UNFAIR = 1
INSTANT = 8


@pytest.mark.clauses("deals.tried")
def test_an_unfair_deal(content):
    assert found(content, plain(generate(content, UNFAIR, Options(players=4)))) == {"KV12"}


@pytest.mark.clauses("deals.tried")
def test_an_instant_deal(content):
    assert found(content, plain(generate(content, INSTANT, Options(players=2)))) == {"KV13"}


PARTS = ["game", "format", "seed", "players", "colours", "neutral", "libraries", "goals", "unused_goals"]


@pytest.mark.parametrize("key", PARTS)
@pytest.mark.parametrize("value", [None, "x", 7.5, True, [], {}, [[]], [[[1]]], [None], {"0": 1}, {"0": [[]]}, -7.0])
def test_wrong_values_are_reported(lenient, deal, key, value):
    faults = broken("knowledge", {**deal, key: value}, lenient)
    assert any(fault.hard for fault in faults) or (key, value) == ("seed", None)
    assert all(fault.message for fault in faults)
    missing = {name: part for name, part in deal.items() if name != key}
    assert any(fault.hard for fault in broken("knowledge", missing, lenient)) == (key != "seed")


ABOUT = {"colours": "KV02", "neutral": "KV02", "libraries": "KV03", "goals": "KV05", "unused_goals": "KV06"}


@pytest.mark.parametrize("key", PARTS[3:])
def test_the_check_about_a_part_answers_for_its_form(lenient, deal, key):
    for wrong in ({**deal, key: "x"}, {name: part for name, part in deal.items() if name != key}):
        assert [fault.check for fault in broken("knowledge", wrong, lenient)] == [ABOUT.get(key, "KV01")]


def test_an_unknown_key_is_told_with_a_hint(lenient, deal):
    (fault,) = broken("knowledge", {**deal, "neutrel": 3}, lenient)
    assert (fault.check, fault.path) == ("KV01", ("neutrel",))
    assert fault.message == "unknown key 'neutrel'; did you mean 'neutral'?"


@pytest.mark.parametrize("inner", [None, "x", 1.5, True, [], {}, [1], [[1, 2, 3, 4]], 25, 0])
def test_wrong_values_deep_inside_are_reported(lenient, deal, inner):
    for path in (("colours", 0), ("libraries", "0"), ("libraries", "0", 2), ("goals", 1), ("goals", 1, 2)):
        wrong = copy.deepcopy(deal)
        at = wrong
        for key in path[:-1]:
            at = at[key]
        if at[path[-1]] == inner:
            continue
        at[path[-1]] = inner
        assert any(fault.hard for fault in broken("knowledge", wrong, lenient)), path
