"""Picture files of a game: found safely inside its folder, measured before anything decodes them."""

from io import BytesIO
from pathlib import Path
from struct import unpack
from typing import Any

from pnp.context import limits, meter
from pnp.limits import how_to_raise
from pnp.load.document import TooLarge, read_bytes
from pnp.load.inside import NotInside, find_inside


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


def read_picture(path: Path) -> tuple[bytes, str, int, int]:
    """Return a picture's bytes, kind (png or jpeg) and size in pixels, decoded once to see that it can be."""
    data = read_file(path)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 33:
        width, height = unpack(">II", data[16:24])
        kind = "png"
    elif data[:3] == b"\xff\xd8\xff":
        width, height = _jpeg_size(data, path.name)
        kind = "jpeg"
    else:
        raise PictureFault(f"'{path.name}' is neither PNG nor JPEG nor an SVG of paths")
    if width * height > limits().image_pixels or width == 0 or height == 0:
        most = f"at most {limits().image_pixels} in all; {how_to_raise('image_pixels')}"
        raise PictureFault(f"'{path.name}' has {width} × {height} pixels; {most}")
    meter().spend("game_pixels", width * height)
    _decode(data, kind, (width, height), path.name)
    return data, kind, width, height


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


def _decode(data: bytes, kind: str, size: tuple[int, int], name: str) -> None:
    """Decode a picture as the PDF writer will, so that a broken one is a fault here and not a crash there."""
    from warnings import catch_warnings, simplefilter

    from PIL import Image, UnidentifiedImageError

    with catch_warnings():
        simplefilter("ignore")
        try:
            with Image.open(BytesIO(data), formats=[kind.upper()]) as picture:
                if picture.size != size:
                    raise PictureFault(f"'{name}' says two different sizes")
                if picture.mode[:1] in "IF":
                    raise PictureFault(f"'{name}' has more than 8 bits a channel; save it with 8")
                picture.convert("CMYK" if picture.mode == "CMYK" else "RGBA")
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
