"""`make matrix`: build every game with the full cross of options, and all pairs with the rarer ones.

Every crash and every fault is reported with its text and the command that shows it again; the end is 1 if there was a
crash, or a fault that does not say that the paper or the margins leave too little room.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cross import GAMES, Choice, Outcome, attempt, command, full, narrow, parts, sure

CHUNK = 24


def chunk(choices: Sequence[Choice]) -> list[Outcome]:
    """Try some combinations."""
    return [attempt(choice) for choice in choices]


def main() -> int:
    """Run the matrix from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    parser.add_argument("--pairs", action="store_true", help="all pairs of options instead of the full cross")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    say = sys.stdout.write
    choices = [*([] if given.pairs else full()), *sure(), *narrow(), *parts()]
    choices = [choice for choice in choices if not given.game or choice["game"] in given.game]
    started, crashed, refused, wrong = time.monotonic(), 0, 0, Counter[str]()
    with tempfile.TemporaryDirectory(prefix="pnp-matrix-") as cache:
        os.environ["PNP_CACHE"] = cache
        chunks = [choices[at : at + CHUNK] for at in range(0, len(choices), CHUNK)]
        with ProcessPoolExecutor(given.jobs) as pool:
            for number, outcomes in enumerate(pool.map(chunk, chunks), 1):
                for outcome in outcomes:
                    crashed += bool(outcome.crash)
                    refused += bool(outcome.faults)
                    if not outcome.wrong:
                        continue
                    wrong[outcome.wrong] += 1
                    if wrong[outcome.wrong] <= 3:  # the same again says nothing new
                        say(f"{command(outcome.choice)}\n  {outcome.wrong}\n{outcome.crash}\n")
                if sys.stdout.isatty():
                    say(f"\r{min(number * CHUNK, len(choices))} of {len(choices)} ")
                sys.stdout.flush()
    for text, count in wrong.most_common():
        say(f"{count:>5} × {text}\n")
    took = time.monotonic() - started
    say(
        f"{len(choices)} combinations in {took:.0f} s: {crashed} crashes, {refused} refused, "
        f"{sum(wrong.values())} not as they should be\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
