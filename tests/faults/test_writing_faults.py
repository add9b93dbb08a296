"""Disks that are full, read-only, gone or busy: a clear error, nothing lost, and the next run puts all right."""

import errno
import io
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fault_tools import OTHER_DEMO, environment, leftovers, plain, put_game, snapshot
from support import CONTENT, DEMO

from pnp.cli.main import main
from pnp.diagnostics import Problems, Report
from pnp.export import changeover, files, locks
from pnp.export.files import write_folders

OLD = {"a.pdf": b"old a" * 1000, "b.pdf": b"old b" * 1000, "gone.pdf": b"old c" * 1000}
NEW = {"a.pdf": b"new a" * 900, "b.pdf": b"new b" * 900, "come.pdf": b"new c" * 900}


@pytest.fixture(params=["exchange", "journal"])
def system(request, monkeypatch):
    """A system that can exchange folders in one step, and one that cannot."""
    if request.param == "journal":
        monkeypatch.setattr(changeover, "can_exchange", lambda *_: False)
    return request.param


@pytest.fixture
def two(tmp_path, system):
    """Two folders with the files of an earlier build, and a file of the user's own."""
    folders = [tmp_path / "out" / name for name in ("x", "y")]
    write_folders(dict.fromkeys(folders, OLD), clean=True)
    (folders[0] / "mine.pdf").write_bytes(b"the user's own")
    return folders


class FailAt:
    """Stands in for a function of the system and fails at one call, or from one call on."""

    def __init__(self, real, number, code, *, on=False):
        self.real, self.number, self.code, self.on = real, number, code, on
        self.calls = 0
        self.failed = False

    def __call__(self, *args, **kwargs):
        self.calls += 1
        if self.calls == self.number or (self.on and self.calls > self.number):
            self.failed = True
            raise OSError(self.code, os.strerror(self.code))
        return self.real(*args, **kwargs)


def patched(monkeypatch, what, number, code, **more):
    owner, name = {
        "open": (io, "open"),
        "fsync": (os, "fsync"),
        "mkdir": (os, "mkdir"),
        "rename": (os, "replace"),
        "remove": (os, "unlink"),
    }[what]
    failing = FailAt(getattr(owner, name), number, code, **more)
    monkeypatch.setattr(owner, name, failing)
    return failing


def put_right(folders):
    """Check that the next run ends as if nothing had happened."""
    write_folders(dict.fromkeys(folders, NEW), clean=True)
    for folder in folders:
        assert {n: d for n, d in plain(snapshot(folder)).items() if n != "mine.pdf"} == NEW
        assert not leftovers(folder)
    assert (folders[0] / "mine.pdf").read_bytes() == b"the user's own"


