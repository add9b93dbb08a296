"""The rulebook as one self-contained HTML page: readable on a phone, printable, no file beside it."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pnp.draw.drawing import Drawing, Item, Pen
from pnp.draw.drawing import Path as Shape
from pnp.draw.icons import IconLibrary
from pnp.draw.scripts import has_rtl
from pnp.draw.text import parse_markup
from pnp.export.webfonts import WebFonts, web_fonts
from pnp.rules.compile import Rulebook, RuledClause
from pnp.rules.markup import ListBlock, Para, parse_blocks
from pnp.rules.pages import FigureMaker

if TYPE_CHECKING:
    from markupsafe import Markup

T = TypeVar("T")


class HtmlWriter:
    """Turns light markup into HTML."""

    def __init__(self, icons: IconLibrary) -> None:
        self.icons = icons

    def inline(self, text: str) -> str:
        """Return a line of markup as HTML."""
        out: list[str] = []
        for paragraph in parse_markup(" ".join(text.split()), "sans", False, False):
            open_font, open_target = "sans", ""
            for piece in paragraph:
                if piece.font != open_font or piece.target != open_target:
                    out.append(_close(open_font, open_target) + _open(piece.font, piece.target))
                    open_font, open_target = piece.font, piece.target
                out.append(self.icon(piece.text) if piece.kind == "icon" else escape(piece.text))
            out.append(_close(open_font, open_target))
        return "".join(out)

    def icon(self, name: str) -> str:
        """Return an icon as inline SVG."""
        from pnp.export.svg import path_data

        icon = self.icons.get(name)
        if icon is None:
            return escape(f":{name}:")
        paths = "".join(f'<path d="{path_data(shape.outline)}"{_looks(shape)}/>' for shape in icon.shapes)
        box = f"0 0 {icon.width:g} {icon.height:g}"
        return f'<svg class="icon" viewBox="{box}" role="img" aria-label="{escape(name)}">{paths}</svg>'

    def blocks(self, text: str) -> str:
        """Return a text of several blocks as HTML."""
        out: list[str] = []
        for block in parse_blocks(text):
            if isinstance(block, Para):
                out.append(f"<p>{self.inline(block.text)}</p>")
            elif isinstance(block, ListBlock):
                tag = "ol" if block.ordered else "ul"
                items = "".join(f"<li>{self.inline(i)}</li>" for i in block.items)
                out.append(f"<{tag}{_both_ways(items)}>{items}</{tag}>")
            else:
                out.append(self._table(block.rows, block.head))
        return "\n".join(out)

    def _table(self, rows: tuple[tuple[str, ...], ...], head: bool) -> str:
        lines = []
        for i, row in enumerate(rows):
            tag = "th" if head and i == 0 else "td"
            lines.append("<tr>" + "".join(f"<{tag}>{self.inline(c)}</{tag}>" for c in row) + "</tr>")
        inner = "".join(lines)
        return f'<div class="wide"><table{_both_ways(inner)}>{inner}</table></div>'


def _both_ways(text: str) -> str:
    """Return the attribute that lets a list or a table begin on the side where its first letters do."""
    return ' dir="auto"' if has_rtl(text) else ""


def _open(font: str, target: str) -> str:
    link = f'<a href="#{escape(target)}">' if target else ""
    return link + ("<b>" if "bold" in font else "") + ("<i>" if "italic" in font else "")


def _looks(shape: Shape) -> str:
    """Return the attributes of a shape of an icon, in the colour of the text."""
    rule = ' fill-rule="evenodd"' if shape.even_odd else ""
    if shape.stroke is None:
        return rule
    pen = shape.pen or Pen()
    ends = f' stroke-linecap="{pen.cap}" stroke-linejoin="{pen.join}"'
    filled = "" if shape.fill is not None else ' fill="none"'
    return f'{rule}{filled} stroke="currentColor" stroke-width="{shape.width:.4g}"{ends}'


def _close(font: str, target: str) -> str:
    return ("</i>" if "italic" in font else "") + ("</b>" if "bold" in font else "") + ("</a>" if target else "")


def rulebook_html(
    book: Rulebook, icons: IconLibrary, figure: FigureMaker, templates: Path, families: Mapping[str, str] | None = None
) -> bytes:
    """Return the rulebook as one HTML file; `families` are the game's own fonts."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(str(templates)),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    writer = HtmlWriter(icons)
    render = partial(
        environment.get_template("rulebook.html").render,
        book=book,
        game=book.game,
        words=book.words,
        blocks=_safe(writer.blocks),
        inline=_safe(writer.inline),
        icon=_safe(writer.icon),
        figure=_safe(lambda clause: _figure(figure, clause)),
        players=book.words.players(*book.game.players),
        minutes=_span(book.game.minutes),
        rulings=book.rulings(),
    )
    page: str = render(fonts=WebFonts("", "", ""))
    if any(key != name for name, key in (families or {}).items()):
        fonts = web_fonts(families or {}, page)
        page = render(fonts=WebFonts(*map(Markup, fonts)))
    return page.encode()


def _safe(make: Callable[[T], str]) -> "Callable[[T], Markup]":
    from markupsafe import Markup

    return lambda value: Markup(make(value))


def _figure(figure: FigureMaker, clause: RuledClause) -> str:
    drawing: Drawing = figure(clause)
    return inline_svg(drawing, f"{clause.number}-{clause.id}")


def inline_svg(drawing: Drawing, prefix: str) -> str:
    """Return a drawing as an SVG element whose ids cannot clash with others on the page."""
    from pnp.export.svg import drawing_svg

    items: tuple[Item, ...] = drawing.items
    text = drawing_svg(drawing.size.w, drawing.size.h, items, prefix).decode()
    text = text.split("?>", 1)[1].strip()
    tag = re.sub(r"[^a-z0-9]+", "-", prefix)
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{tag}-", text)
    return re.sub(r'<svg ([^>]*?)height="[^"]*"([^>]*?)width="[^"]*"', r"<svg \1\2", text, count=1)


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"
