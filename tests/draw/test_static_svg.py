"""Static SVG files, one for each feature, look as resvg draws them; what is not honoured is told with the element."""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from pnp.draw.drawing import Pen
from pnp.draw.icons import parse_icon
from pnp.draw.svg import SvgFault, read_art
from pnp.draw.svg.art import framed, recoloured
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Size

FILES = sorted((Path(__file__).parent / "svg").glob("*.svg"))
_WIDTH = 300
_FAR = 48
"""Levels of 255 that a pixel may differ where edges are smoothed."""


def drawn(text, name):
    """Return an SVG as pixels by way of its PDF."""
    art = read_art(text, name)

    def ink(colour):
        return colour if colour.startswith("#") else "#000000"

    page = Page(Size(art.width, art.height), (framed(art._replace(items=recoloured(art.items, ink, ink))),))
    pdf = pypdfium2.PdfDocument(write_pdf([page], Info("t", "a", "s")))
    return pdf[0].render(scale=_WIDTH / pdf[0].get_size()[0]).to_pil().convert("RGB")


def reference(text):
    resvg = pytest.importorskip("resvg_py")
    from PIL import Image

    with Image.open(
        BytesIO(bytes(resvg.svg_to_bytes(svg_string=text, width=_WIDTH, background="white", dpi=96)))
    ) as picture:
        return picture.convert("RGB")


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_files_look_as_resvg_draws_them(path):
    from PIL import ImageChops, ImageStat

    text = path.read_text("utf-8")
    wanted = reference(text)
    found = drawn(text, path.name).resize(wanted.size)
    apart = ImageChops.difference(found, wanted)
    far = sum(apart.convert("L").histogram()[_FAR:]) / (wanted.size[0] * wanted.size[1])
    mean = max(ImageStat.Stat(apart).mean)
    assert far < 0.012 and mean < 2.5, f"{far:.2%} of the pixels differ, {mean:.2f} levels on average"
    assert min(ImageStat.Stat(wanted.convert("L")).extrema[0]) < 200, "something is drawn"


