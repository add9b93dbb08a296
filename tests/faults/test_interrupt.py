"""Ctrl-C ends at once: a short and true word, exit code 130, no worker and no stray file left."""

import itertools
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from fault_tools import HEEDING, OTHER_DEMO, environment, leftovers, plain, pnp_process, put_game, snapshot, trials
from support import CONTENT, DEMO

from pnp.play.seeds import stream

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

NOTHING = "interrupted; nothing was written\n"
AT_ONCE = 10.0
"""Seconds; generous, because tests run on busy machines. Workers would go on for minutes."""

ENDLESS = {
    "build": ["build", "all", "--jobs", "2"],
    "build-papers": ["build", "stormfury", "--paper", "a4", "--paper", "letter", "--paper", "a3", "--jobs", "2"],
    "scenario": ["scenario", "knowledge", "--count", "1000", "--format", "json"],
    "balance": ["balance", "stormfury", "--games", "100000", "--jobs", "2"],
}
WORKERS = {"build": 2, "build-papers": 2, "scenario": 0, "balance": 2}


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def start(name, folder):
    """Start a long command and wait until its workers are at work."""
    process = pnp_process(
        *ENDLESS[name],
        "--content",
        str(CONTENT),
        cwd=folder,
        start_new_session=True,
        env=environment(PNP_CACHE=str(folder / "cache")),
    )
    patience = time.monotonic() + 30
    while len(children(process.pid)) < WORKERS[name]:
        assert time.monotonic() < patience
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    time.sleep(0.5)
    return process, children(process.pid)


def finish(process):
    """Wait for the end; return exit code, output, errors and how long it took."""
    started = time.monotonic()
    try:
        out, errors = process.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out, errors, time.monotonic() - started


def gone(pids):
    """Say whether processes have ended; one that only waits to be reaped has."""
    patience = time.monotonic() + AT_ONCE
    while time.monotonic() < patience:
        states = []
        for pid in pids:
            with suppress(FileNotFoundError, ProcessLookupError):
                states.append(Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0])
        if all(state in "ZX" for state in states):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("to", ["group", "parent"])
@pytest.mark.parametrize("name", ENDLESS)
def test_long_commands_end_at_once(tmp_path, name, to):
    process, workers = start(name, tmp_path)
    (os.killpg if to == "group" else os.kill)(process.pid, signal.SIGINT)
    code, out, errors, seconds = finish(process)
    assert (code, out, errors) == (130, "", NOTHING)
    assert seconds < AT_ONCE
    assert gone(workers)
    assert not (tmp_path / "output").exists()


def test_many_interrupts_are_one(tmp_path):
    process, workers = start("build", tmp_path)
    for _ in range(20):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
    code, out, errors, _ = finish(process)
    assert (code, out, errors) == (130, "", NOTHING)
    assert gone(workers)


def test_no_worker_stays_when_the_parent_is_killed(tmp_path):
    process, workers = start("balance", tmp_path)
    process.kill()
    assert gone(workers)
    code, _, errors, _ = finish(process)
    assert (code, errors) == (-signal.SIGKILL, "")


@pytest.mark.parametrize("to", ["group", "parent"])
@pytest.mark.parametrize(("number", "word"), [(signal.SIGTERM, "terminated"), (signal.SIGHUP, "hung up")])
def test_other_signals_end_as_an_interrupt_does(tmp_path, number, word, to):
    process, workers = start("build", tmp_path)
    (os.killpg if to == "group" else os.kill)(process.pid, number)
    code, out, errors, seconds = finish(process)
    assert (code, out, errors) == (128 + number, "", f"{word}; nothing was written\n")
    assert seconds < AT_ONCE
    assert gone(workers)
    assert not (tmp_path / "output").exists()


def test_nohup_is_respected(tmp_path):
    put_game(tmp_path / "content" / "demo", DEMO)
    process = subprocess.Popen(
        [
            "sh",
            "-c",
            "trap '' HUP; echo ready; exec \"$@\"",
            "sh",
            sys.executable,
            "-m",
            "pnp",
            "build",
            "demo",
            "-q",
            "--paper",
            "a4",
            "--paper",
            "letter",
            "--jobs",
            "2",
        ],
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.readline() == "ready\n"
    while process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGHUP)
        time.sleep(0.02)
    assert finish(process)[:3] == (0, "", "")


@pytest.mark.parametrize("name", ["build", "balance"])
def test_a_worker_that_is_killed_is_a_clear_error(tmp_path, name):
    """As when memory runs out and the system ends the largest process."""
    process, workers = start(name, tmp_path)
    os.kill(workers[-1], signal.SIGKILL)
    code, out, errors, _ = finish(process)
    assert (code, out) == (1, "")
    assert errors == (
        "error[worker]: a worker process was ended by SIGKILL\n"
        "   = hint: perhaps there was not enough memory; try again with --jobs 1\n"
        "1 error; nothing was written\n"
    )
    assert gone(workers)
    assert not (tmp_path / "output").exists()


# ---------------------------------------------------------- at any moment


