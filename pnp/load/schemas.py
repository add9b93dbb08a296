"""JSON Schema for every kind of content file, so that editors complete and check while a designer types."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

import msgspec

from pnp.load.library import PACKAGES
from pnp.load.room import find_door
from pnp.load.words import all_file_kinds

_DATA: dict[str, object] = {
    "title": "Data",
    "description": "Free tables for templates; 'fields' may declare what the records of a table hold.",
    "type": "object",
    "properties": {
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": {"type": "string"}},
        }
    },
}


def all_schemas(games: Iterable[str] = ()) -> dict[str, object]:
    """Return file kind → schema; the kinds that a game's own code adds are called `game-kind`."""
    kinds: dict[str, type] = all_file_kinds()
    for game in games:
        door = find_door(game)
        assert door is not None, game
        kinds |= {f"{game}-{stem}": kind for stem, kind in door.content.kinds.items()}
    schemas: dict[str, object] = {"data": {"$schema": _DRAFT, **_DATA}}
    for name, kind in kinds.items():
        schema = {key: _plain_numbers(value) for key, value in msgspec.json.schema(kind).items()}
        schemas[name] = {"$schema": _DRAFT, **schema}
    return dict(sorted(schemas.items()))


def _plain_numbers(schema: object) -> object:
    """Write 0.0 as 0: typing holds them equal, so a bound shows whichever was imported first."""
    if isinstance(schema, dict):
        return {key: _plain_numbers(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_plain_numbers(value) for value in schema]
    return int(schema) if isinstance(schema, float) and schema.is_integer() else schema


def games_with_code() -> list[str]:
    """List the games that add file kinds of their own."""
    return sorted(m.name for m in iter_modules(import_module(PACKAGES).__path__))


_DRAFT = "https://json-schema.org/draft/2020-12/schema"
