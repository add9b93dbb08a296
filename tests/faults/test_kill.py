"""Killed at any moment: each file is the old one or the new one, whole, and the next run leaves nothing stray.

The moments come from a seeded stream and are spread over the measured length of a run; half of the kills are
aimed at the time when files are written.
"""

import io
import itertools
import os
import shutil
import signal
import sys
import time

import kills
import pytest
from fault_tools import OTHER_DEMO, leftovers, plain, pnp_process, put_game, snapshot, trials
from support import CONTENT, DEMO

from pnp.export import changeover
from pnp.export.files import finish, write_folders
from pnp.play.seeds import stream

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill")

KILLED = -signal.SIGKILL


def assert_whole(before, now, old, new):
    """Check a folder after a kill: all files of one build, or what was there before."""
    files = {name: data for name, data in now.items() if not name.startswith(".pnp-")}
    assert files in (old, new, plain(before)), "a mix of two builds"


class Killing:
    """Two versions of the same output, and runs of either that are killed."""

    def __init__(self, server, output, requests, watch):
        self.server, self.output, self.requests = server, output, requests
        self.watch = [str(w) for w in watch]
        self.wholes = []
        self.seconds = self.staging = 0.0
        for request in self.requests * 2:
            done = self.complete(request)
            self.wholes.append(plain(snapshot(output)))
            self.seconds = max(self.seconds, done["seconds"])
            self.staging = max(self.staging, done["staging"])
        assert self.wholes[:2] == self.wholes[2:], "the same run gives the same files"
        assert self.wholes[0] != self.wholes[1]

    def complete(self, request):
        done = self.server.run(**request, watch=self.watch[0])
        assert done["code"] == 0, self.server.said()
        assert not leftovers(self.output)
        return done

    def run(self, name, kills, check, *, writing=0, between=0):
        """Kill runs of both versions in turn until enough were hit, so many while writing and between two renames."""
        moments = stream("kill-test", 1, name)
        hit = dirty = mixed = 0
        for number in itertools.count():
            assert number < 12 * kills, (
                f"of {number} runs {hit} were hit, {dirty} while writing, {mixed} between renames"
            )
            if hit >= kills and dirty >= writing and mixed >= between:
                break
            which = number % 2
            before = snapshot(self.output)
            if number % 4 < 2:
                moment = {"kill_at": moments.uniform() * self.seconds}
            else:
                moment = {"kill_after_staging": moments.uniform() * self.staging}
            done = self.server.run(**self.requests[which], watch=self.watch[moments.below(len(self.watch))], **moment)
            assert done["code"] in (0, KILLED), self.server.said()
            hit += done["code"] == KILLED
            if done["code"] == 0 and done["staging"] is not None:  # the machine has become faster
                self.seconds, self.staging = done["seconds"], done["staging"]
            now = snapshot(self.output)
            check(before, now, self.wholes[1 - which], self.wholes[which])
            dirty += bool(leftovers(self.output))
            mixed += in_place(now) not in self.wholes
            if number % 6 == 5:
                self.complete(self.requests[which])
                assert plain(snapshot(self.output)) == self.wholes[which]
        self.complete(self.requests[0])
        assert plain(snapshot(self.output)) == self.wholes[0]


def in_place(files):
    """Leave out what is hidden, folders too."""
    return {name: data for name, data in files.items() if not any(p.startswith(".pnp-") for p in name.split("/"))}


def by_folder(files):
    """Split the files of a tree by their folders."""
    folders = {}
    for name, data in files.items():
        folder, _, file = name.rpartition("/")
        folders.setdefault(folder, {})[file] = data
    return folders


def check_tree(before, now, old, new):
    before, now, old, new = (by_folder(in_place(files)) for files in (before, now, old, new))
    for folder in before:
        assert_whole(before[folder], now.get(folder, {}), old.get(folder, {}), new.get(folder, {}))


@pytest.fixture
def server(tmp_path):
    with trials(tmp_path) as started:
        yield started


