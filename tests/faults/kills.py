"""Kills builds at random moments and looks at every file after each: `make kills` runs a thousand of them.

After each signal every target folder holds all files of one complete build and the user's own, no process is left,
and a run that could put away has left nothing. After the next run, whatever it is, nothing is left at all.
"""

import argparse
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]

# ruff: noqa: E402 - run as a script, too
from fault_tools import OTHER_DEMO, Trials, leftovers, plain, put_game, snapshot, trials
from support import CONTENT, DEMO, ROOT

from pnp.export.files import finish_below
from pnp.play.seeds import stream

Files = dict[str, bytes]
SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)
MINE = {"my notes.txt": b"not pnp's", "print-me.copy.pdf": b"nor this"}
"""Files of the user's that stand in every folder."""


class Case(NamedTuple):
    """What is built and killed: two versions of a game, options, and how a system lets files change over."""

    name: str
    game: str
    options: tuple[str, ...]
    journal: bool
    share: int
    """How many of a hundred kills."""


CASES = (
    Case("demo", "demo", ("--paper", "a4"), journal=False, share=40),
    Case(
        "demo, two papers, two processes",
        "demo",
        ("--paper", "a4", "--paper", "letter", "--jobs", "2"),
        journal=False,
        share=20,
    ),
    Case("demo by journal", "demo", ("--paper", "a4"), journal=True, share=20),
    Case("skerries", "skerries", ("--only", "cards,boards"), journal=False, share=14),
    Case("knowledge", "knowledge", ("--only", "cards"), journal=False, share=3),
    Case(
        "terrain",
        "terrain",
        ("--only", "pieces", "--jobs", "2", "--paper", "a4", "--paper", "letter"),
        journal=False,
        share=3,
    ),
)


class Counts(Counter[str]):
    """What was seen: runs, hits by signal, hits while writing, mixed sets before the next run (by journal only)."""


class Fault(AssertionError):
    """A killed run has left what it must not leave."""


def kill(server: Trials, case: Case, kills: int, seed: int) -> Counts:
    """Kill runs of both versions in turn until enough were hit."""
    home = server.folder / case.name.replace(" ", "-").replace(",", "")
    for version in "ab":
        put_version(home / version / case.game, case.game, version)
    output, moments = home / "output", stream("kills", seed, case.name)
    requests = [
        {
            "args": ["build", case.game, "--content", str(home / version), "--out", str(output), *case.options],
            "journal": case.journal,
        }
        for version in "ab"
    ]
    wholes: list[Files] = []
    seconds = staging = 0.0
    for request in requests:
        done = server.run(**request, watch=str(output / case.game / "a4"))
        check(done["code"] == 0, server.said())
        wholes.append(plain(snapshot(output)))
        seconds, staging = max(seconds, done["seconds"]), max(staging, done["staging"])
    check(wholes[0] != wholes[1], "two versions")
    folders = [path for path in (output / case.game).iterdir() if path.is_dir()]
    mine = {
        f"{folder.relative_to(output).as_posix()}/{name}": data for folder in folders for name, data in MINE.items()
    }
    for name, data in mine.items():
        (output / name).write_bytes(data)
    counts = Counts()
    last = 1
    while counts["hit"] < kills:
        check(counts["runs"] < 30 * kills + 30, f"{case.name}: too few were hit: {dict(counts)}")
        # The other version than the one that is there, so that there is something to write.
        now = plain(snapshot(output))
        which = last = (1 - last) if now.items() >= wholes[last].items() else last
        moment = (
            {"kill_at": moments.uniform() * seconds}
            if moments.below(4) == 0
            else {"kill_after_staging": moments.uniform() * staging}
        )
        sent, group = moments.choice(SIGNALS), moments.below(2) == 0
        watch = moments.choice(folders)
        left = leftovers(output)
        done = server.run(**requests[which], **moment, signal=sent, group=group, watch=str(watch))
        counts["runs"] += 1
        look(case, server, output, wholes, mine, done, sent, counts, left)
        if done["code"] == 0 and done["staging"] is not None:  # the machine's pace changes
            seconds, staging = 0.5 * (seconds + done["seconds"]), 0.5 * (staging + done["staging"])
        if counts["runs"] % 5 == 4:
            check(server.run(**requests[which])["code"] == 0, server.said())
            check(plain(snapshot(output)) == wholes[which] | mine, f"{case.name}: not whole after the next run")
            check(not leftovers(output), f"{case.name}: left after the next run: {leftovers(output)}")
    return counts


