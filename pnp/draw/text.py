"""Text in boxes: light markup, line breaking over cached widths, and shrinking to fit.

Sizes are in points, positions in mm. A text that does not fit at its smallest size is a
fault, never clipped.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from pnp.context import meter
from pnp.draw.drawing import Item, Link, Text
from pnp.draw.fonts import ASCENT, DESCENT, font, font_name
from pnp.geometry import PT_PER_MM, Rect

MM_PER_PT = 1 / PT_PER_MM
_STEP = 0.25
_MARK = re.compile(r"\*\*|\*|:([a-z][a-z0-9-]*):|\\([*:|\[\\])|\[\[([^\]|\[]+)\|([\w.-]+)\]\]")
_ICON_WIDTH, _ICON_RISE = 0.95, 0.80
_PARAGRAPH_GAP = 0.45
_INDENT = 1.0


class Piece(NamedTuple):
    """A word, a space or an icon, in one font."""

    kind: str
    text: str
    font: str
    target: str = ""


class Fit(NamedTuple):
    """A text laid out: its size, its lines, and how much room is missing (mm)."""

    size: float
    lines: "list[Line]"
    height: float
    missing_width: float
    missing_height: float

    @property
    def fits(self) -> bool:
        """Say whether nothing is missing."""
        return self.missing_width <= 0.01 and self.missing_height <= 0.01


class Line(NamedTuple):
    """One line: its pieces, its width at 1 pt, its indent, and the extra room above it in lines."""

    pieces: tuple[Piece, ...]
    width: float
    indent: float
    gap: float
    bullet: str


class TextStyle(NamedTuple):
    """How a text is set."""

    family: str = "sans"
    bold: bool = False
    italic: bool = False
    least: float = 7.0
    most: float = 9.0
    align: str = "left"
    valign: str = "top"
    leading: float = 1.2


@lru_cache(maxsize=8192)
def parse_markup(text: str, family: str, bold: bool, italic: bool) -> tuple[tuple[Piece, ...], ...]:
    """Split a text into paragraphs of pieces, following **bold**, *italic* and :icon: marks."""
    return tuple(_parse_line(line, family, bold, italic) for line in text.rstrip("\n").split("\n"))


def _parse_line(text: str, family: str, bold: bool, italic: bool) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    end, strong, slanted = 0, bold, italic

    def plain(part: str, target: str = "") -> None:
        name = font_name(family, strong, slanted)
        for word in re.split(r"([ \t]+)", part):
            if word:
                space = word.isspace()
                pieces.append(Piece("space" if space else "word", " " if space else word, name, target))

    matches = list(_MARK.finditer(text))
    marks = _emphasis(text, matches)
    for match in matches:
        if match[0] in ("*", "**") and match.start() not in marks:
            continue
        plain(text[end : match.start()])
        end = match.end()
        if match[0] == "**":
            strong = not strong
        elif match[0] == "*":
            slanted = not slanted
        elif match[1]:
            pieces.append(Piece("icon", match[1], font_name(family, strong, slanted)))
        elif match[4]:
            plain(match[3], match[4])
        else:
            plain(match[2])
    plain(text[end:])
    return tuple(pieces)


def _emphasis(text: str, matches: Sequence[re.Match[str]]) -> set[int]:
    """Return where the stars stand that begin or end something; those of `2*3` and lone ones are letters."""
    marks: set[int] = set()
    waiting: dict[str, int] = {}
    for match in matches:
        if (mark := match[0]) not in ("*", "**"):
            continue
        before, after = text[match.start() - 1 : match.start()] or " ", text[match.end() : match.end() + 1] or " "
        if mark in waiting and not before.isspace():
            marks |= {waiting.pop(mark), match.start()}
        elif not after.isspace() and not (before.isdigit() if mark == "**" else before.isalnum()):
            waiting[mark] = match.start()
    return marks


def _width(piece: Piece) -> float:
    """Return a piece's width at 1 pt."""
    if piece.kind == "icon":
        return _ICON_WIDTH * MM_PER_PT
    return font(piece.font).width(piece.text)


def _units(pieces: Sequence[Piece]) -> list[tuple[list[Piece], float, float]]:
    """Group pieces that no space parts: (pieces, width, width of the space before them)."""
    units: list[tuple[list[Piece], float, float]] = []
    space = 0.0
    joined = False
    for piece in pieces:
        if piece.kind == "space":
            space, joined = _width(piece), False
        elif joined:
            group, width, before = units[-1]
            group.append(piece)
            units[-1] = (group, width + _width(piece), before)
        else:
            units.append(([piece], _width(piece), space))
            space, joined = 0.0, True
    return units


@lru_cache(maxsize=8192)
def _paragraphs(
    text: str, family: str, bold: bool, italic: bool
) -> list[tuple[list[tuple[list[Piece], float, float]], str, float]]:
    """Return (units, bullet, gap before) for each paragraph of the text."""
    result: list[tuple[list[tuple[list[Piece], float, float]], str, float]] = []
    gap = 0.0
    for raw in parse_markup(text, family, bold, italic):
        if not raw:
            gap = _PARAGRAPH_GAP if result else 0.0
            continue
        bullet = ""
        pieces = raw
        if len(raw) > 2 and raw[0].kind == "word" and raw[0].text in ("-", "•") and raw[1].kind == "space":
            bullet, pieces = "•", raw[2:]
        result.append((_units(pieces), bullet, gap))
        gap = 0.0
    return result


