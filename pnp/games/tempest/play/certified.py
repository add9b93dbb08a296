"""The certificate of a scenario as sheets print it: read from a file that anybody may have written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from pnp.draw.faces import FaceFault
from pnp.games.tempest.play.deal import Rating, SheetNote, Witness

_T = TypeVar("_T")


def sheet_notes(scenario: Mapping[str, Any]) -> dict[str, SheetNote]:
    """Return what is known of each sheet, by its day."""
    notes = _read(scenario.get("sheets") or [], list[SheetNote], "sheets")
    return {note.day: note for note in notes}


def overall_rating(scenario: Mapping[str, Any]) -> str:
    """Return the rating of all sheets together, or nothing."""
    rating = scenario.get("rating")
    return _read(rating, Rating, "rating").kind if rating else ""


def witness_actions(scenario: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the choices of a scenario's witness, or none."""
    witness = scenario.get("witness")
    return _read(witness, Witness, "witness").actions if witness else []


def _read(value: Any, kind: type[_T], key: str) -> _T:
    """Convert a part of the file, or say what is wrong with it."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise FaceFault("certificate", f"'{key}' cannot be printed: {error}", hint="leave it out") from None
