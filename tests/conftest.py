"""What all tests share: small games written on the fly, the shipped game, and golden records."""

import builtins
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from support import CONTENT, DEMO, Golden

from pnp.cli.main import main
from pnp.context import meter

settings.register_profile("pnp", derandomize=True, max_examples=60, deadline=None, database=None)
settings.load_profile("pnp")


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden records anew")


def pytest_configure(config):
    config.addinivalue_line("markers", "clauses(*ids): the rule clauses that a test would see broken")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory) -> None:
    """Keep test builds away from the user's cache and printers; processes of one run share their scenarios."""
    base = tmp_path_factory.getbasetemp()
    os.environ["PNP_CACHE"] = str((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache")
    os.environ["PNP_CONFIG"] = str(tmp_path_factory.mktemp("config"))


@pytest.fixture(scope="session", autouse=True)
def exact_sums() -> Iterator[None]:
    """Refuse `sum` of floats in pnp: its last digits depend on the order and, from 3.12 on, on the Python."""
    plain = builtins.sum

    def whole(*values, **start):
        total = plain(*values, **start)
        if type(total) is float and sys._getframe(1).f_globals.get("__name__", "").startswith("pnp."):
            raise AssertionError("the sum of floats differs between Pythons: use math.fsum")
        return total

    builtins.sum = whole
    yield
    builtins.sum = plain


@pytest.fixture(autouse=True)
def own_config(tmp_path, monkeypatch) -> None:
    """Let no test see or change the user's printers."""
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))


@pytest.fixture(autouse=True)
def fresh_meter() -> None:
    """Let no test draw on what another one has used up of a game's limits."""
    meter().restart()


@pytest.fixture
def make_game(tmp_path) -> Callable[..., Path]:
    """Write a game folder and return its content folder: the demo game, with files replaced, added or left out."""

    def make(files: dict[str, str | bytes | None] | None = None, name: str = "demo", *, base: bool = True) -> Path:
        content = tmp_path / "content"
        folder = content / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in {**(DEMO if base else {}), **(files or {})}.items():
            if text is None:
                (folder / file).unlink(missing_ok=True)
                continue
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return content

    return make


@pytest.fixture(autouse=True)
def _nobody_types(monkeypatch) -> None:
    """There is nobody at the keyboard: what asks is told that nothing more will come."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())


@pytest.fixture
def pnp(tmp_path, monkeypatch, capsys) -> Callable[[str], tuple[int, str, str]]:
    """Return a function that runs a command line in an empty folder and gives code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line))
        shown = capsys.readouterr()
        return ended.value.code or 0, shown.out, shown.err

    return run


@pytest.fixture
def golden(request) -> Golden:
    """Compare a text with tests/golden/<name>.txt; a missing record fails unless --update-golden is given."""
    return Golden(update=request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def knowledge():
    """The shipped game of Knowledge, loaded once."""
    from pnp.load.game import load_or_raise

    return load_or_raise(CONTENT, "knowledge")
