"""The validator: every rule a set-up must keep, for generated sheets and hand-written ones alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from pnp.games.tempest.content.areas import board
from pnp.games.tempest.content.compiled import GAME, TempestContent
from pnp.games.tempest.content.files import FACES, SUITS, Day
from pnp.games.tempest.play.certificate import careless_rescues, certify
from pnp.games.tempest.play.deal import CAMPAIGN, FACE_ROLES, FINAL
from pnp.games.tempest.play.opening import new_game, open_day
from pnp.games.tempest.play.setup import cuts_off, letter, shape_cells
from pnp.model import Strict
from pnp.play.checks import CheckList, Fault, Path
from pnp.play.deal import FORMAT
from pnp.play.state import Illegal

Square = tuple[int, int]
S = TypeVar("S", bound=Strict)


class DeckEntry(Strict):
    """The play decks of a day, top card first."""

    hearts: list[int]
    spades: list[int]
    diamonds: list[int]
    clubs: list[int]


class CitizenEntry(Strict):
    """A citizen of a set-up."""

    letter: str
    name: str
    rank: int
    at: Square
    health: int | None = None


class ObstacleEntry(Strict):
    """An obstacle of a set-up: its x, its club (none when the clubs ran out), clubs rejected before."""

    at: Square
    club: int | None
    rejected: list[int]
    cells: list[Square]


class DayEntry(Strict):
    """The set-up of a day."""

    day: int
    size: int
    haven: Square
    citizens: list[CitizenEntry]
    obstacles: list[ObstacleEntry]
    decks: DeckEntry
    discards: list[int] = []


class FinalEntry(Strict):
    """The set-up of the final day."""

    map: str
    target: str
    blessing: str
    beast: str
    decks: DeckEntry


class Subject:
    """A scenario under examination: untrusted values, and what of them has the right form."""

    def __init__(self, content: TempestContent, scenario: Any) -> None:
        self.content = content
        self.scenario: Mapping[str, Any] = scenario if isinstance(scenario, Mapping) else {}
        self.form: list[Fault] = []
        self.days: list[tuple[int, Day, DayEntry]] = []
        self.final: FinalEntry | None = None
        self._read()

    def _read(self) -> None:
        """Read the parts that have the right form and note the faults of the others."""
        scenario = self.scenario
        content = self.content = self._varied()
        if scenario.get("game") != GAME:
            self.form.append(Fault(f"this is not a scenario of {GAME}", ("game",)))
        if scenario.get("format") != FORMAT:
            self.form.append(Fault(f"the format is {FORMAT}", ("format",)))
        known = [str(day.id) for day in content.days]
        play = scenario.get("play", CAMPAIGN)
        if play not in (*known, FINAL, CAMPAIGN):
            self.form.append(Fault(f"'play' is one of {', '.join((*known, FINAL, CAMPAIGN))}", ("play",)))
        wanted = known if play == CAMPAIGN else [play] if play in known else []
        entries = scenario.get("days", [])
        if not isinstance(entries, list):
            self.form.append(Fault("'days' is a list", ("days",)))
            entries = []
        for i, raw in enumerate(entries):
            entry = self._convert(raw, DayEntry, ("days", i))
            if entry is None:
                continue
            if i >= len(wanted) or str(entry.day) != wanted[i]:
                self.form.append(Fault(f"day {entry.day} is not expected here", ("days", i, "day")))
            else:
                self.days.append((i, content.day(entry.day), entry))
        if len(entries) < len(wanted):
            missing = ", ".join(wanted[len(entries) :])
            self.form.append(Fault(f"the set-up of day {missing} is missing", ("days",)))
        if play in (FINAL, CAMPAIGN):
            self.final = self._convert(scenario.get("final"), FinalEntry, ("final",))
        for key in ("powers", "earlier"):
            self._read_names(key)

    def _varied(self) -> TempestContent:
        """Return the content of the scenario's variant; a variant that does not exist is noted."""
        variant, known = self.scenario.get("variant", ""), self.content.variants
        if variant == "" or (isinstance(variant, str) and variant in known):
            return self.content.varied(variant)
        self.form.append(Fault(f"there is no variant {variant!r}; known: {', '.join(known)}", ("variant",)))
        return self.content

    def _read_names(self, key: str) -> None:
        """Check a list of citizens' names."""
        names = self.scenario.get(key, [])
        if not isinstance(names, list):
            self.form.append(Fault(f"'{key}' is a list of names", (key,)))
            return
        for i, name in enumerate(names):
            if not isinstance(name, str) or self.content.citizen_named(name) is None:
                self.form.append(Fault(f"there is no citizen called {name!r}", (key, i)))

    def _convert(self, raw: Any, kind: type[S], path: Path) -> S | None:
        """Return a part in its type, or note what is wrong with its form."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at `$")
            self.form.append(Fault(message, (*path, *_keys(place.rstrip("`")))))
            return None

    @property
    def seed(self) -> int:
        """Return the seed, or 0 for a scenario of one's own."""
        seed = self.scenario.get("seed", 0)
        return seed if isinstance(seed, int) else 0

    @cached_property
    def sound(self) -> bool:
        """Return whether no hard rule is broken."""
        return not CHECKS.run(self, soft=False)

    @cached_property
    def earlier(self) -> set[str]:
        """Return the names that appeared before the first day of the scenario."""
        names = self.scenario.get("earlier", [])
        return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def _keys(place: str) -> list[str | int]:
    """Return the keys of a place such as '.citizens[0].at'."""
    return [int(index) if index else name for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", place)]


CHECKS = CheckList[Subject]()


@CHECKS.add("MV00", "form", hard=True, clauses=("setup.sheets",))
def form(subject: Subject) -> Iterable[Fault]:
    """Every part is there and has the right form; the other checks look only at such parts."""
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
    used = set(subject.earlier)
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
    alone: list[Square] = [] if _cuts_off(day, entry, {*walls, obstacle.at}) else [obstacle.at]
    if obstacle.cells != alone:
        words = "the x square alone" if alone else "nothing"
        yield Fault(f"without clubs, {words} is blocked here", (*path, "cells"))


@CHECKS.add("MV08", "open-path", hard=True, clauses=("setup.open-path",))
def open_path(subject: Subject) -> Iterator[Fault]:
    """Safe Haven reaches every citizen."""
    for i, day, entry in subject.days:
        walls = {cell for obstacle in entry.obstacles for cell in obstacle.cells}
        for j, citizen in enumerate(entry.citizens):
            one = msgspec.structs.replace(entry, citizens=[citizen])
            if _cuts_off(day, one, walls):
                yield Fault(f"{citizen.letter} has no way to Safe Haven", ("days", i, "citizens", j, "at"))


@CHECKS.add("MV09", "decks", hard=True, clauses=("setup.play-decks", "setup.cards"))
def decks(subject: Subject) -> Iterator[Fault]:
    """Each play deck holds every card of the day once."""
    entries: list[tuple[Path, DeckEntry, int]] = [
        (("days", i, "decks"), entry.decks, day.ranks) for i, day, entry in subject.days
    ]
    if subject.final is not None:
        entries.append((("final", "decks"), subject.final.decks, subject.content.final.ranks))
    for path, piles, ranks in entries:
        for suit in SUITS:
            if sorted(getattr(piles, suit)) != list(range(1, ranks + 1)):
                yield Fault(f"the deck of {suit} is not ace to {ranks}, each once", (*path, suit))


@CHECKS.add("MV10", "faces", hard=True, clauses=("final.faces",))
def faces(subject: Subject) -> Iterator[Fault]:
    """The four face cards can come from the face deck."""
    if subject.final is None:
        return
    drawn: Sequence[str] = [getattr(subject.final, role) for role in FACE_ROLES]
    for i, (role, face) in enumerate(zip(FACE_ROLES, drawn, strict=True)):
        if face not in FACES:
            yield Fault(f"{face!r} is not one of {', '.join(FACES)}", ("final", role))
        elif drawn[:i].count(face) >= subject.content.final.copies:
            yield Fault(f"the deck holds {face} only {subject.content.final.copies} times", ("final", role))


@CHECKS.add("MV11", "winnable", hard=False, clauses=("day.won", "final.won"))
def winnable(subject: Subject) -> Iterator[Fault]:
    """A play that wins with these decks exists; a stored one is replayed, else one is looked for."""
    if not subject.sound:
        return
    stored = subject.scenario.get("witness")
    path: Path = ()
    if stored is None:
        shown = certify(subject.content, subject.scenario).witness
        witness = [] if shown is None else shown.actions
    elif isinstance(stored, Mapping) and isinstance(stored.get("actions"), list):
        path, witness = ("witness", "actions"), stored["actions"]
    else:
        yield Fault("a witness lists its choices under 'actions'", ("witness",))
        return
    game = new_game(subject.content, subject.scenario)
    for i, action in enumerate(witness):
        if not isinstance(action, Mapping):
            yield Fault("a choice is a mapping", (*path, i))
            return
        try:
            game.apply(action)
        except Illegal as error:
            yield Fault(f"the stored play breaks a rule: {error.message}", (*path, i))
            return
    if not game.result()["won"]:
        yield Fault("no play was found that wins with these decks", path)


@CHECKS.add("MV12", "not-trivial", hard=False, clauses=("day.won",))
def not_trivial(subject: Subject) -> Iterator[Fault]:
    """The careless player does not bring everybody home."""
    if not subject.sound:
        return
    for i, _, raw in subject.days:
        entry = subject.scenario["days"][i]
        state = open_day(subject.content, entry, {})
        if careless_rescues(subject.content, state, subject.seed) >= len(raw.citizens):
            yield Fault("a careless player rescues everybody", ("days", i))
