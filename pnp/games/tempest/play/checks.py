"""The validator: every rule a set-up must keep, for generated sheets and hand-written ones alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import replace

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import TempestContent
from pnp.games.tempest.content.files import FACES, Day
from pnp.games.tempest.play.certificate import careless_rescues, certify
from pnp.games.tempest.play.choices import Square
from pnp.games.tempest.play.deal import CAMPAIGN, FINAL, DayEntry, Decks, ObstacleEntry, SheetNote, TempestDeal
from pnp.games.tempest.play.opening import open_day
from pnp.games.tempest.play.setup import cuts_off, letter, shape_cells
from pnp.play.checks import CheckList, Fault, Path


class Subject:
    """A deal under examination, and what of it is where it is expected."""

    def __init__(self, content: TempestContent, deal: TempestDeal) -> None:
        self.content = content
        self.deal = deal
        self.form: list[Fault] = []
        self.days: list[tuple[int, Day, DayEntry]] = []
        self.final = deal.final
        self._read()

    def _read(self) -> None:
        """Note which parts are missing, not expected, or name what is not there."""
        deal = self.deal
        content = self.content = self._varied()
        known = [str(day.id) for day in content.days]
        if deal.play not in (*known, FINAL, CAMPAIGN):
            self.form.append(Fault(f"'play' is one of {', '.join((*known, FINAL, CAMPAIGN))}", ("play",)))
        wanted = known if deal.campaign else [deal.play] if deal.play in known else []
        for i, entry in enumerate(deal.days):
            if i >= len(wanted) or str(entry.day) != wanted[i]:
                self.form.append(Fault(f"day {entry.day} is not expected here", ("days", i, "day")))
            else:
                self.days.append((i, content.day(entry.day), entry))
        if len(deal.days) < len(wanted):
            missing = ", ".join(wanted[len(deal.days) :])
            self.form.append(Fault(f"the set-up of day {missing} is missing", ("days",)))
        if deal.play in (FINAL, CAMPAIGN) and deal.final is None:
            self.form.append(Fault("the set-up of the final day is missing", ("final",)))
        if deal.play not in (FINAL, CAMPAIGN) and deal.final is not None:
            self.form.append(Fault("the final day is not expected here", ("final",)))
        for key, names in (("powers", deal.powers), ("earlier", deal.earlier)):
            for i, name in enumerate(names):
                if content.citizen_named(name) is None:
                    self.form.append(Fault(f"there is no citizen called {name!r}", (key, i)))

    def _varied(self) -> TempestContent:
        """Return the content of the deal's variant; a variant that does not exist is noted."""
        variant, known = self.deal.variant, self.content.variants
        if not variant or variant in known:
            return self.content.varied(variant)
        self.form.append(Fault(f"there is no variant {variant!r}; known: {', '.join(known)}", ("variant",)))
        return self.content

    @cached_property
    def sound(self) -> bool:
        """Return whether no hard rule is broken."""
        return not CHECKS.run(self, soft=False)


CHECKS = CheckList[Subject]()


@CHECKS.add("MV00", "form", hard=True, clauses=("setup.sheets",))
def form(subject: Subject) -> Iterable[Fault]:
    """Every part is there and names what there is; the other checks look only at such parts."""
    return subject.form


@CHECKS.add("MV01", "day-size", hard=True, clauses=("setup.map",))
def day_size(subject: Subject) -> Iterator[Fault]:
    """The map has the size of its day."""
    for i, day, entry in subject.days:
        if entry.size != day.size:
            yield Fault(f"day {day.id} is played on {day.size} x {day.size}", ("days", i, "size"))


@CHECKS.add("MV02", "counts", hard=True, clauses=("setup.citizens", "setup.obstacles"))
def counts(subject: Subject) -> Iterator[Fault]:
    """As many citizens and obstacles as the day asks for, lettered in order."""
    for i, day, entry in subject.days:
        if len(entry.citizens) != day.citizens:
            yield Fault(f"day {day.id} has {day.citizens} citizens", ("days", i, "citizens"))
        if len(entry.obstacles) != day.obstacles:
            yield Fault(f"day {day.id} has {day.obstacles} obstacles", ("days", i, "obstacles"))
        for j, citizen in enumerate(entry.citizens):
            if citizen.letter != letter(j):
                yield Fault(f"citizen {j + 1} is {letter(j)}", ("days", i, "citizens", j, "letter"))


@CHECKS.add("MV03", "coordinates", hard=True, clauses=("setup.haven", "setup.citizens", "setup.obstacles"))
def coordinates(subject: Subject) -> Iterator[Fault]:
    """Every coordinate comes from the piles, every heart and every spade at most once."""
    for i, day, entry in subject.days:
        seen: tuple[set[int], set[int]] = (set(), set())
        for path, at in _features(entry):
            for axis, suit in enumerate(("heart", "spade")):
                value = at[axis]
                if not 1 <= value <= day.ranks:
                    yield Fault(f"there is no {suit} {value} on day {day.id}", ("days", i, *path, axis))
                elif value in seen[axis]:
                    yield Fault(f"{suit} {value} is used twice", ("days", i, *path, axis))
                seen[axis].add(value)


