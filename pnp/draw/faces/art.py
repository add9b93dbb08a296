"""Ornaments from the library, and picture files of the game."""

from collections.abc import Callable, Iterable
from pathlib import Path as FilePath

from pnp.context import meter
from pnp.draw.art import draw_art
from pnp.draw.drawing import Group, Image, Item, Path, Shade, Symbol, Use, rectangle, segments_in
from pnp.draw.faces.brush import SEGMENTS_PER_MM2, icon_paths
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import EDGE, Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.draw.icons import Icon, read_svg
from pnp.draw.pictures import FINE_DPI, MM_PER_INCH, PictureFault, alpha_of, find_file, prepared, read_picture
from pnp.draw.svg import Art, SvgFault, read_art
from pnp.draw.svg.art import framed, recoloured
from pnp.draw.svg.values import CURRENT, UNSAID
from pnp.geometry import Matrix, Rect
from pnp.model import ArtPart

_LINE = 0.18
"""Width in mm of the lines that tell areas apart where low-ink leaves them pale."""

_OVERLAP = 0.1
"""How far in mm the strips of the bleed reach under the picture, so that no light shows between them."""


def _ornament(part: ArtPart) -> bool:
    """A pattern may be cut off anywhere, a picture may not."""
    return bool(part.art) and not part.file


@draws(ArtPart, shapes=True, ornament=_ornament)
def draw_ornament(painter: Painter, part: ArtPart, box: Rect, frame: Frame, out: list[Item]) -> None:
    """Draw the pattern, into the bleed where it touches the edge, and the picture over it."""
    colour = painter.ink(part.colour, frame, "colour")
    if part.art:
        meter().expect("game_drawn", int(box.w * box.h * SEGMENTS_PER_MM2))
        art = draw_art(part.art, frame.into_bleed(box), colour, light=painter.style.low_ink)
        meter().spend("game_drawn", segments_in(art))
        out += art
    if part.file:
        out += _picture(painter, part, frame, box, colour)


def _picture(painter: Painter, part: ArtPart, frame: Frame, box: Rect, colour: str) -> list[Item]:
    """Return the picture in its box, and what of it runs into the bleed."""
    name = frame.text(part.file, "file")
    try:
        path = find_file(painter.folder, name)
        if path.suffix.lower() == ".svg":
            width, height, make = _drawing(painter, path, colour)
        else:
            width, height, make = _photograph(painter, part, path, name)
    except SvgFault as fault:
        raise FaceFault("svg", str(fault), "file", hint=fault.hint) from None
    except PictureFault as fault:
        raise FaceFault("file", str(fault), "file", hint=fault.hint) from None
    margin = part.bleed if not isinstance(part.bleed, str) else 0.0
    bleeding = frame.into_bleed(box)
    if margin:
        target, window = box.inset(-margin), bleeding
    elif part.fit == "cover" and not part.bleed and not part.radius:
        target = window = bleeding
    else:
        target = window = box
    place = _placed(width, height, part, target)
    seen = Rect(place.e, place.f, width * place.a, height * place.d)
    if part.bleed == "stretch":
        wide = frame.into_bleed(seen)
        place, seen = Matrix(wide.w / width, 0, 0, wide.h / height, wide.x, wide.y), wide
        window = bleeding
    shown = make(place)
    if part.radius:
        return [Group((shown,), clip=rectangle(_shared(seen, window), part.radius))]
    kept = _shared(seen, window)
    strips = [] if margin or part.bleed == "stretch" else _mirrored(shown, kept, frame.into_bleed(kept))
    cut = part.fit == "cover" or bool(margin)
    return [*strips, Group((shown,), clip=rectangle(window)) if cut else shown]


def _shared(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)


def _mirrored(shown: Item, kept: Rect, wide: Rect) -> list[Item]:
    """Return what lies in the bleed about a picture: the picture again, turned over at the edges."""
    across = ((wide.x, kept.x, kept.x), (kept.x, kept.right, None), (kept.right, wide.right, kept.right))
    down = ((wide.y, kept.y, kept.y), (kept.y, kept.bottom, None), (kept.bottom, wide.bottom, kept.bottom))
    strips: list[Item] = []
    for left, right, x in across:
        for top, bottom, y in down:
            if (x is None and y is None) or right - left < EDGE or bottom - top < EDGE:
                continue
            turned = Matrix(1 if x is None else -1, 0, 0, 1 if y is None else -1, 2 * (x or 0.0), 2 * (y or 0.0))
            strip = Rect(left, top, right - left, bottom - top).inset(-_OVERLAP)
            strips.append(Group((Group((shown,), turned),), clip=rectangle(_shared(strip, wide))))
    return strips


