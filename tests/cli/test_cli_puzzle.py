"""The puzzle of the day: the same for everybody, played and told without giving anything away."""

import json
import re
from datetime import date

import pytest
from shipped import play_of

from pnp.diagnostics import Problems
from pnp.play.notation import write_move
from pnp.play.puzzle import puzzle_of
from pnp.play.table import Table


def test_a_date_is_a_puzzle(pnp):
    code, out, err = pnp("puzzle --date 2026-12-24")
    assert (code, err) == (0, "")
    told = json.loads(pnp("puzzle --date 2026-12-24 --json")[1])
    assert told == json.loads(pnp("puzzle tempest --date 2026-12-24 --json")[1])
    assert f"seed {told['seed']} --day {told['options']['day']}; {told['rating']}, par {told['par']}" in out
    other = json.loads(pnp("puzzle --date 2026-12-25 --json")[1])
    assert other["seed"] != told["seed"]
    assert other["options"] != told["options"]
    (line,) = re.findall(r"pnp (scenario .*)", out)
    assert pnp(f"{line} --format json --quiet") == (0, "", "")


def test_it_is_played_and_told_in_a_line(pnp, monkeypatch):
    play = play_of("tempest")
    today = puzzle_of(play, date(2026, 12, 24))
    witness = today.scenario.certificate.witness
    table = Table(play, play.generate(today.scenario.seed, play.options(today.options)), today.scenario.seed, {})
    lines = ["hint"]
    for move in witness.actions:
        lines.append(write_move(table.make(move).move))
    while not table.over:
        lines.append(write_move(table.make(table.state.legal_actions()[-1]).move))
    waiting = iter(lines)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(waiting))
    code, out, _ = pnp("play tempest --puzzle 2026-12-24")
    assert code == 0
    told = out.strip().split("\n")[-2]
    par = today.par
    assert told == f"Tempest 2026-12-24 · {today.rating} · {par} of par {par} · {len(lines) - 1} moves · 1 hint"


def test_faults_are_told(pnp):
    assert "'knowledge' has no puzzles" in pnp("puzzle knowledge")[2]
    assert "is no date" in pnp("play tempest --puzzle soon")[2]
    assert "has its own seed" in pnp("play tempest --puzzle 2026-12-24 --seed 3")[2]
    with pytest.raises(Problems, match="no puzzles"):
        puzzle_of(play_of("horde"), date(2026, 1, 1))
