"""The game of the page on adding games, put together from the page and run in a copy of pnp: nothing else is touched."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs_tools import DOCS, FENCE, ROOT, Command, shown_in, steps

PAGE = DOCS / "add-a-game.md"
GAME = "kites"
_FILE = re.compile(r"# ([\w./-]+\.(?:py|yaml))\n")


def files() -> dict[str, str]:
    """Return file → text for every block of the page that names its file in the first line."""
    found = {}
    for kind, body in FENCE.findall(PAGE.read_text("utf-8")):
        named = _FILE.match(body)
        if named and kind in ("yaml", "python"):
            found[named[1]] = body.split("\n", 1)[1] if kind == "python" else body
    return found


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(cwd), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=300, check=False)


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    """A copy of pnp with the game of the page in it."""
    folder = tmp_path_factory.mktemp("clone")
    for name in ("pnp", "content", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists(), name
        path.write_text(text, "utf-8")
    return folder


def test_only_its_own_folders_are_touched():
    own = (f"content/{GAME}/", f"pnp/games/{GAME}/")
    assert {name for name in files() if not name.startswith(own)} == {"good.yaml", "slip.yaml"}
    assert len(files()) >= 14


def test_commands_run_as_written(clone: Path):
    commands = steps(PAGE)
    assert {"check", "list", "build", "scenario", "validate", "rules", "referee", "balance"} <= {
        command.line.split()[1] for command in commands if isinstance(command, Command)
    }
    for command in commands:
        assert isinstance(command, Command)
        program = [sys.executable, "-c", "from pnp.cli import main; main()", *shlex.split(command.line)[1:]]
        done = run(*program, cwd=clone)
        shown = done.stderr + done.stdout
        assert "Traceback" not in shown, shown
        assert done.returncode == command.exit_code, f"$ {command.line}\n{shown}"
        missing = shown_in(command.shows, shown)
        assert missing is None, f"$ {command.line}\nshould show: {missing}\nbut shows:\n{shown}"


def test_the_code_keeps_the_house_rules(clone: Path):
    shutil.copy(ROOT / "pyproject.toml", clone)
    done = run(sys.executable, "-m", "ruff", "check", "--no-cache", f"pnp/games/{GAME}", cwd=clone)
    assert done.returncode == 0, done.stdout
    shutil.copytree(ROOT / "tests", clone / "tests", ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    done = run(
        sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "tests/test_imports.py", cwd=clone
    )
    assert done.returncode == 0, done.stdout


def test_random_games_end_and_witnesses_hold(clone: Path):
    code = (
        "from pnp.load.library import content_folder\n"
        "from pnp.pipeline_play import open_game\n"
        "from pnp.play.scenario import find_scenarios\n"
        "from pnp.play.seeds import stream\n"
        "from pnp.play.state import OVER, Illegal\n"
        f"play = open_game(content_folder('shipped'), '{GAME}')\n"
        "passed = []\n"
        "found = list(find_scenarios(play, 1, 30, play.options({'players': 3}), passed.append))\n"
        "assert len(found) == 30 and passed\n"
        "for scenario in found:\n"
        "    state, luck = play.new_game(scenario), stream('kites', scenario['seed'], 'test')\n"
        "    while state.to_act() != OVER:\n"
        "        before, twin = state.snapshot(), state.copy()\n"
        "        legal = state.legal_actions()\n"
        "        assert legal\n"
        "        for action in ({'do': 'fly'}, {'do': 'land'}, {'do': 'swim'}):\n"
        "            if action not in legal:\n"
        "                try:\n"
        "                    twin.apply(action)\n"
        "                    raise SystemExit('an illegal action was taken')\n"
        "                except Illegal:\n"
        "                    assert twin.snapshot() == before\n"
        "        state.apply(luck.choice(legal))\n"
        "    assert len(state.result()['scores']) == 3\n"
    )
    done = run(sys.executable, "-c", code, cwd=clone)
    assert done.returncode == 0, done.stderr
