"""Every limit can be reached, says its name where it is, and can be raised; what no machine survives ends in words."""

import json
import re
import subprocess
import sys
from io import BytesIO

import pytest
from fontkit import ARABIC
from PIL import Image
from support import CONTENT, DEMO
from workbooks import xlsx

from pnp.cli.main import main
from pnp.context import allow
from pnp.limits import HIGHEST_LIMITS, Limits
from pnp.load import document
from pnp.load.document import parse


@pytest.fixture(autouse=True)
def usual_limits():
    yield
    allow(Limits())


def picture() -> bytes:
    stream = BytesIO()
    Image.new("RGB", (30, 20)).save(stream, "PNG")
    return stream.getvalue()


LOOP = "{% for a in range(60) %}{{ 'x' if a > 40 }}{% endfor %}"
PARTS = [
    {"part": "text", "text": LOOP, "size": [7, 9], "safe": 0},
    {"part": "art", "file": "p.png", "least_dpi": 0},
    {"part": "art", "file": "p.svg"},
    {"part": "grid", "columns": 9, "rows": 9},
]
PACK = {
    "faces.yaml": DEMO["faces.yaml"].replace(
        "    parts:\n", "    parts:\n" + "".join(f"      - {json.dumps(p)}\n" for p in PARTS), 1
    ),
    "pieces.yaml": DEMO["pieces.yaml"]
    + "  more: {title: More, size: [20, 20], front: coin, each: [coin in coins, n in 1..30]}\n",
    "game.yaml": DEMO["game.yaml"] + "  more: 60\n",
    "data.yaml": DEMO["data.yaml"] + "rows: {file: rows.xlsx}\n# rows\n",
    "rows.xlsx": xlsx(["name", "value"], ["a", 1], ["b", 2]),
    "p.png": picture(),
    "fonts.yaml": "fonts: {sans: {fallback: [s]}, s: {regular: f.ttf}}\n",
    "f.ttf": ARABIC,
    "p.svg": "<svg viewBox='0 0 9 9'><path d='M0 0 L1 1 L2 2 L3 3Z'/></svg>",
    "rules.yaml": "chapters: [{id: a, title: A, clauses: [{id: a.b, title: T, text: '{{ coins|length }} coins'}]}]\n",
}
SMALL = {
    "file_bytes": 60,
    "yaml_values": 5,
    "yaml_depth": 2,
    "cards": 2,
    "pages": 2,
    "template_steps": 9,
    "template_chars": 9,
    "image_bytes": 50,
    "image_pixels": 9,
    "svg_segments": 2,
    "font_bytes": 99,
    "files": 2,
    "game_bytes": 99,
    "game_values": 9,
    "game_tables": 1,
    "game_cards": 5,
    "game_steps": 30,
    "game_chars": 30,
    "game_drawn": 9,
    "game_pixels": 500,
    "game_output": 999,
    "loop_values": 20,
    "own_number": 9,
    "sheet_bytes": 99,
    "sheet_cells": 3,
}


def test_there_is_a_case_for_every_limit():
    assert set(SMALL) == set(Limits._fields)


@pytest.mark.parametrize("name", SMALL)
def test_every_limit_is_reached_at_a_place_and_named(pnp, make_game, name):
    make_game(PACK)
    line = "build demo --out out --quiet"
    if name == "own_number":
        line = f"check terrain --content {CONTENT}"
    code, _, err = pnp(f"{line} --limit {name}={SMALL[name]}")
    assert code == 1
    assert f"--limit {name}=N" in err, err
    places = [line.split(": error[")[0] for line in err.split("\n") if ": error[" in line]
    assert all(re.fullmatch(r".+(:\d+:\d+|, \w+![A-Z]+\d+)", place) for place in places), err


def test_shipped_icons_are_bounded_like_others_and_without_a_traceback(pnp, make_game):
    make_game()
    code, _, err = pnp("build demo --out out --quiet --limit svg_segments=1")
    assert (code, "--limit svg_segments=N" in err) == (1, True)


def test_the_pack_is_within_the_usual_limits(pnp, make_game):
    make_game(PACK)
    assert pnp("build demo --out out --quiet")[0] == 0


@pytest.mark.parametrize("name", SMALL)
def test_a_limit_of_a_part_raises_that_of_the_whole(name):
    raised = Limits().raised({name: 10**10})
    assert getattr(raised, name) == 10**10
    assert all(now >= before for now, before in zip(raised, Limits(), strict=True))


def test_the_example_of_the_help_works_with_a_really_big_deck(pnp, make_game):
    deck = "decks: {deck: {title: Deck, size: [10, 10], front: front, each: n in 1..20000}}\n"
    faces = DEMO["faces.yaml"].split("  front:")[0] + "  front: {parts: [{part: box, fill: fire}]}\n"
    faces += "  back:" + DEMO["faces.yaml"].split("  back:")[1]
    make_game(
        {
            "cards.yaml": deck,
            "faces.yaml": faces,
            "game.yaml": DEMO["game.yaml"].replace("deck: 3", "deck: 20000"),
            "palette.yaml": "roles: {fire: {colour: '#c0392b'}, water: {colour: '#2e86c1'}}\n",
        }
    )
    code, _, err = pnp("check demo")
    assert (code, "--limit cards=N" in err) == (1, True)
    code, out, err = pnp("list demo --limit cards=20000")
    assert code == 0, err
    assert "20000 × deck" in out
    code, _, err = pnp("check demo --limit cards=20000")
    assert code == 0, err


