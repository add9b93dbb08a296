"""The arrows: who may import whom, who reads, who writes, who prints, and what a start costs."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import ROOT

PACKAGE = ROOT / "pnp"
MODULES = sorted(PACKAGE.rglob("*.py"))

LEVELS = {
    "pnp": 0,
    "pnp.diagnostics": 0,
    "pnp.geometry": 0,
    "pnp.limits": 0,
    "pnp.printing": 0,
    "pnp.context": 1,
    "pnp.model": 1,
    "pnp.model_play": 2,
    "pnp.words": 1,
    "pnp.run": 2,
    "pnp.load": 3,
    "pnp.draw": 4,
    "pnp.play": 5,
    "pnp.rules": 6,
    "pnp.engine": 7,
    "pnp.games": 7,
    "pnp.sheets": 8,
    "pnp.export": 9,
    "pnp.starter": 4,
    "pnp.scaffold": 10,
    "pnp.pipeline": 11,
    "pnp.workers": 12,
    "pnp.pipeline_play": 12,
    "pnp.doctor": 12,
    "pnp.cli": 13,
    "pnp.__main__": 14,
}
"""Everything may import what stands lower, and its own package."""


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def unit(module: str) -> str:
    """Return the package or module that a level stands for: pnp.load.game → pnp.load, pnp.model → pnp.model."""
    return ".".join(module.split(".")[:2])


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of every pnp module that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "pnp")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: relative import"
            if (node.module or "").split(".")[0] == "pnp":
                names = [f"{node.module}.{a.name}" for a in node.names]
                known = [n for n in names if (ROOT / Path(*n.split("."))).with_suffix(".py").is_file()]
                yield from ((node.lineno, name) for name in known or [node.module])


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_one_way(path):
    here = unit(module_name(path))
    assert here in LEVELS, f"{here} has no place among the levels"
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for line, name in imports(path)
        if unit(name) != here and LEVELS.get(unit(name), 99) >= LEVELS[here]
    ]
    assert not wrong


def cycles(graph: dict[str, set[str]]) -> set[tuple[str, ...]]:
    """Return the groups of modules that reach each other."""
    reached = {}
    for start in graph:
        found, waiting = set(), [start]
        while waiting:
            new = graph.get(waiting.pop(), set()) - found
            found |= new
            waiting.extend(new)
        reached[start] = found
    return {
        tuple(sorted(other for other in reached[module] if module in reached.get(other, ())))
        for module in graph
        if module in reached[module]
    }


def test_no_modules_need_each_other():
    """Imports inside of functions count, and what only a type checker reads."""
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"d"}}) == {("b", "c"), ("d",)}
    graph = {module_name(path): {name for _, name in imports(path)} for path in MODULES}
    assert cycles(graph) == set()


ROOMS = ("content", "play", "print")


def test_the_rooms_of_a_game_are_in_order():
    """Each room may import those before it: content, play, print."""
    found = set()
    for path in (PACKAGE / "games").rglob("*.py"):
        here = module_name(path)
        own = here.split(".")
        for _, name in imports(path):
            other = name.split(".")
            if len(own) > 3 and len(other) > 3 and own[:3] == other[:3] and ROOMS.index(other[3]) > ROOMS.index(own[3]):
                found.add((here, name))
    assert not found


def test_games_do_not_import_each_other():
    wrong = []
    for path in (PACKAGE / "games").rglob("*.py"):
        own = module_name(path).split(".")[2:3]
        wrong += [
            f"{path.relative_to(ROOT)}:{line} imports {name}"
            for line, name in imports(path)
            if name.startswith("pnp.games.") and name.split(".")[2:3] != own
        ]
    assert not wrong


def test_shared_code_names_no_game():
    """A new game touches only folders of its own; the command line's examples may name one."""
    games = {path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file()}
    assert games
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} names {node.value}"
        for path in MODULES
        if unit(module_name(path)) != "pnp.games"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in games
    ]
    assert not found


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of every call of a function or method."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            yield node.lineno, name


READS = {"open", "read_text", "read_bytes"}
WRITES = {"write_text", "write_bytes", "mkdir", "unlink", "rename", "rmdir", "symlink_to", "touch", "rmtree"}
READERS = {
    "pnp/draw/icons.py",  # icon files, of the game and of the library
    "pnp/draw/pictures.py",  # picture files of the game
    "pnp/scaffold.py",  # the templates of a new game, and the game to copy
    "pnp/export/cache.py",  # scenarios that it kept itself
    "pnp/export/changeover.py",  # what it writes itself, and the journal of a killed run
    "pnp/export/locks.py",  # opens the folder or the file that it locks
    "pnp/export/manifest.py",  # the list of files that an earlier build wrote, and those files
    "pnp/rules/coverage.py",  # looks for clause ids in code and tests
}


def test_only_load_reads_content():
    found = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if unit(module_name(path)) != "pnp.load"
        for _, name in calls(path)
        if name in READS
    }
    assert found <= READERS, sorted(found - READERS)


def test_only_export_writes_files():
    found = {
        f"{path.relative_to(ROOT).as_posix()}:{line}: {name}"
        for path in MODULES
        if unit(module_name(path)) != "pnp.export"
        for line, name in calls(path)
        if name in WRITES
    }
    assert not found


def test_only_the_command_line_prints():
    """A door's hook may be called print; the function of that name stands alone."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in MODULES
        if unit(module_name(path)) != "pnp.cli"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split("(")[0] in ("print", "click.echo", "click.secho")
    ]
    assert not found


def loaded_by(code: str, *, site: bool = True) -> set[str]:
    """Return the modules that a fresh interpreter has loaded after running the code."""
    script = f"import sys\n{code}\nprint('\\n'.join(sorted(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    return {name.split(".")[0] for name in done.stdout.split()}


HEAVY = {
    "reportlab",
    "jinja2",
    "svgwrite",
    "msgspec",
    "fontTools",
    "uharfbuzz",
    "brotli",
    "PIL",
    "yaml",
    "multiprocessing",
    "hashlib",
}


def test_help_loads_nothing_heavy():
    assert not loaded_by("import pnp.cli.main") & HEAVY


def test_building_simple_cards_needs_neither_jinja_nor_svg(make_game, tmp_path):
    code = (
        "from pnp.pipeline import BuildOrder, build\nfrom pathlib import Path\n"
        "from pnp.geometry import parse_paper\nfrom pnp.sheets.sheet import PrintOptions\n"
        f"build(BuildOrder(Path({str(make_game())!r}), 'demo', PrintOptions(parse_paper('a4')), ('cards',), 'pdf'))"
    )
    assert not loaded_by(code) & {"jinja2", "svgwrite", "fontTools", "uharfbuzz"}


ALLOWED_AT_TOP = {
    "reportlab": set(),
    "svgwrite": {"pnp/export/svg.py"},
    "jinja2": {f"pnp/load/{name}.py" for name in ("jinja", "sandbox", "filters", "closures")},
}


@pytest.mark.parametrize("library", ["reportlab", "svgwrite", "jinja2", "fontTools", "uharfbuzz", "brotli", "PIL"])
def test_heavy_libraries_are_imported_late(library):
    found = set()
    for path in MODULES:
        for node in ast.parse(path.read_text("utf-8")).body:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == library for name in names):
                found.add(path.relative_to(ROOT).as_posix())
    assert found <= ALLOWED_AT_TOP.get(library, set())
