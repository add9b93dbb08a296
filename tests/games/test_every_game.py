"""What every shipped game keeps to, whichever it is; a new game is found by its folders and joins by itself."""

import ast
import json
import os
import re
import subprocess
import sys

import pytest
from shipped import (
    ENGINES,
    GAMES,
    dealt,
    golden_scenario,
    loaded,
    ordered,
    play_of,
    random_steps,
    raw_file,
    raw_files,
    start,
    suite,
    typed,
)
from support import ROOT, options

from pnp.diagnostics import Report
from pnp.export.cache import ScenarioCache
from pnp.pipeline import make_sheets
from pnp.play.choices import read_choice
from pnp.play.deal import plain
from pnp.play.game import find_game
from pnp.play.reading import read_deal, read_scenario
from pnp.play.referee import replay
from pnp.play.seeds import stream
from pnp.play.state import OVER, Illegal
from pnp.printing import STYLES
from pnp.rules.compile import compile_rules
from pnp.rules.coverage import code_by_clause, coverage, gaps
from pnp.sheets.scenarios import scenario_sets

PAPERS = ("a4", "letter")
SEEDS = 200
PLAYOUTS = 5
MOST_STEPS = 20_000
"""More than any game lasts, so that one which never ends fails."""

each_game = pytest.mark.parametrize("game", GAMES)
each_engine = pytest.mark.parametrize("game", ENGINES)


def test_there_are_games():
    assert GAMES and ENGINES


# --- rules ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book():
    """Compile the rules of a game; not a word of complaint is allowed."""

    def compiled(game):
        report = Report()
        found = compile_rules(loaded(game), report)
        assert found is not None and report.diagnostics == []
        return found

    return compiled


@each_engine
def test_enforced_clauses_and_code_agree_both_ways(game, book):
    rules = book(game)
    assert gaps(rules) == []
    assert {clause.id for clause in rules.clauses() if clause.enforced} == set(code_by_clause(game))


@each_engine
def test_every_clause_that_code_carries_out_is_named_by_a_test(game, book):
    """Mark the tests that would see it broken: @pytest.mark.clauses("chapter.clause")."""
    table = coverage(book(game), ROOT / "tests")
    assert [row.clause for row in table if row.code] == [row.clause for row in table if row.enforced]
    assert [row.clause for row in table if row.code and not row.tests] == []


