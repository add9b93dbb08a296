"""Odd command lines: every command and option with odd values, missing and wrong files, twice, in conflict, out of order.

Whatever is typed ends in 0, in 1 with a fault, or in 2 with a sentence about the command line; files that stood there
before stay as they were.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import click
from harness import _LONGEST_LINE, _RAW_CONTROL, RECORDS, Finding, Outcome, Target, run
from mutations import ODD_TEXTS

from pnp.cli.group import cli
from pnp.play.seeds import Stream, stream

ODD = (
    *ODD_TEXTS,
    "a" * 300,
    "-",
    "--",
    "---",
    "-h",
    "--help",
    "--version",
    "=",
    "--=",
    "-q",
    "@file",
    "NaN",
    "-nan",
    "Infinity",
    "1e309",
    "-1e309",
    "1" * 400,
    "٣",
    "½",
    "0b1",
    "１２",
    "1.0",
    "+1",
    " 1",
    "1 ",
    "01",
    "1,2,3",
    ",",
    "0,0",
    "nan,nan",
    "21,0",
    "1e400,1",
    "\udc80",
    "a\nb",
    "\r",
    "\x7f",
    "\u202ea4",
)
PAPERS = (
    "a4",
    "letter",
    "a6",
    "A4",
    "210x297mm",
    "50x50mm",
    "49x50mm",
    "9999x9999mm",
    "210 x 297mm",
    "a44",
    "0x0mm",
    "50.0001x3000mm",
)
NUMBERS = (
    "0",
    "1",
    "2",
    "-1",
    "7",
    "8.5",
    "5",
    "40",
    "41",
    "1e3",
    "64",
    "65",
    "2147483648",
    "9007199254740993",
    "-0",
    "1_0",
    "0x5",
)
NAMES = (
    "knowledge",
    "stormfury",
    "demo",
    "orchard",
    "Knowledge",
    "knowlege",
    "nowhere",
    "knowledge/../demo",
    "con",
    ".",
    "..",
)
LIMITS = (
    "cards=20000",
    "cards=0",
    "cards=-1",
    "yaml_depth=999999999999999999",
    "yaml_depth=1",
    "pages=1",
    "crads=5",
    "cards",
    "=5",
    "cards=5=6",
    "cards=٣",
    "template_steps=0",
    "game_output=1",
    "file_bytes=10",
    "files=1",
    "own_number=0",
    "game_drawn=3",
)
READINGS = ("0.5,0.25,-0.5", "0,0,0", "15.1,0,0", "1,2", "nan,0,0", "x,y,z", "−1,0,0")
CHEAP = {
    "--games": ("1", "2", "0", "-1", "x"),
    "--count": ("1", "2", "0", "1001", "x"),
    "--jobs": ("1", "0", "65", "x"),
}
"""Options whose large values are right, and only take long."""
_BASES = (
    "list",
    "list GAME --cards",
    "list --json",
    "build GAME --only cards",
    "build GAME --format svg --only cards",
    "build demo",
    "check GAME",
    "check demo --json",
    "rules GAME",
    "rules GAME --json",
    "rules GAME --coverage",
    "new NAME",
    "new NAME --title TEXT",
    "copy GAME",
    "schema --out OUT",
    "schema --game GAME",
    "doctor",
    "doctor --json",
    "scenario GAME --seed N --format json",
    "scenario knowledge --players N --format json",
    "scenario GAME --options",
    "scenario --from FILE --format yaml",
    "validate FILE",
    "validate FILE FILE --json",
    "referee FILE",
    "referee FILE --steps",
    "play knowledge --players 3",
    "play GAME --bots none",
    "play --resume FILE",
    "puzzle --date 2026-12-24",
    "puzzle GAME",
    "balance knowledge --games 1 --jobs 1",
    "balance GAME --options",
    "balance knowledge --games 1 --compare FILE",
    "printer new NAME --front 0.5,0.25,-0.5 --back -1,0,0.5 --flip long",
    "printer new NAME",
    "printer list",
    "printer show NAME",
    "printer default NAME",
    "printer remove NAME",
)
"""Commands as people type them, with places to fill in; odd words are added to them."""


@cache
def commands() -> dict[tuple[str, ...], click.Command]:
    """List every command by its words, those of groups and those that are loaded late too."""
    context = click.Context(cli)
    found = {(name,): command for name in cli.list_commands(context) if (command := cli.get_command(context, name))}
    groups = {words: group for words, group in found.items() if isinstance(group, click.Group)}
    return found | {
        (*words, name): command for words, group in groups.items() for name, command in group.commands.items()
    }


def options_of(words: Sequence[str]) -> list[tuple[str, bool]]:
    """List the options of the command that a line calls, and which of them take a value."""
    found = commands().get(tuple(words[:2])) or commands().get(tuple(words[:1]))
    params = [param for param in (found.params if found else ()) if isinstance(param, click.Option)]
    return [(name, not param.is_flag) for param in params for name in (*param.opts, *param.secondary_opts)]


def _file(luck: Stream, records: Sequence[str]) -> str:
    return luck.choice(
        (*records, "nowhere.json", "sub", "empty.json", "noise.bin", "text.txt", "link.json", "loop", "/dev/null", "")
    )


def _value(luck: Stream, option: str, records: Sequence[str]) -> str:
    """Choose a value for an option: mostly one of its kind, right or nearly so."""
    if option in CHEAP:
        return luck.choice(CHEAP[option])
    if luck.below(4) == 0:
        return luck.choice(ODD).replace("\0", "")
    known: dict[str, tuple[str, ...]] = {
        "--paper": PAPERS,
        "--limit": LIMITS,
        "--content": ("CONTENT", "content", "sub", "text.txt", "nowhere", ".", ""),
        "--out": (
            "OUT",
            "text.txt",
            "text.txt/sub",
            "sub",
            ".",
            "link.json",
            "a" * 300,
            "out\nput",
            "/dev/null",
            "/proc/pnp",
            "",
        ),
        "--only": ("cards", "boards,pieces", "rulebook", "scenarios", "cads", ",", "cards,cards", "all", "library"),
        "--back-offset": ("1,1", "0.5,-0.3", "20.1,0", "1", "1,2,3", "x,y", "nan,0"),
        "--card-size": ("poker", "compact", "tarot", "x"),
        "--from": tuple(records),
        "--compare": tuple(records),
        "--game": NAMES,
        "--format": ("pdf", "svg", "json", "yaml", "PDF", "png"),
        "--backs": ("none", "gutterfold", "duplex", "duplex-short"),
        "--style": ("lowink", "gray", "grey", ""),
        "--front": READINGS,
        "--back": READINGS,
        "--scale": ("149.5,200", "1,2", "nan,200", "x"),
        "--flip": ("long", "short", "x"),
        "--marks": ("full", "none", "some"),
        "--players": NUMBERS,
        "--rating": ("hard", "severe", "x"),
        "--bots": ("2", "2,3", "others", "all", "none", "9", "x"),
        "--bot": ("random", "greedy", "x"),
        "--date": ("2026-12-24", "24.12.2026", "x"),
        "--puzzle": ("2026-12-24", "soon"),
        "--resume": tuple(records),
        "--save": ("OUT/mine.yaml", "text.txt/sub", "/dev/null/x", ""),
    }
    return luck.choice(known.get(option, NUMBERS))


def command_line(luck: Stream, records: Sequence[str]) -> list[str]:
    """Make a command line: a usual one with its places filled in, then spoilt a little."""
    fill = {
        "GAME": lambda: luck.choice(NAMES),
        "NAME": lambda: luck.choice((*NAMES, *ODD)),
        "N": lambda: luck.choice(NUMBERS),
        "TEXT": lambda: luck.choice(ODD),
        "FILE": lambda: _file(luck, records),
    }
    words = [fill[word]() if word in fill else word for word in luck.choice(_BASES).split()]
    for _ in range(luck.choice((0, 1, 1, 2, 4))):
        kind, at = luck.below(8), 1 + luck.below(len(words))
        options = options_of(words)
        if kind <= 3 and options:
            option, valued = luck.choice(options)
            value = _value(luck, option, records)
            given = [option] if not valued else [option, value] if luck.below(3) else [f"{option}={value}"]
            words[at:at] = given * luck.choice((1, 1, 1, 2))
        elif kind == 4:
            words.insert(at, luck.choice(ODD))
        elif kind == 5 and len(words) > 1:
            del words[luck.below(len(words) - 1) + 1]
        elif kind == 6 and len(words) > 2:
            one, two = 1 + luck.below(len(words) - 1), 1 + luck.below(len(words) - 1)
            words[one], words[two] = words[two], words[one]
        else:
            words[at:at] = [luck.choice(("--nowhere", "--paper", "-x", "--se", "--seed=", "--js"))]
    return [word.replace("\0", "") for word in words]


@contextmanager
def place(folder: Path) -> Iterator[Path]:
    """Go to a fresh folder with games and some odd files, and clean up behind whatever was done there."""
    before, home = Path.cwd(), folder / "typed" / "here"
    settings = os.environ.get("PNP_CONFIG")
    os.environ["PNP_CONFIG"] = (folder / "typed" / "config").as_posix()
    shutil.rmtree(folder / "typed", ignore_errors=True)
    for name in ("demo", "orchard"):
        shutil.copytree(folder / "content" / name, home.parent / "games" / name)
    (home / "sub").mkdir(parents=True)
    (home / "sub" / "kept.txt").write_text("kept", "utf-8")
    (home / "empty.json").write_bytes(b"")
    (home / "noise.bin").write_bytes(bytes(range(256)) * 8)
    (home / "text.txt").write_text("no content at all", "utf-8")
    (home / "link.json").symlink_to("nowhere.json")
    (home / "loop").symlink_to("loop")
    os.chdir(home)
    try:
        yield home
    finally:
        os.chdir(before)
        os.environ.pop("PNP_CONFIG")
        if settings is not None:
            os.environ["PNP_CONFIG"] = settings


def judge(outcome: Outcome, home: Path) -> str:
    """Return what is wrong with what a command line came to, or nothing."""
    shown = outcome.out + outcome.err
    if outcome.crash:
        return outcome.crash
    if outcome.code not in (0, 1, 2) or "Traceback (most recent call last)" in shown:
        return f"exit code {outcome.code}:\n{shown[-2000:]}"
    if raw := _RAW_CONTROL.search(shown):
        return f"the control character {raw[0]!r} was printed raw: {shown[max(0, raw.start() - 80) : raw.end() + 20]!r}"
    if any(len(line) > _LONGEST_LINE for line in outcome.err.split("\n")):
        return f"a line of more than {_LONGEST_LINE} characters was printed: {outcome.err[:300]}"
    kept = {
        "sub/kept.txt": b"kept",
        "text.txt": b"no content at all",
        "empty.json": b"",
        "noise.bin": bytes(range(256)) * 8,
    }
    if spoilt := [
        name for name, data in kept.items() if not (home / name).is_file() or (home / name).read_bytes() != data
    ]:
        return f"files of the user were changed: {spoilt}"
    if outcome.code == 1 and not _tells_a_fault(outcome):
        return f"exit code 1 without a fault:\n{shown[-2000:]}"
    if outcome.code == 2 and "Error: " not in outcome.err:
        return f"exit code 2 without a word about the command line:\n{shown[-2000:]}"
    return ""


def _tells_a_fault(outcome: Outcome) -> bool:
    if "error[" in outcome.err or "BROKEN" in outcome.out:
        return True
    try:
        said = json.loads(outcome.out)
    except json.JSONDecodeError:
        return False
    return bool(said.get("refusal") if isinstance(said, dict) else said)


def attempt(seed: int, number: int, targets: list[Target], folder: Path) -> Finding | None:
    """Type one numbered command line; return what went wrong, if anything did."""
    luck = stream("fuzz arguments", seed, str(number))
    records = [t.file.as_posix() for t in targets if t.file.parent.name == RECORDS and "knowledge" in t.file.name]
    with place(folder) as home:
        known = {"CONTENT": (home.parent / "games").as_posix(), "OUT": "new"}
        words = [known.get(word, word) for word in command_line(luck, records)]
        fault = judge(run(tuple(words)), home)
    if not fault:
        return None
    kept = folder / "found" / f"{seed}-{number}-arguments.json"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(json.dumps(words), "utf-8")
    return Finding(seed, number, tuple(words), "a command line", fault, kept)
