"""Every command of the documentation does what the page says, in order, in an empty folder."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from docs_tools import DOCS, PAGES, ROOT, Command, Edit, shown_in, steps

from pnp.cli.main import main
from pnp.context import allow
from pnp.limits import Limits

WITH_COMMANDS = [page for page in PAGES if steps(page) and page.stem != "add-a-game"]  # which has a test of its own


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    program, *arguments = shlex.split(line)
    assert program == "pnp", f"only pnp can be run in the docs, not: {line}"
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    shown = capsys.readouterr()
    code = ended.value.code
    return (code if isinstance(code, int) else 0), shown.out + shown.err


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda p: p.stem)
def test_commands_run_as_written(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    try:
        for step in steps(page):
            if isinstance(step, Edit) and step.makes_a_file:
                Path(step.file).write_text(step.new, "utf-8")
                continue
            if isinstance(step, Edit):
                text = Path(step.file).read_text("utf-8")
                assert text.count(step.old) == 1, f"{step.file} should hold once:\n{step.old}"
                Path(step.file).write_text(text.replace(step.old, step.new), "utf-8")
                continue
            code, output = run(step.line, capsys)
            assert code == step.exit_code, f"$ {step.line}\n{output}"
            missing = shown_in(step.shows, output)
            assert missing is None, f"$ {step.line}\nshould show: {missing}\nbut shows:\n{output}"
            if step.exit_code == 0:
                assert "warning[" not in output, f"$ {step.line}\n{output}"
    finally:
        allow(Limits())


def test_both_guides_have_commands():
    assert {"players", "designers"} <= {page.stem for page in WITH_COMMANDS}
    assert sum(isinstance(s, Command) for page in WITH_COMMANDS for s in steps(page)) >= 25


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_make_targets_exist(page: Path):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    text = page.read_text("utf-8")
    named = set(re.findall(r"`make ([a-z]+)`", text)) | set(re.findall(r"^\s*make ([a-z]+)", text, re.MULTILINE))
    assert named <= targets, named - targets
    assert page.stem != "README" or {"build", "test"} <= named


def test_the_two_commands_of_the_readme_do_what_they_say():
    """They are run for real in a fresh clone before a release; here make only tells what it would do."""
    for target, does in (("build", "pnp build all --paper a4 --paper letter"), ("test", "pytest")):
        done = subprocess.run(["make", "-n", target], capture_output=True, text=True, cwd=ROOT, check=False)
        assert done.returncode == 0, done.stderr
        assert does in done.stdout
    needs = re.findall(r"^test: (.*?) ##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert needs == ["lint types unit"]


def test_completion_lines_name_every_shell():
    lines = re.findall(
        r"^_PNP_COMPLETE=(\w+)_source pnp > (\S+)", (DOCS / "players.md").read_text("utf-8"), re.MULTILINE
    )
    assert [shell for shell, _ in lines] == ["bash", "zsh", "fish"]


def test_the_fault_in_the_readme_is_a_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert run("pnp new mygame", capsys)[0] == 0
    path = Path("content/mygame/cards.yaml")
    path.write_text(path.read_text("utf-8").replace("{title: Thunder", "{titel: Thunder"), "utf-8")
    code, shown = run("pnp check mygame", capsys)
    assert code == 1
    assert f"```text\n{shown}```" in (ROOT / "README.md").read_text("utf-8")


def test_edits_need_their_old_lines(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        "```diff\n--- a.yaml\n-old\n+new\n+more\n```\n```console\n$ pnp check x   # exit code 1\nno …\n```\n"
    )
    edit, command = steps(page)
    assert edit == Edit("a.yaml", "old\n", "new\nmore\n")
    assert command == Command("pnp check x", 1, ["no …"])
    assert shown_in(["a", "c …"], "a\nb\nc 17 KiB") is None
    assert shown_in(["c", "a"], "a\nb\nc") == "a"


def test_limits_table_is_true():
    rows = [
        line.split("|") for line in (DOCS / "designers.md").read_text("utf-8").split("\n") if line.startswith("| `")
    ]
    table = {row[1].strip(" `"): row[2].strip() for row in rows}
    for name, value in Limits()._asdict().items():
        assert table.get(name) == str(value), name
