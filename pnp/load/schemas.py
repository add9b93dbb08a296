"""JSON Schema for every kind of content file, so that editors complete and check while a designer types."""

from typing import Any

import msgspec

from pnp.load.game import plugin
from pnp.model import FILE_KINDS

_DATA: dict[str, Any] = {
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


def all_schemas(game: str | None = None) -> dict[str, Any]:
    """Return file kind → schema; with a game, also the kinds that its code adds."""
    kinds: dict[str, Any] = dict(FILE_KINDS)
    module = plugin(game, "content") if game else None
    if module is not None:
        kinds |= module.FILES
    schemas: dict[str, Any] = {"data": {"$schema": _DRAFT, **_DATA}}
    for name, kind in kinds.items():
        schemas[name] = {"$schema": _DRAFT, **msgspec.json.schema(kind)}
    return dict(sorted(schemas.items()))


_DRAFT = "https://json-schema.org/draft/2020-12/schema"
