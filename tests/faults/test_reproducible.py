"""The same content, seed and options give the same bytes: in any folder, time zone, locale, and with any number of jobs."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from fault_tools import environment, plain, put_game, snapshot
from support import CONTENT, DEMO, ROOT

SMALL = ROOT / "tests" / "data" / "skerries"

HERE = {
    "folder": "here",
    "umask": 0o022,
    "jobs": "1",
    "content": "content",
    "env": {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", "HOME": "/nonexistent"},
}
ELSEWHERE = {
    "folder": "a much longer path/with späces (and more)",
    "umask": 0o077,
    "jobs": "2",
    "content": None,  # the whole path
    "env": {
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.ISO-8859-9",
        "LANG": "de_DE",
        "PYTHONHASHSEED": "4242",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "COLUMNS": "40",
        "USER": "somebody",
        "SOURCE_DATE_EPOCH": "soon",
    },
}
"""Two machines, as different as one machine can make them."""


class Machine:
    """A folder with games of its own, and a way of running pnp in it."""

    def __init__(self, root, traits, games, *, reverse):
        self.folder = root / traits["folder"]
        self.traits = traits
        self.folder.mkdir(parents=True)
        for game in games:
            copy_game(game, self.folder / "content" / game.name, reverse=reverse)

    def run(self, *args, jobs=False):
        """Run pnp; return what it printed."""
        content = self.traits["content"] or str(self.folder / "content")
        more = ["--jobs", self.traits["jobs"]] if jobs else []
        done = subprocess.run(
            [sys.executable, "-c", "from pnp.cli.main import main; main()", *args, "--content", content, *more],
            cwd=self.folder,
            capture_output=True,
            check=False,
            timeout=300,
            umask=self.traits["umask"],
            env=environment(PNP_CACHE=str(self.folder / "cache"), **self.traits["env"]),
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == b""
        return done.stdout

    def files(self):
        """Return everything that was written."""
        return plain(snapshot(self.folder / "output"))


def copy_game(source, target, *, reverse):
    """Copy a game's files in one order or the other, with other times."""
    files = sorted((p for p in source.rglob("*") if p.is_file()), reverse=reverse)
    for path in files:
        copied = target / path.relative_to(source)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)
        os.utime(copied, (0, 0) if reverse else None)


@pytest.fixture
def machines(tmp_path):
    def make(*games):
        first = Machine(tmp_path, HERE, games, reverse=False)
        second = Machine(tmp_path, ELSEWHERE, games, reverse=True)
        return first, second

    return make


def assert_same(first, second, names):
    """Check that two machines wrote the same files, and that none of them tells where it was made."""
    ours, theirs = first.files(), second.files()
    assert ours.keys() == theirs.keys()
    assert [name for name in ours if ours[name] != theirs[name]] == []
    for name in names:
        assert name in ours
    for data in ours.values():
        assert str(first.folder).encode() not in data
        assert str(ROOT).encode() not in data


def test_builds(machines, tmp_path):
    put_game(tmp_path / "demo", DEMO)
    first, second = machines(SMALL, tmp_path / "demo")
    for machine in (first, second):
        machine.run("build", "skerries", "demo", "--style", "lowink", jobs=True)
        machine.run("build", "demo", "--paper", "a3", "--paper", "letter", "--format", "svg", jobs=True)
    names = ("skerries/a4/print-me.pdf", "skerries/a4/rulebook.html", "demo/a4/map.pdf", "demo/letter/map-01.svg")
    assert_same(first, second, names)


def test_a_large_build_with_its_scenarios(machines, tmp_path):
    put_game(tmp_path / "demo", DEMO)
    first, second = machines(CONTENT / "knowledge", tmp_path / "demo")
    printed = [m.run("build", "all", "--json", jobs=True) for m in (first, second)]
    assert [len(game["files"]) > 2 for game in json.loads(printed[0])] == [True, True]
    assert printed[0] == json.dumps(json.loads(printed[1]), indent=1, ensure_ascii=False).encode() + b"\n"
    assert_same(first, second, ["knowledge/a4/scenarios.pdf", "knowledge/a4/print-me.pdf", "demo/a4/print-me.pdf"])
    assert snapshot(first.folder / "cache") == snapshot(second.folder / "cache")
    again = first.files()
    first.run("build", "all", jobs=True)
    assert first.files() == again, "scenarios from the cache are printed as fresh ones"


def test_scenarios_and_balance(machines):
    first, second = machines(CONTENT / "knowledge", CONTENT / "tempest")
    seeds = ["--seed", "6", "--count", "2", "--players", "3", "--quiet"]
    for machine in (first, second):
        machine.run("scenario", "knowledge", *seeds)
        machine.run("scenario", "tempest", "--seed", "42", "--day", "2", "--solutions")
        machine.run("scenario", "knowledge", *seeds, "--format", "yaml")
        machine.run("balance", "knowledge", "--games", "24", "--players", "3", jobs=True)
    names = ("scenarios/scenario-0006-players-3.json", "scenarios/scenario-0006-players-3.yaml", "balance/balance.pdf")
    solutions = "tempest/scenarios/scenario-0042-day-2-solutions.pdf"
    assert_same(first, second, [*(f"knowledge/{name}" for name in names), solutions])


def test_what_is_printed(machines):
    first, second = machines(CONTENT / "knowledge", SMALL)
    for command in (["list", "--json", "--cards"], ["check", "skerries", "--json"]):
        assert json.loads(first.run(*command)) == json.loads(second.run(*command))


def test_narrow_encodings_lose_no_data(machines):
    """A terminal that cannot show a dash still gets the list, and programs get everything."""
    first, _ = machines(CONTENT / "knowledge")
    whole = json.loads(first.run("list", "--json", "--cards"))
    first.traits = {**first.traits, "env": {**first.traits["env"], "PYTHONIOENCODING": "latin-1"}}
    assert b"2\\u20135 players" in first.run("list")
    assert json.loads(first.run("list", "--json", "--cards")) == whole
