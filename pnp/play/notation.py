"""Moves as one writes them on paper: the verb, then what it needs, in the order of its rule.

`visit 3,5,2 give 4 get 5`: what is always said stands in its order, what may be left out has its name before it. Lists
are joined by commas, lists of lists by semicolons, an empty list is `-`. Seats are counted from 1, as people do.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta
from msgspec.inspect import (
    BoolType,
    Field,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StructType,
    TupleType,
    Type,
    VarTupleType,
    type_info,
)
from msgspec.inspect import UnionType as Either

from pnp.diagnostics import one_of
from pnp.play.state import Choice, Illegal

_FROM_ONE = {"written": "from 1"}
Seat = Annotated[int, Meta(ge=0, extra=_FROM_ONE)]
"""A seat in a choice: counted from 0 by programs, and from 1 by people."""

_NOTHING = "-"
_PLAIN = re.compile(r"[^\s,;\"]+")
_PIECE = re.compile(r"\"(?:[^\"\\]|\\.)*\"|.", re.DOTALL)
_TOKEN = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|[^\s\"])+|\"")


def write_move(move: Choice) -> str:
    """Write a choice in one line."""
    kind = type(move)
    values = msgspec.to_builtins(move)
    words = [str(values["do"])]
    for field in _fields(kind):
        if field.encode_name in values:
            words += [] if field.required else [field.encode_name]
            words.append(_written(values[field.encode_name], field.type))
    return " ".join(words)


def read_move(kinds: UnionType | type, line: str) -> Mapping[str, Any]:
    """Return what a line says as the mapping that stands in a file; Illegal says what is wrong with it."""
    tokens = _TOKEN.findall(line)
    verbs = {str(kind.__struct_config__.tag): kind for kind in get_args(kinds) or (kinds,)}
    if not tokens:
        raise Illegal("form", "", "a move begins with what is done")
    verb, *words = tokens
    kind = verbs.get(verb)
    if kind is None:
        raise Illegal("unknown", "", f"there is no move '{verb}'; {one_of(verb, verbs)}")
    try:
        return {"do": verb, **dict(_values(kind, words))}
    except _Wrong as wrong:
        raise Illegal("form", kind.clause, f"{wrong}; it is written: {usage(kind)}") from None


def usage(kind: type[Choice]) -> str:
    """Say how a kind of choice is written: values that must be said, and in brackets those that may."""
    words = [str(kind.__struct_config__.tag)]
    for field in _fields(kind):
        name = field.encode_name.upper()
        words.append(name if field.required else f"[{field.encode_name} {name}]")
    return " ".join(words)


class _Wrong(Exception):
    """What is wrong with the words of a move."""


@cache
def _fields(kind: type[Choice]) -> tuple[Field, ...]:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return (*(f for f in info.fields if f.required), *(f for f in info.fields if not f.required))


def _values(kind: type[Choice], words: list[str]) -> Iterator[tuple[str, Any]]:
    needed = [field for field in _fields(kind) if field.required]
    others = {field.encode_name: field for field in _fields(kind) if not field.required}
    if len(words) < len(needed):
        raise _Wrong(f"'{needed[len(words)].encode_name}' is missing")
    for field, word in zip(needed, words, strict=False):
        yield field.encode_name, _read(word, field.type, field.encode_name)
    rest = iter(words[len(needed) :])
    for name in rest:
        if name not in others:
            raise _Wrong(f"'{name}' cannot be said here; {one_of(name, others)}" if others else f"'{name}' is too much")
        value = next(rest, None)
        if value is None:
            raise _Wrong(f"the value of '{name}' is missing")
        yield name, _read(value, others.pop(name).type, name)


# ------------------------------------------------------------------ values


def _kinds(kind: Type) -> list[Type]:
    """Return the types that a value may have."""
    if isinstance(kind, Metadata):
        return _kinds(kind.type)
    if isinstance(kind, Either):
        return [inner for one in kind.types for inner in _kinds(one)]
    return [] if isinstance(kind, NoneType) else [kind]


def _first(kind: Type) -> int:
    """Return where the counting of a number begins."""
    if isinstance(kind, Either):
        return max(map(_first, kind.types))
    return int(isinstance(kind, Metadata) and kind.extra == _FROM_ONE)


def _items(kind: Type) -> Iterable[Type] | None:
    """Return the types of a list's entries, the last one for all that follow; None if it is no list."""
    if isinstance(kind, TupleType):
        return kind.item_types
    return [kind.item_type] if isinstance(kind, ListType | VarTupleType) else None


def _mark(kind: Type) -> str:
    """Return what stands between the entries of a list."""
    nested = any(_items(one) is not None for item in _items(kind) or () for one in _kinds(item))
    return ";" if nested else ","


def _written(value: Any, kind: Type) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value + _first(kind))
    if isinstance(value, list | tuple):
        of = next(one for one in _kinds(kind) if _items(one) is not None)
        entries = [_written(entry, item) for entry, item in zip(value, _each(of, len(value)), strict=True)]
        line = _mark(of).join(entries) or _NOTHING
        return f"{line};" if entries == [_NOTHING] else line
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and value != _NOTHING else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def _each(kind: Type, count: int) -> list[Type]:
    """Return the type of every entry of a list of that length."""
    items = list(_items(kind) or ())
    return [*items, *items[-1:] * (count - len(items))][:count]


def _read(word: str, kind: Type, name: str) -> Any:
    kinds = _kinds(kind)
    lists = [one for one in kinds if _items(one) is not None]
    others = [one for one in kinds if _items(one) is None]
    if lists and (not others or word == _NOTHING or len(_parts(word, _mark(lists[0]))) > 1):
        parts = [] if word == _NOTHING else _parts(word, _mark(lists[0]))
        return [_read(part, of, name) for part, of in zip(parts, _each(lists[0], len(parts)), strict=True)]
    return _scalar(word, others, name, _first(kind))


def _parts(word: str, mark: str) -> list[str]:
    """Split a word at marks that stand outside of quotation marks."""
    parts = [""]
    for piece in _PIECE.findall(word):
        if piece == mark:
            parts.append("")
        else:
            parts[-1] += piece
    return parts[:-1] if parts[-1] == "" and len(parts) > 1 else parts


def _scalar(word: str, kinds: list[Type], name: str, first: int) -> Any:
    if word.startswith('"'):
        try:
            return str(json.loads(word))
        except ValueError:
            raise _Wrong(f"a quotation mark of '{name}' is never closed") from None
    if any(isinstance(kind, BoolType) for kind in kinds) and word in ("yes", "no"):
        return word == "yes"
    whole = any(isinstance(kind, IntType) or _counts(kind) for kind in kinds)
    if whole and re.fullmatch(r"-?\d{1,15}", word):
        return int(word) - first
    if any(isinstance(kind, FloatType) for kind in kinds) and re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", word):
        return float(word)
    return word  # what is wrong with it, those say who know its type


def _counts(kind: Type) -> bool:
    return isinstance(kind, LiteralType) and any(isinstance(value, int) for value in kind.values)
