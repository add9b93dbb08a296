"""Pictures of a pack: those that can be printed are, the others are refused before anything is written."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageCms, PngImagePlugin
from support import DEMO

from pnp.cli.main import main
from pnp.context import run_with
from pnp.limits import Limits
from pnp.pipeline import check_game


def png(mode: str = "RGB", size: tuple[int, int] = (30, 20), **options: object) -> bytes:
    stream = BytesIO()
    Image.new(mode, size).save(stream, "PNG", **options)
    return stream.getvalue()


def jpeg(mode: str = "RGB", **options: object) -> bytes:
    stream = BytesIO()
    Image.new(mode, (30, 20)).save(stream, "JPEG", **options)
    return stream.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def with_chunk(kind: bytes, data: bytes) -> bytes:
    """A PNG with one more chunk after its header."""
    plain = png()
    return plain[:33] + chunk(kind, data) + plain[33:]


def animated() -> bytes:
    stream = BytesIO()
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("red", "blue", "green")]
    frames[0].save(stream, "PNG", save_all=True, append_images=frames[1:])
    return stream.getvalue()


def interlaced() -> bytes:
    """A grey picture of one pixel, marked as interlaced."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 1)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\x00\x80")) + chunk(b"IEND", b"")
    )


def second_frame(data: bytes) -> bytes:
    """A JPEG whose first header says a small size and whose second one says an enormous one."""
    at = data.index(b"\xff\xc0")
    length = int.from_bytes(data[at + 2 : at + 4], "big") + 2
    frame = data[at : at + length]
    huge = frame[:5] + b"\x20\x00\x20\x00" + frame[9:]
    return data[:at] + frame + huge + data[at + length :]


BOMB = zlib.compress(bytes(80_000_000), 9)
TEXT = PngImagePlugin.PngInfo()
TEXT.add_text("note", "x" * 1000)

GOOD = {
    "plain.png": png(),
    "palette.png": png("P"),
    "grey.png": png("L"),
    "bits.png": png("1"),
    "alpha.png": png("RGBA"),
    "grey-alpha.png": png("LA"),
    "interlaced.png": interlaced(),
    "animated.png": animated(),
    "text.png": png(pnginfo=TEXT),
    "profile.png": png(icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()),
    "plain.jpg": jpeg(),
    "grey.jpg": jpeg("L"),
    "cmyk.jpg": jpeg("CMYK"),
    "progressive.jpg": jpeg(progressive=True),
    "turned.jpg": jpeg(
        exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"
    ),
    "broken-exif.jpg": jpeg(exif=b"Exif\x00\x00" + b"\xff" * 500),
}

BAD = {
    "empty.png": b"",
    "head.png": png()[:40],
    "cut.png": png(size=(300, 300))[:-60],
    "no-data.png": png()[:33] + chunk(b"IEND", b""),
    "lying.png": png()[:16] + struct.pack(">II", 5000, 5000) + png()[24:],
    "zero.png": png()[:16] + struct.pack(">II", 0, 5) + png()[24:],
    "negative.png": png()[:16] + b"\xff" * 8 + png()[24:],
    "bad-crc.png": png().replace(b"IDAT", b"IDAT\x00"),
    "bad-zlib.png": png()[:33] + chunk(b"IDAT", b"\x78\x9c" + b"\xff" * 40) + chunk(b"IEND", b""),
    "deep.png": png("I;16"),
    "many-pixels.png": png("1", (9000, 9000)),
    "profile-bomb.png": with_chunk(b"iCCP", b"x\x00\x00" + BOMB),
    "text-bomb.png": with_chunk(b"zTXt", b"x\x00\x00" + BOMB),
    "itxt-bomb.png": with_chunk(b"iTXt", b"x\x00\x01\x00\x00\x00" + BOMB),
    "head.jpg": jpeg()[:30],
    "no-scan.jpg": jpeg()[: jpeg().index(b"\xff\xda")],
    "two-sizes.jpg": second_frame(jpeg()),
    "gif.png": b"GIF89a" + bytes(100),
    "tiff.jpg": b"II*\x00" + bytes(100),
    "web.png": b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(100),
    "svg.png": b"<svg/>",
    "postscript.jpg": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(x) run\n",
}


def game_with(name: str, data: bytes) -> dict[str, str | bytes]:
    faces = DEMO["faces.yaml"].replace(
        "{part: art, art: rays, colour: paper}", f"{{part: art, file: {name}, least_dpi: 0}}"
    )
    assert name in faces
    return {"faces.yaml": faces, name: data}


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("file_format", ["pdf", "svg"])
def test_pictures_that_are_printed(make_game, tmp_path, name, file_format):
    content = make_game(game_with(name, GOOD[name]))
    with pytest.raises(SystemExit) as ended:
        main(
            [
                "build",
                "demo",
                "--content",
                str(content),
                "--out",
                str(tmp_path / "out"),
                "--format",
                file_format,
                "--quiet",
            ]
        )
    assert not ended.value.code


@pytest.mark.parametrize("name", BAD)
def test_pictures_that_are_refused(make_game, name):
    found, _ = check_game(make_game(game_with(name, BAD[name])), "demo")
    assert [(d.code, d.span is not None and d.span.file.endswith("faces.yaml")) for d in found] == [("file", True)]
    assert name in found[0].message


def test_a_picture_is_embedded_once_however_often_it_is_shown(make_game, tmp_path):
    pypdf = pytest.importorskip("pypdf")
    files = game_with("p.png", png(size=(200, 200)))
    files["faces.yaml"] = str(files["faces.yaml"]).replace("file: p.png", "file: \"p{{ card.title and '' }}.png\"")
    content = make_game(files)
    with pytest.raises(SystemExit):
        main(["build", "demo", "--only", "deck", "--content", str(content), "--out", str(tmp_path / "out"), "--quiet"])
    reader = pypdf.PdfReader(tmp_path / "out" / "demo" / "a4" / "deck.pdf")
    images = [
        o
        for o in map(reader.get_object, range(1, len(reader.xref[0]) + 1))
        if isinstance(o, dict) and o.get("/Subtype") == "/Image"
    ]
    assert len(images) == 1


def test_pictures_of_a_game_are_bounded_together(make_game):
    names = [f"p{i}.png" for i in range(4)]
    parts = "".join(f"      - {{part: art, file: {name}, least_dpi: 0}}\n" for name in names)
    faces = DEMO["faces.yaml"].replace("      - {part: art, art: rays, colour: paper}\n", parts)
    big = png("1", (6300, 6300))
    with run_with(Limits().raised({"game_pixels": 100_000_000})):
        found, _ = check_game(make_game({"faces.yaml": faces, **dict.fromkeys(names, big)}), "demo")
    assert [d.code for d in found] == ["size"]
    assert "pixels of pictures" in found[0].message
