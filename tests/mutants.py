"""Do the tests bite? Change one operator or constant of rule-bearing code at random and see whether a test notices.

    python tests/mutants.py --count 60 --seed 7 --minutes 30
    python tests/mutants.py --only pnp/games/terrain/engine.py --count 20
    python tests/mutants.py --clauses terrain          do the tests that name a clause see its code broken?

Every mutant lives in a copy of the project and runs the tests that stand beside its module. Survivors are shown with
their place; some change nothing that matters (a bound that is never reached), the others want a test. A tool of our
own, because mutmut and cosmic-ray want a run of all tests for each mutant, or a map of coverage that takes as long.
"""

import argparse
import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
DISPLAYS = "tests/golden/test_golden_displays.py::test_golden_displays[knowledge]"

BESIDE: dict[str, tuple[str, ...]] = {
    "pnp/sheets": ("tests/sheets", "tests/errors", DISPLAYS),
    "pnp/load": ("tests/load", "tests/errors"),
    "pnp/rules": ("tests/rules",),
    "pnp/play": ("tests/play",),
    "pnp/draw/text.py": ("tests/draw/test_text_fitting.py", DISPLAYS),
    **{
        f"pnp/games/{path.name}": (f"tests/games/{path.name}",)
        for path in sorted((ROOT / "pnp/games").iterdir())
        if path.is_dir() and path.name[0] != "_"
    },
}
"""Folders and modules in which mutants are born → where the tests stand that should notice."""

SLOW = ("print", "sheets", "show", "bots", "balance", "solver", "example")
"""Tests of a game that only mutants of modules of that name have to fear."""

OUT_OF_SIGHT = (
    "print",
    "figures",
    "drawings",
    "diagram",
    "chart",
    "sheet",
    "art",
    "labels",
    "laid",
    "rings",
    "bracing",
    "heat",
    "plate",
    "shapes",
    "pages",
    "paper",
    "panel",
    "scenery",
    "sketch",
    "playarea",
    "tableau",
    "show",
    "view",
    "blanks",
    "bots",
    "planner",
    "planning",
    "policies",
    "benchmark",
    "guide",
    "booklet",
    "pages",
)
"""Parts of the names of modules that draw or play well rather than carry out rules."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
LEFT_OUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return)
"""Statements that may be missing when the code of a clause is broken."""

SLOWEST = 240.0
"""Seconds that the tests of one mutant may take; a mutant that hangs was noticed."""

COPIED = ("pnp", "tests", "content", "templates", "docs", "pyproject.toml", "README.md", "Makefile")


class Mutant(NamedTuple):
    """A change of one place."""

    module: str
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before}  →  {self.after}"


def modules(only: Sequence[str]) -> list[str]:
    """List the modules in which mutants are born."""
    found = [
        p.relative_to(ROOT).as_posix()
        for place in BESIDE
        for p in sorted([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
    ]
    if only:
        return [module for module in found if any(module.startswith(start) for start in only)]
    return [module for module in found if not any(word in Path(module).stem for word in OUT_OF_SIGHT)]


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node may become."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                if type(op) in SWAPPED:
                    yield ast.Compare(left, [*ops[:i], SWAPPED[type(op)](), *ops[i + 1 :]], comparators)
        case ast.BinOp(left, op, right) if type(op) in SWAPPED and not _is_text(left) and not _is_type(node):
            yield ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() | float() as value):
            yield ast.Constant(value + 1)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _is_type(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.BitOr)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of functions, without annotations, decorators, defaults of types and formatted text."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params") or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _walk(child)


def mutants_of(module: str, name: str = "", *, deletions: bool = False) -> list[Mutant]:
    """List every mutant of a module's functions, or of those of one name, perhaps also with statements left out."""
    source = (ROOT / module).read_text("utf-8")
    found = {}
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and name in ("", function.name):
            for node in _walk(function):
                for changed in changes(node):
                    mutant = _mutant(module, source, node, changed)
                    found[mutant.source] = mutant
                if deletions and isinstance(node, LEFT_OUT) and node is not function.body[0]:
                    mutant = _mutant(module, source, node, ast.Pass())
                    found[mutant.source] = mutant
    return list(found.values())


