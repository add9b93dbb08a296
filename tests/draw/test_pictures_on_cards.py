"""Pictures on cards: how they fill their box and the bleed, how sharp they are, and what the styles make of them."""

import io

import pypdfium2
import pytest
from PIL import Image as Pictures
from support import DEMO

from pnp.context import limits
from pnp.draw.drawing import Image as Shown
from pnp.draw.drawing import walk
from pnp.draw.pictures import decoded
from pnp.draw.style import MOST_FLAT_INK
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Rect, Size
from pnp.load.game import load_or_raise
from pnp.load.values import Names
from pnp.pipeline import check_game
from pnp.sheets.components import make_painter

RED, GREEN, BLUE, GROUND = (200, 30, 40), (30, 160, 60), (40, 60, 200), (31, 78, 107)
SIZE, BLEED = Size(60, 40), 3.0


def photo(*colours, size=(720, 480), kind="PNG", **more):
    """Return a picture with a stripe of each colour from left to right."""
    picture = Pictures.new("RGB", size)
    wide = size[0] // len(colours)
    for i, colour in enumerate(colours):
        picture.paste(colour, (i * wide, 0, (i + 1) * wide, size[1]))
    out = io.BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def game_with(make_game, part, data, name="photo.png"):
    faces = DEMO["faces.yaml"].replace("{part: art, art: rays, colour: paper}", part)
    return make_game({"faces.yaml": faces, name: data})


def drawn(make_game, part, data, name="photo.png", *, style="colour", box=SIZE, names: Names | None = None):
    painter = make_painter(load_or_raise(game_with(make_game, part, data, name), "demo"), style)
    return painter.draw("back", box, names or {}, BLEED)


def pixels(drawing):
    """Return the drawing with its bleed, ten pixels a mm."""
    whole = Rect(0, 0, *drawing.size).inset(-BLEED)
    from pnp.draw.drawing import Group
    from pnp.geometry import shift

    page = Page(Size(whole.w, whole.h), (Group(drawing.items, shift(BLEED, BLEED)),))
    picture = pypdfium2.PdfDocument(write_pdf([page], Info("t", "a", "s")))[0].render(scale=10 * 25.4 / 72).to_pil()
    return picture.convert("RGB")


def colour_at(picture, x, y):
    """Return the colour at a place in mm from the trimmed corner."""
    return picture.getpixel((round((x + BLEED) * 10), round((y + BLEED) * 10)))


def near(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) < 12


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("fit: cover", [RED, RED, BLUE, BLUE]),
        ("bleed: mirror", [RED, RED, BLUE, BLUE]),
        ("bleed: stretch", [RED, RED, BLUE, BLUE]),
        ("", [RED, RED, BLUE, BLUE]),
        ("at: [5, 5, 50, 30], fit: stretch", [GROUND, GROUND, GROUND, GROUND]),
    ],
)
def test_pictures_that_touch_the_edge_fill_the_bleed(make_game, more, expected):
    part = f"{{part: art, file: photo.png{', ' if more else ''}{more}}}"
    picture = pixels(drawn(make_game, part, photo(RED, GREEN, BLUE)))
    corners = [(-2.5, -2.5), (-2.5, 42.5), (62.5, -2.5), (62.5, 42.5)]
    found = [colour_at(picture, *corner) for corner in corners]
    assert all(near(a, b) for a, b in zip(found, expected, strict=True)), found
    assert near(colour_at(picture, 30, 20), GREEN)
    assert all(near(colour_at(picture, 30, y), GREEN) for y in (-2.5, 42.5)) or expected[0] == GROUND


def test_a_mirrored_bleed_turns_back_at_the_edge(make_game):
    data = photo(RED, *[GREEN] * 28, BLUE)  # the outer stripes are 2 mm wide
    picture = pixels(drawn(make_game, "{part: art, file: photo.png, bleed: mirror}", data))
    assert [near(colour_at(picture, x, 20), c) for x, c in ((1, RED), (-1, RED), (-2.6, GREEN))] == [True] * 3


