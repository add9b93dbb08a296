"""Ornaments from the library, and picture files of the game."""

from collections.abc import Iterable
from pathlib import Path as FilePath

from pnp.context import meter
from pnp.draw.art import draw_art
from pnp.draw.drawing import Group, Image, Item, Path, Shade, Symbol, Use, rectangle, segments_in
from pnp.draw.faces.brush import SEGMENTS_PER_MM2, centred, icon_paths
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.draw.icons import Icon, read_svg
from pnp.draw.pictures import PictureFault, alpha_of, find_file, read_picture
from pnp.draw.svg import Art, SvgFault, read_art
from pnp.draw.svg.art import framed, recoloured
from pnp.draw.svg.values import CURRENT, UNSAID
from pnp.geometry import Matrix, Rect
from pnp.model import ArtPart

_LINE = 0.18
"""Width in mm of the lines that tell areas apart where low-ink leaves them pale."""


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
        out.append(_picture(painter, frame.text(part.file, "file"), part.fit, box, colour))


def _picture(painter: Painter, name: str, fit: str, box: Rect, colour: str) -> Item:
    try:
        path = find_file(painter.folder, name)
        if path.suffix.lower() == ".svg":
            return _drawing(painter, path, fit, box, colour)
        if path not in painter.pictures:
            painter.pictures[path] = read_picture(path)
        data, kind, width, height = painter.pictures[path]
        if painter.opaque and alpha_of(data) is not None:
            raise _see_through(name)
    except SvgFault as fault:
        raise FaceFault("svg", str(fault), "file", hint=fault.hint) from None
    except PictureFault as fault:
        raise FaceFault("file", str(fault), "file", hint=fault.hint) from None
    place = _placed(width, height, fit, box)
    image = Image(data, kind, Rect(place.e, place.f, width * place.a, height * place.d))
    return Group((image,), clip=rectangle(box)) if fit == "cover" else image


def _see_through(name: str) -> FaceFault:
    hint = "put it on its ground in an image editor, or build with --shop x4"
    return FaceFault("transparency", f"'{name}' has transparent parts, which PDF/X-1a forbids", "file", hint=hint)


def _placed(width: float, height: float, fit: str, box: Rect) -> Matrix:
    """Return where a picture goes in its box."""
    if fit != "cover":
        return centred(width, height, box)
    factor = max(box.w / width, box.h / height)
    return Matrix(factor, 0, 0, factor, box.cx - width * factor / 2, box.cy - height * factor / 2)


def _drawing(painter: Painter, path: FilePath, fit: str, box: Rect, colour: str) -> Item:
    """Place an SVG file: in the colours it says, or in one role where it says none."""
    art = read_art(read_svg(path), path.name)
    meter().spend("game_drawn", segments_in(art.items))
    if painter.opaque and _lets_through(art.items):
        raise _see_through(path.name)
    place = _placed(art.width, art.height, fit, box)
    shapes = [item for item in art.items if isinstance(item, Path)]
    if art.plain and len(shapes) == len(art.items):
        paths = icon_paths(Icon(art.width, art.height, tuple(shapes)), colour, painter.look(box))
        drawn: Item = Group(tuple(paths), place)
    else:
        key = (path, colour)
        if key not in painter.art:
            symbol = Symbol([_inked(painter, art, colour, place.a)], Rect(0, 0, art.width, art.height))
            painter.art[key] = symbol
            painter.art_ids.add(id(symbol))
        drawn = Use(painter.art[key], place)
    return Group((drawn,), clip=rectangle(box)) if fit == "cover" else drawn


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
