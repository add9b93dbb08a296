"""Templates: the quick way for plain names, Jinja for the rest, both alike, and nothing else possible."""

import time

import pytest

from pnp.context import limits
from pnp.load import jinja
from pnp.load.template import Loop, compile_text
from pnp.load.values import TemplateFault, show

NAMES = {
    "card": {"title": "Spark", "cost": 3, "share": 0.5, "whole": 2.0, "none": None, "flag": True, "tags": ["a", "b"]},
    "rows": [{"id": "x", "n": 1}, {"id": "y", "n": 2}],
    "empty": "",
}


@pytest.mark.parametrize(
    "text",
    [
        "{{ card.title }}",
        "{{card.title}}",
        "{{  card.title  }}",
        "a {{ card.title }} b {{ card.cost }} c",
        "{{ card.share }} {{ card.whole }} {{ card.none }} {{ card.flag }}",
        "{{ card.tags[1] }}{{ rows[0].id }}{{ rows[1].n }}",
        "{{ empty }}",
        "line\n{{ card.title }}\n",
        "{ not a template } {{ card.cost }}",
        "{{ card.tags }}",
    ],
)
def test_the_quick_way_and_jinja_agree(text):
    quick = compile_text(text)
    assert quick._pieces is not None, "this should not need Jinja"
    compiled = jinja.Compiled(text)
    rendered, value = compiled.render(NAMES), compiled.value(NAMES)
    assert quick.render(NAMES) == rendered
    alone = text.strip().startswith("{{") and text.count("{{") == 1 and text.strip().endswith("}}")
    assert quick.value(NAMES) == (value if alone else rendered)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ card.cost + 1 }}", "4"),
        ("{{ card.cost / 2 }}", "1.5"),
        ("{{ card.cost * 2.0 }}", "6"),
        ("{{ 'cheap' if card.cost < 5 else 'dear' }}", "cheap"),
        ("{% if card.flag %}yes{% endif %}", "yes"),
        ("{% for t in card.tags %}{{ t }}{{ ', ' if not loop.last }}{% endfor %}", "a, b"),
        ("{% for r in rows %}{{ loop.index }}{{ r.id }}{% endfor %}", "1x2y"),
        ("{{ card.tags | join('+') }}", "a+b"),
        ("{{ rows | map(attribute='n') | sum }}", "3"),
        ("{{ rows | join(', ', 'id') }}", "x, y"),
        ("{{ card.title | upper | replace('S', 's') }}", "sPARK"),
        ("{{ 3 | words }} {{ 13 | words }}", "three 13"),
        ("{{ 1 }} {{ 1 | plural('card') }}, 2 {{ 2 | plural('box', 'boxes') }}", "1 card, 2 boxes"),
        ("{{ card.tags | listed }} {{ ['a', 'b', 'c'] | listed('or') }}", "a and b a, b or c"),
        ("{{ card.missing | default('none') }}", "none"),
        ("{# a remark #}{{ card.title -}}   end", "Sparkend"),
        ("{{ card.tags[:1] }}", "['a']"),
        ("{{ 'a' in card.tags }}", "True"),
        ("{{ card.cost is divisibleby 3 }}", "True"),
        ("{{ card.title ~ card.cost }}", "Spark3"),
        ("{{ range(3) | list }}", "[0, 1, 2]"),
    ],
)
def test_what_templates_can_do(text, shown):
    assert compile_text(text).render(NAMES) == shown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ card.cost }}", 3),
        ("{{ card.cost + 1 }}", 4),
        ("{{ card.tags }}", ["a", "b"]),
        ("x{{ card.cost }}", "x3"),
        ("7", "7"),
    ],
)
def test_a_single_expression_keeps_its_type(text, value):
    assert compile_text(text).value(NAMES) == value


@pytest.mark.parametrize(("value", "shown"), [(None, ""), (2.0, "2"), (2.5, "2.5"), ("a", "a"), (7, "7")])
def test_values_are_shown_as_readers_expect(value, shown):
    assert show(value) == shown


@pytest.mark.parametrize(
    ("text", "offset", "length", "hint"),
    [
        ("{{ card.titel }}", 3, 10, "did you mean 'title'?"),
        ("see {{ cart.title }}", 7, 10, "did you mean 'card'?"),
        ("{{ cart.title | upper }}", 3, 4, "did you mean 'card'?"),
        ("{{ rows[7].id }}", 3, 10, None),
        ("{{ zzz }}", 3, 3, "known: card, empty, rows"),
    ],
)
def test_undefined_names_are_faults_with_place_and_hint(text, offset, length, hint):
    with pytest.raises(TemplateFault) as caught:
        compile_text(text).render(NAMES)
    fault = caught.value
    assert (fault.code, fault.offset, fault.length, fault.hint) == ("undefined", offset, length, hint)


