"""Faces: templates of a few part kinds, filled in with one record and drawn in one style.

A face's parts that do not depend on the record are drawn once and become a symbol that
every card shares, which keeps files small and builds fast.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import fsum
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from pnp.diagnostics import one_of
from pnp.draw.art import draw_art
from pnp.draw.colours import contrast, mix
from pnp.draw.drawing import (
    Drawing,
    Group,
    Held,
    Image,
    Item,
    Outline,
    Path,
    Place,
    Segment,
    Symbol,
    Use,
    polygon,
    polyline,
    rectangle,
    segments_in,
)
from pnp.draw.hexes import fit_lattice
from pnp.draw.icons import Icon, IconFault, IconLibrary, read_icon
from pnp.draw.patterns import textured
from pnp.draw.pictures import PictureFault, alpha_of, find_file, read_picture
from pnp.draw.safety import SafeZone
from pnp.draw.style import LARGE_AREA, Style, UnknownRole
from pnp.draw.text import TextStyle, fit_text, lacking_glyphs, place_text
from pnp.geometry import Matrix, Rect, Size, scale_at, shift
from pnp.limits import METER, MOST_CELLS, MOST_NESTED_FACES, MOST_PIPS, MOST_ROUNDS, LimitReached
from pnp.load.template import Names, TemplateFault, compile_loop, compile_text
from pnp.model import (
    ArtPart,
    BoxPart,
    Cell,
    DrawingPart,
    Face,
    FacePart,
    GridPart,
    HexesPart,
    Holding,
    IconPart,
    LinePart,
    Part,
    PipsPart,
    RepeatPart,
    SlotsPart,
    TextPart,
)

_LENGTH = re.compile(r"\s*(?:(-?\d+(?:\.\d+)?)\s*%)?\s*(?:([-+]?)\s*(\d+(?:\.\d+)?))?\s*")
_EDGE = 0.01
_SEGMENTS_PER_MM2 = 1.5
"""How dense the densest pattern is; what an area may cost is counted before it is drawn."""


class FaceFault(Exception):
    """What is wrong with a face: the field of the part, and whether the record is to blame."""

    def __init__(
        self,
        code: str,
        message: str,
        field: str = "",
        *,
        hint: str | None = None,
        offset: int = 0,
        length: int = 0,
        blame_record: bool = False,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.hint = hint
        self.offset = offset
        self.length = length
        self.blame_record = blame_record
        self.face = ""
        self.path: tuple[str | int, ...] = ()


@lru_cache(maxsize=4096)
def _length(text: str) -> tuple[float, float] | None:
    match = _LENGTH.fullmatch(" ".join(text.split())) if len(text) < 100 else None
    if not match or (match[1] is None and match[3] is None):
        return None
    share = float(match[1]) / 100 if match[1] is not None else 0.0
    mm = float(match[3]) * (-1 if match[2] == "-" else 1) if match[3] is not None else 0.0
    return share, mm


class Frame(NamedTuple):
    """The area that parts are measured in: its size, how far fills may bleed, and the names for templates."""

    size: Size
    bleed: float
    names: Names
    depth: int
    safe: float = 0.0
    """How far what matters keeps from the edges; 0 where nothing is cut."""


GameDrawing = Callable[["Painter", Names, Rect], list[Item]]
"""A drawing by a game's own code: painter, names of the record, and the box to draw into."""


