"""A game in progress that runs from data (pnp.play.state.State): zones, counters, and a place in the flow.

The flow is a stack of frames, each a list of steps with how far it has come; a choice may stand anywhere in it. All
that expressions read stands in one table of names, which holds the state itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, NoReturn, Protocol, Self

from pnp.diagnostics import Span, fail, one_of
from pnp.engine.cards import Card, FaceDown, in_order
from pnp.engine.expressions import KNOWN, NOT_THERE, Ask, Ex, put_back
from pnp.limits import MOST_INSIDE, MOST_MOVES, MOST_OFFERED, MOST_PASSED, MOST_STEPS
from pnp.load.budget import Allowance, spend
from pnp.load.values import TemplateFault
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Choice, Illegal

Key = int | str | None
"""Which zone or counter of a name: a seat, a place, or None where there is only one."""


class Runs(Protocol):
    """A compiled step."""

    def run(self, state: "Running", /) -> None:
        """Carry it out."""


class Loop(Protocol):
    """What becomes of a list of steps at its end."""

    turns: bool
    """Whether 'next' ends the turn of this one."""
    loops: bool
    """Whether 'stop' leaves this one."""

    def again(self, state: "Running", frame: "Frame", /) -> bool:
        """Begin the steps again; False if they are done."""


class Once:
    """Steps that are carried out once."""

    turns = loops = False

    def again(self, _state: "Running", _frame: "Frame", /) -> bool:
        """They are done."""
        return False


ONCE = Once()


class Block(NamedTuple):
    """A list of compiled steps, and where it stands in play.yaml."""

    path: str
    steps: tuple[Runs, ...]


_NO_STEPS = Block("flow", ())


class Frame:
    """Steps that are being carried out: how far, what is left of a loop, and the names that it hides."""

    __slots__ = ("at", "block", "hidden", "left", "loop")

    def __init__(
        self, block: Block, loop: Loop, hidden: Mapping[str, Any], left: tuple[Any, ...] = (), at: int = 0
    ) -> None:
        self.block = block
        self.loop = loop
        self.hidden = hidden
        self.left = left
        self.at = at


# ------------------------------------------------------------------ program


class ZoneSpec(NamedTuple):
    """A zone as it is declared."""

    name: str
    each: str | None
    seen: str
    of: tuple[str, ...]
    shuffled: bool


class CounterSpec(NamedTuple):
    """A counter as it is declared."""

    name: str
    each: str | None
    seen: str
    start: Any


class Condition(NamedTuple):
    """When something can be done, the clause that says so, and words for those who do it all the same."""

    test: Ex
    rule: str
    say: str


class Parameter(NamedTuple):
    """What is chosen together with an action."""

    name: str
    of: Ex
    where: Ask | None
    rule: str


class Act(NamedTuple):
    """What somebody may choose to do."""

    verb: str
    kind: type[Choice]
    rule: str
    conditions: tuple[Condition, ...]
    parameters: tuple[Parameter, ...]
    do: Block


class Trigger(NamedTuple):
    """What happens by itself when cards come to a zone."""

    to: str
    start: str | None
    when: Ask
    do: Block


class Ending(NamedTuple):
    """When the game is over, and what comes of it."""

    when: Ask
    rule: str
    score: Ex
    least: bool
    ties: tuple[Ex, ...]
    won: Ask | None
    worth: Ex


@dataclass(eq=False)
class Program:
    """A compiled play.yaml."""

    game: str
    seats: tuple[int, int]
    """Fewest and most players."""
    place: Span
    """Where the flow begins in its file."""
    zones: dict[str, ZoneSpec] = field(default_factory=dict)
    counters: dict[str, CounterSpec] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    constants: dict[str, Any] = field(default_factory=dict)
    """Tables, functions and places: what all states of the game know."""
    flow: Block = _NO_STEPS
    triggers: tuple[Trigger, ...] = ()
    verbs: dict[str, tuple[type[Choice], str]] = field(default_factory=dict)
    """Verb → its kind of choice, and the first clause that it has."""
    end: Ending = None  # type: ignore[assignment]  # set when all else is known
    backs: dict[str, FaceDown] = field(default_factory=dict)
    clauses: dict[str, list[str]] = field(default_factory=dict)
    """Clause → places in play.yaml that name it."""

    @cached_property
    def secrets(self) -> bool:
        """Whether somebody does not see something."""
        seen = [zone.seen for zone in self.zones.values()] + [counter.seen for counter in self.counters.values()]
        return any(who != "all" for who in seen)

    def keys(self, each: str | None, players: int) -> Sequence[Any]:
        """Return the seats or places that have one each."""
        return range(players) if each == "seat" else self.places[each] if each is not None else ()


# ------------------------------------------------------------------ choices


class Shuffled(Choice, frozen=True, tag="shuffled"):
    """Chance: a zone in its new order."""

    cards: tuple[str, ...]


class Rolled(Choice, frozen=True, tag="rolled"):
    """Chance: a number from 1."""

    number: int


class Luck(NamedTuple):
    """What is left to chance: the order of a zone, or a counter and the sides of its die."""

    name: str
    key: Key
    sides: int = 0


class Made(NamedTuple):
    """A choice that was made at once with others and is not carried out yet; of another seat, one knows only that."""

    seat: int
    act: Act | None
    bound: Mapping[str, Any]


class Asking(NamedTuple):
    """Who is to choose, and what they may do."""

    path: str
    acts: Mapping[str, Act]
    waiting: tuple[int, ...]
    made: tuple[Made, ...] = ()


# -------------------------------------------------------------------- state


class Running:
    """A game in progress."""

    __slots__ = (
        "_legal",
        "asking",
        "frames",
        "luck",
        "moves",
        "names",
        "over",
        "passed",
        "players",
        "program",
        "where",
    )

    def __init__(self, program: Program, players: int, names: dict[str, Any], where: list[tuple[str, Key]]) -> None:
        self.program = program
        self.players = players
        self.names = names
        self.where = where
        """Card number → zone and key."""
        self.frames: list[Frame] = []
        self.asking: Asking | None = None
        self.luck: Luck | None = None
        self.over = ""
        """How the game ended, if it has: 'end', or 'unfinished'."""
        self.moves = 0
        self.passed = 0
        """Choices passed over since the last one that somebody made."""
        self._legal: list[Choice] | None = None

    @classmethod
    def begun(cls, program: Program, players: int, order: Mapping[str, Sequence[Card]]) -> "Running":
        """Set up a game with its zones in order, and run it to the first choice."""
        names: dict[str, Any] = {
            **program.constants,
            "players": players,
            "seats": list(range(players)),
            "me": 0,
            KNOWN: {},
        }
        where: list[tuple[str, Key]] = [("", None)] * len(program.cards)
        for zone in program.zones.values():
            if zone.each is None:
                names[zone.name] = list(order.get(zone.name, ()))
                for card in names[zone.name]:
                    where[card.number] = (zone.name, None)
            else:
                names[zone.name] = _for_each(zone.each, [[] for _ in program.keys(zone.each, players)], program)
        for counter in program.counters.values():
            start = [counter.start] * len(program.keys(counter.each, players))
            names[counter.name] = counter.start if counter.each is None else _for_each(counter.each, start, program)
        state = cls(program, players, names, where)
        state.push(program.flow)
        with Allowance():
            state.go_on()
        return state

    # ----------------------------------------------------- pnp.play.state.State

    def to_act(self) -> int:
        """Return the seat whose choice is awaited, or CHANCE, or OVER."""
        if self.over:
            return OVER
        if self.luck is not None:
            return CHANCE
        assert self.asking is not None
        return self.asking.waiting[0]

    def legal_actions(self) -> list[Choice]:
        """List what the acting seat may do, by what it sees."""
        if self.over or self.luck is not None or self.asking is None:
            return []
        if self._legal is None:
            with Allowance():
                self._legal = self.offered(self.asking.acts, self.asking.waiting[0])
        return list(self._legal)

    def apply(self, action: Choice) -> None:
        """Carry out a choice; Illegal, with the clause that it breaks, leaves the state as it was."""
        if self.over:
            raise Illegal("over", self.program.end.rule, "the game is over")
        with Allowance():
            if self.luck is not None:
                self._take_luck(self.luck, action)
            else:
                self._take(action)
            self._legal = None
            self.moves += 1
            self.go_on()
        if self.moves >= MOST_MOVES and not self.over:
            self.over = "unfinished"

    def chance(self, stream: Stream) -> Choice:
        """Draw what is left to chance."""
        assert self.luck is not None
        if self.luck.sides:
            return Rolled(stream.below(self.luck.sides) + 1)
        return Shuffled(tuple(card.key for card in stream.shuffled(self.zone(self.luck.name, self.luck.key))))

    def result(self) -> dict[str, Any]:
        """Return the scores and who has won."""
        end = self.program.end
        scores = [self.worked_out(end.score, seat) for seat in range(self.players)]
        found: dict[str, Any] = {"scores": scores, "end": self.over}
        if end.won is not None:
            with Allowance():
                found["won"] = bool(end.won(self.names))
            return {**found, "winners": list(range(self.players)) if found["won"] else []}
        sign = -1 if end.least else 1
        ranks = [(sign * score, *(self.worked_out(tie, seat) for tie in end.ties)) for seat, score in enumerate(scores)]
        return {**found, "winners": [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]}

    def view(self, seat: int) -> "View":
        """Return what a seat may know."""
        return View(self, seat)

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as JSON values."""
        program = self.program
        found: dict[str, Any] = {}
        for name, zone in program.zones.items():
            found[name] = _told_each(zone.each, self.names[name], lambda cards: [card.key for card in cards])
        for name, counter in program.counters.items():
            found[name] = _told_each(
                counter.each, self.names[name], lambda value: repr(value) if isinstance(value, Secret) else value
            )
        found["me"] = self.names["me"] + 1
        found["flow"] = [f"{frame.block.path}[{frame.at}]" for frame in self.frames]
        if self.asking is not None and self.asking.made:
            found["have_chosen"] = [made.seat + 1 for made in self.asking.made]
        return found

    def copy(self) -> Self:
        """Return an independent copy."""
        names = {**self.names, KNOWN: {}}
        for zone in self.program.zones.values():
            names[zone.name] = _copied(zone.each, names[zone.name], zone=True)
        for counter in self.program.counters.values():
            if counter.each is not None:
                names[counter.name] = names[counter.name].copy()
        other = type(self)(self.program, self.players, names, self.where.copy())
        other.frames = [Frame(f.block, f.loop, f.hidden, f.left, f.at) for f in self.frames]
        other.asking, other.luck, other.over = self.asking, self.luck, self.over
        other.moves, other._legal = self.moves, self._legal
        return other

    # ------------------------------------------------------------------ flow

    def go_on(self) -> None:
        """Carry out steps up to the next choice, or to the end."""
        for _ in range(MOST_STEPS):
            if self.over or self.asking is not None or self.luck is not None:
                return
            pay(self.program)
            if not self.frames:
                self.over = "end"
                return
            frame = self.frames[-1]
            if frame.at < len(frame.block.steps):
                frame.at += 1
                frame.block.steps[frame.at - 1].run(self)
            elif not frame.loop.again(self, frame):
                self.pop()
        self.over = "endless"

    def push(
        self, block: Block, loop: Loop = ONCE, meant: Mapping[str, Any] | None = None, left: tuple[Any, ...] = ()
    ) -> None:
        """Begin a list of steps, in which names may have a meaning of their own."""
        if len(self.frames) >= MOST_INSIDE:
            self.over = "endless"
            return
        meant = meant or {}
        hidden = {name: self.names.get(name, NOT_THERE) for name in meant}
        self.names.update(meant)
        self.frames.append(Frame(block, loop, hidden, left))

    def pop(self) -> Frame:
        """Leave a list of steps."""
        frame = self.frames.pop()
        for name, value in frame.hidden.items():
            put_back(self.names, name, value)
        return frame

    def end_turn(self) -> None:
        """End the turn at hand."""
        while self.frames and not self.frames[-1].loop.turns:
            self.pop()
        if self.frames:
            self.frames[-1].at = len(self.frames[-1].block.steps)

    def stop(self) -> None:
        """Leave the innermost loop."""
        while self.frames and not self.pop().loop.loops:
            pass

    def ended(self) -> bool:
        """Look whether the game is over."""
        if not self.over and self.program.end.when(self.names):
            self.over = "end"
        return bool(self.over)

    def ask(self, path: str, acts: Mapping[str, Act], seats: Sequence[int]) -> None:
        """Let seats choose; those who can do nothing are passed over."""
        if self.ended():
            return
        waiting = tuple(seat for seat in seats if any(True for _ in self._offers(acts, seat)))
        if waiting:
            self.asking = Asking(path, acts, waiting)
            self.passed = 0
            return
        self.passed += 1
        if self.passed > MOST_PASSED:
            self.over = "endless"

    def worked_out(self, ask: Ex, seat: int) -> float:
        """Return a number about a seat."""
        with Allowance():
            before = self.names.get("seat", NOT_THERE)
            self.names["seat"] = seat
            try:
                found = ask(self.names)
            finally:
                put_back(self.names, "seat", before)
        if not isinstance(found, (int, float)):
            raise ask.fault("type", "this must be a number")
        return found

    # ----------------------------------------------------------------- zones

    def zone(self, name: str, key: Key) -> list[Card]:
        """Return the cards of a zone, the first is the top."""
        cards: list[Card] = self.names[name] if key is None else self.names[name][key]
        return cards

    def move(self, cards: Sequence[Card], name: str, key: Key, *, top: bool) -> None:
        """Lay cards into a zone, one after the other."""
        pay(self.program, len(cards))
        self.names[KNOWN] = {}
        to = self.zone(name, key)
        for card in cards:
            source = self.zone(*self.where[card.number])
            for i, other in enumerate(source):
                if other is card:
                    del source[i]
                    break
            if top:
                to.insert(0, card)
            else:
                to.append(card)
            self.where[card.number] = (name, key)

    def set_counter(self, name: str, key: Key, value: Any) -> None:
        """Set a counter."""
        self.names[KNOWN] = {}
        if key is None:
            self.names[name] = value
        else:
            self.names[name][key] = value

    # --------------------------------------------------------------- choices

    def offered(self, acts: Mapping[str, Act], seat: int) -> list[Choice]:
        """List what a seat may choose of some actions, by what it sees."""
        return list(islice(self._offers(acts, seat), MOST_OFFERED))

    def _offers(self, acts: Mapping[str, Act], seat: int) -> Iterator[Choice]:
        names = seen_names(self, seat)
        return (offer for act in acts.values() for offer in _offers(self.program, act, names))

    def _take(self, action: Choice) -> None:
        assert self.asking is not None
        path, acts, waiting, made = self.asking
        act, bound = chosen(self, acts, waiting[0], action)
        made = (*made, Made(waiting[0], act, bound))
        if len(waiting) > 1:
            self.asking = Asking(path, acts, waiting[1:], made)
            return
        self.asking = None
        for one in reversed(made):
            assert one.act is not None
            self.push(one.act.do, ONCE, {**one.bound, "me": one.seat})

    def _take_luck(self, luck: Luck, action: Choice) -> None:
        if luck.sides:
            if not isinstance(action, Rolled) or not 1 <= action.number <= luck.sides:
                raise Illegal("chance", "", f"now a die is rolled: a number from 1 to {luck.sides}")
            self.set_counter(luck.name, luck.key, action.number)
        else:
            cards = self.zone(luck.name, luck.key)
            if not isinstance(action, Shuffled) or Counter(action.cards) != Counter(card.key for card in cards):
                raise Illegal("chance", "", f"now '{luck.name}' is shuffled: 'shuffled' and its cards in their order")
            cards[:] = in_order(cards, action.cards)
            self.names[KNOWN] = {}
        self.luck = None


