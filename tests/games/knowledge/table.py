"""What the tests of Knowledge share: moves as a recorded game has them, and views as plain values."""

from typing import Any

from shipped import mover

from pnp.play.deal import plain

move = mover("knowledge")


def seen(view: Any) -> dict[str, Any]:
    """A view as plain values, what lies open among what the seat sees."""
    values = plain(view)
    return {**values.pop("table"), **values}
