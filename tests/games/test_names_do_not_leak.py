"""Change every name of a game in its content: the old one is nowhere on paper nor in the terminal, but for known leaks."""

import pytest
import yaml
from renaming import Name, leaks, names_of, printed, renamed, stands_in, sweeps, word
from shipped import GAMES
from support import ROOT

KNOWN = yaml.safe_load((ROOT / "tests" / "leaks.yaml").read_text("utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_old_names_are_nowhere(game, tmp_path):
    found, known = leaks(game, tmp_path), KNOWN.get(game, {})
    for old in {**found, **known}:
        now, before = set(found.get(old, ())), set(known.get(old, ()))
        assert now <= before, f"'{old}' can be renamed in content/{game} and still stands in {sorted(now - before)}"
        assert before <= now, f"'{old}' leaks no more in {sorted(before - now)}: take it out of tests/leaks.yaml"


def test_the_list_of_leaks_speaks_of_games_that_there_are():
    assert set(KNOWN) <= set(GAMES)


def test_a_typed_name_is_found_and_a_template_is_none(make_game, tmp_path, monkeypatch):
    """The clause types the deck's title and fills in the board's."""
    rules = """\
chapters:
  - id: play
    title: Play
    clauses:
      - {id: play.spark, title: Cards, source: stated, text: "Shuffle the Deck and lay {{ component('map') }} open."}
"""
    content = make_game({"rules.yaml": rules})
    monkeypatch.setattr("renaming.CONTENT", content)
    names = names_of(content / "demo")
    assert {name.value for name in names} == {"Demo", "Deck", "Spark", "Wave", "Map", "Coins"}
    (words,) = sweeps(names)
    text = printed(renamed("demo", names, words, tmp_path / "renamed"))
    assert words["Map"] in text["clause play.spark"] and words["Spark"] in text["deck"]
    assert leaks("demo", tmp_path / "renamed") == {"Deck": ["clause play.spark"]}


def test_names_within_names_are_kept_for_a_sweep_of_their_own():
    names = [Name("a.yaml", 0, 0, value) for value in ("Debris", "Debris hurts", "Gale", "Gale")]
    first, second = sweeps(names)
    assert list(first) == ["Debris", "Gale"] and list(second) == ["Debris", "Debris hurts", "Gale"]
    assert len({word(number) for number in range(400)}) == 400


@pytest.mark.parametrize(
    ("old", "text", "there"),
    [
        ("Gale", "a Gale, twice", True),
        ("Gale", "Gales blow", True),
        ("Gale", "Nightingale", False),
        ("Gale", "a gale", False),
        ("Box", "two Boxes", True),
        ("Gale", "", False),
        ("St. Elmo", "St. Elmo's", True),
    ],
)
def test_a_name_stands_in_a_text_as_a_word(old, text, there):
    assert stands_in(old, text) == there
