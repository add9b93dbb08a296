"""`pnp play` as people use it: by a pipe, at a real terminal, stopped and gone on with."""

import os
import re
import select
import sys
import time
from pathlib import Path

import pytest
import yaml

SAVED = Path("output/knowledge/play/seed-0006.yaml")


@pytest.fixture
def typed(pnp, monkeypatch):
    """Return a function that runs a command line and types lines into it."""

    def run(line: str, *lines: str) -> tuple[int, str, str]:
        waiting = list(lines)

        def read(prompt: str = "") -> str:
            if not waiting:
                raise EOFError
            return waiting.pop(0)

        monkeypatch.setattr("builtins.input", read)
        return pnp(line)

    return run


def test_a_game_is_played_saved_and_gone_on_with(typed, pnp):
    code, out, err = typed("play knowledge --seed 6 --players 3", "1", "hint", "choose 4", "quit")
    assert (code, err) == (0, "")
    assert "Seat 2: pack, covered" in out
    assert "memory would play: choose" in out
    record = yaml.safe_load(SAVED.read_text())
    assert {key: record[key] for key in ("game", "seed", "options", "bots")} == {
        "game": "knowledge",
        "seed": 6,
        "options": {"players": 3},
        "bots": {2: "memory", 3: "memory"},
    }
    assert record["moves"][0].startswith("pack ")
    assert pnp(f"referee {SAVED}")[0] == 0
    code, out, _ = typed(f"play --resume {SAVED}", "quit")
    assert code == 0
    assert "Round 1" in out
    assert yaml.safe_load(SAVED.read_text()) == record
    typed(f"play --resume {SAVED}", "undo", "2")
    changed = yaml.safe_load(SAVED.read_text())
    assert changed["moves"][0] == record["moves"][0]
    assert changed["moves"] != record["moves"]


def test_an_evening_never_writes_over_another(typed):
    for _ in range(2):
        typed("play knowledge --seed 6 --players 3", "1")
    assert sorted(path.name for path in SAVED.parent.iterdir()) == ["seed-0006-2.yaml", "seed-0006.yaml"]
    typed("play knowledge --seed 6 --players 3", "quit")
    assert len(list(SAVED.parent.iterdir())) == 2, "nothing was done, so nothing is kept"
    typed("play knowledge --seed 6 --players 3", "1", "save mine/one.yaml")
    assert Path("mine/one.yaml").exists()


def test_refusals_cite_the_rule_and_what_is_typed_is_narrowed_down(typed):
    code, out, _ = typed("play terrain --seed 3 --players 3", "claim R22", "place", "storm 1 1 0,0 0", "dance", "")
    assert code == 0
    assert re.search(r"\(rule \d+\.\d+ “.+”, page \d+\)", out)
    assert "there is no move 'dance'" in out
    assert re.search(r"  1  place \d+ …  \d+ ways", out)


def test_rules_are_a_question_mark_away(typed):
    code, out, _ = typed("play stormfury --seed 1 --experts 2 --bots 2", "?", "? place", "? fly", "show", "hint")
    assert code == 0
    assert re.search(r"place CITY\n.*rule \d+\.\d+ “", out)
    assert "'fly' is nothing to do now; known: place" in out
    assert "take your last move back" in out
    assert "team would play: place " in out


def test_bots_can_play_to_the_end_by_themselves(typed):
    code, out, _ = typed("play knowledge --seed 6 --players 2 --bots all --bot random")
    assert code == 0
    assert "won by seat" in out
    assert SAVED.exists()


def test_two_people_at_one_screen_do_not_see_each_others_cards(typed):
    _, out, _ = typed("play knowledge --seed 6 --players 2 --bots none", "1")
    first, _, second = out.partition("Seat 2, only you should look now.")
    assert re.search(r"Seat 1  wants    \d", first)
    assert re.search(r"Seat 2  wants    \?", first)
    assert re.search(r"Seat 1  wants    \?", second)
    assert re.search(r"Seat 2  wants    \d", second)
    assert "pack, covered" not in first


def test_plain_output_has_no_columns_and_no_colour(typed):
    _, out, _ = typed("play knowledge --seed 6 --players 3 --plain", "1", "quit")
    assert "  " not in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("play", 2, "name a game"),
        ("play nowhere", 1, "no game 'nowhere'"),
        ("play knowledge --plyers 3", 2, "Did you mean '--players'?"),
        ("play knowledge --players 9", 1, "2 to 5 can play"),
        ("play knowledge --bots 7", 1, "names no seats"),
        ("play knowledge --bots some", 1, "names no seats"),
        ("play knowledge --bot memry", 1, "did you mean 'memory'?"),
        ("play --resume missing.yaml", 1, "cannot read the file"),
        ("play knowledge --resume missing.yaml", 2, "a saved game has its own name"),
        ("play --resume missing.yaml --players=3", 2, "a saved game has its own name, seed and options"),
        ("play --resume missing.yaml --bot random", 2, "--bot goes with --bots"),
        ("play knowledge --save /proc/nowhere/x.yaml", 1, "cannot write to"),
    ],
)
def test_faults_are_told(typed, line, code, said):
    got, out, err = typed(line)
    assert got == code
    assert said in out + err


def test_a_spoiled_save_is_told_with_its_place(typed):
    typed("play knowledge --seed 6 --players 3", "1")
    for old, new, said in (
        ("pack ", "pakc ", "did you mean 'pack'?"),
        ("seed: 6", "sed: 6", "no key 'sed'"),
        ("2: memory", "9: memory", "no seat 9"),
        ("2: memory", "2: mind", "no bot 'mind'"),
        ("2: memory", "two: memory", "names bots by their seats"),
    ):
        Path("bad.yaml").write_text(SAVED.read_text().replace(old, new, 1))
        code, _, err = typed("play --resume bad.yaml")
        assert code == 1
        assert said in err, err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_real_terminal(tmp_path):
    """Type into a terminal of 80 columns: the tab key finishes words, Ctrl-D stops and saves."""
    import pty

    pid, master = pty.fork()
    if pid == 0:  # pragma: no cover - the other process
        os.chdir(tmp_path)
        os.environ |= {"TERM": "xterm", "COLUMNS": "80", "LINES": "24", "INPUTRC": os.devnull}
        os.execv(sys.executable, [sys.executable, "-m", "pnp", "play", "knowledge", "--seed", "6", "--players", "3"])
    seen = ""

    def until(words: str) -> None:
        nonlocal seen
        ends = time.monotonic() + 60
        while words not in seen:
            assert time.monotonic() < ends, seen
            if select.select([master], [], [], 1)[0]:
                seen += os.read(master, 65536).decode()

    until("Seat 1> ")
    os.write(master, b"pac\t9,1 3,\t\n")
    until("Round 1 of 20")
    until("Seat 1> ")
    assert "\x1b[1m" in seen
    seen = ""
    os.write(master, b"undo\n")
    until("Taken back.")
    until("Seat 1> ")
    seen = ""
    os.write(master, b"2\n")
    until("choose 5\r\nSeat 1> ")
    os.write(master, b"\x04")
    until("3 moves")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(master)
    assert yaml.safe_load((tmp_path / SAVED).read_text())["moves"][0] == "pack 9,1 3,12"
