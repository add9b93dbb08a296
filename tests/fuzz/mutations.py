"""Ways to spoil a valid file: bytes, lines, YAML structure, types, huge numbers, deep nesting, odd Unicode, cycles.

Every choice comes from one stream, so the same stream spoils the same file in the same way.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from typing import Any

import yaml

from pnp.play.seeds import Stream

ODD_TEXTS = (
    "",
    " ",
    "\t",
    "\n",
    "-",
    "~",
    "null",
    "yes",
    "0",
    "-1",
    "1e400",
    "nan",
    ".inf",
    "-.inf",
    "0x1F",
    "0o17",
    "1_000",
    "12:30:45",
    "2024-01-01",
    "2024-13-45T99:99:99Z",
    "é",
    "ß" * 50,
    "e\u0301" * 30,
    "\u202e\u202dabc",
    "\u200b\ufeff",
    "\U0001f9a4",
    "\U0010ffff",
    "\ufffd",
    "\u2028\u2029",
    "\u00a0",
    "\x1b[31mred\x1b[0m",
    "\x07\x08",
    "ﷺ" * 20,
    "Ω≈ç√",
    "{{",
    "}}",
    "{% for %}",
    "{{ 1/0 }}",
    "{{ x }}",
    "{{ range(10**9) }}",
    "{{ 'a' * 10**9 }}",
    "{# ",
    "{{ game }}",
    "{{ ''.__class__ }}",
    "{% include '/etc/passwd' %}",
    "{{ 9**9**9 }}",
    "{{ [1]*9999999 }}",
    "%n%s%d",
    "$(id)",
    "`id`",
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "C:\\x",
    "a/b",
    "con",
    "file:///etc/passwd",
    "**",
    "*",
    ":star:",
    ":no-such-icon:",
    "[[a|b]]",
    "[[|]]",
    "| a | b |",
    "<script>alert(1)</script>",
    "&amp;",
    "'",
    '"',
    "\\",
    "#",
    ": ",
    "- a",
    "? a",
    "!!python/object/apply:os.system ['id']",
    "&a",
    "*a",
    "<<",
    "@",
    "`",
    "|",
    ">",
    "50%",
    "100% - 4",
    "-5%",
    "a" * 5_000,
    "a b " * 3_000,
    "9" * 5_000,
    "#ffffff",
    "#ggg",
    "on-ink",
    "1..6",
    "x in y",
    "x in 1..99999",
)

ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    99,
    255,
    256,
    1000,
    5001,
    2**31,
    2**53,
    2**63,
    -(2**63),
    10**15,
    10**16,
    10**30,
    10**400,
    0.0,
    -0.0,
    0.1,
    0.5,
    -0.5,
    1.5,
    1e-9,
    1e15,
    1e16,
    1e300,
    5e-324,
    float("inf"),
    float("-inf"),
    float("nan"),
    [],
    {},
    [[]],
    [{}],
    {"": ""},
    {"a": {}},
    [None],
    [0] * 50,
    ["a"] * 300,
    [[1, 2], [3, 4]],
    {"part": "text"},
    {"do": "nothing"},
    {"1": 1},
    {"id": "x"},
    [1, "a", None, [], {}],
)

Mutation = Callable[[Stream, bytes], bytes]


# -------------------------------------------------------------------- bytes


def flip_bits(stream: Stream, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(1 + stream.below(4)):
        if spoilt:
            spoilt[stream.below(len(spoilt))] ^= 1 << stream.below(8)
    return bytes(spoilt)


def _piece(stream: Stream, data: bytes, longest: int = 200) -> tuple[int, int]:
    start = stream.below(len(data) + 1)
    return start, min(len(data), start + 1 + stream.below(longest))


def delete_bytes(stream: Stream, data: bytes) -> bytes:
    start, end = _piece(stream, data, 60)
    return data[:start] + data[end:]


def insert_bytes(stream: Stream, data: bytes) -> bytes:
    start, _ = _piece(stream, data)
    return data[:start] + bytes(stream.below(256) for _ in range(1 + stream.below(8))) + data[start:]


def repeat_bytes(stream: Stream, data: bytes) -> bytes:
    start, end = _piece(stream, data)
    times = stream.choice((1, 2, 3, 100))
    return data[:end] + data[start:end] * times + data[end:]


def move_bytes(stream: Stream, data: bytes) -> bytes:
    start, end = _piece(stream, data)
    rest = data[:start] + data[end:]
    at = stream.below(len(rest) + 1)
    return rest[:at] + data[start:end] + rest[at:]


def truncate(stream: Stream, data: bytes) -> bytes:
    return data[: stream.below(len(data) + 1)]


def replace_all(stream: Stream, data: bytes) -> bytes:
    """An empty file, only marks, only binary, or something that is no content at all."""
    noise = bytes(stream.below(256) for _ in range(400))
    return stream.choice(
        (
            b"",
            b"\n",
            b"\xef\xbb\xbf",
            b"\x00",
            b"\xff\xfe",
            b"---\n",
            b"...\n",
            b"--- a\n--- b\n",
            b"[]",
            b"{}",
            b"0",
            b"text",
            b"%YAML 9.9\n---\n",
            b"%PDF-1.7\n",
            b"\x89PNG\r\n\x1a\n" + noise,
            b"PK\x03\x04" + noise,
            noise,
            b"{" * 60,
            b"- " * 30,
            b"[" * 5000,
            b"- " * 5000,
            b"a:\n" + b" " * 70_000 + b"b",
            b"? " * 300,
            b"&a " * 20,
            b"#" * 5000,
        )
    )


def encode_otherwise(stream: Stream, data: bytes) -> bytes:
    text = data.decode("utf-8", errors="replace")
    kind = stream.below(6)
    if kind == 0:
        return b"\xef\xbb\xbf" * (1 + stream.below(2)) + data
    if kind == 1:
        return text.encode("utf-16")
    if kind == 2:
        return text.encode("utf-32-be")
    if kind == 3:
        return text.replace("a", "ä", 3).encode("latin-1", errors="replace")
    if kind == 4:
        return text.replace("e", "é", 3).encode("cp1252", errors="replace")
    return text.encode("utf-7")


def other_newlines(stream: Stream, data: bytes) -> bytes:
    newline = stream.choice((b"\r\n", b"\r", b"\n\r", b"\n\n", b"\x0b", b"\x0c", "\u0085".encode(), "\u2028".encode()))
    return data.replace(b"\n", newline)


def odd_characters(stream: Stream, data: bytes) -> bytes:
    start, _ = _piece(stream, data)
    odd = stream.choice(ODD_TEXTS).encode("utf-8", errors="surrogatepass")
    raw = stream.choice(
        (odd, b"\x00", b"\x1b]0;t\x07", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xef\xbf\xbe")
    )
    return data[:start] + raw + data[start:]


# -------------------------------------------------------------------- lines


def spoil_line(stream: Stream, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = stream.below(len(lines))
    line = lines[at]
    indent = line[: len(line) - len(line.lstrip())]
    lines[at : at + 1] = stream.choice(
        (
            [],
            [line, line],
            [b"  " + line],
            [line[1:]],
            [b"\t" + line],
            [line + b" #"],
            [line + b":"],
            [line + b" &a"],
            [line + b" *a"],
            [line + b" !!binary x"],
            [b"---", line],
            [b"...", line],
            [indent + b"<<: {a: 1}", line],
            [indent + b"? [a, b]", indent + b": c", line],
            [line + b" " * 20_000 + b"x"],
            [line.replace(b": ", b":")],
            [line.replace(b":", b": !!python/name:os.system ", 1)],
            [line.replace(b": ", b": &x ", 1), line],
        )
    )
    return b"\n".join(lines)


def cycle_or_bomb(stream: Stream, data: bytes) -> bytes:
    """Replace the value of a key by one that holds itself, or by aliases that explode."""
    text = data.decode("utf-8", errors="replace")
    bomb = (
        "["
        + ", ".join(
            [
                "&b0 [x, x, x, x, x, x, x, x, x]",
                *(f"&b{i} [{', '.join([f'*b{i - 1}'] * 9)}]" for i in range(1, stream.choice((3, 12)))),
            ]
        )
        + "]"
    )
    value = stream.choice(("&c [*c]", "&c {a: *c}", "&c [1, {b: [*c]}]", bomb))
    places = [i for i, char in enumerate(text) if char == ":" and text[i + 1 : i + 2] in (" ", "\n")]
    if not places:
        return f"a: {value}\n".encode()
    at = stream.choice(places)
    end = text.find("\n", at)
    return (text[: at + 1] + " " + value + (text[end:] if end >= 0 else "")).encode()


# ---------------------------------------------------------------- structure


@lru_cache(maxsize=256)
def _scalars(text: str) -> tuple[tuple[int, int], ...]:
    """The places of all scalars of a YAML text."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    try:
        events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return ()
    return tuple(
        (starts[e.start_mark.line] + e.start_mark.column, starts[e.end_mark.line] + e.end_mark.column)
        for e in events
        if isinstance(e, yaml.ScalarEvent) and e.style not in ("|", ">") and e.end_mark.line < len(starts)
    )