def look(
    case: Case,
    server: Trials,
    output: Path,
    wholes: list[Files],
    mine: Files,
    done: dict[str, Any],
    sent: int,
    counts: Counts,
    left_before: list[str],
) -> None:
    """Look at everything after a run that a signal may have hit."""
    what = f"{case.name}: {signal.Signals(sent).name}, run {counts['runs']}"
    expected = -signal.SIGKILL if sent == signal.SIGKILL else 128 + sent
    check(done["code"] in (0, expected), f"{what}: exit code {done['code']}: {server.said()}")
    check(done["alone"], f"{what}: a process is left")
    if done["code"] != 0:
        counts["hit"] += 1
        counts[signal.Signals(sent).name] += 1
        counts["writing"] += leftovers(output) != left_before
    if done["code"] != -signal.SIGKILL:
        left = set(leftovers(output)) - set(left_before if done["code"] else ())
        check(not left, f"{what}: left {left}")
    mixed = list(mixed_folders(output, wholes, mine))
    if mixed and case.journal and sent == signal.SIGKILL:
        counts["mixed until the next run"] += 1
        finish_below(output)
        mixed = list(mixed_folders(output, wholes, mine))
    check(not mixed, f"{what}: {mixed}")


def mixed_folders(output: Path, wholes: list[Files], mine: Files) -> Iterator[str]:
    """Yield the folders that hold anything else than all files of one build, and the user's."""
    now = plain(
        {n: d for n, d in snapshot(output).items() if not any(part.startswith(".pnp-") for part in Path(n).parts)}
    )
    for folder in sorted({name.rpartition("/")[0] for name in mine}):
        files = inside(now, folder)
        if files not in [inside(whole | mine, folder) for whole in wholes]:
            sources = {
                name: [i for i, whole in enumerate(wholes) if whole.get(name) == data] for name, data in files.items()
            }
            yield f"{folder}: {sources}"


def inside(files: Files, folder: str) -> Files:
    """Return the files of one folder."""
    return {name: data for name, data in files.items() if name.rpartition("/")[0] == folder}


def check(fine: bool, fault: str) -> None:
    """Raise a fault."""
    if not fine:
        raise Fault(fault)


def put_version(folder: Path, game: str, version: str) -> None:
    """Write one of two versions of a game; every file of one differs from that of the other."""
    if game == "demo":
        put_game(folder, DEMO if version == "a" else OTHER_DEMO)
        return
    shipped = CONTENT / game
    shutil.copytree(shipped if shipped.is_dir() else ROOT / "tests" / "data" / game, folder)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(f"{text}\n# version {version}\n", "utf-8")


def shares(count: int) -> Iterator[tuple[Case, int]]:
    """Share a number of kills among the cases."""
    for case in CASES[1:]:
        yield case, count * case.share // 100
    yield CASES[0], count - sum(count * case.share // 100 for case in CASES[1:])


def main() -> None:
    """Kill, and say how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    seed = given.seed if given.seed is not None else int(time.time())
    say(f"{given.count} kills, seed {seed}")
    total = Counts()
    with tempfile.TemporaryDirectory(prefix="pnp-kills-") as folder, trials(Path(folder)) as server:
        for case, kills in shares(given.count):
            counts = kill(server, case, kills, seed)
            total += counts
            say(f"{case.name:<34} {told(counts)}")
    say(f"{'in all':<34} {told(total)}")
    say("0 half files, 0 mixed sets, 0 processes left, 0 leftovers after the next run")


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def told(counts: Counts) -> str:
    """Write counts on one line."""
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number)


if __name__ == "__main__":
    main()
