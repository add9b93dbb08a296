"""Players made of code: a random one, and two that remember what they saw; one of them draws conclusions.

A bot sits on one seat for a whole game and sees nothing but views of that seat, in order. What a
thinking bot knows about libraries is its own notebook, filled from those views.
"""

from collections.abc import Mapping, Sequence
from math import fsum, prod

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.content.files import BotProfile
from pnp.games.knowledge.play.choices import Choices, Choose, Claim, Draft, Keep, Pack, Pass, Visit
from pnp.games.knowledge.play.view import View
from pnp.play.game import Seater
from pnp.play.match import RandomBot
from pnp.play.seeds import Stream
from pnp.play.state import Bot


class Notebook:
    """Which books a seat believes to lie in which library, and how surely.

    What it saw is certain until somebody else goes there. A lone visitor takes one book away, a meeting mixes
    the library with the backpacks of all who met; the notebook concludes how likely each book is still there.
    """

    def __init__(self, backpack: int, forgets_below: float) -> None:
        self._backpack = backpack
        self._forgets_below = forgets_below
        self._inside: dict[int, dict[int, float]] = {}
        self._round = 0

    def read(self, view: View) -> None:
        """Take over what a view shows at the start of a round."""
        if view.table.phase != "choose" or view.table.round == self._round:
            return
        self._round = view.table.round
        if self._round > 1:
            self._doubt_visited(view)
        for each in view.table.shown:
            self.put(each.location, each.library)
        for place, top in view.table.tops.items():
            if top is not None:
                self._saw_top(place, top)
        for book in view.backpack:
            self._strike(book)

    def _doubt_visited(self, view: View) -> None:
        """Lower the certainty of libraries that others visited; own meetings were noted when they ended."""
        at = view.table.at
        for place in set(at) - {at[view.seat]}:
            size = view.table.library_sizes[place]
            visitors = at.count(place)
            stays = (size - 1) / size if visitors == 1 else size / (size + self._backpack * visitors)
            chances = {book: chance * stays for book, chance in self._inside.get(place, {}).items()}
            self._inside[place] = {book: chance for book, chance in chances.items() if chance >= self._forgets_below}

    def _saw_top(self, place: int, top: int) -> None:
        """Note a top card; it is nowhere else."""
        self._strike(top)
        self._inside.setdefault(place, {})[top] = 1.0

    def _strike(self, book: int) -> None:
        """Strike a book out everywhere."""
        for chances in self._inside.values():
            chances.pop(book, None)

    def put(self, place: int, books: Sequence[int]) -> None:
        """Note that these books, and no others it knows of, are in a library."""
        for book in books:
            self._strike(book)
        self._inside[place] = dict.fromkeys(books, 1.0)

    def chances(self, place: int) -> Mapping[int, float]:
        """Return the books believed to be in a library with their chances."""
        return self._inside.get(place, {})

    def sure(self, place: int) -> set[int]:
        """Return the books known to be in a library."""
        return {book for book, chance in self.chances(place).items() if chance == 1.0}

    def places(self) -> list[int]:
        """Return the locations it has notes about."""
        return list(self._inside)