def odd_scalar(stream: Stream, data: bytes) -> bytes:
    """Write another value over one scalar, key or value, and leave the rest of the file as it is."""
    text = data.decode("utf-8", errors="replace").replace("\r\n", "\n")
    places = _scalars(text)
    if not places:
        return data
    start, end = stream.choice(places)
    old = text[start:end].strip("'\"")
    kind = stream.below(6)
    if kind == 0:
        new = json.dumps(stream.choice(ODD_VALUES))
    elif kind == 1:
        new = stream.choice(ODD_TEXTS).replace("\n", " ")
    elif kind == 2:
        new = json.dumps(stream.choice(ODD_TEXTS))
    elif kind == 3:
        other = stream.choice(places)
        new = text[other[0] : other[1]]
    elif kind == 4:
        at = stream.below(len(old) + 1)
        new = json.dumps(old[:at] + stream.choice(ODD_TEXTS)[:200] + old[at:])
    else:
        new = _other_number(stream, old)
    return (text[:start] + new + text[end:]).encode("utf-8", errors="replace")


def _other_number(stream: Stream, text: str) -> str:
    try:
        number = float(text)
    except ValueError:
        return stream.choice(("1", "-1", "0", "9" * 16, "9" * 5000, "1.5", "1e15"))
    whole = int(number) if number.is_integer() else number
    return str(
        stream.choice(
            (
                whole + 1,
                whole - 1,
                -whole,
                whole * 10,
                whole * 1000,
                whole * 10**9,
                number + 0.5,
                f"'{whole}'",
                whole / 3,
            )
        )
    )


