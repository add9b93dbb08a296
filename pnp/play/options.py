"""Options of a game's own: plain values from the command line or from content become typed ones."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
import msgspec.inspect

from pnp.diagnostics import Problems, fail, one_of

O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741 - options


def typed_options(kind: type[O], given: Mapping[str, object]) -> O:
    """Return options of a game from plain values; faults name what is allowed."""
    known = [field.name for field in msgspec.structs.fields(kind)]
    for name in given:
        if name not in known:
            raise fail("option", f"there is no option '{name}'", None, one_of(name, known))
    try:
        return msgspec.convert({n: _as_list(kind, n, v) for n, v in given.items()}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _wrong_value(kind, given, str(error)) from None


def _as_list(kind: type[msgspec.Struct], name: str, value: object) -> object:
    """Return a single word as a list where the option takes several, separated by commas."""
    if not isinstance(value, str):
        return value
    info = _field_type(kind, name)
    info = info.type if isinstance(info, msgspec.inspect.Metadata) else info
    types = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    lists = any(isinstance(t, (msgspec.inspect.ListType, msgspec.inspect.VarTupleType)) for t in types)
    return [value] if lists else value


def _wrong_value(kind: type[msgspec.Struct], given: Mapping[str, object], error: str) -> Problems:
    """Say which option has a wrong value, and which ones it takes where they can be listed."""
    said, _, place = error.partition(" - at `$.")
    name = place.rstrip("`").split("[")[0]
    if name not in given:
        return fail("option", f"wrong option: {error}")
    choices = [str(value) for value in choices_of(_field_type(kind, name))]
    hint = one_of(str(given[name]), choices) if choices else None
    if given[name] is True:
        return fail("option", f"the option --{name.replace('_', '-')} needs a value", None, hint)
    words = f"{said[0].lower()}{said[1:]}".replace("`", "").replace(" | null", "")
    words = words.replace("expected int", "expected a whole number").replace("got str", "got a word")
    return fail("option", f"wrong option --{name.replace('_', '-')} {given[name]}: {words}", None, hint)


def _field_type(kind: type[msgspec.Struct], name: str) -> msgspec.inspect.Type:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return next(field.type for field in info.fields if field.encode_name == name)


def choices_of(info: msgspec.inspect.Type) -> list[object]:
    """Return the words that an option's type allows, if it lists them."""
    if isinstance(info, msgspec.inspect.Metadata):
        return choices_of(info.type)
    if isinstance(info, msgspec.inspect.UnionType):
        return [value for one in info.types for value in choices_of(one)]
    return list(info.values) if isinstance(info, msgspec.inspect.LiteralType) else []
