"""Content and small tools for the tests of the Horde."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from pnp.games.horde.content import FILES, HordeContent, compile_content
from pnp.games.horde.engine import HordeState
from pnp.games.horde.scenario import Options, certify, generate

HERE = Path(__file__).parent
CONTENT = HERE.parents[2] / "content" / "horde"


def load_raw() -> dict[str, Any]:
    return {stem: yaml.safe_load((CONTENT / f"{stem}.yaml").read_text("utf-8")) for stem in FILES}


def load_parts() -> dict[str, Any]:
    return {stem: msgspec.convert(data, FILES[stem]) for stem, data in load_raw().items()}


@pytest.fixture
def raw() -> dict[str, Any]:
    return load_raw()


@pytest.fixture(scope="session")
def parts() -> dict[str, Any]:
    return load_parts()


@pytest.fixture(scope="session")
def content(parts: dict[str, Any]) -> HordeContent:
    return compile_content(parts)


@pytest.fixture(scope="session")
def golden() -> dict[str, Any]:
    return json.loads((HERE / "scenario-horde-0003.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def certified(content: HordeContent) -> dict[str, Any]:
    """Seed 3 with rating and witness."""
    scenario = generate(content, 3, Options())
    return scenario | certify(content, scenario, Options())


@pytest.fixture
def situation(content: HordeContent):
    """Build a state of a few steps: situation([("meet", 0)], field={...}, enc={...})."""

    def build(agenda, *, using: HordeContent = content, log=None, **given: Any) -> HordeState:
        own_keys = ("field", "aval", "wit", "hand", "pack", "pool", "support", "moved", "pack_seen")
        picture = {key: value for key, value in given.items() if key not in own_keys}
        picture["hordes"] = [{"wit": ["AS"]} | {key: given[key] for key in own_keys if key in given}]
        picture["agenda"] = [list(step) for step in agenda]
        return HordeState.at(using, picture, log=log)

    return build
