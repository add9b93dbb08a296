"""The brush: areas, icons and texts in one style, each icon and pattern drawn once and used again."""

from collections.abc import Mapping

from pnp.context import meter
from pnp.diagnostics import did_you_mean, one_of
from pnp.draw.colours import WHITE, contrast, darker, hex_of
from pnp.draw.drawing import Item, Outline, Path, Symbol, Use, segments_in
from pnp.draw.elsewhere import where_letters_are
from pnp.draw.faces.fault import FaceFault
from pnp.draw.fonts import CutFault, font
from pnp.draw.icons import Icon, IconLibrary
from pnp.draw.patterns import textured
from pnp.draw.style import LARGE_AREA, Style, UnknownRole
from pnp.draw.svg import SvgFault
from pnp.draw.text import TextStyle, fit_text, lacking_glyphs, place_text
from pnp.geometry import Matrix, Rect, scale_at

SEGMENTS_PER_MM2 = 1.5
"""How dense the densest pattern is; what an area may cost is counted before it is drawn."""

UNMOVED = Matrix(1, 0, 0, 1, 0, 0)

_ROOM = 3
"""Air around an icon in its symbol."""


class Brush:
    """Fills areas, places icons and sets texts in one style."""

    def __init__(self, style: Style, icons: IconLibrary, families: Mapping[str, str]) -> None:
        self.style = style
        self.families = families
        """The game's own typefaces by their names, sans and serif among them if it has its own."""
        self.icons = icons
        self.icon_ids: set[int] = set()
        """Identities of the symbols that are icons."""
        self._icon_symbols: dict[tuple[str, str, str], Symbol] = {}
        self._textures: dict[tuple[Outline, str, str], Symbol] = {}
        self._texts: dict[tuple[str, TextStyle, Rect, str], list[Item]] = {}

    def ink_of(self, role: str, field: str) -> str:
        """Return the ink of the role that a field names."""
        try:
            return self.style.ink(role)
        except UnknownRole:
            raise self.unknown_role(role, field) from None

    def fill_of(self, role: str, field: str) -> str:
        """Return the flat colour of the role that a field names."""
        try:
            return self.style.flat(role)
        except UnknownRole:
            raise self.unknown_role(role, field) from None

    def unknown_role(self, name: str, field: str) -> FaceFault:
        """Return the fault of a role that no palette has."""
        colour = hex_of(name)
        hint = did_you_mean(name, self.style.roles)
        if colour is not None and hint is None:
            own = "my-colour" if name.startswith("#") else f"my-{name.lower()}"
            role = f'{own}: {{colour: "{colour}"}}'
            hint = f"faces name roles, not colours: add a role to palette.yaml, {role}, and write {own} here"
        hint = hint or one_of(name, self.style.roles)
        return FaceFault("role", f"no palette has the role '{name}'", field, hint=hint)

    def fill_area(
        self, outline: Outline, bounds: Rect, role: str, texture: bool, out: list[Item], field: str = "fill"
    ) -> None:
        """Fill an area with a role; in low-ink by outline and pattern."""
        try:
            fill = self.style.fill(role)
        except UnknownRole:
            raise self.unknown_role(role, field) from None
        if fill.flat is not None:
            out.append(Path(outline, fill=fill.flat))
        elif fill.outline is not None:
            out.append(Path(outline, fill=WHITE, stroke=fill.outline, width=0.25))
        if texture and fill.pattern != "plain":
            key = (outline, fill.pattern, fill.pattern_colour)
            symbol = self._textures.get(key)
            if symbol is None:
                meter().expect("game_drawn", int(bounds.w * bounds.h * SEGMENTS_PER_MM2))
                symbol = self._textures[key] = Symbol(
                    textured(outline, bounds, fill.pattern, fill.pattern_colour), bounds
                )
                meter().spend("game_drawn", segments_in(symbol.items))
            out.append(Use(symbol, UNMOVED))

    # ------------------------------------------------------------- icons

    def icon(self, name: str, box: Rect, colour: str, field: str = "icon", *, empty: bool = False) -> Use:
        """Place an icon, centred in its box; empty ones are outlines, and in low-ink large ones too."""
        look = "empty" if empty else self.look(box)
        key = (name, colour, look)
        symbol = self._icon_symbols.get(key)
        if symbol is None:
            symbol = self._icon_symbols[key] = self._icon_symbol(name, colour, look, field)
            self.icon_ids.add(id(symbol))
        return Use(symbol, centred(symbol.box.w - 2 * _ROOM, symbol.box.h - 2 * _ROOM, box))

    def look(self, box: Rect) -> str:
        """Return how a solid picture in a box is drawn: in low-ink, a large one is left hollow."""
        return "hollow" if self.style.low_ink and box.w * box.h > LARGE_AREA else ""

    def _icon_symbol(self, name: str, colour: str, look: str, field: str) -> Symbol:
        try:
            icon = self.icons.get(name)
        except SvgFault as fault:
            raise FaceFault("svg", str(fault), field, hint=fault.hint) from None
        if icon is None:
            raise FaceFault("icon", f"there is no icon '{name}'", field, hint=one_of(name, self.icons.names()))
        meter().spend("game_drawn", sum(map(len, icon.outlines)))
        return Symbol(icon_paths(icon, colour, look), Rect(0, 0, icon.width, icon.height).inset(-_ROOM))

    # ------------------------------------------------------------- texts

    def set_text(
        self, text: str, style: TextStyle, box: Rect, colour: str, out: list[Item], *, fixed: bool = True
    ) -> None:
        """Set a text into a box, or fail with the room that is missing."""
        family = self.families.get(style.family, style.family)
        if family != style.family:
            style = style._replace(family=family)
        key = (text, style, box, colour)
        meter().spend("game_drawn", len(text) // 10)
        items = self._texts.get(key)
        if items is None:
            items = self._texts[key] = self._set(text, style, box, colour, fixed=fixed)
        out += items

    def _set(self, text: str, style: TextStyle, box: Rect, colour: str, *, fixed: bool) -> list[Item]:
        try:
            lacks = lacking_glyphs(text, style)
        except CutFault as fault:
            raise FaceFault("font", str(fault), "text", hint=fault.hint, blame_record=not fixed) from None
        for name, lacking in lacks.items():
            shown = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in lacking[:5])
            message = f"the {font(name).shown} font has no glyph for {shown}"
            raise FaceFault(
                "glyph", message, "text", hint=where_letters_are(lacking, style, self.families), blame_record=not fixed
            )
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
                f"the text '{short}' is {' and '.join(missing)} at {fit.size:g} pt for its box of "
                f"{box.w:.4g} × {box.h:.4g} mm",
                "text",
                hint="shorten the text, enlarge its box, or allow a smaller size",
                blame_record=not fixed,
            )
        return place_text(fit, style, box, colour, lambda name, rect: [self.icon(name, rect, colour, "text")])


def centred(w: float, h: float, box: Rect) -> Matrix:
    """Return the map that scales something to the size of a box and puts it in its middle."""
    factor = min(box.w / w, box.h / h)
    return scale_at(box.cx - w * factor / 2, box.cy - h * factor / 2, factor)


def icon_paths(icon: Icon, colour: str, look: str) -> list[Path]:
    """Return the shapes of an icon: solid, hollow, or empty; a pale one has an edge."""
    pale = not look and 1.05 < contrast(colour, WHITE) < 1.9
    edge = darker(colour, 0.45)
    shapes: list[Path] = []
    for shape in icon.shapes:
        line = colour if shape.stroke is not None else None
        if shape.fill is None:
            shapes.append(shape._replace(stroke=line))
        elif look == "empty":
            shapes.append(shape._replace(fill=None, stroke=colour, width=icon.width * 0.06, dash=(), pen=None))
        elif look == "hollow":
            shapes.append(shape._replace(fill=WHITE, stroke=colour, width=icon.width * 0.018, dash=(), pen=None))
        elif pale and line is None:
            shapes.append(shape._replace(fill=colour, stroke=edge, width=icon.width * 0.014))
        else:
            shapes.append(shape._replace(fill=colour, stroke=line))
    return shapes