@pytest.mark.parametrize("on", [False, True], ids=["once", "for-good"])
@pytest.mark.parametrize("what", ["open", "fsync"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_every_write_may_fail_and_nothing_is_replaced(two, monkeypatch, what, code, on):
    before = [snapshot(folder) for folder in two]
    for number in itertools.count(1):
        with monkeypatch.context() as patch:
            failing = patched(patch, what, number, code, on=on)
            try:
                write_folders(dict.fromkeys(two, NEW), clean=True)
            except Problems as problems:
                (fault,) = problems.diagnostics
                assert fault.code == "write"
                assert os.strerror(code) in fault.message
                assert str(two[0]) in fault.message or str(two[1]) in fault.message
            else:
                if not failing.failed:
                    break
                patch.undo()
                for folder in two:  # it was only about putting the old files away
                    assert {n: d for n, d in plain(snapshot(folder)).items() if n != "mine.pdf"} == NEW
                write_folders(dict.fromkeys(two, OLD), clean=True)
        assert [snapshot(folder) for folder in two] == before
        assert not leftovers(two[0].parent)
    assert number > len(NEW) * 2 + 4, "every file, the list and the journal of either folder"
    put_right(two)


@pytest.mark.parametrize("on", [False, True], ids=["once", "for-good"])
@pytest.mark.parametrize("system", ["journal"], indirect=True)
def test_every_rename_may_fail_and_all_is_taken_back_or_told(two, monkeypatch, on):
    outcomes = set()
    for number in itertools.count(1):
        for folder in two:
            shutil.rmtree(folder)
        write_folders(dict.fromkeys(two, OLD), clean=True)
        (two[0] / "mine.pdf").write_bytes(b"the user's own")
        before = [snapshot(folder) for folder in two]
        told = []
        with monkeypatch.context() as patch:
            failing = patched(patch, "rename", number, errno.EIO, on=on)
            try:
                write_folders(dict.fromkeys(two, NEW), clean=True, written=told.append)
            except Problems as problems:
                (fault,) = problems.diagnostics
            else:
                assert not failing.failed
                break
        new = [folder / n for folder in two for n, d in NEW.items() if snapshot(folder).get(n) == d]
        outcomes.add(len(new))
        assert told == [folder for folder in two if any(path.parent == folder for path in new)]
        if new:
            said_new, said_old = fault.hint.removesuffix("; pnp tries again when it comes there next").split(
                "; still as before: "
            )
            assert said_new == "new: " + files._by_folder(new)
            assert said_old == files._by_folder([f / n for f in two for n in NEW if f / n not in new])
            for folder in two:
                files.finish(folder)
                now = {n: d for n, d in plain(snapshot(folder)).items() if n != "mine.pdf"}
                assert now in (OLD, NEW), "any run that comes there finishes it"
        else:
            assert [snapshot(folder) for folder in two] == before
        assert not leftovers(two[0].parent)
    assert outcomes == ({*range(len(NEW) * 2 + 1)} if on else {0})
    put_right(two)


@pytest.mark.parametrize("system", ["exchange"], indirect=True)
def test_a_folder_that_cannot_be_exchanged_after_all_changes_over_by_journal(two, monkeypatch):
    """As mount points do, which look like any folder until then."""
    failing = FailAt(changeover.exchange, 2, errno.EBUSY)
    monkeypatch.setattr(changeover, "exchange", failing)
    inodes = [folder.stat().st_ino for folder in two]
    put_right(two)
    assert failing.failed
    assert [folder.stat().st_ino == inode for folder, inode in zip(two, inodes, strict=True)] == [False, True]


@pytest.mark.parametrize("system", ["exchange"], indirect=True)
def test_a_folder_that_was_exchanged_is_taken_back_when_the_next_one_fails(two, monkeypatch):
    before = [snapshot(folder) for folder in two]
    with monkeypatch.context() as patch:
        patch.setattr(changeover, "exchange", FailAt(changeover.exchange, 2, errno.EBUSY))
        patched(patch, "rename", 3, errno.EIO)
        with pytest.raises(Problems, match="Input/output error"):
            write_folders(dict.fromkeys(two, NEW), clean=True)
    assert [snapshot(folder) for folder in two] == before
    assert not leftovers(two[0].parent)
    put_right(two)


def test_old_files_that_cannot_be_removed_go_with_the_next_run(two, monkeypatch):
    with monkeypatch.context() as patch:
        failing = patched(patch, "remove", 1, errno.EBUSY, on=True)
        write_folders(dict.fromkeys(two, NEW), clean=True)
    assert failing.failed
    for folder in two:
        assert {n: d for n, d in plain(snapshot(folder)).items() if n != "mine.pdf"} == NEW
    assert leftovers(two[0].parent)
    put_right(two)
    assert not leftovers(two[0].parent)


@pytest.mark.parametrize("system", ["journal"], indirect=True)
def test_a_file_that_another_program_has_open(two, monkeypatch):
    """As on Windows, where an open file can be neither replaced nor renamed."""
    before = [snapshot(folder) for folder in two]
    real = os.replace, os.rename

    def refuse(function):
        def call(one, other, **more):
            if "b.pdf" in (Path(one).name, Path(other).name) and Path(one).parent == two[1]:
                raise PermissionError(errno.EACCES, "being used by another process", str(other))
            function(one, other, **more)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse(real[0]))
        patch.setattr(os, "rename", refuse(real[1]))
        with pytest.raises(Problems, match=r"y: being used by another process \(b\.pdf\)") as caught:
            write_folders(dict.fromkeys(two, NEW), clean=True)
    assert "close the program that has a file of it open" in caught.value.diagnostics[0].hint
    assert [snapshot(folder) for folder in two] == before
    put_right(two)


def test_folders_that_cannot_be_made(tmp_path, monkeypatch):
    folders = [tmp_path / "out" / "game" / paper for paper in ("a4", "letter")]
    for number in range(1, 5):
        with monkeypatch.context() as patch:
            patched(patch, "mkdir", number, errno.EACCES, on=True)
            with pytest.raises(Problems, match="Permission denied"):
                write_folders(dict.fromkeys(folders, NEW))
        assert not (tmp_path / "out").exists(), "no empty folders stay behind"
    patched(monkeypatch, "mkdir", 7, errno.EACCES, on=True)  # four parents and folders that are there by then
    write_folders(dict.fromkeys(folders, NEW))  # folders beside are only wished for
    assert [plain(snapshot(folder)) for folder in folders] == [NEW, NEW]


def test_the_real_limit_of_a_disk(tmp_path):
    """The kernel itself refuses to go on in the middle of a file."""
    pytest.importorskip("resource")
    put_game(tmp_path / "content" / "demo", DEMO)
    assert run(tmp_path, "build", "demo").returncode == 0
    before = snapshot(tmp_path / "output")
    put_game(tmp_path / "content" / "demo", OTHER_DEMO)
    small_files = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))"
    done = run(tmp_path, "build", "demo", first=small_files)
    assert done.returncode == 1
    assert "cannot write to output/demo/a4" in done.stderr
    assert done.stderr.endswith("1 error; nothing was written\n")
    assert snapshot(tmp_path / "output") == before
    assert run(tmp_path, "build", "demo").returncode == 0
    assert not leftovers(tmp_path)