def _features(entry: DayEntry) -> Iterator[tuple[Path, Square]]:
    """Yield every drawn coordinate of a set-up with its place in the file."""
    yield ("haven",), entry.haven
    for j, citizen in enumerate(entry.citizens):
        yield ("citizens", j, "at"), citizen.at
    for j, obstacle in enumerate(entry.obstacles):
        yield ("obstacles", j, "at"), obstacle.at


@CHECKS.add("MV04", "health", hard=True, clauses=("setup.health",))
def health(subject: Subject) -> Iterator[Fault]:
    """Everybody starts with the health points of the rules."""
    start = subject.content.switches.health
    for i, _, entry in subject.days:
        for j, citizen in enumerate(entry.citizens):
            if citizen.health is not None and citizen.health != start:
                yield Fault(f"citizens start with {start} health", ("days", i, "citizens", j, "health"))


@CHECKS.add("MV05", "names", hard=True, clauses=("setup.names", "setup.names-later"))
def names(subject: Subject) -> Iterator[Fault]:
    """Names belong to their diamonds, are in the day's deck and appear once in a campaign."""
    used = set(subject.deal.earlier)
    for i, day, entry in subject.days:
        today: set[str] = set()
        for j, citizen in enumerate(entry.citizens):
            path: Path = ("days", i, "citizens", j)
            known = subject.content.citizens.get(citizen.rank)
            if known is None or citizen.rank > day.ranks:
                yield Fault(f"diamond {citizen.rank} is not in the deck of day {day.id}", (*path, "rank"))
            elif known.name != citizen.name:
                yield Fault(f"diamond {citizen.rank} is {known.name}", (*path, "name"))
            elif citizen.name in today:
                yield Fault(f"{citizen.name} appears twice", (*path, "name"))
            elif citizen.name in used:
                yield Fault(f"{citizen.name} has appeared on an earlier day", (*path, "name"))
            today.add(citizen.name)
        for j, rank in enumerate(entry.discards):
            known = subject.content.citizens.get(rank)
            if known is None or known.name not in used:
                yield Fault(f"diamond {rank} was discarded, but did not appear before", ("days", i, "discards", j))
        used |= today


@CHECKS.add("MV06", "shapes", hard=True, clauses=("setup.shapes", "setup.clipping"))
def shapes(subject: Subject) -> Iterator[Fault]:
    """An obstacle covers the squares of its club's shape, clipped at the edge and at features."""
    for i, day, entry in subject.days:
        features = {entry.haven, *(citizen.at for citizen in entry.citizens)}
        for j, obstacle in enumerate(entry.obstacles):
            shape = subject.content.shapes.get(obstacle.club or 0)
            if shape is None:
                continue
            cells = shape_cells(shape, obstacle.at, day.size, features)
            if sorted(obstacle.cells) != cells:
                drawn = ", ".join(f"{x},{y}" for x, y in cells)
                yield Fault(f"club {shape.rank} ({shape.name}) covers {drawn}", ("days", i, "obstacles", j, "cells"))


@CHECKS.add("MV07", "clubs", hard=True, clauses=("setup.open-path", "setup.clubs-run-out"))
def clubs(subject: Subject) -> Iterator[Fault]:
    """Clubs are in the deck and used once; a club is passed over only where it cuts somebody off."""
    for i, day, entry in subject.days:
        seen: set[int] = set()
        walls: set[Square] = set()
        for j, obstacle in enumerate(entry.obstacles):
            path: Path = ("days", i, "obstacles", j)
            for club, where in _drawn_clubs(obstacle, path):
                if not 1 <= club <= day.ranks:
                    yield Fault(f"club {club} is not in the deck of day {day.id}", where)
                elif club in seen:
                    yield Fault(f"club {club} is drawn twice", where)
                seen.add(club)
            yield from _check_redraws(subject.content, day, entry, obstacle, walls, path)
            if obstacle.club is None:
                yield from _check_fallback(day, entry, obstacle, walls, seen, path)
            walls.update(obstacle.cells)


def _drawn_clubs(obstacle: ObstacleEntry, path: Path) -> Iterator[tuple[int, Path]]:
    """Yield the clubs drawn for an obstacle, the rejected ones first."""
    for k, club in enumerate(obstacle.rejected):
        yield club, (*path, "rejected", k)
    if obstacle.club is not None:
        yield obstacle.club, (*path, "club")


def _cuts_off(day: Day, entry: DayEntry, walls: set[Square]) -> bool:
    """Return whether walls cut a citizen off from Safe Haven; features off the map cut nobody off."""
    size = day.size
    people = [citizen.at for citizen in entry.citizens]
    if not all(1 <= part <= size for at in (entry.haven, *people) for part in at):
        return False
    inside = {wall for wall in walls if all(1 <= part <= size for part in wall)}
    return cuts_off(board(size), entry.haven, people, inside - {entry.haven, *people})


