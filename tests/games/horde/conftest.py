"""Small tools for the tests of the Horde."""

from functools import cache
from typing import Any

import pytest
import shipped

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.play.deal import Scenario
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.scenario import Options, certify, generate
from pnp.play.deal import Seal, Sealed


@cache
def _certified() -> Scenario:
    content = shipped.compiled("horde")
    deal = generate(content, 3, Options())
    return Sealed(deal, certify(content, deal, Options()), Seal())


@pytest.fixture(scope="module")
def certified() -> Scenario:
    """Seed 3 with rating and witness."""
    return _certified()


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
