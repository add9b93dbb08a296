"""Choices from recorded games: plain values become typed ones, or are refused with the rule about them."""

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, get_args

import msgspec

from pnp.diagnostics import one_of
from pnp.load.schema import explain
from pnp.play.notation import read_move
from pnp.play.state import Choice, Illegal


def read_choice(kinds: UnionType | type, raw: object) -> Any:
    """Return a choice of a recorded game; Illegal, with the rule about its kind, where it is written wrongly."""
    if isinstance(raw, Choice):
        return raw
    if isinstance(raw, str):
        raw = read_move(kinds, raw)
    if not isinstance(raw, Mapping) or not isinstance(raw.get("do"), str):
        raise Illegal("form", "", "a move is a line such as 'move A B3', or a mapping with the key 'do'")
    verbs = _verbs(kinds)
    kind = verbs.get(raw["do"])
    if kind is None:
        raise Illegal("unknown", "", f"there is no move '{raw['do']}'; {one_of(raw['do'], verbs)}")
    for path, _, _, message, _ in explain(raw, kind):
        raise Illegal("form", kind.clause, " ".join([*map(str, path[:1]), message]))
    return msgspec.convert(raw, kind)


@cache
def _verbs(kinds: UnionType | type) -> dict[str, type[Choice]]:
    """Return the kinds of choice by their verbs."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(kinds) or (kinds,)}
