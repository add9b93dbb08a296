"""A game that runs from data, drawn for the terminal: every zone and counter by its name."""

from pnp.engine.machine import Program, Running
from pnp.play.show import outline


def show(_program: Program, state: Running, eyes: int | None = None) -> str:
    """Return the table as text, with all cards, or as one seat sees it."""
    values = state.snapshot() if eyes is None else state.view(eyes).record()
    return outline({name: value for name, value in values.items() if name != "flow"})
