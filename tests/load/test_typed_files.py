"""Types of content files: the slow walk names every fault that the fast conversion refuses, and no others."""

import json
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Report
from pnp.load.document import parse_or_raise
from pnp.load.schema import convert, explain, with_defaults
from pnp.load.schemas import all_schemas
from pnp.load.words import all_file_kinds
from pnp.model import Strict


class Leaf(Strict, tag_field="kind", tag="leaf"):
    size: Annotated[int, msgspec.Meta(ge=1, le=9)]


class Knot(Strict, tag_field="kind", tag="knot"):
    names: list[str] = []


class Sample(Strict):
    word: str
    number: float | None = None
    pair: tuple[int, Annotated[int, msgspec.Meta(ge=0)]] = (1, 2)
    choice: Literal["red", "green", 3] = "red"
    flag: bool | str = False
    parts: list[Leaf | Knot] = []
    table: dict[Annotated[str, msgspec.Meta(pattern="^[a-z]+$")], int] = {}


def found(data):
    return [(".".join(map(str, path)), code) for path, _, code, _, _ in explain(data, Sample)]


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({"word": "a"}, []),
        ({}, [("", "missing-key")]),
        ([], [("", "type")]),
        ({"word": 1}, [("word", "type")]),
        ({"word": "a", "number": "x"}, [("number", "type")]),
        ({"word": "a", "number": True}, [("number", "type")]),
        ({"word": "a", "pair": [1]}, [("pair", "range")]),
        ({"word": "a", "pair": [1, -1]}, [("pair.1", "range")]),
        ({"word": "a", "pair": 3}, [("pair", "type")]),
        ({"word": "a", "choice": "gren"}, [("choice", "choice")]),
        ({"word": "a", "choice": True}, [("choice", "choice")]),
        ({"word": "a", "flag": 3}, [("flag", "type")]),
        ({"word": "a", "parts": [{"kind": "leaf", "size": 10}]}, [("parts.0.size", "range")]),
        ({"word": "a", "parts": [{"size": 1}]}, [("parts.0", "missing-key")]),
        ({"word": "a", "parts": [{"kind": "tree"}, 5]}, [("parts.0.kind", "choice"), ("parts.1", "type")]),
        ({"word": "a", "table": {"X": 1, "y": "z"}}, [("table.X", "pattern"), ("table.y", "type")]),
        ({"wrod": "a"}, [("wrod", "unknown-key")]),
        ({"word": "a", "extra": 1, "pair": "x"}, [("extra", "unknown-key"), ("pair", "type")]),
    ],
)
def test_every_fault_is_named(data, faults):
    assert found(data) == faults


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ({"number": 5, "word": "a"}, {"number": 5, "word": "a", "pair": [1, 2], "choice": "red", "flag": False}),
        (
            {"word": "a", "pair": [3, 4], "choice": 3, "flag": "x"},
            {"number": None, "pair": [3, 4], "choice": 3, "flag": "x"},
        ),
        ({"word": "a", "parts": [{"kind": "knot"}]}, {"parts": [{"kind": "knot", "names": []}]}),
    ],
)
def test_templates_see_what_is_written_and_the_defaults_behind_it(written, seen):
    found = with_defaults(written, msgspec.convert(written, Sample))
    assert {key: found[key] for key in seen} == seen and set(found) == set(Sample.__struct_fields__)
    assert list(found)[: len(written)] == list(written), "in the order of the file"
    assert isinstance(found["pair"], list)


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(["a", "red", "leaf", "knot", "x y", ""])
    | st.floats(-2, 2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["word", "number", "pair", "choice", "flag", "parts", "table", "kind", "size", "names", "b"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300)
@given(PLAIN)
def test_the_walk_finds_faults_exactly_where_msgspec_refuses(data):
    try:
        msgspec.convert(data, Sample)
        fits = True
    except msgspec.ValidationError:
        fits = False
    assert fits == (not list(explain(data, Sample)))


def test_convert_notes_places():
    document = parse_or_raise("word: 1\nparts:\n  - kind: leaf\n    size: 12\n", "f.yaml")
    report = Report()
    assert convert(document, Sample, report) is None
    assert [(d.code, d.span.line, d.span.column) for d in report.diagnostics] == [("type", 1, 7), ("range", 4, 11)]


def test_content_types_are_frozen_and_strict():
    sample = msgspec.convert({"word": "a"}, Sample)
    with pytest.raises(AttributeError):
        sample.word = "b"
    for kind in all_file_kinds().values():
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"surely not a key": 1}, kind)


def test_there_is_a_schema_for_every_kind_of_file():
    schemas = all_schemas()
    assert set(schemas) == {*all_file_kinds(), "data"}
    for name, schema in schemas.items():
        assert schema["$schema"].startswith("https://json-schema.org/")
        assert json.loads(json.dumps(schema))["$ref" if "$ref" in schema else "type"], name
    faces = json.dumps(schemas["faces"])
    assert '"hexes"' in faces
    assert "runs into the bleed" in faces


def test_a_game_adds_its_own_kinds_of_files():
    assert {"knowledge-locations", "knowledge-options"} <= set(all_schemas(["knowledge"]))
