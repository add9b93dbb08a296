"""Tempest of Knowledge as a game state: pack, choose in secret, visit or meet, claim.

What players do at the same time is handed in seat by seat and stays hidden until the last one is done.
Shuffles are CHANCE: their actions carry the new order, so that a game of a real table can be recorded and
refereed.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Literal, Self

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Action, Illegal, enforces

Phase = Literal["pack", "choose", "visit", "deal", "draft", "keep", "shuffle", "claim", "over"]


class Player:
    """One seat: secret goals and backpack, and where the pawn stands."""

    __slots__ = ("at", "backpack", "choice", "goals", "hand", "open_goals", "picks")

    def __init__(self, home: int, goals: Sequence[int]) -> None:
        self.at = home
        self.goals = tuple(goals)
        self.backpack: list[int] = []
        self.choice: int | None = None
        self.hand: list[int] = []
        self.picks: list[int] = []
        self.open_goals = False

    def copy(self) -> "Player":
        """Return an independent copy."""
        twin = Player(self.at, self.goals)
        twin.backpack = self.backpack.copy()
        twin.choice = self.choice
        twin.hand = self.hand.copy()
        twin.picks = self.picks.copy()
        twin.open_goals = self.open_goals
        return twin


class KnowledgeState:
    """A game of Tempest of Knowledge in progress; locations are known by their colour number."""

    @enforces("setup.colours", "setup.neutral", "setup.libraries")
    def __init__(
        self,
        content: KnowledgeContent,
        colours: Sequence[int],
        libraries: Mapping[int, Sequence[int]],
        goals: Sequence[Sequence[int]],
    ) -> None:
        """Lay out a deal: home colours and goals by seat, libraries from the top."""
        self.content = content
        self.players = [Player(home, wanted) for home, wanted in zip(colours, goals, strict=True)]
        self.homes = tuple(colours)
        self.libraries = {colour: list(libraries[colour]) for colour in sorted(libraries)}
        self.tops: dict[int, int | None] = dict.fromkeys(self.libraries)
        self.round = 0
        self.phase: Phase = "pack"
        self.queue: list[int] = list(range(len(self.players)))
        self.meetings: list[int] = []
        self.meetings_held = 0
        self.claimants: list[int] = []
        self.shown: list[dict[str, Any]] = []
        self.winners: list[int] = []
        self.ending = ""
        self._pending: dict[int, int] = {}

    @classmethod
    @enforces("deals.sealed")
    def of_deal(cls, content: KnowledgeContent, deal: Mapping[str, Any]) -> Self:
        """Set up the game that a valid deal describes."""
        libraries = {int(colour): books for colour, books in deal["libraries"].items()}
        return cls(content, deal["colours"], libraries, deal["goals"])

    # --- the State interface

    def to_act(self) -> int:
        """Return the seat whose choice is awaited, or CHANCE for a shuffle."""
        if self.phase == "over":
            return OVER
        return CHANCE if self.phase in ("deal", "shuffle") else self.queue[0]

    def legal_actions(self) -> list[Action]:
        """List every action now."""
        if self.phase == "over":
            return []
        if self.phase in ("deal", "shuffle"):
            place = self.meetings[0]
            orders = permutations(sorted(self.libraries[place]))
            return [{"do": self.phase, "location": place, "order": list(order)} for order in orders]
        return self._choices(self.players[self.queue[0]])

    def apply(self, action: Action) -> None:
        """Carry out an action."""
        if self.phase == "over":
            raise Illegal("over", "aim.goal", "the game is over")
        verb = action.get("do")
        expected = ("claim", "pass") if self.phase == "claim" else (self.phase,)
        if verb not in expected:
            raise Illegal("not-now", _CLAUSES[self.phase], f"now it is time to {self.phase}, not to '{verb}'")
        getattr(self, f"_{self.phase}")(action)

    def chance(self, stream: Stream) -> Action:
        """Shuffle the library of a meeting."""
        place = self.meetings[0]
        return {"do": self.phase, "location": place, "order": stream.shuffled(sorted(self.libraries[place]))}

    def result(self) -> Mapping[str, Any]:
        """Return winners (seats from 0), their tournament points as scores, and how the game ended."""
        points = self.content.options.tournament
        worth = points.win if len(self.winners) == 1 else points.shared_win
        return {
            "scores": [worth if seat in self.winners else 0 for seat in range(len(self.players))],
            "winners": list(self.winners),
            "round": self.round,
            "ending": self.ending,
            "goals_found": [self.goals_found(seat) for seat in range(len(self.players))],
        }

    @enforces("secrets.hidden", "setup.looking")
    def view(self, seat: int) -> Mapping[str, Any]:
        """Return what lies open and what this seat holds or looks at."""
        player = self.players[seat]
        return {
            **self._table(),
            "seat": seat,
            "goals": list(player.goals),
            "backpack": list(player.backpack),
            "choice": player.choice,
            "library": self._in_hand(seat),
            "hand": list(player.hand),
            "picks": list(player.picks),
            "picking": self._pending.get(seat),
        }

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state."""
        return {
            **self._table(),
            "libraries": {str(colour): list(books) for colour, books in self.libraries.items()},
            "goals": [list(player.goals) for player in self.players],
            "backpacks": [list(player.backpack) for player in self.players],
            "choices": [player.choice for player in self.players],
            "hands": [list(player.hand) for player in self.players],
            "picks": [list(player.picks) for player in self.players],
            "picking": {str(seat): book for seat, book in self._pending.items()},
            "queue": list(self.queue),
            "meetings": list(self.meetings),
            "claimants": list(self.claimants),
            "winners": list(self.winners),
            "ending": self.ending,
        }

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.players = [player.copy() for player in self.players]
        twin.libraries = {colour: books.copy() for colour, books in self.libraries.items()}
        twin.tops = self.tops.copy()
        twin.queue = self.queue.copy()
        twin.meetings = self.meetings.copy()
        twin.claimants = self.claimants.copy()
        twin.shown = self.shown.copy()
        twin.winners = self.winners.copy()
        twin._pending = self._pending.copy()
        return twin

    @property
    @enforces("round.lead")
    def lead(self) -> int:
        """Return the seat (from 0) with the lead marker."""
        return (self.round - 1) % len(self.players) if self.round else 0

    def goals_found(self, seat: int) -> int:
        """Count a seat's goals in its backpack and the library at its pawn."""
        player = self.players[seat]
        return len({*player.backpack, *self.libraries[player.at]}.intersection(player.goals))

    def _table(self) -> dict[str, Any]:
        """Return everything that lies open."""
        return {
            "round": self.round,
            "lead": self.lead,
            "phase": self.phase,
            "to_act": self.to_act(),
            "homes": list(self.homes),
            "at": [player.at for player in self.players],
            "tops": {str(colour): top for colour, top in self.tops.items()},
            "library_sizes": {str(colour): len(books) for colour, books in self.libraries.items()},
            "backpack_sizes": [len(player.backpack) for player in self.players],
            "hand_sizes": [len(player.hand) for player in self.players],
            "ready": [self._is_ready(seat) for seat in range(len(self.players))],
            "open_goals": [list(player.goals) if player.open_goals else None for player in self.players],
            "shown": [dict(each) for each in self.shown],
        }

    def _is_ready(self, seat: int) -> bool:
        """Tell whether a seat has done its part of this phase."""
        return self.phase in ("pack", "choose", "visit", "draft", "keep", "claim") and seat not in self.queue

    def _in_hand(self, seat: int) -> list[int] | None:
        """Return the library that a seat is looking at, if any."""
        if self.phase in ("pack", "visit") and seat in self.queue:
            return list(self.libraries[self.players[seat].at])
        return None

    def _choices(self, player: Player) -> list[Action]:
        """List what a seat may do in this phase."""
        library = self.libraries[player.at]
        size = self.content.options.deal.backpack
        match self.phase:
            case "pack":
                return [
                    {"do": "pack", "take": list(take), "leave": list(leave)}
                    for take in combinations(library, size)
                    for leave in permutations(book for book in library if book not in take)
                ]
            case "choose":
                return [{"do": "choose", "location": colour} for colour in self.libraries]
            case "visit":
                return self._visits(player, library)
            case "draft":
                return [{"do": "draft", "book": book} for book in player.hand]
            case "keep":
                return [{"do": "keep", "books": list(books)} for books in combinations(player.picks, size)]
            case _:
                return [{"do": "claim"}, {"do": "pass"}]

    def _visits(self, player: Player, library: Sequence[int]) -> list[Action]:
        """List every swap with every order of the library afterwards."""
        swaps = [(give, get) for give in player.backpack for get in library]
        actions: list[Action] = []
        for give, get in swaps:
            books = [give if book == get else book for book in library]
            actions += [
                {"do": "visit", "give": give, "get": get, "order": list(order)} for order in permutations(books)
            ]
        if self.content.options.visit.swap == "voluntary":
            actions += [{"do": "visit", "order": list(order)} for order in permutations(library)]
        return actions

    # --- set-up

    @enforces("setup.backpack")
    def _pack(self, action: Action) -> None:
        """Keep some books of the home library and put the others back."""
        player = self.players[self.queue[0]]
        take, leave = _books(action, "take", "setup.backpack"), _books(action, "leave", "setup.backpack")
        size = self.content.options.deal.backpack
        if len(take) != size:
            raise Illegal("count", "setup.backpack", f"a backpack holds {size} books, not {len(take)}")
        if sorted(take + leave) != sorted(self.libraries[player.at]):
            raise Illegal("not-there", "setup.backpack", "taken and left books must be those of the home library")
        player.backpack = take
        self.libraries[player.at] = leave
        self._done()
        if not self.queue:
            self._begin_round()

    @enforces("setup.tops", "round.tops")
    def _begin_round(self) -> None:
        """Turn up the top cards and let everybody choose."""
        self.tops = {colour: books[0] for colour, books in self.libraries.items()}
        self.round += 1
        self.phase = "choose"
        self.queue = list(range(len(self.players)))
        for player in self.players:
            player.choice = None

    # --- travelling

    @enforces("round.choose", "round.stay")
    def _choose(self, action: Action) -> None:
        """Choose a location in secret; staying is a choice like any other."""
        place = action.get("location")
        if type(place) is not int or place not in self.libraries:
            raise Illegal("unknown-location", "round.choose", f"location {place} is not in use")
        self.players[self.queue[0]].choice = place
        self._done()
        if not self.queue:
            self._travel()

    @enforces("round.move", "meeting.when")
    def _travel(self) -> None:
        """Reveal all choices, move the pawns and see who is alone and who meets."""
        for player in self.players:
            if player.choice is not None:
                player.at = player.choice
        visitors = {place: self.visitors(place) for place in self.libraries}
        for place, seats in visitors.items():
            if seats:
                self.tops[place] = None
        self.shown = []
        self.meetings = [place for place, seats in visitors.items() if len(seats) > 1]
        self.queue = sorted(seats[0] for seats in visitors.values() if len(seats) == 1)
        self.phase = "visit"
        if not self.queue:
            self._next_meeting()

    def visitors(self, place: int) -> list[int]:
        """List the seats whose pawns stand at a location, in clockwise order from the lead."""
        seats = range(len(self.players))
        order = [(self.lead + step) % len(self.players) for step in seats]
        return [seat for seat in order if self.players[seat].at == place]

    # --- alone in a library

    @enforces("visit.alone", "visit.swap", "visit.order")
    def _visit(self, action: Action) -> None:
        """Swap one book for another and put the library back in any order."""
        player = self.players[self.queue[0]]
        library = self.libraries[player.at]
        order = _books(action, "order", "visit.order")
        give, get = action.get("give"), action.get("get")
        if give is None and get is None:
            if self.content.options.visit.swap == "mandatory":
                raise Illegal("no-swap", "visit.swap", "a lone visitor must swap exactly one book")
            backpack, books = player.backpack, library
        else:
            if give not in player.backpack or get not in library:
                raise Illegal("not-there", "visit.swap", "swap a book of the backpack for one of this library")
            backpack = [book for book in player.backpack if book != give] + [get]
            books = [give if book == get else book for book in library]
        if sorted(order) != sorted(books):
            raise Illegal("other-books", "visit.order", "put back exactly the books that are left")
        player.backpack = backpack
        self.libraries[player.at] = order
        self._done()
        if not self.queue:
            self._next_meeting()

    # --- meetings

    def _next_meeting(self) -> None:
        """Go on with the next meeting, or with the claims."""
        if self.meetings:
            self.phase = "deal"
        else:
            self._begin_claims()

    @enforces("meeting.deal")
    def _deal(self, action: Action) -> None:
        """Deal a shuffled library one by one from the lead on and mix it with the backpacks."""
        place = self.meetings[0]
        order = self._read_shuffle(action, "meeting.deal")
        seats = self.visitors(place)
        for seat in seats:
            player = self.players[seat]
            player.hand, player.backpack, player.picks = player.backpack, [], []
        for i, book in enumerate(order):
            self.players[seats[i % len(seats)]].hand.append(book)
        self.libraries[place] = []
        self.phase = "draft"
        self._ask_drafters()

    def _ask_drafters(self) -> None:
        """Ask everybody with cards in hand to pick; when all hands are empty, ask what to keep."""
        seats = self.visitors(self.meetings[0])
        self._pending = {}
        self.queue = [seat for seat in seats if self.players[seat].hand]
        if not self.queue:
            self.phase = "keep"
            self.queue = seats

    @enforces("meeting.draft")
    def _draft(self, action: Action) -> None:
        """Pick a book; when all have picked, the rest of the hands goes clockwise."""
        seat = self.queue[0]
        book = action.get("book")
        if type(book) is not int or book not in self.players[seat].hand:
            raise Illegal("not-in-hand", "meeting.draft", f"book {book} is not in the hand")
        self._pending[seat] = book
        self._done()
        if self.queue:
            return
        for picker, picked in self._pending.items():
            self.players[picker].hand.remove(picked)
            self.players[picker].picks.append(picked)
        seats = self.visitors(self.meetings[0])
        hands = [self.players[each].hand for each in seats]
        for i, each in enumerate(seats):
            self.players[each].hand = hands[i - 1]
        self._ask_drafters()

    @enforces("meeting.keep")
    def _keep(self, action: Action) -> None:
        """Keep a backpack of the picked books; the others go back to the library."""
        player = self.players[self.queue[0]]
        books = _books(action, "books", "meeting.keep")
        size = self.content.options.deal.backpack
        if len(books) != size or len(set(books)) != size or not set(books) <= set(player.picks):
            raise Illegal("not-picked", "meeting.keep", f"keep {size} of the books you picked")
        self.libraries[player.at] += [book for book in player.picks if book not in books]
        player.backpack, player.picks = books, []
        self._done()
        if not self.queue:
            self.phase = "shuffle"

    @enforces("meeting.return")
    def _shuffle(self, action: Action) -> None:
        """Put the returned books back as a shuffled library."""
        place = self.meetings[0]
        self.libraries[place] = self._read_shuffle(action, "meeting.return")
        self.meetings_held += 1
        del self.meetings[0]
        self._next_meeting()

    def _read_shuffle(self, action: Action, clause: str) -> list[int]:
        """Check that a shuffle is about the right library and its books."""
        place = self.meetings[0]
        order = _books(action, "order", clause)
        if action.get("location") != place or sorted(order) != sorted(self.libraries[place]):
            raise Illegal("other-books", clause, f"the shuffled books must be those of location {place}")
        return order

    # --- claims and the end

    @enforces("claim.alone", "claim.first-round")
    def may_claim(self, seat: int) -> bool:
        """Tell whether a seat may claim in this round."""
        rules = self.content.options.claim
        alone = len(self.visitors(self.players[seat].at)) == 1
        return self.round >= rules.first_round and (alone or rules.when_shared)

    def _begin_claims(self) -> None:
        """Ask everybody who may claim."""
        self.phase = "claim"
        self.claimants = []
        self.queue = [seat for seat in range(len(self.players)) if self.may_claim(seat)]
        if not self.queue:
            self._end_round()

    def _claim(self, action: Action) -> None:
        """Note a claim; all claims of a round are judged together."""
        if action.get("do") == "claim":
            self.claimants.append(self.queue[0])
        self._done()
        if not self.queue:
            self._judge_claims()

    @enforces("claim.win", "claim.false", "aim.goal")
    def _judge_claims(self) -> None:
        """Show what claimants have; a right claim wins, a false one leaves the goals open."""
        self.shown = [self._reveal(seat) for seat in self.claimants]
        right = [seat for seat in self.claimants if self.is_right(seat)]
        for seat in self.claimants:
            self.players[seat].open_goals = True
        if right:
            self._finish(self._most_in_backpack(right), "claim")
        else:
            self._end_round()

    def is_right(self, seat: int) -> bool:
        """Tell whether all goals of a seat are together."""
        return self.goals_found(seat) == self.content.goals

    def _reveal(self, seat: int) -> dict[str, Any]:
        """Return what a claimant shows to all; the library goes back in the same order."""
        player = self.players[seat]
        return {
            "seat": seat,
            "goals": list(player.goals),
            "backpack": list(player.backpack),
            "location": player.at,
            "library": list(self.libraries[player.at]),
        }

    @enforces("claim.several")
    def _most_in_backpack(self, seats: Sequence[int]) -> list[int]:
        """Return those with the most goals in the backpack."""
        carried = {seat: len(set(self.players[seat].backpack) & set(self.players[seat].goals)) for seat in seats}
        return [seat for seat in seats if carried[seat] == max(carried.values())]

    @enforces("clock.end")
    def _end_round(self) -> None:
        """Begin the next round, unless the clock has run out."""
        if self.round != self.content.last_round:
            self._begin_round()
            return
        found = [self.goals_found(seat) for seat in range(len(self.players))]
        best = [seat for seat, count in enumerate(found) if count == max(found)]
        self._finish(self._most_in_backpack(best), "clock")

    def _finish(self, winners: list[int], ending: str) -> None:
        """End the game."""
        self.winners = winners
        self.ending = ending
        self.phase = "over"

    def _done(self) -> None:
        """Note that the acting seat has done its part."""
        del self.queue[0]


_CLAUSES: Mapping[str, str] = {
    "pack": "setup.backpack",
    "choose": "round.choose",
    "visit": "visit.alone",
    "deal": "meeting.deal",
    "draft": "meeting.draft",
    "keep": "meeting.keep",
    "shuffle": "meeting.return",
    "claim": "claim.win",
}
"""Which clause an action breaks that comes at the wrong time."""


def _books(action: Action, key: str, clause: str) -> list[int]:
    """Read a list of books from an action."""
    value = action.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str) or any(type(book) is not int for book in value):
        raise Illegal("malformed", clause, f"'{key}' must be a list of book numbers")
    return list(value)
