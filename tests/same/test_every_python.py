"""Same bytes on every Python of this machine: builds, rules, scenarios and balance reports of all games.

`make test` does a short day's work with each Python that `make pythons` has got ready; `make pythons` a long one.
"""

import os
import subprocess
import warnings
from pathlib import Path

import pytest
from pythons import ROOT, Interpreter, _runs, interpreters, ready
from work import GAMES, LONG, SHORT

LENGTH = os.environ.get("PNP_SAME", "short")


def do(program: str, out: Path) -> dict[str, bytes]:
    """Do the work with a Python; return everything it wrote."""
    line = [program, "-W", "error", "-X", "utf8", str(ROOT / "tests" / "same" / "work.py"), str(out), LENGTH]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    env.pop("PYTHONPATH", None)
    ended = subprocess.run(line, capture_output=True, text=True, check=False, timeout=3_000, env=env)
    assert ended.returncode == 0, f"{program}:\n{ended.stdout}{ended.stderr}"
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}


def apart(ours: dict[str, bytes], theirs: dict[str, bytes]) -> str:
    """Describe what differs: files, and the first lines of texts."""
    lines = [f"only one of them wrote {name}" for name in sorted(ours.keys() ^ theirs.keys())]
    for name in sorted(ours.keys() & theirs.keys()):
        if ours[name] == theirs[name]:
            continue
        pairs = zip(ours[name].split(b"\n"), theirs[name].split(b"\n"), strict=False)
        first = next(((a, b) for a, b in pairs if a != b), (b"(one is longer)", b""))
        lines.append(f"{name}: {first[0][:200]!r} and {first[1][:200]!r}")
    return "\n".join(lines)


def test_the_same_bytes_on_every_python(tmp_path):
    found = {one.version: ready(one) for one in interpreters()}
    programs = {version: program for version, program in found.items() if program}
    lacking = [version for version in found if version not in programs]
    if lacking:
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            warnings.warn(
                f"Python {', '.join(lacking)} is here but not ready to be tested: run make pythons", stacklevel=1
            )
    if len(programs) < 2:
        pytest.skip(
            f"SAME BYTES NOT TESTED: only Python {', '.join(programs)} is ready; install another, run make pythons"
        )
    made = {version: do(program, tmp_path / version) for version, program in programs.items()}
    first, *others = made
    kinds = {Path(name).suffix for name in made[first]}
    assert {".pdf", ".svg", ".html", ".json", ".yaml", ".txt"} <= kinds
    assert sum(Path(name).name == "balance.json" for name in made[first]) >= len(GAMES)
    for other in others:
        assert made[first] == made[other], f"{first} and {other} differ:\n{apart(made[first], made[other])}"


def test_what_differs_is_named():
    assert apart({"a": b"1\n2", "b": b""}, {"a": b"1\n3"}) == "only one of them wrote b\na: b'2' and b'3'"


def test_the_long_work_covers_the_kinds_of_the_short_one():
    for lines in (SHORT, LONG):
        assert {line.split()[0] for line in lines} == {"rules", "build", "scenario", "balance"}
        for verb in ("rules", "build", "scenario", "balance"):
            done = {line.split()[1] for line in lines if line.startswith(verb)}
            assert set(GAMES) <= done or (lines is SHORT and verb == "scenario")


def test_a_stand_in_that_does_not_run_is_no_python(tmp_path):
    stand_in = tmp_path / "python3.12"
    stand_in.write_text("#!/bin/sh\necho 'command not found' >&2\nexit 127\n", "utf-8")
    stand_in.chmod(0o755)
    assert not _runs(str(stand_in), "3.12")
    assert not _runs(str(tmp_path / "nowhere"), "3.12")
    assert not ready(Interpreter("3.99", str(stand_in)))
