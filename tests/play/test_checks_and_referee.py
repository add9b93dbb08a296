"""The general road of play: checks, scenarios, certificates, referee, simulation; shown on games that ship."""

import json
import re

import pytest

from pnp.diagnostics import Problems
from pnp.load.document import parse_or_raise
from pnp.load.library import SHIPPED, content_folder
from pnp.pipeline_play import measure, open_game, open_recorded, scenario_text, scenarios, validate
from pnp.play.checks import CheckList, Fault
from pnp.play.deal import plain
from pnp.play.options import typed_options
from pnp.play.recorded import recorded_game
from pnp.play.referee import replay
from pnp.play.scenario import PassedOver, make_scenario
from pnp.play.seeds import stream
from pnp.play.show import outline
from pnp.play.state import CHANCE, OVER

CONTENT = content_folder(SHIPPED)


@pytest.fixture(scope="module")
def knowledge():
    return open_game(CONTENT, "knowledge")


def test_check_list_reports_all_and_leaves_soft_ones_out_on_request():
    checks = CheckList()

    @checks.add("X1", "positive", hard=True, clauses=("a.b",))
    def positive(value):
        if value <= 0:
            yield Fault("not positive", ("value",))

    @checks.add("X2", "small", hard=False, clauses=("a.c",))
    def small(value):
        if abs(value) > 10:
            yield Fault("too large")

    assert [v.check for v in checks.run(-20)] == ["X1", "X2"]
    assert [v.check for v in checks.run(-20, soft=False)] == ["X1"]
    assert checks.run(5) == []
    assert checks.run(-1)[0].path == ("value",)


def test_options_are_typed_and_helpful(knowledge):
    assert knowledge.options({"players": "4"}).players == 4
    with pytest.raises(Problems) as caught:
        knowledge.options({"player": 4})
    assert caught.value.diagnostics[0].hint == "did you mean 'players'?"
    with pytest.raises(Problems, match="wrong option"):
        typed_options(knowledge.scenario.options, {"players": "many"})


def test_scenarios_go_upwards_and_name_what_they_pass_over(knowledge):
    passed = []
    found = list(scenarios(knowledge, 1, 3, {"players": 3}, passed.append, 1))
    again: list[object] = []
    assert list(scenarios(knowledge, 1, 3, {"players": 3}, again.append, 2)) == found
    assert again == passed
    seeds = [s.seed for s in found]
    assert len(found) == 3
    assert sorted(seeds + [p.seed for p in passed]) == list(range(1, seeds[-1] + 1))
    assert all(p.reasons for p in passed)
    assert all(set(s.seal.verdicts.values()) == {"ok"} for s in found)
    assert all(s.seal.content == knowledge.game.hash for s in found)


def test_a_scenario_file_validates_and_a_broken_one_cites_the_rulebook(knowledge, tmp_path):
    made = make_scenario(knowledge, 6, knowledge.options({"players": 3}))
    assert not isinstance(made, PassedOver)
    for file_format in ("json", "yaml"):
        path = tmp_path / f"deal.{file_format}"
        path.write_bytes(scenario_text(made, file_format))
        assert validate(path, CONTENT, soft=True).diagnostics == []
    spoilt = made.record()
    spoilt["goals"][0][0] = spoilt["goals"][0][1]
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(spoilt, indent=1))
    found = validate(path, CONTENT, soft=True)
    assert {v.check for v in found.violations} >= {"KV05"}
    assert all("rule " in d.message and "page " in d.message for d in found.diagnostics)
    assert all(d.span is not None and d.span.file == path.as_posix() and d.span.line > 1 for d in found.diagnostics)


