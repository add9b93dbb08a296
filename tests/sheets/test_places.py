"""Pieces fit their places: what is measured, what is laid side by side, and where a fault stands."""

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import CONTENT, DEMO, options

from pnp.diagnostics import Report
from pnp.draw.drawing import Drawing, Group, Held, Place, Use, hold
from pnp.draw.faces import FaceFault, Painter
from pnp.draw.icons import IconLibrary
from pnp.draw.printable import Footprint, Printable, print_item
from pnp.draw.standees import standee_base
from pnp.draw.style import Style
from pnp.geometry import Matrix, Rect, Size, scale_at
from pnp.load.game import load_or_raise
from pnp.model import DrawingPart, Face, Holding
from pnp.pipeline import check_game, make_sheets
from pnp.sheets.components import ComponentBuilder, make_painter
from pnp.sheets.places import CLEARANCE, arrange, check_places, places_of

CHIT = Footprint("chit", Size(15, 15))
COIN = Footprint("coin", Size(12, 12), "round")
HEX = Footprint("hex", Size(20, 17.32), "hex")
CARD = Footprint("card", Size(63, 88))
KNOWN = {piece.id: piece for piece in (CHIT, COIN, HEX, CARD)}


def fits(shape: str, size: tuple[float, float], *held: Held) -> bool:
    return arrange(Place(Rect(0, 0, *size), held, shape), Size(*size), KNOWN) is not None


@pytest.mark.parametrize(
    ("shape", "size", "held", "fit"),
    [
        ("square", (15.5, 15.5), Held("chit"), True),
        ("square", (15.4, 20), Held("chit"), False),
        ("square", (88.5, 63.5), Held("card"), True),
        ("square", (31, 15.5), Held("chit", 2), True),
        ("square", (30.9, 15.5), Held("chit", 2), False),
        ("square", (15.5, 31), Held("chit", 2), True),
        ("square", (31, 31), Held("chit", 4), True),
        ("square", (31, 31), Held("chit", 5), False),
        ("square", (15.5, 15.5), Held("chit", 99, stacked=True), True),
        ("round", (12.5, 12.5), Held("coin"), True),
        ("round", (12.4, 12.4), Held("coin"), False),
        ("round", (21.9, 21.9), Held("chit"), False),
        ("round", (22, 22), Held("chit"), True),
        ("hex", (28, 24.25), Held("chit"), True),
        ("hex", (28, 24.25), Held("chit", 2), False),
        ("hex", (40, 34.64), Held("chit", 2), True),
        ("hex-pointy", (34.64, 40), Held("chit", 2), True),
        ("hex", (14.44, 12.5), Held("coin"), True),
        ("hex", (20.58, 17.82), Held("hex"), True),
        ("hex", (20.4, 17.7), Held("hex"), False),
    ],
)
def test_what_fits_where(shape, size, held, fit):
    assert fits(shape, size, held) is fit


def test_several_kinds_lie_side_by_side_or_on_one_pile():
    assert fits("square", (28, 15.5), Held("chit"), Held("coin"))
    assert not fits("square", (27.9, 15.5), Held("chit"), Held("coin"))
    assert fits("square", (15.5, 15.5), Held("chit", stacked=True), Held("coin", stacked=True))
    assert not fits("square", (15.5, 15.5), Held("chit", stacked=True), Held("coin"))