def break_lines(text: str, style: TextStyle, width: float) -> list[Line]:
    """Break a text into lines no wider than `width`, which is the box's width divided by the size."""
    lines: list[Line] = []
    indent_width = _INDENT * MM_PER_PT
    for units, bullet, gap in _paragraphs(text, style.family, style.bold, style.italic):
        indent = indent_width if bullet else 0.0
        current: list[Piece] = []
        used, first = 0.0, True
        for group, unit_width, space in units:
            if current and used + space + unit_width > width - indent + 1e-9:
                lines.append(Line(tuple(current), used, indent, gap if first else 0.0, bullet if first else ""))
                current, used, first = [], 0.0, False
            if current and space:
                current.append(Piece("space", " ", group[0].font))
                used += space
            current += group
            used += unit_width
        lines.append(Line(tuple(current), used, indent, gap if first else 0.0, bullet if first else ""))
    return lines


def _height(lines: Sequence[Line], leading: float) -> float:
    """Return the height of lines at 1 pt."""
    if not lines:
        return 0.0
    return ((len(lines) - 1) * leading + fsum(line.gap for line in lines) * leading + ASCENT + DESCENT) * MM_PER_PT


def fit_text(text: str, style: TextStyle, width: float, height: float) -> Fit:
    """Lay a text out at the largest size of its range that fits the box."""
    size = style.most
    while True:
        lines = break_lines(text, style, width / size)
        used = _height(lines, style.leading) * size
        widest = max((line.width + line.indent for line in lines), default=0.0) * size
        fit = Fit(size, lines, used, max(0.0, widest - width), max(0.0, used - height))
        if fit.fits or size <= style.least:
            return fit
        meter().spend("game_drawn", len(text) // 20)
        size = max(style.least, size - _STEP)


IconMaker = Callable[[str, Rect], list[Item]]


def place_text(fit: Fit, style: TextStyle, box: Rect, colour: str, icon: IconMaker) -> list[Item]:
    """Return the items of a laid-out text in its box."""
    items: list[Item] = []
    size = fit.size
    slack = box.h - fit.height
    top = box.y + (slack / 2 if style.valign == "middle" else slack if style.valign == "bottom" else 0.0)
    y = top + ASCENT * size * MM_PER_PT
    for number, line in enumerate(fit.lines):
        if number:
            y += (style.leading + line.gap * style.leading) * size * MM_PER_PT
        room = box.w - (line.width + line.indent) * size
        x = box.x + line.indent * size
        x += room / 2 if style.align == "center" else room if style.align == "right" else 0.0
        if line.bullet:
            items.append(
                Text(x - line.indent * size + 0.1 * size * MM_PER_PT, y, line.bullet, line.pieces[0].font, size, colour)
            )
        items += place_line(line.pieces, x, y, size, colour, icon)
    return items


def place_line(pieces: Sequence[Piece], x: float, y: float, size: float, colour: str, icon: IconMaker) -> list[Item]:
    """Return the items of one line: runs of one font each, and icons."""
    items: list[Item] = []
    run, run_font, run_x = "", "", x
    for piece in pieces:
        width = _width(piece) * size
        if piece.target and piece.kind == "word":
            items.append(Link(Rect(x, y - size * MM_PER_PT * 0.8, width, size * MM_PER_PT), piece.target))
        if piece.kind == "icon":
            if run:
                items.append(Text(run_x, y, run, run_font, size, colour))
                run = ""
            side = size * MM_PER_PT * 0.9
            items += icon(piece.text, Rect(x + (width - side) / 2, y - size * MM_PER_PT * _ICON_RISE, side, side))
        else:
            if run and piece.font != run_font:
                items.append(Text(run_x, y, run, run_font, size, colour))
                run = ""
            if not run:
                run_x, run_font = x, piece.font
            run += piece.text
        x += width
    if run.strip():
        items.append(Text(run_x, y, run, run_font, size, colour))
    return items


def lacking_glyphs(text: str, style: TextStyle) -> dict[str, list[str]]:
    """Return the fonts that lack characters of a text set in them, with those characters."""
    lacking: dict[str, list[str]] = {}
    for paragraph in parse_markup(text, style.family, style.bold, style.italic):
        for piece in paragraph:
            missing = font(piece.font).missing(piece.text) if piece.kind == "word" else ()
            if missing:
                known = lacking.setdefault(piece.font, [])
                known += [c for c in missing if c not in known]
    return lacking


def missing_glyphs(text: str, family: str = "sans") -> list[str]:
    """List characters of a text that its typeface lacks."""
    return font(family).missing(text.replace("\n", "").replace("\t", ""))


def simple_line(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    family: str = "sans",
    bold: bool = False,
    italic: bool = False,
    align: str = "left",
) -> Text:
    """Return one run of text without markup, aligned at x."""
    name = font_name(family, bold, italic)
    width = font(name).width(text) * size
    left = x - (width if align == "right" else width / 2 if align == "center" else 0.0)
    return Text(left, y, text, name, size, colour)
