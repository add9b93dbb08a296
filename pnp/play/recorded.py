"""Recorded games as they stand in files: a set-up, or the seed of one, and moves."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import fail, one_of
from pnp.load.document import Document, PathKeys
from pnp.play.checks import Violation
from pnp.play.reading import read_deal
from pnp.play.scenario import Playable

_KEYS = ("game", "title", "scenario", "seed", "options", "bots", "moves")


class RecordedGame(NamedTuple):
    """A game as it stands in a file: where it names the game, its set-up (or the seed of one), and the moves."""

    game_at: PathKeys
    scenario: Mapping[str, object] | None
    seed: int
    options: Mapping[str, object]
    moves: list[object]
    set_up_at: PathKeys
    moves_at: PathKeys
    bots: Mapping[int, str]
    """Who sat on seats (from 0) that no person took."""

    def set_up(self, play: Playable) -> tuple[Any, list[Violation]]:
        """Return the deal, and what makes it illegal; a seed is dealt anew."""
        if self.scenario is not None:
            return read_deal(play, self.scenario)
        return play.generate(self.seed, play.options(self.options)), []


def recorded_game(document: Document) -> RecordedGame:
    """Read a recorded game: set-up or seed with moves, or a scenario file with its witness."""
    record = document.data
    if not isinstance(record, Mapping):
        raise fail("record", "a recorded game is a mapping with the keys game, scenario and moves", document.span())
    scenario, moves, witness = record.get("scenario"), record.get("moves"), record.get("witness")
    set_up_at: PathKeys = ("scenario",)
    moves_at: PathKeys = ("moves",)
    if scenario is None and moves is None and isinstance(witness, Mapping):
        scenario, moves = record, witness.get("actions")
        set_up_at, moves_at = (), ("witness", "actions")
    for key in record if set_up_at else ():
        if key not in _KEYS:
            hint = f"{one_of(str(key), _KEYS)}; options of the deal stand under 'options'"
            raise fail("record", f"a recorded game has no key '{key}'", document.span((key,), key=True), hint)
    if not isinstance(moves, list):
        raise fail("record", "a recorded game needs 'moves', a list of choices", document.span(moves_at))
    seed, options = record.get("seed"), record.get("options", {})
    if scenario is None and (not isinstance(seed, int) or isinstance(seed, bool)):
        hint = "write the set-up under 'scenario', or the number of its seed under 'seed'"
        raise fail("record", "a recorded game needs 'scenario' or 'seed'", document.span(("seed",)), hint)
    if not isinstance(options, Mapping):
        raise fail("record", "'options' is a mapping", document.span(("options",)))
    if scenario is not None and not isinstance(scenario, Mapping):
        raise fail("record", "'scenario' is a mapping, as pnp scenario writes it", document.span(("scenario",)))
    bots = record.get("bots", {}) if set_up_at else {}
    if not isinstance(bots, Mapping) or not all(
        str(seat).isdecimal() and isinstance(name, str) for seat, name in bots.items()
    ):
        raise fail("record", "'bots' names bots by their seats, from 1", document.span(("bots",)))
    game_at: PathKeys = ("game",) if "game" in record or scenario is None else ("scenario", "game")
    seated = {int(seat) - 1: name for seat, name in bots.items()}
    return RecordedGame(game_at, scenario, seed or 0, options, moves, set_up_at, moves_at, seated)