@pytest.mark.parametrize(("number", "hits"), [(0, 16), (1, 8), (2, 8)])
def test_builds(server, number, hits):
    """As `make kills` does, but fewer: SIGKILL, SIGTERM and SIGHUP, one and two processes, with and without journal."""
    counts = kills.kill(server, kills.CASES[number], hits, seed=1)
    assert counts["writing"] >= hits // 8, counts


def test_writing_alone(server, tmp_path):
    """Many more kills of nothing but the writing, of two folders at once."""

    def request(mark, extra):
        files = {f"{name}.pdf": mark * 60_000 for name in ("one", "two", "three", "four", extra)}
        return {"folders": {str(tmp_path / "out" / folder): files for folder in ("x", "y")}}

    requests = [request("old ", "five"), request("new ", "six")]
    killing = Killing(server, tmp_path / "out", requests, [tmp_path / "out" / "x", tmp_path / "out" / "y"])
    killing.run("writing", 60, check_tree, writing=20)


STEPS = ("link", "unlink", "replace", "rename", "mkdir", "rmdir", "fsync", "open", "chown")


def write_until(step, folders, files, journal):
    """Write folders in a process of its own that is killed before the given call of the system; say if it was."""
    process = os.fork()
    if process == 0:
        calls = itertools.count(1)

        def counted(real):
            def call(*args, **more):
                if next(calls) == step:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*args, **more)

            return call

        try:
            if journal:
                changeover.can_exchange = lambda *_: False
            changeover.exchange = counted(changeover.exchange)
            io.open = counted(io.open)
            for name in STEPS:
                setattr(os, name, counted(getattr(os, name)))
            write_folders(dict.fromkeys(folders, files), clean=True)
        except BaseException:
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert code in (0, KILLED)
    return code == KILLED


@pytest.mark.parametrize("journal", [False, True], ids=["exchange", "journal"])
def test_a_kill_between_any_two_calls_of_the_system(tmp_path, journal):
    """Every step of writing two folders is the last one once."""
    old = {"a.pdf": b"old a", "b.pdf": b"old b", "gone.pdf": b"old c", "same.pdf": b"same"}
    new = {"a.pdf": b"new a", "b.pdf": b"new b", "come.pdf": b"new c", "same.pdf": b"same"}
    mine = {"my notes.txt": b"mine", "a.kept.pdf": b"my notes in a"}
    folders = [tmp_path / name for name in "xy"]
    seen = set()
    for step in itertools.count(1):
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        write_folders(dict.fromkeys(folders, old), clean=True)
        (folders[0] / "my notes.txt").write_bytes(b"mine")
        (folders[0] / "a.pdf").write_bytes(b"my notes in a")
        olds = [old | {"a.pdf": b"my notes in a", "my notes.txt": b"mine"}, old]
        news = [new | mine, new]
        killed = write_until(step, folders, new, journal)
        found = [plain(snapshot(folder)) for folder in folders]
        if journal:
            for folder in folders:
                finish(folder)
            found = [plain(snapshot(folder)) for folder in folders]
            assert not leftovers(tmp_path), "what was not put in place is gone, too"
        for files, before, after in zip(found, olds, news, strict=True):
            assert files in (before, after), (step, sorted(files))
        seen.add(tuple(files == after for files, after in zip(found, news, strict=True)))
        write_folders(dict.fromkeys(folders, new), clean=True)
        assert [plain(snapshot(folder)) for folder in folders] == news
        assert not leftovers(tmp_path)
        if not killed:
            break
    assert step > 40
    assert seen == {(False, False), (True, False), (True, True)}


