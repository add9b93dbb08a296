"""The worked cases of the specification, each run against the engine."""

import json
from pathlib import Path

import pytest

from pnp.games.stormfury.content.hexes import Hex, Offset
from pnp.games.stormfury.play.choices import Choices, Draw, Lay
from pnp.games.stormfury.play.damage import strike
from pnp.games.stormfury.play.scenario import set_up
from pnp.games.stormfury.play.state import Expert
from pnp.games.stormfury.play.storm import deck_under
from pnp.play.choices import read_choice
from pnp.play.state import Illegal

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
@pytest.mark.clauses(
    "hurricane.cover",
    "hurricane.move",
    "hurricane.category",
    "hurricane.empty-centre",
    "end.depression",
    "end.overwhelmed",
    "hurricane.track",
    "roles.architect",
    "roles.aquatic",
    "roles.relief",
    "turn.evacuate",
    "turn.play-or-draw",
)
def test_case(content, case):
    game = given(content, case["given"])
    found = OPERATIONS[case["action"]["op"]](game, case["action"])
    compare(case["expect"], found)


def given(content, state):
    """A table as the case describes it, everything else as in a fresh game."""
    board = content.board
    players = state.get("players", [])
    game = set_up(
        content,
        start=board.starts[state.get("start", "C")],
        category=state.get("category", 2),
        people=[state.get("populations", {}).get(city.id, 2) for city in board.cities],
        roles=[player["role"] for player in players] or ["aquatic"],
        resources=content.full_deck(),
        storm=None,
    )
    table = game.table
    if "center" in state:
        table.centre = board.number[Hex(*state["center"])]
    table.damage = state.get("damage", 0)
    for space, chits in state.get("forts", {}).items():
        table.forts[board.space_number[space]] = chits
    for road in state.get("flooded", []):
        table.flooded |= 1 << board.road_number[road]
    if players:
        table.experts = [
            Expert(player["role"], board.city_number[player["city"]], list(player["hand"])) for player in players
        ]
    if "deck" in state:
        table.deck = state["deck"][::-1]
    return game


def footprint(game, action):
    content, board = game.content, game.content.board
    covered = list(board.targets(content.covers[game.table.category][game.table.centre]))
    spaces = [board.spaces[i].id for i in covered if i < len(board.spaces)]
    roads = [board.roads[i - len(board.spaces)].id for i in covered if i >= len(board.spaces)]
    return {"spaces": sorted(spaces), "roads": sorted(roads)}


def deck(game, action):
    return {
        "deck": deck_under(game.content, game.table.centre),
        "flips": game.content.flips[game.table.category],
    }


def hurricane(game, action):
    game.table.turn = 1
    game.hurricane([game.content.card_number[card] for card in action["flip"]])
    return found(game, sum(hit.damage for hit in game.gusts[-1].hits))


def resolve(game, action):
    table = game.table
    hits = strike(game.content, table, game.content.covers[table.category][table.centre])
    return found(game, sum(hit.damage for hit in hits))


def player(game, action):
    """An expert's turn: without "begin" she has drawn already."""
    table = game.table
    table.turn, table.seat = 1, action["seat"]
    table.forecast = game.content.decks["ocean"][:5]
    game._begin_expert()
    if "begin" not in action:
        table.phase, table.draws_left = "act", 0
    try:
        if "begin" in action:
            for source in action["begin"]["draw"]:
                game.apply(Draw(source))
            cards = [table.fresh[place] for place in action["begin"]["to_pile"]]
            game.apply(Lay(tuple(cards)))
        for step in action["steps"]:
            for own in translated(step):
                game.apply(read_choice(Choices, own))
    except Illegal as error:
        return {"illegal": error.code}
    return found(game, 0)


def translated(step):
    """The cases' words for an action in ours."""
    if step["do"] == "draw2":
        return [{"do": "draw_more"}, {"do": "draw", "from": "deck"}, {"do": "draw", "from": "deck"}]
    if step["do"] == "evacuate":
        return [{key if key != "n" else "people": value for key, value in step.items()}]
    return [step]


def found(game, damage_this_turn):
    snapshot = dict(game.snapshot())
    snapshot["center_offset"] = list(Offset.of(Hex(*snapshot["center"])))
    snapshot["damage_this_turn"] = damage_this_turn
    return snapshot


OPERATIONS = {
    "footprint": footprint,
    "deck": deck,
    "hurricane": hurricane,
    "resolve": resolve,
    "player": player,
}


def compare(expected, value, path=""):
    """Compare the keys that a case lists; hands, discards and dams without order."""
    if isinstance(expected, dict):
        for key, part in expected.items():
            compare(part, value[key], f"{path}.{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        assert len(expected) == len(value), path
        for place, part in enumerate(expected):
            compare(part, value[place], f"{path}[{place}]")
    elif path.rsplit(".", 1)[-1] in ("hand", "discard", "dams", "pile"):
        assert sorted(value) == sorted(expected), path
    else:
        assert value == expected, path
