"""The worked examples of the rulebook: situations and a first turn that the engine plays, told in tables.

Nothing of what happens is written down, so no change of the content can make an example false.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypedDict

from msgspec import to_builtins

from pnp.games.horde.content.compiled import HordeContent
from pnp.games.horde.content.words import Outcome
from pnp.games.horde.play import phases
from pnp.games.horde.play.bots import PlannerBot
from pnp.games.horde.play.choices import Attack, Choices, Enter, Help, Keep, Move, Play, Provoke, Rest
from pnp.games.horde.play.engine import HordeState
from pnp.games.horde.play.scenario import GAME, Options, generate, new_game
from pnp.games.horde.play.state import Event, Person, Step, Table
from pnp.model import ContentFault
from pnp.play.seeds import stream

Rows = tuple[str, ...]
"""A drawn field: a row per line, a role letter (small when wounded) or a dot per column."""

Fate = Literal["spared", "nothing", "wounded", "destroyed", "drained", "reserve"]


class WindTest(NamedTuple):
    """A character against the wind."""

    role: str
    total: int
    margin: int
    outcome: Outcome


class LineTrace(NamedTuple):
    """What happened on one line of a phase 5."""

    line: int
    wind: int
    power: int
    played: tuple[str, ...]
    points: int
    """What the played cards gave, Support included."""
    tests: tuple[WindTest, ...]
    moves: dict[str, str]
    back: dict[str, str]
    """Who was driven or pushed back, and where to (the Aval zone: an empty name)."""
    support: bool


class Meeting(TypedDict):
    """A character below an enemy, and what came of it."""

    column: str
    rank: str
    role: str
    hurt: bool
    """Whether it was wounded before."""
    fate: Fate
    cards: int
    """How many cards the enemy took."""


class MeetTrace(NamedTuple):
    """A phase 4 played by the engine."""

    before: Rows
    after: Rows
    encounters: tuple[str | None, ...]
    aval_before: Rows
    aval_after: Rows
    meetings: tuple[Meeting, ...]


class WindTrace(NamedTuple):
    """A phase 5 played by the engine."""

    before: Rows
    after: Rows
    breezes: tuple[str | None, ...]
    hand: tuple[str, ...]
    lines: tuple[LineTrace, ...]
    destroyed: tuple[str, ...]
    to_aval: tuple[str, ...]


class Deed(TypedDict):
    """Something that a player does in phase 3."""

    do: str
    role: str
    to: str
    card: str
    slot: str


class FirstTurn(NamedTuple):
    """The first turn of a game, phase by phase."""

    winds: tuple[str | None, ...]
    up: str
    hand: tuple[str, ...]
    deeds: tuple[Deed, ...]
    rows: Rows
    """The field when phase 3 is over."""
    meetings: tuple[Meeting, ...]
    counterwind: WindTrace
    complies: bool
    laid: tuple[str, ...]
    """The Breezes that come for a formation that complies."""
    lost: int
    """The cards that a missed one costs."""


# --- situations ---------------------------------------------------------------------------------


def draw_field(table: Table, seat: int) -> Rows:
    """Return a seat's field as text rows."""
    columns = table.content.grid.columns
    marks = ["."] * (columns * table.content.lines)
    for role, person in table.hordes[seat].field.items():
        marks[person.square] = role.lower() if person.wounded else role
    return tuple("".join(marks[line * columns : (line + 1) * columns]) for line in range(table.content.lines))


def drawn_horde(content: HordeContent, rows: Iterable[str]) -> dict[str, object]:
    """Return the snapshot of a drawn field; every role gets its first card."""
    field: dict[str, list[str | bool]] = {}
    for square, mark in enumerate("".join(rows)):
        if mark != ".":
            role = mark.upper()
            card = next(card for card in content.court_cards if content.role_of(card) == role)
            field[role] = [card, content.square_name(square), mark.islower()]
    return {"field": field}


