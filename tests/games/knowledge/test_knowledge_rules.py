"""The rulebook and the code name the same clauses, and every template can be filled in."""

import msgspec
import pytest

import pnp.games.knowledge.checks
import pnp.games.knowledge.scenario
from pnp.load.template import compile_text
from pnp.model import Rules
from pnp.play.state import ENFORCED


@pytest.fixture(scope="module")
def rules(raw):
    return msgspec.convert(raw["rules"], Rules)


@pytest.fixture(scope="module")
def clauses(rules):
    return [clause for chapter in rules.chapters for clause in chapter.clauses]


def named_in_code():
    engine = {clause for step in ENFORCED["knowledge"] for clause in step.clauses}
    checks = {clause for check in pnp.games.knowledge.checks.CHECKS.checks for clause in check.clauses}
    return engine | checks


def test_enforced_clauses_and_code_agree(clauses):
    assert {clause.id for clause in clauses if clause.enforced} == named_in_code()


def test_clause_ids_are_unique_and_belong_to_their_chapter(rules, clauses):
    assert len({clause.id for clause in clauses}) == len(clauses)
    for chapter in rules.chapters:
        assert all(clause.id.startswith(chapter.id + ".") for clause in chapter.clauses)


def test_rulings_give_reasons_and_none_is_missing(clauses):
    for clause in clauses:
        assert bool(clause.why) == (clause.source != "stated"), clause.id
    assert {f"R-K{i:02}" for i in range(1, 18)} <= {clause.ruling for clause in clauses}


def test_templates_can_be_filled_in(raw, rules, clauses):
    known = {clause.id for clause in clauses}
    terms = {term.id for term in rules.glossary}

    def rule(clause):
        assert clause in known
        return "§"

    def term(name, words=None):
        assert name in terms
        return words or name

    def component(name):
        return name

    for function in (rule, term, component):
        function.callable_from_templates = True
    names = {key: value for stem in raw if stem != "rules" for key, value in raw[stem].items()}
    names |= {"rule": rule, "term": term, "component": component}
    texts = [text for c in clauses for text in (c.text, c.why, c.quick, c.example)]
    texts += [chapter.intro for chapter in rules.chapters] + [term.text for term in rules.glossary]
    for text in texts:
        assert "{" not in compile_text(text).render(names)