def pay(program: Program, steps: int = 1) -> None:
    """Take steps of those that a move may take."""
    try:
        spend(steps)
    except TemplateFault as fault:
        raise fail(fault.code, fault.message, program.place) from None


def _for_each(each: str, values: list[Any], program: Program) -> Any:
    return values if each == "seat" else dict(zip(program.places[each], values, strict=True))


def _copied(each: str | None, value: Any, *, zone: bool) -> Any:
    if each is None:
        return value.copy()
    if isinstance(value, dict):
        return {key: cards.copy() for key, cards in value.items()}
    return [cards.copy() for cards in value]


def _shown(value: Any) -> Any:
    return repr(value) if isinstance(value, Secret) else value


def _told_each(each: str | None, value: Any, told: Any) -> Any:
    if each is None:
        return told(value)
    if isinstance(value, dict):
        return {key: told(one) for key, one in value.items()}
    return {f"seat {seat}": told(one) for seat, one in enumerate(value, 1)}


# ------------------------------------------------------------ what seats see


class Secret:
    """What a secret counter looks like to those who do not see it: nothing can be worked out with it."""

    def __repr__(self) -> str:
        return "a secret"

    def _kept(self, *_: object) -> NoReturn:
        raise TemplateFault("secret", "this looks at a counter that the choosing seat does not see")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __getitem__ = _kept
    __hash__ = None  # type: ignore[assignment]