@each_engine
def test_tests_name_only_clauses_that_there_are(game, book):
    known = {clause.id for clause in book(game).clauses()}
    for path in sorted((ROOT / "tests" / "games" / game).glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            for mark in getattr(function, "decorator_list", ()):
                if ast.unparse(mark).startswith("pytest.mark.clauses("):
                    assert {ast.literal_eval(one) for one in mark.args} <= known, f"{path.name}:{mark.lineno}"


@each_game
def test_clauses_are_numbered_by_their_chapter_and_say_where_they_come_from(game):
    clauses = []
    for chapter in raw_file(game, "rules")["chapters"]:
        for clause in chapter["clauses"]:
            assert clause["id"].startswith(chapter["id"] + ".") and re.fullmatch(r"[a-z]+\.[a-z0-9-]+", clause["id"])
        clauses += chapter["clauses"]
    assert len({clause["id"] for clause in clauses}) == len(clauses)
    for clause in clauses:
        assert clause["source"] in ("stated", "ruled", "designed")
        assert bool(clause.get("why")) == (clause["source"] != "stated"), clause["id"]
        assert not clause.get("ruling") or clause["source"] != "stated", clause["id"]


@each_game
def test_every_text_of_the_rules_is_filled_in(game, book):
    rules = book(game)
    texts = {f"chapter {chapter.id}": f"{chapter.title} {chapter.intro}" for chapter in rules.chapters}
    texts |= {f"term {term.id}": f"{term.term} {term.text}" for term in rules.glossary}
    for clause in rules.clauses():
        assert clause.text.strip(), clause.id
        texts[clause.id] = " ".join(
            (clause.title, clause.text, clause.why, clause.quick, clause.example, clause.caption)
        )
    assert [where for where, text in texts.items() if "{" in text or "}" in text] == []


# --- content ----------------------------------------------------------------------------------------


@each_engine
def test_shipped_content_has_no_fault(game):
    assert list(find_game(game).content.check(typed(game, raw_files(game)))) == []


# --- scenarios --------------------------------------------------------------------------------------


@each_engine
def test_the_golden_scenario_comes_out_exactly(game):
    """Its rating is left to the game's own tests; so are keys that were added after it was recorded."""
    golden, how = golden_scenario(game), suite(game)["golden"]
    found = plain(dealt(game, how["options"], golden["seed"]))
    recorded = {key: value for key, value in golden.items() if key != "rating"}
    made = {key: value for key, value in found.items() if key not in how["newer_keys"]}
    assert made == recorded
    assert list(made) == list(recorded)
    assert golden["format"] == found["format"] == 1
    assert read_deal(play_of(game), golden)[1] == []


@each_engine
def test_many_seeds_break_no_hard_rule(game):
    play = play_of(game)
    for given in suite(game)["options"]:
        chosen = play.options(given)
        for seed in range(SEEDS):
            deal = play.generate(seed, chosen)
            assert play.violations(deal, soft=False) == [], (seed, given)
            written = plain(deal)
            assert (written["game"], written["seed"]) == (game, seed)
            assert read_deal(play, json.loads(json.dumps(written))) == (deal, [])
            assert play.new_game(deal).to_act() != OVER
        assert play.generate(seed, chosen) == deal


@each_engine
@pytest.mark.parametrize("wrong", [None, [], "deal", 3, {}, True], ids=repr)
def test_a_file_that_is_no_scenario_is_reported(game, wrong):
    found = read_scenario(play_of(game), wrong, soft=True).violations
    assert found and found[0].hard and found[0].check == find_game(game).play().scenario.checks.checks[0].id


@each_engine
def test_checks_are_numbered_in_order_and_hard_ones_come_first(game):
    checks = find_game(game).play().scenario.checks.checks
    letters, first = checks[0].id[:-2], int(checks[0].id[-2:])
    assert [check.id for check in checks] == [f"{letters}{number:02}" for number, _ in enumerate(checks, first)]
    assert [check.hard for check in checks] == sorted((check.hard for check in checks), reverse=True)
    assert len({check.name for check in checks}) == len(checks)


WRITES_DOWN = """
import hashlib, json, sys
sys.path[:0] = {paths!r}
from shipped import ENGINES, golden_scenario, loaded, play_of, random_steps, suite
from support import options
from pnp.export.sheets import component_pdf, info_of
from pnp.play.deal import Seal, Sealed, plain
from pnp.play.reading import read_deal
from pnp.play.seeds import stream
from pnp.sheets.scenarios import scenario_sets
for game in ENGINES:
    play = play_of(game)
    for given in suite(game)["options"]:
        deal = play.generate(7, play.options(given))
        state = play.new_game(deal)
        moves = list(random_steps(state, stream("test", 7, game), 500))
        made = json.dumps(plain([deal, moves, state.snapshot(), state.legal_actions()]))
        print(game, json.dumps(given), hashlib.sha256(made.encode()).hexdigest())
    golden, chosen = golden_scenario(game), play.options(suite(game)["golden"]["options"])
    deal, _ = read_deal(play, golden)
    sealed = Sealed(deal, play.scenario.certify(play.content, deal, chosen), Seal())
    print(game, "sealed", hashlib.sha256(json.dumps(sealed.record()).encode()).hexdigest())
    whole, chosen = loaded(game), options("a4")
    for made in scenario_sets(whole, [sealed], chosen, solutions=True):
        pdf = component_pdf(made, info_of(whole, made.title, chosen))
        print(game, made.id, hashlib.sha256(pdf).hexdigest())
"""


def test_the_same_seed_gives_the_same_bytes_in_any_process():
    """Python shuffles the order of its sets anew in every process; nothing may follow it."""
    code = WRITES_DOWN.format(paths=[str(ROOT), str(ROOT / "tests")])
    said = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, env=environment)
        assert run.returncode == 0, run.stderr
        said.append(run.stdout.splitlines())
    assert said[0] == said[1]
    assert {line.split()[0] for line in said[0]} == set(ENGINES)


