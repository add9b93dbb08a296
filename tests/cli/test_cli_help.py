"""Help for people: examples that run as written, hints for misspelt words, completion in the shell."""

import errno
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from support import ROOT

from pnp.cli.group import cli
from pnp.cli.help import SECTIONS, examples, examples_of
from pnp.cli.main import main

NAMES = [name for commands in SECTIONS.values() for name in commands]
CONTEXT = click.Context(cli)
COMMANDS = {name: cli.get_command(CONTEXT, name) for name in NAMES}
EXAMPLES = [("", line) for line in examples_of(cli)]
EXAMPLES += [(name, line) for name, command in COMMANDS.items() if command for line in examples_of(command)]
GROUPS = [(name, command) for name, command in COMMANDS.items() if isinstance(command, click.Group)]
INNER = [(f"{name} {inner}", about) for name, command in GROUPS for inner, about in command.commands.items()]
EXAMPLES += [(name, line) for name, command in INNER for line in examples_of(command)]
SMALLER = {"pnp balance": "--games 2 --jobs 1", "pnp build all": "--only pieces"}
"""What makes an example that would take long take less, without making it another one."""


@pytest.fixture
def pnp(capsys, monkeypatch, tmp_path):
    """Run pnp in an empty folder; return exit code and everything it says."""
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(line)[1:])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return ended.value.code or 0, shown.out + shown.err

    return run


def prepare(pnp, line: str) -> None:
    """Make what an example speaks of."""
    words = shlex.split(line)
    if ("mygame" in words and "new" not in words) or words == ["pnp", "check"] or "all" in words:
        assert pnp("pnp new mygame")[0] == 0
    for game, seed, players in re.findall(r"output/(\w+)/scenarios/scenario-(\d+)(-players-\d)?", line):
        asked = players.replace("-players-", "--players ")
        assert pnp(f"pnp scenario {game} --seed {int(seed)} {asked} --format json")[0] == 0
    for game, seed in re.findall(r"output/(\w+)/play/seed-(\d+)", line):
        Path(f"output/{game}/play").mkdir(parents=True)
        Path(f"output/{game}/play/seed-{seed}.yaml").write_text(f"game: {game}\nseed: {int(seed)}\nmoves: []\n")
    if "--reseed" in words:
        assert pnp(f"pnp copy {words[2]}")[0] == 0
    if "cards.csv" in words:
        Path("cards.csv").write_text("title;fire;copies\nEmber;3;2\nAsh;0;1\n", "utf-8")
    if "recorded.yaml" in words:
        assert pnp("pnp scenario horde --seed 3 --format yaml")[0] == 0
        scenario = yaml.safe_load(Path("output/horde/scenarios/scenario-0003.yaml").read_text("utf-8"))
        moves = scenario["witness"]["actions"]
        Path("recorded.yaml").write_text(
            yaml.safe_dump({"game": "horde", "scenario": scenario, "moves": moves}), "utf-8"
        )
    if "office" in words and words[2] != "new":
        assert pnp("pnp printer new office --front 0,0,0 --back 1,1,1 --flip short")[0] == 0
    if "--compare" in words:
        assert pnp("pnp balance stormfury --experts 4 --out old --games 2 --jobs 1")[0] == 0


@pytest.mark.parametrize(("command", "line"), EXAMPLES)
def test_examples_run_as_written(pnp, command: str, line: str):
    prepare(pnp, line)
    more = next((extra for start, extra in SMALLER.items() if line.startswith(start) and "--options" not in line), "")
    code, shown = pnp(f"{line} {more}")
    assert code == 0, shown


@pytest.mark.parametrize("name", NAMES)
def test_every_help_has_an_example(pnp, name: str):
    assert COMMANDS[name] is not None
    code, shown = pnp(f"pnp {name} --help")
    assert code == 0
    assert f"    pnp {name}" in shown
    assert shown == pnp(f"pnp {name} -h")[1]


@pytest.mark.parametrize("name", [name for name, _ in INNER])
def test_every_help_of_an_inner_command_has_an_example(pnp, name: str):
    code, shown = pnp(f"pnp {name} --help")
    assert code == 0
    assert f"    pnp {name}" in shown


def test_without_arguments_there_is_help_with_examples(pnp):
    code, shown = pnp("pnp")
    assert code == 0
    assert shown == pnp("pnp --help")[1]
    for example in examples_of(cli):
        assert example in shown
    for name in NAMES:
        assert f"\n  {name} " in shown
    assert "..." not in shown.split("Commands", 1)[-1].replace("[ARGS]...", "")


def test_every_command_is_in_the_help():
    assert set(cli.commands) == set(NAMES)


