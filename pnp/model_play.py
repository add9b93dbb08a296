"""The content types of play.yaml: how a game runs, as data (docs/rules-that-run.md)."""

from typing import Annotated, Literal, Union

from msgspec import Meta, field

from pnp.model import Strict

Name = Annotated[
    str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,39}$", description="A name: letters, digits and _, a letter first.")
]
Expression = Annotated[str | int | float | bool, Meta(description="An expression as in templates, without the braces.")]
Where = Annotated[str, Meta(max_length=200, description="A zone or counter; its seat or place in brackets.")]
Clause = Annotated[Annotated[str, Meta(max_length=80)] | None, Meta(description="The clause that this carries out.")]
Each = Annotated[
    Annotated[str, Meta(max_length=40)] | None, Meta(description="'seat', or the name of places: one for each.")
]
Loop = Annotated[
    Annotated[str, Meta(pattern=r"^[A-Za-z]\w{0,39} in .+$", max_length=4000)] | None,
    Meta(description="'x in LIST': once for each entry of a list."),
]
Number = Annotated[int, Meta(ge=0, le=10_000)]

Seen = Literal["all", "owner", "none", "top"]


class Zone(Strict):
    """Where cards and pieces lie."""

    of: Annotated[str | list[str] | None, Meta(description="The deck or pieces that lie here at the start.")] = None
    each: Each = None
    seen: Annotated[Seen, Meta(description="Who sees the cards; 'top': all see the first card.")] = "all"
    shuffled: Annotated[bool, Meta(description="In the order of the seed.")] = False
    rule: Clause = None


class Counter(Strict):
    """A number, a word, yes or no, or nothing."""

    start: Annotated[str | int | float | bool | None, Meta(description="What it begins with; a word is a word.")] = 0
    each: Each = None
    seen: Annotated[Literal["all", "owner", "none"], Meta(description="Who sees it.")] = "all"


Side = Annotated[int, Meta(ge=1, le=40)]


class Places(Strict):
    """The cells of a board: one of board, grid, hexes and names."""

    board: Annotated[str | None, Meta(description="A board of boards.yaml that shows a grid or hexes.")] = None
    grid: Annotated[tuple[Side, Side] | None, Meta(description="Columns and rows of squares.")] = None
    hexes: Annotated[tuple[Side, Side] | None, Meta(description="Columns and rows of hexes.")] = None
    names: Annotated[
        Annotated[dict[str, list[str]], Meta(max_length=400)] | None,
        Meta(description="Places by name, with their neighbours."),
    ] = None


class Value(Strict, kw_only=True):
    """An expression with a name, perhaps with parameters; with 'each' it makes a list."""

    parameters: Annotated[list[Name], Meta(max_length=6, description="What it wants to be told.")] = field(
        default_factory=list, name="with"
    )
    each: Loop = None
    where: Annotated[Expression, Meta(description="Which entries count.")] = True
    result: Annotated[Expression | None, Meta(description="What it is; of each entry, with 'each'.")] = field(
        default=None, name="is"
    )


class Condition(Strict, kw_only=True):
    """A condition with a clause and words of its own."""

    test: Annotated[Expression, Meta(description="What must be true.")] = field(name="is")
    rule: Clause = None
    say: Annotated[str, Meta(max_length=400, description="What to say to those who do it all the same.")] = ""


Conditions = Expression | list[Expression | Condition]


class Parameter(Strict):
    """What is chosen together with an action."""

    of: Annotated[Expression, Meta(description="A list to choose from.")]
    where: Annotated[Expression, Meta(description="Which entries may be chosen.")] = True
    rule: Clause = None


class Action(Strict, kw_only=True):
    """What somebody may choose to do."""

    rule: Clause = None
    when: Annotated[Conditions, Meta(description="When it can be done.")] = True
    parameters: Annotated[
        dict[Name, Expression | Parameter], Meta(description="What is chosen with it, one after the other.")
    ] = field(default_factory=dict, name="with")
    do: Annotated[list[Union["Step", Literal["next", "stop", "end"]]], Meta(description="What happens then.")] = []


