"""Variants: a named set of changes, laid over the typed files before they are compiled."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from pnp.games.tempest.content.files import PLACEHOLDER, Files, Variant
from pnp.load.words import is_words

_KINDS = {each.name: each.type for each in fields(Files) if not is_words(each.type)}
"""The type of each file in which values can be changed."""


def with_variant(files: Files, variant: str) -> Files:
    """Return the typed files with the changes of a variant; ValueError where a change does not fit."""
    chosen = next((entry for entry in files.variants.variants if entry.id == variant), None)
    if chosen is None:
        known = ", ".join(entry.id for entry in files.variants.variants)
        raise ValueError(f"there is no variant {variant!r}; known: {known}")
    return with_changes(files, chosen.set)


def variant_text(files: Files, variant: Variant) -> str:
    """Return what changes in words, with the values filled in; ValueError where a path leads nowhere."""
    from pnp.load.filters import in_words

    def filled(found: re.Match[str]) -> str:
        value = _value(files, variant, found[1])
        return in_words(value) if found[2] else str(value)

    return PLACEHOLDER.sub(filled, variant.says)


def _value(files: Files, variant: Variant, path: str) -> Any:
    """Return the value that a variant sets at a path, else that of the files."""
    if path in variant.set:
        return variant.set[path]
    top, *rest = path.split(".")
    tree = msgspec.to_builtins(getattr(files, _stem(top, path)))
    for key in (top, *rest):
        tree = tree[_index(tree, key, path)]
    return tree


def with_changes(files: Files, changes: Mapping[str, Any]) -> Files:
    """Return the typed files with values replaced at dotted paths; ValueError where one does not fit."""
    changed = files
    for path, value in changes.items():
        top, *rest = path.split(".")
        stem = _stem(top, path)
        plain = msgspec.to_builtins(getattr(changed, stem))
        _put(plain, [top, *rest], value, path)
        try:
            changed = replace(changed, **{stem: msgspec.convert(plain, _KINDS[stem])})
        except msgspec.ValidationError as error:
            raise ValueError(f"{path}: {error}") from None
    return changed


def _put(tree: Any, keys: list[str], value: Any, path: str) -> None:
    """Replace the value at the keys; entries of lists are found by their id, rank or face."""
    for depth, key in enumerate(keys):
        index = _index(tree, key, path)
        if depth == len(keys) - 1:
            tree[index] = value
        tree = tree[index]


def _stem(top: str, path: str) -> str:
    """Return the file that has a key."""
    for stem, kind in _KINDS.items():
        if top in kind.__struct_fields__:
            return stem
    raise ValueError(f"{path}: no file of this game has the key {top!r}")


def _index(tree: Any, key: str, path: str) -> Any:
    """Return what a key of a path stands for: entries of lists are found by their id, rank or face."""
    if isinstance(tree, dict) and key in tree:
        return key
    if isinstance(tree, list):
        for i, entry in enumerate(tree):
            if key in _labels(entry):
                return i
    raise ValueError(f"{path}: there is nothing called {key!r}")


def _labels(entry: Any) -> set[str]:
    """Return the names by which a list entry may be addressed."""
    if not isinstance(entry, dict):
        return set()
    return {str(entry[label]) for label in ("id", "rank", "face") if label in entry}
