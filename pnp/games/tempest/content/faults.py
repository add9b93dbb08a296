"""Faults in content that types alone cannot find: wrong sums, lost references, ragged drawings."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.games.tempest.content.effects import OverArea, SetAside
from pnp.games.tempest.content.files import FACES, Beast, Files, Final, Rating, Shape, StormAction
from pnp.games.tempest.content.variants import variant_text, with_changes
from pnp.model import ContentFault


def check_content(files: Files) -> Iterator[ContentFault]:
    """Find references that lead nowhere, sums that do not add up and drawings that are not square."""
    own = list(_check_files(files))
    yield from own
    yield from _check_variants(files, own)


def _check_files(files: Files) -> Iterator[ContentFault]:
    """Find the faults of the files as they are, without any variant."""
    yield from _check_days(files)
    yield from _check_tables(files)
    yield from _check_shapes(files.obstacles.shapes)
    yield from _check_final(files.final)
    yield from _check_effects(files)
    yield from _check_rating(files.rating.rating)
    yield from _check_look(files)


def _check_days(files: Files) -> Iterator[ContentFault]:
    used = 0
    for i, day in enumerate(files.days.days):
        place: tuple[str | int, ...] = ("days", i)
        if day.id != i + 1:
            yield ContentFault("days", (*place, "id"), "order", f"day {i + 1} has the number {day.id}")
        if day.ranks > day.size:
            yield ContentFault(
                "days", (*place, "ranks"), "range", f"coordinates up to {day.ranks} do not fit a map of {day.size}"
            )
        if day.obstacles < 0:
            yield ContentFault(
                "days",
                (*place, "citizens"),
                "sum",
                f"{day.ranks} coordinate pairs are too few for Safe Haven and {day.citizens} citizens",
            )
        used += day.citizens
        names = sum(1 for citizen in files.citizens.citizens if citizen.rank <= day.ranks)
        if names < used:
            yield ContentFault(
                "days",
                (*place, "citizens"),
                "sum",
                f"up to day {day.id} there are {used} citizens but only {names} names",
            )
        if day.rescues > day.citizens:
            yield ContentFault("days", (*place, "rescues"), "range", f"day {day.id} has only {day.citizens} citizens")


def _check_tables(files: Files) -> Iterator[ContentFault]:
    """Every rank in use needs a storm action and a shape; no rank, face, name or id stands twice."""
    ranks = max(*(day.ranks for day in files.days.days), files.final.final_day.ranks)
    setup_ranks = max(day.ranks for day in files.days.days)
    tables: list[tuple[str, str, Sequence[object], str]] = [
        ("citizens", "citizens", files.citizens.citizens, "rank"),
        ("citizens", "citizens", files.citizens.citizens, "name"),
        ("storm", "storm_actions", files.storm.storm_actions, "rank"),
        ("obstacles", "shapes", files.obstacles.shapes, "rank"),
        ("variants", "variants", files.variants.variants, "id"),
        *(("final", key, getattr(files.final, key), "face") for key in _FACE_TABLES),
    ]
    for stem, key, entries, label in tables:
        seen: set[object] = set()
        for i, entry in enumerate(entries):
            value = getattr(entry, label)
            if value in seen:
                yield ContentFault(stem, (key, i, label), "twice", f"{label} {value!r} stands twice")
            seen.add(value)
    for stem, key, entries, highest in (
        ("storm", "storm_actions", files.storm.storm_actions, ranks),
        ("obstacles", "shapes", files.obstacles.shapes, setup_ranks),
    ):
        there = {entry.rank for entry in entries}
        for rank in range(1, highest + 1):
            if rank not in there:
                yield ContentFault(stem, (key,), "missing", f"no entry for card {rank}, which is in the decks")
    for key in _FACE_TABLES:
        faces = {entry.face for entry in getattr(files.final, key)}
        for face in FACES:
            if face not in faces:
                yield ContentFault("final", (key,), "missing", f"no entry for the face {face}")


_FACE_TABLES = ("final_maps", "targets", "blessings", "beasts")


def _check_shapes(shapes: Iterable[Shape]) -> Iterator[ContentFault]:
    for i, shape in enumerate(shapes):
        marks = "".join(shape.drawn)
        if marks.count("X") != 1:
            yield ContentFault("obstacles", ("shapes", i, "drawn"), "drawing", "a shape needs exactly one X")
        yield from _check_rows("obstacles", ("shapes", i, "drawn"), shape.drawn, "X#.", len(shape.drawn[0]))


def _check_rows(
    stem: str, place: tuple[str | int, ...], rows: list[str], marks: str, width: int
) -> Iterator[ContentFault]:
    """Check that every row of a drawing has the same width and only known marks."""
    for y, row in enumerate(rows):
        if len(row) != width:
            yield ContentFault(stem, (*place, y), "drawing", f"the row has {len(row)} squares, not {width}")
        strange = sorted(set(row) - set(marks))
        if strange:
            yield ContentFault(stem, (*place, y), "drawing", f"unknown mark {strange[0]!r}; known: {' '.join(marks)}")


def _check_final(final: Final) -> Iterator[ContentFault]:
    size = final.final_day.size
    if final.final_day.ranks > size:
        yield ContentFault("final", ("final_day", "ranks"), "range", f"coordinates do not fit a map of {size}")
    for i, entry in enumerate(final.final_maps):
        place = ("final_maps", i, "drawn")
        if len(entry.drawn) != size:
            yield ContentFault("final", place, "drawing", f"the map has {len(entry.drawn)} rows, not {size}")
        yield from _check_rows("final", place, entry.drawn, ".#SETB", size)
        for mark, meaning in (("S", "start"), ("E", "end"), ("T", "target"), ("B", "beast")):
            count = "".join(entry.drawn).count(mark)
            if count != 1:
                yield ContentFault("final", place, "drawing", f"{meaning} ({mark}) is drawn {count} times")


def _check_effects(files: Files) -> Iterator[ContentFault]:
    """Storm actions happen where no beast is; a coordinate set aside must be the whole action."""
    for i, action in enumerate(files.storm.storm_actions):
        for j, effect in enumerate(action.effects):
            if isinstance(effect, OverArea) and effect.around == "beast":
                yield ContentFault(
                    "storm",
                    ("storm_actions", i, "effects", j, "around"),
                    "choice",
                    "a storm action cannot be laid around the beast: most days have none",
                )
            if isinstance(effect, SetAside) and len(action.effects) > 1:
                yield ContentFault(
                    "storm",
                    ("storm_actions", i, "effects", j),
                    "alone",
                    "set-aside must be the only effect of its action",
                )


def _check_rating(rating: Rating) -> Iterator[ContentFault]:
    if rating.medium_from >= rating.easy_from:
        yield ContentFault("rating", ("rating", "medium_from"), "range", "medium must begin below the mark for easy")


def _check_look(files: Files) -> Iterator[ContentFault]:
    """Every power and every action needs an icon."""
    look, final = files.print.look, files.final
    powers = {
        e.power.__struct_config__.tag for t in (files.citizens.citizens, final.targets, final.blessings) for e in t
    }
    acting: tuple[StormAction | Beast, ...] = (*files.storm.storm_actions, *final.beasts)
    effects = {entry.effects[0].__struct_config__.tag for entry in acting if not entry.icon}
    for key, wanted, known in (("powers", powers, look.powers), ("effects", effects, look.effects)):
        for kind in sorted(map(str, wanted - known.keys())):
            yield ContentFault("print", ("look", key), "missing", f"no icon for {kind!r}", f"add {kind}: and an icon")


def _check_variants(files: Files, own: list[ContentFault]) -> Iterator[ContentFault]:
    """A variant must fit, and the content it makes must be as sound as the files are."""
    for i, variant in enumerate(files.variants.variants):
        fits = True
        try:
            variant_text(files, variant)
        except ValueError as error:
            yield ContentFault("variants", ("variants", i, "says"), "path", str(error))
        for path, value in variant.set.items():
            try:
                with_changes(files, {path: value})
            except ValueError as error:
                fits = False
                yield ContentFault("variants", ("variants", i, "set", path), "path", str(error))
        if fits:
            for fault in _check_files(with_changes(files, variant.set)):
                if fault in own:
                    continue
                where = ".".join(str(key) for key in fault.path)
                yield ContentFault("variants", ("variants", i, "set"), fault.code, f"leads to {where}: {fault.message}")