class ThinkingBot:
    """Leaves two goals together somewhere, carries the others there, and claims when it is right."""

    def __init__(self, content: KnowledgeContent, profile: BotProfile, stream: Stream) -> None:
        self._weights = profile
        self._size = content.options.deal.backpack
        self._stream = stream
        self.notebook = Notebook(self._size, profile.forgets_below)

    def choose(self, view: View, legal: list[Choices]) -> Choices:
        """Return the action it likes best."""
        self.notebook.read(view)
        goals = set(view.goals)
        match view.table.phase:
            case "pack":
                return self._pack(view, goals)
            case "choose":
                return self._travel(view, goals)
            case "visit":
                return self._visit(view, goals, legal)
            case "draft":
                return self._draft(legal, goals)
            case "keep":
                return self._keep(view, goals)
            case _:
                return self._claim(view, goals)

    def _pack(self, view: View, goals: set[int]) -> Choices:
        """Leave as many goals together at home as fit a backpack's partner; carry the others."""
        library = view.library
        wanted = [book for book in library if book in goals]
        others = [book for book in library if book not in goals]
        stay = len(library) - self._size
        leave = wanted[:stay] if len(wanted) >= stay else others[:stay]
        leave = self._hide_goals(leave, goals)
        self.notebook.put(view.table.at[view.seat], leave)
        return Pack(tuple(book for book in library if book not in leave), tuple(leave))

    def _travel(self, view: View, goals: set[int]) -> Choices:
        """Choose the location worth most."""
        places = list(view.table.library_sizes)
        if self._stream.uniform() < self._weights.random_trip:
            return Choose(self._stream.choice(places))
        worth = {place: self._worth(view, place, goals) for place in places}
        return Choose(max(places, key=lambda place: worth[place]))

    def _worth(self, view: View, place: int, goals: set[int]) -> float:
        """Return what a trip to a location promises."""
        weights = self._weights
        missing = goals.difference(view.backpack)
        chances = self.notebook.chances(place)
        there = fsum(chances.get(book, 0.0) for book in missing)
        worth = self._stream.uniform() * weights.noise
        if len(goals) - len(missing) == self._size:
            worth += weights.sure_win * prod(chances.get(book, 0.0) for book in missing)
            worth += weights.known_goal_full * there
        elif not weights.leaves_pairs_alone or len(missing.intersection(chances)) < self._size:
            worth += weights.pick_up * min(there, 1.0) + weights.known_goal * there
        unknown: float = view.table.library_sizes[place] - fsum(chances.values())
        return worth + weights.unknown_book * unknown

    def _visit(self, view: View, goals: set[int], legal: list[Choices]) -> Choices:
        """Swap so that the goals end up in the best company."""
        place = view.table.at[view.seat]
        library, backpack = view.library, view.backpack
        swaps: list[tuple[int | None, int | None]] = [(give, get) for give in backpack for get in library]
        if any(isinstance(choice, Visit) and choice.give is None for choice in legal):
            swaps.append((None, None))
        best = max(swaps, key=lambda swap: self._after(place, library, backpack, goals, swap))
        give, get = best
        books = [give if book == get and give is not None else book for book in library]
        order = self._hide_goals(books, goals)
        self.notebook.put(place, order)
        return Visit(tuple(order), give, get)

    def _after(
        self,
        place: int,
        library: Sequence[int],
        backpack: Sequence[int],
        goals: set[int],
        swap: tuple[int | None, int | None],
    ) -> float:
        """Return the worth of a swap."""
        weights = self._weights
        give, get = swap
        carried = (set(backpack) - {give} | {get}) & goals
        left = (set(library) - {get} | {give}) & goals
        worth = weights.carried_goal * len(carried) + self._stream.uniform() * weights.noise
        if len(left) >= self._size:
            worth += weights.pair_left
        missing = goals - carried
        elsewhere = (each for each in self.notebook.places() if each != place)
        if len(carried) == self._size and any(missing <= self.notebook.sure(each) for each in elsewhere):
            worth += weights.pair_waiting
        return worth

    def _draft(self, legal: list[Choices], goals: set[int]) -> Choices:
        """Pick a goal if there is one."""
        wanted = [choice for choice in legal if isinstance(choice, Draft) and choice.book in goals]
        return self._stream.choice(wanted or legal)

    def _keep(self, view: View, goals: set[int]) -> Choices:
        """Keep the goals, and note what goes back."""
        books = sorted(view.picks, key=lambda book: book not in goals)[: self._size]
        returned = [book for book in view.picks if book not in books]
        self.notebook.put(view.table.at[view.seat], returned if self._weights.notes_meetings else [])
        return Keep(tuple(books))

    def _claim(self, view: View, goals: set[int]) -> Choices:
        """Claim when all goals are together."""
        place = view.table.at[view.seat]
        right = goals <= self.notebook.sure(place) | set(view.backpack)
        return Claim() if right else Pass()

    def _hide_goals(self, books: Sequence[int], goals: set[int]) -> list[int]:
        """Shuffle books, those nobody shall see at the bottom."""
        return sorted(self._stream.shuffled(books), key=lambda book: book in goals)


STRONGEST = "memory"
"""Who judges deals."""
BOTS = ("random", "baseline", STRONGEST)


def make_bot(content: KnowledgeContent, kind: str, stream: Stream) -> Bot[Choices, View]:
    """Return a bot of a kind for one seat and one game."""
    if kind == "random":
        return RandomBot(stream)
    bots = content.options.bots
    return ThinkingBot(content, bots.memory if kind == "memory" else bots.baseline, stream)


def _seater(kind: str) -> Seater[KnowledgeContent]:
    return lambda content, _, luck: make_bot(content, kind, luck)


SEATED = {kind: _seater(kind) for kind in reversed(BOTS)}
"""The bots that can take a seat, the strongest one first."""