def test_undefined_fields_inside_expressions_get_a_hint_too():
    with pytest.raises(TemplateFault, match="'titel' is not defined here") as caught:
        compile_text("{{ card.titel | upper }}").render(NAMES)
    assert (caught.value.offset, caught.value.length, caught.value.hint) == (8, 5, "did you mean 'title'?")


def test_an_unknown_filter_is_told_with_its_place_and_the_one_that_was_meant():
    with pytest.raises(TemplateFault, match="there is no filter 'uppr'") as caught:
        compile_text("{{ card.title | uppr }}").render(NAMES)
    assert (caught.value.offset, caught.value.length, caught.value.hint) == (16, 4, "did you mean 'upper'?")


def test_a_syntax_fault_names_its_line():
    with pytest.raises(TemplateFault) as caught:
        compile_text("first\nsecond {% if %}\nthird").render(NAMES)
    assert caught.value.code == "template"
    assert caught.value.offset == len("first\n")


HOSTILE_NAMES = {
    **NAMES,
    "big": "x" * 200_000,
    "word": "y" * 9_000,
    "many": list(range(150_000)),
    "same": list(range(150_000)),
    "records": [{"k": i % 7} for i in range(20_000)],
    "table": {str(i): i for i in range(50_000)},
}
ATTACKS = {
    "nested loops": "{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}",
    "silent loops": "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
    "five loops": "{% for a in x %}" * 5 + "{% endfor %}" * 5,
    "work inside a loop": "{% for a in range(9999) %}{% for b in range(9) %}{{ range(9999)|sum }}{% endfor %}{% endfor %}",
    "sorting in a loop": "{% for a in range(9999) %}{{ many|sort|length }}{% endfor %}",
    "searching in a loop": "{% for a in range(9999) %}{{ -1 in many }}{% endfor %}",
    "comparing in a loop": "{% for a in range(9999) %}{{ many == same }}{% endfor %}",
    "slices in a loop": "{% for a in range(9999) %}{% if many[:] %}{% endif %}{% endfor %}",
    "case in a loop": "{% for a in range(9999) %}{% if big|upper %}{% endif %}{% endfor %}",
    "texts of lists": "{% for a in range(9999) %}{% if many|string %}{% endif %}{% endfor %}",
    "groups in a loop": "{% for a in range(9999) %}{{ records|groupby('k')|length }}{% endfor %}",
    "tests in a loop": "{% for a in range(9999) %}{{ -1 is in many }}{% endfor %}",
    "dictsort in a loop": "{% for a in range(9999) %}{{ table|dictsort|length }}{% endfor %}",
    "adding lists in a loop": "{% for a in range(9999) %}{{ (range(4999)|list + range(4999)|list)|length }}{% endfor %}",
    "huge range": "{{ range(99999999) }}",
    "huge join": "{{ range(9999)|join(big) }}",
    "huge replace": "{{ word|replace('y', word) }}",
    "many replaces": "{{ range(9999)|map('string')|map('replace', '1', word)|list|length }}",
    "huge concatenation": "{{ big ~ big }}",
    "growing text": "{% for a in range(9999) %}{{ a }} and a few more words {% endfor %}",
    "multiplied text": "{{ 'a' * 999999999 }}",
    "multiplied list": "{{ [1] * 999999999 }}",
    "multiplied pair": "{{ (1, 2) * 999999999 }}",
    "power": "{{ 9 ** 9 ** 9 }}",
    "power of power": "{{ (9999 ** 16) ** 16 }}",
    "deep parentheses": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "deep minus": "{{ " + "-" * 3000 + "1 }}",
    "deep product": "{{ " + "*".join(["(9 ** 9)"] * 300) + " }}",
    "endless number": "{{ 1e999 | int }}",
    "class": "{{ ''.__class__.__mro__ }}",
    "class by key": "{{ card['__class__'] }}",
    "class of a tuple": "{{ ().__class__.__bases__[0].__subclasses__() }}",
    "globals": "{{ range.__globals__ }}",
    "attr filter": "{{ ''|attr('__class__') }}",
    "map attribute": "{{ [card]|map(attribute='__class__')|join }}",
    "method": "{{ card.title.upper() }}",
    "format method": "{{ '{0.__class__}'.format(1) }}",
    "format filter": "{{ '%s'|format(1) }}",
    "percent": "{{ '%999999999d' % 1 }}",
    "loop object": "{% for a in rows %}{{ loop.__init__ }}{% endfor %}",
    "self": "{{ self.__init__.__globals__ }}",
    "include": "{% include '/etc/passwd' %}",
    "import": "{% import 'os' as os %}",
    "from import": "{% from 'os' import path %}",
    "extends": "{% extends 'x' %}",
    "macro": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "call": "{% call x() %}{% endcall %}",
    "block": "{% block b %}{% endblock %}",
    "set": "{% set x = 1 %}",
    "with": "{% with x = 1 %}{% endwith %}",
    "filter block": "{% filter upper %}x{% endfilter %}",
    "autoescape": "{% autoescape true %}x{% endautoescape %}",
    "do": "{% do card.clear() %}",
    "recursive loop": "{% for a in rows recursive %}{{ loop(rows) }}{% endfor %}",
    "lipsum": "{{ lipsum(99999) }}",
    "cycler": "{{ cycler('a') }}",
    "namespace": "{{ namespace(a=1) }}",
    "dict": "{{ dict(a=1) }}",
    "keeper": "{{ _keep(1) ~ _keep.__class__ }}",
    "modulo zero": "{{ 1 % 0 }}",
    "long integer text": "{{ " + "*".join(["9999**16"] * 80) + " }}",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_refused_at_once(name):
    started = time.process_time()
    with pytest.raises(TemplateFault):
        compile_text(ATTACKS[name]).render(HOSTILE_NAMES)
    assert time.process_time() - started < 2


def test_refusals_name_no_memory_addresses():
    for attack in ("format method", "method", "globals"):
        with pytest.raises(TemplateFault) as caught:
            compile_text(ATTACKS[attack]).render(HOSTILE_NAMES)
        assert "0x" not in caught.value.message


def test_content_cannot_be_changed_by_a_template():
    with pytest.raises(TemplateFault):
        compile_text("{{ card.tags.append('c') }}").render(NAMES)
    assert NAMES["card"]["tags"] == ["a", "b"]


def test_the_budget_starts_anew_for_each_text():
    text = "{% for a in range(9000) %}{% if a > 9000 %}x{% endif %}{% endfor %}"
    for _ in range(limits().template_steps // 9000 + 2):
        assert compile_text(text).render({}) == ""


@pytest.mark.parametrize(
    ("each", "rounds"),
    [
        ("row in rows", [("x", 0), ("y", 1)]),
        ("  row  in  rows ", [("x", 0), ("y", 1)]),
    ],
)
def test_loops_over_lists(each, rounds):
    assert [(names["row"]["id"], names["row_index"]) for names, _ in Loop(each).over(NAMES)] == rounds


def test_loops_nest_count_and_walk_mappings():
    pairs = [(n["a"], n["b"]["id"]) for n, _ in Loop(["a in 1..2", "b in rows"]).over(NAMES)]
    assert pairs == [(1, "x"), (1, "y"), (2, "x"), (2, "y")]
    assert [n["i"] for n, _ in Loop("i in 1..card.cost").over(NAMES)] == [1, 2, 3]
    assert [n["i"] for n, _ in Loop("i in 3..1").over(NAMES)] == []
    places = {"north": {"n": 1}, "south": 5}
    assert [n["p"] for n, _ in Loop("p in places").over({"places": places})] == [
        {"id": "north", "n": 1},
        {"id": "south", "value": 5},
    ]


@pytest.mark.parametrize(
    ("each", "code"),
    [
        ("rows", "loop"),
        ("for row in rows", "loop"),
        ("row in rows; import os", "loop"),
        ("row in {{ rows }}", "loop"),
        ("i in 1..99999", "loop"),
        ("i in 1..card.title", "loop"),
        ("i in card.title", "loop"),
        ("i in card.costs", "undefined"),
    ],
)
def test_loops_of_the_wrong_form(each, code):
    with pytest.raises(TemplateFault) as caught:
        list(Loop(each).over(NAMES))
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("2 ** 16", True),
        ("2 ** 17", False),
        ("2 ** -16", True),
        ("2 ** -17", False),
        ("10000 ** 2", True),
        ("10001 ** 2", False),
        ("(-10001) ** 2", False),
        ("(many + many) | length", True),
        ("(many + more) | length", False),
        ("[1] * 2", False),
        ("2 * [1]", False),
        ("'a' * 3", False),
        ("'%s' % 3", False),
        ("'a' + 'b'", True),
        ("'a' + 3", False),
        ("[1] + 3", False),
        ("3 % 2", True),
        ("1.5 * 2", True),
        ("range(10000) | length", True),
        ("range(1, 10002) | length", False),
    ],
)
def test_arithmetic_has_its_bounds(expression, allowed):
    """Two lists make one of ten thousand at most; powers stay small; nothing but numbers is multiplied."""
    names = {"many": [0] * 5000, "more": [0] * 5001}
    text = compile_text(f"{{{{ {expression} }}}}")
    if allowed:
        assert text.render(names)
    else:
        with pytest.raises(TemplateFault):
            text.render(names)
