"""A game that runs from data, drawn for the terminal: every zone and counter; of places, those that matter."""

from collections.abc import Mapping
from typing import Any

from pnp.engine.machine import Program, Running
from pnp.play.show import outline


def show(program: Program, state: Running, eyes: int | None = None) -> str:
    """Return the table as text, with all cards, or as one seat sees it."""
    values = state.snapshot() if eyes is None else state.view(eyes).record()
    usual = {name: counter.start for name, counter in program.counters.items() if counter.each in program.places}
    usual |= {name: [] for name, zone in program.zones.items() if zone.each in program.places}
    told = {name: _places(value, usual[name]) if name in usual else value for name, value in values.items()}
    return outline({name: value for name, value in told.items() if name != "flow"})


def _places(values: Mapping[str, Any], usual: Any) -> str:
    """Write down the places where something is not as at the start."""
    other = {place: value for place, value in values.items() if value != usual}
    words = {place: " ".join(value) if isinstance(value, list) else value for place, value in other.items()}
    return ", ".join(place if value is True else f"{place} {value}" for place, value in words.items()) or "–"
