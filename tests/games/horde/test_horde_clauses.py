"""Clauses that no other test of the Horde is about."""

from collections import Counter
from itertools import product

import pytest
from shipped import mover

from pnp.games.horde.play import phases
from pnp.games.horde.play.engine import deal
from pnp.games.horde.play.scenario import Options, generate, new_game
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER

move = mover("horde")

PHASE5 = [("counterwind",), *(("brace", 0, line) for line in range(4)), ("lull",)]
PEOPLE = {"T": "KH", "C": "QH", "W": "JH", "F": "AH"}


def own(state):
    return state.snapshot()["hordes"][0]


@pytest.mark.clauses("setup.split", "setup.fixed")
def test_decks_are_whole_shuffled_by_the_seed_and_stacked_as_the_scenario_says(content):
    one, other = (generate(content, seed, Options()) for seed in (1, 2))
    courts, pips = Counter(content.court_cards), Counter(content.pip_cards)
    for scenario in (one, other):
        (horde,) = scenario.hordes
        assert Counter(horde.wit + horde.aval) == Counter(scenario.encounters) == courts
        assert Counter(horde.pack) == Counter(scenario.breezes) == pips
    for deck in ("encounters", "breezes"):
        assert getattr(one, deck) != getattr(other, deck) != tuple(sorted(getattr(other, deck)))
    state, (horde,) = deal(content, one), one.hordes
    assert [state.hordes[0].pack, state.hordes[0].wit] == [list(horde.pack), list(horde.wit)]
    assert [slot[0] for slot in reversed(state.enc) if slot] + state.enc_deck == list(one.encounters)
    assert [card for card in reversed(state.slots) if card] + state.breezes == list(one.breezes)


@pytest.mark.clauses("formations.squares", "formations.comply")
@pytest.mark.parametrize("suit", "HDCS")
def test_every_role_has_two_squares_and_may_stand_on_either(content, raw, situation, suit):
    drawn = "".join(raw["formations"]["formations"][suit]["rows"])
    squares = {role: [place for place, mark in enumerate(drawn) if mark == role] for role in PEOPLE}
    assert [len(two) for two in squares.values()] == [2, 2, 2, 2]

    def complies(places):
        field = {
            role: [card, content.square_name(at), False]
            for (role, card), at in zip(PEOPLE.items(), places, strict=True)
        }
        return phases.complies(situation([], up=[f"5{suit}"], field=field), 0)

    free = drawn.index(".")
    for places in product(*squares.values()):
        assert complies(places)
        for number in range(4):
            assert not complies([free if i == number else at for i, at in enumerate(places)])


@pytest.mark.clauses("wind.up-card", "wind.up-card-stays")
def test_the_up_card_stays_on_the_deck_and_is_the_next_to_leave_it(situation):
    given = {"breezes": ["9H", "2C", "3C"], "slots": {"1": "4S"}}
    lying = situation([("up", 0)], **given)
    assert (lying.up, lying.breezes, lying.slots) == (["9H"], ["9H", "2C", "3C"], ["4S", None, None, None])
    shifted = situation([("up", 0), ("shift",)], **given)
    assert (shifted.breezes, shifted.slots) == (["2C", "3C"], ["9H", "4S", None, None])


@pytest.mark.clauses("meet.none")
def test_no_encounter_does_nothing_even_to_the_wounded(situation):
    given = {"field": {"T": ["KH", "B2", True], "C": ["QH", "B3", False]}, "pack": ["2H", "3H"], "aval": ["KS", "QS"]}
    state = situation([("meet", 0)], enc={"B": ["AC", "down"]}, **given)
    assert state.enc[1] == ("AC", True) and state.status is None
    assert {key: own(state)[key] for key in given} == given and own(state)["destroyed"] == []


@pytest.mark.clauses("counter.compare", "counter.no-wind", "counter.equal")
def test_wind_and_total_equal_leave_a_character_where_it_is(situation):
    field = {"T": ["KH", "B2", False]}
    even = situation(PHASE5, slots={"2": "4D"}, field=field, hand=[])
    assert own(even)["field"] == field and even.to_act() == OVER
    weaker = situation(PHASE5, slots={"2": "5D"}, field=field, hand=[])
    assert own(weaker)["field"] == {"T": ["KH", "B3", True]}
    stronger = situation(PHASE5, slots={"2": "3D"}, field=field, hand=[])
    assert move({"do": "stay", "role": "T"}) in stronger.legal_actions()


@pytest.mark.clauses("counter.tested-once")
def test_nobody_is_tested_twice_on_a_line(content):
    """In random games people are tested on several lines of a turn, on each of them once."""
    most = 0
    for seed in range(30):
        state, luck = new_game(content, generate(content, seed, Options())), stream("horde", seed, "tested once")
        state.log = []
        while (seat := state.to_act()) != OVER:
            state.apply(state.chance(luck) if seat == CHANCE else luck.choice(state.legal_actions()))
        turn, tested = 0, Counter()
        for event in state.log:
            turn = event["number"] if event["event"] == "turn" else turn
            if event["event"] == "test":
                tested[turn, event["role"], event["line"]] += 1
        assert not tested or max(tested.values()) == 1
        most = max(most, *Counter((turn, role) for turn, role, _ in tested).values(), 0)
    assert most > 1
