"""Scenario files and recorded games that mean harm: refused with a place, soon, and nothing is written."""

import json
import os
import time

import pytest
from support import CONTENT, ROOT

from pnp.cli.main import main

SCENARIO = json.loads((ROOT / "tests" / "games" / "knowledge" / "golden-0005.json").read_text("utf-8"))


def changed(**values: object) -> str:
    return json.dumps({**SCENARIO, **values})


TEXTS = {
    "huge seed": changed(seed=10**15).replace("1000000000000000", "9" * 17),
    "endless seed": changed(seed=7).replace('"seed": 7', '"seed": ' + "9" * 100_000),
    "negative seed": changed(seed=-1),
    "fraction": changed(seed=0.5),
    "not a number": changed(players=float("nan")),
    "infinity": changed(players=float("inf")),
    "yaml infinity": "game: knowledge\nplayers: .inf\n",
    "huge exponent": "game: knowledge\nplayers: 1e999\n",
    "million players": changed(players=1_000_000),
    "text players": changed(players="3"),
    "date": changed(seed=1).replace('"seed": 1', '"seed": 2024-01-01'),
    "flag": changed(players=True),
    "another game": changed(game="nowhere"),
    "path for a game": changed(game="../../etc"),
    "no engine": changed(game="skerries"),
    "list for a game": changed(game=["knowledge"]),
    "duplicate keys": '{"game": "knowledge", "game": "knowledge"}',
    "cycle": "game: knowledge\nlibraries: &a {x: *a}\n",
    "alias bomb": "a: &a [1,1,1,1,1,1,1,1,1]\n"
    + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)),
    "tag": "!!python/object/apply:os.system ['true']",
    "deep": "[" * 10_000,
    "deep and closed": "game: knowledge\ngoals: " + "[" * 200 + "]" * 200,
    "long line": "game: " + "k" * 1_000_000,
    "many libraries": changed(libraries={str(i): [1] for i in range(20_000)}),
    "many goals": changed(goals=[[1]] * 50_000),
    "rating of text": changed(rating={"seat_share": "lots"}),
    "rating of another shape": changed(rating=[1, 2, 3]),
    "verdicts of numbers": changed(verdicts={"KV01": 1}),
    "witness that is no list": changed(witness={"actions": 5}, rating=7),
    "empty": "",
    "only a text": "hello",
    "control characters": 'game: "know\\eledge"',
    "binary": "\x00\x01\x02",
}

MOVES = {
    "no list": {"do": "x"},
    "numbers": [1, 2, 3],
    "nothing to do": [{}],
    "number to do": [{"do": 5}],
    "unknown": [{"do": "fly"}],
    "huge": [{"do": "travel", "to": 10**15}] * 1000,
    "nested": [{"do": [["x"]]}],
    "many": [{"do": "x"}] * 60_000,
    "wrong types": [{"do": "travel", "to": {"a": 1}}],
    "flags": [{"do": "travel", "to": True}],
    "long word": [{"do": "x" * 100_000}],
}


def run(capsys, *args: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main([*args, "--content", str(CONTENT)])
    shown = capsys.readouterr()
    return ended.value.code or 0, shown.out + shown.err


def must_be_refused(capsys, tmp_path, *args: str) -> None:
    started = time.process_time()
    code, said = run(capsys, *args)
    assert code == 1, said[:500]
    assert f"{tmp_path.as_posix()}/x.yaml:" in said, said[:500]
    assert max(map(len, said.split("\n"))) < 1500
    assert not (tmp_path / "out").exists()
    assert time.process_time() - started < 20


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_scenarios(tmp_path, capsys, name):
    path = tmp_path / "x.yaml"
    path.write_text(TEXTS[name], "utf-8")
    must_be_refused(capsys, tmp_path, "validate", str(path), "--hard-only")
    must_be_refused(capsys, tmp_path, "scenario", "--from", str(path), "--out", str(tmp_path / "out"))
    must_be_refused(capsys, tmp_path, "referee", str(path))


@pytest.mark.parametrize("name", MOVES)
def test_hostile_moves(tmp_path, capsys, name):
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps({"game": "knowledge", "scenario": SCENARIO, "moves": MOVES[name]}), "utf-8")
    must_be_refused(capsys, tmp_path, "referee", str(path))


@pytest.mark.parametrize("kind", ["large", "fifo", "folder", "device", "missing", "odd name"])
@pytest.mark.parametrize("command", ["validate", "referee"])
def test_records_that_are_no_files(tmp_path, capsys, kind, command):
    path = tmp_path / "x.yaml"
    if kind == "large":
        with path.open("wb") as file:
            file.truncate(100 * 1024 * 1024)
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "odd name":
        code, said = run(capsys, command, str(tmp_path / "a\x1b[31m\nb"))
        assert (code, "\x1b" in said) == (1, False)
        return
    must_be_refused(capsys, tmp_path, command, str(path))