def _check_redraws(
    content: TempestContent, day: Day, entry: DayEntry, obstacle: ObstacleEntry, walls: set[Square], path: Path
) -> Iterator[Fault]:
    """Check that each rejected club would have cut somebody off."""
    features = {entry.haven, *(citizen.at for citizen in entry.citizens)}
    for k, club in enumerate(obstacle.rejected):
        shape = content.shapes.get(club)
        if shape is None:
            continue
        cells = shape_cells(shape, obstacle.at, day.size, features)
        if not _cuts_off(day, entry, walls.union(cells)):
            yield Fault(f"club {club} cuts nobody off and must be placed", (*path, "rejected", k))


def _check_fallback(
    day: Day, entry: DayEntry, obstacle: ObstacleEntry, walls: set[Square], seen: set[int], path: Path
) -> Iterator[Fault]:
    """Check what is drawn when the clubs have run out."""
    if len(seen) < day.ranks:
        yield Fault("there are clubs left to draw", (*path, "club"))
    alone = () if _cuts_off(day, entry, {*walls, obstacle.at}) else (obstacle.at,)
    if obstacle.cells != alone:
        words = "the x square alone" if alone else "nothing"
        yield Fault(f"without clubs, {words} is blocked here", (*path, "cells"))


@CHECKS.add("MV08", "open-path", hard=True, clauses=("setup.open-path",))
def open_path(subject: Subject) -> Iterator[Fault]:
    """Safe Haven reaches every citizen."""
    for i, day, entry in subject.days:
        walls = {cell for obstacle in entry.obstacles for cell in obstacle.cells}
        for j, citizen in enumerate(entry.citizens):
            one = replace(entry, citizens=(citizen,))
            if _cuts_off(day, one, walls):
                yield Fault(f"{citizen.letter} has no way to Safe Haven", ("days", i, "citizens", j, "at"))


@CHECKS.add("MV09", "decks", hard=True, clauses=("setup.play-decks", "setup.cards"))
def decks(subject: Subject) -> Iterator[Fault]:
    """Each play deck holds every card of the day once."""
    entries: list[tuple[Path, Decks, int]] = [
        (("days", i, "decks"), entry.decks, day.ranks) for i, day, entry in subject.days
    ]
    if subject.final is not None:
        entries.append((("final", "decks"), subject.final.decks, subject.content.final.ranks))
    for path, piles, ranks in entries:
        for suit, cards in piles.suits.items():
            if sorted(cards) != list(range(1, ranks + 1)):
                yield Fault(f"the deck of {suit} is not ace to {ranks}, each once", (*path, suit))


@CHECKS.add("MV10", "faces", hard=True, clauses=("final.faces",))
def faces(subject: Subject) -> Iterator[Fault]:
    """The four face cards can come from the face deck."""
    if subject.final is None:
        return
    drawn = list(subject.final.faces.values())
    for i, (role, face) in enumerate(subject.final.faces.items()):
        if face not in FACES:
            yield Fault(f"{face!r} is not one of {', '.join(FACES)}", ("final", role))
        elif drawn[:i].count(face) >= subject.content.final.copies:
            yield Fault(f"the deck holds {face} only {subject.content.final.copies} times", ("final", role))


@CHECKS.add("MV11", "winnable", hard=False, clauses=("day.won", "final.won"))
def winnable(subject: Subject) -> Iterator[Fault]:
    """A play that wins with these decks exists."""
    if not subject.sound:
        return
    certificate = certify(subject.content, subject.deal)
    if certificate.witness is not None and certificate.witness.won:
        return
    sheets: list[tuple[SheetNote, int, Path]] = [
        (certificate.notes[str(day.id)], day.rescues, ("days", i)) for i, day, _ in subject.days
    ]
    if subject.final is not None:
        sheets.append((certificate.notes[FINAL], 1, ("final",)))
    unwon = [fault for sheet in sheets for fault in _unwon(subject.content, *sheet)]
    yield from unwon or [Fault("each day can be won, but no play was found that wins them all", ("days",))]


def _unwon(content: TempestContent, note: SheetNote, needed: int, path: Path) -> Iterator[Fault]:
    """Yield that a sheet cannot be won, or that nothing is known."""
    if note.par >= needed:
        return
    if note.exact:
        yield Fault("no play wins with these decks", path)
    else:
        budget = content.rating.proof_budget
        message = f"no play was found that wins with these decks, among {budget} positions and as many again"
        yield Fault(message, path, "no win found within the budget")


@CHECKS.add("MV12", "not-trivial", hard=False, clauses=("day.won",))
def not_trivial(subject: Subject) -> Iterator[Fault]:
    """The careless player does not bring everybody home."""
    if not subject.sound:
        return
    for i, _, entry in subject.days:
        state = open_day(subject.content, entry, {})
        if careless_rescues(subject.content, state, subject.deal.number) >= len(entry.citizens):
            yield Fault("a careless player rescues everybody", ("days", i))
