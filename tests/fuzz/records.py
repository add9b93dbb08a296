"""Spoilt records that still look like records: games and scenarios with moves lost, doubled, swapped and borrowed.

The general mutations mostly end at the reader; these get past it and try the rules, the checks and the referee.
"""

import json
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from harness import RECORDS, Finding, Target, judge, known_games, run
from mutations import ODD_VALUES

from pnp.play.seeds import Stream, stream

Change = Callable[[Stream, dict[str, Any], dict[str, Any]], None]
"""Changes the first record in place; the second one is of another game."""


def _leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(data, dict):
        return [p for key, value in data.items() for p in _leaves(value, (*path, key))]
    if isinstance(data, list):
        return [p for i, value in enumerate(data) for p in _leaves(value, (*path, i))]
    return [path]


def _parent(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path[:-1]:
        data = data[step]
    return data


def swap_values(luck: Stream, record: dict[str, Any], _: dict[str, Any]) -> None:
    """Exchange two values of the same type, wherever they stand."""
    paths = _leaves(record)
    one = luck.choice(paths)
    kind = type(_parent(record, one)[one[-1]])
    two = luck.choice([path for path in paths if type(_parent(record, path)[path[-1]]) is kind])
    left, right = _parent(record, one), _parent(record, two)
    left[one[-1]], right[two[-1]] = right[two[-1]], left[one[-1]]


def step_numbers(luck: Stream, record: dict[str, Any], _: dict[str, Any]) -> None:
    """Move some numbers by a little or by a lot."""
    numbers = [path for path in _leaves(record) if type(_parent(record, path)[path[-1]]) in (int, float)]
    for _i in range(1 + luck.below(3)):
        if numbers:
            path = luck.choice(numbers)
            _parent(record, path)[path[-1]] += luck.choice((1, -1, 2, -7, 100, 10**6, 2**53, -(2**63), 0.5, 1e300))


def odd_leaf(luck: Stream, record: dict[str, Any], _: dict[str, Any]) -> None:
    path = luck.choice(_leaves(record))
    _parent(record, path)[path[-1]] = deepcopy(luck.choice(ODD_VALUES))


def shuffle_list(luck: Stream, record: dict[str, Any], _: dict[str, Any]) -> None:
    """Shuffle, empty, double or multiply a list."""
    paths = [path[:i] for path in _leaves(record) for i in range(1, len(path)) if isinstance(path[i], int)]
    if not paths:
        return
    path = luck.choice(paths)
    found = _parent(record, path)[path[-1]]
    done = luck.choice((found[::-1], [], found * 2, found * 300, found[1:], found[:-1], [found]))
    _parent(record, path)[path[-1]] = deepcopy(done)


def spoil_moves(luck: Stream, record: dict[str, Any], other: dict[str, Any]) -> None:
    """Lose, double, move, borrow and multiply moves."""
    moves = record.get("moves")
    if not isinstance(moves, list) or not moves:
        odd_leaf(luck, record, other)
        return
    at, to = luck.below(len(moves)), luck.below(len(moves))
    kind = luck.below(7)
    if kind == 0:
        del moves[at]
    elif kind == 1:
        moves.insert(to, deepcopy(moves[at]))
    elif kind == 2:
        moves[at], moves[to] = moves[to], moves[at]
    elif kind == 3:
        moves[at] = deepcopy(luck.choice(other.get("moves") or [{}]))
    elif kind == 4:
        moves[at:] = [deepcopy(moves[at]) for _ in range(luck.choice((2, 500, 5_000)))]
    elif kind == 5 and isinstance(moves[at], dict):
        moves[at][luck.choice(("seat", "do", "game", "", "moves", "__class__", "card"))] = deepcopy(
            luck.choice(ODD_VALUES)
        )
    elif isinstance(moves[at], dict) and moves[at]:
        moves[at].pop(luck.choice(sorted(moves[at])))


def other_game(luck: Stream, record: dict[str, Any], other: dict[str, Any]) -> None:
    """Let a record speak of another game, or bring its scenario."""
    if luck.below(2):
        record["game"] = other.get("game")
    if isinstance(record.get("scenario"), dict):
        record["scenario"] = deepcopy(other.get("scenario", other))
    else:
        for key in sorted(other)[: 1 + luck.below(4)]:
            record[key] = deepcopy(other[key])


def drop_key(luck: Stream, record: dict[str, Any], _: dict[str, Any]) -> None:
    path = luck.choice(_leaves(record))
    holder = record
    for step in path[: luck.below(len(path))]:
        holder = holder[step]
    if isinstance(holder, dict) and holder:
        del holder[luck.choice(sorted(holder, key=str))]


CHANGES: tuple[Change, ...] = (
    swap_values,
    swap_values,
    step_numbers,
    odd_leaf,
    shuffle_list,
    spoil_moves,
    spoil_moves,
    other_game,
    drop_key,
)


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Carry out one numbered change of a record; return what went wrong, if anything did."""
    luck = stream("fuzz records", seed, str(number))
    records = [target for target in targets if target.file.parent.name == RECORDS]
    target, other = luck.choice(records), luck.choice(records)
    record = json.loads(target.file.read_text("utf-8"))
    borrowed = json.loads(other.file.read_text("utf-8"))
    names = []
    for _ in range(luck.choice((1, 1, 2, 4))):
        change = luck.choice(CHANGES)
        names.append(change.__name__)
        if _leaves(record):
            change(luck, record, borrowed)
    spoilt = folder / "spoilt" / f"{seed}-{number}-{target.file.name}"
    spoilt.parent.mkdir(exist_ok=True)
    spoilt.write_text(json.dumps(record), "utf-8")
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = luck.choice(target.commands)
    args = tuple({"FILE": spoilt.as_posix(), "OUT": out.as_posix()}.get(a, a) for a in command)
    with known_games():
        fault = judge(run(args), out, as_json="--json" in args)
    if not fault:
        spoilt.unlink()
        return None
    return Finding(seed, number, args, f"{'+'.join(names)} of {target.file.name}", fault, spoilt)
