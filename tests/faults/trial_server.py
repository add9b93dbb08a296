"""Runs pnp many times: everything is imported once, each trial is a fork that may be killed at a chosen moment.

One JSON object a line comes in and one goes out. A trial runs the command line (args) in a folder, or only
writes files (folders: names and bytes as Latin-1 text), with
- kill_at: seconds after the start at which it is killed, if it is still running, or
- kill_after_staging: seconds after the first temporary file showed up in or beside `watch`;
with `signal` in place of a kill, to the whole process group with `group`, and with `journal` as on a system that
cannot exchange folders in one step.
"""

import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from pnp.export import changeover
from pnp.export.changeover import is_leftover
from pnp.export.files import write_folders
from pnp.run.interrupts import end_at_interrupts


def serve() -> None:
    """Answer requests until the input ends."""
    import pnp.cli.balance
    import pnp.cli.build
    import pnp.cli.scenario
    import pnp.export.report
    import pnp.games.knowledge.play.balance
    import pnp.games.knowledge.print.pages
    import pnp.pipeline_play
    import pnp.sheets.guide  # noqa: F401

    for line in sys.stdin:
        sys.stdout.write(json.dumps(trial(json.loads(line))) + "\n")
        sys.stdout.flush()


def trial(request: dict[str, Any]) -> dict[str, Any]:
    """Fork, run, kill, and tell how it ended."""
    started = time.perf_counter()
    watched = Path(request["watch"]) if "watch" in request else None
    before = staging(watched) if watched is not None else set()
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    child = os.fork()
    if child == 0:
        run(request)
    signal.pthread_sigmask(signal.SIG_SETMASK, held)
    with suppress(OSError):
        os.setpgid(child, child)
    staged_at = None
    kill_at = request.get("kill_at")
    after_staging = request.get("kill_after_staging")
    killed = False
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        now = time.perf_counter() - started
        if ended:
            break
        if staged_at is None and watched is not None and staging(watched) - before:
            staged_at = now
            kill_at = now + after_staging if after_staging is not None else kill_at
        if kill_at is not None and now >= kill_at and not killed:
            (os.killpg if request.get("group") else os.kill)(child, request.get("signal", signal.SIGKILL))
            killed = True
        time.sleep(0.0001)
    code = os.waitstatus_to_exitcode(status)
    staged = None if staged_at is None else now - staged_at
    return {"code": code, "seconds": now, "staging": staged, "alone": alone(child)}


def staging(folder: Path) -> set[Path]:
    """Return the temporary files and folders in a folder and beside it."""
    found: set[Path] = set()
    for place in (folder.parent, folder):
        with suppress(FileNotFoundError):
            found |= {path for path in place.iterdir() if is_leftover(path.name)}
    return found


def alone(group: int) -> bool:
    """Say whether every process of a group ends soon."""
    patience = time.perf_counter() + 20
    while time.perf_counter() < patience:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.005)
    return False


def run(request: dict[str, Any]) -> None:
    """Be pnp: in its folder, with its output in a file."""
    code = 99
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        if request.get("journal"):
            changeover.can_exchange = lambda *_: False
        end_at_interrupts(lambda: "nothing was written")
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        os.chdir(request["cwd"])
        os.environ.update(request.get("env", {}))
        log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        code = work(request)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def work(request: dict[str, Any]) -> int:
    """Carry out what a trial is about; return the exit code."""
    if "folders" in request:
        folders = {
            Path(f): {n: t.encode("latin-1") for n, t in files.items()} for f, files in request["folders"].items()
        }
        write_folders(folders, clean=True)
        return 0
    from pnp.cli.main import main

    try:
        sys.argv = ["pnp", *request["args"]]
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


if __name__ == "__main__":
    serve()
