"""Tempest of Knowledge as a game state: pack, choose in secret, visit or meet, claim.

What players do at the same time is handed in seat by seat and stays hidden until the last one is done.
Shuffles are CHANCE: their actions carry the new order, so that a game of a real table can be recorded and
refereed.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any, Self

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play.choices import (
    Choices,
    Choose,
    Claim,
    Deal,
    Draft,
    Keep,
    Pack,
    Pass,
    Shuffle,
    Visit,
)
from pnp.games.knowledge.play.deal import KnowledgeDeal
from pnp.games.knowledge.play.view import Phase, Shown, Table, View
from pnp.play.deal import plain
from pnp.play.seeds import Stream
from pnp.play.state import CHANCE, OVER, Illegal, enforces
from pnp.play.verbs import Verbs

VERBS = Verbs["KnowledgeState"](
    {
        "pack": "setup.backpack",
        "choose": "round.choose",
        "visit": "visit.alone",
        "deal": "meeting.deal",
        "draft": "meeting.draft",
        "keep": "meeting.keep",
        "shuffle": "meeting.return",
        "claim": "claim.win",
    }
)


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
        self.shown: list[Shown] = []
        self.winners: list[int] = []
        self.ending = ""
        self._pending: dict[int, int] = {}

    @classmethod
    @enforces("deals.sealed")
    def of_deal(cls, content: KnowledgeContent, deal: KnowledgeDeal) -> Self:
        """Set up the game that a valid deal describes."""
        return cls(content, deal.colours, deal.libraries, deal.goals)

    # --- the State interface

    def to_act(self) -> int:
        """Return the seat whose choice is awaited, or CHANCE for a shuffle."""
        if self.phase == "over":
            return OVER
        return CHANCE if self.phase in ("deal", "shuffle") else self.queue[0]

    def legal_actions(self) -> list[Choices]:
        """List every action now."""
        if self.phase == "over":
            return []
        if self.phase in ("deal", "shuffle"):
            place = self.meetings[0]
            kind = Deal if self.phase == "deal" else Shuffle
            return [kind(place, order) for order in permutations(sorted(self.libraries[place]))]
        return self._choices(self.players[self.queue[0]])

    def apply(self, action: Choices) -> None:
        """Carry out an action."""
        if self.phase == "over":
            raise Illegal("over", "aim.goal", "the game is over")
        VERBS.apply(self, self.phase, action)

    def chance(self, stream: Stream) -> Choices:
        """Shuffle the library of a meeting."""
        place = self.meetings[0]
        order = tuple(stream.shuffled(sorted(self.libraries[place])))
        return Deal(place, order) if self.phase == "deal" else Shuffle(place, order)

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
    def view(self, seat: int) -> View:
        """Return what lies open and what this seat holds or looks at."""
        player = self.players[seat]
        return View(
            table=self._table(),
            seat=seat,
            goals=player.goals,
            backpack=tuple(player.backpack),
            choice=player.choice,
            library=self._in_hand(seat),
            hand=tuple(player.hand),
            picks=tuple(player.picks),
            picking=self._pending.get(seat),
        )

    def snapshot(self) -> Mapping[str, Any]:
        """Return the whole state."""
        return {
            **plain(self._table()),
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

    def _table(self) -> Table:
        """Return everything that lies open."""
        return Table(
            round=self.round,
            lead=self.lead,
            phase=self.phase,
            to_act=self.to_act(),
            homes=self.homes,
            at=tuple([player.at for player in self.players]),
            tops=self.tops.copy(),
            library_sizes={colour: len(books) for colour, books in self.libraries.items()},
            backpack_sizes=tuple([len(player.backpack) for player in self.players]),
            hand_sizes=tuple([len(player.hand) for player in self.players]),
            ready=tuple([self._is_ready(seat) for seat in range(len(self.players))]),
            open_goals=tuple([player.goals if player.open_goals else None for player in self.players]),
            shown=tuple(self.shown),
        )

    def _is_ready(self, seat: int) -> bool:
        """Tell whether a seat has done its part of this phase."""
        return self.phase in ("pack", "choose", "visit", "draft", "keep", "claim") and seat not in self.queue

    def _in_hand(self, seat: int) -> tuple[int, ...]:
        """Return the library that a seat is looking at, if any."""
        if self.phase in ("pack", "visit") and seat in self.queue:
            return tuple(self.libraries[self.players[seat].at])
        return ()

    def _choices(self, player: Player) -> list[Choices]:
        """List what a seat may do in this phase."""
        library = self.libraries[player.at]
        size = self.content.options.deal.backpack
        match self.phase:
            case "pack":
                return [
                    Pack(take, leave)
                    for take in combinations(library, size)
                    for leave in permutations(book for book in library if book not in take)
                ]
            case "choose":
                return [Choose(colour) for colour in self.libraries]
            case "visit":
                return self._visits(player, library)
            case "draft":
                return [Draft(book) for book in player.hand]
            case "keep":
                return [Keep(books) for books in combinations(player.picks, size)]
            case _:
                return [Claim(), Pass()]

    def _visits(self, player: Player, library: Sequence[int]) -> list[Choices]:
        """List every swap with every order of the library afterwards."""
        swaps = [(give, get) for give in player.backpack for get in library]
        actions: list[Choices] = []
        for give, get in swaps:
            books = [give if book == get else book for book in library]
            actions += [Visit(order, give, get) for order in permutations(books)]
        if self.content.options.visit.swap == "voluntary":
            actions += [Visit(order) for order in permutations(library)]
        return actions

    # --- set-up

    @VERBS.take(Pack, "pack")
    @enforces("setup.backpack")
    def _pack(self, choice: Pack) -> None:
        """Keep some books of the home library and put the others back."""
        player = self.players[self.queue[0]]
        take, leave = list(choice.take), list(choice.leave)
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

    @VERBS.take(Choose, "choose")
    @enforces("round.choose", "round.stay")
    def _choose(self, choice: Choose) -> None:
        """Choose a location in secret; staying is a choice like any other."""
        if choice.location not in self.libraries:
            raise Illegal("unknown-location", "round.choose", f"location {choice.location} is not in use")
        self.players[self.queue[0]].choice = choice.location
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

    @VERBS.take(Visit, "visit")
    @enforces("visit.alone", "visit.swap", "visit.order")
    def _visit(self, choice: Visit) -> None:
        """Swap one book for another and put the library back in any order."""
        player = self.players[self.queue[0]]
        library = self.libraries[player.at]
        give, get, order = choice.give, choice.get, list(choice.order)
        if give is None and get is None:
            if self.content.options.visit.swap == "mandatory":
                raise Illegal("no-swap", "visit.swap", "a lone visitor must swap exactly one book")
            backpack, books = player.backpack, library
        else:
            if give is None or get is None or give not in player.backpack or get not in library:
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

    @VERBS.take(Deal, "deal")
    @enforces("meeting.deal")
    def _deal(self, choice: Deal) -> None:
        """Deal a shuffled library one by one from the lead on and mix it with the backpacks."""
        place = self.meetings[0]
        order = self._read_shuffle(choice)
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

    @VERBS.take(Draft, "draft")
    @enforces("meeting.draft")
    def _draft(self, choice: Draft) -> None:
        """Pick a book; when all have picked, the rest of the hands goes clockwise."""
        seat, book = self.queue[0], choice.book
        if book not in self.players[seat].hand:
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

    @VERBS.take(Keep, "keep")
    @enforces("meeting.keep")
    def _keep(self, choice: Keep) -> None:
        """Keep a backpack of the picked books; the others go back to the library."""
        player = self.players[self.queue[0]]
        books = list(choice.books)
        size = self.content.options.deal.backpack
        if len(books) != size or len(set(books)) != size or not set(books) <= set(player.picks):
            raise Illegal("not-picked", "meeting.keep", f"keep {size} of the books you picked")
        self.libraries[player.at] += [book for book in player.picks if book not in books]
        player.backpack, player.picks = books, []
        self._done()
        if not self.queue:
            self.phase = "shuffle"

    @VERBS.take(Shuffle, "shuffle")
    @enforces("meeting.return")
    def _shuffle(self, choice: Shuffle) -> None:
        """Put the returned books back as a shuffled library."""
        place = self.meetings[0]
        self.libraries[place] = self._read_shuffle(choice)
        self.meetings_held += 1
        del self.meetings[0]
        self._next_meeting()

    def _read_shuffle(self, choice: Deal | Shuffle) -> list[int]:
        """Check that a shuffle is about the right library and its books."""
        place = self.meetings[0]
        if choice.location != place or sorted(choice.order) != sorted(self.libraries[place]):
            raise Illegal("other-books", choice.clause, f"the shuffled books must be those of location {place}")
        return list(choice.order)

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

    @VERBS.take(Claim, "claim")
    def _claim(self, _: Claim) -> None:
        """Note a claim; all claims of a round are judged together."""
        self.claimants.append(self.queue[0])
        self._pass(Pass())

    @VERBS.take(Pass, "claim")
    def _pass(self, _: Pass) -> None:
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

    def _reveal(self, seat: int) -> Shown:
        """Return what a claimant shows to all; the library goes back in the same order."""
        player = self.players[seat]
        library = tuple(self.libraries[player.at])
        return Shown(seat, player.goals, tuple(player.backpack), player.at, library)

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
