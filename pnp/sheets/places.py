"""Pieces fit their places: whatever a board or sheet says that it holds is measured before anything is written.

Parts of faces and games' drawings report places (`draw.drawing.Place`). Walking the finished drawings gives the
true size of each; decks and pieces know their own. Several pieces on a place are laid in rows, side by side.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import fsum, hypot
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Report, Span, one_of
from pnp.draw.drawing import Group, Held, Item, Place, Use
from pnp.draw.hexes import SQRT3
from pnp.draw.printable import Footprint
from pnp.draw.standees import standee_base
from pnp.geometry import Matrix, Rect, Size
from pnp.load.game import GameContent, walk_parts
from pnp.sheets.sheet import Printable

if TYPE_CHECKING:
    from pnp.sheets.components import ComponentBuilder

CLEARANCE = 0.5
"""How much larger than a piece its place must be, in mm, for hands that do not place to the millimetre."""

_SLACK = 0.005
_TRIES = 60
"""How many heights are tried for the first row on round and hex places."""
_WHOLE = Matrix(1, 0, 0, 1, 0, 0)
Build = Callable[[str], Printable | None]


class Spot(NamedTuple):
    """A piece on its place: where its middle lies from the middle of the place, and whether it is turned aside."""

    piece: Footprint
    x: float
    y: float
    turned: bool = False

    @property
    def room(self) -> Size:
        """Its size as it lies."""
        return self.piece.size.turned() if self.turned else self.piece.size


class Found(NamedTuple):
    """A place as it is printed: its true size, and how it lies on the page."""

    place: Place
    size: Size
    matrix: Matrix


def settle_places(
    game: GameContent, printables: Sequence[Printable], builder: "ComponentBuilder", report: Report, *, whole: bool
) -> list[Printable]:
    """Check all places; where a small page leaves too little room, a board is made for a larger one and tiled."""

    def fits(printable: Printable) -> bool:
        tried = Report()
        check_places(game, [printable], builder.build, tried, whole=False)
        return not tried.failed

    first = Report()
    check_places(game, printables, builder.build, first, whole=whole)
    if not first.failed:
        return list(printables)
    settled: list[Printable] = []
    for printable in printables:
        if printable.kind == "board" and not fits(printable):
            settled.append(next(filter(fits, builder.roomier(printable.id)), printable))
        elif printable.kind != "page" or fits(printable) or not builder.needs_larger_page(printable.id, fits):
            settled.append(printable)
    check_places(game, settled, builder.build, report, whole=whole and not report.failed)
    return settled


def check_places(
    game: GameContent, printables: Sequence[Printable], build: Build, report: Report, *, whole: bool
) -> None:
    """Note every place that its pieces do not fit, every piece that nobody knows, and pieces without a place."""
    found = [(printable, spot) for printable in printables for spot in places_of(printable)]
    wanted = {held.piece for _, spot in found for held in spot.place.holds}
    known = footprints(game, wanted, printables, build) if found else {}
    seen: set[object] = set()
    for printable, spot in found:
        key = (printable.id, id(spot.place.source), spot.place.name, spot.place.holds, spot.place.shape, spot.size)
        if key not in seen:
            seen.add(key)
            _check(game, printable, spot, known, report)
    if whole:
        for name, piece in game.pieces.items():
            if piece.needs_place and name not in wanted:
                hint = f"write holds: {{piece: {name}}} where it stands, or leave needs_place out"
                span = game.span("pieces", name, ("needs_place",))
                report.error("place", f"no board or sheet has a place for '{name}'", span, hint)


def _check(game: GameContent, printable: Printable, found: Found, known: dict[str, Footprint], report: Report) -> None:
    place = found.place
    span = part_span(game, place.source) or game.place_of(printable.id, of_size=False)
    unknown = [held for held in place.holds if held.piece not in known]
    for held in unknown:
        report.error("reference", f"there is no piece '{held.piece}'", span, one_of(held.piece, known))
    if unknown or arrange(place, found.size, known) is not None:
        return
    what = " and ".join(_described(held, known[held.piece]) for held in place.holds)
    where = f"'{printable.title}': a place {place.name or ''}".rstrip()
    alone = all(held.stacked for held in place.holds) or (len(place.holds) == 1 and place.holds[0].number == 1)
    fits = "does not fit" if alone else "do not fit side by side"
    needed = f"with {CLEARANCE:g} mm to spare for each" if not alone else f"with {CLEARANCE:g} mm to spare"
    report.error(
        "place",
        f"{where} is {_size(found.size, place.shape)}; {what} {fits} {needed}",
        span,
        "make the place larger, the piece smaller (its `size`), or let fewer meet",
    )


def _described(held: Held, piece: Footprint) -> str:
    number = f"{held.number} " if held.number > 1 and not held.stacked else ""
    return f"{number}'{held.piece}' of {_size(piece.size, piece.shape)}"


def _size(size: Size, shape: str) -> str:
    w, h = round(size.w, 2), round(size.h, 2)
    return f"{w:g} mm across" if shape == "round" else f"{w:g} × {h:g} mm"


def part_span(game: GameContent, source: object) -> Span | None:
    """Return where the part of a face stands that a place comes from: at its `holds`."""
    if source is None:
        return None
    for face, spec in game.faces.items():
        for path, part in walk_parts(spec):
            if part is source:
                return game.span("faces", face, (*path, "holds")) or game.span("faces", face, path)
    return None


# -------------------------------------------------------------- what there is


def places_of(printable: Printable) -> Iterator[Found]:
    """Yield the places of a component that hold something, each with its true size."""
    seen: set[int] = set()
    bare: set[int] = set()
    for item in printable.items:
        for symbol in (item.front, item.back):
            if symbol is not None and id(symbol) not in seen:
                seen.add(id(symbol))
                yield from _walk(symbol.items, _WHOLE, bare)


def _walk(items: Iterable[Item], matrix: Matrix, bare: set[int]) -> Iterator[Found]:
    """Yield the places in a drawing; symbols that have none are looked through once."""
    for item in items:
        if isinstance(item, Place):
            if item.holds:
                across, along = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
                yield Found(item, Size(round(item.rect.w * across, 3), round(item.rect.h * along, 3)), matrix)
        elif isinstance(item, Group):
            yield from _walk(item.items, matrix.after(item.matrix) if item.matrix else matrix, bare)
        elif isinstance(item, Use) and id(item.symbol) not in bare:
            inner = list(_walk(item.symbol.items, matrix.after(item.matrix), bare))
            yield from inner
            if not inner:
                bare.add(id(item.symbol))


def footprints(
    game: GameContent, wanted: set[str], printables: Iterable[Printable], build: Build
) -> dict[str, Footprint]:
    """Return the room that each deck and piece of a game takes; what is not drawn yet and wanted is drawn for it."""
    drawn = {p.id: p for p in printables}
    known: dict[str, Footprint] = {}
    for printable in drawn.values():
        known |= {piece.id: piece for piece in printable.pieces}
        if printable.kind == "cards":
            known[printable.id] = Footprint(printable.id, printable.size)
    for name, piece in game.pieces.items():
        size = Size(*piece.size)
        standee = piece.kind == "standee"
        known[name] = Footprint(name, standee_base(size) if standee else size, "square" if standee else piece.shape)
    missing = wanted - set(known)
    for component in game.component_ids() if missing else ():
        if component in drawn or component in game.boards:
            continue
        if component not in game.decks or component in missing:
            made = build(component)
            known |= footprints(game, set(), [made], build) if made is not None else {}
    return known


# ------------------------------------------------------------- what fits where


def arrange(place: Place, size: Size, known: dict[str, Footprint]) -> list[Spot] | None:
    """Return how all that a place holds lies on it side by side, or None if there is no room."""
    pieces = [known[held.piece] for held in place.holds if not held.stacked for _ in range(held.number)]
    pile = [known[held.piece] for held in place.holds if held.stacked]
    if pile:
        pieces.insert(0, _pile(pile))
    if len(pieces) == 1:
        return _alone(place.shape, size, pieces[0])
    if fsum(piece.size.w * piece.size.h for piece in pieces) > size.w * size.h:
        return None
    for order in (pieces, sorted(pieces, key=lambda p: -max(p.size))):
        kinds = list(dict.fromkeys(order))
        for turns in product((False, True), repeat=min(len(kinds), 5)):
            turned = dict(zip(kinds, turns, strict=False))
            spots = _in_rows(place.shape, size, [Spot(p, 0, 0, turned.get(p, False)) for p in order])
            if spots is not None:
                return spots
    return None


def _pile(pieces: Sequence[Footprint]) -> Footprint:
    """Return the room that pieces on one pile take."""
    if len({piece[1:] for piece in pieces}) == 1:
        return pieces[0]
    size = Size(max(piece.size.w for piece in pieces), max(piece.size.h for piece in pieces))
    return Footprint(pieces[0].id, size)


def _alone(shape: str, size: Size, piece: Footprint) -> list[Spot] | None:
    """Return a single piece in the middle of a place, turned if that helps."""
    for turned in (False, True):
        spot = Spot(piece, 0, 0, turned)
        w, h = spot.room.w + CLEARANCE, spot.room.h + CLEARANCE
        if _holds_one(shape, size, piece.shape, w, h):
            return [spot]
    return None


def _holds_one(place: str, size: Size, piece: str, w: float, h: float) -> bool:
    if place == "square":
        return w <= size.w + _SLACK and h <= size.h + _SLACK
    if place == "round":
        across = {"round": max(w, h), "hex": max(w, h)}.get(piece, hypot(w, h))
        return across <= min(size) + _SLACK
    if piece == "round":
        return max(w, h) <= min(size) + _SLACK
    if piece == "hex":
        return min(w, h) <= min(size) + _SLACK and max(w, h) <= max(size) + CLEARANCE
    return _width_at(place, size, -h / 2, h / 2) >= w - _SLACK


def _in_rows(shape: str, size: Size, pieces: Sequence[Spot]) -> list[Spot] | None:
    """Lay pieces in rows from the top, as many in each as there is room; try again a little lower if it fails."""
    lower = 1 if shape == "square" else _TRIES
    tries = (_rows_from(shape, size, pieces, -size.h / 2 + start * size.h / 2 / _TRIES) for start in range(lower))
    return next((spots for spots in tries if spots is not None), None)


def _rows_from(shape: str, size: Size, pieces: Sequence[Spot], top: float) -> list[Spot] | None:
    done: list[Spot] = []
    rest = list(pieces)
    while rest:
        row: list[Spot] = []
        while rest:
            grown = [*row, rest[0]]
            deep = max(p.room.h for p in grown) + CLEARANCE
            wide = fsum(p.room.w + CLEARANCE for p in grown)
            if wide > _width_at(shape, size, top, top + deep) + _SLACK:
                break
            row.append(rest.pop(0))
        if not row:
            return None
        deep = max(p.room.h for p in row) + CLEARANCE
        x = -fsum(p.room.w + CLEARANCE for p in row) / 2
        for spot in row:
            done.append(spot._replace(x=x + (spot.room.w + CLEARANCE) / 2, y=top + deep / 2))
            x += spot.room.w + CLEARANCE
        top += deep
    spare = size.h / 2 - top
    return [s._replace(y=s.y + spare / 2) for s in done] if shape == "square" else done


def _width_at(shape: str, size: Size, top: float, bottom: float) -> float:
    """Return how wide a place is all the way between two heights, measured from its middle; 0 outside."""
    far = max(abs(top), abs(bottom))
    if far > size.h / 2 + _SLACK:
        return 0.0
    if shape == "round":
        return float(2 * max(0.0, (size.h / 2) ** 2 - far**2) ** 0.5)
    if shape == "hex":
        return size.w - 2 * far / SQRT3
    if shape == "hex-pointy":
        side = size.h / 2
        return size.w if far <= side / 2 else 2 * SQRT3 * (side - far)
    return size.w


def spot_rect(found: Found, spot: Spot) -> Rect:
    """Return where a piece lies, in the page's mm, for places that are not turned."""
    place = found.place.rect
    cx, cy = found.matrix.apply(place.cx, place.cy)
    room = spot.room
    return Rect(cx + spot.x - room.w / 2, cy + spot.y - room.h / 2, room.w, room.h)