def _mutant(module: str, source: str, node: ast.AST, changed: ast.AST) -> Mutant:
    assert isinstance(node, (ast.expr, ast.stmt)) and node.end_lineno is not None and node.end_col_offset is not None
    lines = source.splitlines(keepends=True)
    first, last = lines[node.lineno - 1].encode(), lines[node.end_lineno - 1].encode()
    before = ast.get_source_segment(source, node) or ""
    after = ast.unparse(ast.fix_missing_locations(changed))
    text = (
        first[: node.col_offset].decode()
        + (after if after == "pass" else f"({after})")
        + last[node.end_col_offset :].decode()
    )
    whole = "".join([*lines[: node.lineno - 1], text, *lines[node.end_lineno :]])
    return Mutant(module, node.lineno, " ".join(before.split()), after, whole)


def sample(seed: int, count: int, only: Sequence[str]) -> list[Mutant]:
    """Draw mutants by their hashes: the same ones again as long as their lines stay where they are."""
    everything = [mutant for module in modules(only) for mutant in mutants_of(module)]
    return sorted(everything, key=lambda mutant: sha256(f"{seed} {mutant}".encode()).digest())[:count]


class Suspect(NamedTuple):
    """A clause, with changes of the code that carries it out and the tests that name it."""

    clause: str
    mutants: list[Mutant]
    tests: list[str]


def suspects(game: str, most: int) -> list[Suspect]:
    """List the clauses of a game that code carries out."""
    from pnp.play.game import find_game
    from pnp.play.state import ENFORCED
    from pnp.rules.coverage import code_by_clause

    code_by_clause(game)
    places: dict[str, set[tuple[str, str]]] = {}
    for enforcement in (e for e in ENFORCED if e.where.startswith(f"pnp.games.{game}.")):
        module, name = _located(enforcement.where)
        for clause in enforcement.clauses:
            places.setdefault(clause, set()).add((module, name))

    checks = find_game(game).play().scenario.checks
    for check in checks.checks:
        for clause in check.clauses:
            places.setdefault(clause, set()).add(_located(f"{check.run.__module__}.{check.run.__qualname__}"))
    named = _naming(ROOT / "tests" / "games" / game)
    found = []
    for clause, where in sorted(places.items()):
        mutants = [m for module, name in sorted(where) for m in mutants_of(module, name, deletions=True)]
        mutants.sort(key=lambda mutant: sha256(str(mutant).encode()).digest())
        found.append(Suspect(clause, mutants[:most], named.get(clause, [])))
    return found


def _located(where: str) -> tuple[str, str]:
    """Return module file and function name of a dotted path."""
    parts = where.split(".")
    for end in range(len(parts) - 1, 0, -1):
        path = ROOT.joinpath(*parts[:end])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file.relative_to(ROOT).as_posix(), parts[-1]
    raise ValueError(where)


