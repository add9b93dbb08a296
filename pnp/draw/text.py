"""Text in boxes: light markup, line breaking over cached widths, and shrinking to fit.

Sizes are in points, positions in mm. A text that does not fit at its smallest size is a
fault, never clipped.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from pnp.context import meter
from pnp.draw.drawing import Item, Link, Text
from pnp.draw.fonts import ASCENT, DESCENT, chain_of, font, font_name, is_registered
from pnp.draw.scripts import ICON, breaks_in, clusters_of, flipped, has_rtl, levels_of, unseen, visual
from pnp.geometry import PT_PER_MM, Rect

MM_PER_PT = 1 / PT_PER_MM
_STEP = 0.25
_MARK = re.compile(r"\*\*|\*|:([a-z][a-z0-9-]*):|\\([*:|\[\\])|\[\[([^\]|\[]+)\|([\w.-]+)\]\]")
_ICON_WIDTH, _ICON_RISE = 0.95, 0.80
_PARAGRAPH_GAP = 0.45
_INDENT = 1.0


class Piece(NamedTuple):
    """A word, a space or an icon, in one font; a `break` where a line may end, an `rtl` that begins a paragraph."""

    kind: str
    text: str
    font: str
    target: str = ""
    level: int = 0
    """Odd where letters run from right to left."""


class Unit(NamedTuple):
    """Pieces that no line parts: their width, and that of the space before them."""

    pieces: list[Piece]
    width: float
    space: float
    space_level: int = 0


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
    rtl: bool = False
    """Its paragraph begins on the right."""

    def left(self, x: float, width: float, size: float, align: str) -> float:
        """Return where the line begins on the left, in a column at x; `left` means where reading begins."""
        room = width - (self.width + self.indent) * size
        if self.rtl:
            return x + (room / 2 if align == "center" else room if align == "left" else 0.0)
        return x + self.indent * size + (room / 2 if align == "center" else room if align == "right" else 0.0)


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
    return _in_scripts(pieces) if chain_of(font_name(family, bold, italic)) else tuple(pieces)


def _in_scripts(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Set a line of a game's own fonts: cut its words where direction or font change and where a line may end."""
    whole = "".join([ICON if piece.kind == "icon" else piece.text for piece in pieces])
    base, levels = levels_of(whole) if has_rtl(whole) else (0, [0] * len(whole))
    made: list[Piece] = [Piece("rtl", "", pieces[0].font)] if base else []
    at = 0
    for piece in pieces:
        if piece.kind == "word":
            made += _spelled(piece, levels[at : at + len(piece.text)])
        else:
            made.append(piece._replace(font=_fonts(piece)[0], level=levels[at]))
        at += 1 if piece.kind == "icon" else len(piece.text)
    return tuple(made)


def _fonts(piece: Piece) -> tuple[str, ...]:
    return chain_of(piece.font) or (piece.font,)


def _spelled(word: Piece, levels: Sequence[int]) -> Iterator[Piece]:
    """Yield the parts of a word, each in the first font that has its letters."""
    chain = _fonts(word)
    start, at = 0, 0
    breaks = {*breaks_in(word.text)}
    used = ""
    for cluster in clusters_of(word.text):
        seen = [c for c in cluster if not unseen(c)]
        name = next((n for n in chain if not font(n).missing(cluster)), chain[0]) if seen else used or chain[0]
        if at and (name != used or levels[at] != levels[at - 1] or at in breaks):
            yield word._replace(text=word.text[start:at], font=used, level=levels[start])
            start = at
            if at in breaks:
                yield Piece("break", "", name)
        used, at = name, at + len(cluster)
    yield word._replace(text=word.text[start:], font=used, level=levels[start])


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


def _units(pieces: Sequence[Piece]) -> list[Unit]:
    """Group pieces that no space parts."""
    units: list[Unit] = []
    space, level = 0.0, 0
    joined = False
    for piece in pieces:
        if piece.kind == "space":
            space, level, joined = _width(piece), piece.level, False
        elif piece.kind == "break":
            joined = False
        elif joined:
            unit = units[-1]
            unit.pieces.append(piece)
            units[-1] = unit._replace(width=unit.width + _width(piece))
        else:
            units.append(Unit([piece], _width(piece), space, level))
            space, joined = 0.0, True
    return units


@lru_cache(maxsize=8192)
def _paragraphs(text: str, family: str, bold: bool, italic: bool) -> list[tuple[list[Unit], str, float, bool]]:
    """Return (units, bullet, gap before, from right to left) for each paragraph of the text."""
    result: list[tuple[list[Unit], str, float, bool]] = []
    gap = 0.0
    for raw in parse_markup(text, family, bold, italic):
        if not raw:
            gap = _PARAGRAPH_GAP if result else 0.0
            continue
        bullet = ""
        rtl = raw[0].kind == "rtl"
        pieces = raw[1:] if rtl else raw
        if len(pieces) > 2 and pieces[0].kind == "word" and pieces[0].text in ("-", "•") and pieces[1].kind == "space":
            bullet, pieces = "•", pieces[2:]
        result.append((_units(pieces), bullet, gap, rtl))
        gap = 0.0
    return result


