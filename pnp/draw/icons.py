"""Icons: SVG files in one colour, each scaled to a box; the plate behind one and the white within it are left out."""

import re
from pathlib import Path as FilePath
from typing import NamedTuple

from pnp.context import limits
from pnp.draw.colours import WHITE, contrast
from pnp.draw.drawing import Outline, Path
from pnp.draw.svg import Art, SvgFault, read_art
from pnp.draw.svg.shapes import area, extent
from pnp.limits import how_to_raise
from pnp.load.document import TooLarge, is_plain_file, read_bytes
from pnp.load.library import templates_folder

_PLATE = 0.75
"""How much of its box a plate covers at least: a disc does by three quarters."""
_WHITE = 1.15
"""How little a colour stands out from white that is taken for white."""


class Icon(NamedTuple):
    """The shapes of an icon in its own box of width × height."""

    width: float
    height: float
    shapes: tuple[Path, ...]
    """Areas and lines, in any colour."""

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """The outlines of its shapes."""
        return tuple(shape.outline for shape in self.shapes)


class IconLibrary:
    """Icons by name: a game's own `icons/` folder first, then the common ones."""

    def __init__(self, folders: tuple[FilePath, ...]) -> None:
        self.folders = folders
        self._known: dict[str, Icon | None] = {}

    def get(self, name: str) -> Icon | None:
        """Return an icon, or None if there is none of that name."""
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def names(self) -> list[str]:
        """List every icon's name."""
        return sorted({p.stem for folder in self.folders if folder.is_dir() for p in folder.glob("*.svg")})

    def _find(self, name: str) -> FilePath | None:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,60}", name):
            return None
        paths = (folder / f"{name}.svg" for folder in self.folders)
        try:
            return next((path for path in paths if is_plain_file(path) and not path.is_symlink()), None)
        except OSError as error:
            raise SvgFault(f"cannot read the icon '{name}': {error.filename}: {error.strerror}") from None

    def _read(self, name: str) -> Icon | None:
        path = self._find(name)
        return read_icon(path) if path is not None else None


def game_icons(folder: FilePath) -> IconLibrary:
    """Return the icons of a game's folder, unless they are a link to elsewhere, and the common ones."""
    own = folder / "icons"
    common = templates_folder() / "icons"
    return IconLibrary((common,) if own.is_symlink() else (own, common))


def read_icon(path: FilePath) -> Icon:
    """Read an SVG file as an icon; raise SvgFault for what is none."""
    return parse_icon(read_svg(path), path.name)


def read_svg(path: FilePath) -> str:
    """Return the text of an SVG file."""
    try:
        return read_bytes(path, limits().image_bytes).decode("utf-8-sig")
    except TooLarge as error:
        raise SvgFault(f"{path.name} has {error}; {how_to_raise('image_bytes')}") from None
    except OSError as error:
        raise SvgFault(f"cannot read {path.name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SvgFault(f"{path.name} is not UTF-8 text") from None


def parse_icon(text: str, name: str) -> Icon:
    """Return an SVG text as an icon: all of it in one colour."""
    return _icon_of(read_art(text, name), name)


def _icon_of(art: Art, name: str) -> Icon:
    shapes: list[Path] = []
    for item in art.items:
        if not isinstance(item, Path):
            raise SvgFault(f"{name}: an icon takes one colour, without gradients, opacity and clips", _AS_ART)
        shapes.append(item)
    shapes = _without_plate(shapes, art.width, art.height)
    inks = {ink for shape in shapes for ink in (shape.fill, shape.stroke) if ink is not None}
    if len(inks) > 1:
        shapes = _cut_out(shapes, inks, name)
    return Icon(art.width, art.height, tuple(shapes))


_AS_ART = "use it as a picture, part: art with its file, where it keeps its colours"


def _without_plate(shapes: list[Path], width: float, height: float) -> list[Path]:
    """Leave out the ground that some sites put behind icons: a first shape as large as the box, in its own colour."""
    first, rest = shapes[0], shapes[1:]
    box = extent(first.outline)
    if not rest or first.fill is None or first.stroke is not None or box is None:
        return shapes
    covers = box[0] <= 0.02 * width and box[1] <= 0.02 * height and box[2] >= 0.98 * width and box[3] >= 0.98 * height
    alone = all(first.fill not in (shape.fill, shape.stroke) for shape in rest)
    return rest if covers and alone and abs(area(first.outline)) >= _PLATE * width * height else shapes


def _cut_out(shapes: list[Path], inks: set[str], name: str) -> list[Path]:
    """Turn the white areas of an icon in black and white into holes; refuse more colours."""
    white = {ink for ink in inks if ink.startswith("#") and contrast(ink, WHITE) < _WHITE}
    if len(inks - white) != 1 or any(shape.stroke in white for shape in shapes):
        raise SvgFault(f"{name}: an icon takes one colour, and this has {len(inks)}", _AS_ART)
    areas = [shape for shape in shapes if shape.fill is not None]
    lines = [shape._replace(fill=None) for shape in shapes if shape.stroke is not None]
    joined = Path(tuple(s for shape in areas for s in shape.outline), fill=next(iter(inks - white)), even_odd=True)
    return [joined, *lines]
