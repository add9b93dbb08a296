"""Reads the documentation as a program: its commands, its edits, its links."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\s+# exit code (\d+)$")


class Command(NamedTuple):
    """A line to type, what it should end with, and what it should show."""

    line: str
    exit_code: int
    shows: list[str]


class Edit(NamedTuple):
    """A change to a file: the old lines and the new ones."""

    file: str
    old: str
    new: str

    @property
    def makes_a_file(self) -> bool:
        """Say whether the file is new: nothing is taken away, and there is none yet."""
        return self.old == "\n" and not Path(self.file).exists()


def steps(page: Path) -> list[Command | Edit]:
    """Return the commands and edits of a page in their order."""
    found: list[Command | Edit] = []
    for kind, body in FENCE.findall(page.read_text("utf-8")):
        if kind == "console":
            found += _commands(body)
        elif kind == "diff":
            found.append(_edit(body))
    return found


def _commands(body: str) -> list[Command]:
    commands: list[Command] = []
    for line in body.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            typed = line[2:]
            ending = _EXIT.search(typed)
            commands.append(Command(_EXIT.sub("", typed), int(ending[1]) if ending else 0, []))
        else:
            commands[-1].shows.append(line)
    return commands


def _edit(body: str) -> Edit:
    head, *lines = body.rstrip("\n").split("\n")
    old = [line[1:] for line in lines if line.startswith("-")]
    new = [line[1:] for line in lines if line.startswith("+")]
    assert head.startswith("--- "), head
    assert len(old) + len(new) == len(lines), "every line of an edit starts with - or +"
    return Edit(head[4:], "\n".join(old) + "\n", "\n".join(new) + "\n")


def shown_in(expected: list[str], output: str) -> str | None:
    """Return the first expected line that the output lacks; … stands for anything."""
    rest = [line.rstrip() for line in output.split("\n")]
    for line in expected:
        if line.strip() in ("", "…"):
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in re.split(r"\s*…", line.rstrip())))
        at = next((i for i, shown in enumerate(rest) if pattern.fullmatch(shown)), None)
        if at is None:
            return line
        rest = rest[at + 1 :]
    return None


def script(name: str) -> ModuleType:
    """Load a script of the docs folder as a module."""
    loaded = sys.modules.get(f"docs_{name}")
    if loaded is not None:
        return loaded
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
