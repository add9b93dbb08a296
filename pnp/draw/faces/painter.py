"""The painter: draws the faces of one game in one style, part by part.

A face's parts that do not depend on the record are drawn once and become a symbol that every card shares, which
keeps files small and builds fast. How a part is drawn says the module of its kind, which registers itself here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path as FilePath
from typing import Any, Generic, TypeVar

from msgspec import to_builtins
from msgspec.structs import asdict

from pnp.context import meter
from pnp.diagnostics import one_of
from pnp.draw.drawing import Drawing, Group, Held, Item, Place, Symbol, Use
from pnp.draw.faces.brush import UNMOVED, Brush
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.icons import IconLibrary
from pnp.draw.pictures import Picture
from pnp.draw.safety import SafeZone
from pnp.draw.style import Style, UnknownRole
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.limits import MOST_NESTED_FACES, LimitReached
from pnp.load.values import Names
from pnp.model import Box, Face, Holding, Part, PartBase

P = TypeVar("P", bound=PartBase)

Drawer = Callable[["Painter", P, Rect, Frame, list[Item]], None]
"""Draws a part into its box: painter, part, box, the frame it is measured in, and where its items go."""

GameDrawing = Callable[["Painter", Names, Rect], list[Item]]
"""A drawing by a game's own code: painter, names of the record, and the box to draw into."""


def _never(_part: object) -> bool:
    return False


def _square(_part: object, _box: Rect) -> str:
    return "square"


@dataclass(frozen=True)
class Kind(Generic[P]):
    """A kind of part: how it is drawn, and what sets it apart from a text or an icon."""

    draw: Drawer[P]
    varies: bool = False
    """It may look different for every record, whatever its fields say."""
    own_places: bool = False
    """It has a place in each of its cells, not one as large as its box."""
    shapes: bool = False
    """It is made of shapes, which lose nothing where they touch the edge of a card."""
    ornament: Callable[[P], bool] = _never
    """Whether it may be cut off anywhere."""
    place_shape: Callable[[P, Rect], str] = _square
    """The shape of the place that it is, in its box."""


KINDS: dict[type[PartBase], Kind[Any]] = {}
"""Every kind of part; the modules of this package add theirs."""


def draws(
    part: type[P],
    *,
    varies: bool = False,
    own_places: bool = False,
    shapes: bool = False,
    ornament: Callable[[P], bool] = _never,
    place_shape: Callable[[P, Rect], str] = _square,
) -> Callable[[Drawer[P]], Drawer[P]]:
    """Register the function that draws a kind of part."""

    def register(draw: Drawer[P]) -> Drawer[P]:
        KINDS[part] = Kind(draw, varies, own_places, shapes, ornament, place_shape)
        return draw

    return register


def is_constant(part: Part) -> bool:
    """Say whether a part looks the same for every record."""
    return not KINDS[type(part)].varies and not any("{{" in t or "{%" in t for t in _texts(to_builtins(part)))


