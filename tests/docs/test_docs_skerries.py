"""Skerries: how far a designer gets with YAML alone."""

from pathlib import Path

import pytest
from docs_tools import ROOT

from pnp.geometry import parse_paper
from pnp.load.game import load_or_raise, walk_parts
from pnp.model import Part
from pnp.pipeline import BuildOrder, Built, build
from pnp.sheets.sheet import PrintOptions

CONTENT = ROOT / "tests" / "data"
CARD_DECKS = ("cargo", "tides", "keepers")


def built(paper: str, **options: str) -> Built:
    size = parse_paper(paper)
    assert size is not None
    return build(BuildOrder(CONTENT, "skerries", PrintOptions(size, **options), (), "pdf"))


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_builds_without_warnings(paper: str, style: str):
    result = built(paper, style=style)
    assert result.warnings == ()
    pages = {file.name: file.pages for file in result.files}
    assert pages["chart.pdf"] == 2, "the chart is made for two sheets"
    assert pages["cards.pdf"] == (12 if paper == "a4" else 14)
    assert pages["keepers.pdf"] == 4


@pytest.mark.parametrize("backs", ["gutterfold", "duplex-short", "none"])
def test_builds_with_other_backs(backs: str):
    assert built("a4", backs=backs).warnings == ()


def test_is_a_game_of_sixty_cards_with_three_faces():
    game = load_or_raise(CONTENT, "skerries")
    assert sum(game.count(deck) or 0 for deck in CARD_DECKS) == 60
    assert len({game.decks[deck].front for deck in CARD_DECKS}) == 3
    assert all(game.decks[deck].back for deck in CARD_DECKS)
    assert any(type(part).__name__ == "HexesPart" for _, part in walk_parts(game.faces["sea-chart"]))


def test_uses_every_kind_of_part_and_nothing_but_yaml():
    game = load_or_raise(CONTENT, "skerries")
    used = {type(part) for face in game.faces.values() for _, part in walk_parts(face)}
    shapes = {"CirclePart", "PolygonPart", "PathPart"}  # the cookbook has a recipe for these
    assert {kind.__name__ for kind in Part.__args__} - {kind.__name__ for kind in used} == {"DrawingPart", *shapes}
    assert {p.suffix for p in Path(CONTENT / "skerries").rglob("*") if p.is_file()} == {".yaml", ".svg"}


def test_every_card_text_is_in_the_pdf():
    pypdfium2 = pytest.importorskip("pypdfium2")
    game = load_or_raise(CONTENT, "skerries")
    result = built("a4")
    data = {file.name: file.data for file in result.files}
    text = ""
    for name in ("cards.pdf", "keepers.pdf"):
        document = pypdfium2.PdfDocument(data[name])
        for page in document:
            text += " " + page.get_textpage().get_text_range()
        document.close()
    words = " ".join(text.split())
    for deck in CARD_DECKS:
        for record in game.records[deck]:
            assert record.label in words, record.label
