"""The command line: exit codes, every option of build, hints, and old output left alone after a fault."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from support import CONTENT, DEMO, ROOT

from pnp import __version__
from pnp.cli.main import main
from pnp.geometry import PT_PER_MM


@pytest.fixture
def pnp(capsys, monkeypatch, tmp_path):
    """Run pnp in an empty folder; return exit code, output and messages."""
    monkeypatch.chdir(tmp_path)

    def run(*args):
        with pytest.raises(SystemExit) as caught:
            main([str(a) for a in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return caught.value.code or 0, out, err

    return run


def files_in(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in Path(folder).rglob("*")
        if p.is_file() and p.name != ".pnp-files"
    }


def pdf(path):
    return pypdf.PdfReader(io.BytesIO(Path(path).read_bytes()))


# ------------------------------------------------------------------ exit codes


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["build", "--help"], 0),
        (["check", "knowledge", "--content", CONTENT], 0),
        (["list", "--content", CONTENT], 0),
        (["build", "nosuchgame"], 1),
        (["check", "nosuchgame"], 1),
        (["list", "--content", "nowhere"], 1),
        (["build", "all", "--content", "nowhere"], 1),
        (["build"], 2),
        (["biuld", "knowledge"], 2),
        (["build", "knowledge", "--nonsense"], 2),
        (["build", "knowledge", "--paper", "a44"], 2),
        (["build", "knowledge", "--paper", "10x10mm"], 2),
        (["build", "knowledge", "--margin", "4"], 2),
        (["build", "knowledge", "--margin", "nan"], 2),
        (["build", "knowledge", "--bleed", "-1"], 2),
        (["build", "knowledge", "--bleed", "nan"], 2),
        (["build", "knowledge", "--bleed", "wide"], 2),
        (["build", "knowledge", "--jobs", "0"], 2),
        (["build", "knowledge", "--format", "docx"], 2),
        (["build", "knowledge", "--back-offset", "1"], 2),
        (["build", "knowledge", "--back-offset", "nan,nan"], 2),
        (["build", "knowledge", "--back-offset", "50,0"], 2),
        (["build", "knowledge", "--limit", "cards"], 2),
        (["build", "knowledge", "--limit", "nothing=3"], 2),
        (["new"], 2),
        (["build", "a" * 300], 1),
        (["check", "demo", "--content", "b" * 300], 1),
        (["check", "../x"], 1),
    ],
    ids=lambda v: " ".join(map(str, v))[:40] if isinstance(v, list) else str(v),
)
def test_exit_codes(pnp, args, code):
    found, out, err = pnp(*args)
    assert found == code, out + err
    assert (err == "") == (code == 0)


def test_version(pnp):
    assert pnp("--version")[1].strip() == f"pnp, version {__version__}"


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["biuld"], "'build'"),
        (["build", "demo", "--papre", "a4"], "--paper"),
        (["build", "demo", "--paper", "leter"], "did you mean 'letter'?"),
        (["build", "demo", "--style", "color"], "'colour'"),
        (["build", "demo", "--backs", "gutterfolt"], "'gutterfold'"),
        (["build", "demo", "--marks", "fulll"], "'full'"),
        (["build", "dmeo"], "did you mean 'demo'?"),
        (["build", "demo", "--only", "coin"], "did you mean 'coins'?"),
        (["check", "dmeo"], "did you mean 'demo'?"),
    ],
)
def test_misspelt_words_get_a_hint(pnp, make_game, args, hint):
    make_game()
    code, _, err = pnp(*args)
    assert code != 0
    assert hint.lower() in err.lower()


# ------------------------------------------------------------------------ list


def test_list(pnp, make_game):
    make_game()
    code, out, _ = pnp("list")
    assert code == 0
    assert "demo" in out
    assert "2–4 players, 10–20 minutes" in out
    assert "3 × deck" in out
    found = json.loads(pnp("list", "--json")[1])
    assert found[0]["id"] == "demo"
    assert [(c["id"], c["count"]) for c in found[0]["components"]] == [("deck", 3), ("map", 1), ("coins", 4)]


def test_a_broken_game_is_not_listed_in_silence(pnp, make_game):
    make_game({"boards.yaml": "boards: ["})
    code, _, err = pnp("list")
    assert code == 1
    assert "error[syntax]" in err


def test_the_shipped_games_are_used_without_a_content_folder(pnp):
    assert "knowledge" in pnp("list")[1]


# ----------------------------------------------------------------------- build


def test_a_plain_build(pnp, make_game):
    make_game()
    code, out, err = pnp("build", "demo")
    assert (code, err) == (0, "")
    folder = Path("output/demo/a4")
    names = {p.name for p in folder.glob("*.pdf")}
    assert names == {"deck.pdf", "map.pdf", "print-me.pdf"}, "the coins fit beside the deck"
    for name in names:
        (line,) = [x for x in out.splitlines() if x.strip().startswith(name)]
        assert f"{len(pdf(folder / name).pages)} page" in line
    assert "per sheet" in out


def test_papers_can_be_repeated_and_made_to_measure(pnp, make_game):
    make_game()
    assert pnp("build", "demo", "--paper", "a4", "--paper", "LETTER", "--paper", "250x200mm", "--only", "cards")[0] == 0
    sizes = {
        p.parent.name: tuple(round(float(v) / PT_PER_MM, 1) for v in pdf(p).pages[0].mediabox[2:])
        for p in Path("output/demo").rglob("deck.pdf")
    }
    assert sizes == {"a4": (210, 297), "letter": (215.9, 279.4), "250x200mm": (200, 250)}


@pytest.mark.parametrize(("backs", "pages"), [("duplex-long", 2), ("duplex-short", 2), ("gutterfold", 1), ("none", 1)])
def test_backs(pnp, make_game, backs, pages):
    make_game()
    assert pnp("build", "demo", "--backs", backs, "--only", "deck")[0] == 0
    assert len(pdf("output/demo/a4/deck.pdf").pages) == pages


def test_options_change_what_is_drawn(pnp, make_game):
    make_game()
    variants = {
        "plain": [],
        "lowink": ["--style", "lowink"],
        "grey": ["--style", "grey"],
        "margin": ["--margin", "20"],
        "bleed": ["--bleed", "0"],
        "full": ["--marks", "full"],
        "none": ["--marks", "none"],
        "offset": ["--back-offset", "0.5,-0.3"],
        "short": ["--backs", "duplex-short"],
    }
    made = {}
    for name, args in variants.items():
        assert pnp("build", "demo", "--only", "deck", "--out", name, *args)[0] == 0, name
        made[name] = Path(name, "demo", "a4", "deck.pdf").read_bytes()
    assert len(set(made.values())) == len(variants)
    subject = pypdf.PdfReader(io.BytesIO(made["lowink"])).metadata.subject
    assert "low ink" in subject


@pytest.mark.parametrize(
    ("only", "names"),
    [
        ("cards", {"deck.pdf"}),
        ("deck", {"deck.pdf"}),
        ("boards", {"map.pdf"}),
        ("cards,board", {"deck.pdf", "map.pdf"}),
        ("pieces, cards", {"deck.pdf"}),
        ("map,coins", {"map.pdf", "coins.pdf"}),
    ],
)
def test_only(pnp, make_game, only, names):
    make_game()
    assert pnp("build", "demo", "--only", only)[0] == 0
    assert {p.name for p in Path("output/demo/a4").glob("*.pdf")} == names


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("stormfury", {"board.pdf", "board-compact.pdf", "storm-mat.pdf", "hurricane-pieces.pdf", "compact-kit.pdf"}),
        ("knowledge", {"locations.pdf"}),
    ],
)
def test_boards_that_code_draws_are_boards(pnp, game, names):
    assert pnp("build", game, "--only", "boards", "--quiet")[0] == 0
    assert {p.name for p in Path(f"output/{game}/a4").glob("*.pdf")} == names


def test_pages_that_code_draws_are_no_boards(pnp):
    assert pnp("build", "horde", "--only", "boards", "--quiet")[0] == 0
    names = {p.name for p in Path("output/horde/a4").glob("*.pdf")}
    assert names
    assert "reference.pdf" not in names
    assert pnp("build", "horde", "--only", "reference", "--quiet", "--out", "named")[0] == 0
    assert list(Path("named").rglob("reference.pdf"))


def test_large_boards(pnp, make_game):
    make_game({"boards.yaml": "boards:\n  map: {title: Map, face: map, size: [500, 400]}\n"})
    assert pnp("build", "demo", "--only", "map", "--large")[0] == 0
    (page,) = pdf("output/demo/a4/map.pdf").pages
    assert float(page.mediabox.width) > 500 * PT_PER_MM


def test_svg(pnp, make_game):
    make_game()
    assert pnp("build", "demo", "--format", "svg")[0] == 0
    assert {p.name for p in Path("output/demo/a4").glob("*.svg")} == {"deck-01.svg", "deck-02.svg", "map-01.svg"}


def test_the_number_of_jobs_changes_nothing(pnp, make_game):
    make_game()
    for jobs in ("1", "2"):
        assert pnp("build", "demo", "--paper", "a4", "--paper", "letter", "--jobs", jobs, "--out", f"out{jobs}")[0] == 0
    assert files_in("out1") == files_in("out2")
    assert sorted(files_in("out1")) == [
        f"demo/{paper}/{name}" for paper in ("a4", "letter") for name in ("deck.pdf", "map.pdf", "print-me.pdf")
    ]


def test_quiet_prints_nothing(pnp, make_game):
    make_game()
    assert pnp("build", "demo", "--quiet") == (0, "", "")
    assert Path("output/demo/a4/deck.pdf").exists()


def test_json(pnp, make_game):
    make_game()
    code, out, err = pnp("build", "demo", "--json")
    (built,) = json.loads(out)
    assert (code, err) == (0, "")
    assert (built["game"], built["paper"], built["folder"]) == ("demo", "a4", "output/demo/a4")
    for file in built["files"]:
        path = Path(built["folder"], file["name"])
        assert path.stat().st_size == file["bytes"]
        assert len(pdf(path).pages) == file["pages"]


def test_warnings_do_not_stop_a_build(pnp, make_game):
    make_game({"data-more.yaml": "rivers: [Rhine]\n"})
    code, _, err = pnp("build", "demo", "--quiet")
    assert code == 0
    assert "warning[unused]" in err


def test_all_builds_every_game(pnp, make_game):
    make_game()
    make_game({"game.yaml": DEMO["game.yaml"].replace("id: demo", "id: other")}, "other")
    assert pnp("build", "all", "--only", "pieces")[0] == 0
    assert set(files_in("output")) == {"demo/a4/coins.pdf", "other/a4/coins.pdf"}


def test_of_several_games_those_without_a_kind_are_passed_over(pnp, make_game):
    make_game()
    bare = {
        "game.yaml": DEMO["game.yaml"].replace("id: demo", "id: other").replace("  map: 1\n", ""),
        "boards.yaml": None,
        "faces.yaml": DEMO["faces.yaml"].replace("  map:", "  unused:"),
    }
    make_game(bare, "other")
    code, out, _ = pnp("build", "all", "--only", "boards")
    assert code == 0
    assert set(files_in("output")) == {"demo/a4/map.pdf"}
    assert "other" not in out
    assert pnp("build", "other", "--only", "boards")[0] == 1
    code, _, err = pnp("build", "all", "--only", "rulebook", "--out", "elsewhere")
    assert code == 1
    assert "none of these games has rulebook" in err
    assert not Path("elsewhere").exists()
    code, _, err = pnp("build", "all", "--only", "bords", "--out", "elsewhere")
    assert code == 1
    assert "did you mean 'boards'?" in err


def test_a_limit_can_be_raised_by_the_user(pnp, make_game):
    copies = {
        "pieces.yaml": DEMO["pieces.yaml"].replace('"{{ coin.copies }}"', "2600"),
        "game.yaml": DEMO["game.yaml"].replace("coins: 4", "coins: 4999"),
    }
    make_game(copies)
    code, _, err = pnp("check", "demo")
    assert code == 1
    assert "--limit cards=N" in err
    code, _, err = pnp("check", "demo", "--limit", "cards=6000")
    assert "error[size]" not in err
    assert "should hold 4999 but holds 5200" in err


def test_a_failing_build_leaves_the_old_output_alone(pnp, make_game):
    make_game()
    assert pnp("build", "demo", "--paper", "a4", "--paper", "letter")[0] == 0
    before = files_in("output")
    make_game({"cards.yaml": DEMO["cards.yaml"].replace("icon: anchor", "icon: ancor")})
    code, out, err = pnp("build", "demo", "--paper", "a4", "--paper", "letter")
    assert (code, out) == (1, "")
    assert "error[icon]" in err
    assert err.rstrip().endswith("nothing was written")
    assert files_in("output") == before


def test_one_broken_game_stops_all(pnp, make_game):
    make_game()
    make_game({"game.yaml": DEMO["game.yaml"].replace("id: demo", "id: other"), "boards.yaml": "boards: ["}, "other")
    assert pnp("build", "all")[0] == 1
    assert not Path("output").exists()


def test_stale_files_go_and_others_stay(pnp, make_game):
    make_game()
    pnp("build", "demo")
    Path("output/demo/a4/notes.txt").write_text("mine")
    fewer = {
        "pieces.yaml": None,
        "data.yaml": None,
        "game.yaml": DEMO["game.yaml"].replace("  coins: 4\n", ""),
        "faces.yaml": DEMO["faces.yaml"].split("  coin:")[0],
    }
    make_game(fewer)
    assert pnp("build", "demo")[0] == 0
    assert {p.name for p in Path("output/demo/a4").iterdir()} == {
        "deck.pdf",
        "map.pdf",
        "print-me.pdf",
        "notes.txt",
        ".pnp-files",
    }


@pytest.mark.parametrize("out", ["content/demo/game.yaml", "/dev/null/x"])
def test_places_that_cannot_be_written(pnp, make_game, out):
    make_game()
    code, _, err = pnp("build", "demo", "--only", "coins", "--out", out)
    assert code == 1
    assert "error[write]" in err


@pytest.mark.parametrize("paper", ["50x50mm", "60x90mm", "a6", "3000x3000mm"])
@pytest.mark.parametrize("margin", ["5", "40"])
def test_odd_papers_end_in_a_build_or_in_a_message(pnp, make_game, paper, margin):
    make_game()
    code, _, err = pnp("build", "demo", "--paper", paper, "--margin", margin)
    assert code in (0, 1)
    assert (code == 1) == ("error[" in err)


# ----------------------------------------------------------------------- check


def test_check(pnp, make_game):
    make_game()
    assert pnp("check") == (0, "demo: no faults\n", "")
    make_game({"cards.yaml": DEMO["cards.yaml"].replace("front: front", "front: frnt")})
    code, out, err = pnp("check", "demo")
    assert (code, out) == (1, "")
    first = err.splitlines()
    assert first[0] == "content/demo/cards.yaml:5:12: error[reference]: there is no face 'frnt'"
    assert first[2:4] == [" 5 |     front: frnt", "   |            ^^^^"]
    assert "demo: 1 error, 1 warning" in err


def test_check_as_json(pnp, make_game):
    make_game({"cards.yaml": DEMO["cards.yaml"].replace("front: front", "front: frnt")})
    code, out, err = pnp("check", "demo", "--json")
    assert (code, err) == (1, "")
    fault = json.loads(out)[0]
    assert (fault["code"], fault["line"], fault["column"], fault["end_column"]) == ("reference", 5, 12, 16)
    assert fault["hint"] == "did you mean 'front'?"
    make_game()
    assert pnp("check", "--json") == (0, "[]\n", "")


# -------------------------------------------------------------- new and schema


def test_a_new_game_builds_at_once(pnp):
    assert pnp("new", "demo-two", "--title", "Demo Two")[0] == 0
    assert pnp("check", "demo-two")[0] == 0
    code, out, err = pnp("build", "demo-two", "--paper", "a4", "--paper", "letter")
    assert (code, err) == (0, "")
    assert "print-me.pdf" in out
    again = pnp("new", "demo-two")
    assert again[0] == 1
    assert "already" in again[2]


@pytest.mark.parametrize("name", ["Bad Name", "../x", "all", "knowledge", "", "9lives", "x" * 99, "schema"])
def test_names_that_no_game_can_have(pnp, name):
    code, _, err = pnp("new", name)
    assert code == 1
    assert "error[name]" in err
    assert not Path("content").exists()


def test_schema(pnp):
    printed = json.loads(pnp("schema")[1])
    assert pnp("schema", "--out", "schemas")[0] == 0
    assert {p.stem for p in Path("schemas").glob("*.json")} == set(printed) >= {"game", "cards", "faces", "data"}
    assert json.loads(Path("schemas/cards.json").read_text("utf-8")) == printed["cards"]


# -------------------------------------------------------------- real processes


def process(*args, cwd, **more):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()", *args]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=60, check=False, **more
    )


def test_piped_output_has_no_progress_characters(make_game, tmp_path):
    make_game()
    done = process("build", "demo", "--only", "coins", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\r" not in done.stdout
    assert "coins.pdf" in done.stdout


def test_a_reader_that_goes_away_is_no_fault(make_game, tmp_path):
    make_game()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = f"({sys.executable} -c 'from pnp.cli.main import main; main()' schema; echo code $? >&2) | head -c 10"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60, check=False
    )
    assert done.stderr == "code 0\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_a_terminal_sees_progress_that_is_wiped_again(make_game, tmp_path):
    import pty

    make_game()
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from pnp.cli.main import main; main()", "build", "demo", "--only", "coins"]
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=slave, cwd=tmp_path, env=environment, timeout=60, check=False
    )
    os.close(slave)
    shown = os.read(master, 10_000).decode()
    os.close(master)
    assert done.returncode == 0
    assert "demo: drawing" in shown
    assert shown.rstrip(" ").endswith("\r")


def test_python_m_and_wrong_use(tmp_path):
    done = process("build", "--paper", "a44", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert "a44" in done.stderr
    assert done.stdout == ""


def test_the_progress_line_fits_a_narrow_terminal(monkeypatch, capsys):
    from pnp.cli.console import Progress

    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    line = Progress(quiet=False)
    line.show("knowledge: drawing for a very long paper name")
    line.show("short")
    line.clear()
    assert [len(part) for part in capsys.readouterr().err.split("\r")] == [0, 19, 19, 5, 0]
