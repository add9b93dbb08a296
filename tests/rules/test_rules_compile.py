"""The rules compiler: numbers, references, terms, lint, and one source of truth for every number."""

import json
import re
import shutil
from pathlib import Path

import pytest
from support import words_of_pages

from pnp.diagnostics import Diagnostic, Problems, Report
from pnp.geometry import parse_paper
from pnp.load.game import load_game, load_or_raise
from pnp.load.library import SHIPPED, content_folder, game_names
from pnp.pipeline import BuildOrder, build, compile_game_rules
from pnp.rules.compile import compile_rules
from pnp.rules.coverage import coverage, gaps
from pnp.rules.markup import ListBlock, Para, TableBlock, parse_blocks
from pnp.sheets.sheet import PrintOptions

CONTENT = content_folder(SHIPPED)

GAME = """
id: tiny
title: Tiny
players: [1, 2]
age: 8
minutes: [5, 10]
author: somebody
licence: CC0
components: {deck: 3}
"""
CARDS = """
decks:
  deck: {title: Storm deck, front: plain, each: n in numbers}
"""
FACES = "faces: {plain: {parts: [{part: text, text: '{{ n }}'}]}}"
DATA = "numbers: [1, 2, 3]\nhand: {size: 5}"


@pytest.fixture
def tiny(tmp_path):
    """Return a function that writes a tiny game with the given rules and compiles them."""

    def write(rules: str) -> tuple[object, list[Diagnostic]]:
        folder = tmp_path / "tiny"
        folder.mkdir(exist_ok=True)
        for name, text in (("game", GAME), ("cards", CARDS), ("faces", FACES), ("data", DATA), ("rules", rules)):
            (folder / f"{name}.yaml").write_text(text, "utf-8")
        report = Report()
        game = load_game(tmp_path, "tiny", report)
        assert game is not None, report.diagnostics
        return compile_rules(game, report), report.diagnostics

    return write


def rules_with(clause: str, glossary: str = "") -> str:
    return f"chapters:\n  - id: play\n    title: Play\n    clauses:\n{clause}{glossary}"


PLAIN = """      - id: play.draw
        title: Draw
        text: Draw {{ hand.size }} cards.
"""


def test_numbers_come_from_content(tiny):
    book, found = tiny(rules_with(PLAIN))
    assert found == []
    assert [(c.number, c.text) for c in book.clauses()] == [("1.1", "Draw 5 cards.")]


def test_references_become_numbered_links(tiny):
    second = "      - id: play.end\n        title: End\n        text: See {{ rule('play.draw') }}, {{ component('deck') }}, {{ count('deck') }}.\n"
    book, found = tiny(rules_with(PLAIN + second))
    assert found == []
    assert book.clause("play.end").text == "See [[§1.1|rule-play.draw]], Storm deck, 3."


def test_a_term_is_marked_at_its_first_use_only(tiny):
    clauses = PLAIN.replace("cards", "{{ term('card', 'cards') }}") + PLAIN.replace("play.draw", "play.again").replace(
        "cards", "{{ term('card') }}"
    )
    book, found = tiny(rules_with(clauses, "glossary:\n  - {id: card, term: card, text: A piece of paper.}\n"))
    assert found == []
    assert [c.text for c in book.clauses()] == ["Draw 5 *[[cards|term-card]]*.", "Draw 5 card."]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("See {{ rule('play.drow') }}.", "reference", "did you mean 'play.draw'?"),
        ("See {{ term('crad') }}.", "reference", "known: none"),
        ("See {{ component('dekc') }}.", "reference", "did you mean 'deck'?"),
        ("See {{ count('dekc') }}.", "reference", "did you mean 'deck'?"),
        ("See {{ hand.siez }}.", "undefined", "did you mean 'size'?"),
        ("See {{ hnad.size + 1 }}.", "undefined", "did you mean 'hand'?"),
        ("See {{ 'a'.__class__ }}.", "template", None),
        ("See {% for i in range(9999) %}{% for j in range(9999) %}x{% endfor %}{% endfor %}.", "budget", None),
        ("See {% include 'x' %}.", "template", None),
        ("See {{ broken.", "template", None),
        ("See :sworrd:.", "icon", "did you mean 'sword'?"),
    ],
)
def test_faults_name_the_line_of_the_text(tiny, text, code, said):
    book, found = tiny(rules_with(PLAIN + f'      - id: play.end\n        title: End\n        text: "{text}"\n'))
    errors = [d for d in found if d.is_error]
    assert book is None
    assert [d.code for d in errors] == [code]
    assert errors[0].span is not None
    assert errors[0].span.line == 10
    assert said is None or errors[0].hint == said


def test_a_reference_in_a_block_text_points_at_its_own_line(tiny):
    block = "      - id: play.end\n        title: End\n        text: |\n          First line.\n          Then {{ rule('nowhere') }}.\n"
    _, found = tiny(rules_with(block))
    error = next(d for d in found if d.is_error)
    assert (error.span.line, error.span.column) == (9, 25)


@pytest.mark.parametrize(
    ("clause", "code"),
    [
        (PLAIN + PLAIN, "duplicate"),
        (PLAIN.replace("play.draw", "setup.draw"), "id"),
        (PLAIN + "        source: ruled\n", "missing-key"),
        (PLAIN + "        figure: nothing-here\n", "figure"),
    ],
)
def test_structural_faults(tiny, clause, code):
    book, found = tiny(rules_with(clause))
    assert book is None
    assert [d.code for d in found if d.is_error] == [code]


