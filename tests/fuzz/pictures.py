"""Pictures of a pack spoilt: headers that lie, chunks that explode, scans that stop, SVG files that are something else."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from harness import Finding, judge, run
from mutations import ODD_TEXTS, delete_bytes, flip_bits, insert_bytes, move_bytes, repeat_bytes, truncate
from PIL import Image
from support import DEMO

from pnp.play.seeds import Stream, stream

_BYTES = (flip_bits, flip_bits, delete_bytes, insert_bytes, repeat_bytes, move_bytes, truncate)
_SIDES = (0, 1, 2, 9, 30, 255, 5_000, 65_535, 2**31 - 1, 2**31, 2**32 - 1)
_CHUNKS = (
    b"IHDR",
    b"IDAT",
    b"PLTE",
    b"tRNS",
    b"iCCP",
    b"zTXt",
    b"iTXt",
    b"eXIf",
    b"acTL",
    b"fcTL",
    b"fdAT",
    b"IEND",
    b"gAMA",
)
_SVG = (
    "<svg viewBox='0 0 24 24'><path d='M2 2 L20 2 C20 9 9 20 2 20 Z'/><path d='M4 4 h3 v3 a2 2 0 0 1 -3 -3 z'/></svg>"
)
_NUMBERS = ("0", "-1", "1e9", "1e308", "1e999", "nan", "inf", "-0", "9" * 400, ".", "1.2.3", "--4", "é", "0 0", "")


def _image(kind: str, chosen: Stream) -> bytes:
    out = BytesIO()
    mode = (
        chosen.choice(("RGB", "L", "1", "P", "RGBA", "LA", "I;16"))
        if kind == "PNG"
        else chosen.choice(("RGB", "L", "CMYK"))
    )
    size = (chosen.choice((1, 3, 30, 300)), chosen.choice((1, 3, 30, 300)))
    more = (
        {"progressive": bool(chosen.below(2)), "quality": 60} if kind == "JPEG" else {"optimize": bool(chosen.below(2))}
    )
    Image.new(mode, size).save(out, kind, **more)
    return out.getvalue()


def _chunk(kind: bytes, data: bytes, *, right: bool = True) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data) ^ (not right))


def _png(chosen: Stream) -> bytes:
    data = _image("PNG", chosen)
    kind = chosen.below(4)
    if kind == 0:  # a header that lies, rightly summed
        header = struct.pack(">II", chosen.choice(_SIDES), chosen.choice(_SIDES)) + bytes(
            (chosen.choice((0, 1, 2, 4, 8, 16, 32)), chosen.choice((0, 2, 3, 4, 6, 7)), 0, 0, chosen.choice((0, 1, 2)))
        )
        return data[:8] + _chunk(b"IHDR", header) + data[33:]
    if kind == 1:  # a chunk that is not expected, perhaps one that explodes
        filling = chosen.choice(
            (b"", b"x\0\0" + zlib.compress(bytes(30_000_000), 9), b"\xff" * 99, zlib.compress(b"ab" * 9))
        )
        return data[:33] + _chunk(chosen.choice(_CHUNKS), filling, right=bool(chosen.below(4))) + data[33:]
    if kind == 2:  # a length that lies
        at = 33 + chosen.below(max(1, len(data) - 45))
        return data[:at] + struct.pack(">I", chosen.choice(_SIDES)) + data[at + 4 :]
    return chosen.choice(_BYTES)(chosen, data)


def _jpeg(chosen: Stream) -> bytes:
    data = _image("JPEG", chosen)
    kind = chosen.below(3)
    if kind == 0:  # another marker, length or size somewhere in the header
        at = 2 + chosen.below(max(1, min(len(data) - 8, 300)))
        marker = bytes(
            (0xFF, chosen.choice((0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xD8, 0xD9, 0xDA, 0xDB, 0xC4, 0xE1, 0xEE, 0xFE)))
        )
        return (
            data[:at] + marker + struct.pack(">H", chosen.choice((0, 1, 2, 17, 65_535))) + data[at + chosen.below(5) :]
        )
    if kind == 1:
        at = next((i for i in range(len(data) - 9) if data[i] == 0xFF and data[i + 1] in (0xC0, 0xC2)), 0)
        size = struct.pack(">HH", chosen.choice(_SIDES) & 0xFFFF, chosen.choice(_SIDES) & 0xFFFF)
        return data[: at + 5] + size + data[at + 9 :]
    return chosen.choice(_BYTES)(chosen, data)


def _svg(chosen: Stream) -> bytes:
    text = _SVG
    kind = chosen.below(6)
    if kind == 0:
        text = text.replace(chosen.choice(("24", "20", "9", "4", "2")), chosen.choice(_NUMBERS))
    elif kind == 1:
        text = text.replace(
            "M2 2", chosen.choice(("", "Z", "L", "M", "Q9", "A", "T1 1 S", "m" * 9, "M1,1,1", "M0 0" + " h1" * 30_000))
        )
    elif kind == 2:
        text = text.replace(
            "<path",
            chosen.choice(("<g><path", "<script", "<use href='x'", "<!--", "<?x", "<path" * 999, "< path", "<image")),
            1,
        )
    elif kind == 3:
        text = (
            chosen.choice(
                ("<!DOCTYPE svg>", "<!ENTITY a 'b'>", "<?xml version='1.0'?>", "\ufeff\ufeff", "<svg>", "<" * 9_000)
            )
            + text
        )
    elif kind == 4:
        at = chosen.below(len(text))
        text = text[:at] + chosen.choice(ODD_TEXTS) + text[at:]
    else:
        return chosen.choice(_BYTES)(chosen, text.encode())
    return text.encode("utf-8", errors="surrogatepass")


_MAKERS: dict[str, Callable[[Stream], bytes]] = {"p.png": _png, "p.jpg": _jpeg, "p.svg": _svg, "icons/star.svg": _svg}


def attempt(seed: int, number: int, _: object, folder: Path) -> Finding | None:
    """Put one numbered spoilt picture of a seed into a game; return what went wrong, if anything did."""
    chosen = stream("fuzz", seed, f"picture {number}")
    name = chosen.choice(tuple(_MAKERS))
    data = _MAKERS[name](chosen)
    game = folder / f"pictured-{number}" / "demo"  # a folder of its own, for pictures are kept by their path
    faces = DEMO["faces.yaml"].replace(
        "{part: art, art: rays, colour: paper}", f"{{part: art, file: {name}, least_dpi: 0}}"
    )
    for file, text in {**DEMO, "faces.yaml": faces}.items():
        path = game / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (game / "icons").mkdir()
    (game / name).write_bytes(data)
    out = folder / f"pictured-{number}" / "out"
    args = (
        "build",
        "demo",
        "--only",
        "deck",
        "--quiet",
        "--format",
        chosen.choice(("pdf", "svg")),
        "--out",
        out.as_posix(),
    )
    args += ("--content", game.parent.as_posix())
    fault = judge(run(args), out, as_json=False)
    if not fault:
        return None
    return Finding(seed, number, args, f"a spoilt {name}", fault, game / name)