@pytest.mark.parametrize(
    "text", ["[]", "3", "{}", "game: nowhere", "game: [knowledge]", "game: knowledge", "a: [b", ""]
)
def test_validate_never_crashes_on_other_files(text, tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    try:
        found = validate(path, CONTENT, soft=True)
    except Problems as problems:
        assert problems.diagnostics
    else:
        assert found.diagnostics


def _random_game(play, scenario, seed):
    """Play at random; return the moves."""
    state = play.new_game(scenario)
    source = stream("test", seed, "moves")
    moves = []
    for _ in range(3000):
        seat = state.to_act()
        if seat == OVER:
            break
        action = state.chance(source) if seat == CHANCE else source.choice(state.legal_actions())
        state.apply(action)
        moves.append(plain(action))
    return moves, state


def test_a_recorded_game_replays_to_the_same_end(knowledge):
    scenario = knowledge.generate(5, knowledge.options({"players": 3}))
    moves, state = _random_game(knowledge, scenario, 1)
    seen = []
    outcome = replay(knowledge, scenario, moves, lambda step, _: seen.append(step))
    assert outcome.refusal is None
    assert outcome.steps == len(moves)
    assert seen == list(range(len(moves) + 1))
    assert outcome.state.snapshot() == state.snapshot()


def test_the_first_illegal_step_is_refused_with_its_clause(knowledge):
    scenario = knowledge.generate(5, knowledge.options({"players": 3}))
    moves, _ = _random_game(knowledge, scenario, 1)
    outcome = replay(knowledge, scenario, [*moves[:2], {"do": "fly", "to": 99}, *moves[2:]])
    assert outcome.refusal is not None
    assert outcome.refusal.step == 3
    assert outcome.steps == 2
    assert outcome.refusal.message


@pytest.mark.parametrize("moves", [["x"], [{}], [{"do": 3}], [[]]])
def test_moves_of_another_shape_are_refused(knowledge, moves):
    scenario = knowledge.generate(5, knowledge.options({"players": 3}))
    outcome = replay(knowledge, scenario, moves)
    assert outcome.refusal is not None
    assert outcome.refusal.step == 1


def _document(record):
    return parse_or_raise(json.dumps(record), "record.json")


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("", (1, 1)),
        ("[]", (1, 1)),
        ("{}", (1, 1)),
        ("game: knowledge", (1, 1)),
        ("game: knowledge\nmoves: []", (1, 1)),
        ("game: knowledge\nmoves: []\nseed: five", (3, 7)),
        ("game: knowledge\nmoves: []\nseed: true", (3, 7)),
        ("game: knowledge\nmoves: []\nseed: 5\noptions: []", (4, 10)),
        ("game: knowledge\nmoves: []\nscenario: []", (3, 11)),
        ("game: knowledge\nwitness: {actions: none}", (2, 20)),
        ("scenario: {}\nmoves: {}", (2, 8)),
        ("scenario: {}\nmoves: []", (1, 11)),
        ("scenario: {game: nowhere}\nmoves: []", (1, 18)),
        ("game: 7\nscenario: {game: knowledge}\nmoves: []", (1, 7)),
    ],
)
def test_records_of_another_shape_are_faults_at_their_place(record, place):
    document = parse_or_raise(record, "game.yaml")
    with pytest.raises(Problems) as caught:
        open_recorded(document, CONTENT, recorded_game(document).game_at)
    span = caught.value.diagnostics[0].span
    assert (span.line, span.column) == place


def test_a_record_may_name_a_seed_instead_of_a_set_up(knowledge):
    record = recorded_game(_document({"game": "knowledge", "seed": 5, "options": {"players": 3}, "moves": []}))
    assert record.set_up(knowledge) == (knowledge.generate(5, knowledge.options({"players": 3})), [])
    wrong = recorded_game(_document({"game": "knowledge", "seed": 5, "options": {"players": 99}, "moves": []}))
    with pytest.raises(Problems):
        wrong.set_up(knowledge)


def test_a_scenario_file_is_a_record_of_its_witness():
    sheet = {"game": "tempest", "seed": 1, "days": [], "witness": {"actions": [{"do": "end"}]}}
    record = recorded_game(_document(sheet))
    assert (record.scenario, record.moves, record.moves_at) == (sheet, [{"do": "end"}], ("witness", "actions"))


def test_an_outline_shows_every_value(knowledge):
    scenario = knowledge.generate(5, knowledge.options({"players": 3}))
    state = knowledge.new_game(scenario)
    drawn = outline(state.snapshot())
    assert max(map(len, drawn.split("\n"))) <= 100
    for number in {book for books in plain(scenario)["libraries"].values() for book in books}:
        assert re.search(rf"\b{number}\b", drawn)
    assert outline({"a_b": None, "c": {"d": [1, 2], "e": {"f": True}}, "g": []}) == (
        "a b  –\nc\n  d  1 2\n  e  f yes\ng    –"
    )


def test_jobs_change_nothing(knowledge):
    one = measure(knowledge, 1, 20, {"players": 3}, 1, lambda *_: None)
    two = measure(knowledge, 1, 20, {"players": 3}, 2, lambda *_: None)
    assert one.summary == two.summary