SECRET = Secret()


def seen_names(state: Running, seat: int) -> dict[str, Any]:
    """Return the names of a state as a seat sees them, as `me`."""
    program = state.program
    names = {**state.names, "me": seat}
    if program.secrets:
        names[KNOWN] = {}
    for name, zone in program.zones.items():
        if zone.seen != "all":
            names[name] = seen_zone(program, zone, names[name], seat)
    for name, counter in program.counters.items():
        if counter.seen == "owner":
            names[name] = [value if owner == seat else SECRET for owner, value in enumerate(names[name])]
        elif counter.seen == "none":
            names[name] = SECRET if counter.each is None else _all_secret(names[name])
    return names


def _all_secret(value: Any) -> Any:
    return dict.fromkeys(value, SECRET) if isinstance(value, dict) else [SECRET] * len(value)


def seen_zone(program: Program, zone: ZoneSpec, cards: Any, seat: int) -> Any:
    """Return the cards of a zone, or of all zones of its name, as a seat sees them."""
    if zone.each is None:
        return _seen_cards(program, zone.seen, cards)
    if isinstance(cards, dict):
        return {key: _seen_cards(program, zone.seen, some) for key, some in cards.items()}
    return [
        some if zone.seen == "owner" and owner == seat else _seen_cards(program, zone.seen, some)
        for owner, some in enumerate(cards)
    ]


