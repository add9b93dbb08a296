"""Deals: the golden one, the checks one by one, and files of any shape."""

import copy
from types import SimpleNamespace

import pytest
from shipped import broken

from pnp.games.terrain.play.certificate import certify
from pnp.games.terrain.play.checks import CHECKS, Subject
from pnp.games.terrain.play.scenario import Options, generate
from pnp.play.deal import plain
from pnp.play.state import Illegal

GOOD_SEED = 7
UNFAIR_SEED = 4


@pytest.fixture(scope="module")
def deal(content):
    return plain(generate(content, GOOD_SEED, Options(players=4)))


@pytest.fixture(scope="module")
def lenient(changed):
    """Content whose bot test never complains, for checks that are about something else."""
    return changed(good_deal__test_games=1, good_deal__seat_share=99.0, good_deal__score_difference=99.0)


def found(content, scenario, *, soft=True):
    return {violation.check for violation in broken("terrain", scenario, content, soft=soft)}


@pytest.mark.parametrize(
    "options", [Options(players=2), Options(players=7), Options(rounds=3), Options(extra_awards=99)]
)
@pytest.mark.clauses("setup.players", "variants.short")
def test_impossible_deals_are_refused(content, options):
    with pytest.raises(Illegal):
        generate(content, 1, options)


def test_the_good_deal_passes_and_is_rated(content, deal):
    assert found(content, deal) == set()
    rating = plain(certify(content, generate(content, GOOD_SEED, Options(players=4)), Options()).rating)
    assert rating["games"] == content.options.good_deal.test_games
    assert sum(rating["seat_share"]) == pytest.approx(1, abs=0.03)
    assert rating["interesting"] is True
    shares, means = rating["seat_share"], rating["mean_scores"]
    assert [shares, means] == [[round(value, 2) for value in shares], [round(value, 1) for value in means]]
    single = (rating["mean_score"], rating["requests_each"], rating["awards_left"])
    assert single == tuple(round(value, 1) for value in single)
    assert rating["mean_score"] == pytest.approx(sum(means) / len(means), abs=0.06)


def test_all_rules_of_the_specification_are_there():
    assert [(check.id, check.name, check.hard) for check in CHECKS.checks] == [
        ("TV01", "format", True),
        ("TV02", "hands-shape", True),
        ("TV03", "island-unique", True),
        ("TV04", "requests-complete", True),
        ("TV05", "awards-complete", True),
        ("TV06", "terrain-supply", False),
        ("TV07", "double-water", False),
        ("TV08", "award-mix", False),
        ("TV09", "award-terrain-once", False),
        ("TV10", "first-requests-values", False),
        ("TV11", "first-requests-templates", False),
        ("TV12", "seat-fairness", False),
    ]


def to_front(deck, cards):
    return [*cards, *(each for each in deck if each not in cards)]


def too_many_players(deal):
    deal["players"] = 7


def short_hand(deal):
    deal["hands"][0][2].pop()


def doubled_card(deal):
    deal["hands"][1][0][0] = deal["hands"][0][0][0]


def unknown_card(deal):
    deal["hands"][1][0][0] = 121


def doubled_request(deal):
    deal["requests"][10] = deal["requests"][11]


def missing_award(deal):
    deal["awards"].pop()


def starved_terrain(deal):
    """Swap the desert of round 1 for mountains and meadows of round 2, double water untouched."""
    desert = {*range(19, 26), *range(48, 55), *range(70, 77), *range(88, 103)}
    spare = [card for hand in deal["hands"][1] for card in hand if card not in desert and card < 111]
    for hand in deal["hands"][0]:
        for i, card in enumerate(hand):
            if card in desert and spare:
                other = spare.pop()
                hand[i] = other
                swap(deal["hands"][1], other, card)


def swap(deal, old, new):
    for hand in deal:
        for i, card in enumerate(hand):
            if card == old:
                hand[i] = new


def flooded_hand(deal):
    """Gather the double water of a round in one hand."""
    deals = deal["hands"]
    hands = max(deals, key=lambda hands: sum(card > 110 for hand in hands for card in hand))
    for hand in hands[1:]:
        for i, card in enumerate(hand):
            if card > 110:
                j = next(j for j, other in enumerate(hands[0]) if other <= 110)
                hand[i], hands[0][j] = hands[0][j], card


def one_family(deal):
    deal["awards"] = to_front(deal["awards"], ["A01", "A02", "A03", "A04", "A13", "A07", "A14", "A15"])


def twice_a_terrain(deal):
    deal["awards"] = to_front(deal["awards"], ["A01", "A07", "A13", "A14", "A15", "A08", "A16", "A17"])


def equal_values(deal):
    deal["requests"] = to_front(deal["requests"], ["R01", "R06", "R11", "R16"])


def dear_values(deal):
    deal["requests"] = to_front(deal["requests"], ["R41", "R46", "R51", "R56"])