def meet_trace(content: HordeContent, name: str) -> MeetTrace:
    """Let the engine play an example of phase 4."""
    state, before, log = _met(content, name)
    example = content.meet_examples[name]
    return MeetTrace(
        tuple(example.rows),
        draw_field(state, 0),
        tuple(example.encounters),
        tuple(map(content.role_of, example.aval)),
        tuple(map(content.role_of, state.hordes[0].aval)),
        tuple(meetings(content, before, state.enc, log)),
    )


def _met(content: HordeContent, name: str) -> tuple[HordeState, Mapping[str, Person], list[Event]]:
    example = content.meet_examples[name]
    # Somebody waits in the Wit, and the Pack is full, so that no example is a defeat.
    own = drawn_horde(content, example.rows)
    own |= {"aval": list(example.aval), "wit": [content.court_cards[-1]], "pack": list(content.pip_cards)}
    row = zip(content.columns, example.encounters, strict=True)
    enc = {letter: None if card is None else [card, "down"] for letter, card in row}
    start = HordeState.at(content, {"hordes": [own], "enc": enc})
    log: list[Event] = []
    picture = {"hordes": [own], "enc": enc, "agenda": [["meet", 0]]}
    return HordeState.at(content, picture, log=log), start.hordes[0].field, log


def meetings(
    content: HordeContent, before: Mapping[str, Person], row: Sequence[tuple[str, bool] | None], log: Iterable[Event]
) -> Iterator[Meeting]:
    """Tell what the enemies of a phase 4 did to everybody who stood below one, in the order of their columns."""
    fates, cards = _fates(log)
    columns = content.grid.columns
    for role, person in sorted(before.items(), key=lambda one: (one[1].square % columns, one[1].square)):
        slot = row[person.square % columns]
        if slot is not None:
            rank = slot[0][0]
            calm: Fate = "nothing" if content.enemies[rank].effect == "none" else "spared"
            yield {
                "column": content.columns[person.square % columns],
                "rank": rank,
                "role": role,
                "hurt": person.wounded,
                "fate": fates.get(role, calm),
                "cards": cards.get(role, 0),
            }


def _fates(log: Iterable[Event]) -> tuple[dict[str, Fate], dict[str, int]]:
    """Return what became of those who were struck, and how many cards that took."""
    told: Mapping[str, Fate] = {
        "wounded": "wounded",
        "destroyed": "destroyed",
        "drained": "drained",
        "reserve-lost": "reserve",
    }
    fates: dict[str, Fate] = {}
    cards: dict[str, int] = {}
    struck = ""
    for event in log:
        if event["event"] == "struck":
            struck = event["role"]
        elif struck and event["event"] in told:
            fates[struck] = told[event["event"]]
            cards[struck] = cards.get(struck, 0) + (event["event"] == "drained")
    return fates, cards


def line_traces(content: HordeContent, log: Iterable[Event]) -> list[LineTrace]:
    """Cut the log of a phase 5 into lines."""
    traces: list[LineTrace] = []
    played: list[str] = []
    points = 0
    power = 0
    for event in log:
        kind = event["event"]
        if kind == "play":
            played.append(event["card"])
            points += event["points"]
        elif kind == "brace":
            power = event["power"]
        elif kind == "test":
            if not traces or traces[-1].line != event["line"]:
                traces.append(LineTrace(event["line"], event["wind"], power, tuple(played), points, (), {}, {}, False))
                played, points, power = [], 0, 0
            test = WindTest(event["role"], event["total"], event["total"] - event["wind"], event["outcome"])
            traces[-1] = traces[-1]._replace(tests=(*traces[-1].tests, test))
        elif kind == "move":
            traces[-1].moves[event["role"]] = content.square_name(event["to"])
        elif kind == "back":
            traces[-1].back[event["role"]] = content.square_name(event["to"])
        elif kind == "to-aval":
            traces[-1].back[event["role"]] = ""
        elif kind == "support":
            traces[-1] = traces[-1]._replace(support=True)
    return traces


# --- the first turn -----------------------------------------------------------------------------