def _seen_cards(program: Program, seen: str, cards: Sequence[Card]) -> list[Card]:
    shown = 1 if seen == "top" else 0
    return [*cards[:shown], *(program.backs[card.kind] for card in cards[shown:])]


# -------------------------------------------------------------------- offers


def _offers(program: Program, act: Act, names: dict[str, Any]) -> Iterator[Choice]:
    """Yield every way in which an action can be done, by what the choosing seat sees."""
    if all(condition.test(names) for condition in act.conditions):
        for bound in _bindings(program, act.parameters, names):
            yield act.kind(**bound)


def _bindings(
    program: Program, parameters: Sequence[Parameter], names: dict[str, Any]
) -> Iterator[dict[str, str | int]]:
    if not parameters:
        yield {}
        return
    parameter, *rest = parameters
    before = names.get(parameter.name, NOT_THERE)
    for told, value in _entries(parameter, names):
        pay(program)
        names[parameter.name] = value
        if parameter.where is None or parameter.where(names):
            for bound in _bindings(program, rest, names):
                yield {parameter.name: told, **bound}
    put_back(names, parameter.name, before)


def _entries(parameter: Parameter, names: dict[str, Any]) -> list[tuple[str | int, Any]]:
    """Return what a parameter may be, each told as in a recorded game; equal ones once."""
    found = parameter.of(names)
    if not isinstance(found, (list, tuple, range, dict)):
        raise parameter.of.fault("type", "this must be a list to choose from")
    entries: dict[str | int, Any] = {}
    for value in found:
        entries.setdefault(_named(parameter, value), value)
    return list(entries.items())


