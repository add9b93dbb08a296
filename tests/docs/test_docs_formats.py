"""The files of play are as their page says: examples validate and replay, every key and every move is described."""

import re
from pathlib import Path

import pytest
import yaml
from docs_tools import DOCS, ROOT, script

from pnp.cli.main import main
from pnp.load.library import game_names
from pnp.pipeline_play import open_game
from pnp.play.deal import plain
from pnp.play.game import find_game
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER

formats = script("make_formats")
PAGE = (DOCS / "formats.md").read_text("utf-8")
CONTENT = ROOT / "content"
GAMES = [name for name in game_names(CONTENT) if find_game(name).play]
EXAMPLES = [example for example in formats.examples(PAGE) if example.game in GAMES]
COMMON = {"game", "format", "seed", "rating", "witness"}


def section(game: str) -> str:
    return re.split(r"^## ", PAGE.split(f"\n## {game}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def words(game: str) -> set[str]:
    """Return what stands in code type in the first column of a game's tables."""
    rows = [line.split("|")[1] for line in section(game).split("\n") if line.startswith("| `")]
    return {word for row in rows for word in re.findall(r"`([\w-]+)`", row)}


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    shown = capsys.readouterr()
    return ended.value.code or 0, shown.out + shown.err  # type: ignore[return-value]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_both_examples(game: str):
    assert {e.kind for e in EXAMPLES if e.game == game} == {"scenario", "record"}


def test_examples_are_up_to_date():
    assert formats.main(["--check"]) == 0, "run: make reference"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.kind}-{e.game}")
def test_examples_validate_and_replay(example, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "example.yaml"
    path.write_text(example.text, "utf-8")
    if example.kind == "scenario":
        code, said = run(["validate", str(path)], capsys)
        assert (code, said.endswith(": no faults\n")) == (0, True)
        assert {*yaml.safe_load(example.text)} - COMMON <= words(example.game)
        broken = example.text.replace("format: 1", "format: 2")
        path.write_text(broken, "utf-8")
        assert run(["validate", str(path)], capsys)[0] == 1
        return
    code, shown = run(["referee", str(path)], capsys)
    assert code == 0, shown
    assert f"{example.moves} steps, all legal" in shown


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_described(game: str):
    play = open_game(CONTENT, game)
    seen = set()
    for seed in (1, 2, 3):
        state = play.new_game(play.generate(seed, play.options({})))
        luck = stream(game, seed, "moves of the page")
        for _ in range(400):
            if state.to_act() == OVER:
                break
            legal = [state.chance(luck)] if state.to_act() == CHANCE else state.legal_actions()
            seen |= {action["do"] for action in plain(legal)}
            state.apply(luck.choice(legal))
    assert len(seen) >= 3
    assert seen <= words(game)