@pytest.mark.parametrize("name", SMALL)
def test_absurd_limits_are_refused_in_words(pnp, make_game, name):
    make_game()
    code, _, err = pnp(f"check demo --limit {name}=999999999999999999")
    assert code == 2
    assert "at most" in err


DEEP = {
    "lists": ("data-deep.yaml", "deep: " + "[" * 198 + "1" + "]" * 198),
    "mappings": ("data-deep.yaml", "deep: " + "{a: " * 198 + "1" + "}" * 198),
    "repeats": (
        "faces-deep.yaml",
        "faces: {deep: {parts: [" + "{part: repeat, each: n in 1..1, step: [0, 0], parts: [" * 97 + "]}" * 97 + "]}}",
    ),
    "nonsense in repeats": (
        "faces-deep.yaml",
        "faces: {deep: {parts: [" + "{part: repeat, eech: n in 1..1, parts: [" * 97 + "]}" * 97 + "]}}",
    ),
}


@pytest.mark.parametrize("kind", DEEP)
def test_the_deepest_values_that_may_be_allowed_are_survived(make_game, kind):
    name, text = DEEP[kind]
    content = make_game({name: text})
    line = ["check", "demo", "--content", str(content), "--limit", f"yaml_depth={HIGHEST_LIMITS['yaml_depth']}"]
    ended = subprocess.run(
        [sys.executable, "-c", "from pnp.cli.main import main; main()", *line],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode in (0, 1), ended.stderr[-500:]
    assert "Traceback" not in ended.stderr
    assert "yaml_depth" not in ended.stderr


@pytest.mark.parametrize("error", [MemoryError, RecursionError, OverflowError])
@pytest.mark.parametrize("where", ["pnp.load.game.parse", "pnp.pipeline._make_sheets", "pnp.pipeline.check_game"])
def test_a_machine_that_cannot_follow_is_a_fault_in_words(make_game, monkeypatch, tmp_path, capfd, error, where):
    make_game()
    monkeypatch.chdir(tmp_path)

    def give_up(*_):
        raise error

    monkeypatch.setattr(where, give_up)
    with pytest.raises(SystemExit) as ended:
        main(["check", "demo"])
    assert ended.value.code == 1
    err = capfd.readouterr().err
    without_place = where.endswith("check_game")
    assert ("error[memory]" if without_place and error is MemoryError else "error[exhausted]") in err
    assert without_place or ".yaml:1:1" in err


CLOSED_IN_TEXTS = {
    "flow": 'a: ["]",' + '["]",' * 40_000,
    "flow, closed": 'a: ["]",' + '["]",' * 40_000 + "1" + "]" * 40_001,
    "single quotes": "a: [']'," + "[']'," * 40_000,
    "mappings": 'a: {"}": ' + '{"}": ' * 40_000,
    "comments": "a: [ # ]\n" + "[ # ]\n" * 40_000,
    "dashes": "- " * 20_000 + "a",
    "questions": "? " * 20_000 + "a",
    "lines": "\n".join(" " * i + "a:" for i in range(1900)),
    "json": '{"a": ' * 40_000,
}


@pytest.mark.parametrize("kind", CLOSED_IN_TEXTS)
def test_nothing_nests_unseen(kind):
    from pnp.diagnostics import Report

    report = Report()
    assert parse(CLOSED_IN_TEXTS[kind], "x.yaml", report) is None
    assert [d.code for d in report.diagnostics] == ["depth"]
    assert report.diagnostics[0].span is not None


@pytest.mark.parametrize(
    "command", ["validate FILE", "referee FILE", "scenario --from FILE", "balance knowledge --compare FILE"]
)
def test_every_file_from_outside_passes_the_same_reader(pnp, tmp_path, monkeypatch, command):
    seen = []
    monkeypatch.setattr(document, "_too_deep", seen.append)
    (tmp_path / "x.json").write_text('{"game": ["]"]}', "utf-8")
    assert pnp(f"{command.replace('FILE', 'x.json')} --content {CONTENT}")[0] == 1
    assert '{"game": ["]"]}' in seen


def test_code_that_reads_data_on_its_own_reads_only_its_own():
    """YAML and JSON from outside pass `load/document.py`; what else is parsed was written by pnp itself."""
    from pathlib import Path

    import pnp

    own = {
        "load/document.py",
        "play/notation.py",  # a single text in quotation marks
        "play/deal.py",  # the scenario that it has just written
        "cli/balance.py",  # the report that it has just made
        "export/changeover.py",  # its own journal of a run that was killed, which no limit may leave unread
    }
    found = {
        path.relative_to(Path(pnp.__file__).parent).as_posix()
        for path in Path(pnp.__file__).parent.rglob("*.py")
        if re.search(r"\b(json\.loads?|yaml\.(safe_)?load|(json|yaml)\.decode)\(", path.read_text("utf-8"))
    }
    assert {name for name in found if not name.startswith("games/")} <= own
