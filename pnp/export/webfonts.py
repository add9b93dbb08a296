"""A game's own fonts inside a page for browsers: each holds only the letters that it is asked for."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.draw.fonts import CutFault, chain_of, font, font_name, harfbuzz, is_registered
from pnp.draw.ownfont import OwnFont, own_font
from pnp.draw.scripts import has_rtl, unseen

_BOTH_WAYS = (
    "h1, h2, h3, p, li, dt, dd, th, td, figcaption { unicode-bidi: plaintext; }\nth, td { text-align: start; }\n"
)
"""Lets every paragraph begin where its own script begins."""


class WebFonts(NamedTuple):
    """What a page needs to show a game's fonts."""

    faces: str
    """Rules of a style sheet."""
    sans: str
    serif: str
    """What stands before pnp's own names in a list of fonts."""


def web_fonts(families: Mapping[str, str], text: str) -> WebFonts:
    """Return the fonts that a text needs, and the names by which its style sheet asks for them."""
    rules: dict[str, str] = {}
    lists = {}
    letters = sorted(set(text))
    for family in ("sans", "serif"):
        named = dict.fromkeys(_faces(families.get(family, family), letters, rules))
        lists[family] = "".join(f'"{name}", ' for name in named)
    both_ways = _BOTH_WAYS if has_rtl(text) else ""
    return WebFonts("".join(rules.values()) + both_ways, lists["sans"], lists["serif"])


def _faces(family: str, letters: list[str], rules: dict[str, str]) -> Iterator[str]:
    """Note a rule for every font of a family that has some of the letters, and yield its name in the style sheet."""
    for bold in (False, True):
        for italic in (False, True):
            try:
                chain = chain_of(font_name(family, bold, italic)) or ()
            except CutFault:
                continue  # no text of the page is set in it: that would have been a fault
            for number, name in enumerate(chain):
                taken = [c for c in letters if unseen(c) or _first(chain, c) == name]
                if is_registered(name) and not all(map(unseen, taken)):
                    shown = f"{family}-{number}"
                    rules.setdefault(f"{shown} {bold} {italic}", _rule(shown, own_font(name), taken, bold, italic))
                    yield shown


def _first(chain: tuple[str, ...], letter: str) -> str | None:
    return next((name for name in chain if not font(name).missing(letter)), None)


def _rule(name: str, own: OwnFont, letters: list[str], bold: bool, italic: bool) -> str:
    data = b64encode(_subset(own, letters)).decode()
    weight, style = 700 if bold else 400, "italic" if italic else "normal"
    return (
        f'@font-face {{ font-family: "{name}"; font-weight: {weight}; font-style: {style}; '
        f"src: url(data:font/ttf;base64,{data}); }}\n"
    )


def _subset(own: OwnFont, letters: list[str]) -> bytes:
    """Return a font file with the shapes of some letters, and all that makes them join and stack."""
    hb = harfbuzz()
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(map(ord, letters))
    for tag, value in own.axes.items():
        wanted.pin_axis_location(own.face, tag, value)
    data: bytes = hb.subset(own.face, wanted).blob.data
    return data
