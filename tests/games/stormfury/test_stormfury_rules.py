"""The rulebook and the code name the same clauses, and every template can be filled in."""

import re

import msgspec
import pytest

import pnp.games.stormfury.checks
import pnp.games.stormfury.example
from pnp.games.stormfury.content import FILES, tables
from pnp.games.stormfury.refusals import CLAUSE_OF
from pnp.load.template import compile_text
from pnp.model import Rules
from pnp.play.state import ENFORCED


@pytest.fixture(scope="module")
def rules(raw):
    return msgspec.convert(raw["rules"], Rules)


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
            parts = {stem: msgspec.convert(raw[stem], kind) for stem, kind in FILES.items()}
            worked_out[id(raw)] = raw, tables(parts)
        return compile_text(text).render({**names, **worked_out[id(raw)][1], "rule": rule, "term": term})

    return fill


def all_texts(rules, clauses):
    texts = [text for c in clauses for text in (c.text, c.why, c.quick, c.example)]
    return texts + [chapter.intro for chapter in rules.chapters] + [term.text for term in rules.glossary]


def named_in_code():
    engine = {clause for step in ENFORCED["stormfury"] for clause in step.clauses}
    checks = {clause for check in pnp.games.stormfury.checks.CHECKS.checks for clause in check.clauses}
    return engine | checks


def test_enforced_clauses_and_code_agree(clauses):
    assert {clause.id for clause in clauses if clause.enforced} == named_in_code()


def test_refusals_cite_enforced_clauses():
    assert set(CLAUSE_OF.values()) <= named_in_code()


def test_clause_ids_are_unique_and_belong_to_their_chapter(rules, clauses):
    assert len({clause.id for clause in clauses}) == len(clauses)
    for chapter in rules.chapters:
        assert all(clause.id.startswith(chapter.id + ".") for clause in chapter.clauses)


def test_rulings_give_reasons_and_none_is_missing(clauses):
    for clause in clauses:
        assert bool(clause.why) == (clause.source != "stated"), clause.id
        assert not clause.ruling or clause.source != "stated", clause.id
    assert {f"R-S{i:02}" for i in range(1, 29)} == {clause.ruling for clause in clauses} - {""}


def test_templates_can_be_filled_in(raw, rules, clauses, render):
    for text in all_texts(rules, clauses):
        filled = render(raw, text)
        assert "{" not in filled and "}" not in filled


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
        (("play", "switches", "dams"), "city", "turn.dam-ends", "a whole city"),
        (("play", "switches", "dams"), "city", "hurricane.single-dam", "keeps its chit"),
        (("play", "switches", "damage_under"), "old", "hurricane.order", "**before**"),
        (("play", "switches", "off_board_step"), "end_card", "hurricane.edge", "rest of that card"),
        (("play", "play", "moves"), 3, "turn.move", "3 roads"),
        (("storm", "forecast_cards"), 6, "forecast.deal", "Deal 6 cards"),
        (("play", "verdicts", 1, "least"), 4, "end.verdict", "| 0 to 3 |"),
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