@lru_cache(maxsize=256)
def _parsed(data: bytes) -> Any:
    try:
        return yaml.load(data.decode("utf-8"), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError, OverflowError):
        return None


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if len(path) < 30:
        if isinstance(data, dict):
            found += [p for key, value in data.items() for p in _paths(value, (*path, key))]
        elif isinstance(data, list):
            found += [p for i, value in enumerate(data) for p in _paths(value, (*path, i))]
    return found


def _get(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def odd_structure(stream: Stream, data: bytes) -> bytes:
    """Change the tree: other types, missing and extra keys, moved and repeated branches, deep nesting."""
    tree = deepcopy(_parsed(data))
    paths = _paths(tree)
    if tree is None or len(paths) < 2:
        return json.dumps(stream.choice(ODD_VALUES)).encode()
    path = paths[1 + stream.below(len(paths) - 1)]
    parent, key = _get(tree, path[:-1]), path[-1]
    old = parent[key]
    kind = stream.below(12)
    if kind <= 2:
        parent[key] = stream.choice(ODD_VALUES)
    elif kind == 3:
        parent[key] = stream.choice(ODD_TEXTS)
    elif kind == 4:
        del parent[key]
    elif kind == 5:
        _extra_key(stream, parent, key)
    elif kind == 6:
        parent[key] = deepcopy(_get(tree, stream.choice(paths)))
    elif kind == 7:
        parent[key] = stream.choice(([old], {"value": old}, [old, old], {str(key): old}))
    elif kind == 8:
        parent[key] = (
            next(iter(old.values()), None)
            if isinstance(old, dict)
            else old[0]
            if isinstance(old, list) and old
            else str(old)
        )
    elif kind == 9:
        parent[key] = _nested(old, stream.choice((5, 30, 62, 63, 64, 65, 66, 200)), stream.below(2))
    elif kind == 10 and isinstance(parent, list):
        parent[key:key] = [deepcopy(old) for _ in range(stream.choice((1, 2, 30, 400)))]
    elif isinstance(parent, list):
        stream.shuffle(parent)
    else:
        parent[key] = [deepcopy(old) for _ in range(stream.choice((0, 3, 300)))]
    return _written(stream, tree)


def _extra_key(stream: Stream, parent: Any, key: Any) -> None:
    if isinstance(parent, dict):
        parent[stream.choice((*ODD_TEXTS[:60], f"{key}s", str(key)[:-1]))] = parent.pop(key)
    else:
        parent.append(stream.choice(ODD_VALUES))


def _nested(value: Any, depth: int, kind: int) -> Any:
    for _ in range(depth):
        value = [value] if kind else {"a": value}
    return value


def _written(stream: Stream, tree: Any) -> bytes:
    if stream.below(2):
        return json.dumps(
            tree, indent=stream.choice((None, 1)), ensure_ascii=bool(stream.below(2)), default=str
        ).encode("utf-8", errors="replace")
    return yaml.dump(tree, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True).encode(
        "utf-8", errors="replace"
    )


_BYTES: tuple[Mutation, ...] = (
    flip_bits,
    delete_bytes,
    insert_bytes,
    repeat_bytes,
    move_bytes,
    truncate,
    replace_all,
    encode_otherwise,
    other_newlines,
    odd_characters,
)
_LINES: tuple[Mutation, ...] = (spoil_line, cycle_or_bomb)
_STRUCTURE: tuple[Mutation, ...] = (odd_scalar, odd_scalar, odd_structure)


def mutate(stream: Stream, data: bytes) -> tuple[bytes, str]:
    """Return a spoilt copy and the names of what was done to it."""
    names: list[str] = []
    for _ in range(stream.choice((1, 1, 1, 2, 3))):
        family = stream.choice((_BYTES, _LINES, _STRUCTURE, _STRUCTURE, _STRUCTURE))
        mutation = stream.choice(family)
        names.append(mutation.__name__)
        try:
            data = mutation(stream, data)
        except RecursionError:  # an earlier step nested it so deeply that nothing can be added
            break
        if mutation is cycle_or_bomb or len(data) > 3_000_000:
            break  # what comes after would have to read the bomb itself
    return data, "+".join(names)
