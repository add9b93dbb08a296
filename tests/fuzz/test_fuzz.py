"""Spoilt files: whatever is done to a valid file, pnp ends with a fault and its place, or takes the file; never otherwise.

A failing mutation prints the line that shows it again. `make fuzz N=… SEED=…` tries more of them.
"""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import arguments
import bombs
import pictures
import plays
import pytest
import records
import reports
import spoiltfonts
import structure
from harness import Outcome, attempt, judge, prepare, report, run
from isolated import isolated

from pnp.play.seeds import stream

SEED = 20_240_601
CHUNKS, EACH = 10, 60  # with the other kinds a thousand in all


@pytest.fixture(scope="session")
def spoilable(tmp_path_factory):
    """Valid games and records, copied once a process."""
    folder = tmp_path_factory.mktemp("fuzz")
    return folder, prepare(folder)


def test_unspoilt_files_are_taken(spoilable):
    folder, targets = spoilable
    records = [t for t in targets if t.file.parent.name == "records"]
    assert len(records) >= 8  # a scenario and a recorded game for every game with an engine
    assert len(targets) > 60
    for target in records:
        args = tuple({"FILE": target.file.as_posix(), "OUT": str(folder / "out")}.get(a, a) for a in target.commands[0])
        assert run(args).code == 0, args


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_spoilt_files(spoilable, chunk):
    folder, targets = spoilable
    found = [attempt(SEED, number, targets, folder) for number in range(chunk * EACH, (chunk + 1) * EACH)]
    assert not any(found), "\n\n".join(report(f) for f in found if f)


@pytest.mark.parametrize(
    ("kind", "count"),
    [(records, 40), (reports, 40), (arguments, 100), (plays, 60)],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_other_kinds(spoilable, kind, count):
    folder, targets = spoilable
    found = [kind.attempt(SEED, number, targets, folder) for number in range(count)]
    assert not any(found), "\n\n".join(report(f) for f in found if f)


def test_what_is_typed_reaches_every_command_and_both_ends():
    """The odd command lines are not all refused at the door, and name every command and option."""
    typed = [arguments.command_line(stream("fuzz arguments", SEED, str(n)), ["a.json"]) for n in range(4_000)]
    for words in arguments.commands():
        own = [line for line in typed if tuple(line[: len(words)]) == words]
        said = {word.partition("=")[0] for line in own for word in line}
        assert own, words
        assert {name for name, _ in arguments.options_of(words)} <= said, words


def test_the_judge_of_command_lines_can_condemn(spoilable):
    folder, _ = spoilable
    with arguments.place(folder) as home:
        assert "exit code 3" in arguments.judge(Outcome(3, "", "", ""), home)
        assert "printed raw" in arguments.judge(Outcome(0, "\u202e", "", ""), home)
        assert "without a fault" in arguments.judge(Outcome(1, "[]", "", ""), home)
        assert "without a word" in arguments.judge(Outcome(2, "", "", ""), home)
        assert arguments.judge(run(("list", "nowhere")), home) == ""
        (home / "text.txt").write_text("other", "utf-8")
        assert "files of the user" in arguments.judge(Outcome(0, "", "", ""), home)


def test_the_same_seed_spoils_the_same_file_in_the_same_way(spoilable, monkeypatch):
    folder, targets = spoilable
    seen = []

    def kept(outcome, out, **_):
        seen.append(outcome)
        return "shown"

    monkeypatch.setattr("harness.judge", kept)
    twice = [attempt(SEED, 7, targets, folder) for _ in range(2)]
    assert twice[0].done == twice[1].done
    assert twice[0].file.read_bytes() == twice[1].file.read_bytes()
    assert seen[0][:2] == seen[1][:2]


def test_the_judge_can_condemn(spoilable, monkeypatch, tmp_path):
    _, targets = spoilable
    target = next(t for t in targets if t.file.match("demo/game.yaml"))
    args = next(c for c in target.commands if c[0] == "check")

    def crash(*_):
        raise KeyError("as a fault of pnp would")

    monkeypatch.setattr("pnp.pipeline.check_game", crash)
    assert "KeyError" in judge(run(args), tmp_path, as_json=False)
    monkeypatch.undo()
    assert judge(run(args), tmp_path, as_json=False) == ""
    assert "no fault with a place" in judge(run(("check", "nowhere", *args[2:])), tmp_path, as_json=False)
    assert "exit code 2" in judge(run(("check", "--nowhere")), tmp_path, as_json=False)


@pytest.mark.parametrize("number", range(4))
def test_spoilt_files_as_a_user_meets_them(spoilable, number, tmp_path):
    """The same through a process of its own, where nothing of the tests can help."""
    from mutations import mutate

    _, targets = spoilable
    chosen = stream("fuzz", SEED, f"process {number}")
    target = chosen.choice(targets)
    command = chosen.choice(target.commands)
    original = target.file.read_bytes()
    target.file.write_bytes(mutate(chosen, original)[0])
    args = [{"FILE": target.file.as_posix(), "OUT": str(tmp_path / "out")}.get(a, a) for a in command]
    try:
        ended = subprocess.run(
            [sys.executable, "-c", "from pnp.cli.main import main; main()", *args],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        target.file.write_bytes(original)
    assert ended.returncode in (0, 1), ended.stderr
    assert "Traceback" not in ended.stderr
    if ended.returncode == 1:
        assert "error[" in ended.stderr or '"error"' in ended.stdout or "refusal" in ended.stdout
        assert not [p for p in tmp_path.rglob("*") if p.is_file()]


def test_run_replays_one_mutation(spoilable, tmp_path, monkeypatch, capsys):
    spec = importlib.util.spec_from_file_location("fuzz_run", Path(__file__).parent / "run.py")
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    monkeypatch.setattr("sys.argv", ["run.py", "--seed", "3", "--number", "5"])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    assert runner.main() == 0
    assert "mutation 5 of seed 3 is taken as it should be" in capsys.readouterr().out


def test_run_runs_as_a_script():
    line = [sys.executable, str(Path(__file__).parent / "run.py"), "--help"]
    ended = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (ended.returncode, "--number" in ended.stdout) == (0, True), ended.stderr


OTHER_KINDS = ((structure.attempt, 25), (pictures.attempt, 40), (spoiltfonts.attempt, 40), (bombs.attempt, 6))


@pytest.mark.parametrize(("kind", "cases"), OTHER_KINDS, ids=["structure", "pictures", "fonts", "bombs"])
def test_other_ways_to_spoil_a_pack(spoilable, kind, cases):
    folder, targets = spoilable
    found = [kind(SEED, number, targets, folder) for number in range(cases)]
    assert not any(found), "\n\n".join(report(f) for f in found if f)


def test_a_case_that_dies_is_a_finding():
    assert isolated(lambda: 6 * 7) == 42
    assert "SIGSEGV" in isolated(lambda: os.kill(os.getpid(), signal.SIGSEGV)).reason
    assert "SIGXCPU" in isolated(lambda: sum(1 for _ in iter(int, 1)), seconds=1).reason
    assert "memory" in isolated(lambda: len(bytearray(b"x") * 300_000_000), megabytes=200).reason
    assert "no answer" in isolated(lambda: 1 / 0).reason
