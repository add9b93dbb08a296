"""Typed conversion with every fault named.

msgspec converts a whole file in one fast call but stops at the first fault. Only when it
refuses does the slow walk below run, over the same types, to name all faults and places.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec

from pnp.context import limits
from pnp.diagnostics import Report, did_you_mean
from pnp.limits import how_to_raise
from pnp.load.document import Document, PathKeys
from pnp.model import ClauseId, Colour, Id, Language

if TYPE_CHECKING:
    from msgspec.inspect import (
        DictType,
        FloatType,
        IntType,
        ListType,
        LiteralType,
        Metadata,
        StrType,
        StructType,
        TupleType,
        Type,
        UnionType,
        VarTupleType,
    )

    Bounded = DictType | ListType | VarTupleType | StrType

T = TypeVar("T")

_FORMS: dict[str, str] = {m.pattern: m.description for t in (Id, Colour, ClauseId, Language) for m in get_args(t)[1:]}
"""Pattern → what a designer should write."""

# (path, on the key?, code, message, hint)
_Fault = tuple[PathKeys, bool, str, str, str | None]


def convert(document: Document, kind: type[T], report: Report) -> T | None:
    """Convert a document to a typed record, or note every fault with its place and return None."""
    return convert_data({} if document.data is None else document.data, kind, document, (), report)


def convert_data(data: object, kind: type[T], document: Document, path: PathKeys, report: Report) -> T | None:
    """Convert plain data that stands at a path of a document, or note every fault with its place and return None."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        found = False
        for inner, on_key, code, message, hint in explain(data, kind):
            found = True
            report.error(code, message, document.span((*path, *inner), key=on_key), hint)
            if report.full:
                break
        if not found:
            report.error("type", str(error), document.span(path))
        return None


def with_defaults(data: T, value: object) -> T:
    """Return the plain data of a typed value as it was written, with what its type adds where nothing was said."""
    filled: T = _filled_up(data, msgspec.to_builtins(value))
    return filled


def _filled_up(data: Any, whole: Any) -> Any:
    if isinstance(whole, dict) and isinstance(data, dict):
        said = {key: _filled_up(value, whole[key]) for key, value in data.items()}
        return {**said, **{key: _as_lists(value) for key, value in whole.items() if key not in data}}
    if isinstance(data, list):
        return [_filled_up(value, inner) for value, inner in zip(data, whole, strict=True)]
    return data


