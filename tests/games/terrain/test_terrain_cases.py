"""The worked cases, each run against the real engine."""

import json
from pathlib import Path

import pytest
from shipped import mover

from pnp.games.terrain.content.grid import cell, point
from pnp.games.terrain.content.pattern import compile_pattern
from pnp.games.terrain.play.engine import TerrainState
from pnp.games.terrain.play.island import Island, Placement
from pnp.games.terrain.play.matching import cells_by_terrain, fulfils
from pnp.play.state import Illegal

move = mover("terrain")

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))["cases"]


class Deck:
    """Hands out unused card numbers by their faces."""

    def __init__(self, content):
        self.content = content
        self.used = set()

    def take(self, faces):
        wanted = tuple(self.content.letters.index(letter) for letter in faces)
        card = next(no for no in range(1, 121) if no not in self.used and self.content.faces(no) == wanted)
        self.used.add(card)
        return card


def build(content, deck, laid):
    island = Island()
    for faces, (x, y), rot in laid:
        card = deck.take(faces)
        island.lay(card, content.faces(card), Placement(cell(x, y), rot))
    return island


def game(content, hands):
    return TerrainState(content, [hands], list(content.requests), list(content.awards))


def tops(content, island):
    return {"{},{}".format(*point(where)): content.letters[terrain] for where, terrain in island.tiles.items()}


def run_placing(content, case):
    """Seat 1 plays the case; two neighbours place any card so that the turn is carried out."""
    deck = Deck(content)
    action, given = case["action"], case["given"]
    island = build(content, deck, given["island"])
    card = deck.take(action.get("faces", "WW"))
    state = game(content, [[card], [deck.take("VV")], [deck.take("VV")]])
    state.players[0].island = island
    lift = {"lift": island.laid[action["card"]].card} if action["op"] == "storm" else {}
    choice = move({"do": action["op"], "card": card, "cell": action["cell"], "rot": action["rot"], **lift})
    if not case["expect"]["legal"]:
        assert choice not in state.legal_actions()
        before = state.snapshot()
        with pytest.raises(Illegal):
            state.apply(choice)
        assert state.snapshot() == before
        return
    if given["island"]:
        assert choice in state.legal_actions()
    state.apply(choice)
    for player in state.players[1:]:
        state.apply(move({"do": "place", "card": player.hand[0], "cell": [0, 0], "rot": 0}))
    shown = tops(content, state.players[0].island)
    expected = case["expect"]["top"]
    assert {where: shown.get(where) for where in expected} == expected
    assert len(shown) == len(given["island"]) * 2 + 2 - overlaps(island, state)


def overlaps(island, state):
    return sum(len(stack) - 1 for stack in state.players[0].island.stacks.values())


def run_fulfils(content, case):
    island = build(content, Deck(content), case["given"]["island"])
    letters = {letter: i for i, letter in enumerate(content.letters)}
    lands = [i for i in range(len(letters)) if i != content.water]
    pattern = compile_pattern(case["given"]["request"], letters, lands, turn=True, mirror=False)
    shown = fulfils(pattern, island.tiles, cells_by_terrain(island.tiles), content.water)
    assert shown == case["expect"]["fulfils"]


def run_award(content, case):
    deck = Deck(content)
    islands = [build(content, deck, laid) for laid in case["given"]["islands"]]
    state = game(content, [[] for _ in islands])
    for player, island in zip(state.players, islands, strict=True):
        player.island = island
    award = case["action"]["award"]
    state.open_awards = [award]
    assert state.award_values(award) == case["expect"]["values"]
    state._judge_awards()
    winners = [seat + 1 for seat, player in enumerate(state.players) if award in player.awards]
    expected = case["expect"]["winner"]
    assert winners == ([] if expected is None else [expected])
    assert state.open_awards == ([award] if expected is None else [])


def run_pass(content, case):
    state = game(content, case["given"]["hands"])
    state.round = case["given"]["round"]
    state._pass_hands()
    assert [player.hand for player in state.players] == case["expect"]["hands"]


def run_score(content, case):
    given = case["given"]["players"]
    state = game(content, [[] for _ in given])
    for player, wanted in zip(state.players, given, strict=True):
        player.requests = wanted["requests"]
        player.awards = list(content.awards)[: wanted["awards"]]
    assert state.result()["scores"] == case["expect"]["scores"]


RUNNERS = {
    "place": run_placing,
    "storm": run_placing,
    "fulfils": run_fulfils,
    "award": run_award,
    "pass": run_pass,
    "score": run_score,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
@pytest.mark.clauses(
    "placing.first",
    "placing.touch",
    "placing.stack",
    "storm.option",
    "requests.turn",
    "requests.anything",
    "awards.majority",
    "turn.pass",
    "end.score",
    "aim.goal",
)
def test_case(content, case):
    RUNNERS[case["action"]["op"]](content, case)