def _named(parameter: Parameter, value: Any) -> str | int:
    if isinstance(value, FaceDown):
        raise parameter.of.fault("secret", "this offers cards that the choosing seat does not see")
    if isinstance(value, Card):
        return value.key
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise parameter.of.fault("type", "only cards, places, seats, words and whole numbers can be chosen")
    return value


def chosen(state: Running, acts: Mapping[str, Act], seat: int, action: Choice) -> tuple[Act, dict[str, Any]]:
    """Return the action that a seat has chosen and what its parameters mean; Illegal says which rule forbids it."""
    verb = str(action.__struct_config__.tag)
    act = acts.get(verb)
    if act is None or not isinstance(action, act.kind):
        rule = state.program.verbs[verb][1] if verb in state.program.verbs else ""
        raise Illegal("not-now", rule, f"now it is time to {' or to '.join(acts)}, not to {verb}")
    names = seen_names(state, seat)
    for condition in act.conditions:
        if not condition.test(names):
            message = condition.say or f"to {verb} is possible only when: {condition.test.text}"
            raise Illegal("when", condition.rule, message)
    bound: dict[str, Any] = {}
    for parameter in act.parameters:
        given = getattr(action, parameter.name)
        entries = {str(told): value for told, value in _entries(parameter, names)}
        if str(given) not in entries:
            hint = one_of(str(given), entries) if entries else "there is nothing to choose from"
            raise Illegal("choice", parameter.rule, f"'{parameter.name}' cannot be '{given}'; {hint}")
        names[parameter.name] = bound[parameter.name] = entries[str(given)]
        if parameter.where is not None and not parameter.where(names):
            asked = parameter.where.text if isinstance(parameter.where, Ex) else ""
            message = f"'{parameter.name}' cannot be '{given}': it must be true that {asked}"
            raise Illegal("choice", parameter.rule, message)
    return act, bound


