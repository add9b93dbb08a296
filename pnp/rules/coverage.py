"""Which code carries out which clause, and which tests speak of it."""

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

from pnp.play.game import find_game
from pnp.play.state import ENFORCED
from pnp.rules.compile import Rulebook

Named = Mapping[str, Sequence[str]]
"""Clause → where it is named."""
_NOTHING: Named = {}


class Coverage(NamedTuple):
    """One row of the table: a clause, the code that names it, the tests that name it."""

    clause: str
    number: str
    title: str
    enforced: bool
    code: tuple[str, ...]
    tests: tuple[str, ...]


class Gap(NamedTuple):
    """A clause without code, or code without a clause."""

    clause: str
    message: str


def code_by_clause(game: str) -> dict[str, Sequence[str]]:
    """Return clause id → places in the game's code that declare to carry it out."""
    own = find_game(game)
    if own is None:
        return {}
    for module in walk_packages(import_module(own.package).__path__, f"{own.package}."):
        import_module(module.name)
    found: dict[str, list[str]] = {}
    for enforcement in ENFORCED:
        if enforcement.where.startswith(f"{own.package}."):
            for clause in enforcement.clauses:
                found.setdefault(clause, []).append(enforcement.where.removeprefix(f"{own.package}."))
    for check in own.play().scenario.checks.checks if own.play is not None else ():
        for clause in check.clauses:
            found.setdefault(clause, []).append(f"check {check.id}")
    return dict(found)


def coverage(book: Rulebook, tests: Path | None = None, data: Named = _NOTHING) -> list[Coverage]:
    """Return the table of all clauses; `data` says which ones play.yaml names, and where."""
    game = book.game.id
    code = {**code_by_clause(game), **data}
    named = _named_by_tests(tests / "games" / game) if tests is not None else {}
    return [
        Coverage(
            c.id,
            c.number,
            c.title,
            c.enforced,
            tuple(dict.fromkeys(code.get(c.id, ()))),
            tuple(name for name, words in named.items() if c.id in words),
        )
        for c in book.clauses()
    ]


def gaps(book: Rulebook, data: Named = _NOTHING) -> list[Gap]:
    """Return where rules and code disagree, either way; a game that runs neither by code nor by data has none."""
    code = {**code_by_clause(book.game.id), **data}
    if not code:
        return []
    clauses = {c.id: c for c in book.clauses()}
    found = [
        Gap(c.id, "is enforced, but no code names it") for c in clauses.values() if c.enforced and c.id not in code
    ]
    for clause, places in code.items():
        if clause not in clauses:
            found.append(Gap(clause, f"is named by {places[0]}, but there is no such clause"))
        elif not clauses[clause].enforced:
            found.append(Gap(clause, f"is named by {places[0]}, but is not marked as enforced"))
    return found


def _named_by_tests(folder: Path) -> dict[str, set[str]]:
    """Return for each file of tests the words that may be ids of clauses; tests of printed words prove no code."""
    files = sorted(folder.rglob("*")) if folder.is_dir() else []
    tests = [p for p in files if p.suffix in (".py", ".json", ".yaml") and not p.stem.endswith(("_rules", "_print"))]
    return {p.name: set(_ID.findall(p.read_text("utf-8"))) for p in tests}


_ID = re.compile(r"(?<![\w.-])[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
