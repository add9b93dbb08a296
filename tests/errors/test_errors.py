"""Every bad input of this folder yields exactly the faults that are written beside them.

A file is the demo game with some files replaced: a line `--- file: NAME` starts each of
them, perhaps with `encoding=latin-1`, `newline=crlf`, `link` (a symbolic link) or `none`
(the file is left out). `folder: NAME` before the first of them names the game's folder. A fault
stands at the end of its line: `# error: CODE`, `# error: COLUMN CODE` or with words of the
message or the hint in quotation marks; `# warning: …` likewise. Lines before the first
file say what the case is about; faults without a place are written there.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from support import DEMO

from pnp.diagnostics import Diagnostic, render
from pnp.pipeline import check_game

HERE = Path(__file__).parent
CASES = sorted(HERE.glob("*.yaml"))
_HEADER = re.compile(r"--- file: (\S+)((?: \S+)*)")
_EXPECTED = re.compile(r'# (error|warning): (?:(\d+) )?([a-z-]+)(?: "([^"]*)")?')


class Expected(NamedTuple):
    """A fault that must be found."""

    file: str
    line: int
    column: int | None
    severity: str
    code: str
    words: str | None


class Case(NamedTuple):
    """A bad input taken apart."""

    folder: str
    files: dict[str, tuple[str, list[str]]]
    expected: list[Expected]


def read_case(text: str) -> Case:
    folder, files, expected = "demo", {}, []
    name, line = "", 0
    for raw in text.removesuffix("\n").split("\n"):
        header = _HEADER.fullmatch(raw)
        if header:
            name, line = header[1], 0
            files[name] = ("", header[2].split())
            continue
        line += 1
        if not name and raw.startswith("folder: "):
            folder = raw.removeprefix("folder: ")
        if name:
            files[name] = (files[name][0] + raw + "\n", files[name][1])
        for severity, column, code, words in _EXPECTED.findall(raw):
            place = line if name else 0
            expected.append(Expected(name, place, int(column) if column else None, severity, code, words or None))
    return Case(folder, files, expected)


def write_case(case: Case, content: Path) -> None:
    folder = content / case.folder
    folder.mkdir(parents=True)
    for name, text in DEMO.items():
        (folder / name).write_text(text, "utf-8")
    for name, (text, marks) in case.files.items():
        settings = dict(m.partition("=")[::2] for m in marks)
        path = folder / name
        if "none" in settings:
            path.unlink()
            continue
        newline = "\r\n" if settings.get("newline") == "crlf" else "\n"
        data = text.replace("\n", newline).encode(settings.get("encoding", "utf-8"))
        if "link" in settings:
            (content.parent / name).write_bytes(data)
            path.unlink(missing_ok=True)
            path.symlink_to(content.parent / name)
        else:
            path.write_bytes(data)


def place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.span
    return (Path(span.file).name, span.line, span.column) if span else ("", 0, 0)


def matches(found: Diagnostic, wanted: Expected) -> bool:
    file, line, column = place(found)
    return (
        (found.severity, found.code) == (wanted.severity, wanted.code)
        and file == wanted.file
        and (line == wanted.line or not wanted.file)
        and wanted.column in (None, column)
        and (wanted.words is None or wanted.words in f"{found.message} | {found.hint}")
    )


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_faults_stand_where_the_file_says(path, tmp_path):
    case = read_case(path.read_text("utf-8"))
    content = tmp_path / "content"
    write_case(case, content)
    found, sources = check_game(content, case.folder)
    shown = render(found, sources)
    left = list(found)
    for wanted in case.expected:
        hit = next((d for d in left if matches(d, wanted)), None)
        assert hit is not None, f"not found: {wanted}\n{shown}"
        left.remove(hit)
    assert not left, f"not expected:\n{render(left, sources)}"


def test_there_are_many_cases_and_each_expects_something():
    assert len(CASES) >= 40
    clean = [p.stem for p in CASES if not read_case(p.read_text("utf-8")).expected]
    assert all(stem.startswith("fine-") for stem in clean), clean


def test_the_demo_game_itself_has_no_fault(make_game):
    assert check_game(make_game(), "demo")[0] == []
