"""The rulebook and the code name the same clauses, and every template can be filled in."""

import msgspec
import pytest
from support import CONTENT

import pnp.games.terrain.checks
import pnp.games.terrain.scenario
from pnp.diagnostics import Report
from pnp.load.game import load_or_raise
from pnp.model import Rules
from pnp.play.state import ENFORCED
from pnp.rules.compile import compile_rules


@pytest.fixture(scope="module")
def rules(raw):
    return msgspec.convert(raw["rules"], Rules)


@pytest.fixture(scope="module")
def clauses(rules):
    return [clause for chapter in rules.chapters for clause in chapter.clauses]


def named_in_code():
    engine = {clause for step in ENFORCED["terrain"] for clause in step.clauses}
    checks = {clause for check in pnp.games.terrain.checks.CHECKS.checks for clause in check.clauses}
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
    assert {f"R-T{i:02}" for i in range(1, 19)} <= {clause.ruling for clause in clauses}


def test_rules_compile_without_fault_or_warning():
    report = Report()
    book = compile_rules(load_or_raise(CONTENT, "terrain"), report)
    assert report.diagnostics == []
    for clause in book.clauses():
        for text in (clause.text, clause.why, clause.quick, clause.example, clause.caption):
            assert "{" not in text, clause.id