def _as_lists(value: object) -> object:
    """Return a default as YAML would have brought it, without tuples."""
    if isinstance(value, dict):
        return {key: _as_lists(inner) for key, inner in value.items()}
    return [_as_lists(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def check_own_numbers(document: Document, kind: type[msgspec.Struct], report: Report) -> None:
    """Note numbers for a game's own code that are absurdly large: it counts and loops with them."""
    from msgspec import inspect

    if _has_number_above(document.data, limits().own_number):
        for path, value in _unbounded(document.data, inspect.type_info(kind)):
            message = f"expected at most {limits().own_number}, got {value}"
            report.error("range", message, document.span(path), how_to_raise("own_number"))


def _has_number_above(data: object, most: int) -> bool:
    if isinstance(data, dict):
        return any(_has_number_above(value, most) for value in data.values())
    if isinstance(data, list):
        return any(_has_number_above(value, most) for value in data)
    return isinstance(data, (int, float)) and not abs(data) <= most


def _unbounded(data: object, info: "Type") -> Iterator[tuple[PathKeys, object]]:
    """Yield the too large numbers whose own type does not bound them."""
    for path, value, kind in _leaves(data, info, ()):
        bare = _bare(kind)
        if _has_number_above(value, limits().own_number) and all(getattr(bare, b, None) is None for b in ("le", "lt")):
            yield path, value


def worded(data: object, kind: type[msgspec.Struct]) -> Iterator[tuple[PathKeys, str]]:
    """Yield the texts that people read (`model.Words`) of plain data that fits a type."""
    from msgspec import inspect

    for path, value, info in _leaves(data, inspect.type_info(kind), ()):
        if isinstance(value, str) and "words" in (getattr(info, "extra", None) or {}):
            yield path, value


def _leaves(data: object, info: "Type | None", path: PathKeys) -> Iterator[tuple[PathKeys, object, "Type | None"]]:
    """Yield path, value and type of everything in plain data that is no mapping and no list."""
    from msgspec import inspect

    bare = _bare(info)
    if isinstance(bare, inspect.UnionType):
        fitting = [t for t in bare.types if not list(_walk(data, t, path))]
        if fitting:
            yield from _leaves(data, fitting[0], path)
    elif isinstance(data, dict):
        fields = {f.encode_name: f.type for f in bare.fields} if isinstance(bare, inspect.StructType) else {}
        inner = bare.value_type if isinstance(bare, inspect.DictType) else None
        for key, value in data.items():
            yield from _leaves(value, fields.get(key, inner), (*path, key))
    elif isinstance(data, list):
        types: Iterable[Type | None] = repeat(None)
        if isinstance(bare, inspect.TupleType):
            types = bare.item_types
        elif isinstance(bare, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
            types = repeat(bare.item_type)
        for i, (value, item) in enumerate(zip(data, types, strict=False)):
            yield from _leaves(value, item, (*path, i))
    else:
        yield path, data, info


def explain(data: object, kind: object) -> Iterable[_Fault]:
    """Yield every way in which plain data does not fit a type."""
    from msgspec import inspect

    yield from _walk(data, inspect.type_info(kind), ())


def _walk(data: object, info: "Type", path: PathKeys) -> Iterable[_Fault]:
    name = type(info).__name__
    handler = _HANDLERS.get(name)
    if handler is None:
        return
    yield from handler(data, info, path)


def _struct(data: object, info: "StructType", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, dict):
        yield path, False, "type", f"expected a mapping of keys, got {_say(data)}", None
        return
    fields = {f.encode_name: f for f in info.fields}
    tag_field = info.tag_field
    for key in data:
        if key not in fields and key != tag_field:
            hint = did_you_mean(key, fields) or f"known keys: {', '.join(sorted(fields))}"
            yield (*path, key), True, "unknown-key", f"unknown key '{key}'", hint
    for key, field in fields.items():
        if key in data:
            yield from _walk(data[key], field.type, (*path, key))
        elif field.required:
            similar = did_you_mean(key, [k for k in data if k not in fields])
            if not similar:
                yield path, False, "missing-key", f"key '{key}' is missing", _about(field.type)


def _about(info: "Type") -> str | None:
    extra = getattr(info, "extra_json_schema", None) or {}
    description: str | None = extra.get("description")
    return description


def _metadata(data: object, info: "Metadata", path: PathKeys) -> Iterable[_Fault]:
    yield from _walk(data, info.type, path)


def _dict(data: object, info: "DictType", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, dict):
        yield path, False, "type", f"expected a mapping of keys, got {_say(data)}", None
        return
    yield from _length(data, info, path, "entries")
    for key, value in data.items():
        for _, _, code, message, hint in _walk(_key(key, info.key_type), info.key_type, ()):
            yield (*path, key), True, code, message, hint
        yield from _walk(value, info.value_type, (*path, key))


def _key(key: object, info: "Type") -> object:
    """Return a key as what it is read as: JSON knows no numbers as keys."""
    return int(key) if type(info).__name__ == "IntType" and isinstance(key, str) and key.isdecimal() else key


def _list(data: object, info: "ListType | VarTupleType", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, list):
        yield path, False, "type", f"expected a list, got {_say(data)}", "start each entry with '- '"
        return
    yield from _length(data, info, path, "entries")
    for i, item in enumerate(data):
        yield from _walk(item, info.item_type, (*path, i))


def _tuple(data: object, info: "TupleType", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, list):
        yield path, False, "type", f"expected a list of {len(info.item_types)}, got {_say(data)}", None
    elif len(data) != len(info.item_types):
        yield path, False, "range", f"expected {len(info.item_types)} values, got {len(data)}", None
    else:
        for i, (item, item_type) in enumerate(zip(data, info.item_types, strict=True)):
            yield from _walk(item, item_type, (*path, i))


def _str(data: object, info: "StrType", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, str):
        hint = "put it in quotes to make it a text" if isinstance(data, (bool, int, float)) else None
        yield path, False, "type", f"expected a text, got {_say(data)}", hint
        return
    yield from _length(data, info, path, "characters")
    if info.pattern and not re.search(info.pattern, data):
        yield path, False, "pattern", f"'{data}' does not have the right form", _FORMS.get(info.pattern, info.pattern)


def _length(data: Sized, info: "Bounded", path: PathKeys, what: str) -> Iterable[_Fault]:
    if info.min_length is not None and len(data) < info.min_length:
        yield path, False, "range", f"expected at least {info.min_length} {what}, got {len(data)}", None
    if info.max_length is not None and len(data) > info.max_length:
        yield path, False, "range", f"expected at most {info.max_length} {what}, got {len(data)}", None


def _number(data: object, info: "IntType | FloatType", path: PathKeys) -> Iterable[_Fault]:
    whole = type(info).__name__ == "IntType"
    if isinstance(data, bool) or not isinstance(data, int if whole else (int, float)):
        yield path, False, "type", f"expected a {'whole ' if whole else ''}number, got {_say(data)}", None
        return
    bounds: tuple[tuple[str, str, Callable[[float, float], bool]], ...] = (
        ("ge", "at least", lambda a, b: a >= b),
        ("gt", "more than", lambda a, b: a > b),
        ("le", "at most", lambda a, b: a <= b),
        ("lt", "less than", lambda a, b: a < b),
    )
    for attribute, words, holds in bounds:
        bound = getattr(info, attribute)
        if bound is not None and not holds(data, bound):
            yield path, False, "range", f"expected {words} {bound}, got {data}", None


def _bool(data: object, info: "Type", path: PathKeys) -> Iterable[_Fault]:
    if not isinstance(data, bool):
        yield path, False, "type", f"expected true or false, got {_say(data)}", None


def _none(data: object, info: "Type", path: PathKeys) -> Iterable[_Fault]:
    if data is not None:
        yield path, False, "type", f"expected nothing, got {_say(data)}", None


def _literal(data: object, info: "LiteralType", path: PathKeys) -> Iterable[_Fault]:
    if data not in info.values or isinstance(data, bool):
        choices = ", ".join(str(v) for v in info.values)
        shown = f"'{data}'" if isinstance(data, str) else _say(data)
        hint = did_you_mean(data, map(str, info.values)) if isinstance(data, str) else None
        yield path, False, "choice", f"{shown} is not one of: {choices}", hint


def _union(data: object, info: "UnionType", path: PathKeys) -> Iterable[_Fault]:
    from msgspec.inspect import StructType

    structs = [bare for bare in map(_bare, info.types) if isinstance(bare, StructType)]
    if isinstance(data, dict) and len(structs) > 1:
        yield from _tagged(data, structs, path)
        return
    attempts = [list(_walk(data, t, path)) for t in info.types]
    if not attempts or any(not faults for faults in attempts):
        return
    fitting = [faults for faults, t in zip(attempts, info.types, strict=True) if _shape(data) == _kind_shape(_bare(t))]
    if fitting:
        yield from min(fitting, key=len)
        return
    words = " or ".join(dict.fromkeys(_kind_words(_bare(t)) for t in info.types))
    yield path, False, "type", f"expected {words}, got {_say(data)}", None


def _tagged(data: dict[str, object], structs: "list[StructType]", path: PathKeys) -> Iterable[_Fault]:
    tag_field = structs[0].tag_field or ""
    by_tag = {str(s.tag): s for s in structs}
    known = ", ".join(str(t) for t in by_tag)
    if tag_field not in data:
        hint = f"one of: {known}"
        yield path, False, "missing-key", f"key '{tag_field}' is missing", hint
        return
    tag = data[tag_field]
    if not isinstance(tag, str) or tag not in by_tag:
        closest = did_you_mean(str(tag), by_tag)
        yield (*path, tag_field), False, "choice", f"'{tag}' is not one of: {known}", closest
        return
    yield from _struct(data, by_tag[tag], path)


def _bare(info: "T | Type") -> "T | Type":
    from msgspec.inspect import Metadata

    while isinstance(info, Metadata):
        info = info.type
    return info


def _shape(data: object) -> str:
    if isinstance(data, bool):
        return "bool"
    if isinstance(data, (int, float)):
        return "number"
    if isinstance(data, str):
        return "str"
    if isinstance(data, list):
        return "list"
    return "dict" if isinstance(data, dict) else "none"


_SHAPES = {
    "StructType": "dict",
    "DictType": "dict",
    "ListType": "list",
    "TupleType": "list",
    "VarTupleType": "list",
    "StrType": "str",
    "IntType": "number",
    "FloatType": "number",
    "BoolType": "bool",
    "NoneType": "none",
}
_WORDS = {
    "dict": "a mapping of keys",
    "list": "a list",
    "str": "a text",
    "number": "a number",
    "bool": "true or false",
    "none": "nothing",
}


def _kind_shape(info: "Type") -> str:
    from msgspec.inspect import LiteralType

    return _shape(info.values[0]) if isinstance(info, LiteralType) else _SHAPES.get(type(info).__name__, "any")


def _kind_words(info: "Type") -> str:
    from msgspec.inspect import LiteralType

    if isinstance(info, LiteralType):
        return "one of: " + ", ".join(str(v) for v in info.values)
    return _WORDS.get(_kind_shape(info), "a value")


def _say(data: object) -> str:
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, str):
        return f"the text '{data if len(data) <= 30 else data[:29] + '…'}'"
    if isinstance(data, (int, float)):
        return f"the number {data}"
    return "a list" if isinstance(data, list) else "a mapping of keys"


_HANDLERS: Mapping[str, Callable[..., Iterable[_Fault]]] = {
    "StructType": _struct,
    "Metadata": _metadata,
    "DictType": _dict,
    "ListType": _list,
    "VarTupleType": _list,
    "TupleType": _tuple,
    "StrType": _str,
    "IntType": _number,
    "FloatType": _number,
    "BoolType": _bool,
    "NoneType": _none,
    "LiteralType": _literal,
    "UnionType": _union,
}
