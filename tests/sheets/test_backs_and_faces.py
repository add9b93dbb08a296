"""Nothing that players need is left out: every front and every back that matters is on paper, in each way of backs."""

from collections import Counter

import pytest
from shipped import GAMES
from support import CONTENT, options, sheets_of

from pnp.context import meter
from pnp.diagnostics import Report
from pnp.draw.drawing import Group, Use
from pnp.export.sheets import info_of, print_file_pdf
from pnp.load.game import load_or_raise
from pnp.pipeline import make_sheets

DECK = """decks:
  deck:
    title: Deck
    size: [40, 60]
    front: front
    back: {back}
    {more}
    cards:
      - {{role: fire, title: A, icon: star, copies: 2}}
      - {{role: water, title: B, icon: moon}}
"""
FACES = """faces:
  front: {parts: [{part: box, fill: "{{ card.role }}"}]}
  same: {parts: [{part: box, fill: accent}]}
  other: {parts: [{part: box, fill: accent}, {part: icon, at: [15, 20, 10, 10], icon: "{{ card.icon }}"}]}
  coin: {parts: [{part: pips, at: [3, 5, 12, 8], icon: star, count: 1}]}
  map: {parts: [{part: box, fill: water}]}
"""


def placed(sets):
    """Count how often every symbol stands on a side, directly or cut to its room."""
    found = Counter()
    for sheet in (sheet for s in sets for sheet in s.sheets):
        for item in sheet.items:
            inner = item.items if isinstance(item, Group) else (item,)
            found.update(id(use.symbol) for use in inner if isinstance(use, Use))
    return found


def check_complete(sets, backs):
    found = placed(sets)
    wanted = Counter()
    for printable in (p for s in sets for p in s.printables if p.kind in ("cards", "chits", "standees")):
        for item in printable.items:
            wanted[id(item.front)] += item.copies
            if item.back is not None and (backs != "none" or printable.content_backs):
                wanted[id(item.back)] += item.copies
    assert {key: found[key] for key in wanted} == wanted


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short", "gutterfold", "none"])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_prints_all_that_matters(name, backs):
    """Whole builds, to the bytes of print-me.pdf: links of turned backs once led to places that were gone."""
    meter().restart()
    game = load_or_raise(CONTENT, name)
    opts = options("a4" if backs in ("duplex-long", "gutterfold") else "letter", backs=backs)
    report = Report()
    made = make_sheets(game, opts, (), report)
    assert made is not None, report.diagnostics
    check_complete(made.sets, backs)
    if backs == "duplex-short":
        for file in made.files:
            assert print_file_pdf(file, info_of(game, file.name, opts))


@pytest.mark.parametrize(
    ("back", "more", "kept"),
    [
        ("same", "", False),
        ("other", "", True),
        ("same", "back_is: content", True),
        ("other", "back_is: decoration", False),
    ],
)
@pytest.mark.parametrize("size", ["[40, 60]", "page"])
def test_backs_that_matter_become_faces(make_game, back, more, kept, size):
    deck = DECK.format(back=back, more=more).replace("[40, 60]", size)
    game = load_or_raise(make_game({"cards.yaml": deck, "faces.yaml": FACES}), "demo")
    found = sheets_of(game, backs="none", only=("deck",))["deck"]
    (printable,) = found.printables
    counts = placed([found])
    assert sum(counts[id(item.front)] for item in printable.items) == 3
    assert sum(counts[key] for key in {id(item.back) for item in printable.items}) == (3 if kept else 0)
    assert any("back" in note for note in found.notes) == kept, "what becomes of the backs is told"
    assert found.paper_count == (1 if size != "page" else 6 if kept else 3)


def test_the_other_side_of_a_chit_is_content():
    game = load_or_raise(CONTENT, "stormfury")
    made = {p.id: p for s in sheets_of(game, only=("population-tokens",), backs="none").values() for p in s.printables}
    assert made["population-tokens"].content_backs


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        (
            "cards.yaml",
            DECK.format(back="same", more="back_is: content").replace("    back: same\n", ""),
            "there is no back",
        ),
        (
            "pieces.yaml",
            "pieces:\n  coins: {title: Pawns, kind: standee, size: [20, 30], front: same, back: same, back_is: content, cards: [{}]}\n",
            "a standee always shows both sides",
        ),
    ],
)
def test_declarations_without_sense_are_faults_at_their_place(make_game, file, text, words):
    manifest = GAME.replace("COINS", "1" if file == "pieces.yaml" else "4")
    content = make_game(
        {"game.yaml": manifest, "cards.yaml": DECK.format(back="same", more=""), "faces.yaml": FACES, file: text}
    )
    report = Report()
    assert make_sheets(load_or_raise(content, "demo"), options(), (), report) is None
    (fault,) = report.diagnostics
    assert words in fault.message
    assert fault.span.file.endswith(file)


GAME = """id: demo
title: Demo
players: [2, 4]
age: 8
minutes: [10, 20]
author: a tester
licence: CC0
components: {deck: 3, map: 1, coins: COINS}
"""
