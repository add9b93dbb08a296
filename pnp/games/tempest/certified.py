"""The certificate of a scenario as sheets print it: read from a file that anybody may have written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from pnp.draw.faces import FaceFault

_T = TypeVar("_T")


class SheetNote(msgspec.Struct, frozen=True):
    """What is known of one sheet."""

    day: str
    par: int
    rating: str
    exact: bool = False

    @property
    def par_words(self) -> str:
        """Return par as it is printed."""
        return str(self.par) if self.exact else f"at least {self.par}"


class _Rating(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    kind: str


class _Witness(msgspec.Struct, frozen=True):
    actions: list[dict[str, Any]]


def sheet_notes(scenario: Mapping[str, Any]) -> dict[str, SheetNote]:
    """Return what is known of each sheet, by its day."""
    notes = _read(scenario.get("sheets") or [], list[SheetNote], "sheets")
    return {note.day: note for note in notes}


def overall_rating(scenario: Mapping[str, Any]) -> str:
    """Return the rating of all sheets together, or nothing."""
    rating = scenario.get("rating")
    return _read(rating, _Rating, "rating").kind if rating else ""


def witness_actions(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the choices of a scenario's witness, or none."""
    witness = scenario.get("witness")
    return _read(witness, _Witness, "witness").actions if witness else []


def _read(value: Any, kind: type[_T], key: str) -> _T:
    """Convert a part of the file, or say what is wrong with it."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise FaceFault("certificate", f"'{key}' cannot be printed: {error}", hint="leave it out") from None