def test_scenario_runs(server, tmp_path):
    for content, title in (("a", "One"), ("b", "Two")):
        shutil.copytree(CONTENT / "knowledge", tmp_path / content / "knowledge")
        text = (CONTENT / "knowledge" / "game.yaml").read_text("utf-8")
        (tmp_path / content / "knowledge" / "game.yaml").write_text(f"{text}\n# {title}\n", "utf-8")
    options = ["--seed", "5", "--players", "3", "--format", "json"]
    requests = [{"args": ["scenario", "knowledge", "--content", content, *options]} for content in "ab"]
    output = tmp_path / "output" / "knowledge" / "scenarios"

    def check(before, now, old, new):
        for name, data in plain(now).items():
            assert data in (old[name], new[name])
        assert plain(now).keys() == plain(before).keys()

    Killing(server, output, requests, [output]).run("scenario", 14, check)


def test_the_cache_of_scenarios(server, tmp_path):
    """A build that is killed while it keeps a scenario finds it whole the next time, or makes it anew."""
    cache = tmp_path / "cache"
    request = {
        "args": ["build", "knowledge", "--content", str(CONTENT), "--only", "scenarios"],
        "env": {"PNP_CACHE": str(cache)},
        "watch": str(cache / "scenarios"),
    }
    moments = stream("kill-test", 1, "cache")
    whole = server.run(**request)
    assert whole["code"] == 0, server.said()
    built, kept = plain(snapshot(tmp_path / "output")), snapshot(cache)
    for _ in range(4):
        shutil.rmtree(cache)
        server.run(**request, kill_after_staging=moments.uniform() * 0.01)
        assert plain(snapshot(cache)).items() <= kept.items()
    assert server.run(**request)["code"] == 0, server.said()
    assert snapshot(cache) == kept
    assert plain(snapshot(tmp_path / "output")) == built


def test_new_games(server, tmp_path):
    """A new game that was killed half-way can be started again under the same name."""
    folder = tmp_path / "content" / "g"
    whole = server.run(["new", "g"], watch=str(tmp_path / "content" / "schema"))
    wanted = snapshot(folder)
    shutil.rmtree(folder)
    moments = stream("kill-test", 1, "new")
    hit = 0
    for number in itertools.count():
        if number >= 20 and hit >= 10:
            break
        assert number < 120, f"only {hit} of {number} runs were hit"
        if number % 2:
            moment = {"kill_at": moments.uniform() * whole["seconds"]}
        else:
            moment = {"kill_after_staging": moments.uniform() * whole["staging"]}
        done = server.run(["new", "g"], watch=str(tmp_path / "content" / "schema"), **moment)
        hit += done["code"] == KILLED
        whole = done if done["code"] == 0 and done["staging"] is not None else whole
        there = plain(snapshot(folder))
        assert there.items() <= wanted.items()
        again = server.run(["new", "g"])
        if there == wanted:
            assert again["code"] == 1
            assert "already" in server.said()
        else:
            assert again["code"] == 0, server.said()
        assert snapshot(folder) == wanted
        assert not leftovers(tmp_path / "content" / "schema")
        shutil.rmtree(folder)


def test_whole_processes(tmp_path):
    """A few kills of real processes, from the start of the interpreter to the end."""
    put_game(tmp_path / "a" / "demo", DEMO)
    put_game(tmp_path / "b" / "demo", OTHER_DEMO)
    output = tmp_path / "output" / "demo" / "a4"
    wholes = {}
    for content in "ab":
        started = time.perf_counter()
        process = pnp_process("build", "demo", "--content", content, cwd=tmp_path)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        seconds = time.perf_counter() - started
        wholes[content] = plain(snapshot(output))
    moments = stream("kill-test", 1, "processes")
    for number in range(6):
        new, old = "ab" if number % 2 else "ba"
        before = snapshot(output)
        process = pnp_process("build", "demo", "--content", new, cwd=tmp_path)
        time.sleep(moments.uniform() * seconds)
        process.kill()
        process.communicate(timeout=60)
        assert_whole(before, snapshot(output), wholes[old], wholes[new])
    process = pnp_process("build", "demo", "--content", "a", cwd=tmp_path)
    process.communicate(timeout=60)
    assert plain(snapshot(output)) == wholes["a"]
    assert not leftovers(tmp_path)
