"""One YAML file: what is read, what is refused, and where each value stands."""

import sys

import pytest

from pnp.context import allow, limits
from pnp.diagnostics import Problems, Report
from pnp.limits import Limits
from pnp.load.document import parse, parse_or_raise, read_text


def data(text):
    return parse_or_raise(text, "f.yaml").data


def faults(text):
    report = Report()
    assert parse(text, "f.yaml", report) is None
    return [(d.code, d.span.line, d.span.column) for d in report.diagnostics]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-7", -7),
        ("+3", 3),
        ("0", 0),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-1.5e+3", -1500.0),
        ("true", True),
        ("no", False),
        ("~", None),
        ("null", None),
        ("word", "word"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2024-01-31", "2024-01-31"),
        ("=", "="),
    ],
)
def test_plain_values(text, value):
    found = data(f"a: {text}")["a"]
    assert found == value
    assert type(found) is type(value)


def test_keys_are_always_texts():
    assert data("no: 1\n2: two\ntrue: 3\n~: 4") == {"no": 1, "2": "two", "true": 3, "~": 4}


def test_an_alias_gives_the_same_value_again():
    assert data("a: &x [1, 2]\nb: *x") == {"a": [1, 2], "b": [1, 2]}


@pytest.mark.parametrize(
    ("path", "key", "place"),
    [
        (("decks",), False, (2, 3, 4)),
        (("decks", "blue"), True, (2, 3, 7)),
        (("decks", "blue", "cards", 1, "title"), False, (5, 16, 22)),
        (("decks", "blue", "cards", 1, "title"), True, (5, 9, 14)),
        (("decks", "blue", "cards", 1), False, (5, 7, 8)),
        (("decks", "blue", "cards", 7), False, (4, 7, 8)),
        (("decks", "green"), False, (2, 3, 4)),
        ((), False, (1, 1, 2)),
    ],
)
def test_places_of_values_and_keys(path, key, place):
    document = parse_or_raise("decks:\n  blue:\n    cards:\n      - {title: One}\n      - title: 'Two' \n", "f.yaml")
    if path == ("decks", "blue", "cards", 1):
        place = (5, 9, 10)
    if path and path[-1] == "title":
        place = (5, 9, 15) if key else (5, 16, 22)
    span = document.span(path, key=key)
    assert (span.file, span.line, span.column) == ("f.yaml", *place[:2])


@pytest.mark.parametrize(
    ("text", "offset", "place"),
    [
        ("a: some words", 5, (1, 9)),
        ("a: 'some words'", 5, (1, 10)),
        ('a: "some words"', 0, (1, 5)),
        ("a: |\n  first\n  second", 8, (3, 5)),
        ("a: |\n\n  first\n", 2, (3, 4)),
    ],
)
def test_places_inside_texts(text, offset, place):
    span = parse_or_raise(text, "f.yaml").text_span(("a",), offset)
    assert (span.line, span.column) == place


def test_a_long_row_of_dashes_in_a_text_is_no_nesting():
    rule = "-" * 70
    assert data(f"a: |\n  {rule}\n  text\n") == {"a": f"{rule}\ntext\n"}


@pytest.mark.parametrize(
    "text",
    [
        "- " * 50000 + "x",
        "-  " * 50000 + "x",
        "? " * 50000 + "x",
        "a: " + "[" * 50000,
        "a: " + "{a: " * 50000,
        "".join(" " * i + "a:\n" for i in range(400)),
    ],
    ids=["dashes", "wide dashes", "question marks", "brackets", "braces", "indents"],
)
def test_absurd_nesting_is_refused_before_the_parser_recurses(text):
    assert [code for code, _, _ in faults(text)] == ["depth"]


def test_nesting_as_deep_as_allowed_is_read():
    depth = limits().yaml_depth - 1
    value = data("a: " + "[" * depth + "1" + "]" * depth)["a"]
    for _ in range(depth):
        (value,) = value
    assert value == 1


@pytest.mark.parametrize("text", ["1" * 60_000 + ":10.5", "1." * 30_000, "+" * 60_000, "1" * 60_000 + "e"])
def test_odd_long_scalars_are_read_in_no_time(text):
    assert data(f"a: {text}")["a"] == text  # a regular expression that backtracks would take minutes


def test_the_number_of_values_is_bounded():
    allow(Limits()._replace(yaml_values=10))
    try:
        assert faults("a: [1, 2, 3, 4, 5, 6, 7, 8, 9]") == [("size", 1, 29)]
        assert data("a: [1, 2, 3, 4, 5, 6, 7, 8]")
    finally:
        allow(Limits())


@pytest.mark.parametrize(
    ("text", "place"),
    [("é: 1\nb: \x00", (2, 4)), ("éé: 1\nb: é\x07", (2, 5)), ("a: \x1b[31m", (1, 4))],
)
def test_control_characters_are_refused_where_they_stand(text, place):
    assert faults(text) == [("syntax", *place)]


def test_faults_cover_the_whole_word():
    report = Report()
    parse("a: 1\nname: 2\nname: 3\nb: {<<: 1}\n", "f.yaml", report)
    assert [(d.span.column, d.span.end_column) for d in report.diagnostics] == [(1, 5), (5, 7)]


def test_every_fault_of_a_file_is_told():
    assert faults("a: 1\na: 2\nb: !!set {x}\nc: {<<: {a: 1}}\n[x]: 1\n") == [
        ("duplicate", 2, 1),
        ("tag", 3, 4),
        ("merge", 4, 5),
        ("key", 5, 1),
    ]


def test_two_documents_in_one_file_are_refused():
    assert [code for code, _, _ in faults("a: 1\n---\nb: 2\n")] == ["syntax"]


def read(path):
    report = Report()
    return read_text(path, "f.yaml", report), [(d.code, d.span.line, d.span.column) for d in report.diagnostics]


def test_line_ends_and_byte_order_marks_are_evened_out(tmp_path):
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n")
    assert read(path) == ("a: 1\nb: 2\nc: 3\n", [])


def test_files_that_cannot_be_read(tmp_path):
    path = tmp_path / "f.yaml"
    path.write_bytes(b"a: 1\nb: \xff\n")
    assert read(path) == (None, [("encoding", 2, 4)])
    path.write_bytes(b"a" * (limits().file_bytes + 1))
    assert read(path) == (None, [("size", 1, 1)])
    assert read(tmp_path / "missing.yaml") == (None, [("read", 1, 1)])
    assert read(tmp_path) == (None, [("read", 1, 1)])


def test_parse_or_raise_raises_all_faults():
    with pytest.raises(Problems) as caught:
        parse_or_raise("a: 1\na: 2\nb: 3\nb: 4\n", "f.yaml")
    assert [d.code for d in caught.value.diagnostics] == ["duplicate", "duplicate"]


def test_the_fast_loader_is_in_use():
    import yaml

    assert yaml.__with_libyaml__ or sys.platform == "win32"


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("9999999999999999", True),
        ("10000000000000000", False),
        ("-999999999999999", True),
        ("1000000000000000.0", True),
        ("1000000000000000.5", False),
        ("-1000000000000000.5", False),
    ],
)
def test_numbers_are_read_up_to_where_they_stay_exact(text, fine):
    if fine:
        assert data(text) == (float if "." in text else int)(text)
    else:
        assert faults(text) == [("number", 1, 1)]