class Step(Strict, kw_only=True):
    """Something that happens: one verb, and when, for whom and by which clause."""

    move: Annotated[Expression | None, Meta(description="Cards to be moved.")] = None
    take: Annotated[Expression | None, Meta(description="With move: only the first so many.")] = None
    at: Annotated[Literal["top", "bottom"] | None, Meta(description="With move: where they come.")] = None
    deal: Annotated[Expression | None, Meta(description="How many cards every seat is given.")] = None
    of: Annotated[Where | None, Meta(description="With deal: from where.")] = None
    shuffle: Annotated[Where | None, Meta(description="A zone to be shuffled.")] = None
    add: Annotated[Expression | None, Meta(description="What to add to a counter.")] = None
    set: Annotated[Where | None, Meta(description="A counter to be set.")] = None
    value: Annotated[Expression | None, Meta(description="With set: what it is set to.")] = field(
        default=None, name="is"
    )
    roll: Annotated[Expression | None, Meta(description="Sides of a die whose number is set.")] = None
    to: Annotated[Where | None, Meta(description="With move, deal, add and roll: the zone or counter.")] = None
    do: Annotated["Steps | None", Meta(description="Steps to be carried out.")] = None
    choose: Annotated[
        Annotated[dict[Name, Action], Meta(min_length=1)] | None, Meta(description="What may be done, by verb.")
    ] = None
    repeat: Annotated["Steps | None", Meta(description="Steps again and again.")] = None
    times: Annotated[Expression | None, Meta(description="With repeat: how often.")] = None
    round: Annotated["Steps | None", Meta(description="Steps once for each seat.")] = None
    turns: Annotated["Steps | None", Meta(description="Steps for seat after seat, without end.")] = None
    start: Annotated[Expression | None, Meta(description="With round and turns: the seat that begins.")] = field(
        default=None, name="from"
    )
    order: Annotated[Literal["clockwise", "reversed"], Meta(description="With round and turns.")] = "clockwise"
    until: Annotated[Expression | None, Meta(description="With repeat and turns: when they stop.")] = None
    when: Annotated[Expression, Meta(description="Only then.")] = True
    otherwise: Annotated["Steps | None", Meta(description="What is done else.")] = None
    loop: Loop = field(default=None, name="for")
    by: Annotated[Expression | None, Meta(description="As if this seat were 'me'; with choose, also several.")] = None
    rule: Clause = None


Steps = list[Step | Literal["next", "stop", "end"]]


class Trigger(Strict, kw_only=True):
    """What happens by itself when cards come to a zone."""

    to: Annotated[Name, Meta(description="The zone to which they come.")]
    start: Annotated[Name | None, Meta(description="The zone from which they come.")] = field(default=None, name="from")
    when: Annotated[Expression, Meta(description="Only then; 'moved' are the cards.")] = True
    rule: Clause = None
    do: Annotated[Steps, Meta(description="What happens.")]


class End(Strict):
    """When the game is over, and what comes of it."""

    when: Annotated[Expression, Meta(description="When it is over.")] = False
    rule: Clause = None
    score: Annotated[Expression, Meta(description="The score of 'seat'.")] = 0
    best: Annotated[Literal["most", "least"], Meta(description="Which score wins.")] = "most"
    ties: Annotated[list[Expression], Meta(max_length=6, description="What decides between equal scores.")] = []
    won: Annotated[Expression | None, Meta(description="Whether all have won together.")] = None
    worth: Annotated[Expression | None, Meta(description="How well 'seat' stands, for bots.")] = None


class Play(Strict, kw_only=True):
    """How a game runs."""

    zones: Annotated[dict[Name, Zone], Meta(max_length=60, description="Where cards and pieces lie.")] = {}
    counters: Annotated[dict[Name, Counter], Meta(max_length=60, description="Numbers, words and flags.")] = {}
    places: Annotated[dict[Name, Places], Meta(max_length=8, description="The cells of boards.")] = {}
    values: Annotated[dict[Name, Expression | Value], Meta(max_length=200, description="Named expressions.")] = {}
    flow: Annotated[Steps, Meta(min_length=1, description="What happens, from the first step to the end.")]
    whenever: Annotated[list[Trigger], Meta(max_length=60, description="What happens by itself.")] = []
    end: Annotated[End, Meta(description="When the game is over.")] = End()
