"""Memory that runs out is a fault in words with exit code 1, wherever it happens; nothing is half written."""

import errno
import subprocess
import sys

import pytest
from fault_tools import environment, leftovers, put_game, snapshot
from support import CONTENT, DEMO

from pnp import pipeline
from pnp.cli.main import main
from pnp.export import changeover, files
from pnp.run import parallel
from pnp.run.memory import SHORT, is_short_of_memory

pytest.importorskip("resource")

LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_AS, ({0}, {0}))\n"


def limited(folder, mebibytes, *args):
    """Run pnp in so much address space beyond what the interpreter has when it starts."""
    first = "import os\nown = int(open('/proc/self/statm').read().split()[0]) * os.sysconf('SC_PAGE_SIZE')\n"
    script = first + LIMITED.format(f"own + {mebibytes * 1024 * 1024}") + "from pnp.__main__ import run\nrun()\n"
    return subprocess.run(
        [sys.executable, "-c", script, *args],
        cwd=folder,
        env=environment(PNP_CACHE=str(folder / "cache")),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and other systems do not hold to the limit")
@pytest.mark.parametrize("mebibytes", [3, 12, 20, 28, 36])
def test_builds_with_little_memory(tmp_path, mebibytes):
    """From too little to load pnp to nearly enough; with two processes, each of them may be the one that lacks it."""
    for jobs in "12":
        done = limited(
            tmp_path, mebibytes, "build", "knowledge", "terrain", "--content", str(CONTENT), "--jobs", jobs, "-q"
        )
        assert done.returncode == 1, done.stderr
        assert SHORT in done.stderr or "perhaps there was not enough memory" in done.stderr
        assert "Traceback" not in done.stderr
        assert done.stderr.endswith("nothing was written\n")
        assert done.stdout == ""
    assert not (tmp_path / "output").exists()


def test_where_it_lacks_is_named(pnp, make_game, monkeypatch, tmp_path):
    make_game()
    assert pnp("build demo")[0] == 0
    before = snapshot(tmp_path / "output")
    put_game(tmp_path / "content" / "demo", {"game.yaml": DEMO["game.yaml"].replace("Demo", "Other")})

    def greedy(*_, **__):
        raise MemoryError

    monkeypatch.setattr(pipeline, "_export", greedy)
    code, out, errors = pnp("build demo --paper letter")
    assert (code, out) == (1, "")
    assert errors.startswith(
        "content/demo/game.yaml:1:1: error[memory]: there is not enough memory to build 'demo' for letter\n"
    )
    assert "ulimit -v" in errors
    assert errors.endswith("1 error; nothing was written\n")
    assert snapshot(tmp_path / "output") == before


@pytest.mark.parametrize("moment", ["hash_of", "read_manifest", "write_new"])
def test_while_writing(make_game, monkeypatch, tmp_path, capfd, moment):
    make_game()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="0"):
        main(["build", "demo"])
    before = snapshot(tmp_path / "output")
    put_game(tmp_path / "content" / "demo", {"game.yaml": DEMO["game.yaml"].replace("Demo", "Other")})

    def greedy(*_):
        raise MemoryError

    monkeypatch.setattr(changeover if moment == "write_new" else files, moment, greedy)
    capfd.readouterr()
    with pytest.raises(SystemExit, match="1"):
        main(["build", "demo"])
    assert capfd.readouterr().err.startswith("error[memory]: there is not enough memory for: pnp build demo\n")
    assert snapshot(tmp_path / "output") == before
    assert not leftovers(tmp_path)


def greedy(number):
    if number == 2:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")
    return number


class Heavy:
    """A result that cannot be sent."""

    def __reduce__(self):
        raise MemoryError


def heavy(number):
    return Heavy() if number == 2 else number


@pytest.mark.parametrize("function", [greedy, heavy])
def test_workers_say_it_too(function):
    results = parallel.run_parallel(function, range(5), 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(MemoryError):
        next(results)
    results.close()


@pytest.mark.parametrize(
    ("error", "short"),
    [
        (MemoryError(), True),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), True),
        (ImportError("x.so: failed to map segment from shared object"), True),
        (RuntimeError("can't start new thread"), True),
        (OSError(errno.ENOSPC, "No space left on device"), False),
        (ImportError("No module named 'x'"), False),
        (RuntimeError("x"), False),
    ],
)
def test_what_means_that_memory_is_short(error, short):
    assert is_short_of_memory(error) == short
