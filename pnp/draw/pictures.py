"""Picture files of a game: found safely inside its folder, measured before anything decodes them."""

from io import BytesIO
from math import fsum
from pathlib import Path
from struct import unpack
from typing import Any, NamedTuple

from pnp.context import limits, meter
from pnp.draw.style import MOST_FLAT_INK
from pnp.limits import how_to_raise
from pnp.load.document import TooLarge, read_bytes
from pnp.load.inside import NotInside, find_inside

FINE_DPI = 250.0
"""So many pixels an inch look sharp."""
MM_PER_INCH = 25.4
_TOO_FINE, _FINEST = 400.0, 300.0
"""Pictures with more pixels an inch than the first are stored with the second."""
_ORIENTATION = 0x0112
"""Where a camera says how it was held."""


class PictureFault(Exception):
    """Why a picture cannot be used."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


def find_file(folder: Path, name: str) -> Path:
    """Return a file inside the folder; refuse paths and links that lead out of it."""
    try:
        return find_inside(folder, name)
    except NotInside as fault:
        raise PictureFault(str(fault), fault.hint) from None


def read_file(path: Path) -> bytes:
    """Return the bytes of a picture or icon file, within the limit."""
    try:
        return read_bytes(path, limits().image_bytes)
    except TooLarge as error:
        raise PictureFault(f"'{path.name}' has {error}; {how_to_raise('image_bytes')}") from None
    except OSError as error:
        raise PictureFault(f"cannot read '{path.name}': {error.strerror}") from None


class Picture(NamedTuple):
    """A picture of pixels: its file's bytes, png or jpeg, and its size."""

    data: bytes
    kind: str
    width: int
    height: int


def read_picture(path: Path) -> Picture:
    """Return a picture, decoded once to see that it can be, and turned upright if a camera says how it was held."""
    data = read_file(path)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 33:
        width, height = unpack(">II", data[16:24])
        kind = "png"
    elif data[:3] == b"\xff\xd8\xff":
        width, height = _jpeg_size(data, path.name)
        kind = "jpeg"
    else:
        raise PictureFault(f"'{path.name}' is neither PNG nor JPEG nor SVG", "save it as one of these")
    if width * height > limits().image_pixels or width == 0 or height == 0:
        most = f"at most {limits().image_pixels} in all; {how_to_raise('image_pixels')}"
        raise PictureFault(f"'{path.name}' has {width} × {height} pixels; {most}")
    meter().spend("game_pixels", width * height)
    turned = _decode(data, kind, (width, height), path.name)
    return _encoded(turned, kind) if turned is not None else Picture(data, kind, width, height)


def prepared(picture: Picture, style: str, dpi: float) -> Picture:
    """Return a picture as a style prints it, no finer than paper shows; as it is if nothing changes."""
    finer = dpi > _TOO_FINE
    if style == "colour" and not finer:
        return picture
    from PIL import Image

    found = decoded(picture.data)
    if found.mode not in ("L", "LA", "RGB", "CMYK"):
        found = found.convert("RGBA" if found.has_transparency_data else "RGB")
    if finer:
        share = _FINEST / dpi
        size = (max(1, round(found.width * share)), max(1, round(found.height * share)))
        found = found.resize(size, Image.Resampling.LANCZOS)
    if style == "grey":
        found = found.convert("LA" if found.has_transparency_data else "L")
    elif style == "lowink":
        found = _lightened(found)
    return _encoded(found, picture.kind)


def _lightened(picture: Any) -> Any:
    """Return a picture so pale that it takes no more ink than low-ink allows, paper where it lets paper through."""
    from PIL import Image, ImageStat

    if picture.has_transparency_data:
        ground = Image.new("RGBA", picture.size, "#ffffff")
        picture = Image.alpha_composite(ground, picture.convert("RGBA"))
    plain = picture.convert("RGB")
    ink = 1 - fsum(ImageStat.Stat(plain).mean) / 3 / 255
    share = min(1.0, 0.9 * MOST_FLAT_INK / ink) if ink > 0 else 1.0
    return plain.point([round(255 - (255 - level) * share) for level in range(256)] * 3)


def _encoded(picture: Any, kind: str) -> Picture:
    """Return pixels as a file again."""
    out = BytesIO()
    if kind == "jpeg":
        picture.save(out, "JPEG", quality=92, subsampling=0)
    else:
        picture.save(out, "PNG")
    return Picture(out.getvalue(), kind, *picture.size)


def decoded(data: bytes) -> Any:
    """Return a picture's pixels, as Pillow holds them."""
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        picture.load()
    return picture


def alpha_of(data: bytes) -> Any | None:
    """Return how opaque the pixels of a picture are, or None if one can see through none of them."""
    picture = decoded(data)
    alpha = picture.convert("RGBA").getchannel("A") if picture.has_transparency_data else None
    return alpha if alpha is not None and any(alpha.histogram()[:255]) else None


def _decode(data: bytes, kind: str, size: tuple[int, int], name: str) -> Any | None:
    """Decode a picture as the PDF writer will, so that a broken one is a fault here and not a crash there.

    Return it upright if its camera was held otherwise.
    """
    from warnings import catch_warnings, simplefilter

    from PIL import Image, ImageOps, UnidentifiedImageError

    with catch_warnings():
        simplefilter("ignore")
        try:
            with Image.open(BytesIO(data), formats=[kind.upper()]) as picture:
                if picture.size != size:
                    raise PictureFault(f"'{name}' says two different sizes")
                if picture.mode[:1] in "IF":
                    raise PictureFault(f"'{name}' has more than 8 bits a channel; save it with 8")
                picture.convert("CMYK" if picture.mode == "CMYK" else "RGBA")
                turned = picture.getexif().get(_ORIENTATION, 1) in range(2, 9)
                return ImageOps.exif_transpose(picture) if turned else None
        except PictureFault:
            raise
        except Exception as error:  # decoders raise whatever a broken byte leads them to
            known = "it is broken" if isinstance(error, UnidentifiedImageError) else str(error)
            raise PictureFault(f"'{name}' cannot be decoded: {known}") from None


def _jpeg_size(data: bytes, name: str) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in (0xC0, 0xC1, 0xC2, 0xC3):
            height, width = unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise PictureFault(f"'{name}' is a broken JPEG")
