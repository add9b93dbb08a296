"""Texts of content that hold templates: filled in when a game is loaded, with every fault at its place."""

import pytest
from support import CONTENT, DEMO

from pnp.context import allow
from pnp.diagnostics import Report
from pnp.limits import Limits
from pnp.load.game import load_game, load_or_raise

CARDS = DEMO["cards.yaml"].replace("icon: icon}", 'icon: icon, text: "text?", cost: "whole?"}')


def cards(text):
    """The demo's deck with a text on its first card."""
    return CARDS.replace("title: Spark,", f"title: Spark, {text},")


def faults(content, name="demo"):
    report = Report()
    load_game(content, name, report)
    return [
        (d.span.file.rsplit("/", 1)[-1], d.span.line, d.span.column, d.code, d.message, d.hint)
        for d in report.diagnostics
        if d.is_error
    ]


def test_texts_of_cards_are_filled_in(make_game):
    text = "text: \"{{ coins[1].value }} for {{ card.title }}, no {{ index }} of {{ count('deck') }} in {{ component('map') }}\""
    game = load_or_raise(make_game({"cards.yaml": cards(text)}), "demo")
    first, second = (record.names["card"] for record in game.records["deck"])
    assert first["text"] == "2 for Spark, no 1 of 3 in Map" and "text" not in second


def test_a_text_that_names_one_value_alone_becomes_it(make_game):
    game = load_or_raise(make_game({"cards.yaml": cards('cost: "{{ coins[1].value }}"')}), "demo")
    assert game.records["deck"][0].names["card"]["cost"] == 2
    assert faults(make_game({"cards.yaml": cards('cost: "{{ game.title }}"')})) == [
        ("cards.yaml", 9, 30, "type", "'cost' must be of type whole, not 'Demo'", None)
    ]


def test_texts_of_tables_are_filled_in_one_after_the_other(make_game):
    tables = """\
fields:
  notes: {text: text}
words: {coin: shell}
notes:
  - {text: "a {{ words.coin }} for {{ coins[0].value }}"}
more: ["{{ notes[0].text }}!", {deep: "{{ game.title|upper }}"}]
"""
    game = load_or_raise(make_game({"data-words.yaml": tables}), "demo")
    assert game.names["notes"] == [{"text": "a shell for 1"}]
    assert game.names["more"] == ["a shell for 1!", {"deep": "DEMO"}]


@pytest.mark.parametrize(
    ("tables", "fault"),
    [
        (
            'a: "{{ b }}"\nb: "{{ game.title }}"\n',
            (1, 5, "template", "a text is named here that is not filled in itself"),
        ),
        ('a: "x {{ coins }}"\n', None),
        ('a: "{{ coins }}"\n', (1, 5, "template", "a list or mapping is named where a text or a number belongs")),
        ("a:\n  - b: the {{ coin }}\n", (2, 15, "undefined", "'coin' is not defined here")),
        ("a: \"{{ component('boots') }}\"\n", (1, 19, "reference", "there is no component 'boots'")),
        ('a: "{{ nothing( }}"\n', (1, 5, "template", "unexpected '}', expected ')'")),
    ],
)
def test_faults_in_texts_stand_at_their_place(make_game, tables, fault):
    found = [
        (line, column, code, message)
        for _, line, column, code, message, _ in faults(make_game({"data-x.yaml": tables}))
    ]
    assert found == ([fault] if fault else [])


def test_a_text_that_grows_beyond_the_limits_of_the_game_is_a_fault_at_its_place(make_game):
    content = make_game({"data-x.yaml": 'a: "{{ game.title * 1 }} {% for i in range(90) %}{{ i }}{% endfor %}"\n'})
    allow(Limits()._replace(game_steps=50))
    try:
        assert [fault[:4] for fault in faults(content)] == [("data-x.yaml", 1, 4, "size")]
    finally:
        allow(Limits())


def test_author_and_licence_may_be_templates(make_game):
    content = make_game(
        {"game.yaml": DEMO["game.yaml"].replace("a tester", '"{{ words.me }}"'), "data-w.yaml": "words: {me: Ann}\n"}
    )
    game = load_or_raise(content, "demo")
    assert game.game.author == "Ann" and game.names["game"]["author"] == "Ann"


def test_words_of_a_games_own_files_are_filled_in_before_its_code_sees_them(make_game):
    """The worked example tells its story in the names of the storm."""
    folder = CONTENT / "tempest"
    files = {path.name: path.read_text("utf-8") for path in folder.glob("*.yaml")}
    files["example.yaml"] = files["example.yaml"].replace("the very square", "the very {{ game.title }}")
    game = load_or_raise(make_game(files, "tempest", base=False), "tempest")
    assert "the very Tempest you" in game.files.example.example_game.rounds[3].text
    assert "the very Tempest you" in game.names["example_game"]["rounds"][3]["text"]
    files["example.yaml"] = files["example.yaml"].replace("game.title", "game.titel")
    [(file, *_, code, message, hint)] = faults(make_game(files, "tempest", base=False), "tempest")
    assert (file, code, message) == ("example.yaml", "undefined", "'titel' is not defined here")
    assert hint == "did you mean 'title'?"


def test_the_title_of_the_quick_reference_is_a_template(make_game):
    from pnp.rules.compile import compile_rules

    rules = """\
quick_card: {title: "{{ game.title }} in short"}
chapters:
  - id: play
    title: Play
    clauses: [{id: play.go, title: Go, text: Go on., quick: Go.}]
"""
    report = Report()
    book = compile_rules(load_or_raise(make_game({"rules.yaml": rules}), "demo"), report)
    assert book.quick_title == "Demo in short"
