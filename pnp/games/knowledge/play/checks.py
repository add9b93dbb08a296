"""What makes a deal legal (hard) and good (soft).

A deal may be a hand-written file; the reader has made sure of its form. Each check looks at one part of the deal and
leaves a part that another check complains of to that check. Checks of quality look at legal deals only.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.games.knowledge.content.compiled import KnowledgeContent
from pnp.games.knowledge.play.certificate import try_deal
from pnp.games.knowledge.play.deal import KnowledgeDeal
from pnp.play.checks import CheckList, Fault, seats_fault


@dataclass(frozen=True)
class Subject:
    """A deal to be checked."""

    content: KnowledgeContent
    deal: KnowledgeDeal

    @property
    def seated(self) -> bool:
        """Tell whether so many can play."""
        return not any(True for _ in check_format(self))

    @property
    def used(self) -> list[int] | None:
        """Return the colours in use, if they are legal."""
        if not self.seated or any(True for _ in check_colours(self)):
            return None
        return sorted([*self.deal.colours, self.deal.neutral])

    @property
    def used_books(self) -> list[int] | None:
        """Return the books in use, if the colours are legal."""
        used = self.used
        return None if used is None else [book for colour in used for book in self.content.books[colour]]

    @property
    def is_legal(self) -> bool:
        """Tell whether all hard checks pass."""
        return not any(True for check in CHECKS.checks if check.hard for _ in check.run(self))

    def seats(self) -> Iterator[tuple[int, set[int], set[int]]]:
        """Yield seat, goals and home library of every player of a legal deal."""
        if self.is_legal:
            for seat, (colour, goals) in enumerate(zip(self.deal.colours, self.deal.goals, strict=True)):
                yield seat, set(goals), set(self.deal.libraries[colour])


CHECKS = CheckList[Subject]()


@CHECKS.add("KV01", "format", hard=True, clauses=("setup.players", "deals.sealed"))
def check_format(subject: Subject) -> Iterator[Fault]:
    """The file is a deal of this game for a legal number of players."""
    seats = subject.content.options.seats
    yield from seats_fault(subject.deal.players, seats.fewest, seats.most)


@CHECKS.add("KV02", "colours", hard=True, clauses=("setup.colours", "setup.neutral"), parts=("colours", "neutral"))
def check_colours(subject: Subject) -> Iterator[Fault]:
    """Every player and the neutral location have a colour of their own."""
    deal, most = subject.deal, len(subject.content.books) - 1
    if not subject.seated:
        return
    if len(deal.colours) != deal.players:
        yield Fault(f"'colours' must be a list of {deal.players} colours", ("colours",))
        return
    seen: set[int] = set()
    for place, colour in [
        *((("colours", i), each) for i, each in enumerate(deal.colours)),
        (("neutral",), deal.neutral),
    ]:
        if not 0 <= colour <= most:
            yield Fault(f"a colour must be 0 to {most}", place)
        elif colour in seen:
            yield Fault(f"colour {colour} is used twice", place)
        else:
            seen.add(colour)


@CHECKS.add("KV03", "libraries-keys", hard=True, clauses=("setup.libraries",), parts=("libraries",))
def check_libraries(subject: Subject) -> Iterator[Fault]:
    """There is one full library for each location in use."""
    used, libraries = subject.used, subject.deal.libraries
    if used is None:
        return
    if sorted(libraries) != used:
        yield Fault(f"'libraries' must have the locations {', '.join(map(str, used))}", ("libraries",))
        return
    for colour in used:
        size = len(subject.content.books[colour])
        if len(libraries[colour]) != size:
            yield Fault(f"library {colour} must be a list of {size} books", ("libraries", str(colour)))


@CHECKS.add("KV04", "libraries-complete", hard=True, clauses=("components.books", "setup.libraries"))
def check_books(subject: Subject) -> Iterator[Fault]:
    """The libraries hold every book in use once."""
    books = subject.used_books
    if books is None or any(True for _ in check_libraries(subject)):
        return
    seen: set[int] = set()
    for colour, library in subject.deal.libraries.items():
        for i, book in enumerate(library):
            if book not in books:
                yield Fault("not a book in use", ("libraries", str(colour), i))
            elif book in seen:
                yield Fault(f"book {book} stands twice", ("libraries", str(colour), i))
            else:
                seen.add(book)


@CHECKS.add("KV05", "number-of-goals", hard=True, clauses=("setup.own-goals", "setup.last-goal"), parts=("goals",))
def check_goals(subject: Subject) -> Iterator[Fault]:
    """Everybody has the right number of different goals."""
    deal, count = subject.deal, subject.content.goals
    if not subject.seated:
        return
    if len(deal.goals) != deal.players:
        yield Fault(f"'goals' must be a list of {deal.players} players' goals", ("goals",))
        return
    for seat, wanted in enumerate(deal.goals):
        if len(set(wanted)) != count:
            yield Fault(f"seat {seat + 1} must have {count} different goals", ("goals", seat))
        elif len(wanted) != count:
            yield Fault(f"seat {seat + 1} must have {count} goals, not {len(wanted)}", ("goals", seat))


@CHECKS.add("KV06", "goal-deck-complete", hard=True, clauses=("setup.last-goal",), parts=("unused_goals",))
def check_goal_deck(subject: Subject) -> Iterator[Fault]:
    """Goals and unused goals together are the books in use."""
    books = subject.used_books
    if books is None or any(True for _ in check_goals(subject)):
        return
    if sorted([*subject.deal.unused_goals, *(book for wanted in subject.deal.goals for book in wanted)]) != books:
        yield Fault("goals and unused goals must be the books in use, each once", ("unused_goals",))


@CHECKS.add("KV07", "own-colour", hard=True, clauses=("setup.own-goals",))
def check_own_goals(subject: Subject) -> Iterator[Fault]:
    """Everybody wants enough books of the own colour."""
    least = subject.content.options.deal.own_goals
    if subject.used is None or any(True for _ in check_goals(subject)):
        return
    for seat, (colour, wanted) in enumerate(zip(subject.deal.colours, subject.deal.goals, strict=True)):
        own = len(set(wanted).intersection(subject.content.books[colour]))
        if own < least:
            yield Fault(f"seat {seat + 1} has {own} goals of the own colour, not {least}", ("goals", seat))


@CHECKS.add("KV08", "home-goals", hard=False, clauses=("deals.home",))
def check_home(subject: Subject) -> Iterator[Fault]:
    """Nobody finds too many goals at home."""
    for seat, goals, home in subject.seats():
        if len(goals & home) > subject.content.options.good_deal.home_goals:
            yield Fault(f"seat {seat + 1} starts with {len(goals & home)} goals at home", ("goals", seat))


@CHECKS.add("KV09", "no-two-library-win", hard=False, clauses=("deals.first-visit",))
def check_first_visit(subject: Subject) -> Iterator[Fault]:
    """Nobody can have all goals together with the first visit; too many at home are KV08's business."""
    for seat, goals, home in subject.seats():
        if len(goals & home) > subject.content.options.good_deal.home_goals:
            continue
        for colour, library in subject.deal.libraries.items():
            if goals <= home.union(library):
                message = f"seat {seat + 1} finds all goals at home and in library {colour}"
                yield Fault(message, ("libraries", str(colour)))
                break