# --------------------------------------------------------------------- views


class View:
    """What a seat knows: a state in which all that it does not see is covered."""

    __slots__ = ("covered", "seat")

    def __init__(self, state: Running, seat: int) -> None:
        self.seat = seat
        covered = state.copy()
        covered._legal = None
        names = seen_names(state, seat)
        program = state.program
        for name in (*program.zones, *program.counters):
            covered.names[name] = names[name]
        seen = {card.number for card in _cards_in(program, names)}
        covered.names.update({name: _covered(value, seen, program) for name, value in _locals(state).items()})
        for frame in covered.frames:
            frame.hidden = {name: _covered(value, seen, program) for name, value in frame.hidden.items()}
            frame.left = tuple(_covered(value, seen, program) for value in frame.left)
        covered.where = []
        if state.asking is not None and state.asking.made:
            made = [one if one.seat == seat else Made(one.seat, None, {}) for one in state.asking.made]
            covered.asking = state.asking._replace(made=tuple(made))
        self.covered = covered

    def record(self) -> dict[str, Any]:
        """Return it as JSON values; a covered card is its deck in brackets."""
        found = self.covered.snapshot()
        return {"seat": self.seat + 1, **found}


def _locals(state: Running) -> dict[str, Any]:
    return {name: state.names[name] for frame in state.frames for name in frame.hidden if name != "me"}


def _cards_in(program: Program, names: Mapping[str, Any]) -> Iterator[Card]:
    for zone in program.zones.values():
        value = names[zone.name]
        lists = [value] if zone.each is None else value.values() if isinstance(value, dict) else value
        yield from (card for cards in lists for card in cards if card.number >= 0)


def _covered(value: Any, seen: set[int], program: Program) -> Any:
    if isinstance(value, Card):
        return value if value.number in seen else program.backs[value.kind]
    if isinstance(value, list):
        return [_covered(one, seen, program) for one in value]
    return value
