"""An SVG file as items of the display list: elements walked with what they inherit, each shape put where it belongs.

Colours stay as the file says them; what says none of its own takes the colour of its surroundings. What cannot be
drawn as it is meant is a fault that names the element.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from math import hypot, sqrt
from typing import NamedTuple, TypeAlias

from pnp.context import limits
from pnp.draw.drawing import Gradient, Group, Item, Outline, Path, Pen, Shade, polygon, rectangle
from pnp.draw.svg.css import Rule, parse_sheet, properties
from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.gradients import gradient_of
from pnp.draw.svg.paths import too_many_segments
from pnp.draw.svg.shapes import SHAPES, area, extent, moved, outline_of, reversed_outline
from pnp.draw.svg.tree import Element, parse_tree
from pnp.draw.svg.values import CURRENT, LARGEST, UNSAID, colour, length, number, numbers, share, transform
from pnp.geometry import Matrix, Rect, Size, shift
from pnp.limits import MOST_STYLED

Props: TypeAlias = dict[str, str]
Recolour = Callable[[str], str]
"""From the colour that the file says, `currentColor` and `unsaid` among them, to the one that is printed."""

_UNMOVED = Matrix(1, 0, 0, 1, 0, 0)
_GROUPS = frozenset(("a", "g", "svg", "symbol"))
_KEPT = frozenset(
    ("clipPath", "defs", "desc", "linearGradient", "metadata", "radialGradient", "style", "symbol", "title")
)
_UNUSED = frozenset(("filter", "marker", "mask", "pattern", "view"))
"""Definitions that do nothing unless something refers to them."""
_FIRST = {"fill": UNSAID}
_DEEPEST_USE = 12
_SMALL, _LARGE, _USUAL = 50.0, 1000.0, 100.0
"""Drawings in finer or coarser units are brought to the usual size, for exporters round to thousandths."""
_HINTS = {
    "text": "turn the text into paths (Inkscape: Path, Object to Path)",
    "image": "place the picture by an art part of its own",
    "switch": "save the file as plain SVG",
    "script": "drawings are no programs",
    "foreignObject": "remove it",
}


class Art(NamedTuple):
    """A drawing in its own box of width × height, in the colours its file says."""

    width: float
    height: float
    items: tuple[Item, ...]
    plain: bool
    """Whether it says no colour of its own."""


def read_art(text: str, name: str) -> Art:
    """Read an SVG text; raise SvgFault for what cannot be drawn."""
    return _read(text, name, limits().svg_segments)


@lru_cache(maxsize=512)
def _read(text: str, name: str, most: int) -> Art:
    return _Reader(parse_tree(text, name, most), name, most).read()


class _Paint(NamedTuple):
    """What fills a shape or its line."""

    colour: str
    gradient: Gradient | None
    opacity: float


class _Reader:
    """Walks the elements of one file."""

    def __init__(self, root: Element, name: str, most: int) -> None:
        self.root, self.name, self.most = root, name, most
        self.segments = 0
        self.ids: dict[str, Element] = {}
        self.rules: list[Rule] = []
        self.view = Size(_USUAL, _USUAL)
        self.box = Rect(0, 0, _USUAL, _USUAL)
        self.said: set[str] = set()
        """Colours of its own."""

    def read(self) -> Art:
        self._at(self.root, self._prepare)
        box = self.box
        factor = 1.0 if _SMALL <= max(box.w, box.h) <= _LARGE else _USUAL / max(box.w, box.h)
        self.box = Rect(0, 0, box.w * factor, box.h * factor)
        start = shift(-box.x, -box.y) if factor == 1 else Matrix(factor, 0, 0, factor, -box.x * factor, -box.y * factor)
        out: list[Item] = []
        self._at(self.root, lambda: self._group(self.root, _FIRST, start, out, 0))
        if not out:
            raise SvgFault(f"{self.name}: nothing in it can be seen")
        return Art(self.box.w, self.box.h, tuple(out), not self.said)

    def _at(self, element: Element, work: Callable[[], None]) -> None:
        """Do something for an element, and name it in the fault if that fails."""
        try:
            work()
        except SvgFault as fault:
            if str(fault).startswith(self.name):
                raise
            named = f" id='{element.get('id')[:30]}'" if element.get("id") else ""
            message = f"{self.name}, line {element.line}: <{element.tag}{named}>: {fault}"
            raise SvgFault(message, fault.hint) from None

    # ---------------------------------------------------------- preparing

    def _prepare(self) -> None:
        """Look at every element once: ids, style sheets, and what does not belong into a drawing."""
        count, waiting = 0, [self.root]
        while waiting:
            element = waiting.pop()
            count += 1
            self._at(element, partial(self._look, element))
            waiting += element.children
        if len(self.rules) * count > MOST_STYLED:
            raise SvgFault("the style sheet is too long for so many elements", "write colours as attributes")
        view = self.root.get("viewBox")
        if view:
            n = numbers(view, "viewBox")
            if len(n) != 4 or not all(0 < v <= LARGEST for v in n[2:]):
                raise SvgFault("the viewBox is broken")
            self.box = Rect(*n)
        else:
            w, h = (self._root_length(key) for key in ("width", "height"))
            self.box = Rect(0, 0, w or h or _USUAL, h or w or _USUAL)
        self.view = Size(self.box.w, self.box.h)

    def _root_length(self, key: str) -> float:
        text = self.root.get(key)
        value = length(text, key, 0) if text and not text.endswith("%") else 0.0
        if value < 0:
            raise SvgFault(f"{key} is negative")
        return value

    def _look(self, element: Element) -> None:
        if name := element.get("id"):
            self.ids.setdefault(name, element)
        for key in element.attributes:
            if key.startswith("on"):
                raise SvgFault(f"its '{key}' is a script", "remove it: drawings are no programs")
        href = element.get("href")
        if href and not href.startswith("#"):
            raise SvgFault("it refers to something outside of the file", "put all of the drawing into one file")
        tag = element.tag
        if tag == "style":
            self.rules += parse_sheet(element.text, len(self.rules))
        elif tag in ("script", "foreignObject", "set", "iframe", "audio", "video") or tag.startswith("animate"):
            raise SvgFault("it is not allowed in a drawing", _HINTS.get(tag, "remove it"))

    # ------------------------------------------------------------ walking

    def _children(self, element: Element, inherited: Props, matrix: Matrix, out: list[Item], depth: int) -> None:
        for child in element.children:
            if child.tag in _KEPT or child.tag in _UNUSED:
                continue
            self._at(child, partial(self._element, child, inherited, matrix, out, depth))

    def _element(self, element: Element, inherited: Props, matrix: Matrix, out: list[Item], depth: int) -> None:
        if element.tag in SHAPES:
            self._within(element, inherited, matrix, out, lambda p, m, o: self._shape(element, p, m, o))
        elif element.tag == "use":
            self._within(element, inherited, matrix, out, lambda p, m, o: self._use(element, p, m, o, depth))
        elif element.tag in _GROUPS:
            self._group(element, inherited, matrix, out, depth)
        elif element.tag not in ("stop",):
            raise SvgFault("pnp does not draw this element", _HINTS.get(element.tag, "remove it, or use a PNG"))

    def _group(self, element: Element, inherited: Props, matrix: Matrix, out: list[Item], depth: int) -> None:
        if element.tag == "svg" and element is not self.root:
            self._framed(element, element, inherited, matrix, out, depth)
            return

        def inside(props: Props, m: Matrix, items: list[Item]) -> None:
            self._children(element, props, m, items, depth)

        self._within(element, inherited, matrix, out, inside)

    def _within(
        self,
        element: Element,
        inherited: Props,
        matrix: Matrix,
        out: list[Item],
        inside: Callable[[Props, Matrix, list[Item]], None],
    ) -> None:
        """Draw an element with its own properties, put together if it is clipped or seen through."""
        own = properties(element, self.rules)
        if own.get("display") == "none":
            return
        props = {
            **inherited,
            **{k: v for k, v in own.items() if k not in ("opacity", "clip-path", "display", "transform")},
        }
        m = matrix.after(transform(own["transform"])) if own.get("transform", "none") != "none" else matrix
        opacity = share(own["opacity"], "opacity") if "opacity" in own else 1.0
        clip = own.get("clip-path", "none")
        if opacity <= 0:
            return
        items: list[Item] = []
        inside(props, m, items)
        if not items:
            return
        for outline, even_odd in self._clips(clip, m, items) if clip != "none" else ():
            items = [Group(tuple(items), clip=outline, clip_even_odd=even_odd)]
        if opacity < 1:
            items = [Group(tuple(items), opacity=opacity)]
        out += items

    def _use(self, element: Element, props: Props, matrix: Matrix, out: list[Item], depth: int) -> None:
        if depth >= _DEEPEST_USE:
            raise SvgFault("it uses itself, or uses are nested too deeply")
        self._spend(1)
        target = self.ids.get(element.get("href")[1:])
        if target is None:
            raise SvgFault(f"there is no element with id '{element.get('href')[1:][:30]}' in the file")
        x, y = (length(element.get(key) or "0", key, whole) for key, whole in (("x", self.view.w), ("y", self.view.h)))
        m = matrix.after(shift(x, y)) if x or y else matrix
        if target.tag == "symbol":
            self._at(target, partial(self._framed, target, element, props, m, out, depth + 1))
        else:
            self._at(target, partial(self._element, target, props, m, out, depth + 1))

    def _framed(
        self, element: Element, sized: Element, props: Props, matrix: Matrix, out: list[Item], depth: int
    ) -> None:
        """Draw a symbol or an inner svg into its place, and cut off what reaches out of it."""
        if element.tag == "svg":
            x, y = (length(element.get(k) or "0", k, w) for k, w in (("x", self.view.w), ("y", self.view.h)))
            matrix = matrix.after(shift(x, y))
        w, h = (
            length(sized.get(key) or element.get(key) or "100%", key, whole)
            for key, whole in (("width", self.view.w), ("height", self.view.h))
        )
        own = properties(element, self.rules)
        items: list[Item] = []
        inner = self._viewport(element, w, h)
        m = matrix.after(inner)

        def inside(p: Props, n: Matrix, o: list[Item]) -> None:
            self._children(element, p, n, o, depth)

        self._within(element, props, m, items, inside)
        edge = moved(polygon([(0, 0), (w, 0), (w, h), (0, h)]), matrix)
        if items and own.get("overflow", "hidden") == "hidden" and not _inside(items, edge):
            items = [Group(tuple(items), clip=edge)]
        out += items

    def _viewport(self, element: Element, w: float, h: float) -> Matrix:
        """Return where the inside of a symbol or an inner svg goes: its viewBox into its width and height."""
        n = numbers(element.get("viewBox"), "viewBox")
        if len(n) != 4 or not all(v > 0 for v in n[2:]):
            return _UNMOVED
        words = (element.get("preserveAspectRatio") or "xMidYMid meet").split()
        sx, sy = w / n[2], h / n[3]
        if words[0] != "none":
            sx = sy = max(sx, sy) if "slice" in words else min(sx, sy)
        at = [{"Min": 0.0, "Mid": 0.5, "Max": 1.0}.get(words[0][i : i + 3], 0.5) for i in (1, 5)]
        dx, dy = (w - n[2] * sx) * at[0], (h - n[3] * sy) * at[1]
        return Matrix(sx, 0, 0, sy, dx - n[0] * sx, dy - n[1] * sy)

    def _spend(self, amount: int) -> None:
        self.segments += amount
        if self.segments > self.most:
            raise too_many_segments(self.name, self.most)

    # ------------------------------------------------------------- shapes

    def _shape(self, element: Element, props: Props, matrix: Matrix, out: list[Item]) -> None:
        outline = outline_of(element, self.view)
        if not outline or props.get("visibility") in ("hidden", "collapse"):
            return
        self._spend(len(outline))
        fill = self._paint("fill", props, outline, matrix)
        stroke = self._paint("stroke", props, outline, matrix)
        width = length(props.get("stroke-width", "1"), "stroke-width", _diagonal(self.view))
        drawn: list[Item] = []
        if fill is not None:
            drawn.append(_filled(moved(outline, matrix), fill, props.get("fill-rule") == "evenodd"))
        if stroke is not None and width > 0:
            if stroke.gradient is not None:
                raise SvgFault("its line has a gradient", "turn the line into a path (Inkscape: Path, Stroke to Path)")
            line = _faint(_stroked(outline, matrix, stroke.colour, width, props), stroke.opacity)
            drawn = [line, *drawn] if props.get("paint-order", "").split()[:1] == ["stroke"] else [*drawn, line]
        if len(drawn) == 2:
            below, above = drawn
            if isinstance(below, Path) and isinstance(above, Path) and below.fill is not None:
                drawn = [above._replace(fill=below.fill, even_odd=below.even_odd)]
        out += drawn

    def _paint(self, which: str, props: Props, outline: Outline, matrix: Matrix) -> _Paint | None:
        said = props.get(which, "none").strip()
        opacity = share(props.get(f"{which}-opacity", "1"), f"{which}-opacity")
        if said.startswith("url("):
            target, _, other = said.partition(")")
            element = self.ids.get(target[4:].strip(" \"'")[1:])
            if element is not None and element.tag.endswith("Gradient"):
                made = self._gradient(element, outline, matrix, opacity)
                return made if isinstance(made, _Paint) or made is None else _Paint("", made, 1.0)
            if element is not None:
                raise SvgFault(f"its {which} is a <{element.tag}>", "fill it with a colour or a gradient, or use a PNG")
            said = other.strip() or "none"
        if said in ("none", "") or opacity <= 0:
            return None
        value, alpha = colour(said, which)
        if value == CURRENT and "color" in props:
            value, alpha = colour(props["color"], "color")
        if value not in (CURRENT, UNSAID):
            self.said.add(value)
        return _Paint(value, None, opacity * alpha) if opacity * alpha > 0 else None

    def _gradient(self, element: Element, outline: Outline, matrix: Matrix, opacity: float) -> Gradient | _Paint | None:
        made: list[Gradient | None] = []
        box = extent(outline)
        self._at(
            element, lambda: made.append(gradient_of(element, self.ids, self.rules, self.view, box, matrix, opacity))
        )
        gradient = made[0]
        if gradient is None:
            return None
        self.said |= {stop[1] for stop in gradient.stops}
        if len({stop[1:] for stop in gradient.stops}) == 1:
            return _Paint(gradient.stops[0][1], None, gradient.stops[0][2])
        return gradient

    # -------------------------------------------------------------- clips

    def _clips(self, said: str, matrix: Matrix, items: list[Item]) -> list[tuple[Outline, bool]]:
        """Return the outlines that a clip path cuts along; none if it cuts nothing off."""
        target = (
            self.ids.get(said.removeprefix("url(").rstrip(") ").strip("\"' ")[1:]) if said.startswith("url(") else None
        )
        if target is None or target.tag != "clipPath":
            raise SvgFault(
                f"its clip-path '{said[:30]}' is no <clipPath> of the file", "clip by a path, or cut the shape"
            )
        found: list[tuple[Outline, bool]] = []
        self._at(target, lambda: found.extend(self._clip(target, matrix, items)))
        return found

    def _clip(self, target: Element, matrix: Matrix, items: list[Item]) -> list[tuple[Outline, bool]]:
        own = properties(target, self.rules)
        m = matrix.after(transform(own["transform"])) if "transform" in own else matrix
        if target.get("clipPathUnits") == "objectBoundingBox":
            raise SvgFault("its clipPathUnits are not honoured", "give the clip path in the units of the drawing")
        shapes: list[tuple[Outline, bool]] = []
        for child in target.children:
            if child.tag in SHAPES:
                self._at(child, partial(self._clip_shape, child, own, m, shapes))
            elif child.tag == "use":
                inner = self.ids.get(child.get("href")[1:])
                if inner is None or inner.tag not in SHAPES:
                    raise SvgFault("it uses something else than a shape", "draw the shape itself into the clip path")
                spot = shift(
                    length(child.get("x") or "0", "x", self.view.w), length(child.get("y") or "0", "y", self.view.h)
                )
                there = m.after(transform(child.get("transform"))).after(spot)
                self._clip_shape(inner, {**own, **properties(child, self.rules)}, there, shapes)
            elif child.tag not in _KEPT:
                raise SvgFault(f"it holds a <{child.tag}>", "let a clip path hold shapes only")
        made: list[tuple[Outline, bool]] = []
        if len(shapes) == 1:
            made = [shapes[0]]
        elif shapes:  # together they keep what any of them keeps
            if any(even_odd for _, even_odd in shapes):
                raise SvgFault("it holds several shapes, one with holes", "unite them (Inkscape: Path, Union)")
            made = [(tuple(s for o, _ in shapes for s in (o if area(o) >= 0 else reversed_outline(o))), False)]
        else:
            made = [((("M", 0.0, 0.0), ("Z",)), False)]
        if "clip-path" in own and own["clip-path"] != "none":
            made += self._clips(own["clip-path"], matrix, items)
        return [(o, e) for o, e in made if not self._keeps_all(o)]

    def _clip_shape(self, element: Element, inherited: Props, matrix: Matrix, out: list[tuple[Outline, bool]]) -> None:
        own = properties(element, self.rules)
        if own.get("display") == "none":
            return
        m = matrix.after(transform(own["transform"])) if "transform" in own else matrix
        outline = moved(outline_of(element, self.view), m)
        self._spend(len(outline))
        if outline:
            out.append((outline, own.get("clip-rule", inherited.get("clip-rule")) == "evenodd"))

    def _keeps_all(self, outline: Outline) -> bool:
        """Say whether a clip is a rectangle about the whole drawing, as some programs write for nothing."""
        found = extent(outline)
        slack = 0.001 * max(self.box.w, self.box.h)
        return (
            found is not None
            and [s[0] for s in outline] in (["M", "L", "L", "L", "Z"], ["M", "L", "L", "L", "L", "Z"])
            and abs(abs(area(outline)) - (found[2] - found[0]) * (found[3] - found[1])) < slack * slack
            and Rect(found[0], found[1], found[2] - found[0], found[3] - found[1]).contains(self.box, slack=slack)
        )


def _inside(items: Iterable[Item], edge: Outline) -> bool:
    """Say whether all of a drawing, its lines too, stays within the corners of an edge."""
    around = extent(edge)
    for item in items:
        if isinstance(item, Group):
            if item.matrix is not None or not _inside(item.items, edge):
                return False
        elif isinstance(item, (Path, Shade)):
            box, half = extent(item.outline), item.width / 2 if isinstance(item, Path) and item.stroke else 0.0
            if (
                around
                and box
                and any(
                    b < a - 1e-6
                    for a, b in (
                        (around[0], box[0] - half),
                        (around[1], box[1] - half),
                        (box[2] + half, around[2]),
                        (box[3] + half, around[3]),
                    )
                )
            ):
                return False
    return True


def _diagonal(view: Size) -> float:
    return sqrt(view.w * view.w + view.h * view.h) / sqrt(2)


def _filled(outline: Outline, paint: _Paint, even_odd: bool) -> Item:
    if paint.gradient is not None:
        return Shade(outline, paint.gradient, even_odd)
    return _faint(Path(outline, fill=paint.colour, even_odd=even_odd), paint.opacity)


def _faint(item: Item, opacity: float) -> Item:
    return Group((item,), opacity=opacity) if opacity < 1 else item


def _stroked(outline: Outline, matrix: Matrix, ink: str, width: float, props: Props) -> Item:
    """Return the line of a shape; under a map that is no mere turn and scale it is drawn in its own units."""
    factor = sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
    across, along = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
    dot = abs(matrix.a * matrix.c + matrix.b * matrix.d)
    alike = abs(across - along) <= 1e-6 * (across + along) and dot <= 1e-6 * across * along
    if factor < 1e-9:
        raise SvgFault("its transform leaves nothing of it")
    dash = [
        d * factor
        for d in numbers(
            "" if props.get("stroke-dasharray") == "none" else props.get("stroke-dasharray", ""), "stroke-dasharray"
        )
    ]
    if len(dash) % 2:
        dash *= 2
    if any(d < 0 for d in dash) or not any(dash):
        dash = []
    pen = Pen(
        props.get("stroke-linecap", "butt"),
        {"miter-clip": "miter", "arcs": "miter"}.get(
            props.get("stroke-linejoin", "miter"), props.get("stroke-linejoin", "miter")
        ),
        max(1.0, number(props.get("stroke-miterlimit", "4"), "stroke-miterlimit")),
        number(props.get("stroke-dashoffset", "0").removesuffix("px"), "stroke-dashoffset") * factor if dash else 0.0,
    )
    if pen.cap not in ("butt", "round", "square") or pen.join not in ("miter", "round", "bevel"):
        raise SvgFault(f"its line ends '{pen.cap[:20]}' or joins '{pen.join[:20]}' are not known")
    line = Path((), stroke=ink, width=width * factor, dash=tuple(dash), pen=pen)
    if alike:
        return line._replace(outline=moved(outline, matrix))
    scale = Matrix(factor, 0, 0, factor, 0, 0)
    return Group((line._replace(outline=moved(outline, scale)),), matrix.after(scale.inverse()))


def recoloured(items: Iterable[Item], fill: Recolour, line: Recolour) -> tuple[Item, ...]:
    """Return the items of a drawing with other colours, for its areas and for its lines."""

    def one(item: Item) -> Item:
        if isinstance(item, Path):
            return item._replace(
                fill=fill(item.fill) if item.fill is not None else None,
                stroke=line(item.stroke) if item.stroke is not None else None,
            )
        if isinstance(item, Shade):
            stops = tuple((at, fill(ink), opacity) for at, ink, opacity in item.gradient.stops)
            return item._replace(gradient=item.gradient._replace(stops=stops))
        return item._replace(items=tuple(map(one, item.items))) if isinstance(item, Group) else item

    return tuple(map(one, items))


def framed(art: Art) -> Group:
    """Return a drawing cut off where its box ends."""
    return Group(art.items, clip=rectangle(Rect(0, 0, art.width, art.height)))
