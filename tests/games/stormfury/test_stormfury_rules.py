"""The rulebook follows the content: no number typed by hand, no word missing, refusals cite clauses."""

import re

import msgspec
import pytest
import shipped

from pnp.diagnostics import Report
from pnp.games.stormfury.play.refusals import CLAUSE_OF
from pnp.load.template import compile_text
from pnp.play.game import find_game
from pnp.rules.compile import compile_rules
from pnp.rules.coverage import code_by_clause


@pytest.fixture(scope="module")
def clauses(rules):
    return [clause for chapter in rules.chapters for clause in chapter.clauses]


@pytest.fixture(scope="module")
def render(rules, clauses):
    """Fill a text in with a game's raw values; references and terms must exist."""
    known = {clause.id for clause in clauses}
    terms = {term.id for term in rules.glossary}

    def rule(clause):
        assert clause in known, clause
        return "§"

    def term(name):
        assert name in terms, name
        return name

    rule.callable_from_templates = term.callable_from_templates = True

    worked_out = {}

    def fill(raw, text):
        names = {key: value for stem in raw if stem != "rules" for key, value in raw[stem].items()}
        if id(raw) not in worked_out:
            files = shipped.typed("stormfury", raw)
            room = find_game("stormfury").content
            worked_out[id(raw)] = raw, room.tables(files, room.compile(files))
        return compile_text(text).render({**names, **worked_out[id(raw)][1], "rule": rule, "term": term})

    return fill


def all_texts(rules, clauses):
    texts = [text for c in clauses for text in (c.text, c.why, c.quick, c.example)]
    return texts + [chapter.intro for chapter in rules.chapters] + [term.text for term in rules.glossary]


def test_refusals_cite_enforced_clauses():
    assert set(CLAUSE_OF.values()) <= set(code_by_clause("stormfury"))


def test_no_ruling_is_missing(clauses):
    assert {f"R-S{i:02}" for i in range(1, 29)} == {clause.ruling for clause in clauses} - {""}


def test_no_number_is_typed_by_hand(rules, clauses):
    for text in all_texts(rules, clauses):
        plain = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text, flags=re.DOTALL)
        assert not re.search(r"\d", plain), plain


def test_every_term_of_the_glossary_is_used(rules, clauses):
    text = "\n".join(all_texts(rules, clauses))
    assert [term.id for term in rules.glossary if f"term('{term.id}')" not in text] == []
    assert [term.term for term in rules.glossary] == sorted(term.term for term in rules.glossary)


@pytest.mark.parametrize(
    ("path", "value", "clause", "words"),
    [
        (("measures", "switches", "dams"), "city", "turn.dam-ends", "a whole city"),
        (("measures", "switches", "dams"), "city", "hurricane.single-dam", "keeps its chit"),
        (("measures", "switches", "damage_under"), "old", "hurricane.order", "**before**"),
        (("measures", "switches", "off_board_step"), "end_card", "hurricane.edge", "rest of that card"),
        (("measures", "play", "moves"), 3, "turn.move", "three roads"),
        (("storm", "forecast_cards"), 6, "forecast.deal", "Deal six cards"),
        (("measures", "verdicts", 1, "least"), 4, "end.verdict", "| 0 to 3 |"),
    ],
)
def test_the_text_follows_the_content(raw, clauses, render, path, value, clause, words):
    text = next(one.text for one in clauses if one.id == clause)
    copy = msgspec.json.decode(msgspec.json.encode(raw))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    assert words in render(copy, text)
    assert words not in render(raw, text)


def test_numbers_up_to_twelve_are_words_in_running_text(game):
    """Figures stand in tables and in the list of the box, after what they number, before damage, and bold as printed."""
    numbers = re.compile(r"(\w*) ?(?<![\w§.+×*/-])(\d+)(?![\w.])( to \d+)?( damage)?")
    for chapter in compile_rules(game, Report()).chapters:
        for clause in (one for one in chapter.clauses if one.id not in ("components.cards", "components.chits")):
            lines = [line for text in (clause.text, clause.caption) for line in text.splitlines() if line[:1] != "|"]
            for before, number, _, damage in numbers.findall(" ".join(lines)):
                numbered = before.lower() in ("category", "infrastructure", "turn", "to", "on")
                assert int(number) > 12 or damage or numbered, f"{clause.id}: {before} {number}"
