"""The worked cases of the specification, each played on the real engine."""

import json
from pathlib import Path

import pytest

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.play.choices import Choices, Storm
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.position import DEAD, NOWHERE, SAVED, WALL, WITH, Position, Stage
from pnp.play.choices import read_choice
from pnp.play.state import Illegal

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]
SUITS = {"D": "diamonds", "C": "clubs", "H": "hearts", "S": "spades"}
POWERS = {"dudley": "Sir Dudley", "mack": "Old Mack", "haily": "Sister Haily"}


def open_case(content, given):
    ground = board(given["size"])
    grid = bytearray(ground.squares)
    for text, level in given.get("levels", {}).items():
        x, y = map(int, text.split(","))
        grid[ground.at(x, y)] = level
    for x, y in given.get("obstacles", []):
        grid[ground.at(x, y)] = WALL
    final = given.get("final")
    powers = [(name, content.citizen_named(name).power) for name in given.get("powers", [])]
    target = beast = None
    if final:
        target = (content.targets[final["target"]].name, content.targets[final["target"]].power)
        blessing = content.blessings[final["blessing"]]
        powers.append((blessing.name, blessing.power))
        beast = content.beasts[final["beast"]]
    citizens = given["citizens"]
    stage = Stage(
        content,
        size=given["size"],
        rounds=len(given["decks"]["D"]),
        haven=ground.at(*given["haven"]),
        labels=list(citizens),
        names=list(citizens),
        powers=powers,
        target=target,
        beast=beast,
    )
    status = {"with": WITH, "rescued": SAVED, "dead": DEAD}
    position = Position(
        grid=bytes(grid),
        player=ground.at(*given["player"]),
        places=tuple(
            ground.at(*one["pos"]) if one["status"] == "map" else status[one["status"]] for one in citizens.values()
        ),
        health=tuple(one["hp"] for one in citizens.values()),
        uses=stage.full_uses,
        beast=ground.at(*final["beast_pos"]) if final else NOWHERE,
    )
    return DayState(stage, position, {SUITS[key]: cards for key, cards in given["decks"].items()})


def as_action(request):
    verb, *rest = request
    if verb in ("step", "force"):
        return {"do": verb, "to": rest[0]}
    if verb in ("pickup", "abandon"):
        return {"do": "pick-up" if verb == "pickup" else verb, "citizen": rest[0]}
    if verb in POWERS:
        return {"do": "power", "of": POWERS[verb], **({"at": rest[0]} if rest else {})}
    return {"do": verb}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(content, case):
    state = open_case(content, case["given"])
    expect = case["expect"]
    requests = []
    for one in case["rounds"]:
        requests.append(Storm(SUITS[one["storm_from"]]))
        requests += [read_choice(Choices, as_action(request)) for request in one["actions"]]
    if expect.get("illegal_last"):
        for action in requests[:-1]:
            state.apply(action)
        before = state.snapshot()
        assert requests[-1] not in state.legal_actions()
        with pytest.raises(Illegal):
            state.apply(requests[-1])
        assert state.snapshot() == before
        return
    for action in requests:
        assert action in state.legal_actions()
        state.apply(action)
    seen = state.view(0)
    if "player" in expect:
        assert list(seen.player) == expect["player"]
    if "remaining" in expect:
        assert state.left == expect["remaining"]
    if "rescued" in expect:
        assert len(state.result()["rescued"]) == expect["rescued"]
    for text, level in expect.get("levels", {}).items():
        x, y = map(int, text.split(","))
        assert seen.map[y - 1][x - 1] == str(level), text
    for x, y in expect.get("obstacles", []):
        assert seen.map[y - 1][x - 1] == "#"
    for x, y in expect.get("not_obstacles", []):
        assert seen.map[y - 1][x - 1] != "#"
    citizens = {one.letter: one for one in seen.citizens}
    for label, wanted in expect.get("citizens", {}).items():
        got = citizens[label]
        assert (got.health, got.status) == (wanted["hp"], wanted["status"]), label
        if "pos" in wanted:
            assert list(got.at) == wanted["pos"]
