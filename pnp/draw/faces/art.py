"""Ornaments from the library, and picture files of the game."""

from pnp.context import meter
from pnp.draw.art import draw_art
from pnp.draw.drawing import Group, Image, Item, rectangle, segments_in
from pnp.draw.faces.brush import SEGMENTS_PER_MM2, centred, icon_paths
from pnp.draw.faces.fault import FaceFault
from pnp.draw.faces.frame import Frame
from pnp.draw.faces.painter import Painter, draws
from pnp.draw.icons import IconFault, read_icon
from pnp.draw.pictures import PictureFault, alpha_of, find_file, read_picture
from pnp.geometry import Rect
from pnp.model import ArtPart


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
            icon = read_icon(path)
            meter().spend("game_drawn", sum(map(len, icon.outlines)))
            paths = icon_paths(icon, colour, painter.look(box))
            return Group(tuple(paths), centred(icon.width, icon.height, box))
        if path not in painter.pictures:
            painter.pictures[path] = read_picture(path)
        data, kind, width, height = painter.pictures[path]
        if painter.opaque and alpha_of(data) is not None:
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