def run(folder, *args, first="pass"):
    command = [sys.executable, "-c", f"{first}\nfrom pnp.cli.main import main; main()", *args]
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=60, check=False
    )


MOUNT = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec"]


@pytest.fixture
def mountable(tmp_path):
    """Skip where a test may not mount a disk of its own."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare on this system")
    (tmp_path / "probe").mkdir()
    done = subprocess.run([*MOUNT, f"mount -t tmpfs none {tmp_path}/probe"], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("mounting is not permitted here; failing writers are tested in any case")


@pytest.mark.parametrize(
    ("options", "change", "says"),
    [
        ("size=256k", "head -c 150000 /dev/zero > output/ballast", "the disk is full; nothing was replaced"),
        ("size=4m", "mount -o remount,ro output", "the disk is read-only"),
        ("size=4m,nr_inodes=12", "true", "the disk is full; nothing was replaced"),
    ],
)
def test_a_real_small_disk(tmp_path, mountable, options, change, says):
    put_game(tmp_path / "a" / "demo", DEMO)
    put_game(tmp_path / "b" / "demo", OTHER_DEMO)
    (tmp_path / "output").mkdir()
    pnp = f"{sys.executable} -c 'from pnp.cli.main import main; main()'"
    script = f"""
        cd {tmp_path}
        mount -t tmpfs -o {options} none output
        {pnp} build demo --content a -q
        {change}
        cp -r output before
        {pnp} build demo --content b && exit 99 || echo "code $?" >&2
        diff -r before output
        find output -name '*.tmp' >&2
    """
    done = subprocess.run([*MOUNT, script], env=environment(), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert says in done.stderr
    assert done.stderr.endswith("1 error; nothing was written\ncode 1\n")


# ------------------------------------------------------------ the command line


@pytest.fixture
def pnp(tmp_path, monkeypatch, capsys):
    """Run the command line in a folder with the demo game; return exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    put_game(tmp_path / "content" / "demo", DEMO)

    def run(*args):
        with pytest.raises(SystemExit) as ended:
            main(list(args))
        said = capsys.readouterr()
        return ended.value.code or 0, said.out, said.err

    return run