def test_examples_line_up():
    shown = examples("pnp a", ("pnp longer", "does it"), ("pnp b", "too"))
    assert shown.split("\n") == ["\b", "Examples:", "  pnp a", "  pnp longer   does it", "  pnp b        too"]
    assert examples_of(click.Command("x", epilog=shown)) == ["pnp a", "pnp longer", "pnp b"]


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("pnp biuld knowledge", 2, "Did you mean 'build'?"),
        ("pnp scenarios knowledge", 2, "Did you mean 'scenario'?"),
        ("pnp docter", 2, "Did you mean 'doctor'?"),
        ("pnp build knowlege", 1, "did you mean 'knowledge'?"),
        ("pnp check terain", 1, "did you mean 'terrain'?"),
        ("pnp rules hrode", 1, "did you mean 'horde'?"),
        ("pnp list stormfurry", 1, "did you mean 'stormfury'?"),
        ("pnp copy stormfurry", 1, "did you mean 'stormfury'?"),
        ("pnp scenario terain", 1, "did you mean 'terrain'?"),
        ("pnp balance terain", 1, "did you mean 'terrain'?"),
        ("pnp schema --game terain", 1, "did you mean 'terrain'?"),
        ("pnp build knowledge --only lbrary", 1, "did you mean 'library'?"),
        ("pnp build knowledge --only card,gaols", 1, "did you mean 'goals'?"),
        ("pnp build knowledge --papr a4", 2, "No such option '--papr'. Did you mean '--paper'?"),
        ("pnp doctor --jsn", 2, "No such option '--jsn'. Did you mean '--json'?"),
        ("pnp build knowledge --paper lettre", 2, "did you mean 'letter'?"),
        ("pnp build knowledge --backs duplex-lang", 2, "Did you mean 'duplex-long'?"),
        ("pnp scenario knowledge --format jsno", 2, "Did you mean 'json'?"),
        ("pnp build knowledge --limit crads=9", 2, "there is no limit 'crads'. Did you mean 'cards'?"),
        ("pnp build knowledge --limit pages", 2, "NAME=NUMBER"),
        ("pnp build horde --card-size pokr", 1, "did you mean 'poker'?"),
        ("pnp printer lst", 2, "Did you mean 'list'?"),
        ("pnp printer show ofice", 1, "measure it first: pnp printer new ofice"),
        ("pnp build knowledge --printer ofice", 1, "measure it first: pnp printer new ofice"),
        ("pnp build", 2, "Games: "),
        ("pnp build", 2, "Example: pnp build knowledge --paper a4"),
        ("pnp rules", 2, "Example: pnp rules knowledge"),
    ],
)
def test_misspelt_words(pnp, line: str, code: int, said: str):
    got, shown = pnp(line)
    assert (got, said in shown) == (code, True), shown
    assert not Path("output").exists()


def test_the_nearest_file_is_named(pnp):
    Path("scenario-0005.json").write_text("{}")
    for command in ("validate", "referee", "scenario --from"):
        code, shown = pnp(f"pnp {command} scenario-005.json")
        assert code == 1
        assert "did you mean 'scenario-0005.json'?" in shown


# ------------------------------------------------------- own and shipped games


def test_shipped_games_stay_in_reach_beside_ones_own(pnp):
    assert pnp("pnp new mygame")[0] == 0
    code, shown = pnp("pnp list")
    assert code == 0
    assert shown.startswith("mygame")
    assert "shipped with pnp: horde, knowledge" in shown
    assert pnp("pnp list knowledge")[1].startswith("knowledge")
    assert pnp("pnp build knowledge --only pawns --quiet") == (0, "")
    assert pnp("pnp rules knowledge")[0] == 0
    assert pnp("pnp check") == (0, "mygame: no faults\n")
    assert "did you mean 'knowledge'?" in pnp("pnp build knowlegde")[1]
    code, shown = pnp("pnp build knowledge --content content")
    assert code == 1
    assert "add --content shipped" in shown


def test_in_the_folder_of_a_game_it_is_found(pnp, monkeypatch):
    """A designer who stands where the files are means these files, not the shipped games."""
    assert pnp("pnp new mygame")[0] == 0
    top = Path.cwd()
    for folder in ("content/mygame", "content"):
        monkeypatch.chdir(top / folder)
        assert pnp("pnp check") == (0, "mygame: no faults\n")
        assert pnp("pnp list mygame")[0] == 0
        assert pnp("pnp list knowledge")[0] == 0
    (top / "content/mygame/faces.yaml").unlink()
    assert "there is no faces.yaml in mygame" in pnp("pnp check mygame")[1]
    monkeypatch.chdir(top / "content/mygame")
    assert "../mygame/cards.yaml:" in pnp("pnp check")[1]


def test_missing_files_are_named_with_what_to_do(pnp):
    assert pnp("pnp copy terrain")[0] == 0
    Path("content/terrain/options.yaml").unlink()
    code, shown = pnp("pnp check terrain")
    assert code == 1
    assert "there is no options.yaml in content/terrain" in shown
    assert "the shipped one is in " in shown
    Path("content/terrain/game.yaml").unlink()
    code, shown = pnp("pnp build terrain")
    assert code == 1
    assert "there is no game.yaml in content/terrain" in shown


