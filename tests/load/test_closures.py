"""Templates as closures: whatever a template says, text, value, fault and cost are those of the code that Jinja makes."""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support import CONTENT

from pnp.load import jinja
from pnp.load.budget import Budget
from pnp.load.template import Template
from pnp.load.values import TemplateFault

NAMES = {
    "card": {"title": "Spark", "cost": 3, "share": 0.5, "none": None, "flag": True, "tags": ["a", "b"], "big": 2**80},
    "rows": [{"id": "x", "n": 1}, {"id": "y", "n": 2}],
    "n": 7,
    "empty": [],
    "word": "storm",
}
ATOMS = [
    "n",
    "word",
    "card.cost",
    "card.title",
    "card.tags",
    "rows",
    "rows[0].n",
    "rows[1]['id']",
    "empty",
    "card.none",
]
ATOMS += [
    "3",
    "0",
    "'a'",
    "1.5",
    "true",
    "none",
    "missing",
    "card.missing",
    "rows[9]",
    "n.x",
    "card",
    "[1, n]",
    "(n, 2)",
]
ATOMS += [
    "{'a': n, word: 2}",
    "range(n)",
    "range(3, n)",
    "card.big",
    "[]",
    "word[1:3]",
    "rows[:1]",
    "card.tags[n:]",
    "loop",
]
FILTERS = ["length", "upper", "join(', ')", "join('+', 'id')", "map(attribute='n')|list", "sum", "first", "last", "abs"]
FILTERS += ["default('d')", "d(n, true)", "words", "plural('card')", "listed", "percent", "round(1)", "int", "string"]
FILTERS += [
    "sort(attribute='n')|list",
    "selectattr('n', 'gt', 1)|list",
    "map('upper')",
    "max",
    "min",
    "replace('a', n)",
    "trim",
]
FILTERS += [
    "groupby('n')",
    "dictsort",
    "items|list",
    "unique|list",
    "reverse|list",
    "float",
    "title",
    "no_such",
    "_sized",
]
TESTS = ["defined", "none", "number", "odd", "divisibleby 3", "in [1, 7]", "string", "mapping", "eq 3", "undefined"]
SIGNS = ["+", "-", "*", "/", "//", "%", "**", "~", "==", "!=", "<", "<=", ">", "in", "not in", "and", "or"]


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Make larger expressions of smaller ones."""
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(SIGNS), inner),
        st.builds("({}|{})".format, inner, st.sampled_from(FILTERS)),
        st.builds("({} is {})".format, inner, st.sampled_from(TESTS)),
        st.builds("({} is not {})".format, inner, st.sampled_from(TESTS)),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("({} if {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("(-{})".format, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("({} < {} <= {})".format, inner, inner, inner),
        st.builds("{}[{}]".format, inner, inner),
        st.builds("{}[{}:{}]".format, inner, inner, inner),
        st.builds("{}({})".format, inner, inner),
        st.builds("{}.{}".format, inner, st.sampled_from(["n", "id", "title", "items", "__class__"])),
    )


EXPRESSIONS = st.recursive(st.sampled_from(ATOMS), larger, max_leaves=8)
PARTS = st.one_of(
    st.sampled_from(["text ", "\n", " {# a remark #}"]),
    st.builds("{{{{ {} }}}}".format, EXPRESSIONS),
    st.builds("{{{{- {} -}}}}".format, EXPRESSIONS),
    st.builds("{{% if {} %}}a{{{{ {} }}}}{{% endif %}}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("{{% if {} %}}a{{% elif {} %}}b{{% else %}}c{{% endif %}}".format, EXPRESSIONS, EXPRESSIONS),
)
TEXTS = st.one_of(st.builds("{{{{ {} }}}}".format, EXPRESSIONS), st.lists(PARTS, min_size=1, max_size=4).map("".join))


def by_jinja(text: str) -> jinja.Compiled:
    """Compile a text as if nothing could be made into closures."""
    with pytest.MonkeyPatch.context() as patch:

        def left(_tree: object) -> None:
            raise jinja.LeftToJinja

        patch.setattr(jinja, "_CLOSURES", SimpleNamespace(text=left, single=left))
        return jinja.Compiled(text)


def outcome(compiled: jinja.Compiled, what: str) -> tuple[object, ...]:
    """Return what comes of a run: the value or the fault, and the steps that it took."""
    spent: list[int] = []

    class Counting(Budget):
        def __exit__(self, *about: object) -> None:
            spent.append(self._given - self.left)
            super().__exit__(*about)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jinja, "Budget", Counting)
        try:
            value = getattr(compiled, what)(NAMES)
        except TemplateFault as fault:
            return (fault.code, fault.message, fault.offset, fault.length, fault.hint, *spent)
    return (type(value), repr(value), *spent)


def same(text: str) -> None:
    try:
        quick = jinja.Compiled(text)
    except TemplateFault as fault:
        with pytest.raises(TemplateFault) as plain:
            by_jinja(text)
        assert (fault.code, fault.message, fault.offset) == (plain.value.code, plain.value.message, plain.value.offset)
        return
    slow = by_jinja(text)
    for what in ("render", "value"):
        assert outcome(quick, what) == outcome(slow, what), (text, what)


@settings(max_examples=400)
@given(text=TEXTS)
@example(text="{{ a, b }}")
@example(text="{{ n) ~ (word }}")
@example(text="{{ n if missing }}")
@example(text="{{ range }}")
@example(text="{{ 'ab' * 3 }}{{ 2 ** 17 }}")
@example(text="{{ " + "(" * 60 + "n" + ")" * 60 + " }}")
@example(text="{{ " + "-" * 70 + "n }}")
@example(text="{{ self }}{{ caller }}")
@example(text="{{ [1, 2]|sum(start=n) }}{{ word|replace(old='s', new=n) }}")
@example(text="{% if n > 3 %}{% if word %}a{% else %}b{% endif %}{% elif word %}c{% endif %}")
def test_closures_do_what_jinja_does(text: str):
    same(text)


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from texts_in(inner)


def test_few_texts_of_the_shipped_games_are_left_to_jinja():
    files = [yaml.load(path.read_bytes(), yaml.CSafeLoader) for path in CONTENT.glob("*/*.yaml")]
    texts = {text for text in texts_in(files) if not Template(text).constant}
    texts = {text for text in texts if Template(text)._pieces is None}
    left = [text for text in texts if isinstance(jinja.Compiled(text)._write, partial)]
    assert len(texts) > 200
    assert [text for text in left if "{% for" not in text and "{%- for" not in text] == []
    for text in sorted(texts):  # none of the names are known here: the same faults
        same(text)
