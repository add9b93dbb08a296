"""What matters keeps clear of the cut; bands, frames and fills may run to it."""

import pytest
from support import options, sheets_of

from pnp.diagnostics import Report
from pnp.load.game import load_or_raise
from pnp.pipeline import make_sheets

DECK = "decks:\n  deck: {title: Deck, size: [40, 60], front: front, cards: [{n: 1, copies: 3}]}\n"
FACES = """faces:
  front:
    parts:
      - {part: box, fill: accent}
      - PART
  more: {parts: [{part: icon, at: [0, 0, 6, 6], icon: star}]}
  map: {parts: [{part: box, fill: water}]}
  coin: {parts: [COIN]}
"""
COIN = "{part: icon, at: [1, 1, 8, 8], icon: star}"

NEAR = [
    "{part: icon, at: [2.4, 10, 8, 8], icon: star}",
    "{part: text, at: [1, 20, 38, 8], text: Far too wide for this, size: 10.8}",
    "{part: text, at: [10, 57, 20, 3], text: low, size: 7, valign: bottom}",
    "{part: pips, at: [4, 54, 32, 4.5], icon: star, count: 3}",
    "{part: box, at: [30, 10, 9.4, 9.4], stroke: ink, radius: 4}",
    "{part: line, at: [1, 10, 10, 10], points: [[0, 0], [10, 10]]}",
    "{part: icon, at: [3, 10, 8, 8], icon: moon, turn: 45}",
    "{part: face, at: [2, 30, 20, 20], face: more}",
    "{part: slots, at: [2, 30, 20, 20], each: i in 1..1, face: more, columns: 1}",
    "{part: repeat, at: [2, 30, 6, 6], each: i in 1..1, step: [7, 0], parts: [{part: icon, icon: star}]}",
    "{part: icon, at: [4, 4, 8, 8], icon: star, safe: 5}",
]
FINE = [
    "{part: icon, at: [3.2, 10, 8, 8], icon: star}",
    "{part: text, at: [0, 20, 40, 8], text: short, align: center}",
    "{part: box, at: [0, 0, '100%', 8], fill: ink}",
    "{part: box, at: [1, 1, 38, 58], stroke: ink, radius: 2}",
    "{part: box, at: [1, 20, 38, 6], fill: paper}",
    "{part: line, at: [0, 30, 40, 1], points: [[0, 0], [40, 0]]}",
    "{part: art, art: waves}",
    "{part: icon, at: [1, 1, 8, 8], icon: star, safe: 0}",
    "{part: icon, when: '{{ card.n == 2 }}', at: [1, 1, 8, 8], icon: star}",
]


def content(part="{part: box}", coin=COIN):
    faces = FACES.replace("PART", part).replace("COIN", coin)
    if "face: more" not in part:
        faces = faces.replace("  more: {parts: [{part: icon, at: [0, 0, 6, 6], icon: star}]}\n", "")
    return {"cards.yaml": DECK, "faces.yaml": faces}


def faults(make_game, **parts):
    report = Report()
    make_sheets(load_or_raise(make_game(content(**parts)), "demo"), options(), (), report)
    return report.diagnostics


@pytest.mark.parametrize("part", NEAR)
def test_what_matters_near_the_edge_is_a_fault_at_its_part(make_game, part):
    (fault,) = faults(make_game, part=part)
    assert fault.code == "safe"
    assert (fault.span.file.rsplit("/", 1)[-1], fault.span.line) == ("faces.yaml", 5)
    assert "kept clear" in fault.message


@pytest.mark.parametrize("part", FINE)
def test_what_may_be_cut_is_none(make_game, part):
    assert faults(make_game, part=part) == []


def test_a_face_may_allow_it_all(make_game):
    files = content(NEAR[0])
    files["faces.yaml"] = files["faces.yaml"].replace("  front:\n", "  front:\n    safe: 0\n")
    assert sheets_of(load_or_raise(make_game(files), "demo"), only=("deck",))


def test_chits_keep_a_millimetre_and_boards_and_pages_nothing(make_game):
    assert faults(make_game) == []
    (fault,) = faults(make_game, coin=COIN.replace("[1, 1,", "[0.8, 1,"))
    assert "0.8 mm from the edge, where 1 mm" in fault.message
    files = content(NEAR[0])
    files["cards.yaml"] = files["cards.yaml"].replace("[40, 60]", "page")
    assert sheets_of(load_or_raise(make_game(files), "demo"), only=("deck",))