SHAPE = '<rect width="50" height="50"/>'
REFUSED = {
    "text": ('<text x="1">Hi</text>', "<text>: pnp does not draw", "paths"),
    "picture": ('<image href="data:image/png;base64,AA"/>', "outside of the file", "one file"),
    "filter": (
        '<filter id="f"/><rect id="r" width="9" height="9" filter="url(#f)"/>',
        "<rect id='r'>: its filter",
        "blur",
    ),
    "mask": ('<mask id="m"/><g mask="url(#m)"><rect width="9" height="9"/></g>', "<g>: its mask", "clip path"),
    "pattern": ('<pattern id="p"/><rect width="9" height="9" fill="url(#p)"/>', "its fill is a <pattern>", "gradient"),
    "marker": ('<path d="M0 0h9" stroke="red" marker-end="url(#a)"/>', "its marker-end", "Stroke to Path"),
    "blend mode": ('<g style="mix-blend-mode:multiply"><rect width="9" height="9"/></g>', "mix-blend-mode", "flatten"),
    "gradient of a line": (
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><path d="M0 0h9v9" stroke="url(#g)"/>',
        "its line has a gradient",
        "Stroke to Path",
    ),
    "repeated gradient": (
        '<linearGradient id="g" spreadMethod="repeat"><stop stop-color="red"/><stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
        "<linearGradient id='g'>: its spreadMethod",
        "whole shape",
    ),
    "script": ("<script>alert(1)</script>", "not allowed", "no programs"),
    "handler": ('<rect width="9" height="9" onclick="x()"/>', "is a script", "remove"),
    "animation": ('<rect width="9" height="9"><animate attributeName="x"/></rect>', "not allowed", "remove"),
    "import": ("<style>@import url(x.css);</style>", "'@import' is not honoured", "by class"),
    "selector": ("<style>g > rect {fill: red}</style>", "the selector", "by class"),
    "other file": ('<use href="other.svg#a"/>', "outside of the file", "one file"),
    "style from outside": ('<rect width="9" height="9" style="fill:url(http://x/y#z)"/>', "outside of the file", "one"),
    "nothing to use": ('<use href="#nobody"/>', "no element with id 'nobody'", None),
    "use of itself": ('<g id="a"><use href="#a"/></g>', "nested too deeply", None),
    "odd transform": ('<rect width="9" height="9" transform="spin(3)"/>', "transform 'spin(3)'", None),
    "odd colour": ('<rect width="9" height="9" fill="reddish"/>', "fill 'reddish' is no colour", "#rrggbb"),
    "odd unit": ('<rect width="9em" height="9"/>', "width '9em'", "px or mm"),
    "odd property": ('<rect width="9" height="9" style="wobble:3"/>', "its property 'wobble'", "attribute"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_honoured_is_told_with_its_element_and_a_way_out(name):
    body, message, way = REFUSED[name]
    with pytest.raises(SvgFault) as caught:
        read_art(f'<svg viewBox="0 0 50 50">\n{SHAPE}\n{body}</svg>', "x.svg")
    assert str(caught.value).startswith("x.svg, line 3: ")
    assert message in str(caught.value)
    assert way is None or way in (caught.value.hint or "")


def test_floods_are_refused_in_little_time():
    many = "".join(f'<g id="a{i}">' + f'<use href="#a{i + 1}"/>' * 10 + "</g>" for i in range(9))
    laughs = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10 if i else "ha"}">' for i in range(12))
    floods = {
        "elements": f"<svg>{'<g/>' * 30_000}</svg>",
        "depth": f"<svg>{'<g>' * 1000}{SHAPE}{'</g>' * 1000}</svg>",
        "uses": f'<svg>{many}<g id="a9">{SHAPE}</g></svg>',
        "entities": f"<!DOCTYPE svg [{laughs}]><svg><title>&a11;</title>{SHAPE}</svg>",
        "external entity": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><style>&x;</style>{SHAPE}</svg>',
        "rules": f"<svg><style>{'.a .b{fill:red}' * 499}</style>{SHAPE * 5000}</svg>",
        "segments": f'<svg><path d="M0 0{"h1v1" * 20_000}"/></svg>',
        "unfinished": f"<svg>{SHAPE}",
    }
    for name, text in floods.items():
        with pytest.raises(SvgFault):
            read_art(text, f"{name}.svg")


def test_what_says_no_colour_of_its_own_is_plain():
    assert read_art(f'<svg viewBox="0 0 50 50">{SHAPE}</svg>', "x").plain
    assert read_art('<svg viewBox="0 0 50 50"><rect width="9" height="9" fill="currentColor"/></svg>', "x").plain
    assert not read_art('<svg viewBox="0 0 50 50"><rect width="9" height="9" fill="#000"/></svg>', "x").plain


def test_icons_of_lines_keep_their_lines():
    icon = parse_icon((FILES[0].parent / "stroke-icon.svg").read_text("utf-8"), "feather")
    assert [shape.fill for shape in icon.shapes] == [None] * 3
    assert {(round(shape.width, 3), shape.pen) for shape in icon.shapes} == {(8.333, Pen("round", "round"))}


def test_the_plate_behind_an_icon_is_left_out():
    icon = parse_icon((FILES[0].parent / "plate-icon.svg").read_text("utf-8"), "plate")
    (star,) = icon.shapes
    assert len(star.outline) == 11


def test_white_within_an_icon_is_a_hole():
    text = (
        '<svg viewBox="0 0 100 100"><circle cx="50" cy="50" r="40"/><circle cx="50" cy="50" r="9" fill="white"/></svg>'
    )
    (ring,) = parse_icon(text, "ring").shapes
    assert ring.even_odd and len(ring.outline) == 12


@pytest.mark.parametrize(
    "body",
    [
        '<circle cx="50" cy="50" r="9" fill="red"/><rect width="9" height="9" fill="blue"/>',
        '<g opacity=".5"><circle cx="50" cy="50" r="9"/></g>',
        '<clipPath id="c"><rect width="5" height="5"/></clipPath><circle cx="5" cy="5" r="9" clip-path="url(#c)"/>',
    ],
)
def test_icons_in_several_colours_are_told_to_be_pictures(body):
    with pytest.raises(SvgFault, match="an icon takes one colour") as caught:
        parse_icon(f'<svg viewBox="0 0 100 100">{body}</svg>', "x")
    assert "part: art" in (caught.value.hint or "")
