"""The steps of a flow, compiled: each changes the state, or begins steps that stand inside of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pnp.engine.cards import Card
from pnp.engine.expressions import Ask, Ex, list_of, number_of, seat_of
from pnp.engine.machine import Act, Block, Frame, Key, Luck, Running, Runs


@dataclass(frozen=True, slots=True)
class Ref:
    """Which zone or counter a step is about: its name, and the seat or place in brackets."""

    name: str
    index: Ex | None
    seats: bool

    def key(self, state: Running) -> Key:
        """Return the seat or place, or None where there is only one."""
        if self.index is None:
            return None
        if self.seats:
            return seat_of(self.index, state.names)
        place: Key = self.index(state.names)
        if not isinstance(place, str) or place not in state.names[self.name]:
            raise self.index.fault("place", f"there is no place '{place}'")
        return place


# ------------------------------------------------------------------- control


@dataclass(frozen=True, slots=True)
class Next:
    """Ends the turn."""

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.end_turn()


@dataclass(frozen=True, slots=True)
class Stop:
    """Leaves the innermost loop."""

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.stop()


@dataclass(frozen=True, slots=True)
class End:
    """Ends the game."""

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.over = "end"


@dataclass(frozen=True, slots=True)
class Do:
    """Carries out steps."""

    block: Block

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.push(self.block)


@dataclass(frozen=True, slots=True)
class When:
    """Does something only under a condition."""

    test: Ask
    step: Runs
    otherwise: Block | None

    def run(self, state: Running) -> None:
        """Carry it out."""
        if self.test(state.names):
            self.step.run(state)
        elif self.otherwise is not None:
            state.push(self.otherwise)


@dataclass(frozen=True, slots=True)
class By:
    """Does something as if a seat were `me`."""

    seat: Ex
    block: Block

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.push(self.block, meant={"me": seat_of(self.seat, state.names)})


class ForEach:
    """Does something once for each entry of a list."""

    turns = loops = False

    def __init__(self, name: str, entries: Ex, block: Block) -> None:
        self.name = name
        self.entries = entries
        self.block = block

    def run(self, state: Running) -> None:
        """Carry it out."""
        entries = list_of(self.entries, state.names)
        if entries:
            state.push(self.block, self, {self.name: entries[0]}, tuple(entries[1:]))

    def again(self, state: Running, frame: Frame) -> bool:
        """Take the next entry."""
        if not frame.left:
            return False
        state.names[self.name], *left = frame.left
        frame.left, frame.at = tuple(left), 0
        return True


class Repeat:
    """Does steps again and again."""

    turns = False
    loops = True

    def __init__(self, block: Block, until: Ask | None, times: Ex | None) -> None:
        self.block = block
        self.until = until
        self.times = times

    def run(self, state: Running) -> None:
        """Carry it out."""
        times = number_of(self.times, state.names) if self.times is not None else 1
        if times > 0 and not (self.until is not None and self.until(state.names)):
            state.push(self.block, self, left=(times,))

    def again(self, state: Running, frame: Frame) -> bool:
        """Begin anew, unless it was often enough."""
        if self.times is not None:
            (left,) = frame.left
            if left <= 1:
                return False
            frame.left = (left - 1,)
        if self.until is not None and self.until(state.names):
            return False
        frame.at = 0
        return True


class Turns:
    """Does steps for one seat after the other, once round or without end."""

    turns = loops = True

    def __init__(self, block: Block, start: Ex | None, step: int, until: Ask | None, *, once: bool) -> None:
        self.block = block
        self.start = start
        self.step = step
        self.until = until
        self.once = once

    def run(self, state: Running) -> None:
        """Carry it out."""
        first = state.names["me"] if self.start is None else seat_of(self.start, state.names)
        if not self._over(state):
            state.push(self.block, self, {"me": first}, (state.players - 1,))

    def again(self, state: Running, frame: Frame) -> bool:
        """Let the next seat have its turn."""
        if self.once:
            (left,) = frame.left
            if not left:
                return False
            frame.left = (left - 1,)
        if self._over(state):
            return False
        state.names["me"] = (state.names["me"] + self.step) % state.players
        frame.at = 0
        return True

    def _over(self, state: Running) -> bool:
        return state.ended() or (self.until is not None and bool(self.until(state.names)))


@dataclass(frozen=True, slots=True)
class Choose:
    """Lets a seat choose, or several at once."""

    path: str
    acts: Mapping[str, Act]
    by: Ex | None

    def run(self, state: Running) -> None:
        """Carry it out."""
        state.ask(self.path, self.acts, self._seats(state))

    def _seats(self, state: Running) -> Sequence[int]:
        if self.by is None:
            return [state.names["me"]]
        found = self.by(state.names)
        seats = found if isinstance(found, list) else [found]
        for seat in seats:
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < state.players:
                raise self.by.fault("seat", f"there is no seat {seat}; seats are 0 to {state.players - 1}")
        return seats


# ------------------------------------------------------------------- changes


@dataclass(frozen=True, slots=True)
class Move:
    """Moves cards."""

    cards: Ex
    take: Ex | None
    to: Ref
    top: bool

    def run(self, state: Running) -> None:
        """Carry it out, and whatever happens by itself then."""
        found = self.cards(state.names)
        cards = [found] if isinstance(found, Card) else [] if found is None else found
        if not isinstance(cards, list) or not all(isinstance(card, Card) for card in cards):
            raise self.cards.fault("type", "this must be a card, a list of cards or a zone")
        cards = cards[: max(0, number_of(self.take, state.names))] if self.take is not None else list(cards)
        triggers = [t for t in state.program.triggers if t.to == self.to.name] if cards else []
        came_from = {state.where[card.number][0] for card in cards} if triggers else set()
        state.move(cards, self.to.name, self.to.key(state), top=self.top)
        for trigger in reversed(triggers):
            if trigger.start is None or trigger.start in came_from:
                state.push(Block(trigger.do.path, (When(trigger.when, Do(trigger.do), None),)), meant={"moved": cards})


@dataclass(frozen=True, slots=True)
class Deal:
    """Gives every seat cards, one after the other."""

    number: Ex
    of: Ref
    to: str

    def run(self, state: Running) -> None:
        """Carry it out."""
        source = state.zone(self.of.name, self.of.key(state))
        first = state.names["me"]
        for _ in range(min(number_of(self.number, state.names), len(source))):
            for i in range(state.players):
                state.move(source[:1], self.to, (first + i) % state.players, top=False)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Leaves the order of a zone to chance."""

    zone: Ref

    def run(self, state: Running) -> None:
        """Carry it out."""
        key = self.zone.key(state)
        if len(state.zone(self.zone.name, key)) > 1:
            state.luck = Luck(self.zone.name, key)


