"""`pnp new` writes a game that builds at once, and refuses what would not work."""

import errno
import itertools
from pathlib import Path

import pytest

from pnp.cli.main import main
from pnp.diagnostics import Problems
from pnp.export import changeover
from pnp.geometry import parse_paper
from pnp.load.library import templates_folder
from pnp.pipeline import BuildOrder, build, check_game
from pnp.printing import BACKS
from pnp.scaffold import scaffold
from pnp.sheets.sheet import PrintOptions


def built(content: Path, name: str, paper: str = "a4", **options: str):
    size = parse_paper(paper)
    assert size is not None
    return build(BuildOrder(content, name, PrintOptions(size, **options), (), "pdf"))


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_new_game_builds_at_once(tmp_path: Path, paper: str, style: str):
    scaffold(tmp_path, "demo", None)
    result = built(tmp_path, "demo", paper, style=style)
    assert result.warnings == ()
    assert {"cards.pdf", "valley.pdf", "print-me.pdf"} <= {f.name for f in result.files}


@pytest.mark.parametrize("backs", BACKS)
def test_a_new_game_builds_with_all_backs(tmp_path: Path, backs: str):
    scaffold(tmp_path, "demo", None)
    assert built(tmp_path, "demo", backs=backs).warnings == ()


def test_new_and_build_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    for arguments in (["new", "demo"], ["check", "demo"], ["build", "demo"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert not ended.value.code, capsys.readouterr()
    assert (tmp_path / "output/demo/a4/print-me.pdf").read_bytes()[:5] == b"%PDF-"


def test_files_carry_name_title_and_schema(tmp_path: Path):
    title = 'Žofka\'s "Kůň" \\ {{ 7 }}: #1'
    folder = scaffold(tmp_path, "my-game", title)
    texts = {path.name: path.read_text("utf-8") for path in folder.glob("*.yaml")}
    assert texts.keys() == {path.name for path in (templates_folder() / "new").glob("*.yaml")}
    assert not any("__" in text for text in texts.values())
    for name, text in texts.items():
        stem = name.removesuffix(".yaml")
        assert text.startswith(f"# yaml-language-server: $schema=../schema/{stem}.json\n")
        assert (tmp_path / "schema" / f"{stem}.json").is_file()
    diagnostics, _ = check_game(tmp_path, "my-game")
    assert diagnostics == []
    assert "\nid: my-game " in texts["game.yaml"]


def test_the_title_comes_from_the_name(tmp_path: Path):
    assert 'title: "My Game 2"' in (scaffold(tmp_path, "my-game-2", None) / "game.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "says", "hints"),
    [
        ("My Game", "lower-case", "my-game"),
        ("UPPER", "lower-case", "upper"),
        ("9lives", "start with a letter", "lives"),
        ("", "lower-case", "mygame"),
        ("ä", "lower-case", "mygame"),
        ("../evil", "lower-case", "evil"),
        ("a/b", "lower-case", "a-b"),
        ("x\n", "lower-case", "x"),
        ("x" * 41, "41 characters", "x" * 40),
        ("all", "keeps for itself", "all-game"),
        ("schema", "keeps for itself", "schema-game"),
        ("yes", "keeps for itself", "yes-game"),
        ("knowledge", "shipped games", "my-knowledge"),
    ],
)
def test_bad_names_are_refused(tmp_path: Path, name: str, says: str, hints: str):
    with pytest.raises(Problems) as problems:
        scaffold(tmp_path / "content", name, None)
    (fault,) = problems.value.diagnostics
    assert says in fault.message
    assert fault.hint is not None
    assert fault.hint.endswith(f"pnp new {hints}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["", "   ", "x" * 41, "two\nlines", "日本"])
def test_bad_titles_are_refused(tmp_path: Path, title: str):
    with pytest.raises(Problems):
        scaffold(tmp_path / "content", "demo", title)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path):
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "game.yaml").write_text("mine")
    with pytest.raises(Problems, match="already"):
        scaffold(tmp_path, "demo", None)
    assert [p.name for p in tmp_path.rglob("*")] == ["demo", "game.yaml"]
    assert (tmp_path / "demo" / "game.yaml").read_text() == "mine"


@pytest.mark.parametrize("good_writes", [0, 3, 9, 13])
def test_a_full_disk_leaves_no_half_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, good_writes: int):
    real, count = changeover.write_new, itertools.count()

    def write(path: Path, data: bytes) -> None:
        if next(count) >= good_writes:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, data)

    monkeypatch.setattr(changeover, "write_new", write)
    with pytest.raises(Problems, match="No space left") as problems:
        scaffold(tmp_path / "content", "demo", None)
    assert "--out" not in str(problems.value.diagnostics)
    assert not (tmp_path / "content" / "demo").exists()
    assert not list(tmp_path.rglob("*.tmp"))
    monkeypatch.undo()
    assert built(scaffold(tmp_path / "content", "demo", None).parent, "demo").warnings == ()


def test_a_file_in_the_way_is_a_clear_error(tmp_path: Path):
    (tmp_path / "content").write_text("I am a file")
    with pytest.raises(Problems, match="cannot write"):
        scaffold(tmp_path / "content", "demo", None)
    assert (tmp_path / "content").read_text() == "I am a file"