def _see_through(name: str) -> FaceFault:
    hint = "put it on its ground in an image editor, or build with --shop x4"
    return FaceFault("transparency", f"'{name}' has transparent parts, which PDF/X-1a forbids", "file", hint=hint)


def _placed(width: float, height: float, part: ArtPart, box: Rect) -> Matrix:
    """Return where a picture goes: into its box, with what is in focus at the same place of both."""
    sx, sy = box.w / width, box.h / height
    if part.fit != "stretch":
        sx = sy = max(sx, sy) if part.fit == "cover" else min(sx, sy)
    fx, fy = (share / 100 for share in part.focus)
    return Matrix(sx, 0, 0, sy, box.x + (box.w - width * sx) * fx, box.y + (box.h - height * sy) * fy)


def _photograph(
    painter: Painter, part: ArtPart, path: FilePath, name: str
) -> tuple[float, float, Callable[[Matrix], Item]]:
    """Return a picture of pixels: its size, and how to place it."""
    if path not in painter.pictures:
        painter.pictures[path] = read_picture(path)
    picture = painter.pictures[path]
    if painter.opaque and alpha_of(picture.data) is not None:
        raise _see_through(name)

    def make(place: Matrix) -> Item:
        dpi = MM_PER_INCH / max(place.a, place.d)
        if dpi < FINE_DPI and part.least_dpi:
            least = f"at least {part.least_dpi:g}" if dpi < part.least_dpi else f"{FINE_DPI:g} or more look sharp"
            message = f"'{name}' is printed with {dpi:.0f} pixels an inch, {least}"
            hint = "use a larger file, or show it smaller; 'least_dpi: 0' lets pixel art be as it is"
            fault = FaceFault("dpi", message, "file", hint=hint, blame_record="{" in part.file)
            if dpi < part.least_dpi:
                raise fault
            painter.coarse.append(fault)
        shown = painter.shown.get((path, round(dpi)))
        if shown is None:
            shown = painter.shown[path, round(dpi)] = prepared(picture, painter.style.name, dpi)
        size = Rect(place.e, place.f, picture.width * place.a, picture.height * place.d)
        return Image(shown.data, shown.kind, size)

    return picture.width, picture.height, make


def _drawing(painter: Painter, path: FilePath, colour: str) -> tuple[float, float, Callable[[Matrix], Item]]:
    """Return an SVG file, its size and how to place it: in the colours it says, or in one role where it says none."""
    art = read_art(read_svg(path), path.name)
    meter().spend("game_drawn", segments_in(art.items))
    if painter.opaque and _lets_through(art.items):
        raise _see_through(path.name)
    shapes = [item for item in art.items if isinstance(item, Path)]

    def make(place: Matrix) -> Item:
        if art.plain and len(shapes) == len(art.items):
            box = Rect(0, 0, art.width * place.a, art.height * place.d)
            return Group(
                tuple(icon_paths(Icon(art.width, art.height, tuple(shapes)), colour, painter.look(box))), place
            )
        key = (path, colour)
        if key not in painter.art:
            symbol = Symbol([_inked(painter, art, colour, place.a)], Rect(0, 0, art.width, art.height))
            painter.art[key] = symbol
            painter.art_ids.add(id(symbol))
        return Use(painter.art[key], place)

    return art.width, art.height, make


def _lets_through(items: Iterable[Item]) -> bool:
    """Say whether one can see through some of a drawing."""
    return any(
        (isinstance(item, Group) and (item.opacity < 1 or _lets_through(item.items)))
        or (isinstance(item, Shade) and item.gradient.see_through)
        for item in items
    )


def _inked(painter: Painter, art: Art, role: str, scale: float) -> Group:
    """Return a drawing in the inks of the style: as it is, in grey, or pale with thin lines about its areas."""
    style = painter.style

    def own(said: str) -> str:
        return role if said == CURRENT or (said == UNSAID and art.plain) else "#000000" if said == UNSAID else said

    items = recoloured(art.items, own, own)
    if style.low_ink:
        items = _outlined(items, _LINE / scale)
    return framed(art._replace(items=recoloured(items, style.printed, style.printed_line)))


def _outlined(items: Iterable[Item], width: float) -> tuple[Item, ...]:
    """Give areas without a line one in their own colour, which is darkened as lines are."""
    made: list[Item] = []
    for item in items:
        if isinstance(item, Path) and item.stroke is None:
            made.append(item._replace(stroke=item.fill, width=width))
        else:
            made.append(item._replace(items=_outlined(item.items, width)) if isinstance(item, Group) else item)
    return tuple(made)
