"""Names that not every system can hold are refused wherever a name becomes a file."""

from pathlib import Path

import pytest
from support import DEMO

from pnp.load.filenames import case_twins, why_unportable
from pnp.pipeline import check_game

BAD = [
    "con",
    "CON",
    "Con.yaml",
    "aux.png",
    "nul",
    "prn.tar.gz",
    "com1",
    "LPT9.txt",
    "com¹",
    "conin$",
    "con .txt",
    "a.",
    "a ",
    "a..",
    "a<b",
    "a>b",
    "a:b",
    'a"b',
    "a|b",
    "a?b",
    "a*b",
    "a\\b",
    "a\tb",
    "a\x00b",
]
GOOD = [
    "console",
    "com",
    "com10",
    "lpt",
    "auxiliary.yaml",
    "nul-card",
    ".hidden",
    "a b.png",
    "é.png",
    "a.b.c",
    "conx.txt",
]


@pytest.mark.parametrize("name", BAD)
def test_names_that_windows_cannot_hold(name):
    assert why_unportable(name)


@pytest.mark.parametrize("name", GOOD)
def test_names_that_every_system_holds(name):
    assert why_unportable(name) is None


def test_names_that_differ_only_in_case():
    assert list(case_twins(["a.png", "b.png", "A.png", "a.PNG"])) == [("A.png", "a.png"), ("a.PNG", "a.png")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("con.png", "device"),
        ("icons/aux.svg", "device"),
        ("what?.png", "'?'"),
        ("notes.", "dots and spaces"),
        ("Cards.yaml", "'Cards.yaml' and 'cards.yaml'|'cards.yaml' and 'Cards.yaml'"),
        ("deep/er/NUL.txt", "device"),
    ],
)
def test_a_file_of_a_pack_that_not_every_system_can_hold(make_game, name, words):
    found, _ = check_game(make_game({name: DEMO["cards.yaml"]}), "demo")
    faults = [d for d in found if d.code == "filename"]
    assert len(faults) == 1
    assert any(word in faults[0].message for word in words.split("|"))
    assert faults[0].span is not None
    assert faults[0].is_error


@pytest.mark.parametrize("name", ["con", "nul", "com3", "prn"])
def test_new_refuses_names_of_devices(pnp, name):
    code, _, err = pnp(f"new {name}")
    assert (code, "error[name]" in err, f"pnp new {name}-game" in err) == (1, True, True)
    assert not Path("content").exists()


@pytest.mark.parametrize("line", ["new horse", "copy horde"])
def test_no_game_is_written_beside_its_twin(pnp, line):
    name = line.split()[1]
    Path("content", name.title()).mkdir(parents=True)
    code, _, err = pnp(line)
    assert (code, "same name on many systems" in err) == (1, True)
    assert [p.name for p in Path("content").iterdir()] == [name.title()]
    assert pnp(f"{line} --to elsewhere")[0] == 0