def _naming(folder: Path) -> dict[str, list[str]]:
    """Return clause → the tests that name it: in a mark, in their text, or in a table of their file."""
    found: dict[str, list[str]] = {}
    words = re.compile(r"(?<![\w.-])[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
    records = {path.name: path.read_text("utf-8") for path in folder.glob("*.json")}
    for path in sorted(folder.glob("test_*.py")):
        if path.stem.endswith(("_rules", "_print")):
            continue
        source = path.read_text("utf-8")
        lines, here = source.splitlines(), path.relative_to(ROOT).as_posix()
        for function in ast.parse(source).body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                text = "\n".join(map(ast.unparse, [*function.decorator_list, function]))
                first = min([function.lineno, *(mark.lineno for mark in function.decorator_list)]) - 1
                lines[first : function.end_lineno] = [""] * ((function.end_lineno or first) - first)
                for word in set(words.findall(text)):
                    found.setdefault(word, []).append(f"{here}::{function.name}")
        rest = "\n".join(lines)
        for name, text in records.items():
            rest += text if name in source else ""
        for word in set(words.findall(rest)):
            found.setdefault(word, []).append(here)
    return found


def beside(module: str) -> list[str]:
    """Return the tests that stand beside a module: those of a game without the slow ones that are not about it."""
    places = next(tests for place, tests in BESIDE.items() if module.startswith(place))
    if not module.startswith("pnp/games/"):
        return list(places)
    about = Path(module).stem.replace("balance", "balance bots")  # figures are tested with those who play for them
    slow = [word for word in SLOW if word not in about]
    tests = [path.relative_to(ROOT).as_posix() for place in places for path in sorted((ROOT / place).glob("test_*.py"))]
    tests = [path for path in tests if not any(word in path for word in slow)]
    return sorted(tests, key=lambda path: ("engine" not in path, "clauses" not in path, path))


def notices(copy: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Say whether a test fails, or never ends, with the mutant in place."""
    path = copy / mutant.module
    healthy = path.read_text("utf-8")
    path.write_text(mutant.source, "utf-8")
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.Popen(
            command, cwd=copy, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            return run.wait(SLOWEST) != 0
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            return True
    finally:
        path.write_text(healthy, "utf-8")


def healthy(copy: Path, places: Sequence[Sequence[str]]) -> bool:
    """Say whether the tests pass without a mutant; nothing can be learned where they do not."""
    tests = sorted({test for tests in places for test in tests})
    return (
        subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", *tests], cwd=copy, check=False, stdout=subprocess.DEVNULL
        ).returncode
        == 0
    )


def main() -> int:
    """Make mutants until they are enough or the time is up, and tell which of them nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which mutants")
    parser.add_argument("--minutes", type=float, default=30, help="stop after that time")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--only", nargs="*", default=[], help="only modules whose path begins so, or clauses")
    parser.add_argument("--most", type=int, default=5, help="in how many ways to break the code of a clause")
    parser.add_argument(
        "--trust", action="store_true", help="do not look first whether the tests pass without a mutant"
    )
    parser.add_argument("--list", action="store_true", help="only list the mutants")
    parser.add_argument(
        "--clauses", nargs="*", default=[], metavar="GAME", help="break the code of every clause of these games"
    )
    chosen = parser.parse_args()
    if chosen.clauses:
        return try_clauses(chosen.clauses, chosen.only, chosen.most)
    drawn = sample(chosen.seed, chosen.count, chosen.only)
    if chosen.list:
        sys.stdout.writelines(f"{mutant}\n" for mutant in drawn)
        return 0
    ends = time.monotonic() + 60 * chosen.minutes
    with TemporaryDirectory(prefix="mutants") as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        copies = [_copied(Path(folder) / str(number)) for number in range(chosen.jobs)]
        if not chosen.trust and not healthy(copies[0], [beside(mutant.module) for mutant in drawn]):
            sys.stdout.write("the tests fail without any mutant; mend them first\n")
            return 2
        free = list(copies)

        def tried(mutant: Mutant) -> bool | None:
            if time.monotonic() > ends:
                return None
            copy = free.pop()
            try:
                seen = notices(copy, mutant, beside(mutant.module))
            finally:
                free.append(copy)
            sys.stdout.write(f"{'noticed ' if seen else 'SURVIVED'} {mutant}\n")
            sys.stdout.flush()
            return seen

        outcomes = [outcome for outcome in pool.map(tried, drawn) if outcome is not None]
    noticed = sum(outcomes)
    sys.stdout.write(f"{noticed} of {len(outcomes)} mutants were noticed (seed {chosen.seed})\n")
    return 0


def try_clauses(games: Sequence[str], only: Sequence[str], most: int) -> int:
    """Break the code of every clause until a test that names it notices; tell the clauses where none does."""
    blind = []
    with TemporaryDirectory(prefix="mutants") as folder:
        copy = _copied(Path(folder) / "copy")
        for game in games:
            for suspect in suspects(game, most):
                if only and suspect.clause not in only:
                    continue
                seen = suspect.tests and any(notices(copy, mutant, suspect.tests) for mutant in suspect.mutants)
                blind += [] if seen else [suspect.clause]
                sys.stdout.write(f"{'noticed ' if seen else 'SURVIVED'} {game} {suspect.clause}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{len(blind)} clauses whose tests saw none of {most} changes: {', '.join(blind)}\n")
    return bool(blind)


def _copied(copy: Path) -> Path:
    copy.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, copy / name)
    return copy


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT)]
    sys.exit(main())
