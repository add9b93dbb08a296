"""The game of `pnp new` runs from its play.yaml: dealt, played to its end, every clause of play named."""

from pnp.pipeline import compile_game_rules
from pnp.pipeline_play import measure, open_game
from pnp.rules.coverage import gaps
from pnp.scaffold import scaffold


def test_a_new_game_is_played_and_measured(tmp_path):
    scaffold(tmp_path, "orchard", None)
    play = open_game(tmp_path, "orchard")
    report = measure(play, 0, 6, {"bot": "random"}, 1, lambda done, of: None)
    assert report.games == 6
    assert report.summary["unfinished"]["rate"] == 0
    assert report.summary["choices"]["mean"] == 12
    assert set(report.summary["uses"]) == {"plant", "discard"}


def test_rules_and_play_of_a_new_game_agree(tmp_path):
    scaffold(tmp_path, "orchard", None)
    rules = compile_game_rules(tmp_path, "orchard")
    assert gaps(rules.rulebook, rules.named) == []
    assert "round.plant" in rules.named


def test_a_marker_counts_with_the_group_it_touches(tmp_path):
    scaffold(tmp_path, "orchard", None)
    play = open_game(tmp_path, "orchard")
    state = play.new_game(play.generate(1, play.options({})))
    names = state.names
    assert names["groups"].of(names, ["A2", "B2", "D5", "A3"]) == [["A2", "B2", "A3"], ["D5"]]
    assert sorted(names["near"].of(names, "C3")) == ["B2", "B3", "B4", "C2", "C4", "D3"]
    assert names["ground"].of(names, "C3") == "V"
