"""Stormfury's content for tests, as shipped and with single values changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pnp.games.stormfury.content import FILES, StormfuryContent, check_content, compile_content

FOLDER = Path(__file__).parents[3] / "content" / "stormfury"


@pytest.fixture(scope="session")
def raw() -> dict[str, Any]:
    """The YAML files as plain values."""
    return {stem: yaml.safe_load((FOLDER / f"{stem}.yaml").read_text("utf-8")) for stem in (*FILES, "rules")}


@pytest.fixture(scope="session")
def parts(raw) -> dict[str, Any]:
    """The typed files."""
    return convert(raw)


@pytest.fixture(scope="session")
def content(parts) -> StormfuryContent:
    """The compiled content."""
    return compile_content(parts)


@pytest.fixture(scope="session")
def changed_parts(raw) -> Callable[..., dict[str, Any]]:
    """Make typed files with some values changed: changed_parts({("play", "play", "draw"): 3})."""

    def change(changes: dict[tuple, Any]) -> dict[str, Any]:
        copy = msgspec.json.decode(msgspec.json.encode(raw))
        for path, value in changes.items():
            at = copy
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
        return convert(copy)

    return change


@pytest.fixture(scope="session")
def changed(changed_parts) -> Callable[..., StormfuryContent]:
    """Make compiled content with some values changed."""

    def change(changes: dict[tuple, Any]) -> StormfuryContent:
        parts = changed_parts(changes)
        assert not list(check_content(parts))
        return compile_content(parts)

    return change


def convert(raw: dict[str, Any]) -> dict[str, Any]:
    return {stem: msgspec.convert(raw[stem], kind) for stem, kind in FILES.items()}
