"""The short form of `make sweep`, and that it notices what it is made for."""

import shutil

import pytest
from support import CONTENT
from sweep import findings, numbers_of, sentences, sweep

from pnp.load.library import game_names


@pytest.mark.parametrize("game", game_names(CONTENT))
def test_a_changed_number_is_taken_or_told_at_its_place(game):
    made, found = sweep(game, sample=4, seed=20)
    assert made == 8
    assert [line for line in found if line.startswith("elsewhere")] == []


def test_what_goes_stale_is_noticed(tmp_path):
    folder = tmp_path / "knowledge"
    shutil.copytree(CONTENT / "knowledge", folder)
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text().replace("{{ deal.backpack | words }}", "two"))
    (number,) = [number for number in numbers_of(folder) if number.key == "backpack"]
    before, faults = sentences(folder)
    assert not faults
    found = list(findings(folder, number, 1, before))
    assert found
    assert all(line.startswith("stale") for line in found)
    assert numbers_of(folder) == numbers_of(CONTENT / "knowledge"), "the number is put back"
