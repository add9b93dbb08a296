"""Tempest of Knowledge's content for tests, as shipped and with single values changed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pnp.games.knowledge.content import FILES, KnowledgeContent, check_content, compile_content

FOLDER = Path(__file__).parents[3] / "content" / "knowledge"


@pytest.fixture(scope="session")
def raw() -> dict[str, Any]:
    """The YAML files as plain values."""
    return {stem: yaml.safe_load((FOLDER / f"{stem}.yaml").read_text("utf-8")) for stem in (*FILES, "rules")}


@pytest.fixture(scope="session")
def parts(raw) -> dict[str, Any]:
    """The typed files."""
    return convert(raw)


@pytest.fixture(scope="session")
def content(parts) -> KnowledgeContent:
    """The compiled content."""
    return compile_content(parts)


@pytest.fixture(scope="session")
def changed_parts(raw) -> Callable[..., dict[str, Any]]:
    """Make typed files with some values changed: changed_parts({("options", "deal", "backpack"): 3})."""

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
def changed(changed_parts) -> Callable[..., KnowledgeContent]:
    """Make compiled content with some values of options.yaml changed: changed(clock__rounds=3)."""

    def change(**values: Any) -> KnowledgeContent:
        parts = changed_parts({("options", *name.split("__")): value for name, value in values.items()})
        assert not list(check_content(parts))
        return compile_content(parts)

    return change


def convert(raw: dict[str, Any]) -> dict[str, Any]:
    return {stem: msgspec.convert(raw[stem], kind) for stem, kind in FILES.items()}
