"""What every game prints, as hashes of everything drawn: whoever only moves code changes none of them.

`make golden` writes the records anew; `python tests/golden_dump.py GAME COMPONENT PAPER STYLE` prints what stands behind
one of them, so that two checkouts can be compared line by line.
"""

import pytest
from golden_dump import Writer, component_log, differences, numbers, records
from shipped import GAMES
from support import GOLDEN

from pnp.draw.drawing import Anchor, Group, Image, Link, Path, Symbol, Text, Use, rectangle
from pnp.geometry import Matrix, Rect


@pytest.mark.parametrize("game", GAMES)
def test_golden_displays(game, request):
    """On both papers, in all styles: every component, rulebook, booklet, scenario sheet and balance page."""
    path = GOLDEN / "displays" / f"{game}.txt"
    made = "".join(f"{line}\n" for line in records(game))
    if request.config.getoption("--update-golden"):
        path.write_text(made, "utf-8")
    assert path.is_file(), f"there is no record {path}; make golden writes it"
    changed = differences(path.read_text("utf-8"), made)
    told = "\n".join(f"  {key} {what}" for key, what in changed.items())
    assert not changed, (
        f"{game} prints something else than before:\n{told}\n"
        f"to see what: python tests/golden_dump.py {game} {next(iter(changed))}, here and in the checkout before; "
        "if it is wanted, run make golden"
    )


def test_a_change_is_told_by_its_component():
    old = "cards a4 colour 3 aa\nmap a4 colour 1 bb\nold a4 grey 1 cc\n"
    new = "cards a4 colour 4 ab\nmap a4 colour 1 bb\nnew a4 grey 1 cc\n"
    assert differences(old, old) == {}
    assert differences(old, new) == {
        "cards a4 colour": "is drawn differently, 3 → 4 sheets",
        "old a4 grey": "is gone",
        "new a4 grey": "is new",
    }


SQUARE = rectangle(Rect(0, 0, 10, 10))
SYMBOL = Symbol([Path(SQUARE, "#000000")], Rect(0, 0, 10, 10))
PLAIN = [
    Path(SQUARE, "#ff0000", "#000000", 0.2, (1, 2)),
    Text(1, 2, "Storm", "sans", 8, "#000000"),
    Group((Text(1, 2, "Wind", "sans", 8, "#000000"),), Matrix(1, 0, 0, 1, 3, 4), SQUARE),
    Use(SYMBOL, Matrix(1, 0, 0, 1, 3, 4)),
    Image(b"png", "png", Rect(0, 0, 1, 1)),
    Link(Rect(0, 0, 1, 1), "rule-a"),
    Anchor("rule-a", 3),
]
CHANGED = [
    (0, {"fill": "#ff0001"}),
    (0, {"stroke": None}),
    (0, {"width": 0.3}),
    (0, {"dash": ()}),
    (0, {"even_odd": True}),
    (0, {"round": True}),
    (0, {"outline": rectangle(Rect(0, 0, 10, 10.01))}),
    (1, {"x": 1.001}),
    (1, {"text": "storm"}),
    (1, {"font": "serif"}),
    (1, {"size": 8.01}),
    (1, {"colour": "#000001"}),
    (2, {"matrix": None}),
    (2, {"clip": None}),
    (2, {"items": ()}),
    (3, {"matrix": Matrix(1, 0, 0, 1, 3, 4.001)}),
    (4, {"data": b"jpg"}),
    (4, {"rect": Rect(0, 0, 1, 2)}),
    (5, {"target": "rule-b"}),
    (5, {"rect": Rect(0, 0, 2, 1)}),
    (6, {"y": 4}),
    (3, {"symbol": Symbol([Path(SQUARE, "#000001")], Rect(0, 0, 10, 10))}),
    (3, {"symbol": Symbol([Path(SQUARE, "#000000")], Rect(0, 0, 10, 11))}),
]


@pytest.mark.parametrize(
    ("at", "change"), CHANGED, ids=[f"{at}-{key}-{n}" for n, (at, change) in enumerate(CHANGED) for key in change]
)
def test_whatever_is_drawn_differently_stands_in_the_log(at, change):
    changed = [*PLAIN]
    changed[at] = changed[at]._replace(**change)
    assert list(Writer().items(changed)) != list(Writer().items(PLAIN))


def test_a_symbol_is_written_down_once_and_numbers_forgive_the_last_digit_of_a_sum():
    twin = Symbol(SYMBOL.items, SYMBOL.box)
    place = Matrix(1, 0, 0, 1, 0, 0)
    log = list(Writer().items([Use(SYMBOL, place), Use(SYMBOL, place), Use(twin, place)]))
    assert [line.split(" ")[:2] for line in log if line.startswith("use")] == [
        ["use", "#1"],
        ["use", "#1"],
        ["use", "#2"],
    ]
    assert numbers([0.1 + 0.2, 1 / 16, 3, -0.0]) == numbers([0.3, 0.0625 - 1e-15, 3.0, 0.0])
    with pytest.raises(TypeError, match="nobody wrote down"):
        list(Writer().items(["a string"]))


def test_a_component_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(SystemExit, match="knowledge has no maps; it has build-guide, "):
        component_log("knowledge", "maps", "a4", "colour")