def first_turn(content: HordeContent) -> FirstTurn:
    """Let a bot play the first turn of the deal that the rulebook tells of."""
    game = content.first_game
    state = new_game(content, generate(content, game.seed, Options()))
    bot = PlannerBot(content, game.bot, stream(GAME, game.seed, "example"))
    winds, up, hand = tuple(state.slots), state.up[0] or "", tuple(state.hordes[0].hand)
    steps = list(reversed(state.agenda))
    names = [*(step[0] for step in steps), "meet", "counterwind", "formation", "trim"]
    cuts = [names.index(name) for name in ("meet", "counterwind", "formation", "trim")]
    choices, _ = _stage(state, bot, steps[: cuts[0]])
    acted = state.copy()
    _, met = _stage(state, bot, steps[cuts[0] : cuts[1]])
    row, before, left = tuple(state.enc), draw_field(state, 0), tuple(state.hordes[0].hand)
    _, faced = _stage(state, bot, steps[cuts[1] : cuts[2]])
    after = draw_field(state, 0)
    _, end = _stage(state, bot, steps[cuts[2] : cuts[3]])
    return FirstTurn(
        winds,
        up,
        hand,
        tuple(_deed(content, choice) for choice in choices if isinstance(choice, _DEEDS)),
        draw_field(acted, 0),
        tuple(meetings(content, acted.hordes[0].field, row, met)),
        wind_told(content, before, after, winds, left, faced),
        any(event["event"] == "formation" and event["compliant"] for event in end),
        tuple(event["card"] for event in end if event["event"] == "breeze"),
        sum(event["event"] == "drained" for event in end),
    )


_DEEDS = (Enter, Move, Play, Rest, Help, Keep, Provoke, Attack)


def _stage(state: HordeState, bot: PlannerBot, steps: Iterable[Step]) -> tuple[list[Choices], list[Event]]:
    """Play some steps and nothing after them; return the choices and the log."""
    state.agenda = list(reversed(list(steps)))
    state.log = log = list[Event]()
    choices: list[Choices] = []
    phases.run(state)
    while state.to_act() == 0:
        choices.append(bot.choose(state.view(0), state.legal_actions()))
        state.apply(choices[-1])
    return choices, log


def _deed(content: HordeContent, choice: Choices) -> Deed:
    told: Mapping[str, str] = to_builtins(choice)
    return {
        "do": told["do"],
        "role": content.role_of(choice.card) if isinstance(choice, Enter) else told.get("role", ""),
        "to": told.get("to", ""),
        "card": told.get("card", ""),
        "slot": told.get("slot", ""),
    }


def wind_told(
    content: HordeContent,
    before: Rows,
    after: Rows,
    breezes: Sequence[str | None],
    hand: Sequence[str],
    log: Sequence[Event],
) -> WindTrace:
    """Return what happened in a phase 5, line by line."""
    return WindTrace(
        before,
        after,
        tuple(breezes),
        tuple(hand),
        tuple(line_traces(content, log)),
        tuple(event["role"] for event in log if event["event"] == "destroyed"),
        tuple(event["role"] for event in log if event["event"] == "to-aval"),
    )


# --- tables and faults --------------------------------------------------------------------------


def example_tables(content: HordeContent) -> dict[str, object]:
    """Return what the rulebook tells of the examples of phase 4 and of the first turn."""
    return {
        "meet_traces": {name: meet_trace(content, name)._asdict() for name in content.meet_examples},
        "first_turn": _told(first_turn(content)),
    }


def _told(turn: FirstTurn) -> dict[str, object]:
    lines = [line._asdict() | {"tests": [test._asdict() for test in line.tests]} for line in turn.counterwind.lines]
    return turn._asdict() | {"counterwind": turn.counterwind._asdict() | {"lines": lines}}


def check_examples(content: HordeContent) -> Iterator[ContentFault]:
    """Name the examples that leave something open."""
    for name in content.meet_examples:
        state, _, _ = _met(content, name)
        if state.to_act() == 0:
            path = ("meet_examples", name, "aval")
            hint = "leave one character of each role there"
            yield ContentFault("examples", path, "choice", "the player would have to choose among doubles", hint)
