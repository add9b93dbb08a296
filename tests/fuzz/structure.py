"""Valid content spoilt by its structure: swapped and moved values, nesting in every style, odd keys, anchors, huge texts.

Where `mutations.py` writes odd things over a file, this keeps it well-formed as long as it can, so that more of it is read.
"""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml
from harness import RECORDS, Finding, Target, spoil_and_judge
from mutations import ODD_TEXTS, ODD_VALUES, _get, _parsed, _paths

from pnp.play.seeds import Stream, stream

_ODD_KEYS = (
    "",
    " ",
    "a b",
    "é",
    "con",
    "aux",
    "AUX",
    "nul.txt",
    "a.",
    "a ",
    "<<",
    "null",
    "1",
    "-1",
    "1.5",
    "true",
    "~",
    "__class__",
    "_keep",
    "range",
    "loop",
    "game",
    "card",
    "id",
    "copies",
    "fields",
    "a" * 300,
    "k\u0301",
    "\u202eb",
    "{{ x }}",
    "a/b",
    "..",
    "a\\b",
    "*",
    "&a",
    "!t",
    "[",
    "]",
    "{",
    "}",
    "#",
    ":",
    "- a",
    "? b",
    "x" * 70_000,
)
_OPENERS = (
    ('["]",', "]"),
    ("['[',", "]"),
    ('{"}": ', "}"),
    ("[", "]"),
    ("{a: ", "}"),
    ('["\\"]",', "]"),
    ("[ # ]\n ", "]"),
    ("[a]b: [", "]"),
    ("[&x ", "]"),
    ("[!!seq ", "]"),
    ('[">]",', "]"),
)
_DEPTHS = (3, 60, 62, 63, 64, 65, 66, 100, 900, 5_000, 40_000)


def _nested_text(chosen: Stream) -> str:
    """Write deep nesting in one of many styles, closed or left open."""
    depth = chosen.choice(_DEPTHS)
    if chosen.below(5) == 0:
        sign = chosen.choice(("- ", "? ", "- - ", "? - "))
        return "\n  " + sign * min(depth, 20_000) + "x"
    opener, closer = chosen.choice(_OPENERS)
    return opener * depth + "1" + closer * (depth if chosen.below(3) else chosen.below(depth + 1))


def _with_text_in_place(chosen: Stream, tree: Any, path: tuple[Any, ...]) -> bytes:
    """Write the tree as JSON with a text of YAML where a value was."""
    mark = "\u0001mark"
    _get(tree, path[:-1])[path[-1]] = mark
    kind = chosen.below(5)
    if kind == 0:
        text = _nested_text(chosen)
    elif kind == 1:
        text = "&a [" + ", ".join(["&b {x: 1}", *["*b"] * chosen.choice((2, 500, 30_000))]) + "]"
    elif kind == 2:
        text = "{" + ", ".join(f'"{key}": {i}' for i, key in enumerate(["a", "a", "A", "a ", "b"])) + "}"
    elif kind == 3:
        text = (
            '"' + chosen.choice(("]", "[", "\\u202e", "é", "{{ 1 }}", "x")) * chosen.choice((10, 9_000, 300_000)) + '"'
        )
    else:
        text = chosen.choice(
            ("0x" + "f" * 9_000, "9" * 16, "-" + "9" * 17, "1e999", ".inf", "1:30", "2024-01-01", "=", "!!int 3")
        )
    return json.dumps(tree, ensure_ascii=False).replace(json.dumps(mark), text, 1).encode("utf-8", errors="replace")


def spoil(chosen: Stream, data: bytes) -> tuple[bytes, str]:
    """Return a copy whose structure is spoilt, and what was done to it."""
    tree = deepcopy(_parsed(data))
    paths = _paths(tree)
    if tree is None or len(paths) < 2:
        return _nested_text(chosen).encode(), "nesting alone"
    for _ in range(chosen.choice((1, 1, 2, 5))):
        path = paths[1 + chosen.below(len(paths) - 1)]
        other = paths[1 + chosen.below(len(paths) - 1)]
        try:
            parent, key = _get(tree, path[:-1]), path[-1]
            old = parent[key]
            kind = chosen.below(8)
            if kind <= 1:
                return _with_text_in_place(chosen, tree, path), "a text of YAML in place of a value"
            if kind == 2:
                stranger, place = _get(tree, other[:-1]), other[-1]
                if path != other[: len(path)] and other != path[: len(other)]:
                    parent[key], stranger[place] = stranger[place], old
            elif kind == 3 and isinstance(parent, dict):
                parent[chosen.choice(_ODD_KEYS)] = parent.pop(key) if chosen.below(2) else deepcopy(old)
            elif kind == 4:
                parent[key] = chosen.choice(ODD_VALUES)
            elif kind == 5:
                parent[key] = chosen.choice(ODD_TEXTS) if not isinstance(old, str) else old + chosen.choice(ODD_TEXTS)
            elif kind == 6 and isinstance(old, (int, float)):
                parent[key] = chosen.choice((old * 1000, -old, old + 0.5, old * 10**6, 0, str(old), [old], bool(old)))
            elif kind == 7 and isinstance(old, dict):
                parent[key] = {**old, **{chosen.choice(_ODD_KEYS): deepcopy(old) for _ in range(1 + chosen.below(3))}}
        except (KeyError, IndexError, TypeError):  # an earlier step took the place away
            continue
    if chosen.below(2):
        return json.dumps(tree, default=str).encode("utf-8", errors="replace"), "another structure"
    text = yaml.dump(
        tree,
        Dumper=yaml.CSafeDumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=chosen.choice((None, True)),
    )
    return text.encode("utf-8", errors="replace"), "another structure"


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Spoil the structure of one numbered content file of a seed; return what went wrong, if anything did."""
    chosen = stream("fuzz", seed, f"structure {number}")
    target = chosen.choice([t for t in targets if t.file.parent.name != RECORDS])
    return spoil_and_judge((seed, number), target, chosen, spoil, folder)
