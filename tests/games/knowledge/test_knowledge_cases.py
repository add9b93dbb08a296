"""The worked cases, each run against the real engine."""

import json
from pathlib import Path

import pytest
from shipped import mover

from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import goal_pool
from pnp.play.state import Illegal

move = mover("knowledge")

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))["cases"]


def state_of(content, given):
    """Build the position of a case; the neutral colour comes last in its list."""
    libraries = {int(colour): books for colour, books in given["libraries"].items()}
    state = KnowledgeState(content, given["colours"][: len(given["goals"])], libraries, given["goals"])
    if "packs" in given:
        for player, pack in zip(state.players, given["packs"], strict=True):
            player.backpack = list(pack)
        state._begin_round()
    if "round" in given:
        state.round = given["round"]
    return state


def travel(state, places):
    for place in places:
        state.apply(move({"do": "choose", "location": place}))


def finish_round(state):
    """Let everybody else do anything and nobody claim."""
    while state.phase not in ("choose", "over"):
        actions = state.legal_actions()
        state.apply(move({"do": "pass"}) if state.phase == "claim" else actions[0])


def run_goal_pool(content, case):
    given = case["given"]
    pool = goal_pool(content, given["colours"], given["neutral"], given["three"])
    assert pool == case["expect"]["pool"]


def run_setup(content, case):
    state = state_of(content, case["given"])
    action, expect = case["action"], case["expect"]
    assert state.to_act() == action["player"] - 1
    chosen = move({"do": "pack", "take": action["take"], "leave": action["leave"]})
    state.apply(chosen)
    assert {key: state.libraries[int(key)] for key in expect["libraries"]} == expect["libraries"]
    assert [player.backpack for player in state.players] == expect["packs"]
    state.apply(state.legal_actions()[0])
    assert {key: state.tops[int(key)] for key in expect["face_up"]} == expect["face_up"]


def run_visit(content, case):
    state = state_of(content, case["given"])
    travel(state, case["given"]["at"])
    action, expect = case["action"], case["expect"]
    assert state.to_act() == action["player"] - 1
    chosen = move({"do": "visit", **{key: action[key] for key in ("give", "get", "order")}})
    if expect.get("illegal"):
        before = state.snapshot()
        with pytest.raises(Illegal):
            state.apply(chosen)
        assert state.snapshot() == before
        assert chosen not in state.legal_actions()
        return
    assert chosen in state.legal_actions()
    state.apply(chosen)
    assert {key: state.libraries[int(key)] for key in expect["libraries"]} == expect["libraries"]
    assert [player.backpack for player in state.players] == expect["packs"]
    finish_round(state)
    assert {key: state.tops[int(key)] for key in expect["face_up"]} == expect["face_up"]


def run_draft(content, case):
    state = state_of(content, case["given"])
    action, expect = case["action"], case["expect"]
    travel(state, case["given"]["at"])
    assert [seat + 1 for seat in state.visitors(action["location"])] == action["order"]
    state.apply(move({"do": "deal", "location": action["location"], "order": action["shuffled"]}))
    assert {str(i + 1): player.hand for i, player in enumerate(state.players)} == expect["hands"]
    picks = {int(seat) - 1: list(books) for seat, books in action["picks"].items()}
    while state.phase == "draft":
        state.apply(move({"do": "draft", "book": picks[state.to_act()].pop(0)}))
    assert not any(picks.values())
    while state.phase == "keep":
        state.apply(move({"do": "keep", "books": action["keep"][str(state.to_act() + 1)]}))
    assert {str(i + 1): player.backpack for i, player in enumerate(state.players)} == expect["packs"]
    assert sorted(state.libraries[action["location"]]) == expect["returned"]
    assert state.phase == "shuffle"


def run_claims(content, case):
    given, expect = case["given"], case["expect"]
    state = state_of(content, given)
    for player, place in zip(state.players, given["at"], strict=True):
        player.at = place
    seats = range(len(state.players))
    claimants = [seat + 1 for seat in seats if state.may_claim(seat) and state.is_right(seat)]
    assert claimants == expect["claimants"]
    state._begin_claims()
    while state.phase == "claim":
        state.apply(move({"do": "claim"}) if state.is_right(state.to_act()) else move({"do": "pass"}))
    assert [seat + 1 for seat in state.winners] == expect["winners"]
    assert state.phase == ("over" if expect["winners"] else "choose")


def run_lead(content, case):
    assert state_of(content, case["given"]).lead + 1 == case["expect"]["lead"]


RUNNERS = {
    "goal_pool": run_goal_pool,
    "setup": run_setup,
    "visit": run_visit,
    "draft": run_draft,
    "claims": run_claims,
    "lead": run_lead,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
@pytest.mark.clauses(
    "setup.last-goal",
    "setup.backpack",
    "setup.tops",
    "visit.alone",
    "visit.swap",
    "meeting.deal",
    "meeting.draft",
    "meeting.keep",
    "claim.win",
    "claim.first-round",
    "round.lead",
)
def test_case(content, case):
    RUNNERS[case["action"]["op"]](content, case)