TWO_PAPERS = ("build", "demo", "--paper", "a4", "--paper", "letter")


@pytest.mark.parametrize("blocked", ["a4", "letter"])
def test_one_blocked_folder_stops_all(pnp, tmp_path, blocked):
    assert pnp(*TWO_PAPERS)[0] == 0
    shutil.rmtree(tmp_path / "output" / "demo" / blocked)
    (tmp_path / "output" / "demo" / blocked).write_text("I am a file")
    before = snapshot(tmp_path / "output")
    put_game(tmp_path / "content" / "demo", OTHER_DEMO)
    code, out, errors = pnp(*TWO_PAPERS)
    assert (code, out) == (1, "")
    assert f"cannot write to output/demo/{blocked}" in errors
    assert "the path is a file" in errors
    assert errors.endswith("1 error; nothing was written\n")
    assert snapshot(tmp_path / "output") == before


def test_a_rename_that_fails_half_way_is_told_as_it_is(pnp, tmp_path, monkeypatch):
    assert pnp(*TWO_PAPERS)[0] == 0
    put_game(tmp_path / "content" / "demo", OTHER_DEMO)
    monkeypatch.setattr(changeover, "can_exchange", lambda *_: False)
    patched(monkeypatch, "rename", 3, errno.EIO, on=True)
    code, _, errors = pnp(*TWO_PAPERS)
    assert code == 1
    assert "hint: new: deck.pdf in output/demo/a4; still as before: plan.pdf" in errors
    assert errors.endswith("1 error; new files are in output/demo/a4\n")
    assert "nothing was written" not in errors


