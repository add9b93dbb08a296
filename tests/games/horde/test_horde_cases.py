"""The worked cases of the specification, each run against the engine."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from shipped import mover

from pnp.games.horde.content.moves import mask, reach
from pnp.games.horde.play import phases
from pnp.games.horde.play.deal import HordeDeal
from pnp.games.horde.play.engine import HordeState, deal

move = mover("horde")

CASES = json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))["cases"]

OWN = ("field", "aval", "wit", "hand", "pack", "destroyed", "pack_discard", "pool", "support")


def picture(given: dict[str, Any], *agenda: tuple[Any, ...]) -> dict[str, Any]:
    """Turn a case's table into a snapshot with the steps of one phase."""
    snapshot = {key: value for key, value in given.items() if key not in OWN}
    snapshot["hordes"] = [{key: given[key] for key in OWN if key in given}]
    if "up" in snapshot:
        snapshot["up"] = [snapshot["up"]]
    snapshot["agenda"] = [list(step) for step in agenda]
    return snapshot


def phase5() -> list[tuple[Any, ...]]:
    return [("counterwind",), *(("brace", 0, line) for line in range(4)), ("lull",)]


def play_lines(state: HordeState, lines: list[dict[str, Any]]) -> None:
    """Carry out what a case says about each line; X = 0 and no move where it is silent."""
    by_line = {entry["line"]: entry for entry in lines}
    entry: dict[str, Any] = {}
    while state.to_act() == 0:
        step = state.agenda[-1]
        if step[0] == "brace":
            entry = by_line.get(step[2] + 1, {})
            for card in entry.get("play", ()):
                state.apply(move({"do": "play", "card": card}))
            state.apply(move({"do": "brace", "line": step[2] + 1, "power": entry.get("x", 0)}))
        else:
            role = step[2]
            target = entry.get("moves", {}).get(role)
            won = {"do": "advance", "role": role, "to": target} if target else {"do": "stay", "role": role}
            state.apply(move(won))


def run_case(content, case: dict[str, Any]) -> HordeState:
    given, action = case["given"], case["action"]
    match action["op"]:
        case "setup":
            own = {key: given["scenario"][key] for key in ("pack", "wit", "aval")}
            cards = {key: given["scenario"][key] for key in ("encounters", "breezes")}
            start = {"encounter_slots": {}, "breeze_slots": {}}
            form = {"game": "horde", "format": 1, "mode": "solo", "reshuffle": "flip", "hordes": [own], "start": start}
            return deal(content, convert({**form, **cards}, HordeDeal))
        case "phase1":
            return HordeState.at(content, picture(given, ("shift",), ("up", 0), ("row",)))
        case "phase2":
            return HordeState.at(content, picture(given, ("powers",), ("people",)))
        case "phase4":
            return HordeState.at(content, picture(given, ("meet", 0)))
        case "phase5":
            state = HordeState.at(content, picture(given, *phase5()))
            play_lines(state, action["lines"])
            return state
        case "phase6":
            return HordeState.at(content, picture(given, ("formation", 0)))
        case "attack":
            state = HordeState.at(content, picture(given, ("act", 0)))
            for card in action["play"]:
                state.apply(move({"do": "play", "card": card}))
            state.apply(move({"do": "attack", "slot": action["column"]}))
            state.apply(move({"do": "end-actions"}))
            return state
    raise AssertionError(f"unknown operation {action['op']}")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@pytest.mark.clauses(
    "moves.king",
    "counter.compare",
    "setup.breezes",
    "wind.shift",
    "wind.up-card",
    "wind.encounters",
    "wind.victory",
    "moves.queen",
    "moves.ace",
    "meet.reveal",
    "meet.chase",
    "meet.order",
    "counter.destroyed",
    "counter.win",
    "endturn.check",
    "endturn.sweep",
    "formations.comply",
    "ending.pack",
    "actions.replacement",
)
def test_case(content, case):
    if case["action"]["op"] == "reach":
        given = case["given"]
        occupied = mask(content.square_at(name) for name in given["occupied"])
        start = content.square_at(given["at"])
        found = reach(content.roles[given["role"]].move, content.grid, start, occupied)
        assert sorted(content.square_name(square) for square in found) == case["expect"]["squares"]
        assert content.movement.squares(given["role"], start, occupied) == tuple(sorted(found))
        return
    if case["action"]["op"] == "phase6":
        probe = HordeState.at(content, picture(case["given"]))
        assert phases.complies(probe, 0) is case["expect"]["compliant"]
    state = run_case(content, case)
    shown = state.snapshot()
    own = shown["hordes"][0]
    for key, expected in case["expect"].items():
        if key == "compliant":
            continue
        found = own[key] if key in OWN else shown[key]
        if key in ("hand", "pack"):
            found = [content.value[card] for card in found]
        elif key == "up":
            found = found[0]
        elif key == "enc":
            found = {slot: found[slot] for slot in expected}
        assert found == expected, key