# --- play -------------------------------------------------------------------------------------------


@each_engine
def test_random_games_end_and_keep_to_the_rules(game):
    """Every listed action is taken, the record replays to the same end, and looking changes nothing."""
    play = play_of(game)
    for given in suite(game)["options"]:
        for seed in range(1, PLAYOUTS + 1):
            deal = play.generate(seed, play.options(given))
            state, luck = play.new_game(deal), stream("test", seed, f"every game/{game}")
            moves = []
            for step, action in enumerate(random_steps(state, luck, MOST_STEPS)):
                moves.append(action)
                if step % 25 == 0:
                    _look_at(play, state)
            assert state.to_act() == OVER, f"{game} {given} seed {seed} does not end"
            assert state.legal_actions() == []
            result = state.result()
            assert json.loads(json.dumps(result)) == result and result["scores"]
            assert len(result["scores"]) == plain(deal).get("players", len(result["scores"]))
            again = replay(play, deal, plain(moves))
            assert again.refusal is None and again.over
            assert (again.steps, again.state.result()) == (len(moves), result)
            assert again.state.snapshot() == state.snapshot()
            assert replay(play, deal, [*moves, moves[-1]]).refusal.code == "over"


def _look_at(play, state):
    """Views can be written, choices read back as they were, a copy is free, and looking changes nothing."""
    before = json.dumps(state.snapshot())
    seat = state.to_act()
    if seat >= 0:
        assert plain(state.view(seat))
        for action in state.legal_actions():
            again = read_choice(play.scenario.actions, plain(action))
            assert again == action
            state.copy().apply(again)
    with pytest.raises(Illegal) as refused:
        state.copy().apply(read_choice(play.scenario.actions, {"do": "no-such-thing"}))
    assert refused.value.message
    assert json.dumps(state.snapshot()) == before


@each_engine
def test_the_same_choices_are_listed_for_a_copy(game):
    for given in suite(game)["options"]:
        state = start(game, given, 3)
        for _ in random_steps(state, stream("test", 3, "copies"), 60):
            twin = state.copy()
            assert (twin.to_act(), twin.legal_actions()) == (state.to_act(), state.legal_actions())
            assert twin.snapshot() == state.snapshot()


# --- paper ------------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("style", STYLES)
def test_a_whole_build_has_no_fault_and_takes_the_sheets_it_should(game, paper, style):
    report = Report()
    made = make_sheets(loaded(game), options(paper, style=style), (), report)
    assert made is not None and report.diagnostics == []
    assert {s.id: s.paper_count for s in made.sets} == suite(game)["sheets"][paper]
    assert made.rules is not None
    assert made.rules.book.standard <= suite(game)["most_rulebook_pages"]
    count = {p.id: p.total for s in made.sets for p in s.printables}
    assert {name: count[name] for name in loaded(game).game.components} == loaded(game).game.components


class _Anew(ScenarioCache):
    """Certifies every scenario here, and keeps it for the tests that come later."""

    def get(self, *_):
        return None


@each_engine
def test_every_printed_scenario_fits_on_both_papers_in_all_styles(game):
    whole = loaded(game)
    found = ordered(game, _Anew())
    assert len(found) == len(whole.game.scenarios) > 0
    for scenario in found:
        assert play_of(game).violations(scenario.deal, soft=False) == []
        pages = {
            (paper, style): [
                len(s.sheets) for s in scenario_sets(whole, [scenario], options(paper, style=style), solutions=True)
            ]
            for paper in PAPERS
            for style in STYLES
        }
        assert all(pages[PAPERS[0], STYLES[0]])
        for paper in PAPERS:
            assert len({tuple(pages[paper, style]) for style in STYLES}) == 1, "a style changes the number of pages"