@pytest.mark.parametrize(
    "command",
    [
        ["build", "demo"],
        ["schema", "--out", "output"],
        ["scenario", "knowledge", "--content", "shipped", "--seed", "6", "--players", "3", "--format", "json"],
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("fault", ["file", "below-a-file", "dangling-link", "full", "read-only"])
def test_every_command_tells_where_it_cannot_write(pnp, tmp_path, monkeypatch, command, fault):
    out = tmp_path / "output"
    if fault == "file":
        out.write_text("I am a file")
    elif fault == "below-a-file":
        out.write_text("I am a file")
        command = [*command, "--out", "output/deep/below"]
    elif fault == "dangling-link":
        out.symlink_to("nowhere")
    elif fault == "full":
        patched(monkeypatch, "fsync", 1, errno.ENOSPC, on=True)
    else:
        monkeypatch.setattr(changeover, "write_new", FailAt(changeover.write_new, 1, errno.EROFS, on=True))
    code, output, errors = pnp(*command)
    assert (code, output) == (1, "")
    assert errors.startswith("error[write]: cannot write to ")
    assert "hint" in errors
    assert errors.endswith("1 error; nothing was written\n")
    if fault in ("file", "below-a-file"):
        assert out.read_text() == "I am a file"
    else:
        assert not out.exists()


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(pnp, tmp_path):
    out = tmp_path / "output"
    out.mkdir()
    out.chmod(0o500)
    try:
        code, _, errors = pnp("build", "demo")
    finally:
        out.chmod(0o700)
    assert code == 1
    assert "Permission denied" in errors
    assert "choose a folder you may write to with --out" in errors


def test_folders_that_are_links_are_the_users_choice(pnp, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "output").symlink_to("elsewhere")
    assert pnp("build", "demo")[0] == 0
    assert (tmp_path / "elsewhere" / "demo" / "a4" / "print-me.pdf").is_file()
    (tmp_path / "output" / "demo" / "letter").symlink_to("a4")  # one folder under two names is not busy
    assert pnp(*TWO_PAPERS)[0] == 0
    assert not leftovers(tmp_path)


# --------------------------------------------------------- two runs at once

WRITER = """
import sys
from pathlib import Path
from pnp.export import locks as module
from pnp.export.files import write_folders
module.PATIENCE = 60
mark, *folders = sys.argv[1:]
files = {f"{n}.pdf": (mark * 50_000).encode() for n in range(6)} | {f"only-{mark}.pdf": mark.encode()}
for _ in range(12):
    write_folders({Path(folder): files for folder in folders}, clean=True)
"""


def test_two_runs_into_one_folder_take_turns(tmp_path):
    folders = [str(tmp_path / name) for name in "xyz"]
    command = [sys.executable, "-c", WRITER]
    running = [
        subprocess.Popen([*command, mark, *order], env=environment(), stderr=subprocess.PIPE, text=True)
        for mark, order in (("A", folders), ("B", folders[::-1]), ("C", folders[1:]))
    ]
    for process in running:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    for folder in folders:
        found = plain(snapshot(Path(folder)))
        assert len({data[:1] for data in found.values()}) == 1, "the files of one run, not of several"
        assert len(found) == 7
    assert not leftovers(tmp_path)


HOLDER = """
import sys, time
from pathlib import Path
from pnp.export import changeover, files
def hold(path, data):
    path.write_bytes(data[:3])
    print("staging", flush=True)
    time.sleep(60)
changeover.write_new = hold
files.write_files(Path(sys.argv[1]), {"a.pdf": b"half a file"})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks")
def test_a_busy_folder_is_told_and_free_again_when_the_other_is_killed(two, monkeypatch):
    before = plain(snapshot(two[0]))
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(two[0])], env=environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout.readline() == "staging\n"
        monkeypatch.setattr(locks, "PATIENCE", 0.1)
        with pytest.raises(Problems) as caught:
            write_folders(dict.fromkeys(two, NEW), clean=True)
        (fault,) = caught.value.diagnostics
        assert fault.code == "busy"
        assert fault.message == f"another pnp is writing to {two[0]}"
        assert "wait until it is done" in fault.hint
        assert plain(snapshot(two[0])) == before
        assert len(leftovers(two[0])) == 1, "the file of the other one is not swept"
    finally:
        other.kill()
        other.communicate()
    put_right(two)


def test_systems_without_locks_still_write(two, monkeypatch):
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", FailAt(fcntl.flock, 1, errno.ENOLCK, on=True))
    put_right(two)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    put_right(two)


# ---------------------------------------------------------------- the cache


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "scenarios"


@pytest.fixture
def kept(knowledge, cache):
    """A cache that holds one scenario, and how to ask for it."""
    from pnp.export.cache import ScenarioCache

    scenario = {"seed": 5, "deal": [[1, 2], ["é", None]], "content": knowledge.hash}
    ScenarioCache().put(knowledge, 5, {"players": 3}, scenario)
    assert ScenarioCache().get(knowledge, 5, {"players": 3}) == scenario
    return lambda: ScenarioCache().get(knowledge, 5, {"players": 3})


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"[1, 2]", b"[1, 3]"),
        lambda data: b"[" * 100_000,
        lambda data: b"\xff" * 100,
        lambda data: b"{}",
        lambda data: data.partition(b"\n")[2],
        lambda data: data.swapcase(),
    ],
)
def test_a_damaged_scenario_is_forgotten(kept, cache, damage):
    (path,) = cache.iterdir()
    path.write_bytes(damage(path.read_bytes()))
    assert kept() is None


@pytest.mark.parametrize("kind", ["fifo", "link", "device", "folder", "huge"])
def test_only_a_plain_file_of_the_cache_is_read(kept, cache, tmp_path, kind):
    (path,) = cache.iterdir()
    data = path.read_bytes()
    path.unlink()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "link":
        (tmp_path / "elsewhere").write_bytes(data)
        path.symlink_to(tmp_path / "elsewhere")
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(10**9)
    assert kept() is None


FORGED = {
    "deep": lambda s: b'{"a": ' + b'["]",' * 40_000,
    "not a mapping": lambda s: b"[1]",
    "another seed": lambda s: json.dumps({**s, "seed": 7}).encode(),
    "another deal": lambda s: json.dumps({**s, "goals": s["goals"][::-1]}).encode(),
    "poor for no reason": lambda s: json.dumps({"passed over": "so"}).encode(),
    "no verdicts": lambda s: json.dumps({**s, "verdicts": {}}).encode(),
    "a broken rating": lambda s: json.dumps({**s, "rating": [1]}).encode(),
    "a witness that cheats": lambda s: json.dumps({**s, "witness": {"actions": [{"do": "fly"}]}}).encode(),
    "too little": lambda s: b"{}",
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_scenario_with_a_right_checksum_is_made_anew(cache, tmp_path, kind):
    from hashlib import sha256

    from pnp.export.cache import ScenarioCache
    from pnp.load.game import load_or_raise
    from pnp.play.orders import ordered_scenarios

    shutil.copytree(CONTENT / "knowledge", tmp_path / "content" / "knowledge")
    file = tmp_path / "content" / "knowledge" / "game.yaml"
    file.write_text(
        file.read_text("utf-8").split("\nscenarios:")[0] + "\nscenarios: [{seed: 6, options: {players: 3}}]\n"
    )
    game, said = load_or_raise(tmp_path / "content", "knowledge"), []
    first = ordered_scenarios(game, ScenarioCache(), Report(), said.append)
    assert ordered_scenarios(game, ScenarioCache(), Report(), said.append) == first
    assert len(said) == 1
    (path,) = cache.iterdir()
    forged = FORGED[kind](first[0].record())
    path.write_bytes(sha256(forged).hexdigest().encode() + b"\n" + forged)
    assert ordered_scenarios(game, ScenarioCache(), Report(), said.append) == first
    assert len(said) == 2
    assert ordered_scenarios(game, ScenarioCache(), Report(), said.append) == first
    assert len(said) == 2


def test_a_kept_scenario_is_believed_without_trial_games(knowledge, monkeypatch):
    from pnp.export.cache import ScenarioCache
    from pnp.play.orders import ordered_scenarios

    said, tried = [], []
    first = ordered_scenarios(knowledge, ScenarioCache(), Report(), said.append)
    said.clear()
    for module in ("checks", "certificate"):
        monkeypatch.setattr(f"pnp.games.knowledge.play.{module}.try_deal", lambda *_: tried.append(1))
    assert ordered_scenarios(knowledge, ScenarioCache(), Report(), said.append) == first
    assert said == tried == []


def test_other_content_or_options_are_other_scenarios(kept, knowledge):
    from pnp.export.cache import ScenarioCache

    assert ScenarioCache().get(knowledge, 6, {"players": 3}) is None
    assert ScenarioCache().get(knowledge, 5, {"players": 4}) is None
    assert ScenarioCache().get(knowledge, 5, {}) is None


@pytest.mark.parametrize("fault", ["file", "full", "folder-in-the-way", "homeless"])
def test_a_cache_that_cannot_be_used_is_no_fault(knowledge, cache, tmp_path, monkeypatch, fault):
    from pnp.export.cache import ScenarioCache

    if fault == "file":
        (tmp_path / "cache").write_text("I am a file")
    elif fault == "full":
        patched(monkeypatch, "fsync", 1, errno.ENOSPC, on=True)
    elif fault == "folder-in-the-way":
        ScenarioCache().put(knowledge, 5, {}, {"seed": 5})
        (path,) = cache.iterdir()
        path.unlink()
        path.mkdir()
    else:
        monkeypatch.delenv("PNP_CACHE")
        monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
        monkeypatch.setattr(Path, "home", homeless)
    ScenarioCache().put(knowledge, 5, {}, {"seed": 5})
    assert ScenarioCache().get(knowledge, 5, {}) is None


def homeless():
    raise RuntimeError("Could not determine home directory.")
