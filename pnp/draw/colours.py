"""Colour arithmetic: mixing, ink, contrast, and how far two colours are apart for different eyes."""

import re
from math import dist, fsum

RGB = tuple[float, float, float]

WHITE, BLACK = "#ffffff", "#000000"


def hex_of(name: str) -> str | None:
    """Return a colour as #rrggbb that is written as people and CSS do: #abc, #aabbcc or a name such as red."""
    if re.fullmatch(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", name):
        return "#" + ("".join(c + c for c in name[1:]) if len(name) == 4 else name[1:]).lower()
    from PIL import ImageColor

    return "#%02x%02x%02x" % ImageColor.getrgb(name.lower())[:3] if name.lower() in ImageColor.colormap else None


def to_rgb(colour: str) -> RGB:
    """Return the three channels, each 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def to_hex(rgb: RGB) -> str:
    """Return #rrggbb."""
    return "#" + "".join(f"{round(max(0.0, min(1.0, c)) * 255):02x}" for c in rgb)


def mix(a: str, b: str, share: float) -> str:
    """Return colour a with a share of b in it."""
    x, y = to_rgb(a), to_rgb(b)
    return to_hex((x[0] + (y[0] - x[0]) * share, x[1] + (y[1] - x[1]) * share, x[2] + (y[2] - x[2]) * share))


def darker(colour: str, share: float) -> str:
    """Return a colour with a share of black in it."""
    return mix(colour, BLACK, share)


def ink(colour: str) -> float:
    """Return how much ink a flat area of the colour takes, 0 (white) to 1 (black)."""
    return 1 - fsum(to_rgb(colour)) / 3


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _coded(channel: float) -> float:
    channel = max(0.0, min(1.0, channel))
    return channel * 12.92 if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1."""
    r, g, b = (_linear(c) for c in to_rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    x, y = sorted((luminance(a), luminance(b)))
    return (y + 0.05) / (x + 0.05)


def grey_of(colour: str) -> str:
    """Return the grey that is as bright as the colour."""
    level = _coded(luminance(colour))
    return to_hex((level, level, level))


# Machado, Oliveira and Fernandes (2009): full-strength matrices for linear RGB.
SIGHTS: dict[str, tuple[RGB, RGB, RGB] | None] = {
    "normal": None,
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def seen_by(colour: str, sight: str) -> str:
    """Return the colour as an eye of that kind sees it; `grey` is a black-and-white printer."""
    if sight == "grey":
        return grey_of(colour)
    matrix = SIGHTS[sight]
    if matrix is None:
        return colour
    r, g, b = (_linear(c) for c in to_rgb(colour))
    seen = [_coded(row[0] * r + row[1] * g + row[2] * b) for row in matrix]
    return to_hex((seen[0], seen[1], seen[2]))


def lab(colour: str) -> RGB:
    """Return CIE L*a*b* (D65)."""
    r, g, b = (_linear(c) for c in to_rgb(colour))
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def distance(a: str, b: str) -> float:
    """Return the distance in CIE Lab; about 2 is just noticeable side by side, 10 is plain."""
    p, q = lab(a), lab(b)
    return dist(p, q)
