"""A campaign as one game: day after day, with the powers of the rescued, until a day is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from msgspec.structs import replace

from pnp.games.tempest.play.choices import Choices
from pnp.games.tempest.play.engine import DayState
from pnp.games.tempest.play.view import CampaignRecord, DayResult, View
from pnp.play.deal import plain
from pnp.play.seeds import Stream
from pnp.play.state import enforces

Opening = Callable[[Mapping[str, int]], DayState]
"""Opens a day, given who was rescued on which day."""


class CampaignState:
    """Day after day with one set of decks each, until a day is lost or the final day is over."""

    def __init__(self, days: Sequence[Opening]) -> None:
        self.openings = tuple(days)
        self.rescued: dict[str, int] = {}
        self.results: list[DayResult] = []
        self.day = self.openings[0](self.rescued)
        self._move_on()

    def to_act(self) -> int:
        """Return the player's seat, or OVER."""
        return self.day.to_act()

    @property
    def is_over(self) -> bool:
        """Return whether the campaign has ended."""
        return self.day.is_over

    @property
    def days(self) -> list[DayResult]:
        """Return how the days ended, the one in progress as it stands."""
        return self.results if self.is_over else [*self.results, self.day.outcome()]

    def chance(self, stream: Stream) -> Choices:
        """Nothing is left to chance."""
        return self.day.chance(stream)

    def legal_actions(self) -> list[Choices]:
        """List every choice the player has now."""
        return self.day.legal_actions()

    def apply(self, action: Choices) -> None:
        """Carry out a choice; a day that is won opens the next one."""
        self.day.apply(action)
        self._move_on()

    @enforces("campaign.flow", "day.lost", "powers.when", "final.powers")
    def _move_on(self) -> None:
        """Note the end of a day and open the next, if the day was won."""
        while self.day.is_over and len(self.results) < len(self.openings):
            result = self.day.outcome()
            self.results.append(result)
            number = len(self.results)
            for label in result.rescued:
                self.rescued[self.day.stage.names[self.day.stage.labels.index(label)]] = number
            if not result.won or number == len(self.openings):
                return
            self.day = self.openings[number](self.rescued)

    @enforces("campaign.flow", "contest.score")
    def result(self) -> Mapping[str, Any]:
        """Return how the campaign ended; the score counts everybody rescued."""
        won = len(self.results) == len(self.openings) and self.results[-1].won
        return {
            "won": won,
            "days": plain(self.results),
            "scores": [sum(result.scores[0] for result in self.results)],
            "standing": [sum(result.standing[i] for result in self.results) for i in range(3)],
        }

    def view(self, seat: int) -> View:
        """Return what a player who counts cards knows."""
        return replace(self.day.view(seat), campaign=self._record())

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state, with the order of the decks."""
        return {**self.day.snapshot(), "campaign": plain(self._record())}

    def _record(self) -> CampaignRecord:
        """Return what the campaign sheet says."""
        return CampaignRecord(dict(self.rescued), tuple(self.results))

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.rescued = dict(self.rescued)
        other.results = list(self.results)
        other.day = self.day.copy()
        return other
