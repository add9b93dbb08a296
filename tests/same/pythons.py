"""Every Python of this machine that can run pnp, each with an environment of the same libraries as this one.

Run as a program (`make pythons`), it makes the environments that are missing, in .venv/pythons/; tests only use them.
A Python that cannot get the libraries is named, never passed over in silence.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".venv" / "pythons"
LEAST, MOST = 11, 30
_BIN = "Scripts/python.exe" if os.name == "nt" else "bin/python"


class Interpreter(NamedTuple):
    """A Python: its version, such as 3.12, and its program."""

    version: str
    program: str


def interpreters() -> list[Interpreter]:
    """Return one Python that really runs for each version from 3.11 on; this one stands for its own version."""
    ours = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {ours: Interpreter(ours, sys.executable)}
    for minor in range(LEAST, MOST):
        version = f"3.{minor}"
        for program in _candidates(version):
            if version not in found and _runs(program, version):
                found[version] = Interpreter(version, program)
    return sorted(found.values(), key=lambda one: int(one.version.split(".")[1]))


def _candidates(version: str) -> Iterator[str]:
    """Yield what may be a Python of a version: on the path, or where the usual managers of versions keep theirs."""
    name = f"python{version}"
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        known = shutil.which(name, path=folder)
        if known:
            yield known
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR") or Path.home() / ".local" / "share" / "uv" / "python")
    for kept, pattern in ((pyenv, f"{version}*"), (uv, f"cpython-{version}*")):
        for folder in sorted(kept.glob(pattern), reverse=True):
            yield from (str(p) for p in (folder / "bin" / name, folder / "python.exe") if p.is_file())


def _runs(program: str, version: str) -> bool:
    """Say whether a program is the Python that its name promises; a manager's stand-in may refuse to run."""
    asked = "import sys, venv; sys.stdout.write('%d.%d' % sys.version_info[:2])"
    try:
        ended = subprocess.run([program, "-c", asked], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ended.returncode == 0 and ended.stdout.strip() == version


def _constraints() -> str:
    """Pin every library to the version that this environment has: other versions may draw otherwise."""
    pinned = {re.sub(r"[-_.]+", "-", one.name).lower(): one.version for one in distributions()}
    return "".join(f"{name}=={version}\n" for name, version in sorted(pinned.items()) if name != "pnp")


def _state(interpreter: Interpreter) -> str:
    return hashlib.sha256(f"{interpreter.program}\n{_constraints()}".encode()).hexdigest()


def ready(interpreter: Interpreter) -> str | None:
    """Return the Python of an interpreter's environment, if it has one that is up to date."""
    if interpreter.program == sys.executable:
        return sys.executable
    folder = HOME / interpreter.version
    mark = folder / ".ready"
    if not mark.is_file() or mark.read_text("utf-8") != _state(interpreter):
        return None
    return str(folder / _BIN)


def make(interpreter: Interpreter) -> str | None:
    """Make the environment of an interpreter anew; return why it cannot be made, if so."""
    folder = HOME / interpreter.version
    shutil.rmtree(folder, ignore_errors=True)
    HOME.mkdir(parents=True, exist_ok=True)
    pins = HOME / f"{interpreter.version}.txt"
    pins.write_text(_constraints(), "utf-8")
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    pip = [str(folder / _BIN), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    for command in ([interpreter.program, "-m", "venv", str(folder)], [*pip, "--constraint", str(pins), *needs]):
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode:
            return (ended.stderr.strip() or ended.stdout.strip() or "it ended without a word").split("\n")[-1]
    (folder / ".ready").write_text(_state(interpreter), "utf-8")
    return None


def main() -> int:
    """Make what is missing; that a Python cannot be had is told, but is no fault of pnp."""
    for interpreter in interpreters():
        reason = None if ready(interpreter) else make(interpreter)
        state = f"cannot be tested: {reason}" if reason else "ready"
        sys.stdout.write(f"Python {interpreter.version} ({interpreter.program}): {state}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