def break_lines(text: str, style: TextStyle, width: float) -> list[Line]:
    """Break a text into lines no wider than `width`, which is the box's width divided by the size."""
    lines: list[Line] = []
    indent_width = _INDENT * MM_PER_PT
    for units, bullet, gap, rtl in _paragraphs(text, style.family, style.bold, style.italic):
        indent = indent_width if bullet else 0.0
        current: list[Piece] = []
        used, first = 0.0, True
        for group, unit_width, space, level in units:
            if current and used + space + unit_width > width - indent + 1e-9:
                lines.append(Line(tuple(current), used, indent, gap if first else 0.0, bullet if first else "", rtl))
                current, used, first = [], 0.0, False
            if current and space:
                current.append(Piece("space", " ", group[0].font, "", level))
                used += space
            current += group
            used += unit_width
        lines.append(Line(tuple(current), used, indent, gap if first else 0.0, bullet if first else "", rtl))
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
        x = line.left(box.x, box.w, size, style.align)
        if line.bullet:
            at = x + line.width * size if line.rtl else x - line.indent * size
            at += (0.6 if line.rtl else 0.1) * size * MM_PER_PT
            items.append(Text(at, y, line.bullet, _font_of(line.bullet, line.pieces[0].font), size, colour))
        items += place_line(line.pieces, x, y, size, colour, icon)
    return items


def place_line(pieces: Sequence[Piece], x: float, y: float, size: float, colour: str, icon: IconMaker) -> list[Item]:
    """Return the items of one line: runs of one font each, and icons."""
    if any(piece.level for piece in pieces):
        return _place_both_ways(pieces, x, y, size, colour, icon)
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


def _place_both_ways(
    pieces: Sequence[Piece], x: float, y: float, size: float, colour: str, icon: IconMaker
) -> list[Item]:
    """Return the items of a line with letters that run from right to left: runs of one font and direction each."""
    items: list[Item] = []
    run: Text | None = None
    for piece in visual(pieces, [piece.level for piece in pieces]):
        rtl = piece.level % 2 == 1
        if piece.kind == "icon":
            items += place_line([piece._replace(level=0)], x, y, size, colour, icon)
            run = None
        else:
            if piece.target and piece.kind == "word":
                items += place_line([piece._replace(level=0)], x, y, size, colour, icon)[:1]
            text, shaped = piece.text, is_registered(piece.font)
            if rtl and not shaped:
                text = flipped(text)
            if run is not None and (run.font, run.rtl) == (piece.font, rtl and shaped):
                items.pop()
                run = run._replace(text=text + run.text if run.rtl else run.text + text)
            else:
                run = Text(x, y, text, piece.font, size, colour, rtl and shaped)
            items.append(run)
        x += _width(piece) * size
    return [item for item in items if not isinstance(item, Text) or item.text.strip()]


def plain_pieces(text: str, family: str) -> Sequence[Piece]:
    """Return a line of text as it stands, without markup."""
    words = [word for word in re.split("( )", text) if word]
    pieces = [Piece("space" if word == " " else "word", word, family) for word in words]
    if not pieces or chain_of(family) is None:
        return pieces
    return [piece for piece in _in_scripts(pieces) if piece.text]


def plain_width(text: str, family: str) -> float:
    """Return the width of a line without markup at 1 pt."""
    if chain_of(family) is None:
        return font(family).width(text)
    return fsum(map(_width, plain_pieces(text, family)))


def plain_line(text: str, x: float, y: float, size: float, colour: str, family: str) -> list[Item]:
    """Return the items of a line without markup, such as the label of a sheet."""
    if chain_of(family) is None:
        return [Text(x, y, text, family, size, colour)]
    return place_line(plain_pieces(text, family), x, y, size, colour, lambda name, rect: [])


def _font_of(character: str, name: str) -> str:
    """Return a font that has a character: the one of that name, or pnp's own."""
    return name if not font(name).missing(character) else "sans"


def lacking_glyphs(text: str, style: TextStyle) -> dict[str, list[str]]:
    """Return the fonts that lack characters of a text set in them, with those characters."""
    name = font_name(style.family, style.bold, style.italic)
    if "*" not in text and chain_of(name) is None and font(name).has_all(text):
        return {}  # all in one font: no need to look at every word
    lacking: dict[str, list[str]] = {}
    for paragraph in parse_markup(text, style.family, style.bold, style.italic):
        for piece in paragraph:
            missing = font(piece.font).missing(piece.text) if piece.kind == "word" else ()
            if missing:
                known = lacking.setdefault(piece.font, [])
                known += [c for c in missing if c not in known]
    return lacking


def missing_glyphs(text: str, family: str = "sans") -> list[str]:
    """List characters of a text without markup that its typeface lacks."""
    pieces = plain_pieces(text.replace("\n", "").replace("\t", ""), family)
    return list(dict.fromkeys(c for piece in pieces for c in font(piece.font).missing(piece.text)))


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