class Painter:
    """Draws the faces of one game in one style."""

    def __init__(
        self,
        faces: Mapping[str, Face],
        style: Style,
        icons: IconLibrary,
        folder: FilePath,
        drawings: "Mapping[str, GameDrawing] | None" = None,
        *,
        opaque: bool = False,
    ) -> None:
        self.opaque = opaque
        """No picture may have transparent parts."""
        self.drawings = drawings or {}
        self.faces = faces
        self.style = style
        self.icons = icons
        self.folder = folder
        self.used_faces: set[str] = set()
        self._plans: dict[tuple[str, Size, float, float], list[Symbol | tuple[int, Part]]] = {}
        self._icon_symbols: dict[tuple[str, str, str], Symbol] = {}
        self._textures: dict[tuple[Outline, str, str], Symbol] = {}
        self._boxes: dict[tuple[tuple[Any, ...], Size], Rect] = {}
        self._styles: dict[int, tuple[TextPart, TextStyle]] = {}
        self._pictures: dict[FilePath, tuple[bytes, str, int, int]] = {}
        self._texts: dict[tuple[str, TextStyle, Rect, str], list[Item]] = {}
        self._zone = SafeZone()
        self.unsafe: list[FaceFault] = []
        """Parts that come too near to an edge, since somebody last looked."""

    def draw(self, face: str, size: Size, names: Names, bleed: float = 0.0, safe: float = 0.0) -> Drawing:
        """Draw a face with the names of one record; note in `unsafe` what comes nearer than `safe` mm to an edge."""
        own = self.faces[face].safe if face in self.faces else None
        frame = Frame(size, bleed, names, 0, safe if own is None or not safe else own)
        return Drawing(size, tuple(self._face_items(face, frame)), bleed)

    def is_constant_face(self, name: str) -> bool:
        """Say whether a face looks the same for every record."""
        face = self.faces.get(name)
        return face is not None and all(is_constant(part) for part in face.parts)

    def _face_items(self, name: str, frame: Frame) -> list[Item]:
        key = (name, frame.size, frame.bleed, frame.safe)
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = self._plan(name, frame)
        items: list[Item] = []
        for step in plan:
            if isinstance(step, Symbol):
                items.append(Use(step, _IDENTITY))
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

    def _part_at(self, face: str, index: int, part: Part, frame: Frame, out: list[Item]) -> None:
        start = len(out)
        try:
            self.part(part, frame, out)
        except FaceFault as fault:
            if not fault.face:
                fault.face, fault.path = face, ("parts", index, *fault.path)
            raise
        if frame.safe:
            self._check_safe(face, index, part, frame, out[start:])

    def _check_safe(self, face: str, index: int, part: Part, frame: Frame, items: list[Item]) -> None:
        """Note a part of a card or chit that comes too near to where it is cut."""
        safe = frame.safe if part.safe is None else part.safe
        if isinstance(part, ArtPart) and part.art and not part.file:
            return
        shapes = isinstance(part, (BoxPart, LinePart, ArtPart))
        gap = self._zone.breach(items, frame.size, safe, shapes=shapes)
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
            METER.spend("game_drawn")
            self._draw_part(part, frame, out)
        except LimitReached as limit:
            raise FaceFault("size", str(limit), hint=limit.hint) from None
        except FaceFault as fault:
            if fault.code in ("icon", "role") and not fault.face and not fault.path:
                fault.blame_record = "{" in str(getattr(part, fault.field, ""))
            raise

    def _draw_part(self, part: Part, frame: Frame, out: list[Item]) -> None:
        if part.when is not True and not self._true(part.when, frame.names):
            return
        box = self._box(part.at, frame)
        inner: list[Item] = [] if part.turn else out
        _DRAW[type(part)](self, part, box, frame, inner)
        if part.holds and not isinstance(part, _HOLD_BY_CELLS):
            round_ = isinstance(part, BoxPart) and abs(box.w - box.h) < _EDGE and part.radius > box.w / 2 - _EDGE
            self._place(part, part.holds, box, "round" if round_ else "square", frame.names, inner)
        if part.turn:
            out.append(Group(tuple(inner), _turned(box, part.turn)))

    def _place(
        self, part: Part, holds: Holding | list[Holding], box: Rect, shape: str, names: Names, out: list[Item]
    ) -> None:
        """Report a place for what stands there."""
        if holds:
            out.append(Place(box, self.held(holds, names), shape, source=part))

    def held(self, holds: Holding | list[Holding], names: Names) -> tuple[Held, ...]:
        """Fill in what a place holds."""
        return tuple(
            Held(self.text(h.piece, names, "holds"), max(1, self.number(h.count, names, "holds", 200)), h.stacked)
            for h in (holds if isinstance(holds, list) else [holds])
        )

    # ------------------------------------------------------------ values

    def text(self, text: str, names: Names, field: str) -> str:
        """Fill a template field in."""
        template = compile_text(text)
        if template.constant:
            return text
        try:
            return template.render(names)
        except TemplateFault as fault:
            raise _template_fault(fault, field) from None

    def value(self, text: str, names: Names, field: str) -> Any:
        """Work a template field out to a value."""
        try:
            return compile_text(text).value(names)
        except TemplateFault as fault:
            raise _template_fault(fault, field) from None

    def number(self, value: int | str, names: Names, field: str, most: int) -> int:
        """Work a field out to a whole number within bounds."""
        result = self.value(value, names, field) if isinstance(value, str) else value
        if isinstance(result, str) and re.fullmatch(r"\s*\d{1,6}\s*", result):
            result = int(result)
        if isinstance(result, float) and result.is_integer():
            result = int(result)
        if isinstance(result, bool) or not isinstance(result, int):
            raise FaceFault("type", f"'{field}' must be a whole number, not '{result}'", field)
        if not 0 <= result <= most:
            raise FaceFault("range", f"'{field}' must be between 0 and {most}, not {result}", field)
        return result

    def _true(self, value: str | bool, names: Names) -> bool:
        if isinstance(value, bool):
            return value
        if "{" not in value:
            hint = f'to ask whether it is true, write "{{{{ {value.strip()} }}}}"'
            raise FaceFault("when", f"'{value}' is a plain text, not a question", "when", hint=hint)
        result = self.value(value, names, "when")
        return (
            result.strip().lower() not in ("", "false", "none", "0", "no") if isinstance(result, str) else bool(result)
        )

    def _box(self, at: tuple[Any, Any, Any, Any], frame: Frame) -> Rect:
        box = self._boxes.get((at, frame.size))
        if box is not None:
            return box
        names = frame.names
        filled = tuple([self.text(v, names, "at") if isinstance(v, str) and "{" in v else v for v in at])
        box = self._boxes.get((filled, frame.size))
        if box is None:
            box = self._boxes[filled, frame.size] = self._measured(at, frame)
        return box

    def _measured(self, at: tuple[Any, Any, Any, Any], frame: Frame) -> Rect:
        w, h = frame.size
        box = Rect(
            self.length(at[0], w, frame.names),
            self.length(at[1], h, frame.names),
            self.length(at[2], w, frame.names),
            self.length(at[3], h, frame.names),
        )
        if box.w < 0 or box.h < 0 or not Rect(0, 0, w, h).contains(box):
            shown = ", ".join(f"{v:g}" for v in box)
            raise FaceFault("outside", f"the part [{shown}] reaches outside the face of {w:g} × {h:g} mm", "at")
        return box

    def length(self, value: float | str, whole: float, names: Names, field: str = "at") -> float:
        """Work a length out in mm."""
        if not isinstance(value, str):
            return value
        text = self.text(value, names, field)
        parsed = _length(text)
        if parsed is None:
            raise FaceFault("length", f'\'{text}\' is not a length such as 12, "50%" or "100% - 4"', field)
        return parsed[0] * whole + parsed[1]

    def ink(self, role: str, names: Names, field: str) -> str:
        """Return the ink of a role field."""
        name = self.text(role, names, field)
        try:
            return self.style.ink(name)
        except UnknownRole:
            raise self._unknown_role(name, field) from None

    def _unknown_role(self, name: str, field: str) -> FaceFault:
        return FaceFault("role", f"no palette has the role '{name}'", field, hint=one_of(name, self.style.roles))

    def fill_area(
        self, outline: Outline, bounds: Rect, role: str, texture: bool, out: list[Item], field: str = "fill"
    ) -> None:
        """Fill an area with a role; in low-ink by outline and pattern."""
        try:
            fill = self.style.fill(role)
        except UnknownRole:
            raise self._unknown_role(role, field) from None
        if fill.flat is not None:
            out.append(Path(outline, fill=fill.flat))
        elif fill.outline is not None:
            out.append(Path(outline, fill="#ffffff", stroke=fill.outline, width=0.25))
        if texture and fill.pattern != "plain":
            key = (outline, fill.pattern, fill.pattern_colour)
            symbol = self._textures.get(key)
            if symbol is None:
                METER.expect("game_drawn", int(bounds.w * bounds.h * _SEGMENTS_PER_MM2))
                symbol = self._textures[key] = Symbol(
                    textured(outline, bounds, fill.pattern, fill.pattern_colour), bounds
                )
                METER.spend("game_drawn", segments_in(symbol.items))
            out.append(Use(symbol, _IDENTITY))

    # ------------------------------------------------------------- icons

    def icon(self, name: str, box: Rect, colour: str, field: str = "icon", *, empty: bool = False) -> Use:
        """Place an icon, centred in its box; empty ones are outlines, and in low-ink large ones too."""
        hollow = self.style.low_ink and box.w * box.h > LARGE_AREA
        look = "empty" if empty else "hollow" if hollow else ""
        key = (name, colour, look)
        symbol = self._icon_symbols.get(key)
        if symbol is None:
            symbol = self._icon_symbols[key] = self._icon_symbol(name, colour, look, field)
            self._zone.icons.add(id(symbol))
        w, h = symbol.box.w - 6, symbol.box.h - 6
        factor = min(box.w / w, box.h / h)
        return Use(symbol, scale_at(box.cx - w * factor / 2, box.cy - h * factor / 2, factor))

    def _icon_symbol(self, name: str, colour: str, look: str, field: str) -> Symbol:
        try:
            icon = self.icons.get(name)
        except IconFault as fault:
            raise FaceFault("icon", str(fault), field) from None
        if icon is None:
            raise FaceFault("icon", f"there is no icon '{name}'", field, hint=one_of(name, self.icons.names()))
        METER.spend("game_drawn", sum(map(len, icon.outlines)))
        return Symbol(_icon_paths(icon, colour, look), Rect(-3, -3, icon.width + 6, icon.height + 6))

    # ------------------------------------------------------------- parts

    def _draw_box(self, part: BoxPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        role = self.text(part.fill, frame.names, "fill")
        if role:
            area = _into_bleed(box, frame)
            self.fill_area(rectangle(area, part.radius), area, role, part.texture, out)
        if part.stroke:
            stroke = self.text(part.stroke, frame.names, "stroke")
            if stroke:
                colour = self.ink(stroke, frame.names, "stroke")
                out.append(Path(rectangle(box, part.radius), stroke=colour, width=part.width, dash=_dash(part)))

    def _draw_text(self, part: TextPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        text = self.text(part.text, frame.names, "text")
        if not text.strip():
            return
        colour = self.ink(part.colour, frame.names, "colour")
        known = self._styles.get(id(part))
        if known is None:
            known = self._styles[id(part)] = (part, _text_style(part))
        self.set_text(text, known[1], box, colour, out, fixed="{" not in part.text)

    def set_text(
        self, text: str, style: TextStyle, box: Rect, colour: str, out: list[Item], *, fixed: bool = True
    ) -> None:
        """Set a text into a box, or fail with the room that is missing."""
        key = (text, style, box, colour)
        METER.spend("game_drawn", len(text) // 10)
        items = self._texts.get(key)
        if items is None:
            items = self._texts[key] = self._set(text, style, box, colour, fixed=fixed)
        out += items

    def _set(self, text: str, style: TextStyle, box: Rect, colour: str, *, fixed: bool) -> list[Item]:
        for name, lacking in lacking_glyphs(text, style).items():
            shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in lacking[:5])
            raise FaceFault("glyph", f"the {name} font has no glyph for {shown}", "text", blame_record=not fixed)
        fit = fit_text(text, style, box.w, box.h)
        if not fit.fits:
            short = text if len(text) <= 40 else text[:39] + "…"
            missing = [
                f"{mm:.1f} mm too {word}"
                for mm, word in ((fit.missing_width, "wide"), (fit.missing_height, "high"))
                if mm > 0.01
            ]
            raise FaceFault(
                "overflow",
                f"the text '{short}' is {' and '.join(missing)} at {fit.size:g} pt",
                "text",
                hint="shorten the text, enlarge its box, or allow a smaller size",
                blame_record=not fixed,
            )
        return place_text(fit, style, box, colour, lambda name, rect: [self.icon(name, rect, colour, "text")])

    def _draw_icon(self, part: IconPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        name = self.text(part.icon, frame.names, "icon")
        if name:
            out.append(self.icon(name, box, self.ink(part.colour, frame.names, "colour")))

    def _draw_pips(self, part: PipsPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        count = self.number(part.count, frame.names, "count", MOST_PIPS)
        places = max(count, self.number(part.of, frame.names, "of", MOST_PIPS))
        if not places:
            return
        METER.spend("game_drawn", places)
        name = self.text(part.icon, frame.names, "icon")
        colour = self.ink(part.colour, frame.names, "colour")
        side = min(box.w, box.h)
        across, along = (box.h, box.w) if part.flow == "row" else (box.w, box.h)
        side = min(across, (along - part.gap * (places - 1)) / places)
        if side <= 0:
            raise FaceFault("overflow", f"{places} pips do not fit", "count")
        start = -(places * side + (places - 1) * part.gap) / 2
        for i in range(places):
            offset = start + i * (side + part.gap) + side / 2
            x, y = (box.cx + offset, box.cy) if part.flow == "row" else (box.cx, box.cy + offset)
            place = Rect(x - side / 2, y - side / 2, side, side)
            if i < count:
                out.append(self.icon(name, place, colour))
            elif part.empty:
                out.append(self.icon(name, place, self.ink(part.empty, frame.names, "empty"), empty=True))

    def _draw_line(self, part: LinePart, box: Rect, frame: Frame, out: list[Item]) -> None:
        points = [
            (box.x + self.length(x, box.w, frame.names, "points"), box.y + self.length(y, box.h, frame.names, "points"))
            for x, y in part.points
        ]
        colour = self.ink(part.stroke, frame.names, "stroke")
        out.append(Path(polyline(points), stroke=colour, width=part.width, dash=_dash(part), round=True))

    def _rows(self, cells: list[str] | str, names: Names) -> list[str]:
        rows = self.value(cells, names, "cells") if isinstance(cells, str) else cells
        if isinstance(rows, str):
            rows = rows.strip("\n").split("\n")
        if not isinstance(rows, (list, tuple)) or not rows or not all(isinstance(r, str) for r in rows):
            raise FaceFault("cells", "'cells' must be a list of text rows", "cells")
        if len(rows) * max(len(r) for r in rows) > MOST_CELLS:
            raise FaceFault("cells", f"more than {MOST_CELLS} cells", "cells")
        METER.spend("game_drawn", 10 * sum(map(len, rows)))
        return list(rows)

    def _cell(self, cell: Cell, outline: Outline, bounds: Rect, names: Names, out: list[Item]) -> None:
        role = self.text(cell.fill, names, "legend")
        if role:
            self.fill_area(outline, bounds, role, cell.texture, out, "legend")

    def _cell_marks(self, cell: Cell, bounds: Rect, names: Names, out: list[Item]) -> None:
        inner = bounds.inset(bounds.w * 0.16)
        name = self.text(cell.icon, names, "legend")
        if name:
            out.append(self.icon(name, inner, self.ink(cell.colour, names, "legend"), "legend"))
        text = self.text(cell.text, names, "legend")
        if text:
            size = max(7.0, min(inner.h * 1.8, 28.0))
            style = TextStyle("sans", True, False, 7.0, size, "center", "middle")
            self.set_text(text, style, inner, self.ink(cell.colour, names, "legend"), out, fixed=False)

    def _legend(self, part: GridPart | HexesPart, letter: str) -> Cell | None:
        if letter in part.legend:
            return part.legend[letter]
        if letter in " .":
            return None
        raise FaceFault(
            "legend", f"the letter '{letter}' is not in the legend", "cells", hint=one_of(letter, part.legend)
        )

    def _draw_grid(self, part: GridPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        rows = self._rows(part.cells, frame.names) if part.cells else []
        height = len(rows) or self.number(part.rows, frame.names, "rows", 200)
        width = max((len(r) for r in rows), default=0) or self.number(part.columns, frame.names, "columns", 200)
        if part.names == "cells":
            METER.spend("game_drawn", 10 * width * height)
        if not width or not height:
            raise FaceFault("cells", "a grid needs cells, or columns and rows", "cells")
        label = 4.0 if part.names == "edges" else 0.0
        area = Rect(box.x + label, box.y + label, box.w - label, box.h - label)
        cw, ch = area.w / width, area.h / height
        if part.square:
            cw = ch = min(cw, ch)
        x0, y0 = area.cx - cw * width / 2, area.cy - ch * height / 2
        marks: list[Item] = []
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                cell = self._legend(part, letter)
                if cell is not None:
                    bounds = Rect(x0 + x * cw, y0 + y * ch, cw, ch)
                    names = {**frame.names, "column": x + 1, "row": y + 1}
                    self._cell(cell, rectangle(bounds), bounds, names, out)
                    self._cell_marks(cell, bounds, names, marks)
                    self._place(part, cell.holds or part.holds, bounds, "square", names, marks)
        for y in range(0 if rows else height):
            for x in range(width):
                bounds = Rect(x0 + x * cw, y0 + y * ch, cw, ch)
                names = {**frame.names, "column": x + 1, "row": y + 1}
                self._place(part, part.holds, bounds, "square", names, marks)
        lines: list[Segment] = []
        for i in range(width + 1):
            lines += [("M", x0 + i * cw, y0), ("L", x0 + i * cw, y0 + height * ch)]
        for i in range(height + 1):
            lines += [("M", x0, y0 + i * ch), ("L", x0 + width * cw, y0 + i * ch)]
        if part.width:
            out.append(Path(tuple(lines), stroke=self.ink(part.stroke, frame.names, "stroke"), width=part.width))
        out += marks
        self._grid_names(part, Rect(x0, y0, cw, ch), width, height, frame, out)

    def _grid_names(self, part: GridPart, cell: Rect, width: int, height: int, frame: Frame, out: list[Item]) -> None:
        if part.names == "none":
            return
        colour = self.ink("muted", frame.names, "names")
        middle = TextStyle("sans", False, False, 7.0, 9.0, "center", "middle")
        if part.names == "edges":
            for x in range(width):
                self.set_text(column_name(x), middle, Rect(cell.x + x * cell.w, cell.y - 4, cell.w, 4), colour, out)
            for y in range(height):
                self.set_text(str(y + 1), middle, Rect(cell.x - 4, cell.y + y * cell.h, 4, cell.h), colour, out)
            return
        corner = TextStyle("sans", False, False, 7.0, 7.0, "left", "top")
        for y in range(height):
            for x in range(width):
                place = Rect(cell.x + x * cell.w + 0.6, cell.y + y * cell.h + 0.3, cell.w, cell.h)
                self.set_text(f"{column_name(x)}{y + 1}", corner, place, colour, out)

    def _draw_hexes(self, part: HexesPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        rows = self._rows(part.cells, frame.names)
        lattice = fit_lattice(max(len(r) for r in rows), len(rows), box, part.flat, part.side)
        if lattice.width > box.w + _EDGE or lattice.height > box.h + _EDGE:
            raise FaceFault("outside", f"the hexes need {lattice.width:.1f} × {lattice.height:.1f} mm", "side")
        stroke = self.ink(part.stroke, frame.names, "stroke")
        lines: list[Segment] = []
        marks: list[Item] = []
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                if letter == " ":
                    continue
                outline = polygon(lattice.corners(x, y))
                cx, cy = lattice.centre(x, y)
                half = lattice.side * 0.866
                bounds = Rect(cx - lattice.side, cy - lattice.side, 2 * lattice.side, 2 * lattice.side)
                cell = self._legend(part, letter)
                if cell is not None:
                    names = {**frame.names, "column": x + 1, "row": y + 1}
                    self._cell(cell, outline, bounds, names, out)
                    self._cell_marks(cell, Rect(cx - half * 0.8, cy - half * 0.8, half * 1.6, half * 1.6), names, marks)
                    self._place(part, cell.holds or part.holds, *lattice.cell(x, y), names, marks)
                lines += outline
                if part.names == "cells":
                    place = Rect(cx - half, cy + half * 0.42, 2 * half, half * 0.55)
                    style = TextStyle("sans", False, False, 7.0, 7.0, "center", "middle")
                    self.set_text(
                        f"{column_name(x)}{y + 1}", style, place, self.ink("muted", frame.names, "names"), marks
                    )
        if part.width:
            out.append(Path(tuple(lines), stroke=stroke, width=part.width))
        out += marks

    def _loop(self, each: str | list[str], names: Names) -> list[dict[str, Any]]:
        try:
            rounds = []
            for round_names, _ in compile_loop(each if isinstance(each, str) else tuple(each)).over(names):
                rounds.append(round_names)
                if len(rounds) > MOST_ROUNDS:
                    raise FaceFault("range", f"more than {MOST_ROUNDS} repetitions", "each")
            return rounds
        except TemplateFault as fault:
            raise _template_fault(fault, "each") from None

    def _draw_slots(self, part: SlotsPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        rounds = self._loop(part.each, frame.names)
        columns = max(1, self.number(part.columns, frame.names, "columns", 200))
        rows = max(1, self.number(part.rows, frame.names, "rows", 200))
        if len(rounds) > columns * rows:
            raise FaceFault("range", f"{len(rounds)} entries for {columns * rows} places", "each")
        w = (box.w - part.gap * (columns - 1)) / columns
        h = (box.h - part.gap * (rows - 1)) / rows
        for i, names in enumerate(rounds):
            row, column = divmod(i, columns)
            place = Rect(box.x + column * (w + part.gap), box.y + row * (h + part.gap), w, h)
            self._nested(part.face, place, names, frame.depth, out)
            self._place(part, part.holds, place, "square", names, out)

    def _draw_face(self, part: FacePart, box: Rect, frame: Frame, out: list[Item]) -> None:
        self._nested(part.face, box, frame.names, frame.depth, out)

    def _nested(self, face: str, place: Rect, names: Names, depth: int, out: list[Item]) -> None:
        if depth >= MOST_NESTED_FACES:
            raise FaceFault("cycle", f"faces are nested more than {MOST_NESTED_FACES} deep", "face")
        size = Size(round(place.w, 4), round(place.h, 4))
        items = self._face_items(face, Frame(size, 0.0, names, depth + 1))
        out.append(Group(tuple(items), shift(place.x, place.y)))

    def _draw_drawing(self, part: DrawingPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        drawn = self.game_drawing(part.drawing, frame.names, box)
        if part.holds:
            if not any(isinstance(item, Place) for item in drawn):
                message = f"the drawing '{part.drawing}' has no places on which pieces could stand"
                raise FaceFault("holds", message, "holds")
            drawn = hold(drawn, self.held(part.holds, frame.names), part)
        out += drawn

    def game_drawing(self, name: str, names: Names, box: Rect) -> list[Item]:
        """Let the game's own code draw something from a record, whose shape only its content decides."""
        make = self.drawings.get(name)
        if make is None:
            hint = one_of(name, self.drawings)
            raise FaceFault("drawing", f"the game has no drawing '{name}'", "drawing", hint=hint)
        try:
            return make(self, names, box)
        except UnknownRole as fault:
            raise self._unknown_role(str(fault), "drawing") from None
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            lacks = f"{type(error).__name__}: {error}"
            raise FaceFault("drawing", f"'{name}' cannot be drawn from this record ({lacks})", "drawing") from error

    def _draw_repeat(self, part: RepeatPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        dx = self.length(part.step[0], box.w, frame.names, "step")
        dy = self.length(part.step[1], box.h, frame.names, "step")
        for i, names in enumerate(self._loop(part.each, frame.names)):
            inner: list[Item] = []
            for j, child in enumerate(part.parts):
                try:
                    self.part(child, Frame(Size(box.w, box.h), 0.0, names, frame.depth + 1), inner)
                except FaceFault as fault:
                    if not fault.face:
                        fault.path = ("parts", j, *fault.path)
                    raise
            out.append(Group(tuple(inner), shift(box.x + i * dx, box.y + i * dy)))

    def _draw_art(self, part: ArtPart, box: Rect, frame: Frame, out: list[Item]) -> None:
        colour = self.ink(part.colour, frame.names, "colour")
        if part.art:
            METER.expect("game_drawn", int(box.w * box.h * _SEGMENTS_PER_MM2))
            art = draw_art(part.art, _into_bleed(box, frame), colour, light=self.style.low_ink)
            METER.spend("game_drawn", segments_in(art))
            out += art
        if part.file:
            out.append(self._picture(self.text(part.file, frame.names, "file"), part.fit, box, colour))

    def _picture(self, name: str, fit: str, box: Rect, colour: str) -> Item:
        try:
            path = find_file(self.folder, name)
            if path.suffix.lower() == ".svg":
                icon = read_icon(path)
                METER.spend("game_drawn", sum(map(len, icon.outlines)))
                factor = min(box.w / icon.width, box.h / icon.height)
                at = scale_at(box.cx - icon.width * factor / 2, box.cy - icon.height * factor / 2, factor)
                look = "hollow" if self.style.low_ink and box.w * box.h > LARGE_AREA else ""
                return Group(tuple(_icon_paths(icon, colour, look)), at)
            if path not in self._pictures:
                self._pictures[path] = read_picture(path)
            data, kind, width, height = self._pictures[path]
            if self.opaque and alpha_of(data) is not None:
                hint = "put it on its ground in an image editor, or build with --shop x4"
                message = f"'{name}' has transparent parts, which PDF/X-1a forbids"
                raise FaceFault("transparency", message, "file", hint=hint)
        except (PictureFault, IconFault) as fault:
            raise FaceFault("file", str(fault), "file") from None
        ratios = (box.w / width, box.h / height)
        factor = max(ratios) if fit == "cover" else min(ratios)
        w, h = width * factor, height * factor
        image = Image(data, kind, Rect(box.cx - w / 2, box.cy - h / 2, w, h))
        return Group((image,), clip=rectangle(box)) if fit == "cover" else image


_IDENTITY = Matrix(1, 0, 0, 1, 0, 0)
_HOLD_BY_CELLS = (GridPart, HexesPart, SlotsPart, DrawingPart)
"""Parts that have a place in each of their cells, not one as large as their box."""


def hold(items: Iterable[Item], held: tuple[Held, ...], source: object = None) -> list[Item]:
    """Say what the places of a drawing hold that do not say it themselves."""
    return [
        item._replace(holds=held, source=source) if isinstance(item, Place) and not item.holds else item
        for item in items
    ]


def is_constant(part: Part) -> bool:
    """Say whether a part looks the same for every record."""
    if isinstance(part, (SlotsPart, FacePart, RepeatPart, DrawingPart)):
        return False
    return not any("{{" in text or "{%" in text for text in _texts(part))


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in _texts(item)]
    if isinstance(value, dict):
        return [t for item in value.values() for t in _texts(item)]
    if hasattr(value, "__struct_fields__"):
        return [t for field in value.__struct_fields__ for t in _texts(getattr(value, field))]
    return []


def _icon_paths(icon: Icon, colour: str, look: str) -> list[Path]:
    if look == "empty":
        return [Path(o, stroke=colour, width=icon.width * 0.06, even_odd=True) for o in icon.outlines]
    if look == "hollow":
        return [Path(o, fill="#ffffff", stroke=colour, width=icon.width * 0.018, even_odd=True) for o in icon.outlines]
    if 1.05 < contrast(colour, "#ffffff") < 1.9:
        edge = mix(colour, "#000000", 0.45)
        return [Path(o, fill=colour, stroke=edge, width=icon.width * 0.014, even_odd=True) for o in icon.outlines]
    return [Path(o, fill=colour, even_odd=True) for o in icon.outlines]


def _dash(part: BoxPart | LinePart) -> tuple[float, ...]:
    """Return the dashes of a line, which no printer draws if all are nothing."""
    if part.dash and (min(part.dash) < 0 or fsum(part.dash) < 0.05):
        raise FaceFault("range", "'dash' needs lengths of 0 mm or more, not all of them 0", "dash")
    return tuple(part.dash)


def _into_bleed(box: Rect, frame: Frame) -> Rect:
    """Stretch a box into the bleed on the sides where it touches the face's edge."""
    if not frame.bleed:
        return box
    b, (w, h) = frame.bleed, frame.size
    left = b if box.x < _EDGE else 0.0
    top = b if box.y < _EDGE else 0.0
    right = b if box.right > w - _EDGE else 0.0
    bottom = b if box.bottom > h - _EDGE else 0.0
    return Rect(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)


def _text_style(part: TextPart) -> TextStyle:
    sizes = part.size if isinstance(part.size, list) else [part.size, part.size]
    if len(sizes) != 2 or not 3 <= min(sizes) <= max(sizes) <= 400:
        raise FaceFault("range", "'size' is one size, or [least, most], from 3 to 400 points", "size")
    return TextStyle(part.font, part.bold, part.italic, min(sizes), max(sizes), part.align, part.valign, part.leading)


def _turned(box: Rect, degrees: float) -> Matrix:
    from math import cos, radians, sin

    c, s = cos(radians(degrees)), sin(radians(degrees))
    return Matrix(c, s, -s, c, box.cx - c * box.cx + s * box.cy, box.cy - s * box.cx - c * box.cy)


def _template_fault(fault: TemplateFault, field: str) -> FaceFault:
    return FaceFault(fault.code, fault.message, field, hint=fault.hint, offset=fault.offset, length=fault.length)


def column_name(index: int) -> str:
    """Return A, B … Z, AA, AB … for 0, 1 …"""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


_DRAW: dict[type, Callable[[Painter, Any, Rect, Frame, list[Item]], None]] = {
    BoxPart: Painter._draw_box,
    TextPart: Painter._draw_text,
    IconPart: Painter._draw_icon,
    PipsPart: Painter._draw_pips,
    LinePart: Painter._draw_line,
    GridPart: Painter._draw_grid,
    HexesPart: Painter._draw_hexes,
    SlotsPart: Painter._draw_slots,
    FacePart: Painter._draw_face,
    RepeatPart: Painter._draw_repeat,
    ArtPart: Painter._draw_art,
    DrawingPart: Painter._draw_drawing,
}