def test_a_copy_of_a_shipped_game_is_used_instead_of_it(pnp):
    code, shown = pnp("pnp copy horde")
    assert (code, shown) == (0, "wrote content/horde; edit it, then: pnp check horde\n")
    copied = {p.relative_to("content/horde") for p in Path("content/horde").rglob("*") if p.is_file()}
    shipped = ROOT / "content" / "horde"
    assert copied == {p.relative_to(shipped) for p in shipped.rglob("*") if p.is_file()}
    assert Path("icons/shield-plain.svg") in copied
    for path in copied:
        assert (Path("content/horde") / path).read_bytes() == (shipped / path).read_bytes()
    for path in Path("content/horde").glob("*.yaml"):
        first = path.read_text("utf-8").split("\n", 1)[0]
        assert (path.parent / first.split("=", 1)[1]).is_file(), "the schema that the first line names"
    assert pnp("pnp check horde") == (0, "horde: no faults\n")
    path = Path("content/horde/game.yaml")
    path.write_text(path.read_text("utf-8").replace("age: 12", "age: 99"), "utf-8")
    assert "from 99" in pnp("pnp list horde")[1]
    assert "from 12" in pnp("pnp list horde --content shipped")[1]
    code, shown = pnp("pnp copy horde")
    assert code == 1
    assert "already" in shown
    assert "from 99" in pnp("pnp list horde")[1]
    assert pnp("pnp copy horde --to variants")[1].endswith("pnp check horde --content variants\n")
    assert "from 12" in pnp("pnp list horde --content variants")[1]


@pytest.mark.parametrize("good_writes", [0, 5, 20, 30])
def test_a_half_copied_game_is_no_game(pnp, monkeypatch, good_writes):
    from pnp.export import changeover

    real, count = changeover.write_new, itertools.count()

    def write(path, data):
        if next(count) >= good_writes:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, data)

    monkeypatch.setattr(changeover, "write_new", write)
    code, shown = pnp("pnp copy horde")
    assert code == 1
    assert "No space left" in shown
    assert not Path("content/horde/game.yaml").exists()


# ------------------------------------------------------------------ completion


def complete(line: str, cwd: Path, shell: str = "bash") -> list[str]:
    """Return what the shell would offer after the line."""
    words = line.split(" ")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "_PNP_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from pnp.cli.main import main; main()"],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return [entry.split(",", 1)[1] for entry in done.stdout.split("\n") if "," in entry]


def test_completion(tmp_path):
    assert complete("pnp bu", tmp_path) == ["build"]
    assert complete("pnp build kn", tmp_path) == ["knowledge"]
    assert {"all", "horde", "knowledge", "stormfury", "terrain"} <= set(complete("pnp build ", tmp_path))
    assert complete("pnp build knowledge kn", tmp_path) == []
    assert complete("pnp build knowledge --only ch", tmp_path) == ["choices"]
    assert complete("pnp build knowledge --only wi", tmp_path) == []
    assert complete("pnp build horde --only wi", tmp_path) == ["wit", "wit-right"]
    assert complete("pnp build knowledge --only library,go", tmp_path) == ["library,goals"]
    assert "scenarios" in complete("pnp build knowledge --only ", tmp_path)
    assert complete("pnp build knowledge --style lo", tmp_path) == ["lowink"]
    assert complete("pnp rules st", tmp_path) == ["stormfury"]
    assert complete("pnp copy st", tmp_path) == ["stormfury"]
    assert complete("pnp scenario stormfury --exp", tmp_path) == ["--experts"]
    assert "--good-deals" in complete("pnp balance knowledge --", tmp_path)


def test_completion_knows_ones_own_games(pnp, tmp_path):
    assert pnp("pnp new orchard")[0] == 0
    assert complete("pnp build or", tmp_path) == ["orchard"]
    assert complete("pnp build orchard --only va", tmp_path) == ["valley"]
    Path("content/orchard/game.yaml").write_text("components: [")
    assert complete("pnp build orchard --only va", tmp_path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(tmp_path, shell: str):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "_PNP_COMPLETE": f"{shell}_source"}
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()"]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False
    )
    assert done.returncode == 0
    assert "_PNP_COMPLETE" in done.stdout
    program = shutil.which(shell)
    if program:
        subprocess.run([program, "-n"], input=done.stdout, text=True, check=True, timeout=60)


def test_help_loads_no_command_of_play(tmp_path):
    code = "import sys\nfrom pnp.cli.main import main\ntry:\n main(['--help'])\nexcept SystemExit: pass\nprint(sorted(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
    )
    assert "pnp.cli.scenario" not in done.stdout
    assert "'yaml'" not in done.stdout


def test_old_encodings_lose_signs_and_nothing_else(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()", "list"]
    done = subprocess.run(command, capture_output=True, encoding="latin-1", cwd=tmp_path, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"\(2(\?|\\u2013)5 players", done.stdout)
