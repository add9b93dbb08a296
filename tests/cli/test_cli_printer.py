"""pnp printer: the sheet, the readings, the stored file and its faults, and what builds make of it."""

import io
import json
from pathlib import Path

import pypdf
import pytest
import yaml

from pnp.cli import printer
from pnp.load.printers import config_folder

READINGS = "--front 0.5,0.25,-0.5 --back -1,-0.75,0.5 --scale 149.5,200.5 --flip short --margin 5"


def stored() -> dict:
    return yaml.safe_load((config_folder() / "printers.yaml").read_text("utf-8"))


def test_a_printer_from_sheet_to_build(pnp, make_game):
    make_game()
    code, out, _ = pnp("printer new office")
    assert code == 0
    assert "output/printer-office-a4.pdf" in out
    assert "--front U,L,S" in out
    sheet = pypdf.PdfReader("output/printer-office-a4.pdf")
    assert len(sheet.pages) == 2
    assert "flips on the long edge" in " ".join(sheet.pages[1].extract_text().split())
    assert "/Duplex" not in sheet.trailer["/Root"]["/ViewerPreferences"]
    assert not config_folder().exists()
    assert pnp(f"printer new office {READINGS}")[0] == 0
    assert stored()["default"] == "office"
    assert stored()["printers"]["office"]["flip"] == "short"
    plain = build_bytes(pnp, "--printer none")
    made = build_bytes(pnp, "")
    assert made != plain
    assert made == build_bytes(pnp, "--printer office")
    assert "corrected for the printer 'office'" in pnp("build demo")[1]
    preferences = pypdf.PdfReader(io.BytesIO(made)).trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/Duplex"] == "/DuplexFlipShortEdge"
    assert build_bytes(pnp, "--backs duplex-long") != made  # what is typed wins over what is stored


def build_bytes(pnp, more: str) -> bytes:
    code, _, err = pnp(f"build demo --quiet {more}")
    assert code == 0, err
    return Path("output/demo/a4/deck.pdf").read_bytes()


def test_the_same_sheet_every_time(pnp):
    assert pnp("printer new office --paper letter")[0] == 0
    first = Path("output/printer-office-letter.pdf").read_bytes()
    assert pnp("printer new office --paper letter --out other")[0] == 0
    assert Path("other/printer-office-letter.pdf").read_bytes() == first


def test_scenarios_are_corrected_too(pnp):
    assert pnp("scenario horde --seed 3 --quiet --out a")[0] == 0
    line = "scenario --from a/horde/scenarios/scenario-0003.json --quiet --out"
    assert pnp(f"printer new office {READINGS}")[0] == 0
    assert pnp(f"{line} b")[0] == 0
    assert pnp(f"{line} c --printer none")[0] == 0
    a, b, c = (Path(f"{folder}/horde/scenarios/scenario-0003.pdf").read_bytes() for folder in "abc")
    assert a == c != b


def test_list_show_default_remove(pnp):
    assert json.loads(pnp("printer list --json")[1]) == []
    assert "not" not in pnp(f"printer new office {READINGS}")[2]
    assert pnp("printer new home-2 --front 0,0,0 --back 0,0,0 --flip long")[0] == 0
    assert [p["name"] for p in json.loads(pnp("printer list --json")[1]) if p["default"]] == ["office"]
    assert "home-2" in pnp("printer list")[1]
    assert "fronts in place; backs in place" in pnp("printer show home-2")[1]
    assert json.loads(pnp("printer show office --json")[1])["margin"] == 5
    assert pnp("printer default home-2")[0] == 0
    assert stored()["default"] == "home-2"
    assert pnp("printer remove home-2")[0] == 0
    assert stored()["default"] is None
    assert list(stored()["printers"]) == ["office"]
    assert pnp("printer default none")[0] == 0


def test_measuring_again_says_what_was_stored_before(pnp):
    assert pnp(f"printer new office {READINGS}")[0] == 0
    out = pnp("printer new office --front 0,0,0 --back 0,0,0 --flip long")[1]
    assert "was measured before: fronts 0.37 mm" in out
    assert "stored office: fronts in place" in out


def test_on_a_terminal_it_asks(pnp, monkeypatch):
    answers = iter([(0.5, 0.5, 0.0), (150.0, 200.0), 4.5, (-0.5, -0.5, 0.0), "long"])
    asked = []

    def prompt(text, **_):
        asked.append(text)
        return next(answers)

    monkeypatch.setattr(printer.click, "prompt", prompt)
    monkeypatch.setattr(printer, "on_a_terminal", lambda: True)
    code, out, err = pnp("printer new office")
    assert code == 0, err
    assert len(asked) == 5
    assert "stored office: fronts 0.50 mm too far right; backs 0.50 mm too far left" in out


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("printer new Office", 1, "'Office' cannot be the name of a printer"),
        ("printer new none", 1, "cannot be the name"),
        ("printer new x --front 1,2", 2, "'1,2' is not of the form U,L,S in mm, such as 0.5,0.25,-1"),
        ("printer new x --front 1,2,99", 2, "each is from -15 to 15 mm"),
        ("printer new x --front 1,2,nan", 2, "each is from -15 to 15 mm"),
        ("printer new x --front 1,2,3", 2, "give --front, --back and --flip together"),
        ("printer new x --margin 5", 2, "give --front, --back and --flip together"),
        ("printer new x --scale 15,20", 2, "each is from 135 to 220 mm"),
        ("printer new x --paper a6", 1, "does not fit on a6"),
        ("printer remove x", 1, "measure it first: pnp printer new x"),
        ("printer default ofice", 1, "there is no printer 'ofice'"),
    ],
)
def test_wrong_use(pnp, line, code, said):
    got, out, err = pnp(line)
    assert (got, said in out + err) == (code, True), out + err
    assert not config_folder().exists()


def test_a_misspelt_printer(pnp):
    assert pnp(f"printer new office {READINGS}")[0] == 0
    for line in ("printer show ofice", "build horde --printer ofice", "scenario horde --printer ofice"):
        code, _, err = pnp(line)
        assert (code, "did you mean 'office'?" in err) == (1, True), err


DAMAGED = [
    ("printers: {x: {flpi: long}}", "1:16: error[unknown-key]: unknown key 'flpi'"),
    ("printers:\n  x: {front: [1, 99]}", "2:18: error[range]: expected at most 20, got 99"),
    ("default: y\nprinters: {x: {}}", "1:10: error[missing]: there is no printer 'y'"),
    ("printers: {x: {scale: [0.5, 1]}}", "1:24: error[range]"),
    ("printers: [", "error[syntax]"),
    ("printers: {x: {flip: sideways}}", "1:22: error"),
]


@pytest.mark.parametrize(("text", "said"), DAMAGED)
def test_a_damaged_file_is_shown_and_never_written_over(pnp, text, said):
    config_folder().mkdir(parents=True)
    file = config_folder() / "printers.yaml"
    file.write_text(text, "utf-8")
    for line in (
        "printer list",
        f"printer new x {READINGS}",
        "printer remove x",
        "printer default none",
        "build horde",
        "scenario horde",
    ):
        code, _, err = pnp(line)
        assert code == 1
        assert f"{file.as_posix()}:" in err
        assert said in err, err
    assert file.read_text("utf-8") == text
    assert not Path("output").exists()
