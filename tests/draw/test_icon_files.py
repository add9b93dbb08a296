"""Icons: every shipped one parses, arcs are true, and hostile SVG is refused."""

from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import ICONS, outline_points

from pnp.context import limits
from pnp.draw.arcs import arc_to_cubics
from pnp.draw.icons import IconLibrary, parse_icon, read_icon
from pnp.draw.svg import SvgFault, parse_path

FILES = sorted(ICONS.glob("*.svg"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_shipped_icon_parses_and_fills_its_box(path):
    icon = read_icon(path)
    points = [p for outline in icon.outlines for p in outline_points(outline)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    assert -0.1 * icon.width <= min(xs) and max(xs) <= 1.1 * icon.width
    assert -0.1 * icon.height <= min(ys) and max(ys) <= 1.1 * icon.height
    assert max(max(xs) - min(xs), max(ys) - min(ys)) > 0.5 * max(icon.width, icon.height)
    assert all(outline[0][0] == "M" for outline in icon.outlines)


def test_there_are_many_icons():
    assert len(FILES) > 80
    assert IconLibrary((ICONS,)).names() == [p.stem for p in FILES]


def cubic(p0, c, t):
    x1, y1, x2, y2, x, y = c
    u = 1 - t
    return (
        u**3 * p0[0] + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x,
        u**3 * p0[1] + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y,
    )


@settings(max_examples=150)
@given(
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.floats(1, 40),
    st.floats(1, 40),
    st.floats(-180, 180),
    st.floats(0, 2 * pi),
    st.floats(0.2, 2 * pi - 0.2),
    st.booleans(),
)
def test_arcs_follow_their_ellipse(cx, cy, rx, ry, turn, start, length, sweep):
    """The end-point form is derived here from the centre form, independently of the code under test."""
    assume(abs(length - pi) > 0.05)
    phi = radians(turn)

    def on(angle):
        x, y = rx * cos(angle), ry * sin(angle)
        return cx + x * cos(phi) - y * sin(phi), cy + x * sin(phi) + y * cos(phi)

    end = start + (length if sweep else -length)
    (x0, y0), (x, y) = on(start), on(end)
    pieces = list(arc_to_cubics(x0, y0, rx, ry, turn, length > pi, sweep, x, y))
    at = (x0, y0)
    walked = 0.0
    for piece in pieces:
        for step in range(9):
            px, py = cubic(at, piece, step / 8)
            dx, dy = px - cx, py - cy
            u = (dx * cos(phi) + dy * sin(phi)) / rx
            v = (-dx * sin(phi) + dy * cos(phi)) / ry
            assert hypot(u, v) == pytest.approx(1, abs=2e-3), "every point lies on the ellipse"
        walked += 1
        at = piece[4:]
    assert at == pytest.approx((x, y), abs=1e-3)
    middle = on(start + (length / 2 if sweep else -length / 2))
    nearest = min(
        hypot(px - middle[0], py - middle[1])
        for k, piece in enumerate(pieces)
        for t in range(33)
        for px, py in [cubic((x0, y0) if k == 0 else pieces[k - 1][4:], piece, t / 32)]
    )
    assert nearest < 0.15 * max(rx, ry), "the arc goes the right way round"


def test_odd_arcs():
    assert list(arc_to_cubics(0, 0, 5, 5, 0, False, True, 0, 0)) == []
    assert list(arc_to_cubics(0, 0, 0, 5, 0, False, True, 10, 0)) == [(0, 0, 10, 0, 10, 0)]
    small = list(arc_to_cubics(0, 0, 1, 1, 0, False, True, 10, 0))
    assert small[-1][4:] == pytest.approx((10, 0)), "radii that are too small are scaled up"


@pytest.mark.parametrize(
    ("d", "segments"),
    [
        ("M1 2L3 4", [("M", 1, 2), ("L", 3, 4)]),
        ("M1,2 3,4z", [("M", 1, 2), ("L", 3, 4), ("Z",)]),
        ("m1 2 3 4", [("M", 1, 2), ("L", 4, 6)]),
        ("M1 1h2v3H0V0", [("M", 1, 1), ("L", 3, 1), ("L", 3, 4), ("L", 0, 4), ("L", 0, 0)]),
        ("M0 0l1 1zl2 0", [("M", 0, 0), ("L", 1, 1), ("Z",), ("L", 2, 0)]),
        ("M0 0C1 1 2 2 3 3s2 2 3 3", [("M", 0, 0), ("C", 1, 1, 2, 2, 3, 3), ("C", 4, 4, 5, 5, 6, 6)]),
        ("M0 0S2 2 3 3", [("M", 0, 0), ("C", 0, 0, 2, 2, 3, 3)]),
        ("M0 0Q3 3 6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0)]),
        ("M0 0Q3 3 6 0T12 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0)]),
        ("M.5.5L-1-1", [("M", 0.5, 0.5), ("L", -1, -1)]),
        ("M1e1 2E-1", [("M", 10, 0.2)]),
    ],
)
def test_path_data(d, segments):
    found = parse_path(d)
    assert [s[0] for s in found] == [s[0] for s in segments]
    for a, b in zip(found, segments, strict=True):
        assert a[1:] == pytest.approx(b[1:])


def test_the_view_box_is_moved_to_the_origin():
    icon = parse_icon('<svg viewBox="10 20 50 40"><path d="M10 20L60 60"/></svg>', "x")
    assert (icon.width, icon.height) == (50, 40)
    assert icon.outlines == ((("M", 0, 0), ("L", 50, 40)),)


PATH = '<path d="M0 0L1 1"/>'
HOSTILE = {
    "script": f"<svg>{PATH}<script>alert(1)</script></svg>",
    "image": f'<svg>{PATH}<image href="file:///etc/passwd"/></svg>',
    "use": f'<svg>{PATH}<use href="http://example.org/x.svg#a"/></svg>',
    "foreign": f"<svg>{PATH}<foreignObject/></svg>",
    "style element": f"<svg><style>@import url(x)</style>{PATH}</svg>",
    "style": '<svg><path style="fill:url(x)" d="M0 0"/></svg>',
    "transform": '<svg><path transform="scale(9e9)" d="M0 0"/></svg>',
    "entity": f'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>{PATH}&a;</svg>',
    "doctype": f'<!DOCTYPE svg SYSTEM "http://example.org/x.dtd"><svg>{PATH}</svg>',
    "no path": "<svg></svg>",
    "no svg": PATH,
    "text": "hello",
    "empty": "",
    "rect": "<svg><rect width='5'/></svg>",
    "broken box": f'<svg viewBox="0 0 0 100">{PATH}</svg>',
    "short box": f'<svg viewBox="0 0 100">{PATH}</svg>',
    "huge box": f'<svg viewBox="0 0 1e30 1e30">{PATH}</svg>',
    "words": '<svg><path d="M0 0 to infinity"/></svg>',
    "no start": '<svg><path d="L1 1"/></svg>',
    "number first": '<svg><path d="1 1"/></svg>',
    "too few": '<svg><path d="M0 0C1 1 2"/></svg>',
    "command in numbers": '<svg><path d="M0 0C1 1 2 2 L 3"/></svg>',
    "numbers after z": '<svg><path d="M0 0z1 1"/></svg>',
    "huge numbers": '<svg><path d="M0 0L9e99 9e99"/></svg>',
    "too many": f'<svg><path d="M0 0{"L1 1" * (4 * limits().svg_segments)}"/></svg>',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_svg_is_refused(name):
    with pytest.raises(SvgFault):
        parse_icon(HOSTILE[name], "x.svg")


def test_names_cannot_leave_the_folder(tmp_path):
    (tmp_path / "icons").mkdir()
    (tmp_path / "secret.svg").write_text(f"<svg>{PATH}</svg>")
    (tmp_path / "icons" / "link.svg").symlink_to(tmp_path / "secret.svg")
    (tmp_path / "icons" / "own.svg").write_text(f"<svg>{PATH}</svg>")
    library = IconLibrary((tmp_path / "icons", ICONS))
    assert library.get("own") is not None
    assert library.get("star") is not None, "the common icons come second"
    for name in ("../secret", "link", "..", "", "/etc/passwd", "own.svg", "OWN", "a" * 300):
        assert library.get(name) is None


def test_files_that_are_no_icons(tmp_path):
    path = tmp_path / "x.svg"
    path.write_bytes(b"<svg>\xff</svg>")
    with pytest.raises(SvgFault, match="UTF-8"):
        read_icon(path)
