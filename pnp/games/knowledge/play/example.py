"""The example round and the worked claim of the rulebook: a deal that bots play by the rules, told in tables.

Nothing of it is written down, so no change of the content can make it false.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypedDict

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.content.files import GAME, Example
from pnp.games.knowledge.play.bots import STRONGEST
from pnp.games.knowledge.play.certificate import make_bots
from pnp.games.knowledge.play.choices import Choices, Choose, Claim, Deal, Draft, Keep, Pass, Visit
from pnp.games.knowledge.play.engine import KnowledgeState
from pnp.games.knowledge.play.scenario import Options, generate
from pnp.model import ContentFault
from pnp.play.match import drive
from pnp.play.seeds import stream

NAME = "example"


class Step(NamedTuple):
    """What was done in a game, and the state before it."""

    before: KnowledgeState
    action: Choices

    @property
    def seat(self) -> int:
        """Who acts."""
        return self.before.to_act()


class Book(TypedDict):
    """A book as texts name it."""

    no: int
    title: str


class Seat(TypedDict):
    """What a seat has when the round begins, and where it goes."""

    seat: int
    home: str
    goals: list[Book]
    backpack: list[Book]
    goes: str
    claims: bool


class LoneVisit(TypedDict):
    """What a lone visitor finds and does."""

    seat: int
    place: str
    found: list[Book]
    left: Book | None
    took: Book | None
    top: Book


class Drafter(TypedDict):
    """What somebody gets at a meeting."""

    seat: int
    dealt: list[Book]
    picks: list[Book]
    keeps: list[Book]


class Meeting(TypedDict):
    """Who meets where."""

    place: str
    drafters: list[Drafter]
    back: int


class Top(TypedDict):
    """The top card of a library."""

    place: str
    book: Book


class Round(TypedDict):
    """A round from choices to top cards."""

    number: int
    lead: int
    tops: list[Top]
    seats: list[Seat]
    visits: list[LoneVisit]
    meetings: list[Meeting]
    claimants: list[int]
    next_tops: list[Top]


class WorkedClaim(TypedDict):
    """A claim that was right."""

    round: int
    seat: int
    place: str
    goals: list[Book]
    carried: list[Book]
    there: list[Book]
    needless: list[Book]


def check_example(content: KnowledgeContent, example: Example) -> Iterator[ContentFault]:
    """Say when so many cannot play."""
    seats = content.options.seats
    if not seats.fewest <= example.players <= seats.most:
        message = f"{seats.fewest} to {seats.most} can play, not {example.players}"
        yield ContentFault("example", ("example", "players"), "range", message)


def example_tables(content: KnowledgeContent, example: Example) -> dict[str, Round | WorkedClaim | None]:
    """Play the example and tell its round and its claim."""
    steps, end = _play(content, example)
    rounds = range(1, end.round + 1)
    number = next((each for each in rounds if _has_all(steps, each)), 1)
    teller = _Teller(content)
    return {"example_round": teller.round(steps, end, number), "example_claim": teller.claim(end)}


def _play(content: KnowledgeContent, example: Example) -> tuple[list[Step], KnowledgeState]:
    """Let the strongest bots play the deal to its end, or as long as games are measured."""
    state = KnowledgeState.of_deal(content, generate(content, example.seed, Options(players=example.players)))
    bots = make_bots(content, STRONGEST, example.players, example.seed, NAME)
    befores, steps = [state.copy()], list[Step]()

    def watch(action: Choices) -> None:
        steps.append(Step(befores[-1], action))
        befores.append(state.copy())

    def ask(seat: int) -> Choices:
        return bots[seat].choose(state.view(seat), state.legal_actions())

    longest = content.options.measurement.longest_game
    drive(state, ask, stream(GAME, example.seed, f"{NAME}/luck"), goes_on=lambda: state.round <= longest, watch=watch)
    return steps, state


def _has_all(steps: Iterable[Step], number: int) -> bool:
    """Say whether somebody is alone in a round and others meet."""
    kinds = {type(step.action) for step in steps if step.before.round == number}
    return {Visit, Deal} <= kinds


class _Teller:
    """Turns states into tables."""

    def __init__(self, content: KnowledgeContent) -> None:
        self.content = content

    def books(self, numbers: Iterable[int]) -> list[Book]:
        """Name books."""
        return [{"no": number, "title": self.content.titles[number]} for number in numbers]

    def place(self, number: int) -> str:
        """Name a location."""
        return self.content.names[number]

    def tops(self, tops: Mapping[int, int | None]) -> list[Top]:
        """Name the top cards that lie open."""
        return [
            {"place": self.place(where), "book": self.books([top])[0]} for where, top in tops.items() if top is not None
        ]

    def round(self, steps: Sequence[Step], end: KnowledgeState, number: int) -> Round:
        """Tell a round."""
        inside = [step for step in steps if step.before.round == number]
        after = next((step.before for step in steps if step.before.round == number + 1), end)
        start = inside[0].before
        claims = [step for step in inside if isinstance(step.action, Claim | Pass)]
        return {
            "number": number,
            "lead": start.lead + 1,
            "tops": self.tops(start.tops),
            "seats": [self._seat(step, claims) for step in inside if isinstance(step.action, Choose)],
            "visits": [self._visit(step, step.action) for step in inside if isinstance(step.action, Visit)],
            "meetings": [self._meeting(inside[i:]) for i, step in enumerate(inside) if isinstance(step.action, Deal)],
            "claimants": [step.seat + 1 for step in claims if isinstance(step.action, Claim)],
            "next_tops": self.tops(after.tops) if after.round > number else [],
        }

    def _seat(self, step: Step, claims: Iterable[Step]) -> Seat:
        assert isinstance(step.action, Choose)
        seat, state = step.seat, step.before
        player = state.players[seat]
        return {
            "seat": seat + 1,
            "home": self.place(state.homes[seat]),
            "goals": self.books(player.goals),
            "backpack": self.books(player.backpack),
            "goes": self.place(step.action.location),
            "claims": any(claim.seat == seat for claim in claims),
        }

    def _visit(self, step: Step, choice: Visit) -> LoneVisit:
        at = step.before.players[step.seat].at
        named = [self.books([book])[0] if book is not None else None for book in (choice.give, choice.get)]
        return {
            "seat": step.seat + 1,
            "place": self.place(at),
            "found": self.books(step.before.libraries[at]),
            "left": named[0],
            "took": named[1],
            "top": self.books(choice.order[:1])[0],
        }

    def _meeting(self, steps: Sequence[Step]) -> Meeting:
        """Tell a meeting from the step in which its library is dealt."""
        deal = steps[0].action
        assert isinstance(deal, Deal)
        seats = steps[0].before.visitors(deal.location)
        ends = next(i for i, step in enumerate(steps) if step.before.phase == "shuffle")
        drafters: list[Drafter] = []
        for i, seat in enumerate(seats):
            done = [step.action for step in steps[1:ends] if step.seat == seat]
            drafters.append(
                {
                    "seat": seat + 1,
                    "dealt": self.books(deal.order[i :: len(seats)]),
                    "picks": self.books(choice.book for choice in done if isinstance(choice, Draft)),
                    "keeps": self.books(book for choice in done if isinstance(choice, Keep) for book in choice.books),
                }
            )
        return {"place": self.place(deal.location), "drafters": drafters, "back": len(deal.order)}

    def claim(self, end: KnowledgeState) -> WorkedClaim | None:
        """Tell the claim that won, if one did."""
        shown = next((each for each in end.shown if end.ending == "claim" and each.seat in end.winners), None)
        if shown is None:
            return None
        goals = set(shown.goals)
        return {
            "round": end.round,
            "seat": shown.seat + 1,
            "place": self.place(shown.location),
            "goals": self.books(shown.goals),
            "carried": self.books(book for book in shown.backpack if book in goals),
            "there": self.books(book for book in shown.library if book in goals),
            "needless": self.books(book for book in (*shown.backpack, *shown.library) if book not in goals),
        }