@given(
    st.sampled_from(["square", "round", "hex", "hex-pointy"]),
    st.floats(10, 120),
    st.floats(10, 120),
    st.lists(st.tuples(st.sampled_from(["chit", "coin", "card"]), st.integers(1, 4)), min_size=1, max_size=3),
)
def test_whatever_is_laid_lies_inside_and_apart(shape, w, h, held):
    if shape == "round":
        h = w
    if shape.startswith("hex"):
        w, h = (w, w * 3**0.5 / 2) if shape == "hex" else (w * 3**0.5 / 2, w)
    spots = arrange(Place(Rect(0, 0, w, h), tuple(Held(*one) for one in held), shape), Size(w, h), KNOWN)
    boxes = [Rect(s.x - s.room.w / 2, s.y - s.room.h / 2, *s.room) for s in spots or ()]
    for box, spot in zip(boxes, spots or (), strict=True):
        corners = [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        if len(boxes) > 1 or spot.piece.shape == "square":
            assert all(inside(shape, w, h, x, y) for x, y in corners)
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            gap = max(b.x - a.right, a.x - b.right, b.y - a.bottom, a.y - b.bottom)
            assert gap >= CLEARANCE - 0.02


def inside(shape: str, w: float, h: float, x: float, y: float) -> bool:
    x, y = abs(x), abs(y)
    if shape == "round":
        return bool(x * x + y * y <= (w / 2) ** 2 + 0.01)
    if shape == "hex":
        return bool(y <= h / 2 + 0.01 and x + y / 3**0.5 <= w / 2 + 0.01)
    if shape == "hex-pointy":
        return bool(x <= w / 2 + 0.01 and y + x / 3**0.5 <= h / 2 + 0.01)
    return bool(x <= w / 2 + 0.01 and y <= h / 2 + 0.01)


def test_the_true_size_is_measured_through_every_map():
    place = Place(Rect(1, 2, 10, 20), (Held("chit"),))
    inner = Drawing(Size(50, 50), (Group((place,), Matrix(0, 2, -2, 0, 0, 0)),)).symbol()
    board = Drawing(Size(99, 99), (Use(inner, scale_at(3, 4, 1.5)), Place(Rect(0, 0, 1, 1))))
    (found,) = places_of(Printable("b", "B", "board", board.size, (print_item(board),)))
    assert found.size == (30, 60)


def demo(make_game, faces: str = "", pieces: str = "", boards: str = ""):
    files = {"pieces.yaml": DEMO["pieces.yaml"] + pieces, "boards.yaml": boards or DEMO["boards.yaml"]}
    if faces:
        files["faces.yaml"] = DEMO["faces.yaml"] + faces
    return make_game(files)


def test_a_piece_that_needs_a_place_and_has_none(make_game):
    found, _ = check_game(demo(make_game, pieces="    needs_place: true\n"), "demo")
    (fault,) = found
    assert fault.code == "place" and "no board or sheet has a place for 'coins'" in fault.message
    assert fault.span is not None and fault.span.file.endswith("pieces.yaml")


def test_a_fault_fails_the_build_of_the_board_alone(make_game, pnp, tmp_path):
    boards = DEMO["boards.yaml"].replace("face: map", "face: spot")
    content = demo(make_game, "  spot: {parts: [{part: box, at: [0, 0, 9, 9], holds: {piece: deck}}]}\n", boards=boards)
    code, out, err = pnp(f"build demo --content {content} --only boards --out {tmp_path / 'out'}")
    assert code == 1 and "63 × 88 mm does not fit" in out + err
    assert not (tmp_path / "out").exists()


def test_squares_of_a_grid_and_kinds_of_hexes_hold(make_game):
    faces = """\
  spot:
    parts:
      - {part: grid, columns: 3, rows: 2, at: [0, 0, 60, 40], holds: {piece: coins, count: "{{ 1 }}"}}
      - part: hexes
        at: [0, 50, 150, 100]
        cells: [ww, wf]
        flat: false
        legend: {w: {fill: water}, f: {fill: fire, holds: {piece: coins}}}
      - {part: box, when: false, at: [0, 0, 1, 1], holds: {piece: coins}}
      - {part: box, turn: 90, at: [0, 0, 30, 60], holds: {piece: coins}}
"""
    boards = DEMO["boards.yaml"].replace("face: map", "face: spot")
    game = load_or_raise(demo(make_game, faces, boards=boards), "demo")
    report = Report()
    board = ComponentBuilder(game, make_painter(game, "colour"), options(), report).build("map")
    assert not report.failed and board is not None
    found = list(places_of(board))
    assert [f.place.shape for f in found] == ["square"] * 6 + ["hex-pointy", "square"]
    assert all(f.size == (20, 20) for f in found[:6])
    assert found[7].size == (30, 60)
    assert all(f.place.holds == (Held("coins"),) for f in found)


def test_a_drawing_reports_where_and_its_part_says_what():
    made = DrawingPart(drawing="track", at=(0, 0, 9, 9), holds=Holding(piece="coins"))
    places = [Place(Rect(0, 0, 4, 4)), Place(Rect(0, 0, 4, 4), (Held("other"),))]
    painter = Painter(
        {"track": Face(parts=[made])}, Style("colour", {}), IconLibrary([]), CONTENT, {"track": lambda *_: list(places)}
    )
    drawn = painter.draw("track", Size(9, 9), {})
    assert [item.holds[0].piece for item in drawn.items if isinstance(item, Place)] == ["coins", "other"]
    places.clear()
    with pytest.raises(FaceFault, match="has no places"):
        painter.draw("track", Size(9, 9), {})
    assert hold([Place(Rect(0, 0, 1, 1))], (Held("x"),))[0].holds == (Held("x"),)  # type: ignore[union-attr]


def test_pawns_stand_on_both_their_feet():
    assert standee_base(Size(28, 42)) == (28, 16)
    assert standee_base(Size(9, 22)) == (9, 9)


GAMES = {"knowledge": 36, "stormfury": 100, "horde": 25, "tempest": 200}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "least"), GAMES.items())
def test_the_games_declare_their_places_and_all_fit(name, least, paper):
    game = load_or_raise(CONTENT, name)
    report = Report()
    builder = ComponentBuilder(game, make_painter(game, "colour"), options(paper), report)
    boards = [c for c in game.component_ids() if c not in game.decks and (c not in game.pieces or c == "track")]
    made = [printable for c in boards if (printable := builder.build(c)) is not None]
    assert sum(len(list(places_of(printable))) for printable in made) >= least
    check_places(game, made, builder.build, report, whole=False)
    assert report.diagnostics == []


def test_a_larger_chit_fails_the_game_with_figures(tmp_path):
    shutil.copytree(CONTENT / "stormfury", tmp_path / "stormfury")
    path = tmp_path / "stormfury" / "pieces.yaml"
    path.write_text(path.read_text().replace("size: [11, 11]", "size: [12, 12]"))
    game = load_or_raise(tmp_path, "stormfury")
    report = Report()
    assert make_sheets(game, options(), ("storm-mat",), report) is None
    shown = [d.message for d in report.diagnostics]
    assert any("'markers' of 12 × 12 mm does not fit" in m and "damage track" in m for m in shown), shown
    assert all(d.span is not None and d.span.file.endswith("faces.yaml") for d in report.diagnostics)
