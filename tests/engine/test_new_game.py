"""The game of `pnp new` runs from its play.yaml: dealt, played to its end, every clause of play named."""

from support import options, walk_placed

from pnp.draw.drawing import Text
from pnp.pipeline import compile_game_rules
from pnp.pipeline_play import measure, open_game
from pnp.play.scenario import find_scenarios
from pnp.play.show import show
from pnp.rules.coverage import gaps
from pnp.scaffold import scaffold
from pnp.sheets.scenarios import scenario_sets


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


def test_a_deal_of_a_new_game_is_printed(tmp_path):
    scaffold(tmp_path, "orchard", None)
    play = open_game(tmp_path, "orchard")
    (made,) = find_scenarios(play, 3, 1, play.options({}), lambda passed: None)
    sheets, solution = scenario_sets(play.game, [made], options("a4"), solutions=True)
    shown = " ".join(i.text for s in sheets.sheets for i, _ in walk_placed(s.items) if isinstance(i, Text))
    labels = {card.key: card.label for card in play.content.cards}
    places = [shown.index(labels[key]) for key in made.deal.zones["pile"]]
    assert places == sorted(places)
    assert solution.secret and not sheets.secret


def test_of_places_those_are_shown_where_something_is(tmp_path):
    scaffold(tmp_path, "orchard", None)
    play = open_game(tmp_path, "orchard")
    state = play.new_game(play.generate(1, play.options({})))
    assert "grower  –" in show(play, state)
    choice = next(c for c in state.legal_actions() if type(c).__name__ == "Plant")
    state.apply(choice)
    assert f"grower  {choice.cell} 0\n" in show(play, state)