@dataclass(frozen=True, slots=True)
class Roll:
    """Leaves a number to chance."""

    sides: Ex
    to: Ref

    def run(self, state: Running) -> None:
        """Carry it out."""
        sides = number_of(self.sides, state.names)
        if not 1 <= sides <= 1_000_000:
            raise self.sides.fault("range", f"a die has 1 to 1,000,000 sides, not {sides}")
        state.luck = Luck(self.to.name, self.to.key(state), sides)


@dataclass(frozen=True, slots=True)
class Set:
    """Sets a counter, or adds to it."""

    to: Ref
    value: Ex
    add: bool

    def run(self, state: Running) -> None:
        """Carry it out."""
        key = self.to.key(state)
        value = self.value(state.names)
        if self.add:
            before = state.names[self.to.name] if key is None else state.names[self.to.name][key]
            if not isinstance(value, (int, float)) or not isinstance(before, (int, float)):
                raise self.value.fault("type", "only numbers can be added")
            value = before + value
        if isinstance(value, Card) or not isinstance(value, (int, float, str, type(None))):
            raise self.value.fault("type", "a counter holds a number, a word, yes or no, or nothing")
        if (isinstance(value, str) and len(value) > 200) or (isinstance(value, (int, float)) and abs(value) > 1e15):
            raise self.value.fault("range", "this is more than a counter can hold")
        state.set_counter(self.to.name, key, value)