def _texts(value: object) -> Iterator[str]:
    """Yield every text of plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


class Painter(Brush):
    """Draws the faces of one game in one style."""

    def __init__(
        self,
        faces: Mapping[str, Face],
        style: Style,
        icons: IconLibrary,
        folder: FilePath,
        drawings: Mapping[str, GameDrawing] | None = None,
        *,
        opaque: bool = False,
        families: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(style, icons, families or {})
        self.opaque = opaque
        """No picture may have transparent parts."""
        self.drawings = drawings or {}
        self.faces = faces
        self.folder = folder
        self.pictures: dict[FilePath, Picture] = {}
        """Picture files that were read."""
        self.shown: dict[tuple[FilePath, int], Picture] = {}
        """Pictures as they are printed with so many pixels an inch: in the style, and no finer than paper shows."""
        self.coarse: list[FaceFault] = []
        """Pictures with few pixels, since somebody last looked."""
        self.art: dict[tuple[FilePath, str], Symbol] = {}
        """SVG files as they are drawn, by the colour of what says none of its own."""
        self.art_ids: set[int] = set()
        """Identities of these symbols."""
        self.used_faces: set[str] = set()
        self.unsafe: list[FaceFault] = []
        """Parts that come too near to an edge, since somebody last looked."""
        self._plans: dict[tuple[str, Size, float, float], list[Symbol | tuple[int, Part]]] = {}
        self._boxes: dict[tuple[tuple[float | str, ...], Size], Rect] = {}
        self._zone = SafeZone(self.icon_ids, self.art_ids)

    # ------------------------------------------------------------- faces

    def draw(self, face: str, size: Size, names: Names, bleed: float = 0.0, safe: float = 0.0) -> Drawing:
        """Draw a face with the names of one record; note in `unsafe` what comes nearer than `safe` mm to an edge."""
        own = self.faces[face].safe if face in self.faces else None
        frame = Frame(size, bleed, names, 0, safe if own is None or not safe else own)
        return Drawing(size, tuple(self._face_items(face, frame)), bleed)

    def nested(self, face: str, place: Rect, names: Names, frame: Frame, out: list[Item]) -> None:
        """Draw a face into a place of another one."""
        if frame.depth >= MOST_NESTED_FACES:
            raise FaceFault("cycle", f"faces are nested more than {MOST_NESTED_FACES} deep", "face")
        size = Size(round(place.w, 4), round(place.h, 4))
        out.append(Group(tuple(self._face_items(face, frame.within(size, names))), shift(place.x, place.y)))

    def is_constant_face(self, name: str) -> bool:
        """Say whether a face looks the same for every record."""
        face = self.faces.get(name)
        return face is not None and all(is_constant(part) for part in face.parts)

    def _face_items(self, name: str, frame: Frame) -> list[Item]:
        own = self.faces.get(name)
        if own is not None and own.least_size != frame.least_size:
            frame = frame._replace(least_size=own.least_size)
        key = (name, frame.size, frame.bleed, frame.safe)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(name, frame)
        items: list[Item] = []
        for step in plan:
            if isinstance(step, Symbol):
                items.append(Use(step, UNMOVED))
            else:
                self._part_at(name, step[0], step[1], frame, items)
        return items

    def _plan(self, name: str, frame: Frame) -> list[Symbol | tuple[int, Part]]:
        """Draw runs of constant parts once, keep the others for each record."""
        face = self.faces.get(name)
        if face is None:
            raise FaceFault("reference", f"there is no face '{name}'", hint=one_of(name, self.faces))
        self.used_faces.add(name)
        plan: list[Symbol | tuple[int, Part]] = []
        run: list[Item] = []
        box = Rect(0, 0, *frame.size).inset(-frame.bleed - 1)
        for index, part in enumerate(face.parts):
            if is_constant(part):
                self._part_at(name, index, part, frame._replace(names={}), run)
                continue
            if run:
                plan.append(Symbol(run, box))
                run = []
            plan.append((index, part))
        if run:
            plan.append(Symbol(run, box))
        return plan

    # ------------------------------------------------------------- parts

    def _part_at(self, face: str, index: int, part: Part, frame: Frame, out: list[Item]) -> None:
        start, coarse = len(out), len(self.coarse)
        try:
            self.part(part, frame, out)
        except FaceFault as fault:
            if not fault.face:
                fault.face, fault.path = face, ("parts", index, *fault.path)
            raise
        for note in self.coarse[coarse:]:
            if not note.face:
                note.face, note.path = face, ("parts", index, *note.path)
        if frame.safe:
            self._check_safe(face, index, part, frame, out[start:])

    def _check_safe(self, face: str, index: int, part: Part, frame: Frame, items: list[Item]) -> None:
        """Note a part of a card or chit that comes too near to where it is cut."""
        kind = KINDS[type(part)]
        if kind.ornament(part):
            return
        safe = frame.safe if part.safe is None else part.safe
        gap = self._zone.breach(items, frame.size, safe, shapes=kind.shapes)
        if gap is not None:
            where = f"ends {gap:.1f} mm from the edge" if gap >= 0 else f"reaches {-gap:.1f} mm over the edge"
            message = f"the part {where}, where {safe:g} mm are kept clear for cutting"
            hint = "move it inwards, let it touch the edge, or write 'safe: 0' if it may be cut off"
            fault = FaceFault("safe", message, hint=hint)
            fault.face, fault.path = face, ("parts", index)
            self.unsafe.append(fault)

    def part(self, part: Part, frame: Frame, out: list[Item]) -> None:
        """Draw one part into a frame."""
        try:
            meter().spend("game_drawn")
            self._draw_part(part, frame, out)
        except LimitReached as limit:
            raise FaceFault("size", str(limit), hint=limit.hint) from None
        except FaceFault as fault:
            if fault.code in ("icon", "role") and not fault.face and not fault.path:
                fault.blame_record = "{" in str(asdict(part).get(fault.field, ""))
            raise

    def _draw_part(self, part: Part, frame: Frame, out: list[Item]) -> None:
        if part.when is not True and not frame.asks(part.when):
            return
        kind, box = KINDS[type(part)], self._box(part.at, frame)
        inner: list[Item] = [] if part.turn else out
        kind.draw(self, part, box, frame, inner)
        if not kind.own_places:
            place(part, part.holds, box, kind.place_shape(part, box), frame, inner)
        if part.turn:
            out.append(Group(tuple(inner), _turned(box, part.turn)))

    def _box(self, at: Box, frame: Frame) -> Rect:
        box = self._boxes.get((at, frame.size))
        if box is not None:
            return box
        filled = tuple([frame.text(v, "at") if isinstance(v, str) and "{" in v else v for v in at])
        box = self._boxes.get((filled, frame.size))
        if box is None:
            box = self._boxes[filled, frame.size] = frame.measured(at)
        return box

    def ink(self, role: str, frame: Frame, field: str) -> str:
        """Return the ink of a part's role field."""
        return self.ink_of(frame.text(role, field), field)

    def held(self, holds: Holding | list[Holding], names: Names) -> tuple[Held, ...]:
        """Fill in what a place holds that a game's own code draws."""
        return Frame(Size(0, 0), 0.0, names, 0).held(holds)

    def game_drawing(self, name: str, names: Names, box: Rect) -> list[Item]:
        """Let the game's own code draw something from a record, whose shape only its content decides."""
        make = self.drawings.get(name)
        if make is None:
            hint = one_of(name, self.drawings)
            raise FaceFault("drawing", f"the game has no drawing '{name}'", "drawing", hint=hint)
        try:
            return make(self, names, box)
        except UnknownRole as fault:
            raise self.unknown_role(str(fault), "drawing") from None
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            lacks = f"{type(error).__name__}: {error}"
            raise FaceFault("drawing", f"'{name}' cannot be drawn from this record ({lacks})", "drawing") from error


def place(part: Part, holds: Holding | list[Holding], box: Rect, shape: str, frame: Frame, out: list[Item]) -> None:
    """Report a place for what stands there, if anything does."""
    if holds:
        out.append(Place(box, frame.held(holds), shape, source=part))


def _turned(box: Rect, degrees: float) -> Matrix:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return Matrix(c, s, -s, c, box.cx - c * box.cx + s * box.cy, box.cy - s * box.cx - c * box.cy)
