"""Helpers for tests of faults: snapshots of folders, and trials that may be killed."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support import DEMO, ROOT

from pnp.export.changeover import is_leftover

MANIFEST = ".pnp-files"

OTHER_DEMO = {
    **DEMO,
    "game.yaml": DEMO["game.yaml"].replace("title: Demo", "title: Other").replace("  map: 1\n", "  plan: 1\n"),
    "boards.yaml": DEMO["boards.yaml"].replace("  map: ", "  plan: ").replace("Map", "Plan"),
}
"""The demo game with another title in every file and a plan for the map: one file goes, another one comes."""


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, hidden ones too."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def plain(files: dict[str, bytes]) -> dict[str, bytes]:
    """Leave out what pnp keeps for itself."""
    return {name: data for name, data in files.items() if not Path(name).name.startswith(".pnp-")}


def leftovers(folder: Path) -> list[str]:
    """List temporary files below a folder."""
    return [p.name for p in folder.rglob("*") if is_leftover(p.name)]


def put_game(folder: Path, files: dict[str, str]) -> None:
    """Write a game's files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process that runs this checkout of pnp."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


HEEDING = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""So that tests which run in the background, where shells let interrupts be ignored, can still interrupt."""

PNP = [sys.executable, "-c", HEEDING + "from pnp.cli.main import main; main()"]


def pnp_process(*args: str, cwd: Path, **more: Any) -> subprocess.Popen[str]:
    """Start pnp as a process of its own."""
    more.setdefault("env", environment())
    return subprocess.Popen(
        [*PNP, *args],
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        **more,
    )


class Trials:
    """A server that runs pnp in forks of itself."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path) -> None:
        self.process = process
        self.folder = folder

    def run(self, args: list[str] | None = None, **request: Any) -> dict[str, Any]:
        """Run pnp, or write folders, once; return exit code (below 0: a signal), seconds and seconds of writing."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        what = {"args": args} if args is not None else {}
        request = {"cwd": str(self.folder), "log": str(self.folder / "log.txt"), **what, **request}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def said(self) -> str:
        """Return what the last run printed."""
        return (self.folder / "log.txt").read_text("utf-8")


@contextmanager
def trials(folder: Path) -> Iterator[Trials]:
    """Start a server and end it."""
    script = Path(__file__).with_name("trial_server.py")
    process = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    )
    try:
        yield Trials(process, folder)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(30)
        assert process.stdout is not None
        process.stdout.close()