@CHECKS.add("KV10", "neutral-goals", hard=False, clauses=("deals.home",))
def check_neutral(subject: Subject) -> Iterator[Fault]:
    """Nobody finds too many goals in the neutral library."""
    for seat, goals, _ in subject.seats():
        there = len(goals.intersection(subject.deal.libraries[subject.deal.neutral]))
        if there > subject.content.options.good_deal.neutral_goals:
            yield Fault(f"seat {seat + 1} has {there} goals in the neutral library", ("goals", seat))


@CHECKS.add("KV11", "home-balance", hard=False, clauses=("deals.home",))
def check_home_balance(subject: Subject) -> Iterator[Fault]:
    """Players start with about as many goals at home."""
    counts = [len(goals & home) for _, goals, home in subject.seats()]
    if counts and max(counts) - min(counts) > subject.content.options.good_deal.home_difference:
        yield Fault(f"goals at home differ from {min(counts)} to {max(counts)}", ("goals",))


@CHECKS.add("KV12", "seat-fairness", hard=False, clauses=("deals.tried",))
def check_fairness(subject: Subject) -> Iterator[Fault]:
    """No seat wins much more than its share when the strongest bots play the deal."""
    if not subject.is_legal:
        return
    good = subject.content.options.good_deal
    trials = try_deal(subject.content, subject.deal)
    seats = len(trials.wins)
    most = trials.games * (good.duel_share if seats == 2 else good.seat_share / seats)
    for seat, wins in enumerate(trials.wins):
        if wins > most:
            yield Fault(f"seat {seat + 1} wins {wins:g} of {trials.games} bot games, more than {most:g}")


@CHECKS.add("KV13", "not-instant", hard=False, clauses=("deals.tried",))
def check_not_instant(subject: Subject) -> Iterator[Fault]:
    """Few games of the strongest bots end in the first rounds."""
    if not subject.is_legal:
        return
    good = subject.content.options.good_deal
    early = try_deal(subject.content, subject.deal).early
    if early > good.early_share:
        yield Fault(f"{early:.0%} of the bot games end by round {good.early_round}")