def test_the_last_word_is_true_at_any_moment(tmp_path):
    """Interrupts at seeded moments of a build, half of them while it writes: the files are what the message says."""
    output = tmp_path / "output"
    put_game(tmp_path / "a" / "demo", DEMO)
    put_game(tmp_path / "b" / "demo", OTHER_DEMO)
    requests = [
        {"args": ["build", "demo", "--content", content], "watch": str(output / "demo" / "a4")} for content in "ab"
    ]
    moments = stream("interrupt-test", 1, "build")
    with trials(tmp_path) as server:
        wholes, seconds, staging = [], 0.0, 0.0
        for request in requests * 2:
            done = server.run(**request)
            assert done["code"] == 0, server.said()
            wholes.append(snapshot(output))
            seconds, staging = max(seconds, done["seconds"]), max(staging, done["staging"])
        words = []
        for number in itertools.count():
            if number >= 40 and words.count("nothing") >= 10:
                break
            assert number < 240, f"too few interrupts came in time: {words}"
            which, before = number % 2, snapshot(output)
            if number % 4 < 2:
                moment = {"kill_at": 0.01 + moments.uniform() * seconds}
            else:
                moment = {"kill_after_staging": moments.uniform() * staging}
            done = server.run(**requests[which], signal=signal.SIGINT, **moment)
            said, now = server.said(), snapshot(output)
            assert done["code"] in (0, 130), said
            assert now in wholes[:2], "the files of one build, and no temporary ones"
            if said == NOTHING:
                assert now == before
                words.append("nothing")
            elif done["code"] == 130:
                assert said.endswith("interrupted; new files are in output/demo/a4\n")
                assert now == wholes[which]
                words.append("new")
            else:
                assert now == wholes[which]
                words.append("done")
                seconds = done["seconds"]


SLOWLY = """
import os, sys, signal, time
from pnp.export import changeover
def slow(real):
    def call(*args):
        sys.stdout.write("changing\\n"); sys.stdout.flush()
        time.sleep(0.3)
        real(*args)
    return call
if "journal" in sys.argv:
    changeover.can_exchange = lambda *_: False
    os.replace = slow(os.replace)
else:
    changeover.exchange = slow(changeover.exchange)
if "no-mask" in sys.argv:
    del signal.pthread_sigmask
from pnp.export import exchange
exchange._PROBED.update({os.stat(".").st_dev: True})
sys.argv[1:] = ["build", "demo"]
from pnp.cli.main import main
main()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("system", ["exchange", "journal", "no-mask"])
def test_changing_over_is_not_torn_apart(tmp_path, number, system):
    """Nor is it where the system cannot hold signals back."""
    put_game(tmp_path / "content" / "demo", DEMO)
    assert finish(pnp_process("build", "demo", cwd=tmp_path, start_new_session=True))[0] == 0
    put_game(tmp_path / "content" / "demo", OTHER_DEMO)
    process = subprocess.Popen(
        [sys.executable, "-c", HEEDING + SLOWLY, system],
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.readline() == "changing\n"
    process.send_signal(number)
    code, _, errors, _ = finish(process)
    assert code == 128 + number
    assert errors.endswith("; new files are in output/demo/a4\n")
    names = set(plain(snapshot(tmp_path / "output" / "demo" / "a4")))
    assert "plan.pdf" in names
    assert "map.pdf" not in names
    assert not leftovers(tmp_path)


def test_waiting_for_another_run_can_be_interrupted(tmp_path):
    import fcntl

    put_game(tmp_path / "content" / "demo", DEMO)
    folder = tmp_path / "output" / "demo" / "a4"
    folder.mkdir(parents=True)
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        process = pnp_process("build", "demo", cwd=tmp_path, start_new_session=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        code, out, errors, seconds = finish(process)
    finally:
        os.close(handle)
    assert (code, out, errors) == (130, "", NOTHING)
    assert seconds < AT_ONCE
    assert not plain(snapshot(tmp_path / "output"))


OWN_TERMINAL = """
import fcntl, os, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from pnp.cli.main import main
main()
"""


def test_a_terminal_sends_the_interrupt_and_shows_the_word_on_a_line_of_its_own(tmp_path):
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", HEEDING + OWN_TERMINAL, *ENDLESS["build"], "--content", str(CONTENT)],
        cwd=tmp_path,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(PNP_CACHE=str(tmp_path / "cache")),
    )
    os.close(slave)
    shown = b""
    while b"building: 1 of" not in shown:
        shown += os.read(master, 1000)
    while len(children(process.pid)) < 2:
        time.sleep(0.01)
    workers = children(process.pid)
    os.write(master, b"\x03")
    with suppress(OSError):
        while more := os.read(master, 1000):
            shown += more
    assert process.wait(30) == 130
    os.close(master)
    assert re.search(rb"\r?\n" + NOTHING.strip().encode() + rb"\r\n$", shown), shown
    assert b"Traceback" not in shown
    assert gone(workers)


LOADING = """
import os, signal, sys
from pnp.__main__ import run
class Interrupting:
    def find_spec(self, name, *_):
        if name == "pnp.cli.main":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
run()
"""


def test_interrupts_count_while_pnp_is_being_loaded(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HEEDING + LOADING, "list"],
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert finish(process)[:3] == (130, "", NOTHING)


def test_a_process_that_was_told_to_ignore_interrupts_does(tmp_path):
    put_game(tmp_path / "content" / "demo", DEMO)
    shell = "trap '' INT; echo ready; exec \"$@\""  # as shells start what runs in the background
    process = subprocess.Popen(
        ["sh", "-c", shell, "sh", sys.executable, "-m", "pnp", "build", "demo", "-q"],
        cwd=tmp_path,
        env=environment(),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.readline() == "ready\n"
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    assert finish(process)[:3] == (0, "", "")
