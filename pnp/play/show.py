"""A game in progress, drawn for the terminal: by the game's own code, or as a plain outline of everything."""

from collections.abc import Iterator, Mapping

from pnp.play.deal import plain
from pnp.play.scenario import Playable
from pnp.play.state import CHANCE, OVER, AnyState
from pnp.play.text import WIDTH, wrapped


def show(play: Playable, state: AnyState, eyes: int | None = None) -> str:
    """Return the state as a drawing in text: all of it, or what one seat sees."""
    draw = play.room.show
    if draw is not None:
        return draw(play.content, state, eyes)
    return outline(state.snapshot() if eyes is None else plain(state.view(eyes)))


def headline(play: Playable, state: AnyState) -> str:
    """Say in a sentence what a game waits for, or how it ended."""
    if play.room.show is not None:
        return show(play, state).split("\n", 1)[0]
    seat = state.to_act()
    if seat != OVER:
        return f"to act: {'chance' if seat == CHANCE else f'seat {seat + 1}'}"
    scores = (f"seat {number}: {score:g}" for number, score in enumerate(state.result()["scores"], 1))
    return f"the game is over; {'; '.join(scores)}"


def outline(values: Mapping[str, object]) -> str:
    """Return values as indented lines; short ones stand on the line of their name."""
    return "\n".join(_lines(values, ""))


def _lines(values: Mapping[str, object], indent: str) -> Iterator[str]:
    wide = max((len(str(key)) for key in values), default=0)
    for key, value in values.items():
        name = f"{indent}{str(key).replace('_', ' '):<{wide}}  "
        short = _short(value)
        if short is not None and len(name) + len(short) <= WIDTH:
            yield name + short
        elif isinstance(value, Mapping):
            yield name.rstrip()
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
            yield name.rstrip()
            yield from _lines({str(i): one for i, one in enumerate(value, 1)}, indent + "  ")
        else:
            yield from wrapped(name, short or "")


def _short(value: object) -> str | None:
    """Return a value on one line, or None if it has parts within parts."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = [(key, _short(one)) for key, one in value.items() if not isinstance(one, Mapping)]
        if len(parts) < len(value) or any(part is None for _, part in parts):
            return None
        return ", ".join(f"{key} {part}" for key, part in parts) or "–"
    if isinstance(value, list):
        if any(isinstance(one, Mapping | list) for one in value):
            return None
        return " ".join(_short(one) or "" for one in value) or "–"
    return str(value)
