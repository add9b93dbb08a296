"""The rulebook: complete, rendered without gaps in either theme, and at one with the code."""

import re
from pathlib import Path
from typing import get_args

import pytest
import shipped
import yaml

from pnp.games.horde.play import engine
from pnp.games.horde.play.choices import Choices
from pnp.games.horde.play.example import WindTest, example_tables
from pnp.games.horde.play.verbs import STEP_CLAUSES
from pnp.games.horde.print import figures
from pnp.games.horde.print.drawings import drawings
from pnp.load.game import load_or_raise
from pnp.load.template import compile_text

CONTENT = Path(__file__).parents[3] / "content" / "horde"
CODE = Path(engine.__file__).parent
RULES = yaml.safe_load((CONTENT / "rules.yaml").read_text("utf-8"))
CLAUSES = [clause for chapter in RULES["chapters"] for clause in chapter["clauses"]]
BY_ID = {clause["id"]: clause for clause in CLAUSES}
TERMS = {entry["id"]: entry["term"] for entry in RULES["glossary"]}
DATA = yaml.safe_load((CONTENT / "data.yaml").read_text("utf-8"))
EXAMPLES = example_tables(shipped.compiled("horde"))

TEXTS = [
    *(
        (f"{chapter['id']}.{key}", chapter[key])
        for chapter in RULES["chapters"]
        for key in ("title", "intro")
        if key in chapter
    ),
    *(
        (f"{clause['id']}.{key}", clause[key])
        for clause in CLAUSES
        for key in ("title", "text", "why", "quick", "example", "caption")
        if key in clause
    ),
    *((f"glossary.{entry['id']}.{key}", entry[key]) for entry in RULES["glossary"] for key in ("term", "text")),
]


def cited_in_refusals() -> set[str]:
    """Every clause that a refusal of the engine may cite."""
    found = {kind.clause for kind in get_args(Choices)} | set(STEP_CLAUSES.values())
    for path in CODE.rglob("*.py"):
        found |= set(re.findall(r'Illegal\(\s*"[a-z]+",\s*"([a-z.-]+)"', path.read_text("utf-8")))
    return found


def render(text: str, raw: dict, theme: str, **changed) -> str:
    names = DATA | EXAMPLES | {key: value for data in raw.values() for key, value in data.items()}
    for path, value in changed.items():
        group, key = path.split("__")
        names[group] = names[group] | {key: value}

    def rule(clause):
        assert clause in BY_ID
        return f"“{clause}”"

    def term(entry, words=None):
        return words or compile_text(TERMS[entry]).render({**names, "theme": theme})

    rule.callable_from_templates = term.callable_from_templates = True
    return compile_text(text).render({**names, "theme": theme, "rule": rule, "term": term})


def test_every_ruling_of_the_specification_is_a_clause():
    found = {clause.get("ruling") for clause in CLAUSES} - {None}
    assert found == {f"R-H{number:02}" for number in range(1, 34)}


def test_rulings_are_exactly_what_was_ruled():
    for clause in CLAUSES:
        assert ("ruling" in clause) == (clause["source"] == "ruled"), clause["id"]


def test_refusals_cite_only_enforced_clauses():
    enforced = {clause["id"] for clause in CLAUSES if clause.get("enforced", True)}
    assert sorted(cited_in_refusals() - enforced) == []
    assert len(cited_in_refusals()) > 15


@pytest.mark.parametrize("theme", ["novel", "neutral"])
@pytest.mark.parametrize(("where", "text"), TEXTS, ids=[where for where, _ in TEXTS])
def test_texts_render_in_both_themes(raw, where, text, theme):
    shown = render(text, raw, theme)
    assert shown.strip()
    assert "{" not in shown and "None" not in shown


def test_neutral_theme_is_free_of_the_novel(raw):
    novel = raw["theme"]["names"]["novel"]
    words = {*novel["roles"].values(), *novel["enemies"].values(), *(wind["name"] for wind in novel["winds"])}
    words |= {"Damasio", "Horde", "Aval", "Wit", "Aberlaas", "Golgoth", "Contrevent"}
    shown = "\n".join(render(text, raw, "neutral") for _, text in TEXTS)
    for word in words:
        assert not re.search(rf"\b{re.escape(word)}\b", shown), word


def test_unofficial_note_stands_in_the_novel_theme(raw):
    assert "unofficial" in render(BY_ID["world.credit"]["text"], raw, "novel")


