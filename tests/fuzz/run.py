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
import harness
import records
import reports
from harness import prepare, report

KINDS = (
    harness.attempt,
    harness.attempt,
    harness.attempt,
    records.attempt,
    reports.attempt,
    arguments.attempt,
    arguments.attempt,
)
"""The kinds of attack, taken in turn: one line each, as many times as it is worth."""

MOST_MEMORY = 1 << 30
"""What no process may hold, in bytes."""


def chunk(seed: int, numbers: Sequence[int], folder: str) -> list[str]:
    """Carry out some mutations of a seed and describe every finding."""
    home = Path(folder) / f"{numbers[0]}"
    home.mkdir(parents=True)
    os.environ["PNP_CACHE"] = str(home / "cache")
    targets = prepare(home)
    found, most = [], memory()
    for number in numbers:
        (home / "now").write_text(str(number), "utf-8")
        finding = KINDS[number % len(KINDS)](seed, number, targets, home)
        found += [report(finding)] if finding is not None else []
        if most <= MOST_MEMORY < memory():
            found.append(f"mutation {number} of seed {seed} took {memory() >> 20} MiB")
        most = memory()
    (home / "now").unlink()
    return found


def memory() -> int:
    """Return the most memory that this process has held so far, in bytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


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
            running = ", ".join(sorted(path.read_text("utf-8") for path in Path(folder).glob("*/now")))
            say(f"a process was killed by a signal; seed {seed}, one of the mutations {running}\n")
            total += 1
    took = time.monotonic() - started
    say(f"seed {seed}: {done} mutations in {took:.0f} s ({done / took:.0f} a second), {total} findings\n")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
