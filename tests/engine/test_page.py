"""The page on rules that run: its whole game is the one that the tests play, its other examples can be read."""

import re

import msgspec
import pytest
import yaml
from conftest import RUNS
from support import ROOT

from pnp.model_play import Action, End, Play, Trigger, Value, Zone

PAGE = (ROOT / "docs" / "rules-that-run.md").read_text("utf-8")
EXAMPLES = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


def test_the_whole_game_of_the_page_is_the_one_that_is_tested():
    assert re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1] == (RUNS / "kites" / "play.yaml").read_text("utf-8")


@pytest.mark.parametrize("example", EXAMPLES[1:], ids=[str(number) for number in range(1, len(EXAMPLES))])
def test_examples_of_the_page_have_the_form_that_it_describes(example):
    steps = example if isinstance(example, list) else [{"do": []}]
    rest = example if isinstance(example, dict) else {}
    msgspec.convert({"flow": steps, **rest}, Play)


@pytest.mark.parametrize("kind", [Play, Zone, Value, Action, Trigger, End])
def test_every_key_is_explained_on_the_page(kind):
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    assert [key for key in keys if not re.search(rf"`[^`\n]*\b{key}\b|\b{key}:", PAGE)] == []