def test_numbers_and_switches_change_the_text(raw):
    miss = BY_ID["endturn.miss"]["text"]
    assert "four cards" in render(miss, raw, "novel")
    assert "five cards" in render(miss, raw, "novel", limits__missed_formation=5)
    for clause, switch, value in (
        ("roles.immunity", "immunity", "role-table"),
        ("roles.table", "immunity", "role-table"),
        ("counter.second-wound", "second_wound", "retreats"),
        ("horde.enter", "entries_per_turn", "one"),
        ("horde.order", "phase3_order", "free"),
        ("ending.forced-discard", "forced_discard", "at-least-one"),
        ("counter.no-wind", "empty_line", "calm"),
        ("counter.support", "support_stacks", True),
        ("wind.reshuffle", "scenario_reshuffle", "shuffle"),
    ):
        text = BY_ID[clause]["text"]
        assert render(text, raw, "novel") != render(text, raw, "novel", **{f"switches__{switch}": value}), clause
    without_malus = render(BY_ID["counter.compare"]["text"], raw, "novel", limits__destroyed_from=None)
    assert "| destroyed |" not in without_malus


def test_every_computed_figure_has_a_drawing(content):
    drawn = set(drawings(load_or_raise(CONTENT.parent, "horde")))
    named = {clause["figure"] for clause in CLAUSES if "figure" in clause}
    assert named <= drawn and len(named) > 12
    assert set(figures.figures(content)) <= drawn


# --- figures come from the engine ---------------------------------------------------------------

DIAGRAMS = {
    "T": """
        .  .  2  .  .
        .  x  1  x  .
        2  1  T  1  2
        .  x  1  x  .
        .  .  2  .  .""",
    "C": """
        2  2  2  2  2
        2  1  1  1  2
        2  1  C  1  2
        2  1  1  1  2
        2  2  2  2  2""",
    "W": """
        2  .  x  .  2
        .  1* .  1* .
        x  .  W  .  x
        .  1* .  1* .
        2  .  x  .  2""",
    "F": """
        1  1  1
        1  F  1
        1  1  1""",
}


@pytest.mark.parametrize("role", DIAGRAMS)
def test_movement_diagrams(content, role):
    wanted = [line.split() for line in DIAGRAMS[role].strip().splitlines()]
    assert [[mark or "." for mark in row] for row in figures.movement_diagram(content, role)] == wanted


def test_squares_know_their_formations(content):
    uses = figures.square_uses(content)
    assert uses["B1"] == (("D", "T"), ("C", "T"), ("S", "T"))
    assert uses["A4"] == (("S", "C"),)
    assert figures.square_uses(content, seat=1)["E4"] == (("S", "C"),)
    assert sum(len(pairs) for pairs in uses.values()) == 32


def test_movement_examples(content):
    assert set(figures.move_trace(content, "tracer_blocked").reachable) == {"A3", "B4", "C3"}
    turning = figures.move_trace(content, "combatant_turns")
    assert set(turning.reachable) == {"A2", "B2", "B3", "C2", "C3", "C4"} and turning.blocked == ("A3", "B4")
    flying = figures.move_trace(content, "winger_flies")
    assert flying.reachable == {"D1": 2, "C4": 1} and "A2" in flying.blocked
    assert set(figures.move_trace(content, "fire_linker_steps").reachable) == {"C3", "C4"}


def test_formation_examples_say_what_the_text_says(content):
    assert figures.formation_trace(content, "delta_held").compliant is True
    missed = figures.formation_trace(content, "cone_missed")
    assert missed.compliant is False
    assert missed.in_place == {"T": True, "C": True, "W": True, "F": False}


def test_wind_examples_say_what_the_text_says(content):
    wins = figures.wind_trace(content, "winger_wins")
    assert wins.lines[0].tests[0] == WindTest("W", 9, 3, "wins")
    assert wins.after == ("...W", "....", "....", "....")
    fails = figures.wind_trace(content, "winger_fails")
    assert fails.lines[0].tests[0].margin == -3 and fails.after[2] == "..w."
    assert figures.wind_trace(content, "winger_destroyed").destroyed == ("W",)
    shared = figures.wind_trace(content, "shared_power")
    assert [test.outcome for test in shared.lines[0].tests] == ["holds", "destroyed"]
    whole = figures.wind_trace(content, "whole_phase")
    assert whole.after == ("...W", ".T.f", "....", "c...")
    assert [line.power for line in whole.lines] == [2, 3, 0, 6]
    assert whole.lines[2].back == {"C": "A4"} and whole.lines[3].moves == {"T": "B2"}
    chain = figures.wind_trace(content, "pushed_back")
    assert chain.after == ("....", "....", "w...", "C...") and chain.to_aval == ("T",)
    support = figures.wind_trace(content, "support_doubles")
    assert support.lines[0].support and support.lines[1].points == 6
    assert support.lines[1].tests[0].outcome == "holds"
