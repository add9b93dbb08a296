"""Spoilt balance reports given to --compare: read and checked before anything is measured or written."""

import json
import shutil
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from harness import Finding, Target, judge, known_games, run
from mutations import ODD_TEXTS, ODD_VALUES, mutate
from records import _leaves, _parent

from pnp.play.seeds import Stream, stream

GAMES = {"knowledge": "4", "stormfury": "2"}
"""Those that are measured fast, with the games to play."""


@cache
def _report(folder: Path, game: str) -> bytes:
    """Measure a game once a folder."""
    out = folder / "measured"
    ended = run(("balance", game, "--games", GAMES[game], "--jobs", "1", "--quiet", "--out", str(out)))
    assert ended.code == 0, ended
    return (out / game / "balance" / "balance.json").read_bytes()


def spoil(luck: Stream, data: bytes) -> tuple[bytes, str]:
    """Spoil a report as any file, or figure by figure."""
    if luck.below(3) == 0:
        return mutate(luck, data)
    report: dict[str, Any] = json.loads(data)
    for _ in range(luck.choice((1, 1, 2, 30))):
        leaves = [path for path in _leaves(report) if path]
        if not leaves:
            break
        path = luck.choice(leaves)
        holder = _parent(report, path)
        kind = luck.below(6)
        if kind <= 1:
            holder[path[-1]] = deepcopy(luck.choice(ODD_VALUES))
        elif kind == 2:
            holder[path[-1]] = luck.choice(ODD_TEXTS)
        elif kind == 3:
            del holder[path[-1]]
        elif kind == 4 and isinstance(holder, dict):
            holder[luck.choice((*ODD_TEXTS, "rate", "mean", "low", "n", "quartiles"))] = holder.pop(path[-1])
        else:
            cut = path[: 1 + luck.below(len(path))]
            _parent(report, cut)[cut[-1]] = luck.choice((None, [], {}, [[]], deepcopy(report.get("figures"))))
    return json.dumps(report).encode(), "figures"


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Compare with one numbered spoilt report; return what went wrong, if anything did."""
    luck = stream("fuzz reports", seed, str(number))
    game = luck.choice(tuple(GAMES))
    data, done = spoil(luck, _report(folder, game))
    spoilt = folder / "spoilt" / f"{seed}-{number}-balance.json"
    spoilt.parent.mkdir(exist_ok=True)
    spoilt.write_bytes(data)
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    args = ("balance", game, "--games", "2", "--jobs", "1", "--compare", spoilt.as_posix(), "--out", out.as_posix())
    args += luck.choice(((), ("--json",), ("--quiet",)))
    with known_games():
        ended = run(args)
    fault = judge(ended, out, as_json=False)  # a fault in a report is told to people
    if fault.startswith("no fault with a place") and "--json" in args:
        fault = judge(ended, out, as_json=True)
    if not fault:
        spoilt.unlink()
        return None
    return Finding(seed, number, args, f"{done} of a report", fault, spoilt)