def test_lint_warns_of_typed_numbers_and_component_names(tiny):
    text = "      - id: play.draw\n        title: Draw\n        text: Draw 5 cards of the Storm deck, {{ hand.size }} in all.\n        quick: Draw 5.\n"
    book, found = tiny(rules_with(text))
    assert book is not None
    assert [(d.severity, d.code, d.span.line, d.span.column) for d in found] == [
        ("warning", "lint", 7, 20),
        ("warning", "lint", 7, 35),
        ("warning", "lint", 8, 21),
    ]


def test_an_unused_term_is_a_warning(tiny):
    _, found = tiny(rules_with(PLAIN, "glossary:\n  - {id: card, term: card, text: A piece of paper.}\n"))
    assert [(d.severity, d.code, d.span.line) for d in found] == [("warning", "unused", 9)]


def test_markup_blocks():
    text = "One\nline.\n\n- first\n  goes on\n- second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. do\n2. be"
    assert parse_blocks(text) == [
        Para("One line."),
        ListBlock(("first goes on", "second"), False),
        TableBlock((("a", "b"), ("1", "2")), True),
        ListBlock(("do", "be"), True),
    ]


# ------------------------------------------------------- the shipped games


def _ready(name: str) -> bool:
    return (CONTENT / name / "rules.yaml").is_file()


@pytest.mark.parametrize("name", [n for n in game_names(CONTENT) if _ready(n)])
def test_shipped_rules_compile_without_warnings_and_agree_with_the_code(name):
    rules = compile_game_rules(CONTENT, name)
    assert [d.message for d in rules.warnings] == []
    assert gaps(rules.rulebook) == []
    assert all(row.code for row in coverage(rules.rulebook) if row.enforced)
    assert all(rules.pages[f"rule-{c.id}"] >= 2 for c in rules.rulebook.clauses())


def test_coverage_finds_gaps_both_ways(monkeypatch):
    rules = compile_game_rules(CONTENT, "knowledge").rulebook
    from pnp.rules import coverage as module

    real = module.code_by_clause("knowledge")
    victim = next(c.id for c in rules.clauses() if c.enforced)
    changed = {k: v for k, v in real.items() if k != victim} | {"no.such": ["somewhere"]}
    monkeypatch.setattr(module, "code_by_clause", lambda game: changed)
    assert {g.clause for g in module.gaps(rules)} == {victim, "no.such"}


def _edited(tmp_path: Path, file: str, old: str, new: str) -> Path:
    folder = tmp_path / "content"
    shutil.copytree(CONTENT / "knowledge", folder / "knowledge", dirs_exist_ok=True)
    path = folder / "knowledge" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    return folder


def _printed(folder: Path) -> dict[str, str]:
    """Return the text of every PDF of a build, white space folded, and of the HTML."""
    paper = parse_paper("a4")
    assert paper is not None
    built = build(BuildOrder(folder, "knowledge", PrintOptions(paper), ("pieces", "cards", "rulebook"), "pdf"))
    texts = {}
    for file in built.files:
        if file.name.endswith(".pdf"):
            texts[file.name] = " ".join(words_of_pages(file.data))
        else:
            texts[file.name] = " ".join(re.sub(r"<[^>]+>", "", file.data.decode()).split())
    texts["json"] = json.dumps(compile_game_rules(folder, "knowledge").as_json(), ensure_ascii=False)
    return texts


def test_one_number_changes_everywhere(tmp_path):
    """The clock's length stands once; piece, rulebook, booklet, HTML and JSON follow."""
    before = _printed(CONTENT)
    after = _printed(_edited(tmp_path, "options.yaml", "rounds: 20", "rounds: 18"))
    assert "after round 20" in before["cards.pdf"]
    assert "after round 18" in after["cards.pdf"]
    assert "after round 20" not in after["cards.pdf"]
    for name in ("rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html", "json"):
        assert "round 20" in before[name], name
        assert "round 18" in after[name], name
        assert "round 20" not in after[name], name


def test_a_name_changes_on_cards_rules_and_quick_reference(tmp_path):
    after = _printed(_edited(tmp_path, "locations.yaml", "name: Carthage", "name: Syracuse"))
    for name in ("cards.pdf", "rulebook.pdf", "rulebook.html", "json"):
        assert "Syracuse" in after[name] or "SYRACUSE" in after[name], name
        assert "Carthage" not in after[name], name


def test_the_backpack_size_changes_rules_and_quick_reference(tmp_path):
    folder = _edited(tmp_path, "options.yaml", "backpack: 2 ", "backpack: 1 ")
    after = _printed(folder)
    assert "keep 1, put the rest back" in after["cards.pdf"]
    assert load_or_raise(folder, "knowledge").compiled is not None


def test_rules_of_a_game_without_rules_is_a_fault(tmp_path):
    shutil.copytree(CONTENT / "knowledge", tmp_path / "knowledge")
    (tmp_path / "knowledge" / "rules.yaml").unlink()
    with pytest.raises(Problems) as caught:
        compile_game_rules(tmp_path, "knowledge")
    assert "rules.yaml" in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("text", "head"),
    [("| a | b |\n| 1 | 2 |", False), ("| a | b |\n|---|---|\n| 1 | 2 |", True), ("|---|---|\n| 1 | 2 |", False)],
)
def test_a_table_has_a_head_only_above_a_line(text, head):
    (table,) = parse_blocks(text)
    assert table.head is head and table.rows[-1] == ("1", "2")
