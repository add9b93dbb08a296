"""Systems that lack what Linux has: the same files, the same words, by the path that is there for them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fault_tools import OTHER_DEMO, environment, leftovers, plain, put_game, snapshot
from support import CONTENT, DEMO

from pnp.export import exchange as exchange_module
from pnp.export import locks
from pnp.export.files import write_folders
from pnp.export.manifest import MANIFEST, is_plain

WITHOUT = """
import ctypes, fcntl, multiprocessing, os, signal, subprocess, sys, types

def locking(handle, mode, size, real=fcntl.lockf, how=fcntl.LOCK_EX | fcntl.LOCK_NB):
    real(handle, how, size)

sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
sys.modules["msvcrt"].locking, sys.modules["msvcrt"].LK_NBLCK = locking, 2
multiprocessing.get_all_start_methods = lambda: ["spawn"]
for owner, names in (
    (os, ["fork", "link", "chown", "killpg", "geteuid", "getuid", "setpgid"]),
    (signal, ["SIGHUP", "pthread_sigmask", "setitimer", "alarm", "SIGALRM", "SIGUSR1"]),
):
    for name in names:
        delattr(owner, name)
signal.CTRL_C_EVENT = 0
def kill(pid, number, real=os.kill):
    assert number != 0, "os.kill(pid, 0) ends processes on Windows"
    real(pid, number)
os.kill = kill

class NoLibrary(ctypes.CDLL):
    def __init__(self, name, *args, **more):
        if name is None:
            raise TypeError("there is no C library without a name")
        super().__init__(name, *args, **more)
ctypes.CDLL = NoLibrary
"""
"""Takes away what Windows has not: locks on folders, fork, signals, hard links, folders that change places."""

MAIN = "\nfrom pnp.cli.main import main\nif __name__ == '__main__':\n    main()\n"


def run(folder, *args, shim="", **more):
    command = [sys.executable, "-c", shim + MAIN, *args]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(**more),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_builds_are_the_same_without_all_that(tmp_path):
    args = ("build", "demo", "--paper", "a4", "--paper", "letter", "--jobs", "2")
    wholes = []
    for version, shim in ((DEMO, ""), (DEMO, WITHOUT), (OTHER_DEMO, ""), (OTHER_DEMO, WITHOUT)):
        out = f"out{bool(shim)}"
        put_game(tmp_path / "content" / "demo", version)
        done = run(tmp_path, *args, "--out", out, shim=shim)
        assert (done.returncode, done.stderr) == (0, "")
        wholes.append(snapshot(tmp_path / out))
        assert not leftovers(tmp_path)
    assert wholes[0] == wholes[1]
    assert wholes[2] == wholes[3] != wholes[0]


@pytest.mark.parametrize(
    "args",
    [
        ("scenario", "tempest", "--seed", "42", "--format", "json", "--jobs", "2"),
        ("balance", "horde", "--games", "2", "--jobs", "2", "-q"),
    ],
    ids=lambda args: args[0],
)
def test_play_is_the_same_with_workers_that_are_no_copies(tmp_path, args):
    for out, shim in (("one", ""), ("two", WITHOUT)):
        done = run(
            tmp_path, *args, "--content", "shipped", "--out", out, shim=shim, PNP_CACHE=str(tmp_path / "cache" / out)
        )
        assert done.returncode == 0, done.stderr
    assert snapshot(tmp_path / "one") == snapshot(tmp_path / "two")


LOCKED = """
import sys
from pathlib import Path
from pnp.export.files import write_folders
mark, *folders = sys.argv[1:]
files = {f"{n}.pdf": (mark * 50_000).encode() for n in range(6)} | {f"only-{mark}.pdf": mark.encode()}
for _ in range(6):
    write_folders({Path(folder): files for folder in folders}, clean=True)
