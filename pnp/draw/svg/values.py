"""Values of SVG attributes and properties: numbers, lengths, colours, transforms."""

import re
from math import cos, radians, sin, tan

from pnp.draw.colours import hex_of
from pnp.draw.svg.fault import SvgFault
from pnp.geometry import Matrix, shift

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?")
LARGEST = 100_000
CURRENT, UNSAID = "currentColor", "unsaid"
"""Colours that stand for others: that of the surroundings, and black because nothing else is said."""

_LENGTH = re.compile(rf"({NUMBER.pattern})\s*(%|[a-zA-Z]*)")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "q": 24 / 25.4}
_FUNCTION = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*,?\s*")
_COLOUR = re.compile(r"(rgb|rgba|hsl|hsla)\(([^()]*)\)")


def number(text: str, what: str) -> float:
    """Return a number within bounds."""
    if not NUMBER.fullmatch(text.strip()):
        raise SvgFault(f"{what} '{text[:30]}' is no number")
    return bounded(float(text), what)


def bounded(value: float, what: str) -> float:
    """Return a number if it is no absurd one."""
    if not -LARGEST <= value <= LARGEST:
        raise SvgFault(f"{what} {value:g} is too large")
    return value


def numbers(text: str, what: str) -> list[float]:
    """Return the numbers of a list, parted by spaces or commas."""
    if NUMBER.sub("", text).strip(" ,\t\r\n"):
        raise SvgFault(f"{what} '{text[:30]}' is no list of numbers")
    return [bounded(float(n), what) for n in NUMBER.findall(text)]


def length(text: str, what: str, whole: float) -> float:
    """Return a length in units of the drawing; percent are shares of the whole."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or (match[2] != "%" and match[2].lower() not in _UNITS):
        raise SvgFault(f"{what} '{text[:30]}' is no length that stands by itself", "give it in px or mm")
    value = float(match[1])
    return bounded(value * whole / 100 if match[2] == "%" else value * _UNITS[match[2].lower()], what)


def share(text: str, what: str) -> float:
    """Return an opacity or an offset, from 0 to 1."""
    text = text.strip()
    value = number(text[:-1], what) / 100 if text.endswith("%") else number(text, what)
    return max(0.0, min(1.0, value))


def colour(text: str, what: str) -> tuple[str, float]:
    """Return a colour as #rrggbb, or one that stands for another, and how opaque it is."""
    text = text.strip()
    if text.lower() == "currentcolor":
        return CURRENT, 1.0
    if text == UNSAID:
        return UNSAID, 1.0
    if text.lower() == "transparent":
        return "#000000", 0.0
    if match := re.fullmatch(r"#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})", text):
        digits = match[1] if len(match[1]) > 4 else "".join(c + c for c in match[1])
        return "#" + digits[:6].lower(), int(digits[6:] or "ff", 16) / 255
    if match := _COLOUR.fullmatch(text.lower()):
        return _function(match[1], [p for p in re.split(r"[\s,/]+", match[2].strip()) if p], text, what)
    known = hex_of(text)
    if known is None:
        raise SvgFault(f"{what} '{text[:30]}' is no colour", "write it as #rrggbb")
    return known, 1.0


def _function(kind: str, parts: list[str], text: str, what: str) -> tuple[str, float]:
    if len(parts) not in (3, 4):
        raise SvgFault(f"{what} '{text[:30]}' is no colour", "write it as #rrggbb")
    alpha = share(parts[3], what) if len(parts) == 4 else 1.0
    if kind.startswith("hsl"):
        from colorsys import hls_to_rgb

        hue = number(parts[0].removesuffix("deg"), what) / 360 % 1.0
        channels = [c * 255 for c in hls_to_rgb(hue, share(parts[2], what), share(parts[1], what))]
    else:
        channels = [share(p, what) * 255 if p.endswith("%") else number(p, what) for p in parts[:3]]
    return "#" + "".join(f"{round(max(0.0, min(255.0, c))):02x}" for c in channels), alpha


def transform(text: str) -> Matrix:
    """Return the map that a transform attribute writes out."""
    result, at = Matrix(1, 0, 0, 1, 0, 0), 0
    text = text.strip()
    while at < len(text):
        match = _FUNCTION.match(text, at)
        if match is None:
            raise SvgFault(f"transform '{text[at : at + 30]}' is not understood")
        made = _map(match[1], numbers(match[2], "transform"))
        if made is None:
            raise SvgFault(f"transform '{match[0].strip()[:40]}' has a wrong count of numbers")
        result, at = result.after(made), match.end()
    for value in result:
        bounded(value, "transform")
    return result


def _map(kind: str, n: list[float]) -> Matrix | None:
    if kind == "matrix" and len(n) == 6:
        return Matrix(*n)
    if kind == "translate" and len(n) in (1, 2):
        return shift(n[0], n[1] if len(n) == 2 else 0.0)
    if kind == "scale" and len(n) in (1, 2):
        return Matrix(n[0], 0, 0, n[-1], 0, 0)
    if kind == "rotate" and len(n) in (1, 3):
        c, s = round(cos(radians(n[0])), 9), round(sin(radians(n[0])), 9)
        turned = Matrix(c, s, -s, c, 0, 0)
        return turned if len(n) == 1 else shift(n[1], n[2]).after(turned).after(shift(-n[1], -n[2]))
    if kind in ("skewX", "skewY") and len(n) == 1 and abs(n[0]) < 89:
        t = round(tan(radians(n[0])), 9)
        return Matrix(1, 0, t, 1, 0, 0) if kind == "skewX" else Matrix(1, t, 0, 1, 0, 0)
    return None