def equal_shapes(deal):
    deal["requests"] = to_front(deal["requests"], ["R01", "R02", "R21", "R22"])


BROKEN = [
    ("TV01", too_many_players),
    ("TV02", short_hand),
    ("TV03", doubled_card),
    ("TV03", unknown_card),
    ("TV04", doubled_request),
    ("TV05", missing_award),
    ("TV06", starved_terrain),
    ("TV07", flooded_hand),
    ("TV08", one_family),
    ("TV09", twice_a_terrain),
    ("TV10", equal_values),
    ("TV10", dear_values),
    ("TV11", equal_shapes),
]


@pytest.mark.parametrize(("check", "break_it"), BROKEN, ids=lambda each: getattr(each, "__name__", each))
@pytest.mark.clauses(
    "components.islands",
    "components.requests",
    "components.awards",
    "setup.hands",
    "deals.supply",
    "deals.double-water",
    "deals.awards",
    "deals.requests",
)
def test_a_broken_deal_triggers_exactly_its_check(lenient, deal, check, break_it):
    wrong = copy.deepcopy(deal)
    assert found(lenient, wrong) == set()
    break_it(wrong)
    assert found(lenient, wrong) == {check}


def test_no_double_water_in_a_round(changed, deal):
    """Double water that stays away from a whole round is found too (in a deck without it)."""
    dry = changed(good_deal__fewest_double_water=20, good_deal__test_games=1)
    assert "TV07" in found(dry, deal)


@pytest.mark.clauses("deals.fair")
def test_an_unfair_deal(content):
    assert found(content, plain(generate(content, UNFAIR_SEED, Options(players=4)))) == {"TV12"}


@pytest.mark.clauses("deals.fair")
@pytest.mark.parametrize(
    ("wins", "means", "faults"),
    [
        ([20, 10, 5, 5], [50] * 4, 0),
        ([20.5, 9.5, 5, 5], [50] * 4, 1),
        ([19, 21, 0, 0], [50] * 4, 1),
        ([10] * 4, [50, 50, 55, 45], 0),
        ([10] * 4, [44, 56, 50, 50], 0),
        ([10] * 4, [56.25, 43.75, 50, 50], 1),
        ([30, 10, 0, 0], [60, 40, 50, 50], 2),
    ],
)
def test_a_deal_is_fair_when_no_seat_wins_or_scores_much_more(content, monkeypatch, wins, means, faults):
    """Forty games of four: nobody wins more than twenty, and the means differ by less than a quarter."""
    good = content.options.good_deal
    assert (good.seat_share, good.score_difference) == (2.0, 0.25)
    trials = SimpleNamespace(games=40, wins=wins, mean_scores=means)
    monkeypatch.setattr("pnp.games.terrain.play.checks.try_deal", lambda *_: trials)
    subject = Subject(content, generate(content, GOOD_SEED, Options(players=4)))
    assert len([one for one in CHECKS.run(subject) if one.check == "TV12"]) == faults


@pytest.mark.parametrize("key", ["game", "format", "seed", "players", "rounds", "hands", "requests", "awards"])
@pytest.mark.parametrize("value", [None, "x", 7.5, True, [], {}, [[]], [[[1]]], [None], [[["a"], {}]], [-1]])
def test_wrong_values_are_reported(lenient, deal, key, value):
    faults = broken("terrain", {**deal, key: value}, lenient)
    assert any(fault.hard for fault in faults) or (key, value) == ("seed", None)
    assert all(fault.message for fault in faults)
    missing = {name: part for name, part in deal.items() if name != key}
    assert any(fault.hard for fault in broken("terrain", missing, lenient)) == (key != "seed")


ABOUT = {"hands": "TV02", "requests": "TV04", "awards": "TV05"}


@pytest.mark.parametrize("key", ["players", "rounds", "hands", "requests", "awards"])
def test_the_check_about_a_part_answers_for_its_form(lenient, deal, key):
    for wrong in ({**deal, key: "x"}, {name: part for name, part in deal.items() if name != key}):
        assert [fault.check for fault in broken("terrain", wrong, lenient)] == [ABOUT.get(key, "TV01")]


def test_an_unknown_key_is_told_with_a_hint(lenient, deal):
    (fault,) = broken("terrain", {**deal, "extra_award": 3}, lenient)
    assert (fault.check, fault.path) == ("TV01", ("extra_award",))
    assert fault.message == "unknown key 'extra_award'; did you mean 'extra_awards'?"


def test_extra_awards_are_checked(lenient, content):
    deal = plain(generate(content, GOOD_SEED, Options(players=4, rounds=1, extra_awards=3)))
    assert found(lenient, deal, soft=False) == set()
    for wrong in (-1, 17, "3", None):
        assert found(lenient, {**deal, "extra_awards": wrong}, soft=False) == {"TV01"}
