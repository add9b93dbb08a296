"""The puzzle of the day: a date is a seed, so everybody has the same one without asking anybody."""

from datetime import date
from typing import Any, NamedTuple

from pnp.diagnostics import fail
from pnp.play.deal import plain
from pnp.play.scenario import Playable, Scenario, find_scenarios
from pnp.play.state import AnyState

_SEEDS_A_DAY = 10_000
"""So far apart that two days never come to the same scenario: seeds that are no good are passed over."""


class Puzzle(NamedTuple):
    """The scenario of a day."""

    day: date
    options: dict[str, Any]
    scenario: Scenario

    @property
    def rating(self) -> str:
        """How hard it is, if its game says so."""
        return str((self.told_by_bots().get("rating") or {}).get("class", ""))

    @property
    def par(self) -> float | None:
        """What a good player reaches, if its game says so."""
        par: float | None = self.told_by_bots().get("par")
        return par

    def told_by_bots(self) -> dict[str, Any]:
        """Return the certificate as its file holds it."""
        told: dict[str, Any] = plain(self.scenario.certificate)
        return told

    def told(self) -> dict[str, Any]:
        """Return what can be told of it without giving anything away."""
        day, seed = self.day.isoformat(), self.scenario.seed
        return {"date": day, "seed": seed, "options": self.options, "rating": self.rating, "par": self.par}


def puzzle_of(play: Playable, day: date) -> Puzzle:
    """Return the puzzle of a day."""
    kinds = play.game.game.puzzles
    if not kinds:
        raise fail(
            "puzzle", f"'{play.game.id}' has no puzzles", None, "its game.yaml lists their options under puzzles"
        )
    options = kinds[day.toordinal() % len(kinds)]
    (scenario,) = find_scenarios(play, day.toordinal() * _SEEDS_A_DAY, 1, play.options(options), lambda _: None)
    return Puzzle(day, options, scenario)


def shared_line(title: str, puzzle: Puzzle, state: AnyState, moves: int, hints: int) -> str:
    """Tell how somebody fared in a line that gives nothing away."""
    (score,) = state.result()["scores"]
    par = f" of par {puzzle.par:g}" if puzzle.par is not None else ""
    parts = [f"{title} {puzzle.day.isoformat()}", puzzle.rating, f"{score:g}{par}", f"{moves} moves"]
    parts.append("no hints" if not hints else f"{hints} hint{'s' if hints > 1 else ''}")
    return " · ".join(filter(None, parts))