"""


def test_runs_take_turns_with_locks_on_files(tmp_path):
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WITHOUT + LOCKED, mark, *order],
            cwd=tmp_path,
            env=environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        for mark, order in (("A", "xy"), ("B", "yx"))
    ]
    for process in running:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    for folder in "xy":
        found = plain(snapshot(tmp_path / folder))
        assert len({data[:1] for data in found.values()}) == 1, "the files of one run, not of both"
    assert not leftovers(tmp_path)


def test_nobody_is_killed_to_see_whether_he_lives(monkeypatch):
    import signal

    def kill(*_):
        raise AssertionError("os.kill(pid, 0) ends processes on Windows")

    monkeypatch.setattr(signal, "CTRL_C_EVENT", 0, raising=False)
    monkeypatch.setattr(os, "kill", kill)
    assert locks.is_alive(os.getppid())
    assert not locks.is_alive(os.getpid())


@pytest.mark.parametrize("name", ["..", "a/b", "a\\b", "C:b", "", "a\nb", "..\\up.pdf"])
def test_names_that_lead_elsewhere_on_any_system(tmp_path, name):
    assert not is_plain(name)
    (tmp_path / "out").mkdir()
    (tmp_path / "up.pdf").write_bytes(b"precious")
    (tmp_path / "out" / MANIFEST).write_text(f"{'0' * 64} whole {name}\n")
    (tmp_path / "out" / ".pnp-journal.tmp").write_text(
        json.dumps({"moves": [["up.pdf", name, "x", None]], "beside": name})
    )
    write_folders({tmp_path / "out": {"x.pdf": b"1"}}, clean=True)
    assert plain(snapshot(tmp_path)) == {"up.pdf": b"precious", "out/x.pdf": b"1"}


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"moves": 7}', "[" * 200_000, '{"a":' * 200_000])
def test_a_damaged_journal_stops_no_run(tmp_path, text):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / ".pnp-journal.tmp").write_text(text)
    write_folders({tmp_path / "out": {"x.pdf": b"1"}}, clean=True)
    assert plain(snapshot(tmp_path)) == {"out/x.pdf": b"1"}


@pytest.mark.parametrize("library", ["none", "neither", "mac", "refuses"])
def test_the_call_that_exchanges_folders_is_looked_for(tmp_path, monkeypatch, library):
    """By its name in the C library; on macOS it is another one with the same flag."""
    import ctypes

    calls = []

    class Library:
        def __init__(self, name, **_):
            if library == "none":
                raise TypeError
            if library in ("mac", "refuses"):
                self.renamex_np = self.call

        def call(self, one, two, flag):
            calls.append((one, two, flag))
            return -1 if library == "refuses" else 0

        call.__dict__["argtypes"] = None

    class Call:
        def __init__(self, function):
            self.function = function

        def __call__(self, *args):
            return self.function(*args)

    def open_library(name, **more):
        made = Library(name, **more)
        if hasattr(made, "renamex_np"):
            made.renamex_np = Call(made.call)
        return made

    monkeypatch.setattr(ctypes, "CDLL", open_library)
    exchange_module._system_call.cache_clear()
    try:
        if library == "mac":
            exchange_module.exchange(tmp_path / "one", tmp_path / "two")
            assert calls == [(os.fsencode(tmp_path / "one"), os.fsencode(tmp_path / "two"), 2)]
        else:
            with pytest.raises(OSError):
                exchange_module.exchange(tmp_path / "one", tmp_path / "two")
    finally:
        exchange_module._system_call.cache_clear()


# ------------------------------------------------------------ the console

FOREIGN = {**DEMO, "game.yaml": DEMO["game.yaml"].replace("title: Demo", "title: Буря é “ж”")}
STRICT = """
import warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"pnp\\b")
"""


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_consoles_with_few_letters(tmp_path, encoding):
    """What the console cannot show is shown as an escape; no file depends on the console's encoding."""
    put_game(tmp_path / "content" / "demo", FOREIGN)
    put_game(
        tmp_path / "content" / "broken",
        {**FOREIGN, "game.yaml": FOREIGN["game.yaml"].replace("title: Буря", "tytle: Буря")},
    )
    commands = [["--help"], ["list"], ["check", "broken"], ["build", "demo"], ["build", "Ж"]]
    for number, args in enumerate(commands):
        done = subprocess.run(
            [sys.executable, "-X", "warn_default_encoding", "-c", STRICT + MAIN, *args],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            env=environment(PYTHONIOENCODING=encoding, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
            timeout=60,
        )
        shown_in = (
            "utf-8" if encoding == "ascii" else encoding
        )  # click takes ASCII for a console that hides what it can
        out, errors = done.stdout.decode(shown_in), done.stderr.decode(shown_in)
        assert "Traceback" not in errors, errors
        assert done.returncode == (0 if number in (0, 3) else 1), (args, out, errors)
        if args == ["build", "demo"]:
            assert "output/demo/a4/" in out
        if args[-1] == "broken":
            assert "unknown key 'tytle'" in errors
    assert (tmp_path / "output" / "demo" / "a4" / "print-me.pdf").is_file()


def test_files_do_not_depend_on_the_console(tmp_path):
    shutil.copytree(CONTENT / "knowledge", tmp_path / "content" / "knowledge")
    made = []
    for encoding in ("ascii", "utf-8"):
        done = subprocess.run(
            [
                sys.executable,
                "-X",
                "warn_default_encoding",
                "-c",
                STRICT + MAIN,
                "build",
                "knowledge",
                "--only",
                "rulebook,scenarios",
            ],
            cwd=tmp_path,
            capture_output=True,
            check=False,
            timeout=120,
            env=environment(PYTHONIOENCODING=encoding, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
        )
        assert done.returncode == 0, done.stderr
        made.append(snapshot(tmp_path / "output"))
        shutil.rmtree(tmp_path / "output")
    assert made[0] == made[1]
    assert Path("rulebook.html").name in {Path(name).name for name in made[0]}