def test_a_margin_of_the_file_lies_in_the_bleed(make_game):
    data = photo(RED, *[GREEN] * 20, BLUE, size=(660, 460))  # 66 × 46 mm: stripes of 3 mm stand in its margin
    picture = pixels(drawn(make_game, "{part: art, file: photo.png, fit: cover, bleed: 3}", data))
    assert near(colour_at(picture, -0.5, 20), RED) and near(colour_at(picture, 0.5, 20), GREEN)
    assert near(colour_at(picture, 60.5, 20), BLUE) and near(colour_at(picture, 59.5, 20), GREEN)


def test_the_focus_stays_in_view(make_game):
    part = "{{part: art, file: photo.png, at: [10, 5, 30, 30], fit: cover, focus: [{}, 50]}}"
    for focus, expected in ((0, RED), (50, GREEN), (100, BLUE)):
        picture = pixels(drawn(make_game, part.format(focus), photo(RED, GREEN, BLUE, size=(1200, 400))))
        assert near(colour_at(picture, 25, 20), expected)


def test_round_corners_are_cut_off(make_game):
    picture = pixels(drawn(make_game, "{part: art, file: photo.png, at: [5, 5, 45, 30], radius: 6}", photo(RED)))
    assert near(colour_at(picture, 5.6, 5.6), GROUND) and near(colour_at(picture, 8, 8), RED)


@pytest.mark.parametrize(
    ("pixels_wide", "severity", "words"),
    [(300, "error", "127 pixels an inch, at least 150"), (500, "warning", "212 pixels an inch"), (700, None, "")],
)
def test_pictures_with_few_pixels_are_told_with_the_figure(make_game, pixels_wide, severity, words):
    part = "{part: art, file: photo.png, at: [1, 5, 60, 40], safe: 0}"
    found, _ = check_game(game_with(make_game, part, photo(RED, size=(pixels_wide, pixels_wide * 2 // 3))), "demo")
    assert [(d.severity, d.code) for d in found] == ([(severity, "dpi")] if severity else [])
    if severity:
        assert words in found[0].message and found[0].span.file.endswith("faces.yaml")


def test_pixel_art_may_be_as_coarse_as_it_likes(make_game):
    part = "{part: art, file: photo.png, least_dpi: 0}"
    assert check_game(game_with(make_game, part, photo(RED, GREEN, size=(16, 16))), "demo")[0] == []


def shown(drawing):
    (image,) = {i.data: i for i in walk(drawing.items) if isinstance(i, Shown)}.values()
    return decoded(image.data)


def test_grey_takes_the_colour_out_of_pictures(make_game):
    found = shown(drawn(make_game, "{part: art, file: photo.png}", photo(RED, GREEN), style="grey"))
    assert found.mode == "L"


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_low_ink_makes_pictures_pale(make_game, kind):
    name = f"photo.{kind.lower()}"
    data = photo(RED, (10, 10, 10), kind=kind)
    found = shown(drawn(make_game, f"{{part: art, file: {name}}}", data, name, style="lowink")).convert("RGB")
    left, right = found.getpixel((10, 10)), found.getpixel((found.width - 10, 10))
    ink = [1 - sum(p) / 765 for p in (left, right)]
    assert sum(ink) / 2 <= MOST_FLAT_INK and ink[0] < ink[1]


def test_pictures_finer_than_paper_are_stored_smaller_and_once(make_game):
    data = photo(RED, GREEN, size=(2400, 1600))
    painter = make_painter(load_or_raise(game_with(make_game, "{part: art, file: photo.png}", data), "demo"), "colour")
    first, second = (painter.draw("back", SIZE, {}, BLEED) for _ in range(2))
    assert shown(first).size == (709, 472)
    stored = {id(i.data) for d in (first, second) for i in walk(d.items) if isinstance(i, Shown)}
    assert len(stored) == 1


def test_a_photograph_stands_as_its_camera_was_held(make_game):
    about = Pictures.Exif()
    about[0x0112] = 6
    data = photo(RED, BLUE, size=(480, 720), kind="JPEG", exif=about)
    picture = pixels(drawn(make_game, "{part: art, file: photo.jpg}", data, "photo.jpg"))
    assert near(colour_at(picture, 30, 5), RED) and near(colour_at(picture, 30, 35), BLUE)


def test_two_thousand_full_pictures_are_within_the_limits():
    assert limits().game_pixels >= 2_000 * 750 * 1050
