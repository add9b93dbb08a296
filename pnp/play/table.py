"""A table for people and bots: they and chance are asked in turn, moves can be taken back, all is recorded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.diagnostics import fail, one_of
from pnp.play.choices import read_choice
from pnp.play.notation import write_move
from pnp.play.scenario import Playable
from pnp.play.seeds import stream
from pnp.play.state import CHANCE, OVER, AnyBot, AnyState, Choice, Illegal


class Event(NamedTuple):
    """What was done, and by whom: a seat from 0, or CHANCE."""

    seat: int
    move: Choice


class Table:
    """A game in progress."""

    state: AnyState

    def __init__(self, play: Playable, deal: Any, seed: int, bots: Mapping[int, str]) -> None:
        """Seat bots by their names; everybody else is a person. The seed decides about chance and bots."""
        self.play = play
        self.seed = seed
        self.bots = dict(sorted(bots.items()))
        self.events: list[Event] = []
        self._deal = deal
        self._begin()
        for seat, name in self.bots.items():
            if not 0 <= seat < self.seats:
                raise fail("option", f"there is no seat {seat + 1}", None, f"seats are numbered 1 to {self.seats}")
            if name not in play.room.bots:
                raise fail("option", f"there is no bot '{name}'", None, one_of(name, play.room.bots))

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.play.room.seats(self.state)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(self.seats) if seat not in self.bots]

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return self.state.to_act() == OVER

    def go_on(self) -> Iterator[Event]:
        """Let chance and bots move until a person is asked or the game is over."""
        while (seat := self.state.to_act()) != OVER:
            if seat == CHANCE:
                yield self._done(seat, self.state.chance(self._stream(f"chance/{len(self.events)}")))
            elif seat in self.bots:
                yield self._done(seat, self._ask(seat))
            else:
                return

    def make(self, move: str | Choice) -> Event:
        """Make the move of the person who is asked; Illegal, and nothing done, if a rule forbids it."""
        return self._done(self.state.to_act(), read_choice(self.play.scenario.actions, move))

    def undo(self) -> Event | None:
        """Take back the last move of a person, and all that came of it; return it, or None if there was none."""
        last = max((n for n, event in enumerate(self.events) if event.seat in self.people), default=None)
        if last is None:
            return None
        kept, taken = self.events[:last], self.events[last]
        self._begin()
        self.replay([event.move for event in kept])
        return taken

    def replay(self, moves: Sequence[Any]) -> None:
        """Make moves that were made before, whoever made them; bots look on, so that they remember."""
        for number, raw in enumerate(moves, 1):
            seat = self.state.to_act()
            try:
                if seat == OVER:
                    raise Illegal("over", "", "the game is already over")
                if seat in self.bots:
                    self._ask(seat)
                self._done(seat, read_choice(self.play.scenario.actions, raw))
            except Illegal as refused:
                raise fail("record", f"step {number} cannot be made: {refused.message}") from None

    def hint(self) -> Choice | None:
        """Return what the strongest bot would do in place of the person who is asked, from what that seat sees.

        A bot that plans whole turns has no advice in the middle of one that went another way.
        """
        name = next(iter(self.play.room.bots))
        try:
            found = self._choice(self._seated(self.state.to_act(), name))
        except (LookupError, StopIteration):  # its plan speaks of what has been done already
            return None
        return found if found in self.state.legal_actions() else None

    def lines(self) -> list[str]:
        """Return all moves so far in the short notation."""
        return [write_move(event.move) for event in self.events]

    def _begin(self) -> None:
        self.state = self.play.new_game(self._deal)
        self.events = []
        self._sitting: dict[int, AnyBot] = {}

    def _stream(self, name: str) -> Any:
        return stream(self.play.game.id, self.seed, f"play/{name}")

    def _seated(self, seat: int, name: str) -> AnyBot:
        return self.play.room.bots[name](self.play.content, seat, self._stream(f"bot/{seat}"))

    def _ask(self, seat: int) -> Choice:
        if seat not in self._sitting:
            self._sitting[seat] = self._seated(seat, self.bots[seat])
        return self._choice(self._sitting[seat])

    def _choice(self, bot: AnyBot) -> Choice:
        found: Choice = bot.choose(self.state.view(self.state.to_act()), self.state.legal_actions())
        return found

    def _done(self, seat: int, move: Choice) -> Event:
        self.state.apply(move)
        self.events.append(Event(seat, move))
        return self.events[-1]


# ------------------------------------------------------------------ what there is to choose


class Offer(NamedTuple):
    """A move, or the beginning of several."""

    line: str
    ways: int

    @property
    def whole(self) -> bool:
        """Say whether it is a move that can be made."""
        return self.ways == 1


def offers(lines: Sequence[str], begun: str, most: int) -> list[Offer]:
    """List the moves that go on as begun, word by word: all of them if they are few, else by their next word."""
    found = list(dict.fromkeys(line for line in lines if goes_on(line, begun)))
    if len(found) <= most:
        return [Offer(line, 1) for line in found]
    length = len(begun.split())
    while True:
        length += 1
        groups: dict[str, list[str]] = {}
        for line in found:
            groups.setdefault(" ".join(line.split(" ")[:length]), []).append(line)
        if len(groups) > 1:
            return [Offer(same[0] if len(same) == 1 else start, len(same)) for start, same in groups.items()]


def goes_on(line: str, begun: str) -> bool:
    """Say whether a move begins with these words."""
    return not begun or line == begun or line.startswith(f"{begun} ")
