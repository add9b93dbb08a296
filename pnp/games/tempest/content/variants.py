"""Variants: a named set of changes, laid over the typed files before they are compiled."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from pnp.games.tempest.content.files import Files
from pnp.load.words import is_words


def with_variant(files: Files, variant: str) -> Files:
    """Return the typed files with the changes of a variant; ValueError where a change does not fit."""
    chosen = next((entry for entry in files.variants.variants if entry.id == variant), None)
    if chosen is None:
        known = ", ".join(entry.id for entry in files.variants.variants)
        raise ValueError(f"there is no variant {variant!r}; known: {known}")
    return with_changes(files, chosen.set)


def with_changes(files: Files, changes: Mapping[str, Any]) -> Files:
    """Return the typed files with values replaced at dotted paths; ValueError where one does not fit."""
    changed = files
    kinds = {each.name: each.type for each in fields(Files) if not is_words(each.type)}
    for path, value in changes.items():
        top, *rest = path.split(".")
        stem = next((stem for stem, kind in kinds.items() if top in kind.__struct_fields__), None)
        if stem is None:
            raise ValueError(f"{path}: no file of this game has the key {top!r}")
        plain = msgspec.to_builtins(getattr(changed, stem))
        _put(plain, [top, *rest], value, path)
        try:
            changed = replace(changed, **{stem: msgspec.convert(plain, kinds[stem])})
        except msgspec.ValidationError as error:
            raise ValueError(f"{path}: {error}") from None
    return changed


def _put(tree: Any, keys: list[str], value: Any, path: str) -> None:
    """Replace the value at the keys; entries of lists are found by their id, rank or face."""
    for depth, key in enumerate(keys):
        last = depth == len(keys) - 1
        index: Any
        if isinstance(tree, dict) and key in tree:
            index = key
        elif isinstance(tree, list):
            index = next((i for i, entry in enumerate(tree) if key in _labels(entry)), None)
        else:
            index = None
        if index is None:
            raise ValueError(f"{path}: there is nothing called {key!r}")
        if last:
            tree[index] = value
        tree = tree[index]


def _labels(entry: Any) -> set[str]:
    """Return the names by which a list entry may be addressed."""
    if not isinstance(entry, dict):
        return set()
    return {str(entry[label]) for label in ("id", "rank", "face") if label in entry}
