"""Font files of a game: TTF, OTF, WOFF and WOFF2, opened within bounds, and refused where their makers forbid it."""

import struct
import zlib
from collections.abc import Mapping
from io import BytesIO
from struct import pack, unpack
from typing import Any

from pnp.context import limits
from pnp.diagnostics import one_of
from pnp.draw.fonts import harfbuzz
from pnp.limits import how_to_raise
from pnp.load.fontnames import FontFault

_PLAIN = (b"\x00\x01\x00\x00", b"OTTO", b"true")
_OUTLINES = {"glyf", "CFF ", "CFF2"}
_RESTRICTED, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_LICENCE_HINT = "ask its maker for one that may be embedded, or choose an open font (SIL Open Font License)"


def open_font(data: bytes, name: str) -> Any:
    """Return a font file as HarfBuzz reads it; `name` is what faults call it."""
    hb = harfbuzz()

    try:
        data = _unpacked(data, name)
        face = hb.Face(hb.Blob(data))
        tables = set(face.table_tags)
        licence = face.reference_table("OS/2").data[8:10] if "OS/2" in tables else b""
    except FontFault:
        raise
    except Exception as error:  # readers raise whatever a broken byte leads them to
        raise FontFault(f"'{name}' is a broken font file ({error})") from None
    if face.glyph_count == 0 or "cmap" not in tables or not 16 <= face.upem <= 16384:
        raise FontFault(f"'{name}' is a broken font file")
    if not tables & _OUTLINES:
        raise FontFault(f"'{name}' has no outlines: colour and bitmap fonts cannot be printed sharp")
    _check_licence(unpack(">H", licence)[0] if len(licence) == 2 else 0, name)
    return face


def check_axes(face: Any, axes: Mapping[str, float], name: str) -> None:
    """Refuse places on axes that a font has not, or beyond their ends."""
    known = {axis.tag: axis for axis in face.axis_infos} if face.has_var_data else {}
    for tag, value in axes.items():
        axis = known.get(tag)
        if axis is None:
            raise FontFault(f"'{name}' has no axis '{tag}'", one_of(tag, known) if known else "it is no variable font")
        if not axis.min_value <= value <= axis.max_value:
            raise FontFault(f"the axis '{tag}' of '{name}' goes from {axis.min_value:g} to {axis.max_value:g}")


def _check_licence(bits: int, name: str) -> None:
    """Refuse a font whose maker says in it that it must not be embedded the way pnp does it."""
    if bits & 0x000F == _RESTRICTED:
        raise FontFault(f"the licence bits of '{name}' forbid to embed it in documents", _LICENCE_HINT)
    if bits & _NO_SUBSETS:
        raise FontFault(f"the licence bits of '{name}' forbid to embed only the letters that are used", _LICENCE_HINT)
    if bits & _BITMAPS_ONLY:
        raise FontFault(f"the licence bits of '{name}' allow to embed bitmaps only", _LICENCE_HINT)


def _unpacked(data: bytes, name: str) -> bytes:
    """Return a font file as TTF or OTF."""
    kind = data[:4]
    if kind in _PLAIN:
        return data
    if kind == b"wOFF":
        return _from_woff(data, name)
    if kind == b"wOF2":
        return _from_woff2(data, name)
    if kind == b"ttcf":
        raise FontFault(f"'{name}' is a collection of fonts", "save the one you mean as a TTF or OTF of its own")
    raise FontFault(f"'{name}' is not a TTF, OTF, WOFF or WOFF2 font")


def _too_large(name: str) -> FontFault:
    most = limits().font_bytes
    return FontFault(f"'{name}' holds more than {most} bytes once unpacked", how_to_raise("font_bytes"))


def _from_woff(data: bytes, name: str) -> bytes:
    try:
        flavour, count = unpack(">4xI4xH", data[:14])
        entries = [unpack(">4sIIII", data[at : at + 20]) for at in range(44, 44 + 20 * count, 20)]
    except struct.error:
        raise FontFault(f"'{name}' is a broken font file") from None
    if sum(length for _, _, _, length, _ in entries) > limits().font_bytes:
        raise _too_large(name)
    head, body, start = b"", b"", 12 + 16 * count
    for tag, offset, packed, length, checksum in entries:
        table = data[offset : offset + packed]
        if packed < length:
            try:
                table = zlib.decompressobj().decompress(table, length)
            except zlib.error as error:
                raise FontFault(f"'{name}' is a broken font file ({error})") from None
        head += pack(">4sIII", tag, checksum, start + len(body), len(table))
        body += table + b"\0" * (-len(table) % 4)
    power = max(1, count).bit_length() - 1
    return pack(">IHHHH", flavour, count, 16 << power, power, 16 * count - (16 << power) & 0xFFFF) + head + body


def _from_woff2(data: bytes, name: str) -> bytes:
    import brotli
    from fontTools.ttLib import woff2

    source = BytesIO(data)
    header = woff2.sstruct.unpack(woff2.woff2DirectoryFormat, source.read(woff2.woff2DirectorySize))
    for _ in range(header["numTables"]):
        woff2.WOFF2DirectoryEntry().fromFile(source)
    unpacking, size, most = brotli.Decompressor(), 0, limits().font_bytes
    chunk = source.read(header["totalCompressedSize"])
    while not unpacking.is_finished():
        piece = unpacking.process(chunk, output_buffer_limit=1 << 16)
        size, chunk = size + len(piece), b""
        if size > most:
            raise _too_large(name)
        if not piece and unpacking.can_accept_more_data():
            break
    made = BytesIO()
    woff2.decompress(BytesIO(data), made)
    return made.getvalue()
