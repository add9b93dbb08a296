"""`make sweep`: every number of every game up and down by one; what then loads, what is told, and what goes stale.

A changed number either makes a game that loads and whose rules can be set, or a fault at its own place: nobody should
have to search for the number that is wrong. A sentence of the rules that says the old number beside the word of its key,
and still does when the number has changed, is listed as stale: some of these say another quantity, and somebody has to look.

    python tests/sweep.py [GAME …] [--sample N] [--seed S]
"""

import argparse
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import yaml
from support import CONTENT

from pnp.context import limits, run_with
from pnp.diagnostics import Diagnostic, Problems, Report
from pnp.load.filters import in_words
from pnp.load.game import load_game
from pnp.load.library import game_names
from pnp.play.seeds import stream
from pnp.rules.compile import compile_rules

LOOKS = frozenset(("faces", "palette", "print", "words", "rules", "example", "examples"))
"""Files about looks, sentences and told games: their numbers are no quantities of a game."""


class Number(NamedTuple):
    """A number of a game's content, and where it stands."""

    file: str
    line: int
    start: int
    end: int
    key: str
    value: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.key}: {self.value}"


def numbers_of(folder: Path) -> list[Number]:
    """List the whole numbers of a game."""
    found = []
    for path in sorted(folder.glob("*.yaml")):
        if path.stem not in LOOKS:
            for key, node in _scalars(yaml.compose(path.read_text("utf-8"), yaml.SafeLoader), ""):
                if node.tag == "tag:yaml.org,2002:int" and not node.style:
                    start, end = node.start_mark, node.end_mark
                    found.append(Number(path.name, start.line + 1, start.index, end.index, key, int(node.value)))
    return found


def _scalars(node: yaml.Node | None, key: str) -> Iterator[tuple[str, yaml.ScalarNode]]:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from _scalars(value, name.value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _scalars(value, key)
    elif isinstance(node, yaml.ScalarNode):
        yield key, node


def sentences(folder: Path) -> tuple[dict[str, str], list[Diagnostic]]:
    """Return what the rules of a game say, by clause, and what is wrong with it."""
    report = Report()
    with run_with(limits()):
        try:
            game = load_game(folder.parent, folder.name, report)
            book = compile_rules(game, report) if game is not None else None
        except Problems as problems:
            report.take(problems)
            book = None
    said = {clause.id: f"{clause.text} {clause.quick} {clause.example}" for clause in book.clauses()} if book else {}
    return said, [d for d in report.diagnostics if d.is_error]


def findings(folder: Path, number: Number, by: int, before: dict[str, str]) -> Iterator[str]:
    """Change a number in a copy of a game and yield what is wrong with what comes of it."""
    path = folder / number.file
    text = path.read_text("utf-8")
    path.write_text(text[: number.start] + str(number.value + by) + text[number.end :], "utf-8")
    try:
        after, faults = sentences(folder)
    finally:
        path.write_text(text, "utf-8")
    changed = f"{number} → {number.value + by}"
    if faults:
        if not any(_is_about(d, number, number.value + by) for d in faults):
            told = "; ".join(f"{d.span.file}:{d.span.line} {d.message}" if d.span else d.message for d in faults[:2])
            yield f"elsewhere  {changed}: {told}"
        return
    old = rf"(?<![\w.])(?:{number.value}|{in_words(number.value)})(?![\w.])"
    key = rf"\b{re.escape(number.key.replace('_', ' ').rstrip('s'))}s?\b"
    near = re.compile(rf"{old}(?:\W+\w+){{0,3}}?\W+{key}|{key}(?:\W+\w+){{0,3}}?\W+{old}", re.IGNORECASE)
    for clause, said in before.items():
        for sentence in re.split(r"(?<=[.!?])\s+", said):
            if near.search(sentence) and sentence in after.get(clause, ""):
                yield f"stale      {changed}: {clause} still says “{' '.join(sentence.split())[:90]}”"


def _is_about(fault: Diagnostic, number: Number, now: int) -> bool:
    """Say whether a fault leads to the number: it stands there, tells it or its key, or is about a told example."""
    said = (str(number.value), str(now), number.key)
    if any(re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.])", fault.message) for word in said):
        return True
    if fault.span is None:
        return False
    file = fault.span.file.rpartition("/")[2]
    return (file, fault.span.line) == (number.file, number.line) or file in ("example.yaml", "examples.yaml")


def sweep(game: str, sample: int, seed: int) -> tuple[int, list[str]]:
    """Change the numbers of a game, or some of them; return how many changes were made and what was found."""
    with TemporaryDirectory() as name:
        folder = Path(name) / game
        shutil.copytree(CONTENT / game, folder)
        before, faults = sentences(folder)
        assert before and not faults, faults
        numbers = numbers_of(folder)
        if sample:
            numbers = stream("sweep", seed, game).shuffled(numbers)[:sample]
        found = [line for number in numbers for by in (1, -1) for line in findings(folder, number, by, before)]
    return 2 * len(numbers), found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    total = 0
    for game in args.games or game_names(CONTENT):
        made, found = sweep(game, args.sample, args.seed)
        total += sum(line.startswith("elsewhere") for line in found)
        sys.stdout.write(f"{game}: {made} changes, {len(found)} findings\n" + "".join(f"  {line}\n" for line in found))
        sys.stdout.flush()
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
