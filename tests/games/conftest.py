"""A game's content for its own tests, which find it by the name of their folder."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
import shipped
import yaml
from support import CONTENT

from pnp.load.game import GameContent, load_or_raise
from pnp.model import Rules
from pnp.play.game import find_game
from pnp.play.scenario import Scenario
from pnp.sheets.components import make_painter


@pytest.fixture(scope="module")
def game_id(request) -> str:
    return request.path.parent.name


@pytest.fixture(scope="module")
def raw(game_id) -> dict[str, Any]:
    """The typed YAML files as plain values."""
    return shipped.raw_files(game_id)


@pytest.fixture(scope="module")
def raw_rules(game_id) -> dict[str, Any]:
    """rules.yaml as plain values."""
    return shipped.raw_file(game_id, "rules")


@pytest.fixture(scope="module")
def rules(raw_rules) -> Rules:
    """The rules before their templates are filled in."""
    return msgspec.convert(raw_rules, Rules)


@pytest.fixture(scope="module")
def files(game_id, raw) -> Any:
    """The typed files."""
    return shipped.typed(game_id, raw)


@pytest.fixture(scope="module")
def content(game_id) -> Any:
    """The compiled content."""
    return shipped.compiled(game_id)


@pytest.fixture(scope="module")
def game(game_id) -> GameContent:
    """The whole game, as a build loads it."""
    return shipped.loaded(game_id)


@pytest.fixture(scope="module")
def painter(game):
    return make_painter(game, "colour")


@pytest.fixture(scope="module")
def golden_scenario(game_id) -> dict[str, Any]:
    return shipped.golden_scenario(game_id)


@pytest.fixture(scope="module")
def golden(game_id) -> Scenario:
    return shipped.golden(game_id)


@pytest.fixture(scope="module")
def changed_files(game_id, raw) -> Callable[..., dict[str, Any]]:
    """Make typed files with some values changed: changed_files({("options", "play", "hand"): 3})."""

    def change(changes: Mapping[tuple, Any]) -> dict[str, Any]:
        copy = msgspec.json.decode(msgspec.json.encode(raw))
        for path, value in changes.items():
            at = copy
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
        return shipped.typed(game_id, copy)

    return change


@pytest.fixture(scope="module")
def changed(game_id, changed_files) -> Callable[..., Any]:
    """Make compiled content with some values changed; those of options.yaml by name: changed(play__hand=3)."""
    room = find_game(game_id).content

    def change(changes: Mapping[tuple, Any] | None = None, /, **of_options: Any) -> Any:
        named = {("options", *name.split("__")): value for name, value in of_options.items()}
        files = changed_files({**(changes or {}), **named})
        assert not list(room.check(files))
        return room.compile(files)

    return change


@pytest.fixture
def edited(game_id, tmp_path) -> Callable[..., Path]:
    """Make a content folder with a copy of the game, its data changed: edited(storm=lambda data: data.clear())."""

    def edit(**changes: Callable[[Any], Any]) -> Path:
        if not (tmp_path / game_id).exists():
            shutil.copytree(CONTENT / game_id, tmp_path / game_id)
        for file, change in changes.items():
            path = tmp_path / game_id / f"{file}.yaml"
            data = yaml.safe_load(path.read_text("utf-8"))
            change(data)
            path.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
        return tmp_path

    return edit


@pytest.fixture
def edited_game(game_id, edited) -> Callable[..., GameContent]:
    """Load a copy of the game with changed data: edited_game(storm=lambda data: data.clear())."""
    return lambda **changes: load_or_raise(edited(**changes), game_id)


@pytest.fixture
def rewritten(game_id, tmp_path) -> Callable[..., Path]:
    """Make a content folder with a copy of the game, one text of a file replaced: rewritten("x.yaml", "4", "5")."""

    def rewrite(file: str, old: str, new: str) -> Path:
        if not (tmp_path / game_id).exists():
            shutil.copytree(CONTENT / game_id, tmp_path / game_id)
        path = tmp_path / game_id / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), "utf-8")
        return tmp_path

    return rewrite
