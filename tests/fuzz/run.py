"""`make fuzz N=… SEED=…`: many mutations on all processors; prints the seed and how to show each finding again."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import arguments
import bombs
import harness
import pictures
import plays
import records
import reports
import spoiltfonts
import structure
from harness import Finding, known_games, prepare, report
from isolated import Died, isolated

KINDS = (
    harness.attempt,
    structure.attempt,
    arguments.attempt,
    pictures.attempt,
    harness.attempt,
    records.attempt,
    arguments.attempt,
    bombs.attempt,
    structure.attempt,
    reports.attempt,
    plays.attempt,
    spoiltfonts.attempt,
)
"""Ways to spoil something; taken in turn by the number of a mutation, as often as each is worth."""


def attempt(seed: int, number: int, targets: list[harness.Target], home: Path) -> Finding | None:
    """Carry out one mutation in a process of its own."""
    kind = KINDS[number % len(KINDS)]
    found = isolated(lambda: kind(seed, number, targets, home))
    if isinstance(found, Died):
        return Finding(seed, number, (kind.__module__,), "a case", f"the process {found.reason}", home)
    return found


def _read_once(folder: Path) -> None:
    """Read an unspoilt game here, so that the processes of the cases need not."""
    from pnp.diagnostics import Problems
    from pnp.pipeline import compile_game_rules
    from pnp.pipeline_play import open_game

    try:
        open_game(folder.parent, folder.name)
        compile_game_rules(folder.parent, folder.name)
    except Problems:  # a game without an engine or without rules
        return


def chunk(seed: int, numbers: Sequence[int], folder: str) -> list[str]:
    """Carry out some mutations of a seed and describe every finding."""
    home = Path(folder) / f"{numbers[0]}"
    home.mkdir(parents=True)
    os.environ["PNP_CACHE"] = str(home / "cache")
    targets = prepare(home)
    with known_games():
        for name in (
            ()
            if len(numbers) == 1
            else {target.file.parent for target in targets if target.file.parent.name != harness.RECORDS}
        ):
            _read_once(name)
    found = [attempt(seed, number, targets, home) for number in numbers]
    return [report(f) for f in found if f is not None]


def main() -> int:
    """Run the fuzzer from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="how many mutations")
    parser.add_argument("--seed", type=int, default=None, help="the seed; by default from the clock")
    parser.add_argument("--number", type=int, default=None, help="only this mutation of the seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    seed = given.seed if given.seed is not None else time.time_ns() % 1_000_000
    folder = tempfile.mkdtemp(prefix="pnp-fuzz-")
    say = sys.stdout.write
    if given.number is not None:
        found = chunk(seed, [given.number], folder)
        say("\n".join(found) + "\n" if found else f"mutation {given.number} of seed {seed} is taken as it should be\n")
        return 1 if found else 0
    say(f"seed {seed}: {given.count} mutations; spoilt files that are not taken well are kept in {folder}\n")
    started, total, done = time.monotonic(), 0, 0
    chunks = [range(start, min(start + 250, given.count)) for start in range(0, given.count, 250)]
    with ProcessPoolExecutor(given.jobs, max_tasks_per_child=4) as pool:
        outcomes = pool.map(chunk, [seed] * len(chunks), chunks, [folder] * len(chunks))
        try:
            for numbers, found in zip(chunks, outcomes, strict=True):
                total, done = total + len(found), done + len(numbers)
                for one in found:
                    say(one + "\n\n")
                sys.stdout.flush()
        except BrokenProcessPool:
            say("the fuzzer itself was killed by a signal\n")
            total += 1
    took = time.monotonic() - started
    say(f"seed {seed}: {done} mutations in {took:.0f} s ({done / took:.0f} a second), {total} findings\n")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
