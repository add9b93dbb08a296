"""The game of the page on adding games: built as a package, installed beside pnp, and played; pnp stays as it is."""

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
_FILE = re.compile(r"# ([\w./-]+\.(?:py|yaml|toml))\n")


def files() -> dict[str, str]:
    """Return file → text for every block of the page that names its file in the first line."""
    found = {}
    for kind, body in FENCE.findall(PAGE.read_text("utf-8")):
        named = _FILE.match(body)
        if named and kind in ("yaml", "python", "toml"):
            found[named[1]] = body.split("\n", 1)[1] if kind == "python" else body
    return found


def run(*command: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    search = os.pathsep.join(map(str, (path, ROOT)))
    environment = {**os.environ, "PYTHONPATH": search, "MYPYPATH": search, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=300, check=False)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """The project of the page, as its author has it."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def installed(project, tmp_path_factory) -> Path:
    """A folder of Python packages into which the game's wheel was installed."""
    wheels, site = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    made = run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels), ".", cwd=project, path=site)
    assert made.returncode == 0, made.stderr
    (wheel,) = wheels.glob("*.whl")
    done = run(*pip, "install", "--no-deps", "--no-index", "--target", str(site), str(wheel), cwd=project, path=site)
    assert done.returncode == 0, done.stderr
    return site


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Path:
    """A folder with nothing but the recorded games of the page."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("good.yaml", "slip.yaml"):
        (folder / name).write_text(files()[name], "utf-8")
    return folder


def test_the_package_is_all_there_is():
    assert {name for name in files() if not name.startswith(f"{GAME}/")} == {"pyproject.toml", "good.yaml", "slip.yaml"}
    assert len(files()) >= 14


def test_commands_run_as_written(installed, desk):
    commands = steps(PAGE)
    assert {"check", "list", "build", "scenario", "validate", "rules", "referee", "balance"} <= {
        command.line.split()[1] for command in commands if isinstance(command, Command)
    }
    for command in commands:
        assert isinstance(command, Command)
        program = [sys.executable, "-c", "from pnp.cli.main import main; main()", *shlex.split(command.line)[1:]]
        done = run(*program, cwd=desk, path=installed)
        shown = done.stderr + done.stdout
        assert "Traceback" not in shown, shown
        assert done.returncode == command.exit_code, f"$ {command.line}\n{shown}"
        missing = shown_in(command.shows, shown)
        assert missing is None, f"$ {command.line}\nshould show: {missing}\nbut shows:\n{shown}"


def test_a_folder_of_ones_own_goes_first_and_never_brings_code(installed, project, tmp_path):
    own = tmp_path / "content" / GAME
    shutil.copytree(project / GAME / "content" / GAME, own)
    play = own / "winds.yaml"
    play.write_text(play.read_text("utf-8").replace("goal: 30", "goal: thirty"), "utf-8")
    (own / "__init__.py").write_text("raise SystemExit('code of a content folder ran')\n", "utf-8")
    done = run(sys.executable, "-m", "pnp", "check", GAME, cwd=tmp_path, path=installed)
    assert done.returncode == 1 and "content/kites/winds.yaml:5:" in done.stderr, done.stderr
    without = run(sys.executable, "-m", "pnp", "scenario", GAME, cwd=tmp_path, path=tmp_path)
    assert without.returncode == 1 and "folder ran" not in without.stderr + without.stdout
    assert "winds.yaml:1:1: warning[unused]: no part of pnp reads this file" in without.stderr


def test_the_code_keeps_the_house_rules(project):
    config = ("--config", str(ROOT / "pyproject.toml"), "--no-cache")
    done = run(sys.executable, "-m", "ruff", "check", *config, GAME, cwd=project, path=project)
    assert done.returncode == 0, done.stdout


WRONG = {
    "misspelt": ("room.py", "certify=scenario.certify", "certifie=scenario.certify"),
    "signature": ("room.py", "generate=scenario.generate", "generate=scenario.certify"),
    "elsewhere": ("room.py", "deal=KitesDeal", "deal=KitesCertificate"),
    "door": ("__init__.py", "print=_print", "prints=_print"),
}
"""What an author may get wrong: a hook of another name, one that takes other things, one about another type."""


def test_a_misspelt_hook_and_a_wrong_signature_fail_the_type_check(project, tmp_path):
    """One run of mypy over the package as it is and over copies of it, each with one thing wrong."""
    code = {name: text for name, text in files().items() if name.endswith(".py")}
    packages = {GAME: code}
    for name, (file, old, new) in WRONG.items():
        assert code[f"{GAME}/{file}"].count(old) == 1, name
        packages[name] = code | {f"{GAME}/{file}": code[f"{GAME}/{file}"].replace(old, new)}
    for package, texts in packages.items():
        for file, text in texts.items():
            path = tmp_path / package / Path(file).name
            path.parent.mkdir(exist_ok=True)
            path.write_text(re.sub(rf"\b(from|import) {GAME}\b", rf"\1 {package}", text), "utf-8")
    config = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    named = [part for package in packages for part in ("-p", package)]
    done = run(sys.executable, "-m", "mypy", "--strict", *config, *named, cwd=tmp_path, path=tmp_path)
    faults = {line.split("/")[0]: line for line in done.stdout.splitlines() if ": error:" in line}
    assert faults.keys() == WRONG.keys(), done.stdout
    assert 'Unexpected keyword argument "certifie"' in done.stdout
    assert all("room.py" in faults[name] for name in ("signature", "elsewhere")), faults


def test_random_games_end_and_witnesses_hold(installed, desk):
    code = (
        "from pnp.load.library import content_folder\n"
        "from pnp.pipeline_play import open_game\n"
        "from pnp.play.choices import read_choice\n"
        "from pnp.play.scenario import find_scenarios\n"
        "from pnp.play.seeds import stream\n"
        "from pnp.play.state import OVER, Illegal\n"
        f"play = open_game(content_folder(None, '{GAME}'), '{GAME}')\n"
        "passed = []\n"
        "found = list(find_scenarios(play, 1, 30, play.options({'players': 3}), passed.append))\n"
        "assert len(found) == 30 and passed\n"
        "for scenario in found:\n"
        "    state, luck = play.new_game(scenario.deal), stream('kites', scenario.seed, 'test')\n"
        "    while state.to_act() != OVER:\n"
        "        before, twin = state.snapshot(), state.copy()\n"
        "        legal = state.legal_actions()\n"
        "        assert legal\n"
        "        for move in ({'do': 'fly'}, {'do': 'land'}, {'do': 'swim'}):\n"
        "            try:\n"
        "                action = read_choice(play.scenario.actions, move)\n"
        "                if action in legal:\n"
        "                    continue\n"
        "                twin.apply(action)\n"
        "                raise SystemExit('an illegal action was taken')\n"
        "            except Illegal:\n"
        "                assert twin.snapshot() == before\n"
        "        state.apply(luck.choice(legal))\n"
        "    assert len(state.result()['scores']) == 3\n"
    )
    done = run(sys.executable, "-c", code, cwd=desk, path=installed)
    assert done.returncode == 0, done.stderr
